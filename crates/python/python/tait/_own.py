"""One's own puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, Protocol, Tuple, TypeVar

from . import _tait
from ._run import run_of

State = TypeVar("State")
Step = TypeVar("Step", covariant=True)


class Puzzle(Protocol[State, Step]):
    """What a puzzle has to say. No class need be derived from this.

    A method ``key(state)`` may give what tells states apart, for states that are not hashable.
    """

    def start(self) -> State:
        """Returns the state from which it starts."""
        ...

    def moves(self, state: State) -> Iterable[tuple[Step, State]]:
        """Returns all moves from a state, each with the state to which it leads, always in the same order."""
        ...

    def is_goal(self, state: State) -> bool:
        """Returns whether the puzzle is solved in a state."""
        ...


class Found(NamedTuple):
    """How a search of one's own puzzle ended."""

    moves: Optional[Tuple[Any, ...]]
    """The moves of a shortest solution; None when there is none of so many moves."""
    bound: int
    """The number of moves that were searched for."""
    states: Tuple[int, ...]
    """Distinct states per depth."""
    solutions: Optional[int]
    """The number of shortest solutions, if they were counted."""


def search(
    puzzle: Any,
    *,
    engine: str = "breadth",
    most_moves: int = 1000,
    threads: int = 1,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Found:
    """Searches a puzzle that is written in Python, with the engines of tait.

    ``engine`` is ``breadth``, ``ida``, or ``count``, which counts all shortest solutions. It is slow, since each move
    runs Python: some 20,000 moves a second, on one thread, as Python has one lock. For a large puzzle write it in Rust, as ``tait-search`` shows.

    >>> class Jugs:
    ...     sizes = (8, 5, 3)
    ...     def start(self):
    ...         return (8, 0, 0)
    ...     def moves(self, jugs):
    ...         for a in range(3):
    ...             for b in range(3):
    ...                 poured = min(jugs[a], self.sizes[b] - jugs[b])
    ...                 if a != b and poured:
    ...                     after = list(jugs)
    ...                     after[a] -= poured
    ...                     after[b] += poured
    ...                     yield (a, b), tuple(after)
    ...     def is_goal(self, jugs):
    ...         return jugs == (4, 4, 0)
    >>> found = search(Jugs())
    >>> len(found.moves), found.moves[0]
    (7, (0, 1))
    """
    run = run_of(None, threads=threads, memory=memory, states=states, seconds=seconds, progress=progress)
    _, moves, bound, seen, solutions = _tait.own_puzzle(puzzle, engine, most_moves, run)
    number = None if solutions is None else int(solutions)
    return Found(None if moves is None else tuple(moves), bound, tuple(seen), number)
