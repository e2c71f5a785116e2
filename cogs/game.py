"""Starting, joining and ending games, and the rulings they are played by."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.people import Person
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling, shown
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.rendering.result import safe
from cogs.rendering.status import rulings_text, setup_text, status_text, victory_text
from rules.text import say

Text = app_commands.Range[str, 1, 100]


class GameCog(commands.GroupCog, group_name="game", group_description="Start, join and end games."):
    """One game a channel or thread; whoever starts it is its umpire."""

    @app_commands.command(description="Start a game in this channel.")
    @app_commands.describe(
        system="The rules you play by.",
        name="What to call the game.",
        rounds="How many rounds, in systems that count them.",
        units="What you measure in.",
    )
    @app_commands.autocomplete(system=autocomplete.systems)
    async def new(
        self,
        interaction: Interaction,
        system: Text,
        name: Text | None = None,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        units: Literal["inches", "cm"] = "inches",
    ) -> None:
        await reply(interaction, self._new(interaction, system, name or "", units, rounds))

    async def _new(
        self, interaction: Interaction, system: str, name: str, units: Literal["inches", "cm"], rounds: int | None
    ) -> Reply:
        answer = await services_of(interaction).lifecycle.new(calling(interaction), system, name, units, rounds)
        said = shown(interaction, answer)
        text = say(
            "You are the umpire. Next: `/force load` with a side for each army, `/game join` for "
            "the players, then `/initiative`.\n{credit}",
            credit=safe(answer.after.system.about.credit),
        )
        return Reply(said.title, text, said.footer)

    @app_commands.command(description="Play a side of the game in this channel.")
    @app_commands.describe(side="The side.", player="Somebody else to seat there (umpire only).")
    @app_commands.autocomplete(side=autocomplete.sides)
    async def join(
        self, interaction: Interaction, side: app_commands.Range[str, 1, 60], player: discord.User | None = None
    ) -> None:
        await reply(interaction, self._join(interaction, side, player))

    async def _join(self, interaction: Interaction, side: str, player: discord.User | None) -> Reply:
        person = Person(str(player.id), player.display_name) if player else None
        return shown(interaction, await services_of(interaction).lifecycle.join(calling(interaction), side, person))

    @app_commands.command(description="Leave the game; your units stay with your side.")
    async def leave(self, interaction: Interaction) -> None:
        await reply(interaction, self._leave(interaction))

    async def _leave(self, interaction: Interaction) -> Reply:
        return shown(interaction, await services_of(interaction).lifecycle.leave(calling(interaction)))

    @app_commands.command(description="The game as it stands: turn, initiative, every unit.")
    async def status(self, interaction: Interaction) -> None:
        await reply(interaction, self._status(interaction))

    async def _status(self, interaction: Interaction) -> Reply:
        live = await services_of(interaction).games.at(calling(interaction).where)
        return status_text(live)

    @app_commands.command(description="End the game; its record stays.")
    @app_commands.describe(winner="The side that won.", note="A word for the record.")
    @app_commands.autocomplete(winner=autocomplete.sides)
    async def end(
        self,
        interaction: Interaction,
        winner: Text | None = None,
        note: app_commands.Range[str, 1, 500] | None = None,
    ) -> None:
        await reply(interaction, self._end(interaction, winner, note or ""))

    async def _end(self, interaction: Interaction, winner: str | None, note: str) -> Reply:
        return shown(interaction, await services_of(interaction).lifecycle.end(calling(interaction), winner, note))

    @app_commands.command(description="Go on with the last game of this channel.")
    async def reopen(self, interaction: Interaction) -> None:
        await reply(interaction, self._reopen(interaction))

    async def _reopen(self, interaction: Interaction) -> Reply:
        return shown(interaction, await services_of(interaction).lifecycle.reopen(calling(interaction)))

    @app_commands.command(description="The checklist before the first turn; name a step to tick it off.")
    @app_commands.describe(step="The step that is done.")
    @app_commands.autocomplete(step=autocomplete.setup_steps)
    async def setup(self, interaction: Interaction, step: Text | None = None) -> None:
        await reply(interaction, self._setup(interaction, step))

    async def _setup(self, interaction: Interaction, step: str | None) -> Reply:
        services, call = services_of(interaction), calling(interaction)
        if step:
            await services.table_objects.tick(call, step)
        return setup_text(await services.games.at(call.where))

    @app_commands.command(description="Who is ahead, and whether the game is over, by the winning rule.")
    async def victory(self, interaction: Interaction) -> None:
        await reply(interaction, self._victory(interaction))

    async def _victory(self, interaction: Interaction) -> Reply:
        live, verdict = await services_of(interaction).table_objects.victory(calling(interaction))
        return victory_text(live, verdict)

    @app_commands.command(description="Two sample forces face to face, playable by one person.")
    @app_commands.describe(system="The rules to try.")
    @app_commands.autocomplete(system=autocomplete.systems)
    async def demo(self, interaction: Interaction, system: Text = "fubar") -> None:
        await reply(interaction, self._demo(interaction, system))

    async def _demo(self, interaction: Interaction, system: str) -> Reply:
        services, call = services_of(interaction), calling(interaction)
        await services.lifecycle.demo(call, system)
        live = await services.games.at(call.where)
        status = status_text(live)
        tries = live.system.about.steps
        text = "\n".join([status.text, "", say("**Try these three:**"), *(f"`{step}`" for step in tries)])
        return Reply(
            status.title, text, say("You are the umpire and may play both sides; others join with /game join.")
        )


class Rulings(commands.GroupCog, group_name="rulings", group_description="The rulings this game is played by."):
    """What the rules leave open, settled before the first shot."""

    @app_commands.command(description="Every ruling of this game: what is set, and what else could be.")
    async def show(self, interaction: Interaction) -> None:
        await reply(interaction, self._show(interaction))

    async def _show(self, interaction: Interaction) -> Reply:
        live = await services_of(interaction).games.at(calling(interaction).where)
        return rulings_text(live)

    @app_commands.command(description="Set a ruling: any player before the first dice, later the umpire.")
    @app_commands.describe(name="The ruling.", value="What it is to be.")
    @app_commands.autocomplete(name=autocomplete.rulings, value=autocomplete.ruling_values)
    async def set(self, interaction: Interaction, name: Text, value: Text) -> None:
        await reply(interaction, self._set(interaction, name, value))

    async def _set(self, interaction: Interaction, name: str, value: str) -> Reply:
        key, setting = ("_".join(text.lower().split()) for text in (name, value))
        return shown(interaction, await services_of(interaction).roster.rule(calling(interaction), key, setting))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(GameCog())
    await bot.add_cog(Rulings())
