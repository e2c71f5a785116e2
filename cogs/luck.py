"""`/luck`: how the dice of a game compare with what was to be expected of them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions import autocomplete
from cogs.interactions import past_games as looking_back
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.luck import explained, luck_lines
from cogs.rendering.reply import Reply
from rules.kernel.text import N_

Named = app_commands.Range[str, 1, 100]


class LuckCog(commands.Cog):
    """From the entries alone; nothing is recorded."""

    @app_commands.command(description=N_("How lucky the dice of this game were, against what was to be expected."))
    @app_commands.describe(
        player=N_("The dice of one player; empty: those of each side."),
        kind=N_("One kind of throw, such as saves."),
        game=N_("A game of this channel that is over; empty: the one that is played."),
    )
    @app_commands.autocomplete(player=looking_back.players, kind=autocomplete.kinds_of_throw, game=looking_back.games)
    @answered()
    async def luck(
        self, ctx: Context, player: Named | None = None, kind: Named | None = None, game: Named | None = None
    ) -> Reply:
        live, name, report = await ctx.services.numbers.luck(ctx.call, player or "", kind or "", game)
        words = ctx.everybody.at(live.board)
        title = (
            words.plain.say("Luck of {player} in {game}", player=name, game=live.info.name)
            if name
            else words.plain.say("Luck in {game}", game=live.info.name)
        )
        return Reply(title, "\n".join(luck_lines(words, report)), explained(words))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(LuckCog())
