"""Unreadable games: their players learn the reason, close them, and play on; no data is lost."""

from __future__ import annotations

import json
import logging
import sqlite3
from typing import Any

import discord
import pytest

from bot.game.registry import RETRY_AFTER
from bot.store.tables import Kind
from tests.cogs.settling import sleep_through
from tests.cogs.table import Table, Told

KIND = "UPDATE entry SET body = replace(body, '\"joined\"', '\"hexed\"') WHERE number = 2"
MENDED = "UPDATE entry SET body = replace(body, '\"hexed\"', '\"joined\"') WHERE number = 2"
NO_STATE = "DELETE FROM game_state"
WHY = "entry 2 has an event that this version does not know (hexed)"


async def _damage_record(table: Table, *damage: str) -> None:
    """The bot comes back to a record to which something has been done."""
    await table.services.record.close()
    with sqlite3.connect(table.file) as file:
        for statement in damage or (NO_STATE, KIND):
            assert file.execute(statement).rowcount, statement
    await table.restart()


async def _mend_record(table: Table) -> None:
    await _damage_record(table, MENDED)


async def test_every_command_says_what_is_wrong_and_what_to_do(demo: Table) -> None:
    await _damage_record(demo)
    for command, options in (("/game status", {}), ("/fire", {"attacker": "Marines", "target": "Militia"})):
        said = await demo.refused(demo.ann, command, **options)
        assert WHY in said
        assert "Nothing is lost" in said
        assert "/game end" in said
    assert await demo.type(demo.ann, "/fire", "attacker", "mar") == []
    await demo.done(demo.ann, "/game demo", where=demo.other)
    await demo.done(demo.ann, "/game status", where=demo.other)
    check = await demo.done(demo.ann, "/setup check")
    assert f"❌ This game cannot be read: {WHY}" in check.text


async def test_the_log_of_a_damaged_game_shows_readable_entries(demo: Table) -> None:
    await _damage_record(demo, NO_STATE, KIND, "DELETE FROM entry WHERE number = 4")
    told = await demo.done(demo.bob, "/log show")
    assert "entry 2 has an event that this version does not know" in told.text
    lines = [line for line in told.lines if line.startswith("**")]
    assert [line.partition("<")[0].strip() for line in lines] == [
        "**1**",
        "**2**",
        "**3**",
        "**4** is missing",
        "**5**",
    ]
    assert lines[0].endswith("Ann: New game: FUBAR demo.")
    assert lines[1].endswith("Ann: force load (cannot be read).")
    await _damage_record(demo, "UPDATE entry SET by_user = '1' WHERE number = 5", "DELETE FROM entry WHERE number = 1")
    assert "a former player: " in (await demo.done(demo.bob, "/log show")).lines[-1]
    await _damage_record(demo, "DELETE FROM entry")
    assert (await demo.done(demo.bob, "/log show")).lines[1:] == []


async def test_it_is_ended_by_the_record_alone_and_goes_on_when_it_can_be_read(demo: Table) -> None:
    before = await demo.entries()
    await _damage_record(demo)
    told = await demo.done(demo.bob, "/game end")
    assert told.text.splitlines()[0] == "FUBAR demo cannot be read and is closed. Its record is kept."
    assert "There is no game in this channel" in await demo.refused(demo.bob, "/game status")
    assert WHY in await demo.refused(demo.bob, "/game reopen")
    await _mend_record(demo)
    await demo.done(demo.bob, "/game reopen")
    assert (await demo.entries())[:-1] == before


async def test_a_new_game_takes_its_place(demo: Table) -> None:
    await _damage_record(demo, "UPDATE game SET system = 'gone'")
    assert "its rule system, gone, is not in this version" in await demo.refused(demo.ann, "/unit list")
    told = await demo.done(demo.ann, "/game new", system="opreb")
    assert told.lines[0] == "FUBAR demo cannot be read and is closed. Its record is kept."
    await demo.done(demo.ann, "/game status")


async def test_a_stranger_cannot_close_a_game(demo: Table) -> None:
    await _damage_record(demo)
    for command, options in (("/game end", {}), ("/game new", {"system": "fubar"}), ("/game demo", {})):
        said = await demo.refused(demo.cyd, command, **options)
        assert "or members who manage this channel" in said
    keeper = demo.guild.create_role("Keeper", permissions=discord.Permissions(manage_channels=True))
    dot = demo.guild.add_member(demo.env.create_user("dot"), roles=[keeper])
    told = await demo.done(dot, "/game end")
    assert told.title == "The game is closed"


