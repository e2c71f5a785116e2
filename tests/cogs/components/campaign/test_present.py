"""A battle against a player who has left the server: the player is named before a channel is used for it."""

from __future__ import annotations

import pytest

from tests.cogs import warring
from tests.cogs.table import Table

LEFT = "bob, who plays Blue, has left this server."


@pytest.mark.usefixtures("enlisted")
async def test_an_opponent_who_has_left_the_server_is_named_before_a_battle_begins(table: Table) -> None:
    """The battle began, and waited for an absent player."""
    table.guild.remove_member(table.bob)
    told = await table.say(table.ann, "/campaign battle start", against="Blue")
    assert told.refused
    assert LEFT.casefold() in told.whole.casefold()
    assert (await warring.current_campaign(table)).battles == {}
    await table.done(table.ann, "/campaign battle start", against="Blue", anyway=True)
    assert list((await warring.current_campaign(table)).battles) == ["b1"]


@pytest.mark.usefixtures("enlisted")
async def test_the_form_of_the_next_battle_names_an_opponent_who_has_left(table: Table) -> None:
    """The same by taps."""
    hub = await table.done(table.ann, "/campaign standings")
    table.guild.remove_member(table.bob)
    told = await table.fill(table.ann, await table.click(table.ann, hub, "Next battle"))
    assert told.refused
    assert LEFT.casefold() in told.whole.casefold()
    assert (await warring.current_campaign(table)).battles == {}


@pytest.mark.usefixtures("enlisted")
async def test_a_battle_begins_if_discord_does_not_say_who_has_left(table: Table) -> None:
    table.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    assert list((await warring.current_campaign(table)).battles) == ["b1"]
