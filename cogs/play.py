"""The commands of play: initiative, activation, movement, fire, assault, morale, and whatever else the system has."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.permissions import may_command
from cogs.components.entry_buttons import Interaction, does
from cogs.components.outcome import calling
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.interactions.used import used
from cogs.ordered import carried_out, ordered
from rules.commands import Request
from rules.text import say, unsaid

Text = app_commands.Range[str, 1, 200]
DICE = unsaid("Empty: my way. Faces off my table: 5 2 6 4, throws separated by /. roll: the bot throws.")
SITUATION = unsaid("What else counts here; several after commas.")


class Play(commands.Cog):
    """One call each: options in, the result out."""

    @app_commands.command(description="Throw for the initiative.")
    @app_commands.describe(unit="The unit whose side has the modifier.", modifier="Scenario modifier.", dice=DICE)
    @app_commands.autocomplete(unit=autocomplete.units)
    async def initiative(
        self,
        interaction: Interaction,
        unit: Text | None = None,
        modifier: app_commands.Range[int, -10, 10] | None = None,
        dice: Text | None = None,
    ) -> None:
        await reply(interaction, ordered(interaction, "initiative", dice, unit=unit, modifier=modifier))

    @app_commands.command(description="Activate a unit: the test where there is one, and what it may do then.")
    @app_commands.describe(unit="The unit.", action="What it will do.", situation=SITUATION, dice=DICE)
    @app_commands.autocomplete(
        unit=autocomplete.units,
        action=autocomplete.choices_of("activate", "actions"),
        situation=autocomplete.choices_of("activate", "situations"),
    )
    async def activate(
        self,
        interaction: Interaction,
        unit: Text,
        action: Text | None = None,
        situation: Text | None = None,
        dice: Text | None = None,
    ) -> None:
        await reply(interaction, ordered(interaction, "activate", dice, unit=unit, action=action, situation=situation))

    @app_commands.command(description="How far a unit may move, recorded, with who may react.")
    @app_commands.describe(
        unit="The unit.", action="How it moves.", terrain="What it crosses.", extra="What else counts."
    )
    @app_commands.autocomplete(
        unit=autocomplete.units,
        action=autocomplete.choices_of("move", "actions"),
        terrain=autocomplete.choices_of("move", "terrain"),
        extra=autocomplete.choices_of("move", "extra"),
    )
    async def move(
        self,
        interaction: Interaction,
        unit: Text,
        action: Text | None = None,
        terrain: Text | None = None,
        extra: Text | None = None,
    ) -> None:
        await reply(interaction, ordered(interaction, "move", unit=unit, action=action, terrain=terrain, extra=extra))

    @app_commands.command(description="Fire at one target, or a volley at several.")
    @app_commands.describe(
        attacker="The unit that fires.",
        target="The target; several after commas make a volley.",
        distance="Inches (11.5, 30cm); one per target separated by /.",
        cover="The target's cover; one per target separated by /.",
        firers="What fires: 4 infantry_rifle, 1 lmg; one list per target separated by /. Empty: all that can.",
        situation=SITUATION,
        dice=DICE,
        preview="Look first: chances and markers, for you alone.",
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        cover=autocomplete.choices_of("fire", "covers"),
        firers=autocomplete.weapons,
        situation=autocomplete.choices_of("fire", "situations"),
    )
    async def fire(
        self,
        interaction: Interaction,
        attacker: Text,
        target: app_commands.Range[str, 1, 600],
        distance: Text | None = None,
        cover: Text | None = None,
        firers: Text | None = None,
        situation: Text | None = None,
        dice: app_commands.Range[str, 1, 1000] | None = None,
        preview: bool = False,
    ) -> None:
        given: dict[str, Any] = {"unit": attacker, "target": target, "distance": distance}
        given |= {"cover": cover, "firers": firers, "situation": situation}
        if preview:
            from cogs.odds import chances

            await reply(interaction, chances(interaction, "fire", private=True, **given), private=True)
            return
        await reply(interaction, ordered(interaction, "fire", dice, **given))

    @app_commands.command(description="Assault: into close combat, or on with it.")
    @app_commands.describe(
        attacker="The unit that attacks.",
        target="The unit it attacks.",
        distance="Inches.",
        situation=SITUATION,
        dice=DICE,
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        situation=autocomplete.choices_of("assault", "situations"),
    )
    async def assault(
        self,
        interaction: Interaction,
        attacker: Text,
        target: Text,
        distance: Text | None = None,
        situation: Text | None = None,
        dice: Text | None = None,
    ) -> None:
        given = {"unit": attacker, "target": target, "distance": distance, "situation": situation}
        await reply(interaction, ordered(interaction, "assault", dice, **given))

    @app_commands.command(description="The system's test of nerve.")
    @app_commands.describe(unit="The unit.", situation=SITUATION, dice=DICE)
    @app_commands.autocomplete(unit=autocomplete.units, situation=autocomplete.choices_of("morale", "situations"))
    async def morale(
        self, interaction: Interaction, unit: Text, situation: Text | None = None, dice: Text | None = None
    ) -> None:
        await reply(interaction, ordered(interaction, "morale", dice, unit=unit, situation=situation))

    @app_commands.command(description="Every other action of this game's system.")
    @app_commands.describe(
        action="The action.",
        unit="Who does it.",
        target="To whom.",
        weapon="With what, or on which object.",
        distance="Inches.",
        count="How many.",
        situation=SITUATION,
        dice=DICE,
    )
    @app_commands.autocomplete(
        action=autocomplete.acts,
        unit=autocomplete.units,
        target=autocomplete.targets,
        weapon=used,
        situation=autocomplete.choices_of("act", "situations"),
    )
    async def act(
        self,
        interaction: Interaction,
        action: Text,
        unit: app_commands.Range[str, 1, 600] | None = None,
        target: app_commands.Range[str, 1, 600] | None = None,
        weapon: Text | None = None,
        distance: Text | None = None,
        count: app_commands.Range[int, 0, 100] | None = None,
        situation: Text | None = None,
        dice: app_commands.Range[str, 1, 1000] | None = None,
    ) -> None:
        given: dict[str, Any] = {"action": action, "unit": unit, "target": target, "weapon": weapon}
        given |= {"distance": distance, "count": count, "situation": situation}
        await reply(interaction, ordered(interaction, "act", dice, **given))


@does("again")
async def again(interaction: Interaction, game: str, number: int) -> Reply:
    """The same command with the same settings, on the board as it is now, with new dice."""
    entry = await services_of(interaction).history.of_game(calling(interaction), game, number)
    return await carried_out(interaction, Request.of(entry.request), "")


@does("react")
async def react(interaction: Interaction, game: str, number: int, unit: str) -> Reply:
    """The reaction that a unit has to an entry, if it still has one; what only the players know is asked for."""
    services, call = services_of(interaction), calling(interaction)
    entry = await services.history.of_game(call, game, number)
    live = await services.games.at(call.where)
    if number in live.game.undone:
        raise Refusal(say("That has been undone: there is nothing to react to."))
    found = next((one for one in live.system.reactions(live.board, entry) if one.unit == unit), None)
    if found is None:
        raise Refusal(say("It can no longer react to that."))
    may_command(live.game, call.who, live.game.units[unit].side, unit)
    return await carried_out(interaction, found.request, "")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Play())
