"""The buttons under a question: its options, a pad for one die, the bot's dice, and the ways out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.questions import (
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.resolution.result import OpenQuestion
from bot.resolution.unanswered import players_asked
from cogs.components.controls import Control, Items, Menu, button, id_of
from cogs.components.play.odds_clicks import packed
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.kernel.request import Request

# One die off the table: a button for each of its faces.

MOST_FACES = 12


def dice_pad(asked: OpenQuestion, question: DiceQuestion) -> tuple[Control, ...]:
    """The faces of the only die that is asked for; none for several, or for a die with too many faces."""
    throw = question.throw
    if len(question.throws) > 1 or throw.count != 1 or throw.sides > MOST_FACES:
        return ()
    at = (asked.row.id, asked.row.step)
    return tuple(button("face", *at, face, label=str(face), style="main") for face in range(1, throw.sides + 1))


# The buttons of each kind of question.

MOST_BUTTONS = 5
"""How many options are buttons; more become a menu."""
MOST_ANSWERS = 2
"""Questions that can be answered from a board or a status; `/waiting` has the others."""


def question_buttons(words: Reader, asked: OpenQuestion) -> Items:
    """What a question can be answered with."""
    match asked.question:
        case DiceQuestion() as question:
            enter = _button(asked, "dice", words.say("Enter dice"), "main")
            return (
                *dice_pad(asked, question),
                enter,
                _button(asked, "roll", words.say("Bot throws"), "main"),
                drop_button(words, asked),
            )
        case DecisionQuestion():
            return (*_options(words, asked, asked.question), drop_button(words, asked))
        case ConsentQuestion():
            return _button(asked, "agree", words.say("Agree"), "yes"), _button(asked, "refuse", words.say("No"))
        case ObjectionQuestion() | WarningQuestion() as question:
            return _button(asked, "anyway", _anyway(words, question), "risky"), drop_button(words, asked)
        case FactsQuestion():
            return (_button(asked, "facts", words.say("Fill in"), "main"),)


def _anyway(words: Reader, question: ObjectionQuestion | WarningQuestion) -> str:
    """What a click does; just that where nothing is left to object to."""
    if not question.act:
        return words.say("Anyway")
    plain = words.plain
    return plain.say("{act} anyway", act=question.act) if question.warnings else plain(question.act)


def drop_button(words: Reader, asked: OpenQuestion) -> Control:
    return _button(asked, "drop", words.say("Cancel"))


def show_button(words: Reader, asked: OpenQuestion, number: int | None = None) -> Control:
    """Shows a question again whose message is gone or far up; `number` is its place among several."""
    label = words.say("Show the question") if number is None else words.say("Show {number}", number=number)
    return _button(asked, "show", label, "main")


def answer_buttons(words: Reader, asked: Sequence[OpenQuestion]) -> tuple[Control, ...]:
    """A button for each of the oldest questions, which shows it to whoever may answer it."""
    return tuple(
        _button(one, "answer", words.plain.say("{players}: answer", players=players_asked(one.live, one.row)), "main")
        for one in asked[:MOST_ANSWERS]
    )


def go_button(words: Reader, request: Request) -> Control | None:
    """Carries out a command that was looked at; none for one that says more than an id can hold."""
    found = packed(request, limits.CUSTOM_ID - len(id_of("go", "")))
    return button("go", found, label=words.plain.say("Fire with these settings"), style="main") if found else None


def _button(asked: OpenQuestion, what: str, label: str, style: str = "plain") -> Control:
    return button(what, asked.row.id, asked.row.step, label=label, style=style)


def _options(words: Reader, asked: OpenQuestion, question: DecisionQuestion) -> Items:
    """A button for each option, or a menu where there are many."""
    row, plain = asked.row, words.plain.at(asked.live.board)
    labels = [plain(offer.label) for offer in question.offers]
    if len(labels) > MOST_BUTTONS:
        return (Menu(id_of("menu", row.id, row.step), labels, words.say("Choose")),)
    return tuple(button("pick", row.id, row.step, nth, label=label, style="main") for nth, label in enumerate(labels))
