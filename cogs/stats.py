"""`/stats` of a game, or of a player over all games of a server; and `/luck`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.people import Person
from cogs.components.play.game_pages import luck_reply, stats_reply, unit_records_reply
from cogs.interactions import autocomplete
from cogs.interactions import past_games as looking_back
from cogs.interactions.built_command import slash_command
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.statistics import player_lines
from data.systems import system_of
from rules.kernel.text import N_, Text

Named = app_commands.Range[str, 1, 100]
_ONE_OF_THREE = Text("Choose only one: `player` for all games of a player, `game` for one game, or `units`.")


class StatsCog(commands.Cog):
    """`/stats`, computed from the entries; nothing is recorded."""

    @slash_command(
        N_("Strength by turn, losses, turning points; or all games of a player, or of units."),
        player=N_("All games of one player on this server; empty: this game."),
        game=(N_("A game of this channel that is over; empty: the current one."), looking_back.games),
        units=(N_("All units of these rules in all games on this server."), autocomplete.systems),
    )
    async def stats(
        self,
        ctx: Context,
        player: discord.User | None = None,
        game: Named | None = None,
        units: Named | None = None,
    ) -> Reply:
        if [player, game, units].count(None) < 2:
            raise Refusal(_ONE_OF_THREE)
        if units:
            return await unit_records_reply(ctx, ctx.all_readers, system_of(units))
        if player is None:
            return await stats_reply(ctx.all_readers, await ctx.services.numbers.of_channel(ctx.call, game))
        who = Person(str(player.id), player.display_name)
        record = await ctx.services.numbers.of_player(ctx.call, who, ctx.sees_channel)
        words = ctx.all_readers
        title = words.plain.say("Games of {player} on this server", player=who.name)
        return Reply(title, "\n".join(player_lines(words, record)))


# `/luck`: the dice of a game compared with their expectation.


class LuckCog(commands.Cog):
    """`/luck`, computed from the entries; nothing is recorded."""

    @slash_command(
        N_("How lucky this game's dice were."),
        player=(N_("The dice of one player; empty: those of each side."), looking_back.players),
        kind=(N_("One kind of roll, such as saves."), autocomplete.kinds_of_roll),
        game=(N_("A game of this channel that is over; empty: the current one."), looking_back.games),
    )
    async def luck(
        self, ctx: Context, player: Named | None = None, kind: Named | None = None, game: Named | None = None
    ) -> Reply:
        return await luck_reply(ctx, ctx.all_readers, player or "", kind or "", game)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(StatsCog())
    await bot.add_cog(LuckCog())
