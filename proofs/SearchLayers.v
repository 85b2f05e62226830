(* A search in layers, for more slack: rows are then reached in many ways, and each is looked at once. And what both
   kinds of search prove: [searched_sound]. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows Lower SearchCells SearchMoves Search.
Import ListNotations.
Open Scope Z_scope.

(** * Sets of lists of cells *)

Inductive tree := Leaf | Node (here : bool) (blank nickel_ penny_ : tree).

Fixpoint mem (l : list cell) (t : tree) {struct t} : bool :=
  match t with
  | Leaf => false
  | Node here b o x =>
      match l with
      | [] => here
      | B :: rest => mem rest b
      | O :: rest => mem rest o
      | X :: rest => mem rest x
      end
  end.

Fixpoint add (l : list cell) (t : tree) : tree :=
  match l with
  | [] => match t with Leaf => Node true Leaf Leaf Leaf | Node _ b o x => Node true b o x end
  | B :: rest => match t with Leaf => Node false (add rest Leaf) Leaf Leaf | Node h b o x => Node h (add rest b) o x end
  | O :: rest => match t with Leaf => Node false Leaf (add rest Leaf) Leaf | Node h b o x => Node h b (add rest o) x end
  | X :: rest => match t with Leaf => Node false Leaf Leaf (add rest Leaf) | Node h b o x => Node h b o (add rest x) end
  end.

Lemma mem_add : forall l l' t, mem l (add l' t) = true -> l = l' \/ mem l t = true.
Proof.
  intros l. induction l as [|c l IH]; intros [|c' l'] t H.
  - left. reflexivity.
  - right. destruct c', t; simpl in *; congruence.
  - right. destruct t; [|exact H]. destruct c; discriminate H.
  - destruct c, c', t; simpl in *; try discriminate H; try (right; exact H);
      destruct (IH _ _ H) as [E|E]; try (left; congruence); try (right; exact E); discriminate E.
Qed.

(** * Layers *)

(** A set of states without blanks at the ends. *)
Definition layer := (tree * list state)%type.

Definition key (s : state) : list cell := repeat O (fst s) ++ B :: snd s.

Definition visit (found : layer) (s : state) : layer :=
  let s := (fst s, trim (snd s)) in
  let key := key s in if mem key (fst found) then found else (add key (fst found), s :: snd found).

Definition next_layer (k : nat) (states : list state) : list state :=
  snd (fold_left (fun found s => fold_left visit (next k s) found) states (Leaf, [])).

(** Whether no state can be finished in as many moves. *)
Fixpoint exhausted (k moves : nat) (states : list state) : bool :=
  match states with
  | [] => true
  | _ =>
      match moves with
      | 0%nat => forallb (fun s => negb (Nat.eqb (fst s) 0)) states
      | S moves => exhausted k moves (next_layer k states)
      end
  end.

