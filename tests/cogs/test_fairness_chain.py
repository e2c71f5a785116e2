"""The checksum of a record as players see it: posted while they play, and compared with the record afterwards."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.dice.provable import links_of
from bot.game.people import Call, Person, Place
from bot.resolution.questions import OpenQuestion
from bot.services.record.fairness import faults
from bot.services.record.game_import import BadGameFile, import_game, parse_game
from bot.services.record.roll_logs import PACE
from data.fairness import verify
from tests.cogs.beginnings import beginning
from tests.cogs.logged import posts
from tests.cogs.table import Loaded, Table, Told, services_on
from tests.cogs.undoing import undo_entry
from tests.proving import seeds

HEAD = re.compile(r"\b([1-9][0-9]*):([0-9a-f]{16})\b")
SHOT = {"attacker": "Marines", "target": "Militia", "distance": "20"}


@beginning
async def duel(fair: Table) -> None:
    """The demo, Ann for Red against Bob for Blue."""
    await fair.done(fair.ann, "/game demo")
    await fair.done(fair.ann, "/game join", side="Red")
    await fair.done(fair.bob, "/game join", side="Blue")


def heads(text: str) -> list[str]:
    return [found[0] for found in HEAD.finditer(text)]


async def head(table: Table) -> str:
    """Return the head of the present record."""
    live = await table.services.games.latest_game(table.place())
    number = live.info.number
    link = await table.services.record.seeds.link(live.info.id, number)
    assert link
    return f"{number}:{link[:16]}"


async def add_scores(table: Table, until: int) -> Told:
    """Entries without dice, up to that one, which is a command."""
    while await table.last() < until - 1:
        await table.services.table_objects.score(table.call(table.ann), "Red", 1, "a hill")
    return await table.done(table.ann, "/score", side="Red", points=1, why="a hill")


async def reveal_seed(table: Table) -> None:
    await table.done(table.ann, "/game end")
    await table.done(table.ann, "/fairness reveal")


async def export_game(table: Table) -> dict[str, Any]:
    info = await table.services.record.games.last_in_channel(str(table.channel.id))
    assert info
    return json.loads(await table.services.exports.game_file(info))


async def test_every_entry_of_an_export_has_its_link_and_the_last_is_shown(duel: Table) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    found = await export_game(duel)
    entries = parse_game(json.dumps(found).encode()).entries
    links = list(links_of(found["fairness"]["commitment"], entries))
    assert found["fairness"]["chain"] == [
        {"entry": entry.number, "link": link} for entry, link in zip(entries, links, strict=True)
    ]
    shown = await duel.done(duel.bob, "/fairness show")
    assert heads(shown.text) == [await head(duel)]
    ended = await duel.done(duel.ann, "/game end")
    assert not ended.private
    assert heads(ended.text) == [await head(duel)]
    assert ended.lines[-1].startswith("Checksum of the record"), "what the game came to is read first"
    assert len(ended.lines[-1]) < 45, "it takes one line of a phone"
    told = await duel.done(duel.ann, "/fairness reveal")
    assert heads(told.text) == [await head(duel)]
    assert not told.private


async def test_the_checksum_is_shown_with_every_25th_entry(duel: Table) -> None:
    told = await add_scores(duel, 24)
    assert heads(told.footer + told.text) == []
    told = await add_scores(duel, 25)
    assert heads(told.footer) == [await head(duel)]
    assert told.footer.endswith(f" · checksum {await head(duel)}")
    await duel.done(duel.ann, "/game detail", mode="short")
    await add_scores(duel, 49)
    told = await duel.done(duel.ann, "/fire", **SHOT)
    assert heads(told.footer) == [await head(duel)]
    assert await duel.last() == 50


async def test_every_post_of_the_log_has_the_head_up_to_there(duel: Table) -> None:
    await duel.done(duel.ann, "/log channel", channel=duel.other)
    await duel.env.advance_time(PACE)
    first = await head(duel)
    await add_scores(duel, 8)
    await duel.env.advance_time(PACE)
    second = await head(duel)
    footers = [message.embeds[0].footer.text or "" for message in posts(duel.other)]
    assert footers == [
        f"FUBAR demo · entries 1 to 5 · checksum {first}",
        f"FUBAR demo · entries 6 to 8 · checksum {second}",
    ]
    await undo_entry(duel, duel.ann)
    await duel.env.advance_time(2 * PACE)
    footers = [message.embeds[0].footer.text or "" for message in posts(duel.other)]
    assert footers[:2] == [
        f"FUBAR demo · entries 1 to 5 · checksum {first}",
        f"FUBAR demo · entries 6 to 8 · checksum {second}",
    ]
    assert heads(footers[2]) == [await head(duel)]


async def test_a_record_is_held_against_the_heads_that_were_posted(duel: Table) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    early = await head(duel)
    await duel.done(duel.ann, "/score", side="Red", points=1, why="a hill")
    assert "the dice cannot be checked" in await duel.refused(duel.ann, "/fairness verify")
    await reveal_seed(duel)
    last = await head(duel)
    told = await duel.done(duel.bob, "/fairness verify")
    assert f"The record is complete. Compare its checksum with a posted one: `{last}`." in told.lines
    told = await duel.done(duel.bob, "/fairness verify", head=f"`{early}` {last}")
    assert told.lines[0].startswith("✅")
    assert told.lines[1] == f"The record matches the posted checksums: `{early}`, `{last}`."
    other = f"{early[:-16]}{'0' * 16}"
    told = await duel.done(duel.bob, "/fairness verify", head=other)
    assert told.lines[:2] == ["❌ 1 thing does not match:", f"- Checksum {other}: does not match."]
    assert "7 is not a checksum" in await duel.refused(duel.bob, "/fairness verify", head="7")


def _own_face_turned(file: Path, again: bool) -> None:
    """Change a face of a player's own dice in the database; with `again`, recompute all links."""
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT number, body FROM entry ORDER BY number").fetchall()
        bodies = [json.loads(body) for _, body in rows]
        throw = next(
            throw
            for body in bodies
            for play in body["plays"]
            for throw in play["throws"]
            if throw["source"] == "physical"
        )
        throw["faces"][0] = throw["faces"][0] % 6 + 1
        for body in bodies:
            database.execute("UPDATE entry SET body = ? WHERE number = ?", (json.dumps(body), body["number"]))
        [[commitment]] = database.execute("SELECT commitment FROM seed").fetchall()
        for link in verify.links(commitment, bodies) if again else ():
            database.execute("UPDATE entry SET link = ? WHERE number = ?", (link["link"], link["entry"]))


