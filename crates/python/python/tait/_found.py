"""What tait finds. All objects are frozen, compare by what they hold, and can be pickled."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, Optional, Tuple, Union, cast, overload

from . import _tait
from ._run import Data, Run, data_of

Move = Tuple[int, int]
Range = Tuple[int, Optional[int]]

_HERE = Data("", True)


class Record:
    """Something with moves or solutions: a record of the store, or an answer, as JSON.

    A notebook shows it in a line, and a solution as a picture.
    """

    __slots__ = ("_text", "_held")
    _text: str
    _held: dict[str, Any]

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_held", json.loads(text))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __reduce__(self) -> tuple[type[Record], tuple[str]]:
        return type(self), (self._text,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(other) is type(self) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        name = self._held.get("id") or self._held.get("kind") or self._held.get("puzzle")
        return f"<tait.{type(self).__name__} {name}>"

    def to_json(self) -> str:
        """Its text, which ``tait verify`` reads."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """What it holds, with the keys of its JSON Schema."""
        held: dict[str, Any] = json.loads(self._text)
        return held

    @property
    def puzzle(self) -> str:
        """The kind of puzzle: ``linear``, ``grid``, ``shuffling``, ``checkers``, ``frogs`` or ``reversal``."""
        return str(self._held["puzzle"])

    @property
    def found_by(self) -> dict[str, Any] | None:
        """The command that finds it again, and what that took."""
        return self.to_dict().get("found_by")

    @overload
    def draw(self, format: Literal["png", "pdf", "gif"], rows: str | None = None) -> bytes: ...
    @overload
    def draw(self, format: Literal["svg", "animation", "tikz", "html"] = "svg", rows: str | None = None) -> str: ...
    @overload
    def draw(self, format: str = "svg", rows: str | None = None) -> str | bytes: ...
    def draw(self, format: str = "svg", rows: str | None = None) -> str | bytes:
        """Draws the solution: as ``svg``, as an ``animation`` in SVG, as ``tikz``, as a page that plays, in ``html``, or as the
        bytes of a ``png`` or a ``pdf``, or as a ``gif`` that moves.

        ``rows`` is ``ends``, or a range such as ``0..5``; without it, all rows are drawn.
        """
        return _tait.draw(self._text, format, rows, _HERE)

    def explain(self) -> str:
        """Says in words why it is right."""
        return _tait.explain(self._text, _HERE)

    def verify(self) -> list[Verdict]:
        """Checks it by the rules alone."""
        return [Verdict(*verdict) for verdict in _tait.verify(self._text, None, None, None, Run(_HERE))]

    def save(self, path: str) -> None:
        """Writes it as JSON, which ``tait verify`` reads."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._text)


class Solution(Record):
    """A solution: its moves, and what is claimed of them."""

    __slots__ = ()

    @property
    def _solution(self) -> dict[str, Any]:
        solution: dict[str, Any] = self._held.get("solution", self._held)
        return solution

    @property
    def puzzle(self) -> str:
        return str(self._solution["puzzle"])

    @property
    def k(self) -> int | None:
        """The number of coins that a move slides, in the linear puzzle."""
        return self._solution.get("k")

    @property
    def n(self) -> int | None:
        """The number of nickels, or of the first kind."""
        return self._solution.get("n")

    @property
    def start(self) -> Any:
        """The position of the first coin; on a grid the rows or cells of the start."""
        return self._solution.get("start", 1)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves: pairs of positions, or pairs of pairs on a grid; for a puzzle with one vacancy the cells that move."""
        return tuple(_frozen(step) for step in self._solution["moves"])

    def _bare(self) -> str:
        """The puzzle and the moves alone, as JSON."""
        names = ("puzzle", "k", "n", "turned", "start", "moves")
        return json.dumps({name: self._solution[name] for name in names if name in self._solution})

    def count(
        self, *, threads: int | None = None, seconds: float | None = None, progress: Any = None
    ) -> int:
        """Counts by search how many shortest solutions there are, for a puzzle with one vacancy.

        >>> import tait
        >>> tait.checkers(5, 4).count()
        2
        """
        run = Run(_HERE, threads=threads, seconds=seconds, progress=progress)
        return int(_tait.count_cells(self._named, len(self), run))

    @property
    def _named(self) -> str:
        """The name of a puzzle with one vacancy."""
        held = self._solution
        sizes = (f"{key}={value}" for key, value in held.items() if isinstance(value, int) and value is not True)
        variant, rule = ([held["variant"]] if "variant" in held else []), (["constrained"] if held.get("constrained") else [])
        return " ".join([self.puzzle, *variant, *sizes, *rule])

    @property
    def is_optimal(self) -> bool:
        """Whether it claims that no solution is shorter."""
        if self._solution.get("optimal_on") == "any":
            return True
        return "claim" in self._held or "optimal_moves" in self._held or len(self) == self.n

    @property
    def claim(self) -> Any:
        """What it claims, and the searches behind that."""
        return self.to_dict().get("claim")

    def __len__(self) -> int:
        return len(self._solution["moves"])

    def __iter__(self) -> Iterator[Any]:
        return iter(self.moves)

    def __repr__(self) -> str:
        sizes = " ".join(f"{key}={self._solution[key]}" for key in ("k", "n", "m", "v") if key in self._solution)
        name = sizes if self.puzzle == "linear" else f"{self.puzzle} {sizes}".rstrip()
        optimal = ", optimal" if self.is_optimal else ""
        return f"<tait.Solution {name}: {len(self)} moves{optimal}>"

    def _repr_svg_(self) -> str:
        return self.draw("svg")

    def player(self) -> Player:
        """A page that plays the solution, for a notebook."""
        return Player(self)


class Player:
    """A page that plays a solution. A notebook shows it in a frame."""

    __slots__ = ("solution",)

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def _repr_html_(self) -> str:
        page = escape(self.solution.draw("html"))
        return f'<iframe srcdoc="{page}" style="width:100%;height:30em;border:0" title="{escape(repr(self.solution))}"></iframe>'


class Family(Record):
    """Solutions that extend to all larger sizes."""

    __slots__ = ()

    @property
    def k(self) -> int:
        """The number of coins that a move slides."""
        return int(self._held["k"])

    @property
    def claim(self) -> str:
        """For which sizes n moves suffice."""
        return str(self._held["claim"])

    @property
    def bases(self) -> tuple[Solution, ...]:
        """The bases, each as a solution."""
        bases = (base.get("solution", base) for base in self._held["bases"])
        return tuple(Solution(json.dumps({"puzzle": "linear", "k": self.k, **base})) for base in bases)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the bases."""
        return tuple(base.n for base in self.bases if base.n is not None)

    def __repr__(self) -> str:
        return f"<tait.Family k={self.k}: {self.claim}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{base.n}<td>{' '.join(f'{a}→{b}' for a, b in base.moves)}" for base in self.bases)
        return f"<table><caption>k = {self.k}: {escape(self.claim)}</caption><tr><th>n<th>moves{rows}</table>"


