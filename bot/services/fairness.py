"""What proves the bot's dice of a game: its commitment, every throw, and the seed once it is revealed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.provable import SCHEME
from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee
from bot.store.seeds import Seed, in_use
from bot.store.tables import Battle
from data.fairness import verify
from rules.entry import FreshThrow
from rules.text import Text

_PROGRAM: Any = verify
"""Everybody's own check, which is the bot's as well; without types, as it has to be short."""


class FairThrow(BaseModel):
    """A throw of the bot as it was made: `entry` is the one it first stands in, 0 while its command waits."""

    model_config = ConfigDict(frozen=True)

    entry: int
    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class FairnessReport(BaseModel):
    """Every throw of the bot's dice, with the promise of their seed and, once it is no secret, the seed (both in hex).

    `game` is what the game is called in the scheme. `earlier` are the seeds that were revealed before the game went on
    with this one, each with its own throws.
    """

    model_config = ConfigDict(frozen=True)

    scheme: str = SCHEME
    game: str
    commitment: str
    seed: str | None = None
    throws: tuple[FairThrow, ...] = ()
    earlier: tuple[FairnessReport, ...] = Field(default=(), exclude_if=lambda earlier: not earlier)


class Fault(NamedTuple):
    """What the proof of an exported game does not stand up to: a code of the program's, and its sentence."""

    code: str
    sentence: str


SECRET = "secret"
"""The code of a seed that has not been revealed: nothing is wrong then, but not all can be checked."""


class Checked(NamedTuple):
    """What came of checking a game: what is wrong, in English; and what was not checked, as no dice of the bot's or
    because it was undone.
    """

    live: ActiveGame
    report: FairnessReport
    wrong: tuple[Fault, ...]
    own: int
    undone: int


class Fairness:
    """The proof of the bot's dice, for those who play and for the export."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def commitment(self, game_id: str) -> str | None:
        """What binds the bot to the dice of a game; None where they cannot be proven."""
        seeds = await self._record.seeds(game_id)
        return seeds[-1].commitment if seeds else None

    async def report(self, game_id: str) -> FairnessReport | None:
        """All that proves the dice of a game as it stands; None for one that was begun before they could be proven."""
        seeds, info = await self._record.seeds(game_id), await self._record.game(game_id)
        if not seeds or info is None:
            return None
        found = [throw async for body in self._bodies(info) for throw in _of_entry(body)]
        found += _unfinished(await self._record.unfinished(game_id), found)
        return _report(seeds, found, info.number)

    async def _bodies(self, info: Battle) -> AsyncIterator[dict[str, Any]]:
        """The entries of a game, without those that are damaged."""
        async for portion in self._record.bodies(info.id, info.number):
            for _, body in portion:
                if body is not None:
                    yield body

    async def show(self, call: Call) -> tuple[ActiveGame, FairnessReport | None]:
        """The game of the channel, or the one that ended there last, and what proves its dice."""
        live = await self._games.latest(call.where)
        return live, await self.report(live.info.id)

    async def reveal(self, call: Call) -> tuple[ActiveGame, FairnessReport]:
        """Make the seed of a game that is over known; raises Refusal while it is played, and for those not in it."""
        live = await self._games.latest(call.where)
        seeds = await self._record.seeds(live.info.id)
        if not seeds:
            raise Refusal(NOT_PROVABLE)
        seated(live.game, call.who)
        if seeds[-1].seed is None:
            raise Refusal(Text("The seed of this game is not known here: it was brought here while it was a secret."))
        if seeds[-1].secret and not await self._record.reveal_seeds(live.info.id, self._referee.clock()):
            raise Refusal(
                Text(
                    "End the game first with `/game end`: whoever knows the seed knows all dice that are still to come."
                )
            )
        report = await self.report(live.info.id)
        assert report is not None
        return live, report

    async def check(self, call: Call) -> Checked:
        """Make every throw of the game again; raises Refusal while its seed is a secret."""
        live, report = await self.show(call)
        if report is None:
            raise Refusal(NOT_PROVABLE)
        if report.seed is None:
            raise Refusal(
                Text("The seed is still a secret. Once the game is over, `/fairness reveal` makes the dice checkable.")
            )
        bodies = [body async for body in self._bodies(live.info)]
        exported = {"game": {"number": live.game.number}, "entries": bodies, "fairness": report.model_dump(mode="json")}
        wrong = await asyncio.to_thread(faults, exported)
        own = sum(throw["source"] != "bot" for body in bodies for throw in _dice(body))
        undone = {body.get("undoes") for body in bodies}
        return Checked(live, report, wrong, own, sum(body["number"] in undone and any(_dice(body)) for body in bodies))

    async def imported(self, game_id: str, report: FairnessReport) -> tuple[Text, ...]:
        """Keep what proves the dice of a game whose entries have just been brought here.

        One that is still played goes on with a seed of its own; the line that binds the bot to it.
        """
        await self._record.keep_seeds(*seeds_of(game_id, report, self._referee.clock()))
        info = await self._record.game(game_id)
        if info is None or info.state == "ended":
            return ()
        return await self._referee.seeds.goes_on(await self._games.of(info))


NOT_PROVABLE = Text(
    "The dice of this game are not provable: it was begun before the bot could prove them. Games begun from now on are."
)


def seeds_of(game_id: str, report: FairnessReport, at: float) -> tuple[Seed, ...]:
    """The seeds of a game that is brought here, as far as they are known, by what proves its dice.

    Where it is still played, its next throw draws another one.
    """
    after, found = 0, list[Seed]()
    for part in (*report.earlier, report):
        seed = None if part.seed is None else bytes.fromhex(part.seed)
        found.append(Seed(game_id, after, part.game, part.commitment, at, None if seed is None else at, seed))
        after = max([after + 1, *(throw.entry for throw in part.throws)])
    return tuple(found)


def faults(exported: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What is wrong; raises LookupError, TypeError or ValueError for what is no such export."""
    return tuple(Fault(*one) for one in _PROGRAM.verified(exported))


