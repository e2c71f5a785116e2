"""Forces of one's own: `/force save`, `/force export`, `/force remove`."""

from __future__ import annotations

import re
from typing import Any, Literal, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.saved_forces import Known
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling
from cogs.force import Forces, own_line
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import REFUSED, reply
from cogs.rendering.result import safe
from data.forces import force_text
from rules.text import counted, say

Name = app_commands.Range[str, 1, 60]
Text = app_commands.Range[str, 1, 100]
_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9]+")


@app_commands.command(description="Keep your side's units, as they were mustered, as a force of yours.")
@app_commands.describe(name="What to call the force.")
async def save(interaction: Interaction, name: Name) -> None:
    await reply(interaction, _save(interaction, name), private=True)


async def _save(interaction: Interaction, name: str, replace: bool = False) -> Reply:
    try:
        force = await services_of(interaction).saved_forces.save(calling(interaction), name, replace)
    except Known as known:
        text = say("You keep a force of that name already:\n{own_line}\nReplace it?", own_line=own_line(known.old))
        buttons = (ReplaceButton(known.old.name),)
        return Reply(say("Is that right?"), text, private=True, buttons=buttons, colour=REFUSED)
    units = [f"• {safe(unit['name'])}, {unit.get('models', 1)}" for unit in force.units]
    footer = say("Yours alone, in every game of these rules: /force load, /force export.")
    title = say(
        "{force} is replaced: {units}" if replace else "{force} is saved: {units}",
        force=safe(force.name),
        units=counted(len(units), "unit"),
    )
    return Reply(title, "\n".join(units), footer, private=True)


class ReplaceButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"adj1:keep:(?P<name>.{1,60})$"):
    """Saves a force in place of the one of that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        style = discord.ButtonStyle.danger
        super().__init__(discord.ui.Button(label=say("Replace"), custom_id=f"adj1:keep:{name}", style=style))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["name"])

    async def callback(self, interaction: Interaction) -> None:
        await reply(interaction, _save(interaction, self.name, replace=True), private=True)


@app_commands.command(description="A force as a file that /force load takes back; empty: your side in this game.")
@app_commands.describe(
    force="A sample force, or one of yours; empty: your side as it was mustered.", format="The file."
)
@app_commands.autocomplete(force=autocomplete.forces)
async def export(interaction: Interaction, force: Text | None = None, format: Literal["toml", "json"] = "toml") -> None:
    await reply(interaction, _export(interaction, force, format), private=True)


async def _export(interaction: Interaction, name: str | None, kind: Literal["toml", "json"]) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    armoury = services.saved_forces
    force = await (armoury.find(call.who.id, live.system, name) if name else armoury.side(call, live))
    file = f"{_NOT_IN_FILE_NAMES.sub('_', force.name.lower()).strip('_') or 'force'}.{kind}"
    words = say("The force {force} for {system}, as text.", force=force.name, system=live.system.name)
    text = say(
        "{units}. `/force load` with this file brings them to a table again.", units=counted(len(force.units), "unit")
    )
    return Reply(safe(force.name), text, private=True, file=(file, force_text(force, kind).encode("utf-8"), words))


@app_commands.command(description="Forget a force of yours.")
@app_commands.describe(force="The force.")
@app_commands.autocomplete(force=autocomplete.own_forces)
async def remove(interaction: Interaction, force: Text) -> None:
    await reply(interaction, _remove(interaction, force), private=True)


async def _remove(interaction: Interaction, name: str) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    gone = await services.saved_forces.remove(call.who.id, live.system, name)
    return Reply(
        say("{gone} is forgotten", gone=safe(gone)), say("Games it was loaded in keep their units."), private=True
    )


async def setup(bot: commands.Bot) -> None:
    group = bot.get_cog("Forces")
    assert isinstance(group, Forces)
    for command in (save, export, remove):
        group.app_command.add_command(command)  # type: ignore[union-attr]
    bot.add_dynamic_items(ReplaceButton)
