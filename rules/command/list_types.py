"""The type and the name of a unit in a list, and the notes made while an entry is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.command.list_lines import Found, Item, ListLine, Number
from rules.command.list_rows import ListEntry
from rules.command.list_words import Kind, Meaning, Vocabulary, name_key
from rules.command.system import System
from rules.game.unit import UnitSpec
from rules.kernel.text import Listed, Text

SHOWN = 60
UNITS, MODELS, POINTS = (Meaning("word", key) for key in ("units", "models", "points"))
"""Possible meanings of a number that is asked about."""
EACH, TOGETHER = Meaning("word", "ofeach"), Meaning("word", "together")
"""Possible meanings of points beside several units."""
ONE, ALL = Meaning("word", "oneofthem"), Meaning("word", "allofthem")
"""Possible numbers of figures that carry a weapon that is asked about."""
NAMED = Meaning("word", "named")
"""Answer that a number is part of a name: "IFV 2"."""
ABOVE = Meaning("word", "above")
"""Answer that a line belongs to the unit above it."""


class Unknown(NamedTuple):
    """Unknown words, with their presumed kind and the nearest meanings."""

    words: str
    kind: Kind
    nearest: tuple[Meaning, ...] = ()

    @property
    def key(self) -> str:
        return name_key(self.words)


class ListedUnits(NamedTuple):
    """A unit of a list: its reading as lines of a force, and the assumptions made."""

    line: str
    units: tuple[dict[str, Any], ...] = ()
    assumed: tuple[Text, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    faults: tuple[Text, ...] = ()
    passed: tuple[str, ...] = ()
    shared: int = 0
    """Points beside several units that may be per unit or for all together."""


@dataclass
class Arm:
    """A weapon in a list: `count` of it, or else as many as `each` says or as figures are left."""

    key: str
    words: str
    count: int | None = None
    each: int | None = None
    plural: bool = False


@dataclass
class Notes:
    """Findings in addition to the unit itself."""

    assumed: list[Text] = field(default_factory=list[Text])
    unknown: list[Unknown] = field(default_factory=list[Unknown])
    passed: list[str] = field(default_factory=list[str])
    faults: list[Text] = field(default_factory=list[Text])


class TypeReading:
    """An entry whose type and name are determined."""

    def __init__(self, system: System, words: Vocabulary, entry: ListEntry, tournament: bool) -> None:
        self.system, self.words, self.entry, self.tournament = system, words, entry, tournament
        self.line: ListLine = entry.head.line
        self.notes = Notes()
        self.kind: str | None = None
        self.item: Item | None = None
        self.typed: Found | None = None
        self.label = entry.head.label
        self.arms = list[Arm]()
        self.figures: int = 0
        self.groups = set[int]()
        """Sizes of the groups of equal figures."""
        self.others = list[str]()
        """Other types of units that lines below name."""
        self.conflict = list[str]()
        self.told_below = list[Item]()
        """Items of lines below that describe the whole unit."""
        self.base: UnitSpec | None = None
        self.guessed = False
        """True if the type was guessed from misspelt words."""
        self.stated: int | None = None
        """Number of models stated in a line below."""
        self.bare_points = self.bare_units = 0
        """The value of a number without a word, if it counts points or units."""
        self.units_in_bracket = 0
        self.leaders: int = 0
        """Figures that are counted before the others."""

    def _find_type(self) -> None:
        """Find the type of the unit and the item that names it.

        Of several names in one item, the most specific counts, then the longest. Another type with a count is not
        part of this unit.
        """
        for at, item in enumerate(self.line.items):
            if item.costs and self.line.quality:
                continue  # rules of Army Forge
            named = [one for one in item.of("unit") if not (at and one.meaning_of("weapon"))]
            if not named or (self.typed and (item.of("weapon") or (item.of("field") and not self._is_another(item)))):
                continue
            keys = {type_key(one) for one in named}
            telling = [one for one in named if not self.words.is_general(one.words, type_key(one))] or named
            best = max(telling, key=lambda one: (len(one.words), -one.begins))
            if self.typed is None:
                if at and not self._may_name(at):
                    return
                self.kind, self.item, self.typed = type_key(best), item, best
                if len({type_key(one) for one in telling}) > 1 and len(telling) == len(named):
                    self.conflict = [type_key(one) for one in telling]
            elif self.kind not in keys:
                self.conflict = [*(self.conflict or [str(self.kind)]), type_key(best)]
        if self.kind is None and not self.line.set:
            self._guess_type()

    def _note_several(self, keys: Iterable[str]) -> None:
        names = Listed([self.system.units[key].name for key in dict.fromkeys(keys)])
        self.notes.faults.append(Text("it names several units ({names}): write each on its own line", names=names))

    def _is_another(self, item: Item) -> bool:
        """True if possible traits name another unit: they are counted, or alone in brackets after a name."""
        alone = item.bracket and len(item.pieces) == 1 and self.item is not None and bool(self.item.strange_words)
        return item.is_counted or alone

    def _may_name(self, at: int) -> bool:
        """True if the text before the item that names the type may be a label, a name, or a kind of units."""
        before, item = self.line.items[:at], self.line.items[at]
        if any(one.of("weapon") or one.has("figures") or (one.numbers and one.has("figure")) for one in before):
            return all(self.is_led_by(one) for one in before)
        if item.bracket and not all(len(one.words) < 3 and one.words.isupper() for one in item.strange_words):
            return False
        said = self.line.line[: item.begins].strip(" :-–—([,.=|")[:SHOWN]
        self.label = said if any(one.isalpha() for one in said) else ""
        return True

    @staticmethod
    def is_led_by(item: Item) -> bool:
        """True for a leader who is counted before the others: "1x Sergeant, 7x Militia"."""
        return len(item.numbers) == 1 and item.has("figure") and not (item.of("weapon") or item.strange_words)

    def _guess_type(self) -> None:
        """Take misspelt words as the type that they most resemble."""
        item = next((one for one in self.line.items if one.strange_words), None)
        if item is None:
            return
        first = item.strange_words[0]
        guess = self.words.guess_meaning(first.words)
        if guess and guess.kind == "unit":
            meant, said = self.system.units[guess.key].name, first.words[:SHOWN]
            self.notes.assumed.append(Text("'{said}' is read as {meant}", said=said, meant=meant))
            self.kind, self.item = guess.key, item
            item.pieces[item.pieces.index(first)] = self.typed = Found((guess,), first.words, first.begins, first.ends)
            self.guessed = True

    def _name(self) -> str:
        if self.line.name is not None:
            return self.line.name
        if self.label:
            return self.label
        return self._unit_name()

    def _unit_name(self) -> str:
        """Return the unit's name, if more than its type is written, or if it has no type."""
        item = self.item or (self.line.items[0] if self.line.items else None)
        if item is None:
            return ""
        learned = self.typed is not None and name_key(self.typed.words) in self.words.learned
        ahead = [
            one
            for one in item.found_words
            if self.typed and one.ends <= self.typed.begins and one.meaning_of("weapon") and not item.number_before(one)
        ]
        if self.typed is not None and not (item.strange_words or learned or ahead):
            return ""
        said = self.line.line[item.begins : item.ends]
        for one in reversed(item.numbers):
            at = one.begins - item.begins
            said = f"{said[:at]} {said[at + one.ends - one.begins :]}"
        if self.guessed and not item.strange_words:
            return ""
        return " ".join(said.split()).strip(" -–—")[:SHOWN]

    def _ask_unknown(self, said: str, kind: Kind) -> None:
        self.notes.unknown.append(Unknown(said[:SHOWN], kind, ()))

    def _is_each(self, at: int) -> bool:
        """True if an item is the number of figures that carry the following: "1 with an LMG"."""
        items, item = self.line.items, self.line.items[at]
        after = items[at + 1] if at + 1 < len(items) else None
        return item.is_number and not item.bracket and after is not None and after.behind == "with"

    # Its traits

    def _read_traits(self) -> dict[str, Any]:
        """Return its profile, states and medic, as far as the list adds to its type."""
        profile, states, medic = dict[str, Any](), dict[str, int](), False
        for item in (*self.line.items, *self.told_below):
            for one in item.found_words:
                if (
                    one is self.typed
                    or (item is self.item and one.meaning_of("unit"))
                    or (item.costs and self.line.quality)
                ):
                    continue
                medic = medic or one.is_word("medic")
                if state := one.meaning_of("state"):
                    states[state.key] = 1
                if one.meaning_of("field") and not (one.meaning_of("weapon") and not item.numbers):
                    self._set_field(item, one, profile)
        given: dict[str, Any] = {"profile": profile} if profile else {}
        given |= {"states": {**(self.base.states if self.base else {}), **states}} if states else {}
        return given | ({"medic": True} if medic else {})

    def _set_field(self, item: Item, found: Found, profile: dict[str, Any]) -> None:
        fields = [one for one in found.meanings if one.kind == "field"]
        one = next(
            (one for one in fields if self.base is not None and self.base.profile.get(one.key) is not None), fields[0]
        )
        after = item.piece_after(found)
        value = one.value or (str(after.value) if isinstance(after, Number) else "")
        if value:
            profile.setdefault(one.key, int(value) if value.isdecimal() else value == "true" or value)


def type_key(found: Found) -> str:
    return next(one.key for one in found.meanings if one.kind == "unit")
