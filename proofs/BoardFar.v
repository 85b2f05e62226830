(* In a solution of [n] moves, the first block does not land farther than [k] positions from the row.

   Such a landing makes no pair and spends all of the slack, so every later move makes two. The gap beside the block is
   wider than [k] and only grows, so it is never filled, and the block leaves as a whole. Then all coins are back on the
   [2n] positions of the start, and no gap is left: the row alternates, and so does the block. But it was cut out of
   the start. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower.
Import ListNotations.
Open Scope Z_scope.

(** * The number of coins *)

Definition occupied (r : row) (p : Z) : Z := match r p with Some _ => 1 | None => 0 end.

Definition has_coins (r : row) (v : Z) : Prop :=
  exists least, forall b, least <= b -> sum (occupied r) (- b) (Z.to_nat (2 * b)) = v.

Lemma play_coins : forall k r m v, 1 <= k -> legal k r m -> has_coins r v -> has_coins (play k r m) v.
Proof.
  intros k r m v Hk H [least Hv].
  exists (Z.max least (Z.max (Z.abs (source m)) (Z.abs (target m)) + k + 1)). intros b Hb.
  rewrite <- (Hv b) by lia.
  assert (E : forall p, occupied (play k r m) p + (if within (source m) k p then 1 else 0)
    = occupied r p + (if within (target m) k p then 1 else 0)).
  { intros p. pose proof (legal_apart k r m ltac:(lia) H) as Hd.
    assert (Hs : source m <= p < source m + k -> occupied r p = 1 /\ occupied (play k r m) p = 0).
    { intros Hp. unfold occupied. rewrite (play_source k r m p) by (assumption || lia).
      pose proof (legal_source k r m p H Hp). destruct (r p); [tauto|congruence]. }
    assert (Ht : target m <= p < target m + k -> occupied r p = 0 /\ occupied (play k r m) p = 1).
    { intros Hp. unfold occupied. rewrite (play_target k r m p) by lia.
      rewrite (legal_target k r m p H Hp).
      pose proof (legal_source k r m (source m + (p - target m)) H ltac:(lia)).
      destruct (r (source m + (p - target m))); [tauto|congruence]. }
    assert (Hrest : (p < source m \/ source m + k <= p) -> (p < target m \/ target m + k <= p) ->
      occupied (play k r m) p = occupied r p).
    { intros H1 H2. unfold occupied. rewrite play_elsewhere by assumption. reflexivity. }
    split_within; lia. }
  pose proof (sum_ext _ _ (Z.to_nat (2 * b)) (- b) (fun p _ => E p)) as S.
  rewrite !sum_plus in S. rewrite !(sum_within (fun _ => 1)) in S by lia. rewrite !sum_const in S. lia.
Qed.

Lemma start_coins : forall n, 1 <= n -> has_coins (start n) (2 * n).
Proof.
  intros n Hn. exists (2 * n). intros b Hb.
  rewrite (sum_ext _ (fun p => if within 0 (2 * n) p then 1 else 0)).
  - rewrite (sum_within (fun _ => 1)) by lia. rewrite sum_const. lia.
  - intros p _. unfold occupied, start. split_within; reflexivity.
Qed.

Lemma sum_full : forall f size a, (forall p, 0 <= f p <= 1) -> sum f a size = Z.of_nat size ->
  forall p, a <= p < a + Z.of_nat size -> f p = 1.
Proof.
  assert (le : forall f size a, (forall p, 0 <= f p <= 1) -> sum f a size <= Z.of_nat size).
  { intros f size a Hf. revert a. induction size as [|size IH]; intros a; [simpl; lia|].
    rewrite Nat2Z.inj_succ. simpl sum. specialize (IH (a + 1)). specialize (Hf a). lia. }
  intros f size a Hf. revert a. induction size as [|size IH]; intros a H p Hp; [simpl in Hp; lia|].
  rewrite Nat2Z.inj_succ in *. simpl sum in H.
  pose proof (le f size (a + 1) Hf). pose proof (Hf a).
  destruct (Z.eq_dec p a) as [E|E]; [subst p; lia|]. apply (IH (a + 1)); lia.
Qed.

Lemma all_coins_home : forall n r, 1 <= n -> has_coins r (2 * n) -> (forall p, r p <> None -> 0 <= p < 2 * n) ->
  forall p, 0 <= p < 2 * n -> r p <> None.
Proof.
  intros n r Hn [least Hv] Hhome p Hp E.
  specialize (Hv (Z.max least (2 * n)) ltac:(lia)).
  rewrite (sum_ext _ (fun p => if within 0 (2 * n) p then occupied r p else 0)) in Hv.
  2: { intros q _. split_within; [reflexivity|]; unfold occupied; destruct (r q) eqn:Eq; try reflexivity;
       exfalso; assert (0 <= q < 2 * n) by (apply Hhome; congruence); lia. }
  rewrite sum_within in Hv by lia.
  pose proof (sum_full (occupied r) (Z.to_nat (2 * n)) 0) as Hfull.
  assert (Hone : occupied r p = 1).
  { apply Hfull; [|lia|lia]. intros q. unfold occupied. destruct (r q); lia. }
  unfold occupied in Hone. rewrite E in Hone. discriminate.
Qed.

(** * Three coins of the start do not alternate *)

Lemma start_block_mixed : forall n r i t, 0 <= i -> i + 3 <= 2 * n ->
  (forall c, 0 <= c < 3 -> r (t + c) = start n (i + c)) -> ~ alternating n r.
Proof.
  intros n r i t Hi Hn Hblock [first [a Hr]].
  pose proof (Hblock 0 ltac:(lia)) as E0. pose proof (Hblock 1 ltac:(lia)) as E1.
  pose proof (Hblock 2 ltac:(lia)) as E2.
  rewrite Hr in E0, E1, E2.
  replace (t + 0 - first) with (t - first) in E0 by lia.
  replace (t + 1 - first) with (Z.succ (t - first)) in E1 by lia.
  replace (t + 2 - first) with (Z.succ (Z.succ (t - first))) in E2 by lia.
  rewrite !Z.even_succ in E1, E2. rewrite Z.odd_succ in E2. rewrite <- Z.negb_even in E1.
  unfold start in E0, E1, E2. revert E0 E1 E2.
  destruct (Z.even (t - first)), a; split_within; discriminate.
Qed.

(** * The block that is far away *)

(** After a first move that landed at [d]: later moves leave the block there alone. *)
Record far (n k i d : Z) (r : row) : Prop := {
  far_apart : 2 * n + k < d;
  far_inside : 0 <= i /\ i + k <= 2 * n;
  far_block : forall c, 0 <= c < k -> r (d + c) = start n (i + c);
  far_home : forall p, r p <> None -> 0 <= p < 2 * n \/ d <= p < d + k;
  far_coins : has_coins r (2 * n)
}.

(** The next move lands between coins on the positions of the start; its block comes from there, or is the one at
    [d]. *)
Lemma far_next : forall n k i d r m, 1 <= k -> far n k i d r -> legal k r m -> gain k r m = 2 ->
  (1 <= target m /\ target m + k < 2 * n) /\ ((0 <= source m /\ source m + k <= 2 * n) \/ source m = d).
Proof.
  intros n k i d r m Hk [Hapart Hinside Hblock Hhome Hcoins] H Hgain.
  pose proof (legal_apart k r m ltac:(lia) H) as Hd.
  assert (Hstays : forall p, p < target m \/ target m + k <= p -> play k r m p <> None ->
    0 <= p < 2 * n \/ d <= p < d + k).
  { intros p Hp Hcoin. apply Hhome. intros E. apply Hcoin.
    destruct (Z_lt_ge_dec p (source m)) as [|H1]; [rewrite play_elsewhere by lia; exact E|].
    destruct (Z_lt_ge_dec p (source m + k)) as [|H2]; [|rewrite play_elsewhere by lia; exact E].
    apply play_source; [lia|exact H|lia]. }
  assert (Hfree : forall p, d <= p < d + k -> ~ (target m <= p < target m + k)).
  { intros p Hp Ht. pose proof (legal_target k r m p H Ht) as E.
    replace p with (d + (p - d)) in E by lia. rewrite Hblock in E by lia. revert E.
    unfold start. split_within; discriminate. }
  unfold gain in Hgain.
  pose proof (pair_bounds (play k r m) (target m - 1)). pose proof (pair_bounds (play k r m) (target m + k - 1)).
  pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + k - 1)).
  assert (Hl : 0 <= target m - 1 < 2 * n \/ d <= target m - 1 < d + k).
  { apply Hstays; [lia|]. intros E. rewrite (no_pair_left (play k r m) (target m - 1)) in Hgain by exact E. lia. }
  assert (Hr : 0 <= target m + k < 2 * n \/ d <= target m + k < d + k).
  { apply Hstays; [lia|]. intros E. rewrite (no_pair_right (play k r m) (target m + k - 1)) in Hgain; [lia|].
    rewrite <- E. f_equal. lia. }
  split.
  - pose proof (Hfree d ltac:(lia)) as Hfree1. pose proof (Hfree (target m + k - 1)) as Hfree2.
    pose proof (Hfree (target m)) as Hfree3. lia.
  - assert (Hsource : forall c, 0 <= c < k -> 0 <= source m + c < 2 * n \/ d <= source m + c < d + k).
    { intros c Hc. apply Hhome. apply H. exact Hc. }
    pose proof (Hsource 0 ltac:(lia)) as Hs1. pose proof (Hsource (k - 1) ltac:(lia)) as Hs2. lia.
