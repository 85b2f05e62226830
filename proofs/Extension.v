(* Extending a base by 2k coins of each kind, any number of times (Theorem 5.1.1).

   A base is a solution with a nickel at [a] and a penny at [b] that never move, and k moves, its exchanges, that carry
   what a solution of the auxiliary puzzle needs (Requirement 5.1.2). To extend it, 2k nickels are inserted right of
   [a], the block F, and 2k pennies right of [b], the block H. Each exchange becomes three moves through F and H, and
   its coins end up where the base takes them. F and H stay complements of each other all the time; an exchange at
   offset o turns over the k coins of F from its cell o on, and those of H.

   The first of the three moves carries the same coins as the exchange did. It is the exchange of the new base, and so
   the extension of a base is a base again. *)

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

(** A base is a solution. *)
Lemma extensible_reaches : forall k n a b steps f r,
  extensible k n a b f r steps -> reaches k n r (map move_of steps).
Proof.
  intros k n a b steps. induction steps as [| [m | m offset complement] rest IH]; simpl; intros f r H.
  - apply H.
  - destruct H as [L [_ [_ H]]]. split; [exact L | apply (IH f), H].
  - destruct H as [L [_ [_ [_ [_ H]]]]]. split; [exact L | apply (IH (turned k offset f)), H].
Qed.

(** * One extension *)

Section Extend.

  Variables k a b : Z.
  Hypothesis k_positive : 0 < k.
  Hypothesis a_before_b : a < b.

  (** Where position [p] of the base lies in the extended row, and back. *)
  Definition up (p : Z) : Z := if p <=? a then p else if p <=? b then p + 2 * k else p + 4 * k.

  Definition down (p : Z) : Z := if p <=? a then p else if p <=? b + 2 * k then p - 2 * k else p - 4 * k.

  (** The first cells of F and of H. *)
  Definition first_f : Z := a + 1.
  Definition first_h : Z := b + 2 * k + 1.

  Definition extended (f : content) (r : row) : row :=
    fun p =>
      if within first_f (2 * k) p then Some (f (p - first_f))
      else if within first_h (2 * k) p then Some (other (f (p - first_h)))
      else r (down p).

  Definition extend_step (s : step) : list step :=
    match s with
    | Ordinary m => [Ordinary (Move (up (source m)) (up (target m)))]
    | Exchanging m offset complement =>
        let g := first_f + offset in
        let h := first_h + offset in
        let near := if complement then h else g in
        let far := if complement then g else h in
        [Exchanging (Move near (up (target m))) offset complement;
         Ordinary (Move far near);
         Ordinary (Move (up (source m)) far)]
    end.

  Definition extend (steps : list step) : list step := flat_map extend_step steps.

  Ltac places := unfold up, down, first_f, first_h in *;
    repeat match goal with
    | |- context [?p <=? ?q] => destruct (Z.leb_spec p q)
    | H : context [?p <=? ?q] |- _ => destruct (Z.leb_spec p q)
    end; try lia.

  (** Every position is one of the base, or in F, or in H. *)
  Lemma place : forall p,
    (exists q, p = up q) \/
    (exists j, 0 <= j < 2 * k /\ p = first_f + j) \/
    (exists j, 0 <= j < 2 * k /\ p = first_h + j).
  Proof.
    intros p.
    destruct (Z_le_gt_dec p a) as [H1 | H1]; [left; exists p; places |].
    destruct (Z_le_gt_dec p (a + 2 * k)) as [H2 | H2].
    { right. left. exists (p - first_f). places. }
    destruct (Z_le_gt_dec p (b + 2 * k)) as [H3 | H3]; [left; exists (p - 2 * k); places |].
    destruct (Z_le_gt_dec p (b + 4 * k)) as [H4 | H4]; [| left; exists (p - 4 * k); places].
    right. right. exists (p - first_h). places.
  Qed.

  Lemma extended_up : forall f r q, extended f r (up q) = r q.
  Proof.
    intros f r q. unfold extended.
    rewrite !within_false by places. f_equal. places.
  Qed.

  Lemma extended_f : forall f r j, 0 <= j < 2 * k -> extended f r (first_f + j) = Some (f j).
  Proof. intros f r j H. unfold extended. rewrite within_true by lia. do 2 f_equal. lia. Qed.

  Lemma extended_h : forall f r j, 0 <= j < 2 * k -> extended f r (first_h + j) = Some (other (f j)).
  Proof.
    intros f r j H. unfold extended. rewrite within_false by places. rewrite within_true by lia.
    do 3 f_equal. lia.
  Qed.

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

  Lemma up_apart_f : forall x j, in_one_piece x -> 0 <= j < 2 * k -> within (up x) k (first_f + j) = false.
  Proof.
    intros x j [Ca Cb] Hj. revert Ca Cb. split_within; try discriminate; intros _ _; try reflexivity; exfalso; places.
  Qed.

  Lemma up_apart_h : forall x j, in_one_piece x -> 0 <= j < 2 * k -> within (up x) k (first_h + j) = false.
  Proof.
    intros x j [Ca Cb] Hj. revert Ca Cb. split_within; try discriminate; intros _ _; try reflexivity; exfalso; places.
  Qed.

  Lemma up_not_f : forall o q, 0 <= o < k -> within (first_f + o) k (up q) = false.
  Proof. intros o q Ho. apply within_false. places. Qed.

  Lemma up_not_h : forall o q, 0 <= o < k -> within (first_h + o) k (up q) = false.
  Proof. intros o q Ho. apply within_false. places. Qed.

  (** An ordinary move of the base does to the extended row what it does to the row. *)
  Lemma extended_play : forall f r m p, in_one_piece (source m) -> in_one_piece (target m) ->
    play k (extended f r) (Move (up (source m)) (up (target m))) p = extended f (play k r m) p.
  Proof.
    intros f r [x y] p Cx Cy. simpl in *.
    destruct (place p) as [[q ->] | [[j [Hj ->]] | [j [Hj ->]]]].
    - rewrite extended_up. unfold play. simpl. rewrite !within_up by assumption.
      destruct (within y k q) eqn:Wy; [| rewrite extended_up; reflexivity].
      apply within_iff in Wy.
      replace (up q) with (up y + (q - y)) by (rewrite up_window by (assumption || lia); f_equal; lia).
      replace (up x + (up y + (q - y) - up y)) with (up x + (q - y)) by lia.
      rewrite up_window by (assumption || lia). apply extended_up.
    - rewrite extended_f by assumption. unfold play. simpl.
      rewrite !up_apart_f by assumption. apply extended_f, Hj.
    - rewrite extended_h by assumption. unfold play. simpl.
      rewrite !up_apart_h by assumption. apply extended_h, Hj.
  Qed.

  Lemma extended_legal : forall f r m, in_one_piece (source m) -> in_one_piece (target m) -> legal k r m ->
    legal k (extended f r) (Move (up (source m)) (up (target m))).
  Proof.
    intros f r m Cx Cy L c Hc. simpl. rewrite !up_window, !extended_up by assumption. apply L, Hc.
  Qed.

