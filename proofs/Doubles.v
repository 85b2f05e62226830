(* The theorem on doubles: from a solution with [d] doubles moves follows one for [2d] nickels and [2d] pennies more, any
   number of times, with as many moves more as there are nickels more. The words come to alternate where [d] is the largest
   power of two that divides [k] (docs/theory.md). Nothing here rests on that.

   Coins are inserted at two seams: copies of a word of [e = 2d] coins at one, and at the other as many of the same word
   with all coins flipped. Where a doubles move takes a block from beside one seam to beside the other one, the free window
   wanders through the inserted coins, with two moves for each copy. Afterwards they read another word. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay BoardMirror.
Import ListNotations.
Open Scope Z_scope.

(** * Strips *)

Definition word := Z -> coin.

(** Coin [i] of copies of a word, which is read at [0 .. e - 1]. *)
Definition copies (e : Z) (w : word) : word := fun i => w (i mod e).

Definition flipped (w : word) : word := fun i => other (w i).

(** Two seams, and the word of the coins at the first one. Those at the second one are of the other kind. *)
Record strips := Strips { first_seam : Z; second_seam : Z; reads : word }.

Definition strip (e : Z) (w : word) : row := fun i => Some (copies e w i).

(** The row [r] with [length] coins inserted at each seam. *)
Definition filled (e length : Z) (s : strips) (r : row) : row :=
  let at_first := inserted (first_seam s) length (strip e (reads s)) in
  let at_second := inserted (second_seam s) length (strip e (flipped (reads s))) in
  if first_seam s <? second_seam s then at_first (at_second r) else at_second (at_first r).

(** * Doubles moves *)

(** The word from its coin [o] on. *)
Definition from (e o : Z) (w : word) : word := fun i => copies e w (o + i).

(** [e] coins of the word, then the same flipped, and so on. *)
Definition continued (e : Z) (w : word) : word :=
  fun i => if Z.even (i / e) then copies e w i else other (copies e w i).

(** Move [m] takes a block from [o] coins right of the first seam to [o] coins right of the second one. These coins go on
    with those inserted, and so does the block. *)
Definition slides (k e o : Z) (s : strips) (r : row) (m : move) : Prop :=
  source m = first_seam s + o /\ target m = second_seam s + o /\
  0 <= o /\ k + o <= Z.abs (first_seam s - second_seam s) /\
  (forall i, 0 <= i < o -> r (first_seam s + i) = Some (copies e (reads s) i) /\
                           r (second_seam s + i) = Some (other (copies e (reads s) i))) /\
  (forall i, 0 <= i < k -> r (source m + i) = Some (continued e (from e o (reads s)) i) /\ r (target m + i) = None).

(** The strips after that: right of the block, and of where it was. *)
Definition slid (k e o : Z) (s : strips) (m : move) : strips :=
  Strips (source m + k) (target m + k) (fun i => continued e (from e o (reads s)) (k + i)).

(** The same strips, the other one first. *)
Definition exchanged (s : strips) : strips := Strips (second_seam s) (first_seam s) (flipped (reads s)).

(** The strips of the mirror image. *)
Definition reflected (e : Z) (s : strips) : strips :=
  Strips (- first_seam s) (- second_seam s) (fun i => other (copies e (reads s) (- 1 - i))).

(** A doubles move, and the strips after it. The block comes from beside either seam, and lies right or left of it. *)
Inductive doubles_move (k e : Z) : strips -> row -> move -> strips -> Prop :=
| slide : forall o s r m, slides k e o s r m -> doubles_move k e s r m (slid k e o s m)
| exchange : forall s r m s', doubles_move k e (exchanged s) r m s' -> doubles_move k e s r m (exchanged s')
| reflection : forall s r m s', doubles_move k e (reflected e s) (mirror 0 r) (mirror_move k 0 m) s' ->
    doubles_move k e s r m (reflected e s').

(** No block of move [m] lies across one of the seams. *)
Definition avoids_both (k p q : Z) (m : move) : Prop := avoids k p m /\ avoids k q m.

(** Moves from one row to another, with [count] doubles moves among them, and the strips before and after. The other moves
    avoid the seams. *)
Inductive carries (k e : Z) : strips -> row -> list move -> nat -> strips -> row -> Prop :=
| no_move : forall s r r', same r r' -> carries k e s r [] 0 s r'
| aside_move : forall s r m r' moves count s' r'', legal k r m -> avoids_both k (first_seam s) (second_seam s) m ->
    same (play k r m) r' -> carries k e s r' moves count s' r'' -> carries k e s r (m :: moves) count s' r''
| next_doubles : forall s r m s' r' moves count s'' r'', doubles_move k e s r m s' ->
    same (play k r m) r' -> carries k e s' r' moves count s'' r'' -> carries k e s r (m :: moves) (S count) s'' r''.

(** Seam [p] lies in the run of coins [a] of the start, or at an end of it. *)
Definition in_run (n : Z) (a : coin) (p : Z) : Prop :=
  match a with nickel => 0 <= p <= n | penny => n <= p <= 2 * n end.

(** Coin [u] fits at seam [p] of an alternating row, and all that alternates from there on. *)
Definition fits (r : row) (p : Z) (u : coin) : Prop := r p = Some u \/ r (p - 1) = Some (other u).

(** The word alternates, and the strips fit into the row. *)
Definition alternate_there (e : Z) (s : strips) (r : row) : Prop :=
  (forall i, 0 <= i < e - 1 -> reads s (i + 1) = other (reads s i)) /\
  fits r (first_seam s) (reads s 0) /\ fits r (second_seam s) (other (reads s 0)).

(** * Words *)

Lemma copies_period : forall e w i j, 0 < e -> copies e w (i + j * e) = copies e w i.
Proof. intros e w i j He. unfold copies. rewrite Z.mod_add by lia. reflexivity. Qed.

Lemma copies_copies : forall e w o i, 0 < e -> copies e (from e o w) i = copies e w (o + i).
Proof. intros e w o i He. unfold copies, from, copies. f_equal. apply Zplus_mod_idemp_r. Qed.

Lemma continued_first : forall e w i, 0 <= i < e -> continued e w i = copies e w i.
Proof. intros e w i H. unfold continued. rewrite Z.div_small by lia. reflexivity. Qed.

Lemma continued_next : forall e w i, 0 < e -> continued e w (i + e) = other (continued e w i).
Proof.
  intros e w i He. unfold continued. replace (i + e) with (i + 1 * e) by lia.
  rewrite Z.div_add, copies_period, Z.even_add by lia.
  destruct (Z.even (i / e)); simpl; rewrite ?other_other; reflexivity.
Qed.

(** * Inserting *)

Lemma filled_same : forall e length s r r', same r r' -> same (filled e length s r) (filled e length s r').
Proof. intros e length s r r' E. unfold filled. destruct (_ <? _); apply inserted_same, inserted_same, E. Qed.

(** Splits the goal by all windows and comparisons in it, those inside others first. *)
Ltac split_places :=
  repeat match goal with
  | |- context [within ?first ?length ?p] =>
      match constr:(p) with context [Z.ltb] => fail 1 | context [within] => fail 1 | _ => idtac end;
      generalize (within_spec first length p); destruct (within first length p); intro; try (exfalso; lia)
  | |- context [?p <? ?q] =>
      match constr:((p, q)) with context [Z.ltb] => fail 1 | context [within] => fail 1 | _ => idtac end;
      destruct (Z.ltb_spec p q); try (exfalso; lia)
  end.

Ltac at_same_place := first [reflexivity | f_equal; lia | f_equal; f_equal; lia | do 3 f_equal; lia].

Lemma filled_exchanged : forall e length s r, 0 <= length -> first_seam s <> second_seam s ->
  same (filled e length (exchanged s) r) (filled e length s r).
Proof.
  intros e length [p q w] r Hl N x. unfold filled, exchanged, flipped, strip, copies. cbn in *.
  unfold inserted. split_places; rewrite ?other_other; reflexivity.
Qed.

Lemma filled_reflected : forall e times s r, 0 < e -> 0 <= times -> first_seam s <> second_seam s ->
  same (mirror 0 (filled e (e * times) s r))
    (shifted (- 2 * (e * times)) (filled e (e * times) (reflected e s) (mirror 0 r))).
Proof.
  intros e times [p q w] r He Ht N x. unfold filled, reflected. cbn [first_seam second_seam reads] in *.
  assert (H : 0 <= e * times) by nia.
  assert (C : forall i j, i + j = e * times - 1 -> w (i mod e) = w ((- 1 - j mod e) mod e)).
  { intros i j E. rewrite Zminus_mod_idemp_r. replace (- 1 - j) with (i + - times * e) by nia.
    rewrite Z.mod_add by lia. reflexivity. }
  assert (R : forall i j, i = j -> match r i with Some c => Some (other c) | None => None end =
                                   match r j with Some c => Some (other c) | None => None end)
    by (intros i j ->; reflexivity).
  set (l := e * times) in *. clearbody l.
  unfold mirror, shifted, inserted, strip, flipped, copies.
  split_places; rewrite ?other_other; first [apply R; lia | f_equal; f_equal; apply C; lia | f_equal; apply C; lia].
Qed.

Lemma leads_filled : forall k e length s moves r r', 0 <= length ->
  Forall (avoids_both k (first_seam s) (second_seam s)) moves -> leads k r moves r' ->
  exists moves', leads k (filled e length s r) moves' (filled e length s r') /\ List.length moves' = List.length moves.
Proof.
  assert (Twice : forall k length x y f g moves r r', 0 <= length -> x <= y ->
    Forall (avoids k x) moves -> Forall (avoids k y) moves -> leads k r moves r' ->
    exists moves',
      leads k (inserted x length f (inserted y length g r)) moves' (inserted x length f (inserted y length g r')) /\
      List.length moves' = List.length moves).
  { intros k length x y f g moves r r' Hl Hxy Hx Hy H.
    exists (map (placed x length) (map (placed y length) moves)). split; [| rewrite !map_length; reflexivity].
    apply leads_inserted; [exact Hl | | apply leads_inserted; assumption].
    apply Forall_map. revert Hx. apply Forall_impl. intros m [A B]. unfold avoids, aside, placed, over in *. cbn.
    destruct (Z.ltb_spec (source m) y), (Z.ltb_spec (target m) y); lia. }
  intros k e length [p q w] moves r r' Hl F H. cbn in F.
  assert (Fp : Forall (avoids k p) moves) by (revert F; apply Forall_impl; intros m A; apply A).
  assert (Fq : Forall (avoids k q) moves) by (revert F; apply Forall_impl; intros m A; apply A).
  unfold filled. cbn. destruct (Z.ltb_spec p q); apply Twice; assumption || lia.
Qed.

(** Coins more of each kind at the start. *)
Lemma filled_start : forall e length n a p q, 0 <= length -> in_run n a p -> in_run n (other a) q -> p <> q ->
  same (filled e length (Strips p q (fun _ => a)) (start n)) (start (n + length)).
Proof.
  intros e length n a p q Hl Hp Hq N x. unfold filled, inserted, strip, flipped, copies, start.
  destruct a; cbn [in_run other first_seam second_seam reads] in *; split_places; reflexivity.
Qed.

(** Inserted left or right of coins that go on with them is the same. *)
Lemma filled_further : forall e times p q w o r, 0 < e -> 0 <= times -> 0 <= o -> o < Z.abs (p - q) ->
  (forall i, 0 <= i < o -> r (p + i) = Some (copies e w i) /\ r (q + i) = Some (other (copies e w i))) ->
  same (filled e (e * times) (Strips p q w) r) (filled e (e * times) (Strips (p + o) (q + o) (from e o w)) r).
Proof.
  intros e times p q w o r He Ht Ho Hpq H x.
  assert (P : forall y, p <= y < p + o -> r y = Some (copies e w (y - p))).
  { intros y Hy. replace y with (p + (y - p)) at 1 by lia. apply H. lia. }
  assert (Q : forall y, q <= y < q + o -> r y = Some (other (copies e w (y - q)))).
  { intros y Hy. replace y with (q + (y - q)) at 1 by lia. apply H. lia. }
  assert (C : forall i j, i = j \/ i = j + e * times \/ j = i + e * times -> copies e w i = copies e w j).
  { intros i j [-> | [-> | ->]]; rewrite ?(Z.mul_comm e times), ?copies_period by exact He; reflexivity. }
  assert (L : 0 <= e * times) by nia. set (l := e * times) in *. clearbody l.
  unfold filled, inserted, strip. cbn [first_seam second_seam reads].
  assert (F : forall u i, copies e (flipped u) i = other (copies e u i)) by reflexivity.
  split_places; rewrite ?F, ?copies_copies by exact He; try at_same_place;
    rewrite ?P, ?Q by lia; first [f_equal; apply C; lia | f_equal; f_equal; apply C; lia].
Qed.

Lemma fits_alternate : forall first n c z p u, same z (alternate first (2 * n) c) -> fits z p u ->
  first <= p <= first + 2 * n /\ coin_at first c p = u.
Proof.
  intros first n c z p u E [H | H]; rewrite E in H; unfold alternate in H;
    generalize (within_spec first (2 * n)); intros W; revert H.
  - specialize (W p). destruct (within first (2 * n) p); [| discriminate]. intros [= <-]. split; [lia | reflexivity].
  - specialize (W (p - 1)). destruct (within first (2 * n) (p - 1)); [| discriminate]. intros [= H]. split; [lia |].
    rewrite (coin_at_from first c p (p - 1)), H. unfold coin_at. replace (p - (p - 1)) with 1 by lia.
    apply other_other.
Qed.

(** A word that alternates, in as many copies as you like. *)
Lemma copies_alternate : forall d w, 0 < d -> (forall i, 0 <= i < 2 * d - 1 -> w (i + 1) = other (w i)) ->
  forall i, copies (2 * d) w i = coin_at 0 (w 0) i.
Proof.
  intros d w Hd A i. unfold copies. pose proof (Z.div_mod i (2 * d) ltac:(lia)) as E.
  assert (B := Z.mod_pos_bound i (2 * d) ltac:(lia)). revert E B. generalize (i mod (2 * d)) (i / (2 * d)).
  intros j h -> [H0 H]. rewrite (coin_at_even 0 0 (w 0) (2 * d * h + j) j (d * h)) by lia. clear h. rename j into i.
  revert H. pattern i. apply natlike_ind; [reflexivity | | exact H0]. clear i H0. intros i H0 IH H.
  unfold Z.succ in *. rewrite A, IH by lia. unfold coin_at. rewrite !Z.sub_0_r, Z.even_add.
  destruct (Z.even i); simpl; rewrite ?other_other; reflexivity.
Qed.

(** Coins more of each kind in an alternating row. *)
Lemma filled_alternate : forall d times s first n c, 0 < d -> 0 <= times ->
  alternate_there (2 * d) s (alternate first (2 * n) c) ->
  same (filled (2 * d) (2 * d * times) s (alternate first (2 * n) c)) (alternate first (2 * (n + 2 * d * times)) c).
Proof.
  intros d times [p q w] first n c Hd Ht [A [Fp Fq]] x. cbn [first_seam second_seam reads] in *.
  destruct (fits_alternate first n c _ p _ (same_refl _) Fp) as [Hp Cp].
  destruct (fits_alternate first n c _ q _ (same_refl _) Fq) as [Hq Cq].
  assert (N : p <> q).
  { intros ->. rewrite Cp in Cq. destruct (w 0); discriminate. }
  assert (Even : forall y z, z = y \/ z = y + 2 * d * times \/ z = y + 2 * (2 * d * times) ->
    coin_at first c y = coin_at first c z).
  { intros y z [-> | [-> | ->]]; [reflexivity | apply (coin_at_even _ _ _ _ _ (- d * times)) |
      apply (coin_at_even _ _ _ _ _ (- 2 * d * times))]; nia. }
  assert (P : forall y z, z = p + y \/ z = p + y + 2 * d * times -> copies (2 * d) w y = coin_at first c z).
  { intros y z Hz. rewrite (copies_alternate d w Hd A), <- Cp. replace (coin_at first c z) with (coin_at first c (p + y))
      by (apply Even; lia).
    rewrite (coin_at_from first c (p + y) p). apply coin_at_even with 0. lia. }
  assert (Q : forall y z, z = q + y \/ z = q + y + 2 * d * times -> other (copies (2 * d) w y) = coin_at first c z).
  { intros y z Hz. rewrite (copies_alternate d w Hd A). replace (coin_at first c z) with (coin_at first c (q + y))
      by (apply Even; lia).
    rewrite (coin_at_from first c (q + y) q), Cq. unfold coin_at.
    replace (q + y - q) with (y - 0) by lia. destruct (Z.even (y - 0)); reflexivity. }
  assert (F : forall i, copies (2 * d) (flipped w) i = other (copies (2 * d) w i)) by reflexivity.
  assert (L : 0 <= 2 * d * times) by nia. set (l := 2 * d * times) in *. clearbody l.
  unfold filled, inserted, strip, alternate. cbn [first_seam second_seam reads].
  split_places; rewrite ?F; try reflexivity; f_equal; first [apply Even; lia | apply P; lia | apply Q; lia].
Qed.

(** * The wandering window *)

Section Window.

  (** The free window and the block between the copies, [u] coins right of the ends [x] and [y] of the strips: [u] coins
      read the word there, and the others of the [length] coins what follows the block. Nothing else changes. *)
  Variables (k e x y length : Z) (w : word) (outside : row).
  Hypothesis k_positive : 0 < k.
  Hypothesis e_positive : 0 < e.
  Hypothesis apart : length + k <= Z.abs (x - y).

  Let block := continued e w.
  Let next := copies e (fun i => block (k + i)).

  Definition between (u : Z) : row := fun p =>
    if within x u p then Some (copies e w (p - x))
    else if within (x + u) k p then None
    else if within (x + u + k) (length - u) p then Some (next (p - (x + u + k)))
    else if within y u p then Some (other (copies e w (p - y)))
    else if within (y + u) k p then Some (block (p - (y + u)))
    else if within (y + u + k) (length - u) p then Some (other (next (p - (y + u + k))))
    else outside p.

  Lemma between_step : forall times, 0 <= times -> e * (times + 1) <= length ->
    leads k (between (e * (times + 1)))
      [Move (y + e * times) (x + e * (times + 1)); Move (x + e * times) (y + e * times)] (between (e * times)).
  Proof.
    intros times Ht Hl.
    assert (Copies : forall i, 0 <= i - e * times < e -> copies e w i = block (i - e * times)).
    { intros i Hi. unfold block. rewrite continued_first by lia.
      replace (i - e * times) with (i + - times * e) by lia. symmetry. apply copies_period, e_positive. }
    assert (Next : forall i, 0 <= i < e -> next i = block (k + i)).
    { intros i Hi. unfold next, copies. rewrite Z.mod_small by lia. reflexivity. }
    assert (Again : forall i j, i = j + e -> next i = next j).
    { intros i j ->. unfold next. replace (j + e) with (j + 1 * e) by lia. apply copies_period, e_positive. }
    assert (Turn : forall i j, i = j + e -> block i = other (block j)).
    { intros i j ->. apply continued_next, e_positive. }
    assert (Back : forall i j, j = i + e -> block i = other (block j)).
    { intros i j ->. rewrite (Turn (i + e) i), other_other by lia. reflexivity. }
    assert (Twice : forall i j, i = j + 2 * e -> block i = block j).
    { intros i j ->. rewrite (Turn _ (j + e)), (Turn (j + e) j), other_other by lia. reflexivity. }
    replace (e * (times + 1)) with (e * times + e) in * by lia.
    assert (U : 0 <= e * times) by nia. set (u := e * times) in *. clearbody u. clear times Ht.
    cbn [leads]. split; [| split].
    - intros c Hc. cbn [source target]. unfold between. split; split_places; (discriminate || reflexivity).
    - intros c Hc. cbn [source target]. unfold play, between. cbn [source target].
      split; split_places; (discriminate || reflexivity).
    - intros p. unfold play, between. cbn [source target]. split_places; try reflexivity; f_equal;
        first [symmetry; apply Again; lia | f_equal; symmetry; apply Again; lia |
          rewrite ?Copies, ?Next by lia;
          first [f_equal; lia | f_equal; f_equal; lia | apply Back; lia | symmetry; apply Turn; lia |
            symmetry; apply Twice; lia]].
  Qed.

  Fixpoint wandering (times : nat) : list move :=
    match times with
    | O => []
    | S less =>
        let u := e * Z.of_nat less in
        Move (y + u) (x + (u + e)) :: Move (x + u) (y + u) :: wandering less
    end.

  Lemma wandering_length : forall times, List.length (wandering times) = (2 * times)%nat.
  Proof. intros times. induction times as [| times IH]; [reflexivity |]. cbn [wandering List.length]. rewrite IH. lia. Qed.

  Lemma between_end : forall times, e * Z.of_nat times <= length ->
    leads k (between (e * Z.of_nat times)) (wandering times) (between 0).
  Proof.
    intros times. induction times as [| times IH]; intros H.
    - replace (e * Z.of_nat 0) with 0 by lia. apply same_refl.
    - replace (e * Z.of_nat (S times)) with (e * (Z.of_nat times + 1)) in * by lia.
      apply (leads_app k [_; _] (wandering times) _ (between (e * Z.of_nat times))).
      + replace (e * Z.of_nat times + e) with (e * (Z.of_nat times + 1)) by lia. apply between_step; [lia | exact H].
      + apply IH. nia.
  Qed.

End Window.

(** What a doubles move does to a row, it does, and two more for each copy, to the row with the strips. *)
Lemma window_leads : forall k e s t w r m times, 0 < k -> 0 < e -> k <= Z.abs (s - t) -> m = Move s t ->
  (forall i, 0 <= i < k -> r (s + i) = Some (continued e w i) /\ r (t + i) = None) ->
  exists moves,
    leads k (filled e (e * Z.of_nat times) (Strips s t w) r) moves
      (filled e (e * Z.of_nat times) (Strips (s + k) (t + k) (fun i => continued e w (k + i))) (play k r m)) /\
    length moves = (1 + 2 * times)%nat.
Proof.
  intros k e s t w r m times Hk He A -> M. assert (L : 0 <= e * Z.of_nat times) by nia.
  set (x := if s <? t then s else s + e * Z.of_nat times). set (y := if s <? t then t + e * Z.of_nat times else t).
  set (l := e * Z.of_nat times) in *.
  set (outside := fun p => r ((if p <? x then p else p - l) - (if p <? y then 0 else l))).
  assert (XY : s < t /\ x = s /\ y = t + l \/ t < s /\ x = s + l /\ y = t)
    by (unfold x, y; destruct (Z.ltb_spec s t); lia).
  exists (Move (x + l) (y + l) :: wandering e x y times). split.
  - cbn [leads].
    assert (S : forall i, s <= i < s + k -> r i = Some (continued e w (i - s))).
    { intros i Hi. replace i with (s + (i - s)) at 1 by lia. apply M. lia. }
    assert (T : forall i, t <= i < t + k -> r i = None).
    { intros i Hi. replace i with (t + (i - t)) by lia. apply M. lia. }
    assert (C : forall v i, copies e (flipped v) i = other (copies e v i)) by reflexivity.
    split.
    + intros c Hc. cbn [source target]. unfold filled, inserted, strip. cbn [first_seam second_seam reads].
      destruct XY as [[Hst [-> ->]] | [Hst [-> ->]]]; split_places; rewrite S, T by lia; split;
        (discriminate || reflexivity).
    + apply (leads_same k (wandering e x y times) (between k e x y l w outside l) _ (between k e x y l w outside 0) _).
      * intros i. unfold play, between, filled, inserted, strip, outside. cbn [source target first_seam second_seam reads].
        clearbody x y.
        destruct XY as [[Hst [-> ->]] | [Hst [-> ->]]]; split_places; rewrite ?S, ?T, ?C by lia; at_same_place.
      * intros i. unfold play, between, filled, inserted, strip, outside. cbn [source target first_seam second_seam reads].
        clearbody x y.
        destruct XY as [[Hst [-> ->]] | [Hst [-> ->]]]; split_places; rewrite ?S, ?T, ?C by lia; at_same_place.
      * apply between_end; unfold x, y, l; try lia; destruct (Z.ltb_spec s t); lia.
  - cbn [length]. rewrite wandering_length. reflexivity.
Qed.

Lemma slides_leads : forall k e o s r m times, 0 < k -> 0 < e -> slides k e o s r m ->
  exists moves,
    leads k (filled e (e * Z.of_nat times) s r) moves
      (filled e (e * Z.of_nat times) (slid k e o s m) (play k r m)) /\
    length moves = (1 + 2 * times)%nat.
Proof.
  intros k e o [p q w] r m times Hk He [Hs [Ht [Ho [D [O M]]]]]. unfold slid. cbn [first_seam second_seam reads] in *.
  destruct (window_leads k e (source m) (target m) (from e o w) r m times Hk He) as [moves [H Length]];
    [lia | destruct m; reflexivity | exact M |].
  exists moves. split; [| exact Length]. eapply leads_same; [| apply same_refl | exact H].
  rewrite Hs, Ht. apply same_sym, filled_further; lia || exact O.
Qed.

Lemma mirror_same : forall n r s, same r s -> same (mirror n r) (mirror n s).
Proof. intros n r s E p. unfold mirror. rewrite E. reflexivity. Qed.

Lemma mirror_mirror : forall n r, same (mirror n (mirror n r)) r.
Proof.
  intros n r p. unfold mirror. replace (2 * n - 1 - (2 * n - 1 - p)) with p by lia.
  destruct (r p); rewrite ?other_other; reflexivity.
Qed.

Lemma leads_mirror : forall k n moves r s,
  leads k r moves s -> leads k (mirror n r) (map (mirror_move k n) moves) (mirror n s).
Proof.
  intros k n moves. induction moves as [| m rest IH]; cbn [leads map]; intros r s H.
  - apply mirror_same, H.
  - destruct H as [L H]. split; [apply mirror_legal, L |].
    eapply leads_same; [apply mirror_play | apply same_refl | apply IH, H].
Qed.

Lemma filled_reads : forall e length p q w v r, (forall i, copies e w i = copies e v i) ->
  same (filled e length (Strips p q w) r) (filled e length (Strips p q v) r).
Proof.
  intros e length p q w v r E x. unfold filled, inserted, strip. cbn [first_seam second_seam reads].
  assert (F : forall u i, copies e (flipped u) i = other (copies e u i)) by reflexivity.
  split_places; rewrite ?F, ?E; reflexivity.
Qed.

Lemma doubles_move_apart : forall k e s r m s', 0 < k -> doubles_move k e s r m s' ->
  first_seam s <> second_seam s /\ first_seam s' <> second_seam s'.
Proof.
  intros k e s r m s' Hk H. induction H as [o s r m [Hs [Ht [Ho [D _]]]] | s r m s' _ [IH IH'] | s r m s' _ [IH IH']];
    cbn in *; lia.
Qed.

Lemma doubles_move_leads : forall k e s r m s' times, 0 < k -> 0 < e -> doubles_move k e s r m s' ->
  exists moves, leads k (filled e (e * Z.of_nat times) s r) moves (filled e (e * Z.of_nat times) s' (play k r m)) /\
    length moves = (1 + 2 * times)%nat.
Proof.
  intros k e s r m s' times Hk He H.
  assert (L : 0 <= e * Z.of_nat times) by nia.
  induction H as [o s r m H | s r m s' H [moves [IH Length]] | s r m s' H [moves [IH Length]]].
  - apply slides_leads; assumption.
  - destruct (doubles_move_apart k e _ _ _ _ Hk H) as [N N']. exists moves. split; [| exact Length].
    eapply leads_same; [| | exact IH].
    + apply filled_exchanged; [exact L | cbn in N; congruence].
    + apply same_sym, filled_exchanged; assumption.
  - destruct (doubles_move_apart k e _ _ _ _ Hk H) as [N N'].
    exists (map (moved (2 * (e * Z.of_nat times))) (map (mirror_move k 0) moves)).
    split; [| rewrite !map_length; exact Length].
    apply (leads_mirror k 0), (leads_shifted k (2 * (e * Z.of_nat times))) in IH.
    assert (Reflected : forall s r, first_seam s <> second_seam s ->
      same (shifted (2 * (e * Z.of_nat times)) (mirror 0 (filled e (e * Z.of_nat times) s r)))
        (filled e (e * Z.of_nat times) (reflected e s) (mirror 0 r))).
    { intros s0 r0 N0 x. unfold shifted at 1. rewrite (filled_reflected e (Z.of_nat times) s0 r0 He ltac:(lia) N0).
      unfold shifted. f_equal. lia. }
    eapply leads_same; [| | exact IH].
    + eapply same_trans; [apply Reflected, N |].
      eapply same_trans; [apply filled_same, mirror_mirror |].
      destruct s as [p q w]. unfold reflected. cbn [first_seam second_seam reads]. rewrite !Z.opp_involutive.
      apply filled_reads. intros i. unfold copies. rewrite other_other. f_equal.
      rewrite Zminus_mod_idemp_r. replace (- 1 - (- 1 - i mod e)) with (i mod e) by lia.
      apply Z.mod_mod. lia.
    + apply same_sym. eapply same_trans; [| apply same_sym, Reflected, N'].
      apply filled_same. eapply same_trans; [apply same_sym, mirror_mirror |].
      apply mirror_same, mirror_play.
Qed.

(** * The theorem *)

Lemma doubles_move_same : forall k e s r r1 m s', same r r1 -> doubles_move k e s r m s' -> doubles_move k e s r1 m s'.
Proof.
  intros k e s r r1 m s' E H. revert r1 E.
  induction H as [o s r m [Hs [Ht [Ho [D [O M]]]]] | s r m s' _ IH | s r m s' _ IH]; intros r1 E.
  - apply slide. unfold slides. repeat split; try assumption; rewrite <- E; (apply O || apply M); assumption.
  - apply exchange, IH, E.
  - apply reflection, IH, mirror_same, E.
Qed.

Lemma carries_same : forall k e s r r1 moves count s' r', same r r1 -> carries k e s r moves count s' r' ->
  carries k e s r1 moves count s' r'.
Proof.
  intros k e s r r1 moves count s' r' E H.
  destruct H as [s r r' F | s r m r2 moves count s' r' L A F H | s r m s1 r2 moves count s' r' D F H].
  - apply no_move. exact (same_trans _ _ _ (same_sym _ _ E) F).
  - apply (aside_move k e s r1 m r2); [exact (legal_same _ _ _ _ E L) | exact A | | exact H].
    exact (same_trans _ _ _ (play_same _ _ _ _ (same_sym _ _ E)) F).
  - apply (next_doubles k e s r1 m s1 r2); [exact (doubles_move_same _ _ _ _ _ _ _ E D) | | exact H].
    exact (same_trans _ _ _ (play_same _ _ _ _ (same_sym _ _ E)) F).
Qed.

Lemma carries_leads : forall k e times s r moves count s' r', 0 < k -> 0 < e -> carries k e s r moves count s' r' ->
  exists larger, leads k (filled e (e * Z.of_nat times) s r) larger (filled e (e * Z.of_nat times) s' r') /\
    length larger = (length moves + 2 * times * count)%nat.
Proof.
  intros k e times s r moves count s' r' Hk He H.
  assert (L : 0 <= e * Z.of_nat times) by nia.
  induction H as [s r r' E | s r m r' moves count s' r'' Legal A E _ [larger [IH Length]] |
                  s r m s' r' moves count s'' r'' D E _ [larger [IH Length]]].
  - exists []. split; [apply filled_same, E | cbn; lia].
  - destruct (leads_filled k e (e * Z.of_nat times) s [m] r r' L) as [first [F One]].
    + constructor; [exact A | constructor].
    + split; [exact Legal | exact E].
    + exists (first ++ larger). split; [exact (leads_app k _ _ _ _ _ F IH) |].
      rewrite app_length, One, Length. cbn. lia.
  - destruct (doubles_move_leads k e s r m s' times Hk He D) as [first [F Many]].
    exists (first ++ larger). split; [| rewrite app_length, Many, Length; cbn [length]; lia].
    apply (leads_app k _ _ _ _ _ F). eapply leads_same; [| apply same_refl | exact IH].
    apply filled_same, same_sym, E.
Qed.

(** The theorem on doubles: a solution with [d] doubles moves gives one for [2d] nickels and [2d] pennies more, any number
    of times, with as many moves more as there are nickels more. *)
Theorem doubles : forall k d n a p q moves s r, 0 < k -> (0 < d)%nat ->
  in_run n a p -> in_run n (other a) q -> p <> q ->
  carries k (2 * Z.of_nat d) (Strips p q (fun _ => a)) (start n) moves d s r ->
  alternating n r -> alternate_there (2 * Z.of_nat d) s r ->
  forall times, 0 <= times ->
    exists larger, solves k (n + 2 * Z.of_nat d * times) larger /\
      Z.of_nat (length larger) = Z.of_nat (length moves) + 2 * Z.of_nat d * times.
Proof.
  intros k d n a p q moves s r Hk Hd Hp Hq N H [first [c A]] T times Ht.
  destruct (carries_leads k (2 * Z.of_nat d) (Z.to_nat times) _ _ _ _ _ _ Hk ltac:(lia) H) as [larger [L Length]].
  rewrite Z2Nat.id in L by exact Ht. exists larger.
  split; [| rewrite Length, Nat2Z.inj_add, !Nat2Z.inj_mul, Z2Nat.id by exact Ht; lia].
  apply (leads_reaches k _ larger _ (alternate first (2 * (n + 2 * Z.of_nat d * times)) c));
    [| apply alternate_alternating].
  refine (leads_same k larger _ _ _ _ _ _ L); [apply filled_start; (assumption || nia) |].
  assert (E : same r (alternate first (2 * n) c)) by exact A.
  eapply same_trans; [apply filled_same, E |]. apply filled_alternate; [lia | exact Ht |].
  destruct T as [W [Fp Fq]]. unfold alternate_there, fits in *. rewrite <- !E. repeat split; assumption.
Qed.
