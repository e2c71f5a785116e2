"""`/fairness`: what the bot's dice are made of, and that they are."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.fairness import checked, revealed, standing
from cogs.rendering.reply import Reply
from rules.kernel.text import N_, Text

Heads = app_commands.Range[str, 1, 1000]


class FairnessCog(
    commands.GroupCog, group_name="fairness", group_description=N_("Proof that the bot's dice are fair.")
):
    """The promise when a game begins, the seed when it is over, and the check in between those two."""

    @app_commands.command(description=N_("What the bot has promised of its dice in this game."))
    @answered()
    async def show(self, ctx: Context) -> Reply:
        live, report = await ctx.services.fairness.show(ctx.call)
        return _reply(ctx, Text("Dice of {game}", game=live.info.name), standing(report))

    @app_commands.command(description=N_("Once the game is over: the seed of which its dice were made."))
    @answered()
    async def reveal(self, ctx: Context) -> Reply:
        live, report = await ctx.services.fairness.reveal(ctx.call)
        return _reply(ctx, Text("The seed of {game}", game=live.info.name), revealed(report))

    @app_commands.command(description=N_("Once the seed is known: make every throw of the bot again."))
    @app_commands.describe(head=N_("What was posted of the record, such as 140:9f2c41d08be7a653; several with spaces."))
    @answered()
    async def verify(self, ctx: Context, head: Heads | None = None) -> Reply:
        found = await ctx.services.fairness.check(ctx.call, head or "")
        return _reply(ctx, Text("The dice of {game}, made again", game=found.live.info.name), checked(found))


def _reply(ctx: Context, title: Text, lines: Iterable[Text]) -> Reply:
    words = ctx.everybody
    return Reply(words.plain(title), "\n".join(map(words, lines)))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(FairnessCog())