async def test_a_change_in_the_database_is_found(duel: Table) -> None:
    """Even if all links are computed again, the posted checksum differs."""
    await duel.done(duel.ann, "/fire", **SHOT, dice="6 5 4 3 2 1 1")
    posted = await head(duel)
    await reveal_seed(duel)
    for again in (False, True):
        _own_face_turned(duel.file, again)
        told = await duel.done(duel.bob, "/fairness verify")
        assert ("do not match the recorded dice" in told.text) is not again
        told = await duel.done(duel.bob, "/fairness verify", head=posted)
        assert f"Checksum {posted}: does not match." in told.text


async def test_a_forgotten_player_leaves_the_chain_whole(duel: Table) -> None:
    await duel.done(duel.bob, "/fire", attacker="Militia", target="Marines", distance="20", dice="6 5 4 3 2 1 6 5")
    before = await head(duel)
    asked = await duel.say(duel.bob, "/privacy delete")
    await duel.click(duel.bob, asked, asked.buttons[0])
    await duel.done(duel.ann, "/fire", **SHOT)
    await reveal_seed(duel)
    assert b"Bob" not in json.dumps(await export_game(duel)).encode()
    told = await duel.done(duel.ann, "/fairness verify", head=f"{before} {await head(duel)}")
    assert told.lines[0].startswith("✅")


async def test_a_chain_goes_on_after_a_restart_and_with_a_new_seed(duel: Table) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    before = await head(duel)
    await duel.restart()
    duel.services.referee.seeds.draw = seeds("second")
    await duel.done(duel.ann, "/score", side="Red", points=1, why="a hill")
    await reveal_seed(duel)
    at_the_end = await head(duel)
    await duel.done(duel.ann, "/game reopen")
    await duel.done(duel.ann, "/fire", **SHOT | {"attacker": "Commandos"})
    await reveal_seed(duel)
    found = await export_game(duel)
    assert found["fairness"]["earlier"][0]["commitment"] != found["fairness"]["commitment"]
    assert "chain" not in found["fairness"]["earlier"][0]
    assert [one["entry"] for one in found["fairness"]["chain"]] == list(range(1, found["game"]["number"] + 1))
    told = await duel.done(duel.ann, "/fairness verify", head=f"{before} {at_the_end} {await head(duel)}")
    assert told.lines[0].startswith("✅")


