(* The checker of families as an OCaml program, for scripts/verified-check. Extraction may rename the fields of a
   record, so records are made by functions. *)

From Coq Require Import ZArith String List Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Tait Require Import Statement Families Wraps Split Chains DoublesCheck.

Definition make_solution (k n start : Z) (moves : list (Z * Z)) : solution := Solution k n start moves.

Definition make_exchange (move offset : Z) (pattern : string) (complement : bool) : exchange :=
  Exchange move offset pattern complement.

Definition make_base (s : solution) (nickel penny : Z) (exchanges : list exchange) : base :=
  Base s nickel penny exchanges.

Definition make_family (bases : list base) : family := Family bases nil.

Definition make_whole (before : Z) (cells : list (Z * Z)) : any_wrap := Whole (Wrap (Z.to_nat before) cells).

Definition make_split (inner outer : Z) (first : coin) (cells : list (Z * Z)) : any_wrap :=
  Halves (Split inner outer first cells).

Definition make_wraps (k : Z) (first : coin) (still : option Z) (modulus : Z)
    (wraps : list any_wrap) (bases : list solution) (firsts : list Z) : wrap_family :=
  Wraps (Class k first still) modulus wraps bases firsts.

(** The moves of a base extended some times, where the record has them, as pairs. *)
Definition extended_moves (b : base) (times : Z) : list (Z * Z) :=
  let s := solution_of b in
  map (fun m => (source m + first_position s, target m + first_position s)%Z)
    (extension (block_length s) b (Z.to_nat times)).

Extraction "checker.ml" make_solution make_exchange make_base make_family valid_family covers_from extended_moves
  make_whole make_split make_wraps check_wraps reached_from period valid_doubles doubles_from.
