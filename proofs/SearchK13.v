(* The sizes for which [n] moves do not suffice, for [k] = 13. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k13 : forall n, 2 <= n <= 15 -> more_moves 13 n n.
Proof. search 13 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15]. Qed.
