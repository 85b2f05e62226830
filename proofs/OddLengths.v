(* Theorem C: for odd [k] there are solutions of few moves more than [n], for every large [n]. Each lemma on a form follows
   the row through the moves of that form, as the proof in docs/theory.md does. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement StatementEvery Rows WrapsPlay ChainWords.
Import ListNotations.
Open Scope nat_scope.

(** * Form A: [k = 4 h + 1], even [n] *)

Lemma form_a : forall h a, 1 <= h -> let k := 4 * h + 1 in let n := 2 * a + 6 * h + 2 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 4) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h a Hh. cbv zeta. set (k := 4 * h + 1). set (n := 2 * a + 6 * h + 2).
  assert (K : k = 4 * h + 1) by reflexivity. assert (N : n = 2 * a + 6 * h + 2) by reflexivity. clearbody k n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n ++ pw [x] (n - k)) (gap k)); slide.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * (a + h))) (pw [o] k) ([o] ++ pw [x] (n - k)) (gap k)); slide.
  eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (a + h)) (pwp [([o; x], [x; o])] a ++ pwp [([o; o], [o; o])] h)
    (pw [o] k) (pw [o; o; x; x] h ++ [o]) (pw [x] k) ([o; x]) (gap k)); chained.
  eapply (step_left k _ (pw [x] k) (x :: pw [o; o; x; x] h) (pw [o; x] a ++ pw [o] (2 * h) ++ [o])
    (o :: pw [x; o] a ++ pw [o; o] h ++ gap k)); slide.
  eapply (step_right k _ (pw [x] (4 * h)) (pw [x; x; o; o] h ++ [x]) (x :: pw [o; x] a ++ pw [o] (2 * h) ++ [o])
    (o :: pw [x; o] a ++ pw [o; o] h ++ gap k)); slide.
  eapply (step_chain k 2 _ (pwp [([x; x], [o; o])] h) (pwp [([x; o], [o; x])] h)
    (pw [x; x; o; o] h ++ [x]) (pw [x; x; o; o] h ++ [x]) (pw [x] (2 * h)) (x :: pw [o; x] a ++ [o])
    (o :: pw [x; o] a ++ pw [o; o] h ++ gap k)); chained.
  eapply (step_right k _ (pw [x] (2 * h) ++ gap k ++ pw [x; o] h ++ x :: pw [o; x] a ++ [o]) (pw [x; x; o; o] h ++ [x])
    (pw [o; x] h ++ o :: pw [x; o] a ++ pw [o; o] h) []); slide.
  eapply (step_chain k 1 _ (pwp [([x], [o])] (2 * h)) (pwp [([x], [o]); ([o], [x])] h)
    (pw [x; x; o; o] h ++ [x]) (pw [x; o] (2 * h) ++ [x]) []
    (pw [x; o] h ++ x :: pw [o; x] a ++ o :: gap k ++ pw [o; x] h ++ o :: pw [x; o] a) []); chained.
  eapply (step_right k _ (gap k) (pw [x; o] (2 * h) ++ [x]) (pw [o; x] a ++ [o])
    (pw [o; x] h ++ o :: pw [x; o] a ++ pw [x; o] (2 * h) ++ x :: pw [o; x] h ++ [])); slide.
  eapply walk_eq; [reflexivity | | reflexivity | apply walk_nil]. words. }
  rewrite !pwp_length; cbn [length]; lia.
Qed.

(** * Form B: [k = 4 h + 3], even [n] *)

