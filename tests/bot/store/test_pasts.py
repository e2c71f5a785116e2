"""The stored state of a game equals the fold of the whole record, after any entries and undos."""

from __future__ import annotations

from random import Random

import pytest

from bot.store import Record, StoredGame, pasts
from bot.store.pasts import Wanted
from rules.game.entry import Entry, play_back, play_entries
from rules.game.events import Event, LossesTaken, StateCounted, StateSet, UnitPlaced
from rules.game.game import Game
from rules.kernel.dice import Cause
from tests.bot.store.samples import entry, shot, unit
from tests.bot.store.statements import statements
from tests.turns import examples

UNITS, STATES = ("u1", "u2"), ("pinned", "down")


def _next(chance: Random, entries: list[Entry]) -> Entry:
    """Return a marker, a loss, a shot or an undo, often of an old entry."""
    number, standing = len(entries) + 1, [one for one in entries[2:] if one.undoes is None]
    standing = [one for one in standing if one.number not in {other.undoes for other in entries}]
    match chance.randrange(5 if standing else 4):
        case 0:
            return shot(number)
        case 1:
            return entry(number, command="hit", by="400", events=(LossesTaken(unit=chance.choice(UNITS), models=0),))
        case 2 | 3:
            return entry(number, command="mark", request={"action": "go"}, events=(_mark_unit(chance),))
        case _:
            return entry(number, command="undo", undoes=chance.choice(standing).number)


def _mark_unit(chance: Random) -> Event:
    unit, state = chance.choice(UNITS), chance.choice(STATES)
    if chance.random() < 0.5:
        return StateSet(unit=unit, state=state, value=chance.choice([None, 3]))
    return StateCounted(unit=unit, state=state, change=chance.choice([1, 1, 0, -1]))


def _causes(entries: list[Entry], number: int) -> dict[Cause, int]:
    """From all entries, as it would be done without a memory."""
    undone, found = {one.undoes for one in entries}, dict[Cause, int]()
    for one in entries:
        for event in one.events if one.number < number and one.number not in undone else ():
            if (isinstance(event, StateCounted) and event.change > 0) or (
                isinstance(event, StateSet) and event.value is not None
            ):
                found[Cause(event.state, event.unit)] = one.number
    return found


async def _same(record: Record, game: StoredGame, entries: list[Entry], chance: Random) -> None:
    last, wanted = chance.randint(1, len(entries)), chance.choice([Wanted(), Wanted("go"), Wanted(unit="u2"), DICE, BY])
    past = await record.entries.past(game.id, lambda some: bool(some) and some[0].number <= last)
    assert list(past) == entries[-len(past) :]
    assert play_entries(past) == play_back(entries)
    assert await record.states.before_entry(game.id, last) == play_back(entries[: last - 1])
    causes = [Cause(state, one) for state in STATES for one in UNITS]
    assert await record.entries.setting_entries(game.id, causes, last, ()) == _causes(entries, last)
    assert await record.entries.setting_entries(game.id, causes, last, ("mark",)) == {}
    fit = [one for one in entries if fits(wanted, one)]
    assert await record.entries.last(game.id, 3, wanted) == fit[-3:]
    assert await record.entries.last(game.id, 3, Wanted()) == entries[-3:]
    assert await record.entries.next(game.id, 3, wanted, last) == [one for one in fit if one.number > last][:3]


def fits(wanted: Wanted, entry: Entry) -> bool:
    """True if an entry is one of those, by a close check."""
    units = {getattr(event, "unit", None) for event in entry.events if not isinstance(event, UnitPlaced)}
    units |= {event.unit.id for event in entry.events if isinstance(event, UnitPlaced)}
    units |= {id for play in entry.plays for id in play.roles.values()}
    return (
        (not wanted.kind or wanted.kind in (entry.command, entry.request.get("action")))
        and (not wanted.by or entry.by == wanted.by)
        and (not wanted.dice or bool(entry.plays))
        and (not wanted.unit or wanted.unit in units)
    )


DICE, BY = Wanted(dice=True), Wanted(by="400")


@pytest.mark.parametrize("seed", range(1, 1 + examples(1)))
async def test_looking_back_agrees_with_the_whole_record(
    record: Record, game: StoredGame, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    for name, value in (("STEP", 2), ("LATEST", 3), ("SPARSE", 3), ("PORTION", 5), ("GO", 11)):
        monkeypatch.setattr(pasts, name, value)
    chance, entries = Random(seed), [entry(n, events=(UnitPlaced(unit=unit(id)),)) for n, id in enumerate(UNITS, 1)]
    for one in entries:
        await record.entries.append(game.id, one, Game(), play_back(entries))
    while len(entries) < 70:
        before = play_back(entries)
        entries.append(_next(chance, entries))
        await record.entries.append(game.id, entries[-1], before, play_back(entries))
        if chance.random() < 0.4:
            await _same(record, game, entries, chance)
        if chance.random() < 0.05:
            record = Record(record.database)  # which knows nothing of before


async def test_an_undo_of_the_last_entry_before_a_mark_is_felt(
    record: Record, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasts, "STEP", 2)
    events: list[Event] = [UnitPlaced(unit=unit("u1")), UnitPlaced(unit=unit("u2"))]
    entries = [entry(number, events=(one,)) for number, one in enumerate(events, 1)]
    entries += [shot(3), shot(4), entry(5, command="undo", undoes=2)]
    for number in range(1, 6):
        await record.entries.append(game.id, entries[number - 1], Game(), play_back(entries[:number]))
        assert await record.states.before_entry(game.id, number + 1) == play_back(entries[:number])


async def test_of_the_games_played_back_those_used_last_are_remembered(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasts, "GAMES", 2)
    given = {"guild_id": "1", "name": "Hill", "system": "fubar", "version": "4", "started_by": "3", "at": 1.0}
    games = [await record.games.begin(channel_id=channel, **given) for channel in "123"]
    for game in games:
        assert await record.states.before_entry(game.id, 1) == Game()
        await record.entries.append(game.id, entry(1), Game(), Game(number=1))

    async def reads_entries(nth: int) -> bool:
        with statements(record) as executed:
            assert await record.states.before_entry(games[nth].id, 2) == Game(number=1)
        return any("entry.body" in one for one in executed)

    assert [await reads_entries(nth) for nth in (0, 1, 0, 1, 2, 1, 0, 2)] == [
        *(True, True, False, False),
        *(True, False, True, True),
    ]
