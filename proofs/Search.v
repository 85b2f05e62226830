(* A search that finds no solution of [n] moves proves that there is none: [no_n_moves].

   After the first move, the slack is what the moves that are left could gain beyond the pairs that are missing. A
   solution of [n] moves starts with a slack of 2 and its first move spends at least 1. With slack 1, every move gains 2
   pairs or, once, 1; with slack 0 every move gains 2. So all rows that can occur are found in layers, two for each
   number of moves: one for each slack. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower BoardMirror BoardFar SearchCells SearchMoves.
Import ListNotations.
Open Scope Z_scope.

(** * Sets of lists of cells *)

Inductive tree := Leaf | Node (here : bool) (blank nickel_ penny_ : tree).

Fixpoint mem (l : list cell) (t : tree) {struct t} : bool :=
  match t with
  | Leaf => false
  | Node here b o x =>
      match l with
      | [] => here
      | B :: rest => mem rest b
      | O :: rest => mem rest o
      | X :: rest => mem rest x
      end
  end.

Fixpoint add (l : list cell) (t : tree) : tree :=
  match l with
  | [] => match t with Leaf => Node true Leaf Leaf Leaf | Node _ b o x => Node true b o x end
  | B :: rest => match t with Leaf => Node false (add rest Leaf) Leaf Leaf | Node h b o x => Node h (add rest b) o x end
  | O :: rest => match t with Leaf => Node false Leaf (add rest Leaf) Leaf | Node h b o x => Node h b (add rest o) x end
  | X :: rest => match t with Leaf => Node false Leaf Leaf (add rest Leaf) | Node h b o x => Node h b o (add rest x) end
  end.

Lemma mem_add : forall l l' t, mem l (add l' t) = true -> l = l' \/ mem l t = true.
Proof.
  intros l. induction l as [|c l IH]; intros [|c' l'] t H.
  - left. reflexivity.
  - right. destruct c', t; simpl in *; congruence.
  - right. destruct t; [|exact H]. destruct c; discriminate H.
  - destruct c, c', t; simpl in *; try discriminate H; try (right; exact H);
      destruct (IH _ _ H) as [E|E]; try (left; congruence); try (right; exact E); discriminate E.
Qed.

(** * Layers *)

(** A set, and the list of its elements. *)
Definition layer := (tree * list (list cell))%type.

Definition visit (found : layer) (l : list cell) : layer :=
  let l := trim l in if mem l (fst found) then found else (add l (fst found), l :: snd found).

Definition visit_all (next : list cell -> list (list cell)) (states : list (list cell)) (found : layer) : layer :=
  fold_left (fun found l => fold_left visit (next l) found) states found.

Definition empty : layer := (Leaf, []).

(** What is in the set is in the list. *)
Definition listed (found : layer) : Prop := forall l, mem l (fst found) = true -> In l (snd found).

Lemma visit_keeps : forall found l, listed found ->
  listed (visit found l) /\ In (trim l) (snd (visit found l)) /\ incl (snd found) (snd (visit found l)).
Proof.
  intros found l H. unfold visit. destruct (mem (trim l) (fst found)) eqn:E.
  - split; [exact H|]. split; [apply H, E|apply incl_refl].
  - split; [|split; [left; reflexivity|apply incl_tl, incl_refl]].
    intros l' H'. simpl in *. destruct (mem_add _ _ _ H') as [E'|E']; [left; congruence|right; apply H, E'].
Qed.

Lemma fold_visit : forall news found, listed found ->
  listed (fold_left visit news found) /\ incl (snd found) (snd (fold_left visit news found)) /\
  forall l, In l news -> In (trim l) (snd (fold_left visit news found)).
Proof.
  induction news as [|new news IH]; intros found H; simpl.
  - split; [exact H|]. split; [apply incl_refl|]. intros l [].
  - destruct (visit_keeps found new H) as [H1 [H2 H3]]. destruct (IH _ H1) as [H4 [H5 H6]].
    split; [exact H4|]. split; [exact (incl_tran H3 H5)|].
    intros l [E|Hl]; [subst l; apply H5, H2|apply H6, Hl].
Qed.