(** What comes after the first long chain does not depend on how the hand has grown. *)
Lemma form_b_end : forall h m, let k := 4 * h + 3 in let n := 2 * m + k + 1 in
  walk k (pw [x] (2 * h + 2) ++ (pw [o; o; x; x] h ++ [o; o; x]) ++ pw [x; o] m ++ gap k ++ pw [o; x] m ++
    pw [o] (2 * h + 2) ++ x :: gap k ++ []) (4 * h + 6) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h m. cbv zeta. set (k := 4 * h + 3). assert (K : k = 4 * h + 3) by reflexivity. clearbody k.
  set (n := 2 * m + k + 1). assert (N : n = 2 * m + k + 1) by reflexivity. clearbody n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_right k _ (pw [x] (2 * h + 2)) (pw [o; o; x; x] h ++ [o; o; x])
    (pw [x; o] m ++ gap k ++ pw [o; x] m ++ pw [o] (2 * h + 2) ++ [x]) []); slide.
  eapply (step_chain k 1 _ (pwp [([x], [o])] (2 * h) ++ [([x], [x])]) (pwp [([o], [x]); ([x], [o])] h ++ [([o], [x])])
    (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; o] (2 * h) ++ [x; x; o]) [x]
    (pw [x; o] m ++ gap k ++ pw [o; x] m ++ [o; o]) []); chained.
  eapply (step_left k _ [x] (o :: pw [x; o] (2 * h) ++ [x; x])
    (pw [o; x] h ++ o :: pw [x; o] m ++ gap k ++ pw [o; x] m ++ [o]) (o :: pw [x; o] h ++ [x])); slide.
  eapply (step_right k _ [] (x :: o :: pw [x; o] (2 * h) ++ [x]) (x :: pw [o; x] h ++ o :: pw [x; o] m)
    (pw [o; x] m ++ o :: gap k ++ o :: pw [x; o] h ++ [x])); slide.
  eapply (step_right k _ (gap k) (pw [x; o] (2 * h + 1) ++ [x]) (o :: pw [x; o] (h + 2 * m + 1))
    (o :: pw [x; o] h ++ [x])); slide.
  eapply walk_eq; [reflexivity | | reflexivity | apply walk_nil]. words. }
  repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia.
Qed.

Lemma form_b : forall h m, h + 1 <= m -> let k := 4 * h + 3 in let n := 2 * m + k + 1 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 5) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h m Hm. pose proof (form_b_end h m) as End. cbv zeta in *. set (k := 4 * h + 3) in *.
  assert (K : k = 4 * h + 3) by reflexivity. clearbody k.
  set (n := 2 * m + k + 1) in *. assert (N : n = 2 * m + k + 1) by reflexivity. clearbody n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n ++ pw [x] (2 * m)) (x :: gap k)); slide.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * m - 1)) (pw [o] k) (o :: o :: pw [x] (2 * m)) (x :: gap k)); slide.
  destruct (Nat.eq_dec m (h + 1)) as [E | E].
  - eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (m - 1)) (pwp [([o; o], [o; o])] h)
      (pw [o] k) (pw [o; o; x; x] h ++ [o; o; o]) (pw [x] k ++ [o]) [o; o; x; x] (x :: gap k)); chained.
    eapply (step_chain k 2 _ (pwp [([x; x], [o; o])] h ++ [([x; o], [x; x])]) (pwp [([x; o], [o; x])] h ++ [([x; o], [o; o])])
      (pw [o; o; x; x] h ++ [o; o; o]) (pw [x; x; o; o] h ++ [x; o; x]) (pw [x] (2 * h + 2)) [o; o]
      (pw [o] (2 * h) ++ x :: gap k)); chained.
    eapply (step_left k _ (pw [x] (2 * h + 2)) (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; o] m)
      (pw [o; x] m ++ pw [o] (2 * h + 2) ++ x :: gap k)); slide.
    eapply walk_eq; [| reflexivity | | exact End]; [words |].
    instantiate (1 := 4 * h + 6). reflexivity.
  - eapply walk_eq; [reflexivity | reflexivity | |].
    2: {
    eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (m - 1))
      (pwp [([x; o], [o; x])] (m - h - 2) ++ [([x; o], [o; o])] ++ pwp [([o; o], [o; o])] h)
      (pw [o] k) (pw [o; o; x; x] h ++ [o; o; x]) (pw [x] k ++ [o]) [o; o; x; x] (x :: gap k)); chained.
    eapply (step_chain k 2 _ (pwp [([x; x], [o; o])] h ++ [([x; o], [x; x])]) (pwp [([x; o], [o; x])] (h + 1))
      (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; x; o; o] h ++ [x; o; x]) (pw [x] (2 * h + 2)) (pw [x; o] (m - h - 1) ++ [o; o])
      (pw [o; x] (m - h - 2) ++ pw [o] (2 * h + 2) ++ x :: gap k)); chained.
    eapply (step_left k _ (pw [x] (2 * h + 2)) (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; o] m)
      (pw [o; x] m ++ pw [o] (2 * h + 2) ++ x :: gap k)); slide.
    eapply walk_eq; [| reflexivity | reflexivity | exact End]. words. }
    repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia. }
  repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia.
