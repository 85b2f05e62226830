(* With [k] = 2, two nickels and two pennies cannot be alternated at all.

   Take the positions of the four coins with alternating signs. A block of two neighbours adds 1 or -1 to the sum,
   according to its place among the coins. So a move changes the sum by 0, 2 or -2, and changes the order of the coins
   in step with it: modulo 6, the order tells the sum. The goal has the sum of the start, but another order. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows.
Import ListNotations.
Open Scope Z_scope.

(** The orders with two coins of each kind. *)
Definition balanced (a b c d : coin) : bool :=
  match a, b, c, d with
  | nickel, nickel, penny, penny | penny, penny, nickel, nickel => true
  | nickel, penny, nickel, penny | penny, nickel, penny, nickel => true
  | nickel, penny, penny, nickel | penny, nickel, nickel, penny => true
  | _, _, _, _ => false
  end.

(** What an order adds to the sum, modulo 6. *)
Definition class (a b c : coin) : Z :=
  match a, b, c with
  | nickel, nickel, _ | penny, penny, _ => 0
  | nickel, penny, nickel | penny, nickel, penny => 2
  | _, _, _ => 4
  end.

Definition four (p1 p2 p3 p4 : Z) (a b c d : coin) : row :=
  fun p =>
    if p =? p1 then Some a else if p =? p2 then Some b else if p =? p3 then Some c else if p =? p4 then Some d
    else None.

Definition in_step (r : row) : Prop :=
  exists p1 p2 p3 p4 a b c d turns, same r (four p1 p2 p3 p4 a b c d) /\ p1 < p2 < p3 /\ p3 < p4 /\
    balanced a b c d = true /\ p2 - p1 + p4 - p3 - class a b c - 2 = 6 * turns.

Lemma start_in_step : in_step (start 2).
Proof.
  exists 0, 1, 2, 3, nickel, nickel, penny, penny, 0. split; [|repeat split; lia].
  intros p. unfold start, four.
  destruct (Z.eqb_spec p 0), (Z.eqb_spec p 1), (Z.eqb_spec p 2), (Z.eqb_spec p 3); split_within;
    try lia; reflexivity.
Qed.

(** How the order changes when a block takes another place. *)
Lemma orders : forall a b c d, balanced a b c d = true ->
  (balanced c d a b = true /\ class c d a = class a b c) /\
  (balanced c a b d = true /\ exists e, class c a b = class a b c - 2 + 6 * e) /\
  (balanced a c d b = true /\ exists e, class a c d = class a b c - 2 + 6 * e) /\
  (balanced b c a d = true /\ exists e, class b c a = class a b c + 2 + 6 * e) /\
  (balanced a d b c = true /\ exists e, class a d b = class a b c + 2 + 6 * e).
Proof.
  intros [] [] [] [] H; try discriminate H; repeat split;
    first [exists 0; reflexivity | exists 1; reflexivity | exists (-1); reflexivity].
Qed.

(** The row after a move is given: checks it at each position. *)
Ltac check_row Hr H12 H34 Ht0 Ht1 Hs' Ht :=
  let p := fresh "p" in
  clear - Hr H12 H34 Ht0 Ht1 Hs' Ht; intros p; unfold play; cbn [source target]; rewrite !Hr; unfold four;
  split_within; repeat match goal with |- context [?x =? ?y] => destruct (Z.eqb_spec x y); try (exfalso; lia) end;
  reflexivity.

Lemma play_in_step : forall r m, in_step r -> legal 2 r m -> in_step (play 2 r m).
Proof.
  intros r m [p1 [p2 [p3 [p4 [a [b [c [d [turns [Hr [H12 [H34 [Hbalanced Hsum]]]]]]]]]]]]] H.
  assert (Hcoin : forall p, r p <> None -> p = p1 \/ p = p2 \/ p = p3 \/ p = p4).
  { intros p Hp. rewrite Hr in Hp. unfold four in Hp.
    destruct (Z.eqb_spec p p1), (Z.eqb_spec p p2), (Z.eqb_spec p p3), (Z.eqb_spec p p4); tauto. }
  assert (Hfree : forall p, r p = None -> p <> p1 /\ p <> p2 /\ p <> p3 /\ p <> p4).
  { intros p Hp. rewrite Hr in Hp. unfold four in Hp.
    destruct (Z.eqb_spec p p1), (Z.eqb_spec p p2), (Z.eqb_spec p p3), (Z.eqb_spec p p4);
      try discriminate Hp; tauto. }
  destruct (H 0 ltac:(lia)) as [Hs0 Ht0]. destruct (H 1 ltac:(lia)) as [Hs1 Ht1].
  apply Hcoin in Hs0, Hs1. apply Hfree in Ht0, Ht1. clear H Hcoin Hfree.
  destruct m as [s t]. cbn [source target] in *. replace (s + 0) with s in * by lia. replace (t + 0) with t in * by lia.
  destruct (orders a b c d Hbalanced)
    as [[B31 E31] [[B12 [e12 E12]] [[B32 [e32 E32]] [[B21 [e21 E21]] [B23 [e23 E23]]]]]].
  assert (Hsource : s = p1 /\ p2 = s + 1 \/ s = p2 /\ p3 = s + 1 \/ s = p3 /\ p4 = s + 1)
    by (clear - Hs0 Hs1 H12 H34; lia).
  clear Hs0 Hs1.
  destruct Hsource as [[Hs Hs']|[[Hs Hs']|[Hs Hs']]]; subst s.
  - assert (Htarget : t + 1 < p3 \/ p3 < t /\ t + 1 < p4 \/ p4 < t) by (clear - Ht0 Ht1 Hs' H12 H34; lia).
    destruct Htarget as [Ht|[Ht|Ht]].
    + exists t, (t + 1), p3, p4, a, b, c, d, turns.
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p3, t, (t + 1), p4, c, a, b, d, (turns - e12).
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p3, p4, t, (t + 1), c, d, a, b, turns.
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
  - assert (Htarget : t + 1 < p1 \/ p1 < t /\ t + 1 < p4 \/ p4 < t) by (clear - Ht0 Ht1 Hs' H12 H34; lia).
    destruct Htarget as [Ht|[Ht|Ht]].
    + exists t, (t + 1), p1, p4, b, c, a, d, (turns - e21).
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p1, t, (t + 1), p4, a, b, c, d, turns.
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p1, p4, t, (t + 1), a, d, b, c, (turns - e23).
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
  - assert (Htarget : t + 1 < p1 \/ p1 < t /\ t + 1 < p2 \/ p2 < t) by (clear - Ht0 Ht1 Hs' H12 H34; lia).
    destruct Htarget as [Ht|[Ht|Ht]].
    + exists t, (t + 1), p1, p2, c, d, a, b, turns.
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p1, t, (t + 1), p2, a, c, d, b, (turns - e32).
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
    + exists p1, p2, t, (t + 1), a, b, c, d, turns.
      split; [check_row Hr H12 H34 Ht0 Ht1 Hs' Ht|repeat split; (assumption || lia)].
Qed.

Lemma in_step_not_alternating : forall r, in_step r -> ~ alternating 2 r.
Proof.
  intros r [p1 [p2 [p3 [p4 [a [b [c [d [turns [Hr [H12 [H34 [Hbalanced Hsum]]]]]]]]]]]]] [first [g Hg]].
  assert (Hcoin : forall i, 0 <= i < 4 -> first + i = p1 \/ first + i = p2 \/ first + i = p3 \/ first + i = p4).
  { intros i Hi. pose proof (Hg (first + i)) as E. rewrite within_true, Hr in E by lia. unfold four in E.
    destruct (Z.eqb_spec (first + i) p1), (Z.eqb_spec (first + i) p2), (Z.eqb_spec (first + i) p3),
      (Z.eqb_spec (first + i) p4); try tauto. discriminate E. }
  pose proof (Hcoin 0 ltac:(lia)) as C0. pose proof (Hcoin 1 ltac:(lia)) as C1.
  pose proof (Hcoin 2 ltac:(lia)) as C2. pose proof (Hcoin 3 ltac:(lia)) as C3.
  assert (E : p1 = first /\ p2 = first + 1 /\ p3 = first + 2 /\ p4 = first + 3) by lia.
  destruct E as [E1 [E2 [E3 E4]]]. clear Hcoin C0 C1 C2 C3.
  assert (Hcolour : forall i, 0 <= i < 4 ->
    four p1 p2 p3 p4 a b c d (first + i) = Some (if Z.even i then g else other g)).
  { intros i Hi. rewrite <- Hr, Hg, within_true by lia. replace (first + i - first) with i by lia. reflexivity. }
  subst p1 p2 p3 p4. unfold four in Hcolour.
  pose proof (Hcolour 0 ltac:(lia)) as F0. pose proof (Hcolour 1 ltac:(lia)) as F1.
  pose proof (Hcolour 2 ltac:(lia)) as F2. clear Hcolour.
  replace (first + 0 =? first) with true in F0 by (symmetry; apply Z.eqb_eq; lia).
  replace (first + 1 =? first) with false in F1 by (symmetry; apply Z.eqb_neq; lia). rewrite Z.eqb_refl in F1.
  replace (first + 2 =? first) with false in F2 by (symmetry; apply Z.eqb_neq; lia).
  replace (first + 2 =? first + 1) with false in F2 by (symmetry; apply Z.eqb_neq; lia). rewrite Z.eqb_refl in F2.
  injection F0 as F0. injection F1 as F1. injection F2 as F2. subst a b c.
  assert (E : class g (other g) g = 2) by (destruct g; reflexivity).
  cbn [Z.even] in Hsum. rewrite E in Hsum. lia.
Qed.

Theorem unsolvable_two : forall moves, ~ solves 2 2 moves.
Proof.
  assert (Hall : forall moves r, in_step r -> ~ reaches 2 2 r moves).
  { intros moves. induction moves as [|m rest IH]; intros r Hr H; cbn [reaches] in H.
    - exact (in_step_not_alternating r Hr H).
    - destruct H as [Hlegal H]. exact (IH _ (play_in_step r m Hr Hlegal) H). }
  intros moves. exact (Hall moves (start 2) start_in_step).
Qed.
