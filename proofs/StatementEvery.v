(* What tait claims of every block length or of every even or odd one, where Statement.v says what the words mean. There
   is no proof in this file. ProvenEvery.v proves the module type at the end; [Print Assumptions] shows that nothing is
   assumed. *)

From Coq Require Import ZArith List.
From Tait Require Import Statement.
Import ListNotations.
Open Scope Z_scope.

(** There is a solution of [m] moves. *)

Definition solvable_in (k n m : Z) : Prop := exists moves, solves k n moves /\ Z.of_nat (length moves) = m.

(** The number of pennies at the positions 0 .. m - 1, and any row of [n] nickels and [n] pennies at 0 .. 2n - 1. *)

Fixpoint pennies (r : row) (m : nat) : Z :=
  match m with
  | O => 0
  | S m => pennies r m + match r (Z.of_nat m) with Some penny => 1 | _ => 0 end
  end.

Definition whole (n : Z) (r : row) : Prop :=
  (forall p, r p <> None <-> 0 <= p < 2 * n) /\ pennies r (Z.to_nat (2 * n)) = n.

(** A list of moves that are legal one after the other, and lead from one row to another. *)

Fixpoint turns (k : Z) (r : row) (moves : list move) (s : row) : Prop :=
  match moves with
  | [] => forall p, r p = s p
  | m :: rest => legal k r m /\ turns k (play k r m) rest s
  end.

Module Type CLAIMS.

  (** From [n = 4 * k + 1] on every row becomes every other one. *)
  Parameter any_to_any : forall k n r s, 2 <= k -> 4 * k + 1 <= n -> whole n r -> whole n s ->
    exists moves, turns k r moves s.

  (** For every odd [k], about [k / 2] moves more than [n] suffice for every large [n]. *)
  Parameter one_even : forall k n, 3 <= k -> k mod 4 = 1 -> Z.even n = true -> (3 * k + 1) / 2 <= n ->
    solvable_in k n (n + (k + 7) / 2).
  Parameter three_even : forall k n, 3 <= k -> k mod 4 = 3 -> Z.even n = true -> k + 1 <= n ->
    solvable_in k n (n + (k + 7) / 2).
  Parameter three_odd : forall k n, 3 <= k -> k mod 4 = 3 -> Z.odd n = true -> 2 * k + 1 <= n ->
    solvable_in k n (n + (k + 11) / 2).
  Parameter one_odd : forall k n, 3 <= k -> k mod 4 = 1 -> Z.odd n = true -> (9 * k - 3) / 2 <= n ->
    solvable_in k n (n + (k + 17) / 2).

  (** For every even [k], at most [4 * k + 1] moves more than [n] suffice. *)
  Parameter even_length : forall k n, 2 <= k -> Z.even k = true -> 4 * k + 1 <= n ->
    exists m, m <= n + 4 * k + 1 /\ solvable_in k n m.

End CLAIMS.
