"""`/privacy`: what is kept about somebody, shown and handed to them alone, and gone when they say so."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from bot.services.record.check import check
from tests.cogs.table import Loaded, Table, same_as_record

NAME = "Zebulon Quark"


async def _evening(table: Table, dice: Loaded) -> Any:
    """Somebody with a name like no other plays Blue against Ann, and does whatever leaves traces."""
    zeb = table.guild.add_member(table.env.create_user("zeb", global_name=NAME))
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game join", side="Blue", player=zeb)
    await table.done(zeb, "/game mentions", mode="off")
    await table.done(zeb, "/unit add", name="Spies", profile="marines", side="Blue")
    await table.done(table.ann, "/game delegate", unit="Marines", player=zeb)
    await table.done(zeb, "/force save", name="Mine")
    await table.done(table.ann, "/game umpire", player=zeb)
    await table.done(zeb, "/game umpire", player=table.ann)
    await table.done(table.ann, "/game delegate", unit="Marines", player=zeb)
    await table.done(table.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    return zeb


def _dump(file: Path) -> bytes:
    """Everything that is in the file and beside it, free pages and all."""
    return b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))


def _traces(file: Path, *words: str) -> list[str]:
    whole = _dump(file)
    return [word for word in words if word.encode() in whole]


async def _deleted(table: Table, who: Any) -> Any:
    told = await table.say(who, "/privacy delete")
    assert told.private
    assert len(told.buttons) == 1
    return await table.click(who, told, told.buttons[0])


async def test_s18_what_is_kept_is_shown_to_whom_it_is_about(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    told = await table.say(zeb, "/privacy show")
    assert told.private
    assert "1 game" in told.text
    assert "1 force" in told.text
    assert "30 days" in told.text
    assert "you are in it" in told.text
    assert "Nothing is kept" in (await table.say(table.cyd, "/privacy show")).text


async def test_s18_everything_of_a_person_is_handed_over_as_a_file(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    told = await table.say(zeb, "/privacy export")
    assert told.private
    kept = json.loads(await told.messages[-1].attachments[0].read())
    assert (kept["format"], kept["id"], kept["name"]) == ("adjutant-person", str(zeb.id), NAME)
    game = kept["games"][0]
    assert (game["seat"]["side"], game["seat"]["name"], game["mentions"]) == ("Blue", NAME, False)
    assert [entry["command"] for entry in game["entries"]] == ["game mentions", "unit add", "game umpire"]
    assert [force["name"] for force in kept["forces"]] == ["Mine"]


async def test_s18_nothing_of_a_deleted_person_is_left_in_the_file(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    assert _traces(table.file, str(zeb.id), NAME) == [str(zeb.id), NAME]
    told = await table.say(zeb, "/privacy delete")
    assert "You leave FUBAR demo first" in told.text
    assert told.buttons == ("Delete me from 1 game, and 1 force",)
    gone = await table.click(zeb, told, told.buttons[0])
    assert (gone.private, gone.title) == (True, "You are forgotten")
    assert _traces(table.file, str(zeb.id), NAME) == []
    assert (await check(table.services.record)).rebuilt == ()
    await same_as_record(table.services, await table.live())
    again = await table.click(zeb, told, told.buttons[0])
    assert "Nothing is kept about you" in again.text


async def test_s18_a_game_with_a_forgotten_player_goes_on(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    shot = await table.last()
    await _deleted(table, zeb)
    assert "Player 1 leaves the game" in (await table.say(table.cyd, "/log show")).text
    await table.done(table.cyd, "/why", entry=shot)
    await table.done(table.ann, "/undo", entry=shot)
    await table.restart()
    await same_as_record(table.services, await table.live())
    await table.done(table.ann, "/rulings set", name="allocation", value="ask")
    await table.done(table.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await same_as_record(table.services, await table.live())
    assert _traces(table.file, str(zeb.id), NAME) == []


async def test_s18_two_who_are_forgotten_are_told_apart(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    await table.click(zeb, await table.say(table.bob, "/game join", side="Blue"), "Agree")
    await _deleted(table, zeb)
    await _deleted(table, table.bob)
    by = {entry.by for entry in await table.entries()}
    assert by == {str(table.ann.id), "Player 1", "Player 2"}
    assert (await check(table.services.record)).rebuilt == ()


async def test_s18_a_game_that_is_over_forgets_too(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    await table.done(table.ann, "/game end")
    await _deleted(table, zeb)
    assert _traces(table.file, str(zeb.id), NAME) == []
    await table.done(table.ann, "/game reopen")
    await table.anyway(table.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await same_as_record(table.services, await table.live())


async def test_s18_an_entry_of_the_first_version_forgets_too(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    with sqlite3.connect(table.file) as lite:
        number, body = lite.execute(
            "SELECT number, body FROM entry WHERE body LIKE '%seated%' ORDER BY number DESC"
        ).fetchone()
        old = json.loads(body) | {"title": f"{NAME} plays Red", "notes": [f"{NAME} is the umpire now."]}
        del old["format"]
        lite.execute("UPDATE entry SET body = ? WHERE number = ?", (json.dumps(old), number))
    await _deleted(table, zeb)
    assert _traces(table.file, str(zeb.id), NAME) == []
    assert "Player 1 plays Red" in (await table.say(table.ann, "/log show", last=30)).text


async def test_s18_a_server_that_removed_the_bot_is_forgotten_after_a_while(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    privacy, record, day = table.services.privacy, table.services.record, 86_400
    await privacy.look_after({"1"}, 0)
    await privacy.look_after({"1"}, 29 * day)
    assert len(await record.games(over=True)) == 1
    await privacy.look_after({str(table.guild.id)}, 30 * day)
    await privacy.look_after({"1"}, 31 * day)
    assert len(await record.games(over=True)) == 1
    await privacy.look_after({"1"}, 61 * day)
    assert await record.games(over=True) == []
    assert _traces(table.file, str(table.guild.id), "Marines") == []
    assert "no game in this channel" in await table.refused(table.ann, "/game status")


async def test_s18_the_bot_notes_when_a_server_removes_it(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    guild = table.env.bot.get_guild(table.guild.id)
    assert guild is not None
    await guild.leave()
    await table.env.settle()
    assert await table.services.record.remember(f"left {table.guild.id}") is not None


async def test_s18_a_game_that_cannot_be_read_keeps_nobody_from_being_forgotten(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    await table.done(table.ann, "/game demo", where=table.other)
    await table.done(zeb, "/game join", side="Blue", where=table.other)
    broken = (await table.live()).info.id
    with sqlite3.connect(table.file) as lite:
        lite.execute("UPDATE game SET system = 'gone' WHERE id = ?", (broken,))
    await table.restart()
    told = await table.say(zeb, "/privacy export", where=table.other)
    kept = json.loads(await told.messages[-1].attachments[0].read())
    assert [len(game["entries"]) for game in kept["games"]] == [3, 1]
    told = await table.say(zeb, "/privacy delete", where=table.other)
    assert (await table.click(zeb, told, told.buttons[0])).title == "You are forgotten"
    assert _traces(table.file, str(zeb.id), NAME) == []
    assert "Player 1 leaves" in (await table.say(table.ann, "/log show", where=table.other)).text


async def test_d10_an_undo_does_not_bring_back_who_was_forgotten(table: Table, dice: Loaded) -> None:
    zeb = await _evening(table, dice)
    await _deleted(table, zeb)
    left = (await table.entry()).number
    said = await table.refused(table.ann, "/undo", entry=left)
    assert "forgotten" in said
    assert not [one for one in (await table.live()).game.players.values() if one.name != "Ann"]
