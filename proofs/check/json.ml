(* A reader of JSON. Numbers stay text. *)

type t =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | List of t list
  | Object of (string * t) list

exception Error of string

let parse text =
  let position = ref 0 in
  let error what = raise (Error (Printf.sprintf "%s at byte %d" what !position)) in
  let peek () = if !position < String.length text then text.[!position] else '\000' in
  let advance () = incr position in
  let rec skip () =
    match peek () with
    | ' ' | '\t' | '\n' | '\r' -> advance (); skip ()
    | _ -> ()
  in
  let expect c = if peek () = c then advance () else error (Printf.sprintf "expected %C" c) in
  let word name value =
    String.iter expect name;
    value
  in
  let number () =
    let start = !position in
    while match peek () with '0' .. '9' | '-' | '+' | '.' | 'e' | 'E' -> true | _ -> false do
      advance ()
    done;
    String.sub text start (!position - start)
  in
  let string () =
    let buffer = Buffer.create 16 in
    let rec go () =
      match peek () with
      | '"' -> advance ()
      | '\000' -> error "a string without an end"
      | '\\' ->
          (* Escapes stay as they are: no field that is judged has one. *)
          Buffer.add_char buffer '\\';
          advance ();
          Buffer.add_char buffer (peek ());
          advance ();
          go ()
      | c ->
          Buffer.add_char buffer c;
          advance ();
          go ()
    in
    expect '"';
    go ();
    Buffer.contents buffer
  in
  (* What stands between brackets, with commas. *)
  let items closing item =
    advance ();
    skip ();
    if peek () = closing then (advance (); [])
    else
      let rec go read =
        let read = item () :: read in
        skip ();
        if peek () = ',' then (advance (); skip (); go read)
        else (expect closing; List.rev read)
      in
      go []
  in
  let rec value () =
    skip ();
    match peek () with
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | '"' -> String (string ())
    | '[' -> List (items ']' value)
    | '{' ->
        Object
          (items '}' (fun () ->
               let key = string () in
               skip ();
               expect ':';
               (key, value ())))
    | '-' | '0' .. '9' -> Number (number ())
    | _ -> error "expected a value"
  in
  let read = value () in
  skip ();
  if !position <> String.length text then error "expected the end";
  read

let field name = function
  | Object fields -> (
      match List.filter (fun (key, _) -> key = name) fields with
      | [ (_, value) ] -> value
      | _ -> raise (Error (Printf.sprintf "expected one field %S" name)))
  | _ -> raise (Error (Printf.sprintf "expected an object with a field %S" name))

let has name = function Object fields -> List.mem_assoc name fields | _ -> false

let to_list = function List values -> values | _ -> raise (Error "expected a list")
let to_string = function String text -> text | _ -> raise (Error "expected a string")
let to_bool = function Bool value -> value | _ -> raise (Error "expected true or false")

let to_int = function
  | Number text -> (
      match int_of_string_opt text with
      | Some value -> value
      | None -> raise (Error ("expected a whole number: " ^ text)))
  | _ -> raise (Error "expected a number")
