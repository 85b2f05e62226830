(* The sizes for which [n] moves do not suffice, for [k] = 12. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k12 : forall n, 2 <= n <= 15 -> more_moves 12 n n.
Proof. search 12 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15]. Qed.
