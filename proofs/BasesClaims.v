(* What the families of bases in data/families/ claim, and those of the thesis, proven. scripts/proofs-data --claims has
   written this file. Otherwise that program writes the bases as Coq files, which hold data alone, and refuses a record
   that claims anything else than is stated here. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement Families.
From Tait Require K02Bases K03Bases K03BasesExhaustive K03Common K03CommonEven K03Thesis K04Bases K04Common K04Thesis
  K05Bases K05Common K05Thesis K06Bases K06CommonFrom17To22 K07Bases K08Bases K08BasesExhaustive K09Bases
  K09BasesSmallest K10Bases K10BasesSmallest K11Bases K11BasesFrom33To33 K12Bases K13Bases K14BasesFrom55.
Import ListNotations.
Open Scope Z_scope.

Ltac checked := vm_compute; reflexivity.

Ltac from_bound valid := refine (minimum_from _ _ valid _ _ _); [lia | checked].

Ltac for_residues valid := refine (minimum_for_residues _ _ valid _ _ _); checked.

Lemma k02_bases_valid : valid_family 2 K02Bases.known = true.
Proof. checked. Qed.

Theorem k02_bases : forall n, 4 <= n -> minimum_moves 2 n n.
Proof. from_bound k02_bases_valid. Qed.

Lemma k03_bases_valid : valid_family 3 K03Bases.known = true.
Proof. checked. Qed.

Theorem k03_bases : forall n, 10 <= n -> minimum_moves 3 n n.
Proof. from_bound k03_bases_valid. Qed.

Lemma k03_bases_exhaustive_valid : valid_family 3 K03BasesExhaustive.known = true.
Proof. checked. Qed.

Theorem k03_bases_exhaustive : forall n, 10 <= n -> minimum_moves 3 n n.
Proof. from_bound k03_bases_exhaustive_valid. Qed.

Lemma k03_common_valid : valid_family 3 K03Common.known = true.
Proof. checked. Qed.

Theorem k03_common : forall n, 10 <= n -> minimum_moves 3 n n.
Proof. from_bound k03_common_valid. Qed.

Lemma k03_common_even_valid : valid_family 3 K03CommonEven.known = true.
Proof. checked. Qed.

Theorem k03_common_even : forall n first times, In first [12; 14; 10] -> 0 <= times -> n = first + times * 6 ->
  minimum_moves 3 n n.
Proof. for_residues k03_common_even_valid. Qed.

Lemma k03_thesis_valid : valid_family 3 K03Thesis.known = true.
Proof. checked. Qed.

Theorem k03_thesis : forall n first times, In first [10; 12; 14] -> 0 <= times -> n = first + times * 6 ->
  minimum_moves 3 n n.
Proof. for_residues k03_thesis_valid. Qed.

Lemma k04_bases_valid : valid_family 4 K04Bases.known = true.
Proof. checked. Qed.

Theorem k04_bases : forall n, 9 <= n -> minimum_moves 4 n n.
Proof. from_bound k04_bases_valid. Qed.

Lemma k04_common_valid : valid_family 4 K04Common.known = true.
Proof. checked. Qed.

Theorem k04_common : forall n, 9 <= n -> minimum_moves 4 n n.
Proof. from_bound k04_common_valid. Qed.

Lemma k04_thesis_valid : valid_family 4 K04Thesis.known = true.
Proof. checked. Qed.

Theorem k04_thesis : forall n, 13 <= n -> minimum_moves 4 n n.
Proof. from_bound k04_thesis_valid. Qed.

Lemma k05_bases_valid : valid_family 5 K05Bases.known = true.
Proof. checked. Qed.

Theorem k05_bases : forall n, 13 <= n -> minimum_moves 5 n n.
Proof. from_bound k05_bases_valid. Qed.

Lemma k05_common_valid : valid_family 5 K05Common.known = true.
Proof. checked. Qed.

Theorem k05_common : forall n, 13 <= n -> minimum_moves 5 n n.
Proof. from_bound k05_common_valid. Qed.

Lemma k05_thesis_valid : valid_family 5 K05Thesis.known = true.
Proof. checked. Qed.

Theorem k05_thesis : forall n, 14 <= n -> minimum_moves 5 n n.
Proof. from_bound k05_thesis_valid. Qed.

Lemma k06_bases_valid : valid_family 6 K06Bases.known = true.
Proof. checked. Qed.

Theorem k06_bases : forall n, 13 <= n -> minimum_moves 6 n n.
Proof. from_bound k06_bases_valid. Qed.

Lemma k06_common_from17_to22_valid : valid_family 6 K06CommonFrom17To22.known = true.
Proof. checked. Qed.

Theorem k06_common_from17_to22 : forall n, 19 <= n -> minimum_moves 6 n n.
Proof. from_bound k06_common_from17_to22_valid. Qed.

Lemma k07_bases_valid : valid_family 7 K07Bases.known = true.
Proof. checked. Qed.

Theorem k07_bases : forall n, 14 <= n -> minimum_moves 7 n n.
Proof. from_bound k07_bases_valid. Qed.

Lemma k08_bases_valid : valid_family 8 K08Bases.known = true.
Proof. checked. Qed.

Theorem k08_bases : forall n, 19 <= n -> minimum_moves 8 n n.
Proof. from_bound k08_bases_valid. Qed.

Lemma k08_bases_exhaustive_valid : valid_family 8 K08BasesExhaustive.known = true.
Proof. checked. Qed.

Theorem k08_bases_exhaustive : forall n, 17 <= n -> minimum_moves 8 n n.
Proof. from_bound k08_bases_exhaustive_valid. Qed.

Lemma k09_bases_valid : valid_family 9 K09Bases.known = true.
Proof. checked. Qed.

Theorem k09_bases : forall n, 30 <= n -> minimum_moves 9 n n.
Proof. from_bound k09_bases_valid. Qed.

Lemma k09_bases_smallest_valid : valid_family 9 K09BasesSmallest.known = true.
Proof. checked. Qed.

Theorem k09_bases_smallest : forall n, 27 <= n -> minimum_moves 9 n n.
Proof. from_bound k09_bases_smallest_valid. Qed.

Lemma k10_bases_valid : valid_family 10 K10Bases.known = true.
Proof. checked. Qed.

Theorem k10_bases : forall n, 32 <= n -> minimum_moves 10 n n.
Proof. from_bound k10_bases_valid. Qed.

Lemma k10_bases_smallest_valid : valid_family 10 K10BasesSmallest.known = true.
Proof. checked. Qed.

Theorem k10_bases_smallest : forall n, 35 <= n -> minimum_moves 10 n n.
Proof. from_bound k10_bases_smallest_valid. Qed.

Lemma k11_bases_valid : valid_family 11 K11Bases.known = true.
Proof. checked. Qed.

Theorem k11_bases : forall n, 35 <= n -> minimum_moves 11 n n.
Proof. from_bound k11_bases_valid. Qed.

Lemma k11_bases_from33_to33_valid : valid_family 11 K11BasesFrom33To33.known = true.
Proof. checked. Qed.

Theorem k11_bases_from33_to33 : forall n first times, In first [33] -> 0 <= times -> n = first + times * 22 ->
  minimum_moves 11 n n.
Proof. for_residues k11_bases_from33_to33_valid. Qed.

Lemma k12_bases_valid : valid_family 12 K12Bases.known = true.
Proof. checked. Qed.

Theorem k12_bases : forall n, 45 <= n -> minimum_moves 12 n n.
Proof. from_bound k12_bases_valid. Qed.

Lemma k13_bases_valid : valid_family 13 K13Bases.known = true.
Proof. checked. Qed.

Theorem k13_bases : forall n, 62 <= n -> minimum_moves 13 n n.
Proof. from_bound k13_bases_valid. Qed.

Lemma k14_bases_from55_valid : valid_family 14 K14BasesFrom55.known = true.
Proof. checked. Qed.

Theorem k14_bases_from55 : forall n first times, In first [56; 59; 60; 63; 64; 67; 68; 71; 72; 75; 76; 79; 80; 55] ->
  0 <= times -> n = first + times * 28 -> minimum_moves 14 n n.
Proof. for_residues k14_bases_from55_valid. Qed.