Lemma key_injective : forall s s', key s = key s' -> s = s'.
Proof.
  intros [slack l]. induction slack as [|slack IH]; intros [[|slack'] l'] E; unfold key in E; cbn in E.
  - injection E as E. subst l'. reflexivity.
  - discriminate.
  - discriminate.
  - injection E as E. specialize (IH (slack', l') E). injection IH as E1 E2. subst. reflexivity.
Qed.

(** What is in the tree is in the list. *)
Definition listed (found : layer) : Prop := forall s, mem (key s) (fst found) = true -> In s (snd found).

Definition trimmed (s : state) : state := (fst s, trim (snd s)).

Lemma visit_keeps : forall found s, listed found ->
  listed (visit found s) /\ In (trimmed s) (snd (visit found s)) /\ incl (snd found) (snd (visit found s)).
Proof.
  intros found s H. unfold visit. fold (trimmed s). destruct (mem (key (trimmed s)) (fst found)) eqn:E.
  - split; [exact H|]. split; [apply H, E|apply incl_refl].
  - split; [|split; [left; reflexivity|apply incl_tl, incl_refl]].
    intros s' H'. cbn [fst snd] in *. destruct (mem_add _ _ _ H') as [E'|E']; [|right; apply H, E'].
    left. symmetry. apply key_injective, E'.
Qed.

Lemma fold_visit : forall news found, listed found ->
  listed (fold_left visit news found) /\ incl (snd found) (snd (fold_left visit news found)) /\
  forall s, In s news -> In (trimmed s) (snd (fold_left visit news found)).
Proof.
  induction news as [|new news IH]; intros found H; cbn [fold_left].
  - split; [exact H|]. split; [apply incl_refl|]. intros s [].
  - destruct (visit_keeps found new H) as [H1 [H2 H3]]. destruct (IH _ H1) as [H4 [H5 H6]].
    split; [exact H4|]. split; [exact (incl_tran H3 H5)|].
    intros s [E|Hs]; [subst s; apply H5, H2|apply H6, Hs].
Qed.

Lemma next_layer_complete : forall k states s s', In s states -> In s' (next k s) ->
  In (trimmed s') (next_layer k states).
Proof.
  intros k states.
  assert (Hall : forall found, listed found ->
    let after := fold_left (fun found s => fold_left visit (next k s) found) states found in
    incl (snd found) (snd after) /\
    forall s s', In s states -> In s' (next k s) -> In (trimmed s') (snd after)).
  { induction states as [|state states IH]; intros found H; cbn [fold_left].
    - split; [apply incl_refl|]. intros s s' [].
    - destruct (fold_visit (next k state) found H) as [H1 [H2 H3]]. destruct (IH _ H1) as [H4 H5].
      split; [exact (incl_tran H2 H4)|].
      intros s s' [E|Hs] Hs'; [subst s; apply H4, H3, Hs'|exact (H5 s s' Hs Hs')]. }
  assert (Hempty : listed (Leaf, [])) by (intros s H; discriminate).
  exact (proj2 (Hall _ Hempty)).
Qed.

Lemma hopeless_trimmed : forall k n size s, hopeless k n size (trimmed s) -> hopeless k n size s.
Proof.
  intros k n size s H r moves Hshows. apply H. cbn [trimmed snd]. apply trim_shows, Hshows.
Qed.

Lemma exhausted_sound : forall k n moves states, (1 <= k)%nat -> 1 <= n ->
  exhausted k moves states = true -> forall s, In s states -> hopeless (Z.of_nat k) n moves s.
Proof.
  intros k n moves states Hk Hn. revert states. induction moves as [|moves IH]; intros states H s Hs.
  - destruct s as [slack l]. apply hopeless_now; [exact Hn|]. destruct states as [|s' states]; [destruct Hs|].
    cbn [exhausted] in H. rewrite forallb_forall in H. specialize (H _ Hs). apply negb_true_iff, Nat.eqb_neq in H.
    exact H.
  - destruct states as [|state states]; [destruct Hs|]. cbn [exhausted] in H.
    apply hopeless_step; [exact Hk|exact Hn|]. intros s' Hs'. apply hopeless_trimmed.
    apply (IH _ H). exact (next_layer_complete k _ s s' Hs Hs').
Qed.

(** * What a search proves *)

(** Whether there is no solution of so many moves. *)
Definition excluded (k n moves : nat) : bool :=
  match moves with
  | 0%nat => true
  | S size =>
      let states := first_moves k n moves in
      if Nat.eqb moves n then forallb (fails k size) states else exhausted k size states
  end.

Lemma excluded_sound : forall k n size, (1 <= k)%nat -> (2 <= n)%nat -> (n <= size)%nat ->
  excluded k n size = true -> forall moves, solves (Z.of_nat k) (Z.of_nat n) moves -> length moves <> size.
Proof.
  intros k n [|size] Hk Hn Hsize H; [lia|]. apply first_moves_complete; [exact Hk|exact Hn|exact Hsize|].
  intros s Hs. unfold excluded in H. destruct (Nat.eqb (S size) n).
  - rewrite forallb_forall in H. apply fails_sound; [exact Hk|lia|]. apply H, Hs.
  - apply (exhausted_sound k _ _ (first_moves k n (S size))); [exact Hk|lia|exact H|exact Hs].
Qed.

(** More than [bound] moves are needed. *)
Definition more_moves (k n bound : Z) : Prop := forall moves, solves k n moves -> bound < Z.of_nat (length moves).

(** The searches for solutions of [n] moves to [n + extra] moves. *)
Definition searched (k : Z) (n : Z) (extra : nat) : bool :=
  (2 <=? n) && forallb (fun e => excluded (Z.to_nat k) (Z.to_nat n) (Z.to_nat n + e)) (seq 0 (S extra)).

Theorem searched_sound : forall k n extra, 2 <= k ->
  searched k n extra = true -> more_moves k n (n + Z.of_nat extra).
Proof.
  intros k n extra Hk H moves Hsolves. unfold searched in H. apply andb_true_iff in H. destruct H as [Hn H].
  apply Z.leb_le in Hn. pose proof (lower_bound k n moves Hk Hn Hsolves) as Hlower.
  destruct (Z_lt_ge_dec (n + Z.of_nat extra) (Z.of_nat (length moves))) as [|Hlength]; [assumption|]. exfalso.
  rewrite forallb_forall in H. specialize (H (length moves - Z.to_nat n)%nat).
  assert (Hin : In (length moves - Z.to_nat n)%nat (seq 0 (S extra))) by (apply in_seq; lia).
  specialize (H Hin). replace (Z.to_nat n + (length moves - Z.to_nat n))%nat with (length moves) in H by lia.
  apply (excluded_sound (Z.to_nat k) (Z.to_nat n) (length moves)) with (moves := moves); try lia.
  - exact H.
  - rewrite !Z2Nat.id by lia. exact Hsolves.
Qed.

Theorem searched_sizes_sound : forall k sizes, 2 <= k -> forallb (fun n => searched k n 0) sizes = true ->
  forall n, In n sizes -> more_moves k n n.
Proof.
  intros k sizes Hk H n Hn. rewrite forallb_forall in H. specialize (H n Hn).
  apply (searched_sound k n 0 Hk) in H. replace (n + Z.of_nat 0) with n in H by lia. exact H.
Qed.

(** Runs the searches for [n] moves for the sizes of a list. *)
Ltac search k sizes :=
  let H := fresh "searched" in
  assert (H : forallb (fun n => searched k n 0) sizes = true) by (vm_cast_no_check (eq_refl true));
  intros; apply (searched_sizes_sound k sizes); [lia | exact H | simpl; lia].

(** Runs the searches for [n] moves to [n + extra] moves. *)
Ltac search_more k n extra :=
  let H := fresh "searched" in
  assert (H : searched k n extra = true) by (vm_cast_no_check (eq_refl true));
  exact (searched_sound k n extra ltac:(lia) H).
