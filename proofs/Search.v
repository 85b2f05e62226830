(* A search that finds no solution of some number of moves proves that there is none.

   The slack of a row is the number of pairs that the moves that are left can make, less those that are missing. Each
   move spends its cost of the slack, which cannot become negative. Only first targets near the row have to be tried
   (Board.v): so few rows can follow. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower BoardMirror Board SearchCells SearchMoves SearchRows.
Import ListNotations.
Open Scope Z_scope.

(** A slack, and a row. *)
Definition state := (nat * list cell)%type.

(** * One move *)

(** With no slack left, a block can only land in a gap. Else it can land beside the row, and at some distance. *)
Definition next (k : nat) (s : state) : list state :=
  let (slack, l) := s in
  let l := trim l in
  match slack with
  | 0%nat => successors k 0 [] l
  | _ =>
      successors k slack [] l ++ landings k slack l
      ++ map (fun '(slack', l') => (slack', rev_append l' [])) (landings k slack (rev_append l []))
  end.

(** The row cannot be finished in [size] moves. *)
Definition hopeless (k n : Z) (size : nat) (s : state) : Prop :=
  forall r moves, shows (snd s) r -> length moves = size ->
  has_pairs r (2 * n - 1 - 2 * Z.of_nat size + Z.of_nat (fst s)) -> ~ reaches k n r moves.

(** A row that needs no move has no slack. *)
Lemma hopeless_now : forall k n slack l, 1 <= n -> slack <> 0%nat -> hopeless k n 0 (slack, l).
Proof.
  intros k n slack l Hn Hslack r moves _ Hsize Hpairs H. destruct moves; [|discriminate]. cbn [reaches fst] in *.
  pose proof (has_pairs_unique _ _ _ Hpairs (alternating_pairs n r Hn H)). lia.
Qed.

Lemma next_complete : forall k slack l first r m, (1 <= k)%nat -> shows_from first (trim l) r ->
  legal (Z.of_nat k) r m -> 2 - gain (Z.of_nat k) r m <= Z.of_nat slack ->
  first - Z.of_nat k * Z.of_nat slack <= target m ->
  target m + Z.of_nat k <= first + len (trim l) + Z.of_nat k * Z.of_nat slack ->
  exists slack' l', In (slack', l') (next k (slack, l)) /\ shows l' (play (Z.of_nat k) r m) /\
    Z.of_nat slack' = Z.of_nat slack + gain (Z.of_nat k) r m - 2.
Proof.
  intros k slack l first r m Hk Hr Hlegal Hgain Hleft Hright. unfold next. destruct slack as [|slack].
  - apply (successors_complete k 0 first (trim l) r m); (assumption || lia).
  - set (s := S slack) in *. destruct (trim_ends l) as [E|[Hhead Hlast]].
    + exfalso. apply (legal_source (Z.of_nat k) r m (source m) Hlegal ltac:(lia)). rewrite Hr, E. reflexivity.
    + set (l0 := trim l) in *. clearbody l0.
      assert (Hends : r first <> None /\ r (first + len l0 - 1) <> None).
      { rewrite !Hr. replace (first - first) with 0 by lia. replace (first + len l0 - 1 - first) with (len l0 - 1) by lia.
        pose proof (look_last l0 []) as Look. rewrite app_nil_r in Look. rewrite Look. clear Look. split.
        - destruct l0 as [|c l0]; [exfalso; apply Hhead; reflexivity|]. cbn. destruct c; [exfalso; apply Hhead; reflexivity| |];
            discriminate.
        - destruct (last l0 B); [exfalso; apply Hlast; reflexivity| |]; discriminate. }
      assert (Hlong : 1 <= len l0) by (destruct l0; [exfalso; apply Hhead; reflexivity|rewrite len_cons; pose proof (len_nonneg l0); lia]).
      destruct Hends as [Hfirst Hend].
      assert (Hfree : forall p, r p <> None -> p < target m \/ target m + Z.of_nat k <= p).
      { intros p Hp. destruct (Z_lt_ge_dec p (target m)); [left; assumption|].
        destruct (Z_lt_ge_dec p (target m + Z.of_nat k)) as [L|]; [|right; lia].
        exfalso. apply Hp, (legal_target (Z.of_nat k) r m p Hlegal). lia. }
      destruct (Hfree _ Hfirst) as [Hbeyond|Hbefore].
      * destruct (Hfree _ Hend) as [Hbeyond'|Hbefore'].
        -- destruct (landings_right k s first l0 r m Hk Hr Hlegal Hgain Hright ltac:(lia)) as [slack' [l' [Hin H]]].
           exists slack', (rev_append l' []). split; [|rewrite rev_append_rev, app_nil_r; exact H].
           apply in_or_app. right. apply in_or_app. right. apply in_map_iff. exists (slack', l').
           rewrite (rev_append_rev l0), app_nil_r. split; [reflexivity|exact Hin].
        -- destruct (successors_complete k s first l0 r m Hk Hr Hlegal Hgain ltac:(lia) ltac:(lia)) as [slack' [l' [Hin H]]].
           exists slack', l'. split; [|exact H]. apply in_or_app. left. exact Hin.
      * destruct (landings_left k s first l0 r m Hk Hr Hlegal Hgain Hleft Hbefore) as [slack' [l' [Hin H]]].
        exists slack', l'. split; [|exact H]. apply in_or_app. right. apply in_or_app. left. exact Hin.
