"""One side of an assault: its shots at a charger, its blows in contact, its nerve or its hull (Melee)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Literal, NamedTuple

from rules.kernel.dice import Line, Throw
from rules.kernel.table import Table, Then, then
from rules.kernel.text import Role, Text, counted
from rules.openfire_ww2.aiming import Shown, ToHit, ToKill, best_cover, cannot_harm, to_hit, to_kill
from rules.openfire_ww2.facts import MELEE, SHOOTING, AnyFighter, Group, Profile, Squad, State, Vehicle, Weapon
from rules.openfire_ww2.hulls import Hull, hull
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.shooting import HEAVY, KILLS, SIXES, count, counted_at, suppresses, weapon_named
from rules.openfire_ww2.tables import Book
from rules.openfire_ww2.terror import Nerve, nerve

# All that one side strikes or shoots with at once, and what is left to do it with (Melee).

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


# One side of an assault.


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One side of an assault: how many it is, its blows, its nerve or its hull."""

    who: str
    size: int
    blows: Stroke
    nerve: Nerve | None
    hull: Hull | None
    inches: int
    rallying: bool

    @property
    def vehicle(self) -> bool:
        return self.hull is not None

    def men(self, lost: int) -> int:
        """How many still strike: the men left; a vehicle with hit points left has all its crew."""
        if self.vehicle:
            return UNHURT if lost < self.size else 0
        return self.size - lost


def side(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> Side:
    """One side of an assault in numbers."""
    tables, rulings, body = book.tables, book.rulings, fighter.body
    squad = body if isinstance(body, Squad) else None
    return Side(
        who,
        body.men if isinstance(body, Squad) else body.hp,
        blows(fighter, other, who, book),
        nerve(squad, tables, _terror(fighter, who), rulings.heavy_fire_pins) if squad else None,
        hull(body, fighter.facing, rulings) if isinstance(body, Vehicle) else None,
        tables.moves[fighter.kind],
        "rallying" in fighter.states,
    )


def _terror(fighter: AnyFighter, who: str) -> Called:
    unnamed = Text("attacker's Terror") if who == "attacker" else Text("defender's Terror")
    label = Text("Terror of {unit}", unit=Role(fighter.name)) if fighter.name else unnamed
    return Called(f"{who}_terror", label, who)


def useless(weapon: Weapon, enemy: Squad | Vehicle | Profile) -> Text | None:
    """Why such a weapon does nothing in an assault, or None (Artillery; Weapon types)."""
    if weapon.mobility == "artillery":
        return Text("artillery scatters, it does not strike in an assault")
    return cannot_harm(weapon, enemy)


class Names(NamedTuple):
    """What the throws to hit and to kill are called."""

    to_hit: Called
    to_kill: Called


def blows(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> Stroke:
    """The blows of a side in contact, where neither cover nor ACC counts; a squad may strike by men instead of teams,
    by ruling (Melee).
    """
    seen = Shown(other.trn, other.rank, other.states, part=other.name or "")
    by_men = book.rulings.melee_rof == "one" and isinstance(fighter.body, Squad)
    return _stroke(fighter, other, _in_contact(fighter, who), seen, book, by_men)


def _in_contact(fighter: AnyFighter, who: str) -> Names:
    if fighter.name:
        unit = Role(fighter.name)
        to_hit, to_kill = Text("{unit} in contact: to hit", unit=unit), Text("{unit} in contact: to kill", unit=unit)
    elif who == "attacker":
        to_hit, to_kill = Text("attacker strikes: to hit"), Text("attacker strikes: to kill")
    else:
        to_hit, to_kill = Text("defender strikes: to hit"), Text("defender strikes: to kill")
    return Names(Called(f"{who}_to_hit", to_hit, who), Called(f"{who}_to_kill", to_kill, who))


def shots(fighter: AnyFighter, other: AnyFighter, book: Book) -> Stroke | None:
    """The defender's shots at a charger, like any shooting; None where it has none to fire."""
    body = other.body
    cover, why = best_cover("none", other.states, isinstance(body, Squad) and body.pinned)
    seen = Shown(other.trn, other.rank, other.states, cover, why, other.name or "")
    found = _stroke(fighter, other, _before_contact(fighter), seen, book)
    return found if found.blows else None


def _before_contact(defender: AnyFighter) -> Names:
    if defender.name:
        unit = Role(defender.name)
        to_hit = Text("{unit} before contact: to hit", unit=unit)
        to_kill = Text("{unit} before contact: to kill", unit=unit)
    else:
        to_hit, to_kill = Text("defender shoots first: to hit"), Text("defender shoots first: to kill")
    return Names(Called("shots_to_hit", to_hit, "defender"), Called("shots_to_kill", to_kill, "defender"))


def _stroke(
    fighter: AnyFighter, other: AnyFighter, names: Names, seen: Shown, book: Book, by_men: bool = False
) -> Stroke:
    """Every weapon that can do something to the enemy, in the order given."""
    enemy, shoots = other.body, names.to_hit.key == "shots_to_hit"
    found = [
        _blow(fighter, other, place, names, seen, book, shoots)
        for place, group in enumerate(fighter.groups)
        if group.teams * group.weapon.rof and not useless(group.weapon, enemy)
    ]
    return Stroke(
        blows=tuple(found),
        listed=tuple(group.teams for group in fighter.groups),
        one_a_man=by_men,
        victims=enemy.men if isinstance(enemy, Squad) else enemy.hp,
        hull=hull(enemy, other.facing, book.rulings) if isinstance(enemy, Vehicle) else None,
        rule=SHOOTING if shoots else MELEE,
    )


def _blow(
    fighter: AnyFighter, other: AnyFighter, place: int, names: Names, seen: Shown, book: Book, shoots: bool
) -> Blow:
    """A blow of one kind of weapon; only shots have ACC, and only they may pin as heavy fire, by ruling."""
    tables, groups = book.tables, fighter.groups
    weapon, named = groups[place].weapon, [_called(name, place, groups) for name in names]
    sure = weapon.grenade and book.rulings.grenade_kill == "sure"
    return Blow(
        place,
        weapon,
        weapon_named(place, groups[place]),
        to_hit(tables, named[0], fighter.wpn, _own(fighter.states), weapon.acc if shoots else 0, seen),
        to_kill(tables, named[1], weapon, other.body, other.facing, sure),
        shoots and suppresses(weapon),
    )


def _called(name: Called, place: int, groups: Sequence[Group]) -> Called:
    """The name of a throw, with its weapon where there are several kinds."""
    if len(groups) == 1:
        return name
    label = Text("{throw}, {weapon}", throw=name.label, weapon=weapon_named(place, groups[place]))
    return Called(f"{name.key} {place + 1}", label, name.by)


_ROWS: tuple[Literal["set_up_position", "hull_down", "overdrive"], ...] = ("set_up_position", "hull_down", "overdrive")


def _own(states: tuple[State, ...]) -> tuple[str, ...]:
    """What changes its row; Concentrate Fire does so for the shooting attack ordered, not in an assault (Orders)."""
    return tuple(state for state in states if state in _ROWS)
