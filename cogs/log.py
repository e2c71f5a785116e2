"""`/log`: what has happened, by pages; of the game that is played here, or of one that is over."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.errors import Unreadable
from bot.store.pasts import Wanted
from cogs.components.log_pages import page_reply
from cogs.interactions import looking_back
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.log_channel import LogChannelCommand
from cogs.rendering.reply import Reply
from cogs.unreadable_games import damaged_log
from rules.kernel.text import N_

Named = app_commands.Range[str, 1, 100]


class LogCog(LogChannelCommand, commands.GroupCog, group_name="log", group_description=N_("The record of this game.")):
    """The roll log."""

    @app_commands.command(description=N_("The last entries of this game, or of one that is over."))
    @app_commands.describe(
        last=N_("How many on a page."),
        unit=N_("About one unit."),
        player=N_("Of one player (name)."),
        kind=N_("Of one command, such as fire."),
        game=N_("A game of this channel that is over; empty: the one that is played."),
    )
    @app_commands.autocomplete(
        unit=looking_back.units, kind=looking_back.kinds, player=looking_back.players, game=looking_back.games
    )
    @answered()
    async def show(
        self,
        ctx: Context,
        last: app_commands.Range[int, 1, 50] = 10,
        unit: Named | None = None,
        player: Named | None = None,
        kind: app_commands.Range[str, 1, 40] | None = None,
        game: Named | None = None,
    ) -> Reply:
        battle = await ctx.services.log_pages.chosen(ctx.call, game)
        try:
            live = await ctx.services.log_pages.read(ctx.call, battle)
        except Unreadable as fault:
            assert battle is not None
            return await damaged_log(ctx, battle, last, fault.text)
        about = ctx.unit(live.game, unit, live.board).id if unit else ""
        by = next((one.id for one in live.game.players.values() if player in (one.id, one.name)), player or "")
        wanted = Wanted((kind or "").strip().lower(), about, by)
        page = await ctx.services.log_pages.page(live, wanted, last)
        return await page_reply(ctx.everybody, page, wanted, last)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(LogCog())
