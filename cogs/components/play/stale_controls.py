"""Checks that a control is up to date and the caller's to use; an outdated one offers the current controls."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from bot.errors import GameOver, NoGame, OutdatedControl, Refusal
from bot.game.permissions import require_commander
from bot.game.registry import ActiveGame
from cogs.components.controls import OTHER_VERSION, Does, EntryId, GameId, mark_of
from cogs.components.play.control_row import control_row
from cogs.components.play.game_pages import ended_buttons, review_buttons
from cogs.interactions.context import Context
from cogs.rendering.reply import NOTICE, REFUSED, Reply, refusal_reply
from data import system_of
from rules.command.legality import command_of
from rules.command.order import Command
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Text

EARLIER = Text("That belongs to an earlier game.")
Present = TypeVar("Present", bound=EntryId)


def require_current_state(
    handler: Callable[[Context, Present, ActiveGame], Coroutine[Any, Any, Reply]],
) -> Does[Present]:
    """Decorate a click handler: if more than story texts was recorded since its control was shown, it does not run."""

    async def check_and_handle(ctx: Context, click: Present) -> Reply:
        try:
            live = await require_current_game(ctx, click)
        except GameOver as over:
            return ended_reply(ctx, over)
        if not live.game.last_effect <= click.number <= live.game.number:
            return stale_reply(ctx, live)
        try:
            return await handler(ctx, click, live)
        except OutdatedControl:
            return stale_reply(ctx, await require_current_game(ctx, click))

    return check_and_handle


async def require_current_game(ctx: Context, click: GameId) -> ActiveGame:
    """Return the channel's game; raise GameOver if that of the click is over, Refusal if it is another one."""
    live = await require_game(ctx, click.game)
    if click.game != live.info.id:
        raise Refusal(EARLIER)
    return live


async def require_game(ctx: Context, id: str) -> ActiveGame:
    """Return the channel's game; raise GameOver or Refusal if it does not match the id or mark.

    Buttons of earlier versions name no game and apply to the current one.
    """
    try:
        live = await ctx.game()
    except NoGame:
        last = await ctx.services.record.games.last_in_channel(ctx.call.where.channel)
        if last is None or id not in (last.id, mark_of(last.id)):
            raise
        raise GameOver(last.id, last.system) from None
    if id not in (live.info.id, mark_of(live.info.id), ""):
        raise Refusal(EARLIER)
    return live


def require_command(ctx: Context, live: ActiveGame, request: Request) -> Command:
    """Return the command of a control; raise Refusal if its units are gone or the caller may not command them.

    The check comes before a form opens, because clients may send any id and the form shows the abilities of a unit.
    """
    command = command_of(live.board, request)
    if command is None or not {*request.unit, *request.target} <= set(live.game.units):
        raise Refusal(OTHER_VERSION)
    require_command_right(ctx, live, request)
    return command


def require_command_right(ctx: Context, live: ActiveGame, request: Request) -> None:
    """Raise Refusal unless the caller may give commands to the units."""
    for id in request.unit:
        require_commander(live.game, ctx.caller, live.game.units[id].side, id)


def ended_reply(ctx: Context, over: GameOver) -> Reply:
    """Return the refusal that the game is over, with what can be done with it."""
    buttons = ended_buttons(ctx.me, over.game, system_of(over.system).name)
    return replace(refusal_reply(ctx.me, over), buttons=(*buttons, *review_buttons(ctx.me, over.game)))


def stale_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the notice that the game has changed, with the current controls, if there are any."""
    words, buttons = ctx.me, control_row(ctx.me, live)
    text = words.say("Here are the current buttons.") if buttons else ""
    if live.info.state == "paused":
        text = words.say("This game is paused. Resume it with `/game pause`.")
    return Reply(
        words.say("The game has moved on"),
        text,
        private=True,
        colour=REFUSED,
        unrecorded=True,
        helper=NOTICE,
        buttons=buttons,
    )


async def rolled_entry(ctx: Context, click: EntryId) -> Entry:
    """Return the entry of a click; raise Refusal if it has no dice."""
    await require_current_game(ctx, click)
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if not (entry.plays and entry.request):
        raise Refusal(Text("Entry {number} has no dice.", number=entry.number))
    return entry
