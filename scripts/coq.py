"""Coq text, for the scripts that write records as Coq files."""

WIDTH = 118


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


def number(value):
    return f"({value})" if value < 0 else str(value)


def pairs(moves):
    return wrapped([f"({x}, {y})" for x, y in moves], 4)


def solution(k, n, start, moves):
    return f"Solution {number(k)} {number(n)} {number(start)}\n{pairs(moves)}"


def definitions(kind, coq_type, records, text):
    """The text of some records, each under a name of its own, and the names."""
    names = [f"{kind}_{index + 1}" for index in range(len(records))]
    parts = [f"Definition {name} : {coq_type} :=\n  {text(record)}.\n" for name, record in zip(names, records)]
    return parts, names


def write(path, text):
    """Writes a file if its text changes, so that what has not changed is not built again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
