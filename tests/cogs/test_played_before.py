"""Two channels recorded by the bot of 27 November 2026 (commit 19a428fb): its buttons still work, and the games go on.

`played_19a428fb.sql` is its database. In one channel Ann and Bob play FUBAR: the Marines have shot at the Militia, and
Ann has asked Bob to take that back. In the other Ann plays Bayonet against the bot, which has ordered a move.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.game.people import OPPONENT
from bot.services.record.check import check
from tests.cogs.beginnings import beginning
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told, same_as_record

RECORD = Path(__file__).parent / "played_19a428fb.sql"
GAME, SOLO = "7bcb33d3ff76451faaf46f61da9da0a0", "238918ee42b546ef9f903e46af7df923"
"""The games; the ids of buttons below are as that bot posted them."""
SHOT, ORDER = 8, 6
"""The last entries: the shot, and the one before the order of the bot."""


IDS = tuple(f"14560744439808000{n}" for n in (40, 43, 44, 45, 46))
"""The ids of that server, its channels and players; all other ids of Discord in it are of earlier times."""


@beginning
async def before(table: Table) -> None:
    """Today's bot over that database, with the ids of today's server."""
    here = (table.guild, table.channel, table.other, table.ann, table.bob)
    now = {old: str(one.id) for old, one in zip(IDS, here, strict=True)}
    sql = RECORD.read_text(encoding="utf-8")
    sql = re.sub(r"14560(744439808000\d\d)", lambda id: now.get(id[0], f"11560{id[1]}"), sql)
    await table.services.record.close()
    table.file.unlink()
    with closing(sqlite3.connect(table.file)) as record:
        record.executescript(sql)
    await table.restart()


async def test_both_games_are_as_they_were(before: Table) -> None:
    for where, number in ((before.channel, SHOT), (before.other, ORDER)):
        live = await before.live(where)
        assert live.game.number == number
        await same_as_record(before.services, live)
    assert (await check(before.services.record)).rebuilt == ()


# The game of Ann and Bob.


async def test_the_open_question_is_answered_and_the_game_goes_on_with_the_dice_that_came_back(before: Table) -> None:
    models = (await before.unit("Militia")).models
    assert (await forged(before, before.ann, "adj1:agree:ffcf8b26b4e640fe:0")).refused, "it is her own request"
    told = await forged(before, before.bob, "adj1:agree:ffcf8b26b4e640fe:0")
    assert told.title == f"Undone: Marines → Militia (entry {SHOT})"
    assert (await before.entry()).undoes == SHOT
    assert (await before.unit("Militia")).models == models + 3
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "4 assault_rifle"}
    await before.done(before.ann, "/fire", **shot)
    assert [one.faces for one in (await before.entry()).rolls] == [(6, 6, 6, 6, 1, 1, 1, 1)]
    before.dice.next(1)
    await before.done(before.ann, "/activate", unit="Commandos")
    await before.done(before.bob, "/activate", unit="HMG team", dice="6")
    await same_as_record(before.services, await before.live())
    assert (await check(before.services.record)).rebuilt == ()


async def test_the_open_question_is_declined(before: Table) -> None:
    told = await forged(before, before.bob, "adj1:refuse:ffcf8b26b4e640fe:0")
    assert told.title == "Bob does not agree"
    assert await before.last() == SHOT
    assert not await before.services.record.questions.open(GAME)


async def test_buttons_of_the_shot_explain_it_and_open_forms_and_the_question_of_its_undo(before: Table) -> None:
    told = await forged(before, before.bob, f"adj1:why:{GAME}:{SHOT}")
    assert told.title == "Marines → Militia"
    assert "**6** **6** **6** **6** 1 1 1 1" in told.text
    assert "Odds" in told.buttons
    assert (await forged(before, before.bob, f"adj1:odds:{GAME}:{SHOT}")).title == "Odds: Marines → Militia"
    for what in ("amend", "tell"):
        assert (await forged(before, before.ann, f"adj1:{what}:{GAME}:{SHOT}")).form, what
    told = await forged(before, before.ann, f"adj1:undo:{GAME}:{SHOT}")
    assert (told.title, told.buttons) == ("Bob: do you agree?", ("Agree", "No"))


async def test_the_menu_of_next_units_activates_one(before: Table) -> None:
    menu = f"adj1.18072:choose:{GAME}:{SHOT}:activate"
    assert (await forged(before, before.bob, menu, ("u1",))).refused, "it is Red's turn"
    before.dice.next(6)
    told = await forged(before, before.ann, menu, ("u1",))
    assert told.title.startswith("Regular section: activated")
    assert (await before.entry()).number == SHOT + 1


async def test_a_control_of_an_earlier_entry_shows_the_current_ones(before: Table) -> None:
    controls: tuple[tuple[str, tuple[str, ...]], ...] = (
        (f"adj1:do:{GAME}:5:initiative", ()),
        (f"adj1:do:{GAME}:7:move;walk;;;;;u2", ()),
        (f"adj1.18071:choose:{GAME}:7:activate", ("=move;on_guard;;;;;u2",)),
    )
    for id, values in controls:
        told = await forged(before, before.ann, id, values)
        assert told.title == "The game has moved on", id
        assert "Undo" in told.buttons
    assert await before.last() == SHOT


# The game against the bot.


async def test_the_order_that_waits_is_carried_out(before: Table) -> None:
    told = await _press(before, f"oppdone:{SOLO}:{ORDER}")
    (move,) = [one for one in await before.entries(before.other) if one.number > ORDER and one.command == "move"]
    assert (move.by, move.request["unit"]) == (OPPONENT.id, ["u17"])
    assert "Light tank" in told.text
    await same_as_record(before.services, await before.live(before.other))


async def test_another_order_follows_one_that_the_table_does_not_allow(before: Table) -> None:
    why = await _press(before, f"oppwhy:{SOLO}:{ORDER}")
    assert (why.title, why.private) == ("Why this order", True)
    told = await _press(before, f"oppnot:{SOLO}:{ORDER}")
    assert not told.refused
    assert "Light tank" not in told.text


@pytest.mark.parametrize("what", ["oppsame", "oppallsame", "oppnone"])
async def test_a_view_is_reported_by_a_button(before: Table, what: str) -> None:
    told = await _press(before, f"{what}:{SOLO}:u17")
    assert not told.refused
    assert "u17" in (await before.services.opponent.state(await before.live(before.other))).fresh


async def test_a_view_is_corrected_in_the_menu_and_in_the_form(before: Table) -> None:
    assert (await _press(before, f"opptell:{SOLO}:u17")).form
    menu = f"adj1.18078:choose:{SOLO}:u17:oppsees"
    told = await forged(before, before.ann, menu, ("-u1",), before.other)
    assert not told.refused
    sight = (await before.services.opponent.state(await before.live(before.other))).sight
    assert not sight.sees("u17", "u1")


async def test_the_bot_plays_on_with_the_order_that_waits(before: Table) -> None:
    told = await _press(before, f"oppgo:{SOLO}")
    assert "Light tank: move up to 9″ toward Lieutenant" in told.text
    assert told.buttons[:2] == ("Done", "Could not")


async def _press(table: Table, id: str) -> Told:
    return await forged(table, table.ann, f"adj1:{id}", where=table.other)
