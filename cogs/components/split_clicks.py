"""What the button and the form of split fire do."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.errors import MovedOn, Refusal
from bot.game.registry import ActiveGame
from cogs.components.control_clicks import begun_with, form_reply, known
from cogs.components.controls import OTHER_VERSION, Click
from cogs.components.modals import fields_sent
from cogs.components.moved_on import of_now, of_this_game
from cogs.components.packed_request import request_in
from cogs.components.split_fire import split_button, split_form, split_sent
from cogs.interactions.context import Context
from cogs.interactions.respond import refused
from cogs.rendering.reply import Reply
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Text


async def split(ctx: Context, click: Click, live: ActiveGame) -> Reply:
    """The form with a row for each kind of weapon."""
    return form_reply(ctx, await asyncio.to_thread(split_form, ctx.me, live, _shot(ctx, live, click)))


def _shot(ctx: Context, live: ActiveGame, click: Click) -> Request:
    """The shot in an id; raises Refusal, as anybody may send any id."""
    request = request_in(click.part(2))
    known(ctx, live, request)
    if len(request.unit) != 1 or not request.target:
        raise Refusal(OTHER_VERSION)
    return request


async def shared(ctx: Context, click: Click) -> Reply:
    """The form that was sent in: the same as `/fire` with several targets and `firers`."""
    live = await of_this_game(ctx, click)
    request = _shot(ctx, live, click)
    try:
        if click.entry[1] != live.game.number:
            raise MovedOn
        return await begun_with(ctx, live, split_sent(live, request, fields_sent(dict(ctx.interaction.data or {}))))
    except (Refusal, RuleError, BadFacts, BadDice) as error:
        once_more = split_button(ctx.me.plain, live, request, Text("Correct it"))
        return replace(refused(ctx.me, error), buttons=(once_more,) if once_more else ())


SPLIT = {"split": of_now(split)}
