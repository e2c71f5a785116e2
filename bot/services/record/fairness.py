"""The proof of a game's dice: reporting, revealing, and checking it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from bot.dice.provable import SCHEME, Head, parse_head
from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import require_seated
from bot.game.registry import ActiveGame
from bot.resolution.referee import Referee
from bot.store.entries import Portion
from bot.store.seeds import Seed, seed_in_use
from data.fairness import verify
from rules.game.entry import FreshRoll
from rules.kernel.text import Text

# The proof of the bot's dice as exported: commitments, seeds, rolls, and the chain.


class FairRoll(BaseModel, frozen=True):
    """A roll of the bot; `entry` is the first entry that contains it, or 0 while its command waits."""

    entry: int
    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Link(BaseModel, frozen=True):
    """The hash in hex that binds an entry to all entries before it (see `bot.dice.provable`)."""

    entry: int
    link: str


class FairnessReport(BaseModel, frozen=True):
    """Every roll of the bot's dice, with the commitment to their seed and, once revealed, the seed (in hex).

    `game` is the name of the game in the scheme. `earlier` are the seeds revealed before the game continued with this
    one, each with its own rolls. `chain` has a link for each entry, across all seeds; None in a game started before
    entries were chained.
    """

    scheme: str = SCHEME
    game: str
    commitment: str
    seed: str | None = None
    throws: tuple[FairRoll, ...] = ()
    earlier: tuple[FairnessReport, ...] = Field(default=(), exclude_if=lambda earlier: not earlier)
    chain: tuple[Link, ...] | None = Field(default=None, exclude_if=lambda chain: chain is None)

    @property
    def parts(self) -> tuple[FairnessReport, ...]:
        """The reports of all seeds, in order."""
        return (*self.earlier, self)

    @property
    def head(self) -> Head | None:
        """The last link; None if the entries are not chained."""
        return Head(self.chain[-1].entry, self.chain[-1].link) if self.chain else None


def report_of(
    seeds: Sequence[Seed], rolls: Iterable[FairRoll], links: Sequence[tuple[int, str]], last: int
) -> FairnessReport:
    """Return the report, with each roll under the seed used for it; waiting rolls and links are under the last one."""
    parts = {seed.after: list[FairRoll]() for seed in seeds}
    for roll in rolls:
        seed = seed_in_use(seeds, roll.entry or last + 1)
        assert seed is not None
        parts[seed.after].append(roll)
    reports: list[FairnessReport] = []
    for seed in seeds:
        known = seed.seed.hex() if seed.seed is not None and not seed.secret else None
        throws = tuple(parts[seed.after])
        reports.append(FairnessReport(game=seed.name, commitment=seed.commitment, seed=known, throws=throws))
    chain = tuple(Link.model_construct(entry=number, link=link) for number, link in links) or None
    return reports[-1].model_copy(update={"earlier": tuple(reports[:-1]), "chain": chain})


def seeds_of(game_id: str, report: FairnessReport, at: float) -> tuple[Seed, ...]:
    """Return the known seeds of an imported game from its proof.

    If the game is still running, its next roll draws a new seed.
    """
    after, found = 0, list[Seed]()
    for part in report.parts:
        seed = None if part.seed is None else bytes.fromhex(part.seed)
        found.append(Seed(game_id, after, part.game, part.commitment, at, None if seed is None else at, seed))
        after = max([after + 1, *(roll.entry for roll in part.throws)])
    return tuple(found)


def rolls_of_entries(portion: Iterable[tuple[int, Any]]) -> list[FairRoll]:
    """Return the new rolls in these entries, as far as they can be read."""
    found = list[FairRoll]()
    for number, body in portion:
        with suppress(TypeError, AttributeError):  # damaged, or in a form of no known version
            found += [_fair_roll(number, FreshRoll(*one)) for one in body.get("fresh", ())]
    return found


def unfinished_rolls(kept: Iterable[Mapping[str, Any]], stand: Iterable[FairRoll]) -> Iterator[FairRoll]:
    """Yield the rolls of waiting or dropped commands that no entry contains."""
    known = {(roll.entropy, roll.throw) for roll in stand}
    for roll in (FreshRoll(*one) for answers in kept for one in answers.get("fresh", ())):
        if roll[:2] not in known:
            known.add(roll[:2])
            yield _fair_roll(0, roll)


def _fair_roll(entry: int, roll: FreshRoll) -> FairRoll:
    return FairRoll.model_construct(
        entry=entry, entropy=roll.entropy, throw=roll.throw, sides=roll.sides, faces=tuple(roll.faces)
    )


# The proof of a game: exported, revealed, and checked against posted heads.

_PROGRAM: Any = verify
"""The public verification program, also used by the bot; it is short and therefore untyped."""
SECRET = "secret"
"""The code for an unrevealed seed: this is not a fault, but not everything can be checked."""
UNKNOWN = "scheme"
"""The code for a proof with another scheme: nothing can be checked."""


class Fault(NamedTuple):
    """A failed check of an exported proof: the program's code, and its sentence."""

    code: str
    sentence: str


class Verification(NamedTuple):
    """The result of checking a game: its faults, in English, and the heads that it was compared with.

    `own` counts rolls of real dice and `undone` counts undone entries; neither is checked.
    """

    live: ActiveGame
    report: FairnessReport
    heads: tuple[str, ...]
    wrong: tuple[Fault, ...]
    own: int
    undone: int