End Extend.

(** * Three moves through two windows *)

Definition disjoint (k x y : Z) : Prop := x + k <= y \/ y + k <= x.

(** The moves (g to y), (h to g), (x to h), where only [y] was free: each window takes what the next one held. *)
Lemma three_moves : forall k r g h x y p, 0 < k ->
  disjoint k g h -> disjoint k g x -> disjoint k g y -> disjoint k h x -> disjoint k h y -> disjoint k x y ->
  play k (play k (play k r (Move g y)) (Move h g)) (Move x h) p =
    if within y k p then r (g + (p - y))
    else if within g k p then r (h + (p - g))
    else if within h k p then r (x + (p - h))
    else if within x k p then None
    else r p.
Proof.
  unfold disjoint. intros k r g h x y p Hk Dgh Dgx Dgy Dhx Dhy Dxy. unfold play. simpl.
  split_within; try reflexivity.
Qed.

Lemma three_legal : forall k r g h x y, 0 < k ->
  disjoint k g h -> disjoint k g x -> disjoint k g y -> disjoint k h x -> disjoint k h y -> disjoint k x y ->
  (forall c, 0 <= c < k -> r (g + c) <> None) -> (forall c, 0 <= c < k -> r (h + c) <> None) ->
  legal k r (Move x y) ->
  legal k r (Move g y) /\
  legal k (play k r (Move g y)) (Move h g) /\
  legal k (play k (play k r (Move g y)) (Move h g)) (Move x h).
Proof.
  unfold disjoint. intros k r g h x y Hk Dgh Dgx Dgy Dhx Dhy Dxy Hg Hh L.
  split; [| split]; intros c Hc; simpl; unfold play; simpl; destruct (L c Hc) as [Lx Ly]; simpl in Lx, Ly.
  - split; [apply Hg, Hc | exact Ly].
  - split; split_within; try reflexivity; apply Hh, Hc.
  - split; split_within; try reflexivity; exact Lx.
Qed.
