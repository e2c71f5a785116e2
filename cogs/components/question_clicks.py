"""What the buttons and forms of an open question do, once it is theirs to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.errors import Refusal
from bot.game.questions import (
    ASKED_OF_SIDES,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from cogs.components.controls import OTHER_VERSION, Click, number_of
from cogs.components.going_on import dropped, gone_on
from cogs.components.help_topics import HELP, topic_picked
from cogs.components.modals import dice_form, dice_typed, facts_form, facts_typed, given_in
from cogs.components.opened_question import OTHER_QUESTION, opened
from cogs.components.outcome import come_to, outcome
from cogs.components.statistics import come_to_end
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.question import confirmed_reply, not_agreed_reply
from cogs.rendering.refusal import headed
from cogs.rendering.reply import REFUSED, Reply
from rules.kernel.text import Text


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
    return come_to(ctx, await ctx.services.questions.answer(ctx.call, *click.question, choice=offers[nth].value))


async def roll(ctx: Context, click: Click) -> Reply:
    await opened(ctx, click, DiceQuestion)
    return come_to(ctx, await ctx.services.questions.answer(ctx.call, *click.question, faces="roll"))


async def face(ctx: Context, click: Click) -> Reply:
    """The only die of a throw, as if its face had been typed."""
    await opened(ctx, click, DiceQuestion)
    return come_to(ctx, await ctx.services.questions.answer(ctx.call, *click.question, faces=click.part(2)))


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
    return come_to(ctx, found)


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
    return come_to(ctx, answered)


async def facts_sent(ctx: Context, click: Click) -> Reply:
    """The form for missing facts, filled in."""
    live = await ctx.game()
    found, question = await opened(ctx, click, FactsQuestion)
    await ctx.services.questions.may(ctx.call, *click.question)
    given = given_in(dict(ctx.interaction.data or {}), question)
    facts = facts_typed(ctx, live, found.attempt().request, given)
    return await outcome(ctx, ctx.services.questions.fill_in(ctx.call, *click.question, facts))
