(* What the families of doubles in data/families/ claim for odd [k], proven. scripts/proofs-data --claims has written this
   file. Otherwise that program writes their solutions as Coq files, which hold data alone, and refuses a record that
   claims anything else than is stated here. *)

From Coq Require Import ZArith List.
From Tait Require Import Statement Families DoublesCheck.
From Tait Require K05Doubles K07Doubles K09Doubles K11Doubles K15Doubles.
Import ListNotations.
Open Scope Z_scope.

Ltac from_doubles known := refine (minimum_from_doubles _ _ known _); vm_compute; reflexivity.

Theorem k05_doubles : forall n, 23 <= n -> minimum_moves 5 n n.
Proof. from_doubles K05Doubles.known. Qed.

Theorem k07_doubles : forall n, 33 <= n -> minimum_moves 7 n n.
Proof. from_doubles K07Doubles.known. Qed.

Theorem k09_doubles : forall n, 42 <= n -> minimum_moves 9 n n.
Proof. from_doubles K09Doubles.known. Qed.

Theorem k11_doubles : forall n, 52 <= n -> minimum_moves 11 n n.
Proof. from_doubles K11Doubles.known. Qed.

Theorem k15_doubles : forall n, 74 <= n -> minimum_moves 15 n n.
Proof. from_doubles K15Doubles.known. Qed.
