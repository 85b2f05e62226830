(* Families: finitely many bases and solutions that settle every size from some bound on.

   The records follow the JSON records in data/: [Solution k n start moves], [Base solution nickel penny exchanges],
   [Exchange move offset pattern complement]. Positions count from [start], where the first coin lies. *)

From Coq Require Import ZArith String Ascii List Lia Bool.
From Tait Require Import Statement Rows BitRows Extension ExtensionTheorem ExtensionCheck.
From Tait Require Lower.
Import ListNotations.
Open Scope Z_scope.

Record solution := Solution { block_length : Z; size : Z; first_position : Z; moves : list (Z * Z) }.

Record exchange := Exchange { number : Z; at_offset : Z; pattern : string; carries_complement : bool }.

Record base := Base { solution_of : solution; nickel_at : Z; penny_at : Z; exchanges : list exchange }.

Record family := Family { bases : list base; solutions : list solution }.

(** * Solutions *)

(** The moves, with the first coin at position 0. *)
Definition moves_of (s : solution) : list move :=
  map (fun '(x, y) => Move (x - first_position s) (y - first_position s)) (moves s).

Definition valid_solution (k : Z) (s : solution) : bool :=
  let n := size s in
  (0 <? k) &&& (block_length s =? k) &&& (Z.of_nat (List.length (moves s)) =? n) &&&
  check_moves k n (start_bits n (margin_of k)) (moves_of s).

Theorem valid_solution_sound : forall k s, valid_solution k s = true ->
  exists moves, solves k (size s) moves /\ Z.of_nat (List.length moves) = size s.
Proof.
  intros k s H. unfold valid_solution in H.
  apply and_then in H. destruct H as [H C].
  apply and_then in H. destruct H as [H L].
  apply and_then in H. destruct H as [K _].
  apply Z.ltb_lt in K. apply Z.eqb_eq in L.
  exists (moves_of s). split.
  - apply (reaches_same _ _ _ (row_of (margin_of k) (start_bits (size s) (margin_of k)))).
    + apply start_bits_sound; unfold margin_of; lia.
    + apply check_moves_sound; [lia | lia | exact C].
  - unfold moves_of. rewrite map_length. exact L.
Qed.

(** * Bases *)

(** The moves of a base from number [i] on, each exchange with its offset. The exchanges come in the order of the moves;
    one that does not is left over, and then the base has too few. *)
Fixpoint steps_from (i : Z) (moves : list move) (exchanges : list exchange) : list step :=
  match moves, exchanges with
  | [], _ => []
  | m :: rest, [] => Ordinary m :: steps_from (i + 1) rest []
  | m :: rest, e :: later =>
      if number e =? i
      then Exchanging m (at_offset e) (carries_complement e) :: steps_from (i + 1) rest later
      else Ordinary m :: steps_from (i + 1) rest exchanges
  end.

Definition steps_of (b : base) : list step := steps_from 1 (moves_of (solution_of b)) (exchanges b).

(** The pattern that a record states for an exchange is what F, or H, shows at that time. No proof depends on it: it is
    for readers, and has to be right. *)
Fixpoint spelled (count : nat) (coins : Z) : string :=
  match count with
  | O => EmptyString
  | S count => String (if Z.odd coins then "x" else "o")%char (spelled count (Z.div2 coins))
  end.

Fixpoint patterns_right (k f : Z) (exchanges : list exchange) : bool :=
  match exchanges with
  | [] => true
  | e :: later =>
      String.eqb (pattern e) (spelled (Z.to_nat k) (shown_bits k f (at_offset e) (carries_complement e))) &&&
      patterns_right k (Z.lxor f (block k (at_offset e))) later
  end.

Definition valid_base (k : Z) (b : base) : bool :=
  let s := solution_of b in
  let n := size s in
  let nickel := nickel_at b - first_position s in
  let penny := penny_at b - first_position s in
  (0 <? k) &&& (block_length s =? k) &&&
  (Z.of_nat (List.length (moves s)) =? n) &&&
  (Z.of_nat (List.length (exchanges b)) =? k) &&&
  (Z.of_nat (exchange_count (steps_of b)) =? k) &&&
  within 0 n nickel &&& within n n penny &&&
  check_steps k n nickel penny 0 (start_bits n (margin_of k)) (steps_of b) &&&
  patterns_right k 0 (exchanges b).

Lemma steps_from_length : forall moves i exchanges, List.length (steps_from i moves exchanges) = List.length moves.
Proof.
  intros moves. induction moves as [| m rest IH]; intros i [| e later]; simpl; try reflexivity.
  - rewrite IH. reflexivity.
  - destruct (number e =? i); simpl; rewrite IH; reflexivity.
Qed.

Lemma valid_base_sound : forall k b, valid_base k b = true ->
  0 < k /\
  is_base k (size (solution_of b)) (nickel_at b - first_position (solution_of b))
    (penny_at b - first_position (solution_of b)) (steps_of b).
Proof.
  intros k b H. unfold valid_base in H.
  apply and_then in H. destruct H as [H _].
  apply and_then in H. destruct H as [H C].
  apply and_then in H. destruct H as [H P].
  apply and_then in H. destruct H as [H N].
  apply and_then in H. destruct H as [H E].
  apply and_then in H. destruct H as [H _].
  apply and_then in H. destruct H as [H L].
  apply and_then in H. destruct H as [K _].
  apply Z.ltb_lt in K. apply Z.eqb_eq in L, E. apply within_iff in N, P.
  split; [exact K |]. split; [lia |]. split; [lia |]. split; [| split; [| exact E]].
  - apply (extensible_same _ _ _ _ _ (content_of 0) _
      (row_of (margin_of k) (start_bits (size (solution_of b)) (margin_of k)))).
    + intros j. unfold content_of, unused. rewrite Z.bits_0. reflexivity.
    + apply start_bits_sound; unfold margin_of; lia.
    + apply check_steps_sound; [exact K | lia | exact C].
  - unfold steps_of. rewrite steps_from_length. unfold moves_of. rewrite map_length. exact L.
Qed.

(** The moves of a base extended some times, with the first coin at position 0. *)
Definition extension (k : Z) (b : base) (times : nat) : list move :=
  let first := first_position (solution_of b) in
  extend k (nickel_at b - first) (penny_at b - first) times (steps_of b).

(** Theorem 5.1.1 for a record: a valid base settles its residue modulo 2k from its own size on. *)
Theorem valid_base_settles : forall k b, valid_base k b = true ->
  forall times : nat,
    solves k (size (solution_of b) + 2 * k * Z.of_nat times) (extension k b times) /\
    Z.of_nat (List.length (extension k b times)) = size (solution_of b) + 2 * k * Z.of_nat times.
Proof.
  intros k b H. destruct (valid_base_sound k b H) as [K B].
  exact (base_settles_residue k _ _ _ _ K B).
Qed.

(** * Families *)

Definition extends_to (k n : Z) (b : base) : bool :=
  (size (solution_of b) <=? n) && ((n - size (solution_of b)) mod (2 * k) =? 0).

Definition covers (k : Z) (f : family) (n : Z) : bool :=
  existsb (fun s => size s =? n) (solutions f) || existsb (extends_to k n) (bases f).

Definition valid_family (k : Z) (f : family) : bool :=
  (2 <=? k) &&& forallb (valid_base k) (bases f) &&& forallb (valid_solution k) (solutions f).

(** The largest size of a base: from there on the bases alone have to cover every residue. *)
Definition largest (f : family) : Z := fold_right Z.max 0 (map (fun b => size (solution_of b)) (bases f)).

(** Whether the family covers every [n >= bound] that is not [settled] otherwise; every [n >= bound]; and every size of a
    list. *)
Definition covers_others (k bound : Z) (settled : Z -> bool) (f : family) : bool :=
  for_all bound (largest f - bound) (fun n => settled n || covers k f n) &&&
  for_all (Z.max bound (largest f)) (2 * k) (fun n => settled n || existsb (extends_to k n) (bases f)).

Definition covers_from (k bound : Z) : family -> bool := covers_others k bound (fun _ => false).

Definition covers_sizes (k : Z) (sizes : list Z) (f : family) : bool := forallb (covers k f) sizes.

(** Whether each of some sizes has a base that settles it, plus any multiple of [step]. *)
Definition covers_residues (k step : Z) (firsts : list Z) (f : family) : bool :=
  (step =? 2 * k) &&& forallb (fun first => (2 <=? first) &&& existsb (extends_to k first) (bases f)) firsts.

Definition suffice (k n : Z) : Prop := exists moves, solves k n moves /\ Z.of_nat (List.length moves) = n.

(** Where [n] moves suffice, they are the minimum. *)
Lemma minimum : forall k n, 2 <= k -> 2 <= n -> suffice k n -> minimum_moves k n n.
Proof. intros k n Hk Hn S. split; [exact S |]. intros moves H. exact (Lower.lower_bound k n moves Hk Hn H). Qed.

Lemma extends_to_sound : forall k n b, valid_base k b = true -> extends_to k n b = true -> suffice k n.
Proof.
  intros k n b V E. destruct (valid_base_sound k b V) as [K _].
  apply andb_prop in E. destruct E as [Le Mod]. apply Z.leb_le in Le. apply Z.eqb_eq in Mod.
  apply Z.div_exact in Mod; [| lia].
  pose proof (Z.div_pos (n - size (solution_of b)) (2 * k) ltac:(lia) ltac:(lia)) as Pos.
  pose proof (valid_base_settles k b V (Z.to_nat ((n - size (solution_of b)) / (2 * k)))) as S.
  rewrite Z2Nat.id in S by exact Pos. rewrite <- Mod in S.
  replace (size (solution_of b) + (n - size (solution_of b))) with n in S by lia.
  eexists. exact S.
Qed.

Section Family.

  Variables (k : Z) (f : family).
  Hypothesis valid : valid_family k f = true.

  Lemma family_parts : 2 <= k /\ (forall b, In b (bases f) -> valid_base k b = true) /\
    (forall s, In s (solutions f) -> valid_solution k s = true).
  Proof.
    apply and_then in valid. destruct valid as [H S]. apply and_then in H. destruct H as [K B].
    apply Z.leb_le in K. rewrite forallb_forall in S, B. repeat split; assumption.
  Qed.

  Lemma based_sound : forall n, existsb (extends_to k n) (bases f) = true -> suffice k n.
  Proof.
    intros n E. apply existsb_exists in E. destruct E as [b [I E]].
    apply (extends_to_sound k n b); [apply family_parts, I | exact E].
  Qed.

  Lemma covers_sound : forall n, covers k f n = true -> suffice k n.
  Proof.
    intros n C. apply orb_prop in C. destruct C as [C | C]; [| apply based_sound, C].
    apply existsb_exists in C. destruct C as [s [I E]]. apply Z.eqb_eq in E. rewrite <- E.
    apply valid_solution_sound, family_parts, I.
  Qed.

  (** A base that extends to n extends to n + 2km. *)
  Lemma extends_further : forall n times b, 0 < k -> 0 <= times ->
    extends_to k n b = true -> extends_to k (n + 2 * k * times) b = true.
  Proof.
    intros n times b K T E. apply andb_prop in E. destruct E as [Le Mod].
    apply Z.leb_le in Le. apply Z.eqb_eq in Mod.
    apply andb_true_intro. split; [apply Z.leb_le; nia |]. apply Z.eqb_eq.
    replace (n + 2 * k * times - size (solution_of b)) with (n - size (solution_of b) + times * (2 * k)) by lia.
    rewrite Z.mod_add by lia. exact Mod.
  Qed.

  Theorem covers_others_sound : forall bound settled,
    (forall n times, 0 <= times -> settled n = true -> settled (n + 2 * k * times) = true) ->
    covers_others k bound settled f = true -> forall n, bound <= n -> settled n = true \/ suffice k n.
  Proof.
    intros bound settled Periodic H n Hn. apply and_then in H. destruct H as [Sooner Later].
    destruct family_parts as [K _].
    destruct (Z_lt_ge_dec n (largest f)) as [Lt | Ge].
    - pose proof (for_all_sound _ _ _ Sooner n ltac:(lia)) as E. cbv beta in E.
      apply orb_true_iff in E. destruct E as [E | E]; [left; exact E | right; exact (covers_sound n E)].
    - set (top := Z.max bound (largest f)) in *.
      assert (T : top <= n) by (unfold top; lia).
      pose proof (Z.div_mod (n - top) (2 * k) ltac:(lia)) as D.
      pose proof (Z.mod_pos_bound (n - top) (2 * k) ltac:(lia)) as M.
      pose proof (Z.div_pos (n - top) (2 * k) ltac:(lia) ltac:(lia)) as Q.
      pose proof (for_all_sound _ _ _ Later (top + (n - top) mod (2 * k)) ltac:(lia)) as E. cbv beta in E.
      replace n with (top + (n - top) mod (2 * k) + 2 * k * ((n - top) / (2 * k))) by lia.
      apply orb_true_iff in E. destruct E as [E | E]; [left; exact (Periodic _ _ Q E) | right].
      apply based_sound. apply existsb_exists in E. destruct E as [b [I E]].
      apply existsb_exists. exists b. split; [exact I |].
      apply extends_further; [lia | exact Q | exact E].
  Qed.

  Theorem covers_from_sound : forall bound, covers_from k bound f = true -> forall n, bound <= n -> suffice k n.
  Proof.
    intros bound H n Hn.
    destruct (covers_others_sound bound (fun _ => false) ltac:(discriminate) H n Hn) as [E | S]; [discriminate | exact S].
  Qed.

  Theorem covers_sizes_sound : forall sizes, covers_sizes k sizes f = true -> forall n, In n sizes -> suffice k n.
  Proof. intros sizes C n I. unfold covers_sizes in C. rewrite forallb_forall in C. apply covers_sound, C, I. Qed.

  (** What the records of families claim: n moves are the minimum. *)

  Theorem minimum_from : forall bound, 2 <= bound -> covers_from k bound f = true ->
    forall n, bound <= n -> minimum_moves k n n.
  Proof.
    intros bound B C n Hn. destruct family_parts as [K _].
    apply minimum; [exact K | lia | exact (covers_from_sound bound C n Hn)].
  Qed.

  Theorem minimum_for_residues : forall step firsts, covers_residues k step firsts f = true ->
    forall n first times, In first firsts -> 0 <= times -> n = first + times * step -> minimum_moves k n n.
  Proof.
    intros step firsts C n first times I T N. destruct family_parts as [K _].
    apply and_then in C. destruct C as [Step C]. apply Z.eqb_eq in Step.
    rewrite forallb_forall in C. specialize (C first I).
    apply and_then in C. destruct C as [Two E]. apply Z.leb_le in Two.
    apply minimum; [exact K | nia |]. apply based_sound.
    apply existsb_exists in E. destruct E as [b [Ib E]]. apply existsb_exists. exists b. split; [exact Ib |].
    replace n with (first + 2 * k * times) by lia. apply extends_further; [lia | exact T | exact E].
  Qed.

  (** The bases of the family with other solutions. *)
  Lemma with_solutions : forall others, forallb (valid_solution k) others = true ->
    valid_family k (Family (bases f) others) = true.
  Proof.
    intros others V. unfold valid_family in valid |- *. simpl. rewrite V.
    apply and_then in valid. destruct valid as [H _]. rewrite H. reflexivity.
  Qed.

End Family.
