"""Where results are kept, and how long a search may take."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, NamedTuple, Optional, SupportsIndex, Union, cast

from . import _tait
from .errors import InputError

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


def _unfit(name: str, number: int) -> InputError:
    what = "the number is negative" if number < 0 else "the number is too large"
    return InputError(f"invalid value '{number}' for '{name}': {what}")


def _refusing(function: Callable[..., object]) -> Callable[..., object]:
    """The function with one line of ``InputError`` for a number that does not fit."""
    names = str(getattr(function, "__text_signature__", "")).strip("()").split(", ")

    def numbers(value: object) -> list[int]:
        if isinstance(value, (list, tuple)):
            members = cast("list[object]", value)
            return [number for member in members for number in numbers(member)]
        return [operator.index(value)] if isinstance(value, SupportsIndex) else []

    def call(*arguments: object) -> object:
        try:
            return function(*arguments)
        except OverflowError:
            held = [(name, number) for name, value in zip(names, arguments) for number in numbers(value)]
            largest = max(held, key=lambda one: abs(one[1]))
            raise _unfit(*next((one for one in held if one[1] < 0), largest)) from None

    return call


for _name, _function in vars(_tait).copy().items():
    if isinstance(_function, BuiltinFunctionType) and not _name.startswith("_"):
        setattr(_tait, _name, _refusing(_function))


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
        if number is not None and not 0 <= operator.index(number) < 1 << 64:
            raise _unfit(name, number)
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
