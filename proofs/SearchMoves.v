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

(** All ways to lay the block [w] on [k] free cells of [l] so that it makes [need] pairs. [first] and [last] are its
    ends, and [previous] is the cell before [l]. *)
Fixpoint place (k need : nat) (w : list cell) (first last previous : cell) (l : list cell) : list (list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := map (cons c) (place k need w first last c rest) in
      match c with
      | B =>
          let left_pair := differ previous first in
          if (Nat.eqb need 2 && negb left_pair)%bool then more
          else
            match free k l with
            | Some after => if makes need left_pair (differ last (hd B after)) then (w ++ after) :: more else more
            | None => more
            end
      | _ => more
      end
  end.

Definition broken (a b : bool) : nat := (if a then 1 else 0) + (if b then 1 else 0).

(** All rows that a move of a block in [l] leads to, with [gain] more pairs. [before] is what precedes [l], reversed. *)
Fixpoint successors (k gain : nat) (before l : list cell) : list (list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := successors k gain (c :: before) rest in
      let left_end := differ (hd B before) c in
      if (Nat.eqb gain 2 && left_end)%bool then more
      else
        match cut k l with
        | None => more
        | Some (w, after) =>
            let end_ := last w B in
            let need := (gain + broken left_end (differ end_ (hd B after)))%nat in
            if Nat.leb need 2 then
              map (fun after' => rev_append before (blanks k ++ after')) (place k need w c end_ B after)
              ++ map (fun before' => rev_append before' (blanks k ++ after))
                   (place k need (rev_append w []) end_ c B before)
              ++ more
            else more
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

Lemma place_complete : forall k need w first last_ before after previous, (1 <= k)%nat ->
  makes need (differ (last before previous) first) (differ last_ (hd B after)) = true ->
  In (before ++ w ++ after) (place k need w first last_ previous (before ++ blanks k ++ after)).
Proof.
  intros k need w first last_ before after previous Hk. revert previous.
  induction before as [|c before IH]; intros previous H.
  - destruct k as [|k]; [lia|]. cbn [app].
    change (blanks (S k) ++ after) with (B :: (blanks k ++ after)). cbn [place].
    change (B :: (blanks k ++ after)) with (blanks (S k) ++ after). rewrite free_complete.
    change (last [] previous) with previous in H. cbv zeta. rewrite H.
    destruct (Nat.eqb need 2 && negb (differ previous first))%bool eqn:E; [|left; reflexivity].
    exfalso. apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1. apply negb_true_iff in E2.
    rewrite E1, E2 in H. discriminate.
  - rewrite last_cons in H. specialize (IH c H). apply (in_map (cons c)) in IH.
    cbn [app place]. destruct c; [|exact IH|exact IH].
    cbv zeta. destruct (_ && _)%bool; [exact IH|]. destruct (free k _) as [rest|]; [|exact IH].
    destruct (makes need (differ previous first) _); [right|]; exact IH.
Qed.

(** What is found from a later cell on is found. *)
Lemma successors_descend : forall k gain prefix before l row,
  In row (successors k gain (rev prefix ++ before) l) -> In row (successors k gain before (prefix ++ l)).
Proof.
  intros k gain prefix. induction prefix as [|c prefix IH]; intros before l row H; [exact H|].
  cbn [rev] in H. rewrite <- app_assoc in H. apply (IH (c :: before)) in H.
  cbn [app successors]. destruct (_ && _)%bool; [exact H|]. destruct (cut k _) as [[w after]|]; [|exact H].
  destruct (Nat.leb _ 2); [|exact H]. apply in_or_app. right. apply in_or_app. right. exact H.
Qed.

(** The moves of the block [w] at the head of the list. *)
Lemma successors_here : forall k gain before w after row, (1 <= k)%nat -> length w = k -> ~ In B w ->
  let need := (gain + broken (differ (hd B before) (hd B w)) (differ (last w B) (hd B after)))%nat in
  (need <= 2)%nat ->
  (exists after', In after' (place k need w (hd B w) (last w B) B after) /\
    row = rev before ++ blanks k ++ after') \/
  (exists before', In before' (place k need (rev w) (last w B) (hd B w) B before) /\
    row = rev before' ++ blanks k ++ after) ->
  In row (successors k gain before (w ++ after)).
Proof.
  intros k gain before w after row Hk Hw HB need Hneed H. subst need.
  assert (Hcut : cut k (w ++ after) = Some (w, after)) by (rewrite <- Hw at 1; apply cut_complete, HB).
  destruct w as [|c w]; [simpl in Hw; lia|]. cbn [hd] in Hneed, H.
  cbn [app successors]. cbn [app] in Hcut. rewrite Hcut.
  destruct (Nat.eqb gain 2 && differ (hd B before) c)%bool eqn:E1.
  { exfalso. apply andb_true_iff in E1. destruct E1 as [E1 E2]. apply Nat.eqb_eq in E1. subst gain.
    rewrite E2 in Hneed. unfold broken in Hneed. lia. }
  cbv zeta. apply Nat.leb_le in Hneed. rewrite Hneed.
  destruct H as [[after' [H E]]|[before' [H E]]].
  - apply in_or_app. left. apply in_map_iff. exists after'. split; [|exact H].
    rewrite rev_append_rev. symmetry. exact E.
  - apply in_or_app. right. apply in_or_app. left. apply in_map_iff. exists before'. split.
    + rewrite rev_append_rev. symmetry. exact E.
    + rewrite rev_append_rev, app_nil_r. exact H.
Qed.

Lemma makes_bound : forall need a b, makes need a b = true -> (need <= 2)%nat.
Proof. intros [|[|[|need]]] a b H; [lia|lia|lia|discriminate]. Qed.

Lemma makes_sym : forall need a b, makes need a b = makes need b a.
Proof. intros [|[|[|need]]] [] []; reflexivity. Qed.

Lemma successors_right : forall k gain before w between after, (1 <= k)%nat -> length w = k -> ~ In B w ->
  makes (gain + broken (differ (last before B) (hd B w)) (differ (last w B) (hd B (between ++ blanks k ++ after))))
    (differ (last between B) (hd B w)) (differ (last w B) (hd B after)) = true ->
  In (before ++ blanks k ++ between ++ w ++ after) (successors k gain [] (before ++ w ++ between ++ blanks k ++ after)).
Proof.
  intros k gain before w between after Hk Hw HB H. apply successors_descend. rewrite app_nil_r.
  apply successors_here; [exact Hk|exact Hw|exact HB| |]; rewrite hd_rev.
  - exact (makes_bound _ _ _ H).
  - left. exists (between ++ w ++ after). split.
    + apply place_complete; [exact Hk|exact H].
    + rewrite rev_involutive. reflexivity.
Qed.

Lemma successors_left : forall k gain before w between after, (1 <= k)%nat -> length w = k -> ~ In B w ->
  makes (gain + broken (differ (last (before ++ blanks k ++ between) B) (hd B w)) (differ (last w B) (hd B after)))
    (differ (last before B) (hd B w)) (differ (last w B) (hd B between)) = true ->
  In (before ++ w ++ between ++ blanks k ++ after) (successors k gain [] (before ++ blanks k ++ between ++ w ++ after)).
Proof.
  intros k gain before w between after Hk Hw HB H.
  replace (before ++ blanks k ++ between ++ w ++ after) with ((before ++ blanks k ++ between) ++ w ++ after)
    by (rewrite <- !app_assoc; reflexivity).
  apply successors_descend. rewrite app_nil_r.
  apply successors_here; [exact Hk|exact Hw|exact HB| |]; rewrite hd_rev.
  - exact (makes_bound _ _ _ H).
  - right. exists (rev between ++ rev w ++ rev before). split.
    + rewrite !rev_app_distr, rev_blanks, <- app_assoc. apply place_complete; [exact Hk|].
      rewrite last_rev, hd_rev, makes_sym, (differ_sym (hd B w)), (differ_sym (hd B between)). exact H.
    + rewrite !rev_app_distr, !rev_involutive, <- !app_assoc. reflexivity.
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
Lemma successors_complete : forall k g first l r m, (1 <= k)%nat ->
  shows_from first l r -> legal (Z.of_nat k) r m -> gain (Z.of_nat k) r m = Z.of_nat g ->
  first <= target m -> target m + Z.of_nat k <= first + len l ->
  exists l', In l' (successors k g [] l) /\ shows l' (play (Z.of_nat k) r m).
Proof.
  intros k g first l r m Hk Hr H Hgain Hleft Hright.
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
    apply successors_right; [exact Hk|exact Hw|exact HB|].
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
    { apply all_coins. intros q Hq. specialize (Hcoin (source m + q) ltac:(lia)). rewrite look_right, look_right in Hcoin by lia.
      replace (source m + q - first - len before - len hole) with (source m + q - (target m + Z.of_nat k)) in Hcoin by lia.
      rewrite Lw in Hcoin by lia. replace (source m + q - source m) with q in Hcoin by lia. exact Hcoin. }
    assert (E : hole = blanks k).
    { rewrite <- Hhole. apply all_blank. unfold len. rewrite Hhole. intros q Hq.
      specialize (Hfree (target m + q) ltac:(lia)).
      rewrite Lhole in Hfree by lia. replace (target m + q - target m) with q in Hfree by lia. exact Hfree. }
    subst hole. clear Lw Lhole Hcoin Hfree Hin Hin1 Hin2.
    assert (Hne : w <> []) by (intros E; subst w; simpl in Hw; lia).
    pose proof (play_left k first before w between after r m Lenw Hr ltac:(lia) ltac:(lia)) as Hplay.
    exists (before ++ w ++ between ++ blanks k ++ after). split; [|exists first; exact Hplay].
    apply successors_left; [exact Hk|exact Hw|exact HB|].
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
