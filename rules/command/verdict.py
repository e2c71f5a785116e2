"""Verdicts about a game: the side that leads, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rules.kernel.text import Joined, Text

if TYPE_CHECKING:
    from rules.command.system import Board


class Verdict(NamedTuple):
    """The leading side, the reason, and True if the game is over by the victory rule of the system."""

    leader: str | None
    reason: Text
    over: bool


def sole_leader(counts: Mapping[str, int]) -> str | None:
    """Return the side with the most; None while several have it."""
    leaders = [side for side, count in counts.items() if count == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def most_points(board: Board, over: bool = False) -> Verdict:
    """Return the verdict by points: the side with the most leads; None while several have it."""
    scores = board.game.scores
    shown = Joined([Text("{side} {n}", side=side, n=points) for side, points in scores.items()], ", ")
    reason = Text("Points: {shown}.", shown=shown or Text("no side has points"))
    return Verdict(sole_leader(scores), reason, over)
