"""`/assault`: a charge into melee; and what its result says of weapons, losses and blasts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import Joined, Note, Plural, Sentence, Term, Text
from rules.openfire_ww2 import movement
from rules.openfire_ww2.assault import Assault, AssaultPlan, Hit, bursts, destroyed, plan
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    is_vehicle,
    may_fight,
    shooter_states,
    target,
    target_states,
    weapon_of,
)
from rules.openfire_ww2.commands.fire import FACINGS, SIDES, SIGHTS, blast, elsewhere, gone, which_side
from rules.openfire_ww2.commands.phase import leaving
from rules.openfire_ww2.commands.turn_state import LYING, freed, moves, standing, steadied, to_fight
from rules.openfire_ww2.commands.weapons_used import Arms, Chosen, arms, told
from rules.openfire_ww2.contact import Side, useless
from rules.openfire_ww2.facts import MELEE, WEAPON_TYPES, profile
from rules.openfire_ww2.movement import STOPS
from rules.openfire_ww2.tables import Board

# What players are told after an assault: what was fought with, what was lost, and what burst among neighbours.


class Clash(NamedTuple):
    """Both sides of an assault as they stood before it, and what each fights with."""

    attacker: Unit
    mine: Arms
    defender: Unit
    theirs: Arms


def results(sides: Clash, played: Sequence[Played]) -> list[tuple[str, str]]:
    """Units with what their last Terror test came to."""
    outcome = played[0].outcome
    return [(sides.attacker.id, outcome.attacker_terror), (sides.defender.id, outcome.defender_terror)]


def notes(sides: Clash, facts: Assault, board: Board, played: Sequence[Played]) -> list[Text]:
    units, numbers = (board.unit(sides.attacker.id), board.unit(sides.defender.id)), plan(facts, board.book)
    lines = [_fought(sides, numbers), *sides.mine.silent, *sides.theirs.silent]
    for unit, lost in zip(units, destroyed(numbers, played[0]), strict=True):
        lines += gone(unit, lost)
    found = bursts(numbers, played[0])
    lines += [_burst(sides, hit, alone=len(found) == 1) for hit in found]
    return [*lines, *freed(board, results(sides, played)), *leaving(board, units[0])]


def _fought(sides: Clash, numbers: AssaultPlan) -> Text:
    """What each side fought with; weapons that cannot harm the enemy have no part in it."""
    mine, theirs = _useful(sides.mine, numbers.attacker), _useful(sides.theirs, numbers.defender)
    attacker, defender, weapon = sides.attacker.ref, sides.defender.ref, told(mine)
    if not theirs:
        return Text(
            "{attacker} fought with {weapon}, {defender} had nothing to strike with.",
            attacker=attacker,
            weapon=weapon,
            defender=defender,
        )
    return Text(
        "{attacker} fought with {weapon}, {defender} with {other_weapon}.",
        attacker=attacker,
        weapon=weapon,
        defender=defender,
        other_weapon=told(theirs),
    )


def _useful(arms: Arms, side: Side) -> Chosen:
    places = [blow.place for blow in side.blows.blows]
    return {name: count for place, (name, count) in enumerate(arms.chosen.items()) if place in places}


def _burst(sides: Clash, hit: Hit, alone: bool) -> Note:
    """Whoever else stood near is asked for now, as after any shot (Explosions)."""
    by, arms, at = sides.attacker, sides.mine, sides.defender
    if hit.who == "defender":
        by, arms, at = at, sides.theirs, by
    asked = Plural(
        "{weapon} hit: who is near {target}?",
        "{weapon}, {n} hits: who is near {target}?",
        hit.hits,
        weapon=hit.blow.name,
        target=at.ref,
    )
    return blast(Sentence(asked), by, hit.blow.name, list(arms.chosen)[hit.blow.place], hit.hits, alone)


# The command.

LEFT_BY_CHARGING = ("set_up_position", "hull_down")
CHARGER_SIDES = (
    Choice("charger_front", Text("The charging vehicle's front is hit")),
    Choice("charger_side", Text("The charging vehicle's side is hit")),
    Choice("charger_rear", Text("The charging vehicle's rear is hit")),
    Choice("charger_top", Text("The charging vehicle's top is hit")),
)
CHARGER_FACINGS = tuple(one.code for one in CHARGER_SIDES)


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that cannot charge, MissingFacts for the distance or the side of a vehicle."""
    attacker, defender = _attacker(board, request), _defender(board, request)
    sides = Clash(attacker, arms(board, attacker, defender), defender, arms(board, defender, attacker))
    _armed(sides)
    facts, roles = _facts(board, request, sides), {"attacker": attacker.id, "defender": defender.id}
    _possible(board, facts, roles)
    _ask(board, attacker, defender, request)
    return ResolvedCommand(
        (Planned("assault", facts, roles),),
        after=partial(_after, sides),
        notes=partial(notes, sides, facts),
        warnings=(*_warnings(board, attacker, request), *_too_far(board, attacker, request)),
        title=Text("Assault: {attacker} → {defender}", attacker=attacker.ref, defender=defender.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a charge that can harm nobody, MissingFacts for the side of a vehicle."""
    attacker, warnings = _attacker(board, request), _warnings(board, board.unit(request.unit[0]), request)
    if not request.target:
        return warnings
    defender = _defender(board, request)
    mine = arms(board, attacker, defender)
    _armed(Clash(attacker, mine, defender, Arms({})))
    if all(useless(weapon_of(board, attacker, name), profile(defender)) for name in mine.chosen):
        raise RuleError(Text("{unit} has no weapon left to fight with.", unit=attacker.ref), MELEE)
    if not warnings and (asks := _which_sides(board, attacker, defender, request)):
        raise MissingFacts(asks)
    return warnings


def _warnings(board: Board, attacker: Unit, request: Request) -> tuple[Text, ...]:
    bound = elsewhere(board, attacker, request.target) if request.target else ()
    return (*to_fight(board, attacker), *bound)


def _attacker(board: Board, request: Request) -> Unit:
    """Raises RuleError for a unit that cannot charge."""
    attacker = able(board.unit(request.unit[0]), Text("charge"))
    may_fight(board, attacker)
    _may_charge(attacker)
    return attacker


def _defender(board: Board, request: Request) -> Unit:
    defender = able(board.unit(request.target[0]), Text("be assaulted"))
    enemies(board.unit(request.unit[0]), defender)
    return defender


def _may_charge(unit: Unit) -> None:
    """A position is left by charging out of it."""
    stops = [state for state in standing(unit) if state not in LYING]
    if stops:
        raise RuleError(Text("{unit} cannot charge: {state}.", unit=unit.ref, state=Term(stops[0])), STOPS[stops[0]])
    if unit.has("retreating"):
        raise RuleError(Text("{unit} is falling back and cannot charge.", unit=unit.ref), MELEE)


def _armed(sides: Clash) -> None:
    """Raises RuleError for a charger whose weapons are all silent or gone."""
    if sides.mine.chosen:
        return
    if sides.mine.silent:
        raise RuleError(Joined(sides.mine.silent), WEAPON_TYPES)
    raise RuleError(Text("{unit} has no weapon left to fight with.", unit=sides.attacker.ref), MELEE)


def _possible(board: Board, facts: Assault, roles: dict[str, str]) -> None:
    """Raises RuleError for what the rules forbid, before anything is asked for it."""
    try:
        plan(facts, board.book)
    except RuleError as refused:
        raise refused.in_play(roles) from None


_FAR = Ask("distance", Text("how far is it to the target?"))


def distance_asked(board: Board, request: Request) -> Ask:
    """Of every charge: whoever is too far away charges in vain."""
    return _FAR


def _ask(board: Board, attacker: Unit, defender: Unit, request: Request) -> None:
    """How far the charge is, and which sides of vehicles are struck, only the players know."""
    asks = [] if request.distance else [_FAR]
    asks += _which_sides(board, attacker, defender, request)
    if asks:
        raise MissingFacts(asks)


def _which_sides(board: Board, attacker: Unit, defender: Unit, request: Request) -> list[Ask]:
    """The sides that are struck of a vehicle that is charged, and of one that charges and can be harmed."""
    asks = which_side(request, [defender])
    theirs = [weapon_of(board, defender, name) for name in arms(board, defender, attacker).chosen]
    harmed = is_vehicle(attacker) and not all(useless(weapon, profile(attacker)) for weapon in theirs)
    if harmed and not request.one_of(CHARGER_FACINGS):
        asks.append(
            Ask("situation", Text("which side of {target} is hit?", target=attacker.ref), CHARGER_SIDES, seen=True)
        )
    return asks


def _facts(board: Board, request: Request, sides: Clash) -> Assault:
    attacker, defender = sides.attacker, sides.defender
    mine = _fighter(board, attacker, "attacker", sides.mine, _charger_facing(request))
    theirs = _fighter(board, defender, "defender", sides.theirs, request.one_of(FACINGS) or "front")
    left = [state for state in _states(attacker) if state not in LEFT_BY_CHARGING]
    return checked(
        Assault,
        {
            "attacker": mine | {"states": left},
            "defender": theirs | {"states": _states(defender)},
            "defender_shoots": not request.said("no_shots"),
            "sight": request.one_of(SIGHTS) or "clear",
        },
    )


def _charger_facing(request: Request) -> str:
    return (request.one_of(CHARGER_FACINGS) or "charger_front").removeprefix("charger_")


def _too_far(board: Board, unit: Unit, request: Request) -> list[Text]:
    """A charge in the open; roads make it longer, which nobody has told here."""
    extra = ["charge", *(state for state in ("hit_the_dirt", "overdrive", "engine_damaged") if unit.has(state))]
    plan = movement.plan(checked(movement.Movement, {"kind": profile(unit).kind, "extra": tuple(extra)}), board.book)
    reach = total(plan.why, "inches")
    if not request.distance or request.distance[0] <= reach:
        return []
    return [
        Text(
            "A charge of {unit} reaches {reach}″ in the open; the enemy is {distance}″ away (Melee).",
            unit=unit.ref,
            reach=reach,
            distance=request.distance[0],
        )
    ]


def _fighter(board: Board, unit: Unit, part: str, arms: Arms, facing: str) -> Fields:
    return target(unit) | {"name": part, "wpn": profile(unit).wpn, "facing": facing, **arms.facts(board, unit)}


def _states(unit: Unit) -> tuple[str, ...]:
    return (*shooter_states(unit), *target_states(unit))


def _after(sides: Clash, board: Board, played: Sequence[Played]) -> list[Event]:
    """The charge is a move, stopped or not; it ends a position, whatever the ruling on how long that lasts."""
    unit = board.unit(sides.attacker.id)
    events = [*moves(board, unit), *mark(unit, fired=1)]
    events += [event for state in LEFT_BY_CHARGING if unit.has(state) for event in mark(unit, **{state: None})]
    if unit.has("concentrate_fire"):
        events += mark(unit, concentrate_fire=None, manoeuvre=None)
    return [*events, *_thrown(sides, board), *steadied(board, results(sides, played))]


def _thrown(sides: Clash, board: Board) -> list[Event]:
    """A squad throws one grenade a turn."""
    both = ((sides.attacker, sides.mine), (sides.defender, sides.theirs))
    throwers = [one for one, arms in both if any(board.tables.weapons[name].grenade for name in arms.chosen)]
    return [event for one in throwers for event in mark(board.unit(one.id), grenade_thrown=1)]


def _suits(board: Board, request: Request, code: str) -> bool:
    """Only a vehicle has sides that are hit."""
    units = board.game.units
    attacker = units.get(request.unit[0]) if request.unit else None
    defender = units.get(request.target[0]) if request.target else None
    if code in CHARGER_FACINGS:
        return attacker is None or is_vehicle(attacker)
    return code not in FACINGS or defender is None or is_vehicle(defender)


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    before=before,
    suits=_suits,
    distance_asked=distance_asked,
    needs=("unit", "target"),
    situations=(
        Choice("no_shots", Text("The defender cannot shoot before contact")),
        *SIDES,
        *CHARGER_SIDES,
        Choice("hidden", Text("Terrain hides the target wholly")),
        Choice("smoke", Text("Smoke between them")),
    ),
)
