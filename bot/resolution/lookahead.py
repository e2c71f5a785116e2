"""Which throws are sure to follow the one that is asked for, so that one form can ask for all of them."""

from __future__ import annotations

from typing import Any

from bot.dice.bot_dice import BotDice
from bot.game.questions import DiceQuestion, ThrowAsked, Thrown
from bot.resolution.attempt import Attempt, QuestionRaised
from bot.resolution.execution import play_out
from rules.command.system import Board, ResolvedCommand
from rules.kernel.dice import Throw
from rules.kernel.table import Faces

MOST_AHEAD = 24
"""So many throws after the one that is asked for go into the same form; looking further ahead takes too long."""


class _BotThrows(Exception):
    """The bot would throw here: nothing beyond is known."""


def known_ahead(board: Board, command: ResolvedCommand, asked: DiceQuestion, attempt: Attempt) -> list[ThrowAsked]:
    """Further throws of the same side whose size does not depend on the one that is asked for.

    Found by playing on with the lowest faces there are, and with the highest: what is asked for both times is sure.
    """
    found: list[ThrowAsked] = []
    low = high = attempt
    throw = asked.throw
    while len(found) < MOST_AHEAD:
        low, high = _with_faces(low, throw, 1), _with_faces(high, throw, throw.sides)
        first, second = _asked_next(board, command, low), _asked_next(board, command, high)
        if first is None or second is None or not first.side == second.side == asked.side:
            break
        if (first.throw, first.unit) != (second.throw, second.unit):
            break
        throw = first.throw
        found.append(throw)
    return found


def _with_faces(attempt: Attempt, throw: ThrowAsked, face: int) -> Attempt:
    thrown = Thrown(
        key=throw.key,
        label=throw.label,
        sides=throw.sides,
        faces=(face,) * throw.count,
        source="physical",
        nth=throw.nth,
    )
    return attempt.but(thrown=(*attempt.thrown, thrown))


def _asked_next(board: Board, command: ResolvedCommand, attempt: Attempt) -> DiceQuestion | None:
    def nothing(throw: Throw[Any], count: int) -> Faces:
        raise _BotThrows

    try:
        play_out(board, command, attempt, BotDice(nothing))
    except QuestionRaised as raised:
        return raised.question if isinstance(raised.question, DiceQuestion) else None
    except _BotThrows:
        return None
    return None
