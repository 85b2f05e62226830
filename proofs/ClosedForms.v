(* Solutions by formula for odd [k] (Theorem C), and a check that takes them from a few sizes to every larger one. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows BitRows ExtensionCheck DoublesCheck.
Import ListNotations.
Open Scope Z_scope.

(** The formulas count positions from 1. *)
Definition moves_from_1 (moves : list (Z * Z)) : list move := map (fun '(x, y) => Move (x - 1) (y - 1)) moves.

(** A chain of [count] moves with the hand at [x] and free positions at [y]: each move takes [s] new coins into the hand
    at its left, and leaves the last [s]. *)
Fixpoint chain (x y s : Z) (count : nat) : list (Z * Z) :=
  match count with
  | O => []
  | S count => (x - s, y) :: chain y (x - s) s count
  end.

(** Where the hand and the free positions are after it. *)
Fixpoint places (x y s : Z) (count : nat) : Z * Z :=
  match count with
  | O => (x, y)
  | S count => places y (x - s) s count
  end.

(** [k = 1] modulo 4. *)

Definition one_even (k n : Z) : list (Z * Z) :=
  let count := Z.to_nat (n - k - 1) in
  let (a, y) := places (2 * n - k + 1) (n - k) 2 count in
  let half := Z.to_nat ((k - 1) / 2) in
  let (x, hole) := places (a - 1) (y - 1) 2 half in
  [(2 * n - k + 1, 1 - k); (n - k, 2 * n - k + 1)] ++
  chain (2 * n - k + 1) (n - k) 2 count ++
  [(a - 1, y); (y - 1, a - 1)] ++
  chain (a - 1) (y - 1) 2 half ++
  [(x, 2 * n + 1)] ++
  chain (2 * n + 1) hole 1 (Z.to_nat (k - 1)) ++
  [(1, x)].

Definition one_odd (k n : Z) : list (Z * Z) :=
  let more := n - (9 * k - 3) / 2 in
  let count := (7 * k - 3) / 2 - 2 in
  let top := count + 1 + more in
  let (x, y) := places (2 * n - more - k) top 2 (Z.to_nat count) in
  let count' := Z.to_nat (more + (k - 1) / 2) in
  let (a, hole) := places y (2 * n) 2 count' in
  [(2 * n - more - k, 1 - k); (top, 2 * n - more - k)] ++
  chain (2 * n - more - k) top 2 (Z.to_nat count) ++
  [(x - 1, 2 * n + 1); (2 * n, y)] ++
  chain y (2 * n) 2 count' ++
  [(a, x - 1)] ++
  chain (x - 1) a 1 (Z.to_nat (k + 1)) ++
  [(hole - k, hole); (1, hole - k); (hole - 3 * k + 1, 1); (hole - 2 * k + 1, hole - 3 * k + 1); (1, hole - 2 * k + 1)].

(** [k = 3] modulo 4. *)

Definition three_even (k n : Z) : list (Z * Z) :=
  let count := Z.to_nat (n - k - 2 + (k + 1) / 2) in
  let (x, hole) := places (2 * n - k) (n - k - 1) 2 count in
  let (_, last) := places (2 * n + 1) x 1 (Z.to_nat k) in
  [(2 * n - k, 1 - k); (n - k - 1, 2 * n - k)] ++
  chain (2 * n - k) (n - k - 1) 2 count ++
  [(x, 2 * n + 1)] ++
  chain (2 * n + 1) x 1 (Z.to_nat k) ++
  [(1 - k, hole); (1, last)].

Definition three_odd (k n : Z) : list (Z * Z) :=
  let half := (k + 1) / 2 in
  let count := Z.to_nat (n - k - half) in
  let (a, y) := places (2 * n - k - half + 1) (n - k - 1) 2 count in
  let (x, hole) := places (2 * n + 1) y 2 (Z.to_nat k) in
  let (_, last) := places a x 1 (Z.to_nat k) in
  [(2 * n - k - half + 1, 1 - k); (n - k - 1, 2 * n - k - half + 1)] ++
  chain (2 * n - k - half + 1) (n - k - 1) 2 count ++
  [(a, 2 * n + 1)] ++
  chain (2 * n + 1) y 2 (Z.to_nat k) ++
  [(x, a)] ++
  chain a x 1 (Z.to_nat k) ++
  [(1 - k, hole); (2 * n + 1, last)].

Definition closed_form (k n : Z) : list move :=
  moves_from_1
    (match k mod 4 =? 1, Z.even n with
     | true, true => one_even k n
     | true, false => one_odd k n
     | false, true => three_even k n
     | false, false => three_odd k n
     end).

(** From which size on there are these solutions, and how many moves more than [n] they take. *)

Definition closed_from (k : Z) (even : bool) : Z :=
  match k mod 4 =? 1, even with
  | true, true => (3 * k + 1) / 2
  | true, false => (9 * k - 3) / 2
  | false, true => k + 1
  | false, false => 2 * k + 1
  end.

Definition closed_more (k : Z) (even : bool) : Z :=
  match k mod 4 =? 1, even with
  | true, true => (k + 7) / 2
  | true, false => (k + 17) / 2
  | false, true => (k + 7) / 2
  | false, false => (k + 11) / 2
  end.

(** Whether these solutions settle every size from [n] on of its parity: [n] and some sizes more are replayed, and then
    comes one to which the theorem on doubles applies. *)
Fixpoint settles (k more n : Z) (tries : nat) : bool :=
  match tries with
  | O => false
  | S tries =>
      let moves := closed_form k n in
      (Z.of_nat (length moves) =? n + more) &&&
      (if has_doubles k n moves then true
       else check_moves k n (start_bits n (margin_of k)) moves &&& settles k more (n + 2) tries)
  end.

Definition solved_in (k n m : Z) : Prop := exists moves, solves k n moves /\ Z.of_nat (length moves) = m.

Lemma settles_sound : forall k more tries n, 0 <= k -> 0 <= n -> settles k more n tries = true ->
  forall times, 0 <= times -> solved_in k (n + 2 * times) (n + 2 * times + more).
Proof.
  intros k more tries. induction tries as [| tries IH]; intros n Hk Hn H times Ht; [discriminate |].
  cbn [settles] in H. apply and_then in H. destruct H as [L H]. apply Z.eqb_eq in L.
  destruct (has_doubles k n (closed_form k n)) eqn:D.
  - destruct (has_doubles_settles _ _ _ D times Ht) as [larger [S Length]]. exists larger. split; [exact S | lia].
  - apply and_then in H. destruct H as [C H]. destruct (Z.eq_dec times 0) as [-> | N].
    + exists (closed_form k n). replace (n + 2 * 0) with n by lia. split; [| exact L].
      apply (reaches_same _ _ _ (row_of (margin_of k) (start_bits n (margin_of k)))).
      * apply start_bits_sound; unfold margin_of; lia.
      * apply check_moves_sound; assumption.
    + replace (n + 2 * times) with (n + 2 + 2 * (times - 1)) by lia. apply IH; (assumption || lia).
Qed.

(** The smallest size of a parity. *)
Definition smallest (k : Z) (even : bool) : Z :=
  let n := closed_from k even in if eqb (Z.even n) even then n else n + 1.

Definition all_settle (first count : Z) : bool :=
  for_all first count (fun h =>
    let k := 2 * h + 1 in
    settles k (closed_more k true) (smallest k true) (Z.to_nat k) &&&
    settles k (closed_more k false) (smallest k false) (Z.to_nat k)).

Lemma all_settle_sound : forall first count h n, 0 <= first -> all_settle first count = true ->
  first <= h < first + count -> let k := 2 * h + 1 in
  closed_from k (Z.even n) <= n -> solved_in k n (n + closed_more k (Z.even n)).
Proof.
  intros first count h n Hf H Hh k Hn. pose proof (for_all_sound _ _ _ H h Hh) as B. cbv beta zeta in B. fold k in B.
  apply and_then in B.
  assert (S : settles k (closed_more k (Z.even n)) (smallest k (Z.even n)) (Z.to_nat k) = true)
    by (destruct (Z.even n); apply B).
  assert (Low : 0 <= closed_from k (Z.even n)).
  { unfold closed_from. destruct (k mod 4 =? 1), (Z.even n); try apply Z.div_pos; unfold k; lia. }
  assert (E : Z.even (n - smallest k (Z.even n)) = true /\ smallest k (Z.even n) <= n /\ 0 <= smallest k (Z.even n)).
  { unfold smallest. destruct (eqb (Z.even (closed_from k (Z.even n))) (Z.even n)) eqn:P.
    - apply eqb_prop in P. rewrite Z.even_sub, P. split; [destruct (Z.even n); reflexivity | lia].
    - apply eqb_false_iff in P. split.
      + rewrite Z.even_sub, Z.even_add. destruct (Z.even (closed_from k (Z.even n))), (Z.even n); trivial; congruence.
      + assert (closed_from k (Z.even n) <> n); [| lia]. intros Q. apply P. rewrite Q at 1. reflexivity. }
  destruct E as [E [Le Nonneg]]. apply Z.even_spec in E. destruct E as [times T].
  pose proof (settles_sound k _ _ _ ltac:(unfold k; lia) Nonneg S times ltac:(lia)) as R.
  replace (smallest k (Z.even n) + 2 * times) with n in R by lia. exact R.
Qed.

Lemma all_settled : all_settle 1 31 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Theorem C for every odd [k] up to 63. *)
Theorem odd_lengths : forall k n, 3 <= k <= 63 -> Z.odd k = true -> closed_from k (Z.even n) <= n ->
  solved_in k n (n + closed_more k (Z.even n)).
Proof.
  intros k n Hk Odd Hn. apply Z.odd_spec in Odd. destruct Odd as [h ->].
  apply (all_settle_sound 1 31 h n); [lia | exact all_settled | lia | exact Hn].
Qed.
