(* The mirror image of a solution, with nickels and pennies exchanged, is a solution again: so a search may assume that
   the first block lands to the right of the row. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower.
Import ListNotations.
Open Scope Z_scope.

Definition mirror (n : Z) (r : row) : row :=
  fun p => match r (2 * n - 1 - p) with Some c => Some (other c) | None => None end.

Definition mirror_move (k n : Z) (m : move) : move := Move (2 * n - k - source m) (2 * n - k - target m).

Lemma mirror_start : forall n, same (mirror n (start n)) (start n).
Proof. intros n p. unfold mirror, start. split_within; reflexivity. Qed.

Lemma mirror_legal : forall k n r m, legal k r m -> legal k (mirror n r) (mirror_move k n m).
Proof.
  intros k n r m H c Hc. destruct (H (k - 1 - c)) as [Hs Ht]; [lia|]. unfold mirror, mirror_move. cbn [source target].
  replace (2 * n - 1 - (2 * n - k - source m + c)) with (source m + (k - 1 - c)) by lia.
  replace (2 * n - 1 - (2 * n - k - target m + c)) with (target m + (k - 1 - c)) by lia.
  rewrite Ht. split; [|reflexivity]. destruct (r (source m + (k - 1 - c))); congruence.
Qed.

Lemma mirror_play : forall k n r m,
  same (mirror n (play k r m)) (play k (mirror n r) (mirror_move k n m)).
Proof.
  intros k n r m p. unfold play, mirror, mirror_move. cbn [source target]. split_within; try reflexivity.
  replace (2 * n - 1 - (2 * n - k - source m + (p - (2 * n - k - target m))))
    with (source m + (2 * n - 1 - p - target m)) by lia.
  reflexivity.
Qed.

Lemma mirror_alternating : forall n r, alternating n r -> alternating n (mirror n r).
Proof.
  intros n r [first [c H]]. exists (- first), c. intros p. unfold mirror. rewrite H.
  replace (2 * n - 1 - p - first) with (2 * n + - (Z.succ (p - - first))) by lia.
  rewrite Z.even_add, Z.even_mul, Z.even_opp, Z.even_succ, <- Z.negb_even. change (Z.even 2) with true.
  split_within; [|reflexivity].
  destruct (Z.even (p - - first)), c; reflexivity.
Qed.

Lemma mirror_reaches : forall k n moves r,
  reaches k n r moves -> reaches k n (mirror n r) (map (mirror_move k n) moves).
Proof.
  intros k n moves. induction moves as [|m rest IH]; intros r H; simpl in *.
  - apply mirror_alternating, H.
  - destruct H as [Hlegal H]. split; [apply mirror_legal, Hlegal|].
    exact (reaches_same k n _ _ _ (mirror_play k n r m) (IH _ H)).
Qed.

Theorem mirror_solves : forall k n moves, solves k n moves -> solves k n (map (mirror_move k n) moves).
Proof.
  intros k n moves H. apply (reaches_same k n _ (mirror n (start n))); [apply mirror_start|].
  apply mirror_reaches, H.
Qed.

(** If there is a solution, there is one of the same length whose first block lands on the right. *)
Theorem first_lands_right : forall k n moves, 1 <= k -> 2 <= n -> solves k n moves ->
  exists m rest, solves k n (m :: rest) /\ 2 * n <= target m /\ length (m :: rest) = length moves.
Proof.
  intros k n moves Hk Hn H. destruct moves as [|m rest].
  - unfold solves in H. cbn [reaches] in H. exfalso.
    pose proof (has_pairs_unique _ _ _ (start_pairs n ltac:(lia)) (alternating_pairs n _ ltac:(lia) H)). lia.
  - pose proof H as [Hlegal _]. destruct (first_lands_outside k n m Hk ltac:(lia) Hlegal) as [Ht|Ht].
    + exists m, rest. split; [exact H|]. split; [exact Ht|reflexivity].
    + exists (mirror_move k n m), (map (mirror_move k n) rest).
      split; [exact (mirror_solves k n _ H)|].
      cbn [length]. rewrite map_length. unfold mirror_move. cbn [target]. split; [lia|reflexivity].
Qed.
