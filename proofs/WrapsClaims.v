(* What the families of wraps in data/families/ claim, proven. scripts/proofs-wraps writes the wraps and bases as Coq files,
   which hold data alone, and refuses a record that claims something else than is stated here. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Families Chains.
From Tait Require Wraps02 Wraps03 Wraps04 Wraps05 Wraps05_4_black Wraps06 Wraps07 Wraps07_4_black Wraps08
  Wraps09_3_black Wraps09_4_black Wraps10 Wraps12.
Import ListNotations.
Open Scope Z_scope.

(** The sizes from some size on: all, or all odd or all even ones. *)

Lemma odd_mod : forall from n, Z.odd from = true -> Z.odd n = true -> (n - from) mod 2 = 0.
Proof. intros from n Hfrom Hn. rewrite Zmod_odd, Z.odd_sub, Hfrom, Hn. reflexivity. Qed.

Lemma even_mod : forall from n, Z.even from = true -> Z.even n = true -> (n - from) mod 2 = 0.
Proof. intros from n Hfrom Hn. rewrite Zmod_odd, <- Z.negb_even, Z.even_sub, Hfrom, Hn. reflexivity. Qed.

Ltac checked := vm_compute; reflexivity.

Ltac all_from valid := intros n Hn; refine (reached_from_sound _ 1 _ valid _ n Hn (Z.mod_1_r _)); checked.

Ltac of_parity parity_mod valid :=
  intros n Hn Hparity; refine (reached_from_sound _ 2 _ valid _ n Hn _);
  [checked | apply parity_mod; [reflexivity | exact Hparity]].

Ltac odd_from valid := of_parity odd_mod valid.

Ltac even_from valid := of_parity even_mod valid.

(** The checker accepts each family. *)

Lemma k02_valid : check_wraps Wraps02.known = true.
Proof. checked. Qed.

Lemma k03_valid : check_wraps Wraps03.known = true.
Proof. checked. Qed.

Lemma k04_valid : check_wraps Wraps04.known = true.
Proof. checked. Qed.

Lemma k05_valid : check_wraps Wraps05.known = true.
Proof. checked. Qed.

Lemma k05_4_black_valid : check_wraps Wraps05_4_black.known = true.
Proof. checked. Qed.

Lemma k06_valid : check_wraps Wraps06.known = true.
Proof. checked. Qed.

Lemma k07_valid : check_wraps Wraps07.known = true.
Proof. checked. Qed.

Lemma k07_4_black_valid : check_wraps Wraps07_4_black.known = true.
Proof. checked. Qed.

Lemma k08_valid : check_wraps Wraps08.known = true.
Proof. checked. Qed.

Lemma k09_3_black_valid : check_wraps Wraps09_3_black.known = true.
Proof. checked. Qed.

Lemma k09_4_black_valid : check_wraps Wraps09_4_black.known = true.
Proof. checked. Qed.

Lemma k10_valid : check_wraps Wraps10.known = true.
Proof. checked. Qed.

Lemma k12_valid : check_wraps Wraps12.known = true.
Proof. checked. Qed.

(** What follows. *)

(** Algorithm 3.1 of the thesis, and bases for 4, 5, 6 and 7. *)
Theorem k2 : forall n, 4 <= n -> suffice 2 n.
Proof. all_from k02_valid. Qed.

(** Algorithm 4.1 of the thesis, and a base for 3. *)
Theorem k3_odd : forall n, 3 <= n -> Z.odd n = true -> suffice 3 n.
Proof. odd_from k03_valid. Qed.

Theorem k4 : forall n, 58 <= n -> suffice 4 n.
Proof. all_from k04_valid. Qed.

(** With two-sided bases; the wraps alone settle every odd n from 89 on. *)
Theorem k5_odd : forall n, 15 <= n -> Z.odd n = true -> suffice 5 n.
Proof. odd_from k05_valid. Qed.

(** With two-sided bases. *)
Theorem k5_even : forall n, 16 <= n -> Z.even n = true -> suffice 5 n.
Proof. even_from k05_4_black_valid. Qed.

Theorem k6 : forall n, 16 <= n -> suffice 6 n.
Proof. all_from k06_valid. Qed.

(** With two-sided bases; the wraps alone settle every odd n from 1345 on. *)
Theorem k7_odd : forall n, 15 <= n -> Z.odd n = true -> suffice 7 n.
Proof. odd_from k07_valid. Qed.

(** With two-sided bases. *)
Theorem k7_even : forall n, 18 <= n -> Z.even n = true -> suffice 7 n.
Proof. even_from k07_4_black_valid. Qed.

Theorem k8 : forall n, 66 <= n -> suffice 8 n.
Proof. all_from k08_valid. Qed.

(** With two-sided bases. *)
Theorem k9_odd : forall n, 19 <= n -> Z.odd n = true -> suffice 9 n.
Proof. odd_from k09_3_black_valid. Qed.

Theorem k9_even : forall n, 20 <= n -> Z.even n = true -> suffice 9 n.
Proof. even_from k09_4_black_valid. Qed.

Theorem k10 : forall n, 281 <= n -> suffice 10 n.
Proof. all_from k10_valid. Qed.

(** Besides, each family settles sizes below, one residue at a time. *)

Ltac each_of valid :=
  intros first times Hfirst Htimes; exact (check_wraps_multiples _ valid first times Hfirst Htimes).

Theorem k4_multiples : forall first times,
  In first [8; 14; 15; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 27; 32; 50; 51; 53; 55; 56; 79] -> 0 <= times ->
  suffice 4 (first + times * 22).
Proof. each_of k04_valid. Qed.

Theorem k5_multiples : forall first times,
  In first [15; 17; 19; 21; 23; 25; 27; 29; 31; 33; 35] -> 0 <= times -> suffice 5 (first + times * 22).
Proof. each_of k05_valid. Qed.

Theorem k7_multiples : forall first times,
  In first [15; 17; 19; 21; 23; 25; 27; 29; 31; 33; 35; 37; 39; 41; 43; 45; 47; 49; 51; 53; 55; 57; 59; 61; 63] ->
  0 <= times -> suffice 7 (first + times * 50).
Proof. each_of k07_valid. Qed.

Theorem k8_multiples : forall first times,
  In first [19; 20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30; 31; 33; 34; 36; 37; 38; 40; 56; 59; 63; 66; 89] ->
  0 <= times -> suffice 8 (first + times * 24).
Proof. each_of k08_valid. Qed.

Theorem k10_multiples : forall first times,
  In first [21; 22; 23; 24; 25; 26; 53; 54; 81; 82; 109; 110; 137; 138; 165; 166; 193; 194; 221; 222; 249; 250; 277; 278;
            305; 306] -> 0 <= times ->
  suffice 10 (first + times * 26).
Proof. each_of k10_valid. Qed.

Theorem k12_multiples : forall first times,
  In first [23; 24] -> 0 <= times -> suffice 12 (first + times * 30).
Proof. each_of k12_valid. Qed.
