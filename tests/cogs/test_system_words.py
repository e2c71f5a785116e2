"""A server's own file has words of other languages for its own games, and for no other server's."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from data import system_registry
from data.files import new_system
from data.systems import vocabulary
from rules.command.army_list import read_list
from rules.command.force import Force, specs
from rules.game.unit import Weapon
from tests.cogs.languages import speaks
from tests.cogs.table import Table

GERMAN = """
[texts.de]
"Shoot" = "Hier steht nicht unseres"
"musket" = "Schießprügel"
"Rally" = "Sammeln!"
"{unit} takes heart" = "{unit} fasst Mut"
"{unit} is not shaken." = "{unit} ist nicht erschüttert."
"""
TEXT = new_system("my_game") + GERMAN


@pytest.fixture(autouse=True)
def german(table: Table) -> Iterator[None]:
    """A German server with Dot, who manages it, in Ann's place."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    bot = table.env.bot
    assert isinstance(bot, discord.Client)
    guild = bot.get_guild(table.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.german
    speaks(table, table.ann, "de")
    yield
    system_registry.forget_all()


async def test_a_file_of_a_german_server_speaks_german(table: Table) -> None:
    """A text with a translation in the bot's catalogue is shown translated."""
    await table.done(table.ann, "/system add", file=("my_game.toml", TEXT.encode()))
    await table.done(table.ann, "/game demo", system="My game")
    refused = await table.say(table.ann, "/act", action="rally", unit="Regulars 2")
    assert "ist nicht erschüttert." in refused.whole
    shown = await table.say(table.ann, "/rules topic", topic="fire")
    assert "Schießen" in shown.whole
    assert "Hier steht nicht unseres" not in shown.whole


async def test_a_list_is_read_in_the_languages_of_its_file() -> None:
    system = system_registry.load([TEXT.encode()], system_registry.server_key("1", "my_game"))
    system_registry.register(system)
    found = read_list(system, vocabulary(system.key), "Regulars (3 Schießprügel)")
    assert not found.unknown_names
    assert [unit.weapons for unit in specs(system, Force(name="Garrison", system=system.key, units=found.units))] == [
        (Weapon(name="musket", count=3),)
    ]