Qed.

Lemma far_stays : forall n k i d r m, 1 <= k -> far n k i d r -> legal k r m ->
  1 <= target m /\ target m + k < 2 * n -> 0 <= source m /\ source m + k <= 2 * n -> far n k i d (play k r m).
Proof.
  intros n k i d r m Hk [Hapart Hinside Hblock Hhome Hcoins] H Ht Hs. split.
  - exact Hapart.
  - exact Hinside.
  - intros c Hc. rewrite play_elsewhere by lia. apply Hblock, Hc.
  - intros p Hp. destruct (Z_lt_ge_dec p (2 * n)) as [H1|H1].
    + destruct (Z_lt_ge_dec p 0) as [H2|H2]; [|lia]. apply Hhome. rewrite play_elsewhere in Hp by lia. exact Hp.
    + apply Hhome. rewrite play_elsewhere in Hp by lia. exact Hp.
  - apply play_coins; assumption.
Qed.

(** When it has left, no move can make two pairs. *)
Lemma far_left : forall n k r m, 1 <= k -> 1 <= n -> has_coins r (2 * n) ->
  (forall p, r p <> None -> 0 <= p < 2 * n) -> legal k r m -> gain k r m < 2.
Proof.
  intros n k r m Hk Hn Hcoins Hhome H.
  destruct (Z_lt_ge_dec (gain k r m) 2) as [|Hgain]; [assumption|]. exfalso.
  pose proof (all_coins_home n r Hn Hcoins Hhome) as Hfull.
  assert (Hfree : forall p, target m <= p < target m + k -> p < 0 \/ 2 * n <= p).
  { intros p Hp. pose proof (legal_target k r m p H Hp) as E.
    destruct (Z_lt_ge_dec p 0); [lia|]. destruct (Z_lt_ge_dec p (2 * n)); [|lia].
    exfalso. apply (Hfull p); [lia|exact E]. }
  pose proof (legal_apart k r m ltac:(lia) H) as Hd.
  assert (Hstays : forall p, p < target m \/ target m + k <= p -> play k r m p <> None -> 0 <= p < 2 * n).
  { intros p Hp Hcoin. apply Hhome. intros E. apply Hcoin.
    destruct (Z_lt_ge_dec p (source m)) as [|H1]; [rewrite play_elsewhere by lia; exact E|].
    destruct (Z_lt_ge_dec p (source m + k)) as [|H2]; [|rewrite play_elsewhere by lia; exact E].
    apply play_source; [lia|exact H|lia]. }
  unfold gain in Hgain.
  pose proof (pair_bounds (play k r m) (target m - 1)). pose proof (pair_bounds (play k r m) (target m + k - 1)).
  pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + k - 1)).
  assert (Hl : 0 <= target m - 1 < 2 * n).
  { apply Hstays; [lia|]. intros E. rewrite (no_pair_left (play k r m) (target m - 1)) in Hgain by exact E. lia. }
  assert (Hr : 0 <= target m + k < 2 * n).
  { apply Hstays; [lia|]. intros E. rewrite (no_pair_right (play k r m) (target m + k - 1)) in Hgain; [lia|].
    rewrite <- E. f_equal. lia. }
  pose proof (Hfree (target m) ltac:(lia)). lia.