async def test_a_game_begun_before_entries_were_chained_stays_as_it_was(duel: Table) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    with sqlite3.connect(duel.file) as database:
        database.execute("UPDATE entry SET link = NULL")
    await duel.restart()
    await duel.done(duel.ann, "/score", side="Red", points=1, why="a hill")
    assert "has no checksums" in (await duel.done(duel.ann, "/fairness show")).text
    told = await duel.done(duel.ann, "/game end")
    assert heads(told.text + told.footer) == []
    await duel.done(duel.ann, "/fairness reveal")
    told = await duel.done(duel.ann, "/fairness verify")
    assert told.lines[0].startswith("✅")
    assert "has no checksums" in told.lines[1]
    assert "chain" not in (await export_game(duel))["fairness"]


async def test_a_chain_is_taken_along_to_another_database_unless_it_was_changed(duel: Table, tmp_path: Path) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    before, content = await head(duel), await export_game(duel)
    changed = json.loads(json.dumps(content))
    changed["fairness"]["chain"][2]["link"] = "0" * 64
    with pytest.raises(BadGameFile, match="links of the chain do not match"):
        parse_game(json.dumps(changed).encode())
    other = await services_on(tmp_path / "other.sqlite", Loaded(), "run7", seeds("other"))
    done = await import_game(other.record, parse_game(json.dumps(content).encode()), channel="77")
    link = await other.record.seeds.link(done.battle.id, done.battle.number)
    assert before.endswith((link or "")[:16])
    there = Call(Person(str(duel.ann.id), "Ann"), Place(done.battle.guild_id, "77"), "run7:1")
    await other.table_objects.score(there, "Red", 1, "a hill")
    info = await other.record.games.get(done.battle.id)
    assert info
    again = json.loads(await other.exports.game_file(info))
    assert again["fairness"]["chain"][:-1] == content["fairness"]["chain"]
    assert parse_game(json.dumps(again).encode())
    await other.record.close()


async def test_dice_that_lay_there_are_not_new_in_an_amendment(duel: Table) -> None:
    await duel.done(duel.ann, "/fire", **SHOT)
    asked = await duel.done(duel.ann, "/amend", distance="10")
    while "Agree" in asked.buttons:
        asked = await duel.click(duel.bob, asked, "Agree")
    old, new = (await duel.entries())[-2:]
    assert new.undoes == old.number
    came = json.loads(verify.digest(new.model_dump(mode="json")))[4]
    [throw] = old.plays[0].throws
    assert came[0] == ["kept", 6, list(throw.faces)]
    assert came[1][0] == "bot"
    assert [came[1][2]] == [list(one.faces) for one in new.fresh]
    assert "rolled before" in (await duel.done(duel.ann, "/why")).text


async def test_each_figure_keeps_its_die_when_another_is_found_downed_between_them(table: Table, duel: Table) -> None:
    """Undoing an entry before the fates adds a play to the amended command, and moves no die to another figure."""
    await duel.done(duel.ann, "/game end")
    await duel.done(duel.ann, "/game demo", system="bayonet")
    await duel.done(duel.ann, "/game join", side="Red")
    await duel.done(duel.bob, "/game join", side="Blue")
    downed = ("GI", "GI 2", "Irregular")
    for unit in downed:
        await duel.done(duel.ann, "/marker set", unit=unit, marker="downed", count=1)
    await duel.done(duel.ann, "/marker set", unit="GI 2", marker="downed", count=0)
    stood_up = await duel.last()
    await duel.done(duel.ann, "/act", action="afterwards")
    old = await duel.entry()
    await undo_entry(duel, duel.ann, entry=stood_up)
    corrections, units = duel.services.corrections, (await duel.live()).game.units.values()
    asked = await corrections.amend(
        duel.call(duel.ann), None, {"unit": tuple(unit.id for unit in units if unit.name in downed)}
    )
    assert isinstance(asked, OpenQuestion)
    await corrections.agree(duel.call(duel.bob), asked.row.id, asked.row.step)
    new = await duel.entry()
    before, now = ({play.roles["unit"]: play.throws[0].faces for play in one.plays} for one in (old, new))
    assert len(now) == 3
    assert {unit: now[unit] for unit in before} == before
    assert [play.throws[0].queued for play in new.plays] == [1, 0, 1]
    await reveal_seed(duel)
    assert faults(await export_game(duel)) == ()


async def test_games_without_a_seed_have_no_head(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="20")
    told = await demo.done(demo.ann, "/game end")
    assert heads(told.text + told.footer) == []
