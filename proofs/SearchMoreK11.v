(* Sizes for which even [n + 1] moves do not suffice, [k] = 11. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Open Scope Z_scope.

Theorem k11_n8 : more_moves 11 8 10.
Proof. search_more 11 8 2%nat. Qed.

Theorem k11_n9 : more_moves 11 9 11.
Proof. search_more 11 9 2%nat. Qed.
