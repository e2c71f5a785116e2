"""Identical units on one line of the board."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import NamedTuple

_NUMBER = re.compile(r" [0-9]{1,4}\Z")


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
    groups: dict[object, list[tuple[int, NamedLine]]] = {}
    for nth, line in enumerate(lines):
        stem, number = _split_name(line.name)
        groups.setdefault(nth if line.values is None else (stem, line.values), []).append((number, line))
    folded = list[NamedLine | Fold]()
    for group in groups.values():
        first = group[0][1]
        if len(group) == 1:
            folded.append(first)
            continue
        numbers, alike = zip(*sorted(group, key=itemgetter(0)), strict=True)
        names = tuple(one.name for one in alike)
        folded.append(Fold(_split_name(first.name)[0], numbers, first.rest, first.plain, names))
    return folded


def _split_name(name: str) -> tuple[str, int]:
    """Return a name without the number at its end, and that number, or 1."""
    found = _NUMBER.search(name)
    return (name[: found.start()], int(found[0])) if found else (name, 1)
