(* Single solutions, and that they follow the rules. Positions count from 1, as in data/classification. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows SearchLayers.
Import ListNotations.
Open Scope Z_scope.

(** A block length, a size and a solution. *)
Record solution := Solution { block_length : Z; size : Z; moves : list (Z * Z) }.

(** The solutions stay within this many positions of the row. *)
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
  (2 <=? block_length s) && (2 <=? size s)
  && replays (block_length s) (size s) (start_bits (size s) margin) (moves s).

(** A solution is a minimum when searches have excluded all shorter ones. *)
Lemma valid_minimum : forall s m, valid s = true -> Z.of_nat (length (moves s)) = m ->
  more_moves (block_length s) (size s) (m - 1) -> minimum_moves (block_length s) (size s) m.
Proof.
  intros s m H Hlength Hmore. unfold valid in H. apply andb_true_iff in H. destruct H as [H Hreplay].
  apply andb_true_iff in H. destruct H as [Hk Hn]. apply Z.leb_le in Hk, Hn. split.
  - exists (shifted (moves s)). split.
    + apply (reaches_same _ _ _ (row_of margin (start_bits (size s) margin))).
      * apply start_bits_sound; [lia|unfold margin; lia].
      * apply replays_sound; [lia|lia|exact Hreplay].
    + unfold shifted. rewrite map_length. exact Hlength.
  - intros other Hother. specialize (Hmore other Hother). lia.
Qed.
