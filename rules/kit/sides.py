"""The sides take turns, a side at a time and in phases: a turn order as a value.

A system makes one `SideTurns` and writes its orders with it. What its page says of a turn's end stays with the system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.command.system import Board
from rules.command.turns import burned_down, next_side
from rules.game.events import Event, PointsScored, TurnAdvanced


@dataclass(frozen=True)
class SideTurns:
    """The phases of a side's turn after the first one, which has no name, and the section of the page that says so.

    In the phase `answering` the other sides have the go, one after the other, and the tally `kept_by` keeps whose turn
    it is. Games of before have no such tally: there the go stays with the side whose turn it is.
    """

    phases: tuple[str, ...]
    answering: str
    section: str
    kept_by: str

    def whose(self, board: Board) -> str | None:
        """Return the side whose turn it is; None before one has begun."""
        return self._kept(board) or board.game.holder

    def _kept(self, board: Board) -> str | None:
        return next((side for side in board.game.sides if board.game.tally(self.kept_by, side)), None)

    def is_first(self, board: Board) -> bool:
        """True in the phase that a turn begins with."""
        return board.game.holder is not None and board.game.phase is None

    def is_answered(self, board: Board) -> bool:
        return board.game.phase == self.answering

    def is_last(self, board: Board) -> bool:
        return board.game.phase == self.phases[-1]

    def is_of_before(self, board: Board) -> bool:
        """True while a game of before is answered, in which any side may end a phase."""
        return self.is_answered(board) and self._kept(board) is None

    def has_go(self, board: Board, side: str) -> bool:
        """True if this phase is that side's."""
        return self.is_of_before(board) or board.game.holder in (None, side)

    def answers(self, board: Board, side: str, whose: str) -> bool:
        """True if a side may answer what another one does in its turn, or anything while the turn is nobody's."""
        turn = self.whose(board)
        if turn is None:
            return side != whose
        return self.is_answered(board) and turn == whose and side in self.answerers(board)

    def answerers(self, board: Board) -> tuple[str, ...]:
        """Return the sides that answer in this turn and have not said that they are done, in the order of play."""
        game, side = board.game, self.whose(board)
        order = game.order or game.sides
        at = order.index(side) + 1 if side in order else 0
        found = [one for one in dict.fromkeys((*order[at:], *order[:at], *game.sides)) if one != side]
        if self.is_answered(board) and game.holder in found:
            found = found[found.index(game.holder) :]
        return () if side is None or self.is_last(board) else tuple(found)

    # Events that lead from phase to phase.

    def asks_for_answers(self, board: Board, sides: Sequence[str]) -> list[Event]:
        """Return the events by which the first of the sides has the go; without any the phase after follows at once."""
        whose = self.whose(board)
        if whose is None or not sides:
            return [self._goes_on(board, whose, self.phases[-1])]
        kept = PointsScored(side=whose, points=1, tally=self.kept_by)
        return [kept, self._goes_on(board, sides[0], self.answering)]

    def answered(self, board: Board, sides: Sequence[str]) -> list[Event]:
        """Return the events by which the next of the sides has the go; without any that whose turn it is goes on."""
        if sides:
            return [self._goes_on(board, sides[0], self.answering)]
        return [*self.let_go(board), self._goes_on(board, self.whose(board), self.phases[-1])]

    def let_go(self, board: Board) -> list[Event]:
        """Return the events by which whose turn it is need not be kept: that side has the go again, or it is over."""
        side, tally = self._kept(board), self.kept_by
        return [PointsScored(side=side, points=-board.game.tally(tally, side), tally=tally)] if side else []

    def _goes_on(self, board: Board, holder: str | None, phase: str) -> TurnAdvanced:
        return TurnAdvanced(turn=board.game.turn, order=board.game.order, holder=holder, phase=phase)

    def over(self, board: Board) -> list[Event]:
        """Return the events by which the turn passes to the next side that is left; to nobody where it was nobody's."""
        game, side = board.game, self.whose(board)
        holder = next_side(game.order or game.sides, side, game.standing()) if side else None
        return [*burned_down(board), TurnAdvanced(turn=game.turn + 1, order=game.order, holder=holder)]
