"""The ledger of a file's rolls."""

from __future__ import annotations

import gc

from rules.files.system import read_system
from rules.kernel.wording import ENGLISH
from tests.rules.table import Sitting

ONE_WORD = """
[system]
key = "nerve"
name = "Nerve test"
die = 6
[check]
roll = "over"
[profile]
nerve = { name = "Nerve" }
[units.guards]
name = "Guards"
profile = { nerve = 4 }
[forces.guards]
name = "The guards"
units = [{ type = "guards" }]
[asked]
officer = { label = "Officer near" }
drums = { label = "Drums" }
[modifier]
officer = { on = ["nerve"], when = "officer", value = 1, why = "Nerve of an officer" }
drums = { on = ["nerve"], when = "drums", value = 1, why = "drums", section = "Drums" }
[action.nerve]
title = "Nerve"
rule = "Roll for Nerve."
asks = ["officer", "drums"]
then = [{ roll = "nerve", check = "nerve", by = "unit", dice = "unit.models", as = "held" }]
[action.second]
title = "Second"
topic = "nerve"
then = [{ roll = "second", check = 4, by = "unit", dice = "unit.nerve", as = "stood" }]
"""


def reasons(action: str, **facts: object) -> list[tuple[str, str]]:
    system = read_system(ONE_WORD.encode(), "nerve.toml")
    played = Sitting(system).play(action, {"unit": {"nerve": 4, "models": 1}, **facts}, [6] * (1 if facts else 4))
    return [(ENGLISH(line.why), line.rule) for line in played.played.steps[0].throw.ledger]


def test_a_modifier_has_the_section_of_its_roll() -> None:
    assert ("Nerve of an officer", "Nerve") in reasons("nerve", officer=True)


def test_a_reason_is_not_its_own_section() -> None:
    """It names the rules where the file has no other name for the place."""
    assert reasons("nerve", officer=True, drums=True)[:3] == [
        ("Nerve", "Nerve test"),
        ("Nerve of an officer", "Nerve"),
        ("drums", "Nerve"),
    ]
    assert reasons("second") == [("second", "Nerve test"), ("Nerve", "Second")]


def test_a_play_and_its_odds_leave_no_cycle_of_references() -> None:
    """A ledger with unread lines kept the rolls of its play, and they kept the ledger."""
    sitting = Sitting(read_system(ONE_WORD.encode(), "nerve.toml"))
    facts = {"unit": {"nerve": 4, "models": 2}, "officer": True}

    def left_behind() -> int:
        gc.collect()
        sitting.chances("nerve", facts)
        sitting.outcome("nerve", facts, (4, 2))
        return gc.collect()

    left_behind()  # what is kept for later plays
    gc.disable()
    try:
        assert left_behind() == 0
    finally:
        gc.enable()
