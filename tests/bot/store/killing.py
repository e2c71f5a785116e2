"""Kill a bot at random in each round, in the folder on the command line, and check that no entry is lost.

Every third round begins with the record of an older version, and the kill interrupts its migration.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from pathlib import Path
from random import Random

import bot.store.migrations  # noqa: F401  # loaded once, for all that are forked
from bot.store import Record
from rules.game.entry import play_back
from tests.bot.store.older import older_database
from tests.bot.store.playing_on import check_in_process, killed


async def _sound(url: str, said: list[str]) -> None:
    """Assert that every acknowledged entry exists and every game equals its replay."""
    record, kept = await Record.open(url), set[str]()
    for info in await record.games.all(over=True):
        entries = await record.entries.all(info.id)
        assert [one.number for one in entries] == list(range(1, info.number + 1))
        kept |= {f"{info.id} {one.number} {one.source}" for one in entries}
        # A game of an older version has no stored state until it continues.
        assert await record.states.stored_state(info.id) in (None, play_back(entries))
    await record.close()
    assert set(said) <= kept


def _whole(file: Path) -> None:
    with sqlite3.connect(file) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []


async def _older(url: str) -> None:
    older_database(url)


def main(folder: Path, rounds: int) -> None:
    older, file = folder / "older.sqlite", folder / "games.sqlite"
    url, chance, said, entries = f"sqlite:///{file}", Random(7), list[str](), 0
    check_in_process(lambda: _older(f"sqlite:///{older}"))
    for seed in range(rounds):
        migrating = seed % 3 == 0
        if migrating:
            for rest in folder.glob("games.sqlite*"):
                rest.unlink()
            shutil.copy(older, file)
            said.clear()
        now = killed(
            url, seed, 0 if migrating else chance.randrange(1, 20), chance.random() * (0.3 if migrating else 0.03)
        )
        said, entries = said + now, entries + len(now)
        _whole(file)
        check_in_process(lambda: _sound(url, said))  # noqa: B023  # called at once
    print(f"{entries} entries in {rounds} rounds")
    assert entries


main(Path(sys.argv[1]), int(sys.argv[2]))
