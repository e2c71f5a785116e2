"""Whole games, replayed word for word: each *.txt here is a script with the bot's replies.

With ADJUTANT_TEST_WRITE=1 the files are written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.simulation.runner import transcript
from bot.simulation.script import script
from data import SYSTEMS
from tests.bot.fought import transcript_of

HERE = Path(__file__).parent
SHOWN = {one.key for one in SYSTEMS if (HERE.parent.parent / "data" / one.key / "battle.txt").is_file()}
BATTLES = sorted({file.stem for file in HERE.glob("*.txt")} | SHOWN)


@pytest.mark.parametrize("name", BATTLES)
async def test_the_transcript_of_the_bot_is_unchanged(name: str) -> None:
    file = HERE / f"{name}.txt"
    if name in SHOWN:
        said = transcript_of(name)
    else:
        said = await transcript("\n".join(line for line, _ in script(file.read_text(encoding="utf-8"))))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BATTLES)
def test_nothing_went_wrong_inside(name: str) -> None:
    said = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert "Something went wrong" not in said
    assert "Sorry" not in said
