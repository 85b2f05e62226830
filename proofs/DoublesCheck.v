(* A replay that decides whether the theorem on doubles applies to a solution, on rows of bits; and families of such
   solutions. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows WrapsPlay WrapsCheck ExtensionCheck Families Doubles.
Import ListNotations.
Open Scope Z_scope.

Section Replay.

  Variables (k n : Z).

  (** The positions of the board, as in [check_moves]. *)
  Let margin : Z := margin_of k.
  Let width : Z := width_of k n.

  Let cell (r : bits) (p : Z) : option coin := row_of margin r p.

  (** The row after some moves, if they are legal. *)
  Fixpoint replayed (r : bits) (moves : list move) : option bits :=
    match moves with
    | [] => Some r
    | m :: rest => if legal_bits k margin width r m then replayed (play_bits k margin r m) rest else None
    end.

  Definition in_runb (a : coin) (p : Z) : bool :=
    match a with nickel => (0 <=? p) && (p <=? n) | penny => (n <=? p) && (p <=? 2 * n) end.

  Definition fitsb (r : bits) (p : Z) (u : coin) : bool :=
    same_cell (cell r p) (Some u) || same_cell (cell r (p - 1)) (Some (other u)).

  (** Whether [d] is a doubles move without coins between seam and block, with legal moves [before] that lead to the row
      [r], and moves [after]. *)
  Definition doubles_here (before : list move) (r : bits) (d : move) (after : list move) : bool :=
    let s := source d in
    let t := target d in
    match cell r s with
    | None => false
    | Some a =>
        in_runb a s &&& in_runb (other a) t &&&
        forallb (avoidsb k s) before &&& forallb (avoidsb k t) before &&&
        forallb (avoidsb k (s + k)) after &&& forallb (avoidsb k (t + k)) after &&&
        for_all 0 k (fun i => same_cell (cell r (s + i)) (Some (doubled a i))) &&&
        match replayed r (d :: after) with
        | None => false
        | Some z => alternating_bits n z &&& fitsb z (s + k) (doubled a k) &&& fitsb z (t + k) (other (doubled a k))
        end
    end.

  (** Whether there is such a move among [moves]; those before come last first. *)
  Fixpoint doubles_among (before : list move) (r : bits) (moves : list move) : bool :=
    match moves with
    | [] => false
    | d :: after =>
        legal_bits k margin width r d &&&
        (if doubles_here before r d after then true else doubles_among (d :: before) (play_bits k margin r d) after)
    end.

  Definition has_doubles (moves : list move) : bool :=
    (2 <=? k) &&& Z.odd k &&& (0 <=? n) &&& doubles_among [] (start_bits n margin) moves.

  Hypothesis k_long : 2 <= k.
  Hypothesis n_nonneg : 0 <= n.

  Lemma replayed_sound : forall moves r z, replayed r moves = Some z -> leads k (row_of margin r) moves (row_of margin z).
  Proof.
    intros moves. induction moves as [| m rest IH]; intros r z; cbn [replayed leads].
    - intros [= ->]. apply same_refl.
    - destruct (legal_bits k margin width r m) eqn:L; [| discriminate]. intros H. split.
      + apply (legal_bits_sound k margin width r m ltac:(lia) L).
      + eapply leads_same; [apply (play_bits_sound k margin width r m ltac:(lia) L) | apply same_refl | apply IH, H].
  Qed.

  Lemma in_runb_sound : forall a p, in_runb a p = true -> in_run n a p.
  Proof. intros [] p; unfold in_runb, in_run; rewrite andb_true_iff, !Z.leb_le; trivial. Qed.

  Lemma fitsb_sound : forall r p u, fitsb r p u = true -> fits (row_of margin r) p u.
  Proof.
    intros r p u. unfold fitsb, fits. rewrite orb_true_iff. intros [H | H]; [left | right]; apply same_cell_sound, H.
  Qed.

  Lemma both_sound : forall p q moves, forallb (avoidsb k p) moves = true -> forallb (avoidsb k q) moves = true ->
    Forall (avoids_both k p q) moves.
  Proof.
    intros p q moves Hp Hq. apply avoidsb_sound in Hp, Hq. rewrite Forall_forall in *.
    intros m Hm. split; [apply Hp, Hm | apply Hq, Hm].
  Qed.

  Lemma doubles_here_sound : forall before r d after, leads k (start n) (rev before) (row_of margin r) ->
    doubles_here before r d after = true -> exists a, doubles_base k n a 0 (rev before) d after.
  Proof.
    intros before r [s t] after L H. unfold doubles_here in H. cbn [source target] in H.
    destruct (cell r s) as [a |]; [| discriminate]. exists a.
    repeat (apply and_then in H; destruct H as [H ?H]).
    destruct (replayed r (Move s t :: after)) as [z |] eqn:R; [| discriminate].
    repeat match goal with K : _ &&& _ = true |- _ => apply and_then in K; destruct K as [K ?K] end.
    apply replayed_sound in R. destruct R as [Legal R].
    pose proof (legal_apart k _ _ ltac:(lia) Legal) as Apart. cbn [source target] in Apart.
    unfold doubles_base. cbn [source target]. rewrite !Z.sub_0_r.
    split; [apply in_runb_sound; assumption |]. split; [apply in_runb_sound; assumption |].
    split; [lia |]. split; [lia |].
    split; [apply Forall_rev, both_sound; assumption |]. split; [apply both_sound; assumption |].
    exists (row_of margin r), (row_of margin z). split; [exact L |]. split; [intros i Hi; lia |].
    split; [| split; [exact R | split; [apply alternating_bits_sound; assumption | split; apply fitsb_sound; assumption]]].
    intros i Hi. split; [| apply (Legal i Hi)].
    apply same_cell_sound.
    match goal with F : for_all 0 k _ = true |- _ => exact (for_all_sound 0 k _ F i Hi) end.
  Qed.

  Lemma doubles_among_sound : forall moves before r, leads k (start n) (rev before) (row_of margin r) ->
    doubles_among before r moves = true ->
    exists a first d after, first ++ d :: after = rev before ++ moves /\ doubles_base k n a 0 first d after.
  Proof.
    intros moves. induction moves as [| d after IH]; intros before r L H; [discriminate |].
    cbn [doubles_among] in H. apply and_then in H. destruct H as [Legal H].
    destruct (doubles_here before r d after) eqn:Here.
    - destruct (doubles_here_sound before r d after L Here) as [a B]. exists a, (rev before), d, after.
      split; [reflexivity | exact B].
    - destruct (IH (d :: before) (play_bits k margin r d)) as [a [first [d' [after' [E B]]]]]; [| exact H |].
      + cbn [rev]. apply (leads_app k _ _ _ (row_of margin r)); [exact L |]. split.
        * apply (legal_bits_sound k margin width r d ltac:(lia) Legal).
        * apply same_sym, (play_bits_sound k margin width r d ltac:(lia) Legal).
      + exists a, first, d', after'. split; [| exact B]. rewrite E. cbn [rev]. rewrite <- app_assoc. reflexivity.
  Qed.