Qed.

(** A row that leads to hopeless rows only is hopeless. *)
Lemma hopeless_step : forall k n size s, (1 <= k)%nat -> 1 <= n ->
  (forall s', In s' (next k s) -> hopeless (Z.of_nat k) n size s') -> hopeless (Z.of_nat k) n (S size) s.
Proof.
  intros k n size [slack l] Hk Hn Hnext r moves Hr Hsize Hpairs H. cbn [fst snd] in *.
  apply trim_shows in Hr. destruct Hr as [first Hr].
  destruct moves as [|m rest]; [discriminate|].
  assert (Hcoin : forall p, r p <> None -> first <= p < first + len (trim l)).
  { intros p Hp. rewrite Hr in Hp. destruct (Z_lt_ge_dec (p - first) 0) as [H1|H1].
    - rewrite look_outside in Hp by lia. congruence.
    - destruct (Z_lt_ge_dec (p - first) (len (trim l))) as [H2|H2]; [lia|]. rewrite look_outside in Hp by lia. congruence. }
  assert (Hsome : first < first + len (trim l)).
  { cbn [reaches] in H. destruct H as [Hlegal _].
    pose proof (Hcoin (source m) (legal_source (Z.of_nat k) r m (source m) Hlegal ltac:(lia))). lia. }
  rewrite <- Hsize in Hpairs.
  destruct (first_target_near (Z.of_nat k) n r m rest first (first + len (trim l)) (Z.of_nat slack) ltac:(lia) Hn Hsome
    Hcoin H Hpairs) as [m' [rest' [H' [Hlength [Hleft [Hright _]]]]]].
  clear H. cbn [reaches length] in *. destruct H' as [Hlegal H'].
  pose proof (gain_pairs (Z.of_nat k) r m' _ ltac:(lia) Hlegal Hpairs) as Hpairs'.
  pose proof (reaches_pairs (Z.of_nat k) n ltac:(lia) Hn rest' _ _ Hpairs' H') as Hslack.
  assert (Hrest : length rest' = size) by lia.
  destruct (next_complete k slack l first r m' Hk Hr Hlegal ltac:(lia) Hleft Hright)
    as [slack' [l' [Hin [Hshows Hslack']]]].
  apply (Hnext (slack', l') Hin (play (Z.of_nat k) r m') rest' Hshows Hrest); [|exact H'].
  cbn [fst]. rewrite Hslack'.
  replace (2 * n - 1 - 2 * Z.of_nat size + (Z.of_nat slack + gain (Z.of_nat k) r m' - 2))
    with (2 * n - 1 - 2 * Z.of_nat (S (length rest)) + Z.of_nat slack + gain (Z.of_nat k) r m') by lia.
  exact Hpairs'.
Qed.

(** * Depth first: for little slack *)

Fixpoint fails (k moves : nat) (s : state) : bool :=
  match moves with
  | 0%nat => negb (Nat.eqb (fst s) 0)
  | S moves => forallb (fails k moves) (next k s)
  end.

Lemma fails_sound : forall k n moves s, (1 <= k)%nat -> 1 <= n ->
  fails k moves s = true -> hopeless (Z.of_nat k) n moves s.
Proof.
  intros k n moves s Hk Hn. revert s. induction moves as [|moves IH]; intros s H; cbn [fails] in H.
  - destruct s as [slack l]. apply hopeless_now; [exact Hn|]. apply negb_true_iff, Nat.eqb_neq in H. exact H.
  - apply hopeless_step; [exact Hk|exact Hn|]. rewrite forallb_forall in H. intros s' Hs'. apply IH, H, Hs'.
Qed.

(** * The first move *)

Definition start_cells (n : nat) : list cell := repeat O n ++ repeat X n.

(** The slack of the start of a solution of so many moves. *)
Definition start_slack (n moves : nat) : nat := 2 * moves + 2 - 2 * n.

(** The first block lands on the right; its mirror image would land on the left. *)
Definition first_moves (k n moves : nat) : list state :=
  let slack := start_slack n moves in
  map (fun '(slack', l) => (slack', trim l)) (successors k slack [] (start_cells n ++ blanks (k * slack))).

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

(** If all first moves lead to hopeless rows, there is no solution of so many moves. *)
Theorem first_moves_complete : forall k n size, (1 <= k)%nat -> (2 <= n)%nat -> (n <= S size)%nat ->
  (forall s, In s (first_moves k n (S size)) -> hopeless (Z.of_nat k) (Z.of_nat n) size s) ->
  forall moves, solves (Z.of_nat k) (Z.of_nat n) moves -> length moves <> S size.
Proof.
  intros k n size Hk Hn Hsize Hfirst moves H Hlength.
  destruct (first_lands_right (Z.of_nat k) (Z.of_nat n) moves ltac:(lia) ltac:(lia) H)
    as [m0 [rest0 [Hsolves [Hbeside Hlength0]]]].
  rewrite Hlength in Hlength0. clear moves H Hlength. set (slack := start_slack n (S size)).
  assert (Hslack : Z.of_nat slack = 2 * Z.of_nat size + 4 - 2 * Z.of_nat n) by (unfold slack, start_slack; lia).
  pose proof (start_pairs (Z.of_nat n) ltac:(lia)) as Hpairs.
  replace 1 with (2 * Z.of_nat n - 1 - 2 * Z.of_nat (length (m0 :: rest0)) + Z.of_nat slack) in Hpairs
    by (rewrite Hlength0; lia).
  assert (Hcoin : forall p, start (Z.of_nat n) p <> None -> 0 <= p < 2 * Z.of_nat n).
  { intros p Hp. destruct (Z_lt_ge_dec p 0); [rewrite start_free in Hp by lia; congruence|].
    destruct (Z_lt_ge_dec p (2 * Z.of_nat n)); [lia|rewrite start_free in Hp by lia; congruence]. }
  destruct (first_target_near (Z.of_nat k) (Z.of_nat n) _ m0 rest0 0 (2 * Z.of_nat n) (Z.of_nat slack)
    ltac:(lia) ltac:(lia) ltac:(lia) Hcoin Hsolves Hpairs) as [m [rest [H [Hlength [_ [Hright Hbeside']]]]]].
  specialize (Hbeside' Hbeside). cbn [length] in Hlength0.
  assert (Hrest : length rest = size) by lia. clear Hsolves Hbeside.
  cbn [reaches] in H. destruct H as [Hlegal H].
  pose proof (gain_pairs (Z.of_nat k) _ m _ ltac:(lia) Hlegal Hpairs) as Hpairs'.
  pose proof (reaches_pairs (Z.of_nat k) (Z.of_nat n) ltac:(lia) ltac:(lia) rest _ _ Hpairs' H) as Hleft.
  cbn [length] in Hpairs', Hleft.
  set (board := start_cells n ++ blanks (k * slack)).
  assert (Hboard : shows_from 0 board (start (Z.of_nat n))) by (apply shows_back, start_shows).
  assert (Hlen : len board = 2 * Z.of_nat n + Z.of_nat k * Z.of_nat slack).
  { unfold board, start_cells. rewrite !len_app, len_blanks. unfold len. rewrite !repeat_length. lia. }
  destruct (successors_complete k slack 0 board _ m Hk Hboard Hlegal ltac:(lia) ltac:(lia) ltac:(lia))
    as [slack' [l [Hin [Hshows Hslack']]]].
  apply (Hfirst (slack', trim l)) with (r := play (Z.of_nat k) (start (Z.of_nat n)) m) (moves := rest).
  - apply in_map_iff. exists (slack', l). split; [reflexivity|exact Hin].
  - apply trim_shows, Hshows.
  - exact Hrest.
  - cbn [fst]. rewrite Hslack'.
    replace (2 * Z.of_nat n - 1 - 2 * Z.of_nat size
        + (Z.of_nat slack + gain (Z.of_nat k) (start (Z.of_nat n)) m - 2))
      with (2 * Z.of_nat n - 1 - 2 * Z.of_nat (S (length rest0)) + Z.of_nat slack
        + gain (Z.of_nat k) (start (Z.of_nat n)) m) by lia.
    exact Hpairs'.
  - exact H.
Qed.
