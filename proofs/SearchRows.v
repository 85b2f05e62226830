(* The moves of [successors] are those of the rows that the lists show: [successors_complete]. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower SearchCells SearchMoves.
Import ListNotations.
Open Scope Z_scope.

Lemma cost_gain : forall x y u v : bool,
  Z.of_nat (cost x y u v)
  = 2 - ((if u then 1 else 0) + (if v then 1 else 0) - (if x then 1 else 0) - (if y then 1 else 0)).
Proof. intros [] [] [] []; reflexivity. Qed.

Lemma pair_between : forall first l1 l2 r p,
  shows_from first (l1 ++ l2) r -> p = first + len l1 - 1 ->
  pair_at r p = if differ (last l1 B) (hd B l2) then 1 else 0.
Proof.
  intros first l1 l2 r p H E. unfold pair_at. rewrite !H.
  replace (p - first) with (len l1 - 1) by lia. replace (p + 1 - first) with (len l1) by lia.
  rewrite look_last, look_head. apply unlike_differ.
Qed.

(** The part of [l] at the positions from [p] on. *)
Lemma part_at : forall first l p k, first <= p -> p + Z.of_nat k <= first + len l ->
  exists before w after, l = before ++ w ++ after /\ length w = k /\ len before = p - first /\
    forall q, p <= q < p + Z.of_nat k -> look l (q - first) = look w (q - p).
Proof.
  intros first l p k Hp Hk. destruct (split_at l (p - first)) as [before [rest [E1 L1]]]; [lia|]. subst l.
  rewrite len_app in Hk. destruct (split_at rest (Z.of_nat k)) as [w [after [E2 L2]]]; [lia|]. subst rest.
  exists before, w, after. split; [reflexivity|]. split; [unfold len in L2; lia|]. split; [exact L1|].
  intros q Hq. rewrite look_right, look_left by lia. f_equal. lia.
Qed.

(** Every legal move within the list at a cost of at most [slack] leads to a row that is found. *)
Lemma successors_complete : forall k slack first l r m, (1 <= k)%nat ->
  shows_from first l r -> legal (Z.of_nat k) r m -> 2 - gain (Z.of_nat k) r m <= Z.of_nat slack ->
  first <= target m -> target m + Z.of_nat k <= first + len l ->
  exists slack' l', In (slack', l') (successors k slack [] l) /\ shows l' (play (Z.of_nat k) r m) /\
    Z.of_nat slack' = Z.of_nat slack + gain (Z.of_nat k) r m - 2.
Proof.
  intros k slack first l r m Hk Hr H Hgain Hleft Hright.
  assert (Hcoin : forall p, source m <= p < source m + Z.of_nat k -> look l (p - first) <> None).
  { intros p Hp. rewrite <- Hr. exact (legal_source _ r m p H Hp). }
  assert (Hfree : forall p, target m <= p < target m + Z.of_nat k -> look l (p - first) = None).
  { intros p Hp. rewrite <- Hr. exact (legal_target _ r m p H Hp). }
  assert (Hin : forall p, source m <= p < source m + Z.of_nat k -> 0 <= p - first < len l).
  { intros p Hp. pose proof (Hcoin p Hp) as Hc.
    destruct (Z_lt_ge_dec (p - first) 0) as [|]; [rewrite look_outside in Hc by lia; congruence|].
    destruct (Z_lt_ge_dec (p - first) (len l)) as [|]; [lia|rewrite look_outside in Hc by lia; congruence]. }
  pose proof (Hin (source m) ltac:(lia)) as Hin1.
  pose proof (Hin (source m + Z.of_nat k - 1) ltac:(lia)) as Hin2.
  destruct (legal_apart (Z.of_nat k) r m ltac:(lia) H) as [Hd|Hd].
  - destruct (part_at first l (source m) k ltac:(lia) ltac:(lia)) as [before [w [rest [E [Hw [L1 Lw]]]]]]. subst l.
    assert (Lenw : len w = Z.of_nat k) by (unfold len; lia).
    rewrite !len_app in *.
    destruct (part_at (source m + Z.of_nat k) rest (target m) k ltac:(lia) ltac:(lia))
      as [between [hole [after [E [Hhole [L2 Lhole]]]]]]. subst rest.
    assert (HB : ~ In B w).
    { apply all_coins. intros q Hq. specialize (Hcoin (source m + q) ltac:(lia)).
      rewrite Lw in Hcoin by lia. replace (source m + q - source m) with q in Hcoin by lia. exact Hcoin. }
    assert (E : hole = blanks k).
    { rewrite <- Hhole. apply all_blank. unfold len. rewrite Hhole. intros q Hq.
      specialize (Hfree (target m + q) ltac:(lia)). rewrite look_right, look_right in Hfree by lia.
      replace (target m + q - first - len before - len w) with (target m + q - (source m + Z.of_nat k)) in Hfree by lia.
      rewrite Lhole in Hfree by lia. replace (target m + q - target m) with q in Hfree by lia. exact Hfree. }
    subst hole. clear Lw Lhole Hcoin Hfree Hin Hin1 Hin2.
    assert (Hne : w <> []) by (intros E; subst w; simpl in Hw; lia).
    pose proof (play_right k first before w between after r m Lenw Hr ltac:(lia) ltac:(lia)) as Hplay.
    set (spent := cost (differ (last before B) (hd B w)) (differ (last w B) (hd B (between ++ blanks k ++ after)))
      (differ (last between B) (hd B w)) (differ (last w B) (hd B after))).
    assert (Hspent : Z.of_nat spent = 2 - gain (Z.of_nat k) r m).
    2: { exists (slack - spent)%nat, (before ++ blanks k ++ between ++ w ++ after).
         split; [|split; [exists first; exact Hplay|lia]].
         apply successors_right; [exact Hk|exact Hw|exact HB|reflexivity|lia]. }
    unfold spent. rewrite cost_gain. f_equal. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
    rewrite (pair_between first before (w ++ between ++ blanks k ++ after) r (source m - 1)) by (assumption || lia).
    rewrite (pair_between first (before ++ w) (between ++ blanks k ++ after) r (source m + Z.of_nat k - 1))
      by (rewrite <- ?app_assoc, ?len_app; assumption || lia).
    rewrite (pair_between first (before ++ blanks k ++ between) (w ++ after) r' (target m - 1))
      by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
    rewrite (pair_between first (before ++ blanks k ++ between ++ w) after r' (target m + Z.of_nat k - 1))
      by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
    rewrite !(hd_app w) by exact Hne. rewrite last_blanks by exact Hk.
    rewrite !app_assoc, !(last_nonempty _ w) by exact Hne. reflexivity.
  - destruct (part_at first l (target m) k ltac:(lia) ltac:(lia)) as [before [hole [rest [E [Hhole [L1 Lhole]]]]]].
    subst l.
    assert (Lenh : len hole = Z.of_nat k) by (unfold len; lia).
    rewrite !len_app in *.
    destruct (part_at (target m + Z.of_nat k) rest (source m) k ltac:(lia) ltac:(lia))
      as [between [w [after [E [Hw [L2 Lw]]]]]]. subst rest.
    assert (Lenw : len w = Z.of_nat k) by (unfold len; lia).
    assert (HB : ~ In B w).
    { apply all_coins. intros q Hq. specialize (Hcoin (source m + q) ltac:(lia)).
      rewrite look_right, look_right in Hcoin by lia.
      replace (source m + q - first - len before - len hole) with (source m + q - (target m + Z.of_nat k))
        in Hcoin by lia.
      rewrite Lw in Hcoin by lia. replace (source m + q - source m) with q in Hcoin by lia. exact Hcoin. }
    assert (E : hole = blanks k).
    { rewrite <- Hhole. apply all_blank. unfold len. rewrite Hhole. intros q Hq.
      specialize (Hfree (target m + q) ltac:(lia)).
      rewrite Lhole in Hfree by lia. replace (target m + q - target m) with q in Hfree by lia. exact Hfree. }
    subst hole. clear Lw Lhole Hcoin Hfree Hin Hin1 Hin2.
    assert (Hne : w <> []) by (intros E; subst w; simpl in Hw; lia).
    pose proof (play_left k first before w between after r m Lenw Hr ltac:(lia) ltac:(lia)) as Hplay.
    set (spent := cost (differ (last (before ++ blanks k ++ between) B) (hd B w)) (differ (last w B) (hd B after))
      (differ (last before B) (hd B w)) (differ (last w B) (hd B between))).
    assert (Hspent : Z.of_nat spent = 2 - gain (Z.of_nat k) r m).
    2: { exists (slack - spent)%nat, (before ++ w ++ between ++ blanks k ++ after).
         split; [|split; [exists first; exact Hplay|lia]].
         apply successors_left; [exact Hk|exact Hw|exact HB|reflexivity|lia]. }
    unfold spent. rewrite cost_gain. f_equal. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
    rewrite (pair_between first before (w ++ between ++ blanks k ++ after) r' (target m - 1)) by (assumption || lia).
    rewrite (pair_between first (before ++ w) (between ++ blanks k ++ after) r' (target m + Z.of_nat k - 1))
      by (rewrite <- ?app_assoc, ?len_app; assumption || lia).
    rewrite (pair_between first (before ++ blanks k ++ between) (w ++ after) r (source m - 1))
      by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
    rewrite (pair_between first (before ++ blanks k ++ between ++ w) after r (source m + Z.of_nat k - 1))
      by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
    rewrite !(hd_app w) by exact Hne. rewrite (hd_blanks k between) by exact Hk.
    rewrite !app_assoc, !(last_nonempty _ w) by exact Hne. reflexivity.
Qed.

(** So does one that lands left of all. *)
Lemma landings_left : forall k slack first l r m, (1 <= k)%nat ->
  shows_from first l r -> legal (Z.of_nat k) r m -> 2 - gain (Z.of_nat k) r m <= Z.of_nat slack ->
  first - Z.of_nat k * Z.of_nat slack <= target m -> target m + Z.of_nat k <= first ->
  exists slack' l', In (slack', l') (landings k slack l) /\ shows l' (play (Z.of_nat k) r m) /\
    Z.of_nat slack' = Z.of_nat slack + gain (Z.of_nat k) r m - 2.
Proof.
  intros k slack first l r m Hk Hr H Hgain Hleft Hbeside.
  set (d := Z.to_nat (first - target m - Z.of_nat k)).
  assert (Hd : Z.of_nat d = first - target m - Z.of_nat k) by (unfold d; lia).
  assert (Hr' : shows_from (target m) (blanks k ++ blanks d ++ l) r).
  { apply shows_front, shows_front. replace (target m + Z.of_nat k + Z.of_nat d) with first by lia. exact Hr. }
  assert (Hcoin : forall p, source m <= p < source m + Z.of_nat k -> look l (p - first) <> None).
  { intros p Hp. rewrite <- Hr. exact (legal_source _ r m p H Hp). }
  assert (Hin : forall p, source m <= p < source m + Z.of_nat k -> 0 <= p - first < len l).
  { intros p Hp. pose proof (Hcoin p Hp) as Hc.
    destruct (Z_lt_ge_dec (p - first) 0) as [|]; [rewrite look_outside in Hc by lia; congruence|].
    destruct (Z_lt_ge_dec (p - first) (len l)) as [|]; [lia|rewrite look_outside in Hc by lia; congruence]. }
  pose proof (Hin (source m) ltac:(lia)) as Hin1.
  pose proof (Hin (source m + Z.of_nat k - 1) ltac:(lia)) as Hin2.
  destruct (part_at (target m + Z.of_nat k) (blanks d ++ l) (source m) k ltac:(lia)
    ltac:(rewrite len_app, len_blanks; lia)) as [between [w [after [E [Hw [L2 Lw]]]]]].
  rewrite E in Hr'.
  assert (Lenw : len w = Z.of_nat k) by (unfold len; lia).
  assert (HB : ~ In B w).
  { apply all_coins. intros q Hq. specialize (Hcoin (source m + q) ltac:(lia)).
    specialize (Lw (source m + q) ltac:(lia)). rewrite look_right in Lw by (rewrite len_blanks; lia).
    rewrite len_blanks in Lw. replace (source m + q - (target m + Z.of_nat k) - Z.of_nat d) with (source m + q - first) in Lw by lia.
    rewrite Lw in Hcoin. replace (source m + q - source m) with q in Hcoin by lia. exact Hcoin. }
  assert (Hne : w <> []) by (intros E'; subst w; simpl in Hw; lia).
  pose proof (play_left k (target m) [] w between after r m Lenw Hr' ltac:(change (len []) with 0; lia) ltac:(lia)) as Hplay.
  set (spent := cost (differ (last between B) (hd B w)) (differ (last w B) (hd B after))
    (differ B (hd B w)) (differ (last w B) (hd B between))).
  assert (Hspent : Z.of_nat spent = 2 - gain (Z.of_nat k) r m).
  2: { exists (slack - spent)%nat, (w ++ between ++ blanks k ++ after).
       split; [|split; [exists (target m); exact Hplay|lia]].
       apply in_flat_map. exists d. split; [apply in_seq; nia|]. rewrite E.
       apply (lift_complete k slack B w between [] after spent Hk Hw HB); [reflexivity|lia]. }
  unfold spent. rewrite cost_gain. f_equal. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
  change ([] ++ w ++ between ++ blanks k ++ after) with (w ++ between ++ blanks k ++ after) in Hplay.
  rewrite (pair_between (target m) [] (w ++ between ++ blanks k ++ after) r' (target m - 1))
    by (exact Hplay || (change (len []) with 0; lia)).
  rewrite (pair_between (target m) w (between ++ blanks k ++ after) r' (target m + Z.of_nat k - 1))
    by (assumption || lia).
  rewrite (pair_between (target m) (blanks k ++ between) (w ++ after) r (source m - 1))
    by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
  rewrite (pair_between (target m) (blanks k ++ between ++ w) after r (source m + Z.of_nat k - 1))
    by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
  rewrite !(hd_app w) by exact Hne. rewrite (hd_blanks k between) by exact Hk.
  rewrite (app_assoc (blanks k)), !(last_nonempty _ w) by exact Hne.
  rewrite <- (app_nil_l (blanks k ++ between)), last_blanks by exact Hk. reflexivity.
Qed.

(** And one that lands right of all, in the lists read backwards. *)
Lemma landings_right : forall k slack first l r m, (1 <= k)%nat ->
  shows_from first l r -> legal (Z.of_nat k) r m -> 2 - gain (Z.of_nat k) r m <= Z.of_nat slack ->
  target m + Z.of_nat k <= first + len l + Z.of_nat k * Z.of_nat slack -> first + len l <= target m ->
  exists slack' l', In (slack', l') (landings k slack (rev l)) /\ shows (rev l') (play (Z.of_nat k) r m) /\
    Z.of_nat slack' = Z.of_nat slack + gain (Z.of_nat k) r m - 2.
Proof.
  intros k slack first l r m Hk Hr H Hgain Hright Hbeside.
  set (d := Z.to_nat (target m - first - len l)).
  assert (Hd : Z.of_nat d = target m - first - len l) by (unfold d; lia).
  assert (Hr' : shows_from first ((l ++ blanks d) ++ blanks k) r) by (apply shows_back, shows_back, Hr).
  assert (Hcoin : forall p, source m <= p < source m + Z.of_nat k -> look l (p - first) <> None).
  { intros p Hp. rewrite <- Hr. exact (legal_source _ r m p H Hp). }
  assert (Hin : forall p, source m <= p < source m + Z.of_nat k -> 0 <= p - first < len l).
  { intros p Hp. pose proof (Hcoin p Hp) as Hc.
    destruct (Z_lt_ge_dec (p - first) 0) as [|]; [rewrite look_outside in Hc by lia; congruence|].
    destruct (Z_lt_ge_dec (p - first) (len l)) as [|]; [lia|rewrite look_outside in Hc by lia; congruence]. }
  pose proof (Hin (source m) ltac:(lia)) as Hin1.
  pose proof (Hin (source m + Z.of_nat k - 1) ltac:(lia)) as Hin2.
  destruct (part_at first (l ++ blanks d) (source m) k ltac:(lia)
    ltac:(rewrite len_app, len_blanks; lia)) as [before [w [between [E [Hw [L1 Lw]]]]]].
  assert (Elen := f_equal len E). rewrite !len_app, len_blanks in Elen.
  rewrite E, <- !app_assoc in Hr'. rewrite <- (app_nil_r (blanks k)) in Hr'.
  assert (Lenw : len w = Z.of_nat k) by (unfold len; lia).
  assert (HB : ~ In B w).
  { apply all_coins. intros q Hq. specialize (Hcoin (source m + q) ltac:(lia)).
    specialize (Lw (source m + q) ltac:(lia)). rewrite look_left in Lw by lia.
    rewrite Lw in Hcoin. replace (source m + q - source m) with q in Hcoin by lia. exact Hcoin. }
  assert (Hne : w <> []) by (intros E'; subst w; simpl in Hw; lia).
  pose proof (play_right k first before w between [] r m Lenw Hr' ltac:(lia) ltac:(lia)) as Hplay.
  set (spent := cost (differ (last before B) (hd B w)) (differ (last w B) (hd B between))
    (differ (last between B) (hd B w)) (differ (last w B) B)).
  assert (Hspent : Z.of_nat spent = 2 - gain (Z.of_nat k) r m).
  2: { exists (slack - spent)%nat, (rev w ++ rev between ++ blanks k ++ rev before).
       split; [|split; [exists first|lia]].
       - apply in_flat_map. exists d. split; [apply in_seq; nia|].
         replace (blanks d ++ rev l) with (rev between ++ rev w ++ rev before)
           by (rewrite <- (rev_blanks d), <- (rev_app_distr l), E, !rev_app_distr, <- !app_assoc; reflexivity).
         apply (lift_complete k slack B (rev w) (rev between) [] (rev before) spent Hk).
         + rewrite rev_length. exact Hw.
         + rewrite <- in_rev. exact HB.
         + cbn [rev app]. rewrite !last_rev, !hd_rev. unfold spent. rewrite cost_swap.
           f_equal; apply differ_sym.
         + lia.
       - rewrite !rev_app_distr, rev_blanks, !rev_involutive, <- !app_assoc. rewrite app_nil_r in Hplay. exact Hplay. }
  unfold spent. rewrite cost_gain. f_equal. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
  rewrite (pair_between first before (w ++ between ++ blanks k ++ []) r (source m - 1)) by (assumption || lia).
  rewrite (pair_between first (before ++ w) (between ++ blanks k ++ []) r (source m + Z.of_nat k - 1))
    by (rewrite <- ?app_assoc, ?len_app; assumption || lia).
  rewrite (pair_between first (before ++ blanks k ++ between) (w ++ []) r' (target m - 1))
    by (rewrite <- ?app_assoc, ?len_app, ?len_blanks; assumption || lia).
  rewrite (pair_between first (before ++ blanks k ++ between ++ w) [] r' (target m + Z.of_nat k - 1))
    by (rewrite <- ?app_assoc, ?app_nil_r, ?len_app, ?len_blanks; rewrite ?app_nil_r in Hplay; assumption || lia).
  rewrite (hd_blanks k between []) by exact Hk.
  rewrite !(hd_app w) by exact Hne. rewrite last_blanks by exact Hk.
  rewrite !app_assoc, !(last_nonempty _ w) by exact Hne. reflexivity.
Qed.
