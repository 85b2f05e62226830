(* What the bases of data/families/ and the solutions of data/classification/ settle together, for each k. What a family
   claims by itself is in BasesClaims.v. *)

From Coq Require Import ZArith List Bool Lia.
From Tait Require Import Statement Families BasesClaims.
From Tait Require K02Bases K03Bases K04Bases K05Bases K06Bases K07Bases K08Bases K09Bases K10Bases K11Bases K12Bases
  K13Bases K14BasesFrom55.
From Tait Require K02 K03 K04 K05 K06 K07 K08 K09 K10 K11 K12 K13 K14 K15.
From Tait Require DoublesClaims.
Import ListNotations.
Open Scope Z_scope.

(** The bases of a family, and solutions besides. *)
Definition with_found (bases_of : family) (found : list solution) : family := Family (bases bases_of) found.

Ltac all_valid valid found := apply (with_solutions _ _ valid found); checked.

Lemma k2_valid : valid_family 2 (with_found K02Bases.known K02.found) = true.
Proof. all_valid k02_bases_valid K02.found. Qed.

Theorem k2 : forall n, 3 <= n -> minimum_moves 2 n n.
Proof. from_bound k2_valid. Qed.

Lemma k3_valid : valid_family 3 (with_found K03Bases.known K03.found) = true.
Proof. all_valid k03_bases_valid K03.found. Qed.

Theorem k3 : forall n, 9 <= n -> minimum_moves 3 n n.
Proof. from_bound k3_valid. Qed.

Lemma k4_valid : valid_family 4 (with_found K04Bases.known K04.found) = true.
Proof. all_valid k04_bases_valid K04.found. Qed.

Theorem k4 : forall n, 7 <= n -> minimum_moves 4 n n.
Proof. from_bound k4_valid. Qed.

Lemma k5_valid : valid_family 5 (with_found K05Bases.known K05.found) = true.
Proof. all_valid k05_bases_valid K05.found. Qed.

Theorem k5 : forall n, 10 <= n -> minimum_moves 5 n n.
Proof. from_bound k5_valid. Qed.

Lemma k6_valid : valid_family 6 (with_found K06Bases.known K06.found) = true.
Proof. all_valid k06_bases_valid K06.found. Qed.

Theorem k6 : forall n, 12 <= n -> minimum_moves 6 n n.
Proof. from_bound k6_valid. Qed.

Lemma k7_valid : valid_family 7 (with_found K07Bases.known K07.found) = true.
Proof. all_valid k07_bases_valid K07.found. Qed.

Theorem k7 : forall n, 12 <= n -> minimum_moves 7 n n.
Proof. from_bound k7_valid. Qed.

Lemma k8_valid : valid_family 8 (with_found K08Bases.known K08.found) = true.
Proof. all_valid k08_bases_valid K08.found. Qed.

Theorem k8 : forall n, 14 <= n -> minimum_moves 8 n n.
Proof. from_bound k8_valid. Qed.

Lemma k9_valid : valid_family 9 (with_found K09Bases.known K09.found) = true.
Proof. all_valid k09_bases_valid K09.found. Qed.

Theorem k9 : forall n, 13 <= n -> minimum_moves 9 n n.
Proof. from_bound k9_valid. Qed.

Lemma k10_valid : valid_family 10 (with_found K10Bases.known K10.found) = true.
Proof. all_valid k10_bases_valid K10.found. Qed.

Theorem k10 : forall n, 15 <= n -> minimum_moves 10 n n.
Proof. from_bound k10_valid. Qed.

Lemma k11_valid : valid_family 11 (with_found K11Bases.known K11.found) = true.
Proof. all_valid k11_bases_valid K11.found. Qed.

Theorem k11 : forall n, 16 <= n -> minimum_moves 11 n n.
Proof. from_bound k11_valid. Qed.

Lemma k12_valid : valid_family 12 (with_found K12Bases.known K12.found) = true.
Proof. all_valid k12_bases_valid K12.found. Qed.

Theorem k12 : forall n, 16 <= n -> minimum_moves 12 n n.
Proof. from_bound k12_valid. Qed.

Lemma k13_valid : valid_family 13 (with_found K13Bases.known K13.found) = true.
Proof. all_valid k13_bases_valid K13.found. Qed.

