(* What the thesis concludes from the bases that it lists. Its other two algorithms, 3.1 and 4.1, are in WrapsClaims.v. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement.
From Tait Require BasesClaims.
Import ListNotations.
Open Scope Z_scope.

(** Theorem 4.2.3: SlidingCoinK3Even (Algorithm 4.2) is optimal, by its bases for 10, 12 and 14. *)
Theorem k3_even : forall n, 10 <= n -> Z.even n = true -> minimum_moves 3 n n.
Proof.
  intros n Hn Heven. apply Z.even_spec in Heven. destruct Heven as [half Hhalf].
  pose proof (Z.div_mod (half - 5) 3 ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (half - 5) 3 ltac:(lia)) as M.
  pose proof (Z.div_pos (half - 5) 3 ltac:(lia) ltac:(lia)) as P.
  apply (BasesClaims.k03_thesis n (10 + 2 * ((half - 5) mod 3)) ((half - 5) / 3)); [| exact P | lia].
  cbn [In]. lia.
Qed.

(** Section 5.2.1. *)
Theorem k4 : forall n, 13 <= n -> minimum_moves 4 n n.
Proof. exact BasesClaims.k04_thesis. Qed.

(** Section 5.2.2. *)
Theorem k5 : forall n, 14 <= n -> minimum_moves 5 n n.
Proof. exact BasesClaims.k05_thesis. Qed.
