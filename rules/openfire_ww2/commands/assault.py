"""`/assault`: a charge into melee, from the state of the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import able, enemies, mark
from rules.dice import total
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.openfire_ww2 import movement
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.assault import Assault
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    armed,
    is_vehicle,
    may_fight,
    moved,
    profile,
    rulings,
    shooter_states,
    tables,
    target,
    target_states,
    weapon_facts,
)
from rules.openfire_ww2.commands.fire import SIGHTS
from rules.openfire_ww2.commands.move import standing
from rules.openfire_ww2.commands.turn_state import freed, moves, steadied, to_fight
from rules.openfire_ww2.facts import Squad, Vehicle, Weapon
from rules.openfire_ww2.sections import MELEE
from rules.request import Choice, Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Term, Text
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that cannot charge."""
    attacker = able(board.unit(request.unit[0]), Text("charge"))
    defender = able(board.unit(request.target[0]), Text("be assaulted"))
    enemies(attacker, defender)
    may_fight(board, attacker)
    _may_charge(attacker)
    mine, theirs = _weapon(board, attacker, defender), _weapon(board, defender, attacker)
    facts = checked(
        Assault,
        {
            "attacker": _fighter(board, attacker, "attacker", mine),
            "defender": _fighter(board, defender, "defender", theirs),
            "defender_shoots": not request.said("no_shots") and _shoots(board, defender, theirs),
            "sight": request.one_of(SIGHTS) or "clear",
        },
    )
    return ResolvedCommand(
        (Planned("assault", facts, {"attacker": attacker.id, "defender": defender.id}),),
        after=partial(_after, attacker.id, defender.id),
        notes=partial(_notes, attacker.id, defender.id, mine, theirs),
        warnings=(*to_fight(board, attacker), *_too_far(board, attacker, request)),
        title=Text("{attacker} assaults {defender}", attacker=attacker.ref, defender=defender.ref),
    )


def _may_charge(unit: Unit) -> None:
    stops = standing(unit)
    if stops:
        raise RuleError(Text("{unit} cannot charge: {state}.", unit=unit.ref, state=Term(stops[0])), MELEE)
    if unit.has("retreating"):
        raise RuleError(Text("{unit} is falling back and cannot charge.", unit=unit.ref), MELEE)


def _too_far(board: Board, unit: Unit, request: Request) -> list[Text]:
    """A charge in the open; roads make it longer, which nobody has told here."""
    extra = ["charge", *(state for state in ("hit_the_dirt", "engine_damaged") if unit.has(state))]
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


def _weapon(board: Board, unit: Unit, at: Unit) -> tuple[str, int]:
    """What a unit fights with in contact: of those that can harm the enemy, what gives most dice."""
    rows = tables(board).weapons
    carried = {weapon.name: min(weapon.count, 1_000 if is_vehicle(unit) else unit.models) for weapon in armed(unit)}
    if not carried:
        raise RuleError(Text("{unit} has no weapon left to fight with.", unit=unit.ref), MELEE)
    victim = checked(Vehicle, target(at)) if is_vehicle(at) else checked(Squad, target(at))

    def worth(name: str) -> tuple[bool, bool, int]:
        harms = cannot_harm(checked(Weapon, weapon_facts(board, unit, name)), victim) is None
        return harms, not rows[name].grenade, rows[name].rof * carried[name]

    best = max(carried, key=worth)
    return best, carried[best]


def _fighter(board: Board, unit: Unit, part: str, weapon: tuple[str, int]) -> Fields:
    name, teams = weapon
    return target(unit) | {
        "name": part,
        "wpn": profile(unit).wpn,
        "weapon": weapon_facts(board, unit, name),
        "teams": teams,
        "states": (*shooter_states(unit), *target_states(unit)),
    }


def _shoots(board: Board, unit: Unit, weapon: tuple[str, int]) -> bool:
    """Whether nothing keeps the defender from shooting before contact."""
    if unit.has("towed_by") or unit.has("buttoned") or unit.has("barraged"):
        return False
    facts = weapon_facts(board, unit, weapon[0])
    heavy = facts["mobility"] == "heavy" and not facts["mounted"]
    barred = ("this_turn", "last_turn") if rulings(board).heavy_after_move == "this_or_last" else ("last_turn",)
    return not (heavy and moved(board, unit) in barred)


def _results(attacker: str, defender: str, played: Sequence[Played]) -> list[tuple[str, str]]:
    outcome = played[0].outcome
    return [(attacker, outcome.attacker_terror), (defender, outcome.defender_terror)]


def _after(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """The charge is a move, stopped or not."""
    unit = board.unit(attacker)
    events = [*moves(board, unit), *mark(unit, fired=1)]
    if unit.has("concentrate_fire"):
        events += mark(unit, concentrate_fire=None, manoeuvre=None)
    return [*events, *steadied(board, _results(attacker, defender, played))]


def _notes(
    attacker: str,
    defender: str,
    mine: tuple[str, int],
    theirs: tuple[str, int],
    board: Board,
    played: Sequence[Played],
) -> list[Text]:
    units = board.unit(attacker), board.unit(defender)
    gone = [Text("{unit} is out of action.", unit=unit.ref) for unit in units if not unit.alive]
    return [_fought(*units, mine[0], theirs[0]), *gone, *freed(board, _results(attacker, defender, played))]


def _fought(attacker: Unit, defender: Unit, weapon: str, other_weapon: str) -> Text:
    """What each side fought with."""
    return Text(
        "{attacker} fought with {weapon}, {defender} with {other_weapon}.",
        attacker=attacker.ref,
        weapon=Term(weapon),
        defender=defender.ref,
        other_weapon=Term(other_weapon),
    )


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    needs=("unit", "target"),
    situations=(
        Choice("no_shots", Text("The defender cannot shoot before contact")),
        Choice("hidden", Text("Terrain hides the target wholly")),
        Choice("smoke", Text("Smoke between them")),
    ),
)
