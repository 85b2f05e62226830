"""The questions, each a function."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast, overload

from . import _tait
from ._found import Count, Family, Known, KnownSize, LeastDistance, Move, Moves, Record, Solution, Verdict
from ._run import Path, Run, data_of, run_of
from .errors import InputError, RefutedError, StoppedError


def _command(name: str, *numbers: int, **options: object) -> str:
    """The command line that asks for this, as a record names it."""
    parts = [name, *(str(operator.index(number)) for number in numbers)]
    for option, value in options.items():
        if value is None or value is False:
            continue
        parts.append("--" + option.strip("_").replace("_", "-"))
        if value is not True:
            listed = cast("list[object]", value) if isinstance(value, list) else [value]
            parts.append(",".join(map(str, listed)))
    return " ".join(parts)


def _solving(
    k: int,
    n: int,
    blocks: str | None,
    type: str | None,
    shift: int | None,
    stationary: Iterable[int] | None,
    most_moves: int | None = None,
) -> str:
    listed = None if stationary is None else list(stationary)
    return _command(
        "solve", k, n, blocks=blocks, type=type, shift=shift, stationary=listed, most_moves=most_moves
    )


def _refuse_turned(command: str, k: int, n: int, prefix: Iterable[Move] = ()) -> None:
    """Refuses what goes with no search of the turned puzzle."""
    if command != _command("solve", k, n) or list(prefix):
        raise InputError("restrictions, most_moves and prefix do not go with turned")


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
    turned: bool = False,
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

    With ``turned``, blocks are turned round as they move. Only limits and ``progress`` go with that: it is always searched, and
    never stored.

    >>> len(solve(3, 8)), len(solve(3, 8, turned=True))
    (9, 8)

    Raises ``UnsolvableError`` where there is no solution, and ``StoppedError`` where a limit was reached.
    """
    command = _solving(k, n, blocks, type, shift, stationary, most_moves)
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    if turned:
        _refuse_turned(command, k, n)
        return Solution(_whole(*_tait.solve_turned(k, n, run)))
    return Solution(_searched(command, run))


