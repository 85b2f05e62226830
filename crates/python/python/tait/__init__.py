"""Coin-sliding puzzles: exact searches, proofs, solutions of any size, and pictures.

``n`` nickels and then ``n`` pennies stand in a row. A move slides ``k`` adjacent coins, in their order, to ``k`` free
positions. In the end the coins alternate, after as few moves as possible.

>>> import tait
>>> tait.solve(3, 7)
<tait.Solution k=3 n=7: 7 moves, optimal>
>>> tait.exists(3, 6)
False
>>> tait.generate(4, 10**17)[-1]  # doctest: +ELLIPSIS
(..., ...)

A *claim* has a level: ``replayed`` moves, a ``recorded`` search, a ``confirmed`` one that a second program repeated, and
what is ``machine-checked``. ``known`` says on which level it rests.
"""

from __future__ import annotations

from . import errors, tables
from ._found import Count, Family, Known, KnownSize, LeastDistance, Moves, Record, Solution, Verdict
from ._own import Found, Puzzle, search
from ._tait import version as _version
from .api import (
    add,
    auxiliary,
    boards,
    candidates,
    checkers,
    choices,
    classify,
    count,
    counts,
    designs,
    diameters,
    draw,
    estimate,
    estimate_bases,
    exists,
    explain,
    extend,
    families,
    framework,
    frogs,
    generate,
    grid,
    known,
    known_size,
    least_distance,
    plot,
    record,
    results_directory,
    reversal,
    reversals,
    sequence,
    shapes,
    shuffling,
    solutions,
    solve,
    solve_row,
    span,
    starts,
    states_per_depth,
    verify,
    wraps,
)
from .errors import (
    DataError,
    Error,
    InputError,
    RefutedError,
    ResourceError,
    StoppedError,
    UnknownError,
    UnsolvableError,
)

__version__ = _version()
__all__ = [
    "Count",
    "DataError",
    "Error",
    "Family",
    "Found",
    "InputError",
    "Known",
    "KnownSize",
    "LeastDistance",
    "Moves",
    "Puzzle",
    "Record",
    "RefutedError",
    "ResourceError",
    "Solution",
    "StoppedError",
    "UnknownError",
    "UnsolvableError",
    "Verdict",
    "add",
    "auxiliary",
    "boards",
    "candidates",
    "checkers",
    "choices",
    "classify",
    "count",
    "counts",
    "designs",
    "diameters",
    "draw",
    "errors",
    "estimate",
    "estimate_bases",
    "exists",
    "explain",
    "extend",
    "families",
    "framework",
    "frogs",
    "generate",
    "grid",
    "known",
    "known_size",
    "least_distance",
    "plot",
    "record",
    "results_directory",
    "reversal",
    "reversals",
    "search",
    "sequence",
    "shapes",
    "shuffling",
    "solutions",
    "solve",
    "solve_row",
    "span",
    "starts",
    "states_per_depth",
    "tables",
    "verify",
    "wraps",
]


def __dir__() -> list[str]:
    return ["__doc__", "__version__", *__all__]
