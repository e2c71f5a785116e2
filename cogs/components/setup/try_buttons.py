"""The commands to try in a demo, as buttons."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import (
    OTHER_VERSION,
    Control,
    GameId,
    handles_click,
)
from cogs.components.play.outcome import carry_out
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.interactions.options import parse_request_options
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Term, Text


class TryCommand(GameId, what="try"):
    """A button for one of the demo's commands, by index."""

    nth: int


_OPTION = re.compile(r"(\w+):(.*?)(?=\s\w+:|$)")


_LOOKS = "odds"
"""The demo command that only shows odds."""


def try_buttons(words: Reader, live: ActiveGame) -> tuple[Control, ...]:
    """Return a button for each of the demo's commands, in order."""
    commands, buttons = [_parse_line(step)[0] for step in live.system.about.steps], list[Control]()
    for nth, command in enumerate(commands):
        word = Text("odds") if command == _LOOKS else Text("{command}", command=Term(command))
        if before := commands[:nth].count(command):
            word = Text("{command} {number}", command=word, number=before + 1)
        label = words.plain.say("Try: {command}", command=word)
        buttons.append(TryCommand(live.info.id, nth).button(label, "main"))
    return tuple(buttons)


def _parse_line(step: str) -> tuple[str, dict[str, Any]]:
    """Parse a line such as "/fire attacker:GI target:Irregular" into its command and options."""
    command, _, options = step.removeprefix("/").partition(" ")
    given = {name: value.strip() for name, value in _OPTION.findall(options)}
    return command, {"unit" if name == "attacker" else name: value for name, value in given.items()}


@handles_click(TryCommand)
async def try_command(ctx: Context, click: TryCommand) -> Reply:
    """Give one of the demo's commands for the caller; raise Refusal for an unknown one."""
    live, nth = await require_current_game(ctx, click), click.nth
    if nth >= len(live.system.about.steps):
        raise Refusal(OTHER_VERSION)
    command, given = _parse_line(live.system.about.steps[nth])
    if command != _LOOKS:
        return await carry_out(ctx, parse_request_options(ctx, live, command, given))
    request = parse_request_options(ctx, live, "fire", given)
    ctx.require_known(live.board, request)
    found = await ctx.services.odds.odds(ctx.call, request)
    return await asyncio.to_thread(odds_reply, ctx.me.at(live.board), found, True)
