(* Sizes for which more than [n + 1] moves are the minimum: searches have excluded fewer moves, and
   TwoMoreKnown.v has the solutions of data/classification. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers Solutions.
From Tait Require TwoMoreKnown SearchMore SearchMoreK08 SearchMoreK09 SearchMoreK10 SearchMoreK11.
Import ListNotations.
Open Scope Z_scope.

Lemma all_valid : forallb valid TwoMoreKnown.known = true.
Proof. vm_compute. reflexivity. Qed.

Lemma all_searched : forall s, In s TwoMoreKnown.known ->
  more_moves (block_length s) (size s) (Z.of_nat (length (moves s)) - 1).
Proof.
  apply Forall_forall. unfold TwoMoreKnown.known. repeat constructor.
  - exact SearchMore.k4_n3.
  - exact SearchMore.k5_n4.
  - exact SearchMore.k6_n4.
  - exact SearchMore.k6_n7.
  - exact SearchMore.k7_n5.
  - exact SearchMore.k7_n6.
  - exact SearchMore.k7_n7.
  - exact SearchMoreK08.k8_n5.
  - exact SearchMore.k8_n6.
  - exact SearchMore.k8_n7.
  - exact SearchMore.k8_n8.
  - exact SearchMoreK09.k9_n6.
  - exact SearchMore.k9_n7.
  - exact SearchMore.k9_n8.
  - exact SearchMoreK10.k10_n7.
  - exact SearchMoreK10.k10_n8.
  - exact SearchMore.k10_n9.
  - exact SearchMore.k10_n10.
  - exact SearchMoreK11.k11_n8.
  - exact SearchMoreK11.k11_n9.
Qed.

Theorem two_or_more : forall k n m,
  In (k, n, m) (map (fun s => (block_length s, size s, Z.of_nat (length (moves s)))) TwoMoreKnown.known) ->
  minimum_moves k n m.
Proof.
  intros k n m H. apply in_map_iff in H. destruct H as [s [E Hs]]. injection E as Ek En Em. subst k n m.
  pose proof all_valid as Hvalid. rewrite forallb_forall in Hvalid.
  apply valid_minimum; [exact (Hvalid s Hs)|reflexivity|exact (all_searched s Hs)].
Qed.
