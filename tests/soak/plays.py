"""A random player: long games at the services, without Discord, the same for the same seed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import NamedTuple

from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.game.questions import (
    ACTIONS_LEFT,
    ASKED_OF_SIDES,
    NOT_YET,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import Amend, Resolve
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store.tables import Pending
from data.files import sample_forces
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.errors import RulesError
from tests.soak import orders

ANN, BOB, CYD = Person("300", "Ann"), Person("400", "Bob"), Person("500", "Cyd")
SIDES = {"Red": ANN, "Blue": BOB, "Green": CYD}
Came = CommandResult | OpenQuestion | None
Kind = Callable[["Player", ActiveGame], Awaitable[Came]]


class Moment(NamedTuple):
    """One step of a game: the boards before and after it, a description, and its entry, if any.

    `anew` is the game before the entry that this one undoes, if no later entry followed. `turn` are the valid entries
    of this turn, including this one. `waiting` are the units whose commands wait both before and after the step.
    `undid` is the undone entry with its turn, and `stood` are the valid entries at the time. `open` are the open
    questions after the step. `finished` are the units whose side said "done" for this step's command, now or when it
    was asked at an earlier step.
    """

    seed: int
    step: int
    said: str
    before: Board
    after: Board
    entry: Entry | None
    anew: Game | None = None
    turn: tuple[Entry, ...] = ()
    waiting: frozenset[str] = frozenset()
    undid: tuple[int, Entry] | None = None
    stood: tuple[Entry, ...] = ()
    open: tuple[Pending, ...] = ()
    finished: frozenset[str] = frozenset()

    @property
    def where(self) -> str:
        entry = f"entry {self.entry.number}" if self.entry else "no entry"
        return f"{self.before.system.key} seed {self.seed} step {self.step} ({entry}): {self.said}"


@dataclass
class Player:
    """A game and its random generator."""

    services: Services
    system: str
    seed: int
    kinds: Sequence[tuple[Kind, int]]
    """Kinds of steps, with their weights."""
    chance: Random = field(init=False)
    where: Place = field(init=False)
    standing: dict[int, Game | None] = field(default_factory=dict[int, Game | None])
    """The game before each valid entry; None if an earlier entry has been undone since."""
    entries: dict[int, tuple[int, Entry]] = field(default_factory=dict[int, tuple[int, Entry]])
    """The valid entries, each with its turn."""
    said: str = ""
    finished: set[str] = field(default_factory=set[str])
    """The units whose side said "done" since the last entry."""
    _sources: count[int] = field(default_factory=lambda: count(1))
    """Sources of the calls, which determine the bot's dice, so they are the same in every run."""

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.system} {self.seed}")
        self.where = Place("1", f"{self.system} {self.seed}")

    # The table

    async def live(self) -> ActiveGame:
        return await self.services.games.require_game(self.where)

    def call(self, who: Person = ANN) -> Call:
        return Call(who, self.where, f"soak:{next(self._sources)}")

    def caller(self, live: ActiveGame, side: str | None) -> Call:
        """Return the call of a player of that side, or sometimes of the umpire."""
        return self.call(SIDES[side] if side in SIDES and self.chance.random() < 0.9 else ANN)

    async def sit_down(self) -> None:
        """Begin with two sides, or three for odd seeds; for half of the seeds Blue rolls its own dice."""
        await self.services.lifecycle.demo(self.call(), self.system)
        if self.seed % 2 == 1:
            force = next(iter(sample_forces(self.system).values()))
            await self.services.roster.load(self.call(), force, "Green")
        for side in (await self.live()).game.sides:
            await self.services.seats.join(self.call(SIDES[side]), side)
        if self.seed % 4 in (2, 3):
            await self.services.preferences.dice(self.call(BOB), "physical", "Blue")

    async def played(self, entries: int) -> AsyncIterator[Moment]:
        """Play steps until the record has so many entries, or almost no step is accepted."""
        await self.sit_down()
        live, steps = await self.live(), 0
        until = live.game.number + entries
        while live.game.number < until and steps < 8 * entries:
            steps += 1
            yield await self._step(live, steps)

    async def ended(self) -> Moment:
        """Play the last step: the end of the game, without a winner."""
        return await self._step(await self.live(), 0, end)

    async def _step(self, live: ActiveGame, nth: int, kind: Kind | None = None) -> Moment:
        before, open_before = live.board._replace(game=live.game.copy()), await self._waiting(live)
        any_kind = self.chance.choices([one for one, _ in self.kinds], [often for _, often in self.kinds])[0]
        came = await self._tried(live, kind or any_kind)
        entry = came.entry if isinstance(came, CommandResult) else None
        undid = self.entries.get(entry.undoes or 0) if entry and entry.command == "undo" else None
        stood = tuple(one for _, one in self.entries.values())
        anew = self._book(entry, before.game) if entry else None
        turn = tuple(one for number, one in self.entries.values() if number == before.game.turn)
        still = (await self._waiting(live)).items() & open_before.items()
        waiting = frozenset(unit for _, units in still for unit in units)
        is_open = tuple(await self.services.record.questions.open(live.info.id))
        finished = frozenset(self.finished)
        if entry:
            self.finished.clear()
        found = (before, live.board, entry, anew, turn, waiting, undid, stood, is_open, finished)
        return Moment(self.seed, nth, self.said, *found)

    async def _waiting(self, live: ActiveGame) -> dict[str, tuple[str, ...]]:
        """Return the units of waiting commands by question; an amended command has been carried out already."""
        rows = await self.services.record.questions.open(live.info.id, ASKED_OF_SIDES)
        return {
            row.id: tuple(row.command["request"].get("unit", ())) for row in rows if row.command["kind"] == "resolve"
        }

    def _book(self, entry: Entry, before: Game) -> Game | None:
        """Record the game before each entry; for an undo of the last entry, return the game to be restored."""
        replaced = self.entries.pop(entry.undoes or 0, None)
        if entry.command != "undo":
            # An amended entry is replayed from its own turn, and an undo returns to that turn.
            self.entries[entry.number] = replaced[0] if replaced else before.turn, entry
        if entry.undoes is None:
            self.standing[entry.number] = before
            return None
        then = self.standing.pop(entry.undoes, None)
        for later in [number for number in self.standing if number > entry.undoes]:
            self.standing[later] = then = None
        if entry.command == "undo":
            return then
        self.standing[entry.number] = then
        return None

    async def _tried(self, live: ActiveGame, kind: Kind) -> Came:
        self.said = kind.__name__
        try:
            return await self._answered(live, await kind(self, live))
        except (AppError, RulesError) as error:
            self.said += f" -> {error}"
            return None
        except Exception as error:
            raise AssertionError(f"{self.system} seed {self.seed}, {live.game.number} entries: {self.said}") from error

    # Questions

    async def _answered(self, live: ActiveGame, came: Came) -> Came:
        """Answer questions as they arise; some stay open."""
        for _ in range(20):
            if not isinstance(came, OpenQuestion) or self.chance.random() < 0.03:
                return came
            came = await self.answer(live, came)
        return came

    async def answer(self, live: ActiveGame, asked: OpenQuestion) -> Came:
        row, question, questions = asked.row, asked.question, self.services.questions
        call = self.call(_person(asked))
        mine = self.call(_by_id(row.asked_by))
        self.said += f" | {question.kind}"
        match question:
            case ConsentQuestion():
                return await self.services.corrections.agree(call, row.id, row.step)
            case FactsQuestion():
                command = asked.pending_command().command
                assert isinstance(command, Resolve | Amend)
                given = orders.facts(question.asks, command.request, self.chance)
                self.said += f" {given}"
                return await questions.fill_in(mine, row.id, row.step, given)
            case WarningQuestion() | ObjectionQuestion():
                if self.chance.random() < 0.6:
                    return None
                return await questions.answer(mine, row.id, row.step)
            case DecisionQuestion():
                choice = self.chance.choice([offer.value for offer in question.offers])
                self.said += f" {choice}"
                if (question.name, choice) == (ACTIONS_LEFT, NOT_YET):
                    await self.services.corrections.reject_end(call, row.id, row.step)
                    return None
                if question.name == ACTIONS_LEFT:
                    self.finished.update(choice.split(":")[1:])
                return await questions.answer(call, row.id, row.step, choice=choice)
            case DiceQuestion():
                faces = self._faces(question)
                self.said += f" {faces}"
                return await questions.answer(call, row.id, row.step, faces=faces)

    def _faces(self, question: DiceQuestion) -> str:
        """Return "roll" sometimes; else faces for the roll, and for some of the following ones."""
        if self.chance.random() < 0.2:
            return "roll"
        throws = question.throws[: self.chance.randint(1, len(question.throws))]
        rolled = [[self.chance.randint(1, throw.sides) for _ in range(throw.count)] for throw in throws]
        return " / ".join(" ".join(map(str, faces)) for faces in rolled)


async def end(player: Player, live: ActiveGame) -> Came:
    """End the game."""
    return await player.services.endings.end(player.call())


def _person(asked: OpenQuestion) -> Person:
    """Return the person asked; the issuer never gives consent."""
    return next((_by_id(id) for id in asked.people if id in {one.id for one in SIDES.values()}), ANN)


def _by_id(id: str) -> Person:
    return next(one for one in SIDES.values() if one.id == id)
