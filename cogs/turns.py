"""The turn: its phases, its end, the next one."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.components.entry_buttons import Interaction
from cogs.interactions.respond import reply
from cogs.ordered import ordered


class Turns(commands.GroupCog, group_name="turn", group_description="The turn: its phases, its end, the next one."):
    """What a turn is called and does comes from the system."""

    @app_commands.command(description="Start a new turn: clears states, says what to collect and what falls due.")
    async def next(self, interaction: Interaction) -> None:
        await reply(interaction, ordered(interaction, "turn next"))

    @app_commands.command(description="End your side's go and hand over.")
    async def end(self, interaction: Interaction) -> None:
        await reply(interaction, ordered(interaction, "turn end"))

    @app_commands.command(description="Go to a phase of your turn, in systems that have phases.")
    @app_commands.describe(phase="The phase.")
    async def phase(self, interaction: Interaction, phase: app_commands.Range[str, 1, 40]) -> None:
        await reply(interaction, ordered(interaction, "turn phase", action=phase))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Turns())
