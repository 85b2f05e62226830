(* Checks by computation that moves are legal and lead to a given row. They run on the rows of Statement.v themselves:
   a row is only looked up at finitely many positions, and the gadgets and bases of wraps are small. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows WrapsPlay.
Import ListNotations.
Open Scope Z_scope.

Definition same_coin (a b : coin) : bool :=
  match a, b with nickel, nickel | penny, penny => true | _, _ => false end.

Lemma same_coin_sound : forall a b, same_coin a b = true -> a = b.
Proof. intros [] []; simpl; intros H; reflexivity || discriminate. Qed.

Definition same_cell (a b : option coin) : bool :=
  match a, b with Some x, Some y => same_coin x y | None, None => true | _, _ => false end.

Lemma same_cell_sound : forall a b, same_cell a b = true -> a = b.
Proof.
  intros [a |] [b |]; simpl; intros H; try discriminate; [| reflexivity].
  f_equal. apply same_coin_sound, H.
Qed.

Definition free_cell (a : option coin) : bool := match a with Some _ => false | None => true end.

Lemma free_cell_sound : forall a, free_cell a = true -> a = None.
Proof. intros [a |]; simpl; intros H; [discriminate | reflexivity]. Qed.

(** * Where blocks lie *)

Definition asideb (k cut x : Z) : bool := (x + k <=? cut) || (cut <=? x).

Definition avoidsb (k cut : Z) (m : move) : bool := asideb k cut (source m) && asideb k cut (target m).

Lemma avoidsb_sound : forall k cut moves, forallb (avoidsb k cut) moves = true -> Forall (avoids k cut) moves.
Proof.
  intros k cut moves H. rewrite forallb_forall in H. apply Forall_forall. intros m Hm.
  specialize (H m Hm). unfold avoidsb, asideb in H. rewrite andb_true_iff, !orb_true_iff, !Z.leb_le in H. exact H.
Qed.

Definition insideb (k first length : Z) (m : move) : bool :=
  ((first <=? source m) && (source m + k <=? first + length)) &&
  ((first <=? target m) && (target m + k <=? first + length)).

Lemma insideb_sound : forall k first length moves,
  forallb (insideb k first length) moves = true -> Forall (inside k first length) moves.
Proof.
  intros k first length moves H. rewrite forallb_forall in H. apply Forall_forall. intros m Hm.
  specialize (H m Hm). unfold insideb in H. rewrite !andb_true_iff, !Z.leb_le in H. exact H.
Qed.

Definition keepsb (k p : Z) (m : move) : bool :=
  ((p <? source m) || (source m + k <=? p)) && ((p <? target m) || (target m + k <=? p)).

Lemma keepsb_sound : forall k p moves, forallb (keepsb k p) moves = true -> Forall (keeps k p) moves.
Proof.
  intros k p moves H. rewrite forallb_forall in H. apply Forall_forall. intros m Hm.
  specialize (H m Hm). unfold keepsb in H. rewrite andb_true_iff, !orb_true_iff, !Z.ltb_lt, !Z.leb_le in H. exact H.
Qed.

(** * Play *)

Definition legalb (k : Z) (r : row) (m : move) : bool :=
  for_all 0 k (fun c => negb (free_cell (r (source m + c))) && free_cell (r (target m + c))).

Lemma legalb_sound : forall k r m, legalb k r m = true -> legal k r m.
Proof.
  intros k r m H c Hc. apply (for_all_sound 0 k _ H c) in Hc. rewrite andb_true_iff in Hc. destruct Hc as [Hs Ht]. split.
  - destruct (r (source m + c)) as [a |]; [discriminate | discriminate Hs].
  - apply free_cell_sound, Ht.
Qed.

(** Plays [moves], and compares what they lead to with [goal], from [first] on. *)
Fixpoint leadsb (k first length : Z) (r : row) (moves : list move) (goal : row) : bool :=
  match moves with
  | [] => for_all first length (fun p => same_cell (r p) (goal p))
  | m :: rest => legalb k r m && leadsb k first length (play k r m) rest goal
  end.

(** If the moves stay there, and nothing has to happen elsewhere, that is all. *)
Lemma leadsb_sound : forall k first length moves r goal,
  Forall (inside k first length) moves ->
  (forall p, p < first \/ first + length <= p -> r p = goal p) ->
  leadsb k first length r moves goal = true -> leads k r moves goal.
Proof.
  intros k first length moves. induction moves as [| m rest IH]; simpl; intros r goal F Hout H.
  - intros p. generalize (within_spec first length p). destruct (within first length p); intros Hp.
    + apply same_cell_sound. apply (for_all_sound first length _ H p Hp).
    + apply Hout, Hp.
  - rewrite andb_true_iff in H. destruct H as [L H].
    inversion F as [| m' rest' [Hs Ht] Hrest]; subst. split.
    + apply legalb_sound, L.
    + apply (IH (play k r m) goal Hrest); [| exact H].
      intros p Hp. rewrite <- (Hout p Hp). apply play_elsewhere; lia.
Qed.
