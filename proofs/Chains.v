(* Families of wraps: closed wraps of one class around each other, with a base in the middle. A family that passes the
   check settles the sizes of its bases, plus any sum of widths. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows Families WrapsPlay WrapsCheck Wraps Split.
Import ListNotations.
Open Scope Z_scope.

(** * What goes into a wrap

    A class of wraps is a block length, the first coin of the final row (a penny for black type, a nickel for white),
    and, for split wraps, the number of the penny that never moves. *)

Record class := Class { class_block : Z; first_coin : coin; still : option Z }.

Inductive any_wrap := Whole (w : wrap) | Halves (w : split_wrap).

Definition any_width (w : any_wrap) : Z := match w with Whole w => width w | Halves w => split_width w end.

(** How far an inner solution may reach left of its row: split wraps have L1 free. *)
Definition reach_left (t : class) : Z := match still t with None => 0 | Some _ => Z.abs (class_block t) end.

Lemma reach_left_nonneg : forall t, 0 <= reach_left t.
Proof. intros t. unfold reach_left. destruct (still t); lia. Qed.

(** Some inner solution of size [n] fits the wraps of class [t]. *)
Definition fits (t : class) (n : Z) : Prop :=
  exists moves, beside_row (reach_left t) (class_block t) n (class_block t) (first_coin t) moves /\
    match still t with None => True | Some q => q <= n /\ penny_stays (class_block t) n q moves end.

Lemma fits_solves : forall t n, fits t n -> suffice (class_block t) n.
Proof.
  intros t n [moves [H _]]. exists moves. split; [apply (beside_row_solves _ _ _ _ _ _ H) | apply H].
Qed.

(** * Closed wraps *)

Definition closed (t : class) (w : any_wrap) : bool :=
  match w, still t with
  | Whole w, None => valid_wrap (class_block t) w (first_coin t) (class_block t) (first_coin t)
  | Halves w, Some q =>
      valid_split (class_block t) w && (inner_penny w =? q) && (outer_penny w =? q) &&
      same_coin (final w) (first_coin t)
  | _, _ => false
  end.

Lemma any_width_nonneg : forall w, 0 <= any_width w.
Proof. intros [w | w]; simpl; unfold width, split_width; lia. Qed.

(** What a closed wrap makes fits again. *)
Lemma closed_sound : forall t w, closed t w = true -> forall n, fits t n -> fits t (n + any_width w).
Proof.
  intros t w H n [moves [Hrow Hstill]]. unfold closed in H. unfold fits, reach_left in *.
  destruct w as [w | w], (still t) as [q |]; try discriminate; simpl.
  - exists (around (class_block t) w n moves). split; [apply (wrap_sound _ _ _ _ _ H _ _ Hrow) | exact I].
  - rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[[Hvalid Hq] Hq'] Hc]. apply same_coin_sound in Hc.
    destruct Hstill as [Hn Hstill]. rewrite <- Hc in *. rewrite <- Hq in Hn, Hstill.
    destruct (split_sound _ (class_block t) w (Z.abs_nonneg _) Hvalid n moves Hn Hrow Hstill) as [Hrow' Hstill'].
    rewrite Hq' in Hstill'. rewrite Hq in Hn. exists (split_around w n moves).
    pose proof (any_width_nonneg (Halves w)) as Hm. simpl in Hm.
    split; [exact Hrow' |]. split; [lia | exact Hstill'].
Qed.

(** * Bases *)

Definition valid_inner (t : class) (s : solution) : bool :=
  let k := class_block t in
  let n := size s in
  let moves := moves_of s in
  (0 <=? k) && (block_length s =? k) && (Z.of_nat (length moves) =? n) &&
  forallb (insideb k (- reach_left t) (2 * n + k + reach_left t)) moves &&
  leadsb k (- reach_left t) (2 * n + k + reach_left t) (start n) moves (alternate k (2 * n) (first_coin t)) &&
  match still t with None => true | Some q => (q <=? n) && forallb (keepsb k (n + q - 1)) moves end.

Lemma valid_inner_sound : forall t s, valid_inner t s = true -> fits t (size s).
Proof.
  intros t s H. unfold valid_inner in H. rewrite !andb_true_iff, Z.leb_le, !Z.eqb_eq in H.
  destruct H as [[[[[Hk _] Hcount] Hin] Hplay] Hstill]. apply insideb_sound in Hin. pose proof (reach_left_nonneg t).
  exists (moves_of s). split; [split |].
  - exact Hcount.
  - exact Hin.
  - apply leadsb_sound in Hplay; [exact Hplay | exact Hin |].
    intros p Hp. rewrite start_free by lia. unfold alternate. rewrite within_false by lia. reflexivity.
  - destruct (still t) as [q |]; [| exact I]. rewrite andb_true_iff, Z.leb_le in Hstill.
    destruct Hstill as [Hq Hstill]. split; [exact Hq | apply keepsb_sound, Hstill].
Qed.

(** The size that a wrap settles without a base: a wrap around nothing solves its own width, and a split wrap T(1 -> 1)
    solves [m + 1] on its own (the trivial base), if its type is right. *)
Definition alone (t : class) (w : any_wrap) : list Z :=
  match w with
  | Whole w => [width w]
  | Halves w =>
      if (inner_penny w =? 1) && (1 <=? class_block t) && (class_block t <=? run_length w + 1) &&
         same_coin (final w) (if Z.even (class_block t) then nickel else penny)
      then [split_width w + 1] else []
  end.

Lemma alone_sound : forall t w n, closed t w = true -> In n (alone t w) -> fits t n.
Proof.
  intros t w n H Hn. destruct w as [w | w].
  { destruct Hn as [Hn | []]. subst n. apply (closed_sound t (Whole w) H 0). exists []. split.
    - apply beside_row_wider; [apply reach_left_nonneg | apply on_row_empty].
    - unfold closed in H. destruct (still t); [discriminate | exact I]. }
  unfold closed, alone in *.
  destruct (still t) as [q |] eqn:Hstill; [| discriminate].
  rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[[Hvalid Hq] Hq'] Hc].
  destruct ((inner_penny w =? 1) && (1 <=? class_block t) && (class_block t <=? run_length w + 1) &&
    same_coin (final w) (if Z.even (class_block t) then nickel else penny)) eqn:E; [| contradiction].
  rewrite !andb_true_iff, Z.eqb_eq, !Z.leb_le in E. destruct E as [[[Hone Hk] Hrun] Hfinal].
  apply same_coin_sound in Hfinal. apply same_coin_sound in Hc. destruct Hn as [Hn | []]. subst n.
  destruct (split_alone_sound (class_block t) w Hvalid Hone (conj Hk Hrun) Hfinal) as [Hrow Hstays].
  exists (split_alone w). rewrite Hstill. rewrite <- Hc, <- Hq'.
  split; [apply beside_row_wider; [apply reach_left_nonneg | exact Hrow] |]. split; [| exact Hstays].
  pose proof (any_width_nonneg (Halves w)) as Hm. simpl in Hm. lia.
Qed.

(** * Families *)

(** [firsts] claims, for each of its sizes, this size plus any multiple of [modulus], the smallest width. *)
Record wrap_family := Wraps {
  of_class : class;
  modulus : Z;
  wraps : list any_wrap;
  inner_bases : list solution;
  firsts : list Z }.

(** Sizes that are among [settled], plus multiples of [modulus]. *)
Definition reached (modulus : Z) (settled : list Z) (n : Z) : bool :=
  existsb (fun first => (first <=? n) && ((n - first) mod modulus =? 0)) settled.

(** Every claim is a base, or a wrap around a size that is settled before it. *)
Fixpoint derived (modulus : Z) (widths given settled claims : list Z) : bool :=
  match claims with
  | [] => true
  | n :: rest =>
      (existsb (Z.eqb n) given || existsb (fun m => reached modulus settled (n - m)) widths) &&
      derived modulus widths given (n :: settled) rest
  end.

Definition check_wraps (f : wrap_family) : bool :=
  let t := of_class f in
  (1 <=? modulus f) && existsb (fun w => any_width w =? modulus f) (wraps f) &&
  forallb (closed t) (wraps f) && forallb (valid_inner t) (inner_bases f) &&
  derived (modulus f) (map any_width (wraps f))
    (map size (inner_bases f) ++ flat_map (alone t) (wraps f)) [] (firsts f).

Section Closure.

  (** A set of sizes that contains the sum of each of its sizes and any width. *)
  Variable holds : Z -> Prop.
  Variable modulus : Z.
  Variable widths given : list Z.
  Hypothesis modulus_positive : 1 <= modulus.
  Hypothesis modulus_width : In modulus widths.
  Hypothesis closed_under : forall n m, In m widths -> holds n -> holds (n + m).
  Hypothesis given_holds : forall n, In n given -> holds n.

  Lemma multiples : forall n j, holds n -> holds (n + Z.of_nat j * modulus).
  Proof.
    intros n j Hn. induction j as [| j IH].
    - replace (n + Z.of_nat 0 * modulus) with n by lia. exact Hn.
    - replace (n + Z.of_nat (S j) * modulus) with (n + Z.of_nat j * modulus + modulus) by lia.
      apply closed_under; [exact modulus_width | exact IH].
  Qed.

  Lemma reached_holds : forall settled n, (forall s, In s settled -> holds s) ->
    reached modulus settled n = true -> holds n.
  Proof.
    intros settled n Hs H. unfold reached in H. rewrite existsb_exists in H. destruct H as [first [Hin H]].
    rewrite andb_true_iff, Z.leb_le, Z.eqb_eq in H. destruct H as [Hle Hmod].
    apply Z.mod_divide in Hmod; [| lia]. destruct Hmod as [j Hj].
    assert (Hj0 : 0 <= j) by nia.
    replace n with (first + Z.of_nat (Z.to_nat j) * modulus) by (rewrite Z2Nat.id; lia).
    apply multiples, Hs, Hin.
  Qed.

  Lemma derived_holds : forall claims settled, (forall s, In s settled -> holds s) ->
    derived modulus widths given settled claims = true -> forall n, In n claims -> holds n.
  Proof.
    intros claims. induction claims as [| c rest IH]; simpl; intros settled Hs H n Hn; [contradiction |].
    rewrite andb_true_iff, orb_true_iff in H. destruct H as [Hc Hrest].
    assert (Hholds : holds c).
    { destruct Hc as [Hc | Hc]; rewrite existsb_exists in Hc; destruct Hc as [x [Hx Hc]].
      - apply Z.eqb_eq in Hc. subst x. apply given_holds, Hx.
      - replace c with (c - x + x) by lia. apply closed_under; [exact Hx | apply (reached_holds settled); assumption]. }
    destruct Hn as [Hn | Hn]; [subst n; exact Hholds |].
    apply (IH (c :: settled)); [| exact Hrest | exact Hn].
    intros s [Hc' | Hin]; [subst s; exact Hholds | apply Hs, Hin].
  Qed.

End Closure.

(** A family that passes the check settles all that it claims. *)
Theorem check_wraps_sound : forall f, check_wraps f = true ->
  forall n, reached (modulus f) (firsts f) n = true -> suffice (class_block (of_class f)) n.
Proof.
  intros f H n Hn. unfold check_wraps in H. rewrite !andb_true_iff, Z.leb_le in H.
  destruct H as [[[[Hpositive Hsmallest] Hclosed] Hbases] Hderived].
  rewrite existsb_exists in Hsmallest. destruct Hsmallest as [w [Hw Hwidth]]. apply Z.eqb_eq in Hwidth.
  rewrite forallb_forall in Hclosed, Hbases.
  assert (Hmodulus : In (modulus f) (map any_width (wraps f))) by (apply in_map_iff; exists w; split; assumption).
  assert (Hstep : forall s m, In m (map any_width (wraps f)) -> fits (of_class f) s -> fits (of_class f) (s + m)).
  { intros s m Hm Hs. apply in_map_iff in Hm. destruct Hm as [v [Hm Hv]]. subst m.
    apply (closed_sound _ _ (Hclosed v Hv) _ Hs). }
  assert (Hgiven : forall s, In s (map size (inner_bases f) ++ flat_map (alone (of_class f)) (wraps f)) ->
    fits (of_class f) s).
  { intros s Hs. apply in_app_iff in Hs. destruct Hs as [Hs | Hs].
    - apply in_map_iff in Hs. destruct Hs as [b [Hs Hb]]. subst s. apply valid_inner_sound, Hbases, Hb.
    - apply in_flat_map in Hs. destruct Hs as [v [Hv Hs]]. apply (alone_sound _ v); [apply Hclosed, Hv | exact Hs]. }
  apply fits_solves.
  apply (reached_holds (fits (of_class f)) (modulus f) _ Hpositive Hmodulus Hstep (firsts f)); [| exact Hn].
  apply (derived_holds (fits (of_class f)) (modulus f) _ _ Hpositive Hmodulus Hstep Hgiven (firsts f) []);
    [| exact Hderived].
  intros s [].
Qed.

Corollary check_wraps_multiples : forall f, check_wraps f = true ->
  forall first times, In first (firsts f) -> 0 <= times ->
  suffice (class_block (of_class f)) (first + times * modulus f).
Proof.
  intros f H first times Hfirst Htimes. apply (check_wraps_sound f H).
  unfold check_wraps in H. rewrite !andb_true_iff, Z.leb_le in H. destruct H as [[[[Hpositive _] _] _] _].
  unfold reached. apply existsb_exists. exists first. split; [exact Hfirst |].
  rewrite andb_true_iff, Z.leb_le, Z.eqb_eq. split; [nia |].
  replace (first + times * modulus f - first) with (times * modulus f) by lia. apply Z.mod_mul. lia.
Qed.

(** * All sizes from some size on *)

(** Every [step]-th size from [from] on is covered, if those of one period are. *)
Definition reached_from (f : wrap_family) (step from : Z) : bool :=
  (1 <=? step) && for_all 0 (modulus f) (fun i => reached (modulus f) (firsts f) (from + step * i)).

Corollary reached_from_sound : forall f step from, check_wraps f = true -> reached_from f step from = true ->
  forall n, from <= n -> (n - from) mod step = 0 ->
  suffice (class_block (of_class f)) n.
Proof.
  intros f step from Hf H n Hn Hmod. apply (check_wraps_sound f Hf). unfold reached_from in H.
  rewrite andb_true_iff, Z.leb_le in H. destruct H as [Hstep H].
  unfold check_wraps in Hf. rewrite !andb_true_iff, Z.leb_le in Hf. destruct Hf as [[[[Hpositive _] _] _] _].
  apply Z.mod_divide in Hmod; [| lia]. destruct Hmod as [j Hj].
  assert (Hj0 : 0 <= j) by nia.
  pose proof (Z.div_mod j (modulus f)) as Hdiv. pose proof (Z.mod_pos_bound j (modulus f)) as Hbound.
  pose proof (for_all_sound 0 (modulus f) _ H (j mod modulus f)) as Hperiod. simpl in Hperiod.
  unfold reached in *. rewrite existsb_exists in *.
  destruct Hperiod as [first [Hin Hfirst]]; [lia |]. exists first. split; [exact Hin |].
  rewrite andb_true_iff, Z.leb_le, Z.eqb_eq in *. destruct Hfirst as [Hle Heq].
  assert (Hquot : 0 <= j / modulus f) by (apply Z.div_pos; lia).
  assert (E : n = from + step * (j mod modulus f) + step * (j / modulus f) * modulus f) by nia.
  split; [nia |]. rewrite E.
  replace (from + step * (j mod modulus f) + step * (j / modulus f) * modulus f - first)
    with (from + step * (j mod modulus f) - first + step * (j / modulus f) * modulus f) by lia.
  rewrite Z.mod_add by lia. exact Heq.
Qed.

(** The same for all sizes, and for the odd or even ones. *)

Corollary reached_all : forall f from, check_wraps f = true -> reached_from f 1 from = true ->
  forall n, from <= n -> suffice (class_block (of_class f)) n.
Proof. intros f from V H n Hn. exact (reached_from_sound f 1 from V H n Hn (Z.mod_1_r _)). Qed.

Corollary reached_odd : forall f from, check_wraps f = true -> Z.odd from &&& reached_from f 2 from = true ->
  forall n, from <= n -> Z.odd n = true -> suffice (class_block (of_class f)) n.
Proof.
  intros f from V H n Hn Odd. apply and_then in H. destruct H as [O H].
  apply (reached_from_sound f 2 from V H n Hn). rewrite Zmod_odd, Z.odd_sub, O, Odd. reflexivity.
Qed.

Corollary reached_even : forall f from, check_wraps f = true -> Z.even from &&& reached_from f 2 from = true ->
  forall n, from <= n -> Z.even n = true -> suffice (class_block (of_class f)) n.
Proof.
  intros f from V H n Hn Even. apply and_then in H. destruct H as [E H].
  apply (reached_from_sound f 2 from V H n Hn). rewrite Zmod_odd, <- Z.negb_even, Z.even_sub, E, Even. reflexivity.
Qed.
