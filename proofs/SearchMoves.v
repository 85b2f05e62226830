(* All moves of a row at a limited cost, on lists of cells. [successors] leaves none out: [successors_left] for blocks
   that move to the left, [successors_right] for those that move to the right. *)

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

Definition is_blank (c : cell) : bool := match c with B => true | _ => false end.

Definition tally (a b : bool) : nat := (if a then 1 else 0) + (if b then 1 else 0).

(** 2 less the gain, from the pairs that a block breaks at its ends where it leaves, and makes where it lands. *)
Definition cost (broken1 broken2 made1 made2 : bool) : nat := 2 + tally broken1 broken2 - tally made1 made2.

(** All ways to take a block out of [l] and lay it on [k] free cells just before [l], between a cell [a] and the first
    cell of [l], at a cost of at most [slack], each with the slack that is left. [passed] is the part of the list before
    the block, reversed. With no slack, most blocks can be left out at first sight. *)
Fixpoint lift (k slack : nat) (a : cell) (passed l : list cell) {struct l} : list (nat * list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := lift k slack a (c :: passed) rest in
      let made := differ a c in
      let refused := match slack with 0%nat => negb made | _ => is_blank c end in
      if refused then more
      else
        let broken := match passed with [] => false | p :: _ => differ p c end in
        if match slack with 0%nat => broken | _ => false end then more
        else
          match cut k l with
          | None => more
          | Some (w, after) =>
              let end_ := last w B in
              let broken2 := match after with [] => false | p :: _ => differ end_ p end in
              let spent := cost broken broken2 made (differ end_ (last passed B)) in
              if Nat.leb spent slack
              then ((slack - spent)%nat, w ++ rev_append passed (blanks k ++ after)) :: more
              else more
          end
  end.

(** All rows that a move of a block in [l] leads to, at a cost of at most [slack]. [before] is what precedes [l],
    reversed. The block comes from behind the gap, or from before it: then it is found in the reversed list. *)
Fixpoint successors (k slack : nat) (before l : list cell) : list (nat * list cell) :=
  match l with
  | [] => []
  | c :: rest =>
      let more := successors k slack (c :: before) rest in
      match c with
      | B =>
          let a := hd B before in
          if match slack with 0%nat => is_blank a | _ => false end then more
          else
            match free k l with
            | None => more
            | Some after =>
                let b := hd B after in
                if Nat.leb (tally (is_blank a) (is_blank b)) slack then
                  map (fun '(left_slack, new) => (left_slack, rev_append before new)) (lift k slack a [] after)
                  ++ map (fun '(left_slack, new) => (left_slack, rev_append new after)) (lift k slack b [] before)
                  ++ more
                else more
            end
      | _ => more
      end
  end.

(** All rows that a move of a block in [l] to the left of all leads to, at no more than that distance. *)
Definition landings (k slack : nat) (l : list cell) : list (nat * list cell) :=
  flat_map (fun d => lift k slack B [] (blanks d ++ l)) (seq 0 (S (k * slack - k))).

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

Lemma differ_head : forall c l, match l with [] => false | p :: _ => differ c p end = differ c (hd B l).
Proof. intros c [|p l]; [destruct c|]; reflexivity. Qed.

(** A move that costs nothing breaks no pair and makes two. *)
Lemma cost_zero : forall x y u v, (cost x y u v <= 0)%nat -> x = false /\ y = false /\ u = true /\ v = true.
Proof. intros [] [] [] [] H; unfold cost, tally in H; try lia; repeat split. Qed.

(** Whatever is free beside a landing costs. *)
Lemma cost_blanks : forall x y a b c d, (tally (is_blank a) (is_blank b) <= cost x y (differ a c) (differ d b))%nat.
Proof. intros [] [] [] [] [] []; unfold cost, tally; simpl; lia. Qed.

Lemma cost_swap : forall x y u v, cost x y u v = cost y x v u.
Proof. intros [] [] [] []; reflexivity. Qed.

Lemma lift_complete : forall k slack a w between passed after spent, (1 <= k)%nat -> length w = k -> ~ In B w ->
  spent = cost (differ (last (rev passed ++ between) B) (hd B w)) (differ (last w B) (hd B after))
    (differ a (hd B w)) (differ (last w B) (hd B (rev passed ++ between))) ->
  (spent <= slack)%nat ->
  In ((slack - spent)%nat, w ++ rev passed ++ between ++ blanks k ++ after)
    (lift k slack a passed (between ++ w ++ after)).
Proof.
  intros k slack a w between passed after spent Hk Hw HB. revert passed.
  induction between as [|c between IH]; intros passed Hspent Hle.
  - rewrite app_nil_r, last_rev, hd_rev in Hspent.
    assert (Hcut : cut k (w ++ after) = Some (w, after)) by (rewrite <- Hw at 1; apply cut_complete, HB).
    destruct w as [|c w]; [cbn [length] in Hw; lia|]. set (w' := c :: w) in *.
    change (hd B w') with c in Hspent. change ([] ++ w' ++ after) with (c :: (w ++ after)). cbn [lift].
    change (c :: (w ++ after)) with (w' ++ after). rewrite Hcut. cbv zeta.
    assert (Enear : match passed with [] => false | p :: _ => differ p c end = differ (hd B passed) c).
    { rewrite (differ_sym (hd B passed)), <- differ_head. destruct passed; [reflexivity|apply differ_sym]. }
    rewrite Enear, differ_head, <- Hspent, rev_append_rev.
    apply Nat.leb_le in Hle. rewrite Hle.
    destruct slack as [|slack]; [|destruct c; [destruct HB; left; reflexivity|left; reflexivity|left; reflexivity]].
    apply Nat.leb_le in Hle. rewrite Hspent in Hle. destruct (cost_zero _ _ _ _ Hle) as [E1 [_ [E2 _]]].
    rewrite E1, E2. left. reflexivity.
  - specialize (IH (c :: passed)). cbn [rev] in IH. rewrite <- !app_assoc in IH. specialize (IH Hspent Hle).
    clear Hspent. cbn [app lift]. cbv zeta.
    destruct (match slack with 0%nat => negb (differ a c) | _ => is_blank c end); [exact IH|].
    destruct (match slack with 0%nat => _ | _ => false end); [exact IH|].
    destruct (cut k _) as [[w' after']|]; [|exact IH]. destruct (Nat.leb _ _); [right|]; exact IH.
Qed.

(** What is found from a later cell on is found. *)
Lemma successors_descend : forall k slack prefix before l found,
  In found (successors k slack (rev prefix ++ before) l) -> In found (successors k slack before (prefix ++ l)).
Proof.
  intros k slack prefix. induction prefix as [|c prefix IH]; intros before l found H; [exact H|].
  cbn [rev] in H. rewrite <- app_assoc in H. apply (IH (c :: before)) in H.
  cbn [app successors]. destruct c; [|exact H|exact H]. cbv zeta.
  destruct (match slack with 0%nat => _ | _ => false end); [exact H|].
  destruct (free k _) as [after|]; [|exact H]. destruct (Nat.leb _ _); [|exact H].
  apply in_or_app. right. apply in_or_app. right. exact H.
Qed.

(** The moves into the gap at the head of the list. *)
Lemma successors_here : forall k slack before after left_slack row, (1 <= k)%nat ->
  (tally (is_blank (hd B before)) (is_blank (hd B after)) <= slack)%nat ->
  (exists new, In (left_slack, new) (lift k slack (hd B before) [] after) /\ row = rev before ++ new) \/
  (exists new, In (left_slack, new) (lift k slack (hd B after) [] before) /\ row = rev new ++ after) ->
  In (left_slack, row) (successors k slack before (blanks k ++ after)).
Proof.
  intros k slack before after left_slack row Hk Hblank H. destruct k as [|k]; [lia|].
  change (blanks (S k) ++ after) with (B :: (blanks k ++ after)). cbn [successors].
  change (B :: (blanks k ++ after)) with (blanks (S k) ++ after). rewrite free_complete. cbv zeta.
  replace (match slack with 0%nat => is_blank (hd B before) | _ => false end) with false.
  2: { destruct slack; [|reflexivity]. destruct (is_blank (hd B before)); [|reflexivity].
       unfold tally in Hblank. lia. }
  apply Nat.leb_le in Hblank. rewrite Hblank.
  destruct H as [[new [H Erow]]|[new [H Erow]]]; subst row.
  - apply in_or_app. left. apply in_map_iff. exists (left_slack, new). split; [|exact H].
    rewrite rev_append_rev. reflexivity.
  - apply in_or_app. right. apply in_or_app. left. apply in_map_iff. exists (left_slack, new). split; [|exact H].
    rewrite rev_append_rev. reflexivity.
Qed.

Lemma successors_left : forall k slack before w between after spent, (1 <= k)%nat -> length w = k -> ~ In B w ->
  spent = cost (differ (last (before ++ blanks k ++ between) B) (hd B w)) (differ (last w B) (hd B after))
    (differ (last before B) (hd B w)) (differ (last w B) (hd B between)) ->
  (spent <= slack)%nat ->
  In ((slack - spent)%nat, before ++ w ++ between ++ blanks k ++ after)
    (successors k slack [] (before ++ blanks k ++ between ++ w ++ after)).
Proof.
  intros k slack before w between after spent Hk Hw HB Hspent Hle. rewrite last_blanks in Hspent by exact Hk.
  assert (Hne : w <> []) by (intros E; subst w; cbn [length] in Hw; lia).
  apply successors_descend. rewrite app_nil_r. apply successors_here; [exact Hk| |].
  - rewrite hd_rev. destruct between as [|c between].
    + pose proof (cost_blanks (differ (last [] B) (hd B w)) (differ (last w B) (hd B after))
        (last before B) B (hd B w) (last w B)) as Hcost.
      cbn [app]. rewrite (hd_app w) by exact Hne. change (hd B []) with B in Hspent. rewrite <- Hspent in Hcost.
      unfold tally in *. destruct (is_blank (last before B)), (is_blank (hd B w)); cbn [is_blank] in Hcost; lia.
    + pose proof (cost_blanks (differ (last (c :: between) B) (hd B w)) (differ (last w B) (hd B after))
        (last before B) c (hd B w) (last w B)) as Hcost.
      cbn [app hd]. change (hd B (c :: between)) with c in Hspent. rewrite <- Hspent in Hcost. lia.
  - left. exists (w ++ between ++ blanks k ++ after). split; [|rewrite rev_involutive; reflexivity].
    apply (lift_complete k slack _ w between [] after spent Hk Hw HB); [|exact Hle]. rewrite hd_rev. exact Hspent.
Qed.

Lemma successors_right : forall k slack before w between after spent, (1 <= k)%nat -> length w = k -> ~ In B w ->
  spent = cost (differ (last before B) (hd B w)) (differ (last w B) (hd B (between ++ blanks k ++ after)))
    (differ (last between B) (hd B w)) (differ (last w B) (hd B after)) ->
  (spent <= slack)%nat ->
  In ((slack - spent)%nat, before ++ blanks k ++ between ++ w ++ after)
    (successors k slack [] (before ++ w ++ between ++ blanks k ++ after)).
Proof.
  intros k slack before w between after spent Hk Hw HB Hspent Hle. rewrite hd_blanks in Hspent by exact Hk.
  assert (Hne : w <> []) by (intros E; subst w; cbn [length] in Hw; lia).
  replace (before ++ w ++ between ++ blanks k ++ after) with ((before ++ w ++ between) ++ blanks k ++ after)
    by (rewrite <- !app_assoc; reflexivity).
  apply successors_descend. rewrite app_nil_r.
  apply successors_here; [exact Hk| |].
  - rewrite hd_rev, app_assoc. rewrite last_app.
    pose proof (cost_blanks (differ (last before B) (hd B w)) (differ (last w B) (hd B between))
        (last between B) (hd B after) (hd B w) (last w B)) as Hcost.
    rewrite <- Hspent in Hcost. destruct between as [|c between].
    + change (last [] B) with B in Hcost. unfold tally in *.
      destruct (is_blank (last [] (last (before ++ w) B))), (is_blank (hd B after)); cbn [is_blank] in Hcost; lia.
    + rewrite last_cons in Hcost |- *. lia.
  - right. exists (rev w ++ rev between ++ blanks k ++ rev before).
    rewrite !rev_app_distr, rev_blanks, !rev_involutive, <- !app_assoc. split; [|reflexivity].
    apply (lift_complete k slack _ (rev w) (rev between) [] (rev before) spent Hk); [| | |exact Hle].
    + rewrite rev_length. exact Hw.
    + rewrite <- in_rev. exact HB.
    + cbn [rev app]. rewrite !last_rev, !hd_rev, Hspent, cost_swap.
      f_equal; apply differ_sym.
Qed.
