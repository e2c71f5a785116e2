"""`/place`, `/objective`, `/score` and `/seal`: objects on the table, objectives, points, and sealed texts."""

from __future__ import annotations

from decimal import Decimal

from discord import app_commands
from discord.ext import commands

from bot.services.play.seals import LONGEST
from bot.services.play.table_objects import KINDS
from cogs.components.play.object_menu import parse_radius
from cogs.components.play.outcome import show_result
from cogs.components.play.seals import open_seals, seal_text
from cogs.interactions import autocomplete, unit_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import parse_codes
from cogs.rendering.reply import Reply
from rules.game.tabletop import TableObject
from rules.kernel.text import N_

Named = app_commands.Range[str, 1, 60]
Unit = app_commands.Range[str, 1, 100]


class PlaceCog(
    commands.GroupCog,
    group_name="place",
    group_description=N_("Objects on the table: smoke, gas, mines, objectives."),
):
    """`/place`: objects on the table besides units."""

    @slash_command(
        N_("Place an object on the table."),
        kind=N_("Its kind."),
        label=N_("Its name."),
        radius=N_("From the middle to the edge."),
        turns=N_("For how many turns; empty: permanent."),
        keywords=N_("Its keywords, separated by commas."),
    )
    @app_commands.choices(kind=[app_commands.Choice(name=kind, value=kind) for kind in KINDS])
    async def add(
        self,
        ctx: Context,
        kind: str,
        label: Named,
        radius: app_commands.Range[float, 0, 250] | None = None,
        turns: app_commands.Range[int, 1, 100] | None = None,
        keywords: app_commands.Range[str, 1, 200] | None = None,
    ) -> Reply:
        size = parse_radius((await ctx.game()).board.ruler.inches(Decimal(str(radius or 0))))
        thing = TableObject(kind=kind, label=label, radius=size, turns=turns, keywords=parse_codes(keywords))
        return show_result(ctx, await ctx.services.table_objects.place(ctx.call, thing))

    @slash_command(N_("Remove an object from the table."), label=(N_("The object to remove."), autocomplete.things))
    async def remove(self, ctx: Context, label: Named) -> Reply:
        return show_result(ctx, await ctx.services.table_objects.take_off(ctx.call, label))


class ObjectiveCog(commands.GroupCog, group_name="objective", group_description=N_("Who holds which objective.")):
    """`/objective`: holders of objectives."""

    @slash_command(
        N_("A side holds an objective."),
        label=(N_("The objective."), autocomplete.things),
        unit=(N_("The unit that holds it."), unit_options.units),
        side=(N_("The side; empty: yours."), autocomplete.sides),
    )
    async def hold(self, ctx: Context, label: Named, unit: Named | None = None, side: Named | None = None) -> Reply:
        by = ctx.unit((await ctx.game()).game, unit).id if unit else None
        return show_result(ctx, await ctx.services.table_objects.hold(ctx.call, label, side, by))

    @slash_command(N_("Free an objective."), label=(N_("The objective."), autocomplete.things))
    async def free(self, ctx: Context, label: Named) -> Reply:
        return show_result(ctx, await ctx.services.table_objects.free(ctx.call, label))


class ScoreCog(commands.Cog):
    """`/score`: points of a side."""

    @slash_command(
        N_("Points for a side."),
        side=(N_("The side."), autocomplete.sides),
        points=N_("How many; a negative number removes some."),
        why=N_("What for."),
    )
    async def score(
        self,
        ctx: Context,
        side: Named,
        points: app_commands.Range[int, -1000, 1000],
        why: app_commands.Range[str, 1, 500],
    ) -> Reply:
        return show_result(ctx, await ctx.services.table_objects.score(ctx.call, side, points, why))


class SealCog(commands.GroupCog, group_name="seal", group_description=N_("Keep orders, bids and the like sealed.")):
    """`/seal`: texts that stay secret until they are opened."""

    @private_command(
        N_("Seal a text: the channel sees your name and its SHA-256."),
        text=N_("An order, a bid, a position."),
        unit=(N_("The unit whose position this is; shown when the unit is revealed."), unit_options.units),
    )
    async def new(self, ctx: Context, text: app_commands.Range[str, 1, LONGEST], unit: Unit | None = None) -> Reply:
        return await seal_text(ctx, text, ctx.unit((await ctx.game()).game, unit).id if unit else "")

    @slash_command(
        N_("Open your seals, together with the others as soon as all are ready."),
        alone=N_("Open yours at once, without waiting for the others."),
        unit=(N_("Reveal this unit's position, nothing else."), unit_options.units),
    )
    async def open(self, ctx: Context, alone: bool = False, unit: Unit | None = None) -> Reply:
        return await open_seals(ctx, alone, ctx.unit((await ctx.game()).game, unit).id if unit else "")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PlaceCog())
    await bot.add_cog(ObjectiveCog())
    await bot.add_cog(ScoreCog())
    await bot.add_cog(SealCog())
