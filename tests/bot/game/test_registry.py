"""Games are read on first use; an unreadable game does not affect the others."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.errors import GameNotHere, Refusal, Unreadable
from bot.game.people import Place
from bot.game.registry import GameRegistry, ReadFailures
from bot.services import Services
from bot.store.tables import StoredGame
from rules.game.table_events import RulingSet
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.playing import CYD, PLACE, asking, call, faces, fire, request, start_demo
from tests.cogs.table import Loaded, same_as_record, services_on

OTHER = Place("1", "21")


@asynccontextmanager
async def _later(services: Services, dice: Loaded, tmp_path: Path, *damage: str) -> AsyncIterator[Services]:
    """Another run of the bot over the same file after a change of it."""
    await services.record.close()
    with sqlite3.connect(tmp_path / "desk.sqlite") as file:
        for statement in damage:
            assert file.execute(statement).rowcount, statement
    again = await services_on(tmp_path / "desk.sqlite", dice, "run2")
    try:
        yield again
    finally:
        await again.record.close()


def _game(channel: str = PLACE.channel) -> str:
    return f"game_id = (SELECT id FROM game WHERE channel_id = '{channel}')"


def _reads(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the games whose state is read from now on; none is seen before that."""
    asked: list[str] = []
    state: Callable[[str], Any] = services.record.states.open

    async def noted(game: str) -> Any:
        asked.append(game)
        assert not [one for one in (PLACE, OTHER)[len(asked) - 1 :] if services.games.glance(one.channel)]
        return await state(game)

    monkeypatch.setattr(services.record.states, "open", noted)
    return asked


