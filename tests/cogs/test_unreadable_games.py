"""A game that cannot be read: its players are told what and why, close it, and play on; nothing of it is lost."""

from __future__ import annotations

import logging
import sqlite3

import discord
import pytest

from bot.store.tables import Kind
from tests.cogs.table import Table

KIND = "UPDATE entry SET body = replace(body, '\"joined\"', '\"hexed\"') WHERE number = 2"
MENDED = "UPDATE entry SET body = replace(body, '\"hexed\"', '\"joined\"') WHERE number = 2"
NO_STATE = "DELETE FROM game_state"
WHY = "entry 2 has an event that this version does not know (hexed)"


async def _damaged(table: Table, *damage: str) -> None:
    """The bot comes back to a record to which something has been done."""
    await table.services.record.close()
    with sqlite3.connect(table.file) as file:
        for statement in damage or (NO_STATE, KIND):
            assert file.execute(statement).rowcount, statement
    await table.restart()


async def _mended(table: Table) -> None:
    await _damaged(table, MENDED)


async def test_s10_every_command_says_what_is_wrong_and_what_to_do(demo: Table) -> None:
    await _damaged(demo)
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


async def test_s10_its_log_shows_what_can_be_read(demo: Table) -> None:
    await _damaged(demo, NO_STATE, KIND, "DELETE FROM entry WHERE number = 4")
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


async def test_s10_it_is_ended_by_the_record_alone_and_goes_on_when_it_can_be_read(demo: Table) -> None:
    before = await demo.entries()
    await _damaged(demo)
    told = await demo.done(demo.bob, "/game end")
    assert told.text.splitlines()[0] == "FUBAR demo cannot be read and is closed. Its record is kept."
    assert "There is no game in this channel" in await demo.refused(demo.bob, "/game status")
    assert WHY in await demo.refused(demo.bob, "/game reopen")
    await _mended(demo)
    await demo.done(demo.bob, "/game reopen")
    assert (await demo.entries())[:-1] == before


async def test_s10_a_new_game_takes_its_place(demo: Table) -> None:
    await _damaged(demo, "UPDATE game SET system = 'gone'")
    assert "its rule system, gone, is not part of this version" in await demo.refused(demo.ann, "/unit list")
    told = await demo.done(demo.ann, "/game new", system="opreb")
    assert told.lines[0] == "FUBAR demo cannot be read and was closed for it; its record is kept."
    await demo.done(demo.ann, "/game status")


async def test_s10_a_stranger_closes_nobodys_game(demo: Table) -> None:
    await _damaged(demo)
    for command, options in (("/game end", {}), ("/game new", {"system": "fubar"}), ("/game demo", {})):
        said = await demo.refused(demo.cyd, command, **options)
        assert "Somebody who was in it, or who may manage this channel" in said
    keeper = demo.guild.create_role("Keeper", permissions=discord.Permissions(manage_channels=True))
    dot = demo.guild.add_member(demo.env.create_user("dot"), roles=[keeper])
    told = await demo.done(dot, "/game end")
    assert told.title == "The game is closed"


async def test_s10_its_questions_stay_until_it_can_be_read(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/game timeout", minutes=1, policy="default")
    shot = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}
    await demo.done(demo.ann, "/fire", **shot)
    await _damaged(demo)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await demo.env.advance_time(600)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == [
        f"game {(await demo.services.record.games())[0].id} cannot be read: {WHY}"
    ]
    kinds: tuple[Kind, ...] = ("decision",)
    assert len(await demo.services.record.open_pending(kinds=kinds)) == 1


async def test_s11_players_are_told_once_that_a_ruling_is_by_its_default(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await _damaged(
        demo,
        'UPDATE game_state SET body = json_set(body, \'$.rulings\', json(\'{"allocation":"by lot","luck":"yes"}\'))',
    )
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "the ruling luck, and plays without it" in told.text
    assert "the ruling allocation can no longer be by lot, and is suppress first now" in told.text
    assert "updated" not in (await demo.done(demo.ann, "/score", side="Red", points=1, why="x")).text
    await demo.restart()
    assert "updated" not in (await demo.done(demo.ann, "/score", side="Red", points=1, why="x")).text
    await demo.done(demo.ann, "/game end")
