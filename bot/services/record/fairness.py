"""The proof of a game's dice: reported, revealed, and checked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.provable import SCHEME, Head, head_read
from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee
from bot.store.entries import Portion
from bot.store.seeds import Seed, in_use
from data.fairness import verify
from rules.game.entry import FreshThrow
from rules.kernel.text import Text

# What proves the bot's dice of a game, as it stands in an export: commitments, seeds, throws, and the chain.


class FairThrow(BaseModel):
    """A throw of the bot as it was made: `entry` is the one it first stands in, 0 while its command waits."""

    model_config = ConfigDict(frozen=True)

    entry: int
    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Link(BaseModel):
    """What binds an entry to all before it (see `bot.dice.provable`), in hex."""

    model_config = ConfigDict(frozen=True)

    entry: int
    link: str


class FairnessReport(BaseModel):
    """Every throw of the bot's dice, with the promise of their seed and, once it is no secret, the seed (both in hex).

    `game` is what the game is called in the scheme. `earlier` are the seeds that were revealed before the game went on
    with this one, each with its own throws. `chain` has a link for each entry, whatever seed was in use; None in a
    game that was begun before entries were chained.
    """

    model_config = ConfigDict(frozen=True)

    scheme: str = SCHEME
    game: str
    commitment: str
    seed: str | None = None
    throws: tuple[FairThrow, ...] = ()
    earlier: tuple[FairnessReport, ...] = Field(default=(), exclude_if=lambda earlier: not earlier)
    chain: tuple[Link, ...] | None = Field(default=None, exclude_if=lambda chain: chain is None)

    @property
    def parts(self) -> tuple[FairnessReport, ...]:
        """What there is of each seed, in order."""
        return (*self.earlier, self)

    @property
    def head(self) -> Head | None:
        """The last link; None where nothing is chained."""
        return Head(self.chain[-1].entry, self.chain[-1].link) if self.chain else None


def report_of(
    seeds: Sequence[Seed], throws: Iterable[FairThrow], links: Sequence[tuple[int, str]], last: int
) -> FairnessReport:
    """Each throw with the seed that was in use then; what waits belongs to the last one, as do the links."""
    parts = {seed.after: list[FairThrow]() for seed in seeds}
    for throw in throws:
        seed = in_use(seeds, throw.entry or last + 1)
        assert seed is not None
        parts[seed.after].append(throw)
    reports = [_of_seed(seed, parts[seed.after]) for seed in seeds]
    chain = tuple(Link.model_construct(entry=number, link=link) for number, link in links) or None
    return reports[-1].model_copy(update={"earlier": tuple(reports[:-1]), "chain": chain})


def _of_seed(seed: Seed, throws: Sequence[FairThrow]) -> FairnessReport:
    known = seed.seed.hex() if seed.seed is not None and not seed.secret else None
    return FairnessReport(game=seed.name, commitment=seed.commitment, seed=known, throws=tuple(throws))


def seeds_of(game_id: str, report: FairnessReport, at: float) -> tuple[Seed, ...]:
    """The seeds of a game that is brought here, as far as they are known, by what proves its dice.

    Where it is still played, its next throw draws another one.
    """
    after, found = 0, list[Seed]()
    for part in report.parts:
        seed = None if part.seed is None else bytes.fromhex(part.seed)
        found.append(Seed(game_id, after, part.game, part.commitment, at, None if seed is None else at, seed))
        after = max([after + 1, *(throw.entry for throw in part.throws)])
    return tuple(found)


def of_entries(portion: Iterable[tuple[int, Any]]) -> list[FairThrow]:
    """The throws that first came into the record with these entries, as far as they can be read."""
    found = list[FairThrow]()
    for number, body in portion:
        with suppress(TypeError, AttributeError):  # damaged, or of another form than any version gave it
            found += [_fair(number, FreshThrow(*one)) for one in body.get("fresh", ())]
    return found


def unfinished(kept: Iterable[Mapping[str, Any]], stand: Iterable[FairThrow]) -> Iterator[FairThrow]:
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


# The proof told in an export, revealed, and checked against what was posted.

_PROGRAM: Any = verify
"""Everybody's own check, which is the bot's as well; without types, as it has to be short."""
SECRET = "secret"
"""The code of a seed that has not been revealed: nothing is wrong then, but not all can be checked."""
UNKNOWN = "scheme"
"""The code of a proof by another scheme: nothing can be checked."""


class Fault(NamedTuple):
    """What the proof of an exported game does not stand up to: a code of the program's, and its sentence."""

    code: str
    sentence: str


class Verification(NamedTuple):
    """What came of checking a game: what is wrong, in English; the heads it was held against; and what was not checked,
    as no dice of the bot's or because it was undone.
    """

    live: ActiveGame
    report: FairnessReport
    heads: tuple[str, ...]
    wrong: tuple[Fault, ...]
    own: int
    undone: int


