(* Rows as two numbers, for checkers that replay moves: one bit for each position, whether it holds a coin and whether
   that is a penny. Bit [margin + p] stands for position [p]. Proven to follow the rules of Statement.v. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows.
Import ListNotations.
Open Scope Z_scope.

(** Like [&&], but the second part is not computed when the first one fails, also not by [vm_compute]. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).

Record bits := Bits { occupied : Z; pennies : Z }.

Definition row_of (margin : Z) (r : bits) : row :=
  fun p =>
    if Z.testbit (occupied r) (margin + p)
    then Some (if Z.testbit (pennies r) (margin + p) then penny else nickel)
    else None.

(** The [k] bits from number [first] on, and [k] ones there. *)

Definition window (k mask first : Z) : Z := Z.land (Z.shiftr mask first) (Z.ones k).

Definition block (k first : Z) : Z := Z.shiftl (Z.ones k) first.

Lemma testbit_ones : forall k i, 0 <= k -> Z.testbit (Z.ones k) i = within 0 k i.
Proof.
  intros k i Hk. destruct (Z_lt_ge_dec i 0) as [Hi | Hi].
  - rewrite Z.testbit_neg_r by exact Hi. symmetry. apply within_false. lia.
  - destruct (Z_lt_ge_dec i k) as [Hik | Hik].
    + rewrite Z.ones_spec_low by lia. symmetry. apply within_true. lia.
    + rewrite Z.ones_spec_high by lia. symmetry. apply within_false. lia.
Qed.

Lemma testbit_block : forall k first i, 0 <= k -> 0 <= first -> Z.testbit (block k first) i = within first k i.
Proof.
  intros k first i Hk Hf. unfold block. destruct (Z_lt_ge_dec i 0) as [Hi | Hi].
  - rewrite Z.testbit_neg_r by exact Hi. symmetry. apply within_false. lia.
  - rewrite Z.shiftl_spec, testbit_ones by lia. split_within; reflexivity.
Qed.

Lemma testbit_window : forall k mask first c, 0 <= k ->
  Z.testbit (window k mask first) c = within 0 k c && Z.testbit mask (first + c).
Proof.
  intros k mask first c Hk. unfold window. destruct (Z_lt_ge_dec c 0) as [Hc | Hc].
  - rewrite Z.testbit_neg_r by exact Hc. rewrite within_false by lia. reflexivity.
  - rewrite Z.land_spec, Z.shiftr_spec, testbit_ones by lia. rewrite andb_comm, (Z.add_comm first). reflexivity.
Qed.

Lemma full_window : forall k mask first c, 0 <= k -> window k mask first = Z.ones k -> 0 <= c < k ->
  Z.testbit mask (first + c) = true.
Proof.
  intros k mask first c Hk E Hc. pose proof (testbit_window k mask first c Hk) as W.
  rewrite E, testbit_ones, within_true in W by lia. symmetry. exact W.
Qed.

Lemma empty_window : forall k mask first c, 0 <= k -> window k mask first = 0 -> 0 <= c < k ->
  Z.testbit mask (first + c) = false.
Proof.
  intros k mask first c Hk E Hc. pose proof (testbit_window k mask first c Hk) as W.
  rewrite E, Z.bits_0, within_true in W by lia. symmetry. exact W.
Qed.

(** * Moves

    A move outside the [width] bits of the board is refused: a huge shift would take forever. *)

Definition legal_bits (k margin width : Z) (r : bits) (m : move) : bool :=
  let x := margin + source m in
  let y := margin + target m in
  (0 <=? x) &&& (x <? width) &&& (0 <=? y) &&& (y <? width) &&&
  (window k (occupied r) x =? Z.ones k) &&& (window k (occupied r) y =? 0).

Definition play_bits (k margin : Z) (r : bits) (m : move) : bits :=
  let x := margin + source m in
  let y := margin + target m in
  Bits (Z.lor (Z.ldiff (occupied r) (block k x)) (block k y))
       (Z.lor (Z.ldiff (pennies r) (block k y)) (Z.shiftl (window k (pennies r) x) y)).

Lemma and_then : forall a b : bool, a &&& b = true -> a = true /\ b = true.
Proof. intros [] b H; [split; [reflexivity | exact H] | discriminate]. Qed.

Lemma legal_bits_inv : forall k margin width r m, legal_bits k margin width r m = true ->
  0 <= margin + source m /\ 0 <= margin + target m /\
  window k (occupied r) (margin + source m) = Z.ones k /\ window k (occupied r) (margin + target m) = 0.
Proof.
  intros k margin width r m H. unfold legal_bits in H.
  repeat (apply and_then in H; destruct H as [H ?H]).
  repeat match goal with
  | K : (_ <=? _) = true |- _ => apply Z.leb_le in K
  | K : (_ =? _) = true |- _ => apply Z.eqb_eq in K
  end.
  repeat split; assumption.
Qed.

Lemma legal_bits_sound : forall k margin width r m, 0 <= k ->
  legal_bits k margin width r m = true -> legal k (row_of margin r) m.
Proof.
  intros k margin width r m Hk H c Hc.
  destruct (legal_bits_inv _ _ _ _ _ H) as [_ [_ [Full Empty]]]. unfold row_of. rewrite !Z.add_assoc.
  rewrite (full_window k _ _ c Hk Full Hc), (empty_window k _ _ c Hk Empty Hc).
  split; [discriminate | reflexivity].
Qed.

Lemma play_bits_sound : forall k margin width r m, 0 <= k -> legal_bits k margin width r m = true ->
  same (row_of margin (play_bits k margin r m)) (play k (row_of margin r) m).
Proof.
  intros k margin width r m Hk H p.
  destruct (legal_bits_inv _ _ _ _ _ H) as [Hx [Hy _]].
  unfold play, row_of, play_bits. simpl.
  destruct (Z_lt_ge_dec (margin + p) 0) as [Hp | Hp].
  - rewrite Z.testbit_neg_r by exact Hp. rewrite (within_false (target m)) by lia.
    rewrite (within_false (source m)) by lia. rewrite Z.testbit_neg_r by exact Hp. reflexivity.
  - rewrite !Z.lor_spec, !Z.ldiff_spec, !testbit_block, Z.shiftl_spec, testbit_window by lia.
    replace (within (margin + target m) k (margin + p)) with (within (target m) k p) by (split_within; reflexivity).
    replace (within (margin + source m) k (margin + p)) with (within (source m) k p) by (split_within; reflexivity).
    replace (within 0 k (margin + p - (margin + target m))) with (within (target m) k p) by (split_within; reflexivity).
    replace (margin + source m + (margin + p - (margin + target m))) with (margin + (source m + (p - target m))) by lia.
    destruct (within (target m) k p) eqn:Wt.
    + simpl. rewrite orb_true_r, andb_false_r. simpl.
      apply within_iff in Wt. destruct (legal_bits_inv _ _ _ _ _ H) as [_ [_ [Full _]]].
      replace (margin + (source m + (p - target m))) with (margin + source m + (p - target m)) by lia.
      rewrite (full_window k _ _ (p - target m) Hk Full) by lia. reflexivity.
    + simpl. rewrite !orb_false_r, andb_true_r.
      destruct (within (source m) k p); simpl; rewrite ?andb_false_r, ?andb_true_r; reflexivity.
Qed.

(** * The start *)

Definition start_bits (n margin : Z) : bits := Bits (block (2 * n) margin) (block n (margin + n)).

Lemma start_bits_sound : forall n margin, 0 <= n -> 0 <= margin -> same (row_of margin (start_bits n margin)) (start n).
Proof.
  intros n margin Hn Hm p. unfold row_of, start_bits, start. cbn [occupied pennies]. rewrite !testbit_block by lia.
  split_within; reflexivity.
Qed.

(** * The goal *)

(** The numbers from [first] on. *)
Fixpoint numbers (first : Z) (count : nat) : list Z :=
  match count with
  | O => []
  | S count => first :: numbers (first + 1) count
  end.

Lemma in_numbers : forall count first i, first <= i < first + Z.of_nat count -> In i (numbers first count).
Proof.
  intros count. induction count as [| count IH]; intros first i Hi; simpl; [lia |].
  destruct (Z.eq_dec first i) as [E | E]; [left; exact E | right; apply IH; lia].
Qed.

(** Whether [f] holds for the [count] numbers from [first] on. *)
Definition for_all (first count : Z) (f : Z -> bool) : bool := forallb f (numbers first (Z.to_nat count)).

Lemma for_all_sound : forall first count f, for_all first count f = true ->
  forall i, first <= i < first + count -> f i = true.
Proof.
  intros first count f H i Hi. apply (proj1 (forallb_forall f _) H). apply in_numbers. lia.
Qed.

Definition lowest_bit (mask : Z) : Z := Z.log2 (Z.land mask (- mask)).

Definition alternating_bits (n : Z) (r : bits) : bool :=
  let first := lowest_bit (occupied r) in
  (occupied r =? block (2 * n) first) &&&
  for_all 0 (2 * n) (fun i => eqb (Z.testbit (pennies r) (first + i)) (xorb (Z.testbit (pennies r) first) (Z.odd i))).

Lemma alternating_bits_sound : forall n margin r, 0 <= n ->
  alternating_bits n r = true -> alternating n (row_of margin r).
Proof.
  intros n margin r Hn H. unfold alternating_bits in H.
  pose proof (Z.log2_nonneg (Z.land (occupied r) (- occupied r))) as F. fold (lowest_bit (occupied r)) in F.
  revert H F. generalize (lowest_bit (occupied r)). intros first H F.
  apply and_then in H. destruct H as [O A]. apply Z.eqb_eq in O.
  exists (first - margin), (if Z.testbit (pennies r) first then penny else nickel).
  intros p. unfold row_of. rewrite O, testbit_block by lia.
  replace (within first (2 * n) (margin + p)) with (within (first - margin) (2 * n) p) by (split_within; reflexivity).
  destruct (within (first - margin) (2 * n) p) eqn:W; [| reflexivity]. apply within_iff in W.
  pose proof (for_all_sound _ _ _ A (p - (first - margin))) as B. cbv beta in B.
  assert (B' := B ltac:(lia)). apply eqb_prop in B'.
  replace (first + (p - (first - margin))) with (margin + p) in B' by lia.
  rewrite B', <- Z.negb_even.
  destruct (Z.testbit (pennies r) first), (Z.even (p - (first - margin))); reflexivity.
Qed.
