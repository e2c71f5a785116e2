"""Clicks on the buttons and forms of an open question, for the players who may answer it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import discord

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
from bot.resolution.checks import StillWaiting
from bot.resolution.questions import OpenQuestion
from bot.services.play.messages import Typed
from cogs.components.controls import OTHER_VERSION, Does, OfQuestion, clicked, number_of, picked, submitted
from cogs.components.modals import (
    FacesForm,
    FactsForm,
    dice_form,
    dice_typed,
    facts_form,
    facts_typed,
    given_in,
    typed_in,
)
from cogs.components.play.outcome import asked, carry_out, come_to_end, comes_first, outcome, show_outcome
from cogs.components.questions.question_view import (
    Agree,
    Answer,
    Anyway,
    ByTheRules,
    Drop,
    EnterDice,
    Face,
    FaceMenu,
    FillIn,
    Pick,
    PickFromMenu,
    Refuse,
    Roll,
    Show,
    instead_of,
)
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.question import cancelled_reply, confirmed_reply, not_agreed_reply, not_done_reply, not_yet_reply
from cogs.rendering.reply import REFUSED, Reply, headed, refused
from rules.command.at_fault import options_at_fault
from rules.kernel.errors import RulesError
from rules.kernel.text import Text

# The question of a click; it must be open and of the control's kind.

OTHER_QUESTION = Text("This button does not belong to that question; `/waiting` shows what is open.")
Q = TypeVar("Q", bound=Question)


async def opened(ctx: Context, click: OfQuestion, kind: type[Q] | tuple[type[Q], ...]) -> tuple[OpenQuestion, Q]:
    """Return the question of a click; raise Refusal if it is of another kind."""
    found = await ctx.services.questions.opened(ctx.call, *click.asked)
    if not isinstance(found.question, kind):
        raise Refusal(OTHER_QUESTION)
    return found, found.question


# Confirming a command despite objections, or cancelling it.


async def gone_on(ctx: Context, question: tuple[str, int]) -> Reply:
    """Go on with a confirmed command; new objections replace the message shown before."""
    try:
        reply = await come_to_end(ctx, await ctx.services.questions.answer(ctx.call, *question))
    except StillWaiting as error:
        reply = await comes_first(ctx, error)
    return replace(reply, in_place=reply.private and is_private(ctx))


async def dropped(ctx: Context, question: tuple[str, int]) -> Reply:
    """Cancel a waiting command and return the reply."""
    cancelled = await ctx.services.cancellation.drop(ctx.call, *question)
    if cancelled.private:
        return replace(not_done_reply(ctx.me), in_place=is_private(ctx))
    return cancelled_reply(ctx.everybody, cancelled, ctx.caller.name)


# Answers: a choice, faces, the bot's dice, consent, facts.


@clicked(Pick, retires=True)
async def pick(ctx: Context, click: Pick) -> Reply:
    return await _chosen(ctx, click, click.nth)


@clicked(PickFromMenu, retires=True)
async def pick_from_menu(ctx: Context, click: PickFromMenu) -> Reply:
    return await _chosen(ctx, click, number_of(picked(ctx)))


async def _chosen(ctx: Context, click: OfQuestion, nth: int) -> Reply:
    found, question = await opened(ctx, click, DecisionQuestion)
    if nth >= len(question.offers):
        raise Refusal(OTHER_VERSION)
    chosen = question.offers[nth].value
    if (question.name, chosen) == (ACTIONS_LEFT, NOT_YET):
        refused = await ctx.services.corrections.not_yet(ctx.call, *click.asked)
        return not_yet_reply(ctx.everybody, refused, ctx.caller.name)
    return await outcome(ctx, ctx.services.questions.answer_to(found, ctx.call, choice=chosen))


@clicked(Roll, retires=True)
async def roll(ctx: Context, click: Roll) -> Reply:
    found, _ = await opened(ctx, click, DiceQuestion)
    return await outcome(ctx, ctx.services.questions.answer_to(found, ctx.call, faces="roll"))


@clicked(Face, retires=True)
async def face(ctx: Context, click: Face) -> Reply:
    """Answer with the face of a single die, as if it had been typed."""
    found, _ = await opened(ctx, click, DiceQuestion)
    return await outcome(ctx, ctx.services.questions.answer_to(found, ctx.call, faces=click.face))


@clicked(FaceMenu, retires=True)
async def face_from_menu(ctx: Context, click: FaceMenu) -> Reply:
    return await face(ctx, Face(*click.asked, str(number_of(picked(ctx)))))


@clicked(Anyway, retires=True)
async def anyway(ctx: Context, click: Anyway) -> Reply:
    """Confirm the objections that were shown; new ones, or a changed game, are shown first."""
    found, question = await opened(ctx, click, (WarningQuestion, ObjectionQuestion))
    words = (ctx.me if is_private(ctx) else ctx.everybody).at(found.live.board)
    settled = confirmed_reply(words, question)
    return replace(await gone_on(ctx, click.asked), settled=settled)


@clicked(ByTheRules, retires=True)
async def by_the_rules(ctx: Context, click: ByTheRules) -> Reply:
    """Cancel the command with the warning, and carry out the step that the rules require first."""
    found, _ = await opened(ctx, click, (WarningQuestion, ObjectionQuestion))
    first = instead_of(found)
    if first is None:
        raise Refusal(OTHER_VERSION)
    await ctx.services.cancellation.drop(ctx.call, *click.asked)
    return await carry_out(ctx, first.request)


@clicked(Drop, retires=True)
async def drop(ctx: Context, click: Drop) -> Reply:
    return await dropped(ctx, click.asked)


@clicked(Show)
async def show(ctx: Context, click: Show) -> Reply:
    """Show the question again, if its message was deleted or is far up; the buttons of both work."""
    found = await ctx.services.questions.opened(ctx.call, *click.asked)
    if found.question.kind not in ASKED_OF_SIDES:
        raise Refusal(OTHER_QUESTION)
    return show_outcome(ctx, found)


@clicked(Answer, private=True)
async def to_answer(ctx: Context, click: Answer) -> Reply:
    """Show a question from the board or the status, with its buttons, to a player who may answer it."""
    found = await ctx.services.questions.may(ctx.call, *click.asked)
    return replace(asked(ctx.me, found), private=True, ping=None, unrecorded=True)


@clicked(Agree, retires=True)
async def agree(ctx: Context, click: Agree) -> Reply:
    return await come_to_end(ctx, await ctx.services.corrections.agree(ctx.call, *click.asked))


@clicked(Refuse, retires=True)
async def refuse(ctx: Context, click: Refuse) -> Reply:
    refused = await ctx.services.corrections.refuse(ctx.call, *click.asked)
    return not_agreed_reply(ctx.everybody, refused, ctx.caller.name)


@clicked(EnterDice, private=True)
async def dice_wanted(ctx: Context, click: EnterDice) -> Reply:
    """Open the form for dice; raise Refusal if the caller may not answer."""
    _, question = await opened(ctx, click, DiceQuestion)
    found = await ctx.services.questions.may(ctx.call, *click.asked)
    return _form(ctx, dice_form(ctx.me, found, question, ctx.services.drafts.of(ctx.caller.id, found.row.id)))


@clicked(FillIn, private=True)
async def facts_wanted(ctx: Context, click: FillIn) -> Reply:
    """Open the form for missing facts; raise Refusal if the caller may not answer."""
    _, question = await opened(ctx, click, FactsQuestion)
    found = await ctx.services.questions.may(ctx.call, *click.asked)
    typed = ctx.services.drafts.of(ctx.caller.id, found.row.id)
    # Drafts are lost at a restart: then all facts are asked for.
    return _form(ctx, facts_form(ctx.me, found, question, typed, click.wrong if typed else ()))


def _form(ctx: Context, form: discord.ui.Modal) -> Reply:
    title, more = headed(ctx.me, Text("That took too long for a form to open: click once more."))
    return Reply(title, more, private=True, colour=REFUSED, unrecorded=True, form=form)


# A form with errors: the refusal has a button that reopens it with the earlier input.

Sent = TypeVar("Sent", bound=OfQuestion)


def correctable(opens: type[OfQuestion]) -> Callable[[Does[Sent]], Does[Sent]]:
    """Give a refusal of the decorated form handler a button that `opens` the form again.

    A form for facts reopens with the fields at fault only.
    """

    def form(does: Does[Sent]) -> Does[Sent]:
        async def sent(ctx: Context, click: Sent) -> Reply:
            try:
                return await does(ctx, click)
            except (Refusal, RulesError) as error:
                return await _correct(ctx, click, opens, refused(ctx.me, error))

        return sent

    return form


async def _correct(ctx: Context, click: OfQuestion, opens: type[OfQuestion], reply: Reply) -> Reply:
    """Add the button to the refusal if the question can still be answered."""
    row = await ctx.services.record.questions.get(click.question)
    if row is None or row.settled is not None or row.step != click.step:
        return reply
    typed = {**_typed_before(ctx, click), **typed_in(dict(ctx.interaction.data or {}))}
    ctx.services.drafts.keep(ctx.caller.id, click.question, typed)
    again = opens(*click.asked)
    if isinstance(again, FillIn):
        again = replace(again, wrong=await _at_fault(ctx, OpenQuestion.of(await ctx.game(), row), typed))
    button = again.button(ctx.me.plain.say("Correct it"), "main")
    return replace(reply, buttons=(button,), in_place=is_private(ctx))


def _typed_before(ctx: Context, click: OfQuestion) -> Typed:
    """Return the input of the whole form, before it was reopened with some of its fields."""
    return ctx.services.drafts.of(ctx.caller.id, click.question)


async def _at_fault(ctx: Context, found: OpenQuestion, typed: Typed) -> tuple[str, ...]:
    """Return the options of a form for facts that its refusal is about, first those that cannot be parsed."""
    if not isinstance(found.question, FactsQuestion):
        return ()
    request = found.attempt().request
    try:
        given = given_in(typed, found.question)
    except RulesError:
        return ("situation",)
    unread = list[str]()
    for option, values in given.items():
        try:
            facts_typed(ctx, found.live, request, {option: values})
        except (Refusal, RulesError):
            unread.append(option)
    if unread:
        return tuple(unread)
    facts = facts_typed(ctx, found.live, request, given)
    return await asyncio.to_thread(options_at_fault, found.live.board, replace(request, **facts))


@submitted(FacesForm, retires=True)
@correctable(EnterDice)
async def faces_sent(ctx: Context, click: FacesForm) -> Reply:
    """Answer with the dice of the form."""
    _, question = await opened(ctx, click, DiceQuestion)
    await ctx.services.questions.may(ctx.call, *click.asked)
    faces = dice_typed(question, dict(ctx.interaction.data or {}))
    answered = await ctx.services.questions.answer(ctx.call, *click.asked, faces=faces, missed=ctx.missed)
    return await come_to_end(ctx, answered)


@submitted(FactsForm)
@correctable(FillIn)
async def facts_sent(ctx: Context, click: FactsForm) -> Reply:
    """Answer with the facts of the form."""
    live = await ctx.game()
    found, question = await opened(ctx, click, FactsQuestion)
    await ctx.services.questions.may(ctx.call, *click.asked)
    given = given_in({**_typed_before(ctx, click), **typed_in(dict(ctx.interaction.data or {}))}, question)
    facts = facts_typed(ctx, live, found.attempt().request, given)
    return await outcome(ctx, ctx.services.questions.fill_in(ctx.call, *click.asked, facts))