Qed.

(** The right place takes what has been left behind at the left one, as long as this is [oo]. *)
Lemma step_again : forall k u a c d y z e j rest goal,
  u = a ++ pw [x] (2 * j) ++ gap k ++ pw [o] (2 * d + 2) ++ y ++ pw [o] (4 * j + e) ++ c ->
  length y + 4 * j + e = k -> 2 <= k -> coins y ->
  pw [x; x; o; o] j ++ y = z ++ [] -> 
  walk k (a ++ gap k ++ pw [o] (2 * d + 2) ++ z ++ pw [o] e ++ pw [o] (2 * j) ++ c) rest goal ->
  walk k u (2 * j + rest) goal.
Proof.
  intros k u a c d y z e j rest goal -> Ly Hk Cy Z H. rewrite app_nil_r in Z. subst z. eapply walk_trans; [| exact H]. clear H rest goal.
  revert y c Ly Cy. induction j as [| j IH]; intros y c Ly Cy.
  - eapply walk_eq; [| | | apply walk_nil]; [| reflexivity | lia]. cbn [pw Nat.mul Nat.add app]. reflexivity.
  - eapply walk_eq; [reflexivity | reflexivity | |].
    2: {
    eapply (step_chain k 2 _ [([x; x], [o; o])] [([o; o], [o; o])] (y ++ pw [o] (4 * S j + e))
      (x :: x :: o :: o :: y ++ pw [o] (4 * j + e)) (a ++ pw [x] (2 * j)) (pw [o] (2 * d)) c).
    1: { pairs. words. }
    all: [> lengths | is_coins | is_sized | is_sized | lengths | lia | pairs; words | lengths | pairs].
    eapply walk_eq; [| | reflexivity | apply (IH (x :: x :: o :: o :: y) (o :: o :: c))].
    + words.
    + words.
    + cbn [length]. lia.
    + repeat (apply Forall_cons; [discriminate |]). exact Cy. }
    cbn [length]. lia.
Qed.

Lemma form_b_small : forall h m, 1 <= m <= h -> let k := 4 * h + 3 in let n := 2 * m + k + 1 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 5) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h m Hm. pose proof (form_b_end h m) as End. cbv zeta in *. set (k := 4 * h + 3) in *.
  assert (K : k = 4 * h + 3) by reflexivity. clearbody k.
  set (n := 2 * m + k + 1) in *. assert (N : n = 2 * m + k + 1) by reflexivity. clearbody n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n ++ pw [x] (2 * m)) (x :: gap k)); slide.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * m - 1)) (pw [o] k) (o :: o :: pw [x] (2 * m)) (x :: gap k)); slide.
  eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (m - 1)) (pwp [([o; o], [o; o])] (m - 1))
    (pw [o] k) (pw [o; o; x; x] (m - 1) ++ pw [o] (k - 4 * (m - 1))) (pw [x] k ++ [o]) [o; o; x; x] (x :: gap k)); chained.
  eapply (step_chain k 2 _ [([x; o], [x; x])] [([o; o], [o; o])]
    (pw [o; o; x; x] (m - 1) ++ pw [o] (k - 4 * (m - 1)))
    (x :: o :: x :: x :: pw [o; o; x; x] (m - 1) ++ pw [o] (4 * (h - m) + 3))
    (pw [x] (k - 1)) (pw [o] (2 * m)) (pw [o] (2 * (m - 1)) ++ x :: gap k)); chained.
  eapply (step_again k _ (pw [x] (2 * h + 2) ++ pw [x] (2 * m)) (pw [o] (2 * m) ++ x :: gap k) m
    (x :: o :: x :: x :: pw [o; o; x; x] (m - 1)) (pw [x; x; o; o] (h - m) ++ x :: o :: x :: x :: pw [o; o; x; x] (m - 1))
    3 (h - m)); [words | lengths | lia | is_coins | words |].
  change (pw [o] 3) with [o; o; o].
  eapply (step_chain k 2 _ (pwp [([x; x], [o; o])] m) (pwp [([x; o], [o; x])] (m - 1) ++ [([x; o], [o; o])])
    (pw [x; x; o; o] (h - m) ++ x :: o :: x :: x :: pw [o; o; x; x] (m - 1) ++ [o; o; o])
    (pw [x; x; o; o] h ++ [x; o; x]) (pw [x] (2 * h + 2)) [o; o]
    (pw [o] (2 * (h - m)) ++ pw [o] (2 * m) ++ x :: gap k)); chained.
  eapply (step_left k _ (pw [x] (2 * h + 2)) (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; o] m)
    (pw [o; x] m ++ pw [o] (2 * h + 2) ++ x :: gap k)); slide.
  eapply walk_eq; [| reflexivity | reflexivity | exact End]. words. }
  repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia.
