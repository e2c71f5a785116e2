"""`/system`: a server adds rules of its own as a file, plays by them, updates them, and removes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.errors import Refusal
from bot.services.campaign.campaign_file import parse_campaign
from bot.services.record.game_import import BadGameFile, import_game, parse_game
from bot.store.forgetting import rules_key
from data import system_registry
from data.systems import system_of
from rules.files.ruleset import FileRuleset
from rules.kernel.errors import BadFacts
from tests.cogs.heartbeat import LONGEST, heartbeat, is_to_be_tried
from tests.cogs.table import Loaded, Table, services_on

FILE = (files("data") / "systems/battle_forge.toml").read_bytes()
OWN = FILE.replace(b'key = "battle_forge"', b'key = "club"').replace(b'name = "Battle Forge"', b'name = "Club rules"')
SHOCKING = OWN.replace(b'version = "core rules"', b'version = "second"').replace(b"actions = 2", b"actions = 3")


@pytest.fixture(autouse=True)
def managed(table: Table) -> Iterator[None]:
    """Let a manager of the server take Ann's place; remove all that it loads from memory at the end."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    yield
    system_registry.forget_all()


async def add(table: Table, content: bytes, name: str = "club.toml") -> Any:
    return await table.say(table.ann, "/system add", file=(name, content))


async def actions_of(table: Table) -> int:
    """Return the number of actions of a unit by the rules of the game."""
    system = (await table.live()).system
    assert isinstance(system, FileRuleset)
    return system.turns.actions


async def test_a_server_plays_by_a_file_that_its_manager_added_and_that_is_given_back_as_it_was(table: Table) -> None:
    added = await add(table, OWN)
    assert (added.title, added.private) == ("Club rules can be played here", False)
    offered = await table.type(table.ann, "/game new", "system")
    key = next(value for name, value in offered if name == "Club rules")
    await table.done(table.ann, "/game demo", system=key)
    live = await table.live()
    assert (live.system.name, live.system.key.partition("~")[:2]) == ("Club rules", ("club", "~"))
    assert sha256(OWN).hexdigest() in live.info.version, "two of the same beginning take an hour to find"
    listed = await table.say(table.bob, "/system list")
    assert listed.title == "Rule systems of this server: 1 of 20"
    shown = await table.done(table.ann, "/system show", system="Club rules")
    assert shown.title == "Club rules"
    (file,) = shown.messages[-1].attachments
    assert (file.filename, await file.read()) == ("club.toml", OWN)


async def test_a_game_goes_on_by_the_version_it_began_with(table: Table) -> None:
    await add(table, OWN)
    await table.done(table.ann, "/game demo", system="Club rules")
    again = await add(table, SHOCKING)
    assert again.title == "Club rules: a new version"
    assert await actions_of(table) == 2
    await table.restart()
    assert await actions_of(table) == 2
    await table.done(table.ann, "/game end")
    await table.done(table.ann, "/game demo", system="Club rules")
    assert await actions_of(table) == 3


async def test_a_system_removed_by_its_whole_name_is_offered_no_more_and_its_game_goes_on(table: Table) -> None:
    """The beginning of a name is enough to play by it; once *Club* is gone, "club" must not remove *Club rules*."""
    await add(table, OWN)
    await table.done(table.ann, "/game demo", system="Club rules")
    told = await table.refused(table.ann, "/system remove", system="Club r")
    assert "Do you mean Club rules? Write its whole name" in told
    gone = await table.done(table.ann, "/system remove", system="club RULES")
    assert gone.title == "Club rules is removed"
    assert "Club rules" not in [name for name, _ in await table.type(table.ann, "/game new", "system")]
    await table.done(table.ann, "/initiative")
    assert (await table.live()).system.name == "Club rules"


async def test_only_managers_of_the_server_add_files_and_faults_are_sentences_with_their_lines(table: Table) -> None:
    told = await table.refused(table.bob, "/system add", file=("club.toml", OWN))
    assert "Only members who can manage the server" in told
    broken = await add(table, OWN.replace(b'when = "across"', b'when = "acros"'))
    assert broken.private
    assert "line" in broken.whole
    assert "across" in broken.whole


async def test_an_export_has_its_rules_in_it_and_opens_elsewhere(table: Table, tmp_path: Path) -> None:
    """If its system is missing elsewhere, the game uses the file that it contains; a different file in its place is
    refused.
    """
    await add(table, OWN)
    await table.done(table.ann, "/game demo", system="Club rules")
    await table.done(table.ann, "/initiative")
    exported = await table.services.exports.game_file((await table.live()).info)
    assert json.loads(exported)["rules"] == OWN.decode()
    system_registry.forget_all()
    read = parse_game(exported)
    elsewhere = await services_on(tmp_path / "elsewhere.sqlite", Loaded(), "elsewhere")
    put = await import_game(elsewhere.record, read)
    system_registry.forget_all()
    live = await elsewhere.games.read_game(put.battle)
    assert (live.system.name, live.game.number) == ("Club rules", read.info.number)
    await elsewhere.record.close()
    other = json.dumps(json.loads(exported) | {"rules": SHOCKING.decode()}).encode()
    with pytest.raises(BadGameFile, match="not the one that the game was played by"):
        parse_game(other)


async def test_an_added_file_blocks_no_other_request(table: Table) -> None:
    tries = list[float]()
    while is_to_be_tried(tries):
        with heartbeat() as beat:
            added = await add(table, OWN + b"# never read before" + b"!" * len(tries))
        assert not added.refused, added.whole
        tries.append(beat.longest)
    assert min(tries) <= LONGEST


