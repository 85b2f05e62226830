(* Sizes for which even [n + 1] moves do not suffice, [k] = 9. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Open Scope Z_scope.

Theorem k9_n6 : more_moves 9 6 10.
Proof. search_more 9 6 4%nat. Qed.
