"""Every click on a control of ours and every form that is sent in, and what each does.

The library forgets buttons and forms at a restart; their ids carry all that is needed, and who may do what is asked of
the record.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord.ext import commands

from bot.dice.parsing import MISSED
from bot.errors import Refusal
from bot.game.permissions import may_command
from bot.game.questions import DecisionQuestion, DiceQuestion, FactsQuestion
from bot.resolution.questions import OpenQuestion
from cogs.components.controls import Click, Control, Menu, click_of
from cogs.components.modals import dice_form, dice_typed, facts_form, facts_typed, given_in
from cogs.components.outcome import carried_out, come_to, outcome
from cogs.components.packed_request import unpacked
from cogs.components.saving import save_force
from cogs.interactions.context import Context, Interaction
from cogs.interactions.respond import answer
from cogs.rendering.explanation import explanation
from cogs.rendering.odds import odds_reply
from cogs.rendering.question import cancelled_reply, not_agreed_reply
from cogs.rendering.reply import REFUSED, Reply
from rules.request import Request
from rules.text import Text

OTHER_VERSION = Text("This button is from another version of the bot; give the command again.")
Handler = Callable[[Context, Click], Coroutine[Any, Any, Reply]]


# About an entry


async def undo(ctx: Context, click: Click) -> Reply:
    game, number = click.entry
    return come_to(ctx, await ctx.services.corrections.undo(ctx.call, number, game))


async def why(ctx: Context, click: Click) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    return explanation(ctx.me, await ctx.game(), entry, await ctx.services.history.causes(ctx.call, entry))


async def odds_before(ctx: Context, click: Click) -> Reply:
    """What the chances of an entry were, on the board before it."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    board = await ctx.services.history.board_before(ctx.call, entry.number)
    request = Request.of(entry.request)
    ctx.must_know(board, request)
    found = await ctx.services.odds.odds(ctx.call, request, board)
    return odds_reply(ctx.me.at(board), found, private=True)


async def again(ctx: Context, click: Click) -> Reply:
    """The same command with the same settings, on the board as it is now, with new dice."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    return await carried_out(ctx, Request.of(entry.request))


async def react(ctx: Context, click: Click) -> Reply:
    """The reaction that a unit has to an entry, if it still has one; what only the players know is asked for."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    live, unit = await ctx.game(), click.about[2]
    if entry.number in live.game.undone:
        raise Refusal(Text("That has been undone: there is nothing to react to."))
    found = next((one for one in live.system.reactions(live.board, entry) if one.unit == unit), None)
    if found is None:
        raise Refusal(Text("It can no longer react to that."))
    may_command(live.game, ctx.caller, live.game.units[unit].side, unit)
    return await carried_out(ctx, found.request)


# About a question


async def pick(ctx: Context, click: Click) -> Reply:
    return await _chosen(ctx, click, int(click.about[2]))


async def pick_from_menu(ctx: Context, click: Click) -> Reply:
    values = (ctx.interaction.data or {}).get("values") or ["0"]
    return await _chosen(ctx, click, int(values[0]))


async def _chosen(ctx: Context, click: Click, nth: int) -> Reply:
    question = (await ctx.services.questions.opened(ctx.call, *click.question)).question
    offers = question.offers if isinstance(question, DecisionQuestion) else ()
    choice = offers[nth].value if nth < len(offers) else None
    return come_to(ctx, await ctx.services.questions.answer(ctx.call, *click.question, choice=choice))


async def roll(ctx: Context, click: Click) -> Reply:
    return come_to(ctx, await ctx.services.questions.answer(ctx.call, *click.question, faces="roll"))


async def anyway(ctx: Context, click: Click) -> Reply:
    return await outcome(ctx, ctx.services.questions.answer(ctx.call, *click.question))


async def go(ctx: Context, click: Click) -> Reply:
    """A command that was looked at, as it was looked at."""
    try:
        request = unpacked(click.about[0])
    except (ValueError, ArithmeticError):
        raise Refusal(OTHER_VERSION) from None
    return await carried_out(ctx, request)


async def drop(ctx: Context, click: Click) -> Reply:
    cancelled = await ctx.services.cancellation.drop(ctx.call, *click.question)
    return cancelled_reply(ctx.everybody, cancelled, ctx.caller.name)


