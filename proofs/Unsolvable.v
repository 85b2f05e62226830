(* With [k = 2n - 1], every move leaves one coin where it is, and only rotates the row: there is no solution. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower.
Import ListNotations.
Open Scope Z_scope.

Lemma within_not : forall first length p,
  within first length p = false -> p < first \/ first + length <= p.
Proof. intros first length p H. generalize (within_spec first length p). rewrite H. trivial. Qed.

(** The coins of the start, repeated in both directions. *)
Definition cycle (n q : Z) : coin := if q mod (2 * n) <? n then nickel else penny.

(** A block of [2n - 1] coins at [first], and the coin that is missing in the cycle at [single]. *)
Definition rotated (n : Z) (r : row) : Prop :=
  exists first single turn, (single < first \/ first + (2 * n - 1) <= single) /\
    forall p, r p =
      if within first (2 * n - 1) p then Some (cycle n (turn + (p - first)))
      else if p =? single then Some (cycle n (turn - 1)) else None.

Lemma cycle_period : forall n q, 1 <= n -> cycle n (q + 2 * n) = cycle n q.
Proof.
  intros n q Hn. unfold cycle. replace (q + 2 * n) with (q + 1 * (2 * n)) by lia.
  rewrite Z.mod_add by lia. reflexivity.
Qed.

Lemma start_rotated : forall n, 1 <= n -> rotated n (start n).
Proof.
  intros n Hn. exists 0, (2 * n - 1), 0. split; [lia|]. intros p. unfold start.
  rewrite <- (cycle_period n (0 - 1)) by assumption. unfold cycle.
  rewrite (Z.mod_small (0 - 1 + 2 * n)) by lia.
  replace (0 - 1 + 2 * n <? n) with false by (symmetry; apply Z.ltb_ge; lia).
  destruct (within 0 (2 * n - 1) p) eqn:W.
  - apply within_iff in W. rewrite Z.mod_small by lia.
    destruct (0 + (p - 0) <? n) eqn:E; [apply Z.ltb_lt in E | apply Z.ltb_ge in E]; split_within; reflexivity.
  - apply within_not in W.
    destruct (p =? 2 * n - 1) eqn:E; [apply Z.eqb_eq in E | apply Z.eqb_neq in E]; split_within; reflexivity.
Qed.

(** A block that holds the single coin leaves the coin at the other end of the row behind. *)
Lemma play_rotated : forall n r m, 2 <= n -> rotated n r -> legal (2 * n - 1) r m ->
  rotated n (play (2 * n - 1) r m).
Proof.
  intros n r m Hn [first [single [turn [Hsingle Hr]]]] H.
  pose proof (legal_apart (2 * n - 1) r m ltac:(lia) H) as Hd.
  assert (Hcoin : forall p, source m <= p < source m + (2 * n - 1) ->
    first <= p < first + (2 * n - 1) \/ p = single).
  { intros p Hp. pose proof (legal_source _ r m p H Hp) as E. rewrite Hr in E.
    destruct (within first (2 * n - 1) p) eqn:W; [apply within_iff in W; lia|].
    destruct (Z.eqb_spec p single) as [|]; [lia|]. congruence. }
  assert (Hfree : forall p, target m <= p < target m + (2 * n - 1) ->
    (p < first \/ first + (2 * n - 1) <= p) /\ p <> single).
  { intros p Hp. pose proof (legal_target _ r m p H Hp) as E. rewrite Hr in E.
    destruct (within first (2 * n - 1) p) eqn:W; [discriminate|]. apply within_not in W.
    destruct (Z.eqb_spec p single) as [|]; [discriminate|]. lia. }
  pose proof (Hcoin (source m) ltac:(lia)) as H0. pose proof (Hcoin (source m + 1) ltac:(lia)) as H1.
  pose proof (Hcoin (source m + (2 * n - 2)) ltac:(lia)) as H2.
  pose proof (Hcoin (source m + (2 * n - 3)) ltac:(lia)) as H3.
  assert (Hcase : source m = first
    \/ source m = first - 1 /\ single = first - 1
    \/ source m = first + 1 /\ single = first + (2 * n - 1)) by lia.
  destruct Hcase as [Hs|[[Hs Hx]|[Hs Hx]]].
  - exists (target m), single, turn. split.
    { destruct (Z_lt_ge_dec single (target m)); [left; lia|]. right.
      destruct (Z_le_gt_dec (target m + (2 * n - 1)) single); [lia|]. exfalso.
      destruct (Hfree single ltac:(lia)) as [_ E]. congruence. }
    intros p. unfold play. destruct (within (target m) (2 * n - 1) p) eqn:W1.
    + apply within_iff in W1. rewrite Hr. split_within. do 2 f_equal. lia.
    + rewrite Hr. destruct (Z.eqb_spec p single) as [E|E]; split_within; reflexivity.
  - exists (target m), (first + (2 * n - 2)), (turn - 1). split.
    { destruct (Z_lt_ge_dec (first + (2 * n - 2)) (target m)); [left; lia|]. right.
      destruct (Z_le_gt_dec (target m + (2 * n - 1)) (first + (2 * n - 2))); [lia|]. exfalso.
      destruct (Hfree (first + (2 * n - 2)) ltac:(lia)) as [E _]. lia. }
    intros p. unfold play. destruct (within (target m) (2 * n - 1) p) eqn:W1.
    + apply within_iff in W1. rewrite Hr.
      destruct (Z.eqb_spec (source m + (p - target m)) single) as [E|E]; split_within; do 2 f_equal; lia.
    + apply within_not in W1. rewrite Hr.
      destruct (Z.eqb_spec p (first + (2 * n - 2))) as [E|E]; destruct (Z.eqb_spec p single) as [E'|E'];
        split_within; try reflexivity.
      f_equal. rewrite <- (cycle_period n (turn - 1 - 1)) by lia. f_equal. lia.
  - exists (target m), first, (turn + 1). split.
    { destruct (Z_lt_ge_dec first (target m)); [left; lia|]. right.
      destruct (Z_le_gt_dec (target m + (2 * n - 1)) first); [lia|]. exfalso.
      destruct (Hfree first ltac:(lia)) as [E _]. lia. }
    intros p. unfold play. destruct (within (target m) (2 * n - 1) p) eqn:W1.
    + apply within_iff in W1. rewrite Hr.
      destruct (Z.eqb_spec (source m + (p - target m)) single) as [E|E]; split_within; f_equal.
      * rewrite <- (cycle_period n (turn - 1)) by lia. f_equal. lia.
      * f_equal. lia.
    + apply within_not in W1. rewrite Hr.
      destruct (Z.eqb_spec p first) as [E|E]; destruct (Z.eqb_spec p single) as [E'|E'];
        split_within; try reflexivity.
      do 2 f_equal. lia.
Qed.

(** One of the two places where the cycle has equal neighbours is inside the block. *)
Lemma rotated_not_alternating : forall n r, 2 <= n -> rotated n r -> ~ alternating n r.
Proof.
  intros n r Hn [first [single [turn [Hsingle Hr]]]] [begin [c Hc]].
  assert (Hdiffer : forall q, 0 <= q < 2 * n - 2 -> cycle n (turn + q) <> cycle n (turn + (q + 1))).
  { intros q Hq E. pose proof (Hr (first + q)) as E1. pose proof (Hr (first + q + 1)) as E2.
    rewrite Hc in E1, E2.
    replace (within first (2 * n - 1) (first + q)) with true in E1 by (symmetry; apply within_true; lia).
    replace (within first (2 * n - 1) (first + q + 1)) with true in E2 by (symmetry; apply within_true; lia).
    replace (first + q - first) with q in E1 by lia. replace (first + q + 1 - first) with (q + 1) in E2 by lia.
    rewrite E in E1. destruct (within begin (2 * n) (first + q)); [|discriminate].
    destruct (within begin (2 * n) (first + q + 1)); [|discriminate].
    replace (first + q + 1 - begin) with (Z.succ (first + q - begin)) in E2 by lia.
    rewrite Z.even_succ, <- Z.negb_even in E2. rewrite <- E2 in E1.
    destruct (Z.even (first + q - begin)), c; discriminate. }
  assert (Hequal : forall t q, (0 <= t /\ t + 1 < n \/ n <= t /\ t + 1 < 2 * n) ->
    q = (t - turn) mod (2 * n) -> cycle n (turn + q) = cycle n (turn + (q + 1))).
  { intros t q Ht Hq.
    assert (Hmod : (turn + q) mod (2 * n) = t).
    { rewrite Hq, Z.add_mod_idemp_r by lia. replace (turn + (t - turn)) with t by lia. apply Z.mod_small. lia. }
    assert (Hmod' : (turn + (q + 1)) mod (2 * n) = t + 1).
    { replace (turn + (q + 1)) with (turn + q + 1) by lia. rewrite <- Z.add_mod_idemp_l by lia.
      rewrite Hmod. apply Z.mod_small. lia. }
    unfold cycle. rewrite Hmod, Hmod'.
    destruct (Z.ltb_spec t n) as [|]; destruct (Z.ltb_spec (t + 1) n) as [|]; try reflexivity; lia. }
  pose proof (Z.mod_pos_bound (0 - turn) (2 * n) ltac:(lia)) as B0.
  destruct (Z_lt_ge_dec ((0 - turn) mod (2 * n)) (2 * n - 2)) as [Hin|Hout].
  - apply (Hdiffer ((0 - turn) mod (2 * n))); [lia|]. apply (Hequal 0); [lia|reflexivity].
  - assert (E : (n - turn) mod (2 * n) = (0 - turn) mod (2 * n) - n).
    { replace (n - turn) with (n + (0 - turn)) by lia. rewrite <- Z.add_mod_idemp_r by lia.
      replace (n + (0 - turn) mod (2 * n)) with ((0 - turn) mod (2 * n) - n + 1 * (2 * n)) by lia.
      rewrite Z.mod_add by lia. apply Z.mod_small. lia. }
    apply (Hdiffer ((n - turn) mod (2 * n))); [lia|]. apply (Hequal n); [lia|reflexivity].
Qed.

Theorem unsolvable : forall n moves, 2 <= n -> ~ solves (2 * n - 1) n moves.
Proof.
  intros n moves Hn.
  assert (Hall : forall r, rotated n r -> ~ reaches (2 * n - 1) n r moves).
  { induction moves as [|m rest IH]; intros r Hr H; cbn [reaches] in H.
    - exact (rotated_not_alternating n r Hn Hr H).
    - destruct H as [Hlegal H]. exact (IH _ (play_rotated n r m Hn Hr Hlegal) H). }
  apply Hall. apply start_rotated. lia.
Qed.
