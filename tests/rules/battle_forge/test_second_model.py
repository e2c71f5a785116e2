"""The odds of the file equal, as fractions, those of a second model that was written independently."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from data import system_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.battle_forge import second_model
from tests.rules.battle_forge.cases import fight, fire, unit
from tests.rules.table import Sitting

SYSTEM = system_of("battle_forge")


def chances(action: str, facts: dict[str, Any], *choose: str, **rulings: str) -> dict[Any, Fraction]:
    found = Sitting(SYSTEM, rulings, choose).chances(action, facts)
    return {tuple(outcome): p for outcome, p in found.items()}


ARMS = (
    [{"weapon": "rifle", "count": 3}],
    [{"weapon": "machine_gun", "count": 1}, {"weapon": "rifle", "count": 2}],
    [{"weapon": "marksman_rifle", "count": 1}, {"weapon": "carbine", "count": 1}],
)
SHOTS = [
    fire(weapons=arms, distance=far, cover=cover, obscured=obscured, attacker=attacker, target=target)
    for arms, (far, cover, obscured), (attacker, target) in product(
        ARMS,
        ((2.5, "fortified", True), (9, "none", False), (13, "normal", True), (18, "negative", False)),
        (
            (unit(), unit(models=3)),
            (unit(acc=7, shock=2), unit(models=5, shock=5, sav=2)),
            (unit(focus=True), unit(models=2, evade=True, co=2)),
            (unit(acc=1, shock=9), unit(models=9, sav=14, shock=1)),
        ),
    )
]
FIGHTS = [
    fight(weapons=arms, across=across, attacker=attacker, target=target)
    for arms, across, (attacker, target) in product(
        ([{"weapon": "bayonet", "count": 3}], [{"weapon": "sabre", "count": 2}, {"weapon": "bayonet", "count": 1}]),
        (False, True),
        (
            (unit(), unit(models=3)),
            (unit(strength=9, shock=1), unit(models=4, shock=6, sav=6)),
            (unit(focus=True), unit(models=1, evade=True)),
        ),
    )
]
ATTACKS = [*(("fire", facts) for facts in SHOTS), *(("fight", facts) for facts in FIGHTS)]


@for_each(("action", "facts"), ATTACKS)
def test_an_attack_has_the_chances_of_the_second_model(action: str, facts: dict[str, Any]) -> None:
    assert chances(action, facts) == second_model.attack(action, facts)


@for_each("facts", SHOTS[2::4])
def test_a_token_that_is_kept_changes_nothing(facts: dict[str, Any]) -> None:
    assert chances("fire", facts, "evade=keep") == second_model.attack("fire", facts, evade="keep")


@for_each(("choice", "spent"), [("spend", True), ("keep", False)])
def test_a_token_is_used_up_if_its_player_spends_it(choice: str, spent: bool) -> None:
    shot = Sitting(SYSTEM, choose=(f"evade={choice}",)).play("fire", fire(target=unit(evade=True)), [10, 10])
    assert [effect[:3] for effect in shot.effects] == [("target", "evade", -1)] * spent


@for_each("facts", SHOTS[1::4])
def test_shock_asks_for_no_test_under_the_ruling(facts: dict[str, Any]) -> None:
    assert chances("fire", facts, shock_limit="none") == second_model.attack("fire", facts, limit="none")


@for_each("action", ["activate", "rally"])
@for_each(("shock", "co"), [(0, 6), (1, 6), (3, 4), (5, 12), (2, 0)])
def test_each_shock_comes_off_by_a_check(action: str, shock: int, co: int) -> None:
    one = unit(shock=shock, co=co)
    assert chances(action, {"unit": one}) == second_model.courage(one)


@for_each("shock", [0, 1, 3, 9])
def test_a_break_test_knows_no_shock(shock: int) -> None:
    p = second_model.test(unit(), "co", less_shock=False)
    assert chances("break_test", {"unit": unit(shock=shock)}) == {("passed",): p, ("failed",): 1 - p}


@for_each(("shock", "road"), [(0, False), (2, False), (8, True)])
def test_moves_are_shortened_by_shock_and_a_rush_is_half_as_far_again(shock: int, road: bool) -> None:
    facts = {"unit": unit(shock=shock), "road": road}
    far = second_model.inches(facts)
    assert chances("move", facts) == {(far,): Fraction(1)}
    p = second_model.test(unit(shock=shock), "init", less_shock=True)
    more = far + (far - 2 * road) // 2
    assert chances("rush", facts) == {("passed", more): p, ("failed", far): 1 - p}
    assert chances("fall_back", facts) == {("passed", far): p, ("failed", far): 1 - p}


def test_either_of_two_sides_goes_first() -> None:
    assert chances("initiative", {"sides": [{}, {}]}) == second_model.two_d10()


@for_each(("accuracy", "reason"), [(1, None), (0, "a 1 always passes"), (9, None), (12, "a 10 never passes")])
def test_the_ledger_names_the_face_that_always_or_never_passes(accuracy: int, reason: str | None) -> None:
    shot = fire(attacker=unit(acc=accuracy), distance=6, cover="none", obscured=False)
    played = Sitting(SYSTEM).play("fire", shot, [10, 10])
    why = [ENGLISH(line.why) for line in played.played.steps[0].throw.ledger]
    assert [one for one in why if "always" in one or "never" in one] == ([reason] if reason else [])