Qed.

Lemma form_b_none : forall h, let k := 4 * h + 3 in let n := k + 1 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 5) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h. pose proof (form_b_end h 0) as End. cbv zeta in *. set (k := 4 * h + 3) in *.
  assert (K : k = 4 * h + 3) by reflexivity. clearbody k.
  set (n := k + 1) in *. assert (N : n = k + 1) by reflexivity.
  replace (2 * 0 + k + 1) with n in End by lia. clearbody n. cbn [pw app] in End.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n) (x :: gap k)); slide.
  eapply (step_right k _ (pw [x] (k - 1)) (x :: pw [o] (k - 1)) [o; o] (x :: gap k)); slide.
  eapply (step_again k _ (pw [x] (2 * h + 2)) (x :: gap k) 0 [x] (pw [x; x; o; o] h ++ [x]) 2 h);
    [change (pw [o] (2 * 0 + 2)) with [o; o]; words | lengths | lia | is_coins | words |].
  change (pw [o] 2) with [o; o]. change (pw [o] (2 * 0 + 2)) with [o; o].
  eapply (step_left k _ (pw [x] (2 * h + 2)) (pw [o; o; x; x] h ++ [o; o; x]) []
    (pw [o] (2 * h + 2) ++ x :: gap k)); slide.
  eapply walk_eq; [| reflexivity | reflexivity | exact End]. words. }
  lia.
Qed.

(** * Form C: [k = 4 h + 3], odd [n] *)

