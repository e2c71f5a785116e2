"""Seeds for tests, the same in every run, and the proof that every die of a game derives from them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from bot.services import Services
from bot.services.record.fairness import FairnessReport, FairRoll, faults
from tests.bot.playing import PLACE


@dataclass
class Seeds:
    """A sequence of seeds, continued after those already drawn."""

    text: str = "tests"
    drawn: int = 0

    def __call__(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"{self.text} {self.drawn - 1}".encode()).digest()


def seeds(text: str = "tests") -> Seeds:
    return Seeds(text)


async def exported(services: Services, game_id: str, revealed: bool = True) -> dict[str, Any]:
    """Return a game as it is exported; by default as if its seeds were revealed."""
    report, info = await services.fairness.report(game_id), await services.record.games.get(game_id)
    assert report is not None
    assert info is not None
    if revealed:
        report = await _reveal_seeds(services, game_id, report)
    return {
        "format": "adjutant-game",
        "version": 1,
        "game": info.model_dump(mode="json"),
        "entries": [entry.model_dump(mode="json") for entry in await services.record.entries.all(game_id)],
        "fairness": report.model_dump(mode="json"),
    }


async def _reveal_seeds(services: Services, game_id: str, report: FairnessReport) -> FairnessReport:
    known = [seed.seed.hex() for seed in await services.record.seeds.of(game_id) if seed.seed is not None]
    parts = [part.model_copy(update={"seed": seed}) for part, seed in zip(_parts(report), known, strict=True)]
    return parts[-1].model_copy(update={"earlier": tuple(parts[:-1])})


def _parts(report: FairnessReport) -> list[FairnessReport]:
    return [*report.earlier, report]


async def proven(services: Services, game_id: str) -> dict[str, Any]:
    """Return the export of a game whose every die is proven and accounted for."""
    found = await exported(services, game_id)
    assert not faults(found)
    return found


async def game_of(services: Services) -> str:
    """Return the id of the test's game, running or over."""
    return (await services.games.latest_game(PLACE)).info.id


async def report(services: Services) -> FairnessReport:
    found = await services.fairness.report(await game_of(services))
    assert found is not None
    return found


async def fair_rolls(services: Services) -> tuple[FairRoll, ...]:
    """Return every roll of the bot with the current seed."""
    return (await report(services)).throws
