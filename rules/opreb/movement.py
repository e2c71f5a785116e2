"""Moves, the tac-move, and getting into position (Infantry movement; Damage conversion)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import Field

from rules.command.effects import clear_states, mark
from rules.command.system import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Count, Facts
from rules.kernel.text import N_, Listed, Term, Text
from rules.kit.moving import MoveRule
from rules.opreb.fall_back import CONVERSION
from rules.opreb.pools import must_be_free
from rules.opreb.tables import Board, Move, Moves, OprebTables
from rules.opreb.turn import OprebUnitAction, plan_in_file
from rules.opreb.weapons import skilled, support_weapons

MOVEMENT = "Infantry movement"


class OprebMovementFacts(Facts):
    """Facts of a move."""

    action: Move = Field(title=N_("Move"))
    pinned: Count = Field(
        default=0, title=N_("Pinned markers"), description=N_("Count only under the ruling pin_effect.")
    )


class OprebMovement(MoveRule[OprebMovementFacts, OprebTables, Any]):
    """A standard move, or a tac-move before its skill test."""

    key = "movement"

    def plan(self) -> None:
        moves = self.book.tables.moves
        must_be_free(self.facts.pinned, self.book)
        if self.facts.action == "standard":
            self.why = (Line(Text("standard move"), moves.standard, MOVEMENT, "inches"),)
            return
        self.why = (Line(Text("tac-move before its skill test"), moves.tac_move, MOVEMENT, "inches"),)
        self.advice = Text("+1″ for each bang of a skill test, or {whiff}″ in all on a whiff.", whiff=moves.whiff)


# `/move`, `/act tac_move` and `/act position`.


def _ways(moves: Moves) -> tuple[Choice, Choice]:
    """Return the moves with their inches."""
    values = {"least": moves.tac_move, "whiff": moves.whiff}
    return (
        Choice("standard", Text("Standard move, {inches}″", inches=moves.standard), Text("Move")),
        Choice("tac_move", Text("Tac-move, {least}″ + 1″ per bang, {whiff}″ on a whiff", **values)),
    )


def _own_ways(board: Board, unit: Unit) -> Sequence[Choice]:
    return _ways(board.tables.moves)


class OprebMoveUnit(OprebUnitAction):
    """`/move`: a standard move, or a tac-move if one is named."""

    key, title, doing = "move", Text("Move"), Text("move")
    actions, own_actions = _ways(Moves(standard=5, tac_move=5, whiff=3)), _own_ways
    terrain = (Choice("open", Text("Open ground")), Choice("rough", Text("Rough ground: no slower")))

    def checks(self) -> None:
        must_be_free(self.unit.count("pinned"), self.board.book)
        super().checks()

    @property
    def is_tac_move(self) -> bool:
        return self.request.action == "tac_move"

    def rolls(self) -> Iterable[Planned]:
        unit = self.unit
        if self.is_tac_move:
            yield plan_in_file(self.board, "tac_move", skilled(unit), unit)
        else:
            yield OprebMovement.plan_roll({"action": "standard", "pinned": unit.count("pinned")}, unit=unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return (*clear_states(now, now.unit(self.unit.id), "move"), *super().after(now, played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if self.unit.has("in_position"):
            yield Text("{unit} is no longer in position.", unit=self.unit.ref)
        yield from super().notes(now, played)

    def headline(self) -> Text:
        if self.is_tac_move:
            return Text("{unit}: tac-move", unit=self.unit.ref)
        return Text("{unit}: move", unit=self.unit.ref)

    def inches(self) -> int | None:
        return None if self.is_tac_move else self.board.tables.moves.standard


class MakeTacMove(OprebMoveUnit):
    """`/act tac_move`, the same as `/move` with the action tac_move."""

    key, title, actions, own_actions, terrain = "tac_move", Text("Tac-move"), (), None, ()


class GetIntoPosition(OprebUnitAction):
    """`/act position`: the unit counts one tier better and its support weapons fire, until it moves."""

    key, title, doing = "position", Text("Get into position"), Text("get into position")

    def checks(self) -> None:
        if self.unit.has("in_position"):
            raise RuleError(Text("{unit} is in position already.", unit=self.unit.ref), CONVERSION)
        super().checks()

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return (*mark(now.unit(self.unit.id), in_position=1), *super().after(now, played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        rows = now.tables.weapons
        guns = [
            Text("{weapon} +{dice} dice", weapon=Term(one.name), dice=one.count * rows[one.name].dice)
            for one in support_weapons(now, self.unit)
        ]
        if not guns or self.unit.has("hidden"):
            yield Text("Until it moves it counts one tier better.")
        else:
            yield Text(
                "Until it moves it counts one tier better, and fires with {support_weapons}.",
                support_weapons=Listed(guns),
            )
        yield from super().notes(now, played)

    def headline(self) -> Text:
        return Text("{unit}: into position", unit=self.unit.ref)
