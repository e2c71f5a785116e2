"""A system from a file; its rules are in the file too, or in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import new_class
from typing import Any

from rules.command.force import Force
from rules.command.system import System
from rules.files.shape import CommonRows
from rules.files.source import NOTHING_SAID, Source

Make = Callable[[Source, str], System]
"""A function that makes a system of complete tables and the name of their file; it raises BadFacts."""


@dataclass(frozen=True, kw_only=True)
class FileSystem(System[Any, Any, Any]):
    """A system from a file; `content` is the file, and `digest` identifies it together with its base.

    `rows` are the tables that every system file has. If its rules are in Python, `make` makes a system of its tables.
    """

    content: bytes = b""
    base: FileSystem | None = None
    """The file that a variant is based on, as it was when the variant was read."""
    digest: str = ""
    source: Source = NOTHING_SAID
    forces: Mapping[str, Force] = field(default_factory=dict[str, Force])
    rows: CommonRows = field(default_factory=CommonRows)
    make: Make | None = None

    @property
    def is_base(self) -> bool:
        """True if a variant may be based on it: its rules are in its file, or its base makes them of tables."""
        return bool(self.content or self.make)

    @property
    def files(self) -> tuple[bytes, ...]:
        """The file with those it is based on, the oldest first: `read_files` makes an equal system of them.

        Empty if its rules are in Python too.
        """
        return (*(one.content for one in reversed(self.bases)), self.content) if self.content else ()

    @property
    def bases(self) -> tuple[FileSystem, ...]:
        """The systems that it is based on, the nearest first."""
        return (self.base, *self.base.bases) if self.base else ()


def of_file(system: System, **more: Any) -> FileSystem:
    """Return a system whose rules are in Python, at least in part, as a system from a file, with `more` fields."""
    if isinstance(system, FileSystem):
        return replace(system, **more)
    made = _class_of_file(type(system))
    return made(**{one.name: getattr(system, one.name) for one in fields(system)}, **more)


@cache
def _class_of_file(of: type[System]) -> type[FileSystem]:
    found: type[FileSystem] = new_class(of.__name__, (of, FileSystem))
    return dataclass(frozen=True, kw_only=True)(found)
