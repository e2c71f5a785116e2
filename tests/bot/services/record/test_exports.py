"""Exports of a damaged game, with the ids of its people and without."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Unreadable
from bot.services.record.exports import PlayedGame
from tests.bot.fought import open_battle, services_over


class Read:
    """A report that keeps the numbers it received."""

    def __init__(self, played: PlayedGame) -> None:
        self.numbers = list[Any]()

    def add(self, entry: Any) -> None:
        self.numbers.append(entry.number)

    def to_bytes(self) -> bytes:
        return repr(self.numbers).encode()


@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("cut", [True, False])
async def test_a_report_of_a_damaged_game_says_so_whether_or_not_it_names_people(
    tmp_path: Path, cut: bool, anonymous: bool
) -> None:
    record, info = await open_battle("fubar", file := tmp_path / "fought.sqlite")
    if cut:
        with sqlite3.connect(file) as there:
            assert there.execute("UPDATE entry SET body = substr(body, 1, 40) WHERE number = 3").rowcount
    asked = services_over(record).exports.report(info, Read, anonymous)
    if cut:
        with pytest.raises(Unreadable, match="entry 3 is damaged"):
            await asked
    else:
        assert await asked == repr([*range(1, info.number + 1)]).encode()
    await record.close()
