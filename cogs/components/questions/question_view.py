"""The message of a question, with its buttons: its options, the faces of a single die, the bot's dice, and Cancel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Refusal
from bot.game.questions import (
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.resolution.checks import StillWaiting, require_present_units
from bot.resolution.execution import command_of
from bot.resolution.open_questions import players_asked
from bot.resolution.pending_command import Resolve
from bot.resolution.result import OpenQuestion
from cogs.components.controls import Control, Items, MenuId, MenuOption, QuestionId
from cogs.components.play.control_row import end_buttons
from cogs.components.play.next_controls import controls_height
from cogs.components.questions.facts_form import facts_form
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering import phone
from cogs.rendering.board import question_line
from cogs.rendering.question import question_reply
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.command.planned import Instead
from rules.kernel.errors import RulesError
from rules.kernel.facts import Choice
from rules.kernel.text import Heading

# Ids of the controls. The clicks are in `question_clicks.py`.


class PickOption(QuestionId, what="pick"):
    """A button for an option, by index."""

    nth: int


class OptionMenu(QuestionId, what="menu"):
    """A menu of the options, by index."""


class PickFace(QuestionId, what="face"):
    """A button for a face of the only die."""

    face: str


class FaceMenu(MenuId, QuestionId, what="face"):
    """A menu of the faces of the only die, if they are too many for buttons."""


class EnterDice(QuestionId, what="dice"):
    """A button that opens the form for dice."""


class EnterFacts(QuestionId, what="facts"):
    """A button that opens the form for missing facts, for the options in `wrong` or for all."""

    wrong: tuple[str, ...] = ()


class LetBotRoll(QuestionId, what="roll"):
    """A button that lets the bot roll."""


class ConfirmAnyway(QuestionId, what="anyway"):
    """A button that continues despite objections."""


class FollowRules(QuestionId, what="lawful"):
    """A button that first takes the step that the rules require before a command with a warning."""


class CancelCommand(QuestionId, what="drop"):
    """A button that cancels the waiting command."""


class AgreeToRequest(QuestionId, what="agree"):
    """A button that agrees to another player's request."""


class RefuseRequest(QuestionId, what="refuse"):
    """A button that refuses another player's request."""


class ShowQuestion(QuestionId, what="show"):
    """A button that shows the question again to the channel."""


class AnswerQuestion(QuestionId, what="answer"):
    """A button that shows the question to a player who may answer it."""


# The message.


def question_message(words: Reader, question: OpenQuestion) -> Reply:
    """Return a question with its buttons; missing facts open their form at once."""
    buttons = question_buttons(words, question)
    reply = question_reply(words, question, buttons, phone.MOST - controls_height(buttons))
    if isinstance(question.question, FactsQuestion) and not answers_of(question.question):
        return replace(reply, form=facts_form(words, question, question.question).modal())
    return reply


async def waiting_command_reply(ctx: Context, error: StillWaiting) -> Reply:
    """Return the question of the unit's waiting command, for the issuer of another one."""
    live, words = await ctx.game(), ctx.me
    first = OpenQuestion.of(live, error.row)
    refusal = refusal_reply(words, error)
    buttons = (show_button(words.plain, first), cancel_button(words.plain, first))
    text = f"{refusal.text}\n{question_line(words, first)}".strip()
    return replace(refusal, text=text, buttons=buttons, helper="")


# A single physical die: a button for each of its faces.

MOST_FACES = 6
"""Most faces shown as buttons; a larger die has a menu."""


def dice_pad(words: Reader, asked: OpenQuestion, question: DiceQuestion) -> Items:
    """Return controls for the faces of the only die; none for several dice, or for too many faces."""
    roll = question.throw
    if len(question.throws) > 1 or roll.count != 1 or roll.sides > limits.CHOICES:
        return ()
    at, faces = (asked.row.id, asked.row.step), [str(face) for face in range(1, roll.sides + 1)]
    if roll.sides > MOST_FACES:
        return (FaceMenu(*at).menu([MenuOption(face, face) for face in faces], words.say("The die shows …")),)
    return tuple(PickFace(*at, face).button(face, "main") for face in faces)


# The buttons of each kind of question.

MOST_BUTTONS = 5
"""Most options shown as buttons; more become a menu."""
MOST_ANSWERS = 2
"""Most questions that a board or a status has buttons for; `/waiting` lists the others."""


