(* The board: a solution may be assumed to stay near the row (the theorem in "The board").

   Positions that no block of the solution ever covers can be deleted: everything behind them moves up. Then the covered
   positions are without gaps, and there are few of them. So if a row can be finished in some number of moves, there are
   as many moves whose first target is near. A search may look for those alone, and do so again after each move. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower BoardCover.
Import ListNotations.
Open Scope Z_scope.

(** * Deleting positions *)

Section Delete.

  (** The positions to keep, and one that stays where it is. *)
  Variable c : Z -> bool.
  Variable lo : Z.

  (** Where a position is after all that are not kept have been deleted. *)
  Definition rank (p : Z) : Z :=
    if lo <=? p then lo + sum (fun q => one (c q)) lo (Z.to_nat (p - lo))
    else lo - sum (fun q => one (c q)) p (Z.to_nat (lo - p)).

  Lemma rank_step : forall p, rank (p + 1) = rank p + one (c p).
  Proof.
    intros p. unfold rank. destruct (Z.leb_spec lo p) as [H|H].
    - destruct (Z.leb_spec lo (p + 1)) as [|]; [|lia].
      replace (Z.to_nat (p + 1 - lo)) with (Z.to_nat (p - lo) + 1)%nat by lia. rewrite sum_app. simpl sum.
      replace (lo + Z.of_nat (Z.to_nat (p - lo))) with p by lia. lia.
    - replace (Z.to_nat (lo - p)) with (S (Z.to_nat (lo - (p + 1)))) by lia. simpl sum.
      destruct (Z.leb_spec lo (p + 1)) as [E|E]; [|lia].
      replace lo with (p + 1) by lia. replace (p + 1 - (p + 1)) with 0 by lia. simpl sum. lia.
  Qed.

  Lemma rank_sum : forall size p, rank (p + Z.of_nat size) = rank p + sum (fun q => one (c q)) p size.
  Proof.
    intros size. induction size as [|size IH]; intros p.
    - simpl. replace (p + 0) with p by lia. lia.
    - rewrite Nat2Z.inj_succ. simpl sum. replace (p + Z.succ (Z.of_nat size)) with (p + 1 + Z.of_nat size) by lia.
      rewrite IH, rank_step. lia.
  Qed.

  Lemma rank_mono : forall p q, p <= q -> rank p <= rank q.
  Proof.
    intros p q H. replace q with (p + Z.of_nat (Z.to_nat (q - p))) by lia. rewrite rank_sum.
    pose proof (sum_nonneg (fun q => one (c q)) (Z.to_nat (q - p)) p (fun q => proj1 (one_bounds (c q)))). lia.
  Qed.

  Lemma rank_strict : forall p q, c p = true -> p < q -> rank p < rank q.
  Proof.
    intros p q Hp H. pose proof (rank_mono (p + 1) q ltac:(lia)) as Hle. rewrite rank_step, Hp in Hle.
    simpl one in Hle. lia.
  Qed.

  Lemma rank_lo : rank lo = lo.
  Proof. unfold rank. rewrite Z.leb_refl, Z.sub_diag. simpl. lia. Qed.

  (** What is kept as a whole stays together. *)
  Lemma rank_block : forall p len i, (forall q, p <= q < p + len -> c q = true) -> 0 <= i <= len ->
    rank (p + i) = rank p + i.
  Proof.
    intros p len i H Hi. replace i with (Z.of_nat (Z.to_nat i)) by lia. rewrite rank_sum.
    rewrite (sum_ext _ (fun _ => 1)); [rewrite sum_const; lia|]. intros q Hq. rewrite H by lia. reflexivity.
  Qed.

  Lemma within_rank : forall p len q, (forall q, p <= q < p + len -> c q = true) -> 0 <= len -> c q = true ->
    within (rank p) len (rank q) = within p len q.
  Proof.
    intros p len q H Hlen Hq. pose proof (rank_block p len) as Hblock.
    destruct (Z_lt_ge_dec q p) as [H1|H1].
    - pose proof (rank_strict q p Hq H1). rewrite !within_false by lia. reflexivity.
    - destruct (Z_lt_ge_dec q (p + len)) as [H2|H2].
      + replace q with (p + (q - p)) by lia. rewrite (Hblock (q - p)) by (assumption || lia).
        rewrite !within_true by lia. reflexivity.
      + pose proof (rank_mono (p + len) q ltac:(lia)) as Hle. rewrite (Hblock len) in Hle by (assumption || lia).
        rewrite !within_false by lia. reflexivity.
  Qed.

  (** The row [s] is [r] without the positions that are not kept. *)
  Definition deleted (r s : row) : Prop :=
    (forall p, c p = true -> s (rank p) = r p) /\ (forall p, c p = false -> r p = None) /\
    (forall q, s q <> None -> exists p, c p = true /\ rank p = q).

  Definition move_up (m : move) : move := Move (rank (source m)) (rank (target m)).

  Definition keeps_target (k : Z) (m : move) : Prop := forall p, target m <= p < target m + k -> c p = true.

  Lemma keeps_source : forall k r s m, deleted r s -> legal k r m ->
    forall p, source m <= p < source m + k -> c p = true.
  Proof.
    intros k r s m [_ [Hnone _]] H p Hp. destruct (c p) eqn:E; [reflexivity|]. exfalso.
    exact (legal_source k r m p H Hp (Hnone p E)).
  Qed.

  Lemma deleted_legal : forall k r s m, deleted r s -> keeps_target k m -> legal k r m -> legal k s (move_up m).
  Proof.
    intros k r s m Hd Ht H i Hi. pose proof (keeps_source k r s m Hd H) as Hs. destruct Hd as [Heq _].
    unfold move_up. cbn [source target].
    rewrite <- (rank_block (source m) k i), <- (rank_block (target m) k i) by (assumption || lia).
    rewrite !Heq by ((apply Hs; lia) || (apply Ht; lia)). exact (H i Hi).
  Qed.

  Lemma deleted_play : forall k r s m, 0 <= k -> deleted r s -> keeps_target k m -> legal k r m ->
    deleted (play k r m) (play k s (move_up m)).
  Proof.
    intros k r s m Hk Hd Ht H. pose proof (keeps_source k r s m Hd H) as Hs. destruct Hd as [Heq [Hnone Himage]].
    unfold deleted, play, move_up. cbn [source target]. split; [|split].
    - intros p Hp. rewrite !within_rank by assumption.
      destruct (within (target m) k p) eqn:W; [apply within_iff in W|].
      + replace p with (target m + (p - target m)) at 1 by lia.
        rewrite (rank_block (target m) k) by (assumption || lia).
        replace (rank (target m) + (p - target m) - rank (target m)) with (p - target m) by lia.
        rewrite <- (rank_block (source m) k) by (assumption || lia). apply Heq, Hs. lia.
      + destruct (within (source m) k p); [reflexivity|apply Heq, Hp].
    - intros p Hp. destruct (within (target m) k p) eqn:W.
      + apply within_iff in W. specialize (Ht p W). congruence.
      + destruct (within (source m) k p); [reflexivity|apply Hnone, Hp].
    - intros q Hq. destruct (within (rank (target m)) k q) eqn:W.
      + apply within_iff in W. exists (target m + (q - rank (target m))). split; [apply Ht; lia|].
        rewrite (rank_block (target m) k) by (assumption || lia). lia.
      + destruct (within (rank (source m)) k q); [congruence|apply Himage, Hq].
  Qed.

  Lemma deleted_alternating : forall n r s, 0 <= n -> deleted r s -> alternating n r -> alternating n s.
  Proof.
    intros n r s Hn [Heq [Hnone Himage]] [first [a Hr]].
    assert (Hkept : forall p, first <= p < first + 2 * n -> c p = true).
    { intros p Hp. destruct (c p) eqn:E; [reflexivity|]. exfalso. specialize (Hnone p E).
      rewrite Hr, within_true in Hnone by lia. discriminate. }
    exists (rank first), a. intros q. destruct (within (rank first) (2 * n) q) eqn:W.
    - apply within_iff in W.
      pose proof (rank_block first (2 * n) (q - rank first) Hkept ltac:(lia)) as E.
      replace (rank first + (q - rank first)) with q in E by lia. rewrite <- E at 1.
      rewrite Heq by (apply Hkept; lia). rewrite Hr, within_true by lia.
      replace (first + (q - rank first) - first) with (q - rank first) by lia. reflexivity.
    - destruct (s q) eqn:E; [|reflexivity]. exfalso. destruct (Himage q) as [p [Hp Hrank]]; [congruence|].
      subst q. rewrite within_rank in W by (assumption || lia).
      rewrite Heq, Hr, W in E by assumption. discriminate.
  Qed.

  Lemma deleted_reaches : forall k n moves r s, 0 <= k -> 0 <= n -> deleted r s ->
    (forall m, In m moves -> keeps_target k m) -> reaches k n r moves -> reaches k n s (map move_up moves).
  Proof.
    intros k n moves. induction moves as [|m rest IH]; intros r s Hk Hn Hd Ht H; cbn [map reaches] in *.
    - exact (deleted_alternating n r s Hn Hd H).
    - destruct H as [Hlegal H]. pose proof (Ht m (or_introl eq_refl)) as Hm.
      split; [exact (deleted_legal k r s m Hd Hm Hlegal)|].
      apply (IH (play k r m)); [exact Hk|exact Hn|exact (deleted_play k r s m Hk Hd Hm Hlegal)| |exact H].
      intros m' Hm'. apply Ht. right. exact Hm'.
  Qed.

End Delete.

(** * The theorem *)

(** The coins lie from [lo] to before [hi], and the slack is the number of pairs that the moves can make, less those
    that are missing. *)
Theorem first_target_near : forall k n r m rest lo hi slack, 1 <= k -> 1 <= n -> lo < hi ->
  (forall p, r p <> None -> lo <= p < hi) -> reaches k n r (m :: rest) ->
  has_pairs r (2 * n - 1 - 2 * Z.of_nat (length (m :: rest)) + slack) ->
  exists m' rest', reaches k n r (m' :: rest') /\ length rest' = length rest /\
    lo - k * slack <= target m' /\ target m' + k <= hi + k * slack /\ (hi <= target m -> hi <= target m').