Qed.

Lemma far_tight_fails : forall n k i d, 3 <= k -> 2 <= n -> forall rest r,
  far n k i d r -> has_pairs r (2 * n - 1 - 2 * Z.of_nat (length rest)) -> ~ reaches k n r rest.
Proof.
  intros n k i d Hk Hn rest. induction rest as [|m rest IH]; intros r Hfar Hpairs H; cbn [reaches] in H.
  - destruct Hfar as [Hapart Hinside Hblock Hhome Hcoins].
    apply (start_block_mixed n r i d); [lia|lia| |exact H]. intros c Hc. apply Hblock. lia.
  - destruct H as [Hlegal H].
    pose proof (gain_pairs k r m _ ltac:(lia) Hlegal Hpairs) as Hpairs'.
    pose proof (reaches_pairs k n ltac:(lia) ltac:(lia) rest _ _ Hpairs' H) as Hleft.
    pose proof (gain_bound k r m) as Hbound. cbn [length] in *.
    destruct (far_next n k i d r m ltac:(lia) Hfar Hlegal ltac:(lia)) as [Ht [Hs|Hs]].
    + apply (IH (play k r m)); [|replace (2 * n - 1 - 2 * Z.of_nat (length rest)) with
        (2 * n - 1 - 2 * Z.of_nat (S (length rest)) + gain k r m) by lia; exact Hpairs'|exact H].
      apply far_stays; (assumption || lia).
    + destruct Hfar as [Hapart Hinside Hblock Hhome Hcoins].
      destruct rest as [|m' rest]; cbn [reaches] in H.
      * apply (start_block_mixed n (play k r m) i (target m)); [lia|lia| |exact H]. intros c Hc.
        rewrite play_target by lia. rewrite Hs. rewrite <- Hblock by lia. f_equal. lia.
      * destruct H as [Hlegal' H].
        pose proof (gain_pairs k _ m' _ ltac:(lia) Hlegal' Hpairs') as Hpairs''.
        pose proof (reaches_pairs k n ltac:(lia) ltac:(lia) rest _ _ Hpairs'' H) as Hleft'.
        cbn [length] in *.
        assert (Hlow : gain k (play k r m) m' < 2).
        { apply (far_left n k); [lia|lia|apply play_coins; (assumption || lia)| |exact Hlegal'].
          intros p Hp. destruct (Z_lt_ge_dec p (target m)) as [H1|H1];
            [|destruct (Z_lt_ge_dec p (target m + k)) as [H2|H2]; [lia|]].
          all: destruct (Z_lt_ge_dec p d) as [H3|H3];
            [rewrite play_elsewhere in Hp by lia; specialize (Hhome p Hp); lia|].
          all: destruct (Z_lt_ge_dec p (d + k)) as [H4|H4];
            [rewrite play_source in Hp by (assumption || lia); congruence
            |rewrite play_elsewhere in Hp by lia; specialize (Hhome p Hp); lia]. }
        lia.
Qed.

(** With [k = 2] and [n = 2], the block is [ox], and does not fit back between [o] and [x]. *)
Lemma far_two : forall d r m, far 2 2 1 d r -> r 0 = Some nickel -> legal 2 r m -> gain 2 r m < 2.
Proof.
  intros d r m Hfar Hzero Hlegal. pose proof (gain_bound 2 r m) as Hbound.
  destruct (Z_lt_ge_dec (gain 2 r m) 2) as [|Hgain]; [assumption|]. exfalso.
  destruct (far_next 2 2 1 d r m ltac:(lia) Hfar Hlegal ltac:(lia)) as [Ht Hs].
  assert (Htarget : target m = 1) by lia.
  destruct Hs as [Hs|Hs].
  - assert (Hsource : source m = 0 \/ source m = 1 \/ source m = 2) by lia.
    destruct (Z.eq_dec (source m) 0) as [E|E].
    + apply (legal_source 2 r m 1 Hlegal); [lia|]. apply (legal_target 2 r m 1 Hlegal). lia.
    + apply (legal_source 2 r m 2 Hlegal); [lia|]. apply (legal_target 2 r m 2 Hlegal). lia.
  - unfold gain in Hgain.
    pose proof (pair_bounds (play 2 r m) (target m + 2 - 1)).
    pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + 2 - 1)).
    assert (E : pair_at (play 2 r m) (target m - 1) = 0); [|lia].
    destruct Hfar as [Hapart Hinside Hblock Hhome Hcoins].
    unfold pair_at. rewrite (play_elsewhere 2 r m) by lia. rewrite (play_target 2 r m) by lia.
    replace (source m + (target m - 1 + 1 - target m)) with (d + 0) by lia.
    replace (target m - 1) with 0 by lia.
    rewrite Hzero, Hblock by lia. reflexivity.
Qed.

Theorem far_fails : forall k n m rest, 2 <= k -> 2 <= n -> (3 <= k \/ n = 2) ->
  legal k (start n) m -> 2 * n + k < target m -> Z.of_nat (length rest) + 1 = n ->
  ~ reaches k n (play k (start n) m) rest.
Proof.
  intros k n m rest Hk Hn Hcase Hlegal Hfar Hlength H.
  assert (Hcoin : forall c, 0 <= c < k -> 0 <= source m + c < 2 * n).
  { intros c Hc. destruct (Hlegal c Hc) as [Hs _]. unfold start in Hs. revert Hs. split_within; intros; try lia.
    congruence. }
  pose proof (Hcoin 0 ltac:(lia)) as Hfirst. pose proof (Hcoin (k - 1) ltac:(lia)) as Hlast.
  pose proof (start_pairs n ltac:(lia)) as Hstart.
  pose proof (gain_pairs k _ m 1 ltac:(lia) Hlegal Hstart) as Hpairs.
  pose proof (reaches_pairs k n ltac:(lia) ltac:(lia) rest _ _ Hpairs H) as Hleft.
  assert (Hnone : forall p, 2 * n <= p -> p < target m \/ target m + k <= p -> play k (start n) m p = None).
  { intros p Hp Ht. rewrite play_elsewhere by lia. apply start_free. lia. }
  assert (Hgain : gain k (start n) m = - pair_at (start n) (source m - 1) - pair_at (start n) (source m + k - 1)).
  { unfold gain. rewrite no_pair_left by (apply Hnone; lia).
    rewrite (no_pair_right (play k (start n) m)); [lia|]. apply Hnone; lia. }
  pose proof (pair_bounds (start n) (source m - 1)) as Hb1.
  pose proof (pair_bounds (start n) (source m + k - 1)) as Hb2.
  assert (Hzero : gain k (start n) m = 0) by lia. rewrite Hzero in Hpairs.
  assert (Hinv : far n k (source m) (target m) (play k (start n) m)).
  { split.
    - exact Hfar.
    - lia.
    - intros c Hc. rewrite play_target by lia. f_equal. lia.
    - intros p Hp. destruct (Z_lt_ge_dec p (target m)) as [H1|H1].
      + destruct (Z_lt_ge_dec p (2 * n)) as [H2|H2]; [|rewrite Hnone in Hp by lia; congruence].
        destruct (Z_lt_ge_dec p 0) as [H3|H3]; [|lia].
        rewrite play_elsewhere, start_free in Hp by lia. congruence.
      + destruct (Z_lt_ge_dec p (target m + k)) as [H2|H2]; [lia|]. rewrite Hnone in Hp by lia. congruence.
    - apply play_coins; [lia|exact Hlegal|apply start_coins; lia]. }
  destruct Hcase as [Hk3|Hn2].
  - apply (far_tight_fails n k _ _ Hk3 Hn rest _ Hinv); [|exact H].
    replace (2 * n - 1 - 2 * Z.of_nat (length rest)) with (1 + 0) by lia. exact Hpairs.
  - destruct (Z_le_gt_dec 3 k) as [Hk3|Hk2].
    + apply (far_tight_fails n k _ _ Hk3 Hn rest _ Hinv); [|exact H].
      replace (2 * n - 1 - 2 * Z.of_nat (length rest)) with (1 + 0) by lia. exact Hpairs.
    + assert (E : k = 2) by lia. subst k n.
      destruct rest as [|m' [|m'' rest]]; simpl in Hlength; try lia.
      cbn [reaches] in H. destruct H as [Hlegal' H].
      assert (Hsource : source m = 1).
      { assert (Hsome : source m = 0 \/ source m = 1 \/ source m = 2) by lia.
        destruct Hsome as [E|[E|E]]; [|exact E|]; exfalso; rewrite E in Hgain, Hb1, Hb2;
          change (pair_at (start 2) (0 + 2 - 1)) with 1 in Hgain; change (pair_at (start 2) (2 - 1)) with 1 in Hgain;
          lia. }
      rewrite Hsource in Hinv.
      assert (Hnickel : play 2 (start 2) m 0 = Some nickel) by (rewrite play_elsewhere by lia; reflexivity).
      pose proof (far_two _ _ m' Hinv Hnickel Hlegal') as Hlow.
      pose proof (gain_pairs 2 _ m' _ ltac:(lia) Hlegal' Hpairs) as Hpairs'.
      pose proof (reaches_pairs 2 2 ltac:(lia) ltac:(lia) [] _ _ Hpairs' H) as Hleft'. cbn [length] in Hleft'. lia.
Qed.
