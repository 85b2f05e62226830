(* Sizes for which [n + 1] moves are the minimum: a search has excluded [n] moves, and here are solutions of [n + 1]
   moves. They are those of data/classification, and count positions from 1. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows Search.
From Tait Require SearchSmall SearchK10 SearchK11 SearchK12.
Import ListNotations.
Open Scope Z_scope.

(** A block length, a size and a solution. *)
Record solution := Solution { block_length : Z; size : Z; moves : list (Z * Z) }.

Definition known : list solution :=
  [
   Solution 3 6
    [(1, -2); (8, -5); (-3, 1); (3, 8); (9, -3); (-5, 9); (10, 3)];
   Solution 3 8
    [(1, -11); (12, -8); (-9, 17); (5, 12); (10, -9); (-11, 10); (16, 5); (11, 16); (-8, 11)];
   Solution 4 4
    [(2, -3); (-2, 9); (7, -2); (-3, 7); (9, 2)];
   Solution 4 5
    [(1, 11); (10, 15); (5, 10); (9, 19); (18, 23); (13, 18)];
   Solution 4 6
    [(1, 13); (6, 1); (11, 6); (3, 17); (16, 3); (1, 11); (5, 16)];
   Solution 5 5
    [(3, -4); (-3, 11); (9, -3); (-4, 9); (8, 3); (1, 8)];
   Solution 5 6
    [(3, 13); (10, 3); (2, 10); (13, 2); (4, 13); (12, 4); (1, 12)];
   Solution 5 7
    [(1, -9); (9, -4); (-8, 1); (-2, -8); (-9, 9); (7, -2); (-1, 7); (10, -1)];
   Solution 5 8
    [(1, -9); (10, -4); (-6, 1); (2, 10); (12, 2); (3, -6); (-8, 3); (0, -8); (-9, 0)];
   Solution 5 9
    [(1, -14); (11, -9); (-10, 1); (3, -10); (-14, 3); (4, 11); (12, -4); (-8, 12); (14, -8); (-9, 4)];
   Solution 6 5
    [(3, -5); (-3, 3); (4, -11); (-10, 4); (5, -3); (-1, -10)];
   Solution 6 6
    [(2, 13); (10, 2); (1, 19); (17, 10); (9, 17); (18, 9); (7, 18)];
   Solution 6 8
    [(2, 17); (13, 23); (20, 13); (11, 2); (3, 20); (23, 11); (16, 3); (4, 16); (17, 4)];
   Solution 6 9
    [(1, 19); (16, 25); (24, 16); (12, 24); (21, 1); (3, 12); (11, 21); (19, 3); (2, 11); (25, 2)];
   Solution 6 10
    [(1, -5); (10, -11); (-8, 10); (12, 1); (0, 21); (19, 0); (-1, 12); (8, -8); (-11, 19); (21, -1); (-5, 8)];
   Solution 6 11
    [(6, 29); (12, 6); (5, 23); (28, 5); (2, 12); (14, 28); (25, 14); (16, 2); (9, 25); (29, 16); (20, 9); (1, 20)];
   Solution 7 9
    [(1, 26); (9, 19); (25, 9); (14, 25); (22, 14); (11, 22); (20, 11); (8, 20); (17, 8); (26, 17)];
   Solution 7 10
    [(1, -6); (12, -13); (-9, 1); (-1, 12); (9, -9); (-10, -1); (1, -10); (-11, 9); (13, -11); (-13, 13); (14, 1)];
   Solution 7 11
    [(1, -20); (15, 1); (4, -13); (-19, 4); (2, -19); (-15, 15); (13, -15); (-18, -6); (-7, 13); (16, -18); (-16, -7);
     (9, -16)];
   Solution 8 9
    [(2, 19); (16, 2); (5, -7); (-4, 16); (17, 5); (7, 17); (18, -4); (-6, 18); (19, 7); (11, -6)];
   Solution 8 10
    [(1, 21); (14, 29); (27, 1); (4, 14); (15, 27); (24, 4); (2, 15); (13, 24); (22, 2); (1, 13); (9, 22)];
   Solution 8 11
    [(3, 23); (22, -23); (13, -7); (-6, -15); (-21, -6); (-10, -21); (-20, 3); (-1, 13); (7, 22); (23, -20);
     (-19, -10); (15, -19)];
   Solution 8 12
    [(7, -7); (-2, 25); (24, 7); (10, 24); (22, -2); (-3, 22); (19, -3); (-6, 19); (21, 10); (12, -6); (-5, 21);
     (25, -5); (-7, 12)];
   Solution 8 13
    [(6, 27); (22, 6); (2, 22); (15, 35); (32, 15); (16, 32); (28, 16); (12, 28); (33, 12); (17, 2); (6, 33); (27, 6);
     (8, 17); (35, 8)];
   Solution 9 9
    [(2, 19); (14, 2); (5, 14); (15, -8); (-6, 15); (17, 5); (7, -6); (-5, 17); (19, 7); (10, -5)];
   Solution 9 10
    [(7, 21); (19, -8); (-5, 30); (29, 7); (9, 29); (30, 19); (21, -17); (-16, -5); (-3, -16); (-17, 9); (12, -3)];
   Solution 9 11
    [(1, -17); (13, 1); (2, -8); (-13, 2); (-3, -13); (-15, 13); (8, -15); (-16, -3); (-5, 8); (12, -16); (-17, 12);
     (14, -5)];
   Solution 9 12
    [(11, 25); (24, -8); (-2, -17); (-12, -2); (1, -12); (-13, 24); (21, 1); (-1, 21); (25, -13); (-15, 11);
     (15, -15); (-17, 15); (16, -1)];
   Solution 10 11
    [(6, -9); (-5, 23); (18, -19); (-18, 18); (21, 6); (10, -5); (-6, 21); (23, -6); (-7, 10); (8, -18); (-19, -7);
     (-9, 8)];
   Solution 10 12
    [(12, 25); (23, -9); (-8, 12); (9, -8); (-7, 23); (20, -7); (-3, 20); (24, -3); (-2, 9); (12, -2); (-9, 12);
     (10, 24); (25, 10)];
   Solution 10 14
    [(11, 29); (26, -9); (-3, 26); (28, -3); (-8, 11); (13, -8); (-1, 13); (14, -1); (-7, 28); (25, -7); (-3, 25);
     (27, 14); (10, 27); (29, -3); (-9, 10)];
   Solution 11 13
    [(7, -10); (-7, 27); (26, 7); (13, -7); (-8, 13); (9, 26); (24, -8); (-9, 24); (23, -9); (-6, 9); (11, -6);
     (-5, 23); (27, 11); (16, -5)];
   Solution 11 15
    [(11, 31); (30, -10); (-7, 11); (18, -7); (-6, 18); (13, -6); (-2, 13); (16, -2); (0, 16); (12, 0); (-4, 12);
     (8, 30); (24, 8); (10, -4); (-10, 10); (1, 24)];
   Solution 12 11
    [(2, 23); (20, 2); (7, 20); (23, -11); (-6, 7); (9, 23); (22, -6); (-10, 9); (3, 22); (18, -10); (-11, 3);
     (1, 18)];
   Solution 12 12
    [(5, -11); (-9, 25); (22, -9); (-8, 5); (7, -8); (-7, 22); (24, 7); (11, -7); (-10, 11); (3, 24); (18, -10);
     (-11, 3); (1, 18)];
   Solution 12 14
    [(10, -11); (-7, 29); (23, -23); (-22, 10); (7, -7); (-6, 23); (28, 7); (15, -6); (-4, -22); (-21, 15); (11, -21);
     (-23, -4); (-8, 28); (29, 11); (17, -8)]
  ].

(** All of them stay within this many positions of the row. *)
Definition margin : Z := 64.

Fixpoint replays (k n : Z) (r : bits) (moves : list (Z * Z)) : bool :=
  match moves with
  | [] => alternating_bits n r
  | (x, y) :: rest =>
      let m := Move (x - 1) (y - 1) in
      legal_bits k margin (2 * n + 2 * margin) r m &&& replays k n (play_bits k margin r m) rest
  end.

Definition shifted (moves : list (Z * Z)) : list move := map (fun '(x, y) => Move (x - 1) (y - 1)) moves.

Lemma replays_sound : forall k n moves r, 0 <= k -> 0 <= n ->
  replays k n r moves = true -> reaches k n (row_of margin r) (shifted moves).
Proof.
  intros k n moves r Hk Hn. revert r. induction moves as [|[x y] rest IH]; intros r H; simpl in H.
  - apply alternating_bits_sound; assumption.
  - apply and_then in H. destruct H as [L Rest]. split.
    + apply (legal_bits_sound k _ _ r _ Hk L).
    + apply (reaches_same _ _ _ (row_of margin (play_bits k margin r (Move (x - 1) (y - 1))))).
      * apply (play_bits_sound k margin _ r _ Hk L).
      * apply IH, Rest.
Qed.

Definition valid (s : solution) : bool :=
  (2 <=? block_length s) && (2 <=? size s) && (Z.of_nat (length (moves s)) =? size s + 1)
  && replays (block_length s) (size s) (start_bits (size s) margin) (moves s).

Lemma valid_sound : forall s, valid s = true -> needs_more (block_length s) (size s) ->
  minimum_moves (block_length s) (size s) (size s + 1).
Proof.
  intros s H Hmore. unfold valid in H. apply andb_true_iff in H. destruct H as [H Hreplay].
  apply andb_true_iff in H. destruct H as [H Hlength]. apply andb_true_iff in H. destruct H as [Hk Hn].
  apply Z.leb_le in Hk, Hn. apply Z.eqb_eq in Hlength. split; [|exact Hmore].
  exists (shifted (moves s)). split.
  - apply (reaches_same _ _ _ (row_of margin (start_bits (size s) margin))).
    + apply start_bits_sound; [lia|unfold margin; lia].
    + apply replays_sound; [lia|lia|exact Hreplay].
  - unfold shifted. rewrite map_length. exact Hlength.
Qed.

Lemma all_valid : forallb valid known = true.
Proof. vm_compute. reflexivity. Qed.

Lemma all_searched : forall s, In s known -> needs_more (block_length s) (size s).
Proof.
  apply Forall_forall. unfold known.
  repeat constructor; cbn [block_length size];
    first
      [ apply SearchSmall.k3; lia | apply SearchSmall.k4; lia | apply SearchSmall.k5; lia
      | apply SearchSmall.k6; lia | apply SearchSmall.k7; lia | apply SearchSmall.k8; lia
      | apply SearchSmall.k9; lia | apply SearchK10.k10; lia | apply SearchK11.k11; lia | apply SearchK12.k12; lia ].
Qed.

Theorem one_more : forall k n, In (k, n) (map (fun s => (block_length s, size s)) known) ->
  minimum_moves k n (n + 1).
Proof.
  intros k n H. apply in_map_iff in H. destruct H as [s [E Hs]]. injection E as Ek En. subst k n.
  apply valid_sound; [|exact (all_searched s Hs)].
  pose proof all_valid as Hvalid. rewrite forallb_forall in Hvalid. exact (Hvalid s Hs).
Qed.
