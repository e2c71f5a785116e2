"""Applying an answer to the command that waits for it, and the rolls that can be asked for in advance."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bot.dice.bot_dice import BotDice
from bot.dice.parsing import MISSED, parse_rolls
from bot.errors import Refusal
from bot.game.people import Person
from bot.game.questions import (
    PRIVATE,
    AnsweredRoll,
    DecisionQuestion,
    DiceQuestion,
    ObjectionQuestion,
    Question,
    RequestedRoll,
    WarningQuestion,
)
from bot.resolution.checks import add_confirmation
from bot.resolution.execution import command_of, play_out
from bot.resolution.pending_command import PendingCommand, QuestionRaised
from bot.resolution.result import OpenQuestion
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.kernel.dice import Roll
from rules.kernel.table import Faces
from rules.kernel.text import Joined, Text, inches_text

# The rolls that are certain to follow the requested one, so that one form can ask for all of them.

MOST_AHEAD = 24
"""Maximum further rolls in one form; finding more takes too long."""


class _BotRollNeeded(Exception):
    """Raised where the bot would roll: no roll beyond it is known."""


def certain_rolls(
    board: Board, command: CommandPlan, asked: DiceQuestion, attempt: PendingCommand
) -> list[RequestedRoll]:
    """Return further rolls of the same side whose size does not depend on the requested one.

    They are found by playing on once with the lowest and once with the highest faces: rolls requested both times are
    certain.
    """
    found: list[RequestedRoll] = []
    low = high = attempt
    roll = asked.throw
    while len(found) < MOST_AHEAD:
        low, high = _with_faces(low, roll, 1), _with_faces(high, roll, roll.sides)
        first, second = _next_question(board, command, low), _next_question(board, command, high)
        if first is None or second is None or not first.side == second.side == asked.side:
            break
        if (first.throw, first.unit) != (second.throw, second.unit):
            break
        roll = first.throw
        found.append(roll)
    return found


def _with_faces(attempt: PendingCommand, roll: RequestedRoll, face: int) -> PendingCommand:
    rolled = AnsweredRoll(
        key=roll.key,
        label=roll.label,
        sides=roll.sides,
        faces=(face,) * roll.count,
        source="physical",
        nth=roll.nth,
    )
    return attempt.with_changes(thrown=(*attempt.thrown, rolled))


def _next_question(board: Board, command: CommandPlan, attempt: PendingCommand) -> DiceQuestion | None:
    def nothing(roll: Roll[Any], count: int) -> Faces:
        raise _BotRollNeeded

    try:
        play_out(board, command, attempt, BotDice(nothing))
    except QuestionRaised as raised:
        return raised.question if isinstance(raised.question, DiceQuestion) else None
    except _BotRollNeeded:
        return None
    return None


def full_question(board: Board, command: CommandPlan, raised: QuestionRaised) -> Question:
    """Return the question that stops a command, with the command's title and the certain further rolls."""
    question = titled_question(board, command, raised)
    if not isinstance(question, DiceQuestion):
        return question
    ahead = certain_rolls(board, command, question, raised.attempt)
    return question.model_copy(update={"ahead": tuple(ahead)})


def titled_question(board: Board, command: CommandPlan, raised: QuestionRaised) -> Question:
    """Return the question that stops a command, with the command's title."""
    question, request = raised.question, raised.attempt.request
    if not isinstance(question, DiceQuestion | DecisionQuestion):
        return question
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    bands = board.system.bands(board, unit) if unit is not None and request.command == "fire" else ()

    def distance_text(distance: Decimal) -> Text:
        return next((band.label for band in bands if band.inches == distance), inches_text(distance))

    details = request.details(command_of(board.system, request).lengths, distance_text)
    about = Joined((command.title, details), "")
    return question.model_copy(update={"about": about})


# The waiting command with one more answer.


def require_issuer(asked: OpenQuestion, who: Person) -> None:
    """Raise Refusal for a private question unless the person issued the command."""
    if asked.row.kind in PRIVATE and asked.row.asked_by != who.id:
        raise Refusal(Text("This question is not for you."))


def apply_answer(
    asked: OpenQuestion, who: Person, faces: str | None = None, choice: str | None = None, missed: str = MISSED
) -> PendingCommand:
    """Return the waiting command with one more answer: faces (None or "roll" for the bot's), or a choice."""
    attempt = asked.pending_command()
    match asked.question:
        case DecisionQuestion() as question:
            return attempt.with_choice(question.name, choice or question.default)
        case WarningQuestion() | ObjectionQuestion() as question:
            return add_confirmation(attempt, question)
        case DiceQuestion() as question:
            player, side = asked.live.game.players.get(who.id), question.side
            if side is not None and player is not None and player.side != side:
                note = Text("{throw}: {who} rolled for {side}.", throw=question.throw.label, who=who.name, side=side)
                attempt = attempt.with_changes(notes=(*attempt.notes, note))
            if faces is None or faces == "roll":
                own = (question.side, "bot") if question.side else None
                return attempt.with_changes(own=own, otherwise="bot")
            return attempt.with_changes(thrown=(*attempt.thrown, *parse_rolls(question, faces, missed)))
        case _:
            return attempt
