"""Faults that no play may have: a faultless play is changed in one place, and each change is named."""

from __future__ import annotations

from typing import Any

from data import system_of
from rules.kernel.dice import Cause, Line, Need
from rules.kernel.play_faults import play_faults
from rules.kernel.plays import Effect
from rules.kernel.resolve import Resolution
from rules.kernel.text import NOTHING, Text
from tests.rows import for_each
from tests.rules.fubar.table import play, shot, unit

FIRED = play("fire", shot((3, "infantry_rifle"), target=unit(armour="light")), [5, 6, 1, 6, 2])
SHOT, _ = FIRED.played.steps
SKILL, RIFLES = SHOT.throw.ledger


def faults(found: Resolution) -> list[str]:
    return list(play_faults(system_of("fubar"), found))


def rolled(faces: tuple[int, ...] = SHOT.faces, **changes: Any) -> list[str]:
    """Return the faults of the shot with another first roll."""
    step = SHOT._replace(throw=SHOT.throw._replace(**changes), faces=faces)
    return faults(FIRED._replace(played=FIRED.played._replace(steps=(step, *FIRED.played.steps[1:]))))


def test_a_play_of_the_rules_has_no_fault() -> None:
    assert faults(FIRED) == []


@for_each(
    ("changes", "told"),
    [
        ({"needed": Need(4)}, ["the reasons of to_hit make 5, not 4"]),
        ({"needed": None}, []),
        ({"ledger": (RIFLES,), "needed": None}, []),
        ({"ledger": (RIFLES,)}, []),
        ({"ledger": (SKILL, RIFLES._replace(value=2))}, ["the reasons of to_hit make 2 dice, not 3"]),
        ({"ledger": (SKILL,)}, []),
        ({"ledger": ()}, ["to_hit needs 5 without a reason"]),
        ({"ledger": (), "needed": None}, []),
        ({"rule": ""}, ["to_hit or one of its reasons has no section"]),
        ({"ledger": (SKILL._replace(rule=""), RIFLES)}, ["to_hit or one of its reasons has no section"]),
        ({"ledger": (SKILL._replace(why=NOTHING), RIFLES)}, ["to_hit or one of its reasons has no section"]),
        (
            {"ledger": (SKILL._replace(why=Text("weapons"), rule="Weapons"), RIFLES)},
            ['to_hit has the reason "Weapons" in a section of that name'],
        ),
        ({"ledger": (SKILL._replace(cause=Cause("drunk")), RIFLES)}, ["to_hit has the unknown cause drunk"]),
        ({"ledger": (SKILL._replace(cause=Cause("suppressed")), RIFLES)}, []),
        ({"key": "armour_saves"}, ["two rolls are called armour_saves"]),
        ({"label": FIRED.played.steps[1].throw.label}, ["two rolls are called armour saves"]),
        ({"key": "to_hit 2 3"}, []),
        ({"key": "To hit"}, ["'To hit' by 'attacker' is no roll"]),
        ({"key": "to_hit 2x"}, ["'to_hit 2x' by 'attacker' is no roll"]),
        ({"by": "target"}, ["'to_hit' by 'target' is no roll"]),
        ({"by": "unit"}, []),
        ({"faces": (1, 6, 7)}, ["to_hit shows (1, 6, 7) on dice with 6 sides"]),
        ({"faces": (1, 6, 0)}, ["to_hit shows (1, 6, 0) on dice with 6 sides"]),
        ({"faces": (1, 6)}, ["the reasons of to_hit make 3 dice, not 2"]),
        ({"ledger": (Line(Text("skill"), 5, "Firing"),)}, []),
    ],
)
def test_a_fault_of_a_roll_is_named(changes: dict[str, Any], told: list[str]) -> None:
    assert rolled(**changes) == told


@for_each(
    ("effect", "told"),
    [
        (Effect("target", "suppressed", 0), ["suppressed of target does not change"]),
        (Effect("target", "suppressed", 0, "u2"), []),
        (Effect("target", "suppressed", 0, ""), []),
        (Effect("target", "hp", -1), []),
        (Effect("target", "models", -1), []),
        (Effect("", "suppressed", 1), ["suppressed of nothing does not change"]),
        (Effect("target", "drunk", 1), ["there is no state drunk"]),
    ],
)
def test_a_fault_of_an_effect_is_named(effect: Effect, told: list[str]) -> None:
    assert faults(FIRED._replace(effects=(effect,))) == told


@for_each(
    ("said", "fine"), [("2 hits.", True), ("Hit!", True), ("Hit?", True), ("hit.", False), ("Hit", False), ("", False)]
)
def test_a_result_is_told_in_a_sentence(said: str, fine: bool) -> None:
    assert faults(FIRED._replace(text=Text(said))) == ([] if fine else [f"this is no sentence: {said}"])
