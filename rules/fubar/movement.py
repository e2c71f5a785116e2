"""Moves of a unit or a vehicle: distance by action, and the effects of the move (Activation; Cover; Vehicles)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from rules.command.effects import clear_states, mark, require_enemies
from rules.command.planned import Planned
from rules.fubar import board_facts
from rules.fubar.activation_state import STANDS, move_objections
from rules.fubar.assault import IS_FIRED_AT
from rules.fubar.close_combat import MOVE_UP
from rules.fubar.facts import ACTION_NAMES, action_name, profile
from rules.fubar.reactions import Exposed
from rules.fubar.tables import COVERS, Board, Cover, FubarRulings, FubarTables, UnitAction, VehicleArmour
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Facts, validate
from rules.kernel.request import Request
from rules.kernel.text import N_, Term, Text, ask_note
from rules.kit.moving import MoveRule

VEHICLE_MOVE = 12
VEHICLE_IN_COVER = 6
CRUSHING: tuple[VehicleArmour, ...] = ("heavy", "very_heavy")
"""Hulls that can drive through moderate cover."""


class FubarMovementFacts(Facts):
    """Facts of a move: the action; for a vehicle its armour, and the cover in its path."""

    action: UnitAction = Field(title=N_("Action"))
    vehicle: VehicleArmour | None = Field(default=None, title=N_("Vehicle's armour"))
    cover: Cover = Field(default="none", title=N_("Cover on its way"))


class FubarMovement(MoveRule[FubarMovementFacts, FubarTables, FubarRulings]):
    """The distance of a move; a vehicle is slower in cover and cannot enter hard cover (Vehicles)."""

    key = "movement"

    def plan(self) -> None:
        action, armour, cover = self.facts.action, self.facts.vehicle, self.facts.cover
        inches = self.book.tables.moves[action]
        if armour is None or not inches:
            self.why = (Line(action_name(action), inches, "Activation", "inches"),)
            return
        if cover == "hard":
            raise RuleError(Text("No vehicle enters hard cover."), "Vehicles")
        if cover == "moderate" and armour not in CRUSHING:
            raise RuleError(Text("Only medium and heavy tanks may enter moderate cover."), "Vehicles")
        self.why = (Line(Text("vehicle in the open"), VEHICLE_MOVE, "Vehicles", "inches"),)
        if cover != "none":
            through = Text("through {cover} cover", cover=Term(cover))
            self.why += (Line(through, VEHICLE_IN_COVER - VEHICLE_MOVE, "Vehicles", "inches"),)
        if cover == "moderate":
            self.advice = Text("It cannot fire.")


# The actions that a unit or a vehicle can choose.

ACTIONS = tuple(Choice(code, Text(name), Text(name)) for code, name in ACTION_NAMES.items())


def driven_actions(unit: Unit) -> tuple[str, ...]:
    """Return the actions that a vehicle can choose (Vehicles)."""
    if unit.has("immobilised"):
        return "on_guard", "aimed_fire"
    crushes = ("run",) if profile(unit).hull in CRUSHING else ()
    return "walk", *crushes, "on_guard", "aimed_fire", "assault"


_CALLED = {
    "walk": N_("Drive"),
    "run": N_("Drive through moderate cover"),
    "assault": N_("Ram"),
}


def own_actions(board: Board, unit: Unit) -> Sequence[Choice]:
    """Return the actions of a unit as choices; those of a vehicle have names of their own."""
    if not board_facts.is_vehicle(unit):
        return ACTIONS
    names = {
        action: Text(_CALLED[action]) if action in _CALLED else action_name(action) for action in driven_actions(unit)
    }
    return tuple(Choice(action, name, name) for action, name in names.items())


def _move_actions(board: Board, unit: Unit) -> Sequence[Choice]:
    """Return the actions for a move; for a vehicle, the terrain decides about moderate cover."""
    actions = own_actions(board, unit)
    return [way for way in actions if way.code != "run"] if board_facts.is_vehicle(unit) else actions


_PLACES: tuple[str, ...] = COVERS


class MoveUnit(Exposed):
    """`/move`: a move by the action of this activation, or by the named one."""

    key, title, doing, actions, own_actions = "move", Text("Move"), Text("move"), ACTIONS, _move_actions
    terrain = tuple(
        Choice(cover, Text("Through {cover} cover", cover=Term(cover))) for cover in COVERS if cover != "none"
    )

    action: str
    """The action of the move, set by `checks`."""
    cover: str
    """The worst cover in its path."""

    def checks(self) -> None:
        self._read_way()
        unit, action = self.unit, self.action
        if board_facts.is_vehicle(unit):
            self._movement()  # raises RuleError in cover that its hull cannot enter
        if action == "assault" and self.request.target:
            self.must_be_able(self.target, Text("be assaulted"))
            require_enemies(unit, self.target)
            board_facts.require_figures(self.target, board_facts.JUMPS if board_facts.is_vehicle(unit) else IS_FIRED_AT)
            board_facts.require_outside(self.target)
        self.warn(*move_objections(unit, action), *board_facts.crewless_texts(unit))
        if board_facts.is_vehicle(unit) and self.cover == "moderate" and unit.has("fired") and action not in STANDS:
            fired = N_("{unit} has fired: a tank in moderate cover moves or fires, not both (Vehicles).")
            self.warn(Text(fired, unit=unit.ref))

    def _read_way(self) -> None:
        """Find the action and the cover; raise RuleError if it cannot move, or if no action is named."""
        unit = self.unit
        board_facts.require_mobile(unit)
        if unit.has("engaged_with"):
            fights = Text("{unit} is in close combat: break off with `/act withdraw`.", unit=unit.ref)
            raise RuleError(fights, "Close Combat")
        if unit.has("aboard"):
            rides = Text("{unit} is inside a vehicle: get out with `/act leave`.", unit=unit.ref)
            raise RuleError(rides, "Vehicles")
        going_on = unit.word("action") or ("walk" if board_facts.is_vehicle(unit) else None)
        action = self.request.action or ("walk" if going_on in STANDS else going_on)
        if action is None:
            which = Text("Which action is this move of {unit}? Name one, such as walk or run.", unit=unit.ref)
            raise RuleError(which, "Activation")
        board_facts.check_vehicle_action(unit, action)
        # Activated to drive through moderate cover, it has that in its path, named or not.
        crushes = action == "run" == unit.word("action") and unit.has("activated") and "run" in driven_actions(unit)
        self.cover = max(self.request.terrain, key=_PLACES.index, default="moderate" if crushes else "none")
        # Only moderate cover costs a vehicle its shot.
        drives = board_facts.is_vehicle(unit) and action == "run" and self.cover != "moderate" and not crushes
        self.action = "walk" if drives else action

    @property
    def facts(self) -> dict[str, object]:
        return {"action": self.action, "vehicle": profile(self.unit).hull, "cover": self.cover}

    def rolls(self) -> Iterable[Planned]:
        yield FubarMovement.plan_roll(self.facts, unit=self.unit)

    def inches(self) -> int | None:
        """Return the distance; None for On Guard, a move on the spot that has an effect."""
        self._read_way()
        if self.action == "on_guard":
            return None
        return self._movement().inches

    def _movement(self) -> FubarMovement:
        return FubarMovement(validate(FubarMovementFacts, self.facts), self.board.book)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        unit, action = now.unit(self.unit.id), self.action
        yield from mark(unit, action=action)
        if played[0].outcome.inches:
            yield from (*clear_states(now, unit, "move"), *mark(unit, moved=1))
            if board_facts.is_vehicle(unit) and self.cover == "moderate":
                yield from mark(unit, action="run")
        if action == "on_guard":
            yield from mark(unit, on_guard=1)
        if action == "assault" and self.request.target:
            yield from mark(unit, charging_at=self.request.target[0])

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        """Yield the next steps of a charge, once those On Guard have reacted or declined."""
        if self.action != "assault":
            return
        if not board_facts.is_vehicle(self.unit):
            up = N_("Unengaged enemies within {inches}″ of an assaulting figure may then move up into contact.")
            yield Text(up, inches=MOVE_UP)
        if not self.request.target:
            return
        unit, enemy = (self.unit.id,), self.target
        if board_facts.is_vehicle(self.unit):
            said, label = N_("After the reactions: ram {enemy}."), Text("Ram {enemy}", enemy=enemy.ref)
            yield ask_note(Text(said, enemy=enemy.ref), label, Request("act", unit, (enemy.id,), action="ram"))
        else:
            said, label = N_("After the reactions: strike {enemy}."), Text("Strike {enemy}", enemy=enemy.ref)
            yield ask_note(Text(said, enemy=enemy.ref), label, Request("assault", unit, (enemy.id,)))

    def headline(self) -> Text:
        unit, action = self.unit, self.action
        if not board_facts.is_vehicle(unit) or action in STANDS:
            return Text("{unit}: {action}", unit=unit.ref, action=action_name(action))
        if action == "assault":
            return Text("{unit}: ram", unit=unit.ref)
        return Text("{unit}: drive", unit=unit.ref)
