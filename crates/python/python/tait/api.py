"""The questions, each a function."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from . import _tait
from ._found import Family, Known, KnownSize, Moves, Record, Solution, Verdict
from ._run import Path, Run, data_of, run_of
from .errors import InputError, RefutedError, StoppedError


def _command(name: str, *words: object, **options: object) -> str:
    """The command line that asks for this, as a record names it."""
    parts = [name, *map(str, words)]
    for option, value in options.items():
        if value is None or value is False:
            continue
        parts.append("--" + option.strip("_").replace("_", "-"))
        if value is not True:
            listed = cast("list[object]", value) if isinstance(value, list) else [value]
            parts.append(",".join(map(str, listed)))
    return " ".join(parts)


def _searched(command: str, run: Run) -> str:
    return _whole(*_tait.search(command, run))


def _whole(found: str | None, why: str | None) -> str:
    if why is None and found is not None:
        return found
    raise _stopped(why, None if found is None else Record(found))


def _stopped(why: str | None, found: object) -> StoppedError:
    stopped = StoppedError(why)
    stopped.found = found
    return stopped


def solve(
    k: int,
    n: int,
    *,
    most_moves: int | None = None,
    blocks: str | None = None,
    type: str | None = None,
    shift: int | None = None,
    stationary: Iterable[int] | None = None,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Solution:
    """Finds a shortest solution of n nickels and n pennies with moves of k coins.

    It comes from the store, from a family, or from a search, which is stored. ``blocks`` (such as ``"R1"``), ``type``
    (``"white"`` or ``"black"``), ``shift`` and ``stationary`` positions restrict it. ``threads``, ``memory`` in bytes,
    ``states`` and ``seconds`` limit a search; ``progress`` is called with what it says, or is the class ``tqdm.tqdm``.

    >>> solve(2, 3).moves
    ((1, 7), (6, 9), (3, 6))

    Raises ``UnsolvableError`` where there is no solution, and ``StoppedError`` where a limit was reached.
    """
    listed = None if stationary is None else list(stationary)
    command = _command(
        "solve", k, n, blocks=blocks, type=type, shift=shift, stationary=listed, most_moves=most_moves
    )
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    return Solution(_searched(command, run))


def exists(
    k: int,
    n: int,
    *,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> bool:
    """Decides whether n moves suffice.

    >>> exists(10, 13), exists(10, 14)
    (True, False)
    """
    return _tait.decide(k, n, run_of(data, fresh, threads, memory, states, seconds, progress))


def generate(k: int, n: int, *, start: int | None = None, source: str = "all", data: Path | None = None) -> Moves:
    """Returns the best known solution of any size as a sequence of moves, which are made when they are asked for.

    ``source`` is ``all``, ``bases``, ``wraps`` or ``published``.

    >>> moves = generate(8, 10**17)
    >>> len(moves), len(moves[10**16 : 10**16 + 3])
    (100000000000000000, 3)
    """
    directory = data_of(data).directory
    return Moves(k, n, start, source, directory)


def framework(
    k: int,
    *,
    from_: int | None = None,
    to: int | None = None,
    smallest: bool = False,
    exhaustive: bool = False,
    common_pattern: bool = False,
    parity: str | None = None,
    doubles: bool = False,
    blocks: str | None = None,
    seed: int | None = None,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Family:
    """Finds a family of bases, which makes optimal solutions of every larger n. The keywords are the command's options.

    >>> framework(4)
    <tait.Family k=4: for every n >= 9, n moves, optimal>
    """
    command = _command(
        "framework",
        k,
        common_pattern=common_pattern,
        parity=parity,
        smallest=smallest,
        exhaustive=exhaustive,
        doubles=doubles,
        from_=from_,
        to=to,
        seed=None if seed == 1 else seed,
        blocks=blocks,
    )
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    return Family(_searched(command, run))


def wraps(
    k: int,
    *,
    width: int | None = None,
    widths: str | None = None,
    split: tuple[int, int] | None = None,
    one_shots: bool = False,
    beams: int | None = None,
    beam_width: int | None = None,
    bases: bool = False,
    to: int | None = None,
    seed: int | None = None,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Record:
    """Looks for wraps, which go around any solution and make it larger. ``widths`` is a range such as ``"22..28"``."""
    command = _command(
        "wraps",
        k,
        width=width,
        widths=widths,
        split=None if split is None else list(split),
        one_shots=one_shots,
        beams=beams,
        beam_width=beam_width,
        bases=bases,
        to=to,
        seed=None if seed == 1 else seed,
    )
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    return Record(_searched(command, run))


def classify(
    k: int | tuple[int, int],
    n: int | tuple[int, int],
    *,
    optimum_states: int | None = None,
    seed: int = 1,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Returns the optimum, or bounds on it, of each k and n of two ranges, both ends included.

    >>> [cell["at_most"] for cell in classify(3, (4, 7))]
    [4, 5, 7, 7]
    """
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    text, why = _tait.classify(_pair(k), _pair(n), optimum_states, seed, run)
    rows: list[dict[str, Any]] = json.loads(text)["cells"]
    if why is not None:
        raise _stopped(why, rows)
    return rows


