"""Army lists as players write them and list builders print them, read into forces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from rules.command.force import MOST_IN_FORCE, Force
from rules.command.list_checks import AS_COUNTED, AS_READ, check_sums
from rules.command.list_files import lines_of_table
from rules.command.list_patterns import MOST_LETTERS
from rules.command.list_shapes import sort_lines
from rules.command.list_types import (
    ABOVE,
    ALL,
    EACH,
    MODELS,
    NAMED,
    ONE,
    POINTS,
    SHOWN,
    TOGETHER,
    UNITS,
    ListedUnits,
    Unknown,
)
from rules.command.list_units import units_of
from rules.command.list_words import Meaning, Vocabulary
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.text import Text, Typed
from rules.kernel.text_json import as_json, read_text

MOST_LINES = 400
MOST_WORDS = 6_000
"""Lines and words of a list; a force has 60 units."""


class ArmyList(NamedTuple):
    """A whole list: its name and description, if any, and its lines."""

    name: str
    about: str
    lines: tuple[ListedUnits, ...]
    passed: tuple[str, ...] = ()
    """The lines that do not describe anything on the table."""

    @property
    def units(self) -> tuple[dict[str, Any], ...]:
        return tuple(unit for line in self.lines for unit in line.units)

    @property
    def unknown_names(self) -> tuple[Unknown, ...]:
        """Names to ask about, each once."""
        return tuple({one.key: one for line in self.lines for one in line.unknown}.values())

    @property
    def faults(self) -> tuple[Text, ...]:
        """Faults that keep the list from being a force, by line."""
        wrong: list[Text] = []
        for at, one in enumerate(self.lines, 1):
            line = one.line if len(one.line) <= 40 else f"{one.line[:39]}…"
            wrong += [Text("line {number} ({line}): {fault}", number=at, line=line, fault=say) for say in one.faults]
        if len(self.units) > MOST_IN_FORCE:
            most, units = MOST_IN_FORCE, len(self.units)
            wrong.append(Text("A force can have at most {most} units; this list has {units}.", most=most, units=units))
        if not self.units and not wrong and not self.unknown_names:
            wrong.append(Text("No units in this list. Write one on each line, such as {line}.", line=Typed("2x IFV")))
        return tuple(wrong)

    def force(self, system: System, name: str = "") -> Force:
        """Return the list as a force; raise BadFacts for its faults."""
        if self.faults:
            raise BadFacts(list(self.faults))
        named = name or self.name or "Force"
        return validate(Force, {"name": named, "system": system.key, "about": self.about, "units": self.units})


def reading_json(found: ArmyList) -> dict[str, Any]:
    """Return a list that was read, as JSON."""
    lines = [_line_json(one) for one in found.lines]
    return {"name": found.name, "about": found.about, "lines": lines, "passed": list(found.passed)}


def _line_json(one: ListedUnits) -> dict[str, Any]:
    return {
        "line": one.line,
        "units": list(one.units),
        "assumed": [as_json(text) for text in one.assumed],
        "unknown": [[asked.words, asked.kind, [near.code for near in asked.nearest]] for asked in one.unknown],
        "faults": [as_json(text) for text in one.faults],
    }


def reading_of(found: Mapping[str, Any]) -> ArmyList:
    """Restore a list from the result of `reading_json`."""
    lines = list[ListedUnits]()
    for one in found["lines"]:
        assumed, faults = (tuple(read_text(text) for text in one[name]) for name in ("assumed", "faults"))
        unknown = [Unknown(said, kind, tuple(filter(None, map(Meaning.of, m)))) for said, kind, m in one["unknown"]]
        lines.append(ListedUnits(one["line"], tuple(one["units"]), assumed, tuple(unknown), faults))
    return ArmyList(found["name"], found["about"], tuple(lines), tuple(found.get("passed", ())))


def read_list(system: System, words: Vocabulary, text: str) -> ArmyList:
    """Read a list with a vocabulary: `unknown` holds the unknown names, `faults` the other faults."""
    text = lines_of_table(text)
    lines = [line for line in text.splitlines() if line.strip()]
    many, long = len(text.split()), [line for line in lines if len(line) > MOST_LETTERS]
    fault = Text("a line can have at most {most} characters", most=MOST_LETTERS)
    if len(lines) > MOST_LINES:
        fault = Text("a list can have at most {most} lines; this one has {lines}", most=MOST_LINES, lines=len(lines))
        long = lines[:1]
    elif many > MOST_WORDS:
        fault = Text("a list can have at most {most} words; this one has {words}", most=MOST_WORDS, words=many)
        long = lines[:1]
    if long:
        return ArmyList("", "", tuple(ListedUnits(one[:SHOWN], faults=(fault,)) for one in long))
    found = sort_lines(words, text)
    units = tuple(units_of(system, words, entry, found.tournament) for entry in found.entries)
    units = tuple(_suggest_nearest(words, _settle_points(words, units, found.totals)))
    bare = [one for one in units if one.units and not one.units[0].get("points")]
    if 2 * len(bare) < len([one for one in units if one.units]):
        unpriced = Text("it has no points, but other units do")
        units = tuple(one._replace(assumed=(*one.assumed, unpriced)) if one in bare else one for one in units)
    units = [*check_sums(words, units, found.passed, found.title)]
    first = next((at for at, one in enumerate(units) if one.units), None)
    if found.is_named_as_unit and first is not None:
        named = Text("“{name}” is read as the name of the list", name=found.name[:SHOWN])
        units[first] = units[first]._replace(assumed=(*units[first].assumed, named))
    passed = (*found.passed, *(one for line in units for one in line.passed))
    return ArmyList(found.name[:SHOWN], found.about, tuple(units), passed)


def _settle_points(words: Vocabulary, lines: Sequence[ListedUnits], totals: Set[int]) -> Sequence[ListedUnits]:
    """Decide whether points beside several units are per unit or for all together.

    The total of the list or an earlier answer decides; else it is asked once for all of them.
    """
    shared = [one for one in lines if one.shared]
    if not shared:
        return lines
    whole = sum(int(unit.get("points", 0)) for one in lines for unit in one.units)
    less = sum(one.shared * (len(one.units) - 1) for one in shared)
    said = shared[0].line[:SHOWN]
    known = words.meanings((said,))
    if whole in totals or EACH in known:
        notes = [Text("{n} units of {points} points each", n=len(one.units), points=one.shared) for one in lines]
        return [
            one._replace(assumed=(*one.assumed, note)) if one.shared else one
            for one, note in zip(lines, notes, strict=True)
        ]
    if whole - less in totals or TOGETHER in known:
        return [_divide_points(one) for one in lines]
    asked = Unknown(said, "word", (EACH, TOGETHER))
    return [one._replace(units=(), unknown=(*one.unknown, asked)) if one.shared else one for one in lines]


def _divide_points(one: ListedUnits) -> ListedUnits:
    """Divide the points of a line among its units; the first one gets the remainder."""
    if not one.shared:
        return one
    each, more = divmod(one.shared, len(one.units))
    units = (unit | {"points": each + more * (at == 0)} for at, unit in enumerate(one.units))
    text = Text("{n} units of {points} points together", n=len(one.units), points=one.shared)
    return one._replace(units=tuple(units), assumed=(*one.assumed, text))


_ASKED = 8
"""Number of unknown words asked about with similar names; the others follow after these."""


def _suggest_nearest(words: Vocabulary, lines: Iterable[ListedUnits]) -> Iterator[ListedUnits]:
    """Yield the lines, with the most similar names for the first unknown words."""
    known = dict[tuple[str, str], tuple[Meaning, ...]]()
    for line in lines:
        for one in line.unknown:
            if one.kind != "word" and (one.key, one.kind) not in known and len(known) < _ASKED:
                known[one.key, one.kind] = (*one.nearest, *words.nearest(one.words, one.kind))
        unknown = (one._replace(nearest=known.get((one.key, one.kind), one.nearest)) for one in line.unknown)
        yield line._replace(unknown=tuple(unknown))


__all__ = [
    "ABOVE",
    "ALL",
    "AS_COUNTED",
    "AS_READ",
    "EACH",
    "MODELS",
    "NAMED",
    "ONE",
    "POINTS",
    "TOGETHER",
    "UNITS",
    "ArmyList",
    "ListedUnits",
    "Unknown",
    "read_list",
    "reading_json",
    "reading_of",
]
