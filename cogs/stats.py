"""`/stats` of a game, or of a player over all games of a server; and `/luck`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.people import Person
from cogs.components.controls import handles_click
from cogs.components.play.game_pages import ShowRecords, luck_reply, stats_reply
from cogs.interactions import autocomplete
from cogs.interactions import past_games as looking_back
from cogs.interactions.built_command import slash_command
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.statistics import player_lines, record_lines, records_key
from cogs.rendering.text import Reader
from data.systems import system_of
from rules.command.system import System
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
        record = await ctx.services.numbers.of_player(ctx.call, who, _channel_filter(ctx))
        words = ctx.all_readers
        title = words.plain.say("Games of {player} on this server", player=who.name)
        return Reply(title, "\n".join(player_lines(words, record)))


@handles_click(ShowRecords, private=True)
async def show_records(ctx: Context, click: ShowRecords) -> Reply:
    """Show the units of a game's rules over all games."""
    played = await ctx.services.record.games.get(click.game)
    if played is None:
        raise Refusal(Text("That game is no longer in the record."))
    return replace(await unit_records_reply(ctx, ctx.me, system_of(played.system)), private=True)


async def unit_records_reply(ctx: Context, words: Reader, system: System) -> Reply:
    """Return the records of the units of a rule system in this server."""
    found = await ctx.services.numbers.of_units(ctx.call, system.key, _channel_filter(ctx))
    title = words.plain.say("Units of {system} on this server", system=system.name)
    return Reply(title, "\n".join(record_lines(words, found)), records_key(words))


def _channel_filter(ctx: Context) -> Callable[[str], bool]:
    """Return a predicate that is true if the caller may see a channel, or the channel is gone."""
    guild, member = ctx.interaction.guild, ctx.interaction.user

    def sees(channel: str) -> bool:
        found = guild.get_channel_or_thread(int(channel)) if guild and channel.isdecimal() else None
        if found is None or not isinstance(member, discord.Member):
            return True
        return found.permissions_for(member).view_channel

    return sees


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
