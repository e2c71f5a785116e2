"""Shooting in Battle Forge as a rule written in Python, the measure for the same rule from its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from data import system_of
from rules.kernel.dice import Cause, Line, Need, Roll, Trait, Under, total
from rules.kernel.table import Table, Then, then
from rules.kernel.text import Term, Text, several_of
from rules.kit.rule import Rule

FILE = system_of("battle_forge")
SHOOTING, SAVES, COVER = "Shooting › Roll To Hit", "Shooting › Save Rolls", "Terrain › Cover"
COVERS = {"none": 0, "normal": 1, "fortified": 2, "negative": -1}


class Outcome(NamedTuple):
    hits: int
    failed: int
    models_lost: int
    shock: int
    nerve: Literal["passed", "failed"] | None


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


class Shot(Rule[FILE.actions["fire"].facts, Outcome, Any, Any]):
    """Hits of each weapon, its saves, shock, and the break test of the target."""

    key, title, topic = "fire", Text("Shoot"), "fire"

    def plan(self) -> None:
        facts: Any = self.facts
        rows = self.book.tables.weapons
        groups = [(rows[one.weapon], one.weapon, one.count) for one in facts.weapons if one.count]
        self.dice = [count * row.attacks for row, _, count in groups]
        self.hit = [self._to_hit(row, name, count, len(groups)) for row, name, count in groups]
        self.saves = [self._save(row, name, len(groups)) for row, name, _ in groups]
        courage = Line(Text("Courage"), facts.target.co, "Shock › Break Tests", traits=(Trait("co", "target"),))
        self.nerve = self._throw("break_test", Text("break test"), "defender", [courage], "Shock › Break Tests")
        self.steady = self.book.rulings.shock_limit != "courage"

    def _to_hit(self, row: Any, name: str, count: int, groups: int) -> Roll[int]:
        facts: Any = self.facts
        shooter = facts.attacker
        lines = [Line(Text("Accuracy"), shooter.acc, SHOOTING, traits=(Trait("acc", "attacker"),))]
        if shooter.shock:
            why, cause = Text("{n} shock", n=shooter.shock), Cause("shock", "attacker")
            lines.append(Line(why, -shooter.shock, "Shock › Effects of Shock", cause=cause))
        if facts.distance > row.short:
            lines.append(Line(Text("long range"), -1, "Shooting › Long Range"))
        if facts.obscured and facts.distance > 3:
            lines.append(Line(Text("obscuring terrain"), -1, COVER))
        if shooter.focus:
            lines.append(Line(Text("focus"), 1, "Actions › Focus", cause=Cause("focus", "attacker")))
        if facts.target.evade:
            lines.append(Line(Text("evade"), -1, "Actions › Evade", cause=Cause("evade", "target")))
        label = Text("{roll}: {weapon}", roll=Text("to hit"), weapon=Term(name)) if groups > 1 else Text("to hit")
        dice = Line(several_of(count, name), count * row.attacks, SHOOTING, "dice")
        return self._throw("to_hit", label, "attacker", lines, SHOOTING, dice)

    def _save(self, row: Any, name: str, groups: int) -> Roll[int]:
        facts: Any = self.facts
        lines = [Line(Text("Save"), facts.target.sav, SAVES, traits=(Trait("sav", "target"),))]
        if row.ap:
            lines.append(Line(Text("AP {n}", n=row.ap), -row.ap, SAVES))
        if facts.distance > 3 and COVERS[facts.cover]:
            lines.append(Line(Text("{cover} cover", cover=Term(facts.cover)), COVERS[facts.cover], COVER))
        label = Text("{roll}: {weapon}", roll=Text("saves"), weapon=Term(name)) if groups > 1 else Text("saves")
        return self._throw("saves", label, "defender", lines, SAVES)

    def _throw(self, key: str, label: Text, by: str, lines: list[Line], rule: str, *more: Line) -> Roll[int]:
        lines += self._limit(total(lines))
        face = total(lines)
        need = Need(face, at_most=True, each=True)
        return Roll(key, label, by, 10, Under(face), need, (*lines, *more), rule)

    def _limit(self, face: int) -> Iterator[Line]:
        kept = max(1, min(9, face))
        if kept > face:
            yield Line(Text("a {face} always passes", face=1), kept - face, "Introduction › Skill Checks")
        elif kept < face:
            yield Line(Text("a {face} never passes", face=10), kept - face, "Introduction › Skill Checks")

    def play(self, table: Table) -> Then[Outcome]:
        both = table.together(_add, *(then(self._hits, at) for at in range(len(self.hit))))
        return then(self._losses, *both)

    def _hits(self, table: Table, at: int) -> Then[tuple[int, int]]:
        return then(self._failed, at, table.roll(self.hit[at], self.dice[at]))

    def _failed(self, table: Table, at: int, hits: int) -> tuple[int, int]:
        return hits, hits - table.roll(self.saves[at], hits)

    def _losses(self, table: Table, hits: int, failed: int) -> Outcome:
        target: Any = self.facts.target  # pyright: ignore[reportAttributeAccessIssue]
        lost = min(failed, target.models)
        shaken = not self.steady and hits > 0 and target.shock + 1 >= target.co
        nerve = None
        if lost < target.models and (lost * 2 > target.models or shaken):
            nerve = "passed" if table.roll(self.nerve) else "failed"
        return Outcome(hits, failed, lost, int(hits > 0), nerve)
