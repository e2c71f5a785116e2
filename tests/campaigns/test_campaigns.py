"""A campaign of three battles per system, replayed word for word: each *.txt is the output of `make demo`.

With ADJUTANT_TEST_WRITE=1 the files are written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.simulation.runner import campaign, play_campaign, transcribe
from bot.simulation.script import ScriptAct, TypedCommand, script
from data import SYSTEMS

HERE = Path(__file__).parent
NAMES = [one.key for one in SYSTEMS]


@pytest.mark.parametrize("name", NAMES)
async def test_the_transcript_of_the_bot_is_unchanged(name: str) -> None:
    file = HERE / f"{name}.txt"
    said = await transcribe(play_campaign(name))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def test_each_goes_from_the_first_battle_to_the_end_of_the_campaign_and_nothing_goes_wrong_inside() -> None:
    for name in NAMES:
        steps = [step for _, step in script(campaign(name))]
        signed = [one for one in steps if isinstance(one, ScriptAct) and one.text == "Sign"]
        typed = [one for one in steps if isinstance(one, TypedCommand) and one.text.startswith("campaign sign")]
        assert len(signed) + len(typed) >= 6, name
        said = (HERE / f"{name}.txt").read_text(encoding="utf-8")
        ends = ("edit", " since the ", "The campaign is over", *(f"signs: battle {n} counts" for n in (1, 2, 3)))
        assert [words for words in ends if words not in said] == [], name
        assert [words for words in ("Something went wrong", "Sorry") if words in said] == [], name


def test_every_shape_is_played_by_one_of_them() -> None:
    said = [campaign(name) for name in NAMES]
    for shape in ("ladder", "map"):
        assert any(f"shape:{shape}" in text for text in said), shape
    assert any("shape:" not in text for text in said)
