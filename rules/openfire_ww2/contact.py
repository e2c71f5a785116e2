"""One side of an assault: its shots at a charger, its blows in contact, its nerve or its hull (Melee)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import NamedTuple

from rules.kernel.dice import Line, Roll
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Role, Text, Value, counted
from rules.openfire_ww2 import aiming
from rules.openfire_ww2.facts import MELEE, SHOOTING, AnyFighter, Squad, WeaponType, WW2Profile, WW2Vehicle
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.shooting import HEAVY, KILLS, SIXES, count, count_at, is_suppressing, weapon_label
from rules.openfire_ww2.tables import Book
from rules.openfire_ww2.victims import UNHURT, Hull, Victim, hull, victim

# The simultaneous blows or shots of one side, and its remaining men and weapons (Melee).


@dataclass(frozen=True, eq=False, slots=True)
class WW2Blow:
    """A kind of weapon, with its index in the list; `heavy` if its hits may pin."""

    place: int
    weapon: WeaponType
    name: Text
    to_hit: aiming.ToHit
    to_kill: aiming.ToKill
    heavy: bool


@dataclass(frozen=True, eq=False, slots=True)
class Stroke:
    """Dice of one side at the other: ROF per team, or by ruling one per man.

    `listed` are the teams of each kind of weapon, including useless ones: a vehicle loses its weapons from the first
    on. `hull` is the enemy's.
    """

    blows: tuple[WW2Blow, ...]
    listed: tuple[int, ...]
    one_a_man: bool
    victims: int
    hull: Hull | None
    rule: str

    def teams(self, left: int, gone: int) -> list[int]:
        """Return the striking teams, blow by blow: at most the men `left`, and without `gone` weapons of a vehicle."""
        has, found = _remaining_weapons(self.listed, gone), list[int]()
        for blow in self.blows:
            found.append(min(has[blow.place], left))
            left -= found[-1]
        return found

    def dice(self, left: int, gone: int = 0) -> list[int]:
        """Return the dice, blow by blow."""
        return self.dice_by_man(left, gone) if self.one_a_man else self.dice_by_team(left, gone)

    def dice_by_team(self, left: int, gone: int = 0) -> list[int]:
        return [n * blow.weapon.rof for n, blow in zip(self.teams(left, gone), self.blows, strict=True)]

    def dice_by_man(self, left: int, gone: int = 0) -> list[int]:
        return _divide_men(self.teams(left, gone), left)

    def throw(self, at: int, left: int, gone: int) -> Roll[int] | None:
        """Return the roll to hit of one blow."""
        roll = self.blows[at].to_hit.throw
        if roll is None:
            return None
        why, dice = Text("one die per man"), self.dice(left, gone)[at]
        if not self.one_a_man:
            teams = counted(self.teams(left, gone)[at], "team", "teams")
            why = Text("{teams} × ROF {rof}", teams=teams, rof=self.blows[at].weapon.rof)
        return roll._replace(ledger=(*roll.ledger, Line(why, dice, self.rule, "dice")))


def _remaining_weapons(listed: Sequence[int], gone: int) -> list[int]:
    """Return the weapons left of each kind when so many are `gone`, which are lost in order."""
    left: list[int] = []
    for teams in listed:
        lost = min(teams, gone)
        gone -= lost
        left.append(teams - lost)
    return left


def _divide_men(teams: Sequence[int], men: int) -> list[int]:
    """Divide all men evenly among the teams; the first get one more if there is a remainder."""
    each, more = divmod(men, sum(teams)) if any(teams) else (0, 0)
    found: list[int] = []
    for n in teams:
        extra = min(n, more)
        more -= extra
        found.append(n * each + extra)
    return found


class Struck(NamedTuple):
    """Losses of the enemy; True if heavy weapons hit it; the number of weapons lost by a vehicle."""

    lost: int
    heavy: bool
    gone: int


NOT_STRUCK = Struck(0, False, 0)


def roll_blows(table: Table, stroke: Stroke, left: int, gone: int) -> Struck:
    """Roll for `left` men, or a vehicle without `gone` weapons: to hit kind by kind, then to kill."""
    if not stroke.blows:
        return NOT_STRUCK
    counts: int = table.together(add, *(then(_roll_hit, stroke, at, left, gone) for at in range(len(stroke.blows))))
    lost = min(count_at(counts, KILLS), stroke.victims)
    weapons = stroke.hull.damage(0, 0, count_at(counts, SIXES)).weapons_destroyed if stroke.hull else 0
    return Struck(lost, count_at(counts, HEAVY) > 0, weapons)


def _roll_hit(table: Table, stroke: Stroke, at: int, left: int, gone: int) -> Then[int]:
    roll, dice = _hit_roll(stroke, at, left, gone)
    return then(_roll_kills, stroke, at, table.roll(roll, dice) if roll else dice * stroke.blows[at].to_hit.is_possible)


@lru_cache(maxsize=512)
def _hit_roll(stroke: Stroke, at: int, left: int, gone: int) -> tuple[Roll[int] | None, int]:
    """Return a roll to hit with its dice, cached because odds repeat it."""
    return stroke.throw(at, left, gone), stroke.dice(left, gone)[at]


def _roll_kills(table: Table, stroke: Stroke, at: int, hits: int) -> int:
    """Return lost men or hit points (by ruling each hit on a vehicle), natural 6s, and heavy hits."""
    blow = stroke.blows[at]
    kills, sixes = blow.to_kill.kills(table, hits)
    lost = hits if stroke.hull and stroke.hull.per_hit else kills
    return count(min(lost, stroke.victims), KILLS) + count(sixes, SIXES) + count(int(blow.heavy and hits > 0), HEAVY)


# One side of an assault.


@dataclass(frozen=True, eq=False, slots=True)
class WW2Side:
    """One side of an assault: its number of men or hit points, its blows, and its victim."""

    who: str
    size: int
    blows: Stroke
    victim: Victim

    def men(self, lost: int) -> int:
        """Return the men that can still strike; a vehicle with hit points left has all its crew."""
        if self.victim.hull:
            return UNHURT if lost < self.size else 0
        return self.size - lost


def side(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> WW2Side:
    """Return the numbers of one side of an assault."""
    body = fighter.body
    unnamed = Text("attacker's Terror") if who == "attacker" else Text("defender's Terror")
    label = Text("Terror of {unit}", unit=Role(fighter.name)) if fighter.name else unnamed
    struck = victim(body, who, book, Called(f"{who}_terror", label, who), fighter.facing)
    return WW2Side(who, body.men if isinstance(body, Squad) else body.hp, blows(fighter, other, who, book), struck)


def useless_reason(weapon: WeaponType, enemy: Squad | WW2Vehicle | WW2Profile) -> Text | None:
    """Return the reason why such a weapon has no effect in an assault, or None (Artillery; Weapon types)."""
    if weapon.mobility == "artillery":
        return Text("artillery scatters, it does not strike in an assault")
    return aiming.harmless_reason(weapon, enemy)


_ROWS = ("set_up_position", "hull_down", "overdrive")
"""States that change the row of the attackers."""
_CALLED = {
    "attacker": (N_("attacker strikes: to hit"), N_("attacker strikes: to kill")),
    "defender": (N_("defender strikes: to hit"), N_("defender strikes: to kill")),
    "shots": (N_("defender shoots first: to hit"), N_("defender shoots first: to kill")),
}
_CALLED_BY_NAME = {
    "shots": (N_("{unit} before contact: to hit"), N_("{unit} before contact: to kill")),
    **dict.fromkeys(("attacker", "defender"), (N_("{unit} in contact: to hit"), N_("{unit} in contact: to kill"))),
}


def blows(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> Stroke:
    """Return the blows of a side in contact, without cover and ACC.

    By ruling a squad strikes by men instead of teams (Melee).
    """
    seen = aiming.Shown(other.trn, other.rank, other.states, part=other.name or "")
    by_men = book.rulings.melee_rof == "one" and isinstance(fighter.body, Squad)
    return _make_stroke(fighter, other, who, seen, book, by_men)


def shots(fighter: AnyFighter, other: AnyFighter, book: Book) -> Stroke | None:
    """Return the defender's shots at a charger, like any shooting; None if it has none to fire."""
    body = other.body
    cover, why = aiming.best_cover("none", other.states, isinstance(body, Squad) and body.pinned)
    seen = aiming.Shown(other.trn, other.rank, other.states, cover, why, other.name or "")
    found = _make_stroke(fighter, other, "shots", seen, book, by_men=False)
    return found if found.blows else None


