"""One die off the table: a button for each of its faces."""

from __future__ import annotations

from bot.game.questions import DiceQuestion
from bot.resolution.open_question import OpenQuestion
from cogs.components.controls import Control, button

MOST_FACES = 12


def dice_pad(asked: OpenQuestion, question: DiceQuestion) -> tuple[Control, ...]:
    """The faces of the only die that is asked for; none for several, or for a die with too many faces."""
    throw = question.throw
    if len(question.throws) > 1 or throw.count != 1 or throw.sides > MOST_FACES:
        return ()
    at = (asked.row.id, asked.row.step)
    return tuple(button("face", *at, face, label=str(face), style="main") for face in range(1, throw.sides + 1))