async def test_nothing_is_read_at_the_start_and_each_game_once(
    services: Services, dice: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_demo(services)
    await services.lifecycle.demo(call(where=OTHER), "opreb")
    async with _later(services, dice, tmp_path) as again:
        asked = _reads(again, monkeypatch)
        assert again.games.glance(PLACE.channel) is None
        first, second = await asyncio.gather(again.games.require_game(PLACE), again.games.require_game(PLACE))
        assert first is second
        assert asked == [first.info.id]
        await same_as_record(again, first)
        seen = await again.games.find_game(OTHER)
        assert seen is not None
        assert asked == [first.info.id, seen.info.id]


async def test_games_without_players_leave_memory(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services.games, "most", 2)
    places = [Place("1", str(channel)) for channel in range(30, 34)]
    for place in places:
        await services.lifecycle.demo(call(where=place), "fubar")
    held = await services.games.require_game(places[0])
    for place in places[1:]:
        await services.games.require_game(place)
    gc.collect()
    in_memory = [place.channel for place in places if place.channel in services.games.in_use]
    assert in_memory == ["30", "32", "33"], "the first is held, of the others the last two are kept"
    assert await services.games.require_game(places[0]) is held


@pytest.mark.parametrize(("more", "held"), [(0, True), (1, False)])
async def test_a_game_is_let_go_after_hours_without_a_command(
    services: Services, monkeypatch: pytest.MonkeyPatch, more: int, held: bool
) -> None:
    await start_demo(services)
    await services.lifecycle.demo(call(where=OTHER), "opreb")
    now = time.monotonic()
    (await services.games.require_game(PLACE)).used = now - 3 * 3600 - more
    with monkeypatch.context() as stopped:
        stopped.setattr("time.monotonic", lambda: now)
        assert services.games.glance(OTHER.channel) is not None
    gc.collect()
    assert (PLACE.channel in services.games.in_use) == held


_DAMAGE = {
    "system": (["UPDATE game SET system = 'gone' WHERE channel_id = '20'"], "its rule system, gone, is not in"),
    "gap": ([f"DELETE FROM entry WHERE number = 3 AND {_game()}"], "entry 3 is missing"),
    "tail": ([f"DELETE FROM entry WHERE number = 5 AND {_game()}"], "entry 5 is missing"),
    "json": ([f"UPDATE entry SET body = '{{\"format' WHERE number = 2 AND {_game()}"], "entry 2 is damaged"),
    "kind": (
        [f"UPDATE entry SET body = replace(body, '\"joined\"', '\"hexed\"') WHERE number = 2 AND {_game()}"],
        "entry 2 has an event that this version does not know (hexed)",
    ),
    "form": (
        [f"UPDATE entry SET body = replace(body, '\"events\":[', '\"events\":[7,') WHERE number = 2 AND {_game()}"],
        "entry 2 has a form that this version does not know",
    ),
}


@pytest.mark.parametrize(("damage", "why"), _DAMAGE.values(), ids=_DAMAGE)
async def test_a_game_that_cannot_be_read_names_why_and_harms_no_other(
    services: Services,
    dice: Loaded,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    damage: list[str],
    why: str,
) -> None:
    await start_demo(services)
    await services.lifecycle.demo(call(where=OTHER), "opreb")
    async with _later(services, dice, tmp_path, f"DELETE FROM game_state WHERE {_game()}", *damage) as again:
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                with pytest.raises(Unreadable, match=f"{re.escape(why)}.*Nothing is lost"):
                    await again.games.require_game(PLACE)
        assert [record.levelname for record in caplog.records] == ["ERROR"], "one line, once"
        assert why in caplog.text
        assert "Traceback" not in caplog.text
        assert await again.games.find_game(PLACE) is None
        await same_as_record(again, await again.games.require_game(OTHER))


async def test_a_unit_that_is_missing_names_the_entry(services: Services, dice: Loaded, tmp_path: Path) -> None:
    await start_demo(services)
    last = (await fire(services)).entry.number
    gone = f"UPDATE entry SET body = json_set(body, '$.events', json_array()) WHERE number < {last} AND {_game()}"
    async with _later(services, dice, tmp_path, f"DELETE FROM game_state WHERE {_game()}", gone) as again:
        with pytest.raises(Unreadable, match=rf"entry {last} names a unit that does not exist \(u\d\)"):
            await again.games.require_game(PLACE)


async def test_a_damaged_state_is_computed_again(services: Services, dice: Loaded, tmp_path: Path) -> None:
    await start_demo(services)
    for damage in (
        f"UPDATE game_state SET body = '{{' WHERE {_game()}",
        f"UPDATE unit SET state = 'nonsense' WHERE {_game()}",
        f"DELETE FROM unit WHERE {_game()}",
    ):
        async with _later(services, dice, tmp_path, damage) as again:
            live = await again.games.require_game(PLACE)
            assert live.game.units
            await again.record.states.rebuild(live.info.id, live.game)


async def test_a_game_that_was_mended_is_read_again(
    services: Services, dice: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_demo(services)
    hidden = f"UPDATE entry SET number = 99 WHERE number = 3 AND {_game()}"
    async with _later(services, dice, tmp_path, f"DELETE FROM game_state WHERE {_game()}", hidden) as again:
        with pytest.raises(Unreadable):
            await again.games.require_game(PLACE)
        with sqlite3.connect(tmp_path / "desk.sqlite") as file:
            file.execute("UPDATE entry SET number = 3 WHERE number = 99")
        monkeypatch.setattr("bot.game.registry.RETRY_AFTER", 0.0)
        assert (await again.games.require_game(PLACE)).game.units


async def test_a_gap_is_named_to_the_player_who_undoes(services: Services, tmp_path: Path) -> None:
    await start_demo(services)
    with sqlite3.connect(tmp_path / "desk.sqlite") as file:
        assert file.execute(f"DELETE FROM entry WHERE number = 3 AND {_game()}").rowcount == 1
    with pytest.raises(Unreadable, match="entry 3 is missing"):
        await services.corrections.undo(call())


async def test_a_ruling_of_another_version_is_by_its_default(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    live.game = live.game.with_events(
        [
            RulingSet(name="gone", value="yes"),
            RulingSet(name="allocation", value="no such option"),
            RulingSet(name="same_area_cover", value="none"),
        ]
    )
    kept = live.board.book.rulings.model_dump()
    assert (kept["allocation"], kept["same_area_cover"]) == ("suppress_first", "none")
    dice.next(5, 5, 1, 1)
    assert faces(await fire(services, distance=20))[:2] == [5, 5]


async def test_players_read_once_which_rulings_this_version_does_not_know(
    services: Services, dice: Loaded, tmp_path: Path
) -> None:
    await start_demo(services)
    await services.preferences.rule(call(), "allocation", "ask")
    await services.preferences.rule(call(), "same_area_cover", "none")
    older = ("'\"allocation\"', '\"bygone\"'", "'\"none\"', '\"much\"'")
    damage = [f"UPDATE entry SET body = replace(body, {one})" for one in older]
    async with _later(services, dice, tmp_path, f"DELETE FROM game_state WHERE {_game()}", *damage) as again:
        live = await again.games.require_game(PLACE)
        told = [
            "The bot was updated. The ruling bygone no longer exists; the game goes on without it.",
            "The bot was updated. The ruling same area cover can no longer be much; now it is modifier "
            "(`/rulings set`).",
        ]
        assert [ENGLISH(note) for note in live.news] == told
        again.games.forget(PLACE.channel)
        live = await again.games.require_game(PLACE)
        assert [ENGLISH(note) for note in live.news] == told, "they were not shown"
        await again.games.note_news_shown(live)
        assert live.news == ()
        again.games.forget(PLACE.channel)
        live = await again.games.require_game(PLACE)
        assert live.news == ()


async def test_the_latest_game_of_a_channel(services: Services) -> None:
    with pytest.raises(Refusal, match="There is no game in this channel"):
        await services.games.latest_game(PLACE)
    await start_demo(services)
    live = await services.games.latest_game(PLACE)
    assert live is await services.games.require_game(PLACE) is await services.games.game_of(live.info)
    await services.endings.end(call())
    ended = await services.games.latest_game(PLACE)
    assert (ended.info.id, ended.info.state, ended.game.over) == (live.info.id, "ended", True)
    assert (await services.games.game_of(ended.info)).game == ended.game
    await services.lifecycle.demo(call(where=OTHER), "opreb")
    await start_demo(services)
    last = await services.games.latest_game(PLACE)
    assert last.info.id != live.info.id
    await services.endings.end(call())
    assert (await services.games.latest_game(PLACE)).info.id == last.info.id
    await services.channels.move(call(where=OTHER), PLACE)
    moved = await services.games.latest_game(PLACE)
    assert (moved.info.system, moved.game.over) == ("opreb", False), "it began earlier, but goes on here"


async def test_a_game_that_was_deleted_while_it_was_read_has_no_entries(services: Services, tmp_path: Path) -> None:
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    with sqlite3.connect(tmp_path / "desk.sqlite") as file:
        for table in ("entry", "game_state", "game"):
            file.execute(f"DELETE FROM {table}")
    with pytest.raises(Unreadable, match="entry 1 is missing"):
        await services.games.refresh(live)
    assert services.games.glance(PLACE.channel) is None


@pytest.mark.parametrize("guild", ["1", None])
def test_where_a_stored_game_is_played(guild: str | None) -> None:
    info = StoredGame.model_construct(guild_id=guild or "", channel_id="20")
    assert GameRegistry.place(info) == Place(guild, "20")


def test_an_unreadable_game_is_logged_again_for_another_reason_only(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, now = StoredGame.model_construct(id="g"), [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    failures = ReadFailures()
    failures.check(info)
    for why in ("entry 2 is missing", "entry 2 is missing", "entry 3 is missing"):
        failures.add(info, Text(why))
    assert [record.getMessage() for record in caplog.records] == [
        "game g cannot be read: entry 2 is missing",
        "game g cannot be read: entry 3 is missing",
    ]
    for now[0] in (100.0, 159.0):
        with pytest.raises(Unreadable, match="entry 3 is missing"):
            failures.check(info)
    now[0] = 160.0
    failures.check(info)
    now[0] = 100.0
    failures.remove(info)
    failures.check(info)


async def test_no_player_is_asked_about_a_game_that_another_process_has_ended(
    services: Services, dice: Loaded, tmp_path: Path
) -> None:
    await asking(services)
    other = await services_on(tmp_path / "desk.sqlite", dice, "run2")
    try:
        live = await other.games.require_game(PLACE)
        wanted = await request(other, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
        await services.endings.end(call())
        with pytest.raises(Refusal, match="has just ended or moved"):
            await other.questions.begin(call(), wanted, "", live)
        assert await other.record.questions.open() == []
        assert other.games.glance(PLACE.channel) is None
    finally:
        await other.record.close()


async def test_a_channel_forgets_a_game_that_another_process_has_ended_and_reads_one_that_went_on(
    services: Services, dice: Loaded, tmp_path: Path
) -> None:
    await start_demo(services)
    other = await services_on(tmp_path / "desk.sqlite", dice, "run2")
    assert not await services.games.refresh_channel(PLACE)
    await other.seats.join(call(CYD), "Red")
    assert await services.games.refresh_channel(PLACE)
    assert CYD.id in (await services.games.require_game(PLACE)).game.players
    await other.endings.end(call())
    assert await services.games.refresh_channel(PLACE)
    assert services.games.glance(PLACE.channel) is None
    await other.record.close()


async def test_a_board_goes_by_the_rulings_of_its_game_as_they_are_now(services: Services) -> None:
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    before = live.board
    assert before.book is live.board.book
    assert before.book.rulings.allocation == "suppress_first"
    live.game.apply(RulingSet(name="allocation", value="casualties_first"))
    assert live.board.book.rulings.allocation == "casualties_first"
    assert before.book.rulings.allocation == "suppress_first"


async def test_no_player_is_asked_about_a_game_that_another_process_has_deleted_or_moved(services: Services) -> None:
    await asking(services)
    live = await services.games.require_game(PLACE)
    wanted = await request(services, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    for sql in ("UPDATE game SET channel_id = '77'", "DELETE FROM game"):
        await services.record.database.write(lambda write, sql=sql: write.exec_driver_sql(sql) and None)
        with pytest.raises(GameNotHere):
            await services.questions.begin(call(), wanted, "", live)
        assert await services.record.questions.open() == []


async def test_the_next_game_of_a_channel_is_read_by_a_process_that_knows_the_last_one(
    services: Services, tmp_path: Path
) -> None:
    await start_demo(services)
    other = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    before = await other.games.require_game(PLACE)
    assert not await other.games.refresh_channel(PLACE)
    await services.endings.end(call())
    await services.lifecycle.new(call(), "fubar", "Next")
    assert await other.games.refresh_channel(PLACE)
    now = await other.games.require_game(PLACE)
    assert (now.info.name, now.game.number) == ("Next", 1)
    assert now.info.id != before.info.id
    await other.record.close()
