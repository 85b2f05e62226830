(* Theorem A: for n >= 4k + 1 every row of n nickels and n pennies becomes every other one, on the same positions. Blocks
   change places, then pairs of coins, then three coins go round, and so any two change places. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement StatementEvery Rows WrapsPlay.
Import ListNotations.
Open Scope Z_scope.

Section Row.

  Variables (k size : Z).
  Hypothesis k_long : 2 <= k.
  Hypothesis long : 8 * k + 2 <= size.

  (** The row with coins [f] at the positions 0 .. size - 1. *)
  Definition line (f : Z -> coin) : row := fun p => if within 0 size p then Some (f p) else None.

  (** [m] moves make one of the other. *)
  Definition becomes_in (m : Z) (f g : Z -> coin) : Prop :=
    exists moves, leads k (line f) moves (line g) /\ Z.of_nat (length moves) = m.

  Definition becomes (f g : Z -> coin) : Prop := exists m, becomes_in m f g.

  Lemma becomes_in_trans : forall a b f g h, becomes_in a f g -> becomes_in b g h -> becomes_in (a + b) f h.
  Proof.
    intros a b f g h [x [X Lx]] [y [Y Ly]]. exists (x ++ y). split; [apply (leads_app k x y _ _ _ X Y) |].
    rewrite app_length. lia.
  Qed.

  Lemma becomes_in_same : forall m f g h, (forall p, 0 <= p < size -> g p = h p) -> becomes_in m f g -> becomes_in m f h.
  Proof.
    intros m f g h E [a [A L]]. exists a. split; [| exact L].
    apply (leads_same k a _ (line f) (line g) _ (same_refl _)); [| exact A].
    intros p. unfold line. split_within; [rewrite E by lia |]; reflexivity.
  Qed.

  Lemma becomes_in_none : forall f, becomes_in 0 f f.
  Proof. intros f. exists []. split; [apply same_refl | reflexivity]. Qed.

  Lemma becomes_trans : forall f g h, becomes f g -> becomes g h -> becomes f h.
  Proof. intros f g h [a A] [b B]. exists (a + b). apply (becomes_in_trans _ _ f g h A B). Qed.

  Lemma becomes_same : forall f g h, (forall p, 0 <= p < size -> g p = h p) -> becomes f g -> becomes f h.
  Proof. intros f g h E [m B]. exists m. exact (becomes_in_same m f g h E B). Qed.

  Lemma becomes_refl : forall f, becomes f f.
  Proof. intros f. exists 0. apply becomes_in_none. Qed.

  (** * Two blocks change places, in three moves *)

  Definition swapped (x y : Z) (f : Z -> coin) : Z -> coin :=
    fun p => if within x k p then f (p - x + y) else if within y k p then f (p - y + x) else f p.

  Lemma swap : forall f x y, 0 <= x -> x + k <= size -> 0 <= y -> y + k <= size -> k <= Z.abs (x - y) ->
    becomes_in 3 f (swapped x y f).
  Proof.
    intros f x y Hx Hx' Hy Hy' D. exists [Move x size; Move y x; Move size y]. split; [| reflexivity].
    cbn [leads]. unfold legal, line, play, swapped. cbn [source target].
    split; [| split; [| split]].
    - intros c Hc. split; split_within; (discriminate || reflexivity).
    - intros c Hc. split; split_within; (discriminate || reflexivity).
    - intros c Hc. split; split_within; (discriminate || reflexivity).
    - intros p. split_within; try reflexivity; f_equal; f_equal; lia.
  Qed.

  (** * Two pairs of coins change places *)

  Definition four (x y : Z) (f : Z -> coin) : Z -> coin :=
    fun p => if p =? x then f y else if p =? y then f x
      else if p =? x + k then f (y + k) else if p =? y + k then f (x + k) else f p.

  Ltac split_equal :=
    repeat match goal with
    | |- context [?p =? ?q] => destruct (Z.eqb_spec p q); try (exfalso; lia)
    end.

  Lemma two_pairs : forall f x y, 0 <= x -> x + k < size -> 0 <= y -> y + k < size -> k + 1 <= Z.abs (x - y) ->
    becomes_in 6 f (four x y f).
  Proof.
    intros f x y Hx Hx' Hy Hy' D.
    apply (becomes_in_same _ _ (swapped (x + 1) (y + 1) (swapped x y f))).
    - intros p Hp. unfold swapped, four.
      generalize (within_spec (x + 1) k p), (within_spec (y + 1) k p), (within_spec x k p), (within_spec y k p).
      destruct (within (x + 1) k p), (within (y + 1) k p), (within x k p), (within y k p); intros; try (exfalso; lia);
        split_within; split_equal; f_equal; lia.
    - apply (becomes_in_trans 3 3 _ (swapped x y f)); apply swap; lia.
  Qed.

  (** * Three coins go round *)

  Definition round (s a b : Z) (f : Z -> coin) : Z -> coin :=
    fun p => if p =? s then f a else if p =? a then f b else if p =? b then f s else f p.

  (** Three positions at which they can. *)
  Definition triple (s a b : Z) : Prop :=
    k <= s < size - k /\ k <= a < size /\ 0 <= b < size - k /\ k + 1 <= Z.abs (s - a) /\ k + 1 <= Z.abs (s - b) /\
    a <> s + 2 * k /\ b <> s - 2 * k /\ a <> b /\ a <> b + k /\ a <> b + 2 * k.

  (** The same with all four positions named. *)
  Definition pairs (x y x' y' : Z) (f : Z -> coin) : Z -> coin :=
    fun p => if p =? x then f y else if p =? y then f x else if p =? x' then f y' else if p =? y' then f x' else f p.

  Lemma pairs_1 : forall x y x' y' f, pairs x y x' y' f x = f y.
  Proof. intros. unfold pairs. rewrite Z.eqb_refl. reflexivity. Qed.
  Lemma pairs_2 : forall x y x' y' f, y <> x -> pairs x y x' y' f y = f x.
  Proof. intros x y x' y' f H. unfold pairs. rewrite (proj2 (Z.eqb_neq _ _) H), Z.eqb_refl. reflexivity. Qed.
  Lemma pairs_3 : forall x y x' y' f, x' <> x -> x' <> y -> pairs x y x' y' f x' = f y'.
  Proof.
    intros x y x' y' f H J. unfold pairs. rewrite (proj2 (Z.eqb_neq _ _) H), (proj2 (Z.eqb_neq _ _) J), Z.eqb_refl. reflexivity.
  Qed.
  Lemma pairs_4 : forall x y x' y' f, y' <> x -> y' <> y -> y' <> x' -> pairs x y x' y' f y' = f x'.
  Proof.
    intros x y x' y' f H J K. unfold pairs.
    rewrite (proj2 (Z.eqb_neq _ _) H), (proj2 (Z.eqb_neq _ _) J), (proj2 (Z.eqb_neq _ _) K), Z.eqb_refl. reflexivity.
  Qed.
  Lemma pairs_5 : forall x y x' y' f p, p <> x -> p <> y -> p <> x' -> p <> y' -> pairs x y x' y' f p = f p.
  Proof.
    intros x y x' y' f p H J K L. unfold pairs.
    rewrite (proj2 (Z.eqb_neq _ _) H), (proj2 (Z.eqb_neq _ _) J), (proj2 (Z.eqb_neq _ _) K), (proj2 (Z.eqb_neq _ _) L). reflexivity.
  Qed.

  Ltac apart := first [assumption | apply not_eq_sym; assumption].
  Ltac looked_up :=
    repeat first
      [ rewrite pairs_1 | rewrite pairs_2 by apart | rewrite pairs_3 by apart | rewrite pairs_4 by apart | rewrite pairs_5 by apart ];
    unfold round;
    repeat first
      [ rewrite Z.eqb_refl
      | match goal with |- context [?p =? ?q] => rewrite (proj2 (Z.eqb_neq p q)) by apart end ];
    reflexivity.

  (** With seven different positions. *)
  Lemma seven : forall f s a b s' a' s'' b'',
    s <> a -> s <> b -> a <> b -> s' <> s -> s' <> a -> s' <> b -> s' <> a' -> s' <> s'' -> s' <> b'' ->
    a' <> s -> a' <> a -> a' <> b -> a' <> s'' -> a' <> b'' ->
    s'' <> s -> s'' <> a -> s'' <> b -> s'' <> b'' -> b'' <> s -> b'' <> a -> b'' <> b ->
    forall p,
    pairs s b s'' b'' (pairs s' a' s a (pairs s b s'' b'' (pairs s' a' s a f))) p = round s a b f p /\
    pairs s' a' s a (pairs s b s'' b'' (pairs s' a' s a (pairs s b s'' b'' f))) p = round s b a f p.
  Proof.
    intros f s a b s' a' s'' b''. intros.
    destruct (Z.eq_dec p s) as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p a) as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p b) as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p s') as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p a') as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p s'') as [-> |]; [split; looked_up |].
    destruct (Z.eq_dec p b'') as [-> |]; [split; looked_up |].
    split; looked_up.
  Qed.

  Lemma goes_round : forall f s a b, triple s a b -> becomes f (round s a b f) /\ becomes f (round s b a f).
  Proof.
    intros f s a b [Hs [Ha [Hb [Dsa [Dsb [N1 [N2 [N3 [N4 N5]]]]]]]]].
    assert (One : forall g, becomes g (pairs (s - k) (a - k) s a g)).
    { intros g. apply (becomes_same _ (four (s - k) (a - k) g)); [| exists 6; apply two_pairs; lia].
      intros p Hp. unfold four, pairs. rewrite !Z.sub_add. reflexivity. }
    assert (Two : forall g, becomes g (pairs s b (s + k) (b + k) g)) by (intros g; exists 6; apply two_pairs; lia).
    assert (Seven := seven f s a b (s - k) (a - k) (s + k) (b + k) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)
      ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)
      ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
    split.
    - eapply becomes_same; [intros p _; apply (proj1 (Seven p)) |].
      eapply becomes_trans; [apply One |]. eapply becomes_trans; [apply Two |].
      eapply becomes_trans; [apply One | apply Two].
    - eapply becomes_same; [intros p _; apply (proj2 (Seven p)) |].
      eapply becomes_trans; [apply Two |]. eapply becomes_trans; [apply One |].
      eapply becomes_trans; [apply Two | apply One].
  Qed.

  (** * Two coins change places

      Of three coins two are alike. So when three can go round, two of them can change places. *)

  Definition exchanged (i j : Z) (f : Z -> coin) : Z -> coin := fun p => if p =? i then f j else if p =? j then f i else f p.

  Definition exchange (i j : Z) : Prop := forall f, becomes f (exchanged i j f).

  Lemma exchange_first : forall s a b, triple s a b -> exchange s a /\ exchange s b.
  Proof.
    intros s a b T. split; intros f; destruct (goes_round f s a b T) as [R R']; unfold triple in T;
      destruct (f s) eqn:Fs, (f a) eqn:Fa, (f b) eqn:Fb;
      first
        [ apply (becomes_same f f); [| apply becomes_refl]; intros p Hp; unfold exchanged; split_equal; congruence
        | eapply becomes_same; [| exact R]; intros p Hp; unfold exchanged, round; split_equal; congruence
        | eapply becomes_same; [| exact R']; intros p Hp; unfold exchanged, round; split_equal; congruence ].
  Qed.

  Lemma exchange_trans : forall i j l, i <> l -> exchange i j -> exchange j l -> exchange i l.
  Proof.
    intros i j l N H J f. destruct (Z.eq_dec i j) as [-> | Nij]; [apply J |]. destruct (Z.eq_dec j l) as [-> | Njl]; [apply H |].
    apply (becomes_same _ (exchanged i j (exchanged j l (exchanged i j f)))).
    - intros p Hp. unfold exchanged. split_equal; congruence.
    - eapply becomes_trans; [apply H |]. eapply becomes_trans; [apply J | apply H].
  Qed.

  Lemma exchange_sym : forall i j, exchange i j -> exchange j i.
  Proof.
    intros i j H f. apply (becomes_same _ _ _ ltac:(intros p Hp; reflexivity) (becomes_same _ (exchanged i j f) (exchanged j i f)
      ltac:(intros p Hp; unfold exchanged; split_equal; congruence) (H f))).
  Qed.

  (** One of five numbers is none of four. *)
  Lemma one_is_left : forall t a b c d, exists e, t <= e < t + 5 /\ e <> a /\ e <> b /\ e <> c /\ e <> d.
  Proof.
    intros t a b c d.
    assert (M : forall e, (e <> a /\ e <> b /\ e <> c /\ e <> d) \/ e = a \/ e = b \/ e = c \/ e = d) by (intros e; lia).
    destruct (M t) as [H | [H | [H | [H | H]]]]; [exists t; lia | | | |];
      (destruct (M (t + 1)) as [H1 | [H1 | [H1 | [H1 | H1]]]]; [exists (t + 1); lia | | | |]; try (exfalso; lia);
       (destruct (M (t + 2)) as [H2 | [H2 | [H2 | [H2 | H2]]]]; [exists (t + 2); lia | | | |]; try (exfalso; lia);
        (destruct (M (t + 3)) as [H3 | [H3 | [H3 | [H3 | H3]]]]; [exists (t + 3); lia | | | |]; try (exfalso; lia);
         exists (t + 4); lia))).
  Qed.

  Lemma exchange_right : forall s a, k <= s < size - k -> k <= a < size -> k + 1 <= Z.abs (s - a) -> a <> s + 2 * k ->
    exchange s a.
  Proof.
    intros s a Hs Ha D N.
    assert (B : exists b, triple s a b).
    { destruct (Z_le_gt_dec (k + 5) s) as [L | L].
      - destruct (one_is_left 0 (s - 2 * k) a (a - k) (a - 2 * k)) as [b Hb]. exists b. unfold triple. lia.
      - destruct (one_is_left (size - k - 5) (s - 2 * k) a (a - k) (a - 2 * k)) as [b Hb]. exists b. unfold triple. lia. }
    destruct B as [b T]. apply (exchange_first s a b T).
  Qed.

  Lemma exchange_left : forall s b, k <= s < size - k -> 0 <= b < size - k -> k + 1 <= Z.abs (s - b) -> b <> s - 2 * k ->
    exchange s b.
  Proof.
    intros s b Hs Hb D N.
    assert (A : exists a, triple s a b).
    { destruct (Z_le_gt_dec s (size - k - 6)) as [L | L].
      - destruct (one_is_left (size - 5) (s + 2 * k) b (b + k) (b + 2 * k)) as [a Ha]. exists a. unfold triple. lia.
      - destruct (one_is_left k (s + 2 * k) b (b + k) (b + 2 * k)) as [a Ha]. exists a. unfold triple. lia. }
    destruct A as [a T]. apply (exchange_first s a b T).
  Qed.

  (** All positions are connected with one near the left end, or with one near the right end. *)
  Lemma exchange_any : forall i j, 0 <= i < size -> 0 <= j < size -> i <> j -> exchange i j.
  Proof.
    assert (Ends : exchange k (size - 1 - k)) by (apply exchange_right; lia).
    assert (Hub : forall c, 0 <= c < size -> c <> k -> exchange k c).
    { intros c Hc N. destruct (Z_le_gt_dec c (2 * k)) as [L | L]; [| destruct (Z.eq_dec c (3 * k)) as [E | E]].
      - apply (exchange_trans k (size - 1 - k)); [lia | exact Ends | apply exchange_left; lia].
      - apply (exchange_trans k (size - 1 - k)); [lia | exact Ends | apply exchange_left; lia].
      - apply exchange_right; lia. }
    intros i j Hi Hj N. destruct (Z.eq_dec i k) as [-> | I]; [apply Hub; lia |].
    destruct (Z.eq_dec j k) as [-> | J]; [apply exchange_sym, Hub; lia |].
    apply (exchange_trans i k); [exact N | apply exchange_sym, Hub; lia | apply Hub; lia].
  Qed.

  (** * Sorting *)

  (** The number of pennies at the first positions. *)
  Fixpoint count (f : Z -> coin) (m : nat) : Z :=
    match m with
    | O => 0
    | S m => count f m + (match f (Z.of_nat m) with penny => 1 | nickel => 0 end)
    end.

  Lemma count_bounds : forall f m, 0 <= count f m <= Z.of_nat m.
  Proof. intros f m. induction m as [| m IH]; [simpl; lia |]. cbn [count]. destruct (f (Z.of_nat m)); lia. Qed.

  Lemma count_same : forall f g m, (forall p, 0 <= p < Z.of_nat m -> f p = g p) -> count f m = count g m.
  Proof.
    intros f g m. induction m as [| m IH]; intros E; [reflexivity |]. cbn [count].
    rewrite IH, E by (intros; try apply E; lia). reflexivity.
  Qed.

  Definition value (c : coin) : Z := match c with penny => 1 | nickel => 0 end.

  Lemma count_changed : forall f i c m, 0 <= i < Z.of_nat m ->
    count (fun p => if p =? i then c else f p) m = count f m - value (f i) + value c.
  Proof.
    intros f i c m. induction m as [| m IH]; intros H; [lia |]. cbn [count]. fold (value (f (Z.of_nat m))).
    destruct (Z.eqb_spec (Z.of_nat m) i) as [E | E].
    - rewrite (count_same _ f) by (intros p Hp; destruct (Z.eqb_spec p i); [lia | reflexivity]).
      rewrite E. fold (value c). lia.
    - rewrite IH by lia. fold (value (f (Z.of_nat m))). lia.
  Qed.

  Lemma count_exchanged : forall f i j m, 0 <= i < Z.of_nat m -> 0 <= j < Z.of_nat m -> i <> j ->
    count (exchanged i j f) m = count f m.
  Proof.
    intros f i j m Hi Hj N.
    rewrite (count_same _ (fun p => if p =? i then f j else (fun q => if q =? j then f i else f q) p))
      by (intros p Hp; reflexivity).
    rewrite count_changed by exact Hi. rewrite count_changed by exact Hj.
    destruct (Z.eqb_spec i j); [contradiction | lia].
  Qed.

  (** Where two rows with as many pennies begin alike and then differ, the coin that is wanted comes later. *)
  Lemma wanted : forall f g m l, (m < l)%nat -> (forall p, 0 <= p < Z.of_nat m -> f p = g p) ->
    f (Z.of_nat m) <> g (Z.of_nat m) -> count f l = count g l ->
    exists j, Z.of_nat m < j < Z.of_nat l /\ f j = g (Z.of_nat m).
  Proof.
    intros f g m l Hl E N C.
    assert (D : (exists j, Z.of_nat m < j < Z.of_nat l /\ f j = g (Z.of_nat m)) \/
      (forall j, Z.of_nat m < j < Z.of_nat l -> f j = f (Z.of_nat m))).
    { clear C. induction l as [| l IH]; [lia |]. destruct (Nat.eq_dec m l) as [-> | M]; [right; intros; lia |].
      destruct (IH ltac:(lia)) as [[j [Hj F]] | A]; [left; exists j; split; [lia | exact F] |].
      destruct (f (Z.of_nat l)) eqn:F, (g (Z.of_nat m)) eqn:G, (f (Z.of_nat m)) eqn:H; try congruence;
        first [ left; exists (Z.of_nat l); split; [lia | congruence]
              | right; intros j Hj; destruct (Z.eq_dec j (Z.of_nat l)) as [-> |]; [congruence | apply A; lia] ]. }
    destruct D as [D | A]; [exact D |]. exfalso.
    assert (S : forall d, (m + S d <= l)%nat ->
      (f (Z.of_nat m) = penny -> count f (m + S d) > count g (m + S d)) /\
      (f (Z.of_nat m) = nickel -> count f (m + S d) < count g (m + S d))).
    { intros d. induction d as [| d IH]; intros Hd.
      - replace (m + 1)%nat with (S m) by lia. cbn [count]. rewrite (count_same f g m E).
        destruct (f (Z.of_nat m)), (g (Z.of_nat m)); try congruence; split; intros; try discriminate; lia.
      - replace (m + S (S d))%nat with (S (m + S d)) by lia. cbn [count]. destruct (IH ltac:(lia)) as [P Q].
        rewrite (A (Z.of_nat (m + S d))) by lia.
        split; intros F; rewrite F in *; [specialize (P eq_refl) | specialize (Q eq_refl)];
          destruct (g (Z.of_nat (m + S d))); lia. }
    destruct (S (l - m - 1)%nat ltac:(lia)) as [P Q].
    replace (m + Datatypes.S (l - m - 1))%nat with l in * by lia.
    destruct (f (Z.of_nat m)); [specialize (Q eq_refl) | specialize (P eq_refl)]; lia.
  Qed.

  Theorem sorted : forall f g, count f (Z.to_nat size) = count g (Z.to_nat size) -> becomes f g.
  Proof.
    intros f g C.
    assert (H : forall m, (m <= Z.to_nat size)%nat -> exists h, becomes f h /\
      count h (Z.to_nat size) = count g (Z.to_nat size) /\ forall p, 0 <= p < Z.of_nat m -> h p = g p).
    { intros m. induction m as [| m IH]; intros Hm.
      - exists f. split; [apply becomes_refl |]. split; [exact C | intros p Hp; lia].
      - destruct (IH ltac:(lia)) as [h [B [Ch E]]].
        assert (Dec : {h (Z.of_nat m) = g (Z.of_nat m)} + {h (Z.of_nat m) <> g (Z.of_nat m)}) by decide equality.
        destruct Dec as [Same | N].
        + exists h. split; [exact B |]. split; [exact Ch |]. intros p Hp.
          destruct (Z.eq_dec p (Z.of_nat m)) as [-> |]; [exact Same | apply E; lia].
        + destruct (wanted h g m (Z.to_nat size) ltac:(lia) E N Ch) as [j [Hj F]].
          exists (exchanged (Z.of_nat m) j h). split; [| split].
          * apply (becomes_trans f h); [exact B | apply exchange_any; lia].
          * rewrite count_exchanged by lia. exact Ch.
          * intros p Hp. unfold exchanged. destruct (Z.eqb_spec p (Z.of_nat m)) as [-> |]; [exact F |].
            destruct (Z.eqb_spec p j); [lia | apply E; lia]. }
    destruct (H (Z.to_nat size) ltac:(lia)) as [h [B [_ E]]].
    apply (becomes_same f h g); [intros p Hp; apply E; lia | exact B].
  Qed.

End Row.

Theorem any_to_any : forall k n r s, 2 <= k -> 4 * k + 1 <= n -> whole n r -> whole n s -> exists moves, turns k r moves s.
Proof.
  intros k n r s Hk Hn [Hr Nr] [Hs Ns].
  set (coins := fun (r : row) p => match r p with Some c => c | None => nickel end).
  assert (Line : forall r, (forall p, r p <> None <-> 0 <= p < 2 * n) -> same (line (2 * n) (coins r)) r).
  { intros t Ht p. unfold line, coins. specialize (Ht p). generalize (within_spec 0 (2 * n) p).
    destruct (within 0 (2 * n) p); intros W; destruct (t p) as [c |]; try reflexivity; exfalso.
    - apply (proj2 Ht); [lia | reflexivity].
    - assert (0 <= p < 2 * n) by (apply Ht; discriminate). lia. }
  assert (Counts : forall r m, count (coins r) m = pennies r m).
  { intros t m. induction m as [| m IH]; [reflexivity |]. cbn [count pennies]. rewrite IH. unfold coins.
    destruct (t (Z.of_nat m)) as [[] |]; reflexivity. }
  destruct (sorted k (2 * n) Hk ltac:(lia) (coins r) (coins s)) as [m [moves [L _]]]; [rewrite !Counts; congruence |].
  exists moves. exact (leads_same k moves _ _ _ _ (Line r Hr) (Line s Hs) L).
Qed.
