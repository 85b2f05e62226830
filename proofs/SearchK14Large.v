(* The largest size for which [n] moves do not suffice, for [k] = 14. It is searched by itself: it takes four times as
   long as all smaller ones together. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers.
Import ListNotations.
Open Scope Z_scope.

Theorem k14_large : forall n, n = 18 -> more_moves 14 n n.
Proof. search 14 [18]. Qed.
