(* What tait claims of infinitely many block lengths at once, and of k = 15, where Statement.v says what the words mean.
   There is no proof in this file. ProvenEvery.v proves the module type at the end; [Print Assumptions] shows that nothing
   is assumed. *)

From Coq Require Import ZArith List.
From Tait Require Import Statement.
Open Scope Z_scope.

(** There is a solution of [m] moves. *)

Definition solvable_in (k n m : Z) : Prop := exists moves, solves k n moves /\ Z.of_nat (length moves) = m.

Module Type CLAIMS.

  (** For every odd [k], about [k / 2] moves more than [n] suffice for every large [n]. *)
  Parameter one_even : forall k n, 3 <= k -> k mod 4 = 1 -> Z.even n = true -> (3 * k + 1) / 2 <= n ->
    solvable_in k n (n + (k + 7) / 2).
  Parameter three_even : forall k n, 3 <= k -> k mod 4 = 3 -> Z.even n = true -> k + 1 <= n ->
    solvable_in k n (n + (k + 7) / 2).
  Parameter three_odd : forall k n, 3 <= k -> k mod 4 = 3 -> Z.odd n = true -> 2 * k + 1 <= n ->
    solvable_in k n (n + (k + 11) / 2).
  Parameter one_odd : forall k n, 3 <= k -> k mod 4 = 1 -> Z.odd n = true -> (9 * k - 3) / 2 <= n ->
    solvable_in k n (n + (k + 17) / 2).

  (** For [k = 15], [n] moves are what it takes from some size on. *)
  Parameter k15 : forall n, 74 <= n -> minimum_moves 15 n n.

End CLAIMS.
