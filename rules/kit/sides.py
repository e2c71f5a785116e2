"""A turn order as a value: the sides take turns, each with phases.

A system makes one `SideTurns` and writes its orders with it. The rules for a turn's end are the system's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.command.system import Board
from rules.command.turns import count_down_objects, next_side
from rules.game.events import Event, PointsScored, TurnAdvanced


@dataclass(frozen=True)
class SideTurns:
    """Turns of sides: the phases of a turn after the first one, which has no name, and the section of the rules.

    In the phase `answering` the other sides act, one after the other, and the tally `kept_by` records the side whose
    turn it is. Older games have no such tally: there the side whose turn it is remains the active one.
    """

    phases: tuple[str, ...]
    answering: str
    section: str
    kept_by: str

    def current_side(self, board: Board) -> str | None:
        """Return the side whose turn it is; None before the first turn."""
        return self._keeping_side(board) or board.game.holder

    def _keeping_side(self, board: Board) -> str | None:
        kept = board.game.tallies.get(self.kept_by)
        return next((side for side in board.game.sides if kept.get(side)), None) if kept else None

    def is_first(self, board: Board) -> bool:
        """True in the first phase of a turn."""
        return board.game.holder is not None and board.game.phase is None

    def is_answered(self, board: Board) -> bool:
        return board.game.phase == self.answering

    def is_last(self, board: Board) -> bool:
        return board.game.phase == self.phases[-1]

    def is_older_game(self, board: Board) -> bool:
        """True in the answering phase of an older game, in which any side may end a phase."""
        return self.is_answered(board) and self._keeping_side(board) is None

    def has_go(self, board: Board, side: str) -> bool:
        """True if this phase belongs to that side."""
        return self.is_older_game(board) or board.game.holder in (None, side)

    def may_react(self, board: Board, side: str, whose: str) -> bool:
        """True if a side may react to another one in its turn, or to anything before the first turn."""
        turn = self.current_side(board)
        if turn is None:
            return side != whose
        return self.is_answered(board) and turn == whose and side in self.reacting_sides(board)

    def reacting_sides(self, board: Board) -> tuple[str, ...]:
        """Return the sides that may react in this turn and are not done yet, in the order of play."""
        game, side = board.game, self.current_side(board)
        order = game.order or game.sides
        at = order.index(side) + 1 if side in order else 0
        found = [one for one in dict.fromkeys((*order[at:], *order[:at], *game.sides)) if one != side]
        if self.is_answered(board) and game.holder in found:
            found = found[found.index(game.holder) :]
        return () if side is None or self.is_last(board) else tuple(found)

    # Events that lead from phase to phase.

    def start_reactions(self, board: Board, sides: Sequence[str]) -> list[Event]:
        """Return the events that make the first of the sides active; without any, the next phase follows."""
        whose = self.current_side(board)
        if whose is None or not sides:
            return [self._continue_turn(board, whose, self.phases[-1])]
        kept = PointsScored(side=whose, points=1, tally=self.kept_by)
        return [kept, self._continue_turn(board, sides[0], self.answering)]

    def pass_to_reactions(self, board: Board, sides: Sequence[str]) -> list[Event]:
        """Return the events that make the next of the sides active; without any, the turn continues."""
        if sides:
            return [self._continue_turn(board, sides[0], self.answering)]
        return [*self.let_go(board), self._continue_turn(board, self.current_side(board), self.phases[-1])]

    def let_go(self, board: Board) -> list[Event]:
        """Return the events that clear the record of the side whose turn it is."""
        side, tally = self._keeping_side(board), self.kept_by
        return [PointsScored(side=side, points=-board.game.tally(tally, side), tally=tally)] if side else []

    def _continue_turn(self, board: Board, holder: str | None, phase: str) -> TurnAdvanced:
        return TurnAdvanced(turn=board.game.turn, order=board.game.order, holder=holder, phase=phase)

    def end_turn_events(self, board: Board) -> list[Event]:
        """Return the events that pass the turn to the next side left; to none if it belonged to none."""
        game, side = board.game, self.current_side(board)
        holder = next_side(game.order or game.sides, side, game.living_sides()) if side else None
        return [*count_down_objects(board), TurnAdvanced(turn=game.turn + 1, order=game.order, holder=holder)]
