(* Rows as words, and what single moves and chains do to them (the lemma on chains of docs/theory.md). *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay.
Import ListNotations.
Open Scope Z_scope.

(** * Rows as words *)

Definition cell := option coin.
Definition word := list cell.

(** The row that shows a word from position [lo] on, and nothing elsewhere. *)
Fixpoint at_ (lo : Z) (w : word) : row :=
  match w with
  | [] => fun _ => None
  | c :: w => fun p => if p =? lo then c else at_ (lo + 1) w p
  end.

Definition size (w : word) : Z := Z.of_nat (length w).

Lemma size_app : forall v w, size (v ++ w) = size v + size w.
Proof. intros v w. unfold size. rewrite app_length. lia. Qed.

Lemma at_left : forall w lo p, p < lo -> at_ lo w p = None.
Proof.
  intros w. induction w as [| c w IH]; simpl; intros lo p H; [reflexivity |].
  destruct (Z.eqb_spec p lo); [lia | apply IH; lia].
Qed.

Lemma at_app : forall v w lo p,
  at_ lo (v ++ w) p = if p <? lo + size v then at_ lo v p else at_ (lo + size v) w p.
Proof.
  intros v. induction v as [| c v IH]; intros w lo p.
  - cbn [app at_]. change (size []) with 0. rewrite Z.add_0_r. destruct (Z.ltb_spec p lo); [apply at_left; lia | reflexivity].
  - cbn [app at_]. rewrite IH. replace (size (c :: v)) with (1 + size v) by (unfold size; cbn [length]; lia).
    assert (0 <= size v) by (unfold size; lia). rewrite !Z.add_assoc.
    destruct (Z.eqb_spec p lo), (Z.ltb_spec p (lo + 1 + size v)); try reflexivity; lia.
Qed.

Lemma at_shift : forall w lo d p, at_ (lo + d) w (p + d) = at_ lo w p.
Proof.
  intros w. induction w as [| c w IH]; intros lo d p; [reflexivity |]. cbn [at_].
  replace (lo + d + 1) with (lo + 1 + d) by lia. rewrite IH.
  destruct (Z.eqb_spec (p + d) (lo + d)), (Z.eqb_spec p lo); try reflexivity; lia.
Qed.

Definition gap (k : nat) : word := repeat None k.

Lemma at_gap : forall k lo p, at_ lo (gap k) p = None.
Proof.
  intros k. induction k as [| k IH]; intros lo p; [reflexivity |]. cbn. rewrite IH. destruct (p =? lo); reflexivity.
Qed.

Definition coins (w : word) : Prop := Forall (fun c => c <> None) w.

Lemma at_coins : forall w lo p, coins w -> lo <= p < lo + size w -> at_ lo w p <> None.
Proof.
  intros w. induction w as [| c w IH]; intros lo p H Hp; [unfold size in Hp; simpl in Hp; lia |].
  inversion H; subst. cbn [at_]. replace (size (c :: w)) with (1 + size w) in Hp by (unfold size; cbn [length]; lia).
  destruct (Z.eqb_spec p lo); [assumption | apply IH; [assumption | lia]].
Qed.

(** * Moves *)

(** So many moves lead from one word to another, wherever it lies. *)
Definition walk (k : nat) (v : word) (count : nat) (w : word) : Prop :=
  forall lo, exists moves, leads (Z.of_nat k) (at_ lo v) moves (at_ lo w) /\ length moves = count.

Lemma walk_nil : forall k w, walk k w 0 w.
Proof. intros k w lo. exists []. split; [apply same_refl | reflexivity]. Qed.

Lemma walk_trans : forall k u v w b c, walk k u b v -> walk k v c w -> walk k u (b + c) w.
Proof.
  intros k u v w b c H J lo. destruct (H lo) as [x [X Lx]]. destruct (J lo) as [y [Y Ly]].
  exists (x ++ y). split; [apply (leads_app _ _ _ _ _ _ X Y) | rewrite app_length; lia].
Qed.

Lemma five : forall a u b v c lo p s t e, s = lo + size a -> t = s + size u + size b -> e = size v ->
  at_ lo (a ++ u ++ b ++ v ++ c) p =
  if p <? s then at_ lo a p else if p <? s + size u then at_ s u p
  else if p <? t then at_ (s + size u) b p else if p <? t + e then at_ t v p else at_ (t + e) c p.
Proof.
  intros a u b v c lo p s t e -> -> ->. rewrite !at_app. rewrite ?Z.add_assoc. reflexivity.
Qed.

Lemma size_nonneg : forall w, 0 <= size w.
Proof. intros w. unfold size. lia. Qed.

Lemma size_gap : forall k, size (gap k) = Z.of_nat k.
Proof. intros k. unfold size, gap. rewrite repeat_length. reflexivity. Qed.

(** A block slides to the right, or to the left, over what lies between. *)
Lemma slide_right : forall k a w b c, length w = k -> coins w ->
  walk k (a ++ w ++ b ++ gap k ++ c) 1 (a ++ gap k ++ b ++ w ++ c).
Proof.
  intros k a w b c L C lo. set (s := lo + size a). set (t := s + Z.of_nat k + size b).
  assert (Sw : size w = Z.of_nat k) by (unfold size; lia).
  pose proof (size_nonneg a). pose proof (size_nonneg b).
  assert (E : forall p, at_ lo (a ++ w ++ b ++ gap k ++ c) p =
    if p <? s then at_ lo a p else if p <? s + size w then at_ s w p else if p <? t then at_ (s + size w) b p
    else if p <? t + Z.of_nat k then at_ t (gap k) p else at_ (t + Z.of_nat k) c p)
    by (intros p; apply five; [reflexivity | unfold t; lia | rewrite size_gap; reflexivity]).
  exists [Move s t]. split; [| reflexivity]. cbn [leads]. split.
  - intros i Hi. cbn [source target]. rewrite !E, Sw. split.
    + destruct (Z.ltb_spec (s + i) s); [lia |]. destruct (Z.ltb_spec (s + i) (s + Z.of_nat k)); [| lia].
      apply at_coins; [exact C | lia].
    + destruct (Z.ltb_spec (t + i) s); [unfold t in *; lia |].
      destruct (Z.ltb_spec (t + i) (s + Z.of_nat k)); [unfold t in *; lia |].
      destruct (Z.ltb_spec (t + i) t); [lia |]. destruct (Z.ltb_spec (t + i) (t + Z.of_nat k)); [apply at_gap | lia].
  - intros p. rewrite (five a (gap k) b w c lo p s t (Z.of_nat k)) by (rewrite ?size_gap; unfold t; lia || reflexivity).
    unfold play. cbn [source target]. rewrite !E, Sw, size_gap.
    generalize (within_spec t (Z.of_nat k) p), (within_spec s (Z.of_nat k) p).
    destruct (within t (Z.of_nat k) p), (within s (Z.of_nat k) p); intros; unfold t in *;
      repeat match goal with |- context [?u <? ?v] => destruct (Z.ltb_spec u v); try (exfalso; lia) end;
      rewrite ?at_gap; try reflexivity.
    + replace (at_ (s + Z.of_nat k + size b) w p) with
        (at_ (s + (Z.of_nat k + size b)) w (s + (p - (s + Z.of_nat k + size b)) + (Z.of_nat k + size b))) by (f_equal; lia).
      symmetry. apply at_shift.
Qed.

Lemma slide_left : forall k a w b c, length w = k -> coins w ->
  walk k (a ++ gap k ++ b ++ w ++ c) 1 (a ++ w ++ b ++ gap k ++ c).
Proof.
  intros k a w b c L C lo. set (s := lo + size a). set (t := s + Z.of_nat k + size b).
  assert (Sw : size w = Z.of_nat k) by (unfold size; lia).
  pose proof (size_nonneg a). pose proof (size_nonneg b).
  assert (E : forall p, at_ lo (a ++ gap k ++ b ++ w ++ c) p =
    if p <? s then at_ lo a p else if p <? s + size (gap k) then at_ s (gap k) p else if p <? t then at_ (s + size (gap k)) b p
    else if p <? t + Z.of_nat k then at_ t w p else at_ (t + Z.of_nat k) c p)
    by (intros p; apply five; [reflexivity | rewrite size_gap; unfold t; lia | lia]).
  exists [Move t s]. split; [| reflexivity]. cbn [leads]. split.
  - intros i Hi. cbn [source target]. rewrite !E, size_gap. split.
    + destruct (Z.ltb_spec (t + i) s); [unfold t in *; lia |].
      destruct (Z.ltb_spec (t + i) (s + Z.of_nat k)); [unfold t in *; lia |].
      destruct (Z.ltb_spec (t + i) t); [lia |]. destruct (Z.ltb_spec (t + i) (t + Z.of_nat k)); [| lia].
      apply at_coins; [exact C | lia].
    + destruct (Z.ltb_spec (s + i) s); [lia |]. destruct (Z.ltb_spec (s + i) (s + Z.of_nat k)); [apply at_gap | lia].
  - intros p. rewrite (five a w b (gap k) c lo p s t (Z.of_nat k)) by (rewrite ?size_gap; unfold t; lia || reflexivity).
    unfold play. cbn [source target]. rewrite !E, Sw, size_gap.
    generalize (within_spec t (Z.of_nat k) p), (within_spec s (Z.of_nat k) p).
    destruct (within t (Z.of_nat k) p), (within s (Z.of_nat k) p); intros; unfold t in *;
      repeat match goal with |- context [?u <? ?v] => destruct (Z.ltb_spec u v); try (exfalso; lia) end;
      rewrite ?at_gap; try reflexivity.
    + replace (s + Z.of_nat k + size b + (p - s)) with (p + (Z.of_nat k + size b)) by lia.
      rewrite <- Z.add_assoc. apply at_shift.
Qed.

(** * Chains *)

(** A chain takes groups at two places in turn. [pairs] are these groups in the order of the word, each time one of the
    left place and one of the right place. *)
Definition firsts (pairs : list (word * word)) : word := concat (map fst pairs).
Definition seconds (pairs : list (word * word)) : word := concat (map snd pairs).
Definition both (pairs : list (word * word)) : word := concat (map (fun '(u, v) => u ++ v) pairs).

Definition sized (s : nat) (pairs : list (word * word)) : Prop :=
  Forall (fun '(u, v) => length u = s /\ length v = s /\ coins u /\ coins v) pairs.

Lemma both_app : forall p q, both (p ++ q) = both p ++ both q.
Proof. intros p q. unfold both. rewrite map_app, concat_app. reflexivity. Qed.
Lemma firsts_app : forall p q, firsts (p ++ q) = firsts p ++ firsts q.
Proof. intros p q. unfold firsts. rewrite map_app, concat_app. reflexivity. Qed.
Lemma seconds_app : forall p q, seconds (p ++ q) = seconds p ++ seconds q.
Proof. intros p q. unfold seconds. rewrite map_app, concat_app. reflexivity. Qed.

Lemma same_end : forall p q r w : word, p ++ q = r ++ w -> length q = length w -> q = w.
Proof.
  intros p q r w H Hl.
  assert (length p = length r) by (apply (f_equal (@length _)) in H; rewrite !app_length in H; lia).
  revert r H H0. induction p as [| c0 p IHp]; intros [| c1 r] H H0; try discriminate; [exact H |].
  cbn in H. injection H as _ H. injection H0 as H0. apply (IHp r H H0).
Qed.

(** The hand [x] at the right place, and the free positions at the left one. *)
Lemma chain_words : forall k s taken left x y a b c,
  length x = k -> coins x -> sized s taken -> sized s left -> length taken = length left -> (s <= k)%nat ->
  both taken ++ x = y ++ both left -> length y = k ->
  walk k (a ++ firsts taken ++ gap k ++ b ++ seconds taken ++ x ++ c) (2 * length taken)
    (a ++ gap k ++ firsts left ++ b ++ y ++ seconds left ++ c).
Proof.
  intros k s taken. induction taken as [| [u v] taken IH] using rev_ind; intros left x y a b c Lx Cx St Sl N Sk E Ly.
  - destruct left; [| discriminate]. cbn in *. rewrite app_nil_r in E. subst y. apply walk_nil.
  - destruct left as [| [t2 t1] left _] using rev_ind; [rewrite app_length in N; cbn in N; lia |].
    rewrite !app_length in N. cbn [length] in N.
    apply Forall_app in St, Sl. destruct St as [St Su]. destruct Sl as [Sl Stt].
    apply Forall_inv in Su, Stt. cbn beta iota in Su, Stt.
    destruct Su as [Lu [Lv [Cu Cv]]]. destruct Stt as [Lt2 [Lt1 [Ct2 Ct1]]]. subst k.
    set (z := u ++ v ++ x) in *.
    assert (Z1 : z = firstn (length x) z ++ t2 ++ t1).
    { rewrite <- (firstn_skipn (length x) z) at 1. f_equal.
      rewrite !both_app in E. cbn [both map concat] in E. unfold both in E. cbn [map concat] in E.
      rewrite !app_nil_r in E. rewrite <- !app_assoc in E. fold z in E.
      fold (both taken) in E. fold (both left) in E.
      rewrite <- (firstn_skipn (length x) z) in E. rewrite !app_assoc in E.
      rewrite <- !app_assoc in E. rewrite (app_assoc (both taken)) in E. rewrite (app_assoc y) in E.
      apply (same_end _ _ _ _ E). rewrite skipn_length. unfold z. rewrite !app_length. lia. }
    set (x' := firstn (length x) z) in *.
    assert (Lx' : length x' = length x).
    { unfold x'. rewrite firstn_length. unfold z. rewrite !app_length. lia. }
    assert (Cz : coins z) by (unfold z; apply Forall_app; split; [exact Cu | apply Forall_app; split; assumption]).
    assert (Cx' : coins x') by (rewrite Z1 in Cz; apply Forall_app in Cz; apply Cz).
    (* The first move takes all but the last group of v ++ x. *)
    assert (W : exists w1, v ++ x = w1 ++ t1 /\ u ++ w1 = x' ++ t2 /\ length w1 = length x /\ coins w1).
    { exists (firstn (length x) (v ++ x)). 
      assert (V1 : v ++ x = firstn (length x) (v ++ x) ++ t1).
      { rewrite <- (firstn_skipn (length x) (v ++ x)) at 1. f_equal.
          apply (same_end (u ++ firstn (length x) (v ++ x)) _ (x' ++ t2)).
        - rewrite <- !app_assoc, firstn_skipn. fold z. exact Z1.
        - rewrite skipn_length, app_length. lia. }
      split; [exact V1 |]. split; [| split].
      - apply (app_inv_tail t1). rewrite <- !app_assoc, <- V1. fold z. exact Z1.
      - rewrite firstn_length, app_length. lia.
      - assert (Cvx : coins (v ++ x)) by (apply Forall_app; split; assumption).
        rewrite V1 in Cvx. apply Forall_app in Cvx. apply Cvx. }
    destruct W as [w1 [V1 [U1 [Lw1 Cw1]]]].
    rewrite !firsts_app, !seconds_app, app_length. cbn [length].
    replace (2 * (length taken + 1))%nat with (1 + (1 + 2 * length taken))%nat by lia.
    unfold firsts at 2 4, seconds at 2 4. cbn [map concat fst snd]. rewrite !app_nil_r. rewrite <- !app_assoc.
    eapply walk_trans; [| eapply walk_trans].
    + replace (a ++ firsts taken ++ u ++ gap (length x) ++ b ++ seconds taken ++ v ++ x ++ c)
        with ((a ++ firsts taken ++ u) ++ gap (length x) ++ (b ++ seconds taken) ++ w1 ++ t1 ++ c)
        by (rewrite <- !app_assoc; do 5 f_equal; rewrite (app_assoc v), V1, <- !app_assoc; reflexivity).
      apply slide_left; assumption.
    + replace ((a ++ firsts taken ++ u) ++ w1 ++ (b ++ seconds taken) ++ gap (length x) ++ t1 ++ c)
        with ((a ++ firsts taken) ++ x' ++ (t2 ++ b ++ seconds taken) ++ gap (length x) ++ t1 ++ c)
        by (rewrite <- !app_assoc; do 2 f_equal; rewrite (app_assoc u), U1, <- !app_assoc; reflexivity).
      apply slide_right; assumption.
    + replace ((a ++ firsts taken) ++ gap (length x) ++ (t2 ++ b ++ seconds taken) ++ x' ++ t1 ++ c)
        with (a ++ firsts taken ++ gap (length x) ++ (t2 ++ b) ++ seconds taken ++ x' ++ (t1 ++ c))
        by (rewrite <- !app_assoc; reflexivity).
      replace (a ++ gap (length x) ++ firsts left ++ t2 ++ b ++ y ++ seconds left ++ t1 ++ c)
        with (a ++ gap (length x) ++ firsts left ++ (t2 ++ b) ++ y ++ seconds left ++ (t1 ++ c))
        by (rewrite <- !app_assoc; reflexivity).
      apply (IH left x' y); try assumption; try lia.
      apply (app_inv_tail (t2 ++ t1)). rewrite <- !app_assoc, <- Z1. unfold z.
      rewrite !both_app in E. unfold both at 2 4 in E. cbn [map concat] in E. rewrite !app_nil_r, <- !app_assoc in E. exact E.
Qed.

(** The same with the hand at the left place. *)
Lemma chain_words_left : forall k s taken left x y a b c,
  length x = k -> coins x -> sized s taken -> sized s left -> length taken = length left -> (s <= k)%nat ->
  both taken ++ x = y ++ both left -> length y = k ->
  walk k (a ++ seconds taken ++ x ++ b ++ firsts taken ++ gap k ++ c) (2 * length taken)
    (a ++ y ++ seconds left ++ b ++ gap k ++ firsts left ++ c).
Proof.
  intros k s taken. induction taken as [| [u v] taken IH] using rev_ind; intros left x y a b c Lx Cx St Sl N Sk E Ly.
  - destruct left; [| discriminate]. cbn in *. rewrite app_nil_r in E. subst y. apply walk_nil.
  - destruct left as [| [t2 t1] left _] using rev_ind; [rewrite app_length in N; cbn in N; lia |].
    rewrite !app_length in N. cbn [length] in N.
    apply Forall_app in St, Sl. destruct St as [St Su]. destruct Sl as [Sl Stt].
    apply Forall_inv in Su, Stt. cbn beta iota in Su, Stt.
    destruct Su as [Lu [Lv [Cu Cv]]]. destruct Stt as [Lt2 [Lt1 [Ct2 Ct1]]]. subst k.
    set (z := u ++ v ++ x) in *.
    assert (Z1 : z = firstn (length x) z ++ t2 ++ t1).
    { rewrite <- (firstn_skipn (length x) z) at 1. f_equal.
      rewrite !both_app in E. cbn [both map concat] in E. unfold both in E. cbn [map concat] in E.
      rewrite !app_nil_r in E. rewrite <- !app_assoc in E. fold z in E.
      fold (both taken) in E. fold (both left) in E.
      rewrite <- (firstn_skipn (length x) z) in E. rewrite !app_assoc in E.
      rewrite <- !app_assoc in E. rewrite (app_assoc (both taken)) in E. rewrite (app_assoc y) in E.
      apply (same_end _ _ _ _ E). rewrite skipn_length. unfold z. rewrite !app_length. lia. }
    set (x' := firstn (length x) z) in *.
    assert (Lx' : length x' = length x).
    { unfold x'. rewrite firstn_length. unfold z. rewrite !app_length. lia. }
    assert (Cz : coins z) by (unfold z; apply Forall_app; split; [exact Cu | apply Forall_app; split; assumption]).
    assert (Cx' : coins x') by (rewrite Z1 in Cz; apply Forall_app in Cz; apply Cz).
    (* The first move takes all but the last group of v ++ x. *)
    assert (W : exists w1, v ++ x = w1 ++ t1 /\ u ++ w1 = x' ++ t2 /\ length w1 = length x /\ coins w1).
    { exists (firstn (length x) (v ++ x)). 
      assert (V1 : v ++ x = firstn (length x) (v ++ x) ++ t1).
      { rewrite <- (firstn_skipn (length x) (v ++ x)) at 1. f_equal.
          apply (same_end (u ++ firstn (length x) (v ++ x)) _ (x' ++ t2)).
        - rewrite <- !app_assoc, firstn_skipn. fold z. exact Z1.
        - rewrite skipn_length, app_length. lia. }
      split; [exact V1 |]. split; [| split].
      - apply (app_inv_tail t1). rewrite <- !app_assoc, <- V1. fold z. exact Z1.
      - rewrite firstn_length, app_length. lia.
      - assert (Cvx : coins (v ++ x)) by (apply Forall_app; split; assumption).
        rewrite V1 in Cvx. apply Forall_app in Cvx. apply Cvx. }
    destruct W as [w1 [V1 [U1 [Lw1 Cw1]]]].
    rewrite !firsts_app, !seconds_app, app_length. cbn [length].
    replace (2 * (length taken + 1))%nat with (1 + (1 + 2 * length taken))%nat by lia.
    unfold firsts at 2 4, seconds at 2 4. cbn [map concat fst snd]. rewrite !app_nil_r. rewrite <- !app_assoc.
    eapply walk_trans; [| eapply walk_trans].
    + replace (a ++ seconds taken ++ v ++ x ++ b ++ firsts taken ++ u ++ gap (length x) ++ c)
        with ((a ++ seconds taken) ++ w1 ++ (t1 ++ b ++ firsts taken ++ u) ++ gap (length x) ++ c)
        by (rewrite <- !app_assoc; do 2 f_equal; rewrite (app_assoc v), V1, <- !app_assoc; reflexivity).
      apply slide_right; assumption.
    + replace ((a ++ seconds taken) ++ gap (length x) ++ (t1 ++ b ++ firsts taken ++ u) ++ w1 ++ c)
        with ((a ++ seconds taken) ++ gap (length x) ++ (t1 ++ b ++ firsts taken) ++ x' ++ t2 ++ c)
        by (rewrite <- !app_assoc; do 6 f_equal; rewrite (app_assoc u), U1, <- !app_assoc; reflexivity).
      apply slide_left; assumption.
    + replace ((a ++ seconds taken) ++ x' ++ (t1 ++ b ++ firsts taken) ++ gap (length x) ++ t2 ++ c)
        with (a ++ seconds taken ++ x' ++ (t1 ++ b) ++ firsts taken ++ gap (length x) ++ (t2 ++ c))
        by (rewrite <- !app_assoc; reflexivity).
      replace (a ++ y ++ seconds left ++ t1 ++ b ++ gap (length x) ++ firsts left ++ t2 ++ c)
        with (a ++ y ++ seconds left ++ (t1 ++ b) ++ gap (length x) ++ firsts left ++ (t2 ++ c))
        by (rewrite <- !app_assoc; reflexivity).
      apply (IH left x' y); try assumption; try lia.
      apply (app_inv_tail (t2 ++ t1)). rewrite <- !app_assoc, <- Z1. unfold z.
      rewrite !both_app in E. unfold both at 2 4 in E. cbn [map concat] in E. rewrite !app_nil_r, <- !app_assoc in E. exact E.
Qed.

Open Scope nat_scope.

(** * Powers of words *)

Definition o : cell := Some nickel.
Definition x : cell := Some penny.

(** A word, repeated. *)
Fixpoint pw (w : word) (n : nat) : word := match n with O => [] | S n => w ++ pw w n end.

Lemma pw_length : forall w n, length (pw w n) = (length w * n)%nat.
Proof. intros w n. induction n as [| n IH]; cbn [pw]; [simpl; lia | rewrite app_length, IH; lia]. Qed.

Lemma pw_coins : forall w n, coins w -> coins (pw w n).
Proof. intros w n H. induction n as [| n IH]; [constructor | apply Forall_app; split; assumption]. Qed.

Lemma pw_add : forall w a b l, pw w a ++ pw w b ++ l = pw w (a + b) ++ l.
Proof. intros w a b l. induction a as [| a IH]; [reflexivity |]. cbn [pw Nat.add]. rewrite <- !app_assoc, IH. reflexivity. Qed.

Lemma pw_rotate : forall v w n l, v ++ pw (w ++ v) n ++ l = pw (v ++ w) n ++ v ++ l.
Proof.
  intros v w n l. induction n as [| n IH]; [reflexivity |]. cbn [pw]. rewrite <- !app_assoc, IH. reflexivity.
Qed.

Lemma pw_next : forall w n l, pw w n ++ w ++ l = pw w (S n) ++ l.
Proof.
  intros w n l. induction n as [| n IH]; [cbn [pw]; rewrite app_nil_r; reflexivity |].
  cbn [pw] in *. rewrite <- !app_assoc, IH, <- !app_assoc. reflexivity.
Qed.

Lemma pw_double : forall w n, pw (w ++ w) n = pw w (2 * n).
Proof.
  intros w n. induction n as [| n IH]; [reflexivity |]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  cbn [pw]. rewrite IH, <- app_assoc. reflexivity.
Qed.

(** The normal form of a word: letters move right past a power as far as they go, and powers take up what follows. *)

Lemma rotate_1 : forall a n l, a :: pw [a] n ++ l = pw [a] n ++ a :: l.
Proof. intros a n l. exact (pw_rotate [a] [] n l). Qed.
Lemma rotate_2 : forall a b n l, b :: pw [a; b] n ++ l = pw [b; a] n ++ b :: l.
Proof. intros a b n l. exact (pw_rotate [b] [a] n l). Qed.
Lemma rotate_4 : forall a b c d n l, d :: pw [a; b; c; d] n ++ l = pw [d; a; b; c] n ++ d :: l.
Proof. intros a b c d n l. exact (pw_rotate [d] [a; b; c] n l). Qed.
Lemma next_1 : forall a n l, pw [a] n ++ a :: l = pw [a] (S n) ++ l.
Proof. intros a n l. exact (pw_next [a] n l). Qed.
Lemma next_2 : forall a b n l, pw [a; b] n ++ a :: b :: l = pw [a; b] (S n) ++ l.
Proof. intros a b n l. exact (pw_next [a; b] n l). Qed.
Lemma next_4 : forall a b c d n l, pw [a; b; c; d] n ++ a :: b :: c :: d :: l = pw [a; b; c; d] (S n) ++ l.
Proof. intros a b c d n l. exact (pw_next [a; b; c; d] n l). Qed.
Lemma double_1 : forall a n, pw [a; a] n = pw [a] (2 * n).
Proof. intros a n. exact (pw_double [a] n). Qed.

Lemma double_2 : forall a n, pw [a; a; a; a] n = pw [a] (4 * n).
Proof. intros a n. change [a; a; a; a] with ([a; a] ++ [a; a]). rewrite pw_double, double_1. f_equal. lia. Qed.

Lemma borrow : forall a w e n l, 1 <= e -> pw [a] e ++ pw (w ++ [a]) n ++ l = pw [a] (e - 1) ++ pw (a :: w) n ++ a :: l.
Proof.
  intros a w e n l H. replace e with (S (e - 1)) at 1 by lia. rewrite <- pw_next.
  change ([a] ++ pw (w ++ [a]) n ++ l) with ([a] ++ pw (w ++ [a]) n ++ l). rewrite (pw_rotate [a] w n l). reflexivity.
Qed.
Lemma borrow_2 : forall a b e n l, 1 <= e -> pw [b] e ++ pw [a; b] n ++ l = pw [b] (e - 1) ++ pw [b; a] n ++ b :: l.
Proof. intros a b e n l. exact (borrow b [a] e n l). Qed.
Lemma borrow_4 : forall a b c d e n l, 1 <= e ->
  pw [d] e ++ pw [a; b; c; d] n ++ l = pw [d] (e - 1) ++ pw [d; a; b; c] n ++ d :: l.
Proof. intros a b c d e n l. exact (borrow d [a; b; c] e n l). Qed.

Lemma lend_2 : forall a b n e l, 1 <= e -> pw [a; b] n ++ a :: pw [b] e ++ l = pw [a; b] (S n) ++ pw [b] (e - 1) ++ l.
Proof.
  intros a b n e l H. replace e with (S (e - 1)) at 1 by lia. rewrite <- next_1, <- rotate_1. apply next_2.
Qed.

Lemma same_powers : forall w m n (l r : word), m = n -> l = r -> pw w m ++ l = pw w n ++ r.
Proof. intros w m n l r -> ->. reflexivity. Qed.

Ltac normal :=
  repeat first
    [ rewrite <- app_assoc | progress cbn [app] | rewrite double_1 | rewrite double_2
    | rewrite rotate_2 | rewrite rotate_4 | rewrite next_2 | rewrite next_4
    | rewrite rotate_1 
    | match goal with
      | |- context [pw [?a; ?b] ?n ++ ?a :: pw [?b] ?e ++ ?l] => rewrite (lend_2 a b n e l) by lia
      | |- context [pw [?b] ?e ++ pw [?a; ?b] ?n ++ ?l] => rewrite (borrow_2 a b e n l) by lia
      | |- context [pw [?d] ?e ++ pw [?a; ?b; ?c; ?d] ?n ++ ?l] => rewrite (borrow_4 a b c d e n l) by lia
      end
    | rewrite next_1 | rewrite pw_add ].

Ltac same_words :=
  repeat first
    [ reflexivity
    | match goal with
      | |- pw ?w ?m ++ _ = pw ?w ?n ++ _ => apply same_powers; [lia |]
      | |- ?w ++ _ = ?w ++ _ => f_equal
      | |- ?a :: _ = ?a :: _ => f_equal
      end ].

Ltac words := apply (app_inv_tail []); normal; same_words.

(** * Pairs of groups *)

Fixpoint pwp (p : list (word * word)) (n : nat) : list (word * word) := match n with O => [] | S n => p ++ pwp p n end.

Lemma pwp_length : forall p n, length (pwp p n) = (length p * n)%nat.
Proof. intros p n. induction n as [| n IH]; cbn [pwp]; [simpl; lia | rewrite app_length, IH; lia]. Qed.

Lemma pwp_firsts : forall p n, firsts (pwp p n) = pw (firsts p) n.
Proof. intros p n. induction n as [| n IH]; [reflexivity |]. cbn [pwp pw]. rewrite firsts_app, IH. reflexivity. Qed.
Lemma pwp_seconds : forall p n, seconds (pwp p n) = pw (seconds p) n.
Proof. intros p n. induction n as [| n IH]; [reflexivity |]. cbn [pwp pw]. rewrite seconds_app, IH. reflexivity. Qed.
Lemma pwp_both : forall p n, both (pwp p n) = pw (both p) n.
Proof. intros p n. induction n as [| n IH]; [reflexivity |]. cbn [pwp pw]. rewrite both_app, IH. reflexivity. Qed.

Lemma pwp_sized : forall s p n, sized s p -> sized s (pwp p n).
Proof. intros s p n H. induction n as [| n IH]; [constructor | apply Forall_app; split; assumption]. Qed.

Ltac lengths :=
  repeat first [progress cbn [length app] | rewrite app_length | rewrite pw_length | rewrite pwp_length | rewrite repeat_length]; lia.

Ltac is_coins :=
  repeat first [ assumption | apply Forall_nil | apply Forall_app; split | apply pw_coins | apply Forall_cons; [discriminate |] ].

Ltac is_sized :=
  unfold sized; repeat first
    [ apply Forall_nil | apply Forall_app; split | apply pwp_sized; unfold sized
    | apply Forall_cons; [repeat split; try reflexivity; is_coins |] ].

(** * Steps *)

(** Equal words are as good. *)
Lemma walk_eq : forall k u v c d w z, u = v -> w = z -> c = d -> walk k v c w -> walk k u d z.
Proof. intros k u v c d w z -> -> -> H. exact H. Qed.

(** The next step from a word: a slide of [w] between [a] and so on. *)
Lemma step_right : forall k u a w b c rest z, u = a ++ w ++ b ++ gap k ++ c -> length w = k -> coins w ->
  walk k (a ++ gap k ++ b ++ w ++ c) rest z -> walk k u (1 + rest) z.
Proof. intros k u a w b c rest z -> L C H. eapply walk_trans; [apply slide_right; assumption | exact H]. Qed.

Lemma step_left : forall k u a w b c rest z, u = a ++ gap k ++ b ++ w ++ c -> length w = k -> coins w ->
  walk k (a ++ w ++ b ++ gap k ++ c) rest z -> walk k u (1 + rest) z.
Proof. intros k u a w b c rest z -> L C H. eapply walk_trans; [apply slide_left; assumption | exact H]. Qed.

Lemma step_chain : forall k s u taken left h y a b c rest z,
  u = a ++ firsts taken ++ gap k ++ b ++ seconds taken ++ h ++ c ->
  length h = k -> coins h -> sized s taken -> sized s left -> length taken = length left -> (s <= k)%nat ->
  both taken ++ h = y ++ both left -> length y = k ->
  walk k (a ++ gap k ++ firsts left ++ b ++ y ++ seconds left ++ c) rest z ->
  walk k u (2 * length taken + rest) z.
Proof.
  intros k s u taken left h y a b c rest z -> Lh Ch St Sl L Sk E Ly H.
  eapply walk_trans; [apply (chain_words k s taken left h y); assumption | exact H].
Qed.

Lemma step_chain_left : forall k s u taken left h y a b c rest z,
  u = a ++ seconds taken ++ h ++ b ++ firsts taken ++ gap k ++ c ->
  length h = k -> coins h -> sized s taken -> sized s left -> length taken = length left -> s <= k ->
  both taken ++ h = y ++ both left -> length y = k ->
  walk k (a ++ y ++ seconds left ++ b ++ gap k ++ firsts left ++ c) rest z ->
  walk k u (2 * length taken + rest) z.
Proof.
  intros k s u taken left h y a b c rest z -> Lh Ch St Sl L Sk E Ly H.
  eapply walk_trans; [apply (chain_words_left k s taken left h y); assumption | exact H].
Qed.

Ltac pairs := rewrite ?firsts_app, ?seconds_app, ?both_app, ?pwp_firsts, ?pwp_seconds, ?pwp_both;
  cbn [firsts seconds both map concat fst snd app].

Ltac slide := [> pairs; words | lengths | is_coins |].
Ltac chained := [> pairs; words | lengths | is_coins | is_sized | is_sized | lengths | lia | pairs; words | lengths | pairs].
