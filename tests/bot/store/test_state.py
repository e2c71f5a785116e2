"""The stored state of a game: the fold of its entries, written with them, corrected if it differs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st
from sqlalchemy import text as sql

from bot.services.record.check import CheckResult, check
from bot.store import Conflict, Record, StoredGame
from bot.store.database import Database
from rules.game.dice_events import DiceReturned, OwnDiceKept
from rules.game.entry import Entry, play_back
from rules.game.events import (
    ClockSet,
    Event,
    LossesTaken,
    ObjectPlaced,
    PointsScored,
    StateSet,
    TurnAdvanced,
    UnitPlaced,
    UnitRemoved,
)
from rules.game.game import Game
from rules.game.table_events import (
    ConsentSet,
    MentionsSet,
    PlayerLeft,
    PlayerSeated,
    RulingSet,
    SetupStepTicked,
    TimeoutSet,
    UnitDelegated,
)
from rules.game.tabletop import TableObject
from rules.kernel.plays import Laid
from tests.bot.store.samples import entry, games, player, unit

_IDS = st.sampled_from(["u1", "u2", "u10"])
_WORDS = st.sampled_from(["red", "blue", "*bold*", "nul \0", "half \ud800", ""])
_LAID = Laid(nth=0, key="fire", sides=6, faces=(1, 6), source="physical")
_EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(lambda id, side: UnitPlaced(unit=unit(id, side=side)), _IDS, _WORDS),
    st.builds(UnitRemoved, unit=_IDS),
    st.builds(LossesTaken, unit=_IDS, models=st.integers(0, 9)),
    st.builds(StateSet, unit=_IDS, state=st.sampled_from(["pinned", "down"]), value=st.sampled_from([0, 2, "x", True])),
    st.builds(lambda id: PlayerSeated(player=player(id)), _IDS),
    st.builds(PlayerLeft, player=_IDS),
    st.builds(PointsScored, side=_WORDS, points=st.integers(-3, 3)),
    st.builds(RulingSet, name=st.just("cover"), value=st.sampled_from(["yes", 3])),
    st.builds(DiceReturned, sides=st.sampled_from([6, 12]), faces=st.just((1, 2)), of=st.just(("fire", "fire"))),
    st.builds(OwnDiceKept, command=st.sampled_from(["fire", "move"]), throws=st.sampled_from([(), (_LAID,)])),
    st.builds(ObjectPlaced, thing=st.builds(TableObject, label=st.sampled_from("AB"), kind=st.just("smoke"))),
    st.builds(TurnAdvanced, turn=st.integers(1, 9), order=st.just(("red", "blue")), holder=st.none() | _WORDS),
    st.builds(MentionsSet, player=_IDS, on=st.booleans()),
    st.builds(ConsentSet, on=st.booleans()),
    st.builds(TimeoutSet, minutes=st.integers(0, 60), policy=st.sampled_from(["wait", "default"])),
    st.builds(ClockSet, seconds=st.integers(0, 60), increment=st.integers(0, 9), side=st.none() | _WORDS),
    st.builds(UnitDelegated, unit=_IDS, player=st.none() | _IDS),
    st.builds(SetupStepTicked, step=st.sampled_from(["dice", "sides"]), done=st.booleans()),
)


def _one_entry_per_event(events: list[Event], undone: int | None) -> list[Entry]:
    """Return one entry for each event that has a unit, and an undo of one without later dependants."""
    entries: list[Entry] = []
    for event in events:
        before = play_back(entries)
        if not isinstance(event, LossesTaken | StateSet) or event.unit in before.units:
            entries.append(entry(len(entries) + 1, events=(event,)))
    if undone is not None and entries and not isinstance(entries[undone % len(entries)].events[0], UnitPlaced):
        entries.append(entry(len(entries) + 1, undoes=undone % len(entries) + 1))
    return entries


async def _append_all(record: Record, game_id: str, entries: list[Entry]) -> Game:
    before = Game()
    for at, each in enumerate(entries, 1):
        after = play_back(entries[:at])
        await record.entries.append(game_id, each, before, after)
        before = after
    return before


async def test_the_kept_state_matches_its_entries(record: Record) -> None:
    count = 0

    async def kept(entries: list[Entry]) -> tuple[Game, Game | None]:
        nonlocal count
        count += 1
        battle = await record.games.begin(
            guild_id="1", channel_id=str(count), name="One", system="fubar", version="4", started_by="300", at=1.0
        )
        return await _append_all(record, battle.id, entries), await record.states.stored_state(battle.id)

    @trying(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    @given(
        entries=st.builds(_one_entry_per_event, st.lists(_EVENTS, max_size=12), st.none() | st.integers(0, 11)).filter(
            bool
        )
    )
    def holds(entries: list[Entry]) -> None:
        folded, state = asyncio.run_coroutine_threadsafe(kept(entries), loop).result(60)
        assert state is not None
        assert state == folded
        assert list(state.units) == list(folded.units)
        assert list(state.players) == list(folded.players)

    loop = asyncio.get_running_loop()
    await asyncio.to_thread(holds)


async def test_a_game_without_an_entry_has_no_state_yet(record: Record, game: StoredGame) -> None:
    assert await record.states.stored_state(game.id) is None
    assert await record.states.stored_state("none") is None


async def test_an_entry_that_is_refused_leaves_the_state_as_it_was(record: Record, game: StoredGame) -> None:
    placed = entry(1, events=(UnitPlaced(unit=unit()),))
    after = await _append_all(record, game.id, [placed])
    with pytest.raises(Conflict):
        await record.entries.append(game.id, entry(1), after, replace(after, turn=9))
    assert await record.states.stored_state(game.id) == after


async def test_a_state_that_lags_behind_the_entries_is_not_taken(url: str, record: Record, game: StoredGame) -> None:
    await record.entries.append(game.id, entry(1), *games())
    await _write(url, "UPDATE game SET number = 2")
    assert await record.states.stored_state(game.id) is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE unit SET state = json_set(state, '$.models', 3)",
        "DELETE FROM game_state",
        "UPDATE player SET side = 'blue'",
        "DELETE FROM unit",
    ],
)
async def test_a_state_that_differs_is_found_and_rebuilt(lite: str, damage: str) -> None:
    record = await Record.open(lite)
    battle = await record.games.begin(
        guild_id="1", channel_id="20", name="One", system="fubar", version="4", started_by="300", at=1.0
    )
    entries = [entry(1, events=(UnitPlaced(unit=unit()),)), entry(2, events=(PlayerSeated(player=player()),))]
    folded = await _append_all(record, battle.id, entries)
    assert await check(record) == CheckResult(1, ())
    await _write(lite, damage)
    assert [game.id for game in (await check(record)).rebuilt] == [battle.id]
    assert await record.states.stored_state(battle.id) == folded
    assert await check(record) == CheckResult(1, ())
    await record.close()


async def _write(url: str, statement: str) -> None:
    database = await Database.open(url)
    await database.write(lambda write: write.execute(sql(statement)))
    await database.close()