class Fairness:
    """The proof of the bot's dice, for players and exports."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def commitment(self, game_id: str) -> str | None:
        """Return the bot's commitment to the dice of a game; None if they are not provable."""
        seeds = await self._record.seeds.of(game_id)
        return seeds[-1].commitment if seeds else None

    async def report(self, game_id: str) -> FairnessReport | None:
        """Return the current proof of a game's dice; None for a game started before dice were provable."""
        seeds, info = await self._record.seeds.of(game_id), await self._record.games.get(game_id)
        if not seeds or info is None:
            return None
        found = list[FairRoll]()
        async for rolls in self._record.entries.bodies(info.id, info.number, rolls_of_entries):
            found += rolls
        kept, links = await self._record.seeds.unfinished_answers(game_id), await self._record.seeds.links(game_id)
        found += unfinished_rolls(kept, found)
        return await asyncio.to_thread(report_of, seeds, found, links, info.number)

    async def show(self, call: Call) -> tuple[ActiveGame, FairnessReport | None]:
        """Return the channel's current or last game, and the proof of its dice."""
        live = await self._games.latest_game(call.where)
        return live, await self.report(live.info.id)

    async def reveal(self, call: Call) -> tuple[ActiveGame, FairnessReport]:
        """Reveal the seed of a finished game; raise Refusal while it is running, or for a caller without a seat."""
        live = await self._games.latest_game(call.where)
        seeds = await self._record.seeds.of(live.info.id)
        if not seeds:
            raise Refusal(NOT_PROVABLE)
        require_seated(live.game, call.who)
        if seeds[-1].seed is None:
            raise Refusal(
                Text("The seed of this game is not known here: it was still secret when the game was imported.")
            )
        if seeds[-1].secret and not await self._record.seeds.reveal(live.info.id, self._referee.clock()):
            raise Refusal(Text("End the game first with `/game end`: the seed shows all dice still to come."))
        report = await self.report(live.info.id)
        assert report is not None
        return live, report

    async def check(self, call: Call, heads: str = "") -> Verification:
        """Repeat every roll of the game, and compare its record with posted heads, one or more.

        Raises Refusal while its seed is secret, and for input that is not a head.
        """
        posted = parse_heads(heads)
        live, report = await self.show(call)
        if report is None:
            raise Refusal(NOT_PROVABLE)
        if report.seed is None:
            raise Refusal(_STILL_SECRET)
        bodies = list[Mapping[str, Any]]()
        async for portion in self._record.entries.bodies(live.info.id, live.info.number, _dice_only):
            bodies += portion
        return await asyncio.to_thread(_check_export, live, report, posted, bodies)


NOT_PROVABLE = Text("The dice of this game cannot be checked: the game is too old. Newer games can be checked.")
_STILL_SECRET = Text(
    "The seed is still secret, so the dice cannot be checked yet. When the game is over: `/fairness reveal`."
)


def parse_heads(text: str) -> tuple[str, ...]:
    """Return the heads in typed or copied text, separated by spaces or commas; raise Refusal for other input."""
    found = list[str]()
    for word in text.replace(",", " ").split():
        head = parse_head(word)
        if head is None:
            raise Refusal(
                Text(
                    "{word} is not a checksum. Copy it as it was posted: an entry, a colon and 16 digits or "
                    "letters, such as 140:9f2c41d08be7a653.",
                    word=word[:40],
                )
            )
        found.append(head)
    return tuple(found)


def faults(exported: Mapping[str, Any], heads: Sequence[str] = ()) -> tuple[Fault, ...]:
    """Return the faults of an exported game, compared with its posted `heads`.

    Raises LookupError, TypeError or ValueError for data that are not an exported game.
    """
    return tuple(Fault(*one) for one in _PROGRAM.verify(exported, heads) if one[0])


def examine_game(exported: Mapping[str, Any], heads: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """Return the remarks on an exported game (own dice, undone entries, its chain), and its faults.

    Raises the errors of `faults`.
    """
    found = [Fault(*one) for one in _PROGRAM.verify(exported, heads)]
    return tuple(one.sentence for one in found if not one.code), tuple(one for one in found if one.code)


def _check_export(
    live: ActiveGame, report: FairnessReport, heads: tuple[str, ...], bodies: Sequence[Mapping[str, Any]]
) -> Verification:
    """Check an export; call it in a thread, because a game of thousands of entries takes seconds."""
    proof = report.model_dump(mode="json")
    wrong = faults({"game": {"number": live.game.number}, "entries": bodies, "fairness": proof}, heads)
    own = sum(roll["source"] != "bot" for body in bodies for roll in _dice_of(body))
    undone = {body.get("undoes") for body in bodies}
    taken_back = sum(body["number"] in undone and any(_dice_of(body)) for body in bodies)
    return Verification(live, report, heads, wrong, own, taken_back)


_OF_ENTRY = ("number", "command", "undoes", "source", "fresh")
_OF_ROLL = ("key", "sides", "side", "source", "added", "queued", "faces")


def _dice_only(portion: Portion) -> list[Mapping[str, Any]]:
    """Return the parts of entries that the program reads, to save memory on thousands of entries."""
    found: list[Mapping[str, Any]] = []
    for body in (body for _, body in portion if body is not None):
        plays = [[_select_keys(roll, _OF_ROLL) for roll in play.get("throws", ())] for play in body.get("plays", ())]
        events = [event for event in body.get("events", ()) if event["kind"] == "queue"]
        found.append(
            {**_select_keys(body, _OF_ENTRY), "plays": [{"throws": rolls} for rolls in plays], "events": events}
        )
    return found


def _select_keys(whole: Mapping[str, Any], names: Iterable[str]) -> Mapping[str, Any]:
    return {name: whole[name] for name in names if name in whole}


def _dice_of(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (roll for play in body.get("plays", ()) for roll in play.get("throws", ()))