Lemma form_c : forall h b, let k := 4 * h + 3 in let n := 8 * h + 2 * b + 7 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 7) (gap k ++ pw [o; x] n ++ gap k ++ []).
Proof.
  intros h b. cbv zeta. set (k := 4 * h + 3). set (n := 8 * h + 2 * b + 7).
  assert (K : k = 4 * h + 3) by reflexivity. assert (N : n = 8 * h + 2 * b + 7) by reflexivity. clearbody k n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n ++ pw [x] (2 * (b + h + 1))) (pw [x] (2 * h + 2) ++ gap k)); slide.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * (b + h + 1) + 2 * h)) (pw [o] k) (o :: o :: pw [x] (2 * (b + h + 1)))
    (pw [x] (2 * h + 2) ++ gap k)); slide.
  eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (b + h + 1))
    (pwp [([x; o], [o; x])] b ++ [([x; o], [o; o])] ++ pwp [([o; o], [o; o])] h)
    (pw [o] k) (pw [o; o; x; x] h ++ [o; o; x]) (pw [x] k ++ pw [o] (2 * h)) [o; o] (pw [x] (2 * h + 2) ++ gap k)); chained.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * h) ++ gap k ++ pw [x; o] (b + 1) ++ pw [o] (2 * h + 2))
    (pw [o; o; x; x] h ++ [o; o; x]) (pw [o; x] b ++ pw [o] (2 * h + 2) ++ pw [x] (2 * h + 2)) []); slide.
  eapply (step_chain k 2 _ (pwp [([x; x], [o; o])] h ++ [([x; x], [x; x])] ++ pwp [([o; o], [x; x])] h)
    (pwp [([x; o], [o; x])] (2 * h + 1))
    (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; x; o; o] h ++ [x; x; x]) (pw [x] (2 * h + 1))
    (pw [x; o] (b + 1) ++ pw [o] (2 * h + 2) ++ gap k ++ pw [o; x] b ++ [o; o]) []); chained.
  eapply (step_left k _ (pw [x] (2 * h + 1)) (pw [o; o; x; x] h ++ [o; o; x])
    (pw [x; o] (2 * h + 1) ++ pw [x; o] (b + 1) ++ pw [o] (2 * h + 2) ++ gap k ++ pw [o; x] b)
    (x :: x :: pw [o; x] (2 * h + 1))); slide.
  eapply (step_right k _ (pw [x] (2 * h + 1)) (pw [o; o; x; x] h ++ [o; o; x])
    (pw [x; o] (2 * h + b + 2) ++ pw [o] (2 * h + 2)) (pw [o; x] b ++ gap k ++ x :: x :: pw [o; x] (2 * h + 1))); slide.
  eapply (step_chain k 1 _ (pwp [([x], [o])] (2 * h + 1)) (pwp [([o], [x]); ([x], [o])] h ++ [([o], [x])])
    (pw [o; o; x; x] h ++ [o; o; x]) (pw [x; o] (2 * h + 1) ++ [o]) []
    (pw [x; o] (2 * h + b + 2) ++ [o]) (pw [o; x] b ++ gap k ++ x :: x :: pw [o; x] (2 * h + 1))); chained.
  eapply (step_left k _ [] (o :: pw [x; o] (2 * h + 1)) (pw [o; x] h ++ o :: pw [x; o] (2 * h + b + 2))
    (o :: pw [x; o] h ++ x :: pw [o; x] b ++ gap k ++ x :: x :: pw [o; x] (2 * h + 1))); slide.
  eapply (step_right k _ [] (o :: pw [x; o] (2 * h + 1))
    (pw [o; x] h ++ o :: pw [x; o] (2 * h + b + 2) ++ gap k ++ o :: pw [x; o] h ++ x :: pw [o; x] b)
    (x :: x :: pw [o; x] (2 * h + 1))); slide.
  eapply (step_left k _ (gap k ++ pw [o; x] h ++ o :: pw [x; o] (2 * h + b + 2)) (x :: pw [o; x] (2 * h + 1))
    (o :: pw [x; o] h ++ x :: pw [o; x] b ++ o :: pw [x; o] (2 * h + 1) ++ [x]) []); slide.
  eapply walk_eq; [reflexivity | | reflexivity | apply walk_nil]. words. }
  repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia.
Qed.

(** * Form D: [k = 4 h + 1], odd [n] *)

