"""One side's strokes in an assault: shots at a charger, and blows in contact (Melee)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from rules.action import Book
from rules.dice import Line, Throw
from rules.facts import Count
from rules.openfire_ww2.aiming import Shown, ToHit, ToKill, best_cover, cannot_harm, to_hit, to_kill
from rules.openfire_ww2.facts import Attribute, Squad, State, Vehicle, Weapon
from rules.openfire_ww2.hulls import Hull, hull
from rules.openfire_ww2.sections import MELEE, SHOOTING
from rules.openfire_ww2.steps import Called
from rules.openfire_ww2.terror import Nerve, nerve
from rules.table import Table, Then, then
from rules.text import N_, Role, Text, counted


class FightingSquad(Squad):
    """A squad in an assault, with what it fights with."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Skill with weapons, 1 to 10."))
    weapon: Weapon = Field(title=N_("Weapon"))
    teams: Count = Field(title=N_("Teams"), description=N_("That fight with it."))


class FightingVehicle(Vehicle):
    """A vehicle in an assault, with what it fights with."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Accuracy, 1 to 10."))
    weapon: Weapon = Field(title=N_("Weapon"))
    teams: Count = Field(title=N_("Weapons that fire"))
    states: tuple[State, ...] = Field(default=(), max_length=10, title=N_("States"))


AnyFighter = FightingSquad | FightingVehicle
Fighter = Annotated[AnyFighter, Field(discriminator="kind")]
"""A squad or a vehicle in an assault."""


@dataclass(frozen=True, eq=False, slots=True)
class Stroke:
    """Dice of one side at the other: so many a team, or by ruling one a man."""

    to_hit: ToHit
    to_kill: ToKill
    per_team: int
    teams: int
    one_a_man: bool
    victims: int
    per_hit: bool
    heavy: bool
    rule: str

    def dice(self, left: int) -> int:
        """With `left` men: no more teams than men."""
        return left if self.one_a_man else self.per_team * min(self.teams, left)

    def throw(self, left: int) -> Throw[int] | None:
        if not self.to_hit.throw:
            return None
        return self.to_hit.throw._replace(ledger=(*self.to_hit.throw.ledger, self._line(left)))

    def _line(self, left: int) -> Line:
        if self.one_a_man:
            return Line(Text("one die a man"), left, self.rule, "dice")
        teams = counted(min(self.teams, left), "team", "teams")
        return Line(Text("{teams} × ROF {rof}", teams=teams, rof=self.per_team), self.dice(left), self.rule, "dice")


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One side of an assault: how many it is, its blows, its nerve or its hull."""

    who: str
    size: int
    vehicle: bool
    blows: Stroke
    nerve: Nerve | None
    hull: Hull | None
    inches: int
    rallying: bool

    def men(self, lost: int) -> int:
        """Who still strikes: men left; a vehicle with hit points left strikes with all it has."""
        if self.vehicle:
            return self.blows.teams if lost < self.size else 0
        return self.size - lost


def side(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> Side:
    """One side of an assault in numbers."""
    tables, rulings = book.tables, book.rulings
    squad = fighter if isinstance(fighter, FightingSquad) else None
    return Side(
        who,
        fighter.men if isinstance(fighter, FightingSquad) else fighter.hp,
        squad is None,
        blows(fighter, other, who, book),
        nerve(squad, tables, _terror(fighter, who), rulings.heavy_fire_pins) if squad else None,
        hull(fighter, "front", rulings) if isinstance(fighter, FightingVehicle) else None,
        tables.moves[fighter.kind],
        "rallying" in fighter.states,
    )


def _terror(fighter: AnyFighter, who: str) -> Called:
    unnamed = Text("attacker's Terror") if who == "attacker" else Text("defender's Terror")
    label = Text("Terror of {unit}", unit=Role(fighter.name)) if fighter.name else unnamed
    return Called(f"{who}_terror", label, who)


def blows(fighter: AnyFighter, other: AnyFighter, who: str, book: Book) -> Stroke:
    """In contact neither cover nor ACC counts; a squad may strike by men instead of teams, by ruling (Melee)."""
    seen = Shown(other.trn, other.rank, other.states)
    stroke = _stroke(fighter, other, _in_contact(fighter, who), 0, seen, book)
    by_men = book.rulings.melee_rof == "one" and isinstance(fighter, Squad) and stroke.per_team > 0
    return replace(stroke, one_a_man=by_men)


class Names(NamedTuple):
    """What the throws to hit and to kill are called."""

    to_hit: Called
    to_kill: Called


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
    weapon = fighter.weapon
    if weapon.mobility == "artillery" or cannot_harm(weapon, other) or not fighter.teams * weapon.rof:
        return None
    cover, why = best_cover("none", other.states, isinstance(other, Squad) and other.pinned)
    seen = Shown(other.trn, other.rank, other.states, cover, why)
    stroke = _stroke(fighter, other, _before_contact(fighter), weapon.acc, seen, book)
    return replace(stroke, heavy=weapon.mobility == "heavy", rule=SHOOTING)


def _before_contact(defender: AnyFighter) -> Names:
    if defender.name:
        unit = Role(defender.name)
        to_hit = Text("{unit} before contact: to hit", unit=unit)
        to_kill = Text("{unit} before contact: to kill", unit=unit)
    else:
        to_hit, to_kill = Text("defender shoots first: to hit"), Text("defender shoots first: to kill")
    return Names(Called("shots_to_hit", to_hit, "defender"), Called("shots_to_kill", to_kill, "defender"))


def _stroke(fighter: AnyFighter, other: AnyFighter, names: Names, acc: int, seen: Shown, book: Book) -> Stroke:
    """Dice a team."""
    weapon = fighter.weapon
    return Stroke(
        to_hit=to_hit(book.tables, names.to_hit, fighter.wpn, _own(fighter.states), acc, seen),
        to_kill=to_kill(book.tables, names.to_kill, weapon, other),
        per_team=0 if cannot_harm(weapon, other) else weapon.rof,
        teams=fighter.teams,
        one_a_man=False,
        victims=other.men if isinstance(other, FightingSquad) else other.hp,
        per_hit=book.rulings.vehicle_hp == "hit" and isinstance(other, Vehicle),
        heavy=False,
        rule=MELEE,
    )


_ROWS: tuple[Literal["concentrate_fire", "set_up_position", "hull_down", "overdrive"], ...] = (
    "concentrate_fire",
    "set_up_position",
    "hull_down",
    "overdrive",
)


def _own(states: tuple[State, ...]) -> tuple[str, ...]:
    return tuple(state for state in states if state in _ROWS)


def struck(table: Table, stroke: Stroke, left: int) -> Then[tuple[int, bool]] | tuple[int, bool]:
    """Losses of the other side to `left` men, and whether a heavy weapon hit it."""
    dice = stroke.dice(left)
    throw = stroke.throw(left)
    return then(_killed, stroke, table.roll(throw, dice) if throw else dice * stroke.to_hit.possible)


def _killed(table: Table, stroke: Stroke, hits: int) -> tuple[int, bool]:
    kills, _ = stroke.to_kill.kills(table, hits)
    return min(hits if stroke.per_hit else kills, stroke.victims), stroke.heavy and hits > 0
