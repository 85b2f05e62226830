(* What the families of wraps in data/families/ claim, proven. k02 is Algorithm 3.1 of the thesis with bases for n = 4 to 7,
   and k03 is Algorithm 4.1 with a base for n = 3. scripts/proofs-wraps --claims has written this file. Otherwise that program
   writes the wraps and bases as Coq files, which hold data alone, and refuses a record that claims anything else than is
   stated here. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Families Chains.
From Tait Require Wraps02 Wraps03 Wraps04 Wraps05 Wraps05_4_black Wraps06 Wraps07 Wraps07_4_black Wraps08
  Wraps09_3_black Wraps09_4_black Wraps10 Wraps12.
Import ListNotations.
Open Scope Z_scope.

Ltac checked := vm_compute; reflexivity.

Lemma k02_valid : check_wraps Wraps02.known = true.
Proof. checked. Qed.

Theorem k02 : forall n, 4 <= n -> suffice 2 n.
Proof. refine (reached_all _ _ k02_valid _); checked. Qed.

Theorem k02_multiples : forall first times, In first [4; 5; 6; 7] -> 0 <= times -> suffice 2 (first + times * 4).
Proof. exact (check_wraps_multiples _ k02_valid). Qed.

Lemma k03_valid : check_wraps Wraps03.known = true.
Proof. checked. Qed.

Theorem k03 : forall n, 3 <= n -> Z.odd n = true -> suffice 3 n.
Proof. refine (reached_odd _ _ k03_valid _); checked. Qed.

Theorem k03_multiples : forall first times, In first [3] -> 0 <= times -> suffice 3 (first + times * 2).
Proof. exact (check_wraps_multiples _ k03_valid). Qed.

Lemma k04_valid : check_wraps Wraps04.known = true.
Proof. checked. Qed.

Theorem k04 : forall n, 58 <= n -> suffice 4 n.
Proof. refine (reached_all _ _ k04_valid _); checked. Qed.

Theorem k04_multiples : forall first times, In first [8; 14; 15; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 27; 32;
  50; 51; 53; 55; 56; 79] -> 0 <= times -> suffice 4 (first + times * 22).
Proof. exact (check_wraps_multiples _ k04_valid). Qed.

Lemma k05_valid : check_wraps Wraps05.known = true.
Proof. checked. Qed.

Theorem k05 : forall n, 15 <= n -> Z.odd n = true -> suffice 5 n.
Proof. refine (reached_odd _ _ k05_valid _); checked. Qed.

Theorem k05_multiples : forall first times, In first [15; 17; 19; 21; 23; 25; 27; 29; 31; 33; 35] -> 0 <= times ->
  suffice 5 (first + times * 22).
Proof. exact (check_wraps_multiples _ k05_valid). Qed.

Lemma k05_4_black_valid : check_wraps Wraps05_4_black.known = true.
Proof. checked. Qed.

Theorem k05_4_black : forall n, 16 <= n -> Z.even n = true -> suffice 5 n.
Proof. refine (reached_even _ _ k05_4_black_valid _); checked. Qed.

Theorem k05_4_black_multiples : forall first times, In first [16; 18; 20; 22; 24; 26; 28; 30; 32; 34; 36] ->
  0 <= times -> suffice 5 (first + times * 22).
Proof. exact (check_wraps_multiples _ k05_4_black_valid). Qed.

Lemma k06_valid : check_wraps Wraps06.known = true.
Proof. checked. Qed.

Theorem k06 : forall n, 16 <= n -> suffice 6 n.
Proof. refine (reached_all _ _ k06_valid _); checked. Qed.

Theorem k06_multiples : forall first times, In first [16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30; 31;
  32; 33] -> 0 <= times -> suffice 6 (first + times * 18).
Proof. exact (check_wraps_multiples _ k06_valid). Qed.

Lemma k07_valid : check_wraps Wraps07.known = true.
Proof. checked. Qed.

Theorem k07 : forall n, 15 <= n -> Z.odd n = true -> suffice 7 n.
Proof. refine (reached_odd _ _ k07_valid _); checked. Qed.

Theorem k07_multiples : forall first times, In first [15; 17; 19; 21; 23; 25; 27; 29; 31; 33; 35; 37; 39; 41; 43; 45;
  47; 49; 51; 53; 55; 57; 59; 61; 63] -> 0 <= times -> suffice 7 (first + times * 50).
Proof. exact (check_wraps_multiples _ k07_valid). Qed.

Lemma k07_4_black_valid : check_wraps Wraps07_4_black.known = true.
Proof. checked. Qed.

Theorem k07_4_black : forall n, 18 <= n -> Z.even n = true -> suffice 7 n.
Proof. refine (reached_even _ _ k07_4_black_valid _); checked. Qed.

Theorem k07_4_black_multiples : forall first times, In first [18; 20; 22; 24; 26; 28; 30; 32; 34; 36; 38; 40; 42;
  44] -> 0 <= times -> suffice 7 (first + times * 28).
Proof. exact (check_wraps_multiples _ k07_4_black_valid). Qed.

Lemma k08_valid : check_wraps Wraps08.known = true.
Proof. checked. Qed.

Theorem k08 : forall n, 66 <= n -> suffice 8 n.
Proof. refine (reached_all _ _ k08_valid _); checked. Qed.

Theorem k08_multiples : forall first times, In first [19; 20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30; 31; 33; 34; 36;
  37; 38; 40; 56; 59; 63; 66; 89] -> 0 <= times -> suffice 8 (first + times * 24).
Proof. exact (check_wraps_multiples _ k08_valid). Qed.

Lemma k09_3_black_valid : check_wraps Wraps09_3_black.known = true.
Proof. checked. Qed.

Theorem k09_3_black : forall n, 19 <= n -> Z.odd n = true -> suffice 9 n.
Proof. refine (reached_odd _ _ k09_3_black_valid _); checked. Qed.

Theorem k09_3_black_multiples : forall first times, In first [19; 21; 23; 25; 27; 29; 31; 33; 35; 37; 39; 41; 43;
  45] -> 0 <= times -> suffice 9 (first + times * 28).
Proof. exact (check_wraps_multiples _ k09_3_black_valid). Qed.

Lemma k09_4_black_valid : check_wraps Wraps09_4_black.known = true.
Proof. checked. Qed.

Theorem k09_4_black : forall n, 20 <= n -> Z.even n = true -> suffice 9 n.
Proof. refine (reached_even _ _ k09_4_black_valid _); checked. Qed.

Theorem k09_4_black_multiples : forall first times, In first [20; 22; 24; 26; 28; 30; 32; 34; 36; 38; 40; 42; 44] ->
  0 <= times -> suffice 9 (first + times * 26).
Proof. exact (check_wraps_multiples _ k09_4_black_valid). Qed.

Lemma k10_valid : check_wraps Wraps10.known = true.
Proof. checked. Qed.

Theorem k10 : forall n, 281 <= n -> suffice 10 n.
Proof. refine (reached_all _ _ k10_valid _); checked. Qed.

Theorem k10_multiples : forall first times, In first [21; 22; 23; 24; 25; 26; 53; 54; 81; 82; 109; 110; 137; 138; 165;
  166; 193; 194; 221; 222; 249; 250; 277; 278; 305; 306] -> 0 <= times -> suffice 10 (first + times * 26).
Proof. exact (check_wraps_multiples _ k10_valid). Qed.

Lemma k12_valid : check_wraps Wraps12.known = true.
Proof. checked. Qed.

Theorem k12_multiples : forall first times, In first [23; 24] -> 0 <= times -> suffice 12 (first + times * 30).
Proof. exact (check_wraps_multiples _ k12_valid). Qed.
