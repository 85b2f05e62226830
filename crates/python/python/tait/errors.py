"""The exceptions of tait. Their messages are the lines that the command ``tait`` prints."""

from __future__ import annotations


class Error(Exception):
    """What tait could not do, in one line."""


class InputError(Error, ValueError):
    """An argument is wrong: what, where, and what would be right."""


class UnknownError(Error, LookupError):
    """Nothing that is stored or published answers the question. A search may."""


class UnsolvableError(Error):
    """There is no solution, and the message says why."""


class RefutedError(Error):
    """The checker found a mistake, and says where."""


class StoppedError(Error):
    """A search stopped before its end: a limit was reached, or it found nothing where there may be something.

    What it found is stored. The same call goes on from there.

    ``found`` is what it has found so far, if that makes a record.
    """

    found: object = None


class DataError(Error):
    """A stored file is wrong, cannot be read, or cannot be written."""


class ResourceError(Error, OSError):
    """The system gave no memory or no thread."""
