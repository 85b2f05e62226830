(* Every claim of StatementEvery.v, proven. *)

From Coq Require Import ZArith.
From Tait Require Import Statement StatementEvery.
From Tait Require AnyRow OddLengths EvenLengths.
Open Scope Z_scope.

Module Proven : CLAIMS.

  Definition any_to_any := AnyRow.any_to_any.
  Definition one_even := OddLengths.one_even.
  Definition three_even := OddLengths.three_even.
  Definition three_odd := OddLengths.three_odd.
  Definition one_odd := OddLengths.one_odd.
  Definition even_length := EvenLengths.even_length.

End Proven.
