"""The buttons under a question: its options, a pad for one die, the bot's dice, and the ways out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import Refusal
from bot.game.questions import (
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.resolution.attempt import Resolve
from bot.resolution.checks import all_here, players_asked
from bot.resolution.execution import command_of
from bot.resolution.result import OpenQuestion
from cogs.components.controls import Control, InMenu, Items, Menu, OfQuestion, Option
from cogs.components.play.control_row import end_buttons
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.command.system import Instead
from rules.kernel.errors import RulesError
from rules.kernel.text import Heading

# What its controls are about; what their clicks do stands in `question_clicks.py`.


@dataclass(frozen=True)
class Pick(OfQuestion, what="pick"):
    """An option by its place."""

    nth: int


class PickFromMenu(OfQuestion, what="menu"):
    """A menu of the options by their places."""


@dataclass(frozen=True)
class Face(OfQuestion, what="face"):
    """A face of the only die that is asked for."""

    face: str


class FaceMenu(InMenu, OfQuestion, what="face"):
    """The faces of the only die that is asked for, where they are too many for buttons."""


class EnterDice(OfQuestion, what="dice"):
    """Opens the form for dice."""


@dataclass(frozen=True)
class FillIn(OfQuestion, what="facts"):
    """Opens the form for missing facts: of the options that a refusal was about, else of all."""

    wrong: tuple[str, ...] = ()


class Roll(OfQuestion, what="roll"):
    """Leaves the dice to the bot."""


class Anyway(OfQuestion, what="anyway"):
    """Goes on from what is objected to."""


class ByTheRules(OfQuestion, what="lawful"):
    """Does first what the rules have before a command that is warned of."""


class Drop(OfQuestion, what="drop"):
    """Takes the command back that waits."""


class Agree(OfQuestion, what="agree"):
    """Agrees to what others want."""


class Refuse(OfQuestion, what="refuse"):
    """Refuses what others want."""


class Show(OfQuestion, what="show"):
    """Shows the question once more, to everybody."""


class Answer(OfQuestion, what="answer"):
    """Shows the question to one of those who may answer it."""


# One die off the table: a button for each of its faces.

MOST_FACES = 6
"""Faces that are buttons; those of a larger die are lines of a menu."""


def dice_pad(words: Reader, asked: OpenQuestion, question: DiceQuestion) -> Items:
    """The faces of the only die that is asked for; none for several, or for a die with too many faces."""
    throw = question.throw
    if len(question.throws) > 1 or throw.count != 1 or throw.sides > limits.CHOICES:
        return ()
    at, faces = (asked.row.id, asked.row.step), [str(face) for face in range(1, throw.sides + 1)]
    if throw.sides > MOST_FACES:
        return (FaceMenu(*at).menu([Option(face, face) for face in faces], words.say("The die shows …")),)
    return tuple(Face(*at, face).button(face, "main") for face in faces)


# The buttons of each kind of question.

MOST_BUTTONS = 5
"""How many options are buttons; more become a menu."""
MOST_ANSWERS = 2
"""Questions that can be answered from a board or a status; `/waiting` has the others."""


def question_buttons(words: Reader, asked: OpenQuestion) -> Items:
    """What a question can be answered with."""
    at = (asked.row.id, asked.row.step)
    match asked.question:
        case DiceQuestion() as question:
            return (
                *dice_pad(words, asked, question),
                EnterDice(*at).button(words.say("Enter dice"), "main"),
                Roll(*at).button(words.say("Bot throws"), "main"),
                drop_button(words, asked),
            )
        case DecisionQuestion():
            return (*_options(words, asked, asked.question), drop_button(words, asked))
        case ConsentQuestion():
            return Agree(*at).button(words.say("Agree"), "yes"), Refuse(*at).button(words.say("No"))
        case WarningQuestion(takes_back=True) as question:
            return Anyway(*at).button(words.plain(question.act), "risky"), Drop(*at).button(words.say("Keep"))
        case ObjectionQuestion() | WarningQuestion() as question:
            return (
                *_end(words, asked),
                *_instead(words, asked),
                Anyway(*at).button(_anyway(words, question), "risky"),
                drop_button(words, asked),
            )
        case FactsQuestion():
            return (FillIn(*at).button(words.say("Fill in"), "main"),)


def _end(words: Reader, asked: OpenQuestion) -> tuple[Control, ...]:
    """Ends a game that is over by its rules, where a further turn is warned of."""
    further = asked.row.command.get("request", {}).get("command") == "turn next"
    return end_buttons(words, asked.live.board, asked.live.info.id) if further else ()


def _instead(words: Reader, asked: OpenQuestion) -> tuple[Control, ...]:
    """The way by the rules to what is warned of, where a system knows one."""
    found = instead_of(asked)
    at = (asked.row.id, asked.row.step)
    return (ByTheRules(*at).button(words.plain.at(asked.live.board)(found.label), "main"),) if found else ()


def instead_of(asked: OpenQuestion) -> Instead | None:
    """What a command that waits for an "anyway" is done by in accordance with the rules, as the game stands now."""
    command = asked.attempt().command
    if not isinstance(command, Resolve):
        return None
    try:
        all_here(asked.live.board, command.request)
        return command_of(asked.live.system, command.request).ordered(asked.live.board, command.request).instead
    except (RulesError, Refusal):
        return None


def _anyway(words: Reader, question: ObjectionQuestion | WarningQuestion) -> str:
    """What a click does; just that where nothing is left to object to."""
    if not question.act:
        return words.say("Anyway")
    plain = words.plain
    return plain.say("{act} anyway", act=question.act) if question.warnings else plain(question.act)


def drop_button(words: Reader, asked: OpenQuestion) -> Control:
    return Drop(asked.row.id, asked.row.step).button(words.say("Cancel"))


def show_button(words: Reader, asked: OpenQuestion, number: int | None = None) -> Control:
    """Shows a question again whose message is gone or far up; `number` is its place among several."""
    label = words.say("Show the question") if number is None else words.say("Show {number}", number=number)
    return Show(asked.row.id, asked.row.step).button(label, "main")


def answer_buttons(words: Reader, asked: Sequence[OpenQuestion]) -> tuple[Control, ...]:
    """A button for each of the oldest questions, which shows it to whoever may answer it."""
    return tuple(
        Answer(one.row.id, one.row.step).button(
            words.plain.say("{players}: answer", players=players_asked(one.live, one.row)), "main"
        )
        for one in asked[:MOST_ANSWERS]
    )


def _options(words: Reader, asked: OpenQuestion, question: DecisionQuestion) -> Items:
    """A button for each option, or a menu where there are many."""
    at, plain = (asked.row.id, asked.row.step), words.plain.at(asked.live.board)
    labels = [plain(Heading(offer.label)) for offer in question.offers]
    if len(labels) > MOST_BUTTONS:
        return (Menu(PickFromMenu(*at).id, labels, words.say("Choose")),)
    short = [plain(Heading(offer.briefly)) for offer in question.offers]
    if len(set(short)) == len(short) and all(offer.prospects for offer in question.offers):
        labels = short  # the text has all of it beside what it comes to
    return tuple(Pick(*at, nth).button(label, "main") for nth, label in enumerate(labels))
