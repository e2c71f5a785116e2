"""Benchmarks of provable dice: a roll of ten, many at once, the link of an entry, and the check of a whole game."""

from __future__ import annotations

from time import process_time
from typing import Any

from bot.dice.provable import commitment, faces, links_of, next_link
from bot.services.record.fairness import faults
from rules.game.entry import Entry
from tests.bench.table import Result, Row, Told, row

SEED, GAME, ENTROPY = bytes(range(32)), "0123456789abcdef" * 2, "1372839404857182208"
ENTRIES, BULK = 1_000, 1_000_000


def ten_dice() -> object:
    return faces(SEED, GAME, ENTROPY, 1, 6, 10)


def bulk(name: str) -> Result:
    """Measure millions of dice per second of processor time."""
    used = process_time()
    faces(SEED, GAME, ENTROPY, 1, 6, BULK)
    return Result(name, BULK / (process_time() - used) / 1e6, 10, unit="M/s", at_least=True)


def _entry(number: int) -> dict[str, Any]:
    """Return an exported shot of ten dice."""
    shown = list(faces(SEED, GAME, str(number), 1, 6, 10))
    throw = {"key": "to_hit", "label": "to hit", "by": "", "sides": 6, "side": "Red", "faces": shown, "source": "bot"}
    fresh = [[str(number), 1, 6, shown]]
    play = {"action": "fire", "facts": {}, "throws": [throw]}
    told = {"number": number, "command": "fire", "by": "1", "at": 0.0, "undoes": None}
    return {**told, "plays": [play], "events": [], "fresh": fresh}


def _export() -> dict[str, Any]:
    entries = [_entry(number) for number in range(1, ENTRIES + 1)]
    throws = [
        dict(zip(("entropy", "throw", "sides", "faces"), entry["fresh"][0], strict=True), entry=entry["number"])
        for entry in entries
    ]
    proof: dict[str, Any] = {
        "scheme": "adjutant1",
        "game": GAME,
        "commitment": commitment(SEED),
        "seed": SEED.hex(),
        "throws": throws,
    }
    links = links_of(proof["commitment"], map(Entry.model_validate, entries))
    proof["chain"] = [{"entry": number, "link": link} for number, link in enumerate(links, 1)]
    return {"game": {"number": ENTRIES}, "entries": entries, "fairness": proof}


EXPORT = _export()
ENTRY, LINK = Entry.model_validate(EXPORT["entries"][0]), EXPORT["fairness"]["chain"][0]["link"]
assert not faults(EXPORT)

row(Row("10d6 that can be proven (HMAC-SHA256)", ten_dice, 0.003, repeat=5_000))
row(Told("d6 that can be proven, a million at once", bulk))
row(Row("the link of an entry with ten dice", lambda: next_link(LINK, ENTRY), 0.03, repeat=5_000))
row(Row("a game of 1,000 entries with dice checked", lambda: faults(EXPORT), 500))
