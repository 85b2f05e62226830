(* Moves in a part of a row. A wrap plays the moves of one puzzle in the row of another: a run of coins is inserted into
   the row, or the row is shifted, or coins stand around it. The lemmas of this file say when moves stay legal, and what
   row they lead to. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows.
Import ListNotations.
Open Scope Z_scope.

(** * Where moves lead *)

(** The moves are legal one after the other, starting from [r], and end at [s]. *)
Fixpoint leads (k : Z) (r : row) (moves : list move) (s : row) : Prop :=
  match moves with
  | [] => same r s
  | m :: rest => legal k r m /\ leads k (play k r m) rest s
  end.

Lemma leads_same : forall k moves r r' s s',
  same r r' -> same s s' -> leads k r moves s -> leads k r' moves s'.
Proof.
  intros k moves. induction moves as [| m rest IH]; simpl; intros r r' s s' Er Es H.
  - apply (same_trans _ r); [apply same_sym, Er |]. apply (same_trans _ s); assumption.
  - destruct H as [L H]. split.
    + apply (legal_same k r r' m Er L).
    + apply (IH (play k r m) (play k r' m) s s' (play_same k r r' m Er) Es H).
Qed.

Lemma leads_app : forall k a b r s t, leads k r a s -> leads k s b t -> leads k r (a ++ b) t.
Proof.
  intros k a. induction a as [| m rest IH]; simpl; intros b r s t Ha Hb.
  - apply (leads_same k b s r t t); [apply same_sym, Ha | apply same_refl | exact Hb].
  - destruct Ha as [L Ha]. split; [exact L | apply (IH b _ s t Ha Hb)].
Qed.

(** The row after some moves, legal or not. *)
Definition plays (k : Z) (r : row) (moves : list move) : row := fold_left (play k) moves r.

Lemma leads_split : forall k a b r s, leads k r (a ++ b) s ->
  leads k r a (plays k r a) /\ leads k (plays k r a) b s.
Proof.
  intros k a. induction a as [| m rest IH]; simpl; intros b r s H.
  - split; [apply same_refl | exact H].
  - destruct H as [L H]. destruct (IH b (play k r m) s H) as [Ha Hb].
    split; [split; assumption | exact Hb].
Qed.

Lemma leads_reaches : forall k n moves r s, leads k r moves s -> alternating n s -> reaches k n r moves.
Proof.
  intros k n moves. induction moves as [| m rest IH]; simpl; intros r s H A.
  - apply (alternating_same n s r); [apply same_sym, H | exact A].
  - destruct H as [L H]. split; [exact L | apply (IH _ s H A)].
Qed.

(** * Positions that keep what they hold *)

(** Neither the source nor the target contains position [p]. *)
Definition keeps (k p : Z) (m : move) : Prop :=
  (p < source m \/ source m + k <= p) /\ (p < target m \/ target m + k <= p).

Lemma leads_keeps : forall k p moves r s, leads k r moves s -> Forall (keeps k p) moves -> s p = r p.
Proof.
  intros k p moves. induction moves as [| m rest IH]; simpl; intros r s H F.
  - symmetry. apply H.
  - destruct H as [_ H]. inversion F as [| m' rest' [Hs Ht] Hrest]; subst.
    rewrite (IH _ s H Hrest). apply play_elsewhere; assumption.
Qed.

(** * Inserting a run

    The line left of position [cut] is opened, and [length] positions are put there, with whatever [run] says. Moves
    whose blocks do not lie across the line can still be played: blocks right of it move over. *)

Definition inserted (cut length : Z) (run r : row) : row :=
  fun p => if within cut length p then run (p - cut) else r (if p <? cut then p else p - length).

Definition over (cut length x : Z) : Z := if x <? cut then x else x + length.

Definition placed (cut length : Z) (m : move) : move :=
  Move (over cut length (source m)) (over cut length (target m)).

(** The block at [x] lies on one side of the line. *)
Definition aside (k cut x : Z) : Prop := x + k <= cut \/ cut <= x.

Definition avoids (k cut : Z) (m : move) : Prop := aside k cut (source m) /\ aside k cut (target m).

Lemma inserted_same : forall cut length run r s,
  same r s -> same (inserted cut length run r) (inserted cut length run s).
Proof. intros cut length run r s E p. unfold inserted. rewrite !E. reflexivity. Qed.

Lemma inserted_over : forall k cut length run r x c, 0 <= length -> aside k cut x -> 0 <= c < k ->
  inserted cut length run r (over cut length x + c) = r (x + c).
Proof.
  intros k cut length run r x c Hl Ha Hc. unfold inserted, over, aside in *.
  destruct (Z.ltb_spec x cut) as [Hx | Hx].
  - rewrite within_false by lia. destruct (Z.ltb_spec (x + c) cut) as [Hp | Hp]; [reflexivity | lia].
  - rewrite within_false by lia.
    destruct (Z.ltb_spec (x + length + c) cut) as [Hp | Hp]; [lia |]. f_equal. lia.
Qed.

Lemma within_over : forall k cut length x p, 0 <= length -> aside k cut x ->
  within (over cut length x) k p =
  if within cut length p then false else within x k (if p <? cut then p else p - length).
Proof.
  intros k cut length x p Hl Ha. unfold over, aside in *.
  destruct (Z.ltb_spec x cut) as [Hx | Hx], (Z.ltb_spec p cut) as [Hp | Hp]; split_within; reflexivity || lia.
Qed.

Lemma legal_inserted : forall k cut length run r m, 0 <= length -> avoids k cut m ->
  legal k r m -> legal k (inserted cut length run r) (placed cut length m).
Proof.
  intros k cut length run r m Hl [Hs Ht] L c Hc. simpl.
  rewrite !(inserted_over k) by assumption. apply L, Hc.
Qed.

Lemma play_inserted : forall k cut length run r m, 0 <= length -> avoids k cut m ->
  same (play k (inserted cut length run r) (placed cut length m)) (inserted cut length run (play k r m)).
Proof.
  intros k cut length run r m Hl [Hs Ht] p. unfold play. simpl.
  rewrite !within_over by assumption.
  destruct (within cut length p) eqn:Hin.
  - unfold inserted. rewrite Hin. reflexivity.
  - unfold inserted at 2 3. rewrite Hin.
    destruct (within (target m) k (if p <? cut then p else p - length)) eqn:Hw; [| reflexivity].
    apply within_iff in Hw.
    replace (p - over cut length (target m)) with ((if p <? cut then p else p - length) - target m).
    + apply (inserted_over k); [exact Hl | exact Hs | lia].
    + generalize (within_spec cut length p). rewrite Hin. intros Hp. unfold over, aside in *.
      destruct (Z.ltb_spec p cut) as [H1 | H1], (Z.ltb_spec (target m) cut) as [H2 | H2]; lia.
Qed.

Lemma leads_inserted : forall k cut length run moves r s, 0 <= length -> Forall (avoids k cut) moves ->
  leads k r moves s ->
  leads k (inserted cut length run r) (map (placed cut length) moves) (inserted cut length run s).
Proof.
  intros k cut length run moves. induction moves as [| m rest IH]; simpl; intros r s Hl F H.
  - apply inserted_same, H.
  - destruct H as [L H]. inversion F as [| m' rest' Ha Hrest]; subst. split.
    + apply legal_inserted; assumption.
    + eapply leads_same; [| apply same_refl | apply (IH (play k r m) s Hl Hrest H)].
      apply same_sym, play_inserted; assumption.
Qed.

(** * Coins around a part of the row *)

(** [r] at [length] positions from [first] on, [out] elsewhere. *)
Definition amid (first length : Z) (r out : row) : row := fun p => if within first length p then r p else out p.

(** Source and target lie in that part. *)
Definition inside (k first length : Z) (m : move) : Prop :=
  (first <= source m /\ source m + k <= first + length) /\ (first <= target m /\ target m + k <= first + length).

Lemma leads_amid : forall k first length out moves r s, Forall (inside k first length) moves ->
  leads k r moves s -> leads k (amid first length r out) moves (amid first length s out).
Proof.
  intros k first length out moves. induction moves as [| m rest IH]; simpl; intros r s F H.
  - intros p. unfold amid. rewrite (H p). reflexivity.
  - destruct H as [L H]. inversion F as [| m' rest' [Hs Ht] Hrest]; subst. split.
    + intros c Hc. unfold amid. rewrite !within_true by lia. apply L, Hc.
    + eapply leads_same; [| apply same_refl | apply (IH (play k r m) s Hrest H)].
      intros p. unfold amid, play. split_within; reflexivity || lia.
Qed.

(** * Rows in another place *)

Definition shifted (d : Z) (r : row) : row := fun p => r (p - d).

Definition moved (d : Z) (m : move) : move := Move (source m + d) (target m + d).

Lemma leads_shifted : forall k d moves r s,
  leads k r moves s -> leads k (shifted d r) (map (moved d) moves) (shifted d s).
Proof.
  intros k d moves. induction moves as [| m rest IH]; simpl; intros r s H.
  - intros p. apply H.
  - destruct H as [L H]. split.
    + intros c Hc. unfold shifted. simpl.
      replace (source m + d + c - d) with (source m + c) by lia.
      replace (target m + d + c - d) with (target m + c) by lia. apply L, Hc.
    + eapply leads_same; [| apply same_refl | apply (IH (play k r m) s H)].
      intros p. unfold shifted, play. simpl.
      split_within; try reflexivity; try lia. f_equal. lia.
Qed.

(** * Alternating rows *)

(** The coin at [p] if coins alternate and [c] is at [first]. *)
Definition coin_at (first : Z) (c : coin) (p : Z) : coin := if Z.even (p - first) then c else other c.

Definition alternate (first length : Z) (c : coin) : row :=
  fun p => if within first length p then Some (coin_at first c p) else None.

Lemma alternate_alternating : forall first n c, alternating n (alternate first (2 * n) c).
Proof. intros first n c. exists first, c. intros p. reflexivity. Qed.

(** Coins agree if the places agree, up to an even number. *)
Lemma coin_at_even : forall first first' c p p' j,
  p - first = p' - first' + 2 * j -> coin_at first c p = coin_at first' c p'.
Proof.
  intros first first' c p p' j E. unfold coin_at. rewrite E, Z.even_add_mul_2. reflexivity.
Qed.

(** The count of coins can start at any of them. *)
Lemma coin_at_from : forall first c p q, coin_at first c p = coin_at q (coin_at first c q) p.
Proof.
  intros first c p q. unfold coin_at. replace (p - first) with ((p - q) + (q - first)) by lia.
  rewrite Z.even_add. destruct (Z.even (p - q)), (Z.even (q - first)); simpl; rewrite ?other_other; reflexivity.
Qed.
