"""Dice against dice, and dice looked up in a table: their odds equal those of icepool, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool as _icepool
import pytest

from rules.files.system import read_system
from rules.kernel.dice import Need
from rules.kernel.errors import RuleError
from rules.kernel.serialise import play_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import Sitting

icepool: Any = _icepool
d6, Die = icepool.d6, icepool.Die
TEXT = (Path(__file__).parent / "shapes.toml").read_text(encoding="utf-8")
SYSTEM = read_system(TEXT.encode(), "shapes.toml")
TABLE = Sitting(SYSTEM)


def unit(**changes: Any) -> dict[str, Any]:
    return {"fight": 3, "skill": 4, "models": 2, **changes}


def chances(action: str, facts: Mapping[str, Any], *choose: str) -> dict[Any, Fraction]:
    found = Sitting(SYSTEM, choose=choose).chances(action, facts)
    return {tuple(outcome): p for outcome, p in found.items()}


def of_die(die: Any) -> dict[Any, Fraction]:
    return {tuple(outcome): Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def cancel_pools(one: int, other: int) -> tuple[int, int]:
    return max(0, one - other), max(0, other - one)


@for_each("charging", [False, True])
@for_each(("attacker", "defender", "skill"), [(3, 2, 4), (1, 4, 6), (5, 5, 3), (4, 0, 4)])
def test_each_success_of_a_pool_cancels_one_of_the_other(
    attacker: int, defender: int, skill: int, charging: bool
) -> None:
    facts = {"attacker": unit(fight=attacker), "target": unit(fight=defender, skill=skill), "charging": charging}
    row = d6.map(lambda face: icepool.Vector([face + charging <= 2, 2 < face + charging <= 5, face + charging > 5]))

    def wounds(hits: int, parries: int) -> Any:
        left = cancel_pools(hits, parries)
        if not left[0]:
            return (*left, 0, 0, 0, 0)
        return (left[0] @ row).map(lambda found: (*left, *map(int, found), min(2, int(found[2]))))

    pools = [n @ (d6 >= need) if n else Die([0]) for n, need in ((attacker, 4), (defender, skill))]
    assert chances("blows", facts) == of_die(icepool.map(wounds, *pools))


@for_each("choice", ["guarded=spend", "guarded=keep"])
@for_each("charging", [False, True])
@for_each(("fight", "wounds", "against"), [(3, 0, 2), (0, 0, 5), (4, 2, 2), (9, 0, 1)])
def test_the_higher_total_is_ahead_by_the_difference(
    fight: int, wounds: int, against: int, charging: bool, choice: str
) -> None:
    facts = {"attacker": unit(fight=fight, wounds=wounds), "target": unit(fight=against), "charging": charging}
    more = fight - wounds + charging - 2 * choice.endswith("spend")

    def ended(one: int, other: int) -> tuple[int, ...]:
        ahead, behind = cancel_pools(one + more, other + against)
        return ahead, behind, int(ahead > 2)

    assert chances("duel", facts, choice) == of_die(icepool.map(ended, d6, d6))


@for_each(("fight", "wounds"), [(0, 0), (4, 1), (2, 5)])
def test_dice_are_added_up_with_a_number_and_its_modifiers(fight: int, wounds: int) -> None:
    facts = {"unit": unit(fight=fight, wounds=wounds)}
    assert chances("measure", facts) == of_die((2 @ d6).map(lambda total: (total + fight - wounds,)))


@for_each(("skill", "wounds"), [(4, 0), (0, 2), (7, 3)])
def test_a_sum_is_held_against_a_number_or_looked_up(skill: int, wounds: int) -> None:
    def ended(nerve: int, panic: int) -> tuple[Any, ...]:
        if nerve >= 12 - skill:
            return "passed", 0, 0, 0
        return "failed", int(panic - wounds <= 4), int(4 < panic - wounds <= 8), int(panic - wounds > 8)

    facts = {"unit": unit(skill=skill, wounds=wounds)}
    assert chances("rally", facts) == of_die(icepool.map(ended, 2 @ d6, 3 @ d6))
    (nerve, *_) = TABLE.play("rally", facts, [6, 6]).played.steps
    assert play_of(TABLE.play("rally", facts, [6, 6]), {}).throws[0].successes == 1
    assert nerve.throw.needed == Need(12 - skill, summed=True)


def test_dice_of_ones_own_are_read_one_after_the_other() -> None:
    facts = {"attacker": unit(), "target": unit(fight=2), "charging": True}
    resolution = TABLE.play("blows", facts, [4, 5, 6, 1, 4, 1, 5])
    assert resolution.played.outcome == (2, 0, 1, 0, 1, 1)
    assert ENGLISH(resolution.text) == "2 hits, 1 scratched, 1 slain, 1 model lost. The target is slain."


def test_the_ledger_of_a_total_has_each_of_its_reasons() -> None:
    facts = {"attacker": unit(fight=4, wounds=1), "target": unit(), "charging": True}
    clash, guard = TABLE.play("duel", facts, [6, 1]).played.steps
    lines = [(ENGLISH(line.why), line.value, line.of) for line in clash.throw.ledger]
    assert lines == [
        ("Fight", 4, "total"),
        ("charging", 1, "total"),
        ("1 wounds", -1, "total"),
        ("on guard", -2, "total"),
    ]
    assert guard.throw.part == "target"


def test_a_row_of_a_table_marks_for_each_die_that_ends_in_it() -> None:
    facts = {"attacker": unit(fight=2), "target": unit(fight=0)}
    resolution = TABLE.play("blows", facts, [4, 4, 3, 5])
    assert [tuple(effect)[:3] for effect in resolution.effects] == [("target", "wounds", 2)]
    assert "The target has 2 more wounds." in ENGLISH(resolution.text)


def test_a_flag_is_taken_off_by_a_mark_of_0() -> None:
    resolution = TABLE.play("get_up", {"unit": unit(skill=4)}, [4])
    assert [tuple(effect)[:3] for effect in resolution.effects] == [("unit", "down", -1)]


def test_dice_whose_odds_would_take_long_are_refused() -> None:
    many = TEXT.replace('dice = "hits"', 'dice = "hits * 90"').replace("dice = 2,", 'dice = "30 * unit.fight",')
    table = Sitting(read_system(many.encode(), "many.toml"))
    with pytest.raises(RuleError, match="at most 198 dice"):
        table.chances("blows", {"attacker": unit(), "target": unit(fight=0)})
    with pytest.raises(RuleError, match="at most 38 dice"):
        table.chances("measure", {"unit": unit()})
