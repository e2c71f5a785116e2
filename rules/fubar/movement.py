"""How far a unit or a vehicle may move (Activation; Cover; Vehicles)."""

from __future__ import annotations

from pydantic import Field

from rules.command.movement import MovementPlan, movement_action
from rules.fubar.facts import action_name
from rules.fubar.tables import Book, Cover, UnitAction, VehicleArmour
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts
from rules.kernel.text import N_, NOTHING, Term, Text

VEHICLE_MOVE = 12
VEHICLE_IN_COVER = 6
CRUSHING: tuple[VehicleArmour, ...] = ("heavy", "very_heavy")
"""The hulls that drive through moderate cover."""


class Movement(Facts):
    """The facts of a move: the action; for a vehicle its armour, and the cover it drives through."""

    action: UnitAction = Field(title=N_("Action"))
    vehicle: VehicleArmour | None = Field(default=None, title=N_("Vehicle's armour"))
    cover: Cover = Field(default="none", title=N_("Cover on its way"))


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a vehicle where it cannot go."""
    inches = book.tables.moves[facts.action]
    if facts.vehicle is None or not inches:
        return MovementPlan((Line(action_name(facts.action), inches, "Activation", "inches"),))
    return _drive(facts.vehicle, facts.cover)


def _drive(armour: VehicleArmour, cover: Cover) -> MovementPlan:
    if cover == "hard" or (cover == "moderate" and armour not in CRUSHING):
        hard = Text("No vehicle enters hard cover.")
        raise RuleError(
            hard if cover == "hard" else Text("Only medium and heavy tanks may enter moderate cover."), "Vehicles"
        )
    lines = (Line(Text("vehicle in the open"), VEHICLE_MOVE, "Vehicles", "inches"),)
    if cover == "none":
        return MovementPlan(lines)
    slower = Line(
        Text("through {cover} cover", cover=Term(cover)), VEHICLE_IN_COVER - VEHICLE_MOVE, "Vehicles", "inches"
    )
    return MovementPlan((*lines, slower), Text("It cannot fire.") if cover == "moderate" else NOTHING)


ACTION = movement_action(Movement, plan)
