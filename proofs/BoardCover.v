(* How many positions the blocks of a solution cover.

   We count the covered positions and the parts that they form, where a part is a run of covered positions. A landing
   that covers new positions costs at least 1 and, if it adds a part, at least 2; if it touches two parts, it joins
   them. So covered positions plus [k] times the parts grow by at most [k] times the cost of each move. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower.
Import ListNotations.
Open Scope Z_scope.

Definition one (b : bool) : Z := if b then 1 else 0.

Lemma one_bounds : forall b, 0 <= one b <= 1.
Proof. intros []; simpl; lia. Qed.

(** Whether [p] is not covered and the next position is. *)
Definition rises (c : Z -> bool) (p : Z) : Z := one (negb (c p) && c (p + 1)).

Definition positions (c : Z -> bool) (b : Z) : Z := sum (fun p => one (c p)) (- b) (Z.to_nat (2 * b)).

Definition parts (c : Z -> bool) (b : Z) : Z := sum (rises c) (- b) (Z.to_nat (2 * b)).

Lemma sum_le : forall f g size a, (forall p, f p <= g p) -> sum f a size <= sum g a size.
Proof.
  intros f g size a H. revert a. induction size as [|size IH]; intros a; simpl; [lia|].
  specialize (H a). specialize (IH (a + 1)). lia.
Qed.

Lemma sum_nonneg : forall f size a, (forall p, 0 <= f p) -> 0 <= sum f a size.
Proof.
  intros f size a H. pose proof (sum_le (fun _ => 0) f size a H) as Hle. rewrite sum_const in Hle. lia.
Qed.

(** A part of a sum of numbers that are not negative. *)
Lemma sum_part : forall f a size first len, (forall p, 0 <= f p) -> 0 <= len ->
  a <= first -> first + len <= a + Z.of_nat size -> sum f first (Z.to_nat len) <= sum f a size.
Proof.
  intros f a size first len Hf Hlen Ha Hsize. rewrite <- (sum_within f first len a size) by assumption.
  apply sum_le. intros p. specialize (Hf p). split_within; lia.
Qed.

Lemma rises_bounds : forall c p, one (c (p + 1)) - one (c p) <= rises c p /\ 0 <= rises c p.
Proof. intros c p. unfold rises. destruct (c p), (c (p + 1)); simpl; lia. Qed.

Lemma rise_somewhere : forall c size a, one (c (a + Z.of_nat size)) - one (c a) <= sum (rises c) a size.
Proof.
  intros c size. induction size as [|size IH]; intros a.
  - simpl. replace (a + 0) with a by lia. lia.
  - specialize (IH (a + 1)). destruct (rises_bounds c a) as [Hrise _]. rewrite Nat2Z.inj_succ. simpl sum.
    replace (a + Z.succ (Z.of_nat size)) with (a + 1 + Z.of_nat size) by lia. lia.
Qed.

Lemma all_or_one : forall (c : Z -> bool) size a,
  (forall p, a <= p < a + Z.of_nat size -> c p = true) \/ (exists p, a <= p < a + Z.of_nat size /\ c p = false).
Proof.
  intros c size. induction size as [|size IH]; intros a; [left; intros p Hp; lia|].
  rewrite Nat2Z.inj_succ. destruct (c a) eqn:Ha; [|right; exists a; split; [lia|exact Ha]].
  destruct (IH (a + 1)) as [H|[p [Hp H]]]; [|right; exists p; split; [lia|exact H]].
  left. intros p Hp. destruct (Z.eq_dec p a) as [E|E]; [subst p; exact Ha|apply H; lia].
Qed.

(** * One landing *)

Definition landed (k : Z) (c : Z -> bool) (m : move) : Z -> bool := fun p => c p || within (target m) k p.

Definition covers (c : Z -> bool) (r : row) : Prop := forall p, r p <> None -> c p = true.

Lemma covers_play : forall k c r m, covers c r -> covers (landed k c m) (play k r m).
Proof.
  intros k c r m H p Hp. unfold landed. unfold play in Hp.
  destruct (within (target m) k p); [apply orb_true_r|]. destruct (within (source m) k p); [congruence|].
  rewrite (H p Hp). reflexivity.
Qed.

(** A landing makes pairs only beside covered positions. *)
Lemma gain_covered : forall k c r m, 1 <= k -> covers c r ->
  gain k r m <= one (c (target m - 1)) + one (c (target m + k)).
Proof.
  intros k c r m Hk H. unfold gain.
  assert (Hnone : forall p, p < target m \/ target m + k <= p -> c p = false -> play k r m p = None).
  { intros p Hp Hc. destruct (play k r m p) eqn:E; [|reflexivity]. exfalso.
    assert (Hcovered : landed k c m p = true) by (apply (covers_play k c r m H); congruence).
    unfold landed in Hcovered. rewrite Hc, within_false in Hcovered by lia. discriminate. }
  pose proof (pair_bounds r (source m - 1)). pose proof (pair_bounds r (source m + k - 1)).
  assert (Hl : pair_at (play k r m) (target m - 1) <= one (c (target m - 1))).
  { destruct (c (target m - 1)) eqn:E; [apply pair_bounds|].
    rewrite no_pair_left by (apply Hnone; [lia|exact E]). simpl. lia. }
  assert (Hr : pair_at (play k r m) (target m + k - 1) <= one (c (target m + k))).
  { destruct (c (target m + k)) eqn:E; [apply pair_bounds|].
    rewrite no_pair_right; [simpl; lia|]. replace (target m + k - 1 + 1) with (target m + k) by lia.
    apply Hnone; [lia|exact E]. }
  lia.
Qed.

Lemma landed_positions : forall k c m b, 1 <= k -> - b < target m -> target m + k < b ->
  positions (landed k c m) b <= positions c b + k.
Proof.
  intros k c m b Hk Hl Hr. unfold positions.
  pose proof (sum_le (fun p => one (landed k c m p))
    (fun p => one (c p) + (if within (target m) k p then 1 else 0)) (Z.to_nat (2 * b)) (- b)) as H.
  rewrite sum_plus, (sum_within (fun _ => 1)), sum_const in H by lia.
  rewrite Z2Nat.id in H by lia.
  assert (H' : forall p, one (landed k c m p) <= one (c p) + (if within (target m) k p then 1 else 0)).
  { intros p. unfold landed. destruct (c p), (within (target m) k p); simpl; lia. }
  specialize (H H'). lia.
Qed.

(** The parts that begin at the block or just behind it are one with it. *)
Lemma landed_parts : forall k c m b, 1 <= k -> - b < target m -> target m + k < b ->
  parts (landed k c m) b + sum (rises c) (target m - 1) (Z.to_nat (k + 1))
  = parts c b + (1 - one (c (target m - 1))).
Proof.
  intros k c m b Hk Hl Hr. unfold parts.
  rewrite <- (sum_within (rises c) (target m - 1) (k + 1) (- b) (Z.to_nat (2 * b))) by lia.
  rewrite <- (sum_single (fun p => 1 - one (c p)) (target m - 1) (- b) (Z.to_nat (2 * b))) by lia.
  rewrite <- !sum_plus. apply sum_ext. intros p _. unfold rises, landed.
  destruct (c p) eqn:E1, (c (p + 1)) eqn:E2; split_within; simpl; lia.
Qed.

Lemma landed_count : forall k c r m b, 1 <= k -> covers c r -> - b < target m -> target m + k < b ->
  positions (landed k c m) b + k * parts (landed k c m) b
  <= positions c b + k * parts c b + k * (2 - gain k r m).
Proof.
  intros k c r m b Hk Hc Hl Hr.
  pose proof (gain_bound k r m) as Hbound. pose proof (gain_covered k c r m Hk Hc) as Hgain.
  destruct (all_or_one c (Z.to_nat k) (target m)) as [Hall|[u [Hu Hnew]]].
  - assert (E : forall p, landed k c m p = c p).
    { intros p. unfold landed. split_within; [|apply orb_false_r]. rewrite Hall by lia. reflexivity. }
    assert (E1 : positions (landed k c m) b = positions c b).
    { apply sum_ext. intros p _. rewrite E. reflexivity. }
    assert (E2 : parts (landed k c m) b = parts c b).
    { apply sum_ext. intros p _. unfold rises. rewrite !E. reflexivity. }
    rewrite E1, E2. nia.
  - pose proof (landed_positions k c m b Hk Hl Hr) as Hpositions.
    pose proof (landed_parts k c m b Hk Hl Hr) as Hparts.
    assert (Hrise : one (c (target m + k)) <= sum (rises c) (target m - 1) (Z.to_nat (k + 1))).
    { pose proof (rise_somewhere c (Z.to_nat (target m + k - u)) u) as Hrise.
      rewrite Z2Nat.id in Hrise by lia. replace (u + (target m + k - u)) with (target m + k) in Hrise by lia.
      rewrite Hnew in Hrise.
      pose proof (sum_part (rises c) (target m - 1) (Z.to_nat (k + 1)) u (target m + k - u)) as Hpart.
      specialize (Hpart (fun p => proj2 (rises_bounds c p)) ltac:(lia) ltac:(lia) ltac:(lia)).
      simpl one in Hrise. lia. }
    assert (Hgrow : parts (landed k c m) b <= parts c b + (1 - gain k r m)) by lia.
    nia.
Qed.

(** * A list of moves *)

Fixpoint covered (k : Z) (c : Z -> bool) (moves : list move) : Z -> bool :=
  match moves with
  | [] => c
  | m :: rest => covered k (landed k c m) rest
  end.

Lemma covered_before : forall k moves c p, c p = true -> covered k c moves p = true.
Proof.
  intros k moves. induction moves as [|m rest IH]; intros c p H; [exact H|]. apply IH. unfold landed. rewrite H.
  reflexivity.
Qed.

Lemma covered_target : forall k moves c m p, In m moves -> target m <= p < target m + k ->
  covered k c moves p = true.
Proof.
  intros k moves. induction moves as [|m' rest IH]; intros c m p Hm Hp; [destruct Hm|].
  destruct Hm as [E|Hm].
  - subst m'. cbn [covered]. apply covered_before. unfold landed. rewrite within_true by lia. apply orb_true_r.
  - apply (IH _ m); assumption.
Qed.

Lemma covered_only : forall k moves c p, covered k c moves p = true ->
  c p = true \/ exists m, In m moves /\ target m <= p < target m + k.
Proof.
  intros k moves. induction moves as [|m rest IH]; intros c p H; [left; exact H|].
  destruct (IH _ p H) as [H'|[m' [Hm Hp]]].
  - unfold landed in H'. apply orb_true_iff in H'. destruct H' as [H'|H']; [left; exact H'|].
    right. exists m. split; [left; reflexivity|apply within_iff, H'].
  - right. exists m'. split; [right; exact Hm|exact Hp].
Qed.

(** All targets are well inside of the window that we count in. *)
Definition inside (k b : Z) (moves : list move) : Prop := forall m, In m moves -> - b < target m /\ target m + k < b.

Lemma inside_some : forall k moves least, exists b, least <= b /\ inside k b moves.
Proof.
  intros k moves least. induction moves as [|m rest [b [Hb IH]]].
  - exists least. split; [lia|]. intros m [].
  - exists (Z.max b (Z.abs (target m) + Z.abs k + 1)). split; [lia|].
    intros m' [E|Hm]; [subst m'; lia|]. specialize (IH m' Hm). lia.
Qed.

Lemma covered_count : forall k n moves r c slack b, 1 <= k -> 1 <= n -> covers c r -> reaches k n r moves ->
  has_pairs r (2 * n - 1 - 2 * Z.of_nat (length moves) + slack) -> inside k b moves ->
  positions (covered k c moves) b + k * parts (covered k c moves) b <= positions c b + k * parts c b + k * slack.
Proof.
  intros k n moves. induction moves as [|m rest IH]; intros r c slack b Hk Hn Hc H Hpairs Hb; cbn [reaches] in H.
  - pose proof (has_pairs_unique _ _ _ Hpairs (alternating_pairs n r Hn H)) as E. cbn [length covered] in *. nia.
  - destruct H as [Hlegal H]. pose proof (gain_pairs k r m _ Hk Hlegal Hpairs) as Hpairs'.
    assert (Hlen : Z.of_nat (length (m :: rest)) = Z.of_nat (length rest) + 1) by (cbn [length]; lia).
    rewrite Hlen in Hpairs'. destruct (Hb m) as [Hl Hr]; [left; reflexivity|].
    pose proof (landed_count k c r m b Hk Hc Hl Hr) as Hstep.
    specialize (IH (play k r m) (landed k c m) (slack + gain k r m - 2) b Hk Hn (covers_play k c r m Hc) H).
    replace (2 * n - 1 - 2 * Z.of_nat (length rest) + (slack + gain k r m - 2))
      with (2 * n - 1 - 2 * (Z.of_nat (length rest) + 1) + slack + gain k r m) in IH by lia.
    specialize (IH Hpairs' (fun m' Hm => Hb m' (or_intror Hm))). cbn [covered]. nia.
Qed.

(** The coins lie on the positions from [lo] to [hi], and few other positions are covered later. *)
Theorem covered_bound : forall k n moves r lo hi slack b, 1 <= k -> 1 <= n -> lo < hi ->
  (forall p, r p <> None -> lo <= p < hi) -> reaches k n r moves ->
  has_pairs r (2 * n - 1 - 2 * Z.of_nat (length moves) + slack) ->
  inside k b moves -> - b < lo -> hi < b ->
  positions (covered k (within lo (hi - lo)) moves) b <= hi - lo + k * slack.
Proof.
  intros k n moves r lo hi slack b Hk Hn Hlohi Hr H Hpairs Hb Hlo Hhi.
  assert (Hc : covers (within lo (hi - lo)) r).
  { intros p Hp. specialize (Hr p Hp). apply within_true. lia. }
  pose proof (covered_count k n moves r _ slack b Hk Hn Hc H Hpairs Hb) as Hcount.
  assert (E1 : positions (within lo (hi - lo)) b = hi - lo).
  { unfold positions. rewrite (sum_ext _ (fun p => if within lo (hi - lo) p then 1 else 0)) by reflexivity.
    rewrite (sum_within (fun _ => 1)) by lia. rewrite sum_const. lia. }
  assert (E2 : parts (within lo (hi - lo)) b = 1).
  { unfold parts. rewrite (sum_ext _ (fun p => if within (lo - 1) 1 p then 1 else 0)).
    - apply (sum_single (fun _ => 1)). lia.
    - intros p _. unfold rises. split_within; reflexivity. }
  assert (Hparts : 1 <= parts (covered k (within lo (hi - lo)) moves) b).
  { set (c := covered k (within lo (hi - lo)) moves).
    assert (Hlast : c lo = true) by (apply covered_before, within_true; lia).
    assert (Hfirst : c (- b) = false).
    { destruct (c (- b)) eqn:E; [|reflexivity]. exfalso.
      destruct (covered_only k moves _ _ E) as [Hin|[m [Hm Hin]]]; [apply within_iff in Hin; lia|].
      destruct (Hb m Hm). lia. }
    pose proof (rise_somewhere c (Z.to_nat (lo + b)) (- b)) as Hrise. rewrite Z2Nat.id in Hrise by lia.
    replace (- b + (lo + b)) with lo in Hrise by lia. rewrite Hlast, Hfirst in Hrise. simpl one in Hrise.
    pose proof (sum_part (rises c) (- b) (Z.to_nat (2 * b)) (- b) (lo + b)
      (fun p => proj2 (rises_bounds c p)) ltac:(lia) ltac:(lia) ltac:(lia)). unfold parts. lia. }
  nia.
Qed.