Lemma form_d : forall h f, 1 <= h -> let k := 4 * h + 1 in let n := 18 * h + 2 * f + 3 in
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) (n + 2 * h + 9) (gap k ++ gap k ++ pw [o; x] n ++ []).
Proof.
  intros h f Hh. cbv zeta. set (k := 4 * h + 1). set (n := 18 * h + 2 * f + 3).
  assert (K : k = 4 * h + 1) by reflexivity. assert (N : n = 18 * h + 2 * f + 3) by reflexivity. clearbody k n.
  eapply walk_eq; [reflexivity | reflexivity | |].
  2: {
  eapply (step_left k _ [] (pw [x] k) (pw [o] n ++ pw [x] (14 * h + 1)) (pw [x] (2 * f + 1) ++ gap k)); slide.
  eapply (step_right k _ (pw [x] k ++ pw [o] (14 * h + 2 * f)) (pw [o] k) (o :: o :: pw [x] (14 * h + 1))
    (pw [x] (2 * f + 1) ++ gap k)); slide.
  eapply (step_chain k 2 _ (pwp [([o; o], [x; x])] (7 * h)) (pwp [([o; x], [x; o])] (6 * h) ++ pwp [([o; o], [o; o])] h)
    (pw [o] k) (pw [o; o; x; x] h ++ [o]) (pw [x] k ++ pw [o] (2 * f)) [o; o; x] (pw [x] (2 * f + 1) ++ gap k)); chained.
  eapply (step_right k _ (pw [x] k ++ pw [o] (2 * f) ++ gap k ++ pw [o; x] (6 * h) ++ pw [o] (2 * h + 2))
    (x :: pw [o; o; x; x] h) (o :: pw [x; o] (6 * h) ++ pw [o] (2 * h) ++ pw [x] (2 * f + 1)) []); slide.
  eapply (step_left k _ (pw [x] k ++ pw [o] (2 * f)) (pw [x; x; o; o] h ++ [x])
    (pw [o; x] (6 * h) ++ pw [o] (2 * h + 2) ++ gap k ++ o :: pw [x; o] (6 * h) ++ pw [o] (2 * h) ++ pw [x] (2 * f)) [x]); slide.
  eapply (step_chain_left k 2 _ (pwp [([o; o], [x; x])] h ++ pwp [([x; x], [o; o])] f) (pwp [([x; o], [o; x])] (f + h))
    (pw [x; x; o; o] h ++ [x]) (pw [o; o; x; x] h ++ [x]) (pw [x] (2 * h + 1))
    (pw [o; x] (6 * h) ++ pw [o] (2 * h + 2) ++ gap k ++ o :: pw [x; o] (6 * h)) [x]); chained.
  eapply (step_right k _ (pw [x] (2 * h + 1)) (pw [o; o; x; x] h ++ [x]) (pw [o; x] (f + 7 * h) ++ pw [o] (2 * h + 2))
    (o :: pw [x; o] (6 * h) ++ gap k ++ pw [x; o] (f + h) ++ [x])); slide.
  eapply (step_chain k 1 _ (pwp [([x], [o])] (2 * h + 1))
    ([([o], [o])] ++ pwp [([o], [x]); ([x], [o])] (h - 1) ++ [([o], [x]); ([x], [x])])
    (pw [o; o; x; x] h ++ [x]) (pw [x; o] (2 * h) ++ [x]) [] (pw [o; x] (f + 7 * h) ++ [o])
    (o :: pw [x; o] (6 * h) ++ gap k ++ pw [x; o] (f + h) ++ [x])); chained.
  eapply (step_right k _ (gap k ++ o :: pw [o; x] (11 * h + f + 1) ++ x :: o :: pw [x; o] (4 * h - 1) ++ [x])
    (o :: pw [x; o] (2 * h)) [] (pw [x; o] (f + h) ++ [x])); slide.
  eapply (step_right k _ (gap k) (o :: pw [o; x] (2 * h)) (pw [o; x] (9 * h + f + 1) ++ x :: o :: pw [x; o] (4 * h - 1) ++ [x])
    (o :: pw [x; o] (2 * h) ++ pw [x; o] (f + h) ++ [x])); slide.
  eapply (step_left k _ (gap k) (pw [x; o] (2 * h) ++ [x]) (pw [o; x] (9 * h + f + 1))
    (o :: pw [x; o] (2 * h) ++ pw [o; x] (5 * h + f + 1))); slide.
  eapply (step_left k _ (gap k ++ pw [x; o] (2 * h) ++ x :: pw [o; x] (9 * h + f + 1)) (o :: pw [x; o] (2 * h)) []
    (pw [o; x] (5 * h + f + 1))); slide.
  eapply (step_right k _ (gap k) (pw [x; o] (2 * h) ++ [x]) (pw [o; x] (9 * h + f + 1) ++ o :: pw [x; o] (2 * h))
    (pw [o; x] (5 * h + f + 1) ++ [])); slide.
  eapply walk_eq; [reflexivity | | reflexivity | apply walk_nil]. words. }
  repeat (rewrite ?app_length, ?pwp_length; cbn [length]); lia.
Qed.

(** * Solutions *)

Open Scope Z_scope.

Lemma at_right : forall w lo p, lo + size w <= p -> at_ lo w p = None.
Proof.
  intros w. induction w as [| c w IH]; intros lo p H; [reflexivity |]. cbn [at_].
  replace (size (c :: w)) with (1 + size w) in H by (unfold size; cbn [length]; lia).
  pose proof (size_nonneg w). destruct (Z.eqb_spec p lo); [lia | apply IH; lia].
Qed.