Proof.
  intros k n r m rest lo hi slack Hk Hn Hlohi Hr H Hpairs.
  pose proof (reaches_pairs k n Hk Hn _ r _ Hpairs H) as Hslack.
  set (moves := m :: rest) in *. set (c := covered k (within lo (hi - lo)) moves).
  destruct (inside_some k moves (Z.max (Z.abs lo) (Z.abs hi) + 1)) as [b [Hb Hinside]].
  pose proof (covered_bound k n moves r lo hi slack b Hk Hn Hlohi Hr H Hpairs Hinside ltac:(lia) ltac:(lia)) as Hsize.
  fold c in Hsize. unfold positions in Hsize.
  assert (Hkeeps : forall m', In m' moves -> keeps_target c k m').
  { intros m' Hm' p Hp. exact (covered_target k moves _ m' p Hm' Hp). }
  assert (Hhull : forall p, lo <= p < hi -> c p = true).
  { intros p Hp. apply covered_before, within_true. lia. }
  assert (Hrank : forall p, lo <= p <= hi -> rank c lo p = p).
  { intros p Hp. replace p with (lo + (p - lo)) at 1 by lia.
    rewrite (rank_block c lo lo (hi - lo)), rank_lo; [lia| |lia]. intros q Hq. apply Hhull. lia. }
  assert (Hdeleted : deleted c lo r r).
  { split; [|split].
    - intros p Hp. destruct (Z_lt_ge_dec p lo) as [H1|H1].
      + pose proof (rank_strict c lo p lo Hp H1) as Hlt. rewrite rank_lo in Hlt.
        destruct (r p) eqn:E1; [exfalso; specialize (Hr p); rewrite E1 in Hr; specialize (Hr ltac:(congruence)); lia|].
        destruct (r (rank c lo p)) eqn:E2; [|reflexivity]. exfalso.
        specialize (Hr (rank c lo p) ltac:(congruence)). lia.
      + destruct (Z_lt_ge_dec p hi) as [H2|H2]; [rewrite Hrank by lia; reflexivity|].
        pose proof (rank_mono c lo hi p ltac:(lia)) as Hle. rewrite (Hrank hi) in Hle by lia.
        destruct (r p) eqn:E1; [exfalso; specialize (Hr p); rewrite E1 in Hr; specialize (Hr ltac:(congruence)); lia|].
        destruct (r (rank c lo p)) eqn:E2; [|reflexivity]. exfalso.
        specialize (Hr (rank c lo p) ltac:(congruence)). lia.
    - intros p Hp. destruct (r p) eqn:E; [|reflexivity]. exfalso. rewrite Hhull in Hp; [discriminate|].
      apply Hr. congruence.
    - intros q Hq. specialize (Hr q Hq). exists q. split; [apply Hhull, Hr|apply Hrank; lia]. }
  exists (move_up c lo m), (map (move_up c lo) rest).
  split; [exact (deleted_reaches c lo k n moves r r ltac:(lia) ltac:(lia) Hdeleted Hkeeps H)|].
  split; [apply map_length|]. unfold move_up. cbn [target].
  destruct (Hinside m (or_introl eq_refl)) as [Hleft Hright].
  assert (Hpart : forall first len, 0 <= len -> - b <= first -> first + len <= b ->
    sum (fun q => one (c q)) first (Z.to_nat len) <= hi - lo + k * slack).
  { intros first len Hlen H1 H2.
    pose proof (sum_part (fun q => one (c q)) (- b) (Z.to_nat (2 * b)) first len
      (fun q => proj1 (one_bounds (c q))) Hlen H1 ltac:(lia)). lia. }
  split; [|split].
  - destruct (Z_lt_ge_dec (target m) lo) as [H1|H1].
    + pose proof (Hpart (target m) (hi - target m) ltac:(lia) ltac:(lia) ltac:(lia)) as Hsum.
      pose proof (rank_sum c lo (Z.to_nat (hi - target m)) (target m)) as E.
      replace (target m + Z.of_nat (Z.to_nat (hi - target m))) with hi in E by lia.
      rewrite (Hrank hi) in E by lia. lia.
    + pose proof (rank_mono c lo lo (target m) ltac:(lia)) as Hle. rewrite rank_lo in Hle. nia.
  - pose proof (rank_block c lo (target m) k k (Hkeeps m (or_introl eq_refl)) ltac:(lia)) as E. rewrite <- E.
    destruct (Z_lt_ge_dec (target m + k) hi) as [H1|H1].
    + pose proof (rank_mono c lo (target m + k) hi ltac:(lia)) as Hle. rewrite (Hrank hi) in Hle by lia. nia.
    + pose proof (Hpart lo (target m + k - lo) ltac:(lia) ltac:(lia) ltac:(lia)) as Hsum.
      pose proof (rank_sum c lo (Z.to_nat (target m + k - lo)) lo) as E'.
      replace (lo + Z.of_nat (Z.to_nat (target m + k - lo))) with (target m + k) in E' by lia.
      rewrite rank_lo in E'. lia.
  - intros H1. pose proof (rank_mono c lo hi (target m) H1) as Hle. rewrite (Hrank hi) in Hle by lia. exact Hle.
Qed.