async def show(ctx: Context, click: Click) -> Reply:
    """The question once more, where its message was deleted or is far up; the buttons of both work."""
    return come_to(ctx, await ctx.services.questions.opened(ctx.call, *click.question))


async def agree(ctx: Context, click: Click) -> Reply:
    return come_to(ctx, await ctx.services.corrections.agree(ctx.call, *click.question))


async def refuse(ctx: Context, click: Click) -> Reply:
    refused = await ctx.services.corrections.refuse(ctx.call, *click.question)
    return not_agreed_reply(ctx.everybody, refused, ctx.caller.name)


async def open_form(ctx: Context, click: Click) -> Reply:
    """The form for dice, or for missing facts; raises Refusal for the wrong person."""
    found = await ctx.services.questions.may(ctx.call, *click.question)
    late = ctx.me.say("That took too long for a form to open: click once more.")
    return Reply(ctx.me.say("Not possible"), late, private=True, colour=REFUSED, form=_form(ctx, found))


def _form(ctx: Context, found: OpenQuestion) -> discord.ui.Modal | None:
    match found.question:
        case DiceQuestion() as question:
            return dice_form(ctx.me, found, question)
        case FactsQuestion() as question:
            return facts_form(ctx.me, found, question)
        case _:
            return None


async def faces_sent(ctx: Context, click: Click) -> Reply:
    """The form for dice, filled in."""
    found = await ctx.services.questions.may(ctx.call, *click.question)
    assert isinstance(found.question, DiceQuestion)
    faces = dice_typed(found.question, dict(ctx.interaction.data or {}))
    missed = ctx.me.plain.translated(MISSED)
    answered = await ctx.services.questions.answer(ctx.call, *click.question, faces=faces, missed=missed)
    return come_to(ctx, answered)


async def facts_sent(ctx: Context, click: Click) -> Reply:
    """The form for missing facts, filled in."""
    live = await ctx.game()
    found = await ctx.services.questions.may(ctx.call, *click.question)
    facts = facts_typed(ctx, live, found.attempt().request, given_in(dict(ctx.interaction.data or {})))
    return await outcome(ctx, ctx.services.questions.fill_in(ctx.call, *click.question, facts))


async def keep_force(ctx: Context, click: Click) -> Reply:
    """A force of one's own saved in place of the one of that name."""
    return await save_force(ctx, ":".join(click.about), replace=True)


PRIVATE: dict[str, Handler] = {
    "why": why,
    "odds": odds_before,
    "dice": open_form,
    "facts": open_form,
    "keep": keep_force,
}
"""Answered to whoever clicked alone."""
PUBLIC: dict[str, Handler] = {"undo": undo, "again": again, "react": react, "go": go}
ANSWERS: dict[str, Handler] = {
    "pick": pick,
    "menu": pick_from_menu,
    "roll": roll,
    "anyway": anyway,
    "drop": drop,
    "show": show,
    "agree": agree,
    "refuse": refuse,
}
"""Answers to a question, whose message loses its buttons then."""
FORMS: dict[str, tuple[Handler, bool]] = {"faces": (faces_sent, True), "facts": (facts_sent, False)}
"""What a form does, and whether the message that opened it loses its buttons."""


class Clicks(commands.Cog):
    """Where they all arrive."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        click = click_of(str((interaction.data or {}).get("custom_id", "")))
        if click is None:
            return
        ctx = Context(interaction)
        if interaction.type is discord.InteractionType.modal_submit and click.what in FORMS:
            handler, retire = FORMS[click.what]
            await answer(ctx, handler(ctx, click), retire=retire)
        elif interaction.type is discord.InteractionType.component:
            await _clicked(ctx, click)


async def _clicked(ctx: Context, click: Click) -> None:
    if click.what in PRIVATE:
        await answer(ctx, PRIVATE[click.what](ctx, click), private=True)
    elif click.what in PUBLIC:
        await answer(ctx, PUBLIC[click.what](ctx, click))
    else:
        handler = ANSWERS.get(click.what, unknown)
        await answer(ctx, handler(ctx, click), retire=click.what in ANSWERS)


async def unknown(ctx: Context, click: Click) -> Reply:
    raise Refusal(OTHER_VERSION)


async def setup(bot: Any) -> None:
    bot.add_dynamic_items(Control, Menu)
    await bot.add_cog(Clicks())
