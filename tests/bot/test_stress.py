"""Many players in many channels at the same time, over one file and two sets of services, as in two processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.errors import AppError, Refusal
from bot.game.people import Call, Person, Place
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.play.lifecycle import BEGINS
from rules.game.tabletop import TableObject
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.cogs.table import Loaded, same_as_record, services_on

CHANNELS, USERS, TURNS = 5, 15, 6
SIDES = ("Red", "Blue")


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[list[Services]]:
    """The services twice over one file."""
    file = tmp_path / "stress.sqlite"
    found = [await services_on(file, Loaded(b"one"), "one"), await services_on(file, Loaded(b"two"), "two")]
    yield found
    for services in found:
        await services.record.close()


@dataclass
class Club:
    """All people and the results of all their actions."""

    both: list[Services]
    chance: Random
    stood: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])
    """Channel, source and number of every entry that somebody was told of."""
    again: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])
    _sources: int = 0

    async def one(self, user: int, channel: int) -> None:
        """One person's evening: a command, its answer, the next command."""
        who, numbers = Person(str(100 + user), f"User {user}"), list[int]()
        for _ in range(TURNS):
            numbers += await self.sent(who, str(channel), self.chance.choice(COMMANDS))
        assert numbers == sorted(numbers), "an answer names an older entry than the one before it"

    async def sent(self, who: Person, channel: str, command: Command) -> list[int]:
        """Send a command through one of two processes, sometimes twice; return the numbers of its entries."""
        self._sources += 1
        call = Call(who, Place("1", channel), f"run:{self._sources}")
        seed, ways = self.chance.random(), self.chance.choices(self.both, k=1 + (self.chance.random() < 0.2))
        tries = [self._tried(command(services, call, Random(seed)), call) for services in ways]
        numbers = {number for number in await asyncio.gather(*tries) if number}
        assert len(numbers) <= 1, "a command that was sent twice became two entries"
        return list(numbers)

    async def _tried(self, work: Awaitable[CommandResult | OpenQuestion], call: Call) -> int | None:
        try:
            came = await work
        except (AppError, RulesError) as error:
            self.refused[type(error).__name__] += 1
            return None
        if isinstance(came, OpenQuestion):
            return None
        self.again += came.again
        if not came.again:
            self.stood.append((call.where.channel, call.source or "", came.entry.number))
        return came.entry.number


Command = Callable[[Services, Call, Random], Awaitable[CommandResult | OpenQuestion]]


async def _request(services: Services, call: Call, chance: Random, command: str) -> Request:
    live = await services.games.require_game(call.where)
    player = live.game.players[call.who.id]
    own = [unit.id for unit in live.game.units.values() if unit.side == player.side and unit.alive]
    other = [unit.id for unit in live.game.units.values() if unit.side != player.side and unit.alive]
    if not own or not other:
        raise Refusal(Text("nobody is left"))
    target = (chance.choice(other),) if command == "fire" else ()
    distance = (Decimal(9),) if command == "fire" else ()
    return Request(command, unit=(chance.choice(own),), target=target, distance=distance, side=player.side)


async def fire(services: Services, call: Call, chance: Random) -> CommandResult:
    return await services.referee.order(call, await _request(services, call, chance, "fire"), anyway=True)


async def activate(services: Services, call: Call, chance: Random) -> CommandResult | OpenQuestion:
    return await services.questions.begin(call, await _request(services, call, chance, "activate"))


async def turn(services: Services, call: Call, chance: Random) -> CommandResult:
    return await services.referee.order(call, Request("turn next"), anyway=True)


async def mark(services: Services, call: Call, chance: Random) -> CommandResult:
    request = await _request(services, call, chance, "activate")
    done = await services.unit_corrections.mark(call, request.unit[0], "suppressed", chance.randint(0, 1))
    assert isinstance(done, CommandResult)
    return done


async def recruit(services: Services, call: Call, chance: Random) -> CommandResult:
    return await services.roster.add(call, "Militia", "militia", None, None, 2)


async def score(services: Services, call: Call, chance: Random) -> CommandResult:
    return await services.table_objects.score(call, chance.choice(SIDES), 1, "held")


async def place(services: Services, call: Call, chance: Random) -> CommandResult:
    return await services.table_objects.place(
        call, TableObject(kind="smoke", label=f"Smoke {chance.randint(1, 9)}", turns=2)
    )


async def undo(services: Services, call: Call, chance: Random) -> CommandResult | OpenQuestion:
    return await services.corrections.undo(call)


COMMANDS: tuple[Command, ...] = (fire, fire, fire, activate, turn, mark, recruit, score, place, undo)


