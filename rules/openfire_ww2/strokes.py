"""All that one side strikes or shoots with at once, and what is left to do it with (Melee)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import NamedTuple

from rules.kernel.dice import Line, Throw
from rules.kernel.table import Table, Then, then
from rules.kernel.text import Text, counted
from rules.openfire_ww2.aiming import ToHit, ToKill
from rules.openfire_ww2.facts import Weapon
from rules.openfire_ww2.hulls import Hull
from rules.openfire_ww2.shooting import HEAVY, KILLS, SIXES, count, counted_at

UNHURT = 1_000_000
"""Men of a vehicle that is not knocked out: it strikes with every weapon it has left."""


@dataclass(frozen=True, eq=False, slots=True)
class Blow:
    """A kind of weapon, with its place among those listed; `heavy` where its hits may pin."""

    place: int
    weapon: Weapon
    name: Text
    to_hit: ToHit
    to_kill: ToKill
    heavy: bool


@dataclass(frozen=True, eq=False, slots=True)
class Stroke:
    """Dice of one side at the other: so many a team, or by ruling one a man.

    `listed` is how many teams each kind of weapon has, also of those that are of no use here: a vehicle loses
    its weapons from the first one on. `hull` is that of the enemy.
    """

    blows: tuple[Blow, ...]
    listed: tuple[int, ...]
    one_a_man: bool
    victims: int
    hull: Hull | None
    rule: str

    def teams(self, left: int, gone: int) -> list[int]:
        """Teams that strike, blow by blow: no more than there are men `left`, less `gone` weapons of a vehicle."""
        has, found = _without(self.listed, gone), list[int]()
        for blow in self.blows:
            found.append(min(has[blow.place], left))
            left -= found[-1]
        return found

    def dice(self, left: int, gone: int = 0) -> list[int]:
        """Dice, blow by blow."""
        return self.by_men(left, gone) if self.one_a_man else self.by_teams(left, gone)

    def by_teams(self, left: int, gone: int = 0) -> list[int]:
        return [n * blow.weapon.rof for n, blow in zip(self.teams(left, gone), self.blows, strict=True)]

    def by_men(self, left: int, gone: int = 0) -> list[int]:
        return _men_of(self.teams(left, gone), left)

    def throw(self, at: int, left: int, gone: int) -> Throw[int] | None:
        """The throw to hit of one blow."""
        throw = self.blows[at].to_hit.throw
        return throw and throw._replace(ledger=(*throw.ledger, self._line(at, left, gone)))

    def _line(self, at: int, left: int, gone: int) -> Line:
        dice, rof = self.dice(left, gone)[at], self.blows[at].weapon.rof
        if self.one_a_man:
            return Line(Text("one die a man"), dice, self.rule, "dice")
        teams = counted(self.teams(left, gone)[at], "team", "teams")
        return Line(Text("{teams} × ROF {rof}", teams=teams, rof=rof), dice, self.rule, "dice")


def _without(listed: Sequence[int], gone: int) -> list[int]:
    """What is left of weapons when so many are gone, the first of them first."""
    left: list[int] = []
    for teams in listed:
        lost = min(teams, gone)
        gone -= lost
        left.append(teams - lost)
    return left


def _men_of(teams: Sequence[int], men: int) -> list[int]:
    """All men, shared out evenly among the teams; the first have one more where it does not come out even."""
    each, more = divmod(men, sum(teams)) if any(teams) else (0, 0)
    found: list[int] = []
    for n in teams:
        extra = min(n, more)
        more -= extra
        found.append(n * each + extra)
    return found


class Struck(NamedTuple):
    """Losses of the enemy; whether heavy weapons hit it; how many weapons a vehicle has lost."""

    lost: int
    heavy: bool
    gone: int


NOT_STRUCK = Struck(0, False, 0)


def struck(table: Table, stroke: Stroke, left: int, gone: int) -> Struck:
    """What `left` men, or a vehicle without `gone` of its weapons, do: to hit kind by kind, then to kill."""
    if not stroke.blows:
        return NOT_STRUCK
    counts: int = table.together(add, *(then(_hit, stroke, at, left, gone) for at in range(len(stroke.blows))))
    lost = min(counted_at(counts, KILLS), stroke.victims)
    weapons = stroke.hull.damage(0, 0, counted_at(counts, SIXES)).weapons_destroyed if stroke.hull else 0
    return Struck(lost, counted_at(counts, HEAVY) > 0, weapons)


def _hit(table: Table, stroke: Stroke, at: int, left: int, gone: int) -> Then[int]:
    throw, dice = _thrown(stroke, at, left, gone)
    return then(_killed, stroke, at, table.roll(throw, dice) if throw else dice * stroke.blows[at].to_hit.possible)


@lru_cache(maxsize=512)
def _thrown(stroke: Stroke, at: int, left: int, gone: int) -> tuple[Throw[int] | None, int]:
    """A throw to hit with its dice, cached: odds ask for the same again and again."""
    return stroke.throw(at, left, gone), stroke.dice(left, gone)[at]


def _killed(table: Table, stroke: Stroke, at: int, hits: int) -> int:
    """What costs men or hit points, by ruling each hit on a vehicle; natural 6s; and whether heavy fire hit."""
    blow = stroke.blows[at]
    kills, sixes = blow.to_kill.kills(table, hits)
    lost = hits if stroke.hull and stroke.hull.per_hit else kills
    return count(min(lost, stroke.victims), KILLS) + count(sixes, SIXES) + count(int(blow.heavy and hits > 0), HEAVY)
