"""Names and purposes of the rolls of Open Fire WW2, and the results of the steps of a play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.action import Played
from rules.kernel.dice import Roll
from rules.kernel.roll_kinds import ACTIVATION, LOOKED_UP, MORALE, TO_HIT, TO_KILL, UNWANTED, RollKinds
from rules.kernel.text import Text

ROLLS = RollKinds(
    {
        "*to_hit*": TO_HIT,
        "*to_kill*": TO_KILL,
        "*terror*": MORALE,
        "initiative*": ACTIVATION,
        "mines*": UNWANTED,
        "scatter_die*": LOOKED_UP,
        "inches*": LOOKED_UP,
        "objectives*": LOOKED_UP,
    }
)


class Called(NamedTuple):
    """The common fields of every roll: its key, its label, and its roller."""

    key: str
    label: Text
    by: str


def faces_of(played: Played, rolls: Iterable[Roll | None]) -> list[int]:
    """Return the faces of those rolls."""
    keys = {roll.key for roll in rolls if roll}
    return [face for step in played.steps if step.throw.key in keys for face in step.faces]


def got_of(played: Played, roll: Roll | None, sure: Any = 0) -> Any:
    """Return the result of a roll; `sure` if there is no such roll, 0 if it was not made."""
    if roll is None:
        return sure
    return next((step.got for step in played.steps if step.throw.key == roll.key), 0)
