"""One unit of a list, with the lines below it, read as entries of a force.

The reading has the number of units, their models and weapons, the assumptions made, the unknown words and the faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.command.force import MOST_IN_FORCE, spec
from rules.command.list_numbers import NumbersReading
from rules.command.list_patterns import OF_EACH
from rules.command.list_points import FEWEST_BARE, Bare
from rules.command.list_rows import ListEntry
from rules.command.list_types import ABOVE, MODELS, POINTS, SHOWN, UNITS, ListedUnits, Unknown
from rules.command.list_words import SKIPPED, Vocabulary
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Listed, Text

_FIELDS = ("type", "models", "hp", "weapons", "profile", "states", "medic", "points", "figures")


def units_of(system: System, words: Vocabulary, entry: ListEntry, tournament: bool = False) -> ListedUnits:
    """Return the units that an entry of a list describes."""
    line = entry.head.line
    if any(item.has(SKIPPED.key) for item in line.items):
        return ListedUnits(entry.raw, passed=(entry.raw,))
    reading = _Reading(system, words, entry, tournament)
    given, count = reading.read()
    notes = reading.notes
    if not given:
        return ListedUnits(entry.raw, (), (), tuple(notes.unknown), tuple(notes.faults), tuple(notes.passed))
    faults = (*notes.faults, *_find_faults(system, given))
    many = min(count, MOST_IN_FORCE + 1)
    stopped = notes.unknown or faults
    units = () if stopped else tuple(dict(given) for _ in range(many))
    shown = () if notes.unknown else faults
    shared = int(given.get("points", 0)) if len(units) > 1 and not reading.is_of_each else 0
    found = (units, tuple(notes.assumed), tuple(notes.unknown), shown, tuple(notes.passed), shared)
    return ListedUnits(entry.raw, *found)


def _find_faults(system: System, given: Mapping[str, Any]) -> tuple[Text, ...]:
    try:
        spec(system, given)
    except BadFacts as error:
        return tuple(error.faults)
    return ()


class _Reading(NumbersReading):
    """An entry assembled into a unit, based on the ready-made type that it names, if any."""

    def read(self) -> tuple[dict[str, Any], int]:
        """Return the unit as a line of a force, and its number; nothing if a question is open."""
        self._find_type()
        if self.conflict:
            self._note_several(self.conflict)
            return {}, 0
        wanted = str(self.line.set.get("type", self.kind) or "")
        self.base = self.system.units.get(wanted)
        self._read_bare()
        self._read_head()
        self._read_below()
        count, models = self._read_numbers()
        given: dict[str, Any] = {"type": wanted} if wanted else {}
        name = self._name()
        if name or not wanted:
            given["name"] = name or self.line.line.strip()[:SHOWN]
        if models is not None and (self.base is None or models != self.base.models):
            given["models"] = models
        weapons = self._weapons(models or (self.base.models if self.base else 1))
        if weapons is not None:
            given["weapons"] = weapons
        given |= self._read_traits()
        if self.entry.below_another:
            above = self.entry.below_another[:SHOWN]
            self.notes.assumed.append(Text("a separate unit, though it is below {line}", line=above))
        points = self._points() or self.entry.points or self.bare_points
        if self.bare_points:
            self.notes.assumed.append(Text("({n}) is read as points", n=self.bare_points))
        given |= {"points": points} if points else {}
        self._explain_numbers(count, given)
        self._explain_words(given)
        given = self._set_fields(given)
        if self.entry.doubted or (not wanted and not self.line.set and not self._is_described(given)):
            return self._ask_all()
        if points and count > 1 and self.is_of_each:
            self.notes.assumed.append(Text("{n} units of {points} points each", n=count, points=points))
        return given, count

    @property
    def is_of_each(self) -> bool:
        """True if words, a sign or the format of a builder show that points are per unit."""
        builder = self.line.quality or any(row.line.stats for row in self.entry.below)
        return builder or OF_EACH.search(self.line.line) is not None or "points" in self.line.set

    def _points(self) -> int:
        """Return the points on its line; several numbers must be a sum and its parts."""
        worths = list(dict.fromkeys(self.line.worths))
        if len(worths) > 1 and 2 * max(worths) == sum(worths):
            return max(worths)
        if len(worths) < 2 or self.is_of_each:
            return self.line.points
        both = Listed([str(one) for one in worths])
        self.notes.faults.append(Text("it has {several} points: write one number", several=both))
        return 0

    def _ask_all(self) -> tuple[dict[str, Any], int]:
        """Ask for the meaning of the whole line."""
        said = self._unit_name() or self.entry.head.bare.strip(" :")[:SHOWN]
        if self.line.is_of_weapons:
            said = self.entry.head.bare.strip()[:SHOWN]
        near = (ABOVE,) if self.line.armed else ()
        self.notes.unknown[:] = [Unknown(said, "unit", near)]
        return {}, 0

    def _is_described(self, given: Mapping[str, Any]) -> bool:
        """True if a unit without a ready-made type is described well enough: by profile, figures or weapons."""
        told = given.get("profile") and (given.get("weapons") or given.get("models"))
        return bool(told) and bool(self.line.strange_words) and not _find_faults(self.system, given)

    def _set_fields(self, given: dict[str, Any]) -> dict[str, Any]:
        """Add the fields that the line writes out as `field=value`."""
        for name, value in self.line.set.items():
            if name in _FIELDS:
                given[name] = value
            else:
                given["profile"] = {**given.get("profile", {}), name: value}
        return given

    # Numbers

    def _read_bare(self) -> None:
        """Decide what a number without a word counts.

        It is points if it can be nothing else, or if the list has such numbers throughout. If it may be points, it is
        asked about.
        """
        bare = self.line.bare
        if self.entry.is_numbered and self.item and self.item.numbers:
            last = self.item.numbers[0]
            self.label = self.label or self.line.line[self.item.begins : last.ends].strip()[:SHOWN]
            self.line.take_out(Bare(last.value, last.begins, "", False))
            bare = bare if bare and bare.begins != last.begins else None
        if bare is None or self.entry.points or self.line.set:
            return
        single = self.base is not None and self.base.models == 1
        is_points = bare.is_points or self.entry.bare == "points" or (single and bare.value >= FEWEST_BARE)
        doubted = bare.counted or self.entry.bare or (bare.armed and bare.last)
        if not is_points and bare.value < FEWEST_BARE and not doubted:
            return
        if not is_points:
            known = self.words.meanings((self._bare_text(),))
            is_points = POINTS in known
            if UNITS in known:
                self.bare_units = bare.value
                self.line.take_out(bare)
            elif not is_points and MODELS not in known:
                self.notes.unknown.append(Unknown(self._bare_text(), "word", (POINTS, MODELS, UNITS)))
        if is_points:
            self.bare_points = bare.value
            self.line.take_out(bare)

    def _bare_text(self) -> str:
        return self.line.line.strip(" -–—:|,;")[:SHOWN]