def _make_stroke(
    fighter: AnyFighter, other: AnyFighter, key: str, seen: aiming.Shown, book: Book, by_men: bool
) -> Stroke:
    """Return every weapon that can harm the enemy, in the order given.

    Only shots have ACC, and only they may pin as heavy fire, by ruling. Concentrate Fire changes the row of the
    ordered shooting attack, not of an assault (Orders).
    """
    enemy, groups, tables, shoots = other.body, fighter.groups, book.tables, key == "shots"
    rows, blows = tuple(state for state in fighter.states if state in _ROWS), list[WW2Blow]()
    unit: dict[str, Value] = {"unit": Role(fighter.name)} if fighter.name else {}
    labels, by, several = (_CALLED_BY_NAME if unit else _CALLED)[key], "defender" if shoots else key, len(groups) > 1
    names = [Called(f"{key}_to_{what}", Text(labels[at], **unit), by) for at, what in enumerate(("hit", "kill"))]
    for place, group in enumerate(groups):
        weapon = group.weapon
        if not group.teams * weapon.rof or useless_reason(weapon, enemy):
            continue
        name, sure = weapon_label(place, group), weapon.grenade and book.rulings.grenade_kill == "sure"
        hitting, killing = names
        if several:
            hitting, killing = (
                Called(f"{key} {place + 1}", Text("{throw}, {weapon}", throw=label, weapon=name), by)
                for key, label, by in names
            )
        hit = aiming.to_hit(tables, hitting, fighter.wpn, rows, weapon.acc if shoots else 0, seen)
        kill = aiming.to_kill(tables, killing, weapon, enemy, other.facing, sure)
        blows.append(WW2Blow(place, weapon, name, hit, kill, shoots and is_suppressing(weapon)))
    return Stroke(
        blows=tuple(blows),
        listed=tuple(group.teams for group in groups),
        one_a_man=by_men,
        victims=enemy.men if isinstance(enemy, Squad) else enemy.hp,
        hull=hull(enemy, other.facing, book.rulings) if isinstance(enemy, WW2Vehicle) else None,
        rule=SHOOTING if shoots else MELEE,
    )