Lemma visit_all_complete : forall next states found, listed found ->
  listed (visit_all next states found) /\ incl (snd found) (snd (visit_all next states found)) /\
  forall l l', In l states -> In l' (next l) -> In (trim l') (snd (visit_all next states found)).
Proof.
  intros next. unfold visit_all. induction states as [|state states IH]; intros found H; simpl.
  - split; [exact H|]. split; [apply incl_refl|]. intros l l' [].
  - destruct (fold_visit (next state) found H) as [H1 [H2 H3]]. destruct (IH _ H1) as [H4 [H5 H6]].
    split; [exact H4|]. split; [exact (incl_tran H2 H5)|].
    intros l l' [E|Hl] Hl'; [subst l; apply H5, H3, Hl'|exact (H6 l l' Hl Hl')].
Qed.

Lemma empty_listed : listed empty.
Proof. intros l H. destruct l; discriminate. Qed.

(** * The search *)

Definition pad (k : nat) (l : list cell) : list cell := blanks k ++ l ++ blanks k.

(** A move that gains two pairs fills a gap; one that gains one may land beside the row. *)
Definition next2 (k : nat) (l : list cell) : list (list cell) := successors k 2 [] l.
Definition next1 (k : nat) (l : list cell) : list (list cell) := successors k 1 [] (pad k l).

(** Whether no row of slack 0 in [tight] or of slack 1 in [loose] can be finished in [remaining] moves. *)
Fixpoint exhausted (k remaining : nat) (tight loose : list (list cell)) : bool :=
  match tight, loose with
  | [], [] => true
  | _, _ =>
      match remaining with
      | 0%nat => false
      | S remaining =>
          let loose' := snd (visit_all (next2 k) loose empty) in
          let tight' := snd (visit_all (next1 k) loose (visit_all (next2 k) tight empty)) in
          exhausted k remaining tight' loose'
      end
  end.

Definition start_cells (n : nat) : list cell := repeat O n ++ repeat X n.

(** The first block lands on the right, at most [k] positions away. *)
Definition refuted (k n : nat) : bool :=
  let board := start_cells n ++ blanks k ++ blanks k in
  exhausted k (n - 1)
    (snd (visit_all (successors k 0 []) [board] empty)) (snd (visit_all (successors k 1 []) [board] empty)).

(** * It leaves nothing out *)

Lemma next_complete : forall k l r m, (1 <= k)%nat -> shows l r -> legal (Z.of_nat k) r m ->
  (gain (Z.of_nat k) r m = 2 -> exists l', In l' (next2 k l) /\ shows l' (play (Z.of_nat k) r m)) /\
  (gain (Z.of_nat k) r m = 1 -> exists l', In l' (next1 k l) /\ shows l' (play (Z.of_nat k) r m)).
Proof.
  intros k l r m Hk [first Hr] H.
  destruct (gain_lands_near (Z.of_nat k) first l r m ltac:(lia) Hr H) as [H1 H2].
  split; intros Hgain.
  - specialize (H2 ltac:(lia)). apply (successors_complete k 2 first l r m); (assumption || lia).
  - specialize (H1 ltac:(lia)).
    apply (successors_complete k 1 (first - Z.of_nat k) (pad k l) r m); try (assumption || lia).
    + unfold pad. apply shows_front, shows_back. replace (first - Z.of_nat k + Z.of_nat k) with first by lia.
      exact Hr.
    + unfold pad. rewrite !len_app, !len_blanks. lia.
Qed.

Lemma exhausted_sound : forall k n moves tight loose, (1 <= k)%nat -> 1 <= n ->
  exhausted k (length moves) tight loose = true ->
  forall r slack, has_pairs r (2 * n - 1 - 2 * Z.of_nat (length moves) + slack) ->
  slack = 0 /\ (exists l, In l tight /\ shows l r) \/ slack = 1 /\ (exists l, In l loose /\ shows l r) ->
  ~ reaches (Z.of_nat k) n r moves.
Proof.
  intros k n moves. induction moves as [|m rest IH]; intros tight loose Hk Hn Hdone r slack Hpairs Hstate H.
  - destruct tight, loose; simpl in Hdone; try discriminate.
    destruct Hstate as [[_ [l [[] _]]]|[_ [l [[] _]]]].
  - cbn [reaches] in H. destruct H as [Hlegal H].
    pose proof (gain_pairs (Z.of_nat k) r m _ ltac:(lia) Hlegal Hpairs) as Hpairs'.
    pose proof (reaches_pairs (Z.of_nat k) n ltac:(lia) Hn rest _ _ Hpairs' H) as Hleft.
    pose proof (gain_bound (Z.of_nat k) r m) as Hbound.
    assert (Hlen : Z.of_nat (length (m :: rest)) = Z.of_nat (length rest) + 1) by (cbn [length]; lia).
    rewrite Hlen in *.
    set (loose' := snd (visit_all (next2 k) loose empty)) in *.
    destruct (visit_all_complete (next2 k) loose empty empty_listed) as [_ [_ Hloose]].
    destruct (visit_all_complete (next2 k) tight empty empty_listed) as [Hlisted [_ Htight]].
    destruct (visit_all_complete (next1 k) loose _ Hlisted) as [_ [Hincl Hspend]].
    set (tight' := snd (visit_all (next1 k) loose (visit_all (next2 k) tight empty))) in *.
    assert (Hnext : exhausted k (length rest) tight' loose' = true).
    { destruct tight, loose; try exact Hdone.
      destruct Hstate as [[_ [l [[] _]]]|[_ [l [[] _]]]]. }
    apply (IH tight' loose' Hk Hn Hnext (play (Z.of_nat k) r m) (slack + gain (Z.of_nat k) r m - 2));
      [|clear IH|exact H].
    + replace (2 * n - 1 - 2 * Z.of_nat (length rest) + (slack + gain (Z.of_nat k) r m - 2))
        with (2 * n - 1 - 2 * (Z.of_nat (length rest) + 1) + slack + gain (Z.of_nat k) r m) by lia.
      exact Hpairs'.
    + destruct Hstate as [[Hslack [l [Hl Hshows]]]|[Hslack [l [Hl Hshows]]]];
        destruct (next_complete k l r m Hk Hshows Hlegal) as [H2 H1].
      * left. split; [lia|]. destruct (H2 ltac:(lia)) as [l' [Hl' Hshows']].
        exists (trim l'). split; [apply Hincl; exact (Htight l l' Hl Hl')|apply trim_shows, Hshows'].
      * destruct (Z_le_gt_dec 2 (gain (Z.of_nat k) r m)) as [Hg|Hg].
        -- right. split; [lia|]. destruct (H2 ltac:(lia)) as [l' [Hl' Hshows']].
           exists (trim l'). split; [exact (Hloose l l' Hl Hl')|apply trim_shows, Hshows'].
        -- left. split; [lia|]. destruct (H1 ltac:(lia)) as [l' [Hl' Hshows']].
           exists (trim l'). split; [exact (Hspend l l' Hl Hl')|apply trim_shows, Hshows'].
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

(** The search is a proof: [n] moves do not suffice. *)
Theorem refuted_sound : forall k n, (2 <= k)%nat -> (2 <= n)%nat -> (3 <= k \/ n = 2)%nat -> refuted k n = true ->
  forall moves, solves (Z.of_nat k) (Z.of_nat n) moves -> Z.of_nat n + 1 <= Z.of_nat (length moves).
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
  refine (exhausted_sound k (Z.of_nat n) rest _ _ ltac:(lia) ltac:(lia) Hdone _
    (gain (Z.of_nat k) (start (Z.of_nat n)) m) _ _ H).
  - replace (2 * Z.of_nat n - 1 - 2 * Z.of_nat (length rest)) with 1 by lia. exact Hpairs.
  - assert (Hfound : forall g, gain (Z.of_nat k) (start (Z.of_nat n)) m = Z.of_nat g ->
      exists l, In l (snd (visit_all (successors k g []) [board] empty)) /\
        shows l (play (Z.of_nat k) (start (Z.of_nat n)) m)).
    { intros g Hg.
      destruct (successors_complete k g 0 board _ m ltac:(lia) Hboard Hlegal Hg ltac:(lia) ltac:(lia))
        as [l [Hl Hshows]].
      exists (trim l). split; [|apply trim_shows, Hshows].
      destruct (visit_all_complete (successors k g []) [board] empty empty_listed) as [_ [_ Hall]].
      apply (Hall board l); [left; reflexivity|exact Hl]. }
    destruct (Z_le_gt_dec 1 (gain (Z.of_nat k) (start (Z.of_nat n)) m)) as [Hg|Hg].
    + right. split; [lia|]. apply (Hfound 1%nat). lia.
    + left. split; [lia|]. apply (Hfound 0%nat). lia.
Qed.
