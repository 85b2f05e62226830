(* What tait claims of the linear puzzle, and nothing else: the rules, and one theorem for each k that is settled.
   There is no proof in this file. Proven.v proves the module type at the end; [Print Assumptions] shows that nothing
   is assumed. *)

From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

(** A coin, and a row of coins: what lies at each position of a line without ends. *)

Inductive coin := nickel | penny.

Definition row := Z -> option coin.

(** Whether position [p] is one of the [length] positions from [first] on. *)

Definition within (first length p : Z) : bool := (first <=? p) && (p <? first + length).

(** The start: [n] nickels at positions 0 .. n-1, then [n] pennies. *)

Definition start (n : Z) : row :=
  fun p => if within 0 n p then Some nickel else if within n n p then Some penny else None.

(** A move takes the [k] coins from position [source] on to the positions from [target] on. All these have to hold
    coins, and all those have to be free before the move. The coins keep their order. *)

Record move := Move { source : Z; target : Z }.

Definition legal (k : Z) (r : row) (m : move) : Prop :=
  forall c, 0 <= c < k -> r (source m + c) <> None /\ r (target m + c) = None.

Definition play (k : Z) (r : row) (m : move) : row :=
  fun p =>
    if within (target m) k p then r (source m + (p - target m))
    else if within (source m) k p then None
    else r p.

(** The goal: [2 * n] coins without a gap, at any place, that alternate; either kind may be the first. *)

Definition other (c : coin) : coin := match c with nickel => penny | penny => nickel end.

Definition alternating (n : Z) (r : row) : Prop :=
  exists first c, forall p,
    r p = if within first (2 * n) p then Some (if Z.even (p - first) then c else other c) else None.

(** A list of moves that are legal one after the other, and end at the goal. *)

Fixpoint reaches (k n : Z) (r : row) (moves : list move) : Prop :=
  match moves with
  | [] => alternating n r
  | m :: rest => legal k r m /\ reaches k n (play k r m) rest
  end.

Definition solves (k n : Z) (moves : list move) : Prop := reaches k n (start n) moves.

(** [m] moves suffice, and fewer do not. *)

Definition minimum_moves (k n m : Z) : Prop :=
  (exists moves, solves k n moves /\ Z.of_nat (length moves) = m) /\
  (forall moves, solves k n moves -> m <= Z.of_nat (length moves)).

(** The claims. *)

Module Type CLAIMS.

  (** No row of two or more coins of each kind is alternated in fewer than [n] moves (Theorem 2.1.1). *)
  Parameter lower_bound : forall k n moves,
    2 <= k -> 2 <= n -> solves k n moves -> n <= Z.of_nat (length moves).

  (** A block of all coins but one leads nowhere. *)
  Parameter unsolvable : forall n moves, 2 <= n -> ~ solves (2 * n - 1) n moves.

  (** Nor do two nickels and two pennies with blocks of two. *)
  Parameter unsolvable_two : forall moves, ~ solves 2 2 moves.

  (** For which sizes [n] moves are what it takes. For the others, more are needed, or there is no solution. *)
  Parameter k2 : forall n, 2 <= n -> (minimum_moves 2 n n <-> 3 <= n).
  Parameter k3 : forall n, 2 <= n -> (minimum_moves 3 n n <-> n <> 2 /\ n <> 6 /\ n <> 8).
  Parameter k4 : forall n, 2 <= n -> (minimum_moves 4 n n <-> 7 <= n).
  Parameter k5 : forall n, 2 <= n -> (minimum_moves 5 n n <-> 10 <= n).
  Parameter k6 : forall n, 2 <= n -> (minimum_moves 6 n n <-> 12 <= n).
  Parameter k7 : forall n, 2 <= n -> (minimum_moves 7 n n <-> n = 8 \/ 12 <= n).
  Parameter k8 : forall n, 2 <= n -> (minimum_moves 8 n n <-> 14 <= n).
  Parameter k9 : forall n, 2 <= n -> (minimum_moves 9 n n <-> 13 <= n).
  Parameter k10 : forall n, 2 <= n -> (minimum_moves 10 n n <-> n = 13 \/ 15 <= n).
  Parameter k11 : forall n, 2 <= n -> (minimum_moves 11 n n <-> 16 <= n).
  Parameter k12 : forall n, 2 <= n -> (minimum_moves 12 n n <-> 16 <= n).
  Parameter k13 : forall n, 2 <= n -> (minimum_moves 13 n n <-> 16 <= n).
  Parameter k14 : forall n, 2 <= n -> (minimum_moves 14 n n <-> 19 <= n).
  Parameter k15 : forall n, 2 <= n -> (minimum_moves 15 n n <-> 18 <= n).

  (** Some sizes for which [n + 1] moves are what it takes, as pairs of [k] and [n]. *)
  Parameter one_more : forall k n,
    In (k, n)
      [(3, 6); (3, 8); (4, 4); (4, 5); (4, 6); (5, 5); (5, 6); (5, 7); (5, 8); (5, 9);
       (6, 5); (6, 6); (6, 8); (6, 9); (6, 10); (6, 11); (7, 9); (7, 10); (7, 11);
       (8, 9); (8, 10); (8, 11); (8, 12); (8, 13); (9, 9); (9, 10); (9, 11); (9, 12);
       (10, 11); (10, 12); (10, 14); (11, 13); (11, 15); (12, 11); (12, 12); (12, 14); (13, 12)] ->
    minimum_moves k n (n + 1).

  (** And some for which it takes even more, with the number of moves. *)
  Parameter two_or_more : forall k n m,
    In (k, n, m)
      [(4, 3, 6); (5, 4, 6); (6, 4, 7); (6, 7, 9); (7, 5, 8); (7, 6, 8); (7, 7, 9); (8, 5, 11); (8, 6, 9); (8, 7, 9);
       (8, 8, 10); (9, 6, 11); (9, 7, 9); (9, 8, 10); (10, 7, 11); (10, 8, 11); (10, 9, 11); (10, 10, 12);
       (11, 8, 11); (11, 9, 12)] ->
    minimum_moves k n m.

End CLAIMS.