class Verdict(NamedTuple):
    """What the checker says of a solution or a record. It is true where that is right."""

    is_right: bool
    line: str

    def __bool__(self) -> bool:
        return self.is_right


class KnownSize(NamedTuple):
    """What is known of one size."""

    n_moves: Optional[bool]
    """Whether n moves suffice; None where that is open."""
    at_least: Optional[int]
    at_most: Optional[int]
    rests_on: Optional[str]
    in_words: str

    def __repr__(self) -> str:
        return f"<tait.KnownSize: {self.in_words}>"


class Known(NamedTuple):
    """What is known of one k in ranges of sizes, of which the last may end in None; of other puzzles in words alone."""

    puzzle: str
    k: Optional[int]
    n_moves: Tuple[Range, ...]
    every: Tuple[Tuple[int, int], ...]
    """First sizes for which n moves suffice, each with the step to the next."""
    not_n_moves: Tuple[Range, ...]
    open: Tuple[Range, ...]
    closed: Optional[Tuple[int, int]]
    """A size N and a number c: n + c moves suffice for every n >= N, by formula."""
    rests_on: Optional[str]
    in_words: str

    def __repr__(self) -> str:
        return f"<tait.Known {self.puzzle}: {self.in_words}>"


class Count(NamedTuple):
    """All shortest solutions in numbers."""

    solutions: int
    moves: int
    up_to_symmetry: Optional[int]
    """Their number where mirror images count once; None where the restrictions have no mirror image, and for the turned puzzle."""
    is_whole: bool
    """Whether these are all on the unbounded line, or within the allowed blocks."""
    least_distance: Optional[int]
    largest_distance: Optional[int]
    """The total distance of the moves; None where there is no largest, and for the turned puzzle."""


class LeastDistance(NamedTuple):
    """The least total distance of a solution of any length."""

    distance: int
    solution: Solution
    """A shortest solution with this distance."""
    at_least: int
    """No solution of any length has less than this."""

    @property
    def is_least_of_all(self) -> bool:
        """Whether no solution has less."""
        return self.at_least >= self.distance


class Moves(Sequence[Move]):
    """The moves of a solution of any size. They are made when they are asked for.

    >>> import tait
    >>> moves = tait.generate(8, 10**12)
    >>> len(moves), moves[5 * 10**11 : 5 * 10**11 + 1] == [moves[5 * 10**11]]
    (1000000000000, True)
    """

    __slots__ = ("_answer", "k", "n", "turned", "_asked")
    _BATCH = 4096

    def __init__(
        self,
        k: int,
        n: int,
        start: int | None = None,
        source: str = "all",
        data: str | None = None,
        algorithm: str | None = None,
        turned: bool = False,
    ) -> None:
        self._answer = _tait.ask(k, n, turned, start, (source, algorithm), data_of(data))
        self._asked = (k, n, start, source, data, algorithm, turned)
        self.k = k
        self.n = n
        self.turned = turned

    def __reduce__(self) -> tuple[type[Moves], tuple[Any, ...]]:
        return type(self), self._asked

    @property
    def start(self) -> int:
        """The position of the first coin."""
        return self._answer.start

    @property
    def provenance(self) -> str:
        """Where the moves come from, in words."""
        return self._answer.provenance

    def __len__(self) -> int:
        return self._answer.length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Move, list[Move]]:
        if isinstance(index, slice):
            first, end, step = index.indices(len(self))
            if step == 1:
                return self._answer.slice(first, max(first, end))
            return [self[at] for at in range(first, end, step)]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"move {index} of {len(self)}")
        return self._answer.slice(at, at + 1)[0]

    def __iter__(self) -> Iterator[Move]:
        for first in range(0, len(self), self._BATCH):
            yield from self._answer.slice(first, min(first + self._BATCH, len(self)))

    def __repr__(self) -> str:
        turned = " turned" if self.turned else ""
        return f"<tait.Moves k={self.k} n={self.n}{turned}: {len(self)} moves, {self.provenance}>"

    def solution(self) -> Solution:
        """All moves at once."""
        held = {"puzzle": "linear", "k": self.k, "n": self.n, "start": self.start, "moves": list(self)}
        if self.turned:
            held["turned"] = True
        return Solution(json.dumps(held))


def _frozen(step: object) -> Any:
    return tuple(map(_frozen, cast("list[object]", step))) if isinstance(step, list) else step