async def test_a_hostile_file_is_refused_and_blocks_no_other_request(table: Table) -> None:
    """It is read in another process, which ends it after a second of processor time."""
    bomb = b"a" + b".a" * 120_000 + b" = 1"
    tries = list[float]()
    while is_to_be_tried(tries):
        with heartbeat() as beat:
            refused = await add(table, bomb)
        assert "nested too deeply" in refused.whole
        tries.append(beat.longest)
    assert min(tries) <= LONGEST


async def test_the_game_of_a_removed_system_has_all_that_it_had(table: Table) -> None:
    """Its forces, its words for lists and the bot as a player, also after a restart."""
    await add(table, OWN)
    await table.done(table.ann, "/game demo", system="Club rules")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/system remove", system="Club rules")
    for restarted in (False, True):
        if restarted:
            await table.restart()
            system_registry.forget_all()
        for command, options in (
            ("/force list", {}),
            ("/force load", {"force": "vanguard", "side": "Red"}),
            ("/force export", {"format": "text"}),
            ("/help", {}),
            ("/game status", {}),
            ("/odds", {"attacker": "Storm troop", "target": "Militia", "distance": "12", "cover": "none"}),
        ):
            told = await table.say(table.ann, command, **options)
            assert told.title != "Sorry", (command, told.text)
            assert not told.refused, (command, told.whole)


async def test_a_file_with_a_long_key_has_controls_that_work(table: Table) -> None:
    """Its key is part of the ids of controls, which Discord limits to 100 characters."""
    key = b"k" * 30
    await add(table, OWN.replace(b'key = "club"', b'key = "' + key + b'"'))
    await table.done(table.ann, "/game demo", system="Club rules")
    listed = await table.say(table.ann, "/force write", system="Club rules")
    assert listed.form is not None
    assert (await table.say(table.ann, "/help", topic="fire")).title != "Sorry"


async def test_a_campaign_continues_after_a_restart_before_the_first_command_and_no_other_server_finds_its_system(
    table: Table,
) -> None:
    """Deadlines of reports expire without a command."""
    await add(table, OWN)
    await table.done(table.ann, "/campaign new", name="Club war", system="Club rules")
    with pytest.raises(BadFacts):
        table.services.systems.choose_system("another", system_registry.server_key(str(table.guild.id), "club"))
    await table.restart()
    system_registry.forget_all()
    (info,) = await table.services.record.campaigns.all()
    found = await table.services.campaign_referee.campaigns.require_campaign(info.id)
    assert system_of(found.campaign.system).name == "Club rules"


async def test_a_replaced_system_is_kept_only_for_games_that_began_with_it(table: Table) -> None:
    """Files without such a game do not fill the record."""
    old, new = (rules_key(sha256(one).hexdigest()) for one in (OWN, SHOCKING))
    await add(table, OWN)
    await add(table, SHOCKING)
    assert await table.services.record.remember(old) is None
    await table.done(table.ann, "/game demo", system="Club rules")
    await add(table, OWN)
    assert await table.services.record.remember(new) == SHOCKING.decode()
    await table.services.record.servers.forget(str(table.guild.id))
    assert [await table.services.record.remember(key) for key in (old, new)] == [None, None]


async def test_the_campaign_of_a_removed_system_goes_on(table: Table) -> None:
    await add(table, OWN)
    await table.done(table.ann, "/campaign new", name="Club war", system="Club rules")
    await table.done(table.ann, "/system remove", system="Club rules")
    assert "Club rules" not in [name for name, _ in await table.type(table.ann, "/game new", "system")]
    await table.restart()
    system_registry.forget_all()
    await table.done(table.ann, "/campaign join", roster="Reds")
    told = await table.done(table.ann, "/campaign enlist", force="vanguard")
    assert "Storm troop" in told.whole


async def test_a_campaign_file_has_its_rules_in_it_and_is_played_on_in_another_server(
    table: Table, tmp_path: Path
) -> None:
    """Its system is not offered for new games there, like a removed one; without rules or with faulty ones the file is
    refused.
    """
    await add(table, OWN)
    await table.done(table.ann, "/campaign new", name="Club war", system="Club rules")
    await table.done(table.ann, "/campaign join", roster="Reds")
    await table.done(table.ann, "/campaign enlist", force="vanguard")
    (info,) = await table.services.record.campaigns.all()
    content = await table.services.campaign_files.complete_file(info)
    assert json.loads(content)["rules"] == OWN.decode()
    system_registry.forget_all()
    elsewhere = await services_on(tmp_path / "elsewhere.sqlite", Loaded(), "elsewhere")
    put = await elsewhere.campaign_files.put(parse_campaign(content), "4321")
    system_registry.forget_all()
    found = await elsewhere.campaign_referee.campaigns.require_campaign(put.info.id)
    assert found.campaign.system == system_registry.server_key("4321", "club")
    assert system_of(found.campaign.system).name == "Club rules"
    assert not elsewhere.systems.own_systems("4321")
    await elsewhere.record.close()
    other = json.loads(content)
    for rules in (OWN.decode().replace("die = 10", "die = 1"), 7):
        with pytest.raises(Refusal):
            parse_campaign(json.dumps(other | {"rules": rules}).encode())
    del other["rules"]
    with pytest.raises(Refusal, match="This bot does not have club~"):
        parse_campaign(json.dumps(other).encode())


async def test_the_first_twenty_units_of_a_system_are_named(table: Table) -> None:
    squad = OWN.decode().partition('name = "Line squad"\n')[2].partition("\n\n")[0] + "\n"
    more = "".join(f'\n[units.extra{nth}]\nname = "Extra {nth}"\n{squad}' for nth in range(30))
    units = next(line for line in (await add(table, OWN + more.encode())).lines if line.startswith("**Units**"))
    assert units.count("extra") == 20 - OWN.count(b"\n[units.")
