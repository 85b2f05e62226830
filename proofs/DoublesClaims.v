(* What the families of doubles in data/families/ claim, proven. scripts/proofs-data --claims has written this file.
   Otherwise that program writes their solutions as Coq files, which hold data alone, and refuses a record that claims
   anything else than is stated here. *)

From Coq Require Import ZArith List.
From Tait Require Import Statement Families DoublesCheck.
From Tait Require K05Doubles K06Doubles K07Doubles K09Doubles K10Doubles K11Doubles K13Doubles K14Doubles K15Doubles.
Import ListNotations.
Open Scope Z_scope.

Ltac from_bound known := refine (minimum_from_doubles _ _ known _); vm_compute; reflexivity.

Ltac for_residues known := refine (minimum_for_doubles _ _ _ known _); vm_compute; reflexivity.

Theorem k05_doubles : forall n, 23 <= n -> minimum_moves 5 n n.
Proof. from_bound K05Doubles.known. Qed.

Theorem k06_doubles : forall n, 24 <= n -> minimum_moves 6 n n.
Proof. from_bound K06Doubles.known. Qed.

Theorem k07_doubles : forall n, 33 <= n -> minimum_moves 7 n n.
Proof. from_bound K07Doubles.known. Qed.

Theorem k09_doubles : forall n, 42 <= n -> minimum_moves 9 n n.
Proof. from_bound K09Doubles.known. Qed.

Theorem k10_doubles : forall n, 40 <= n -> minimum_moves 10 n n.
Proof. from_bound K10Doubles.known. Qed.

Theorem k11_doubles : forall n, 52 <= n -> minimum_moves 11 n n.
Proof. from_bound K11Doubles.known. Qed.

Theorem k13_doubles : forall n, 61 <= n -> minimum_moves 13 n n.
Proof. from_bound K13Doubles.known. Qed.

Theorem k14_doubles : forall n first times, In first [49; 62] -> 0 <= times -> n = first + times * 4 ->
  minimum_moves 14 n n.
Proof. for_residues K14Doubles.known. Qed.

Theorem k15_doubles : forall n, 74 <= n -> minimum_moves 15 n n.
Proof. from_bound K15Doubles.known. Qed.
