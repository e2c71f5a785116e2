"""Games and entries: kept whole, in order, once, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st

from bot.store import ChannelTaken, Conflict, EntryRepeated, QuestionSettled, Record, StoredGame
from bot.store.database import Database, Store
from rules.game.entry import Entry
from rules.game.events import PointsScored, StateCounted, StateSet, UnitPlaced
from rules.game.table_events import PlayerSeated
from rules.game.unit import Unit
from rules.kernel.plays import Play
from tests.bot.store.samples import entry, games, pending, player, shot, unit


async def _begin_another(record: Record, channel_id: str = "20", at: float = 2e9) -> StoredGame:
    return await record.games.begin(
        guild_id="1", channel_id=channel_id, name="Two", system="fubar", version="4", started_by="300", at=at
    )


def _public(of: object) -> list[str]:
    return [name for name in dir(of) if not name.startswith("_") and callable(getattr(of, name))]


async def test_the_record_is_small_stores_over_one_database(record: Record) -> None:
    stores = {name: one for name, one in vars(record).items() if isinstance(one, Store)}
    assert len(_public(record)) <= 12
    assert {name: len(_public(one)) for name, one in stores.items() if len(_public(one)) > 16} == {}
    databases = [held for one in stores.values() for held in vars(one).values() if isinstance(held, Database)]
    assert databases == [record.database] * len(stores)


async def test_a_game_is_found_by_its_channel_and_its_id(record: Record, game: StoredGame) -> None:
    assert await record.games.in_channel("20") == game
    assert await record.games.get(game.id) == game
    assert await record.games.all() == [game]
    assert (game.state, game.number, game.units) == ("running", 0, "inches")


async def test_nothing_is_found_where_nothing_is(record: Record) -> None:
    assert await record.games.in_channel("20") is None
    assert await record.games.last_in_channel("20") is None
    assert await record.games.get("none") is None
    assert await record.entries.get("none", 1) is None
    assert await record.entries.all("none") == []
    assert await record.games.last_number("none") == 0


async def test_a_channel_has_room_for_one_game_that_is_not_over(record: Record, game: StoredGame) -> None:
    for state in ("running", "paused"):
        await record.games.set_state(game.id, state)
        with pytest.raises(ChannelTaken):
            await _begin_another(record)
    await record.games.set_state(game.id, "ended")
    second = await _begin_another(record)
    assert await record.games.in_channel("20") == second
    assert await record.games.last_in_channel("20") == second


async def test_a_game_is_not_reopened_or_moved_onto_another(record: Record, game: StoredGame) -> None:
    await record.games.set_state(game.id, "ended")
    second = await _begin_another(record)
    with pytest.raises(ChannelTaken):
        await record.games.set_state(game.id, "running")
    with pytest.raises(ChannelTaken):
        await record.entries.append(game.id, entry(1), *games(), state="running")
    assert await record.games.last_number(game.id) == 0
    await record.games.move(second.id, "21")
    await record.games.set_state(game.id, "running")
    with pytest.raises(ChannelTaken):
        await record.games.move(second.id, "20")


async def test_a_game_takes_another_name(record: Record, game: StoredGame) -> None:
    await record.games.rename(game.id, "The mill")
    found = await record.games.get(game.id)
    assert found is not None
    assert found.name == "The mill"
    with pytest.raises(LookupError):
        await record.games.rename("none", "x")


async def test_entries_come_back_in_order_and_from_where_they_are_wanted(record: Record, game: StoredGame) -> None:
    written = [shot(number) for number in range(1, 13)]
    for each in written:
        await record.entries.append(game.id, each, *games())
    assert await record.entries.all(game.id) == written
    assert await record.entries.all(game.id, after=10) == written[10:]
    assert await record.entries.get(game.id, 3) == written[2]
    assert await record.games.last_number(game.id) == 12


@pytest.mark.parametrize("number", [0, 1, 3])
async def test_only_the_next_number_is_taken(record: Record, game: StoredGame, number: int) -> None:
    await record.entries.append(game.id, entry(1), *games())
    with pytest.raises(Conflict):
        await record.entries.append(game.id, entry(number), *games(unit()))
    assert await record.games.last_number(game.id) == 1
    assert await record.states.units(game.id) == []


async def test_the_same_source_counts_once(record: Record, game: StoredGame) -> None:
    await record.entries.append(game.id, entry(1, source="run:1"), *games())
    await record.entries.append(game.id, entry(2), *games())
    await record.entries.append(game.id, entry(3), *games())
    for number in (1, 3, 4):
        with pytest.raises(EntryRepeated) as repeated:
            await record.entries.append(game.id, entry(number, source="run:1"), *games())
        assert repeated.value.number == 1
    assert await record.entries.from_source(game.id, "run:1") == 1
    assert await record.entries.from_source(game.id, "run:2") is None
    other = await _begin_another(record, channel_id="21")
    await record.entries.append(other.id, entry(1, source="run:1"), *games())


async def test_an_unknown_game_takes_no_entry(record: Record) -> None:
    with pytest.raises(LookupError):
        await record.entries.append("none", entry(1), *games())


async def test_units_and_players_stand_as_the_last_entry_left_them(record: Record, game: StoredGame) -> None:
    first = games(unit(), unit("u2"), players=[player(), player("400", side=None, umpire=True)])
    await record.entries.append(game.id, entry(1), *first)
    await record.entries.append(
        game.id, entry(2), *games(unit(models=5), players=[player(dice="physical")], was=first[1])
    )
    assert await record.states.units(game.id) == [unit(models=5)]
    assert await record.states.players(game.id) == [player(dice="physical")]


async def test_an_entry_settles_its_question_and_ends_its_game_in_one_go(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    await record.entries.append(game.id, entry(1), *games(), pending_settled="p1", state="ended")
    settled, ended = await record.questions.get("p1"), await record.games.get(game.id)
    assert settled is not None
    assert ended is not None
    assert (settled.settled, ended.state, ended.number) == (1, "ended", 1)


async def test_an_entry_for_a_question_that_is_closed_leaves_nothing_behind(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    await record.questions.settle("p1")
    left = games(unit(), players=[player()])
    with pytest.raises(QuestionSettled):
        await record.entries.append(game.id, entry(1), *left, pending_settled="p1", state="ended")
    assert await record.games.get(game.id) == game
    assert (
        await record.entries.all(game.id),
        await record.states.units(game.id),
        await record.states.players(game.id),
    ) == ([], [], [])


async def test_of_writers_for_one_number_exactly_one_wins(url: str, record: Record, game: StoredGame) -> None:
    other = await Record.open(url)

    async def write(of: Record, number: int, by: str) -> bool:
        try:
            await of.entries.append(game.id, shot(number, by=by), *games(unit(name=f"{by} {number}")))
        except Conflict:
            return False
        return True

    for number in range(1, 16):
        won = await asyncio.gather(*(write(of, number, f"{at}") for at, of in enumerate([record, other] * 3)))
        assert won.count(True) == 1
        (kept,) = await record.entries.all(game.id, after=number - 1)
        assert kept.by == str(won.index(True))
        assert [each.name for each in await other.states.units(game.id)] == [f"{kept.by} {number}"]
    await other.close()


async def test_the_same_interaction_delivered_many_times_at_once_is_one_entry(url: str, game: StoredGame) -> None:
    records = [await Record.open(url) for _ in range(3)]

    async def deliver(record: Record) -> int:
        while True:
            number = await record.games.last_number(game.id) + 1
            try:
                await record.entries.append(game.id, entry(number, source="run:7"), *games())
            except EntryRepeated as repeated:
                return repeated.number
            except Conflict:
                continue
            return number

    assert set(await asyncio.gather(*map(deliver, records * 4))) == {1}
    assert await records[0].games.last_number(game.id) == 1
    for record in records:
        await record.close()


async def test_decimals_come_back_exactly(record: Record, game: StoredGame) -> None:
    facts = {"distance": Decimal("1.1"), "whole": Decimal("12"), "long": Decimal("123.456789")}
    await record.entries.append(game.id, entry(1, plays=(Play(action="fire", facts=facts),)), *games())
    (kept,) = await record.entries.all(game.id)
    back = {name: Decimal(repr(value)) for name, value in kept.plays[0].facts.items()}
    assert back == facts


async def test_text_that_a_database_refuses_is_kept_all_the_same(record: Record, game: StoredGame) -> None:
    odd = unit(name="nul \0 half \ud800", side="a\0b")
    placed = entry(1, side="a\0b", events=(UnitPlaced(unit=odd),))
    await record.entries.append(game.id, placed, *games(odd, players=[player(name="\0")]))
    (kept,) = await record.entries.all(game.id)
    assert kept.events == (UnitPlaced(unit=odd),)
    assert await record.states.units(game.id) == [odd]


async def test_a_remembered_value_is_there_in_the_next_run(url: str) -> None:
    record = await Record.open(url)
    assert await record.remember("commands") is None
    await record.remember("commands", "abc")
    await record.remember("commands", "def")
    await record.close()
    record = await Record.open(url)
    assert await record.remember("commands") == "def"
    await record.close()


def _replace(file: Path, end: bytes, whole: bool = False) -> None:
    """Write other bytes over the end of a file, or over the whole of it."""
    with file.open("r+b") as written:
        written.truncate(0) if whole else written.seek(-len(end), 2)
        written.write(end)


async def test_faults_of_a_file_are_reported_in_words_of_sqlite(lite: str) -> None:
    file = Path(lite.partition(":///")[2])
    await (await Record.open(lite)).close()
    record = await Record.open(lite)
    assert await record.faults() == ()
    _replace(file, bytes(4096))
    (found,) = await record.faults()
    assert re.fullmatch(r"\*\*\* in database main \*\*\* .*[Pp]age \d+: .+", found)  # on one line
    _replace(file, b"x" * 8192, whole=True)
    assert await record.faults() == ("file is not a database",)
    await asyncio.to_thread(file.unlink)
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        await record.faults()  # a file that is gone, or locked, is no faulty one
    await record.close()


_WORDS = st.text(max_size=8)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _WORDS,
    lambda deeper: st.lists(deeper, max_size=3) | st.dictionaries(_WORDS, deeper, max_size=3),
    max_leaves=6,
)
_STATES = st.dictionaries(_WORDS, st.integers(0, 9) | _WORDS, max_size=3)
_UNITS = st.builds(Unit, profile=st.dictionaries(_WORDS, _VALUES, max_size=3), weapons=st.just(()), states=_STATES)
_DRAWN = (StateSet, StateCounted, PointsScored, PlayerSeated)
for _kind in _DRAWN:
    _kind.model_rebuild()  # without it the fields of a model that is not used yet are not known
_EVENTS = st.one_of(st.builds(UnitPlaced, unit=_UNITS), *map(st.builds, _DRAWN))
_FACTS = st.dictionaries(_WORDS, _VALUES, max_size=3)
_PLAYS = st.builds(Play, facts=_FACTS, outcome=_FACTS, throws=st.just(()), effects=st.just(()))
_ENTRIES = st.builds(
    Entry,
    number=st.just(1),
    command=st.sampled_from(["fire", "undo"]),
    by=st.just("300"),
    side=st.none() | _WORDS,
    source=st.none() | st.just("run:1"),
    at=st.floats(0, 1e10),
    request=_FACTS,
    rulings=_FACTS,
    plays=st.lists(_PLAYS, max_size=2).map(tuple),
    events=st.lists(_EVENTS, max_size=3).map(tuple),
    undoes=st.none() | st.integers(1, 99),
    volley=st.none() | st.integers(1, 99),
)


async def test_any_entry_comes_back_as_it_was(record: Record) -> None:
    loop = asyncio.get_running_loop()
    count = 0

    async def kept(each: Entry) -> list[Entry]:
        nonlocal count
        count += 1
        battle = await _begin_another(record, channel_id=str(count))
        await record.entries.append(battle.id, each, *games())
        return await record.entries.all(battle.id)

    @trying(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    @given(_ENTRIES)
    def comes_back(each: Entry) -> None:
        assert asyncio.run_coroutine_threadsafe(kept(each), loop).result(20) == [each]

    await asyncio.to_thread(comes_back)
