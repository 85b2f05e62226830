(* All moves of a row that gain a given number of pairs, on lists of cells. [successors] may be trusted to leave none
   out: [successors_complete]. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower SearchCells.
Import ListNotations.
Open Scope Z_scope.

(** * The functions *)

(** The first [k] cells and the rest, if they hold coins. *)
Fixpoint cut (k : nat) (l : list cell) : option (list cell * list cell) :=
  match k with
  | 0%nat => Some ([], l)
  | S k' =>
      match l with
      | [] | B :: _ => None
      | c :: rest => match cut k' rest with None => None | Some (w, after) => Some (c :: w, after) end
      end
  end.

(** What follows the first [k] cells, if they are free. *)
Fixpoint free (k : nat) (l : list cell) : option (list cell) :=
  match k with
  | 0%nat => Some l
  | S k' => match l with B :: rest => free k' rest | _ => None end
  end.

(** Whether a landing makes [need] pairs, one for each end where it makes one. *)
Definition makes (need : nat) (a b : bool) : bool :=
  match need with
  | 0%nat => negb (a || b)
  | 1%nat => xorb a b
  | 2%nat => a && b
  | _ => false
  end.

Definition is_blank (c : cell) : bool := match c with B => true | _ => false end.

Definition broken (a b : bool) : nat := (if a then 1 else 0) + (if b then 1 else 0).

(** All ways to take a block out of [l] and lay it on [k] free cells just before [l], between a cell [a] and the first
    cell of [l], with [gain] more pairs. [passed] is the part of the list before the block, reversed. [two] says that
    [gain] is 2: then most blocks can be left out at first sight. *)
Fixpoint lift (k gain : nat) (two : bool) (a : cell) (passed l : list cell) {struct l} : list (list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := lift k gain two a (c :: passed) rest in
      if (if two then differ a c else true) then
        let near_broken := match passed with [] => false | p :: _ => differ p c end in
        if (if two then near_broken else false) then more
        else
          match cut k l with
          | None => more
          | Some (w, after) =>
              let end_ := last w B in
              let far_broken := match after with [] => false | p :: _ => differ end_ p end in
              if makes (gain + broken near_broken far_broken) (differ a c) (differ end_ (last passed B))
              then (w ++ rev_append passed (blanks k ++ after)) :: more
              else more
          end
      else more
  end.

(** All rows that a move of a block in [l] leads to, with [gain] more pairs. [before] is what precedes [l], reversed.
    The block comes from behind the gap, or from before it: then it is found in the reversed list. *)
Fixpoint successors (k gain : nat) (two : bool) (before l : list cell) : list (list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := successors k gain two (c :: before) rest in
      match c with
      | B =>
          let a := hd B before in
          if (if two then is_blank a else false) then more
          else
            match free k l with
            | None => more
            | Some after =>
                let b := hd B after in
                if (if two then is_blank b else false) then more
                else
                  map (rev_append before) (lift k gain two a [] after)
                  ++ map (fun row => rev_append row after) (lift k gain two b [] before) ++ more
            end
      | _ => more
      end
  end.

(** * They leave nothing out *)

Lemma cut_complete : forall w l, ~ In B w -> cut (length w) (w ++ l) = Some (w, l).
Proof.
  induction w as [|c w IH]; intros l H; [reflexivity|]. simpl in *.
  rewrite IH by tauto. destruct c; [exfalso; tauto|reflexivity|reflexivity].
Qed.

Lemma free_complete : forall k l, free k (blanks k ++ l) = Some l.
Proof. induction k as [|k IH]; intros l; [reflexivity|]. apply IH. Qed.

Lemma hd_app : forall w l, w <> [] -> hd B (w ++ l) = hd B w.
Proof. intros [|c w] l H; [congruence|reflexivity]. Qed.

Lemma hd_blanks : forall k l1 l2, (1 <= k)%nat -> hd B (l1 ++ blanks k ++ l2) = hd B l1.
Proof. intros [|k] [|c l1] l2 H; [lia|lia|reflexivity|reflexivity]. Qed.

Lemma last_nonempty : forall l w, w <> [] -> last (l ++ w) B = last w B.
Proof.
  intros l w H. rewrite <- !hd_rev, rev_app_distr. apply hd_app. intros E. apply H.
  rewrite <- (rev_involutive w), E. reflexivity.
Qed.

Lemma last_blanks : forall k l1 l2, (1 <= k)%nat -> last (l1 ++ blanks k ++ l2) B = last l2 B.
Proof.
  intros k l1 l2 H. rewrite <- !hd_rev, !rev_app_distr, rev_blanks, <- app_assoc. apply hd_blanks, H.
Qed.

Lemma makes_sym : forall need a b, makes need a b = makes need b a.
Proof. intros [|[|[|need]]] [] []; reflexivity. Qed.

Lemma broken_sym : forall a b, broken a b = broken b a.
Proof. intros [] []; reflexivity. Qed.

(** A gain of two pairs leaves no choice. *)
Lemma makes_two : forall gain x y a b, gain = 2%nat -> makes (gain + broken x y) a b = true ->
  x = false /\ y = false /\ a = true /\ b = true.
Proof.
  intros gain x y a b E H. subst gain. destruct x, y, a, b; try discriminate H; repeat split.
Qed.

Lemma differ_blank : forall c, differ B c = false /\ differ c B = false.
Proof. intros []; split; reflexivity. Qed.

Lemma differ_head : forall c l, match l with [] => false | p :: _ => differ c p end = differ c (hd B l).
Proof. intros c [|p l]; [destruct c|]; reflexivity. Qed.

Lemma lift_complete : forall k gain two a w between passed after, (1 <= k)%nat -> (two = true -> gain = 2%nat) ->
  length w = k -> ~ In B w ->
  makes (gain + broken (differ (last (rev passed ++ between) B) (hd B w)) (differ (last w B) (hd B after)))
    (differ a (hd B w)) (differ (last w B) (hd B (rev passed ++ between))) = true ->
  In (w ++ rev passed ++ between ++ blanks k ++ after) (lift k gain two a passed (between ++ w ++ after)).
Proof.
  intros k gain two a w between passed after Hk Htwo Hw HB. revert passed.
  induction between as [|c between IH]; intros passed H.
  - rewrite app_nil_r, last_rev, hd_rev in H.
    assert (Hcut : cut k (w ++ after) = Some (w, after)) by (rewrite <- Hw at 1; apply cut_complete, HB).
    destruct w as [|c w]; [cbn [length] in Hw; lia|]. set (w' := c :: w) in *.
    change (hd B w') with c in H. change ([] ++ w' ++ after) with (c :: (w ++ after)). cbn [lift].
    change (c :: (w ++ after)) with (w' ++ after). rewrite Hcut. cbv zeta.
    assert (Enear : match passed with [] => false | p :: _ => differ p c end = differ (hd B passed) c).
    { rewrite (differ_sym (hd B passed)), <- differ_head. destruct passed; [reflexivity|apply differ_sym]. }
    rewrite Enear, differ_head, H, rev_append_rev.
    destruct two; [|left; reflexivity].
    destruct (makes_two _ _ _ _ _ (Htwo eq_refl) H) as [E1 [_ [E2 _]]]. rewrite E1, E2. left. reflexivity.
  - specialize (IH (c :: passed)). cbn [rev] in IH. rewrite <- !app_assoc in IH. specialize (IH H). clear H.
    cbn [app lift]. destruct (if two then differ a c else true); [|exact IH].
    cbv zeta. destruct (if two then _ else false); [exact IH|].
    destruct (cut k _) as [[w' after']|]; [|exact IH]. destruct (makes _ _ _); [right|]; exact IH.
Qed.

(** What is found from a later cell on is found. *)
Lemma successors_descend : forall k gain two prefix before l row,
  In row (successors k gain two (rev prefix ++ before) l) -> In row (successors k gain two before (prefix ++ l)).
Proof.
  intros k gain two prefix. induction prefix as [|c prefix IH]; intros before l row H; [exact H|].
  cbn [rev] in H. rewrite <- app_assoc in H. apply (IH (c :: before)) in H.
  cbn [app successors]. destruct c; [|exact H|exact H]. cbv zeta. destruct (if two then _ else false); [exact H|].
  destruct (free k _) as [after|]; [|exact H]. destruct (if two then _ else false); [exact H|].
  apply in_or_app. right. apply in_or_app. right. exact H.
Qed.

(** The moves into the gap at the head of the list. *)
Lemma successors_here : forall k gain two before after row, (1 <= k)%nat ->
  (two = true -> hd B before <> B /\ hd B after <> B) ->
  (exists new, In new (lift k gain two (hd B before) [] after) /\ row = rev before ++ new) \/
  (exists new, In new (lift k gain two (hd B after) [] before) /\ row = rev new ++ after) ->
  In row (successors k gain two before (blanks k ++ after)).
Proof.
  intros k gain two before after row Hk Htwo H. destruct k as [|k]; [lia|].
  change (blanks (S k) ++ after) with (B :: (blanks k ++ after)). cbn [successors].
  change (B :: (blanks k ++ after)) with (blanks (S k) ++ after). rewrite free_complete. cbv zeta.
  assert (E : forall c, (two = true -> c <> B) -> (if two then is_blank c else false) = false).
  { intros c Hc. destruct two; [|reflexivity]. destruct c; [|reflexivity|reflexivity].
    exfalso. apply Hc; reflexivity. }
  rewrite !E by (intros E2; apply (Htwo E2)).
  destruct H as [[new [H Erow]]|[new [H Erow]]]; subst row.
  - apply in_or_app. left. apply in_map_iff. exists new. split; [apply rev_append_rev|exact H].
  - apply in_or_app. right. apply in_or_app. left. apply in_map_iff. exists new.
    split; [apply rev_append_rev|exact H].
Qed.

Lemma successors_left : forall k gain two before w between after, (1 <= k)%nat -> (two = true -> gain = 2%nat) ->
  length w = k -> ~ In B w ->
  makes (gain + broken (differ (last (before ++ blanks k ++ between) B) (hd B w)) (differ (last w B) (hd B after)))
    (differ (last before B) (hd B w)) (differ (last w B) (hd B between)) = true ->
  In (before ++ w ++ between ++ blanks k ++ after)
    (successors k gain two [] (before ++ blanks k ++ between ++ w ++ after)).
Proof.
  intros k gain two before w between after Hk Htwo Hw HB H. rewrite last_blanks in H by exact Hk.
  apply successors_descend. rewrite app_nil_r. apply successors_here; [exact Hk| |].
  - intros E. destruct (makes_two _ _ _ _ _ (Htwo E) H) as [_ [_ [E1 E2]]]. rewrite hd_rev.
    split; intros EB; [rewrite EB in E1|].
    + destruct (hd B w); discriminate.
    + destruct between as [|c between]; cbn [app hd] in *.
      * destruct (differ_blank (last w B)) as [_ E3]. congruence.
      * subst c. destruct (differ_blank (last w B)) as [_ E3]. congruence.
  - left. exists (w ++ between ++ blanks k ++ after). split; [|rewrite rev_involutive; reflexivity].
    apply (lift_complete k gain two _ w between [] after Hk Htwo Hw HB). rewrite hd_rev. exact H.
Qed.

Lemma successors_right : forall k gain two before w between after, (1 <= k)%nat -> (two = true -> gain = 2%nat) ->
  length w = k -> ~ In B w ->
  makes (gain + broken (differ (last before B) (hd B w)) (differ (last w B) (hd B (between ++ blanks k ++ after))))
    (differ (last between B) (hd B w)) (differ (last w B) (hd B after)) = true ->
  In (before ++ blanks k ++ between ++ w ++ after)
    (successors k gain two [] (before ++ w ++ between ++ blanks k ++ after)).
Proof.
  intros k gain two before w between after Hk Htwo Hw HB H. rewrite hd_blanks in H by exact Hk.
  replace (before ++ w ++ between ++ blanks k ++ after) with ((before ++ w ++ between) ++ blanks k ++ after)
    by (rewrite <- !app_assoc; reflexivity).
  apply successors_descend. rewrite app_nil_r.
  rewrite makes_sym, broken_sym, (differ_sym (last between B)), (differ_sym (last before B)) in H.
  rewrite (differ_sym (last w B) (hd B between)), (differ_sym (last w B) (hd B after)) in H.
  rewrite !rev_app_distr, <- app_assoc.
  apply successors_here; [exact Hk| |].
  - intros E. destruct (makes_two _ _ _ _ _ (Htwo E) H) as [_ [_ [E1 E2]]].
    split; intros EB; [|rewrite EB in E1; destruct (differ_blank (last w B)); congruence].
    assert (EB' : last between B = B).
    { destruct between as [|c between] using rev_ind; [reflexivity|].
      rewrite rev_unit in EB. cbn [app hd] in EB. rewrite last_last. exact EB. }
    rewrite EB' in E2. destruct (differ_blank (hd B w)). congruence.
  - right. exists (rev w ++ rev between ++ blanks k ++ rev before). split.
    + apply (lift_complete k gain two _ (rev w) (rev between) [] (rev before)); [exact Hk|exact Htwo| | |].
      * rewrite rev_length. exact Hw.
      * rewrite <- in_rev. exact HB.
      * cbn [rev app]. rewrite !last_rev, !hd_rev. exact H.
    + rewrite !rev_app_distr, rev_blanks, !rev_involutive, <- !app_assoc. reflexivity.
Qed.

(** * The same for rows *)

Lemma makes_sum : forall gain (a b c d : bool),
  (if a then 1 else 0) + (if b then 1 else 0) - (if c then 1 else 0) - (if d then 1 else 0) = Z.of_nat gain ->
  makes (gain + broken c d) a b = true.
Proof.
  intros gain a b c d H.
  assert (E : (gain + broken c d = (if a then 1 else 0) + (if b then 1 else 0))%nat).
  { unfold broken. destruct a, b, c, d; lia. }
  rewrite E. destruct a, b; reflexivity.
Qed.

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

(** Every legal move within the list that gains [gain] pairs leads to a row that is found. *)
Lemma successors_complete : forall k g two first l r m, (1 <= k)%nat -> (two = true -> g = 2%nat) ->
  shows_from first l r -> legal (Z.of_nat k) r m -> gain (Z.of_nat k) r m = Z.of_nat g ->
  first <= target m -> target m + Z.of_nat k <= first + len l ->
  exists l', In l' (successors k g two [] l) /\ shows l' (play (Z.of_nat k) r m).
Proof.
  intros k g two first l r m Hk Htwo Hr H Hgain Hleft Hright.
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
    exists (before ++ blanks k ++ between ++ w ++ after). split; [|exists first; exact Hplay].
    apply successors_right; [exact Hk|exact Htwo|exact Hw|exact HB|].
    apply makes_sum. rewrite <- Hgain. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
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
    exists (before ++ w ++ between ++ blanks k ++ after). split; [|exists first; exact Hplay].
    apply successors_left; [exact Hk|exact Htwo|exact Hw|exact HB|].
    apply makes_sum. rewrite <- Hgain. unfold gain. set (r' := play (Z.of_nat k) r m) in *.
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

(** A move that gains a pair makes one, next to a coin that the list shows: it lands near the list. *)
Lemma gain_lands_near : forall k first l r m, 1 <= k ->
  shows_from first l r -> legal k r m ->
  (1 <= gain k r m -> first - k <= target m /\ target m <= first + len l) /\
  (2 <= gain k r m -> first <= target m /\ target m + k <= first + len l).
Proof.
  intros k first l r m Hk Hr H. pose proof (legal_apart k r m ltac:(lia) H) as Hd.
  assert (Hold : forall p, p < target m \/ target m + k <= p -> play k r m p <> None -> 0 <= p - first < len l).
  { intros p Hp Hcoin.
    assert (Hsource : p < source m \/ source m + k <= p).
    { destruct (Z_lt_ge_dec p (source m)) as [|]; [lia|]. destruct (Z_lt_ge_dec p (source m + k)) as [|]; [|lia].
      exfalso. apply Hcoin. apply play_source; [lia|exact H|lia]. }
    rewrite play_elsewhere, Hr in Hcoin by assumption.
    destruct (Z_lt_ge_dec (p - first) 0) as [|]; [rewrite look_outside in Hcoin by lia; congruence|].
    destruct (Z_lt_ge_dec (p - first) (len l)) as [|]; [lia|rewrite look_outside in Hcoin by lia; congruence]. }
  assert (Hleft : 1 <= pair_at (play k r m) (target m - 1) -> 0 <= target m - 1 - first < len l).
  { intros Hpair. apply Hold; [lia|]. intros E. rewrite no_pair_left in Hpair by exact E. lia. }
  assert (Hright : 1 <= pair_at (play k r m) (target m + k - 1) -> 0 <= target m + k - first < len l).
  { intros Hpair. apply Hold; [lia|]. intros E. rewrite no_pair_right in Hpair; [lia|].
    rewrite <- E. f_equal. lia. }
  unfold gain.
  pose proof (pair_bounds (play k r m) (target m - 1)). pose proof (pair_bounds (play k r m) (target m + k - 1)).
  pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + k - 1)).
  split; intros Hgain.
  - destruct (Z_le_gt_dec 1 (pair_at (play k r m) (target m - 1))) as [Hl|Hl]; [specialize (Hleft Hl); lia|].
    specialize (Hright ltac:(lia)). lia.
  - specialize (Hleft ltac:(lia)). specialize (Hright ltac:(lia)). lia.
Qed.
