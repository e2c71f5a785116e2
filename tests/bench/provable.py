"""How long dice take that anybody can make again: a throw of ten, and a check of a whole game."""

from __future__ import annotations

from typing import Any

from bot.dice.provable import commitment, faces
from bot.services.fairness import faults
from tests.bench.table import Row, row

SEED, GAME, ENTROPY = bytes(range(32)), "0123456789abcdef" * 2, "1372839404857182208"
ENTRIES = 1_000


def ten_dice() -> object:
    return faces(SEED, GAME, ENTROPY, 1, 6, 10)


def _entry(number: int) -> dict[str, Any]:
    """A shot of ten dice, as a game is exported."""
    shown = list(faces(SEED, GAME, str(number), 1, 6, 10))
    throw = {"key": "to_hit", "sides": 6, "side": "Red", "faces": shown, "source": "bot", "added": 0}
    fresh = [[str(number), 1, 6, shown]]
    return {"number": number, "plays": [{"throws": [throw]}], "events": [], "undoes": None, "fresh": fresh}


def _export() -> dict[str, Any]:
    entries = [_entry(number) for number in range(1, ENTRIES + 1)]
    throws = [
        dict(zip(("entropy", "throw", "sides", "faces"), entry["fresh"][0], strict=True), entry=entry["number"])
        for entry in entries
    ]
    proof = {"scheme": "adjutant1", "game": GAME, "commitment": commitment(SEED), "seed": SEED.hex(), "throws": throws}
    return {"game": {"number": ENTRIES}, "entries": entries, "fairness": proof}


EXPORT = _export()
assert not faults(EXPORT)

row(Row("10d6 that can be proven (HMAC-SHA256)", ten_dice, 0.003, repeat=5_000))
row(Row("a game of 1,000 entries with dice checked", lambda: faults(EXPORT), 500))
