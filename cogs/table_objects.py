"""Objects on the table, objectives and points."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.services.table_objects import KINDS
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling, shown
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.options import listed_codes
from cogs.interactions.respond import reply
from rules.events import TableObject

Text = app_commands.Range[str, 1, 60]


class Place(
    commands.GroupCog, group_name="place", group_description="Objects on the table: smoke, gas, mines, objectives."
):
    """What lies on the table beside units."""

    @app_commands.command(description="Lay an object on the table.")
    @app_commands.describe(
        kind="What it is.",
        label="What to call it.",
        radius="Inches from its middle to its edge.",
        turns="How many turns it stays; empty: for good.",
        keywords="What it counts as, separated by commas.",
    )
    @app_commands.choices(kind=[app_commands.Choice(name=kind, value=kind) for kind in KINDS])
    async def add(
        self,
        interaction: Interaction,
        kind: str,
        label: Text,
        radius: app_commands.Range[float, 0, 100] | None = None,
        turns: app_commands.Range[int, 1, 100] | None = None,
        keywords: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        thing = TableObject(kind=kind, label=label, radius=radius or 0, turns=turns, keywords=listed_codes(keywords))
        await reply(interaction, self._add(interaction, thing))

    async def _add(self, interaction: Interaction, thing: TableObject) -> Reply:
        return shown(interaction, await services_of(interaction).table_objects.place(calling(interaction), thing))

    @app_commands.command(description="Take an object off the table.")
    @app_commands.describe(label="Which.")
    @app_commands.autocomplete(label=autocomplete.things)
    async def remove(self, interaction: Interaction, label: Text) -> None:
        await reply(interaction, self._remove(interaction, label))

    async def _remove(self, interaction: Interaction, label: str) -> Reply:
        return shown(interaction, await services_of(interaction).table_objects.take_off(calling(interaction), label))


class Objective(commands.GroupCog, group_name="objective", group_description="Who holds which objective."):
    """Held and freed."""

    @app_commands.command(description="A side holds an objective.")
    @app_commands.describe(label="The objective.", side="The side; empty: yours.")
    @app_commands.autocomplete(label=autocomplete.things, side=autocomplete.sides)
    async def hold(self, interaction: Interaction, label: Text, side: Text | None = None) -> None:
        await reply(interaction, self._hold(interaction, label, side, False))

    @app_commands.command(description="Nobody holds an objective any more.")
    @app_commands.describe(label="The objective.")
    @app_commands.autocomplete(label=autocomplete.things)
    async def free(self, interaction: Interaction, label: Text) -> None:
        await reply(interaction, self._hold(interaction, label, None, True))

    async def _hold(self, interaction: Interaction, label: str, side: str | None, free: bool) -> Reply:
        tabletop = services_of(interaction).table_objects
        return shown(interaction, await tabletop.hold(calling(interaction), label, side, free))


class Score(commands.Cog):
    """Points."""

    @app_commands.command(description="Points for a side.")
    @app_commands.describe(side="The side.", points="How many; negative takes some off.", why="What for.")
    @app_commands.autocomplete(side=autocomplete.sides)
    async def score(
        self,
        interaction: Interaction,
        side: Text,
        points: app_commands.Range[int, -1000, 1000],
        why: app_commands.Range[str, 1, 500],
    ) -> None:
        await reply(interaction, self._score(interaction, side, points, why))

    async def _score(self, interaction: Interaction, side: str, points: int, why: str) -> Reply:
        return shown(
            interaction, await services_of(interaction).table_objects.score(calling(interaction), side, points, why)
        )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Place())
    await bot.add_cog(Objective())
    await bot.add_cog(Score())