def remarks(exported: Mapping[str, Any]) -> tuple[str, ...]:
    """What of an exported game is not the bot's, and what does not count; raises what `faults` raises."""
    return tuple(_PROGRAM.asides(exported))


def _of_entry(body: Mapping[str, Any]) -> list[FairThrow]:
    return [_fair(body["number"], FreshThrow(*one)) for one in body.get("fresh", ())]


def _unfinished(kept: Iterable[Mapping[str, Any]], stand: Iterable[FairThrow]) -> Iterator[FairThrow]:
    """The throws of commands that wait, or that were dropped and came to nothing, without those that an entry has."""
    known = {(throw.entropy, throw.throw) for throw in stand}
    for throw in (FreshThrow(*one) for answers in kept for one in answers.get("fresh", ())):
        if throw[:2] not in known:
            known.add(throw[:2])
            yield _fair(0, throw)


def _fair(entry: int, throw: FreshThrow) -> FairThrow:
    return FairThrow.model_construct(
        entry=entry, entropy=throw.entropy, throw=throw.throw, sides=throw.sides, faces=tuple(throw.faces)
    )


def _dice(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (throw for play in body.get("plays", ()) for throw in play.get("throws", ()))


def _report(seeds: tuple[Seed, ...], throws: list[FairThrow], last: int) -> FairnessReport:
    """Each throw with the seed that was in use then; what waits belongs to the last one."""
    parts = {seed.after: list[FairThrow]() for seed in seeds}
    for throw in throws:
        seed = in_use(seeds, throw.entry or last + 1)
        assert seed is not None
        parts[seed.after].append(throw)
    reports = [_of_seed(seed, parts[seed.after]) for seed in seeds]
    return reports[-1].model_copy(update={"earlier": tuple(reports[:-1])})


def _of_seed(seed: Seed, throws: list[FairThrow]) -> FairnessReport:
    known = seed.seed.hex() if seed.seed is not None and not seed.secret else None
    return FairnessReport(game=seed.name, commitment=seed.commitment, seed=known, throws=tuple(throws))
