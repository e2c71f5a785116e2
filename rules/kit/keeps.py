"""A turn order as a value: the side with the initiative activates units for as long as they obey.

A system makes one `KeepsInitiative`, which its orders ask for the active side. The roll of a unit is the system's
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.command.order import Order
from rules.command.system import Board
from rules.command.turns import (
    first_waiting_side,
    mark_passed,
    must_have_taker,
    next_side,
    not_rolled_warnings,
    turn_over_note,
    waiting_units,
)
from rules.game.events import Event, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played, Rulings, Tables
from rules.kernel.errors import RuleError
from rules.kernel.text import Text, ask_note, counted


@dataclass(frozen=True)
class KeepsInitiative:
    """Initiative kept by success: the section of the rules, and the state of units that have tried in this turn."""

    section: str
    tried: str

    def untried_units(self, board: Board, side: str | None = None) -> list[Unit]:
        """Return the living units, of one side or of all, that have not tried this turn."""
        return waiting_units(board, side, done=self.tried)

    def first_side_event(self, board: Board, order: tuple[str, ...]) -> TurnAdvanced:
        """Return the event that gives the initiative to the first side in the order with units to try."""
        return TurnAdvanced(turn=board.game.turn, order=order, holder=first_waiting_side(board, order, self.tried))

    def out_of_go(self, board: Board, unit: Unit) -> list[Text]:
        """Return the warnings for a unit that tries while its side does not have the initiative."""
        holder, found = board.game.holder, not_rolled_warnings(board, unit, self.section)
        if holder and holder != unit.side:
            values = {"holder": holder, "side": unit.side, "section": self.section}
            found.append(Text("{holder} has the initiative, not {side} ({section}).", **values))
        return found

    def pass_initiative(self, board: Board, side: str, keeps: bool) -> list[Event]:
        """Return the events after a side has tried; after a success it `keeps` the initiative.

        It needs units left to try. A try out of turn does not pass the initiative on.
        """
        game = board.game
        if not game.order:
            return []
        able = {unit.side for unit in self.untried_units(board)}
        out_of_turn = game.holder is not None and game.holder != side
        stays = game.holder if out_of_turn else side
        if not ((keeps or out_of_turn) and stays in able):
            stays = next_side(game.order, stays, able)
        return [TurnAdvanced(turn=game.turn, order=game.order, holder=stays)]

    def settle(self, board: Board) -> list[Event]:
        """Return the events that skip a side without units left to try."""
        game, able = board.game, {unit.side for unit in self.untried_units(board)}
        if not game.order or game.holder in able:
            return []
        holder = next_side(game.order, game.holder, able)
        if holder == game.holder:
            return []
        return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder)]

    def go_note(self, board: Board, after: Unit | None = None) -> list[Text]:
        """Return the sentence about the side with the initiative; nothing before the roll for it.

        The turn of another side, or the next turn, comes `after` the orders of the unit activated last.
        """
        holder = board.game.holder
        if not board.game.order:
            return []
        if holder is None:
            over = Text("Every unit has acted.")
            return [ask_note(Text("Then the turn is over."))] if after else [turn_over_note(board, over)]
        units = counted(len(self.untried_units(board, holder)), "unit", "units")
        if after is not None and after.side != holder:
            return [ask_note(Text("Then it is {side}'s turn, {units} left.", side=holder, units=units))]
        return [ask_note(Text("{side}'s turn, {units} left.", side=holder, units=units))]

    def initiative_notes(self, before: Board, board: Board) -> list[Text]:
        """Return the sentence about the side with the initiative, if an entry passed it on."""
        return self.go_note(board) if board.game.holder != before.game.holder else []


class PassInitiative(Order[Tables, Rulings]):
    """`/turn end`: a side passes the initiative without a try; `turns` is the value of its system."""

    key, title, needs = "turn end", Text("Pass the initiative"), ()
    turns: ClassVar[KeepsInitiative]

    def checks(self) -> None:
        game, side, section = self.board.game, self.request.side, self.turns.section
        if not game.order:
            raise RuleError(Text("Roll for initiative first: `/initiative`."), section)
        if game.holder is None:
            raise RuleError(Text("No side has the initiative yet."), section)
        if side and game.holder != side:
            other = Text("{holder} has the initiative, not {side}.", holder=game.holder, side=side)
            raise RuleError(other, section)
        must_have_taker(game.holder, self.turns.untried_units(self.board), section)

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        side = self.board.game.holder or ""
        return [*mark_passed(now, side), *self.turns.pass_initiative(now, side, keeps=False)]

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        return self.turns.go_note(now)

    def headline(self) -> Text:
        return Text("{side} passes the initiative", side=self.board.game.holder or "")
