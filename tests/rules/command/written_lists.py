"""Forces written as lists by chance, in the shapes that people and builders use, to be read back."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from data.systems import system_of, vocabulary
from rules.command.army_list import ArmyList
from rules.command.force import spec
from rules.command.list_words import name_key, weapons_of
from rules.command.system import System
from rules.kernel.wording import plural, spelled

DATA = Path(__file__).parents[3] / "data"


@dataclass
class Wanted:
    """A unit of a list as it is meant; what the list does not say is left out."""

    type: str
    models: int
    weapons: dict[str, int] | None
    points: int
    name: str = ""
    base: Any = None

    def shows(self, system: System, given: Mapping[str, Any]) -> bool:
        """True if a unit that was read is this one."""
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
def spoken(system: str) -> dict[tuple[str, str], list[str]]:
    """What units and weapons are called, by kind and key; a word for two things is left out."""
    own, found = system_of(system), dict[tuple[str, str], list[str]]()
    for key, unit in own.units.items():
        found["unit", key] = [unit.name]
    for weapon in weapons_of(own):
        found["weapon", weapon] = [spelled(weapon)]
    more = tomllib.loads((DATA / system / "aliases.toml").read_text(encoding="utf-8"))
    for kind in ("unit", "weapon"):
        for key, names in more.get(kind, {}).items():
            found[kind, key] += [name for name in names if not any(letter.isdigit() for letter in name)]
    said = Counter(key for names in found.values() for key in {*map(name_key, names)})
    return {key: [one for one in names if said[name_key(one)] == 1] or names[:1] for key, names in found.items()}


class Writer:
    """Writes forces of a system as lists."""

    def __init__(self, chance: random.Random, system: str) -> None:
        self.chance, self.key, self.system = chance, system, system_of(system)
        self.words = spoken(system)

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
        return Wanted(kind, models, weapons, points, base=base)

    # Words

    def cased(self, said: str) -> str:
        return self.chance.choice([said, said, said, said.lower(), said.title()])

    def type(self, one: Wanted, several: bool = False) -> str:
        said = self.cased(self.chance.choice(self.words["unit", one.type][:6]))
        return plural(said) if several and not self.is_squad(said) and said.isascii() else said

    def is_squad(self, said: str) -> bool:
        """True for what is called a squad, a team or a pair, of which several are several units."""
        return vocabulary(self.key).squads(said) > 0 or said.casefold().endswith(("crew", "band", "truck", "hq"))

    def weapon(self, key: str, n: int = 1) -> str:
        said = self.cased(self.chance.choice(self.words["weapon", key][:4]))
        return self.chance.choice([said, plural(said)]) if n > 1 and said.isascii() else said

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
        return join.join(
            forms[style](self.weapon(key), self.weapon(key, n), n) for key, n in one.weapons.items()
        )

    def points(self, n: int) -> str:
        return self.chance.choice(
            [f" [{n} pts]", f" ({n} pts)", f" ({n}pts)", f" - {n} pts", f" – {n} points", f" = {n} pts", f" {n} points",
             f" @ {n} pts", f" : {n}pts", f" .... {n} pts", f", {n} pts", f" | {n} pts", f" [{n}pts]", f" / {n} pts", f" → {n} pts"]
        )  # fmt: skip

    def bare_points(self, n: int) -> str:
        return self.chance.choice([f" - {n}", f" [{n}]", f" ({n})", f" = {n}", f": {n}", f" .... {n}", f" {n}", f", {n}", f"\t{n}"])

    # Lines of people

    def line(self, one: Wanted, german: bool = False) -> str:
        """A unit on one line, in any order that people write."""
        chance, n = self.chance, one.models
        is_single = one.base.models == 1
        armed = bool(one.weapons) and chance.random() < 0.6
        if not armed:
            one.weapons = None
        sized = not is_single and (n != one.base.models or chance.random() < 0.7)
        said = self.type(one, not is_single and sized and chance.random() < 0.3)
        men = chance.choice(["Mann", "Modelle", "Figuren"] if german else ["men", "models", "figures", "minis"])
        sizes = [f"{n} {said}", f"{n}x {said}", f"{said} x{n}", f"{said} ({n})", f"{said} [{n}]", f"{said} ({n} {men})",
                 f"{said}, {n} {men}", f"{said} - {n} {men}", f"{n} {men} {said}", f"{said} {n}", f"{said} - {n}", f"{said}: {n}", f"{said} ({n}x)",
                 f"{said} of {n}", f"{n} x {said}", f"{said} {n} {men}", f"{said} / {n}", f"{n}-man {said}"]  # fmt: skip
        if n <= 6 and self.is_squad(said):
            sizes = [one for one in sizes if one[0].isalpha() and f"({n}x)" not in one and f"x{n}" not in one]
        head = chance.choice(sizes) if sized else said
        between = chance.choice([": ", " with ", " w/ ", " - ", ", ", " (", " mit " if german else " armed with ", " | ", " – "])
        arms = self.arms(one) if armed else ""
        behind = (between + arms + (")" if between == " (" else "")) if armed else ""
        form = chance.randrange(8)
        if form == 0 and one.points:
            return chance.choice([f"{one.points} - ", f"{one.points} pts - ", f"{one.points}: ", f"{one.points} pts: ", f"({one.points}) ", f"[{one.points} pts] "]) + head + behind
        if form < 3:
            one.points = 0
            return head + behind
        worth = self.points(one.points) if form < 6 else self.bare_points(one.points)
        if german:
            worth = worth.replace("pts", "Punkte").replace("points", "Punkte")
        return head + worth + behind if chance.random() < 0.4 else head + behind + worth

    def named(self, one: Wanted, line: str) -> str:
        name = self.chance.choice(["Squad 1", "Alpha 2", "Rifle Brigade", "Sgt Bolt", "3rd Section", "Old Guard", *(["LMG One", "Tank Hunters"] if self.key != "bayonet" else []), "Red 5", "The 88s"])
        one.name = name
        return self.chance.choice([f"{name}: {line}", f"{name} - {line}", f'"{name}" {line}', f"{name} = {line}", f"{name} ({line})"])

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
        return self.chance.choice([[], [], ["My list"], ["Harbour Guard (500 pts)", ""], ["# Raid"], ["**Force B** - 1000 pts"], ["Ember Coast 750"]])

    def total(self, wanted: Sequence[Wanted]) -> list[str]:
        n = sum(one.points for one in wanted)
        return self.chance.choice([[], [], [f"Total: {n} pts"], [f"Total {n}"], [f"= {n}"], ["", f"{n} points total"], [f"Gesamt: {n}"]])

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
                lines += [f"{inside}{mark}{many}x {chance.choice(['Trooper', 'Rifleman', 'Gunner', said])}{chance.choice([': ', ' with ', ' - '])}{self.weapon(key)}" for key, many in one.weapons.items()]
            else:
                one.weapons = None
            lines += [""] * chance.randrange(2)
        return Written("bullets", "\n".join([*self.title(), *headed, *lines, *(self.total(wanted) if priced else [])]), wanted, self.key)

    # Builders

    def app(self) -> Written:
        chance, lines = self.chance, list[str]()
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            lines += ["", *([chance.choice(["CHARACTERS", "BATTLELINE", "OTHER DATASHEETS", "INFANTRY"]), ""] if chance.random() < 0.5 else [])]
            said = self.type(one)
            lines.append(f"{said} ({one.points} {chance.choice(['points', 'pts', 'Points'])})")
            if one.base.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                if one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                    one.models = one.base.models
                lines += [f"  {'•' if at == 0 else ' '} {n}x {self.weapon(key)}" for at, (key, n) in enumerate(one.weapons.items())]
            else:
                for at, (key, n) in enumerate(one.weapons.items()):
                    lines += [f"  • {n}x {chance.choice([said, 'Trooper', 'Leader'] if at else [said, 'Trooper'])}", f"    • {n}x {self.weapon(key)}"]
        head = [f"Ember March ({sum(one.points for one in wanted)} points)", "", "Free Colonies", "Strike Force (2,000 points)"]
        return Written("app", "\n".join([*head, *lines, "", "Exported with App Version: v1.30.1 (70), Data Version: v610"]), wanted, self.key)

    def forge(self) -> Written:
        chance, lines = self.chance, list[str]()
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            rules = chance.choice(["Fearless", "Hero, Tough(3)", "Scout, Strider", "4x Fast, 4x Furious"])
            lines.append(f"{self.type(one)} [{one.models}] Q{chance.randint(3, 5)}+ D{chance.randint(3, 5)}+ | {one.points}pts | {rules}")
            gear = ['(24", A1)', '(36", A3, AP(1))', '(18", A2, Precise)']
            lines += [", ".join(f"{n}x {self.weapon(key)} {chance.choice(gear)}" for key, n in one.weapons.items()) or "1x CCW (A1)", ""]
            one.weapons = one.weapons or None
        head = [f"++ Harbour Guard [GF {sum(one.points for one in wanted)}pts] ++", ""]
        return Written("forge", "\n".join([*head, *lines]), wanted, self.key)

    def scribe(self) -> Written:
        chance, lines = self.chance, ["+ Infantry +", ""]
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            worth = chance.choice([f"[{one.points}pts]", f"[5 PL, {one.points}pts]", f"[{one.points} pts]"])
            said = self.type(one)
            if one.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                one.models = one.base.models
                lines.append(f"{said} {worth}: " + ", ".join(f"{n}x {self.weapon(key)}" if n > 1 else self.weapon(key) for key, n in one.weapons.items()))
                lines[-1] = lines[-1].removesuffix(": ")
                if one.models > 1:
                    one.weapons = None if any(n == 1 for n in one.weapons.values()) else one.weapons
            else:
                lines.append(f"{said} {worth}")
                lines += [f". {n}x {chance.choice([said, 'Trooper'])}: {n}x {self.weapon(key)}" for key, n in one.weapons.items()]
            one.weapons = one.weapons or None
            lines.append("")
        total = sum(one.points for one in wanted)
        return Written("scribe", "\n".join([f"++ Army Roster (Free Colonies) [{total}pts] ++", "", *lines, f"++ Total: [{total}pts] ++"]), wanted, self.key)

    def recruit(self) -> Written:
        chance, lines = self.chance, ["## Infantry [500 pts]"]
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            said = self.type(one)
            if one.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                one.models = one.base.models
                lines.append(f"{said} [{one.points} pts]: " + ", ".join(f"{n}x {self.weapon(key)}" for key, n in one.weapons.items()))
                lines[-1] = lines[-1].removesuffix(": ")
            else:
                lines.append(f"{said} [{one.points} pts]:")
                lines += [f"• {n}x {chance.choice([said, 'Trooper'])}: {chance.choice([f'{n}x ', ''])}{self.weapon(key)}" for key, n in one.weapons.items()]
            one.weapons = one.weapons or None
        return Written("recruit", "\n".join(["# ++ Force ++ [500 pts]", *lines]), wanted, self.key)

    def table(self) -> Written:
        chance = self.chance
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        names = {"unit": ["Unit", "Name", "Einheit"], "models": ["Models", "Size", "Figures"], "weapons": ["Weapons", "Arms", "Waffen"], "points": ["Points", "Pts", "Cost", "Punkte"]}
        order = [one for one in names if one == "unit" or chance.random() < 0.8]
        chance.shuffle(order)
        rows = [[chance.choice(names[one]) for one in order]]
        between = chance.choice(["|", ";", "\t"])
        for one in wanted:
            assert one.weapons is not None
            said = {"unit": self.type(one), "models": str(one.models), "points": str(one.points), "weapons": self.arms(one).replace(";", ",")}
            if "models" not in order:
                one.models = one.base.models
                one.weapons = None if "weapons" in order else one.weapons
                said["weapons"] = ""
            one.points = one.points if "points" in order else 0
            one.weapons = one.weapons if "weapons" in order and one.weapons else None
            rows.append([said[name] for name in order])
        if between == "|":
            lines = ["| " + " | ".join(row) + " |" for row in rows]
            lines.insert(1, "|" + "---|" * len(order))
        else:
            lines = [between.join(row) for row in rows]
        return Written("table", "\n".join(lines), wanted, self.key)

    def several(self) -> Written:
        """Units of one type, counted."""
        chance, wanted, lines = self.chance, list[Wanted](), list[str]()
        for _ in range(chance.randint(1, 3)):
            one, n = self.wanted(), chance.randint(2, 4)
            one.weapons = None
            single = one.base.models == 1
            said, many = self.type(one), self.type(one, True)
            worth = chance.choice(["", self.points(one.points)])
            if single:
                line = chance.choice([f"{n}x {said}", f"{n} {many}", f"{said} x{n}", f"{n} x {said}", f"{said} ({n})", f"{said} [x{n}]", f"{said} ×{n}"])
            else:
                m = one.models
                line = chance.choice([f"{n} x {m} {many}", f"{n} squads of {m} {many}", f"{n}x {m} {said}", f"{n} units of {m} {many}", f"{n}x {said} ({m} models)",
                                      f"{n} {many} ({m} men each)", f"{n}x {said} of {m}", f"{n}x {said} [{m}]", f"{m} {said} x{n}", f"{n} squads {said} ({m})", f"{said} ({m} models) x{n}"])  # fmt: skip
            one.points = one.points if worth else 0
            lines.append(line + worth)
            wanted += [one] * n
        return Written("several", "\n".join(lines), wanted, self.key)


STYLES = ("people", "people", "people", "german", "bullets", "app", "forge", "scribe", "recruit", "table", "several")


def written(seed: int) -> Written:
    """A list by chance."""
    chance = random.Random(seed)
    writer = Writer(chance, chance.choice(["fubar", "opreb", "openfire_d12", "openfire_ww2", "bayonet"]))
    style = chance.choice(STYLES)
    found = writer.people(german=True) if style == "german" else getattr(writer, style)()
    return found


def misread(one: Written, found: ArmyList) -> list[str]:
    """What a list was read as without a question, though it means something else."""
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
