"""What the defender was not asked, because nobody named the cover that it could fall back to (Fall back)."""

from __future__ import annotations

from rules.opreb.bangs import held
from rules.opreb.position import cover_now
from rules.opreb.shot import Fire, FireOutcome
from rules.request import ASK_ME, Choice, Request
from rules.system import Board
from rules.text import Note, Text, asks
from rules.unit import Unit

NOTHING_NEAR = Choice("nothing_near", Text("No cover near to fall back to"))


def unasked(board: Board, facts: Fire, outcome: FireOutcome, target: Unit) -> list[Note]:
    """A line for damage whose answer hangs on cover that nobody has spoken of, and how to put it right."""
    cover = cover_now(facts.target, facts.flanked)
    if not outcome.damage or facts.nearest_cover or cover == "hard" or held(facts.target.pinned, board.book):
        return []
    if cover == "light":
        said = Text(
            "No hard cover was named, so {unit} was not asked whether it falls back. Is there any? "
            "`/amend situation:nearest_hard=DISTANCE`.",
            unit=target.ref,
        )
    else:
        said = Text(
            "No cover was named for {unit} to fall back to. Is there any? `/amend situation:nearest_light=DISTANCE` or "
            "`nearest_hard=DISTANCE`.",
            unit=target.ref,
        )
    return [asks(said, Text("Nearest cover …"), Request("amend", situation=(ASK_ME,)))]
