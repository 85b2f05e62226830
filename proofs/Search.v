(* A search that finds no solution of [n] moves proves that there is none: [refuted_sizes_sound].

   The slack of a row is the number of pairs that the moves that are left can make, less those that are missing. The
   start of a solution of [n] moves has a slack of 2, and the first move spends at least 1 of it. With a slack of 1,
   every move gains 2 pairs or, once, 1; with a slack of 0 every move gains 2. So few rows can follow. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower BoardMirror BoardFar SearchCells SearchMoves.
Import ListNotations.
Open Scope Z_scope.

(** * The search *)

(** The block of a move that gains two pairs lands in a gap; one that gains one pair may land beside the row. *)
Definition next2 (k : nat) (l : list cell) : list (list cell) := successors k 2 true [] l.
Definition next1 (k : nat) (l : list cell) : list (list cell) := successors k 1 false [] (blanks k ++ l ++ blanks k).

(** Whether a row cannot be finished in as many moves, with a slack of 0. *)
Fixpoint tight_fails (k moves : nat) (l : list cell) : bool :=
  match moves with
  | 0%nat => false
  | S moves => forallb (tight_fails k moves) (next2 k l)
  end.

(** The same with a slack of 1. *)
Fixpoint loose_fails (k moves : nat) (l : list cell) : bool :=
  match moves with
  | 0%nat => false
  | S moves => forallb (loose_fails k moves) (next2 k l) && forallb (tight_fails k moves) (next1 k l)
  end.

Definition start_cells (n : nat) : list cell := repeat O n ++ repeat X n.

(** The first block lands on the right, at most [k] positions away. *)
Definition refuted (k n : nat) : bool :=
  let board := start_cells n ++ blanks k ++ blanks k in
  forallb (loose_fails k (n - 1)) (successors k 1 false [] board)
  && forallb (tight_fails k (n - 1)) (successors k 0 false [] board).

(** * It leaves nothing out *)

Lemma next_complete : forall k l r m, (1 <= k)%nat -> shows l r -> legal (Z.of_nat k) r m ->
  (gain (Z.of_nat k) r m = 2 -> exists l', In l' (next2 k l) /\ shows l' (play (Z.of_nat k) r m)) /\
  (gain (Z.of_nat k) r m = 1 -> exists l', In l' (next1 k l) /\ shows l' (play (Z.of_nat k) r m)).
Proof.
  intros k l r m Hk [first Hr] H.
  destruct (gain_lands_near (Z.of_nat k) first l r m ltac:(lia) Hr H) as [H1 H2].
  split; intros Hgain.
  - specialize (H2 ltac:(lia)). apply (successors_complete k 2 true first l r m); (assumption || lia || trivial).
  - specialize (H1 ltac:(lia)).
    apply (successors_complete k 1 false (first - Z.of_nat k) (blanks k ++ l ++ blanks k) r m);
      try (assumption || lia || discriminate).
    + apply shows_front, shows_back. replace (first - Z.of_nat k + Z.of_nat k) with first by lia.
      exact Hr.
    + rewrite !len_app, !len_blanks. lia.
Qed.

Lemma fails_sound : forall k n moves, (1 <= k)%nat -> 1 <= n -> forall l r slack, shows l r ->
  has_pairs r (2 * n - 1 - 2 * Z.of_nat (length moves) + slack) ->
  slack = 0 /\ tight_fails k (length moves) l = true \/ slack = 1 /\ loose_fails k (length moves) l = true ->
  ~ reaches (Z.of_nat k) n r moves.
Proof.
  intros k n moves Hk Hn. induction moves as [|m rest IH]; intros l r slack Hshows Hpairs Hfails H.
  - destruct Hfails as [[_ E]|[_ E]]; discriminate.
  - cbn [reaches] in H. destruct H as [Hlegal H].
    pose proof (gain_pairs (Z.of_nat k) r m _ ltac:(lia) Hlegal Hpairs) as Hpairs'.
    pose proof (reaches_pairs (Z.of_nat k) n ltac:(lia) Hn rest _ _ Hpairs' H) as Hleft.
    pose proof (gain_bound (Z.of_nat k) r m) as Hbound.
    destruct (next_complete k l r m Hk Hshows Hlegal) as [H2 H1].
    set (g := gain (Z.of_nat k) r m) in *.
    assert (Hlen : Z.of_nat (length (m :: rest)) = Z.of_nat (length rest) + 1) by (cbn [length]; lia).
    rewrite Hlen in Hpairs', Hleft.
    assert (Hnext : exists l', shows l' (play (Z.of_nat k) r m) /\
      (slack + g - 2 = 0 /\ tight_fails k (length rest) l' = true \/
       slack + g - 2 = 1 /\ loose_fails k (length rest) l' = true)).
    { destruct Hfails as [[Hslack E]|[Hslack E]].
      - cbn [length tight_fails] in E. rewrite forallb_forall in E.
        destruct (H2 ltac:(lia)) as [l' [Hl' Hshows']]. exists l'. split; [exact Hshows'|].
        left. split; [lia|exact (E l' Hl')].
      - cbn [length loose_fails] in E. apply andb_true_iff in E. destruct E as [E2 E1].
        rewrite forallb_forall in E1, E2. destruct (Z_le_gt_dec 2 g) as [Hg|Hg].
        + destruct (H2 ltac:(lia)) as [l' [Hl' Hshows']]. exists l'. split; [exact Hshows'|].
          right. split; [lia|exact (E2 l' Hl')].
        + destruct (H1 ltac:(lia)) as [l' [Hl' Hshows']]. exists l'. split; [exact Hshows'|].
          left. split; [lia|exact (E1 l' Hl')]. }
    destruct Hnext as [l' [Hshows' Hfails']]. apply (IH l' (play (Z.of_nat k) r m) (slack + g - 2)); trivial.
    replace (2 * n - 1 - 2 * Z.of_nat (length rest) + (slack + g - 2))
      with (2 * n - 1 - 2 * (Z.of_nat (length rest) + 1) + slack + g) by lia.
    exact Hpairs'.
Qed.

Lemma look_repeat : forall c size q, 0 <= q < Z.of_nat size -> look (repeat c size) q = coin_of c.
Proof.
  intros c size. induction size as [|size IH]; intros q H; [lia|]. simpl.
  destruct (Z.eqb_spec q 0) as [|]; [reflexivity|]. apply IH. lia.
Qed.

Lemma start_shows : forall n, shows_from 0 (start_cells n) (start (Z.of_nat n)).
Proof.
  intros n p. unfold start_cells. rewrite look_app. unfold len. rewrite repeat_length.
  replace (p - 0) with p by lia. unfold start.
  destruct (Z.ltb_spec p (Z.of_nat n)) as [|]; split_within.
  - rewrite look_repeat by lia. reflexivity.
  - symmetry. apply look_outside. lia.
  - rewrite look_repeat by lia. reflexivity.
  - symmetry. apply look_outside. unfold len. rewrite repeat_length. lia.
Qed.

(** [n] moves do not suffice. *)
Definition needs_more (k n : Z) : Prop := forall moves, solves k n moves -> n + 1 <= Z.of_nat (length moves).

(** The search is a proof. *)
Theorem refuted_sound : forall k n, (2 <= k)%nat -> (2 <= n)%nat -> (3 <= k \/ n = 2)%nat -> refuted k n = true ->
  needs_more (Z.of_nat k) (Z.of_nat n).
Proof.
  intros k n Hk Hn Hfar Hdone moves H.
  pose proof (lower_bound (Z.of_nat k) (Z.of_nat n) moves ltac:(lia) ltac:(lia) H) as Hlower.
  destruct (Z_le_gt_dec (Z.of_nat n + 1) (Z.of_nat (length moves))) as [|Hlen]; [assumption|]. exfalso.
  destruct (first_lands_right (Z.of_nat k) (Z.of_nat n) moves ltac:(lia) ltac:(lia) H)
    as [m [rest [Hsolves [Hright Hlength]]]].
  clear H. cbn [length] in Hlength. assert (Hrest : length rest = (n - 1)%nat) by lia. clear moves Hlower Hlength Hlen.
  unfold solves in Hsolves. cbn [reaches] in Hsolves. destruct Hsolves as [Hlegal H].
  pose proof (start_pairs (Z.of_nat n) ltac:(lia)) as Hstart.
  pose proof (gain_pairs (Z.of_nat k) _ m 1 ltac:(lia) Hlegal Hstart) as Hpairs.
  pose proof (reaches_pairs (Z.of_nat k) (Z.of_nat n) ltac:(lia) ltac:(lia) rest _ _ Hpairs H) as Hleft.
  pose proof (first_gain (Z.of_nat k) (Z.of_nat n) m ltac:(lia) ltac:(lia) Hlegal) as Hfirst.
  destruct (Z_le_gt_dec (target m) (2 * Z.of_nat n + Z.of_nat k)) as [Hnear|Hnear].
  2: { apply (far_fails (Z.of_nat k) (Z.of_nat n) m rest); (assumption || lia). }
  unfold refuted in Hdone. rewrite <- Hrest in Hdone.
  set (board := start_cells n ++ blanks k ++ blanks k) in *.
  assert (Hboard : shows_from 0 board (start (Z.of_nat n))).
  { unfold board. rewrite app_assoc. apply shows_back, shows_back, start_shows. }
  assert (Hsize : len board = 2 * Z.of_nat n + 2 * Z.of_nat k).
  { unfold board, start_cells. rewrite !len_app, !len_blanks. unfold len. rewrite !repeat_length. lia. }
  apply andb_true_iff in Hdone. destruct Hdone as [Hloose Htight]. rewrite forallb_forall in Hloose, Htight.
  assert (Hfound : forall g, gain (Z.of_nat k) (start (Z.of_nat n)) m = Z.of_nat g ->
    exists l, In l (successors k g false [] board) /\ shows l (play (Z.of_nat k) (start (Z.of_nat n)) m)).
  { intros g Hg. apply (successors_complete k g false 0 board _ m); (assumption || lia || discriminate). }
  assert (Hend : forall l, shows l (play (Z.of_nat k) (start (Z.of_nat n)) m) ->
    gain (Z.of_nat k) (start (Z.of_nat n)) m = 0 /\ tight_fails k (length rest) l = true \/
    gain (Z.of_nat k) (start (Z.of_nat n)) m = 1 /\ loose_fails k (length rest) l = true -> False).
  { intros l Hl Hfails.
    apply (fails_sound k (Z.of_nat n) rest ltac:(lia) ltac:(lia) l _ _ Hl) in Hfails; [exact (Hfails H)|].
    replace (2 * Z.of_nat n - 1 - 2 * Z.of_nat (length rest)) with 1 by lia. exact Hpairs. }
  destruct (Z_le_gt_dec 1 (gain (Z.of_nat k) (start (Z.of_nat n)) m)) as [Hg|Hg].
  - destruct (Hfound 1%nat ltac:(lia)) as [l [Hl Hshows]]. apply (Hend l Hshows).
    right. split; [lia|exact (Hloose l Hl)].
  - destruct (Hfound 0%nat ltac:(lia)) as [l [Hl Hshows]]. apply (Hend l Hshows).
    left. split; [lia|exact (Htight l Hl)].
Qed.

(** The searches for some sizes. *)
Definition refuted_sizes (k : Z) (sizes : list Z) : bool :=
  forallb (fun n => (2 <=? n) && ((3 <=? k) || (n =? 2)) && refuted (Z.to_nat k) (Z.to_nat n)) sizes.

Theorem refuted_sizes_sound : forall k sizes, 2 <= k -> refuted_sizes k sizes = true ->
  forall n, In n sizes -> needs_more k n.
Proof.
  intros k sizes Hk Hdone n Hn. unfold refuted_sizes in Hdone. rewrite forallb_forall in Hdone.
  specialize (Hdone n Hn). apply andb_true_iff in Hdone. destruct Hdone as [Hsize Hdone].
  apply andb_true_iff in Hsize. destruct Hsize as [Htwo Hfar]. apply Z.leb_le in Htwo.
  apply orb_true_iff in Hfar. rewrite Z.leb_le, Z.eqb_eq in Hfar.
  rewrite <- (Z2Nat.id k), <- (Z2Nat.id n) by lia. apply refuted_sound; (assumption || lia).
Qed.

(** Runs the searches for the sizes of a list. *)
Ltac search k sizes :=
  let H := fresh "searched" in
  assert (H : refuted_sizes k sizes = true) by (vm_cast_no_check (eq_refl true));
  intros; apply (refuted_sizes_sound k sizes); [lia | exact H | simpl; lia].
