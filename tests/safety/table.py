"""A table with two cheats and an honest player, at the services; all dice of the bot are provable.

Ann starts the game, is its umpire and plays Red, together with Dan. Bob plays Blue: he answers questions and agrees to
nothing, except to undos of dice if he is `lenient`. With three sides, Eve plays Green: she is in league with Red and
agrees to everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from bot.store.tables import Pending
from data import system_of
from data.files import sample_forces
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import proven, seeds
from tests.soak import orders
from tests.soak.trying import verdict

ANN, BOB, DAN, EVE = Person("300", "Ann"), Person("400", "Bob"), Person("600", "Dan"), Person("700", "Eve")
CHEATS = (ANN, DAN)
RED, BLUE, GREEN = "Red", "Blue", "Green"
PLACE = Place("1", "20")
T = TypeVar("T")


class Sight(NamedTuple):
    """One step: player and action, the boards before and after it, its entries, and the number of dice made."""

    who: Person
    said: str
    before: Board
    after: Board
    entries: tuple[Entry, ...]
    new: tuple[Entry, ...]
    made: int
    all_made: tuple[tuple[int, int], ...]
    asked: tuple[Pending, ...]
    """The questions open before it."""
    still: tuple[Pending, ...]
    """The same questions after it, settled or not."""
    open: tuple[Pending, ...]
    """The questions open after it."""


class Table:
    """The game, the record, and an event loop."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # The dice depend on the sources, which are the same in every game, so that violations are reproducible.
        self._sources = count(1_000 if file.exists() else 1)
        self.now = 1_800_000_000.0 if file.exists() else 1_700_000_000.0
        """The time, which passes only between steps."""
        self.loop = asyncio.new_event_loop()
        self.services = self._opened()
        self._made: tuple[tuple[int, int], ...] | None = None
        """The dice made up to the end of the last step."""
        self._live: ActiveGame | None = None
        self._open: tuple[Pending, ...] | None = None
        """The game and its open questions after the last step, which nothing changes before the next one."""

    @classmethod
    def begun(cls, file: Path, system: str, sides: int = 2, alone: bool = False) -> Table:
        """Begin a game with all players, or Ann `alone`, and a first roll, after which seats are not free."""
        table = cls(file)
        table.run(table._sit_down(system, sides, alone))
        table._live = None
        chance = Random(system)
        for _ in range(400):
            if table.run(table.live()).game.begun:
                return table
            request = orders.request(table.run(table.live()).board, chance)
            table.step(
                ANN, "opens", lambda services, call, given=request: services.questions.begin(call, given, "roll")
            )
        raise AssertionError(f"{system}: nothing was thrown")

    def run(self, work: Awaitable[T]) -> T:
        return self.loop.run_until_complete(_run(work))

    def _opened(self) -> Services:
        nth = next(self._sources)
        found = self.run(services_on(self.file, Loaded(), f"run{nth}", seeds(f"cheats {nth}"), lambda: self.now))
        found.record.games.begin = partial(found.record.games.begin, id="cheats")
        return found

    def call(self, who: Person) -> Call:
        return Call(who, PLACE, f"cheats:{next(self._sources)}")

    async def seed_is_safe(self) -> bool:
        """True if no player knows the seed of the coming dice."""
        live = await self.live()
        return live.info.state == "ended" or (await self.services.record.seeds.of(live.info.id))[-1].secret

    async def made(self, game_id: str) -> tuple[tuple[int, int], ...]:
        """Return every die that the bot has made: size and face."""
        report = await self.services.fairness.report(game_id)
        parts = [*report.earlier, report] if report else []
        return tuple((throw.sides, face) for part in parts for throw in part.throws for face in throw.faces)

    async def _sit_down(self, system: str, sides: int, alone: bool) -> None:
        await self.services.lifecycle.demo(self.call(ANN), system)
        seats = ((ANN, RED), (DAN, RED), (BOB, BLUE), (EVE, GREEN))[: 1 if alone else sides + 1]
        for who, side in seats:
            await self.services.seats.join(self.call(who), side)
        if sides > 2:
            force = sample_forces(system)[system_of(system).about.demo[0]]
            await self.services.roster.load(self.call(seats[-1][0]), force, GREEN)
        if alone:
            return
        await self.services.preferences.dice(self.call(BOB), "physical", BLUE)
        if system == "bayonet":  # in some games both confirm bent rules
            await self.services.preferences.consent(self.call(BOB), True)
        if "allocation" in type((await self.live()).board.book.rulings).model_fields:
            await self.services.preferences.rule(self.call(ANN), "allocation", "ask")

    async def live(self) -> ActiveGame:
        self._live = self._live or await self.services.games.latest_game(PLACE)
        return self._live

    def restart(self) -> None:
        """Stop the bot and start another process over the same file."""
        self.run(self.services.record.close())
        self.services, self._live, self._open = self._opened(), None, None

    def close(self) -> None:
        live = self.run(self.live())
        self.run(same_as_record(self.services, live))
        self.run(proven(self.services, live.info.id))
        self.run(self.services.record.close())
        self.loop.close()

    def step(self, who: Person, said: str, act: Callable[[Services, Call], Awaitable[Any]]) -> Sight:
        """Let a player act; a refusal must change nothing."""
        return self.run(self._step(who, said, act))

    async def _step(self, who: Person, said: str, act: Callable[[Services, Call], Awaitable[Any]]) -> Sight:
        self.now += 60
        live, record = await self.live(), self.services.record
        before = live.board._replace(game=live.game.copy())
        # Between two steps no dice may be made.
        had = self._made if self._made is not None else await self.made(live.info.id)
        asked = self._open if self._open is not None else tuple(await record.questions.open(live.info.id))
        try:
            await act(self.services, self.call(who))
        except (AppError, RulesError) as error:
            said += f" -> {error}"
        self._live = None
        live = await self.live()
        entries = tuple(await record.entries.all(live.info.id))
        new = tuple(entry for entry in entries if entry.number > before.game.number)
        made = self._made = await self.made(live.info.id)
        self._open = tuple(await record.questions.open(live.info.id))
        there = {row.id: row for row in self._open}
        still = [there.get(row.id) or await record.questions.get(row.id) for row in asked]
        return Sight(
            who,
            said,
            before,
            live.board._replace(game=live.game.copy()),
            entries,
            new,
            len(made) - len(had),
            made,
            asked,
            tuple(row for row in still if row is not None),
            self._open,
        )

    def asked(self, nth: Random) -> OpenQuestion | None:
        """Return one of the open questions."""
        live = self.run(self.live())
        rows = self._open if self._open is not None else self.run(self.services.record.questions.open(live.info.id))
        return OpenQuestion.of(live, nth.choice(rows)) if rows else None


