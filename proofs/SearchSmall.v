(* Sizes for which [n] moves do not suffice, [k] = 2 to 9: all that are not settled by a solution of [n] moves. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k2 : more_moves 2 2 2.
Proof. search 2 [2]. Qed.

Theorem k3 : forall n, n = 2 \/ n = 6 \/ n = 8 -> more_moves 3 n n.
Proof. search 3 [2; 6; 8]. Qed.

Theorem k4 : forall n, 2 <= n <= 6 -> more_moves 4 n n.
Proof. search 4 [2; 3; 4; 5; 6]. Qed.

Theorem k5 : forall n, 2 <= n <= 9 -> more_moves 5 n n.
Proof. search 5 [2; 3; 4; 5; 6; 7; 8; 9]. Qed.

Theorem k6 : forall n, 2 <= n <= 11 -> more_moves 6 n n.
Proof. search 6 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11]. Qed.

Theorem k7 : forall n, 2 <= n <= 11 -> n <> 8 -> more_moves 7 n n.
Proof. search 7 [2; 3; 4; 5; 6; 7; 9; 10; 11]. Qed.

Theorem k8 : forall n, 2 <= n <= 13 -> more_moves 8 n n.
Proof. search 8 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13]. Qed.

Theorem k9 : forall n, 2 <= n <= 12 -> more_moves 9 n n.
Proof. search 9 [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12]. Qed.
