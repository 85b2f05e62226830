(* The sizes for which [n] moves do not suffice, for [k] = 11. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k11 : forall n, 2 <= n <= 15 -> more_moves 11 n n.
Proof. search 11 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15]. Qed.
