(* Split wraps: outer moves, and then any solution of a smaller puzzle in which one penny never moves. It is played on
   both sides of a run of coins that alternates already. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay WrapsCheck Wraps.
Import ListNotations.
Open Scope Z_scope.

(** * Penny q stays *)

(** No block contains the place of penny [q], counted from 1. *)
Definition penny_stays (k n q : Z) (moves : list move) : Prop := Forall (keeps k (n + q - 1)) moves.

Lemma keeps_avoids : forall k p moves, Forall (keeps k p) moves -> Forall (avoids k p) moves.
Proof.
  intros k p moves. apply Forall_impl. intros m [[Hs | Hs] [Ht | Ht]]; unfold avoids, aside; lia.
Qed.

(** * Split wraps and their gadget

    A split wrap of the class T(q -> q') is written in cells of its gadget: one cell A for the inner nickels, [m]
    nickels, [q' - 1] pennies, one cell B for the inner pennies from number [q] on, [m + q - q'] pennies, and [k] free
    cells, counted from 1. As before we leave out A and B. *)

Record split_wrap := Split { inner_penny : Z; outer_penny : Z; final : coin; split_cells : list (Z * Z) }.

Definition split_width (w : split_wrap) : Z := Z.of_nat (length (split_cells w)).

(** The line where B stood. *)
Definition line (w : split_wrap) : Z := split_width w + outer_penny w - 1.

(** How many coins come between the two parts of the inner row, and how many right of it. *)
Definition run_length (w : split_wrap) : Z := split_width w + outer_penny w - inner_penny w.

Definition right_length (w : split_wrap) : Z := split_width w + inner_penny w - outer_penny w.

Definition split_position (b : Z) (m : Z * Z) : move :=
  let of_cell x := if x <? b then x - 2 else x - 3 in Move (of_cell (fst m)) (of_cell (snd m)).

Definition split_moves (w : split_wrap) : list move := map (split_position (line w + 2)) (split_cells w).

Definition gadget (m q : Z) : row :=
  fun p => if within 0 m p then Some nickel else if within m (m + q - 1) p then Some penny else None.

(** What the outer moves make of the gadget: [q - 1] pennies, the run (penny first), the line where B stood, [k] free
    positions, and the coins on the right. *)
Definition frame (k : Z) (w : split_wrap) : row :=
  fun p =>
    if within 0 (inner_penny w - 1) p then Some penny
    else if within (inner_penny w - 1) (run_length w) p then Some (coin_at (inner_penny w - 1) penny p)
    else alternate (line w + k) (right_length w) (final w) p.

Definition valid_split (k : Z) (w : split_wrap) : bool :=
  let last := 2 * split_width w + inner_penny w - 1 + k in
  (0 <=? k) && (1 <=? inner_penny w) && (1 <=? outer_penny w) &&
  (0 <=? run_length w) && (0 <=? right_length w) && Z.even (run_length w) &&
  forallb (insideb k 0 last) (split_moves w) && forallb (avoidsb k (line w)) (split_moves w) &&
  leadsb k 0 last (gadget (split_width w) (inner_penny w)) (split_moves w) (frame k w).

(** The outer moves around a puzzle of size [n]: A is [n] nickels, B is [n - q + 1] pennies. *)
Definition outer_moves (w : split_wrap) (n : Z) : list move :=
  map (placed 0 n) (map (placed (line w) (n - inner_penny w + 1)) (split_moves w)).

(** The moves of the inner solution are played around the run, which ends left of penny [q]. *)
Definition split_around (w : split_wrap) (n : Z) (inner : list move) : list move :=
  outer_moves w n ++ map (placed (n + inner_penny w - 1) (run_length w)) inner.

(** * The rows between *)

Definition with_ab (w : split_wrap) (n : Z) (g : row) : row :=
  inserted 0 n (fun _ => Some nickel) (inserted (line w) (n - inner_penny w + 1) (fun _ => Some penny) g).

(** The row after the outer moves, without the run: the inner puzzle, R1, and the coins on the right. Nothing is left of
    the inner puzzle, so its solution may use [left] positions there. *)
Definition unsplit (left k : Z) (w : split_wrap) (n : Z) (r : row) : row :=
  amid (- left) (2 * n + k + left) r (alternate (2 * n + k) (right_length w) (final w)).

Definition with_run (w : split_wrap) (n : Z) (r : row) : row :=
  inserted (n + inner_penny w - 1) (run_length w) (fun p => Some (coin_at 0 penny p)) r.

(** Decides every window and comparison in the goal, where the hypotheses say what it is. *)
Ltac settle :=
  repeat match goal with
  | |- context [within ?first ?length ?p] =>
      first [rewrite (within_true first length p) by lia | rewrite (within_false first length p) by lia]
  | |- context [?a <? ?b] =>
      first [rewrite (proj2 (Z.ltb_lt a b)) by lia | rewrite (proj2 (Z.ltb_ge a b)) by lia]
  end.

Lemma start_split : forall w n, 1 <= outer_penny w -> 0 <= right_length w -> 1 <= inner_penny w <= n ->
  same (with_ab w n (gadget (split_width w) (inner_penny w))) (start (n + split_width w)).
Proof.
  intros w n Hq' Hr Hq p. unfold with_ab, inserted, gadget, start, line, right_length in *.
  assert (Hm : 0 <= split_width w) by (unfold split_width; lia).
  set (m := split_width w) in *. set (q := inner_penny w) in *. set (q' := outer_penny w) in *.
  assert (D : p < 0 \/ 0 <= p < n \/ n <= p < n + m \/ n + m <= p < n + m + q' - 1 \/
              n + m + q' - 1 <= p < n + m + q' - 1 + (n - q + 1) \/
              n + m + q' - 1 + (n - q + 1) <= p < 2 * (n + m) \/ 2 * (n + m) <= p) by lia.
  destruct D as [D | [D | [D | [D | [D | [D | D]]]]]]; settle; reflexivity.
Qed.

(** The outer moves leave the inner puzzle split by the run, with R1 free. *)
Lemma frame_split : forall left k w n, 0 <= left -> 0 <= k -> 1 <= outer_penny w -> 0 <= run_length w ->
  0 <= right_length w -> 1 <= inner_penny w <= n ->
  same (with_ab w n (frame k w)) (with_run w n (unsplit left k w n (start n))).
Proof.
  intros left k w n Hleft Hk Hq' Hl Hr Hq p.
  unfold with_ab, with_run, unsplit, amid, inserted, frame, alternate, start, line, right_length, run_length in *.
  set (m := split_width w) in *. set (q := inner_penny w) in *. set (q' := outer_penny w) in *.
  set (l := m + q' - q) in *. set (r := m + q - q') in *.
  assert (D : p < - left \/ - left <= p < 0 \/ 0 <= p < n \/ n <= p < n + q - 1 \/
              n + q - 1 <= p < n + q - 1 + l \/
              n + q - 1 + l <= p < 2 * n + l \/ 2 * n + l <= p < 2 * n + l + k \/
              2 * n + l + k <= p < 2 * n + l + k + r \/ 2 * n + l + k + r <= p) by lia.
  destruct D as [D | [D | [D | [D | [D | [D | [D | [D | D]]]]]]]]; settle; try reflexivity.
  - f_equal. apply (coin_at_even (q - 1) 0 penny _ _ 0). lia.
  - f_equal. apply (coin_at_even _ _ (final w) _ _ 0). lia.
Qed.

(** The inner solution makes a row that the coins on the right continue. *)
Lemma unsplit_alternates : forall left k w n, 0 <= left -> 0 <= k -> 0 <= n -> 0 <= right_length w ->
  same (unsplit left k w n (alternate k (2 * n) (final w))) (alternate k (2 * n + right_length w) (final w)).
Proof.
  intros left k w n Hleft Hk Hn Hr p. unfold unsplit, amid, alternate.
  assert (D : p < - left \/ - left <= p < k \/ k <= p < k + 2 * n \/
              2 * n + k <= p < 2 * n + k + right_length w \/ 2 * n + k + right_length w <= p) by lia.
  destruct D as [D | [D | [D | [D | D]]]]; settle; try reflexivity.
  f_equal. apply (coin_at_even _ _ (final w) _ _ (- n)). lia.
Qed.

(** As the run is of even length and begins with a penny, left of penny [q], it continues the row as well. *)
Lemma run_alternates : forall k w n c length, 0 <= run_length w -> Z.even (run_length w) = true ->
  alternate k length c (n + inner_penny w - 1) = Some penny ->
  same (with_run w n (alternate k length c)) (alternate k (length + run_length w) c).
Proof.
  intros k w n c length Hl Heven Hpenny p. unfold with_run, inserted, alternate in *.
  set (cut := n + inner_penny w - 1) in *. set (l := run_length w) in *.
  generalize (within_spec k length cut). destruct (within k length cut); [| discriminate]. intros Hcut.
  injection Hpenny as Hpenny. apply Z.even_spec in Heven. destruct Heven as [j Hj].
  assert (D : p < k \/ k <= p < cut \/ cut <= p < cut + l \/ cut + l <= p < k + length + l \/
              k + length + l <= p) by lia.
  destruct D as [D | [D | [D | [D | D]]]]; settle; try reflexivity.
  - f_equal. rewrite (coin_at_from k c p cut), Hpenny. apply (coin_at_even 0 cut penny _ _ 0). lia.
  - f_equal. apply (coin_at_even k k c _ _ (- j)). lia.
Qed.

(** * The theorem *)

(** The outer moves are legal in the row of size [n + m], stay within it and R1, and leave penny [q'] alone. *)
Lemma outer_moves_sound : forall left k w n, 0 <= left -> valid_split k w = true -> inner_penny w <= n ->
  leads k (start (n + split_width w)) (outer_moves w n) (with_run w n (unsplit left k w n (start n))) /\
  Forall (inside k 0 (2 * (n + split_width w) + k)) (outer_moves w n) /\
  penny_stays k (n + split_width w) (outer_penny w) (outer_moves w n).
Proof.
  intros left k w n Hleft V Hn. unfold valid_split in V. rewrite !andb_true_iff, !Z.leb_le in V.
  destruct V as [[[[[[[[Hk Hq] Hq'] Hl] Hr] Heven] Hin] Hline] Hplay].
  apply insideb_sound in Hin. apply avoidsb_sound in Hline.
  assert (Hm : 0 <= split_width w) by (unfold split_width; lia).
  assert (Hzero : Forall (avoids k 0) (map (placed (line w) (n - inner_penny w + 1)) (split_moves w))).
  { rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
    specialize (Hin y Hx). unfold inside, avoids, aside, placed, over in *. cbn [source target].
    destruct (Z.ltb_spec (source y) (line w)) as [H1 | H1], (Z.ltb_spec (target y) (line w)) as [H2 | H2]; lia. }
  repeat split.
  - eapply leads_same; [apply start_split; lia | apply frame_split; lia |].
    apply leads_inserted; [lia | exact Hzero |]. apply leads_inserted; [lia | exact Hline |].
    apply leadsb_sound in Hplay; [exact Hplay | exact Hin |].
    intros p Hp. unfold gadget, frame, alternate, line, run_length, right_length in *. settle. reflexivity.
  - unfold outer_moves.
    replace (2 * (n + split_width w) + k) with
      (2 * split_width w + inner_penny w - 1 + k + (n - inner_penny w + 1) + n) by lia.
    apply placed_inside; [lia | lia | exact Hzero |]. apply placed_inside; assumption || lia.
  - unfold penny_stays, outer_moves. rewrite Forall_forall in *. intros x Hx.
    rewrite map_map in Hx. apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
    specialize (Hline y Hx). specialize (Hin y Hx). unfold inside, keeps, avoids, aside, placed, over, line in *.
    cbn [source target].
    set (b := split_width w + outer_penny w - 1) in *.
    destruct (Z.ltb_spec (source y) b) as [H1 | H1], (Z.ltb_spec (target y) b) as [H2 | H2]; settle; lia.
Qed.

(** A split wrap that passes the check makes an inner solution of size [n + m] that never moves penny [q'] from every
    inner solution of size [n] that never moves penny [q] (the theorem on split wraps). The inner solution may use
    positions left of its row, and the whole uses the same ones. *)
Theorem split_sound : forall left k w, 0 <= left -> valid_split k w = true ->
  forall n moves, inner_penny w <= n -> beside_row left k n k (final w) moves ->
  penny_stays k n (inner_penny w) moves ->
  beside_row left k (n + split_width w) k (final w) (split_around w n moves) /\
  penny_stays k (n + split_width w) (outer_penny w) (split_around w n moves).
Proof.
  intros left k w Hleft V n moves Hn [Hcount Hinside Hleads] Hstays.
  destruct (outer_moves_sound left k w n Hleft V Hn) as [Houter [Houter_inside Houter_stays]].
  unfold valid_split in V. rewrite !andb_true_iff, !Z.leb_le in V.
  destruct V as [[[[[[[[Hk Hq] Hq'] Hl] Hr] Heven] _] _] _].
  assert (Hm : 0 <= split_width w) by (unfold split_width; lia).
  assert (Havoid : Forall (avoids k (n + inner_penny w - 1)) moves) by apply keeps_avoids, Hstays.
  assert (Hpenny : alternate k (2 * n) (final w) (n + inner_penny w - 1) = Some penny).
  { rewrite (leads_keeps k _ moves _ _ Hleads Hstays). apply start_penny. lia. }
  split; [split |].
  - unfold split_around, outer_moves, split_moves. rewrite app_length, !map_length. unfold split_width. lia.
  - unfold split_around. rewrite Forall_app. split; [apply (inside_wider left), Houter_inside; exact Hleft |].
    rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
    specialize (Hinside y Hx). specialize (Havoid y Hx).
    unfold inside, avoids, aside, placed, over, run_length, right_length in *. cbn [source target].
    destruct (Z.ltb_spec (source y) (n + inner_penny w - 1)) as [H1 | H1],
             (Z.ltb_spec (target y) (n + inner_penny w - 1)) as [H2 | H2]; lia.
  - unfold split_around. eapply leads_app; [exact Houter |].
    eapply leads_same; [apply same_refl | |
      apply leads_inserted; [exact Hl | exact Havoid | apply leads_amid; [exact Hinside | exact Hleads]]].
    replace (2 * (n + split_width w)) with (2 * n + right_length w + run_length w)
      by (unfold right_length, run_length; lia).
    apply (same_trans _ (with_run w n (alternate k (2 * n + right_length w) (final w)))).
    + apply inserted_same, unsplit_alternates; lia.
    + apply run_alternates; [exact Hl | exact Heven |].
      rewrite <- Hpenny. unfold alternate in *.
      generalize (within_spec k (2 * n) (n + inner_penny w - 1)).
      destruct (within k (2 * n) (n + inner_penny w - 1)); [| discriminate]. intros H. settle. reflexivity.
  - unfold split_around, penny_stays. rewrite Forall_app. split; [exact Houter_stays |].
    unfold penny_stays in Hstays. rewrite Forall_forall in *. intros x Hx.
    apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
    specialize (Hstays y Hx). unfold keeps, placed, over, run_length in *. cbn [source target].
    destruct (Z.ltb_spec (source y) (n + inner_penny w - 1)) as [H1 | H1],
             (Z.ltb_spec (target y) (n + inner_penny w - 1)) as [H2 | H2]; lia.
Qed.

(** ** The trivial base

    For [n = 1] the row is [ox], which no move solves. But split left of its penny by a run of [k - 1] coins or more, it
    is solved by one move that takes the nickel and the first coins of the run right of the penny. *)

Definition split_alone (w : split_wrap) : list move := outer_moves w 1 ++ [Move 0 (run_length w + 2)].

Theorem split_alone_sound : forall k w, valid_split k w = true -> inner_penny w = 1 -> 1 <= k <= run_length w + 1 ->
  final w = (if Z.even k then nickel else penny) ->
  on_row k (split_width w + 1) k (final w) (split_alone w) /\
  penny_stays k (split_width w + 1) (outer_penny w) (split_alone w).
Proof.
  intros k w V Hq Hk Hfinal.
  destruct (outer_moves_sound 0 k w 1 ltac:(lia) V) as [Houter [Hinside Hstays]]; [lia |].
  unfold valid_split in V. rewrite !andb_true_iff, !Z.leb_le in V.
  destruct V as [[[[[[[[_ _] Hq'] Hl] Hr] Heven] _] _] _].
  assert (Hm : 0 <= split_width w) by (unfold split_width; lia).
  replace (split_width w + 1) with (1 + split_width w) by lia.
  assert (Hsum : 2 * split_width w = run_length w + right_length w) by (unfold run_length, right_length; lia).
  assert (Hplace : run_length w = split_width w + outer_penny w - 1) by (unfold run_length; lia).
  split; [split |].
  - unfold split_alone, outer_moves, split_moves. rewrite app_length, !map_length. unfold split_width.
    simpl length. lia.
  - unfold split_alone. rewrite Forall_app. split; [apply (inside_wider 0), Hinside; lia |].
    constructor; [unfold inside; cbn [source target]; lia | constructor].
  - unfold split_alone. eapply leads_app; [exact Houter |].
    apply Z.even_spec in Heven. destruct Heven as [j Hj].
    unfold with_run, unsplit, inserted, amid, start, legal. cbn [leads source target]. rewrite Hq. split.
    + intros c Hc. cbn [source target]. split; [| settle; reflexivity].
      assert (D : c = 0 \/ 1 <= c) by lia. destruct D as [D | D]; settle; discriminate.
    + intros p. unfold play, alternate. cbn [source target].
      set (l := run_length w) in *. set (r := right_length w) in *.
      assert (Hfirst : forall x, coin_at k (final w) x = coin_at 0 nickel x).
      { intros x. rewrite (coin_at_from 0 nickel x k). f_equal. rewrite Hfinal. unfold coin_at.
        rewrite Z.sub_0_r. reflexivity. }
      rewrite Hfirst.
      assert (D : p < 0 \/ 0 <= p < k \/ k <= p < 1 + l \/ p = 1 + l \/ p = l + 2 \/ l + 2 < p < l + 2 + k \/
                  l + 2 + k <= p < l + 2 + k + r \/ l + 2 + k + r <= p) by lia.
      destruct D as [D | [D | [D | [D | [D | [D | [D | D]]]]]]]; settle; try reflexivity; f_equal.
      * rewrite (coin_at_from 0 nickel p 1). apply (coin_at_even 0 1 penny _ _ 0). lia.
      * rewrite (coin_at_even 0 0 nickel p 1 j) by lia. reflexivity.
      * rewrite (coin_at_even 0 0 nickel p 0 (j + 1)) by lia. reflexivity.
      * rewrite (coin_at_even 0 0 nickel p (p - (l + 2)) (j + 1)) by lia.
        rewrite (coin_at_from 0 nickel (p - (l + 2)) 1). apply (coin_at_even 0 1 penny _ _ 0). lia.
      * rewrite <- Hfirst. apply (coin_at_even _ _ (final w) _ _ (- j - 1)). lia.
  - unfold split_alone, penny_stays. rewrite Forall_app. split; [exact Hstays |].
    constructor; [unfold keeps; cbn [source target]; lia | constructor].
Qed.

(** ** Algorithm 4.1

    Two moves, and then the puzzle of size [n] around [xo], solve the puzzle of size [n + 2] for [k = 3]: the closed
    split wrap T(2 -> 2) of width 2 and white type. *)

Definition algorithm_4_1 : split_wrap := Split 2 2 nickel [(2, 8); (6, 2)].

Theorem algorithm_4_1_solves : forall n moves, 2 <= n -> on_row 3 n 3 nickel moves -> penny_stays 3 n 2 moves ->
  let composite := [Move n (2 * n + 4); Move (2 * n + 2) n] ++ map (placed (n + 1) 2) moves in
  on_row 3 (n + 2) 3 nickel composite /\ penny_stays 3 (n + 2) 2 composite.
Proof.
  intros n moves Hn Hrow Hstays composite.
  assert (V : valid_split 3 algorithm_4_1 = true) by (vm_compute; reflexivity).
  replace composite with (split_around algorithm_4_1 n moves).
  - exact (split_sound 0 3 algorithm_4_1 ltac:(lia) V n moves Hn Hrow Hstays).
  - unfold split_around, composite. f_equal.
    + unfold outer_moves.
      change (split_moves algorithm_4_1) with [Move 0 5; Move 3 0]. change (line algorithm_4_1) with 3.
      unfold placed, over. cbn [map source target inner_penny algorithm_4_1].
      repeat (settle; cbv iota). f_equal; [f_equal; lia |]. f_equal. f_equal; lia.
    + change (run_length algorithm_4_1) with 2. change (inner_penny algorithm_4_1) with 2.
      replace (n + 2 - 1) with (n + 1) by lia. reflexivity.
Qed.
