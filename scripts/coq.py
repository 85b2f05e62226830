#!/usr/bin/env python3
"""Coq text, for the scripts that write records as Coq files.

    scripts/coq.py FILE...      whether Coq files hold data alone; exit code 1 for the first one that does not

What a record holds is foreign text. It becomes Coq text through `term` and `chosen` alone, which refuse whatever could be
more than data. What is written is looked at once more as a whole, by `is_data`. What is claimed of the data stands in
proofs/. The files of claims there are written from the records, too, but only when a person asks for it: records that claim
anything else than what proofs/ states are refused.
"""

import re
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 118


# A file of data: what it imports, and definitions of terms under names that stand for nothing else.
NAME = r"(?:(?:base|solution|wrap)_[0-9]+|known|found)"
TYPE = r"(?:base|solution|any_wrap|family|wrap_family|list solution)"
WORD = rf"(?:{NAME}|Base|Solution|Exchange|Family|Whole|Halves|Wrap|Split|Wraps|Class|penny|nickel|None|Some|true|false)"
DATA = re.compile(
    r"\(\* Written by scripts/[a-z-]+ from [A-Za-z0-9_/.-]+ \*\)\n\n"
    r"From Coq Require Import ZArith (?:String )?List\.\n"
    r"From Tait Require Import(?: Statement| Families| Wraps| Split| Chains| Solutions)+\.\n"
    r"Import ListNotations\.\nOpen Scope Z_scope\.\n"
    rf'(?:\nDefinition {NAME} : {TYPE} :=\n(?:[ \n0-9()\[\];,-]|"[ox]+"|\b{WORD}\b)*\.\n)*'
)


def refuse(what):
    sys.exit(f"{Path(sys.argv[0]).name}: {what}")


def term(value):
    """An integer, a boolean or a text of the letters o and x as a Coq term. Anything else is refused."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"({value})" if value < 0 else str(value)
    if isinstance(value, str) and re.fullmatch("[ox]+", value):
        return f'"{value}"'
    return refuse(f"no integer, no boolean and no text of the letters o and x: {value!r:.200}")


def name_of(stem, pattern):
    """The match of the name of a record, from which that of its Coq file follows."""
    return re.fullmatch(pattern, stem) or refuse(f"no name of a record: {stem!r:.200}")


def chosen(value, terms):
    """The Coq term for one of a few values."""
    if isinstance(value, str) and value in terms:
        return terms[value]
    return refuse(f"none of {', '.join(terms)}: {value!r:.200}")


def wrapped(items, indent):
    """A Coq list, its items on as few lines as fit."""
    lines, line = [], " " * indent + "["
    for index, item in enumerate(items):
        item += ";" if index + 1 < len(items) else "]"
        if len(line) + len(item) + 1 > WIDTH:
            lines.append(line)
            line = " " * (indent + 1) + item
        else:
            line += item if line.endswith("[") else " " + item
    return "\n".join(lines + [line]) if items else " " * indent + "[]"


def pairs(moves):
    return wrapped([f"({term(x)}, {term(y)})" for x, y in moves], 4)


def solution(k, n, start, moves):
    return f"Solution {term(k)} {term(n)} {term(start)}\n{pairs(moves)}"


def definitions(kind, coq_type, records, text):
    """The text of some records, each under a name of its own, and the names."""
    names = [f"{kind}_{index + 1}" for index in range(len(records))]
    parts = [f"Definition {name} : {coq_type} :=\n  {text(record)}.\n" for name, record in zip(names, records)]
    return parts, names


def file_text(script, source, libraries, ours, body):
    """The text of a file of data."""
    return f"""\
(* Written by scripts/{script} from {source} *)

From Coq Require Import {libraries}.
From Tait Require Import {ours}.
Import ListNotations.
Open Scope Z_scope.

{body}"""


def is_data(text):
    return DATA.fullmatch(text) is not None


class Claimed(NamedTuple):
    """What a record claims: its name and text, the Coq file of its data, and the claims as paragraphs of Coq."""

    source: str
    claim: str
    module: str
    text: str


def theorem(name, statement, proof):
    """The text of a theorem. Lines end with an arrow, a comma or a semicolon."""
    space = "\N{NO-BREAK SPACE}"
    tied = re.sub("(?<![>,;]) ", space, f"Theorem {name} : {statement}.")
    lines = textwrap.wrap(tied, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    stated = "\n".join(lines).replace(space, " ")
    return f"{stated}\nProof. {proof}. Qed.\n"


def state(name, head, claimed, is_written):
    """Writes proofs/NAME.v, or refuses records that claim anything else than it states. In `head` the word REQUIRED stands
    for the import of all data."""
    path = ROOT / "proofs" / f"{name}.v"
    required = textwrap.fill(
        f"From Tait Require {' '.join(record.module for record in claimed)}.", WIDTH, subsequent_indent="  "
    )
    text = "\n".join([head.replace("REQUIRED", required), *(record.text for record in claimed)])
    if is_written:
        path.write_text(text)
        return
    stated = path.read_text()
    for record in claimed:
        if record.text not in stated:
            refuse(f"{record.source} claims {record.claim!r:.200}, but proofs/{name}.v does not state:\n{record.text}")
    if text != stated:
        refuse(f"proofs/{name}.v is not what the records claim; {Path(sys.argv[0]).name} --claims would write it")


def write(path, text):
    """Writes a file of data if its text changes, so that what has not changed is not built again."""
    if not is_data(text):
        refuse(f"{path.name} would hold more than data")
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    for file in sys.argv[1:]:
        if not is_data(Path(file).read_text()):
            refuse(f"{file} holds more than data")
