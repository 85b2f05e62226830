(* Elementary facts about rows and moves, shared by all proofs. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement.
Import ListNotations.
Open Scope Z_scope.

(** * Windows *)

Lemma within_spec : forall first length p,
  if within first length p then first <= p < first + length else p < first \/ first + length <= p.
Proof.
  intros first length p. unfold within.
  destruct (Z.leb_spec first p); destruct (Z.ltb_spec p (first + length)); simpl; lia.
Qed.

Lemma within_true : forall first length p, first <= p < first + length -> within first length p = true.
Proof. intros first length p H. generalize (within_spec first length p). destruct (within first length p); lia. Qed.

Lemma within_false : forall first length p, p < first \/ first + length <= p -> within first length p = false.
Proof. intros first length p H. generalize (within_spec first length p). destruct (within first length p); lia. Qed.

Lemma within_iff : forall first length p, within first length p = true <-> first <= p < first + length.
Proof.
  intros first length p. generalize (within_spec first length p).
  destruct (within first length p); split; intros; (lia || discriminate || reflexivity).
Qed.

(** Splits the goal by every window in it, with the inequalities of each case; impossible cases are dropped. *)
Ltac split_within :=
  repeat match goal with
  | |- context [within ?first ?length ?p] =>
      generalize (within_spec first length p); destruct (within first length p); intro; try (exfalso; lia)
  end.

(** * Coins *)

Lemma other_other : forall c, other (other c) = c.
Proof. intros []; reflexivity. Qed.

(** * Equality of rows

    Rows are functions. Two rows are the same if they agree at every position; no axiom makes them equal. The rules
    respect this. *)

Definition same (r s : row) : Prop := forall p, r p = s p.

Lemma same_refl : forall r, same r r.
Proof. intros r p. reflexivity. Qed.

Lemma same_sym : forall r s, same r s -> same s r.
Proof. intros r s E p. symmetry. apply E. Qed.

Lemma same_trans : forall r s t, same r s -> same s t -> same r t.
Proof. intros r s t E F p. rewrite (E p). apply F. Qed.

Lemma legal_same : forall k r s m, same r s -> legal k r m -> legal k s m.
Proof. intros k r s m E L c Hc. rewrite <- !E. apply L, Hc. Qed.

Lemma play_same : forall k r s m, same r s -> same (play k r m) (play k s m).
Proof. intros k r s m E p. unfold play. rewrite !E. reflexivity. Qed.

Lemma alternating_same : forall n r s, same r s -> alternating n r -> alternating n s.
Proof. intros n r s E [first [c A]]. exists first, c. intros p. rewrite <- E. apply A. Qed.

Lemma reaches_same : forall k n moves r s, same r s -> reaches k n r moves -> reaches k n s moves.
Proof.
  intros k n moves. induction moves as [| m rest IH]; simpl; intros r s E H.
  - apply (alternating_same n r s E H).
  - destruct H as [L H]. split.
    + apply (legal_same k r s m E L).
    + apply (IH (play k r m) (play k s m) (play_same k r s m E) H).
Qed.

(** * Moves *)

(** Source and target of a legal move are disjoint. *)
Lemma legal_apart : forall k r m, 0 < k -> legal k r m -> source m + k <= target m \/ target m + k <= source m.
Proof.
  intros k r m Hk L.
  destruct (Z_le_gt_dec (source m) (target m)) as [Hle | Hgt].
  - destruct (Z_le_gt_dec (source m + k) (target m)) as [Hd | Hd]; [lia |].
    exfalso. destruct (L (target m - source m)) as [Hsource _]; [lia |].
    destruct (L 0) as [_ Htarget]; [lia |].
    apply Hsource. rewrite <- Htarget. f_equal. lia.
  - destruct (Z_le_gt_dec (target m + k) (source m)) as [Hd | Hd]; [lia |].
    exfalso. destruct (L 0) as [Hsource _]; [lia |].
    destruct (L (source m - target m)) as [_ Htarget]; [lia |].
    apply Hsource. rewrite <- Htarget. f_equal. lia.
Qed.

Lemma play_target : forall k r m p,
  target m <= p < target m + k -> play k r m p = r (source m + (p - target m)).
Proof. intros k r m p H. unfold play. rewrite within_true by lia. reflexivity. Qed.

Lemma play_source : forall k r m p, 0 < k -> legal k r m ->
  source m <= p < source m + k -> play k r m p = None.
Proof.
  intros k r m p Hk L H. pose proof (legal_apart k r m Hk L) as D. unfold play.
  rewrite within_false by lia. rewrite within_true by lia. reflexivity.
Qed.

Lemma play_elsewhere : forall k r m p,
  p < source m \/ source m + k <= p -> p < target m \/ target m + k <= p -> play k r m p = r p.
Proof. intros k r m p Hs Ht. unfold play. rewrite !within_false by lia. reflexivity. Qed.

(** A coin that no move slides stays: the source leaves it out, and the target is free. *)
Lemma play_stays : forall k r m p, legal k r m -> r p <> None ->
  p < source m \/ source m + k <= p -> play k r m p = r p.
Proof.
  intros k r m p L Hp Hs. apply play_elsewhere; [exact Hs |].
  destruct (Z_lt_ge_dec p (target m)) as [Hlt | Hge]; [lia |].
  destruct (Z_lt_ge_dec p (target m + k)) as [Hlt | Hge']; [| lia].
  exfalso. destruct (L (p - target m)) as [_ Hfree]; [lia |].
  apply Hp. rewrite <- Hfree. f_equal. lia.
Qed.

(** * The start *)

Lemma start_nickel : forall n p, 0 <= p < n -> start n p = Some nickel.
Proof. intros n p H. unfold start. rewrite within_true by lia. reflexivity. Qed.

Lemma start_penny : forall n p, n <= p < 2 * n -> start n p = Some penny.
Proof.
  intros n p H. unfold start. rewrite within_false by lia. rewrite within_true by lia. reflexivity.
Qed.

Lemma start_free : forall n p, p < 0 \/ 2 * n <= p -> start n p = None.
Proof. intros n p H. unfold start. split_within; try reflexivity; lia. Qed.
