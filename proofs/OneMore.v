(* Sizes for which [n + 1] moves are the minimum: a search has excluded [n] moves, and OneMoreKnown.v has
   the solutions of [n + 1] moves of data/classification. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement SearchLayers Solutions.
From Tait Require OneMoreKnown SearchSmall SearchK10 SearchK11 SearchK12 SearchK13.
Import ListNotations.
Open Scope Z_scope.

Lemma all_valid : forallb (fun s => valid s && (Z.of_nat (length (moves s)) =? size s + 1)) OneMoreKnown.known = true.
Proof. vm_compute. reflexivity. Qed.

Lemma all_searched : forall s, In s OneMoreKnown.known -> more_moves (block_length s) (size s) (size s).
Proof.
  apply Forall_forall. unfold OneMoreKnown.known.
  repeat constructor; cbn [block_length size];
    first
      [ apply SearchSmall.k3; lia | apply SearchSmall.k4; lia | apply SearchSmall.k5; lia
      | apply SearchSmall.k6; lia | apply SearchSmall.k7; lia | apply SearchSmall.k8; lia
      | apply SearchSmall.k9; lia | apply SearchK10.k10; lia | apply SearchK11.k11; lia | apply SearchK12.k12; lia
      | apply SearchK13.k13; lia ].
Qed.

Theorem one_more : forall k n, In (k, n) (map (fun s => (block_length s, size s)) OneMoreKnown.known) ->
  minimum_moves k n (n + 1).
Proof.
  intros k n H. apply in_map_iff in H. destruct H as [s [E Hs]]. injection E as Ek En. subst k n.
  pose proof all_valid as Hvalid. rewrite forallb_forall in Hvalid. specialize (Hvalid s Hs).
  apply andb_true_iff in Hvalid. destruct Hvalid as [Hvalid Hlength]. apply Z.eqb_eq in Hlength.
  apply valid_minimum; [exact Hvalid|exact Hlength|].
  replace (size s + 1 - 1) with (size s) by lia. exact (all_searched s Hs).
Qed.
