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


@pytest.mark.parametrize("name", NAMES)
def test_nothing_went_wrong_inside(name: str) -> None:
    said = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert "Something went wrong" not in said
    assert "Sorry" not in said


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_from_the_first_battle_to_the_end_of_the_campaign(name: str) -> None:
    typed = [step.text for _, step in script(campaign(name)) if isinstance(step, TypedCommand)]
    signed = [step for _, step in script(campaign(name)) if isinstance(step, ScriptAct) and step.text == "Sign"]
    signed_by_hand = [text for text in typed if text.startswith("campaign sign")]
    assert len(signed) + len(signed_by_hand) >= 6
    said = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    for battle in (1, 2, 3):
        assert f"signs: battle {battle} counts" in said
    assert "edit" in said
    assert " since the " in said
    assert "The campaign is over" in said


def test_every_shape_is_played_by_one_of_them() -> None:
    said = [campaign(name) for name in NAMES]
    for shape in ("ladder", "map"):
        assert any(f"shape:{shape}" in text for text in said), shape
    assert any("shape:" not in text for text in said)
