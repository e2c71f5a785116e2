"""Manoeuvres: an Initiative test instead of moving or fighting, and what it lets the unit carry out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from operator import add, attrgetter
from typing import NamedTuple

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Joined, Note, Sentence, Term, Text, asks, counted
from rules.openfire_ww2.aiming import NO_KILL
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    armed,
    is_vehicle,
    may_fight,
    may_shell,
    moved,
    shooter,
    shooter_states,
    target,
    target_states,
)
from rules.openfire_ww2.commands.turn_state import out_of_turn, second_test, stopped, to_act, to_fight
from rules.openfire_ww2.commands.weapons_used import Chosen, firers, groups, told
from rules.openfire_ww2.facts import Group, Vehicle, named, profile, section_of
from rules.openfire_ww2.initiative import InitiativeTest
from rules.openfire_ww2.movement import STOPS
from rules.openfire_ww2.shooting import (
    HITS,
    Shot,
    Silent,
    Volley,
    counted_at,
    fired,
    may_shoot,
    moved_rulings,
    silent_told,
    speaking,
    volley,
)
from rules.openfire_ww2.tables import Board, Book

CARRIED_OUT = ("sprint", "overdrive", "barrage", "button_vehicle", "supporting_fire")
"""Orders and manoeuvres that, once passed, leave something to do."""
_BY_VEHICLES = ("overdrive", "hull_down")
_MOVES = ("sprint", "overdrive")
_NEXT = {
    "sprint": Text("It moves now, +2″, in either phase."),
    "overdrive": Text("It moves now, +3″."),
    "barrage": Text("It shells now: three rounds."),
    "button_vehicle": Text("Now name the vehicle and how far it is."),
}


def _next(unit: Unit, name: str) -> list[Note]:
    """What is carried out now."""
    if name not in _NEXT:
        return []
    if name in _MOVES:
        return [asks(_NEXT[name], Text("Move"), Request("move", (unit.id,)))]
    act = "scatter" if name == "barrage" else name
    label = Text("{command} …", command=named(name))
    return [asks(_NEXT[name], label, Request("act", (unit.id,), action=act))]


def tested(unit: Unit) -> Fields:
    """A unit as an Initiative test is told of it; a vehicle has no MOR."""
    known = profile(unit)
    facts: Fields = {"rank": known.rank, "pinned": unit.has("pinned"), "name": "unit"}
    return facts if known.mor is None else facts | {"mor": known.mor}


def manoeuvre(name: str, board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that has no such manoeuvre."""
    unit, warnings = board.unit(request.unit[0]), before(name, board, request)
    facts = checked(InitiativeTest, {"unit": tested(unit), "order": name})
    return ResolvedCommand(
        (Planned("initiative_test", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, name),
        notes=lambda _, played: _next(unit, name) if played[0].outcome.passed else [],
        warnings=warnings,
        rethrows=second_test(board, unit, name),
        title=Text("{unit}: {order}", unit=unit.ref, order=named(name)),
    )


def before(name: str, board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("manoeuvre"))
    _can(board, unit, name)
    return to_act(board, unit, name)


def _can(board: Board, unit: Unit, name: str) -> None:
    if name == "barrage":
        guns = [one for one in armed(unit) if board.tables.weapons[one.name].mobility == "artillery"]
        if not guns:
            without = Text("{unit} has no artillery: only artillery fires a barrage.", unit=unit.ref)
            raise RuleError(without, section_of(name))
        may_fight(board, unit)
        may_shell(board, unit, guns[0])
    elif is_vehicle(unit) != (name in _BY_VEHICLES) or profile(unit).kind == "gun":
        raise RuleError(_wrong(unit, name), section_of(name))
    foes = [one for one in board.game.units.values() if one.alive and one.side != unit.side]
    if name == "button_vehicle" and not any(is_vehicle(one) or one.has("hidden") for one in foes):
        raise RuleError(Text("No enemy has a vehicle."), section_of(name))
    stops = stopped(board, unit, leaves=True) if name in _MOVES else []
    if stops:
        stays = Text("{unit} cannot move: {state}.", unit=unit.ref, state=Term(stops[0]))
        raise RuleError(stays, STOPS[stops[0]])


def _wrong(unit: Unit, name: str) -> Text:
    if name in _BY_VEHICLES:
        return Text("{unit} cannot do that: {manoeuvre} is for vehicles only.", unit=unit.ref, manoeuvre=named(name))
    if not is_vehicle(unit):
        return Text("{unit} cannot do that: {manoeuvre} is for infantry only.", unit=unit.ref, manoeuvre=named(name))
    return Text("{unit} cannot do that: {manoeuvre} is not for vehicles.", unit=unit.ref, manoeuvre=named(name))


def _after(id: str, name: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit, passed = board.unit(id), played[0].outcome.passed
    anew = mark(unit, lay_before=None) if passed and name == "hit_the_dirt" and unit.has("lay_before") else []
    return [*anew, *(mark(unit, manoeuvre=name) if passed and name in CARRIED_OUT else [])]


# Fire at a vehicle's vision slits, to make its crew close up (Manoeuvres › Button Vehicle).

BUTTON = section_of("button_vehicle")


class ButtonVehicle(Shot):
    """The facts of fire at vision slits; the Initiative test comes before it."""


class ButtonOutcome(NamedTuple):
    """Hits, and whether they were more than half of the shots."""

    hits: int
    buttoned: bool


@dataclass(frozen=True, eq=False, slots=True)
class ButtonPlan:
    """Fire at vision slits in numbers."""

    parts: tuple[Then[int], ...]
    volleys: tuple[Volley, ...]
    silent: tuple[Silent, ...]
    leaned: tuple[str, ...]

    @property
    def shots(self) -> int:
        return sum(one.shots for one in self.volleys)


def plan(facts: ButtonVehicle, book: Book) -> ButtonPlan:
    """Raises RuleError for a target that is no vehicle, or no infantry weapon in range."""
    may_shoot(facts)
    if not isinstance(facts.target, Vehicle):
        raise RuleError(Text("Only a vehicle can be buttoned up."), BUTTON)
    speak, silent = speaking(facts, book.rulings, _infantry_weapons)
    volleys = tuple(
        replace(volley(facts, book.tables, book.rulings, place, group, None), to_kill=NO_KILL) for place, group in speak
    )
    return ButtonPlan(tuple(then(fired, one) for one in volleys), volleys, tuple(silent), moved_rulings(facts))


def _infantry_weapons(group: Group) -> Text | None:
    return None if group.weapon.domain == "infantry_weapon" else Text("only infantry weapons button a vehicle")


def button_vehicle(table: Table, plan: ButtonPlan) -> ButtonOutcome:
    """Throw to hit only; whatever the weapons, nothing pierces."""
    hits = counted_at(table.together(add, *plan.parts), HITS)
    return ButtonOutcome(hits, hits * 2 > plan.shots)


def effects(plan: ButtonPlan, played: Played) -> Sequence[Effect]:
    return [Effect("target", "buttoned", 1)] if played.outcome.buttoned else []


def tell(plan: ButtonPlan, played: Played) -> Text:
    return Joined((_result(played.outcome, plan.shots), *map(silent_told, plan.silent)))


def _result(outcome: ButtonOutcome, fired: int) -> Text:
    hits, shots = counted(outcome.hits, "hit", "hits"), counted(fired, "shot", "shots")
    if not outcome.buttoned:
        return Sentence(Text("{hits} of {shots}: not buttoned up.", hits=hits, shots=shots))
    return Sentence(
        Text("{hits} of {shots}: buttoned up: it neither moves nor shoots for a turn.", hits=hits, shots=shots)
    )


def too_big(plan: ButtonPlan) -> Text | None:
    """Exact odds are worked out for up to 100 dice."""
    return up_to(100, plan.shots, N_("Exact odds of such a shot go up to {most} dice; this one has {n}."))


def aim(plan: ButtonPlan) -> Aim:
    return Aim("hits", attrgetter("hits"))


ACTION = Action(
    key="button_vehicle",
    title=Text("Button a vehicle"),
    topic="manoeuvres",
    facts=ButtonVehicle,
    outcome=ButtonOutcome,
    plan=plan,
    rule=button_vehicle,
    tell=tell,
    effects=effects,
    too_big=too_big,
    aim=aim,
)


def button(board: Board, request: Request) -> ResolvedCommand:
    """The Initiative test first; once it is passed, the shots at the vision slits."""
    unit = able(board.unit(request.unit[0]), Text("fire"))
    if unit.word("manoeuvre") != "button_vehicle":
        return manoeuvre("button_vehicle", board, request)
    _must_aim(request)
    return _at_slits(board, request, unit)


def before_button(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for the target of the shots."""
    unit = able(board.unit(request.unit[0]), Text("fire"))
    if unit.word("manoeuvre") != "button_vehicle":
        return before("button_vehicle", board, request)
    _must_aim(request)
    return to_fight(board, unit, "button_vehicle")


def _must_aim(request: Request) -> None:
    asks = {"target": Text("which vehicle?"), "distance": Text("how far is it to the target?")}
    missing = [Ask(option, question) for option, question in asks.items() if not getattr(request, option)]
    if missing:
        raise MissingFacts(missing)


def _at_slits(board: Board, request: Request, unit: Unit) -> ResolvedCommand:
    at = able(board.unit(request.target[0]), Text("be a target"))
    may_fight(board, unit)
    if not is_vehicle(at):
        no_vehicle = Text("{unit} is not a vehicle: only vehicles are buttoned up.", unit=at.ref)
        raise RuleError(no_vehicle, section_of("button_vehicle"))
    distance = request.distance[0]
    chosen = firers(board, unit, at, request.weapon or ", ".join(_infantry(board, unit)), distance, {})
    facts = _slit_facts(board, request, unit, at, chosen, distance)
    return ResolvedCommand(
        (Planned("button_vehicle", checked(ButtonVehicle, facts), {"attacker": unit.id, "target": at.id}),),
        after=partial(_buttoned, unit.id, at.id),
        notes=lambda _, __: [Text("Fired: {weapons}.", weapons=told(chosen))],
        warnings=to_fight(board, unit, "button_vehicle"),
        title=Text("{unit} → vision slits of {target}", unit=unit.ref, target=at.ref),
    )


def _slit_facts(board: Board, request: Request, unit: Unit, at: Unit, chosen: Chosen, distance: Decimal) -> Fields:
    return {
        "shooter": shooter(unit),
        "weapons": groups(board, unit, chosen),
        "distance": distance,
        "target": target(at),
        "cover": request.one_of(("partial", "full")) or "none",
        "moved": moved(board, unit),
        "sight": request.one_of(("hidden", "smoke")) or "clear",
        "shooter_state": [state for state in shooter_states(unit) if state != "concentrate_fire"],
        "target_state": target_states(at),
    }


def _infantry(board: Board, unit: Unit) -> list[str]:
    """Any infantry weapon serves, but for grenades and what scatters; as many teams as there are men."""
    rows, men = board.tables.weapons, 1_000 if is_vehicle(unit) else unit.models
    found: list[str] = []
    for weapon in armed(unit):
        row, teams = rows[weapon.name], min(weapon.count, men)
        if row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" and teams:
            found.append(f"{teams} {weapon.name}")
            men -= teams
    return found


def _buttoned(id: str, at: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Events that button a vehicle up for its next turn, counted in ends of its own turns."""
    unit, vehicle = board.unit(id), board.unit(at)
    events = mark(unit, fired=1, manoeuvre=None, carried_out="shots")
    if not played[0].outcome.buttoned:
        return events
    known = board.game.holder is not None and not out_of_turn(board, unit)
    return [*events, *mark(vehicle, buttoned=1 if known else 2)]


_TITLES = ("hit_the_dirt", "set_up_position", "sprint", "barrage", "overdrive", "hull_down")


def _command(name: str) -> Command:
    make: Callable[[Board, Request], ResolvedCommand] = partial(manoeuvre, name)
    return Command(key=name, title=named(name), order=make, before=partial(before, name))


COMMANDS = (
    *map(_command, _TITLES),
    Command(
        key="button_vehicle",
        title=Text("Button Vehicle"),
        order=button,
        before=before_button,
        situations=(
            Choice("partial", Text("The vehicle is in partial cover")),
            Choice("full", Text("The vehicle is in full cover")),
            Choice("hidden", Text("Terrain hides the target wholly")),
            Choice("smoke", Text("Smoke between them")),
        ),
    ),
)