Lemma at_gap_app : forall k w lo p, at_ lo (gap k ++ w) p = at_ (lo + Z.of_nat k) w p.
Proof.
  intros k w lo p. rewrite at_app, size_gap.
  destruct (Z.ltb_spec p (lo + Z.of_nat k)); [| reflexivity]. rewrite at_gap, at_left by assumption. reflexivity.
Qed.

Lemma at_app_gap : forall k w lo p, at_ lo (w ++ gap k) p = at_ lo w p.
Proof.
  intros k w lo p. rewrite at_app.
  destruct (Z.ltb_spec p (lo + size w)); [reflexivity |]. rewrite at_gap, at_right by assumption. reflexivity.
Qed.

Lemma at_run : forall c n lo p, at_ lo (pw [c] n) p = if within lo (Z.of_nat n) p then c else None.
Proof.
  intros c n. induction n as [| n IH]; intros lo p.
  - cbn [pw at_]. rewrite within_false by lia. reflexivity.
  - cbn [pw app at_]. rewrite IH. destruct (Z.eqb_spec p lo); split_within; reflexivity.
Qed.

Lemma at_alternating : forall n lo p, at_ lo (pw [o; x] n) p = alternate lo (2 * Z.of_nat n) nickel p.
Proof.
  intros n. induction n as [| n IH]; intros lo p.
  - unfold alternate. cbn [pw at_]. rewrite within_false by lia. reflexivity.
  - cbn [pw app at_]. rewrite IH. unfold alternate.
    destruct (Z.eqb_spec p lo) as [-> |]; [| destruct (Z.eqb_spec p (lo + 1)) as [-> |]].
    + rewrite within_true by lia. unfold coin_at. rewrite Z.sub_diag. reflexivity.
    + rewrite within_true by lia. unfold coin_at. replace (lo + 1 - lo) with 1 by lia. reflexivity.
    + split_within; try reflexivity. f_equal. apply (coin_at_even _ _ _ _ _ (-1)). lia.
Qed.

Lemma walk_solves : forall k n count z first,
  walk k (gap k ++ pw [o] n ++ pw [x] n ++ gap k) count z ->
  same (at_ (- Z.of_nat k) z) (alternate first (2 * Z.of_nat n) nickel) ->
  solvable_in (Z.of_nat k) (Z.of_nat n) (Z.of_nat count).
Proof.
  intros k n count z first W Z. destruct (W (- Z.of_nat k)) as [moves [L C]].
  exists moves. split; [| lia].
  apply (leads_reaches _ _ _ _ (alternate first (2 * Z.of_nat n) nickel)); [| apply alternate_alternating].
  apply (leads_same _ _ (at_ (- Z.of_nat k) (gap k ++ pw [o] n ++ pw [x] n ++ gap k)) _ (at_ (- Z.of_nat k) z));
    [| exact Z | exact L].
  intros p. rewrite at_gap_app, app_assoc, at_app_gap, at_app. unfold size. rewrite pw_length, !at_run.
  unfold start, o, x. cbn [length].
  destruct (Z.ltb_spec p (- Z.of_nat k + Z.of_nat k + Z.of_nat (1 * n))); split_within; reflexivity.
Qed.

Lemma after_gaps : forall k n, same (at_ (- Z.of_nat k) (gap k ++ gap k ++ pw [o; x] n ++ []))
  (alternate (Z.of_nat k) (2 * Z.of_nat n) nickel).
Proof.
  intros k n p. rewrite app_nil_r, !at_gap_app, at_alternating. f_equal. lia.
Qed.

Lemma between_gaps : forall k n, same (at_ (- Z.of_nat k) (gap k ++ pw [o; x] n ++ gap k ++ []))
  (alternate 0 (2 * Z.of_nat n) nickel).
Proof.
  intros k n p. rewrite app_nil_r, at_gap_app, at_app_gap, at_alternating. f_equal. lia.
Qed.

(** * The theorem *)

Lemma solvable_same : forall k k' n n' m m', k = k' -> n = n' -> m = m' -> solvable_in k n m -> solvable_in k' n' m'.
Proof. intros k k' n n' m m' -> -> -> H. exact H. Qed.

Theorem one_even : forall k n, 3 <= k -> k mod 4 = 1 -> Z.even n = true -> (3 * k + 1) / 2 <= n ->
  solvable_in k n (n + (k + 7) / 2).