async def test_its_questions_stay_until_it_can_be_read(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/game timeout", minutes=1, policy="default")
    await demo.done(demo.ann, "/game board")
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    shot = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}
    await demo.done(demo.ann, "/fire", **shot)
    await _damage_record(demo)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await sleep_through(demo.env, 2 * RETRY_AFTER)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == [
        f"game {(await demo.services.record.games.all())[0].id} cannot be read: {WHY}"
    ]
    kinds: tuple[Kind, ...] = ("decision",)
    assert len(await demo.services.record.questions.open(kinds=kinds)) == 1


async def test_players_learn_once_that_a_ruling_has_its_default(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await _damage_record(
        demo,
        'UPDATE game_state SET body = json_set(body, \'$.rulings\', json(\'{"allocation":"by lot","luck":"yes"}\'))',
    )
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "The ruling luck no longer exists" in told.text
    assert "The ruling allocation can no longer be by lot; now it is suppress first" in told.text
    assert "updated" not in (await demo.done(demo.ann, "/score", side="Red", points=1, why="x")).text
    await demo.restart()
    assert "updated" not in (await demo.done(demo.ann, "/score", side="Red", points=1, why="x")).text
    await demo.done(demo.ann, "/game end")


async def _raw(table: Table, who: Any, **options: Any) -> tuple[Told, dict[str, Any]]:
    """Return the export of an unreadable game."""
    told = await table.done(who, "/export", **options)
    [file] = told.messages[-1].attachments
    assert file.filename.endswith(".json")
    return told, json.loads(await file.read())


async def test_its_entries_are_exported_as_they_stand(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    before = await demo.entries()
    await _damage_record(demo)
    for format in ("json", "html", "markdown", "csv"):
        told, found = await _raw(demo, demo.bob, format=format)
        assert told.private
        assert f"This game cannot be read ({WHY})" in told.text
        assert [entry["number"] for entry in found["entries"]] == [one.number for one in before]
        assert "hexed" in json.dumps(found["entries"][1])
        for entry, one in zip(found["entries"], before, strict=True):
            assert one.number == 2 or entry == json.loads(one.model_dump_json())


async def test_an_export_contains_unreadable_json_letter_for_letter(demo: Table) -> None:
    cut = "UPDATE entry SET body = substr(body, 1, 40) WHERE number = 3"
    await _damage_record(demo, NO_STATE, cut, "DELETE FROM entry WHERE number = 4")
    _, found = await _raw(demo, demo.ann, format="json")
    assert [entry["number"] for entry in found["entries"]] == [1, 2, 3, 5]
    damaged = found["entries"][2]
    assert len(damaged["damaged"]) == 40
    assert (damaged["command"], damaged["by"]) == ("force load", str(demo.ann.id))
    _, found = await _raw(demo, demo.ann, format="json", anonymous=True)
    assert found["entries"][2]["damaged"] is None
    assert str(demo.ann.id) not in json.dumps(found)


async def test_a_game_that_is_closed_or_of_a_system_that_is_gone_is_exported_too(demo: Table) -> None:
    await _damage_record(demo, "UPDATE game SET system = 'gone'")
    await demo.done(demo.ann, "/game end")
    told, found = await _raw(demo, demo.ann, format="html")
    assert "its rule system, gone, is not in this version" in told.text
    assert len(found["entries"]) == found["game"]["number"] == 5


async def test_only_an_umpire_without_a_side_exports_hidden_units(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.bob, "/game join", side="Blue")
    await _damage_record(table, NO_STATE, KIND)
    for who in (table.ann, table.bob, table.cyd):
        assert "Only an umpire who has played no side" in await table.refused(who, "/export", format="json")
    await _mend_record(table)
    await table.done(table.ann, "/score", side="Red", points=1, why="x")
    await _damage_record(
        table, KIND, "UPDATE entry SET number = 99 WHERE number = 3", "UPDATE game_state SET number = 3"
    )
    _, found = await _raw(table, table.ann, format="json")
    assert "hidden" in json.dumps(found)
    assert "Only an umpire" in await table.refused(table.bob, "/export", format="json")


async def test_whatever_form_an_entry_has_it_is_exported(fair: Table) -> None:
    """This includes the search for the proof of the dice, and anonymous exports."""
    await fair.done(fair.ann, "/game demo")
    for side in ("Red", "Blue"):
        await fair.done(fair.ann, "/game join", side=side)
    await _damage_record(fair, NO_STATE, 'UPDATE entry SET body = \'{"fresh": 7, "events": 3}\' WHERE number = 2')
    for anonymous in (False, True):
        _, found = await _raw(fair, fair.ann, format="json", anonymous=anonymous)
        assert len(found["entries"]) == 5
        assert found["fairness"]["commitment"]
