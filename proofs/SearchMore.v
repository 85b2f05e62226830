(* Sizes for which even [n + 1] moves do not suffice. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Open Scope Z_scope.

Theorem k4_n3 : more_moves 4 3 5.
Proof. search_more 4 3 2%nat. Qed.

Theorem k5_n4 : more_moves 5 4 5.
Proof. search_more 5 4 1%nat. Qed.

Theorem k6_n4 : more_moves 6 4 6.
Proof. search_more 6 4 2%nat. Qed.

Theorem k6_n7 : more_moves 6 7 8.
Proof. search_more 6 7 1%nat. Qed.

Theorem k7_n5 : more_moves 7 5 7.
Proof. search_more 7 5 2%nat. Qed.

Theorem k7_n6 : more_moves 7 6 7.
Proof. search_more 7 6 1%nat. Qed.

Theorem k7_n7 : more_moves 7 7 8.
Proof. search_more 7 7 1%nat. Qed.

Theorem k8_n6 : more_moves 8 6 8.
Proof. search_more 8 6 2%nat. Qed.

Theorem k8_n7 : more_moves 8 7 8.
Proof. search_more 8 7 1%nat. Qed.

Theorem k8_n8 : more_moves 8 8 9.
Proof. search_more 8 8 1%nat. Qed.

Theorem k9_n7 : more_moves 9 7 8.
Proof. search_more 9 7 1%nat. Qed.

Theorem k9_n8 : more_moves 9 8 9.
Proof. search_more 9 8 1%nat. Qed.

Theorem k10_n9 : more_moves 10 9 10.
Proof. search_more 10 9 1%nat. Qed.

Theorem k10_n10 : more_moves 10 10 11.
Proof. search_more 10 10 1%nat. Qed.