End Replay.

(** Moves that pass the check solve their size, and with two moves more for each two coins more every larger one of its
    parity. *)
Theorem has_doubles_settles : forall k n moves, has_doubles k n moves = true ->
  forall times, 0 <= times ->
    exists larger, solves k (n + 2 * times) larger /\ Z.of_nat (length larger) = Z.of_nat (length moves) + 2 * times.
Proof.
  intros k n moves H times Ht. unfold has_doubles in H.
  apply and_then in H. destruct H as [H A]. apply and_then in H. destruct H as [H N].
  apply and_then in H. destruct H as [K Odd]. apply Z.leb_le in K, N.
  destruct (doubles_among_sound k n K N moves [] (start_bits n (margin_of k))) with (2 := A) as [a [first [d [after [E B]]]]].
  - apply same_sym, start_bits_sound; unfold margin_of; lia.
  - cbn [rev app] in E. rewrite <- E. exact (doubles k n a 0 first d after K Odd B times Ht).
Qed.

(** * Families

    Solutions of [n] moves, one of an even and one of an odd size. *)

Definition valid_doubles (k : Z) (s : solution) : bool :=
  (block_length s =? k) &&& (Z.of_nat (length (moves s)) =? size s) &&& has_doubles k (size s) (moves_of s).

Lemma valid_doubles_suffice : forall k s, valid_doubles k s = true ->
  forall n, size s <= n -> Z.even n = Z.even (size s) -> suffice k n.
Proof.
  intros k s H n Hn E. unfold valid_doubles in H. apply and_then in H. destruct H as [H D].
  apply and_then in H. destruct H as [_ L]. apply Z.eqb_eq in L.
  assert (Even : Z.even (n - size s) = true) by (rewrite Z.even_sub, E; destruct (Z.even (size s)); reflexivity).
  apply Z.even_spec in Even. destruct Even as [times T].
  destruct (has_doubles_settles k _ _ D times ltac:(lia)) as [larger [S Length]].
  replace (size s + 2 * times) with n in S by lia. exists larger. split; [exact S |].
  rewrite Length. unfold moves_of. rewrite map_length. lia.
Qed.

(** Whether one of them settles size [n]. *)
Definition doubles_cover (family : list solution) (n : Z) : bool :=
  existsb (fun s => (size s <=? n) && eqb (Z.even n) (Z.even (size s))) family.

Definition doubles_from (k bound : Z) (family : list solution) : bool :=
  (2 <=? k) &&& (2 <=? bound) &&& forallb (valid_doubles k) family &&&
  doubles_cover family bound &&& doubles_cover family (bound + 1).

Theorem minimum_from_doubles : forall k bound family, doubles_from k bound family = true ->
  forall n, bound <= n -> minimum_moves k n n.
Proof.
  intros k bound family H n Hn. unfold doubles_from in H.
  apply and_then in H. destruct H as [H C1]. apply and_then in H. destruct H as [H C0].
  apply and_then in H. destruct H as [H V]. apply and_then in H. destruct H as [K B].
  apply Z.leb_le in K, B. rewrite forallb_forall in V.
  apply minimum; [exact K | lia |].
  assert (Covered : exists bottom, bottom <= n /\ Z.even n = Z.even bottom /\ doubles_cover family bottom = true).
  { destruct (Z.even n) eqn:E, (Z.even bound) eqn:F.
    - exists bound. rewrite F. repeat split; (lia || exact C0).
    - exists (bound + 1). rewrite Z.even_add, F.
      assert (n <> bound) by congruence. repeat split; (lia || exact C1).
    - exists (bound + 1). rewrite Z.even_add, F.
      assert (n <> bound) by congruence. repeat split; (lia || exact C1).
    - exists bound. rewrite F. repeat split; (lia || exact C0). }
  destruct Covered as [bottom [Le [E C]]]. unfold doubles_cover in C.
  apply existsb_exists in C. destruct C as [s [I C]]. apply andb_prop in C. destruct C as [Size Even].
  apply Z.leb_le in Size. apply eqb_prop in Even.
  apply (valid_doubles_suffice k s (V s I)); [lia | congruence].
Qed.
