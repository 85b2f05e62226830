"""Where results are kept, and how long a search may take."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[["dict[str, Any]"], object]


class Data(NamedTuple):
    """A directory of results, and whether the records that come with tait count as well."""

    directory: Optional[str] = None
    corpus: bool = True


class Run(NamedTuple):
    """What every search takes besides what it looks for."""

    data: Data
    fresh: bool = False
    threads: Optional[int] = None
    memory: Optional[int] = None
    states: Optional[int] = None
    seconds: Optional[float] = None
    progress: Optional[Progress] = None


def data_of(data: Path | None) -> Data:
    """The directory that is named, or that of ``TAIT_DATA``, or else that of the platform."""
    named = os.environ.get("TAIT_DATA") or None if data is None else os.fspath(data)
    return Data(named, not os.environ.get("TAIT_NO_CORPUS"))


def run_of(
    data: Path | None,
    fresh: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    progress: Any = None,
) -> Run:
    """The run of these arguments. ``progress`` is a function, or a bar such as ``tqdm.tqdm()``, or its class."""
    numbers = {"threads": threads, "memory": memory, "states": states}
    for name, number in numbers.items():
        if number is not None and not hasattr(number, "__index__"):
            raise TypeError(f"{name} is a whole number, not {number!r}")
    if seconds is not None and not hasattr(seconds, "__float__"):
        raise TypeError(f"seconds is a number, not {seconds!r}")
    heard = bar_of(progress) if hasattr(progress, "set_description") else progress
    return Run(data_of(data), fresh, threads, memory, states, seconds, heard)


def bar_of(given: Any) -> Progress:
    """Shows the states of a search on a bar, or on one of this class."""
    bar = given(unit=" states", unit_scale=True) if isinstance(given, type) else given

    def heard(event: dict[str, Any]) -> None:
        if event["event"] in ("depth", "progress"):
            bar.update(max(0, event.get("total", event["states"]) - bar.n))
        elif event["event"] == "begun":
            bar.set_description(event["part"])

    return heard