def question_buttons(words: Reader, asked: OpenQuestion) -> Items:
    """Return the controls that answer a question."""
    at = (asked.row.id, asked.row.step)
    match asked.question:
        case DiceQuestion() as question:
            return (
                *dice_pad(words, asked, question),
                EnterDice(*at).button(words.say("Enter dice"), "main"),
                LetBotRoll(*at).button(words.say("Bot rolls"), "main"),
                cancel_button(words, asked),
            )
        case DecisionQuestion():
            return (*_option_controls(words, asked, asked.question), cancel_button(words, asked))
        case ConsentQuestion():
            return AgreeToRequest(*at).button(words.say("Agree"), "yes"), RefuseRequest(*at).button(words.say("No"))
        case WarningQuestion() as question if question.changes:
            return ConfirmAnyway(*at).button(words.plain(question.act), "risky"), CancelCommand(*at).button(
                words.say("Keep")
            )
        case ObjectionQuestion() | WarningQuestion() as question:
            further = asked.row.command.get("request", {}).get("command") == "turn next"
            first, act, plain = required_step(asked), question.act, words.plain
            instead = plain.at(asked.live.board)(first.label) if first else ""
            confirm = plain(act) if act else words.say("Anyway")
            if act and question.warnings:
                confirm = plain.say("{act} anyway", act=act)
            return (
                *(end_buttons(words, asked.live.board, asked.live.info.id) if further else ()),
                *((FollowRules(*at).button(instead, "main"),) if first else ()),
                ConfirmAnyway(*at).button(confirm, "risky"),
                cancel_button(words, asked),
            )
        case FactsQuestion() as question:
            told, plain = answers_of(question), words.plain.at(asked.live.board)
            picks = (PickOption(*at, nth).button(plain(Heading(one.label)), "main") for nth, one in enumerate(told))
            return (*picks, EnterFacts(*at).button(words.say("Fill in"), "plain" if told else "main"))


def answers_of(question: FactsQuestion) -> Sequence[Choice]:
    """Return the choices of the only missing fact, if buttons can show them beside the form; else none."""
    only = question.asks[0] if len(question.asks) == 1 else None
    return only.choices if only and only.option == "situation" and len(only.choices) < MOST_BUTTONS else ()


def required_step(asked: OpenQuestion) -> Instead | None:
    """Return the step that the rules require in place of a waiting command, in the current game."""
    command = asked.pending_command().command
    if not isinstance(command, Resolve):
        return None
    try:
        require_present_units(asked.live.board, command.request)
        return command_of(asked.live.system, command.request).plan(asked.live.board, command.request).instead
    except (RulesError, Refusal):
        return None


def cancel_button(words: Reader, asked: OpenQuestion) -> Control:
    return CancelCommand(asked.row.id, asked.row.step).button(words.say("Cancel"))


def show_button(words: Reader, asked: OpenQuestion, number: int | None = None) -> Control:
    """Return the button that shows a question again; `number` is its position among several."""
    label = words.say("Show the question") if number is None else words.say("Show {number}", number=number)
    return ShowQuestion(asked.row.id, asked.row.step).button(label, "main")


def answer_buttons(words: Reader, asked: Sequence[OpenQuestion]) -> tuple[Control, ...]:
    """Return a button for each of the oldest questions, which shows it to a player who may answer it."""
    return tuple(
        AnswerQuestion(one.row.id, one.row.step).button(
            words.plain.say("{players}: answer", players=players_asked(one.live, one.row)), "main"
        )
        for one in asked[:MOST_ANSWERS]
    )


def _option_controls(words: Reader, asked: OpenQuestion, question: DecisionQuestion) -> Items:
    """Return a button for each option, or a menu if there are many."""
    at, plain = (asked.row.id, asked.row.step), words.plain.at(asked.live.board)
    labels = [plain(Heading(offer.label)) for offer in question.offers]
    if len(labels) > MOST_BUTTONS:
        options = [MenuOption(label, str(nth)) for nth, label in enumerate(labels)]
        return (OptionMenu(*at).menu(options, words.say("Choose")),)
    short = [plain(Heading(offer.short_text)) for offer in question.offers]
    if len(set(short)) == len(short) and all(offer.prospects for offer in question.offers):
        labels = short  # the text shows the full labels with their prospects
    return tuple(PickOption(*at, nth).button(label, "main") for nth, label in enumerate(labels))
