"""Games moved from one database to another, SQLite or PostgreSQL: equal, or not there at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.services.record.check import check
from bot.services.record.game_import import import_game, parse_game
from bot.store import Record, StoredGame
from bot.store.pasts import Wanted
from bot.store.tables import RollLog, RollPost
from rules.game.entry import play_back
from rules.game.game import Game
from tests.bot.fought import open_battle, services_over
from tests.bot.store.samples import entry, shot, unit


async def _export(system: str, folder: Path, anonymous: bool = False) -> tuple[StoredGame, bytes, list[object]]:
    there, info = await open_battle(system, folder / "fought.sqlite")
    content = await services_over(there).exports.game_file(info, anonymous)
    entries = await there.entries.all(info.id)
    await there.close()
    return info, content, list(entries)


async def test_a_battle_comes_back_fold_for_fold_and_entry_for_entry(record: Record, tmp_path: Path) -> None:
    info, content, entries = await _export("fubar", tmp_path)
    done = await import_game(record, parse_game(content))
    assert done.placed
    assert done.battle.id != info.id
    assert await record.games.get(done.battle.id) == info.model_copy(update={"id": done.battle.id})
    again = await record.entries.all(done.battle.id)
    assert again == entries
    assert await record.states.stored_state(done.battle.id) == play_back(again)
    assert (await check(record)).rebuilt == ()


async def test_a_game_that_was_imported_is_exported_as_it_was(record: Record, tmp_path: Path) -> None:
    info, content, _ = await _export("fubar", tmp_path)
    done = await import_game(record, parse_game(content))
    again = await services_over(record).exports.game_file(done.battle)
    one, other = content.decode().splitlines(), again.decode().splitlines()
    assert one[2:-1] == other[2:-1]
    assert other[1] == one[1].replace(info.id, done.battle.id)


async def test_a_game_whose_channel_is_taken_waits_beside_it(record: Record, game: StoredGame) -> None:
    await record.entries.append(game.id, entry(1), *_games())
    content = await services_over(record).exports.game_file(await _now(record, game))
    first = await import_game(record, parse_game(content))
    assert (first.placed, first.battle.state, first.battle.guild_id) == (False, "paused", game.guild_id)
    second = await import_game(record, parse_game(content))
    third = await import_game(record, parse_game(content), channel="77")
    assert (third.placed, third.battle.state) == (True, "running")
    assert len({one.battle.channel_id for one in (first, second, third)} | {game.channel_id}) == 4
    assert all(one.battle.channel_id.isdecimal() for one in (first, second))


async def test_nothing_is_written_of_a_game_that_cannot_be(record: Record, game: StoredGame) -> None:
    entries = [entry(1), entry(2, source="same"), entry(3, source="same")]
    battle = game.model_copy(update={"id": "another", "channel_id": "21", "number": 3})
    with pytest.raises(Exception, match="channel 21"):
        await record.games.put(battle, entries, play_back(entries))
    assert await record.games.get("another") is None
    assert await record.entries.all("another") == []


async def test_a_long_game_is_read_in_portions_and_no_further_than_asked(record: Record, game: StoredGame) -> None:
    entries = [shot(number) for number in range(1, 303)]
    placed = play_back([])
    placed.units["u1"] = unit()
    await record.games.put(game.model_copy(update={"id": "long", "channel_id": "21"}), entries, placed)
    sizes: list[int] = []
    numbers: list[int] = []
    async for portion in record.entries.bodies("long", 300):
        sizes.append(len(portion))
        numbers += [number for number, _ in portion]
    assert numbers == list(range(1, 301))
    assert sizes == [100] * 3
    assert [portion async for portion in record.entries.bodies("nowhere", 5)] == []


def _games() -> tuple[Game, Game]:
    return play_back([]), play_back([entry(1)])


async def _now(record: Record, game: StoredGame) -> StoredGame:
    found = await record.games.get(game.id)
    assert found
    return found


# Stored logs in other channels, on both databases; and the pages of a long log.


async def _entries(record: Record, game: StoredGame, count: int) -> None:
    for number in range(1, count + 1):
        by, command = ("300", "fire") if number % 2 else ("400", "move")
        await record.entries.append(game.id, entry(number, by=by, command=command), Game(), Game())


def _log(game: StoredGame, **values: object) -> RollLog:
    return RollLog.model_validate({"game_id": game.id, "channel_id": "21", **values})


async def test_a_log_is_kept_and_kept_again(record: Record, game: StoredGame) -> None:
    assert await record.logs.get(game.id) is None
    await record.logs.keep(_log(game))
    await record.logs.keep(_log(game, channel_id="22", sent=3, struck=[1, 2], stopped="gone", told=True))
    found = await record.logs.get(game.id)
    assert found == _log(game, channel_id="22", sent=3, struck=[1, 2], stopped="gone", told=True)
    assert await record.logs.all() == [found]
    await record.logs.change(game.id, stopped="off")
    assert await record.logs.all() == []
    assert await record.logs.games_behind(also_played=True) == []


async def test_a_post_is_begun_once_and_ended_whole(record: Record, game: StoredGame) -> None:
    await _entries(record, game, 5)
    await record.logs.keep(log := _log(game))
    assert await record.logs.begin_post(log, 3, 7.5)
    assert not await record.logs.begin_post(log, 4, 8.0)
    begun = await record.logs.get(game.id)
    assert begun is not None
    assert (begun.sent, begun.sending, begun.sending_at) == (0, 3, 7.5)
    post = RollPost(game_id=game.id, first=1, last=3, channel_id="21", message_id="900")
    for _ in range(2):  # imported twice, it is there once
        await record.logs.end_post(post, [2])
    assert await record.logs.get(game.id) == _log(game, sent=3, sending_at=7.5, struck=[2])
    shown = [await record.logs.post(game.id, number) for number in range(5)]
    assert shown == [None, post, post, post, None]
    await record.logs.strike(game.id, [1, 2])
    found = await record.logs.get(game.id)
    assert found is not None
    assert found.struck == [1, 2]
    await record.logs.strike("another", [1])
    await record.logs.end_post(post.model_copy(update={"game_id": "another"}), [1])
    assert await record.logs.get("another") is None


async def test_a_post_is_not_begun_where_the_log_has_gone_elsewhere(record: Record, game: StoredGame) -> None:
    await record.logs.keep(log := _log(game))
    await record.logs.keep(_log(game, channel_id="22"))
    assert not await record.logs.begin_post(log, 3, 7.5)
    await record.logs.keep(_log(game, stopped="off"))
    assert not await record.logs.begin_post(log, 3, 7.5)


async def test_which_logs_are_behind(record: Record, game: StoredGame) -> None:
    await _entries(record, game, 2)
    for values, behind in (
        ({"sent": 1}, True),
        ({"sent": 2}, False),
        ({"sent": 2, "sending": 3}, True),
        ({"sent": 2, "stopped": "gone"}, True),
        ({"sent": 0, "stopped": "off"}, False),
    ):
        await record.logs.keep(_log(game, **values))
        assert bool(await record.logs.games_behind()) is behind, values
    await record.logs.keep(_log(game, sent=2))
    assert await record.logs.games_behind(also_played=True) == [game.id]
    await record.games.set_state(game.id, "ended")
    assert await record.logs.games_behind(also_played=True) == []


async def test_nothing_of_a_log_outlives_its_server(record: Record, game: StoredGame) -> None:
    await record.logs.keep(log := _log(game))
    await record.logs.begin_post(log, 1, 7.5)
    await record.logs.end_post(RollPost(game_id=game.id, first=1, last=1, channel_id="21", message_id="900"), [])
    await record.servers.forget("1")
    assert await record.logs.get(game.id) is None
    assert await record.logs.post(game.id, 1) is None


async def test_pages_of_the_entries_that_are_wanted(record: Record, game: StoredGame) -> None:
    await _entries(record, game, 60)
    moves, hers = Wanted("move"), Wanted(by="300")
    numbers = [one.number for one in await record.entries.last(game.id, 3, moves, before=20)]
    assert numbers == [14, 16, 18]
    assert [one.number for one in await record.entries.next(game.id, 3, moves, 18)] == [20, 22, 24]
    assert [one.number for one in await record.entries.next(game.id, 30, hers, 41)] == [*range(43, 60, 2)]
    assert await record.entries.next(game.id, 3, moves, 60) == []
    assert await record.entries.last(game.id, 3, moves, before=2) == []


async def test_the_games_of_a_channel_that_are_over(record: Record, game: StoredGame) -> None:
    assert await record.games.finished_in_channel("20", 9) == []
    await record.games.set_state(game.id, "ended")
    given: dict[str, Any] = {"guild_id": "1", "name": "Second", "system": "fubar", "version": "4", "started_by": "300"}
    second = await record.games.begin(**given, channel_id="20", at=1_700_000_100.0)
    await record.games.begin(**given, channel_id="21", at=1_700_000_200.0)
    assert [one.id for one in await record.games.finished_in_channel("20", 9)] == [game.id]
    await record.games.set_state(second.id, "ended")
    assert [one.id for one in await record.games.finished_in_channel("20", 9)] == [second.id, game.id]
    assert [one.id for one in await record.games.finished_in_channel("20", 1)] == [second.id]