def solve_row(
    k: int,
    row: str,
    goal: str | None = None,
    *,
    width: int | None = None,
    turned: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Solution:
    """Finds a shortest solution from any row: letters and digits are coins, ``.`` is a free position.

    Without ``goal`` the row has to alternate. ``width`` searches only boards of this many positions. With
    ``turned``, blocks are turned round as they move.

    >>> solve_row(2, "oooxxx")
    <tait.Solution row k=2: 3 moves, optimal>
    >>> len(solve_row(2, "abcabc", "aabbcc"))
    3
    """
    run = run_of(None, False, threads, memory, states, seconds, progress)
    return Solution(_whole(*_tait.row(k, row, goal, width, turned, run)))


def exists(
    k: int,
    n: int,
    *,
    turned: bool = False,
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
) -> bool:
    """Decides whether n moves suffice; with ``turned``, if blocks are turned round as they move.

    >>> exists(10, 13), exists(10, 14)
    (True, False)
    >>> exists(3, 9, turned=True), exists(3, 10, turned=True)
    (False, True)
    """
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    command = _solving(k, n, blocks, type, shift, stationary)
    if turned:
        _refuse_turned(command, k, n)
        return _tait.exists_turned(k, n, run)
    return _tait.decide(command, None, run)[0]


def states_per_depth(
    k: int,
    n: int,
    *,
    engine: str = "breadth",
    blocks: str | None = None,
    type: str | None = None,
    shift: int | None = None,
    stationary: Iterable[int] | None = None,
    data: Path | None = None,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[int]:
    """Searches for a solution of n moves, and returns how many states there are at each depth.

    ``engine`` is ``breadth``, ``ida``, ``bidirectional``, ``external`` or ``auto``.

    >>> states_per_depth(3, 6)[:3]
    [1, 34, 150]
    """
    run = run_of(data, True, threads, memory, states, seconds, progress)
    return _tait.decide(_solving(k, n, blocks, type, shift, stationary), engine, run)[1]


def estimate(
    k: int,
    n: int,
    *,
    blocks: str | None = None,
    type: str | None = None,
    shift: int | None = None,
    stationary: Iterable[int] | None = None,
    threads: int | None = None,
    seconds: float | None = None,
) -> str:
    """Estimates, in words, what an exhaustive search for n moves would cost."""
    run = run_of(None, False, threads, seconds=seconds)
    return _tait.estimate(_solving(k, n, blocks, type, shift, stationary), run)


def count(
    k: int,
    n: int,
    *,
    turned: bool = False,
    prefix: Iterable[Move] = (),
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
) -> Count:
    """Counts all shortest solutions, or those that begin with the moves of ``prefix``, by searching for what is not stored.

    With ``turned``, blocks are turned round as they move, and distances are not counted.

    >>> count(2, 7)
    Count(solutions=18, moves=7, up_to_symmetry=9, is_whole=True, least_distance=48, largest_distance=56)
    >>> count(3, 8, turned=True).solutions
    12
    """
    prefix = list(prefix)
    command = _solving(k, n, blocks, type, shift, stationary, most_moves)
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    if turned:
        _refuse_turned(command, k, n, prefix)
        found, moves, is_whole = _tait.count_turned(k, n, run)
        return Count(int(found), moves, None, is_whole, None, None)
    number, moves, half, is_whole, distances = _tait.count(command, prefix, run)
    largest = distances[1] if len(distances) > 1 else None
    return Count(int(number), moves, None if half is None else int(half), is_whole, distances[0], largest)


def solutions(
    k: int,
    n: int,
    *,
    prefix: Iterable[Move] = (),
    first: int = 0,
    most: int = 1000,
    most_moves: int | None = None,
    blocks: str | None = None,
    type: str | None = None,
    shift: int | None = None,
    stationary: Iterable[int] | None = None,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[Solution]:
    """Lists shortest solutions, smallest first by their moves: at most ``most`` of them, from the index ``first`` on.

    >>> [solution.moves[0] for solution in solutions(2, 3)]
    [(1, 7), (5, -1)]
    """
    command = _solving(k, n, blocks, type, shift, stationary, most_moves)
    run = run_of(None, False, threads, memory, states, seconds, progress)
    return [Solution(text) for text in _tait.solutions_of(command, list(prefix), str(first), most, run)]


def least_distance(
    k: int,
    n: int,
    *,
    most_moves: int | None = None,
    blocks: str | None = None,
    type: str | None = None,
    shift: int | None = None,
    stationary: Iterable[int] | None = None,
    data: Path | None = None,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> LeastDistance:
    """Finds the least total distance of the moves among solutions of any length, or of up to ``most_moves``.

    >>> least = least_distance(2, 4)
    >>> least.distance, len(least.solution), least.is_least_of_all
    (16, 5, True)

    Raises ``StoppedError`` where a limit was reached; its ``found`` is the least so far.
    """
    command = _solving(k, n, blocks, type, shift, stationary, most_moves)
    run = run_of(data, False, threads, memory, states, seconds, progress)
    distance, text, at_least, why = _tait.least_distance(command, run)
    least = LeastDistance(distance, Solution(text), at_least)
    if why is not None:
        raise _stopped(why, least)
    return least


def generate(
    k: int,
    n: int,
    *,
    turned: bool = False,
    start: int | None = None,
    source: str = "all",
    algorithm: str | None = None,
    data: Path | None = None,
) -> Moves:
    """Returns the best known solution of any size as a sequence of moves, which are made when they are asked for.

    ``source`` is ``all``, ``bases``, ``wraps`` or ``published``. ``algorithm`` is one of the thesis by its name or number
    instead: ``sliding-coin-k2`` (3.1), ``sliding-coin-k2-iterative`` (3.2), ``sliding-coin-k3-odd`` (4.1) or
    ``sliding-coin-k3-even`` (4.2).

    >>> moves = generate(8, 10**17)
    >>> len(moves), len(moves[10**16 : 10**16 + 3])
    (100000000000000000, 3)
    >>> generate(3, 16, algorithm="4.2")[0]
    (31, 1)

    With ``turned``, blocks are turned round as they move.

    >>> generate(4, 10**17, turned=True)[0]
    (199999999999999992, -3)
    """
    directory = data_of(data).directory
    return Moves(k, n, start, source, directory, algorithm, turned)


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


def estimate_bases(
    k: int,
    *,
    from_: int | None = None,
    to: int | None = None,
    smallest: bool = False,
    exhaustive: bool = False,
    common_pattern: bool = False,
    parity: str | None = None,
    blocks: str | None = None,
    data: Path | None = None,
) -> list[dict[str, Any]]:
    """Bounds the states of the search of ``framework`` for each n, with the seconds that they take at a recorded speed.

    >>> [row["n"] for row in estimate_bases(4, from_=13, to=14)]
    [13, 14]
    """
    command = _command(
        "framework",
        k,
        common_pattern=common_pattern,
        parity=parity,
        smallest=smallest,
        exhaustive=exhaustive,
        from_=from_,
        to=to,
        blocks=blocks,
    )
    rows: list[dict[str, Any]] = json.loads(_tait.estimate_bases(command, run_of(data)))
    return rows


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
    turned: bool = False,
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

    With ``turned``, blocks are turned round as they move.

    >>> [cell["at_most"] for cell in classify(3, (4, 7))]
    [4, 5, 7, 7]
    """
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    text, why = _tait.classify(_pair(k), _pair(n), turned, (optimum_states, seed), run)
    rows: list[dict[str, Any]] = json.loads(text)["cells"]
    if why is not None:
        raise _stopped(why, rows)
    return rows


def starts(
    k: int,
    n: int,
    *,
    width: int | None = None,
    score: bool = False,
    turned: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Returns the optimum of every row of n nickels and n pennies, and how difficult each is if ``score`` asks for it.

    With ``turned``, blocks are turned round as they move.

    >>> max(starts(2, 3), key=lambda row: row["moves"] or 0)["moves"]
    4
    """
    run = run_of(None, threads=threads, memory=memory, seconds=seconds, progress=progress)
    rows: list[dict[str, Any]] = json.loads(_tait.starts(k, n, width, (score, turned), run))
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
        del line["to_go_on"]
        for key in ("n_moves", "every", "not_n_moves", "open"):
            line[key] = tuple(tuple(run) for run in line[key] or ())
        line["closed"] = line["closed"] and tuple(line["closed"])
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
    return [Family(text) for text in _tait.families(k, data_of(data))]


def record(name: str, *, data: Path | None = None) -> Record:
    """Returns the record with a name, which ``tables.records()`` lists.

    >>> record("families/k04-bases.json").puzzle
    'linear'
    """
    return Record(_tait.record(name, data_of(data)))


def sequence(name: str, to: int | None = None, *, data: Path | None = None) -> dict[int, int]:
    """Returns an integer sequence, such as ``linear k=4`` or ``linear threshold``: each index with its term.

    >>> sequence("linear threshold", 6)[4]
    7
    """
    first, terms = _tait.sequence(name, to, data_of(data))
    return dict(enumerate(map(int, terms), first))


def results_directory(*, data: Path | None = None) -> str:
    """Returns the directory where results are stored."""
    return _tait.directory(data_of(data))


def add(
    what: str | Solution,
    k: int | None = None,
    n: int | None = None,
    *,
    by: str | None = None,
    note: str | None = None,
    data: Path | None = None,
) -> list[tuple[str, bool, str]]:
    """Checks what was found by other means and stores what is new.

    Returns for each finding what it is, whether it was new, and what is known now.
    """
    return _tait.add(_text(what), _size(k, n), by, note, data_of(data))


def verify(
    what: str | bytes | os.PathLike[str] | Record | Iterable[Move] | Iterable[int],
    k: int | None = None,
    n: int | None = None,
    *,
    start: int | None = None,
    puzzle: str | None = None,
    data: Path | None = None,
) -> Verdict:
    """Checks a solution or a record: an object, a text as a person writes it, a ``pathlib.Path``, or a list of moves.

    k and n say what a bare list of moves solves; ``puzzle`` does so for others, such as ``"checkers n=3 m=3"``.

    >>> verify("1→7 6→9 3→6", 2, 3).line
    'k=2 n=3: 3 moves, black type, shift +4, optimal: n moves are a lower bound, replayed'
    >>> verify([(1, 7), (6, 9)], 2, 3)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    tait.errors.RefutedError: wrong: ...

    Raises ``RefutedError``, with the place, where it is wrong.
    """
    given: Any = what
    if isinstance(what, Record):
        given = what.to_json()
    elif isinstance(what, Moves):
        given = what._answer
    elif not isinstance(what, (str, bytes, os.PathLike)):
        given = list(what)
        if given and isinstance(given[0], int):
            given = " ".join(map(str, given))
    try:
        checked = _tait.verify(given, _size(k, n), start, puzzle, run_of(data))
    except TypeError:
        raise TypeError("expected a solution, a text, a path, or pairs of whole numbers") from None
    verdicts = [Verdict(*one) for one in checked]
    for verdict in verdicts:
        if not verdict:
            raise RefutedError(verdict.line)
    return verdicts[0]


def shuffling(variant: str, n: int, *, constrained: bool = False) -> Solution:
    """Solves the shuffling puzzle of a variant such as ``S(n,n,r)`` by its formula.

    ``constrained`` allows only moves of two coins of different colours. ``tables.shuffling`` and
    ``tables.restrictions`` have all variants.

    >>> len(shuffling("S(n,n,r)", 10))
    10
    >>> len(shuffling("S(n-1,n,r)", 2, constrained=True))
    1
    """
    return _of_cells(f"shuffling {variant} n={n}" + (" constrained" if constrained else ""))


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


@overload
def draw(what: str | Record, format: Literal["png", "pdf", "gif"], *, rows: str | None = None) -> bytes: ...
@overload
def draw(
    what: str | Record, format: Literal["svg", "animation", "tikz", "html"] = "svg", *, rows: str | None = None
) -> str: ...
@overload
def draw(what: str | Record, format: str = "svg", *, rows: str | None = None) -> str | bytes: ...
def draw(what: str | Record, format: str = "svg", *, rows: str | None = None) -> str | bytes:
    """Draws a solution: as ``svg``, as an ``animation`` in SVG, as ``tikz``, as a page that plays, in ``html``, or as the bytes
    of a ``png`` or a ``pdf``, or as a ``gif`` that moves.

    >>> draw(solve(2, 3)).startswith("<svg")
    True
    >>> draw(solve(2, 3), "pdf")[:4]
    b'%PDF'
    """
    return _tait.draw(_text(what), format, rows, data_of(None))


def extend(
    solution: Solution,
    times: int = 1,
    *,
    doubles: bool = False,
    nickel: int | None = None,
    penny: int | None = None,
    exchanges: int = 1,
) -> Solution:
    """Extends a solution of nickels and pennies by 2k coins of each kind, or by ``doubles``, so many times.

    >>> extend(solve(2, 4), 3)
    <tait.Solution k=2 n=16: 16 moves, optimal>
    """
    return Solution(_tait.extend(solution._bare(), times, doubles, nickel, penny, exchanges))


def choices(solution: Solution) -> dict[str, Any]:
    """Returns the stationary coins and the exchanges with which a solution can be extended."""
    held: dict[str, Any] = json.loads(_tait.choices(solution._bare()))
    return held


def auxiliary(k: int, *, free_offsets: bool = False, seconds: float | None = None) -> dict[str, Any]:
    """Returns the solutions of the auxiliary puzzle."""
    held: dict[str, Any] = json.loads(_whole(*_tait.auxiliary(k, free_offsets, run_of(None, seconds=seconds))))
    return held


def span(
    configuration: str | Mapping[str, Any], *, triangular: bool = False, adjacency: int | None = None
) -> dict[str, Any]:
    """Reports on the span of a configuration: a drawing, a known puzzle by its name, or a mapping with a start.

    >>> len(span("o.o\\n.o.")["components"])
    1
    """
    text = configuration if isinstance(configuration, str) else json.dumps(configuration)
    held: dict[str, Any] = json.loads(_tait.span(text, triangular, adjacency))
    return held


def shapes(
    name: Path,
    to: str | None = None,
    from_: str | None = None,
    *,
    pair_states: int | None = None,
    patterns: int | None = None,
    beam_width: int | None = None,
    data: Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Returns the optima between the shapes of ``font5x7``, ``font5x9`` or a file, by searching for what is not stored.

    ``to`` and ``from_`` choose shapes, such as ``"ABC"``. The keywords are those of the command.

    >>> [(row["from"], row["to"], row["moves"]) for row in shapes("font5x7", "AB", "A")][-1][:2]
    ('A', 'B')
    """
    run = run_of(data, fresh, threads, memory, states, seconds, progress)
    text, why = _tait.shapes(name, to, from_, pair_states, patterns, beam_width, run)
    rows: list[dict[str, Any]] = json.loads(text)
    if why is not None:
        raise _stopped(why, rows)
    return rows


def boards(
    board: Path,
    coins: int,
    *,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Splits all configurations of coins on a board such as ``"3x3"`` into components that moves connect."""
    run = run_of(None, False, threads, memory, None, seconds, progress)
    rows: list[dict[str, Any]] = json.loads(_tait.boards(board, coins, run))
    return rows


def designs(
    board: Path,
    coins: int,
    *,
    best: int = 1,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Finds the best puzzles of a board such as ``"3x3"``: ``best`` of each merit, as in ``grid boards --design``.

    >>> designs("3x3", 4)[0]["start"]
    'o.o/.../oo.'
    """
    run = run_of(None, False, threads, memory, None, seconds, progress)
    rows: list[dict[str, Any]] = json.loads(_tait.designs(board, coins, best, run))
    return rows


def candidates(
    figure: str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Counts the arrangements that fit a figure of the paper whose picture is lost, by their optimum.

    >>> candidates("figure-5")[0]["by"]
    'moves'
    """
    run = run_of(None, False, threads, memory, None, seconds, progress)
    rows: list[dict[str, Any]] = json.loads(_tait.candidates(figure, run))
    return rows


def diameters(
    *boards: str,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> list[dict[str, Any]]:
    """Finds the largest optimum on boards, for each number of coins.

    >>> diameters("2x2")[0]["largest"]
    1
    """
    run = run_of(None, False, threads, memory, None, seconds, progress)
    rows: list[dict[str, Any]] = json.loads(_tait.diameters(list(boards), run))
    return rows


def plot(
    what: str,
    k: int | tuple[int, int] = (2, 20),
    n: int | tuple[int, int] = (1, 10**9),
    *,
    against: str = "n",
    format: str = "svg",
    data: Path | None = None,
) -> str:
    """Plots what is stored, as ``svg`` or ``tikz``: ``thresholds``, the ``time`` or the ``states`` of searches, or the ``depths`` of one size.

    >>> plot("thresholds").startswith("<svg")
    True
    """
    if format not in ("svg", "tikz"):
        raise InputError(f"invalid format '{format}': expected svg or tikz")
    return _tait.plot(what, _pair(k), _pair(n), against, format == "tikz", data_of(data))


def explain(what: str | Record) -> str:
    """Says in words why a solution or a family is right."""
    return _tait.explain(_text(what), data_of(None))


def _size(k: int | None, n: int | None) -> tuple[int, int] | None:
    if k is None and n is None:
        return None
    if k is None or n is None:
        raise InputError("k and n go together")
    return k, n


def _text(what: str | Record) -> str:
    return what.to_json() if isinstance(what, Record) else what


def _pair(range_: int | tuple[int, int]) -> tuple[int, int]:
    return (range_, range_) if isinstance(range_, int) else range_
