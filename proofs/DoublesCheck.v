(* A replay that decides whether the theorem on doubles applies to a solution, on rows of bits; and families of such
   solutions. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows WrapsPlay WrapsCheck BoardMirror ExtensionCheck Families Doubles.
Import ListNotations.
Open Scope Z_scope.

Section Replay.

  Variables (k n : Z).

  (** The positions of the board, as in [check_moves]. *)
  Let margin : Z := margin_of k.
  Let width : Z := width_of k n.

  (** The number of doubles moves: the largest power of two that divides [k]. Twice as many coins of each kind are
      inserted at a time. *)
  Definition count : nat := Z.to_nat (Z.land k (- k)).

  Definition period : Z := 2 * Z.of_nat count.

  Let e : Z := period.

  Definition slidesb (o : Z) (s : strips) (r : row) (m : move) : bool :=
    let p := first_seam s in
    let q := second_seam s in
    (target m =? q + o) &&& (0 <=? o) &&& (k + o <=? Z.abs (p - q)) &&&
    for_all 0 o (fun i => same_cell (r (p + i)) (Some (copies e (reads s) i)) &&&
                          same_cell (r (q + i)) (Some (other (copies e (reads s) i)))) &&&
    for_all 0 k (fun i => same_cell (r (source m + i)) (Some (continued e (from e o (reads s)) i)) &&&
                          free_cell (r (target m + i))).

  (** The strips after a move if it is a doubles move: from the first seam, right of it; or left of it; or from the other
      seam. *)
  Definition after_right (s : strips) (r : row) (m : move) : option strips :=
    let o := source m - first_seam s in if slidesb o s r m then Some (slid k e o s m) else None.

  Definition after_beside (s : strips) (r : row) (m : move) : option strips :=
    match after_right s r m with
    | Some s' => Some s'
    | None => option_map (reflected e) (after_right (reflected e s) (mirror 0 r) (mirror_move k 0 m))
    end.

  Definition after_doubles (s : strips) (r : row) (m : move) : option strips :=
    match after_beside s r m with
    | Some s' => Some s'
    | None => option_map exchanged (after_beside (exchanged s) r m)
    end.

  Definition in_runb (a : coin) (p : Z) : bool :=
    match a with nickel => (0 <=? p) && (p <=? n) | penny => (n <=? p) && (p <=? 2 * n) end.

  Definition fitsb (r : row) (p : Z) (u : coin) : bool :=
    same_cell (r p) (Some u) || same_cell (r (p - 1)) (Some (other u)).

  Definition alternate_thereb (s : strips) (r : row) : bool :=
    for_all 0 (e - 1) (fun i => same_coin (reads s (i + 1)) (other (reads s i))) &&&
    fitsb r (first_seam s) (reads s 0) &&& fitsb r (second_seam s) (other (reads s 0)).

  Definition asides (s : strips) (m : move) : bool := avoidsb k (first_seam s) m &&& avoidsb k (second_seam s) m.

  (** Whether the moves solve the puzzle with [left] doubles moves among them, and leave the strips alternating. *)
  Fixpoint carriesb (left : nat) (s : strips) (r : bits) (moves : list move) : bool :=
    match moves with
    | [] => Nat.eqb left 0 &&& alternating_bits n r &&& alternate_thereb s (row_of margin r)
    | m :: rest =>
        legal_bits k margin width r m &&&
        (if match left with
            | O => false
            | S less =>
                match after_doubles s (row_of margin r) m with
                | None => false
                | Some s' => carriesb less s' (play_bits k margin r m) rest
                end
            end
         then true
         else asides s m &&& carriesb left s (play_bits k margin r m) rest)
    end.

  (** Whether the move [m] is the first doubles move, directly right of the seams or left of them. The moves before it come
      last first. *)
  Definition begins (right : bool) (before : list move) (r : bits) (m : move) (after : list move) : bool :=
    let beside := if right then 0 else k in
    match row_of margin r (source m + (if right then 0 else k - 1)) with
    | None => false
    | Some a =>
        let s := Strips (source m + beside) (target m + beside) (fun _ => a) in
        in_runb a (first_seam s) &&& in_runb (other a) (second_seam s) &&& forallb (asides s) before &&&
        match after_doubles s (row_of margin r) m with
        | None => false
        | Some s' => carriesb (Nat.pred count) s' (play_bits k margin r m) after
        end
    end.

  Fixpoint begins_among (before : list move) (r : bits) (moves : list move) : bool :=
    match moves with
    | [] => false
    | m :: after =>
        legal_bits k margin width r m &&&
        (if begins true before r m after then true else
         if begins false before r m after then true else begins_among (m :: before) (play_bits k margin r m) after)
    end.

  Definition has_doubles (moves : list move) : bool :=
    (2 <=? k) &&& (0 <=? n) &&& (0 <? Z.land k (- k)) &&& begins_among [] (start_bits n margin) moves.

  (** * Why that is right *)

  Hypothesis k_long : 2 <= k.
  Hypothesis n_nonneg : 0 <= n.
  Hypothesis count_positive : (0 < count)%nat.

  Lemma slidesb_sound : forall o s r m, source m = first_seam s + o -> slidesb o s r m = true -> slides k e o s r m.
  Proof.
    intros o s r m Hs H. unfold slidesb in H.
    repeat match goal with K : _ &&& _ = true |- _ => apply and_then in K; destruct K as [K ?K] end.
    unfold slides. split; [exact Hs |]. split; [lia |]. split; [lia |]. split; [lia |].
    split; intros i Hi;
      match goal with F : for_all 0 ?l _ = true, _ : 0 <= i < ?l |- _ =>
        pose proof (for_all_sound _ _ _ F i Hi) as E; cbv beta in E; apply and_then in E; destruct E as [E1 E2] end.
    - split; apply same_cell_sound; assumption.
    - split; [apply same_cell_sound | apply free_cell_sound]; assumption.
  Qed.

  Lemma after_right_sound : forall s r m s', after_right s r m = Some s' -> doubles_move k e s r m s'.
  Proof.
    intros s r m s' H. unfold after_right in H. destruct (slidesb _ s r m) eqn:E; [| discriminate].
    injection H as <-. apply slide, slidesb_sound; [lia | exact E].
  Qed.

  Lemma after_beside_sound : forall s r m s', after_beside s r m = Some s' -> doubles_move k e s r m s'.
  Proof.
    intros s r m s' H. unfold after_beside in H. destruct (after_right s r m) eqn:E.
    - injection H as <-. apply after_right_sound, E.
    - destruct (after_right (reflected e s) _ _) eqn:F; [| discriminate]. injection H as <-.
      apply reflection, after_right_sound, F.
  Qed.

  Lemma after_doubles_sound : forall s r m s', after_doubles s r m = Some s' -> doubles_move k e s r m s'.
  Proof.
    intros s r m s' H. unfold after_doubles in H. destruct (after_beside s r m) eqn:E.
    - injection H as <-. apply after_beside_sound, E.
    - destruct (after_beside (exchanged s) r m) eqn:F; [| discriminate]. injection H as <-.
      apply exchange, after_beside_sound, F.
  Qed.

  Lemma in_runb_sound : forall a p, in_runb a p = true -> in_run n a p.
  Proof. intros [] p; unfold in_runb, in_run; rewrite andb_true_iff, !Z.leb_le; trivial. Qed.

  Lemma fitsb_sound : forall r p u, fitsb r p u = true -> fits r p u.
  Proof.
    intros r p u. unfold fitsb, fits. rewrite orb_true_iff. intros [H | H]; [left | right]; apply same_cell_sound, H.
  Qed.

  Lemma asides_sound : forall s m, asides s m = true -> avoids_both k (first_seam s) (second_seam s) m.
  Proof.
    intros s m H. apply and_then in H. destruct H as [P Q].
    assert (A : forall p, avoidsb k p m = true -> avoids k p m).
    { intros p H. assert (F := avoidsb_sound k p [m]). cbn in F. rewrite H in F. specialize (F eq_refl).
      inversion F. assumption. }
    split; apply A; assumption.
  Qed.

  Lemma legal_play : forall r m, legal_bits k margin width r m = true ->
    legal k (row_of margin r) m /\ same (play k (row_of margin r) m) (row_of margin (play_bits k margin r m)).
  Proof.
    intros r m H. split; [apply (legal_bits_sound k margin width r m ltac:(lia) H) |].
    apply same_sym, (play_bits_sound k margin width r m ltac:(lia) H).
  Qed.

  (** What the theorem asks for, from some row on. *)
  Definition completes (count : nat) (s : strips) (r : row) (moves : list move) : Prop :=
    exists s' r', carries k e s r moves count s' r' /\ alternating n r' /\ alternate_there e s' r'.

  Lemma carriesb_sound : forall moves left s r, carriesb left s r moves = true ->
    completes left s (row_of margin r) moves.
  Proof.
    intros moves. induction moves as [| m rest IH]; intros left s r H; cbn [carriesb] in H.
    - apply and_then in H. destruct H as [H A]. apply and_then in H. destruct H as [Z R].
      apply PeanoNat.Nat.eqb_eq in Z. subst left. exists s, (row_of margin r).
      split; [apply no_move, same_refl |]. split; [apply alternating_bits_sound; assumption |].
      unfold alternate_thereb in A. apply and_then in A. destruct A as [A Q]. apply and_then in A. destruct A as [A P].
      split; [| split; apply fitsb_sound; assumption].
      intros i Hi. apply same_coin_sound. exact (for_all_sound _ _ _ A i ltac:(lia)).
    - apply and_then in H. destruct H as [L H]. destruct (legal_play r m L) as [Legal Play].
      assert (Aside : asides s m &&& carriesb left s (play_bits k margin r m) rest = true ->
        completes left s (row_of margin r) (m :: rest)).
      { intros A. apply and_then in A. destruct A as [A C]. destruct (IH _ _ _ C) as [s' [r' [C' E]]].
        exists s', r'. split; [| exact E]. exact (aside_move k e s _ m _ rest left s' r' Legal (asides_sound s m A) Play C'). }
      destruct left as [| less]; [exact (Aside H) |].
      destruct (after_doubles s (row_of margin r) m) as [s1 |] eqn:D; [| exact (Aside H)].
      destruct (carriesb less s1 (play_bits k margin r m) rest) eqn:C; [| exact (Aside H)].
      destruct (IH _ _ _ C) as [s' [r' [C' E]]]. exists s', r'. split; [| exact E].
      exact (next_doubles k e s _ m s1 _ rest less s' r' (after_doubles_sound _ _ _ _ D) Play C').
  Qed.

  Lemma completes_before : forall before r r' s left moves, leads k r before r' -> forallb (asides s) before = true ->
    completes left s r' moves -> completes left s r (before ++ moves).
  Proof.
    intros before. induction before as [| m before IH]; cbn [leads forallb app]; intros r r' s left moves L A H.
    - destruct H as [s' [r'' [H E]]]. exists s', r''. split; [| exact E].
      exact (carries_same k e _ _ _ _ _ _ _ (same_sym _ _ L) H).
    - destruct L as [L L']. apply andb_prop in A. destruct A as [A A'].
      destruct (IH _ _ _ _ _ L' A' H) as [s' [r'' [H' E]]]. exists s', r''. split; [| exact E].
      exact (aside_move k e s r m _ _ left s' r'' L (asides_sound s m A) (same_refl _) H').
  Qed.

  (** A solution to which the theorem applies. *)
  Definition doubles_solution (moves : list move) : Prop :=
    exists a p q, in_run n a p /\ in_run n (other a) q /\ p <> q /\
      completes count (Strips p q (fun _ => a)) (start n) moves.

  Lemma begins_sound : forall right before r m after, leads k (start n) (rev before) (row_of margin r) ->
    legal_bits k margin width r m = true -> begins right before r m after = true ->
    doubles_solution (rev before ++ m :: after).
  Proof.
    intros right before r m after L Legal H. unfold begins in H.
    destruct (row_of margin r _) as [a |]; [| discriminate].
    set (s := Strips (source m + (if right then 0 else k)) (target m + (if right then 0 else k)) (fun _ => a)) in *.
    apply and_then in H. destruct H as [H C]. apply and_then in H. destruct H as [H A].
    apply and_then in H. destruct H as [P Q].
    destruct (after_doubles s (row_of margin r) m) as [s1 |] eqn:D; [| discriminate]. apply after_doubles_sound in D.
    exists a, (first_seam s), (second_seam s). split; [apply in_runb_sound, P |]. split; [apply in_runb_sound, Q |].
    split; [exact (proj1 (doubles_move_apart k e _ _ _ _ ltac:(lia) D)) |].
    apply (completes_before (rev before) _ (row_of margin r)); [exact L | |].
    - rewrite forallb_forall in *. intros x Hx. apply A, in_rev, Hx.
    - destruct (carriesb_sound _ _ _ _ C) as [s' [r' [C' E]]]. exists s', r'. split; [| exact E].
      replace count with (S (Nat.pred count)) by lia.
      exact (next_doubles k e s _ m s1 _ after _ s' r' D (proj2 (legal_play r m Legal)) C').
  Qed.

  Lemma begins_among_sound : forall moves before r, leads k (start n) (rev before) (row_of margin r) ->
    begins_among before r moves = true -> doubles_solution (rev before ++ moves).
  Proof.
    intros moves. induction moves as [| m after IH]; intros before r L H; [discriminate |].
    cbn [begins_among] in H. apply and_then in H. destruct H as [Legal H].
    destruct (begins true before r m after) eqn:R; [apply (begins_sound true _ r); assumption |].
    destruct (begins false before r m after) eqn:R'; [apply (begins_sound false _ r); assumption |].
    replace (rev before ++ m :: after) with (rev (m :: before) ++ after) by (cbn [rev]; rewrite <- app_assoc; reflexivity).
    apply (IH _ (play_bits k margin r m)); [| exact H]. destruct (legal_play r m Legal) as [L' P].
    cbn [rev]. apply (leads_app k _ _ _ (row_of margin r)); [exact L |]. split; [exact L' | exact P].
  Qed.

End Replay.

(** Moves that pass the check solve their size, and with as many moves more every size that is larger by a multiple of the
    period. *)
Theorem has_doubles_settles : forall k n moves, has_doubles k n moves = true ->
  forall times, 0 <= times ->
    exists larger, solves k (n + period k * times) larger /\
      Z.of_nat (length larger) = Z.of_nat (length moves) + period k * times.
Proof.
  intros k n moves H times Ht. unfold has_doubles in H.
  apply and_then in H. destruct H as [H B]. apply and_then in H. destruct H as [H C].
  apply and_then in H. destruct H as [K N]. apply Z.leb_le in K, N. apply Z.ltb_lt in C.
  assert (L : leads k (start n) (rev []) (row_of (margin_of k) (start_bits n (margin_of k)))).
  { apply same_sym, start_bits_sound; unfold margin_of; lia. }
  destruct (begins_among_sound k n K N ltac:(unfold count; lia) moves [] _ L B) as [a [p [q [P [Q [A [s [r [D [G F]]]]]]]]]].
  exact (doubles k (count k) n a p q moves s r ltac:(lia) ltac:(unfold count; lia) P Q A D G F times Ht).
Qed.

(** * Families

    Solutions of [n] moves, each for every size that is larger by a multiple of the period. *)

Definition valid_doubles (k : Z) (s : solution) : bool :=
  (block_length s =? k) &&& (Z.of_nat (length (moves s)) =? size s) &&& has_doubles k (size s) (moves_of s).

(** Whether one of them settles size [n]. *)
Definition doubles_cover (k : Z) (family : list solution) (n : Z) : bool :=
  existsb (fun s => (size s <=? n) && ((n - size s) mod period k =? 0)) family.

Definition doubles_from (k bound : Z) (family : list solution) : bool :=
  (2 <=? k) &&& (2 <=? bound) &&& (0 <? period k) &&& forallb (valid_doubles k) family &&&
  for_all bound (period k) (doubles_cover k family).

Definition doubles_for (k step : Z) (firsts : list Z) (family : list solution) : bool :=
  (2 <=? k) &&& (step =? period k) &&& forallb (valid_doubles k) family &&&
  forallb (fun first => (2 <=? first) &&& doubles_cover k family first) firsts.

Lemma doubles_cover_sound : forall k family n times, forallb (valid_doubles k) family = true ->
  doubles_cover k family n = true -> 0 <= times -> suffice k (n + times * period k).
Proof.
  intros k family n times V C T. apply existsb_exists in C. destruct C as [s [I C]].
  rewrite forallb_forall in V. specialize (V s I). unfold valid_doubles in V.
  apply and_then in V. destruct V as [V D]. apply and_then in V. destruct V as [_ L]. apply Z.eqb_eq in L.
  apply andb_prop in C. destruct C as [Size M]. apply Z.leb_le in Size. apply Z.eqb_eq in M.
  assert (E : 0 < period k).
  { unfold has_doubles in D. apply and_then in D. destruct D as [D _]. apply and_then in D. destruct D as [_ D].
    apply Z.ltb_lt in D. unfold period, count. lia. }
  apply Z.div_exact in M; [| lia]. pose proof (Z.div_pos (n - size s) (period k) ltac:(lia) E) as Q.
  destruct (has_doubles_settles k _ _ D ((n - size s) / period k + times) ltac:(lia)) as [larger [S Length]].
  exists larger. replace (n + times * period k) with (size s + period k * ((n - size s) / period k + times)) by nia.
  split; [exact S |]. rewrite Length. unfold moves_of. rewrite map_length. lia.
Qed.

Theorem minimum_from_doubles : forall k bound family, doubles_from k bound family = true ->
  forall n, bound <= n -> minimum_moves k n n.
Proof.
  intros k bound family H n Hn. unfold doubles_from in H.
  apply and_then in H. destruct H as [H C]. apply and_then in H. destruct H as [H V].
  apply and_then in H. destruct H as [H E]. apply and_then in H. destruct H as [K B].
  apply Z.leb_le in K, B. apply Z.ltb_lt in E. apply minimum; [exact K | lia |].
  pose proof (Z.div_mod (n - bound) (period k) ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (n - bound) (period k) E) as M.
  pose proof (Z.div_pos (n - bound) (period k) ltac:(lia) E) as Q.
  replace n with (bound + (n - bound) mod period k + (n - bound) / period k * period k) by lia.
  apply (doubles_cover_sound k family); [exact V | | exact Q].
  apply (for_all_sound _ _ _ C). lia.
Qed.

Theorem minimum_for_doubles : forall k step firsts family, doubles_for k step firsts family = true ->
  forall n first times, In first firsts -> 0 <= times -> n = first + times * step -> minimum_moves k n n.
Proof.
  intros k step firsts family H n first times I T ->. unfold doubles_for in H.
  apply and_then in H. destruct H as [H C]. apply and_then in H. destruct H as [H V].
  apply and_then in H. destruct H as [K E]. apply Z.leb_le in K. apply Z.eqb_eq in E. subst step.
  rewrite forallb_forall in C. specialize (C first I). apply and_then in C. destruct C as [B C]. apply Z.leb_le in B.
  apply minimum; [exact K | | apply (doubles_cover_sound k family); assumption].
  destruct (Z_lt_le_dec (period k) 0) as [N | N]; [exfalso; unfold period in N; lia | nia].
Qed.
