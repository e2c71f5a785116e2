"""Games out of one database and into another, SQLite or PostgreSQL: equal, or not there at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.record.check import check
from bot.services.record.game_file import game_read, imported
from bot.store import Battle, Record
from data import SYSTEMS
from rules.game.entry import play_back
from rules.game.game import Game
from tests.bot.fought import opened, services_over
from tests.bot.store.samples import entry, shot, unit


async def _exported(system: str, folder: Path, anonymous: bool = False) -> tuple[Battle, bytes, list[object]]:
    there, info = await opened(system, folder / "fought.sqlite")
    content = await services_over(there).exports.game_file(info, anonymous)
    entries = await there.entries.all(info.id)
    await there.close()
    return info, content, list(entries)


@pytest.mark.parametrize("system", [one.key for one in SYSTEMS])
async def test_a_battle_comes_back_fold_for_fold_and_entry_for_entry(
    system: str, record: Record, tmp_path: Path
) -> None:
    info, content, entries = await _exported(system, tmp_path)
    done = await imported(record, game_read(content))
    assert done.placed
    assert done.battle.id != info.id
    assert await record.games.get(done.battle.id) == info.model_copy(update={"id": done.battle.id})
    again = await record.entries.all(done.battle.id)
    assert again == entries
    assert await record.states.kept(done.battle.id) == play_back(again)
    assert (await check(record)).rebuilt == ()


async def test_a_game_that_was_imported_is_exported_as_it_was(record: Record, tmp_path: Path) -> None:
    info, content, _ = await _exported("fubar", tmp_path)
    done = await imported(record, game_read(content))
    again = await services_over(record).exports.game_file(done.battle)
    one, other = content.decode().splitlines(), again.decode().splitlines()
    assert one[2:-1] == other[2:-1]
    assert other[1] == one[1].replace(info.id, done.battle.id)


async def test_a_game_whose_channel_is_taken_waits_beside_it(record: Record, game: Battle) -> None:
    await record.entries.append(game.id, entry(1), *_games())
    content = await services_over(record).exports.game_file(await _now(record, game))
    first = await imported(record, game_read(content))
    assert (first.placed, first.battle.state, first.battle.guild_id) == (False, "paused", game.guild_id)
    second = await imported(record, game_read(content))
    third = await imported(record, game_read(content), channel="77")
    assert (third.placed, third.battle.state) == (True, "running")
    assert len({one.battle.channel_id for one in (first, second, third)} | {game.channel_id}) == 4
    assert all(one.battle.channel_id.isdecimal() for one in (first, second))


async def test_nothing_is_written_of_a_game_that_cannot_be(record: Record, game: Battle) -> None:
    entries = [entry(1), entry(2, source="same"), entry(3, source="same")]
    battle = game.model_copy(update={"id": "another", "channel_id": "21", "number": 3})
    with pytest.raises(Exception, match="channel 21"):
        await record.games.put(battle, entries, play_back(entries))
    assert await record.games.get("another") is None
    assert await record.entries.all("another") == []


async def test_a_long_game_is_read_in_portions_and_no_further_than_asked(record: Record, game: Battle) -> None:
    entries = [shot(number) for number in range(1, 1203)]
    placed = play_back([])
    placed.units["u1"] = unit()
    await record.games.put(game.model_copy(update={"id": "long", "channel_id": "21"}), entries, placed)
    sizes: list[int] = []
    numbers: list[int] = []
    async for portion in record.entries.bodies("long", 1200):
        sizes.append(len(portion))
        numbers += [number for number, _ in portion]
    assert numbers == list(range(1, 1201))
    assert max(sizes) <= 500
    assert [portion async for portion in record.entries.bodies("nowhere", 5)] == []


def _games() -> tuple[Game, Game]:
    return play_back([]), play_back([entry(1)])


async def _now(record: Record, game: Battle) -> Battle:
    found = await record.games.get(game.id)
    assert found
    return found
