"""Identical units on one line of the board."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import NamedTuple

_NUMBERED = re.compile(r"(?P<stem>.*?)(?: (?P<number>[0-9]{1,4}))?", re.DOTALL)


class NamedLine(NamedTuple):
    """A unit's line: name and rest. Units with equal `values` are folded; `plain` ones have no losses or states."""

    name: str
    rest: str
    values: Hashable = None
    plain: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)


class Fold(NamedTuple):
    """Identical units: their name without numbers, the numbers, the rest of the line, and their whole names."""

    stem: str
    numbers: tuple[int, ...]
    rest: str
    plain: bool = False
    names: tuple[str, ...] = ()

    @property
    def is_consecutive(self) -> bool:
        """True if the numbers are consecutive."""
        return self.numbers[-1] - self.numbers[0] == len(self.numbers) - 1


def fold_lines(lines: Sequence[NamedLine]) -> list[NamedLine | Fold]:
    """Return the lines in order, with units of equal name and values folded into the position of the first."""
    groups: dict[object, list[NamedLine]] = {}
    for nth, line in enumerate(lines):
        key = nth if line.values is None else (_name_stem(line.name), line.values)
        groups.setdefault(key, []).append(line)
    folded = list[NamedLine | Fold]()
    for group in groups.values():
        if len(group) == 1:
            folded += group
            continue
        numbered = [(_name_number(one.name), one.name) for one in group]
        numbers, names = zip(*sorted(numbered, key=itemgetter(0)), strict=True)
        folded.append(Fold(_name_stem(group[0].name), numbers, group[0].rest, group[0].plain, names))
    return folded


def _name_stem(name: str) -> str:
    return found["stem"] if (found := _NUMBERED.fullmatch(name)) else name


def _name_number(name: str) -> int:
    """Return the number at the end of a name; 1 for a name without one."""
    found = _NUMBERED.fullmatch(name)
    return int(found["number"]) if found and found["number"] else 1
