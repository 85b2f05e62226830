(* Theorem 5.1.1: the extension of a base is a base, and so a base settles its residue modulo 2k from its own size on. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Extension.
Import ListNotations.
Open Scope Z_scope.

Section OneExtension.

  Variables k a b : Z.
  Hypothesis k_positive : 0 < k.
  Hypothesis a_before_b : a < b.

  Lemma up_a : up k a b a = a.
  Proof. unfold up. rewrite (proj2 (Z.leb_le a a)) by lia. reflexivity. Qed.

  Lemma up_b : up k a b b = b + 2 * k.
  Proof.
    unfold up. rewrite (proj2 (Z.leb_gt b a)) by lia. rewrite (proj2 (Z.leb_le b b)) by lia. reflexivity.
  Qed.

  (** The new stationary coins stay, too. *)
  Lemma up_spares : forall x, in_one_piece k a b x ->
    within (up k a b x) k a = false /\ within (up k a b x) k (b + 2 * k) = false.
  Proof.
    intros x X. split.
    - rewrite <- (proj1 X), <- (within_up k a b k_positive a_before_b x a X), up_a. reflexivity.
    - rewrite <- (proj2 X), <- (within_up k a b k_positive a_before_b x b X), up_b. reflexivity.
  Qed.

  (** * The row after an exchange *)

  Section Exchange.

    Variables (f : content) (r : row) (x y offset : Z) (complement : bool).
    Hypothesis offset_in_range : 0 <= offset < k.
    Hypothesis x_whole : in_one_piece k a b x.
    Hypothesis y_whole : in_one_piece k a b y.
    Hypothesis is_legal : legal k r (Move x y).
    Hypothesis carries : forall c, 0 <= c < k -> r (x + c) = Some (shown f offset complement c).

    Let g := first_f a + offset.
    Let h := first_h k b + offset.
    Let near := if complement then h else g.
    Let far := if complement then g else h.

    Lemma near_shows : forall c, 0 <= c < k -> extended k a b f r (near + c) = Some (shown f offset complement c).
    Proof.
      intros c Hc. unfold near, g, h, shown.
      destruct complement; rewrite <- Z.add_assoc; [apply extended_h | apply extended_f]; lia.
    Qed.

    Lemma far_shows : forall c, 0 <= c < k ->
      extended k a b f r (far + c) = Some (other (shown f offset complement c)).
    Proof.
      intros c Hc. unfold far, g, h, shown.
      destruct complement; rewrite <- Z.add_assoc.
      - rewrite extended_f by lia. rewrite other_other. reflexivity.
      - apply extended_h; lia.
    Qed.

    Lemma source_shows : forall c, 0 <= c < k ->
      extended k a b f r (up k a b x + c) = Some (shown f offset complement c).
    Proof. intros c Hc. rewrite up_window, extended_up by assumption. apply carries, Hc. Qed.

    Lemma windows_disjoint :
      disjoint k near far /\ disjoint k near (up k a b x) /\ disjoint k near (up k a b y) /\
      disjoint k far (up k a b x) /\ disjoint k far (up k a b y) /\ disjoint k (up k a b x) (up k a b y).
    Proof.
      assert (D : disjoint k x y) by exact (legal_apart k r (Move x y) k_positive is_legal).
      assert (Dgh : disjoint k g h) by (unfold disjoint, g, h, first_f, first_h; lia).
      assert (Dup : disjoint k (up k a b x) (up k a b y)).
      { revert D. unfold disjoint, up.
        destruct x_whole as [Xa Xb], y_whole as [Ya Yb]. revert Xa Xb Ya Yb.
        split_within; try discriminate; intros _ _ _ _.
        all: repeat match goal with |- context [?p <=? ?q] => destruct (Z.leb_spec p q) end; lia. }
      assert (Dg : forall z, in_one_piece k a b z -> disjoint k g (up k a b z)).
      { intros z [Za Zb]. revert Za Zb. unfold disjoint, up, g, first_f.
        split_within; try discriminate; intros _ _.
        all: repeat match goal with |- context [?p <=? ?q] => destruct (Z.leb_spec p q) end; lia. }
      assert (Dh : forall z, in_one_piece k a b z -> disjoint k h (up k a b z)).
      { intros z [Za Zb]. revert Za Zb. unfold disjoint, up, h, first_h.
        split_within; try discriminate; intros _ _.
        all: repeat match goal with |- context [?p <=? ?q] => destruct (Z.leb_spec p q) end; lia. }
      assert (Dhg : disjoint k h g) by (unfold disjoint in *; lia).
      unfold near, far. destruct complement; repeat split; auto.
    Qed.

    Lemma exchange_legal :
      legal k (extended k a b f r) (Move near (up k a b y)) /\
      legal k (play k (extended k a b f r) (Move near (up k a b y))) (Move far near) /\
      legal k (play k (play k (extended k a b f r) (Move near (up k a b y))) (Move far near))
        (Move (up k a b x) far).
    Proof.
      destruct windows_disjoint as [Dnf [Dnx [Dny [Dfx [Dfy Dxy]]]]].
      apply three_legal; try assumption.
      - intros c Hc. rewrite near_shows by exact Hc. discriminate.
      - intros c Hc. rewrite far_shows by exact Hc. discriminate.
      - exact (extended_legal k a b k_positive a_before_b f r (Move x y) x_whole y_whole is_legal).
    Qed.

    (** After the three moves, the extended row is what the base's row is after its exchange, extended by F with the
        window turned over. *)
    Lemma exchange_result :
      same
        (play k (play k (play k (extended k a b f r) (Move near (up k a b y))) (Move far near))
          (Move (up k a b x) far))
        (extended k a b (turned k offset f) (play k r (Move x y))).
    Proof.
      destruct windows_disjoint as [Dnf [Dnx [Dny [Dfx [Dfy Dxy]]]]].
      intros p. rewrite three_moves by assumption.
      destruct (place k a b a_before_b p) as [[q ->] | [[j [Hj ->]] | [j [Hj ->]]]].
      - assert (Ng : within g k (up k a b q) = false) by (apply up_not_f; assumption).
        assert (Nh : within h k (up k a b q) = false) by (apply up_not_h; assumption).
        rewrite !within_up by assumption.
        replace (within near k (up k a b q)) with false by (unfold near; destruct complement; congruence).
        replace (within far k (up k a b q)) with false by (unfold far; destruct complement; congruence).
        rewrite !extended_up by assumption. unfold play; simpl.
        destruct (within y k q) eqn:Wy; [| reflexivity].
        apply within_iff in Wy.
        replace (up k a b q) with (up k a b y + (q - y)).
        + replace (near + (up k a b y + (q - y) - up k a b y)) with (near + (q - y)) by lia.
          rewrite near_shows by lia. symmetry. apply carries. lia.
        + rewrite up_window by (assumption || lia). f_equal. lia.
      - rewrite !up_apart_f by assumption. rewrite !extended_f by assumption.
        assert (Nh : within h k (first_f a + j) = false).
        { apply within_false. unfold h, first_f, first_h. lia. }
        assert (Ng : within g k (first_f a + j) = within offset k j).
        { unfold g. split_within; reflexivity. }
        unfold near, far, turned. pose proof source_shows as Source. destruct complement; rewrite Nh, Ng.
        + destruct (within offset k j) eqn:W; [| reflexivity].
          apply within_iff in W.
          replace (first_f a + j - g) with (j - offset) by (unfold g; lia).
          rewrite Source by lia. unfold shown. do 3 f_equal. lia.
        + destruct (within offset k j) eqn:W; [| reflexivity].
          apply within_iff in W.
          replace (h + (first_f a + j - g)) with (first_h k b + j) by (unfold g, h; lia).
          rewrite extended_h by assumption. reflexivity.
      - rewrite !up_apart_h by assumption. rewrite !extended_h by assumption.
        assert (Ng : within g k (first_h k b + j) = false).
        { apply within_false. unfold g, first_f, first_h. lia. }
        assert (Nh : within h k (first_h k b + j) = within offset k j).
        { unfold h. split_within; reflexivity. }
        unfold near, far, turned. pose proof source_shows as Source. destruct complement; rewrite Nh, Ng.
        + destruct (within offset k j) eqn:W; [| reflexivity].
          apply within_iff in W.
          replace (g + (first_h k b + j - h)) with (first_f a + j) by (unfold g, h; lia).
          rewrite extended_f by assumption. rewrite other_other. reflexivity.
        + destruct (within offset k j) eqn:W; [| reflexivity].
          apply within_iff in W.
          replace (first_h k b + j - h) with (j - offset) by (unfold h; lia).
          rewrite Source by lia. unfold shown. rewrite other_other. do 2 f_equal. lia.
    Qed.

  End Exchange.

  (** * The goal *)

  (** An alternating row around the nickel at [a] and the penny at [b] still alternates with F and H in it, when these
      alternate. *)
  Lemma extended_alternating : forall n f r,
    alternating n r -> r a = Some nickel -> r b = Some penny ->
    (forall j, 0 <= j < 2 * k -> f j = if Z.even j then penny else nickel) ->
    alternating (n + 2 * k) (extended k a b f r).
  Proof.
    intros n f r [first [c A]] Ra Rb F. exists first, c. intros p.
    rewrite A in Ra, Rb.
    destruct (within first (2 * n) a) eqn:Wa; [| discriminate]. apply within_iff in Wa.
    destruct (within first (2 * n) b) eqn:Wb; [| discriminate]. apply within_iff in Wb.
    assert (E : forall q, Z.even (up k a b q - first) = Z.even (q - first)).
    { intros q. unfold up. destruct (q <=? a); [reflexivity |]. destruct (q <=? b).
      - replace (q + 2 * k - first) with (q - first + 2 * k) by lia.
        rewrite Z.even_add, Z.even_mul. simpl. destruct (Z.even (q - first)); reflexivity.
      - replace (q + 4 * k - first) with (q - first + 4 * k) by lia.
        rewrite Z.even_add, Z.even_mul. simpl. destruct (Z.even (q - first)); reflexivity. }
    destruct (place k a b a_before_b p) as [[q ->] | [[j [Hj ->]] | [j [Hj ->]]]].
    - rewrite extended_up by assumption. rewrite A, E.
      replace (within first (2 * (n + 2 * k)) (up k a b q)) with (within first (2 * n) q); [reflexivity |].
      unfold up. destruct (Z.leb_spec q a); [| destruct (Z.leb_spec q b)]; split_within; reflexivity.
    - rewrite extended_f by assumption. rewrite F by exact Hj.
      rewrite within_true by (unfold first_f; lia).
      replace (first_f a + j - first) with (a - first + (j + 1)) by (unfold first_f; lia).
      rewrite Z.even_add. replace (Z.even (j + 1)) with (negb (Z.even j)) by (rewrite Z.even_add; destruct (Z.even j); reflexivity).
      destruct (Z.even (a - first)), (Z.even j), c; simpl in *; congruence.
    - rewrite extended_h by assumption. rewrite F by exact Hj.
      rewrite within_true by (unfold first_h; lia).
      replace (first_h k b + j - first) with (b - first + (2 * k + (j + 1))) by (unfold first_h; lia).
      rewrite Z.even_add, (Z.even_add (2 * k)), Z.even_mul.
      replace (Z.even (j + 1)) with (negb (Z.even j)) by (rewrite Z.even_add; destruct (Z.even j); reflexivity).
      destruct (Z.even (b - first)), (Z.even j), c; simpl in *; congruence.
  Qed.

  (** * The step of the induction *)

  (** A move that spares a coin leaves it where it is. *)
  Lemma spared_stays : forall r m p c, legal k r m -> r p = Some c -> spares k m p -> play k r m p = Some c.
  Proof.
    intros r m p c L R S. rewrite <- R. apply play_stays; [exact L | rewrite R; discriminate |].
    revert S. unfold spares. split_within; [discriminate | intros _; assumption].
  Qed.

  (** A target is in one piece, as it is free and [a] and [b] are not. *)
  Lemma target_in_one_piece : forall r m c d, legal k r m -> r a = Some c -> r b = Some d ->
    in_one_piece k a b (target m).
  Proof.
    assert (T : forall r m p c, legal k r m -> r p = Some c -> within (target m) k p = false).
    { intros r m p c L R. destruct (within (target m) k p) eqn:W; [| reflexivity]. apply within_iff in W.
      destruct (L (p - target m)) as [_ Free]; [lia |].
      replace (target m + (p - target m)) with p in Free by lia. congruence. }
    intros r m c d L Ra Rb. split; eapply T; eassumption.
  Qed.

  Theorem extend_extensible : forall n steps f r,
    r a = Some nickel -> r b = Some penny ->
    extensible k n a b f r steps ->
    extensible k (n + 2 * k) a (b + 2 * k) f (extended k a b f r) (extend k a b steps).
  Proof.
    intros n steps. induction steps as [| [m | m offset complement] rest IH]; simpl; intros f r Ra Rb H.
    - destruct H as [A F]. split; [apply extended_alternating; assumption | exact F].
    - destruct H as [L [Sa [Sb H]]].
      assert (X : in_one_piece k a b (source m)) by (split; assumption).
      assert (Y : in_one_piece k a b (target m)) by (eapply target_in_one_piece; eassumption).
      split; [| split; [| split]].
      + apply extended_legal; assumption.
      + apply up_spares, X.
      + apply up_spares, X.
      + apply (extensible_same _ _ _ _ _ f _ (extended k a b f (play k r m))).
        * reflexivity.
        * intros p. symmetry. apply extended_play; assumption.
        * apply IH; [apply spared_stays; assumption | apply spared_stays; assumption | exact H].
    - destruct H as [L [Sa [Sb [O [C H]]]]]. destruct m as [x y].
      assert (X : in_one_piece k a b x) by (split; assumption).
      assert (Y : in_one_piece k a b y) by exact (target_in_one_piece r (Move x y) _ _ L Ra Rb).
      destruct (exchange_legal f r x y offset complement O X Y L C) as [L1 [L2 L3]].
      pose proof (exchange_result f r x y offset complement O X Y L C) as R.
      assert (Ga : within (first_f a + offset) k a = false) by (apply within_false; unfold first_f; lia).
      assert (Gb : within (first_f a + offset) k (b + 2 * k) = false)
        by (apply within_false; unfold first_f; lia).
      assert (Ha : within (first_h k b + offset) k a = false) by (apply within_false; unfold first_h; lia).
      assert (Hb : within (first_h k b + offset) k (b + 2 * k) = false)
        by (apply within_false; unfold first_h; lia).
      cbn [extend flat_map extend_step app extensible move_of]. unfold spares. cbn [source target].
      split; [exact L1 |]. split; [destruct complement; assumption |]. split; [destruct complement; assumption |].
      split; [exact O |]. split; [eapply near_shows; eassumption |].
      split; [exact L2 |]. split; [destruct complement; assumption |]. split; [destruct complement; assumption |].
      split; [exact L3 |].
      split; [apply up_spares, X |]. split; [apply up_spares, X |].
      apply (extensible_same _ _ _ _ _ (turned k offset f) _ (extended k a b (turned k offset f) (play k r (Move x y)))).
      + reflexivity.
      + apply same_sym, R.
      + apply IH; [apply spared_stays; assumption | apply spared_stays; assumption | exact H].
  Qed.

End OneExtension.

(** * The start, and the number of moves *)

Lemma extended_start : forall k n a b, 0 < k -> 0 <= a < n -> n <= b < 2 * n ->
  same (extended k a b unused (start n)) (start (n + 2 * k)).
Proof.
  intros k n a b Hk Ha Hb p.
  destruct (place k a b ltac:(lia) p) as [[q ->] | [[j [Hj ->]] | [j [Hj ->]]]].
  - rewrite extended_up by lia. unfold up.
    destruct (Z.leb_spec q a); [| destruct (Z.leb_spec q b)]; unfold start; split_within; reflexivity.
  - rewrite extended_f by lia. unfold first_f. rewrite start_nickel by lia. reflexivity.
  - rewrite extended_h by lia. unfold first_h. rewrite start_penny by lia. reflexivity.
Qed.

Lemma extend_length : forall k a b steps,
  length (extend k a b steps) = (length steps + 2 * exchange_count steps)%nat /\
  exchange_count (extend k a b steps) = exchange_count steps.
Proof.
  intros k a b steps. unfold exchange_count. induction steps as [| [m | m offset complement] rest [IH1 IH2]]; simpl.
  - split; reflexivity.
  - split; [rewrite IH1; lia | exact IH2].
  - destruct complement; simpl; rewrite IH1, IH2; split; lia.
Qed.

(** * Any number of extensions *)

(** A base of [n] and [k]: [n] moves, [k] of them exchanges, and F shows nickels only at the start. *)
Definition is_base (k n a b : Z) (steps : list step) : Prop :=
  0 <= a < n /\ n <= b < 2 * n /\
  extensible k n a b unused (start n) steps /\
  Z.of_nat (length steps) = n /\ Z.of_nat (exchange_count steps) = k.

Theorem extend_base : forall k n a b steps, 0 < k -> is_base k n a b steps ->
  is_base k (n + 2 * k) a (b + 2 * k) (extend k a b steps).
Proof.
  intros k n a b steps Hk [Ha [Hb [E [Hl Hc]]]].
  destruct (extend_length k a b steps) as [EL EC].
  split; [lia |]. split; [lia |]. split; [| lia].
  apply (extensible_same _ _ _ _ _ unused _ (extended k a b unused (start n))).
  - reflexivity.
  - apply extended_start; assumption.
  - apply extend_extensible; try lia; try exact E.
    + apply start_nickel; exact Ha.
    + apply start_penny; exact Hb.
Qed.

(** Theorem 5.1.1: a base of size n gives solutions of n + 2km moves for the sizes n + 2km. *)
Theorem base_settles_residue : forall k n a b steps, 0 < k -> is_base k n a b steps ->
  forall times : nat, exists moves,
    solves k (n + 2 * k * Z.of_nat times) moves /\ Z.of_nat (length moves) = n + 2 * k * Z.of_nat times.
Proof.
  intros k n a b steps Hk B times. revert n a b steps B.
  induction times as [| times IH]; intros n a b steps B.
  - destruct B as [_ [_ [E [Hl _]]]]. exists (map move_of steps). rewrite map_length.
    replace (n + 2 * k * Z.of_nat 0) with n by lia. split; [| exact Hl].
    exact (extensible_reaches k n a b steps unused (start n) E).
  - destruct (IH _ _ _ _ (extend_base k n a b steps Hk B)) as [moves [Sol Len]]. exists moves.
    replace (n + 2 * k * Z.of_nat (S times)) with (n + 2 * k + 2 * k * Z.of_nat times) by lia. split; assumption.
Qed.
