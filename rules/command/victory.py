"""The verdict about a game: its system's victory rule, with the units in reserve."""

from __future__ import annotations

from rules.command.system import Board, Verdict


def judge_victory(board: Board) -> Verdict:
    """Return the verdict by the system's victory rule; units in reserve count as if they were on the table."""
    if board.game.reserves:
        board = board._replace(game=board.game.with_reserves())
    return board.system.victory(board)
