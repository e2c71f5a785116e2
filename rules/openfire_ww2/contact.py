"""One side of an assault: its shots at a charger, its blows in contact, its nerve or its hull (Melee)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.kernel.text import Role, Text
from rules.openfire_ww2.aiming import Shown, best_cover, cannot_harm, to_hit, to_kill
from rules.openfire_ww2.facts import Group, Profile, Squad, State, Vehicle, Weapon
from rules.openfire_ww2.fighters import MELEE, SHOOTING, AnyFighter
from rules.openfire_ww2.hulls import Hull, hull
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.shooting import suppresses, weapon_named
from rules.openfire_ww2.strokes import UNHURT, Blow, Stroke
from rules.openfire_ww2.tables import Book
from rules.openfire_ww2.terror import Nerve, nerve


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
