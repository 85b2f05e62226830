(* Sizes for which more than [n + 1] moves are the minimum: searches have excluded fewer moves, and here are the
   solutions of data/classification. *)

From Coq Require Import ZArith List Lia.
From Tait Require Import Statement SearchLayers Solutions.
From Tait Require SearchMore.
Import ListNotations.
Open Scope Z_scope.

Definition known : list solution :=
  [
   Solution 4 3
    [(1, 7); (6, 11); (10, 1); (2, 10); (11, 6); (7, 2)];
   Solution 5 4
    [(2, 9); (8, -4); (-3, 2); (3, 8); (9, -3); (-4, 3)];
   Solution 6 4
    [(2, -5); (-4, 9); (8, -4); (-5, 2); (1, 15); (14, 8); (7, 14)];
   Solution 6 7
    [(1, 15); (13, 21); (20, 13); (9, 20); (19, 9); (12, 19); (18, 12); (8, 18); (21, 8)];
   Solution 7 5
    [(2, -6); (-5, 2); (3, -13); (-12, 3); (4, -5); (-4, -12); (-11, -4); (-3, -11)];
   Solution 7 6
    [(1, 13); (9, 20); (17, 9); (8, 27); (25, 34); (33, 17); (15, 25); (22, 33)];
   Solution 7 7
    [(4, 15); (12, 4); (2, 22); (21, 12); (10, 21); (20, 2); (1, 20); (19, 10); (8, 19)];
   Solution 8 6
    [(2, -7); (-6, 13); (11, 21); (19, -6); (-7, 29); (28, 2); (1, 11); (9, 28); (29, 19)];
   Solution 8 7
    [(1, 15); (12, 1); (3, -7); (-6, 12); (14, 3); (5, -6); (-4, 14); (15, 5); (7, -4)];
   Solution 8 8
    [(8, 17); (16, 8); (5, -7); (-5, 16); (14, -5); (-6, 14); (16, 5); (4, 16); (17, 4); (9, -6)];
   Solution 9 7
    [(3, 15); (12, 3); (1, 24); (22, 33); (32, 12); (10, 22); (21, 32); (30, 21); (19, 30)];
   Solution 9 8
    [(5, 17); (15, 5); (2, 15); (14, 2); (4, 14); (13, 4); (1, 13); (11, 26); (25, 11); (10, 25)];
   Solution 10 9
    [(6, 19); (16, 6); (3, 29); (27, 3); (2, 16); (14, 27); (28, 14); (17, 2); (4, 28); (29, 17); (19, 4)];
   Solution 10 10
    [(3, 21); (17, 3); (2, 31); (27, 17); (13, 27); (28, 13); (15, 2); (4, 28); (30, 4); (1, 15); (13, 30); (31, 13)]
  ].

Lemma all_valid : forallb valid known = true.
Proof. vm_compute. reflexivity. Qed.

Lemma all_searched : forall s, In s known ->
  more_moves (block_length s) (size s) (Z.of_nat (length (moves s)) - 1).
Proof.
  apply Forall_forall. unfold known. repeat constructor.
  - exact SearchMore.k4_n3.
  - exact SearchMore.k5_n4.
  - exact SearchMore.k6_n4.
  - exact SearchMore.k6_n7.
  - exact SearchMore.k7_n5.
  - exact SearchMore.k7_n6.
  - exact SearchMore.k7_n7.
  - exact SearchMore.k8_n6.
  - exact SearchMore.k8_n7.
  - exact SearchMore.k8_n8.
  - exact SearchMore.k9_n7.
  - exact SearchMore.k9_n8.
  - exact SearchMore.k10_n9.
  - exact SearchMore.k10_n10.
Qed.

Theorem two_or_more : forall k n m,
  In (k, n, m) (map (fun s => (block_length s, size s, Z.of_nat (length (moves s)))) known) -> minimum_moves k n m.
Proof.
  intros k n m H. apply in_map_iff in H. destruct H as [s [E Hs]]. injection E as Ek En Em. subst k n m.
  pose proof all_valid as Hvalid. rewrite forallb_forall in Hvalid.
  apply valid_minimum; [exact (Hvalid s Hs)|reflexivity|exact (all_searched s Hs)].
Qed.
