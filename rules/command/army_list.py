"""A list of units as people write it, one a line, read into a force; and a force written as such a list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.command.force import MOST_IN_FORCE, Force, spec
from rules.command.list_words import SKIPPED, Kind, ListLine, ListPart, Meaning, Token, Vocabulary, name_key
from rules.command.system import System
from rules.game.unit import UnitSpec
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text, Typed
from rules.kernel.text_json import as_json, read_text

MOST_LINES = 200
MOST_LETTERS = 4000
"""Of a line that may be a unit."""
_LEADS = re.compile(r"^\s*(?:[-*•·>+]|\d{1,3}[.)])\s+")
_REMARK = re.compile(r"\s#\s[^'\"]*$")
"""A remark behind a unit; in quotes it is part of a name."""
_RULED = re.compile(r"^(?:[\W_]*|\s*(?:==|\+\+|~~|--).*)$")
_NOT_A_UNIT = re.compile(r"^\s*(?:total|gesamt|summe|points|punkte|pts)\b", re.IGNORECASE)
_FIELDS = ("type", "models", "hp", "weapons", "profile", "states", "medic", "points")
_SHOWN = 60
_SQUAD, _SEVERAL = 4, 6
"""So many figures are a squad, and more squads than that nobody has: "squad x3" is three of them, "squad x8" one. What
lies between is asked, unless it is the size that the type has.
"""
UNITS, MODELS = Meaning("word", "units"), Meaning("word", "models")
"""What a number may count that is asked about."""


class Unknown(NamedTuple):
    """Words that mean nothing here: what they seem to be, and what is called most like it."""

    said: str
    kind: Kind
    nearest: tuple[Meaning, ...]

    @property
    def key(self) -> str:
        return name_key(self.said)


class ListedUnits(NamedTuple):
    """A line of a list: what it was read as, as lines of a force, and what was taken for granted."""

    line: str
    units: tuple[dict[str, Any], ...] = ()
    assumed: tuple[Text, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    faults: tuple[Text, ...] = ()


class ArmyList(NamedTuple):
    """A whole list: its name and what it says of itself, if it does, and its lines."""

    name: str
    about: str
    lines: tuple[ListedUnits, ...]

    @property
    def units(self) -> tuple[dict[str, Any], ...]:
        return tuple(unit for line in self.lines for unit in line.units)

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """The names that have to be asked about, each once."""
        return tuple({one.key: one for line in self.lines for one in line.unknown}.values())

    @property
    def faults(self) -> tuple[Text, ...]:
        """What keeps the list from being a force, by line."""
        wrong = [
            Text("line {number} ({line}): {fault}", number=at, line=_short(one.line), fault=fault)
            for at, one in enumerate(self.lines, 1)
            for fault in one.faults
        ]
        if len(self.units) > MOST_IN_FORCE:
            most, units = MOST_IN_FORCE, len(self.units)
            wrong.append(Text("A force holds at most {most} units; this list has {units}.", most=most, units=units))
        if not self.units and not wrong and not self.unknown:
            wrong.append(Text("There is no unit in this list; write one a line, such as {line}.", line=Typed("2x IFV")))
        return tuple(wrong)

    def force(self, system: System, name: str = "") -> Force:
        """The list as a force; raises BadFacts for what keeps it from being one."""
        if self.faults:
            raise BadFacts(list(self.faults))
        return Force(name=name or self.name or "Force", system=system.key, about=self.about, units=self.units)


def reading_json(found: ArmyList) -> dict[str, Any]:
    """A list that was read, as JSON."""
    return {"name": found.name, "about": found.about, "lines": [_line_json(one) for one in found.lines]}


def _line_json(one: ListedUnits) -> dict[str, Any]:
    return {
        "line": one.line,
        "units": list(one.units),
        "assumed": [as_json(text) for text in one.assumed],
        "unknown": [[asked.said, asked.kind, [near.code for near in asked.nearest]] for asked in one.unknown],
        "faults": [as_json(text) for text in one.faults],
    }


def reading_of(found: Mapping[str, Any]) -> ArmyList:
    """The list of which `reading_json` made this."""
    return ArmyList(found["name"], found["about"], tuple(_line_of(one) for one in found["lines"]))


def _line_of(one: Mapping[str, Any]) -> ListedUnits:
    assumed, faults = (tuple(read_text(text) for text in one[name]) for name in ("assumed", "faults"))
    unknown = (Unknown(said, kind, tuple(filter(None, map(Meaning.of, near)))) for said, kind, near in one["unknown"])
    return ListedUnits(one["line"], tuple(one["units"]), assumed, tuple(unknown), faults)


def read_list(system: System, words: Vocabulary, text: str) -> ArmyList:
    """Read a list by a vocabulary: `unknown` has the names that it does not know, `faults` what else is wrong."""
    name, about, found = "", list[str](), list[ListedUnits]()
    lines = [line.rstrip() for line in text.splitlines()]
    for line in [line for line in lines if line and not _RULED.match(line)][:MOST_LINES]:
        if line.startswith("#"):
            # Below a unit it is a remark.
            name = name or ("" if found else line.lstrip("# ").strip()[:_SHOWN])
        elif line.startswith("> "):
            about.append(line[2:])
        elif not _NOT_A_UNIT.match(line):
            _read_into(found, system, words, _REMARK.sub("", line))
    if found and not name and _is_title(found[0], len(found)):
        name = found.pop(0).line.strip(" :=*_[]+-")[:_SHOWN]
    return ArmyList(name, "\n".join(about)[:500], tuple(found))


def _is_title(first: ListedUnits, lines: int) -> bool:
    """Whether the first of several lines names the list: words that are no unit, without a number or a weapon."""
    return lines > 1 and bool(first.unknown) and first.unknown[0].said == first.line.strip(" :=*_[]+-")


def _read_into(found: list[ListedUnits], system: System, words: Vocabulary, line: str) -> None:
    """Read one more line into the list; a line of weapons alone belongs to the unit above it."""
    if len(line) > MOST_LETTERS:
        most = Text("a line has at most {most} letters", most=MOST_LETTERS)
        found.append(ListedUnits(line, faults=(most,)))
        return
    bare = _LEADS.sub("", line)
    said = ListLine(words, bare)
    above = found[-1] if found else None
    if said.is_about_the_unit_above(below=bare != line) and above and (above.units or above.unknown):
        found[-1] = _unit_of(system, ListLine(words, f"{above.line}; {bare}"))
    elif not said.is_empty:
        found.append(_unit_of(system, said))


def _unit_of(system: System, line: ListLine) -> ListedUnits:
    """The unit that a line describes, with what was taken for granted, is unknown or wrong."""
    kind, part = line.typed()
    assumed, unknown = list[Text](), list[Unknown]()
    if any(part.has(SKIPPED.key) for part in line.parts):
        return ListedUnits(line.line)
    if kind is None and not line.set:
        part = next((one for one in line.parts if one.unknown), line.parts[0] if line.parts else None)
        guess = line.words.meant(part.unknown[0]) if part and part.unknown else None
        if guess and guess.kind == "unit" and part:
            assumed.append(_read_as(system, part.unknown[0], guess))
            kind, part.unknown = guess.key, []
    reading = _Reading(system, line, system.units.get(str(line.set.get("type", kind) or "")), part, assumed, unknown)
    given, count = reading.unit(str(line.set.get("type", kind) or "") or None)
    if kind is None and not line.set and not reading.stands_alone(given):
        said = reading.called() or line.line.strip()[:_SHOWN]
        return ListedUnits(line.line, unknown=(Unknown(said, "unit", line.words.nearest(said, "unit")),))
    faults = _faults(system, given)
    many = min(count, MOST_IN_FORCE + 1)
    units = () if unknown or faults else tuple(given for _ in range(many))
    return ListedUnits(line.line, units, tuple(assumed), tuple(unknown), () if unknown else faults)


def _faults(system: System, given: Mapping[str, Any]) -> tuple[Text, ...]:
    try:
        spec(system, given)
    except BadFacts as error:
        return tuple(error.faults)
    return ()


def _read_as(system: System, said: str, meaning: Meaning) -> Text:
    name = system.units[meaning.key].name if meaning.kind == "unit" else meaning.key.replace("_", " ")
    return Text("'{said}' is read as {meant}", said=said[:_SHOWN], meant=name)


class _Reading:
    """The parts of one line put together into a unit, by the ready-made type that it names, if any."""

    def __init__(
        self,
        system: System,
        line: ListLine,
        base: UnitSpec | None,
        part: ListPart | None,
        assumed: list[Text],
        unknown: list[Unknown],
    ) -> None:
        self.system, self.line, self.base, self.part = system, line, base, part
        self.assumed, self.unknown = assumed, unknown

    def unit(self, kind: str | None) -> tuple[dict[str, Any], int]:
        """The unit as a line of a force, and how many of it there are."""
        count, models = self._numbers()
        given: dict[str, Any] = {"type": kind} if kind else {}
        name = self.line.name or self.called()
        if name or not kind:
            given["name"] = name or self.line.line.strip()[:_SHOWN]
        if models is not None and (self.base is None or models != self.base.models):
            given["models"] = models
        here = models or (self.base.models if self.base else 1)
        weapons = self._weapons(here)
        if weapons is not None:
            given["weapons"] = weapons
        profile = self._profile()
        states = {one.key: 1 for part in self.line.parts for one in part.of("state")}
        given |= {"profile": profile} if profile else {}
        given |= {"states": {**(self.base.states if self.base else {}), **states}} if states else {}
        given |= {"points": self.line.points} if self.line.points else {}
        given |= {"medic": True} if any(part.has("medic") for part in self.line.parts) else {}
        return self._set(given), count

    def stands_alone(self, given: Mapping[str, Any]) -> bool:
        """Whether a unit of no ready-made type is described well enough: by its profile, figures or weapons."""
        told = given.get("profile") and (given.get("weapons") or given.get("models"))
        return bool(told) and bool(self.part and self.part.unknown) and not _faults(self.system, given)

    def _set(self, given: dict[str, Any]) -> dict[str, Any]:
        """The fields given, with those that the line writes out as `field=value`."""
        for name, value in self.line.set.items():
            if name in _FIELDS:
                given[name] = value
            else:
                given["profile"] = {**given.get("profile", {}), name: value}
        return given

    # How many

    def _numbers(self) -> tuple[int, int | None]:
        """How many units, and how many models each has; None where nothing is said of those."""
        count, models, named = 1, None, None
        for part in self.line.parts:
            for token in part.numbers:
                if part.behind(token, "figures") or (part.before(token, "each") and not part.of("weapon")):
                    models = token.number
                elif part.behind(token, "squad") and (part is not self.part or self._squads(part) == 2):
                    count = token.number
                elif part is self.part and named is None:
                    named = token
                elif not part.of("weapon") and not part.of("field"):
                    models = token.number
        if named is None:
            return count, models
        if models is not None:
            return named.number, models
        many, size = self._of_name(named)
        return max(many, count), size

    def _of_name(self, token: Token) -> tuple[int, int | None]:
        """What a number beside a unit's name counts: units of one model, or called a squad, else models."""
        n, part = token.number, self.part
        assert part is not None
        if self.base is not None and (self.base.models == 1 or n == 1):
            return n, None  # nobody writes a squad of a single figure so
        ahead = token.begins < min((begins for *_, begins, _ in part.meanings), default=0)
        squads = self._squads(part)
        if squads == 2 or (squads and ahead):
            return n, None
        if squads and n != self.base_models and _SQUAD <= n <= _SEVERAL:
            return self._asked_of(self.line.line[part.begins : part.ends].strip(), n)
        if squads and n < _SQUAD:
            self.assumed.append(Text("{n} units; one of {n} models is written ({n} models)", n=n))
            return n, None
        if ahead and self.base is not None and n != self.base.models:
            self.assumed.append(Text("one unit of {n}; several are written {n} squads", n=n))
        return 1, n

    @property
    def base_models(self) -> int:
        return self.base.models if self.base else 0

    def _asked_of(self, said: str, n: int) -> tuple[int, int | None]:
        """What somebody has said that the number in such words counts; until then it is asked."""
        known = self.line.words.meanings((said,))
        if UNITS in known:
            return n, None
        if MODELS not in known:
            self.unknown.append(Unknown(said[:_SHOWN], "word", (UNITS, MODELS)))
        return 1, n

    def _squads(self, part: ListPart) -> int:
        """Whether its words call the unit a squad (1) or squads (2); a type may be called one itself."""
        words = self.line.words
        said = [words.squads(each) for _, each, *_ in part.meanings]
        own = words.squads(self.base.name) if self.base and part is self.part else 0
        return max([own, *said])

    # What it carries

    def _weapons(self, models: int) -> list[dict[str, Any]] | None:
        """The weapons that are named; where none are, those of the type, as many as fit its figures."""
        named = list[tuple[str, int | None]]()
        for part in self.line.parts:
            self._ask_of(part)
            number = iter(part.numbers if part is not self.part else part.numbers[1:])
            named += [
                (one.key, getattr(next(number, None), "value", None)) for one in self._but_its_type(part, "weapon")
            ]
        if any(part.has("unarmed") for part in self.line.parts):
            return []
        if not named:
            return self._as_usual(models)
        free = self._hands(models) - sum(int(count or 1) for _, count in named) + 1
        found = dict[str, int]()
        for name, count in named:
            found[name] = found.get(name, 0) + (int(count) if count else max(free, 1))
            free = free if count else 1
        mounted = {"mounted": True} if self.base and any(one.mounted for one in self.base.weapons) else {}
        return [{"name": name, "count": count, **mounted} for name, count in found.items()]

    def _but_its_type(self, part: ListPart, kind: Kind) -> list[Meaning]:
        """What the words of a part mean, except those that name the unit's type."""
        others = [found for found, _, begins, _ in part.meanings if begins != self.line.typed_at]
        of_kind = ([one for one in found if one.kind == kind] for found in others)
        return [next((one for one in found if self._has(one.key)), found[0]) for found in of_kind if found]

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
        return (
            None
            if left == [one.model_dump(exclude_defaults=True) | {"count": one.count} for one in base.weapons]
            else left
        )

    def _ask_of(self, part: ListPart) -> None:
        """Note the words of a part that are not known, unless they belong to the name of the unit."""
        if part is self.part:
            return
        for said in part.unknown:
            guess = self.line.words.meant(said)
            if guess and guess.kind == "weapon":
                self.assumed.append(_read_as(self.system, said, guess))
                part.meanings.append(((guess,), said, part.begins, part.ends))
            else:
                whole = self.line.line[part.begins : part.ends].strip() if part.of("weapon") else said
                kept = re.sub(r"^\d+\s*[x×]?\s*", "", whole)[:_SHOWN] or said[:_SHOWN]
                self.unknown.append(Unknown(kept, "weapon", self.line.words.nearest(kept, "weapon")))

    # What it is

    def _profile(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in self.line.parts:
            numbers = iter(part.numbers[part is self.part :])
            for one in self._but_its_type(part, "field"):
                value = one.value or str(getattr(next(numbers, None), "value", ""))
                if value:
                    found.setdefault(one.key, int(value) if value.isdecimal() else value == "true" or value)
        return found

    def _has(self, name: str) -> bool:
        return self.base is not None and self.base.profile.get(name) is not None

    def called(self) -> str:
        """What the unit is called, where more stands beside its type, or it has none."""
        part = self.part
        if part is None or not (part.unknown or self.line.is_named):
            return ""
        said = self.line.line[part.begins : part.ends]
        for token in part.numbers:
            said = said.replace(token.text, " ", 1)
        return " ".join(said.split()).strip(" -–—")[:_SHOWN]


def _short(line: str) -> str:
    return line if len(line) <= 40 else f"{line[:39]}…"
