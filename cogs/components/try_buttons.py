"""The three commands to try in a demo, as buttons that give them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import OTHER_VERSION, Click, Control, button, number_of
from cogs.components.moved_on import of_this_game
from cogs.components.outcome import carried_out
from cogs.interactions.context import Context
from cogs.interactions.options import requested
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.request import Request
from rules.kernel.text import Term, Text

_OPTION = re.compile(r"(\w+):(.*?)(?=\s\w+:|$)")
_LOOKS = "odds"
"""The command that only looks at a shot."""


def try_buttons(words: Reader, live: ActiveGame) -> tuple[Control, ...]:
    """A button for each of the commands to try, in their order."""
    commands = [_parsed(step)[0] for step in live.system.about.steps]
    labels = [words.plain.say("Try: {command}", command=_told_apart(commands, nth)) for nth in range(len(commands))]
    return tuple(button("try", live.info.id, nth, label=label, style="main") for nth, label in enumerate(labels))


def _told_apart(commands: Sequence[str], nth: int) -> Text:
    """A command, with a number where it is not the first of its name."""
    before, command = commands[:nth].count(commands[nth]), commands[nth]
    word = Text("odds") if command == _LOOKS else Text("{command}", command=Term(command))
    return Text("{command} {number}", command=word, number=before + 1) if before else word


def _parsed(step: str) -> tuple[str, dict[str, Any]]:
    """The command of a line such as "/fire attacker:GI target:Irregular", and its options."""
    command, _, options = step.removeprefix("/").partition(" ")
    given = {name: value.strip() for name, value in _OPTION.findall(options)}
    return command, {"unit" if name == "attacker" else name: value for name, value in given.items()}


async def tried(ctx: Context, click: Click) -> Reply:
    """One of the commands to try, given by whoever clicks; raises Refusal."""
    live, nth = await of_this_game(ctx, click), number_of(click.part(1))
    if nth >= len(live.system.about.steps):
        raise Refusal(OTHER_VERSION)
    command, given = _parsed(live.system.about.steps[nth])
    if command != _LOOKS:
        return await carried_out(ctx, requested(ctx, live, command, given))
    return await _looked_at(ctx, live, requested(ctx, live, "fire", given))


async def _looked_at(ctx: Context, live: ActiveGame, request: Request) -> Reply:
    ctx.must_know(live.board, request)
    found = await ctx.services.odds.odds(ctx.call, request)
    return await asyncio.to_thread(odds_reply, ctx.me.at(live.board), found, True)