async def test_nothing_is_lost_doubled_or_out_of_order(both: list[Services]) -> None:
    club = Club(both, Random(7))
    at = lambda number: Place("1", str(number))  # noqa: E731
    await asyncio.gather(
        *(both[n % 2].lifecycle.demo(Call(Person("1", "Host"), at(n), f"new:{n}"), "fubar") for n in range(CHANNELS))
    )
    seats = [(user, user % CHANNELS, SIDES[user // CHANNELS % 2]) for user in range(USERS)]

    def join(side: str) -> Command:
        return lambda services, call, chance: services.seats.join(call, side)

    sitting = [club.sent(Person(str(100 + u), f"User {u}"), str(c), join(side)) for u, c, side in seats]
    assert all(await asyncio.gather(*sitting)), "somebody found no seat"
    before = [len(await _entries(both[0], at(n))) - _count_posts(club, n) for n in range(CHANNELS)]
    await asyncio.gather(*(club.one(user, channel) for user, channel, _ in seats))

    assert len(club.stood) > USERS * TURNS // 2, club.refused
    assert club.again, "nothing was sent twice at the same time"
    assert not {"Busy", "Conflict", "Repeated", "Settled", "ChannelTaken"} & set(club.refused), "not planned again"
    for channel in range(CHANNELS):
        entries = await _entries(both[0], at(channel))
        told = {source: number for where, source, number in club.stood if where == str(channel)}
        assert len(entries) == before[channel] + len(told)
        kept = {entry.source: entry.number for entry in entries if entry.source}
        assert told.items() <= kept.items()
        for services in both:
            await same_as_record(services, await services.games.require_game(at(channel)))


async def _entries(services: Services, where: Place) -> list[Any]:
    return await services.record.entries.all((await services.games.require_game(where)).info.id)


def _count_posts(club: Club, channel: int) -> int:
    return sum(where == str(channel) for where, _, _ in club.stood)


async def test_the_second_writer_plays_on_with_the_same_faces(both: list[Services]) -> None:
    first, second = both
    call = Call(Person("1", "Host"), Place("1", "1"), None)
    await first.lifecycle.demo(call, "fubar")
    live = await second.games.require_game(call.where)
    red, blue = (next(unit.id for unit in live.game.units.values() if unit.side == side) for side in SIDES)
    shot = Request("fire", (red,), (blue,), (Decimal(9),))
    _interrupt(second, lambda: first.table_objects.score(call, "Red", 1, "in between"))
    answer = await second.referee.order(call, shot, anyway=True)
    dice = second.referee.roller
    assert isinstance(dice, Loaded)
    faces = [face for play in answer.entry.plays for throw in play.throws for face in throw.faces]
    assert faces
    assert dice.thrown == faces
    assert answer.entry.number == live.game.number
    assert live.game.scores == {"Red": 1}


async def test_a_correction_is_planned_again_after_an_entry_of_another_process(both: list[Services]) -> None:
    first, second = both
    call = Call(Person("1", "Host"), Place("1", "1"), None)
    await first.lifecycle.demo(call, "fubar")
    _interrupt(second, lambda: first.roster.add(call, "Militia", "militia", "Blue"))
    answer = await second.roster.add(call, "Militia", "militia", "Blue")
    names = [unit.name for unit in answer.after.game.units.values()]
    assert len(names) == len(set(names))
    assert len(answer.after.game.units) == len(set(answer.after.game.units))
    await same_as_record(second, await second.games.require_game(call.where))


def _interrupt(services: Services, other: Callable[[], Awaitable[Any]]) -> None:
    """Write an entry from another process just before the next entry of these services."""
    append = services.record.entries.append

    async def late(*args: Any, **options: Any) -> None:
        services.record.entries.append = append
        await other()
        await append(*args, **options)

    services.record.entries.append = late


async def test_a_game_that_another_process_is_just_writing_is_not_thrown_away(both: list[Services]) -> None:
    one, other = both
    call, now = Call(Person("1", "Ann"), Place("1", "1"), "new"), other.lifecycle.referee.clock()
    row = {"guild_id": "1", "channel_id": "1", "name": "FUBAR", "system": "fubar", "version": "1", "started_by": "2"}
    begun = await one.record.games.begin(**row, units="inches", at=now)
    with pytest.raises(Refusal, match="already has a game"):
        await other.lifecycle.new(call, "fubar")
    await one.record.games.set_state(begun.id, "ended")
    await one.record.games.begin(**row, units="inches", at=now - BEGINS - 1)
    assert isinstance(await other.lifecycle.new(call, "fubar"), CommandResult)


async def test_a_game_is_begun_once_in_a_channel(both: list[Services]) -> None:
    calls = [Call(Person(str(n), f"User {n}"), Place("1", "1"), f"new:{n}") for n in range(6)]
    tries = (both[n % 2].lifecycle.new(call, "fubar") for n, call in enumerate(calls))
    came = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, CommandResult) for one in came) == 1
    assert all(isinstance(one, CommandResult | Refusal) for one in came), came
