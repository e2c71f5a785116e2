"""Every click on a control of ours and every form that is sent in, and what each does.

The library forgets buttons and forms at a restart; their ids carry all that is needed, and who may do what is asked of
the record.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from bot.dice.parsing import MISSED
from bot.errors import Refusal
from bot.game.permissions import may_command
from bot.game.questions import (
    ASKED_OF_SIDES,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.services.ranks import ranks_of
from cogs.components.control_clicks import CONTROLS, PRIVATE_CONTROLS, order_sent
from cogs.components.controls import OTHER_VERSION, Choose, Click, Control, Menu, click_of, number_of
from cogs.components.correcting import or_correct
from cogs.components.forgetting import forget_me
from cogs.components.going_on import dropped, gone_on
from cogs.components.help_topics import HELP, topic_picked
from cogs.components.loading import load_again
from cogs.components.log_pages import turned
from cogs.components.modals import dice_form, dice_typed, facts_form, facts_typed, given_in
from cogs.components.odds_clicks import odds_before, odds_before_in_full, odds_in_full
from cogs.components.opened_question import OTHER_QUESTION, opened
from cogs.components.outcome import carried_out, come_to, outcome, to_answer
from cogs.components.packed_request import as_typed, unpacked
from cogs.components.saving import save_force
from cogs.components.statistics import come_to_end, units
from cogs.components.try_buttons import tried
from cogs.interactions.context import Context, Interaction
from cogs.interactions.limits import writable
from cogs.interactions.respond import answer, is_private
from cogs.rendering.explanation import explanation
from cogs.rendering.question import not_agreed_reply
from cogs.rendering.refusal import headed
from cogs.rendering.reply import REFUSED, Reply
from rules.entry import Entry
from rules.request import Request
from rules.text import Text

Handler = Callable[[Context, Click], Coroutine[Any, Any, Reply]]


# About an entry


async def undo(ctx: Context, click: Click) -> Reply:
    game, number = click.entry
    return come_to(ctx, await ctx.services.corrections.undo(ctx.call, number, game))


async def why(ctx: Context, click: Click) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    return await explained(ctx, await ctx.game(), entry)


async def explained(ctx: Context, live: ActiveGame, entry: Entry) -> Reply:
    """Why an entry came out as it did, for whoever asks."""
    causes, ranks = await ctx.services.history.causes(ctx.call, entry), await ranks_of(live.system, entry)
    return explanation(ctx.me, live, entry, causes, ranks)


async def again(ctx: Context, click: Click) -> Reply:
    """The same command with the same settings, on the board as it is now, with new dice."""
    return await carried_out(ctx, await _by_me(ctx, Request.of((await _thrown(ctx, click)).request)))


async def _thrown(ctx: Context, click: Click) -> Entry:
    """The entry of a click, which must have throws; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    if not entry.plays:
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    return entry


async def _by_me(ctx: Context, request: Request) -> Request:
    """The same, given by whoever clicked: for their side, where no unit says for which it is."""
    player = (await ctx.game()).game.players.get(ctx.caller.id)
    return replace(request, side=player.side if player else None)


async def react(ctx: Context, click: Click) -> Reply:
    """The reaction that a unit has to an entry, if it still has one; what only the players know is asked for."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    live, unit = await ctx.game(), click.part(2)
    if entry.number in live.game.undone:
        raise Refusal(Text("That has been undone: there is nothing to react to."))
    found = next((one for one in live.system.reactions(live.board, entry) if one.unit == unit), None)
    if found is None:
        raise Refusal(Text("It can no longer react to that."))
    may_command(live.game, ctx.caller, live.game.units[unit].side, unit)
    return await carried_out(ctx, found.request)


# About a question


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
    await opened(ctx, click, (WarningQuestion, ObjectionQuestion))
    return await gone_on(ctx, click.question)


async def go(ctx: Context, click: Click) -> Reply:
    """A command that was looked at, as it was looked at."""
    try:
        request = unpacked(click.about[0])
    except (ValueError, ArithmeticError):
        raise Refusal(OTHER_VERSION) from None
    if not as_typed(request):
        raise Refusal(OTHER_VERSION)
    return await carried_out(ctx, await _by_me(ctx, request))


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
    missed = ctx.me.plain.translated(MISSED)
    answered = await ctx.services.questions.answer(ctx.call, *click.question, faces=faces, missed=missed)
    return come_to(ctx, answered)


async def facts_sent(ctx: Context, click: Click) -> Reply:
    """The form for missing facts, filled in."""
    live = await ctx.game()
    found, question = await opened(ctx, click, FactsQuestion)
    await ctx.services.questions.may(ctx.call, *click.question)
    given = given_in(dict(ctx.interaction.data or {}), question)
    facts = facts_typed(ctx, live, found.attempt().request, given)
    return await outcome(ctx, ctx.services.questions.fill_in(ctx.call, *click.question, facts))


async def keep_force(ctx: Context, click: Click) -> Reply:
    """A force of one's own saved in place of the one of that name."""
    return await save_force(ctx, ":".join(click.about), replace=True)


PRIVATE: dict[str, Handler] = {
    "why": why,
    "odds": odds_before,
    "chances": odds_in_full,
    "chancesof": odds_before_in_full,
    "dice": dice_wanted,
    "facts": facts_wanted,
    "keep": keep_force,
    "forget": lambda ctx, _: forget_me(ctx),
    "units": units,
    "answer": to_answer,
    **PRIVATE_CONTROLS,
}
"""Answered to whoever clicked alone."""
PUBLIC: dict[str, Handler] = {
    "undo": undo,
    "again": again,
    "react": react,
    "go": go,
    "show": show,
    "log": turned,
    "try": tried,
    **CONTROLS,
}
ANSWERS: dict[str, Handler] = {
    "pick": pick,
    "menu": pick_from_menu,
    "roll": roll,
    "face": face,
    "anyway": anyway,
    "drop": drop,
    "load": load_again,
    "agree": agree,
    "refuse": refuse,
}
"""Answers to a question, whose message loses its buttons then."""
FORMS: dict[str, tuple[Handler, str, bool]] = {
    "faces": (faces_sent, "dice", True),
    "facts": (facts_sent, "facts", False),
    "order": (order_sent, "", False),
}
"""What a form does, the button that opens it where that is a question's, and whether a message for all that did loses
its buttons.
"""


class Clicks(commands.Cog):
    """Where they all arrive."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        # Whatever is clicked is a message of ours: what is not known is from another version, or made up.
        id = str((interaction.data or {}).get("custom_id", ""))
        click = (click_of(id) if writable(id) else None) or Click("", ("",))
        if interaction.type is discord.InteractionType.modal_submit:
            await _sent(Context(interaction), click)
        elif interaction.type is discord.InteractionType.component:
            await _clicked(Context(interaction), click)


async def _sent(ctx: Context, click: Click) -> None:
    sent, opens, retire = FORMS.get(click.what, (unknown, "", False))
    work = or_correct(ctx, click, opens, sent) if opens else sent(ctx, click)
    await answer(ctx, work, retire=retire or is_private(ctx))


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
    bot.add_dynamic_items(Control, Menu, Choose)
    await bot.add_cog(Clicks())