class Fairness:
    """The proof of the bot's dice, for those who play and for the export."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def commitment(self, game_id: str) -> str | None:
        """What binds the bot to the dice of a game; None where they cannot be proven."""
        seeds = await self._record.seeds.of(game_id)
        return seeds[-1].commitment if seeds else None

    async def report(self, game_id: str) -> FairnessReport | None:
        """All that proves the dice of a game as it stands; None for one that was begun before they could be proven."""
        seeds, info = await self._record.seeds.of(game_id), await self._record.games.get(game_id)
        if not seeds or info is None:
            return None
        found = list[FairThrow]()
        async for throws in self._record.entries.bodies(info.id, info.number, of_entries):
            found += throws
        kept, links = await self._record.seeds.unfinished(game_id), await self._record.seeds.links(game_id)
        found += unfinished(kept, found)
        return await asyncio.to_thread(report_of, seeds, found, links, info.number)

    async def show(self, call: Call) -> tuple[ActiveGame, FairnessReport | None]:
        """The game of the channel, or the one that ended there last, and what proves its dice."""
        live = await self._games.latest(call.where)
        return live, await self.report(live.info.id)

    async def reveal(self, call: Call) -> tuple[ActiveGame, FairnessReport]:
        """Make the seed of a game that is over known; raises Refusal while it is being played, and for others."""
        live = await self._games.latest(call.where)
        seeds = await self._record.seeds.of(live.info.id)
        if not seeds:
            raise Refusal(NOT_PROVABLE)
        seated(live.game, call.who)
        if seeds[-1].seed is None:
            raise Refusal(Text("The seed of this game is not known here: it was brought here while it was a secret."))
        if seeds[-1].secret and not await self._record.seeds.reveal(live.info.id, self._referee.clock()):
            raise Refusal(
                Text(
                    "End the game first with `/game end`: whoever knows the seed knows all dice that are still to come."
                )
            )
        report = await self.report(live.info.id)
        assert report is not None
        return live, report

    async def check(self, call: Call, heads: str = "") -> Verification:
        """Make every throw of the game again, and hold its record against heads that were posted, one or several.

        Raises Refusal while its seed is a secret, and for what is no head.
        """
        posted = heads_typed(heads)
        live, report = await self.show(call)
        if report is None:
            raise Refusal(NOT_PROVABLE)
        if report.seed is None:
            raise Refusal(_STILL_SECRET)
        bodies = list[Mapping[str, Any]]()
        async for portion in self._record.entries.bodies(live.info.id, live.info.number, _dice_only):
            bodies += portion
        return await asyncio.to_thread(_checked, live, report, posted, bodies)

    async def imported(self, game_id: str, report: FairnessReport) -> tuple[Text, ...]:
        """Keep what proves the dice of a game whose entries have just been brought here.

        One that is still played goes on with a seed of its own; the line that binds the bot to it.
        """
        await self._record.seeds.keep(*seeds_of(game_id, report, self._referee.clock()))
        info = await self._record.games.get(game_id)
        if info is None or info.state == "ended":
            return ()
        return await self._referee.seeds.goes_on(await self._games.of(info))


NOT_PROVABLE = Text(
    "The dice of this game are not provable: it was begun before the bot could prove them. Games begun from now on are."
)
_STILL_SECRET = Text(
    "The seed is still a secret: this game cannot be checked before its seed is revealed. Once it is over, "
    "`/fairness reveal` makes the dice checkable."
)


def heads_typed(text: str) -> tuple[str, ...]:
    """The heads in what somebody typed or copied, several after spaces or commas; raises Refusal for what is none."""
    found = list[str]()
    for word in text.replace(",", " ").split():
        head = head_read(word)
        if head is None:
            raise Refusal(
                Text(
                    "{word} is not a head: copy it as it was posted, an entry and 16 digits or letters after a colon, "
                    "such as 140:9f2c41d08be7a653.",
                    word=word[:40],
                )
            )
        found.append(head)
    return tuple(found)


def faults(exported: Mapping[str, Any], heads: Sequence[str] = ()) -> tuple[Fault, ...]:
    """What is wrong, also with the `heads` that were posted of it, as they were posted.

    Raises LookupError, TypeError or ValueError for what is no such export.
    """
    return tuple(Fault(*one) for one in _PROGRAM.verified(exported, heads) if one[0])


def examined(exported: Mapping[str, Any], heads: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """What is to be known of an exported game (what is not the bot's, what does not count, its chain), and what is
    wrong; raises what `faults` raises.
    """
    found = [Fault(*one) for one in _PROGRAM.verified(exported, heads)]
    return tuple(one.sentence for one in found if not one.code), tuple(one for one in found if one.code)


def _checked(
    live: ActiveGame, report: FairnessReport, heads: tuple[str, ...], bodies: Sequence[Mapping[str, Any]]
) -> Verification:
    """Check an export; for a thread, as a game of thousands of entries takes seconds."""
    proof = report.model_dump(mode="json")
    wrong = faults({"game": {"number": live.game.number}, "entries": bodies, "fairness": proof}, heads)
    own = sum(throw["source"] != "bot" for body in bodies for throw in _dice(body))
    undone = {body.get("undoes") for body in bodies}
    taken_back = sum(body["number"] in undone and any(_dice(body)) for body in bodies)
    return Verification(live, report, heads, wrong, own, taken_back)


_OF_ENTRY = ("number", "command", "undoes", "source", "fresh")
_OF_THROW = ("key", "sides", "side", "source", "added", "queued", "faces")


def _dice_only(portion: Portion) -> list[Mapping[str, Any]]:
    """Entries as far as the program looks at them: of thousands the rest would be much to keep at once."""
    return [_slim(body) for _, body in portion if body is not None]


def _slim(body: Mapping[str, Any]) -> Mapping[str, Any]:
    plays = [
        {"throws": [_some(throw, _OF_THROW) for throw in play.get("throws", ())]} for play in body.get("plays", ())
    ]
    events = [event for event in body.get("events", ()) if event["kind"] == "queue"]
    return {**_some(body, _OF_ENTRY), "plays": plays, "events": events}


def _some(whole: Mapping[str, Any], names: Iterable[str]) -> Mapping[str, Any]:
    return {name: whole[name] for name in names if name in whole}


def _dice(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (throw for play in body.get("plays", ()) for throw in play.get("throws", ()))
