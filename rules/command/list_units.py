"""One unit of a list, with what stands below it, read as lines of a force: how many, with how many models, and what they
carry; with what was taken for granted, what is not known, and what cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.command.force import MOST_IN_FORCE, spec
from rules.command.list_shapes import Entry, Row
from rules.command.list_tokens import Found, Item, ListLine, Number
from rules.command.list_words import LEFT_OUT, SKIPPED, Kind, Meaning, Vocabulary, is_plural, name_key
from rules.command.system import System
from rules.game.unit import UnitSpec
from rules.kernel.errors import BadFacts
from rules.kernel.text import Listed, Plural, Text

SHOWN = 60
MOST_MODELS = 100
UNITS, MODELS = Meaning("word", "units"), Meaning("word", "models")
"""What a number may count that is asked about."""
ONE, ALL = Meaning("word", "oneofthem"), Meaning("word", "allofthem")
"""How many figures may carry what is asked about."""
ABOVE = Meaning("word", "above")
"""That a line belongs to the unit above it."""
_FIELDS = ("type", "models", "hp", "weapons", "profile", "states", "medic", "points")
_SQUAD, _SEVERAL = 4, 6
"""So many figures are a squad, and more squads than that nobody has: "squad x3" is three of them, "squad x8" one. What
lies between is asked, unless it is the size that the type has.
"""
_LEADING = re.compile(r"^\d+\s*[x×]?\s*")


class Unknown(NamedTuple):
    """Words that mean nothing here: what they seem to be, and what may be meant, such as what is called most like it."""

    said: str
    kind: Kind
    nearest: tuple[Meaning, ...] = ()

    @property
    def key(self) -> str:
        return name_key(self.said)


class ListedUnits(NamedTuple):
    """A unit of a list: what it was read as, as lines of a force, and what was taken for granted."""

    line: str
    units: tuple[dict[str, Any], ...] = ()
    assumed: tuple[Text, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    faults: tuple[Text, ...] = ()
    passed: tuple[str, ...] = ()


@dataclass
class Arm:
    """A weapon as a list names it: `count` of it, or else as many as `each` says or as there are figures left."""

    key: str
    said: str
    count: int | None = None
    each: int | None = None
    plural: bool = False


@dataclass
class Notes:
    """What is found out beside the unit itself."""

    assumed: list[Text] = field(default_factory=list[Text])
    unknown: list[Unknown] = field(default_factory=list[Unknown])
    passed: list[str] = field(default_factory=list[str])
    faults: list[Text] = field(default_factory=list[Text])


def units_of(system: System, words: Vocabulary, entry: Entry, tournament: bool = False) -> ListedUnits:
    """The units that an entry of a list describes."""
    line = entry.head.line
    if any(item.has(SKIPPED.key) for item in line.items):
        return ListedUnits(entry.raw)
    reading = _Reading(system, words, entry, tournament)
    given, count = reading.read()
    notes = reading.notes
    if not given:
        return ListedUnits(entry.raw, (), (), tuple(notes.unknown), tuple(notes.faults), tuple(notes.passed))
    faults = (*notes.faults, *_faults(system, given))
    many = min(count, MOST_IN_FORCE + 1)
    stopped = notes.unknown or faults
    units = () if stopped else tuple(dict(given) for _ in range(many))
    shown = () if notes.unknown else faults
    return ListedUnits(entry.raw, units, tuple(notes.assumed), tuple(notes.unknown), shown, tuple(notes.passed))


def _faults(system: System, given: Mapping[str, Any]) -> tuple[Text, ...]:
    try:
        spec(system, given)
    except BadFacts as error:
        return tuple(error.faults)
    return ()


class _Reading:
    """One entry put together into a unit, by the ready-made type that it names, if any."""

    def __init__(self, system: System, words: Vocabulary, entry: Entry, tournament: bool) -> None:
        self.system, self.words, self.entry, self.tournament = system, words, entry, tournament
        self.line: ListLine = entry.head.line
        self.notes = Notes()
        self.kind: str | None = None
        self.item: Item | None = None
        self.typed: Found | None = None
        self.label = entry.head.label[:SHOWN]
        self.arms = list[Arm]()
        self.figures = 0
        self.others = False
        """True if a line below names another type of unit."""
        self.conflict = list[str]()
        self.told_below = list[Item]()
        """What lines below say of the whole unit."""

    def read(self) -> tuple[dict[str, Any], int]:
        """The unit as a line of a force, and how many of it there are; nothing of what has to be asked about first."""
        self._find_type()
        if len(self.conflict) > 1:
            names = Listed([self.system.units[key].name for key in self.conflict])
            self.notes.faults.append(Text("it names several units ({names}): write each on a line of its own", names=names))
            return {}, 0
        wanted = str(self.line.set.get("type", self.kind) or "")
        self.base: UnitSpec | None = self.system.units.get(wanted)
        self._read_head()
        self._read_below()
        count, models = self._numbers()
        given: dict[str, Any] = {"type": wanted} if wanted else {}
        name = self._name()
        if name or not wanted:
            given["name"] = name or self.line.line.strip()[:SHOWN]
        if models is not None and (self.base is None or models != self.base.models):
            given["models"] = models
        weapons = self._weapons(models or (self.base.models if self.base else 1))
        if weapons is not None:
            given["weapons"] = weapons
        given |= self._traits()
        points = self.line.points or self.entry.points or self._bare_points
        given |= {"points": points} if points else {}
        given = self._set(given)
        if not wanted and not self.line.set and not self._stands_alone(given):
            return self._ask_all()
        if points and count > 1:
            self.notes.assumed.append(Text("{n} units of {points} points each", n=count, points=points))
        return given, count

    # What it is

    def _find_type(self) -> None:
        """The type of the unit and the item that names it: of several names in one item the more telling, then the
        longest. Another type that is counted beside it is no part of this unit.
        """
        for at, item in enumerate(self.line.items):
            named = [one for one in item.of("unit") if not (at and one.one("weapon"))]
            if not named or (self.typed and (at and (item.of("weapon") or item.of("field")))):
                continue
            keys = {one.one("unit").key for one in named}  # type: ignore[union-attr]
            telling = [one for one in named if not self.words.is_general(one.said, _key(one))] or named
            best = max(telling, key=lambda one: (len(one.said), -one.begins))
            if self.typed is None:
                if at and not self._may_name(at):
                    return
                self.kind, self.item, self.typed = _key(best), item, best
                if len({_key(one) for one in telling}) > 1 and len(telling) == len(named):
                    self.conflict = list(dict.fromkeys(_key(one) for one in telling))
            elif self.kind not in keys and not item.of("field"):
                self.conflict = list(dict.fromkeys([*(self.conflict or [str(self.kind)]), _key(best)]))
        if self.kind is None and not self.line.set:
            self._guess()

    def _may_name(self, at: int) -> bool:
        """True if what stands before the item that names the type may be a label, a name, or a kind of units."""
        before, item = self.line.items[:at], self.line.items[at]
        if any(one.of("weapon") or one.has("figures") for one in before):
            return False
        if item.bracket and any(len(one.said) > 3 for one in item.strange):
            return False
        self.label = self.line.line[: item.begins].strip(" :-–—([,.")[:SHOWN]
        return True

    def _guess(self) -> None:
        """Take words with a slip in them for the type that they nearly name."""
        item = next((one for one in self.line.items if one.strange), None)
        first = item.strange[0] if item else None
        guess = self.words.meant(first.said) if first else None
        if guess and guess.kind == "unit" and item and first:
            self.notes.assumed.append(self._read_as(first.said, guess))
            self.kind, self.item = guess.key, item
            item.pieces[item.pieces.index(first)] = self.typed = Found((guess,), first.said, first.begins, first.ends)
            self.guessed = True

    guessed = False

    def _read_as(self, said: str, meaning: Meaning) -> Text:
        name = self.system.units[meaning.key].name if meaning.kind == "unit" else meaning.key.replace("_", " ")
        return Text("'{said}' is read as {meant}", said=said[:SHOWN], meant=name)

    def _ask_all(self) -> tuple[dict[str, Any], int]:
        """Ask what the whole of it is."""
        said = self._called() or self.entry.head.bare.strip()[:SHOWN]
        if self.line.is_of_weapons:
            said = self.entry.head.bare.strip()[:SHOWN]
        near = (ABOVE,) if self.line.armed else ()
        self.notes.unknown[:] = [Unknown(said, "unit", near)]
        return {}, 0

    def _name(self) -> str:
        if self.line.name is not None:
            return self.line.name
        if self.label:
            return self.label
        return self._called()

    def _called(self) -> str:
        """What the unit is called, where more stands beside its type, or it has none."""
        item = self.item or (self.line.items[0] if self.line.items else None)
        if item is None or not item.pieces:
            return ""
        learned = self.typed is not None and name_key(self.typed.said) in self.words.learned
        ahead = [
            one for one in item.found if self.typed and one.ends <= self.typed.begins and one.one("weapon") and not item.before(one)
        ]
        if self.typed is not None and not (item.strange or learned or ahead):
            return ""
        said = self.line.line[item.begins : item.ends]
        for one in reversed(item.numbers):
            at = one.begins - item.begins
            said = f"{said[:at]} {said[at + one.ends - one.begins :]}"
        if self.guessed and not item.strange:
            return ""
        return " ".join(said.split()).strip(" -–—")[:SHOWN]

    def _stands_alone(self, given: Mapping[str, Any]) -> bool:
        """True if a unit of no ready-made type is described well enough: by its profile, figures or weapons."""
        told = given.get("profile") and (given.get("weapons") or given.get("models"))
        return bool(told) and bool(self.line.strange) and not _faults(self.system, given)

    def _set(self, given: dict[str, Any]) -> dict[str, Any]:
        """The fields given, with those that the line writes out as `field=value`."""
        for name, value in self.line.set.items():
            if name in _FIELDS:
                given[name] = value
            else:
                given["profile"] = {**given.get("profile", {}), name: value}
        return given

    # Its own line

    def _read_head(self) -> None:
        each: int | None = None
        items = self.line.items
        for at, item in enumerate(items):
            if self._is_each(at) and item is not self.item:
                each = item.numbers[0].value
                continue
            if item is not self.item and item.behind and self._is_of_figures(item):
                self.figures += item.numbers[0].value
                continue
            if item is not self.item and self._is_own_name(item, at):
                self.label = self.label or item.strange[0].said[:SHOWN]
                continue
            if item.behind not in ("with", ",", "and"):
                each = None if item.behind else each
            self._read_item(self.line, item, each, named=item is self.item)
        rules = [one for one in items if self.line.quality and one.costs and not one.of("weapon") and not one.is_number]
        if rules:
            self.notes.passed.append(self.line.line[rules[0].begins : rules[-1].ends])

    def _is_of_figures(self, item: Item) -> bool:
        """True if an item counts figures by what they are called: "6x Rifleman"."""
        same = any(_key(one) == self.kind for one in item.of("unit"))
        return len(item.numbers) == 1 and (item.has("figure") or same) and not (item.of("weapon") or item.strange)

    def _is_own_name(self, item: Item, at: int) -> bool:
        """True for a name in square brackets behind the type."""
        opened = self.line.line[max(item.begins - 1, 0)]
        return opened == "[" and len(item.strange) == 1 == len(item.pieces) and at > 0 and self.line.items[at - 1] is self.item

    def _read_item(self, line: ListLine, item: Item, each: int | None, named: bool = False) -> None:
        """Take the weapons of an item, and ask for what is not known in it."""
        own = [one for one in item.of("weapon") if one is not self.typed]
        for at, one in enumerate(own):
            before, after = item.before(one), item.after(one)
            if named and self.typed and one.ends <= self.typed.begins:
                continue  # part of what the unit is called: "HMG team", "75mm Sherman"
            number = before
            if number is None and isinstance(after, Number) and (after.x or at == len(own) - 1):
                number = after
            count = number.value if number else 1 if self._is_one(item, one) else None
            self.arms.append(Arm(self._key_of(one), one.said, count, each, is_plural(one.said)))
        if not named:
            self._ask_strange(line, item, bool(own), each)

    def _is_one(self, item: Item, found: Found) -> bool:
        """True if an article stands before it: "an LMG"."""
        at = item.pieces.index(found)
        before = item.pieces[at - 1] if at else None
        return isinstance(before, Found) and before.is_word("one")

    def _key_of(self, found: Found) -> str:
        return next(one.key for one in found.meanings if one.kind == "weapon")

    def _ask_strange(self, line: ListLine, item: Item, armed: bool, each: int | None) -> None:
        """Note the words of an item that are not known; behind the points of a unit of Army Forge they are its rules."""
        if self.line.quality and item.costs:
            return
        if len(item.strange) > 1 and not armed:
            self._ask(line.line[item.strange[0].begins : item.strange[-1].ends], "weapon")
            return
        for one in item.strange:
            guess = self.words.meant(one.said)
            if guess and guess.kind == "weapon":
                self.notes.assumed.append(self._read_as(one.said, guess))
                number = next(iter(item.numbers), None)
                self.arms.append(Arm(guess.key, one.said, number.value if number else None, each, is_plural(one.said)))
            elif not (self.label and one.said in self.label):
                whole = line.line[item.begins : item.ends].strip() if armed else one.said
                self._ask(whole, "weapon")

    def _ask(self, said: str, kind: Kind) -> None:
        kept = _LEADING.sub("", said)[:SHOWN] or said[:SHOWN]
        self.notes.unknown.append(Unknown(kept, kind, ()))

    # What stands below it

    def _read_below(self) -> None:
        """Figures, and what each group of them carries; weapons of the whole unit; and what says nothing of it."""
        group, depth = None, -1.0
        rows = self.entry.below
        siblings = {row.depth for row in rows if row.line.is_of_weapons}
        for at, row in enumerate(rows):
            if group is not None and row.depth <= depth and not row.line.begins_with:
                group = None
            last = rows[at + 1] if at + 1 < len(rows) else None
            has_below = last is not None and last.depth > row.depth
            figures = self._figures_of(row, has_below, group is not None, row.depth in siblings)
            if figures is not None:
                group, depth = figures, row.depth
                self.figures += figures
            self._arms_of(row, group, figures is not None)

    def _figures_of(self, row: Row, has_below: bool, inside: bool, among_weapons: bool) -> int | None:
        """How many figures a line below stands for; None where it is about what they carry."""
        line = row.line
        first = line.items[0] if line.items else None
        if first is None or line.is_of_weapons or line.begins_with or inside or first.of("weapon") or line.stats:
            return None
        if not (first.strange or first.of("unit") or first.has("figure")):
            return None
        number = next(iter(first.numbers), None)
        words = [one for one in first.pieces if not isinstance(one, Number)]
        if not words or any(one.one("field") or one.one("state") for one in first.found if not one.one("unit")):
            return None
        kind = first.of("unit")
        figure = bool(kind) or first.has("figure")
        if kind and self.kind and self.kind not in {key for one in kind for key in [_key(one)]}:
            self.others = True
        more = len(line.items) > 1 and line.armed
        if number is None and not (has_below or more or figure):
            return None
        if not figure and among_weapons and not (more or has_below):
            return None
        if number is not None and number.value == 1 and not (figure or more or has_below):
            return None
        return number.value if number else 1

    def _arms_of(self, row: Row, group: int | None, is_figures: bool) -> None:
        line, each = row.line, group
        items = line.items[1:] if is_figures else line.items
        colon = next((at for at, item in enumerate(items) if item.behind == ":"), 0)
        items = items[colon:] if is_figures else items
        if not is_figures and not items:
            self.notes.passed.append(row.raw)
        for at, item in enumerate(items):
            if item.is_number and at + 1 < len(items) and items[at + 1].behind == "with":
                each = item.numbers[0].value
            elif item.is_number or (item.has("figures") and not item.of("weapon")):
                self._models_below(item)
            elif self._is_about_type(item):
                continue
            else:
                self._read_item(line, item, each)
            if not is_figures:
                self.told_below.append(item)

    def _models_below(self, item: Item) -> None:
        number = next(iter(item.numbers), None)
        if number and item.has("figures"):
            self.stated = number.value

    stated: int | None = None

    def _is_about_type(self, item: Item) -> bool:
        """True if an item names the type of the unit once more and nothing else."""
        return bool(item.of("unit")) and not item.of("weapon") and not item.strange

    # How many

    _bare_points = 0

    def _numbers(self) -> tuple[int, int | None]:
        """How many units, and how many models each has; None where nothing is said of those."""
        ahead, behind, models = self._said()
        if models is None:
            models = self.stated
        if self.base is not None and self.base.models == 1 and models is None:
            n = (ahead or behind or Number(self._units_in_bracket or 1, 0, 0)).value
            return n, self.figures if self.figures > 1 else None
        number = ahead or behind
        n = number.value if number else None
        if self.figures:
            return self._by_figures(n, models)
        if n is None:
            return 1, models
        if models is not None:
            return n, models
        if self.base is not None and n == 1:
            return 1, None
        if self._counted() == n or self.tournament:
            return 1, n
        return self._of_name(n, number is ahead)

    def _said(self) -> tuple[Number | None, Number | None, int | None]:
        """The number before the type, the one behind it, and that of its models where a word or a bracket says so."""
        ahead = behind = None
        models: int | None = None
        for place, item in enumerate(self.line.items):
            for one in item.numbers:
                after = item.after(one)
                at = item.pieces.index(one)
                before = item.pieces[at - 1] if at else None
                said = isinstance(after, Found) and after.is_word("figures")
                each = isinstance(before, Found) and before.is_word("each")
                if one.of or said or (each and not item.of("weapon")):
                    models = one.value
                elif item is self.item and self.typed is not None:
                    if one.ends <= self.typed.begins:
                        ahead = ahead or one
                    elif not self._is_of_another(item, one):
                        behind = behind or one
                elif self.typed is None and item is self.line.items[0]:
                    ahead = ahead or one
                elif isinstance(after, Found) and (after.is_word("squad") or after.is_word("squads")):
                    ahead = ahead or one
                elif item.is_number and not item.costs and not self._is_each(place):
                    models = self._bracket(item, one, models)
                elif item.bracket and one.x and one.value > 1 and self.base and self.base.models == 1:
                    self._asked_of(self.line.line[: item.ends + 1].strip(), one.value)
        return ahead, behind, models

    def _is_each(self, at: int) -> bool:
        """True if an item is the number of those that carry what follows: "1 with an LMG"."""
        items, item = self.line.items, self.line.items[at]
        after = items[at + 1] if at + 1 < len(items) else None
        return item.is_number and not item.bracket and after is not None and after.behind == "with"

    def _is_of_another(self, item: Item, number: Number) -> bool:
        """True if a number behind the type counts a weapon, or is the value of a field."""
        at = item.pieces.index(number)
        sides = [item.pieces[at + 1] if at + 1 < len(item.pieces) else None]
        before = item.pieces[at - 1] if at else None
        field_before = isinstance(before, Found) and before is not self.typed and bool(before.one("field"))
        return field_before or any(isinstance(one, Found) and one.one("weapon") for one in sides)

    def _bracket(self, item: Item, number: Number, models: int | None) -> int | None:
        """What a number on its own counts: models, or points where nobody has so many models."""
        if number.value > MOST_MODELS and item.bracket and not self.line.points:
            self._bare_points = number.value
            self.notes.assumed.append(Text("({n}) is read as points", n=number.value))
            return models
        if self.base is not None and self.base.models == 1 and number.value > 1:
            self._units_in_bracket = number.value
            return models
        if number.x and self._is_gun():
            return self._asked_of(self.line.line[: number.ends + 1].strip(), number.value)[1]
        return number.value

    def _is_gun(self) -> bool:
        """True for a type that is one gun, whatever crew it has."""
        return bool(self.base and self.base.profile.get("kind") == "gun")

    _units_in_bracket = 0

    def _by_figures(self, n: int | None, models: int | None) -> tuple[int, int | None]:
        """The models are the figures that stand below; they have to be as many as the unit's own line says."""
        said = models if models is not None else n
        if said in (None, 1, self.figures) or (models is None and n == 1):
            if self.others and said != self.figures and not (self.line.points or self.entry.points):
                self._odd_figures(self.base.models if self.base else 0)
            return 1, self.figures
        if models == self.figures and n:
            return n, self.figures
        self._odd_figures(int(said or 0))
        return 1, self.figures

    def _odd_figures(self, said: int) -> None:
        name = self.base.name if self.base else self.entry.head.bare[:SHOWN]
        self.notes.faults.append(
            Text(
                "{unit}: the figures below it are {n}, not {said}; write other units on lines of their own",
                unit=name,
                n=self.figures,
                said=said,
            )
        )

    def _counted(self) -> int:
        """How many weapons are counted."""
        return sum(arm.count or arm.each or 0 for arm in self.arms)

    def _of_name(self, n: int, ahead: bool) -> tuple[int, int | None]:
        """What a number beside a unit's name counts: units of one model, or called a squad, else models."""
        squads = self._squads()
        if squads == 2 or (squads and ahead):
            return n, None
        own = self.base.models if self.base else 0
        said = self._item_text()
        named_squad = not squads and self.base is not None and bool(self.words.squads(self.base.name))
        if self._is_gun() or (squads and _SQUAD <= n <= _SEVERAL and n != own):
            return self._asked_of(said, n)
        if self._is_few(n) and (ahead or named_squad):
            return self._asked_of(said, n)
        if squads and n < _SQUAD:
            self.notes.assumed.append(Text("{n} units; one of {n} models is written ({n} models)", n=n))
            return n, None
        if ahead and self.base is not None and n != own:
            self.notes.assumed.append(Text("one unit of {n}; several are written {n} squads", n=n))
        return 1, n

    def _is_few(self, n: int) -> bool:
        """True if so few may be units as well as figures."""
        return self.base is not None and n < _SQUAD <= self.base.models

    def _item_text(self) -> str:
        item = self.item
        if item is None:
            return self.line.line.strip()
        end = next((one.ends for one in self.line.items if one.is_number and one.bracket), item.ends)
        return self.line.line[item.begins : max(end, item.ends)].strip() if end > item.ends else self.line.line[item.begins : item.ends].strip()

    def _asked_of(self, said: str, n: int) -> tuple[int, int | None]:
        """What somebody has said that the number in such words counts; until then it is asked."""
        known = self.words.meanings((said[:SHOWN],))
        if UNITS in known:
            return n, None
        if MODELS not in known:
            self.notes.unknown.append(Unknown(said[:SHOWN], "word", (UNITS, MODELS)))
        return 1, n

    def _squads(self) -> int:
        """1 where its words call the unit a squad, 2 where they call it squads."""
        item = self.item
        said = [self.words.squads(one.said) for one in item.found] if item else []
        beside = [
            self.words.squads(one.said)
            for other in self.line.items
            if other is not item and other.numbers and not other.of("weapon")
            for one in other.found
        ]
        own = self.words.squads(self.base.name) if self.base else 0
        countable = 0
        if self.base and self.typed and is_plural(self.typed.said) and _is_singular(self.base.name) and not own:
            countable = 2
        return max([countable, *said, *beside])

    # What it carries

    def _weapons(self, models: int) -> list[dict[str, Any]] | None:
        """The weapons that are named; where none are, those of the type, as many as fit its figures."""
        rows = [self.line, *(row.line for row in self.entry.below)]
        if any(item.has("unarmed") for line in rows for item in line.items):
            return []
        if not self.arms:
            return self._as_usual(models)
        hands = self._hands(models)
        free = hands - sum(arm.count if arm.count is not None else arm.each or 1 for arm in self.arms) + 1
        found = dict[str, int]()
        for arm in self.arms:
            count = arm.count if arm.count is not None else arm.each
            if count is None:
                count, free = self._uncounted(arm, models, free), 1
            found[arm.key] = found.get(arm.key, 0) + count
        found = {key: count for key, count in found.items() if count}
        left = hands - sum(found.values())
        if left > 0 and models > 1 and self.base is not None:
            self.notes.assumed.append(
                Plural("{n} of {models} figures has no weapon", "{n} of {models} figures have no weapon", left, models=models)
            )
        mounted = {"mounted": True} if self.base and any(one.mounted for one in self.base.weapons) else {}
        return [{"name": name, "count": count, **mounted} for name, count in found.items()]

    def _uncounted(self, arm: Arm, models: int, free: int) -> int:
        """How many there are of a weapon without a number: all that are free, where it is said of several or is what
        most of them carry; as many as the type has, where it has some; else it is asked.
        """
        base = self.base
        usual = max(base.weapons, key=lambda one: one.count) if base and base.weapons else None
        own = next((one for one in base.weapons if one.name == arm.key), None) if base else None
        if models == 1 or arm.plural or usual is None or self._hands(models) == 1 or own is usual:
            return max(free, 1)
        if own is not None:
            return own.count
        known = self.words.meanings((self._asked_as(arm),))
        if ONE in known:
            return 1
        if ALL not in known:
            self.notes.unknown.append(Unknown(self._asked_as(arm), "word", (ONE, ALL)))
        return max(free, 1)

    def _asked_as(self, arm: Arm) -> str:
        return f"{self.base.name if self.base else ''}: {arm.said}"[:SHOWN]

    def _hands(self, models: int) -> int:
        """How many weapons so many figures of the type carry."""
        base = self.base
        if base is None or not base.weapons:
            return models
        if any(one.mounted for one in base.weapons):
            return 1
        return max(1, round(models * sum(one.count for one in base.weapons) / base.models))

    def _as_usual(self, models: int) -> list[dict[str, Any]] | None:
        base = self.base
        if base is None or models == base.models or not base.weapons:
            return None
        given = [one.model_dump(exclude_defaults=True) | {"count": one.count} for one in base.weapons]
        if sum(one.count for one in base.weapons) == base.models:
            most = max(given, key=lambda one: one["count"])
            most["count"] = max(most["count"] + models - base.models, 0)
        else:
            for one in given:
                one["count"] = models if one["count"] == base.models else one["count"]
        left = [one for one in given if one["count"]]
        usual = [one.model_dump(exclude_defaults=True) | {"count": one.count} for one in base.weapons]
        return None if left == usual else left

    # How it is

    def _traits(self) -> dict[str, Any]:
        """Its profile, states and medic, as far as the list says more than its type."""
        profile, states, medic = dict[str, Any](), dict[str, int](), False
        for item in (*self.line.items, *self.told_below):
            for one in item.found:
                if one is self.typed or (item is self.item and one.one("unit")) or (item.costs and self.line.quality):
                    continue
                medic = medic or one.is_word("medic")
                if state := one.one("state"):
                    states[state.key] = 1
                if one.one("field") and not (one.one("weapon") and not item.numbers):
                    self._field(item, one, profile)
        given: dict[str, Any] = {"profile": profile} if profile else {}
        given |= {"states": {**(self.base.states if self.base else {}), **states}} if states else {}
        return given | ({"medic": True} if medic else {})

    def _field(self, item: Item, found: Found, profile: dict[str, Any]) -> None:
        fields = [one for one in found.meanings if one.kind == "field"]
        one = next((one for one in fields if self.base is not None and self.base.profile.get(one.key) is not None), fields[0])
        after = item.after(found)
        value = one.value or (str(after.value) if isinstance(after, Number) else "")
        if value:
            profile.setdefault(one.key, int(value) if value.isdecimal() else value == "true" or value)

def _key(found: Found) -> str:
    return next(one.key for one in found.meanings if one.kind == "unit")


def _is_singular(name: str) -> bool:
    return not is_plural(name) and not name.casefold().endswith(("militia", "infantry"))


__all__ = ["ABOVE", "ALL", "LEFT_OUT", "MODELS", "ONE", "UNITS", "ListedUnits", "Unknown", "units_of"]
