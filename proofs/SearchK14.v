(* The sizes for which [n] moves do not suffice, for [k] = 14. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
From Tait Require SearchK14Large.
Import ListNotations.
Open Scope Z_scope.

Theorem k14_small : forall n, 2 <= n <= 17 -> more_moves 14 n n.
Proof. search 14 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 16; 17]. Qed.

Theorem k14 : forall n, 2 <= n <= 18 -> more_moves 14 n n.
Proof.
  intros n Hn. destruct (Z.eq_dec n 18) as [H|H]; [exact (SearchK14Large.k14_large n H)|]. apply k14_small. lia.
Qed.
