(* Theorem B: for even k every n >= 4k + 1 has a solution of at most n + 4k + 1 moves. Tiles of 2k nickels and of 2k pennies
   become alternating (Tiles.v). The coins that are left over change places in pairs. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement StatementEvery Rows WrapsPlay AnyRow Tiles.
Import ListNotations.
Open Scope Z_scope.

(** A coin at an even position is a penny in the end. *)
Definition wanted_at (p : Z) : coin := if Z.even p then penny else nickel.

Lemma parity : forall p, (Z.even p = true /\ exists z, p = 2 * z) \/ (Z.even p = false /\ exists z, p = 2 * z + 1).
Proof.
  intros p. destruct (Z.even p) eqn:E; [left | right]; split; try reflexivity.
  - apply Z.even_spec in E. destruct E as [z E]. exists z. exact E.
  - rewrite <- Z.negb_odd in E. apply negb_false_iff, Z.odd_spec in E. destruct E as [z E]. exists z. exact E.
Qed.

Lemma even_rest : forall z k, 0 < k -> Z.even (z mod (2 * k)) = Z.even z.
Proof.
  intros z k Hk. pose proof (Z.div_mod z (2 * k) ltac:(lia)) as D.
  assert (E : Z.even z = Z.even (2 * (k * (z / (2 * k))) + z mod (2 * k))) by (f_equal; lia).
  rewrite E, Z.even_add, Z.even_mul. change (Z.even 2) with true. cbn [orb].
  destruct (Z.even (z mod (2 * k))); reflexivity.
Qed.

Section Even.

  (** Tiles of [2k] nickels fill the first [2 * t] positions, and such of pennies as many from [b] on. [2j - 1] pennies are
      left over, and as many nickels or one more. *)
  Variables (k h n t b b' j : Z).
  Hypothesis k_even : k = 2 * h.
  Hypothesis h_positive : 1 <= h.
  Hypothesis large : 2 * k <= t.
  Hypothesis b_odd : b = 2 * b' + 1.
  Hypothesis b_here : n <= b <= n + 1.
  Hypothesis left_over : 2 * n = b + 2 * t + 2 * j - 1.
  Hypothesis j_here : 1 <= j <= k.

  Definition start_at (p : Z) : coin := if p <? n then nickel else penny.

  (** Of what is left over, the first [a] coins of each kind that are not at their places are exchanged, and [c] from number
      [h] on. *)
  Definition is_done (a c p : Z) : bool :=
    within 0 (2 * t - 2 * k) p || within (b + 2 * k) (2 * t - 2 * k) p ||
    within (2 * t) (2 * a - 1) p || within (2 * t + k) (2 * c - 1) p ||
    within (b + 2 * t) (2 * a - 1) p || within (b + 2 * t + k) (2 * c - 1) p.

  Definition partly (a c p : Z) : coin := if is_done a c p then wanted_at p else start_at p.

  (** Windows and comparisons are decided where they are, and split where they are not. *)
  Ltac split_bools :=
    repeat match goal with
    | |- context [within ?first ?length ?p] =>
        first
          [ rewrite (within_false first length p) by lia | rewrite (within_true first length p) by lia
          | generalize (within_spec first length p); destruct (within first length p); intro ];
        cbn [orb]
    end;
    repeat match goal with
    | |- context [?p <? ?q] => destruct (Z.ltb_spec p q); try (exfalso; lia)
    | |- context [Z.even ?p] => destruct (parity p) as [[-> [? ?]] | [-> [? ?]]]; try (exfalso; lia)
    end.

  Ltac decided :=
    unfold partly, is_done; try reflexivity; split_bools; try reflexivity; unfold wanted_at, start_at; split_bools; reflexivity.

  (** The same for a position anywhere, in the parts between some points. *)
  Ltac decided_between p points :=
    match points with
    | ?x :: ?rest => destruct (Z_lt_ge_dec p x); [decided | decided_between p rest]
    | [] => decided
    end.

  Lemma partly_step : forall a c a' c' x, 0 <= x -> b + x + k < 2 * n ->
    partly a c x = partly a' c' (b + x) -> partly a c (b + x) = partly a' c' x ->
    partly a c (x + k) = partly a' c' (b + x + k) -> partly a c (b + x + k) = partly a' c' (x + k) ->
    (forall p, 0 <= p < 2 * n -> p <> x -> p <> b + x -> p <> x + k -> p <> b + x + k -> partly a c p = partly a' c' p) ->
    becomes_in k (2 * n) 6 (partly a c) (partly a' c').
  Proof.
    intros a c a' c' x Hx Hb A B C D Rest.
    apply (becomes_in_same k (2 * n) 6 _ (four k x (b + x) (partly a c))).
    - intros p Hp. unfold four.
      destruct (Z.eqb_spec p x) as [-> |]; [exact B |]. destruct (Z.eqb_spec p (b + x)) as [-> |]; [exact A |].
      destruct (Z.eqb_spec p (x + k)) as [-> |]; [exact D |]. destruct (Z.eqb_spec p (b + x + k)) as [-> |]; [exact C |].
      apply Rest; assumption.
    - apply two_pairs; lia.
  Qed.

  Lemma both_halves : forall c, 0 <= c -> h + c < j -> becomes_in k (2 * n) 6 (partly c c) (partly (c + 1) (c + 1)).
  Proof.
    intros c Hc Hj. apply (partly_step _ _ _ _ (2 * t + 2 * c)); try lia.
    1-4: decided.
    intros p Hp N1 N2 N3 N4.
    decided_between p [2 * t; 2 * t + 2 * c - 1; 2 * t + 2 * c + 1; 2 * t + k; 2 * t + k + 2 * c - 1; 2 * t + k + 2 * c + 1;
      b + 2 * k; b + 2 * t; b + 2 * t + 2 * c - 1; b + 2 * t + 2 * c + 1; b + 2 * t + k; b + 2 * t + k + 2 * c - 1;
      b + 2 * t + k + 2 * c + 1].
  Qed.

  Lemma one_half : forall a c, 0 <= c <= a -> a < h -> a < j -> (c = 0 \/ c = j - h) ->
    becomes_in k (2 * n) 6 (partly a c) (partly (a + 1) c).
  Proof.
    intros a c Ha Hh Hj Hc. apply (partly_step _ _ _ _ (2 * t + 2 * a - k)); try lia.
    1-4: decided.
    intros p Hp N1 N2 N3 N4.
    decided_between p [2 * t; 2 * t + 2 * a - 1; 2 * t + 2 * a + 1; 2 * t + k; 2 * t + k + 2 * c - 1; b + 2 * k; b + 2 * t;
      b + 2 * t + 2 * a - 1; b + 2 * t + 2 * a + 1; b + 2 * t + k; b + 2 * t + k + 2 * c - 1].
  Qed.

  (** All that is left over, in [6] moves for each pair that has to be exchanged alone. *)
  Let both : Z := Z.max 0 (j - h).
  Let all : Z := Z.min j h.

  Lemma first_exchanges : forall c, Z.of_nat c <= both ->
    becomes_in k (2 * n) (6 * Z.of_nat c) (partly 0 0) (partly (Z.of_nat c) (Z.of_nat c)).
  Proof.
    intros c. unfold both. induction c as [| c IH]; intros H; [apply becomes_in_none |].
    replace (6 * Z.of_nat (S c)) with (6 * Z.of_nat c + 6) by lia. replace (Z.of_nat (S c)) with (Z.of_nat c + 1) by lia.
    apply (becomes_in_trans k (2 * n) _ 6 _ (partly (Z.of_nat c) (Z.of_nat c))); [apply IH | apply both_halves]; lia.
  Qed.

  Lemma last_exchanges : forall d, both + Z.of_nat d <= all ->
    becomes_in k (2 * n) (6 * Z.of_nat d) (partly both both) (partly (both + Z.of_nat d) both).
  Proof.
    intros d. induction d as [| d IH]; intros H.
    - replace (both + Z.of_nat 0) with both by lia. apply becomes_in_none.
    - replace (6 * Z.of_nat (S d)) with (6 * Z.of_nat d + 6) by lia.
      replace (both + Z.of_nat (S d)) with (both + Z.of_nat d + 1) by lia.
      apply (becomes_in_trans k (2 * n) _ 6 _ (partly (both + Z.of_nat d) both)); [apply IH; lia |].
      unfold both, all in *. apply one_half; lia.
  Qed.

  Lemma exchanges : becomes_in k (2 * n) (6 * all) (partly 0 0) (partly all both).
  Proof.
    pose proof (first_exchanges (Z.to_nat both)) as F. pose proof (last_exchanges (Z.to_nat (all - both))) as L.
    assert (0 <= both <= all) by (unfold both, all; lia).
    rewrite Z2Nat.id in F, L by lia. replace (both + (all - both)) with all in L by lia.
    replace (6 * all) with (6 * both + 6 * (all - both)) by lia.
    exact (becomes_in_trans k (2 * n) _ _ _ _ _ (F ltac:(lia)) (L ltac:(lia))).
  Qed.

  (** * Tiles *)

  (** After all rounds every second coin of a tile is flipped. *)
  Lemma tiled_all : forall count x y f p, (1 <= count)%nat ->
    tiled k count x y (Z.to_nat k) f p =
    if within x (2 * k * Z.of_nat count) p then flip_if (Z.even (p - x)) (f p)
    else if within y (2 * k * Z.of_nat count) p then flip_if (Z.even (p - y)) (f p)
    else f p.
  Proof.
    intros count x y f p Hc. unfold tiled.
    assert (E : Z.even k = true) by (rewrite k_even, Z.even_mul; reflexivity).
    assert (A : forall z, odd_flips k (Z.to_nat k) (z mod (2 * k)) = Z.even z).
    { intros z. rewrite (odd_flips_all k ltac:(lia)) by (exact E || apply Z.mod_pos_bound; lia). apply even_rest. lia. }
    rewrite !A. reflexivity.
  Qed.

  Lemma first_tiles : forall m, t = k * m -> 2 <= m -> becomes_in k (2 * n) (k * (2 * m - 1)) start_at (partly 0 0).
  Proof.
    intros m T Hm. set (count := Z.to_nat (m - 1)).
    assert (C : 2 * k * Z.of_nat count = 2 * t - 2 * k) by (unfold count; rewrite Z2Nat.id by lia; rewrite T; lia).
    replace (k * (2 * m - 1)) with (Z.of_nat (Z.to_nat k) * (2 * Z.of_nat count + 1))
      by (unfold count; rewrite !Z2Nat.id by lia; lia).
    apply (becomes_in_same k (2 * n) _ _ (tiled k count 0 (b + 2 * k) (Z.to_nat k) start_at)).
    - intros p Hp. rewrite tiled_all by (unfold count; lia). rewrite C. unfold flip_if. decided.
    - apply rounds; rewrite ?C; unfold count; try lia; intros p Hp; unfold start_at; destruct (Z.ltb_spec p n); lia || reflexivity.
  Qed.

  Lemma last_tiles : becomes_in k (2 * n) (3 * k) (partly all both) wanted_at.
  Proof.
    replace (3 * k) with (Z.of_nat (Z.to_nat k) * (2 * Z.of_nat 1 + 1)) by lia.
    assert (C : 2 * k * Z.of_nat 1 = 2 * k) by lia.
    apply (becomes_in_same k (2 * n) _ _ (tiled k 1 (2 * t - 2 * k) b (Z.to_nat k) (partly all both))).
    - intros p Hp. rewrite tiled_all by lia. rewrite C. unfold flip_if, all, both. decided.
    - apply rounds; rewrite ?C; try lia; unfold all, both; intros p Hp; decided.
  Qed.

End Even.

(** For even [k] and [n >= 4k + 1] at most [n + 4k + 1] moves are enough. *)
Theorem even_length : forall k n, 2 <= k -> Z.even k = true -> 4 * k + 1 <= n ->
  exists m, m <= n + 4 * k + 1 /\ solvable_in k n m.
Proof.
  intros k n Hk Even Hn. apply Z.even_spec in Even. destruct Even as [h K].
  set (m := (n - 1) / (2 * k)).
  pose proof (Z.div_mod (n - 1) (2 * k) ltac:(lia)) as D. pose proof (Z.mod_pos_bound (n - 1) (2 * k) ltac:(lia)) as R.
  fold m in D. set (r := (n - 1) mod (2 * k) + 1) in *. assert (N : n = 2 * (k * m) + r) by (unfold r; lia).
  assert (Hm : 2 <= m) by (unfold m; apply Z.div_le_lower_bound; lia).
  assert (Hr : 1 <= r <= 2 * k) by (unfold r; lia). clearbody m r. clear D R.
  assert (J : exists b b' j, b = 2 * b' + 1 /\ n <= b <= n + 1 /\ 2 * n = b + 2 * (k * m) + 2 * j - 1 /\ 1 <= j <= k /\
    2 * j - 1 <= r <= 2 * j).
  { destruct (parity r) as [[_ [z Z]] | [_ [z Z]]].
    - exists (n + 1), (k * m + z), z. lia.
    - exists n, (k * m + z), (z + 1). lia. }
  destruct J as [b [b' [j [B [B' [L [J JR]]]]]]].
  assert (Large : 2 * k <= k * m) by nia.
  assert (First := first_tiles k h n (k * m) b b' j K ltac:(lia) Large B B' L J m eq_refl Hm).
  assert (Second := exchanges k h n (k * m) b b' j K ltac:(lia) Large B B' L J).
  assert (Third := last_tiles k h n (k * m) b b' j K ltac:(lia) Large B B' L J).
  destruct (becomes_in_trans k (2 * n) _ _ _ _ _ First (becomes_in_trans k (2 * n) _ _ _ _ _ Second Third))
    as [moves [Leads Length]].
  exists (Z.of_nat (length moves)). split; [rewrite Length; lia |].
  exists moves. split; [| reflexivity].
  apply (leads_reaches k n moves _ (line (2 * n) wanted_at)).
  - refine (leads_same k moves _ _ _ _ _ (same_refl _) Leads).
    intros p. unfold line, start_at, start. split_within; destruct (Z.ltb_spec p n); try lia; reflexivity.
  - exists 0, penny. intros p. unfold line, wanted_at. rewrite Z.sub_0_r. reflexivity.
Qed.
