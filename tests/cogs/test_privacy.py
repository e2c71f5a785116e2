"""`/privacy`: the stored data of a person, shown and exported to them alone, and deleted on request."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import UserHandle

from bot.services.record.check import check
from bot.store.backup import back_up
from bot.store.record import Record
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, same_as_record

NAME = "Zebulon Quark"


@beginning
async def evening(table: Table) -> None:
    """Zebulon has played as Blue against Ann under a unique name, and left all possible traces."""
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


def _zebulon(table: Table) -> MemberActor:
    (user,) = (one for one in table.env.backend.users.values() if one.name == "zeb")
    return MemberActor(table.env, table.guild, UserHandle(table.env, user))


def _dump(file: Path) -> bytes:
    """Everything that is in the file and beside it, free pages and all."""
    return b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))


def _traces(file: Path, *words: str) -> list[str]:
    whole = _dump(file)
    return [word for word in words if word.encode() in whole]


async def _delete_data(table: Table, who: Any) -> Any:
    told = await table.say(who, "/privacy delete")
    assert told.private
    assert len(told.buttons) == 1
    return await table.click(who, told, told.buttons[0])


async def test_players_see_the_data_stored_about_them_and_take_it_with_them_as_a_file(evening: Table) -> None:
    zeb = _zebulon(evening)
    told = await evening.say(zeb, "/privacy show")
    assert told.private
    assert "1 game" in told.text
    assert "1 force" in told.text
    assert "30 days" in told.text
    assert "you are in it" in told.text
    assert "<t:" in told.text
    assert "\\<t:" not in told.text, "G5: a time stamp is one, and not its letters"
    assert "Nothing is kept" in (await evening.say(evening.cyd, "/privacy show")).text
    told = await evening.say(zeb, "/privacy export")
    assert told.private
    kept = json.loads(await told.messages[-1].attachments[0].read())
    assert (kept["format"], kept["id"], kept["name"]) == ("adjutant-person", str(zeb.id), NAME)
    game = kept["games"][0]
    assert (game["seat"]["side"], game["seat"]["name"], game["mentions"]) == ("Blue", NAME, False)
    assert [entry["command"] for entry in game["entries"]] == ["game mentions", "unit add", "game umpire"]
    assert [force["name"] for force in kept["forces"]] == ["Mine"]


async def test_nothing_of_a_deleted_person_is_left_in_the_file(evening: Table) -> None:
    zeb = _zebulon(evening)
    assert _traces(evening.file, str(zeb.id), NAME) == [str(zeb.id), NAME]
    told = await evening.say(zeb, "/privacy delete")
    assert "You leave FUBAR demo first" in told.text
    assert told.buttons == ("Delete me from 1 game, and 1 force",)
    gone = await evening.click(zeb, told, told.buttons[0])
    assert (gone.private, gone.title) == (True, "Your data is deleted")
    assert _traces(evening.file, str(zeb.id), NAME) == []
    assert (await check(evening.services.record)).rebuilt == ()
    await same_as_record(evening.services, await evening.live())
    again = await evening.click(zeb, told, told.buttons[0])
    assert "Nothing is kept about you" in again.text


async def test_a_game_with_a_forgotten_player_goes_on_and_an_undo_does_not_bring_them_back(evening: Table) -> None:
    zeb = _zebulon(evening)
    shot = await evening.last()
    await _delete_data(evening, zeb)
    left = await evening.last()
    said = await evening.refused(evening.ann, "/undo", entry=left)
    assert f"Entry {left} stays. The player who left with it has deleted their data." in said
    assert not [one for one in (await evening.live()).game.players.values() if one.name != "Ann"]
    assert "Player 1 leaves the game" in (await evening.say(evening.cyd, "/log show")).text
    await evening.done(evening.cyd, "/why", entry=shot)
    await evening.done(evening.ann, "/undo", entry=shot)
    await evening.restart()
    await same_as_record(evening.services, await evening.live())
    await evening.done(evening.ann, "/rulings set", name="allocation", value="ask")
    await evening.done(evening.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await same_as_record(evening.services, await evening.live())
    assert _traces(evening.file, str(zeb.id), NAME) == []


async def test_two_forgotten_people_stay_distinct(evening: Table) -> None:
    zeb = _zebulon(evening)
    await evening.click(zeb, await evening.say(evening.bob, "/game join", side="Blue"), "Agree")
    await _delete_data(evening, zeb)
    await _delete_data(evening, evening.bob)
    by = {entry.by for entry in await evening.entries()}
    assert by == {str(evening.ann.id), "Player 1", "Player 2"}
    assert (await check(evening.services.record)).rebuilt == ()


async def test_a_game_that_is_over_forgets_too(evening: Table) -> None:
    zeb = _zebulon(evening)
    await evening.done(evening.ann, "/game end")
    await _delete_data(evening, zeb)
    assert _traces(evening.file, str(zeb.id), NAME) == []
    await evening.done(evening.ann, "/game reopen")
    await evening.anyway(evening.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await same_as_record(evening.services, await evening.live())


async def test_an_entry_of_the_first_version_forgets_too(evening: Table) -> None:
    zeb = _zebulon(evening)
    with sqlite3.connect(evening.file) as lite:
        number, body = lite.execute(
            "SELECT number, body FROM entry WHERE body LIKE '%seated%' ORDER BY number DESC"
        ).fetchone()
        old = json.loads(body) | {"title": f"{NAME} plays Red", "notes": [f"{NAME} is the umpire now."]}
        del old["format"]
        lite.execute("UPDATE entry SET body = ? WHERE number = ?", (json.dumps(old), number))
    await _delete_data(evening, zeb)
    assert _traces(evening.file, str(zeb.id), NAME) == []
    assert "Player 1 plays Red" in (await evening.say(evening.ann, "/log show", last=30)).text


APPLICATION, DAY = "7", 86_400


async def test_a_server_that_removed_the_bot_is_forgotten_after_a_while(table: Table) -> None:
    """Another application on the database, which was never there, deletes nothing."""
    await table.done(table.ann, "/game demo")
    privacy, record, here = table.services.privacy, table.services.record, str(table.guild.id)
    for day in (0, 31, 62):
        await privacy.look_after("8", {"1"}, day * DAY)
    assert len(await record.games.all(over=True)) == 1
    await privacy.look_after(APPLICATION, {here}, 0)
    await privacy.look_after(APPLICATION, {"1"}, 1 * DAY)
    await privacy.look_after(APPLICATION, {"1"}, 30 * DAY)
    assert len(await record.games.all(over=True)) == 1
    await privacy.look_after(APPLICATION, {here}, 31 * DAY)
    await privacy.look_after(APPLICATION, {"1"}, 32 * DAY)
    assert len(await record.games.all(over=True)) == 1
    await privacy.look_after(APPLICATION, {"1"}, 62 * DAY)
    assert await record.games.all(over=True) == []
    assert _traces(table.file, str(table.guild.id), "Marines") == []
    assert "no game in this channel" in await table.refused(table.ann, "/game status")


async def test_the_bot_notes_when_a_server_removes_it(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    guild = table.env.bot.get_guild(table.guild.id)
    assert guild is not None
    await guild.leave()
    await table.env.settle()
    servers = await table.services.record.servers.absent_since(str(table.env.bot.application_id))
    assert servers[str(table.guild.id)] is not None


async def test_notes_of_an_earlier_release_count_for_the_application_of_most_servers(table: Table) -> None:
    record, here = table.services.record, str(table.guild.id)
    for guild in (here, "5", "6"):
        await _game_in(record, guild)
    with sqlite3.connect(table.file) as lite:
        lite.execute("DELETE FROM app_state WHERE key LIKE 'server %'")
    await record.remember("left 6", "0")
    await table.services.privacy.look_after("8", {"9"}, 31 * DAY)
    assert len(await record.servers.all()) == 3
    await table.services.privacy.look_after(APPLICATION, {here, "5"}, 31 * DAY)
    assert await record.servers.all() == sorted([here, "5"])


async def _game_in(record: Record, guild: str) -> None:
    await record.games.begin(
        guild_id=guild, channel_id=f"{guild}0", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )


async def test_a_tenth_of_the_servers_goes_in_one_look_at_most(table: Table) -> None:
    record, privacy = table.services.record, table.services.privacy
    many = {str(guild) for guild in range(1, 31)}
    for guild in many:
        await _game_in(record, guild)
    await privacy.look_after(APPLICATION, many, 0)
    await privacy.look_after(APPLICATION, {"1"}, DAY)
    left = list[int]()
    for hour in (0, 1, 2, 30):
        await privacy.look_after(APPLICATION, {"1"}, 40 * DAY + 3600 * hour)
        left.append(len(await record.servers.all()))
    assert left == [27, 27, 27, 25]


async def test_an_unreadable_game_does_not_prevent_forgetting(evening: Table) -> None:
    zeb = _zebulon(evening)
    await evening.done(evening.ann, "/game demo", where=evening.other)
    await evening.done(zeb, "/game join", side="Blue", where=evening.other)
    broken = (await evening.live()).info.id
    with sqlite3.connect(evening.file) as lite:
        lite.execute("UPDATE game SET system = 'gone' WHERE id = ?", (broken,))
    await evening.restart()
    told = await evening.say(zeb, "/privacy export", where=evening.other)
    kept = json.loads(await told.messages[-1].attachments[0].read())
    assert [len(game["entries"]) for game in kept["games"]] == [3, 1]
    told = await evening.say(zeb, "/privacy delete", where=evening.other)
    assert (await evening.click(zeb, told, told.buttons[0])).title == "Your data is deleted"
    assert _traces(evening.file, str(zeb.id), NAME) == []
    assert "Player 1 leaves" in (await evening.say(evening.ann, "/log show", where=evening.other)).text


async def test_a_question_that_was_dropped_is_gone_a_day_later(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    asked = await table.warned(table.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await table.services.overdue.close_private(table.services.clock() + DAY)

    def kept() -> int:
        with sqlite3.connect(table.file) as lite:
            return lite.execute("SELECT count(*) FROM pending").fetchone()[0]

    assert kept()
    now = table.services.clock()
    await table.services.overdue.forget_private(now)
    assert kept()
    await table.services.overdue.forget_private(now + 2 * DAY)
    assert not kept()
    assert "already answered or over" in (await table.click(table.ann, asked, "Anyway")).title


async def _with_secrets(table: Table) -> None:
    """Record Bob's seal, the sealed place of his unit and a roll that only he sees, and a seal of Ann's."""
    await table.done(table.ann, "/game demo")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.bob, "/seal new", text="bid of seven")
    await table.done(table.bob, "/unit add", name="Shadow", profile="militia", place="behind the barn")
    await table.done(table.ann, "/seal new", text="bid of five")
    await table.done(table.ann, "/roll", dice="d6", **{"for": table.bob})


async def test_a_players_seals_are_shown_to_them_alone(table: Table) -> None:
    await _with_secrets(table)
    told = await table.say(table.bob, "/privacy show")
    assert told.private
    assert "· FUBAR demo: bid of seven" in told.text
    assert "· FUBAR demo, position of Shadow: behind the barn" in told.text
    assert "· rolled in secret: " in told.text
    assert "bid of five" not in told.text
    assert "backups, even sealed texts and secret rolls" in told.text
    assert "bid of seven" not in (await table.say(table.ann, "/privacy show")).text
    told = await table.say(table.bob, "/privacy export")
    kept = json.loads(await told.messages[-1].attachments[0].read())["sealed"]
    assert sorted((one["unit"] or "", one["opened"]) for one in kept) == [("", False), ("", False), ("Shadow", False)]
    assert all(sha256(f"{one['salt']}|{one['text']}".encode()).hexdigest() == one["sha256"] for one in kept)
    await table.done(table.bob, "/seal open", alone=True)
    await table.done(table.bob, "/seal open", unit="Shadow")
    told = await table.say(table.bob, "/privacy show")
    assert "bid of seven" not in told.text
    assert "barn" not in told.text


async def test_ten_seals_are_listed_in_the_order_in_which_they_were_made_and_the_others_counted(table: Table) -> None:
    """They were in the order of their digests."""
    for _ in range(12):
        await table.done(table.ann, "/roll", dice="d6", **{"for": table.cyd})
    told = await table.say(table.cyd, "/privacy show")
    assert told.text.count("· rolled in secret: ") == 10
    assert "… and 2 more" in told.text
    orders = [f"order {number}" for number in range(6)]
    await table.done(table.ann, "/game demo")
    await table.done(table.bob, "/game join", side="Blue")
    for order in orders:
        await table.done(table.bob, "/seal new", text=order)
    await table.restart()
    told = await table.say(table.bob, "/privacy show")
    assert [line.split(": ")[1] for line in told.text.split("\n") if ": order" in line] == orders


async def test_a_players_seals_go_with_them_but_not_from_a_copy_of_the_database(table: Table, tmp_path: Path) -> None:
    """The operations page and `/privacy show` say so, and promise no more than is true."""
    await _with_secrets(table)
    copy = tmp_path / "copy.sqlite"
    back_up(table.file, copy)
    await table.done(table.ann, "/roll", dice="d6", **{"for": table.cyd})
    for who in (table.bob, table.cyd):
        told = await table.say(who, "/privacy delete")
        assert "Sealed texts, which no player can read" in told.text
        await table.click(who, told, told.buttons[0])
    assert _traces(table.file, "bid of seven", "behind the barn", str(table.bob.id), str(table.cyd.id)) == []
    assert _traces(table.file, "bid of five") == ["bid of five"]
    assert _traces(copy, "bid of seven", "behind the barn") == ["bid of seven", "behind the barn"]
    assert "Nothing is kept" in (await table.say(table.cyd, "/privacy show")).text


def test_the_operations_page_describes_the_content_of_a_copy() -> None:
    page = " ".join(Path("bot/OPERATING.md").read_text("utf-8").split())
    assert "everything unencrypted, including unopened seals" in page
