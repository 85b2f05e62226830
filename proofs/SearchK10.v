(* The sizes for which [n] moves do not suffice, for [k] = 10. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k10 : forall n, 2 <= n <= 14 -> n <> 13 -> more_moves 10 n n.
Proof. search 10 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 14]. Qed.