def likely(board: Board, chance: Random, sides: Collection[str]) -> Request:
    """Return a command of one of these sides that the rules accept, with or without a warning, if found soon."""
    request = orders.request(board, chance)
    for _ in range(25):
        mine = all(board.unit(id).side in sides for id in request.unit) and (request.side or BLUE) in sides
        if mine and verdict(board, request).how in ("accepted", "warned"):
            return request
        request = orders.request(board, chance)
    return request


async def _run(work: Awaitable[T]) -> T:
    return await work


def best(asked: OpenQuestion, chance: Random) -> tuple[str | None, str | None]:
    """Return the answer that a cheat would give: the highest faces, or the preferred choice."""
    match asked.question:
        case DiceQuestion() as question:
            faces = " / ".join(" ".join([str(throw.sides)] * throw.count) for throw in question.throws)
            return chance.choice((faces, "roll")), None
        case DecisionQuestion() as question:
            return None, chance.choice([offer.value for offer in question.offers])
        case _:
            return None, None


async def honest(services: Services, call: Call, asked: OpenQuestion) -> None:
    """Answer as Bob: by the default, with the bot's dice, without any consent."""
    row = asked.row
    match asked.question:
        case ConsentQuestion():
            await services.corrections.refuse(call, row.id, row.step)
        case DecisionQuestion() as question:
            await services.questions.answer(call, row.id, row.step, choice=question.default)
        case DiceQuestion():
            await services.questions.answer(call, row.id, row.step, faces="roll")
        case _:
            return
