(* Judges families by the checker that is proven sound in Families.v, Chains.v and DoublesCheck.v. It prints a line for each file.
   With --extend FILE N TIMES it prints the moves of the base of size N in FILE, extended TIMES times. *)

open Checker

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let z_of_int n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let int_of_z =
  let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1 in
  function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> -int_of_positive p

let z value = z_of_int (Json.to_int value)

let move = function
  | Json.List [ from; target ] -> (z from, z target)
  | _ -> raise (Json.Error "expected a move [from, to]")

let list item json = List.map item (Json.to_list json)

let solution json =
  make_solution (z (Json.field "k" json)) (z (Json.field "n" json)) (z (Json.field "start" json))
    (list move (Json.field "moves" json))

let exchange json =
  make_exchange (z (Json.field "move" json)) (z (Json.field "offset" json))
    (Json.to_string (Json.field "pattern" json))
    (Json.to_bool (Json.field "complement" json))

let base json =
  make_base
    (solution (Json.field "solution" json))
    (z (Json.field "nickel" json)) (z (Json.field "penny" json))
    (list exchange (Json.field "exchanges" json))

let scanned text format result =
  try Some (Scanf.sscanf text format result) with Scanf.Scan_failure _ | Failure _ | End_of_file -> None

let unknown text = raise (Json.Error ("unknown claim: " ^ text))

(* The whole numbers or other parts of a list with commas. *)
let parts format result text =
  let part text = match scanned text format result with Some part -> part | None -> unknown text in
  List.map part (List.filter (fun text -> String.trim text <> "") (String.split_on_char ',' text))

(* Whether solutions of these sizes, each good for every [step]-th larger one, prove a claim: every n from a bound on, or every
   n of some residues from a size of each on. *)
let proven step covers sizes text =
  match scanned text "for every n >= %d, n moves, optimal%!" (fun bound -> bound) with
  | Some bound -> covers bound
  | None -> (
      match scanned text "for n = %[0-9m+, ]n moves, optimal%!" (parts " %d+%dm%!" (fun size step -> (size, step))) with
      | Some residues -> List.for_all (fun (size, every) -> every = step && List.mem size sizes) residues
      | None -> unknown text)

type verdict = Accepted of string | Refused of string | Skipped of string

let judge_bases json =
  let k = Json.to_int (Json.field "k" json) in
  let records = Json.to_list (Json.field "bases" json) in
  let family = make_family (List.map base records) in
  let sizes = List.map (fun record -> Json.to_int (Json.field "n" (Json.field "solution" record))) records in
  let claim = Json.to_string (Json.field "claim" json) in
  let covers bound = covers_from (z_of_int k) (z_of_int bound) family in
  if records = [] then Refused "no base"
  else if not (valid_family (z_of_int k) family) then Refused "a base is wrong"
  else if not (proven (2 * k) covers sizes claim) then Refused ("its bases do not settle what it claims: " ^ claim)
  else Accepted (Printf.sprintf "k = %d, %d bases, %s" k (List.length records) claim)

let coin json =
  match Json.to_string json with
  | "white" -> Nickel
  | "black" -> Penny
  | other -> raise (Json.Error ("expected white or black: " ^ other))

let wrap k json =
  if Json.to_int (Json.field "k" json) <> k then raise (Json.Error "a wrap of another k");
  let cells = list move (Json.field "moves" json) in
  match Json.to_string (Json.field "class" json) with
  | "whole" -> make_whole (z (Json.field "before" json)) cells
  | "split" ->
      make_split (z (Json.field "inner_penny" json)) (z (Json.field "outer_penny" json))
        (coin (Json.field "final_type" json)) cells
  | other -> raise (Json.Error ("unknown class of wraps: " ^ other))

(* What the solutions inside have in common: the kind of the first coin in the end, and the penny that never moves. That
   of whole wraps is black. *)
let common = function
  | [] -> raise (Json.Error "no wrap")
  | first :: _ ->
      if Json.field "class" first = Json.String "whole" then (Penny, None)
      else (coin (Json.field "final_type" first), Some (z (Json.field "inner_penny" first)))

