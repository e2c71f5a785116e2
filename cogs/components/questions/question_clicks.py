"""What the buttons and forms of an open question do, for whoever may answer it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.errors import Refusal
from bot.game.questions import (
    ASKED_OF_SIDES,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    Question,
    WarningQuestion,
)
from bot.resolution.checks import StillWaiting
from bot.resolution.questions import OpenQuestion
from cogs.components.controls import OTHER_VERSION, Click, number_of
from cogs.components.modals import dice_form, dice_typed, facts_form, facts_typed, given_in
from cogs.components.play.outcome import come_to_end, comes_first, outcome, show_outcome
from cogs.components.setup.help_topics import HELP, topic_picked
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.question import cancelled_reply, confirmed_reply, not_agreed_reply, not_done_reply
from cogs.rendering.reply import REFUSED, Reply, headed
from rules.kernel.text import Text

# The question that a click is about, which must be open and of the kind that the control belongs to.

OTHER_QUESTION = Text("This button does not belong to that question; `/waiting` shows what is open.")
Q = TypeVar("Q", bound=Question)


async def opened(ctx: Context, click: Click, kind: type[Q] | tuple[type[Q], ...]) -> tuple[OpenQuestion, Q]:
    """The question of a click, which must be of that kind; raises Refusal."""
    found = await ctx.services.questions.opened(ctx.call, *click.question)
    if not isinstance(found.question, kind):
        raise Refusal(OTHER_QUESTION)
    return found, found.question


# Going on from what the rules object to, or thinking better of it.


async def gone_on(ctx: Context, question: tuple[str, int]) -> Reply:
    """What the command comes to; what it is objected to now takes the place of what was shown before."""
    try:
        reply = await come_to_end(ctx, await ctx.services.questions.answer(ctx.call, *question))
    except StillWaiting as error:
        reply = await comes_first(ctx, error)
    return replace(reply, in_place=reply.private and is_private(ctx))


async def dropped(ctx: Context, question: tuple[str, int]) -> Reply:
    """What is said of a question that nobody answers any more."""
    cancelled = await ctx.services.cancellation.drop(ctx.call, *question)
    if cancelled.private:
        return replace(not_done_reply(ctx.me), in_place=is_private(ctx))
    return cancelled_reply(ctx.everybody, cancelled, ctx.caller.name)


# Answers: a choice, faces, the bot's dice, a word, facts.


async def pick(ctx: Context, click: Click) -> Reply:
    return await _chosen(ctx, click, number_of(click.part(2)))


async def pick_from_menu(ctx: Context, click: Click) -> Reply:
    values: Any = (ctx.interaction.data or {}).get("values")
    nth = number_of(values[0] if isinstance(values, list) and values else None)
    return await (topic_picked(ctx, nth) if click.part(0) == HELP else _chosen(ctx, click, nth))


async def _chosen(ctx: Context, click: Click, nth: int) -> Reply:
    offers = (await opened(ctx, click, DecisionQuestion))[1].offers
    if nth >= len(offers):
        raise Refusal(OTHER_VERSION)
    return show_outcome(ctx, await ctx.services.questions.answer(ctx.call, *click.question, choice=offers[nth].value))


async def roll(ctx: Context, click: Click) -> Reply:
    await opened(ctx, click, DiceQuestion)
    return show_outcome(ctx, await ctx.services.questions.answer(ctx.call, *click.question, faces="roll"))


async def face(ctx: Context, click: Click) -> Reply:
    """The only die of a throw, as if its face had been typed."""
    await opened(ctx, click, DiceQuestion)
    return show_outcome(ctx, await ctx.services.questions.answer(ctx.call, *click.question, faces=click.part(2)))


async def anyway(ctx: Context, click: Click) -> Reply:
    """Agrees to what was shown: to anything else, or to it in another state of the game, only when that is shown."""
    found, question = await opened(ctx, click, (WarningQuestion, ObjectionQuestion))
    words = (ctx.me if is_private(ctx) else ctx.everybody).at(found.live.board)
    settled = confirmed_reply(words, question)
    return replace(await gone_on(ctx, click.question), settled=settled)


async def drop(ctx: Context, click: Click) -> Reply:
    return await dropped(ctx, click.question)


async def show(ctx: Context, click: Click) -> Reply:
    """The question once more, where its message was deleted or is far up; the buttons of both work."""
    found = await ctx.services.questions.opened(ctx.call, *click.question)
    if found.question.kind not in ASKED_OF_SIDES:
        raise Refusal(OTHER_QUESTION)
    return show_outcome(ctx, found)


async def agree(ctx: Context, click: Click) -> Reply:
    return await come_to_end(ctx, await ctx.services.corrections.agree(ctx.call, *click.question))


async def refuse(ctx: Context, click: Click) -> Reply:
    refused = await ctx.services.corrections.refuse(ctx.call, *click.question)
    return not_agreed_reply(ctx.everybody, refused, ctx.caller.name)


async def dice_wanted(ctx: Context, click: Click) -> Reply:
    """The form for dice; raises Refusal for the wrong person."""
    _, question = await opened(ctx, click, DiceQuestion)
    found = await ctx.services.questions.may(ctx.call, *click.question)
    return _form(ctx, dice_form(ctx.me, found, question, ctx.services.drafts.of(ctx.caller.id, found.row.id)))


async def facts_wanted(ctx: Context, click: Click) -> Reply:
    """The form for missing facts; raises Refusal for the wrong person."""
    _, question = await opened(ctx, click, FactsQuestion)
    found = await ctx.services.questions.may(ctx.call, *click.question)
    return _form(ctx, facts_form(ctx.me, found, question, ctx.services.drafts.of(ctx.caller.id, found.row.id)))


def _form(ctx: Context, form: discord.ui.Modal) -> Reply:
    title, more = headed(ctx.me, Text("That took too long for a form to open: click once more."))
    return Reply(title, more, private=True, colour=REFUSED, unrecorded=True, form=form)


async def faces_sent(ctx: Context, click: Click) -> Reply:
    """The form for dice, filled in."""
    _, question = await opened(ctx, click, DiceQuestion)
    await ctx.services.questions.may(ctx.call, *click.question)
    faces = dice_typed(question, dict(ctx.interaction.data or {}))
    answered = await ctx.services.questions.answer(ctx.call, *click.question, faces=faces, missed=ctx.missed)
    return show_outcome(ctx, answered)


async def facts_sent(ctx: Context, click: Click) -> Reply:
    """The form for missing facts, filled in."""
    live = await ctx.game()
    found, question = await opened(ctx, click, FactsQuestion)
    await ctx.services.questions.may(ctx.call, *click.question)
    given = given_in(dict(ctx.interaction.data or {}), question)
    facts = facts_typed(ctx, live, found.attempt().request, given)
    return await outcome(ctx, ctx.services.questions.fill_in(ctx.call, *click.question, facts))
