(* A replay that decides whether a list of moves and exchanges is a base, on rows of bits. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows Extension.
Import ListNotations.
Open Scope Z_scope.

(** What F holds is a number too: bit j is set when cell j holds a penny. *)

Definition content_of (f : Z) : content := fun j => if Z.testbit f j then penny else nickel.

Definition shown_bits (k f offset : Z) (complement : bool) : Z :=
  if complement then Z.lxor (window k f offset) (Z.ones k) else window k f offset.

(** The positions of a board that hold every solution of [n] moves: two blocks on each side of the row (the k-block
    rule). The checker does not rely on the rule; it refuses moves beyond. *)

Definition margin_of (k : Z) : Z := 2 * k.
Definition width_of (k n : Z) : Z := 2 * n + 4 * k.

Fixpoint check_steps (k n a b f : Z) (r : bits) (steps : list step) : bool :=
  match steps with
  | [] => alternating_bits n r &&& for_all 0 (2 * k) (fun j => eqb (Z.testbit f j) (Z.even j))
  | s :: rest =>
      let m := move_of s in
      legal_bits k (margin_of k) (width_of k n) r m &&&
      negb (within (source m) k a) &&& negb (within (source m) k b) &&&
      match s with
      | Ordinary _ => check_steps k n a b f (play_bits k (margin_of k) r m) rest
      | Exchanging _ offset complement =>
          (0 <=? offset) &&& (offset <? k) &&&
          (window k (pennies r) (margin_of k + source m) =? shown_bits k f offset complement) &&&
          check_steps k n a b (Z.lxor f (block k offset)) (play_bits k (margin_of k) r m) rest
      end
  end.

Fixpoint check_moves (k n : Z) (r : bits) (moves : list move) : bool :=
  match moves with
  | [] => alternating_bits n r
  | m :: rest =>
      legal_bits k (margin_of k) (width_of k n) r m &&& check_moves k n (play_bits k (margin_of k) r m) rest
  end.

Lemma testbit_shown : forall k f offset complement c, 0 <= k -> 0 <= c < k ->
  (if Z.testbit (shown_bits k f offset complement) c then penny else nickel) =
  shown (content_of f) offset complement c.
Proof.
  intros k f offset complement c Hk Hc. unfold shown_bits, shown, content_of. destruct complement.
  - rewrite Z.lxor_spec, testbit_window, testbit_ones, within_true by lia. simpl.
    destruct (Z.testbit f (offset + c)); reflexivity.
  - rewrite testbit_window, within_true by lia. reflexivity.
Qed.

Lemma turned_bits : forall k f offset j, 0 <= k -> 0 <= offset ->
  content_of (Z.lxor f (block k offset)) j = turned k offset (content_of f) j.
Proof.
  intros k f offset j Hk Ho. unfold content_of, turned. rewrite Z.lxor_spec, testbit_block by lia.
  destruct (Z.testbit f j), (within offset k j); reflexivity.
Qed.

Lemma check_steps_sound : forall k n a b steps f r, 0 < k -> 0 <= n ->
  check_steps k n a b f r steps = true ->
  extensible k n a b (content_of f) (row_of (margin_of k) r) steps.
Proof.
  intros k n a b steps f r Hk Hn. revert f r.
  induction steps as [| s rest IH]; simpl; intros f r H.
  - apply and_then in H. destruct H as [A F]. split; [apply alternating_bits_sound; assumption |].
    intros j Hj. pose proof (for_all_sound _ _ _ F j) as E. cbv beta in E.
    assert (E' := E ltac:(lia)). apply eqb_prop in E'. unfold content_of. rewrite E'. reflexivity.
  - apply and_then in H. destruct H as [H Rest].
    apply and_then in H. destruct H as [H Sb].
    apply and_then in H. destruct H as [L Sa].
    apply negb_true_iff in Sa, Sb.
    split; [exact (legal_bits_sound k _ _ r _ ltac:(lia) L) |].
    split; [exact Sa |]. split; [exact Sb |].
    pose proof (play_bits_sound k _ _ r _ ltac:(lia) L) as P.
    destruct s as [m | m offset complement]; simpl in *.
    + apply (extensible_same _ _ _ _ _ _ _ _ _ (fun j => eq_refl) P). apply IH, Rest.
    + apply and_then in Rest. destruct Rest as [Rest Later].
      apply and_then in Rest. destruct Rest as [O C].
      apply and_then in O. destruct O as [O1 O2].
      apply Z.leb_le in O1. apply Z.ltb_lt in O2. apply Z.eqb_eq in C.
      split; [lia |]. split.
      * intros c Hc. rewrite <- (testbit_shown k) by lia. rewrite <- C, testbit_window, within_true by lia.
        destruct (legal_bits_inv _ _ _ _ _ L) as [_ [_ [Full _]]].
        unfold row_of. rewrite !Z.add_assoc, (full_window k _ _ c ltac:(lia) Full Hc). reflexivity.
      * apply (extensible_same _ _ _ _ _ _ _ _ _ (fun j => turned_bits k f offset j ltac:(lia) O1) P).
        apply IH, Later.
Qed.

Lemma check_moves_sound : forall k n moves r, 0 <= k -> 0 <= n ->
  check_moves k n r moves = true -> reaches k n (row_of (margin_of k) r) moves.
Proof.
  intros k n moves r Hk Hn. revert r. induction moves as [| m rest IH]; simpl; intros r H.
  - apply alternating_bits_sound; assumption.
  - apply and_then in H. destruct H as [L Rest]. split.
    + apply (legal_bits_sound k _ _ r m Hk L).
    + apply (reaches_same _ _ _ _ _ (play_bits_sound k _ _ r m Hk L)). apply IH, Rest.
Qed.