(* A claim of wraps: sizes, plus any multiple of a width; and all sizes, or all odd or even ones, from a bound on. *)
let claim_of_wraps text =
  let from which bound rest =
    match (which, bound land 1) with
    | "n ", _ -> (Some (1, bound), rest)
    | "odd n ", 1 | "even n ", 0 -> (Some (2, bound), rest)
    | _ -> unknown text
  in
  let bound, rest =
    match scanned text "for every %s@>= %d, n moves, optimal; in all for n = %s@!" from with
    | Some found -> found
    | None -> (
        match scanned text "for n = %[0-9, ]plus any multiple of %d, n moves, optimal%!"
                (fun sizes width -> Printf.sprintf "%splus any multiple of %d" sizes width) with
        | Some rest -> (None, rest)
        | None -> unknown text)
  in
  match scanned rest "%[0-9, ]plus any multiple of %d%!" (fun sizes width -> (parts " %d%!" Fun.id sizes, width)) with
  | Some (sizes, width) -> (bound, sizes, width)
  | None -> unknown text

let judge_wraps json =
  let k = Json.to_int (Json.field "k" json) in
  let records = Json.to_list (Json.field "wraps" json) in
  let first, still = common records in
  let claim = Json.to_string (Json.field "claim" json) in
  let bound, sizes, width = claim_of_wraps claim in
  let family =
    make_wraps (z_of_int k) first still (z_of_int width) (List.map (wrap k) records)
      (list solution (Json.field "bases" json))
      (List.map z_of_int sizes)
  in
  let is_reached (step, bound) = reached_from family (z_of_int step) (z_of_int bound) in
  if not (check_wraps family) then Refused "a wrap or a base is wrong, or they do not settle what it claims"
  else if not (Option.fold ~none:true ~some:is_reached bound) then
    Refused ("it does not settle what it claims: " ^ claim)
  else Accepted (Printf.sprintf "k = %d, %d wraps, %s" k (List.length records) claim)

let judge_doubles json =
  let k = Json.to_int (Json.field "k" json) in
  let solutions = list solution (Json.field "bases" json) in
  let sizes = list (fun record -> Json.to_int (Json.field "n" record)) (Json.field "bases" json) in
  let claim = Json.to_string (Json.field "claim" json) in
  let covers bound = doubles_from (z_of_int k) (z_of_int bound) solutions in
  if solutions = [] then Refused "no solution"
  else if not (List.for_all (valid_doubles (z_of_int k)) solutions) then Refused "a solution is wrong, or has not the doubles moves"
  else if not (proven (int_of_z (period (z_of_int k))) covers sizes claim) then Refused ("its solutions do not settle what it claims: " ^ claim)
  else Accepted (Printf.sprintf "k = %d, %d solutions, %s" k (List.length solutions) claim)

let judge json =
  match Json.field "kind" json with
  | Json.String "family" -> judge_bases json
  | Json.String "wrap_family" -> judge_wraps json
  | Json.String "doubles_family" -> judge_doubles json
  | _ -> Skipped "not a family"

let read path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let extend file n times =
  let records = Json.to_list (Json.field "bases" (Json.parse (read file))) in
  let is_wanted record = Json.to_int (Json.field "n" (Json.field "solution" record)) = n in
  let moves = extended_moves (base (List.find is_wanted records)) (z_of_int times) in
  List.iter (fun (from, target) -> Printf.printf "(%d→%d)\n" (int_of_z from) (int_of_z target)) moves

let check files =
  let is_right = ref true in
  List.iter
    (fun file ->
      match try judge (Json.parse (read file)) with Json.Error what | Sys_error what -> Refused what with
      | Accepted what -> Printf.printf "%s: accepted: %s\n" file what
      | Skipped why -> Printf.printf "%s: skipped: %s\n" file why
      | Refused why ->
          is_right := false;
          Printf.printf "%s: refused: %s\n" file why)
    files;
  exit (if !is_right then 0 else 1)

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [ "--extend"; file; n; times ] -> extend file (int_of_string n) (int_of_string times)
  | files -> check files
