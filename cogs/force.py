"""Forces, units and markers."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.lookup import unit_named
from bot.services.saved_forces import force_of
from bot.store.tables import SavedForce
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling, shown
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.rendering.result import safe
from cogs.rendering.status import unit_lines, unit_text
from cogs.rendering.visibility import card, knows
from data import SYSTEMS
from data.forces import force_from, sample_forces
from rules.force import Force
from rules.text import capital, counted, say

Text = app_commands.Range[str, 1, 100]
Side = app_commands.Range[str, 1, 60]
LARGEST_FILE = 100_000


class Forces(commands.GroupCog, group_name="force", group_description="Bring whole forces to the table."):
    """Sample forces, and files of your own."""

    @app_commands.command(description="Load a force: a sample, one you saved, or a TOML or JSON file of yours.")
    @app_commands.describe(
        force="A sample force, or one of yours.", side="The side it fights for.", file="Your own force file."
    )
    @app_commands.autocomplete(force=autocomplete.forces, side=autocomplete.sides)
    async def load(
        self,
        interaction: Interaction,
        force: Text | None = None,
        side: Side | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        await reply(interaction, self._load(interaction, force, side, file))

    async def _load(
        self, interaction: Interaction, name: str | None, side: str | None, file: discord.Attachment | None
    ) -> Reply:
        services, call = services_of(interaction), calling(interaction)
        live = await services.games.at(call.where)
        force = (
            await _attached(file) if file else await services.saved_forces.find(call.who.id, live.system, name or "")
        )
        return shown(interaction, await services.roster.load_force(call, force, side))

    @app_commands.command(description="The forces you can load: samples, and those you saved.")
    async def list(self, interaction: Interaction) -> None:
        await reply(interaction, self._list(interaction), private=True)

    async def _list(self, interaction: Interaction) -> Reply:
        live = autocomplete.glance(interaction)
        systems = [live.system] if live else SYSTEMS
        mine = await services_of(interaction).saved_forces.mine(str(interaction.user.id))
        lines: list[str] = []
        for system in systems:
            lines.append(f"**{system.name}**")
            lines += [
                f"`{key}` {force.name}, {counted(len(force.units), 'unit')}: {say(force.about)}"
                for key, force in sample_forces(system.key).items()
            ]
            lines += [own_line(one) for one in mine if one.system == system.key]
        return Reply(say("Forces"), "\n".join(lines), private=True)


async def _attached(file: discord.Attachment) -> Force:
    if file.size > LARGEST_FILE:
        raise Refusal(
            say(
                "{filename} is too large for a force: {largest_file} kB at most.",
                filename=file.filename,
                largest_file=LARGEST_FILE // 1000,
            )
        )
    try:
        text = (await file.read()).decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(say("{filename} is not text in UTF-8.", filename=file.filename)) from None
    return force_from(text, file.filename)


def own_line(saved: SavedForce) -> str:
    """A force that somebody keeps, on one line."""
    count = counted(len(force_of(saved).units), "unit")
    return say(
        "{saved}, {count}, saved <t:{saved_at}:d> · yours",
        saved=safe(saved.name),
        count=count,
        saved_at=int(saved.saved_at),
    )


class Units(commands.GroupCog, group_name="unit", group_description="Units, one by one."):
    """Add, look at, put right, take away."""

    @app_commands.command(description="Add a ready-made unit, or several of them.")
    @app_commands.describe(
        name="What to call it.",
        profile="Its type.",
        side="Its side.",
        models="How many models.",
        count="How many such units.",
    )
    @app_commands.autocomplete(profile=autocomplete.unit_types, side=autocomplete.sides)
    async def add(
        self,
        interaction: Interaction,
        name: str,
        profile: Text,
        side: Side | None = None,
        models: app_commands.Range[int, 1, 100] | None = None,
        count: app_commands.Range[int, 1, 20] = 1,
    ) -> None:
        await reply(interaction, self._add(interaction, name, profile, side, models, count))

    async def _add(
        self, interaction: Interaction, name: str, profile: str, side: str | None, models: int | None, count: int
    ) -> Reply:
        muster, kind = services_of(interaction).roster, "_".join(profile.lower().split())
        return shown(interaction, await muster.add(calling(interaction), name, kind, side, models, count))

    @app_commands.command(description="What a unit is, its states, and what it may still do.")
    @app_commands.describe(unit="The unit.")
    @app_commands.autocomplete(unit=autocomplete.units)
    async def show(self, interaction: Interaction, unit: Text) -> None:
        await reply(interaction, self._show(interaction, unit), private=True)

    async def _show(self, interaction: Interaction, unit: str) -> Reply:
        live = await services_of(interaction).games.at(calling(interaction).where)
        found = unit_named(live.game, unit)
        if not knows(live.board, str(interaction.user.id), found):
            return Reply(capital(card(found)), say("A hidden unit of {side}.", side=safe(found.side)), private=True)
        said = unit_text(live.board, found)
        return Reply(said.title, said.text, private=True)

    @app_commands.command(description="Put a unit right: models, hit points, weapons, side, name and more.")
    @app_commands.describe(
        unit="The unit.", field="What to change.", value="What it is to be.", reason="Why, for the log."
    )
    @app_commands.autocomplete(unit=autocomplete.units, field=autocomplete.fields)
    async def edit(
        self,
        interaction: Interaction,
        unit: Text,
        field: Text,
        value: str,
        reason: app_commands.Range[str, 1, 500] | None = None,
    ) -> None:
        await reply(interaction, self._edit(interaction, unit, "_".join(field.lower().split()), value, reason or ""))

    async def _edit(self, interaction: Interaction, unit: str, field: str, value: str, reason: str) -> Reply:
        muster = services_of(interaction).roster
        return shown(interaction, await muster.edit(calling(interaction), unit, field, value, reason))

    @app_commands.command(description="Take a unit out of the game.")
    @app_commands.describe(unit="The unit.")
    @app_commands.autocomplete(unit=autocomplete.units)
    async def remove(self, interaction: Interaction, unit: Text) -> None:
        await reply(interaction, self._remove(interaction, unit))

    async def _remove(self, interaction: Interaction, unit: str) -> Reply:
        return shown(interaction, await services_of(interaction).roster.remove(calling(interaction), unit))

    @app_commands.command(description="Every unit of a side, or of all.")
    @app_commands.describe(side="One side only.")
    @app_commands.autocomplete(side=autocomplete.sides)
    async def list(self, interaction: Interaction, side: Side | None = None) -> None:
        await reply(interaction, self._list(interaction, side), private=True)

    async def _list(self, interaction: Interaction, side: str | None) -> Reply:
        live = await services_of(interaction).games.at(calling(interaction).where)
        player = live.game.players.get(str(interaction.user.id))
        own, umpire = (player.side, player.umpire) if player else (None, False)
        wanted = [one for one in live.game.sides if side is None or one.casefold() == side.casefold()]
        lines = {one: unit_lines(live, live.game.of_side(one), one if umpire else own) for one in wanted}
        if not any(lines.values()):
            raise Refusal(say("{side} has no units here.", side=side) if side else say("There are no units here yet."))
        if side:
            return Reply(safe(wanted[0]), "\n".join(lines[wanted[0]]), private=True)
        text = "\n\n".join("\n".join((f"__{safe(one)}__", *found)) for one, found in lines.items())
        return Reply(say("Units"), text, private=True)


class Markers(commands.GroupCog, group_name="marker", group_description="Put the record right when the table differs."):
    """Corrections, logged as such."""

    @app_commands.command(description="Set a marker of a unit to what lies on the table.")
    @app_commands.describe(
        unit="The unit.", marker="The marker.", count="How many; 1 or 0 for on or off.", reason="Why, for the log."
    )
    @app_commands.autocomplete(unit=autocomplete.units, marker=autocomplete.markers)
    async def set(
        self,
        interaction: Interaction,
        unit: Text,
        marker: Text,
        count: app_commands.Range[int, 0, 100],
        reason: app_commands.Range[str, 1, 500] | None = None,
    ) -> None:
        await reply(interaction, self._set(interaction, unit, marker, count, reason or ""))

    async def _set(self, interaction: Interaction, unit: str, marker: str, count: int, reason: str) -> Reply:
        muster = services_of(interaction).roster
        return shown(interaction, await muster.mark(calling(interaction), unit, marker, count, reason))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Forces())
    await bot.add_cog(Units())
    await bot.add_cog(Markers())
