(* Sizes for which even [n + 1] moves do not suffice, [k] = 10. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Open Scope Z_scope.

Theorem k10_n7 : more_moves 10 7 10.
Proof. search_more 10 7 3%nat. Qed.

Theorem k10_n8 : more_moves 10 8 10.
Proof. search_more 10 8 2%nat. Qed.
