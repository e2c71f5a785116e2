"""A game by a server's own file has everything that a game of ours has."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from data import system_registry
from data.files import new_system
from tests.cogs.table import Table

LOOKS = (
    ("/why", {}),
    ("/odds", {"attacker": "Regulars 2", "target": "Raiders 2", "distance": "10", "cover": "open"}),
    ("/unit show", {"unit": "Regulars 2"}),
    ("/rules topic", {"topic": "fire"}),
    ("/rulings show", {}),
    ("/help", {"topic": "fire"}),
    ("/game status", {}),
    ("/game board", {}),
    ("/fairness show", {}),
    ("/luck", {}),
    ("/stats", {}),
    ("/log show", {}),
    ("/game opponent", {"side": "Blue"}),
    ("/force cards", {"force": "garrison"}),
    ("/force export", {"format": "text"}),
    ("/export", {"format": "html"}),
    ("/export", {"format": "markdown"}),
    ("/export", {"format": "csv"}),
    ("/export", {"format": "json"}),
)


@pytest.fixture(autouse=True)
def managed(table: Table) -> Iterator[None]:
    """Dot, who manages the server, sits in Ann's place."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    yield
    system_registry.forget_all()


async def test_every_look_at_a_game_by_a_file_answers(table: Table) -> None:
    await table.done(table.ann, "/system add", file=("my_game.toml", new_system("my_game").encode()))
    await table.done(table.ann, "/game demo", system="My game")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/initiative")
    for command, options in LOOKS:
        told = await table.say(table.ann, command, **options)
        assert not told.refused, (command, told.whole)
        assert told.title != "Sorry", (command, told.whole)
