"""Tables as lists of dictionaries, which ``pandas.DataFrame`` takes as they are."""

from __future__ import annotations

import json
from typing import Any

from . import _tait
from ._run import Path, data_of, run_of

def bases(*k: int, data: Path | None = None) -> list[dict[str, Any]]:
    """All bases of the thesis and of the store, for these k or for all, with what a replay shows.

    >>> bases(4)[0]["k"]
    4
    """
    return [row for row in solutions(*k, data=data) if row["exchanges"] is not None]


def solutions(*k: int, data: Path | None = None) -> list[dict[str, Any]]:
    """All solutions of the thesis and of the store, for these k or for all."""
    rows: list[dict[str, Any]] = json.loads(_tait.solutions(list(k), data_of(data)))
    return rows


def records(*, data: Path | None = None) -> list[dict[str, Any]]:
    """All records of the store, with what they claim. Each is read and checked."""
    return _table("list", data)


def additions(*, data: Path | None = None) -> list[dict[str, Any]]:
    """What your own results add to the records inside tait."""
    return _table("diff", data)


def check(*, data: Path | None = None) -> list[dict[str, Any]]:
    """Checks every record and every journal, without changing anything."""
    return _table("check", data)


def grids(*, data: Path | None = None) -> list[dict[str, Any]]:
    """The known puzzles on grids.

    >>> [row["name"] for row in grids() if row["name"] == "figure-5"]
    ['figure-5']
    """
    return _table("grids", data)


def shuffling(
    n: int | tuple[int, int], *, constrained: bool = False, data: Path | None = None, seconds: float | None = None
) -> list[dict[str, Any]]:
    """The optimum of every variant of the shuffling puzzle, and the number of its optimal solutions, by search.

    ``n`` is a size, or the first and the last. ``constrained`` allows only moves of two coins of different colours, and
    stores the answers.

    >>> {row["optimum"] for row in shuffling(4)}
    {4, 5}
    """
    return _searched("constrained" if constrained else "free", n, data, seconds)


def restrictions(
    n: int | tuple[int, int], *, data: Path | None = None, seconds: float | None = None
) -> list[dict[str, Any]]:
    """Which shuffling puzzles can still be solved if the moves are restricted in three ways, by search.

    >>> len(restrictions(2))
    3
    """
    return _searched("restrictions", n, data, seconds)


def _searched(
    what: str, n: int | tuple[int, int], data: Path | None, seconds: float | None
) -> list[dict[str, Any]]:
    sizes = (n, n) if isinstance(n, int) else n
    rows: list[dict[str, Any]] = json.loads(_tait.shuffling_table(what, sizes, run_of(data, seconds=seconds)))
    return rows


def _table(name: str, data: Path | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(_tait.table(name, run_of(data)))
    return rows
