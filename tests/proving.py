"""Seeds for tests, the same in every run, and the proof that every die of a game is one of theirs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from bot.services import Services
from bot.services.record.fairness import FairnessReport, FairThrow, faults
from tests.bot.playing import PLACE


@dataclass
class Seeds:
    """One seed after the other, from the one behind those that were drawn already."""

    text: str = "tests"
    drawn: int = 0

    def __call__(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"{self.text} {self.drawn - 1}".encode()).digest()


def seeds(text: str = "tests") -> Seeds:
    return Seeds(text)


async def exported(services: Services, game_id: str, revealed: bool = True) -> dict[str, Any]:
    """A game as it is exported; by default as if its seeds were known already."""
    report, info = await services.fairness.report(game_id), await services.record.games.get(game_id)
    assert report is not None
    assert info is not None
    if revealed:
        report = await _revealed(services, game_id, report)
    return {
        "format": "adjutant-game",
        "version": 1,
        "game": info.model_dump(mode="json"),
        "entries": [entry.model_dump(mode="json") for entry in await services.record.entries.all(game_id)],
        "fairness": report.model_dump(mode="json"),
    }


async def _revealed(services: Services, game_id: str, report: FairnessReport) -> FairnessReport:
    known = [seed.seed.hex() for seed in await services.record.seeds.of(game_id) if seed.seed is not None]
    parts = [part.model_copy(update={"seed": seed}) for part, seed in zip(_parts(report), known, strict=True)]
    return parts[-1].model_copy(update={"earlier": tuple(parts[:-1])})


def _parts(report: FairnessReport) -> list[FairnessReport]:
    return [*report.earlier, report]


async def proven(services: Services, game_id: str) -> dict[str, Any]:
    """The export of a game whose every die is proven, and none of which waits in a command that came to nothing."""
    found = await exported(services, game_id)
    assert not faults(found)
    return found


async def game_of(services: Services) -> str:
    """The game that tests play, over or not, by its id."""
    return (await services.games.latest(PLACE)).info.id


async def report(services: Services) -> FairnessReport:
    found = await services.fairness.report(await game_of(services))
    assert found is not None
    return found


async def thrown(services: Services) -> tuple[FairThrow, ...]:
    """Every throw of the bot with the seed that is in use."""
    return (await report(services)).throws
