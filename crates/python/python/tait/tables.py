"""Tables as lists of dictionaries, which ``pandas.DataFrame`` takes as they are."""

from __future__ import annotations

import json
from typing import Any

from . import _tait
from ._run import Path, data_of

Rows = "list[dict[str, Any]]"


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
    """All records of the store, with what they claim."""
    rows: list[dict[str, Any]] = json.loads(_tait.records(data_of(data)))
    return rows
