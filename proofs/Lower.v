(* The lower bound: a solution has at least [n] moves (Theorem 2.1.1). A pair is two adjacent coins of different kinds.
   We count the pairs of a row in a window that is wide enough. A move changes this count only at the ends of the
   block: it gains at most two pairs, and the first move gains at most one. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows.
Import ListNotations.
Open Scope Z_scope.

(** * Sums over consecutive positions *)

Fixpoint sum (f : Z -> Z) (a : Z) (size : nat) : Z :=
  match size with
  | O => 0
  | S rest => f a + sum f (a + 1) rest
  end.

Lemma sum_ext : forall f g size a,
  (forall p, a <= p < a + Z.of_nat size -> f p = g p) -> sum f a size = sum g a size.
Proof.
  intros f g size. induction size as [|size IH]; intros a H; simpl.
  - reflexivity.
  - rewrite (H a) by lia. rewrite (IH (a + 1)); [reflexivity|]. intros p Hp. apply H. lia.
Qed.

Lemma sum_plus : forall f g size a, sum (fun p => f p + g p) a size = sum f a size + sum g a size.
Proof.
  intros f g size. induction size as [|size IH]; intros a; simpl; [reflexivity|]. rewrite IH. lia.
Qed.

Lemma sum_const : forall v size a, sum (fun _ => v) a size = v * Z.of_nat size.
Proof.
  intros v size. induction size as [|size IH]; intros a; [simpl; lia|].
  rewrite Nat2Z.inj_succ. simpl sum. rewrite IH. lia.
Qed.

Lemma sum_app : forall f size1 size2 a,
  sum f a (size1 + size2) = sum f a size1 + sum f (a + Z.of_nat size1) size2.
Proof.
  intros f size1 size2. induction size1 as [|size1 IH]; intros a.
  - simpl. replace (a + 0) with a by lia. reflexivity.
  - rewrite Nat2Z.inj_succ. simpl. rewrite IH.
    replace (a + 1 + Z.of_nat size1) with (a + Z.succ (Z.of_nat size1)) by lia. lia.
Qed.

Lemma sum_shift : forall f d size a, sum (fun p => f (p + d)) a size = sum f (a + d) size.
Proof.
  intros f d size. induction size as [|size IH]; intros a; simpl; [reflexivity|].
  rewrite IH. replace (a + 1 + d) with (a + d + 1) by lia. reflexivity.
Qed.

(** A summand that vanishes outside a part of the window can be summed over that part alone. *)
Lemma sum_within : forall f first len a size,
  0 <= len -> a <= first -> first + len <= a + Z.of_nat size ->
  sum (fun p => if within first len p then f p else 0) a size = sum f first (Z.to_nat len).
Proof.
  intros f first len a size Hlen Ha Hsize.
  replace size with (Z.to_nat (first - a) + (Z.to_nat len + Z.to_nat (a + Z.of_nat size - first - len)))%nat by lia.
  rewrite sum_app, sum_app.
  rewrite (sum_ext _ (fun _ => 0) (Z.to_nat (first - a))).
  2: { intros p Hp. split_within; lia. }
  replace (a + Z.of_nat (Z.to_nat (first - a))) with first by lia.
  rewrite (sum_ext _ f (Z.to_nat len)).
  2: { intros p Hp. split_within; lia. }
  rewrite (sum_ext _ (fun _ => 0) (Z.to_nat (a + Z.of_nat size - first - len))).
  2: { intros p Hp. split_within; lia. }
  rewrite !sum_const. lia.
Qed.

Lemma sum_single : forall f at_ a size,
  a <= at_ < a + Z.of_nat size ->
  sum (fun p => if within at_ 1 p then f p else 0) a size = f at_.
Proof. intros f at_ a size H. rewrite sum_within by lia. simpl. lia. Qed.

(** * Pairs *)

Definition unlike (a b : option coin) : Z :=
  match a, b with
  | Some nickel, Some penny | Some penny, Some nickel => 1
  | _, _ => 0
  end.

(** 1 if the coins at [p] and [p + 1] are a pair, and else 0. *)
Definition pair_at (r : row) (p : Z) : Z := unlike (r p) (r (p + 1)).

Lemma unlike_bounds : forall a b, 0 <= unlike a b <= 1.
Proof. intros [[]|] [[]|]; simpl; lia. Qed.

Lemma pair_bounds : forall r p, 0 <= pair_at r p <= 1.
Proof. intros. apply unlike_bounds. Qed.

Lemma no_pair_left : forall r p, r p = None -> pair_at r p = 0.
Proof. intros r p H. unfold pair_at. rewrite H. reflexivity. Qed.

Lemma no_pair_right : forall r p, r (p + 1) = None -> pair_at r p = 0.
Proof. intros r p H. unfold pair_at. rewrite H. destruct (r p) as [[]|]; reflexivity. Qed.

Definition count (r : row) (b : Z) : Z := sum (pair_at r) (- b) (Z.to_nat (2 * b)).

(** The row has [v] pairs: so many are in every window that is wide enough. *)
Definition has_pairs (r : row) (v : Z) : Prop := exists least, forall b, least <= b -> count r b = v.

Lemma has_pairs_unique : forall r v w, has_pairs r v -> has_pairs r w -> v = w.
Proof.
  intros r v w [b Hb] [c Hc]. rewrite <- (Hb (Z.max b c)) by lia. apply Hc. lia.
Qed.

(** * What a move does *)

Lemma legal_source : forall k r m p, legal k r m -> source m <= p < source m + k -> r p <> None.
Proof.
  intros k r m p H Hp. destruct (H (p - source m)) as [H1 _]; [lia|].
  replace (source m + (p - source m)) with p in H1 by lia. exact H1.
Qed.

Lemma legal_target : forall k r m p, legal k r m -> target m <= p < target m + k -> r p = None.
Proof.
  intros k r m p H Hp. destruct (H (p - target m)) as [_ H1]; [lia|].
  replace (target m + (p - target m)) with p in H1 by lia. exact H1.
Qed.

(** The pairs that the block makes where it lands, less those that it breaks where it leaves. *)
Definition gain (k : Z) (r : row) (m : move) : Z :=
  pair_at (play k r m) (target m - 1) + pair_at (play k r m) (target m + k - 1)
  - pair_at r (source m - 1) - pair_at r (source m + k - 1).

Lemma gain_bound : forall k r m, gain k r m <= 2.
Proof.
  intros k r m. unfold gain.
  pose proof (pair_bounds (play k r m) (target m - 1)). pose proof (pair_bounds (play k r m) (target m + k - 1)).
  pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + k - 1)). lia.
