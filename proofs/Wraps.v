(* Wraps: outer moves around any solution of a smaller puzzle. They are checked once, on a gadget, and then serve an
   inner solution of any size, whatever its moves. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows WrapsPlay WrapsCheck.
Import ListNotations.
Open Scope Z_scope.

(** * Inner solutions *)

(** [n] moves that solve size [n] within the row, the block R1 right of it and [left] positions left of it, and end with
    coin [c] at [first], where the final row begins. A solution that is put into a wrap has [first = k]: it takes the [k]
    free positions from the right end of the row to the left end. Wraps of a whole puzzle have nothing left of it. *)
Record beside_row (left k n first : Z) (c : coin) (moves : list move) : Prop := Beside_row {
  beside_row_count : Z.of_nat (length moves) = n;
  beside_row_inside : Forall (inside k (- left) (2 * n + k + left)) moves;
  beside_row_leads : leads k (start n) moves (alternate first (2 * n) c) }.

Definition on_row : Z -> Z -> Z -> coin -> list move -> Prop := beside_row 0.

Lemma on_row_inside : forall k n first c moves, on_row k n first c moves -> Forall (inside k 0 (2 * n + k)) moves.
Proof. intros k n first c moves [_ Hinside _]. rewrite Z.add_0_r in Hinside. exact Hinside. Qed.

Lemma inside_wider : forall left k length moves, 0 <= left -> Forall (inside k 0 length) moves ->
  Forall (inside k (- left) (length + left)) moves.
Proof. intros left k length moves Hleft. apply Forall_impl. unfold inside. lia. Qed.

Lemma beside_row_wider : forall left k n first c moves, 0 <= left -> on_row k n first c moves ->
  beside_row left k n first c moves.
Proof.
  intros left k n first c moves Hleft H. split; [apply H | | apply H].
  apply inside_wider; [exact Hleft | apply (on_row_inside _ _ _ _ _ H)].
Qed.

Lemma beside_row_solves : forall left k n first c moves, beside_row left k n first c moves -> solves k n moves.
Proof.
  intros left k n first c moves [_ _ H]. apply (leads_reaches k n moves _ _ H), alternate_alternating.
Qed.

(** * Wraps and their gadget

    A wrap is written in cells of its gadget: [m] nickels, two cells that stand for the inner puzzle, [m] pennies, and
    [k] free cells, counted from 1. After [before] moves the inner solution slides the two cells by [k] to the right.
    Without the two cells the gadget is the row of size [m], and all that they ask of a move is that no block lies
    across the line where they stood. *)

Record wrap := Wrap { before : nat; cells : list (Z * Z) }.

Definition width (w : wrap) : Z := Z.of_nat (length (cells w)).

(** From cells to positions of the row of size [m]; [left] is the last cell left of the two. *)
Definition position (left : Z) (m : Z * Z) : move :=
  let of_cell x := if x <=? left then x - 1 else x - 3 in Move (of_cell (fst m)) (of_cell (snd m)).

Definition early (w : wrap) : list move := map (position (width w)) (firstn (before w) (cells w)).

Definition late (k : Z) (w : wrap) : list move := map (position (width w + k)) (skipn (before w) (cells w)).

(** The wrap makes a row that begins with [d] at [first], given inner solutions that make one that begins with [c]. In
    its gadget, the inner row is missing. What is left alternates, and still does with the inner row put back: [c] is
    the coin that belongs there. *)
Definition valid_wrap (k : Z) (w : wrap) (c : coin) (first : Z) (d : coin) : bool :=
  let m := width w in
  (0 <=? k) && (0 <=? first) && (first <=? k) && (m + k <=? first + 2 * m) &&
  forallb (insideb k 0 (2 * m + k)) (early w ++ late k w) &&
  forallb (avoidsb k m) (early w) && forallb (avoidsb k (m + k)) (late k w) &&
  leadsb k 0 (2 * m + k) (start m) (early w ++ late k w) (alternate first (2 * m) d) &&
  for_all m k (fun p => free_cell (plays k (start m) (early w) p)) &&
  same_coin (coin_at first d (m + k)) c.

(** Puts the wrap around the moves of a puzzle of size [n]. *)
Definition around (k : Z) (w : wrap) (n : Z) (inner : list move) : list move :=
  map (placed (width w) (2 * n)) (early w) ++
  map (moved (width w)) inner ++
  map (placed (width w + k) (2 * n)) (late k w).

(** * The rows between *)

(** The row of size [n + m] is that of size [m], with that of size [n] put into its middle. *)
Lemma start_around : forall n m, 0 <= n -> 0 <= m ->
  same (inserted m (2 * n) (start n) (start m)) (start (n + m)).
Proof.
  intros n m Hn Hm p. unfold inserted, start.
  destruct (Z.ltb_spec p m) as [Hp | Hp]; split_within; reflexivity || lia.
Qed.

(** When the inner solution begins, its row and R1 are as it needs them. *)
Lemma before_inner : forall k n m g, 0 <= k -> 0 <= n -> (forall p, m <= p < m + k -> g p = None) ->
  same (inserted m (2 * n) (start n) g)
       (amid m (2 * n + k) (shifted m (start n)) (inserted m (2 * n) (start n) g)).
Proof.
  intros k n m g Hk Hn Hfree p. unfold amid, shifted.
  destruct (within m (2 * n + k) p) eqn:Hp; [| reflexivity]. apply within_iff in Hp.
  unfold inserted. generalize (within_spec m (2 * n) p). destruct (within m (2 * n) p); intros Hin.
  - reflexivity.
  - rewrite start_free by lia. destruct (Z.ltb_spec p m) as [Hlt | Hge]; [lia | apply Hfree; lia].
Qed.

(** When it ends, its coins stand [k] further right. *)
Lemma after_inner : forall k n m c g, 0 <= k -> 0 <= n -> (forall p, m <= p < m + k -> g p = None) ->
  same (amid m (2 * n + k) (shifted m (alternate k (2 * n) c)) (inserted m (2 * n) (start n) g))
       (inserted (m + k) (2 * n) (alternate 0 (2 * n) c) g).
Proof.
  intros k n m c g Hk Hn Hfree p. unfold amid, shifted, inserted, alternate.
  destruct (Z.ltb_spec p m) as [H1 | H1], (Z.ltb_spec p (m + k)) as [H2 | H2]; try lia;
    split_within; try lia; try reflexivity.
  - symmetry. apply Hfree. lia.
  - f_equal. apply (coin_at_even k 0 c _ _ 0). lia.
Qed.

(** Put back into the alternating row, an alternating row of even length that begins with the right coin goes on with
    it. *)
Lemma final_around : forall n m first cut c d, 0 <= n -> first <= cut <= first + 2 * m -> coin_at first d cut = c ->
  same (inserted cut (2 * n) (alternate 0 (2 * n) c) (alternate first (2 * m) d))
       (alternate first (2 * (n + m)) d).
Proof.
  intros n m first cut c d Hn Hcut Hc p. unfold inserted, alternate.
  destruct (Z.ltb_spec p cut) as [H1 | H1]; split_within; try lia; try reflexivity.
  - f_equal. rewrite (coin_at_from first d p cut), Hc. apply (coin_at_even 0 cut c _ _ 0). lia.
  - f_equal. apply (coin_at_even first first d _ _ (- n)). lia.
Qed.

(** * The theorem *)

Lemma placed_inside : forall k cut length end_ moves, 0 <= k -> 0 <= length -> Forall (avoids k cut) moves ->
  Forall (inside k 0 end_) moves -> Forall (inside k 0 (end_ + length)) (map (placed cut length) moves).
Proof.
  intros k cut length end_ moves Hk Hl Ha Hi. rewrite Forall_forall in *. intros m Hm.
  apply in_map_iff in Hm. destruct Hm as [m' [Hm Hin]]. subst m.
  specialize (Ha m' Hin). specialize (Hi m' Hin). unfold avoids, aside, inside, placed, over in *. cbn [source target].
  destruct (Z.ltb_spec (source m') cut) as [H1 | H1], (Z.ltb_spec (target m') cut) as [H2 | H2]; lia.
Qed.

(** A wrap that passes the check makes a solution of size [n + m] with [n + m] moves from every inner solution of size
    [n], on its row and R1 (the theorem on wraps). *)
Theorem wrap_sound : forall k w c first d, valid_wrap k w c first d = true ->
  forall n moves, on_row k n k c moves -> on_row k (n + width w) first d (around k w n moves).
Proof.
  intros k w c first d V n moves H. pose proof (on_row_inside _ _ _ _ _ H) as Hinside.
  destruct H as [Hcount _ Hleads]. unfold valid_wrap in V.
  set (m := width w) in *. rewrite !andb_true_iff, !Z.leb_le in V.
  destruct V as [[[[[[[[[Hk Hfirst] Hshift] Hroom] Hin] Hearly] Hlate] Hplay] Hfree] Hcoin].
  assert (Hm : 0 <= m) by (unfold m, width; lia). assert (Hn : 0 <= n) by lia.
  apply insideb_sound in Hin. apply avoidsb_sound in Hearly. apply avoidsb_sound in Hlate.
  apply same_coin_sound in Hcoin. pose proof (for_all_sound m k _ Hfree) as Hgap. clear Hfree.
  apply leadsb_sound in Hplay; [| exact Hin |].
  2: { intros p Hp. rewrite start_free by lia. unfold alternate. rewrite within_false by lia. reflexivity. }
  apply leads_split in Hplay. destruct Hplay as [Hbefore Hafter].
  set (g := plays k (start m) (early w)) in *.
  assert (Hnone : forall p, m <= p < m + k -> g p = None) by (intros p Hp; apply free_cell_sound, (Hgap p Hp)).
  apply Forall_app in Hin. destruct Hin as [Hin_early Hin_late]. split.
  - unfold around, early, late. rewrite !app_length, !map_length, firstn_length, skipn_length.
    unfold m, width. lia.
  - unfold around. change (- 0) with 0. replace (2 * (n + m) + k + 0) with (2 * m + k + 2 * n) by lia.
    rewrite !Forall_app. repeat split.
    + apply placed_inside; assumption || lia.
    + rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
      specialize (Hinside y Hx). unfold inside, moved in *. cbn [source target]. fold m. lia.
    + apply placed_inside; assumption || lia.
  - unfold around. fold m. apply (leads_app k _ _ _ (inserted m (2 * n) (start n) g)).
    { eapply leads_same; [apply start_around; assumption | apply same_refl |].
      apply leads_inserted; [lia | exact Hearly | exact Hbefore]. }
    apply (leads_app k _ _ _ (inserted (m + k) (2 * n) (alternate 0 (2 * n) c) g)).
    { eapply leads_same; [apply same_sym, (before_inner k); assumption | apply (after_inner k); assumption |].
      apply leads_amid; [| apply leads_shifted, Hleads].
      rewrite Forall_forall in *. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [Hy Hx]]. subst x.
      specialize (Hinside y Hx). unfold inside, moved in *. cbn [source target]. lia. }
    eapply leads_same; [apply same_refl | apply (final_around n m first (m + k) c d); [lia | lia | exact Hcoin] |].
    apply leads_inserted; [lia | exact Hlate | exact Hafter].
Qed.

(** No coins at all are an inner solution: a wrap with nothing inside solves its own width. *)
Lemma on_row_empty : forall k c, on_row k 0 k c [].
Proof.
  intros k c. split; [reflexivity | constructor |].
  intros p. unfold start, alternate. split_within; reflexivity || lia.
Qed.

(** ** Algorithm 3.1

    Two moves, the puzzle of size [n], and two more moves solve the puzzle of size [n + 4] for [k = 2]. What they make
    is an inner solution again. *)

Definition algorithm_3_1 : wrap := Wrap 2 [(2, 11); (7, 2); (10, 5); (1, 10)].

Theorem algorithm_3_1_solves : forall n moves, on_row 2 n 2 penny moves ->
  on_row 2 (n + 4) 2 penny
    ([Move 1 (2 * n + 8); Move (2 * n + 4) 1] ++ map (moved 4) moves ++ [Move (2 * n + 7) 4; Move 0 (2 * n + 7)]).
Proof.
  intros n moves H.
  assert (V : valid_wrap 2 algorithm_3_1 penny 2 penny = true) by (vm_compute; reflexivity).
  apply (wrap_sound 2 algorithm_3_1 penny 2 penny V) in H.
  change (width algorithm_3_1) with 4 in H. unfold around in H. cbn in H.
  rewrite !(Z.add_comm (2 * n)). exact H.
Qed.
