(* A chain of moves through disjoint windows: each fills the window that the last one left. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay.
Import ListNotations.
Open Scope Z_scope.

Definition disjoint (k x y : Z) : Prop := x + k <= y \/ y + k <= x.

(** From the second window to the first, from the third to the second, and so on. *)
Fixpoint chain (windows : list Z) : list move :=
  match windows with
  | y :: rest => match rest with x :: _ => Move x y :: chain rest | [] => [] end
  | [] => []
  end.

(** Row [s] shows in each window what [r] shows in the next one, and nothing in the last. *)
Fixpoint shifted (k : Z) (r s : row) (windows : list Z) : Prop :=
  match windows with
  | y :: rest =>
      match rest with
      | x :: _ => (forall c, 0 <= c < k -> s (y + c) = r (x + c)) /\ shifted k r s rest
      | [] => forall c, 0 <= c < k -> s (y + c) = None
      end
  | [] => True
  end.

Definition full (k : Z) (r : row) (x : Z) : Prop := forall c, 0 <= c < k -> r (x + c) <> None.

(** Such moves are legal and lead to the shifted row, if all windows but the first hold coins. *)
Lemma chain_leads : forall k rest y r s, 0 < k ->
  ForallOrdPairs (disjoint k) (y :: rest) ->
  (forall c, 0 <= c < k -> r (y + c) = None) -> Forall (full k r) rest ->
  shifted k r s (y :: rest) ->
  (forall p, Forall (fun x => within x k p = false) (y :: rest) -> s p = r p) ->
  leads k r (chain (y :: rest)) s.
Proof.
  intros k rest. induction rest as [| x rest IH]; intros y r s Hk D Free Full Shift Outside.
  - simpl in *. intros p. destruct (within y k p) eqn:W.
    + apply within_iff in W. replace p with (y + (p - y)) by lia.
      rewrite Free, Shift by lia. reflexivity.
    + symmetry. apply Outside. repeat constructor. exact W.
  - inversion D as [| y' l Dy Drest Ey]; subst. inversion Dy as [| x' l' Dyx Dyrest Ex]; subst.
    inversion Drest as [| x' l' Dx Dlater Ex]; subst.
    inversion Full as [| x' l' Fx Frest Ex]; subst.
    destruct Shift as [Sy Srest]. rewrite Forall_forall in Dyrest, Dx.
    assert (Elsewhere : forall z c, disjoint k y z -> disjoint k x z -> 0 <= c < k ->
      play k r (Move x y) (z + c) = r (z + c)).
    { unfold disjoint. intros z c Dyz Dxz Hc. apply play_elsewhere; simpl; lia. }
    change (chain (y :: x :: rest)) with (Move x y :: chain (x :: rest)).
    split; [intros c Hc; split; [apply Fx, Hc | apply Free, Hc] |].
    apply IH; try assumption.
    + intros c Hc. apply play_source; simpl; try lia.
      intros i Hi. split; [apply Fx, Hi | apply Free, Hi].
    + apply Forall_forall. intros z Hz c Hc. rewrite Elsewhere by (assumption || apply Dyrest, Hz || apply Dx, Hz).
      rewrite Forall_forall in Frest. apply (Frest z Hz), Hc.
    + clear - Srest Elsewhere Dyrest Dx Drest. revert Srest.
      assert (G : forall later first, (forall z, In z later -> disjoint k y z /\ disjoint k x z) ->
        shifted k r s (first :: later) -> shifted k (play k r (Move x y)) s (first :: later)).
      { intros later. induction later as [| z later IH]; simpl; intros first H S; [exact S |].
        destruct S as [S1 S2]. split.
        - intros c Hc. destruct (H z (or_introl eq_refl)) as [Hy Hx].
          rewrite Elsewhere by assumption. apply S1, Hc.
        - apply IH; [| exact S2]. intros z' Hz'. apply H. right. exact Hz'. }
      apply G. intros z Hz. split; [apply Dyrest, Hz | apply Dx, Hz].
    + intros p Hp. inversion Hp as [| x' l' Wx Wrest Ex]; subst.
      destruct (within y k p) eqn:Wy.
      * apply within_iff in Wy. rewrite play_target by (simpl; lia). simpl.
        replace p with (y + (p - y)) at 1 by lia. apply Sy. lia.
      * unfold play. simpl. rewrite Wy, Wx. apply Outside. repeat constructor; assumption.
Qed.