Qed.

(** The change at each position: the pairs inside the block move with it, and its ends are as in [gain]. *)
Lemma pair_change : forall k r m p, 1 <= k -> legal k r m ->
  pair_at (play k r m) p
  + ((if within (source m) (k - 1) p then pair_at r p else 0)
     + ((if within (source m - 1) 1 p then pair_at r p else 0)
        + (if within (source m + k - 1) 1 p then pair_at r p else 0)))
  = pair_at r p
  + ((if within (target m) (k - 1) p then pair_at r (p + (source m - target m)) else 0)
     + ((if within (target m - 1) 1 p then pair_at (play k r m) p else 0)
        + (if within (target m + k - 1) 1 p then pair_at (play k r m) p else 0))).
Proof.
  intros k r m p Hk H. pose proof (legal_apart k r m ltac:(lia) H) as Hd.
  assert (Hin : target m <= p < target m + (k - 1) ->
    pair_at (play k r m) p = pair_at r (p + (source m - target m)) /\ pair_at r p = 0).
  { intros Hp. split.
    - unfold pair_at. rewrite !play_target by lia. f_equal; f_equal; lia.
    - apply no_pair_left. apply (legal_target k r m); [assumption|lia]. }
  assert (Hleft : p = target m - 1 -> pair_at r p = 0).
  { intros Hp. apply no_pair_right. apply (legal_target k r m); [assumption|lia]. }
  assert (Hright : p = target m + k - 1 -> pair_at r p = 0).
  { intros Hp. apply no_pair_left. apply (legal_target k r m); [assumption|lia]. }
  assert (Hgone : source m <= p < source m + k -> pair_at (play k r m) p = 0).
  { intros Hp. apply no_pair_left. apply play_source; [lia|assumption|lia]. }
  assert (Hgone' : p = source m - 1 -> pair_at (play k r m) p = 0).
  { intros Hp. apply no_pair_right. apply play_source; [lia|assumption|lia]. }
  assert (Hrest : (p < target m - 1 \/ target m + k <= p) -> (p < source m - 1 \/ source m + k <= p) ->
    pair_at (play k r m) p = pair_at r p).
  { intros Ht Hs. unfold pair_at. rewrite !play_elsewhere by lia. reflexivity. }
  split_within; lia.
Qed.

Lemma gain_pairs : forall k r m v, 1 <= k -> legal k r m ->
  has_pairs r v -> has_pairs (play k r m) (v + gain k r m).
Proof.
  intros k r m v Hk H [least Hv].
  exists (Z.max least (Z.max (Z.abs (source m)) (Z.abs (target m)) + k + 1)). intros b Hb.
  rewrite <- (Hv b) by lia. unfold gain, count.
  pose proof (sum_ext _ _ (Z.to_nat (2 * b)) (- b) (fun p _ => pair_change k r m p Hk H)) as E.
  rewrite !sum_plus in E. rewrite !sum_single in E by lia. rewrite !sum_within in E by lia.
  rewrite sum_shift in E. replace (target m + (source m - target m)) with (source m) in E by lia. lia.
Qed.

(** * Start and goal *)

Lemma start_pairs : forall n, 1 <= n -> has_pairs (start n) 1.
Proof.
  intros n Hn. exists n. intros b Hb. unfold count.
  rewrite (sum_ext _ (fun p => if within (n - 1) 1 p then 1 else 0)).
  - apply (sum_single (fun _ => 1)). lia.
  - intros p _. unfold pair_at, start. split_within; reflexivity.
Qed.

Lemma alternating_pairs : forall n r, 1 <= n -> alternating n r -> has_pairs r (2 * n - 1).
Proof.
  intros n r Hn [first [c Hr]]. exists (Z.abs first + 2 * n). intros b Hb. unfold count.
  rewrite (sum_ext _ (fun p => if within first (2 * n - 1) p then 1 else 0)).
  - rewrite (sum_within (fun _ => 1)) by lia. rewrite sum_const. lia.
  - intros p _. unfold pair_at. rewrite !Hr.
    replace (p + 1 - first) with (Z.succ (p - first)) by lia. rewrite Z.even_succ, <- Z.negb_even.
    destruct (Z.even (p - first)), c; simpl; split_within; reflexivity.
Qed.

(** Each move that is left makes at most two of the pairs that are missing: the pair-count rule. *)
Lemma reaches_pairs : forall k n, 1 <= k -> 1 <= n -> forall moves r v,
  has_pairs r v -> reaches k n r moves -> 2 * n - 1 <= v + 2 * Z.of_nat (length moves).
Proof.
  intros k n Hk Hn moves. induction moves as [|m rest IH]; intros r v Hv H; cbn [reaches] in H.
  - pose proof (has_pairs_unique r v (2 * n - 1) Hv (alternating_pairs n r Hn H)). cbn [length]. lia.
  - destruct H as [Hlegal H].
    specialize (IH (play k r m) (v + gain k r m) (gain_pairs k r m v Hk Hlegal Hv) H).
    pose proof (gain_bound k r m). cbn [length]. lia.
Qed.

(** The first block lands to the right of all coins or to the left of them. *)
Lemma first_lands_outside : forall k n m, 1 <= k -> 1 <= n -> legal k (start n) m ->
  2 * n <= target m \/ target m + k <= 0.
Proof.
  intros k n m Hk Hn H.
  assert (Hfree : forall p, target m <= p < target m + k -> p < 0 \/ 2 * n <= p).
  { intros p Hp. pose proof (legal_target k _ m p H Hp) as E. unfold start in E.
    generalize (within_spec 0 n p) (within_spec n n p). destruct (within 0 n p); [discriminate|].
    destruct (within n n p); [discriminate|]. lia. }
  destruct (Z_le_gt_dec (2 * n) (target m)) as [|H1]; [left; assumption|]. right.
  destruct (Z_le_gt_dec (target m + k) 0) as [|H2]; [assumption|]. exfalso.
  pose proof (Hfree (target m) ltac:(lia)). pose proof (Hfree 0). lia.
Qed.

(** So it has a neighbour on one side at most. *)
Lemma first_gain : forall k n m, 1 <= k -> 1 <= n -> legal k (start n) m -> gain k (start n) m <= 1.
Proof.
  intros k n m Hk Hn H. pose proof (legal_apart k _ m ltac:(lia) H) as Hd.
  assert (Hnone : forall p, p < target m \/ target m + k <= p -> p < 0 \/ 2 * n <= p ->
    play k (start n) m p = None).
  { intros p Ht Hp. unfold play. split_within; [reflexivity|]. apply start_free. exact Hp. }
  unfold gain.
  pose proof (pair_bounds (play k (start n) m) (target m - 1)).
  pose proof (pair_bounds (play k (start n) m) (target m + k - 1)).
  pose proof (pair_bounds (start n) (source m - 1)). pose proof (pair_bounds (start n) (source m + k - 1)).
  destruct (first_lands_outside k n m Hk Hn H) as [Ht|Ht].
  - rewrite (no_pair_right _ (target m + k - 1)); [lia|]. apply Hnone; lia.
  - rewrite (no_pair_left _ (target m - 1)); [lia|]. apply Hnone; lia.
Qed.

(** Theorem 2.1.1. *)
Theorem lower_bound : forall k n moves,
  2 <= k -> 2 <= n -> solves k n moves -> n <= Z.of_nat (length moves).
Proof.
  intros k n moves Hk Hn H. unfold solves in H. pose proof (start_pairs n ltac:(lia)) as Hstart.
  destruct moves as [|m rest]; cbn [reaches] in H.
  - pose proof (has_pairs_unique _ _ _ Hstart (alternating_pairs n _ ltac:(lia) H)). lia.
  - destruct H as [Hlegal H].
    pose proof (reaches_pairs k n ltac:(lia) ltac:(lia) rest _ _
      (gain_pairs k _ m 1 ltac:(lia) Hlegal Hstart) H) as Hpairs.
    pose proof (first_gain k n m ltac:(lia) ltac:(lia) Hlegal). cbn [length]. lia.
Qed.