Proof.
  intros k n Hk K E B. pose proof (Z.div_mod k 4 ltac:(lia)) as D. rewrite K in D. set (q := k / 4) in *.
  apply Z.even_spec in E. destruct E as [e E].
  replace (3 * k + 1) with ((6 * q + 2) * 2) in B by lia. rewrite Z.div_mul in B by lia.
  replace (k + 7) with ((2 * q + 4) * 2) by lia. rewrite Z.div_mul by lia.
  pose proof (walk_solves _ _ _ _ _ (form_a (Z.to_nat q) (Z.to_nat (e - 3 * q - 1)) ltac:(lia)) (after_gaps _ _)) as S.
  refine (solvable_same _ _ _ _ _ _ _ _ _ S); lia.
Qed.

Theorem three_even : forall k n, 3 <= k -> k mod 4 = 3 -> Z.even n = true -> k + 1 <= n ->
  solvable_in k n (n + (k + 7) / 2).
Proof.
  intros k n Hk K E B. pose proof (Z.div_mod k 4 ltac:(lia)) as D. rewrite K in D. set (q := k / 4) in *.
  apply Z.even_spec in E. destruct E as [e E].
  replace (k + 7) with ((2 * q + 5) * 2) by lia. rewrite Z.div_mul by lia.
  set (m := Z.to_nat (e - 2 * q - 2)).
  assert (S : solvable_in (Z.of_nat (4 * Z.to_nat q + 3)) (Z.of_nat (2 * m + (4 * Z.to_nat q + 3) + 1))
    (Z.of_nat (2 * m + (4 * Z.to_nat q + 3) + 1 + 2 * Z.to_nat q + 5))).
  { destruct (Nat.eq_dec m 0) as [M | M]; [| destruct (Nat.le_gt_cases m (Z.to_nat q)) as [L | L]].
    - rewrite M. exact (walk_solves _ _ _ _ _ (form_b_none (Z.to_nat q)) (after_gaps _ _)).
    - exact (walk_solves _ _ _ _ _ (form_b_small (Z.to_nat q) m ltac:(lia)) (after_gaps _ _)).
    - exact (walk_solves _ _ _ _ _ (form_b (Z.to_nat q) m ltac:(lia)) (after_gaps _ _)). }
  refine (solvable_same _ _ _ _ _ _ _ _ _ S); lia.
Qed.

Theorem three_odd : forall k n, 3 <= k -> k mod 4 = 3 -> Z.odd n = true -> 2 * k + 1 <= n ->
  solvable_in k n (n + (k + 11) / 2).
Proof.
  intros k n Hk K E B. pose proof (Z.div_mod k 4 ltac:(lia)) as D. rewrite K in D. set (q := k / 4) in *.
  apply Z.odd_spec in E. destruct E as [e E].
  replace (k + 11) with ((2 * q + 7) * 2) by lia. rewrite Z.div_mul by lia.
  pose proof (walk_solves _ _ _ _ _ (form_c (Z.to_nat q) (Z.to_nat (e - 4 * q - 3))) (between_gaps _ _)) as S.
  refine (solvable_same _ _ _ _ _ _ _ _ _ S); lia.
Qed.

Theorem one_odd : forall k n, 3 <= k -> k mod 4 = 1 -> Z.odd n = true -> (9 * k - 3) / 2 <= n ->
  solvable_in k n (n + (k + 17) / 2).
Proof.
  intros k n Hk K E B. pose proof (Z.div_mod k 4 ltac:(lia)) as D. rewrite K in D. set (q := k / 4) in *.
  apply Z.odd_spec in E. destruct E as [e E].
  replace (9 * k - 3) with ((18 * q + 3) * 2) in B by lia. rewrite Z.div_mul in B by lia.
  replace (k + 17) with ((2 * q + 9) * 2) by lia. rewrite Z.div_mul by lia.
  pose proof (walk_solves _ _ _ _ _ (form_d (Z.to_nat q) (Z.to_nat (e - 9 * q - 1)) ltac:(lia)) (after_gaps _ _)) as S.
  refine (solvable_same _ _ _ _ _ _ _ _ _ S); lia.
Qed.
