(* What the bases of data/families/ and the solutions of data/classification/ settle together, for each k. What a family
   claims by itself is the theorem [claim] of its own file, which scripts/proofs-data writes. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Families.
From Tait Require K02 K03 K04 K05 K06 K07 K08 K09 K10 K11 K12 K13.
Import ListNotations.
Open Scope Z_scope.

Ltac settled valid covered := refine (minimum_from _ _ valid _ _ covered); lia.

Theorem k2 : forall n, 3 <= n -> minimum_moves 2 n n.
Proof. settled K02.valid K02.from_bound. Qed.

Theorem k3 : forall n, 9 <= n -> minimum_moves 3 n n.
Proof. settled K03.valid K03.from_bound. Qed.

Theorem k4 : forall n, 7 <= n -> minimum_moves 4 n n.
Proof. settled K04.valid K04.from_bound. Qed.

Theorem k5 : forall n, 10 <= n -> minimum_moves 5 n n.
Proof. settled K05.valid K05.from_bound. Qed.

Theorem k6 : forall n, 12 <= n -> minimum_moves 6 n n.
Proof. settled K06.valid K06.from_bound. Qed.

Theorem k7 : forall n, 12 <= n -> minimum_moves 7 n n.
Proof. settled K07.valid K07.from_bound. Qed.

Theorem k8 : forall n, 14 <= n -> minimum_moves 8 n n.
Proof. settled K08.valid K08.from_bound. Qed.

Theorem k9 : forall n, 13 <= n -> minimum_moves 9 n n.
Proof. settled K09.valid K09.from_bound. Qed.

Theorem k10 : forall n, 15 <= n -> minimum_moves 10 n n.
Proof. settled K10.valid K10.from_bound. Qed.

Theorem k11 : forall n, 16 <= n -> minimum_moves 11 n n.
Proof. settled K11.valid K11.from_bound. Qed.

Theorem k12 : forall n, 16 <= n -> minimum_moves 12 n n.
Proof. settled K12.valid K12.from_bound. Qed.

Theorem k13 : forall n, 16 <= n -> minimum_moves 13 n n.
Proof. settled K13.valid K13.from_bound. Qed.

Theorem k3_also : forall n, In n [3; 4; 5; 7] -> minimum_moves 3 n n.
Proof.
  intros n Hn. apply minimum; [lia | simpl in Hn; lia |].
  exact (covers_sizes_sound _ _ K03.valid _ K03.below_bound n Hn).
Qed.

Theorem k7_also : minimum_moves 7 8 8.
Proof.
  apply minimum; [lia | lia |].
  apply (covers_sizes_sound _ _ K07.valid _ K07.below_bound). simpl. tauto.
Qed.

Theorem k10_also : minimum_moves 10 13 13.
Proof.
  apply minimum; [lia | lia |].
  apply (covers_sizes_sound _ _ K10.valid _ K10.below_bound). simpl. tauto.
Qed.