def starts(
    k: int,
    n: int,
    *,
    width: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Returns the optimum of every row of n nickels and n pennies."""
    run = run_of(None, threads=threads, memory=memory, seconds=seconds, progress=progress)
    rows: list[dict[str, Any]] = json.loads(_tait.starts(k, n, width, run))
    return rows


def counts(k: int, *, data: Path | None = None) -> list[dict[str, Any]]:
    """Returns how many shortest solutions there are, for the n of which that is known.

    >>> [(cell["n"], cell["solutions"]) for cell in counts(3)][-1]
    (14, '32750')
    """
    held: list[dict[str, Any]] = json.loads(_tait.record(f"counts/k{k:02}.json", data_of(data)))["cells"]
    return held


def known(k: int | None = None, *, data: Path | None = None) -> list[Known]:
    """Returns what is settled and what is open, for one k or for all puzzles.

    >>> known(7)
    [<tait.Known k = 7: n moves for every n >= 12; and for n = 8; not for n = 4..7, 9..11>]
    """
    lines: list[dict[str, Any]] = json.loads(_tait.known(k, data_of(data)))
    for line in lines:
        for key in ("n_moves", "every", "not_n_moves", "open"):
            line[key] = tuple(tuple(run) for run in line[key] or ())
    return [Known(**line) for line in lines]


def known_size(k: int, n: int, *, data: Path | None = None) -> KnownSize:
    """Returns what is known of one size.

    >>> known_size(3, 8)
    <tait.KnownSize: n moves do not suffice (machine-checked), 9 do>
    """
    return KnownSize(*_tait.known_size(k, n, data_of(data)))


def families(k: int | None = None, *, data: Path | None = None) -> list[Family]:
    """Returns the families that are stored, for one k or for all.

    >>> families(5)[0]
    <tait.Family k=5: for every n >= 13, n moves, optimal>
    """
    where = data_of(data)
    rows = json.loads(_tait.records(where))
    names = (row["file"] for row in rows if row["file"].startswith("families/") and k in (None, row["k"]))
    return [Family(_tait.record(name, where)) for name in names]


def verify(
    what: str | Record | Iterable[tuple[int, int]],
    k: int | None = None,
    n: int | None = None,
    *,
    start: int | None = None,
    puzzle: str | None = None,
    data: Path | None = None,
) -> Verdict:
    """Checks a solution or a record: an object, a text as a person writes it, or a list of moves.

    k and n say what a bare list of moves solves; ``puzzle`` does so for others, such as ``"checkers n=3 m=3"``.

    >>> verify("1→7 6→9 3→6", 2, 3).line
    'k=2 n=3: 3 moves, black type, shift +4, optimal: n moves are a lower bound, replayed'
    >>> verify([(1, 7), (6, 9)], 2, 3)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    tait.errors.RefutedError: wrong: ...

    Raises ``RefutedError``, with the place, where it is wrong.
    """
    if (k is None) != (n is None):
        raise InputError("k and n go together")
    if isinstance(what, Record):
        text = what.to_json()
    elif isinstance(what, str):
        text = what
    else:
        text = "\n".join(f"{source}→{target}" for source, target in what)
    size = None if k is None or n is None else (k, n)
    verdicts = [Verdict(*one) for one in _tait.verify(text, size, start, puzzle, run_of(data))]
    for verdict in verdicts:
        if not verdict:
            raise RefutedError(verdict.line)
    return verdicts[0]


def shuffling(variant: str, n: int) -> Solution:
    """Solves the shuffling puzzle of a variant such as ``S(n,n,r)`` by its formula.

    >>> len(shuffling("S(n,n,r)", 10))
    10
    """
    return _of_cells(f"shuffling {variant} n={n}")


def checkers(n: int, m: int) -> Solution:
    """Shifts n black and m white checkers past each other.

    >>> len(checkers(3, 3))
    15
    """
    return _of_cells(f"checkers n={n} m={m}")


def frogs(n: int, m: int, v: int = 1) -> Solution:
    """Lets n frogs and m toads pass each other with v vacant cells between them."""
    return _of_cells(f"frogs n={n} m={m} v={v}")


def reversal(n: int, start: int | None = None, end: int | None = None) -> Solution:
    """Reverses n numbered checkers. The vacant cell is at ``start``, by default n + 1, and in the end at ``end``, or anywhere."""
    first = n + 1 if start is None else start
    return _of_cells(f"reversal n={n} start={first} end={'any' if end is None else end}")


def reversals(
    n: int,
    *,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Record:
    """Returns the optima and the numbers of solutions for up to n checkers, by searching for what is not stored."""
    run = run_of(data, fresh, threads, memory, None, seconds, progress)
    return Record(_searched(_command("checkers", reverse=n), run))


def _of_cells(puzzle: str) -> Solution:
    return Solution(_tait.vacancy(puzzle, data_of(None)))


def grid(
    puzzle: str | Mapping[str, Any],
    *,
    most_moves: int | None = None,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Solution:
    """Solves a puzzle on a grid: a known one by its name, or a mapping as in the JSON Schema of puzzles.

    >>> len(grid("figure-5"))
    18
    >>> grid({"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}).moves
    (((0, 0), (1, 1)),)
    """
    text = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
    found = _tait.grid(text, most_moves, run_of(data, fresh, threads, memory, states, seconds, progress))
    return Solution(_whole(*found))


def draw(what: str | Record, format: str = "svg", *, rows: str | None = None) -> str:
    """Draws a solution: as ``svg``, as an ``animation`` in SVG, as ``tikz``, or as a page that plays, in ``html``.

    >>> draw(solve(2, 3)).startswith("<svg")
    True
    """
    return _tait.draw(_text(what), format, rows, data_of(None))


def explain(what: str | Record) -> str:
    """Says in words why a solution or a family is right."""
    return _tait.explain(_text(what), data_of(None))


def _text(what: str | Record) -> str:
    return what.to_json() if isinstance(what, Record) else what


def _pair(range_: int | tuple[int, int]) -> tuple[int, int]:
    return (range_, range_) if isinstance(range_, int) else range_