Theorem k13 : forall n, 16 <= n -> minimum_moves 13 n n.
Proof. from_bound k13_valid. Qed.

Lemma k14_valid : valid_family 14 (with_found K14BasesFrom55.known K14.found) = true.
Proof. all_valid k14_bases_from55_valid K14.found. Qed.

(** Two solutions that extend by doubles settle half of all large sizes, and bases the others. *)
Definition k14_doubled (n : Z) : bool :=
  ((49 <=? n) && ((n - 49) mod 4 =? 0)) || ((62 <=? n) && ((n - 62) mod 4 =? 0)).

Lemma k14_doubled_sound : forall n, k14_doubled n = true -> minimum_moves 14 n n.
Proof.
  assert (settled : forall n first, In first [49; 62] -> (first <=? n) && ((n - first) mod 4 =? 0) = true ->
    minimum_moves 14 n n).
  { intros n first I H. apply andb_true_iff in H. destruct H as [B M]. apply Z.leb_le in B. apply Z.eqb_eq in M.
    pose proof (Z.div_mod (n - first) 4 ltac:(lia)) as D. pose proof (Z.div_pos (n - first) 4 ltac:(lia) ltac:(lia)).
    apply (DoublesClaims.k14_doubles n first ((n - first) / 4) I); lia. }
  intros n H. apply orb_true_iff in H.
  destruct H as [H|H]; [apply (settled n 49)|apply (settled n 62)]; try exact H; simpl; tauto.
Qed.

Lemma k14_doubled_further : forall n times, 0 <= times -> k14_doubled n = true -> k14_doubled (n + 2 * 14 * times) = true.
Proof.
  assert (further : forall n times first, 0 <= times -> (first <=? n) && ((n - first) mod 4 =? 0) = true ->
    (first <=? n + 2 * 14 * times) && ((n + 2 * 14 * times - first) mod 4 =? 0) = true).
  { intros n times first T H. apply andb_true_iff in H. destruct H as [B M]. apply Z.leb_le in B.
    apply andb_true_iff. split; [apply Z.leb_le; lia|].
    replace (n + 2 * 14 * times - first) with (n - first + 7 * times * 4) by lia. rewrite Z.mod_add by lia. exact M. }
  intros n times T H. apply orb_true_iff in H. apply orb_true_iff.
  destruct H as [H|H]; [left|right]; apply further; assumption.
Qed.

Theorem k14 : forall n, 19 <= n -> minimum_moves 14 n n.
Proof.
  intros n Hn. destruct (covers_others_sound _ _ k14_valid 19 _ k14_doubled_further ltac:(checked) n Hn) as [D|S].
  - exact (k14_doubled_sound n D).
  - apply minimum; [lia | lia | exact S].
Qed.

(** No bases here: two solutions extend by doubles. *)
Lemma k15_valid : valid_family 15 (Family [] K15.found) = true.
Proof. checked. Qed.

Theorem k15 : forall n, 18 <= n -> minimum_moves 15 n n.
Proof.
  intros n Hn. destruct (Z_le_gt_dec 74 n) as [Hlarge|Hsmall]; [exact (DoublesClaims.k15_doubles n Hlarge)|].
  apply minimum; [lia | lia |].
  refine (covers_sizes_sound _ _ k15_valid (map Z.of_nat (seq 18 56)) _ n _); [checked|].
  apply in_map_iff. exists (Z.to_nat n). split; [lia|]. apply in_seq. lia.
Qed.

Theorem k3_also : forall n, In n [3; 4; 5; 7] -> minimum_moves 3 n n.
Proof.
  intros n Hn. apply minimum; [lia | simpl in Hn; lia |].
  refine (covers_sizes_sound _ _ k3_valid [3; 4; 5; 7] _ n Hn). checked.
Qed.

Theorem k7_also : minimum_moves 7 8 8.
Proof.
  apply minimum; [lia | lia |].
  refine (covers_sizes_sound _ _ k7_valid [8] _ 8 (or_introl eq_refl)). checked.
Qed.

Theorem k10_also : minimum_moves 10 13 13.
Proof.
  apply minimum; [lia | lia |].
  refine (covers_sizes_sound _ _ k10_valid [13] _ 13 (or_introl eq_refl)). checked.
Qed.
