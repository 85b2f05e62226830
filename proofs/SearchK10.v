(* The sizes for which [n] moves do not suffice, for [k] = 10. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Search.
Import ListNotations.
Open Scope Z_scope.

Theorem k10 : forall n, 2 <= n <= 14 -> n <> 13 -> needs_more 10 n.
Proof. search 10 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 14]. Qed.
