(* Every claim of Statement.v, proven. *)

From Coq Require Import ZArith List.
From Tait Require Import Statement.
From Tait Require Lower Unsolvable UnsolvableTwo Sizes OneMore TwoMore.
Import ListNotations.
Open Scope Z_scope.

Module Proven : CLAIMS.

  Definition lower_bound := Lower.lower_bound.
  Definition unsolvable := Unsolvable.unsolvable.
  Definition unsolvable_two := UnsolvableTwo.unsolvable_two.
  Definition k2 := Sizes.k2.
  Definition k3 := Sizes.k3.
  Definition k4 := Sizes.k4.
  Definition k5 := Sizes.k5.
  Definition k6 := Sizes.k6.
  Definition k7 := Sizes.k7.
  Definition k8 := Sizes.k8.
  Definition k9 := Sizes.k9.
  Definition k10 := Sizes.k10.
  Definition k11 := Sizes.k11.
  Definition k12 := Sizes.k12.
  Definition k13 := Sizes.k13.
  Definition k14 := Sizes.k14.
  Definition k15 := Sizes.k15.
  Definition one_more := OneMore.one_more.
  Definition two_or_more := TwoMore.two_or_more.

End Proven.
