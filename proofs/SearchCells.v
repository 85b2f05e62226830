(* Rows as lists of cells, which a search can handle. A list shows a row if the cells are those of the row from some
   position on, and everything else is free. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower.
Import ListNotations.
Open Scope Z_scope.

(** A blank, a nickel or a penny. *)
Inductive cell := B | O | X.

Definition coin_of (c : cell) : option coin :=
  match c with B => None | O => Some nickel | X => Some penny end.

Definition differ (a b : cell) : bool :=
  match a, b with O, X | X, O => true | _, _ => false end.

Lemma unlike_differ : forall a b, unlike (coin_of a) (coin_of b) = if differ a b then 1 else 0.
Proof. intros [] []; reflexivity. Qed.

Lemma differ_sym : forall a b, differ a b = differ b a.
Proof. intros [] []; reflexivity. Qed.

(** * Cells by position *)

Definition len (l : list cell) : Z := Z.of_nat (length l).

Lemma len_nonneg : forall l, 0 <= len l.
Proof. intros. unfold len. lia. Qed.

Lemma len_cons : forall c l, len (c :: l) = 1 + len l.
Proof. intros. unfold len. simpl length. lia. Qed.

Lemma len_app : forall l1 l2, len (l1 ++ l2) = len l1 + len l2.
Proof. intros. unfold len. rewrite app_length. lia. Qed.

Definition blanks (size : nat) : list cell := repeat B size.

Lemma len_blanks : forall size, len (blanks size) = Z.of_nat size.
Proof. intros. unfold len, blanks. rewrite repeat_length. reflexivity. Qed.

Lemma rev_blanks : forall size, rev (blanks size) = blanks size.
Proof.
  unfold blanks. induction size as [|size IH]; [reflexivity|]. cbn [repeat rev]. rewrite IH. symmetry.
  apply repeat_cons.
Qed.

Fixpoint look (l : list cell) (q : Z) : option coin :=
  match l with
  | [] => None
  | c :: rest => if q =? 0 then coin_of c else look rest (q - 1)
  end.

Lemma look_outside : forall l q, q < 0 \/ len l <= q -> look l q = None.
Proof.
  induction l as [|c l IH]; intros q H; simpl; [reflexivity|]. rewrite len_cons in H.
  pose proof (len_nonneg l). destruct (Z.eqb_spec q 0) as [|]; [lia|]. apply IH. lia.
Qed.

Lemma look_app : forall l1 l2 q, look (l1 ++ l2) q = if q <? len l1 then look l1 q else look l2 (q - len l1).
Proof.
  induction l1 as [|c l1 IH]; intros l2 q.
  - change (len []) with 0. simpl. replace (q - 0) with q by lia.
    destruct (Z.ltb_spec q 0) as [|]; [|reflexivity]. apply look_outside. lia.
  - rewrite len_cons. cbn [look app]. pose proof (len_nonneg l1). rewrite IH.
    destruct (Z.eqb_spec q 0) as [|]; destruct (Z.ltb_spec (q - 1) (len l1)) as [|];
      destruct (Z.ltb_spec q (1 + len l1)) as [|]; try reflexivity; try lia.
    f_equal. lia.
Qed.

Lemma look_left : forall l1 l2 q, q < len l1 -> look (l1 ++ l2) q = look l1 q.
Proof. intros l1 l2 q H. rewrite look_app. destruct (Z.ltb_spec q (len l1)); [reflexivity|lia]. Qed.

Lemma look_right : forall l1 l2 q, len l1 <= q -> look (l1 ++ l2) q = look l2 (q - len l1).
Proof. intros l1 l2 q H. rewrite look_app. destruct (Z.ltb_spec q (len l1)); [lia|reflexivity]. Qed.

Lemma look_blanks : forall size q, look (blanks size) q = None.
Proof.
  induction size as [|size IH]; intros q; simpl; [reflexivity|]. rewrite IH. destruct (q =? 0); reflexivity.
Qed.

Lemma look_head : forall l1 l2, look (l1 ++ l2) (len l1) = coin_of (hd B l2).
Proof.
  intros l1 l2. rewrite look_right by lia. replace (len l1 - len l1) with 0 by lia. destruct l2; reflexivity.
Qed.

Lemma last_cons : forall (l : list cell) c d, last (c :: l) d = last l c.
Proof.
  induction l as [|a l IH]; intros c d; [reflexivity|].
  change (last (c :: a :: l) d) with (last (a :: l) d). rewrite !IH. reflexivity.
Qed.

Lemma last_app : forall (l1 l2 : list cell) d, last (l1 ++ l2) d = last l2 (last l1 d).
Proof.
  induction l1 as [|c l1 IH]; intros l2 d; [reflexivity|].
  change ((c :: l1) ++ l2) with (c :: (l1 ++ l2)). rewrite !last_cons. apply IH.
Qed.

Lemma look_last : forall l1 l2, look (l1 ++ l2) (len l1 - 1) = coin_of (last l1 B).
Proof.
  intros l1 l2. rewrite look_left by lia. destruct l1 as [|c l1] using rev_ind.
  - apply look_outside. simpl. lia.
  - rewrite last_last, len_app. change (len [c]) with 1. replace (len l1 + 1 - 1) with (len l1) by lia.
    apply (look_head l1 [c]).
Qed.

Lemma hd_rev : forall l, hd B (rev l) = last l B.
Proof.
  destruct l as [|c l] using rev_ind; [reflexivity|]. rewrite rev_unit, last_last. reflexivity.
Qed.

Lemma last_rev : forall l, last (rev l) B = hd B l.
Proof. intros l. rewrite <- hd_rev, rev_involutive. reflexivity. Qed.

(** * Parts of a list *)

Lemma split_at : forall l q, 0 <= q <= len l -> exists l1 l2, l = l1 ++ l2 /\ len l1 = q.
Proof.
  intros l q H. exists (firstn (Z.to_nat q) l), (skipn (Z.to_nat q) l). split.
  - symmetry. apply firstn_skipn.
  - unfold len in *. rewrite firstn_length. lia.
Qed.

Lemma all_blank : forall l, (forall q, 0 <= q < len l -> look l q = None) -> l = blanks (length l).
Proof.
  induction l as [|c l IH]; intros H; [reflexivity|]. unfold blanks. simpl. f_equal.
  - specialize (H 0). rewrite len_cons in H. pose proof (len_nonneg l). cbn [look] in H.
    destruct c; [reflexivity| |]; specialize (H ltac:(lia)); discriminate.
  - apply IH. intros q Hq. specialize (H (q + 1)). rewrite len_cons in H. cbn [look] in H.
    destruct (Z.eqb_spec (q + 1) 0) as [|]; [lia|]. replace (q + 1 - 1) with q in H by lia. apply H. lia.
Qed.

Lemma all_coins : forall l, (forall q, 0 <= q < len l -> look l q <> None) -> ~ In B l.
Proof.
  intros l H HB. apply in_split in HB. destruct HB as [l1 [l2 E]]. subst l.
  rewrite len_app, len_cons in H. pose proof (len_nonneg l1). pose proof (len_nonneg l2).
  apply (H (len l1)); [lia|]. rewrite look_head. reflexivity.
Qed.

(** * Rows and lists *)

(** The cells of [l] lie from position [first] on. *)
Definition shows_from (first : Z) (l : list cell) (r : row) : Prop := forall p, r p = look l (p - first).

Definition shows (l : list cell) (r : row) : Prop := exists first, shows_from first l r.

Lemma shows_front : forall size first l r,
  shows_from first (blanks size ++ l) r <-> shows_from (first + Z.of_nat size) l r.
Proof.
  assert (E : forall size first l p, look (blanks size ++ l) (p - first) = look l (p - (first + Z.of_nat size))).
  { intros size first l p. rewrite look_app, len_blanks, look_blanks.
    destruct (Z.ltb_spec (p - first) (Z.of_nat size)) as [|]; [|f_equal; lia].
    symmetry. apply look_outside. lia. }
  intros size first l r. unfold shows_from. split; intros H p; rewrite H; [|symmetry]; apply E.
Qed.

Lemma shows_back : forall size first l r, shows_from first (l ++ blanks size) r <-> shows_from first l r.
Proof.
  assert (E : forall size l q, look (l ++ blanks size) q = look l q).
  { intros size l q. rewrite look_app, look_blanks. destruct (Z.ltb_spec q (len l)) as [|]; [reflexivity|].
    symmetry. apply look_outside. lia. }
  intros size first l r. unfold shows_from. split; intros H p; rewrite H; [|symmetry]; apply E.
Qed.

(** A block [w] that moves to the right. *)
Lemma play_right : forall k first before w between after r m,
  len w = Z.of_nat k ->
  shows_from first (before ++ w ++ between ++ blanks k ++ after) r ->
  source m = first + len before -> target m = source m + Z.of_nat k + len between ->
  shows_from first (before ++ blanks k ++ between ++ w ++ after) (play (Z.of_nat k) r m).
Proof.
  intros k first before w between after r m Hw Hr Hs Ht p.
  pose proof (len_nonneg before). pose proof (len_nonneg between). unfold play. rewrite !Hr.
  rewrite !look_app, !look_blanks, !len_blanks, Hw.
  split_within;
    repeat match goal with |- context [?a <? ?b] => destruct (Z.ltb_spec a b) as [|]; try (exfalso; lia) end;
    try reflexivity; f_equal; lia.
Qed.

(** A block [w] that moves to the left. *)
Lemma play_left : forall k first before w between after r m,
  len w = Z.of_nat k ->
  shows_from first (before ++ blanks k ++ between ++ w ++ after) r ->
  target m = first + len before -> source m = target m + Z.of_nat k + len between ->
  shows_from first (before ++ w ++ between ++ blanks k ++ after) (play (Z.of_nat k) r m).
Proof.
  intros k first before w between after r m Hw Hr Ht Hs p.
  pose proof (len_nonneg before). pose proof (len_nonneg between). unfold play. rewrite !Hr.
  rewrite !look_app, !look_blanks, !len_blanks, Hw.
  split_within;
    repeat match goal with |- context [?a <? ?b] => destruct (Z.ltb_spec a b) as [|]; try (exfalso; lia) end;
    try reflexivity; f_equal; lia.
Qed.

(** * The canonical list of a row: without blanks at the ends *)

Fixpoint strip (l : list cell) : list cell := match l with B :: rest => strip rest | _ => l end.

Definition trim (l : list cell) : list cell := rev_append (strip (rev_append (strip l) [])) [].

Lemma strip_spec : forall l, exists size, l = blanks size ++ strip l.
Proof.
  induction l as [|c l [size IH]]; [exists 0%nat; reflexivity|].
  destruct c; [|exists 0%nat; reflexivity|exists 0%nat; reflexivity].
  exists (S size). cbn [strip]. exact (f_equal (cons B) IH).
Qed.

Lemma trim_shows : forall l r, shows l r -> shows (trim l) r.
Proof.
  intros l r [first H]. destruct (strip_spec l) as [front E]. rewrite E in H. apply shows_front in H.
  exists (first + Z.of_nat front). unfold trim. rewrite !rev_append_rev, !app_nil_r.
  destruct (strip_spec (rev (strip l))) as [back E']. apply (f_equal (@rev cell)) in E'.
  rewrite rev_involutive, rev_app_distr, rev_blanks in E'. rewrite E' in H. apply shows_back in H. exact H.
Qed.

(** A list without blanks at the ends begins and ends with a coin. *)
Lemma trim_ends : forall l, trim l = [] \/ (hd B (trim l) <> B /\ last (trim l) B <> B).
Proof.
  assert (Head : forall l, strip l = [] \/ hd B (strip l) <> B).
  { induction l as [|c l IH]; [left; reflexivity|]. destruct c; [exact IH|right; discriminate|right; discriminate]. }
  intros l. unfold trim. rewrite !rev_append_rev, !app_nil_r. set (s := strip l).
  destruct (Head (rev s)) as [E|E]; [left; rewrite E; reflexivity|]. right. rewrite hd_rev, last_rev. split; [|exact E].
  destruct (strip_spec (rev s)) as [size R].
  assert (L : last (strip (rev s)) B = hd B s).
  { rewrite <- (last_rev s). rewrite R at 2. rewrite last_app. destruct (strip (rev s)) as [|c t]; [exfalso; apply E; reflexivity|].
    rewrite !last_cons. reflexivity. }
  rewrite L. destruct (Head l) as [N|N]; [|exact N]. exfalso. apply E. unfold s. rewrite N. reflexivity.
Qed.
