"""Random forces written as lists, in the formats of players and list builders, to be parsed again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from data.files import aliases
from data.systems import system_of, vocabulary
from rules.command.army_list import ArmyList
from rules.command.force import spec
from rules.command.list_words import name_key, weapons_of
from rules.command.system import System
from rules.kernel.wording import plural_of, spell_code

POINTS = (
    *(
        " [{n} pts]",
        " ({n} pts)",
        " ({n}pts)",
        " - {n} pts",
        " – {n} points",
        " = {n} pts",
        " {n} points",
        " @ {n} pts",
    ),
    *(" : {n}pts", " .... {n} pts", ", {n} pts", " / {n} pts", " → {n} pts", " | {n} pts"),
)
"""Formats of points after a unit."""
SIZES = (
    *("{n} {said}", "{n}x {said}", "{said} x{n}", "{said} ({n})", "{said} [{n}]", "{said} ({n} {men})"),
    *("{said}, {n} {men}", "{said} - {n} {men}", "{n} {men} {said}", "{said} {n}", "{said} - {n}"),
    *("{said}: {n}", "{said} ({n}x)", "{said} of {n}", "{n} x {said}", "{said} {n} {men}", "{said} / {n}"),
    *("{n}-man {said}",),
)
"""Formats of a unit of n models."""
SEVERAL = (
    *("{n} x {m} {many}", "{n} squads of {m} {many}", "{n}x {m} {said}", "{n} units of {m} {many}"),
    *("{n}x {said} ({m} models)", "{n} {many} ({m} men each)", "{n}x {said} of {m}", "{n}x {said} [{m}]"),
    *("{m} {said} x{n}", "{n} squads {said} ({m})", "{said} ({m} models) x{n}"),
)
"""Formats of several units of n models each."""


TITLES = (
    ["-"],
    ["-"],
    ["My list"],
    ["Harbour Guard (500 pts)", ""],
    ["# Raid"],
    ["**Force B** - 1000 pts"],
    ["Sea 750"],
)


@dataclass
class Wanted:
    """The intended unit of a list line; parts that the list omits are left out."""

    type: str
    models: int
    weapons: dict[str, int] | None
    points: int
    name: str = ""
    base: Any = None

    def shows(self, system: System, given: Mapping[str, Any]) -> bool:
        """True if a parsed unit is this one."""
        if given.get("type") != self.type:
            return False
        one = spec(system, given)
        arms = Counter[str]()
        for arm in one.weapons:
            arms[arm.name] += arm.count
        armed = self.weapons is None or dict(arms) == self.weapons
        return (one.models, one.points) == (self.models, self.points) and armed


@dataclass
class Written:
    """A list, and the units that it means."""

    style: str
    text: str
    units: list[Wanted] = field(default_factory=list[Wanted])
    system: str = ""


@cache
def names_by_key(system: str) -> dict[tuple[str, str], list[str]]:
    """Return the names of units and weapons by kind and key; ambiguous words are left out."""
    own, found = system_of(system), dict[tuple[str, str], list[str]]()
    for key, unit in own.units.items():
        found["unit", key] = [unit.name]
    for weapon in weapons_of(own):
        found["weapon", weapon] = [spell_code(weapon)]
    more = aliases(system)
    for kind in ("unit", "weapon"):
        for key, names in more.get(kind, {}).items():
            found[kind, key] += [name for name in names if not any(letter.isdigit() for letter in name)]
    said = Counter(key for names in found.values() for key in {*map(name_key, names)})
    return {key: [one for one in names if said[name_key(one)] == 1] or names[:1] for key, names in found.items()}


class Writer:
    """A writer of a system's forces as lists."""

    def __init__(self, chance: random.Random, system: str) -> None:
        self.chance, self.key, self.system = chance, system, system_of(system)
        self.words = names_by_key(system)

    def wanted(self) -> Wanted:
        chance = self.chance
        kind = chance.choice(list(self.system.units))
        base = self.system.units[kind]
        single = base.models == 1 or base.profile.get("kind") == "gun"
        models = base.models if single or chance.random() < 0.6 else chance.randint(2, 14)
        hands = 1 if single else models
        kinds = [arm.name for arm in base.weapons] or list(weapons_of(self.system))
        if single and base.models == 1:
            weapons = {arm.name: arm.count for arm in base.weapons}
        else:
            weapons, left = dict[str, int](), hands
            for arm in [*kinds[1:], *chance.sample(list(weapons_of(self.system)), 1)][: chance.randint(0, 2)]:
                n = chance.randint(1, 2)
                if arm != kinds[0] and arm not in weapons and left - n > 0:
                    weapons[arm] = n
                    left -= n
            weapons = {kinds[0]: left} | weapons
        points = chance.choice([chance.randint(4, 19) * 5, chance.randint(21, 300), chance.randint(50, 200) * 5])
        points += self.key == "openfire_ww2" and points == 88  # a gun is called so
        return Wanted(kind, models, weapons, points, base=base)

    # Words

    def cased(self, said: str) -> str:
        return self.chance.choice([said, said, said, said.lower(), said.title()])

    def type(self, one: Wanted, several: bool = False) -> str:
        said = self.cased(self.chance.choice(self.words["unit", one.type][:6]))
        return plural_of(said) if several and not self.is_squad(said) and said.isascii() else said

    def is_squad(self, said: str) -> bool:
        """True for names with squad, team or pair, where several are several units."""
        return vocabulary(self.key).squad_factor(said) > 0 or said.casefold().endswith(
            ("crew", "band", "truck", "hq", "command", "headquarters")
        )

    def weapon(self, key: str, n: int = 1) -> str:
        said = self.cased(self.chance.choice(self.words["weapon", key][:4]))
        return self.chance.choice([said, plural_of(said)]) if n > 1 and said.isascii() else said

    def arm(self, key: str, n: int) -> str:
        said = self.weapon(key, n)
        return self.chance.choice(
            [f"{n} {said}", f"{n}x {said}", f"{said} x{n}", f"{n} x {said}", f"{said} ({n})", f"{n}× {said}"]
        )

    def arms(self, one: Wanted, uniform: bool = True) -> str:
        assert one.weapons is not None
        chance = self.chance
        join = chance.choice([", ", ", ", " and ", " + ", "; ", " / "])
        style = chance.randrange(5)
        forms: list[Callable[[str, str, int], str]] = [
            lambda said, many, n: f"{n} {many}",
            lambda said, many, n: f"{n}x {said}",
            lambda said, many, n: f"{said} x{n}",
            lambda said, many, n: f"{said} ({n})",
            lambda said, many, n: f"{n} x {said}",
        ]
        return join.join(forms[style](self.weapon(key), self.weapon(key, n), n) for key, n in one.weapons.items())

    def points(self, n: int) -> str:
        return self.chance.choice(POINTS).format(n=n)

    def bare_points(self, n: int) -> str:
        return self.chance.choice(
            [f" - {n}", f" [{n}]", f" ({n})", f" = {n}", f": {n}", f" .... {n}", f" {n}", f", {n}", f"\t{n}"]
        )

    # Lines of people

    def line(self, one: Wanted, german: bool = False) -> str:
        """Return a unit on one line, in any order that players use."""
        chance, n = self.chance, one.models
        is_single = one.base.models == 1
        armed = bool(one.weapons) and chance.random() < 0.6
        if not armed:
            one.weapons = None
        sized = not is_single and (n != one.base.models or chance.random() < 0.7)
        said = self.type(one, not is_single and sized and chance.random() < 0.3)
        men = chance.choice(["Mann", "Modelle", "Figuren"] if german else ["men", "models", "figures", "minis"])
        sizes = [form.format(n=n, said=said, men=men) for form in SIZES]
        if n <= 6 and self.is_squad(said):
            sizes = [one for one in sizes if one[0].isalpha() and f"({n}x)" not in one and f"x{n}" not in one]
        head = chance.choice(sizes) if sized else said
        between = chance.choice(
            [": ", " with ", " w/ ", " - ", ", ", " (", " mit " if german else " armed with ", " | ", " – "]
        )
        arms = self.arms(one) if armed else ""
        behind = (between + arms + (")" if between == " (" else "")) if armed else ""
        form = chance.randrange(8)
        if form == 0 and one.points:
            return (
                chance.choice(
                    [
                        f"{one.points} - ",
                        f"{one.points} pts - ",
                        f"{one.points}: ",
                        f"{one.points} pts: ",
                        f"({one.points}) ",
                        f"[{one.points} pts] ",
                    ]
                )
                + head
                + behind
            )
        if form < 3:
            one.points = 0
            return head + behind
        worth = self.points(one.points) if form < 6 else self.bare_points(one.points)
        if german:
            worth = worth.replace("pts", "Punkte").replace("points", "Punkte")
        return head + worth + behind if chance.random() < 0.4 else head + behind + worth

    def named(self, one: Wanted, line: str) -> str:
        names = ["Squad 1", "Alpha 2", "Rifle Brigade", "Sgt Bolt", "3rd Section", "Old Guard", "Red 5", "The 88s"]
        names += ["LMG One", "Tank Hunters"] if self.key != "bayonet" else []
        name = self.chance.choice(names)
        one.name = str(name)
        return self.chance.choice(
            [f"{name}: {line}", f"{name} - {line}", f'"{name}" {line}', f"{name} = {line}", f"{name} ({line})"]
        )

    def people(self, german: bool = False) -> Written:
        chance = self.chance
        wanted = [self.wanted() for _ in range(chance.randint(1, 5))]
        bullet = chance.choice(["", "", "- ", "* ", "• ", "1. "])
        lines = list[str]()
        for at, one in enumerate(wanted, 1):
            line = self.line(one, german)
            if chance.random() < 0.15 and line[0].isalpha():
                line = self.named(one, line)
            lines.append((f"{at}. " if bullet == "1. " else bullet) + line)
        return Written("people", "\n".join([*self.title(), *lines, *self.total(wanted)]), wanted, self.key)

    def title(self) -> list[str]:
        return [line for line in self.chance.choice(TITLES) if line != "-"]

    def total(self, wanted: Sequence[Wanted]) -> list[str]:
        n = sum(one.points for one in wanted)
        return self.chance.choice(
            [[], [], [f"Total: {n} pts"], [f"Total {n}"], [f"= {n}"], ["", f"{n} points total"], [f"Gesamt: {n}"]]
        )

    # Lines with bullets below

    def bullets(self) -> Written:
        chance = self.chance
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        inside, mark = chance.choice(["  ", "    ", "\t", ""]), chance.choice(["- ", "• ", "* ", "", "+ "])
        inside = inside or ("" if mark else "  ")
        lines, priced, form = list[str](), chance.choice([True, False]), chance.randrange(4)
        headed = chance.choice([[], ["Infantry:"], ["== Troops =="], ["TROOPS"]])
        for one in wanted:
            assert one.weapons is not None
            said, n, single = self.type(one), one.models, one.base.models == 1
            sized = not single and (n != one.base.models or chance.random() < 0.6)
            heads = [f"{said} ({n} models)", f"{said} [{n}]"]
            heads += [f"{n}x {said}", f"{said} x{n}", f"{n} {said}"] if n > 6 or not self.is_squad(said) else []
            head = chance.choice(heads) if sized else said
            lines.append(head + (self.points(one.points) if priced else ""))
            one.points = one.points if priced else 0
            if form == 0:
                lines.append(f"{inside}{mark}{self.arms(one)}" if one.weapons else "")
            elif form == 1:
                lines += [f"{inside}{mark}{self.arm(key, many)}" for key, many in one.weapons.items()]
            elif form == 2 and not single and one.base.profile.get("kind") != "gun" and sum(one.weapons.values()) == n:
                lines += [
                    f"{inside}{mark}{many}x {chance.choice(['Trooper', 'Rifleman', 'Gunner', said])}"
                    f"{chance.choice([': ', ' with ', ' - '])}{self.weapon(key)}"
                    for key, many in one.weapons.items()
                ]
            else:
                one.weapons = None
            lines += [""] * chance.randrange(2)
        return Written(
            "bullets",
            "\n".join([*self.title(), *headed, *lines, *(self.total(wanted) if priced else [])]),
            wanted,
            self.key,
        )


def misread(one: Written, found: ArmyList) -> list[str]:
    """Return the differences of a list parsed without a question from its meaning."""
    system, left = system_of(one.system), list(one.units)
    wrong = list[str]()
    for given in found.units:
        match = next((unit for unit in left if unit.shows(system, given)), None)
        if match is None:
            wrong.append(f"read {given}")
        else:
            left.remove(match)
    asked = [line for line in found.lines if line.unknown or line.faults]
    if left and not asked:
        wrong += [f"lost {unit.type}, {unit.models}, {unit.weapons}, {unit.points}" for unit in left]
    return wrong
