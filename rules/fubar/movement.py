"""How far a unit or a vehicle may move (Activation; Cover; Vehicles)."""

from __future__ import annotations

from pydantic import Field

from rules.dice import Line
from rules.errors import RuleError
from rules.facts import Facts
from rules.fubar.facts import action_name
from rules.fubar.tables import Cover, Tables, UnitAction, VehicleArmour
from rules.movement import MovementPlan, movement_action
from rules.system import Book
from rules.text import say, spoken

VEHICLE_MOVE = 12
VEHICLE_IN_COVER = 6


class Movement(Facts):
    """The facts of a move: the action; for a vehicle its armour, and the cover it drives through."""

    action: UnitAction = Field(title="Action")
    vehicle: VehicleArmour | None = Field(default=None, title="Vehicle's armour")
    cover: Cover = Field(default="none", title="Cover on its way")


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a vehicle where it cannot go."""
    tables: Tables = book.tables
    inches = tables.moves[facts.action]
    if facts.vehicle is None or not inches:
        return MovementPlan((Line(action_name(facts.action), inches, "Activation", "inches"),))
    return _drive(facts.vehicle, facts.cover)


def _drive(armour: VehicleArmour, cover: Cover) -> MovementPlan:
    if cover == "hard" or (cover == "moderate" and armour not in ("heavy", "very_heavy")):
        who = say("No vehicle") if cover == "hard" else say("Only medium and heavy tanks")
        where = say("enters hard cover") if cover == "hard" else say("may enter moderate cover")
        raise RuleError(f"{who} {where}.", "Vehicles")
    lines = (Line(say("vehicle in the open"), VEHICLE_MOVE, "Vehicles", "inches"),)
    if cover == "none":
        return MovementPlan(lines)
    slower = Line(
        say("through {cover} cover", cover=spoken(cover)), VEHICLE_IN_COVER - VEHICLE_MOVE, "Vehicles", "inches"
    )
    return MovementPlan((*lines, slower), say("It cannot fire.") if cover == "moderate" else "")


ACTION = movement_action(Movement, plan)
