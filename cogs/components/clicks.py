"""The listener for clicks on the bot's controls and for submitted forms.

discord.py forgets buttons and forms at a restart. Their ids carry all that is needed, and permissions are checked
against the record.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import discord
from discord.ext import commands

from bot.errors import Refusal
from cogs import components
from cogs.components.controls import (
    CLICKED,
    OTHER_VERSION,
    SUBMITTED,
    ChoiceMenu,
    Control,
    ControlId,
    find_handler,
    handles_click,
    parse_click,
)
from cogs.interactions.context import Context, Interaction
from cogs.interactions.delivery import is_private
from cogs.interactions.limits import is_writable
from cogs.interactions.respond import answer
from cogs.rendering.reply import Reply
from rules.kernel.text import Listed, Text, counted

# The button that deletes the data kept about the caller.


class ForgetMe(ControlId, what="forget"):
    """A button that deletes all data kept about the caller."""

    whom: str = "me"


@handles_click(ForgetMe, private=True)
async def forget_me(ctx: Context, click: ForgetMe) -> Reply:
    """Delete all data about the caller; a second click reports that none is kept."""
    gone, words = await ctx.services.privacy.forget(ctx.caller), ctx.me
    if not (gone.games or gone.forces or gone.campaigns or gone.lists):
        return Reply(words.say("What is kept about you"), words.say("Nothing is kept about you."), private=True)
    deleted, lines = list[Text](), list[Text]()
    if gone.games or gone.campaigns:
        games, entries = counted(len(gone.games), "game", "games"), counted(gone.entries, "entry", "entries")
        lines.append(Text("{entries} in {games} no longer name you.", entries=entries, games=games))
    if gone.forces:
        deleted.append(counted(gone.forces, "force", "forces"))
    if gone.lists:
        deleted.append(Text("your last list, with the names explained in it"))
    if deleted:
        lines.append(Text("Deleted: {what}.", what=Listed(deleted)))
    return Reply(words.say("Your data is deleted"), "\n".join(map(words, lines)), private=True)


# Every module here registers its handlers of clicks when it is imported.

for found in walk_packages(components.__path__, f"{components.__name__}."):
    import_module(found.name)


class Clicks(commands.Cog):
    """The listener that receives every click and every form."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        is_form = interaction.type is discord.InteractionType.modal_submit
        if not is_form and interaction.type is not discord.InteractionType.component:
            return
        # Clicks come only from the bot's own messages: an unknown id is from another version, or forged.
        id, ctx = str((interaction.data or {}).get("custom_id", "")), Context(interaction)
        click = parse_click(id) if is_writable(id) else None
        does = find_handler(SUBMITTED if is_form else CLICKED, click) if click else None
        if click is None or does is None:
            await answer(ctx, refuse_unknown())
        else:
            # The private message that opened a form is not needed any more.
            retires = does.retires or (is_form and is_private(ctx))
            await answer(ctx, does.reply(ctx, click), does.private, retires)


async def refuse_unknown() -> Reply:
    """Raise Refusal for a control that this version does not have."""
    raise Refusal(OTHER_VERSION)


async def setup(bot: Any) -> None:
    bot.add_dynamic_items(Control, ChoiceMenu)
    await bot.add_cog(Clicks())
