"""Clicks on the buttons of an open question, for the players who may answer it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.errors import Refusal
from bot.game.questions import (
    ACTIONS_LEFT,
    ASKED_OF_SIDES,
    NOT_YET,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    Question,
    WarningQuestion,
)
from bot.resolution.questions import OpenQuestion
from bot.services.play.messages import Typed
from cogs.components.controls import (
    OTHER_VERSION,
    QuestionId,
    chosen_option,
    handles_click,
    parse_number,
    require_value,
)
from cogs.components.fact_fields import raise_first
from cogs.components.play.outcome import carry_out, outcome_reply, show_outcome
from cogs.components.questions import question_view
from cogs.components.questions.facts_form import read_answer
from cogs.components.questions.question_view import question_message
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.question import (
    cancelled_question_reply,
    confirmation_reply,
    dropped_command_reply,
    kept_actions_reply,
    refused_consent_reply,
)
from cogs.rendering.reply import Reply
from rules.kernel.text import Text

# The question of a click; it must be open and of the control's kind.

OTHER_QUESTION = Text("This button belongs to another question. Open questions: `/waiting`.")
Q = TypeVar("Q", bound=Question)


async def require_question(
    ctx: Context, click: QuestionId, kind: type[Q] | tuple[type[Q], ...]
) -> tuple[OpenQuestion, Q]:
    """Return the question of a click; raise Refusal if it is of another kind."""
    found = await ctx.services.questions.require_open(ctx.call, *click.reference)
    if not isinstance(found.question, kind):
        raise Refusal(OTHER_QUESTION)
    return found, found.question


# Confirming a command despite objections, or cancelling it.


async def go_on(ctx: Context, question: tuple[str, int]) -> Reply:
    """Go on with a confirmed command; new objections replace the message shown before."""
    reply = await outcome_reply(ctx, ctx.services.questions.answer(ctx.call, *question))
    return replace(reply, in_place=reply.private and is_private(ctx))


async def cancel_command(ctx: Context, question: tuple[str, int]) -> Reply:
    """Cancel a waiting command and return the reply."""
    cancelled = await ctx.services.cancellation.drop(ctx.call, *question)
    if cancelled.private:
        return replace(dropped_command_reply(ctx.me), in_place=is_private(ctx))
    return cancelled_question_reply(ctx.all_readers, cancelled, ctx.caller.name)


# Answers: a choice, faces, the bot's dice, consent, facts.


@handles_click(question_view.PickOption, retires=True)
async def choose_option(ctx: Context, click: question_view.PickOption) -> Reply:
    """Answer a decision, or give the only fact that a command still needs."""
    found, question = await require_question(ctx, click, (DecisionQuestion, FactsQuestion))
    if isinstance(question, DecisionQuestion):
        return await _answer_choice(ctx, click, found, question, click.nth)
    await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    told = question_view.answers_of(question)
    if click.nth >= len(told):
        raise Refusal(OTHER_VERSION)
    return await fill_in(ctx, click, found, question, {question.asks[0].option: [told[click.nth].code]})


async def fill_in(ctx: Context, click: QuestionId, found: OpenQuestion, question: FactsQuestion, typed: Typed) -> Reply:
    """Answer with the facts of a form; raise BadFacts or Refusal for an option that cannot be read."""
    facts, errors = read_answer(ctx, found, question, typed)
    raise_first(errors)
    return await outcome_reply(ctx, ctx.services.questions.fill_in(ctx.call, *click.reference, facts))


@handles_click(question_view.OptionMenu, retires=True)
async def choose_from_menu(ctx: Context, click: question_view.OptionMenu) -> Reply:
    found, question = await require_question(ctx, click, DecisionQuestion)
    return await _answer_choice(ctx, click, found, question, parse_number(chosen_option(ctx)))


async def _answer_choice(
    ctx: Context, click: QuestionId, found: OpenQuestion, question: DecisionQuestion, nth: int
) -> Reply:
    if nth >= len(question.offers):
        raise Refusal(OTHER_VERSION)
    chosen = question.offers[nth].value
    if (question.name, chosen) == (ACTIONS_LEFT, NOT_YET):
        refused = await ctx.services.corrections.reject_end(ctx.call, *click.reference)
        return kept_actions_reply(ctx.all_readers, refused, ctx.caller.name)
    return await outcome_reply(ctx, ctx.services.questions.answer_to(found, ctx.call, choice=chosen))


@handles_click(question_view.LetBotRoll, retires=True)
async def let_bot_roll(ctx: Context, click: question_view.LetBotRoll) -> Reply:
    found, _ = await require_question(ctx, click, DiceQuestion)
    return await outcome_reply(ctx, ctx.services.questions.answer_to(found, ctx.call, faces="roll"))


@handles_click(question_view.PickFace, retires=True)
async def enter_face(ctx: Context, click: question_view.PickFace) -> Reply:
    """Answer with the face of a single die, as if it had been typed."""
    found, _ = await require_question(ctx, click, DiceQuestion)
    return await outcome_reply(ctx, ctx.services.questions.answer_to(found, ctx.call, faces=click.face))


@handles_click(question_view.FaceMenu, retires=True)
async def enter_face_from_menu(ctx: Context, click: question_view.FaceMenu) -> Reply:
    return await enter_face(ctx, question_view.PickFace(*click.reference, str(parse_number(chosen_option(ctx)))))


@handles_click(question_view.ConfirmAnyway, retires=True)
async def confirm_objections(ctx: Context, click: question_view.ConfirmAnyway) -> Reply:
    """Confirm the objections that were shown; new ones, or a changed game, are shown first."""
    found, question = await require_question(ctx, click, (WarningQuestion, ObjectionQuestion))
    words = (ctx.me if is_private(ctx) else ctx.all_readers).at(found.live.board)
    settled = confirmation_reply(words, question)
    return replace(await go_on(ctx, click.reference), settled=settled)


@handles_click(question_view.FollowRules, retires=True)
async def follow_rules(ctx: Context, click: question_view.FollowRules) -> Reply:
    """Cancel the command with the warning, and carry out the step that the rules require first."""
    found, _ = await require_question(ctx, click, (WarningQuestion, ObjectionQuestion))
    first = require_value(question_view.required_step(found))
    await ctx.services.cancellation.drop(ctx.call, *click.reference)
    return await carry_out(ctx, first.request)


@handles_click(question_view.CancelCommand, retires=True)
async def cancel_question(ctx: Context, click: question_view.CancelCommand) -> Reply:
    return await cancel_command(ctx, click.reference)


@handles_click(question_view.ShowQuestion)
async def show_question(ctx: Context, click: question_view.ShowQuestion) -> Reply:
    """Show the question again, if its message was deleted or is far up; the buttons of both work."""
    found = await ctx.services.questions.require_open(ctx.call, *click.reference)
    if found.question.kind not in ASKED_OF_SIDES:
        raise Refusal(OTHER_QUESTION)
    return show_outcome(ctx, found)


@handles_click(question_view.AnswerQuestion, private=True)
async def show_question_to_answer(ctx: Context, click: question_view.AnswerQuestion) -> Reply:
    """Show a question from the board or the status, with its buttons, to a player who may answer it."""
    found = await ctx.services.questions.require_answerable(ctx.call, *click.reference)
    return replace(question_message(ctx.me, found), private=True, ping=None, unrecorded=True)


@handles_click(question_view.AgreeToRequest, retires=True)
async def agree_to_request(ctx: Context, click: question_view.AgreeToRequest) -> Reply:
    return await outcome_reply(ctx, ctx.services.corrections.agree(ctx.call, *click.reference))


@handles_click(question_view.RefuseRequest, retires=True)
async def refuse_request(ctx: Context, click: question_view.RefuseRequest) -> Reply:
    refused = await ctx.services.corrections.refuse(ctx.call, *click.reference)
    return refused_consent_reply(ctx.all_readers, refused, ctx.caller.name)
