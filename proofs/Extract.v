(* The checker of families as an OCaml program, for scripts/verified-check. Extraction may rename the fields of a record,
   so records are made by functions. *)

From Coq Require Import ZArith String List Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Tait Require Import Families.

Definition make_solution (k n start : Z) (moves : list (Z * Z)) : solution := Solution k n start moves.

Definition make_exchange (move offset : Z) (pattern : string) (complement : bool) : exchange :=
  Exchange move offset pattern complement.

Definition make_base (s : solution) (nickel penny : Z) (exchanges : list exchange) : base :=
  Base s nickel penny exchanges.

Definition make_family (bases : list base) : family := Family bases nil.

Extraction "checker.ml" make_solution make_exchange make_base make_family valid_family covers_from.
