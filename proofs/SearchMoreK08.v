(* Sizes for which even [n + 1] moves do not suffice, [k] = 8. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Open Scope Z_scope.

Theorem k8_n5 : more_moves 8 5 10.
Proof. search_more 8 5 5%nat. Qed.
