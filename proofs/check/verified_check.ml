(* Judges families by the checker that is proven sound in Families.v. It prints a line for each file. *)

open Checker

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let z_of_int n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))
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

(* What a family claims: every n from a bound on, or every n of some residues from a size of each on. *)
type claim = From of int | Residues of (int * int) list

let scanned text format result = try Some (Scanf.sscanf text format result) with Scanf.Scan_failure _ | Failure _ | End_of_file -> None

let claim text =
  let unknown () = raise (Json.Error ("unknown claim: " ^ text)) in
  match scanned text "for every n >= %d, n moves, optimal%!" (fun bound -> bound) with
  | Some bound -> From bound
  | None -> (
      let part text =
        match scanned text " %d+%dm%!" (fun size step -> (size, step)) with Some part -> part | None -> unknown ()
      in
      match scanned text "for n = %[0-9m+, ]n moves, optimal%!" (String.split_on_char ',') with
      | Some parts -> Residues (List.map part (List.filter (fun text -> String.trim text <> "") parts))
      | None -> unknown ())

type verdict = Accepted of string | Refused of string | Skipped

let judge json =
  if Json.field "kind" json <> Json.String "family" || Json.has "wraps" json then Skipped
  else
    let k = Json.to_int (Json.field "k" json) in
    let records = Json.to_list (Json.field "bases" json) in
    let family = make_family (List.map base records) in
    let stated = Json.to_string (Json.field "claim" json) in
    let is_proven () =
      match claim stated with
      | From bound -> covers_from (z_of_int k) (z_of_int bound) family
      | Residues parts ->
          let sizes = List.map (fun b -> Json.to_int (Json.field "n" (Json.field "solution" b))) records in
          List.for_all (fun (size, step) -> step = 2 * k && List.mem size sizes) parts
    in
    if records = [] then Refused "no base"
    else if not (valid_family (z_of_int k) family) then Refused "a base is wrong"
    else if not (is_proven ()) then Refused ("its bases do not settle what it claims: " ^ stated)
    else Accepted (Printf.sprintf "k = %d, %d bases, %s" k (List.length records) stated)

let read path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let () =
  let is_right = ref true in
  let files = List.tl (Array.to_list Sys.argv) in
  List.iter
    (fun file ->
      match try judge (Json.parse (read file)) with Json.Error what | Sys_error what -> Refused what with
      | Accepted what -> Printf.printf "%s: accepted: %s\n" file what
      | Skipped -> Printf.printf "%s: skipped: not a family of bases\n" file
      | Refused why ->
          is_right := false;
          Printf.printf "%s: refused: %s\n" file why)
    files;
  exit (if !is_right then 0 else 1)
