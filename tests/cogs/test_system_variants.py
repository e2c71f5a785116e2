"""A server's variant of a file uses the base that it was added with, even if that changes or is removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.services.record.game_import import BadGameFile, import_game, parse_game
from bot.store.forgetting import rules_key
from data import system_registry
from data.files import system_files
from rules.files.file_system import FileSystem
from rules.files.ruleset import FileRuleset
from rules.files.system import digest_of
from tests.cogs.table import Loaded, Table, services_on

CLUB = (
    system_files()["battle_forge"]
    .content.replace(b'key = "battle_forge"', b'key = "club"')
    .replace(b'name = "Battle Forge"', b'name = "Club rules"')
)
NEWER = CLUB.replace(b'version = "core rules"', b'version = "second"').replace(b"actions = 2", b"actions = 3")
WITHOUT_RIFLES = CLUB.replace(b"\nrifle = { short", b"\nfusil = { short").replace(b'name = "rifle"', b'name = "fusil"')
VARIANT = b"""# House rules [of the club]
base = "club"

[system]
key = "house"
name = "House rules"

[weapons.rifle]
short = 6
"""


@pytest.fixture(autouse=True)
def managed(table: Table) -> Iterator[None]:
    """Dot, who manages the server, sits in Ann's place; what is brought is gone from memory at the end."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    yield
    system_registry.forget_all()


async def add(table: Table, content: bytes) -> Any:
    added = await table.say(table.ann, "/system add", file=("rules.toml", content))
    assert not added.refused, added.whole
    return added


async def begin(table: Table) -> None:
    await add(table, CLUB)
    await add(table, VARIANT)
    await table.done(table.ann, "/game demo", system="House rules")


async def actions_of(table: Table) -> int:
    system = (await table.live()).system
    assert isinstance(system, FileRuleset)
    return system.turns.actions


async def restart(table: Table) -> None:
    await table.restart()
    system_registry.forget_all()


async def test_a_game_keeps_the_base_of_its_variant_when_the_base_gets_a_newer_version(table: Table) -> None:
    await begin(table)
    newer = await add(table, NEWER)
    assert "Still based on the version before: House rules. Add them again." in newer.whole
    assert await actions_of(table) == 2
    await add(table, VARIANT)
    assert await actions_of(table) == 2
    await restart(table)
    assert await actions_of(table) == 2
    await table.done(table.ann, "/game end")
    await table.done(table.ann, "/game demo", system="House rules")
    assert await actions_of(table) == 3


async def test_a_game_keeps_the_shipped_base_of_its_variant(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update of the bot may bring another version of the base."""
    await add(table, VARIANT.replace(b'base = "club"', b'base = "battle_forge"'))
    await table.done(table.ann, "/game demo", system="House rules")
    shipped = dict(system_files())
    monkeypatch.setattr("bot.game.system_versions.system_files", lambda: dict[str, FileSystem]())
    await restart(table)
    live = await table.live()
    assert isinstance(live.system, FileSystem)
    assert live.system.files[0] == shipped["battle_forge"].content


async def test_an_export_has_the_base_of_its_variant_in_it_and_opens_elsewhere(table: Table, tmp_path: Path) -> None:
    await begin(table)
    await table.done(table.ann, "/initiative")
    exported = await table.services.exports.game_file((await table.live()).info)
    found = json.loads(exported)
    assert (found["rules"], found["bases"]) == (VARIANT.decode(), [CLUB.decode()])
    system_registry.forget_all()
    elsewhere = await services_on(tmp_path / "elsewhere.sqlite", Loaded(), "elsewhere")
    put = await import_game(elsewhere.record, parse_game(exported))
    system_registry.forget_all()
    live = await elsewhere.games.read_game(put.battle)
    assert isinstance(live.system, FileSystem)
    assert (live.system.name, live.system.files) == ("House rules", (CLUB, VARIANT))
    again = json.loads(await elsewhere.exports.game_file(put.battle))
    assert (again["rules"], again["bases"]) == (found["rules"], found["bases"])
    await elsewhere.record.close()


async def test_a_variant_has_a_key_of_its_own_and_an_export_the_base_of_its_variant(table: Table) -> None:
    """Otherwise the next version of a variant would be based on itself."""
    own = ("rules.toml", VARIANT.replace(b'base = "club"', b'base = "house"'))
    said = await table.say(table.ann, "/system add", file=own)
    assert 'there is no system "house" to base this on' in said.whole
    await begin(table)
    said = await table.say(table.ann, "/system add", file=own)
    assert "a variant needs a key and a name of its own, under [system]" in said.whole
    await add(table, b'base = "house"\n[system]\nkey = "third"\nname = "On the house"\n')
    exported = json.loads(await table.services.exports.game_file((await table.live()).info))
    others: list[object] = [[NEWER.decode()], [], [7], "base", None]
    for bases in others:
        with pytest.raises(BadGameFile, match="not the one that the game was played by"):
            parse_game(json.dumps(exported | {"bases": bases}).encode())


async def test_a_variant_is_played_on_when_its_base_is_removed_and_is_not_added_again(table: Table) -> None:
    await begin(table)
    gone = await table.done(table.ann, "/system remove", system="Club rules")
    assert "Still based on it, and played as before: House rules." in gone.whole
    await restart(table)
    await table.done(table.ann, "/initiative")
    await table.done(table.ann, "/game end")
    await table.done(table.ann, "/game demo", system="House rules")
    shown = await table.done(table.ann, "/system show", system="House rules")
    assert "**Based on**: Club rules, core rules" in shown.whole
    refused = await table.say(table.ann, "/system add", file=("rules.toml", VARIANT))
    assert 'line 2: there is no system "club" to base this on' in refused.whole


async def test_a_variant_that_does_not_fit_a_newer_base_is_refused_and_the_one_before_is_played_on(
    table: Table,
) -> None:
    await begin(table)
    await add(table, WITHOUT_RIFLES)
    refused = await table.say(table.ann, "/system add", file=("rules.toml", VARIANT))
    assert "line 8: weapons.rifle: no unit carries it" in refused.whole
    await table.done(table.ann, "/game end")
    await table.done(table.ann, "/game demo", system="House rules")


async def test_the_base_of_a_variant_is_deleted_with_the_last_that_needs_it(table: Table) -> None:
    base, variant = rules_key(digest_of([CLUB])), rules_key(digest_of([CLUB, VARIANT]))
    remember = table.services.record.remember
    await add(table, CLUB)
    await add(table, VARIANT)
    await table.done(table.ann, "/system remove", system="Club rules")
    assert [await remember(key) for key in (base, variant)] == [CLUB.decode(), VARIANT.decode()]
    await table.done(table.ann, "/system remove", system="House rules")
    assert [await remember(key) for key in (base, variant)] == [None, None]


async def test_a_server_that_was_forgotten_brings_the_same_files_again(table: Table) -> None:
    await begin(table)
    await table.services.record.servers.forget(str(table.guild.id))
    await restart(table)
    await begin(table)
    await restart(table)
    await table.done(table.ann, "/initiative")
