(* The sizes for which [n] moves do not suffice, for [k] = 15. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k15 : forall n, 2 <= n <= 17 -> more_moves 15 n n.
Proof. search 15 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 16; 17]. Qed.
