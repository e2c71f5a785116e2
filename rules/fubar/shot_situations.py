"""Situations of a shot that only the players can see, and the cover of its target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.command.asked import SituationRow
from rules.fubar.activation_state import chosen_action, is_on_guard
from rules.fubar.board_facts import is_vehicle
from rules.fubar.firing_action import has_walked, is_out_of_actions
from rules.fubar.tables import COVERS
from rules.game.unit import Unit
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import Term, Text

if TYPE_CHECKING:
    from rules.fubar.shot_checks import ShotChecks


FACINGS = ("front", "side", "rear")


def _is_at_figures(shot: ShotChecks, _: int = 0) -> bool:
    return not shot.request.target or not is_vehicle(shot.target)


def _is_at_vehicle(shot: ShotChecks, _: int) -> bool:
    return not shot.request.target or is_vehicle(shot.target)


def _is_indirect(shot: ShotChecks, _: int) -> bool:
    return any(row.indirect for row in shot.rows)


def _behind_vehicle_situation(hull: str) -> SituationRow:
    """Return the situation of a target behind a vehicle of that armour, if one is on the board."""

    def is_there(shot: ShotChecks, _: int) -> bool:
        units = shot.board.game.units.values()
        return _is_at_figures(shot) and any(is_vehicle(one) and one.profile.get("hull") == hull for one in units)

    label = Text("Target right behind a vehicle, armour {hull}", hull=Term(hull))
    return SituationRow(f"behind_{hull}", label, "behind_vehicle", hull, is_there)


_NOT_AT_EDGE = Text("No figure of the target within 2″ of its cover's edge")
SITUATIONS = (
    SituationRow(
        "aimed_fire",
        Text("Aimed Fire: stands still, +1 to hit"),
        applies=lambda shot, _: (
            chosen_action(shot.board, shot.unit) in (None, "aimed_fire")
            and not is_out_of_actions(shot.board, shot.unit)
        ),
    ),
    SituationRow(
        "walk",
        Text("On a walk: small arms and thrown grenades only"),
        applies=lambda shot, _: (  # a unit that has walked fires so without being asked
            not is_vehicle(shot.unit)
            and chosen_action(shot.board, shot.unit) is None
            and not has_walked(shot.board, shot.unit)
        ),
    ),
    SituationRow(
        "reaction",
        Text("Reaction from On Guard at enemy movement"),
        "reaction",
        True,
        lambda shot, _: is_on_guard(shot.unit),
    ),
    SituationRow("front", Text("The vehicle's front is hit"), "facing", "front", _is_at_vehicle),
    SituationRow("side", Text("The vehicle's side is hit"), "facing", "side", _is_at_vehicle),
    SituationRow("rear", Text("The vehicle's rear is hit"), "facing", "rear", _is_at_vehicle),
    SituationRow("same_area", Text("Both units in the same area of cover"), "same_area", True, _is_at_figures),
    SituationRow("not_at_edge", _NOT_AT_EDGE, "target_at_edge", False, _is_at_figures),
    SituationRow("no_spotter", Text("No friend sees the target (mortars)"), "spotter", False, _is_indirect),
    SituationRow(
        "mounted",
        Text("Fired from a bunker's mount: one man serves a heavy MG"),
        applies=lambda shot, _: not is_vehicle(shot.unit) and any(row.crew > 1 for row in shot.rows),
    ),
    SituationRow("blocked", Text("Line of sight blocked (mortars may fire)"), "sight", "blocked", _is_indirect),
    *map(_behind_vehicle_situation, ("none", "light", "medium", "heavy", "very_heavy")),
)
COVERS_OF_TARGET = tuple(
    Choice(cover, label, name)
    for cover, (label, name) in zip(
        COVERS,
        (
            (Text("None: in the open"), Text("in the open")),
            (Text("Soft: +1 (woods, hedges, wooden houses, rifle pits)"), Text("soft cover")),
            (Text("Moderate: +2 (stone, brick, rubble, trenches)"), Text("moderate cover")),
            (Text("Hard: +3 (bunkers)"), Text("hard cover")),
        ),
        strict=True,
    )
)


def parse_facing(vehicle: Unit, request: Request) -> str:
    facing = request.single_situation(FACINGS)
    if not facing:
        choices = tuple(Choice(facing, Text("Its {facing}", facing=Term(facing))) for facing in FACINGS)
        raise MissingFacts(
            [Ask("situation", Text("which side of {target} is hit?", target=vehicle.ref), choices, seen=True)]
        )
    return facing
