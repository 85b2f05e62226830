(* Extending a base any number of times, in closed form (Theorem 5.1.1): the extended row, and what ordinary moves do to
   it.

   A base is a solution with a nickel at [a] and a penny at [b] that never move, and k moves, its exchanges, that carry
   what a solution of the auxiliary puzzle needs (Requirement 5.1.2). To extend it m times, 2km nickels are inserted
   right of [a] and 2km pennies right of [b]: m blocks F and m blocks H, of 2k coins each. All blocks F look alike all
   the time, and the blocks H are their complements. An exchange at offset o turns over the k coins of each F from its
   cell o on, and those of each H (ExtensionTheorem.v). *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows.
Import ListNotations.
Open Scope Z_scope.

(** * Bases *)

(** A move of a base: an ordinary one, or an exchange with its offset in F and H. With [complement], it carries the
    complement of what F shows there, which is what H shows. *)

Inductive step :=
  | Ordinary (m : move)
  | Exchanging (m : move) (offset : Z) (complement : bool).

Definition move_of (s : step) : move := match s with Ordinary m => m | Exchanging m _ _ => m end.

Definition is_exchange (s : step) : bool := match s with Ordinary _ => false | Exchanging _ _ _ => true end.

Definition exchange_count (steps : list step) : nat := length (filter is_exchange steps).

(** The coins of F by cell; those of H are their complement. *)

Definition content := Z -> coin.

Definition unused : content := fun _ => nickel.

Definition turned (k offset : Z) (f : content) : content :=
  fun j => if within offset k j then other (f j) else f j.

Definition shown (f : content) (offset : Z) (complement : bool) (c : Z) : coin :=
  if complement then other (f (offset + c)) else f (offset + c).

Definition spares (k : Z) (m : move) (p : Z) : Prop := within (source m) k p = false.

(** The moves are legal from row [r] on and end at the goal; they spare [a] and [b]; each exchange carries what F, or H,
    shows at that time; and F alternates in the end. *)

Fixpoint extensible (k n a b : Z) (f : content) (r : row) (steps : list step) : Prop :=
  match steps with
  | [] => alternating n r /\ forall j, 0 <= j < 2 * k -> f j = if Z.even j then penny else nickel
  | s :: rest =>
      legal k r (move_of s) /\ spares k (move_of s) a /\ spares k (move_of s) b /\
      match s with
      | Ordinary m => extensible k n a b f (play k r m) rest
      | Exchanging m offset complement =>
          0 <= offset < k /\
          (forall c, 0 <= c < k -> r (source m + c) = Some (shown f offset complement c)) /\
          extensible k n a b (turned k offset f) (play k r m) rest
      end
  end.

Lemma extensible_same : forall k n a b steps f g r s,
  (forall j, f j = g j) -> same r s -> extensible k n a b f r steps -> extensible k n a b g s steps.
Proof.
  intros k n a b steps. induction steps as [| [m | m offset complement] rest IH]; simpl; intros f g r s E R H.
  - destruct H as [A F]. split; [apply (alternating_same n r s R A) |].
    intros j Hj. rewrite <- E. apply F, Hj.
  - destruct H as [L [Sa [Sb H]]].
    split; [apply (legal_same k r s m R L) |]. split; [exact Sa |]. split; [exact Sb |].
    apply (IH f g _ _ E (play_same k r s m R) H).
  - destruct H as [L [Sa [Sb [O [C H]]]]].
    split; [apply (legal_same k r s m R L) |]. split; [exact Sa |]. split; [exact Sb |]. split; [exact O |].
    split.
    + intros c Hc. rewrite <- R, C by exact Hc. unfold shown. rewrite E. reflexivity.
    + apply (IH (turned k offset f) (turned k offset g) (play k r m) (play k s m)); [| apply play_same, R | exact H].
      intros j. unfold turned. rewrite E. reflexivity.
Qed.

(** * The extended row *)

Section Extend.

  Variables k a b : Z.
  Variable times : nat.
  Hypothesis k_positive : 0 < k.
  Hypothesis a_before_b : a < b.

  (** The number of coins that are inserted right of [a], and right of [b]. *)
  Definition inserted : Z := 2 * k * Z.of_nat times.

  (** Where position [p] of the base lies in the extended row, and back. *)
  Definition up (p : Z) : Z := if p <=? a then p else if p <=? b then p + inserted else p + 2 * inserted.

  Definition down (p : Z) : Z := if p <=? a then p else if p <=? b + inserted then p - inserted else p - 2 * inserted.

  (** Cell [c] of block number [j] of F, and of H, counted from 0. *)
  Definition cell_f (j c : Z) : Z := a + 1 + 2 * k * j + c.
  Definition cell_h (j c : Z) : Z := b + inserted + 1 + 2 * k * j + c.

  Definition extended (f : content) (r : row) : row :=
    fun p =>
      if within (a + 1) inserted p then Some (f ((p - (a + 1)) mod (2 * k)))
      else if within (b + inserted + 1) inserted p then Some (other (f ((p - (b + inserted + 1)) mod (2 * k))))
      else r (down p).

  Definition block_number (j : Z) : Prop := 0 <= j < Z.of_nat times.

  Lemma inserted_nonneg : 0 <= inserted.
  Proof. unfold inserted. nia. Qed.

  Lemma block_fits : forall j, block_number j -> 0 <= 2 * k * j /\ 2 * k * j + 2 * k <= inserted.
  Proof. intros j [H0 H1]. unfold inserted. nia. Qed.

  Ltac places :=
    pose proof inserted_nonneg;
    unfold up, down, cell_f, cell_h in *;
    repeat match goal with
    | |- context [?p <=? ?q] => destruct (Z.leb_spec p q)
    | H : context [?p <=? ?q] |- _ => destruct (Z.leb_spec p q)
    end; try lia.

  (** Every position is one of the base, or a cell of some F, or of some H. *)
  Lemma place : forall p,
    (exists q, p = up q) \/
    (exists j c, block_number j /\ 0 <= c < 2 * k /\ p = cell_f j c) \/
    (exists j c, block_number j /\ 0 <= c < 2 * k /\ p = cell_h j c).
  Proof.
    assert (D : forall i, 0 <= i < inserted ->
      block_number (i / (2 * k)) /\ 0 <= i mod (2 * k) < 2 * k /\ i = 2 * k * (i / (2 * k)) + i mod (2 * k)).
    { intros i [H0 H1]. pose proof (Z.div_mod i (2 * k) ltac:(lia)) as D.
      pose proof (Z.mod_pos_bound i (2 * k) ltac:(lia)) as M.
      pose proof (Z.div_pos i (2 * k) H0 ltac:(lia)) as Q.
      split; [split; [exact Q |] | split; assumption].
      apply Z.div_lt_upper_bound; [lia | exact H1]. }
    intros p.
    destruct (Z_le_gt_dec p a) as [H1 | H1]; [left; exists p; places |].
    destruct (Z_le_gt_dec p (a + inserted)) as [H2 | H2].
    { destruct (D (p - (a + 1)) ltac:(lia)) as [Dj [Dc E]]. right. left.
      exists ((p - (a + 1)) / (2 * k)), ((p - (a + 1)) mod (2 * k)). unfold cell_f. repeat split; lia || apply Dj. }
    destruct (Z_le_gt_dec p (b + inserted)) as [H3 | H3]; [left; exists (p - inserted); places |].
    destruct (Z_le_gt_dec p (b + 2 * inserted)) as [H4 | H4]; [| left; exists (p - 2 * inserted); places].
    destruct (D (p - (b + inserted + 1)) ltac:(lia)) as [Dj [Dc E]]. right. right.
    exists ((p - (b + inserted + 1)) / (2 * k)), ((p - (b + inserted + 1)) mod (2 * k)).
    unfold cell_h. repeat split; lia || apply Dj.
  Qed.

  Lemma extended_up : forall f r q, extended f r (up q) = r q.
  Proof.
    intros f r q. unfold extended. rewrite !within_false by places. f_equal. places.
  Qed.

  Lemma cell_mod : forall j c, 0 <= c < 2 * k -> (2 * k * j + c) mod (2 * k) = c.
  Proof. intros j c Hc. symmetry. apply (Z.mod_unique_pos _ _ j); lia. Qed.

  Lemma extended_f : forall f r j c, block_number j -> 0 <= c < 2 * k -> extended f r (cell_f j c) = Some (f c).
  Proof.
    intros f r j c Hj Hc. pose proof (block_fits j Hj) as Fits. unfold extended, cell_f. rewrite within_true by lia.
    replace (a + 1 + 2 * k * j + c - (a + 1)) with (2 * k * j + c) by lia. rewrite cell_mod by exact Hc. reflexivity.
  Qed.

  Lemma extended_h : forall f r j c, block_number j -> 0 <= c < 2 * k ->
    extended f r (cell_h j c) = Some (other (f c)).
  Proof.
    intros f r j c Hj Hc. pose proof (block_fits j Hj) as Fits. unfold extended, cell_h.
    rewrite within_false by places. rewrite within_true by lia.
    replace (b + inserted + 1 + 2 * k * j + c - (b + inserted + 1)) with (2 * k * j + c) by lia.
    rewrite cell_mod by exact Hc. reflexivity.
  Qed.

  (** * Windows *)

  (** A window of the base is in one piece in the extended row, if it leaves out [a] and [b]. *)
  Definition in_one_piece (x : Z) : Prop := within x k a = false /\ within x k b = false.

  Lemma up_window : forall x c, in_one_piece x -> 0 <= c < k -> up x + c = up (x + c).
  Proof.
    intros x c [Ca Cb] Hc. revert Ca Cb. split_within; try discriminate. intros _ _. places.
  Qed.

  Lemma within_up : forall x q, in_one_piece x -> within (up x) k (up q) = within x k q.
  Proof.
    intros x q [Ca Cb]. revert Ca Cb.
    generalize (within_spec x k q). destruct (within x k q); intro Hq; split_within; try discriminate; intros _ _;
      try reflexivity; exfalso; places.
  Qed.

  Lemma up_disjoint : forall x y, in_one_piece x -> in_one_piece y -> x + k <= y \/ y + k <= x ->
    up x + k <= up y \/ up y + k <= up x.
  Proof.
    intros x y [Xa Xb] [Ya Yb] D. revert Xa Xb Ya Yb. split_within; try discriminate; intros _ _ _ _; places.
  Qed.

  (** Such a window and one from a cell of F or H on are disjoint. *)
  Lemma up_apart_f : forall x j c, in_one_piece x -> block_number j -> 0 <= c <= k ->
    up x + k <= cell_f j c \/ cell_f j c + k <= up x.
  Proof.
    intros x j c [Xa Xb] Hj Hc. pose proof (block_fits j Hj) as Fits. revert Xa Xb.
    split_within; try discriminate; intros _ _; places.
  Qed.

  Lemma up_apart_h : forall x j c, in_one_piece x -> block_number j -> 0 <= c <= k ->
    up x + k <= cell_h j c \/ cell_h j c + k <= up x.
  Proof.
    intros x j c [Xa Xb] Hj Hc. pose proof (block_fits j Hj) as Fits. revert Xa Xb.
    split_within; try discriminate; intros _ _; places.
  Qed.

  (** A window of the base holds no cell of F or H. *)
  Lemma up_no_f : forall x j c, in_one_piece x -> block_number j -> 0 <= c < 2 * k ->
    within (up x) k (cell_f j c) = false.
  Proof.
    intros x j c [Xa Xb] Hj Hc. pose proof (block_fits j Hj) as Fits. revert Xa Xb.
    split_within; try discriminate; intros _ _; try reflexivity; exfalso; places.
  Qed.

  Lemma up_no_h : forall x j c, in_one_piece x -> block_number j -> 0 <= c < 2 * k ->
    within (up x) k (cell_h j c) = false.
  Proof.
    intros x j c [Xa Xb] Hj Hc. pose proof (block_fits j Hj) as Fits. revert Xa Xb.
    split_within; try discriminate; intros _ _; try reflexivity; exfalso; places.
  Qed.

  (** * Ordinary moves *)

  Definition up_move (m : move) : move := Move (up (source m)) (up (target m)).

  Lemma extended_legal : forall f r m, in_one_piece (source m) -> in_one_piece (target m) -> legal k r m ->
    legal k (extended f r) (up_move m).
  Proof.
    intros f r m X Y L c Hc. simpl. rewrite !up_window, !extended_up by assumption. apply L, Hc.
  Qed.

  (** An ordinary move of the base does to the extended row what it does to the row. *)
  Lemma extended_play : forall f r m, in_one_piece (source m) -> in_one_piece (target m) ->
    same (play k (extended f r) (up_move m)) (extended f (play k r m)).
  Proof.
    intros f r [x y] X Y p. simpl in *.
    destruct (place p) as [[q ->] | [[j [c [Hj [Hc ->]]]] | [j [c [Hj [Hc ->]]]]]].
    - rewrite extended_up. unfold play. simpl. rewrite !within_up by assumption.
      destruct (within y k q) eqn:Wy; [| rewrite extended_up; reflexivity].
      apply within_iff in Wy.
      replace (up q) with (up y + (q - y)) by (rewrite up_window by (assumption || lia); f_equal; lia).
      replace (up x + (up y + (q - y) - up y)) with (up x + (q - y)) by lia.
      rewrite up_window by (assumption || lia). apply extended_up.
    - rewrite extended_f by assumption. unfold play. simpl. rewrite !up_no_f by assumption.
      apply extended_f; assumption.
    - rewrite extended_h by assumption. unfold play. simpl. rewrite !up_no_h by assumption.
      apply extended_h; assumption.
  Qed.

End Extend.
