(* The checker of families as an OCaml program, for scripts/verified-check. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Tait Require Import Families.

Extraction "checker.ml" valid_family covers_from covers_sizes Family Base Exchange Solution.
