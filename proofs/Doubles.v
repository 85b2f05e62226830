(* The theorem on doubles for odd [k]: a solution with a doubles move gives one for two nickels and two pennies more, with
   two moves more, and so for every larger size of its parity.

   Two coins are inserted at each of two seams, [aa] at one and two of the other kind at the other. A doubles move takes
   [aabbaabb..] from beside the first seam to beside the second one. In the larger row three moves do this, which leave a
   coin [a] and a coin [b] in a row at both seams. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay BoardMirror.
Import ListNotations.
Open Scope Z_scope.

(** The coin at place [c] of [aabbaabb..]. *)
Definition doubled (a : coin) (c : Z) : coin := if Z.even (c / 2) then a else other a.

(** Seam [p] lies in the run of coins [a] of the start, or at an end of it. *)
Definition in_run (n : Z) (a : coin) (p : Z) : Prop :=
  match a with nickel => 0 <= p <= n | penny => n <= p <= 2 * n end.

(** No block of move [m] lies across one of the seams. *)
Definition avoids_both (k p q : Z) (m : move) : Prop := avoids k p m /\ avoids k q m.

(** Coin [u] fits at seam [p] of an alternating row, and all that alternates from there on. *)
Definition fits (r : row) (p : Z) (u : coin) : Prop := r p = Some u \/ r (p - 1) = Some (other u).

(** Moves that solve size [n], with the doubles move [d]: its block lies [o] coins right of the seam [p] in the run of
    coins [a], and lands [o] coins right of the seam [q] in the other run. *)
Definition doubles_base (k n : Z) (a : coin) (o : Z) (before : list move) (d : move) (after : list move) : Prop :=
  let p := source d - o in
  let q := target d - o in
  in_run n a p /\ in_run n (other a) q /\
  0 <= o /\ k + o <= Z.abs (p - q) /\
  Forall (avoids_both k p q) before /\
  Forall (avoids_both k (source d + k) (target d + k)) after /\
  exists r z,
    leads k (start n) before r /\
    (forall i, 0 <= i < o -> r (p + i) = Some a /\ r (q + i) = Some (other a)) /\
    (forall i, 0 <= i < k -> r (source d + i) = Some (doubled a i) /\ r (target d + i) = None) /\
    leads k (play k r d) after z /\ alternating n z /\
    fits z (source d + k) (doubled a k) /\ fits z (target d + k) (other (doubled a k)).

(** * Words *)

Lemma doubled_other : forall a c, doubled a (c + 2) = other (doubled a c).
Proof.
  intros a c. unfold doubled. replace ((c + 2) / 2) with (c / 2 + 1) by (rewrite <- (Z.div_add c 1 2) by lia; f_equal).
  rewrite Z.even_add. destruct (Z.even (c / 2)); simpl; rewrite ?other_other; reflexivity.
Qed.

Lemma doubled_four : forall a c d, d = c + 4 -> doubled a c = doubled a d.
Proof.
  intros a c d ->. replace (c + 4) with (c + 2 + 2) by lia. rewrite !doubled_other, other_other. reflexivity.
Qed.

Lemma doubled_first : forall a c, 0 <= c < 2 -> doubled a c = a.
Proof. intros a c H. assert (E : c = 0 \/ c = 1) by lia. destruct E as [-> | ->]; reflexivity. Qed.

Lemma doubled_odd : forall a k, Z.odd k = true -> doubled a (k + 1) = other (doubled a k).
Proof.
  intros a k H. apply Z.odd_spec in H. destruct H as [h ->]. unfold doubled.
  replace (2 * h + 1 + 1) with ((h + 1) * 2) by lia. rewrite Z.div_mul by lia.
  replace (2 * h + 1) with (1 + h * 2) by lia. rewrite Z.div_add by lia. change (1 / 2) with 0.
  rewrite Z.add_0_l, Z.even_add. destruct (Z.even h); simpl; rewrite ?other_other; reflexivity.
Qed.

(** * Two coins inserted at each of two seams *)

(** [aabb..] from its place [i] on at [p], and what follows these two coins at [q]. *)
Definition strip (a : coin) (i : Z) : row := fun p => Some (doubled a (i + p)).

Definition strips (p q : Z) (a : coin) (i : Z) (r : row) : row :=
  if p <? q then inserted p 2 (strip a i) (inserted q 2 (strip a (i + 2)) r)
  else inserted q 2 (strip a (i + 2)) (inserted p 2 (strip a i) r).

(** Blocks right of a seam move over. *)
Definition beyond (p q : Z) (m : move) : move :=
  if p <? q then placed p 2 (placed q 2 m) else placed q 2 (placed p 2 m).

Lemma strips_same : forall p q a i r s, same r s -> same (strips p q a i r) (strips p q a i s).
Proof.
  intros p q a i r s E. unfold strips. destruct (p <? q); apply inserted_same, inserted_same, E.
Qed.

Lemma avoids_placed : forall k cut length x m, 0 <= length -> cut <= x -> avoids k cut m -> avoids k cut (placed x length m).
Proof.
  intros k cut length x m Hl Hx [Hs Ht]. unfold avoids, aside, placed, over in *. cbn [source target].
  destruct (Z.ltb_spec (source m) x), (Z.ltb_spec (target m) x); lia.
Qed.

Lemma leads_strips : forall k p q a i moves r s, Forall (avoids_both k p q) moves ->
  leads k r moves s -> leads k (strips p q a i r) (map (beyond p q) moves) (strips p q a i s).
Proof.
  assert (Twice : forall k x y f g moves r s, x <= y -> Forall (avoids k x) moves -> Forall (avoids k y) moves ->
    leads k r moves s ->
    leads k (inserted x 2 f (inserted y 2 g r)) (map (placed x 2) (map (placed y 2) moves))
      (inserted x 2 f (inserted y 2 g s))).
  { intros k x y f g moves r s Hxy Hx Hy H. apply leads_inserted; [lia | | apply leads_inserted; (assumption || lia)].
    apply Forall_map. revert Hx. apply Forall_impl. intros m. apply avoids_placed; lia. }
  intros k p q a i moves r s F H.
  assert (Fp : Forall (avoids k p) moves) by (revert F; apply Forall_impl; intros m A; apply A).
  assert (Fq : Forall (avoids k q) moves) by (revert F; apply Forall_impl; intros m A; apply A).
  unfold strips, beyond. destruct (Z.ltb_spec p q) as [Hpq | Hpq].
  - rewrite <- (map_map (placed q 2) (placed p 2)). apply Twice; assumption || lia.
  - rewrite <- (map_map (placed p 2) (placed q 2)). apply Twice; assumption || lia.
Qed.

(** Splits the goal by all windows and comparisons in it, those inside others first. *)
Ltac split_places :=
  repeat match goal with
  | |- context [within ?first ?length ?p] =>
      match constr:(p) with context [Z.ltb] => fail 1 | context [within] => fail 1 | _ => idtac end;
      generalize (within_spec first length p); destruct (within first length p); intro; try (exfalso; lia)
  | |- context [?p <? ?q] =>
      match constr:((p, q)) with context [Z.ltb] => fail 1 | context [within] => fail 1 | _ => idtac end;
      destruct (Z.ltb_spec p q); try (exfalso; lia)
  end.

Ltac at_same_place := first [reflexivity | f_equal; lia].

(** Two coins more of each kind at the start. *)
Lemma strips_start : forall n a p q, in_run n a p -> in_run n (other a) q -> p <> q ->
  same (strips p q a 0 (start n)) (start (n + 2)).
Proof.
  intros n a p q Hp Hq N x.
  assert (A : forall y, 0 <= y < 2 -> doubled a (0 + y) = a) by (intros y Hy; apply doubled_first; lia).
  assert (B : forall y, 0 <= y < 2 -> doubled a (0 + 2 + y) = other a).
  { intros y Hy. replace (0 + 2 + y) with (y + 2) by lia. rewrite doubled_other, doubled_first by lia. reflexivity. }
  unfold strips, inserted, strip, start.
  destruct a; cbn [in_run other] in *; split_places; rewrite ?A, ?B by lia; reflexivity.
Qed.

(** Inserted left or right of coins that go on with them is the same. *)
Lemma strips_further : forall a p q o r, 0 <= o -> o < Z.abs (p - q) ->
  (forall i, 0 <= i < o -> r (p + i) = Some a /\ r (q + i) = Some (other a)) ->
  same (strips p q a 0 r) (strips (p + o) (q + o) a 0 r).
Proof.
  intros a p q o r Ho Hpq H x.
  assert (P : forall y, p <= y < p + o -> r y = Some a).
  { intros y Hy. replace y with (p + (y - p)) by lia. apply H. lia. }
  assert (Q : forall y, q <= y < q + o -> r y = Some (other a)).
  { intros y Hy. replace y with (q + (y - q)) by lia. apply H. lia. }
  assert (A : forall y, 0 <= y < 2 -> doubled a (0 + y) = a) by (intros y Hy; apply doubled_first; lia).
  assert (B : forall y, 0 <= y < 2 -> doubled a (0 + 2 + y) = other a).
  { intros y Hy. replace (0 + 2 + y) with (y + 2) by lia. rewrite doubled_other, doubled_first by lia. reflexivity. }
  unfold strips, inserted, strip. split_places;
    rewrite ?A, ?B by lia; first [at_same_place | rewrite ?P, ?Q by lia; reflexivity].
Qed.

Lemma fits_alternate : forall first n c z p u, same z (alternate first (2 * n) c) -> fits z p u ->
  first <= p <= first + 2 * n /\ coin_at first c p = u.
Proof.
  intros first n c z p u E [H | H]; rewrite E in H; unfold alternate in H;
    generalize (within_spec first (2 * n)); intros W; revert H.
  - specialize (W p). destruct (within first (2 * n) p); [| discriminate]. intros [= <-]. split; [lia | reflexivity].
  - specialize (W (p - 1)). destruct (within first (2 * n) (p - 1)); [| discriminate]. intros [= H]. split; [lia |].
    rewrite (coin_at_from first c p (p - 1)), H. unfold coin_at. replace (p - (p - 1)) with 1 by lia.
    apply other_other.
Qed.

(** Two coins more of each kind in an alternating row. *)
Lemma strips_alternate : forall n a k first c p q, Z.odd k = true -> p <> q ->
  first <= p <= first + 2 * n -> first <= q <= first + 2 * n ->
  coin_at first c p = doubled a k -> coin_at first c q = other (doubled a k) ->
  same (strips p q a k (alternate first (2 * n) c)) (alternate first (2 * (n + 2)) c).
Proof.
  intros n a k first c p q Odd N Hp Hq Cp Cq x.
  assert (Next : forall y, coin_at first c (y + 1) = other (coin_at first c y)).
  { intros y. unfold coin_at. replace (y + 1 - first) with (y - first + 1) by lia. rewrite Z.even_add.
    destruct (Z.even (y - first)); simpl; rewrite ?other_other; reflexivity. }
  assert (Two : forall y z, z = y + 2 \/ z = y + 4 -> coin_at first c y = coin_at first c z).
  { intros y z [-> | ->]; [apply (coin_at_even _ _ _ _ _ (-1)) | apply (coin_at_even _ _ _ _ _ (-2))]; lia. }
  assert (A : forall y z, 0 <= y < 2 -> z = p + y \/ z = p + y + 2 -> doubled a (k + y) = coin_at first c z).
  { intros y z Hy Hz. replace (coin_at first c z) with (coin_at first c (p + y))
      by (destruct Hz as [-> | ->]; [reflexivity | apply Two; lia]).
    assert (E : y = 0 \/ y = 1) by lia. destruct E as [-> | ->].
    - rewrite !Z.add_0_r. symmetry. exact Cp.
    - rewrite Next, Cp. apply doubled_odd, Odd. }
  assert (B : forall y z, 0 <= y < 2 -> z = q + y \/ z = q + y + 2 -> doubled a (k + 2 + y) = coin_at first c z).
  { intros y z Hy Hz. replace (coin_at first c z) with (coin_at first c (q + y))
      by (destruct Hz as [-> | ->]; [reflexivity | apply Two; lia]).
    replace (k + 2 + y) with (k + y + 2) by lia. rewrite doubled_other.
    assert (E : y = 0 \/ y = 1) by lia. destruct E as [-> | ->].
    - rewrite !Z.add_0_r. symmetry. exact Cq.
    - rewrite Next, Cq, doubled_odd by exact Odd. reflexivity. }
  unfold strips, inserted, strip, alternate.
  split_places; try reflexivity; f_equal; first [apply Two; lia | apply A; lia | apply B; lia].
Qed.

(** * The doubles move *)

(** What a doubles move [d] does to a row, three moves do to the row with the inserted coins. *)
Definition tripled (s t : Z) : list move :=
  let x := if s <? t then s else s + 2 in
  let y := if s <? t then t + 2 else t in
  [Move (x + 2) (y + 2); Move y (x + 2); Move x y].

Lemma doubles_leads : forall k a r s t, 2 <= k -> k <= Z.abs (s - t) ->
  (forall i, 0 <= i < k -> r (s + i) = Some (doubled a i) /\ r (t + i) = None) ->
  leads k (strips s t a 0 r) (tripled s t) (strips (s + k) (t + k) a k (play k r (Move s t))).
Proof.
  intros k a r s t Hk D H.
  assert (S : forall y, s <= y < s + k -> r y = Some (doubled a (y - s))).
  { intros y Hy. replace y with (s + (y - s)) at 1 by lia. apply H. lia. }
  assert (T : forall y, t <= y < t + k -> r y = None).
  { intros y Hy. replace y with (t + (y - t)) by lia. apply H. lia. }
  assert (E : forall c d, d = c \/ d = c + 4 \/ c = d + 4 -> Some (doubled a c) = Some (doubled a d)).
  { intros c d [-> | [E | E]]; [reflexivity | |]; f_equal; [| symmetry]; apply doubled_four, E. }
  unfold tripled, strips, inserted, strip.
  destruct (Z.ltb_spec s t) as [Hst | Hst]; cbn [leads];
    (split; [| split; [| split]]).
  all: try (intros c Hc; cbn [source target]; split;
    unfold play; cbn [source target]; split_places;
    rewrite ?S, ?T by lia; (discriminate || reflexivity)).
  all: intros x; unfold play; cbn [source target]; split_places.
  all: rewrite ?S, ?T by lia; first [reflexivity | f_equal; lia | apply E; lia].
Qed.

(** * The theorem *)

Ltac unfold_avoids := unfold avoids_both, avoids, aside, beyond, placed, over in *; cbn [source target] in *.

Lemma avoids_beyond : forall k p q x y m, 0 <= k -> p <> q ->
  x = (if p <? q then p else p + 2) -> y = (if p <? q then q + 2 else q) ->
  avoids_both k p q m -> avoids_both k x y (beyond p q m).
Proof.
  intros k p q x y m Hk N -> -> [[A B] [C D]]. unfold_avoids.
  destruct (Z.ltb_spec p q); cbn [source target];
    repeat match goal with |- context [?u <? ?v] =>
      match constr:((u, v)) with context [Z.ltb] => fail 1 | _ => idtac end; destruct (Z.ltb_spec u v) end; lia.
Qed.

(** A solution with a doubles move gives one for two nickels and two pennies more, which has a doubles move again. *)
Lemma doubles_step : forall k n a o before d after, 2 <= k -> Z.odd k = true ->
  doubles_base k n a o before d after ->
  exists before' d' after', doubles_base k (n + 2) a o before' d' after' /\
    length (before' ++ d' :: after') = (length (before ++ d :: after) + 2)%nat.
Proof.
  intros k n a o before [s t] after Hk Odd H. unfold doubles_base in H. cbn [source target] in H.
  destruct H as [Hp [Hq [Ho [D [Fb [Fa [r [z [Lb [O [M [La [[first [c Z]] [Fs Ft]]]]]]]]]]]]]].
  destruct (fits_alternate first n c z _ _ Z Fs) as [Hs Cs]. destruct (fits_alternate first n c z _ _ Z Ft) as [Ht Ct].
  apply (leads_same k after _ (play k r (Move s t)) z (alternate first (2 * n) c) (same_refl _) Z) in La. clear z Z Fs Ft.
  set (p := s - o) in *. set (q := t - o) in *.
  set (x := if s <? t then s else s + 2). set (y := if s <? t then t + 2 else t).
  assert (XY : s < t /\ x = s /\ y = t + 2 \/ t < s /\ x = s + 2 /\ y = t)
    by (unfold x, y, p, q in *; destruct (Z.ltb_spec s t); lia).
  assert (DL := doubles_leads k a r s t Hk ltac:(lia) M).
  change (tripled s t) with ([Move (x + 2) (y + 2); Move y (x + 2)] ++ [Move x y]) in DL.
  apply leads_split in DL. destruct DL as [L2 L1].
  set (r' := plays k (strips s t a 0 r) [Move (x + 2) (y + 2); Move y (x + 2)]) in *.
  exists (map (beyond p q) before ++ [Move (x + 2) (y + 2); Move y (x + 2)]), (Move x y),
    (map (beyond (s + k) (t + k)) after).
  split; [| rewrite !app_length; cbn [length]; rewrite !map_length; cbn [length]; lia].
  assert (S : forall e, s <= e < s + k -> r e = Some (doubled a (e - s))).
  { intros e He. replace e with (s + (e - s)) at 1 by lia. apply M. lia. }
  assert (T : forall e, t <= e < t + k -> r e = None).
  { intros e He. replace e with (t + (e - t)) by lia. apply M. lia. }
  assert (P : forall e, p <= e < p + o -> r e = Some a).
  { intros e He. replace e with (p + (e - p)) by lia. apply O. lia. }
  assert (Q : forall e, q <= e < q + o -> r e = Some (other a)).
  { intros e He. replace e with (q + (e - q)) by lia. apply O. lia. }
  assert (E : forall c d, d = c \/ d = c + 4 \/ c = d + 4 -> Some (doubled a c) = Some (doubled a d)).
  { intros e f [-> | [E | E]]; [reflexivity | |]; f_equal; [| symmetry]; apply doubled_four, E. }
  unfold doubles_base. cbn [source target].
  split; [destruct a; cbn [in_run other] in *; lia |].
  split; [destruct a; cbn [in_run other] in *; lia |].
  split; [exact Ho |]. split; [lia |].
  split; [| split].
  - apply Forall_app. split.
    + apply Forall_map. revert Fb. apply Forall_impl. intros m. apply avoids_beyond; unfold p, q, x, y in *;
        destruct (Z.ltb_spec s t), (Z.ltb_spec (s - o) (t - o)); lia.
    + constructor; [| constructor; [| constructor]]; unfold_avoids; lia.
  - apply Forall_map. revert Fa. apply Forall_impl. intros m. apply avoids_beyond; unfold x, y in *;
        destruct (Z.ltb_spec s t), (Z.ltb_spec (s + k) (t + k)); lia.
  - exists r', (alternate first (2 * (n + 2)) c).
    split; [| split; [| split; [| split; [| split; [| split]]]]].
    + apply (leads_app _ _ _ _ (strips s t a 0 r)); [| exact L2].
      apply (leads_same k _ (strips p q a 0 (start n)) _ (strips p q a 0 r)).
      * apply strips_start; [exact Hp | exact Hq | lia].
      * replace s with (p + o) by (unfold p; lia). replace t with (q + o) by (unfold q; lia).
        apply strips_further; [exact Ho | lia | exact O].
      * apply leads_strips; assumption.
    + intros i Hi. unfold r', plays. cbn [fold_left]. unfold play, strips, inserted, strip. cbn [source target].
      destruct XY as [[Hst [-> ->]] | [Hst [-> ->]]]; destruct (Z.ltb_spec s t); try lia;
        (split; split_places; rewrite ?P, ?Q by (unfold p, q in *; lia); reflexivity).
    + intros i Hi. unfold r', plays. cbn [fold_left]. unfold play, strips, inserted, strip. cbn [source target].
      destruct XY as [[Hst [-> ->]] | [Hst [-> ->]]]; destruct (Z.ltb_spec s t); try lia;
        (split; split_places; rewrite ?S, ?T by lia; first [reflexivity | apply E; lia]).
    + destruct L1 as [_ L1]. cbn [leads] in L1.
      apply (leads_same k _ (strips (s + k) (t + k) a k (play k r (Move s t))) _
        (strips (s + k) (t + k) a k (alternate first (2 * n) c))).
      * apply same_sym, L1.
      * apply strips_alternate; (assumption || lia).
      * apply leads_strips; assumption.
    + apply alternate_alternating.
    + left. unfold alternate. rewrite within_true, <- Cs by lia. f_equal.
      destruct XY as [[_ [-> _]] | [_ [-> _]]]; [reflexivity | apply (coin_at_even _ _ _ _ _ 1); lia].
    + left. unfold alternate. rewrite within_true, <- Ct by lia. f_equal.
      destruct XY as [[_ [_ ->]] | [_ [_ ->]]]; [apply (coin_at_even _ _ _ _ _ 1); lia | reflexivity].
Qed.

(** The theorem on doubles for odd [k]: from one solution with a doubles move, one for every larger size of its parity,
    with as many moves more as there are nickels more. *)
Theorem doubles : forall k n a o before d after, 2 <= k -> Z.odd k = true ->
  doubles_base k n a o before d after ->
  forall times, 0 <= times ->
    exists moves, solves k (n + 2 * times) moves /\
      Z.of_nat (length moves) = Z.of_nat (length (before ++ d :: after)) + 2 * times.
Proof.
  intros k n a o before d after Hk Odd H times Ht. rewrite <- (Z2Nat.id times Ht). generalize (Z.to_nat times). clear times Ht.
  intros times. revert n before d after H. induction times as [| times IH]; intros n before d after H.
  - exists (before ++ d :: after). split; [| lia].
    destruct H as [_ [_ [_ [D [_ [_ [r [z [Lb [_ [M [La [A _]]]]]]]]]]]]].
    replace (n + 2 * Z.of_nat 0) with n by lia.
    apply (leads_reaches k n _ _ z); [| exact A].
    apply (leads_app _ _ _ _ r); [exact Lb |]. split; [| exact La].
    intros i Hi. destruct (M i Hi) as [Ms Mt]. rewrite Ms, Mt. split; [discriminate | reflexivity].
  - destruct (doubles_step k n a o before d after Hk Odd H) as [before' [d' [after' [H' L]]]].
    destruct (IH (n + 2) before' d' after' H') as [moves [Hmoves Hlength]].
    exists moves. replace (n + 2 * Z.of_nat (S times)) with (n + 2 + 2 * Z.of_nat times) by lia.
    split; [exact Hmoves | lia].
Qed.

(** The same when the doubles move is one in the mirror image of the solution: its block lies left of the seam. *)
Theorem doubles_mirrored : forall k n a o before d after, 2 <= k -> Z.odd k = true ->
  doubles_base k n a o (map (mirror_move k n) before) (mirror_move k n d) (map (mirror_move k n) after) ->
  forall times, 0 <= times ->
    exists moves, solves k (n + 2 * times) moves /\
      Z.of_nat (length moves) = Z.of_nat (length (before ++ d :: after)) + 2 * times.
Proof.
  intros k n a o before d after Hk Odd H times Ht.
  destruct (doubles k n a o _ _ _ Hk Odd H times Ht) as [moves [S L]].
  exists (map (mirror_move k (n + 2 * times)) moves). split; [apply mirror_solves, S |].
  rewrite map_length, L, !app_length. cbn [length]. rewrite !map_length. reflexivity.
Qed.
