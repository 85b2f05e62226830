(* Tiles of 2k nickels and as many of 2k pennies become alternating in k rounds. In each round blocks of all tiles of one kind
   change places with those of the other. They read alike, so one of them is lifted for all. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement StatementEvery Rows WrapsPlay AnyRow.
Import ListNotations.
Open Scope Z_scope.

Definition flip_if (b : bool) (c : coin) : coin := if b then other c else c.

Lemma flip_flip : forall a b c, flip_if a (flip_if b c) = flip_if (xorb a b) c.
Proof. intros [] [] []; reflexivity. Qed.

(** Looks up coins in blocks of which it is known what they read. *)
Ltac blocks_known a b c :=
  repeat match goal with
  | |- context [?f ?q] => first [rewrite (a q) by lia | rewrite (b q) by lia | rewrite (c q) by lia]
  end;
  rewrite ?other_other; first [reflexivity | do 2 f_equal; lia | do 3 f_equal; lia].

Section Tiles.

  Variables (k size : Z).
  Hypothesis k_long : 2 <= k.

  Let step := 2 * k.

  (** * Complementary blocks change places *)

  Definition flip_two (x y : Z) (f : Z -> coin) : Z -> coin := fun p => flip_if (within x k p || within y k p) (f p).

  (** The blocks at [x], [x + 2k] and so on, and those at [y], [y + 2k] and so on. *)
  Fixpoint flip_blocks (count : nat) (x y : Z) (f : Z -> coin) : Z -> coin :=
    match count with
    | O => f
    | S less => flip_blocks less (x + step) (y + step) (flip_two x y f)
    end.

  (** The row with free positions at [x], and the block from there right of all. *)
  Definition lifted (x : Z) (u f : Z -> coin) : row :=
    fun p => if within x k p then None else if within size k p then Some (u (p - size)) else line size f p.

  Lemma lifted_chain : forall count x y u f, let last := step * Z.of_nat count in
    0 <= x -> x + last + k <= y -> y + last + k <= size ->
    (forall i c, 0 <= i <= Z.of_nat count -> 0 <= c < k ->
      f (x + step * i + c) = u c /\ f (y + step * i + c) = other (u c)) ->
    exists moves, leads k (lifted x u f) moves (line size (flip_blocks (S count) x y f)) /\
      Z.of_nat (length moves) = 2 * Z.of_nat count + 2.
  Proof.
    intros count. induction count as [| count IH]; intros x y u f last Hx Hy Hs F.
    - assert (A : forall p, x <= p < x + k -> f p = u (p - x)).
      { intros p Hp. destruct (F 0 (p - x)) as [E _]; [lia | lia |]. rewrite <- E. f_equal. lia. }
      assert (B : forall p, y <= p < y + k -> f p = other (u (p - y))).
      { intros p Hp. destruct (F 0 (p - y)) as [_ E]; [lia | lia |]. rewrite <- E. f_equal. lia. }
      unfold step in *. exists [Move y x; Move size y]. split; [| reflexivity].
      cbn [leads flip_blocks]. unfold legal, lifted, line, play, flip_two, flip_if. cbn [source target].
      split; [| split].
      + intros c Hc. split; split_within; (discriminate || reflexivity).
      + intros c Hc. split; split_within; (discriminate || reflexivity).
      + intros p. split_within; cbn [orb]; blocks_known A B B.
    - set (g := flip_two x y f).
      destruct (IH (x + step) (y + step) u g) as [moves [L Length]]; try (unfold step in *; lia).
      { intros i c Hi Hc. destruct (F (i + 1) c) as [A B]; [lia | exact Hc |].
        assert (0 <= step * i <= step * Z.of_nat count) by (unfold step; nia).
        unfold g, flip_two, step in *. rewrite !within_false by lia. cbn [orb flip_if].
        split; [rewrite <- A | rewrite <- B]; f_equal; lia. }
      exists (Move y x :: Move (x + step) y :: moves). split; [| cbn [length]; lia].
      assert (A : forall p, x + step <= p < x + step + k -> f p = u (p - (x + step))).
      { intros p Hp. destruct (F 1 (p - (x + step))) as [E _]; [lia | lia |]. rewrite <- E. f_equal. lia. }
      assert (A' : forall p, x <= p < x + k -> f p = u (p - x)).
      { intros p Hp. destruct (F 0 (p - x)) as [E _]; [lia | lia |]. rewrite <- E. f_equal. lia. }
      assert (B : forall p, y <= p < y + k -> f p = other (u (p - y))).
      { intros p Hp. destruct (F 0 (p - y)) as [_ E]; [lia | lia |]. rewrite <- E. f_equal. lia. }
      assert (0 <= step * Z.of_nat count) by (unfold step; nia). unfold step in *.
      cbn [leads flip_blocks]. split; [| split].
      + intros c Hc. unfold lifted, line. cbn [source target]. split; split_within; (discriminate || reflexivity).
      + intros c Hc. unfold lifted, line, play. cbn [source target]. split; split_within; (discriminate || reflexivity).
      + refine (leads_same k moves _ _ _ _ _ (same_refl _) L).
        intros p. unfold lifted, line, play, g, flip_two, flip_if. cbn [source target].
        split_within; cbn [orb]; blocks_known A A' B.
  Qed.

  Lemma blocks_flip : forall count x y u f, let last := step * (Z.of_nat count - 1) in (1 <= count)%nat ->
    0 <= x -> x + last + k <= y -> y + last + k <= size ->
    (forall i c, 0 <= i < Z.of_nat count -> 0 <= c < k ->
      f (x + step * i + c) = u c /\ f (y + step * i + c) = other (u c)) ->
    becomes_in k size (2 * Z.of_nat count + 1) f (flip_blocks count x y f).
  Proof.
    intros count x y u f last Hc Hx Hy Hs F. destruct count as [| count]; [lia |].
    assert (E : last = step * Z.of_nat count) by (unfold last; f_equal; lia). clearbody last. subst last.
    destruct (lifted_chain count x y u f Hx Hy Hs) as [moves [L Length]].
    { intros i c Hi H. apply F; lia. }
    exists (Move x size :: moves). split; [| cbn [length]; lia].
    assert (A : forall p, x <= p < x + k -> f p = u (p - x)).
    { intros p Hp. destruct (F 0 (p - x)) as [E _]; [lia | lia |]. rewrite <- E. f_equal. lia. }
    assert (0 <= step * Z.of_nat count) by (unfold step; nia).
    cbn [leads]. split.
    - intros c H'. unfold line. cbn [source target]. split; split_within; (discriminate || reflexivity).
    - refine (leads_same k moves _ _ _ _ _ (same_refl _) L).
      intros p. unfold lifted, line, play. cbn [source target].
      split_within; blocks_known A A A.
  Qed.

  (** * Tiles become alternating *)

  (** Position [p] is coin [c .. c + k - 1] of one of the [count] tiles from [x] on. *)
  Definition in_tiles (x : Z) (count : nat) (c p : Z) : bool :=
    within x (step * Z.of_nat count) p && within c k ((p - x) mod step).

  Lemma flip_blocks_tiles : forall count x y c f p, 0 <= c -> c + k <= step ->
    x + step * Z.of_nat count <= y ->
    flip_blocks count (x + c) (y + c) f p = flip_if (in_tiles x count c p || in_tiles y count c p) (f p).
  Proof.
    intros count. induction count as [| count IH]; intros x y c f p H0 H1 H.
    - unfold in_tiles. rewrite !(within_false _ (step * Z.of_nat 0)) by lia. reflexivity.
    - cbn [flip_blocks]. replace (x + c + step) with (x + step + c) by lia. replace (y + c + step) with (y + step + c) by lia.
      rewrite IH by lia. unfold flip_two. rewrite flip_flip. f_equal.
      assert (0 < step) by (unfold step; lia). assert (0 <= step * Z.of_nat count) by (unfold step; nia).
      assert (Next : forall z, in_tiles z (S count) c p = within (z + c) k p || in_tiles (z + step) count c p).
      { intros z. unfold in_tiles. replace (step * Z.of_nat (S count)) with (step + step * Z.of_nat count) by lia.
        replace ((p - (z + step)) mod step) with ((p - z) mod step)
          by (replace (p - z) with (p - (z + step) + 1 * step) by lia; apply Z.mod_add; lia).
        generalize (within_spec z (step + step * Z.of_nat count) p), (within_spec (z + step) (step * Z.of_nat count) p),
          (within_spec (z + c) k p).
        destruct (within z (step + step * Z.of_nat count) p) eqn:E1, (within (z + step) (step * Z.of_nat count) p) eqn:E2,
          (within (z + c) k p) eqn:E3; intros W1 W2 W3; try lia; cbn [andb orb]; try reflexivity.
        - rewrite Z.mod_small by lia. apply within_true. lia.
        - rewrite Z.mod_small by lia. apply within_false. lia. }
      rewrite !Next.
      assert (Far : forall z, within (z + c) k p = true -> in_tiles (z + step) count c p = false).
      { intros z E. apply within_iff in E. unfold in_tiles. rewrite within_false by lia. reflexivity. }
      assert (Other : within (x + c) k p = true -> in_tiles (y + step) count c p = false /\ within (y + c) k p = false).
      { intros E. apply within_iff in E. unfold in_tiles. rewrite (within_false (y + step)), (within_false (y + c)) by lia.
        split; reflexivity. }
      assert (Other' : within (y + c) k p = true -> in_tiles (x + step) count c p = false).
      { intros E. apply within_iff in E. unfold in_tiles. rewrite (within_false (x + step)) by lia. reflexivity. }
      destruct (within (x + c) k p) eqn:E1.
      + rewrite (Far x E1). destruct (Other eq_refl) as [-> ->]. reflexivity.
      + destruct (within (y + c) k p) eqn:E2; [rewrite (Far y E2), (Other' eq_refl); reflexivity |].
        destruct (in_tiles (x + step) count c p), (in_tiles (y + step) count c p); reflexivity.
  Qed.

  (** Whether coin [t] of a tile is flipped an odd number of times before round [c]. *)
  Fixpoint odd_flips (c : nat) (t : Z) : bool :=
    match c with O => false | S less => xorb (within (Z.of_nat less) k t) (odd_flips less t) end.

  Lemma odd_flips_count : forall c t, Z.of_nat c <= k -> 0 <= t ->
    odd_flips c t = Z.odd (Z.max 0 (Z.min (Z.of_nat c) (t + 1) - Z.max 0 (t - k + 1))).
  Proof.
    intros c t Hc Ht. induction c as [| c IH].
    - cbn [odd_flips]. rewrite Z.max_l by lia. reflexivity.
    - cbn [odd_flips]. rewrite IH by lia. generalize (within_spec (Z.of_nat c) k t).
      destruct (within (Z.of_nat c) k t); intros W.
      + replace (Z.max 0 (Z.min (Z.of_nat (S c)) (t + 1) - Z.max 0 (t - k + 1)))
          with (Z.succ (Z.max 0 (Z.min (Z.of_nat c) (t + 1) - Z.max 0 (t - k + 1)))) by lia.
        rewrite Z.odd_succ, <- Z.negb_odd. reflexivity.
      + rewrite xorb_false_l. f_equal. lia.
  Qed.

  Lemma odd_flips_all : forall t, Z.even k = true -> 0 <= t < step -> odd_flips (Z.to_nat k) t = Z.even t.
  Proof.
    intros t E Ht. unfold step in Ht. rewrite odd_flips_count by lia. rewrite Z2Nat.id by lia.
    destruct (Z_lt_ge_dec t k) as [L | L].
    - replace (Z.max 0 (Z.min k (t + 1) - Z.max 0 (t - k + 1))) with (Z.succ t) by lia. apply Z.odd_succ.
    - replace (Z.max 0 (Z.min k (t + 1) - Z.max 0 (t - k + 1))) with (2 * k - Z.succ t) by lia.
      rewrite Z.odd_sub, Z.odd_mul, Z.odd_succ. change (Z.odd 2) with false. apply xorb_false_l.
  Qed.

  (** The row after some rounds. *)
  Definition tiled (count : nat) (x y : Z) (c : nat) (f : Z -> coin) : Z -> coin :=
    fun p =>
      if within x (step * Z.of_nat count) p then flip_if (odd_flips c ((p - x) mod step)) (f p)
      else if within y (step * Z.of_nat count) p then flip_if (odd_flips c ((p - y) mod step)) (f p)
      else f p.

  Lemma rounds : forall count x y f, (1 <= count)%nat -> 0 <= x -> x + step * Z.of_nat count <= y ->
    y + step * Z.of_nat count <= size ->
    (forall p, x <= p < x + step * Z.of_nat count -> f p = nickel) ->
    (forall p, y <= p < y + step * Z.of_nat count -> f p = penny) ->
    forall c, Z.of_nat c <= k -> becomes_in k size (Z.of_nat c * (2 * Z.of_nat count + 1)) f (tiled count x y c f).
  Proof.
    intros count x y f Hc Hx Hy Hs A B c. assert (0 < step) by (unfold step; lia).
    induction c as [| c IH]; intros H'.
    - apply (becomes_in_same _ _ _ _ f); [| apply becomes_in_none].
      intros p _. unfold tiled. split_within; reflexivity.
    - replace (Z.of_nat (S c) * (2 * Z.of_nat count + 1)) with (Z.of_nat c * (2 * Z.of_nat count + 1) + (2 * Z.of_nat count + 1))
        by lia.
      apply (becomes_in_trans k size _ _ f (tiled count x y c f)); [apply IH; lia |].
      apply (becomes_in_same _ _ _ _ (flip_blocks count (x + Z.of_nat c) (y + Z.of_nat c) (tiled count x y c f))).
      + intros p _. rewrite flip_blocks_tiles by (unfold step in *; lia). unfold in_tiles, tiled.
        cbn [odd_flips]. split_within; cbn [andb orb]; rewrite ?flip_flip, ?xorb_false_l; reflexivity.
      + apply (blocks_flip count _ _ (fun i => flip_if (odd_flips c (Z.of_nat c + i)) nickel)); try (unfold step in *; lia).
        intros i j Hi Hj.
        assert (0 <= step * i) by (unfold step; nia). assert (step * i + step <= step * Z.of_nat count) by (unfold step; nia).
        unfold tiled. unfold step in *. rewrite (within_true x), (within_true y) by lia.
        rewrite (within_false x (2 * k * Z.of_nat count) (y + Z.of_nat c + 2 * k * i + j)) by lia.
        rewrite A, B by lia.
        assert (M : forall z, (z + Z.of_nat c + 2 * k * i + j - z) mod (2 * k) = Z.of_nat c + j).
        { intros z. replace (z + Z.of_nat c + 2 * k * i + j - z) with (Z.of_nat c + j + i * (2 * k)) by lia.
          rewrite Z.mod_add, Z.mod_small by lia. reflexivity. }
        rewrite !M. destruct (odd_flips c (Z.of_nat c + j)); split; reflexivity.
  Qed.

End Tiles.
