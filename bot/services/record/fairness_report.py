"""What proves the bot's dice of a game, as it stands in an export: commitments, seeds, throws, and the chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.chain import Head
from bot.dice.provable import SCHEME
from bot.store.seeds import Seed, in_use
from rules.game.entry import FreshThrow


class FairThrow(BaseModel):
    """A throw of the bot as it was made: `entry` is the one it first stands in, 0 while its command waits."""

    model_config = ConfigDict(frozen=True)

    entry: int
    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Link(BaseModel):
    """What binds an entry to all before it (see `bot.dice.chain`), in hex."""

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
