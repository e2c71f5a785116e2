"""Units that are alike on one line of the board: only what differs gets a line of its own."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

_NUMBERED = re.compile(r"(?P<stem>.*?)(?: (?P<number>[0-9]{1,4}))?", re.DOTALL)


class NamedLine(NamedTuple):
    """A unit on one line: its name, and the rest of what is said of it.

    `values` are what is said there, before it is worded: units in which they are equal are alike. A unit without is
    never folded.
    """

    name: str
    rest: str
    values: Hashable = None


class Fold(NamedTuple):
    """Units that are alike: what they are called without their numbers, the numbers, and the rest."""

    stem: str
    numbers: tuple[int, ...]
    rest: str

    @property
    def in_a_row(self) -> bool:
        """Whether the first and the last number say which they are."""
        return self.numbers[-1] - self.numbers[0] == len(self.numbers) - 1


def folded(lines: Sequence[NamedLine]) -> list[NamedLine | Fold]:
    """The same in the same order, those that are called and do alike at the place of the first of them."""
    groups: dict[object, list[NamedLine]] = {}
    for nth, line in enumerate(lines):
        key = nth if line.values is None else (_stem(line.name), line.values)
        groups.setdefault(key, []).append(line)
    return [group[0] if len(group) == 1 else _fold(group) for group in groups.values()]


def _fold(group: Sequence[NamedLine]) -> Fold:
    return Fold(_stem(group[0].name), tuple(sorted(_number(line.name) for line in group)), group[0].rest)


def _stem(name: str) -> str:
    found = _NUMBERED.fullmatch(name)
    return found["stem"] if found else name


def _number(name: str) -> int:
    """The number behind a name; the first of several has none."""
    found = _NUMBERED.fullmatch(name)
    return int(found["number"]) if found and found["number"] else 1
