(* For which sizes [n] moves are what it takes: where solutions of [n] moves are known, they are the minimum, and a
   search has excluded them for all other sizes. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Claims SearchLayers.
From Tait Require SearchSmall SearchK10 SearchK11 SearchK12 SearchK13 SearchK14 SearchK15.
Import ListNotations.
Open Scope Z_scope.

Lemma not_minimum : forall k n, more_moves k n n -> ~ minimum_moves k n n.
Proof. intros k n H [[moves [Hsolves Hlength]] _]. specialize (H moves Hsolves). lia. Qed.

Lemma exact_bound : forall k bound,
  (forall n, bound <= n -> minimum_moves k n n) -> (forall n, 2 <= n <= bound - 1 -> more_moves k n n) ->
  forall n, 2 <= n -> (minimum_moves k n n <-> bound <= n).
Proof.
  intros k bound Hlarge Hsmall n Hn. split; [|apply Hlarge]. intros H.
  destruct (Z_le_gt_dec bound n) as [|Hlow]; [assumption|]. exfalso.
  apply (not_minimum k n); [apply Hsmall; lia|exact H].
Qed.

Theorem k2 : forall n, 2 <= n -> (minimum_moves 2 n n <-> 3 <= n).
Proof.
  apply exact_bound; [exact Claims.k2|]. intros n Hn. replace n with 2 by lia. exact SearchSmall.k2.
Qed.

Theorem k3 : forall n, 2 <= n -> (minimum_moves 3 n n <-> n <> 2 /\ n <> 6 /\ n <> 8).
Proof.
  intros n Hn. split; intros H.
  - assert (Hnot : ~ (n = 2 \/ n = 6 \/ n = 8)); [|lia].
    intros Hsize. exact (not_minimum 3 n (SearchSmall.k3 n Hsize) H).
  - destruct (Z_le_gt_dec 9 n) as [Hlarge|Hsmall]; [exact (Claims.k3 n Hlarge)|].
    apply Claims.k3_also. simpl. lia.
Qed.

Theorem k4 : forall n, 2 <= n -> (minimum_moves 4 n n <-> 7 <= n).
Proof. apply exact_bound; [exact Claims.k4|exact SearchSmall.k4]. Qed.

Theorem k5 : forall n, 2 <= n -> (minimum_moves 5 n n <-> 10 <= n).
Proof. apply exact_bound; [exact Claims.k5|exact SearchSmall.k5]. Qed.

Theorem k6 : forall n, 2 <= n -> (minimum_moves 6 n n <-> 12 <= n).
Proof. apply exact_bound; [exact Claims.k6|exact SearchSmall.k6]. Qed.

Theorem k7 : forall n, 2 <= n -> (minimum_moves 7 n n <-> n = 8 \/ 12 <= n).
Proof.
  intros n Hn. split; intros H.
  - assert (Hnot : ~ (2 <= n <= 11 /\ n <> 8)); [|lia].
    intros [Hrange Hsize]. exact (not_minimum 7 n (SearchSmall.k7 n Hrange Hsize) H).
  - destruct H as [H|H]; [subst n; exact Claims.k7_also|exact (Claims.k7 n H)].
Qed.

Theorem k8 : forall n, 2 <= n -> (minimum_moves 8 n n <-> 14 <= n).
Proof. apply exact_bound; [exact Claims.k8|exact SearchSmall.k8]. Qed.

Theorem k9 : forall n, 2 <= n -> (minimum_moves 9 n n <-> 13 <= n).
Proof. apply exact_bound; [exact Claims.k9|exact SearchSmall.k9]. Qed.

Theorem k10 : forall n, 2 <= n -> (minimum_moves 10 n n <-> n = 13 \/ 15 <= n).
Proof.
  intros n Hn. split; intros H.
  - assert (Hnot : ~ (2 <= n <= 14 /\ n <> 13)); [|lia].
    intros [Hrange Hsize]. exact (not_minimum 10 n (SearchK10.k10 n Hrange Hsize) H).
  - destruct H as [H|H]; [subst n; exact Claims.k10_also|exact (Claims.k10 n H)].
Qed.

Theorem k11 : forall n, 2 <= n -> (minimum_moves 11 n n <-> 16 <= n).
Proof. apply exact_bound; [exact Claims.k11|exact SearchK11.k11]. Qed.

Theorem k12 : forall n, 2 <= n -> (minimum_moves 12 n n <-> 16 <= n).
Proof. apply exact_bound; [exact Claims.k12|exact SearchK12.k12]. Qed.

Theorem k13 : forall n, 2 <= n -> (minimum_moves 13 n n <-> 16 <= n).
Proof. apply exact_bound; [exact Claims.k13|exact SearchK13.k13]. Qed.

Theorem k14 : forall n, 2 <= n -> (minimum_moves 14 n n <-> 19 <= n).
Proof. apply exact_bound; [exact Claims.k14|exact SearchK14.k14]. Qed.

Theorem k15 : forall n, 2 <= n -> (minimum_moves 15 n n <-> 18 <= n).
Proof. apply exact_bound; [exact Claims.k15|exact SearchK15.k15]. Qed.
