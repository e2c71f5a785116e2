"""The button that deletes what is kept about whoever clicks it."""

from __future__ import annotations

from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from rules.kernel.text import counted


async def forget_me(ctx: Context) -> Reply:
    """Everything of the caller goes; a second click finds nothing and says so."""
    found, words = await ctx.services.privacy.forget(ctx.caller), ctx.me
    if not found.games and not found.forces:
        return Reply(words.say("What is kept about you"), words.say("Nothing is kept about you."), private=True)
    games, entries = counted(len(found.games), "game", "games"), counted(found.entries, "entry", "entries")
    forces = counted(found.forces, "force", "forces")
    text = words.say(
        "{entries} in {games} no longer name you; gone: {forces}.", entries=entries, games=games, forces=forces
    )
    return Reply(words.say("You are forgotten"), text, private=True)
