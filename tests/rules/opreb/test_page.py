"""One test for each paragraph of the page on infantry small arms fire, in its order; README.md has the list."""

from __future__ import annotations

from typing import Any

import pytest

from rules.command.contract import result_text
from rules.kernel.dice import Need
from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import outcome, play

BANG, WHIFF = 5, 1


def shot(attacker: int, defender: int, more: tuple[int, ...] = (), **changes: Any) -> tuple[dict[str, Any], list[int]]:
    """Ten dice against seven or, in cover, eleven, with so many bangs on each side, and the dice rolled after that."""
    facts = fire(
        attacker={"skill": 4, "band": 8, "in_position": False},
        shooters=[{"count": 6, "rof": 1}],
        distance=24,
        target=target(skill=4, models=6, **changes.pop("target", {})),
        **changes,
    )
    dice = 7 if facts["target"]["cover"] == "open" else 11
    return facts, [*bangs(attacker, 10), *bangs(defender, dice), *more]


def bangs(n: int, dice: int) -> list[int]:
    return [BANG] * n + [WHIFF] * (dice - n)


def test_the_target_is_one_enemy_squad_in_line_of_sight() -> None:
    facts, dice = shot(0, 0, sight="blocked")
    with pytest.raises(RuleError, match="line of sight is blocked"):
        play("fire", facts, dice)


def test_both_sides_roll_bang_dice() -> None:
    played = play("fire", *shot(0, 0)).played
    assert [(step.throw.key, step.throw.by, step.throw.sides, step.throw.needed) for step in played.steps] == [
        ("attacker_pool", "attacker", 6, Need(5)),
        ("defender_pool", "defender", 6, Need(5)),
    ]
    assert [ENGLISH(step.throw.label) for step in played.steps] == ["attacker pool", "defender pool"]


def test_the_attacker_rolls_rof_for_each_model_skill_dice_and_support_in_position() -> None:
    facts = fire(
        attacker={"skill": 5, "band": 8, "in_position": True},
        shooters=[{"count": 3, "rof": 2}, {"count": 1, "rof": 3}],
        support=[{"weapon": "hmg", "count": 1}, {"weapon": "saw", "count": 2}],
    )
    step = play("fire", facts, bangs(0, 6 + 3 + 5 + 3 + 4) + bangs(0, 3)).played.steps[0]
    assert [line.value for line in step.throw.ledger if line.of == "dice"] == [6, 3, 3, 4, 5]


@for_each(("distance", "band", "dice"), [(19, 8, 2), (7.9, 8, 0), (8, 8, 1), (24, 12, 2), (24, 4, 6)])
def test_the_defender_rolls_a_die_for_each_full_range_band_of_the_attackers_weapon(
    distance: float, band: int, dice: int
) -> None:
    facts = fire(distance=distance, attacker={"skill": 3, "band": band, "in_position": False})
    step = play("fire", facts, bangs(0, 4) + bangs(0, 3 + dice)).played.steps[1]
    assert len(step.faces) == 3 + dice


@for_each(("cover", "dice"), [("open", 0), ("light", 4), ("hard", 4)])
def test_cover_of_either_kind_gives_the_defender_four_dice(cover: str, dice: int) -> None:
    step = play("fire", fire(target=target(cover=cover)), bangs(0, 4) + bangs(0, 3 + dice)).played.steps[1]
    assert len(step.faces) == 3 + dice


@for_each(("attacker", "defender", "damage"), [(5, 2, 3), (2, 2, 0), (1, 4, 0)])
def test_each_bang_of_the_defender_cancels_one_and_the_rest_is_damage(
    attacker: int, defender: int, damage: int
) -> None:
    more = bangs(1, 4) if damage else []
    assert outcome("fire", *shot(attacker, defender, tuple(more)))["damage"] == damage


def test_damage_in_the_open_asks_a_morale_check_within_the_same_action() -> None:
    held = play("fire", *shot(3, 1, (2, 5, 1, 3)))
    assert [step.throw.key for step in held.played.steps] == ["attacker_pool", "defender_pool", "morale_check"]
    assert ENGLISH(held.played.steps[-1].throw.label) == "morale check"
    assert not held.played.outcome.fell_back
    broken = outcome("fire", *shot(3, 1, (2, 4, 1, 3, 5, 6, 1, 1)))
    assert broken["fell_back"]


def test_the_defender_may_fail_the_check_by_choice() -> None:
    played = play("fire", *shot(3, 1, (5, 6, 1, 1)), ["morale=fail"]).played
    assert played.outcome.fell_back
    assert [(step.throw.key, ENGLISH(step.throw.label)) for step in played.steps][2:] == [("tac_move", "tac-move")]


def test_without_damage_there_is_no_test_and_no_falling_back() -> None:
    played = play("fire", *shot(1, 1), ["morale=fail"]).played
    assert not played.outcome.fell_back
    assert not played.made


@for_each(("dice", "inches"), [((1, 2, 3, 4), 3), ((5, 1, 1, 1), 6), ((5, 6, 5, 6), 9)])
def test_falling_back_is_a_tac_move_away_from_the_enemy(dice: tuple[int, ...], inches: int) -> None:
    resolution = play("fire", *shot(3, 1, dice), ["morale=fail"])
    assert resolution.played.outcome.fall_back_inches == inches
    ran = f"Move the target by {inches}″ away from the shooter."
    assert ENGLISH(result_text(resolution)).endswith(ran)


@for_each(("choose", "fell_back", "more"), [([], False, (1, 1)), (["fall_back=go"], True, (5, 1, 1, 1, 1, 1))])
def test_in_light_cover_the_defender_may_fall_back_toward_hard_cover_without_a_check(
    choose: list[str], fell_back: bool, more: tuple[int, ...]
) -> None:
    facts, dice = shot(3, 1, more, target={"cover": "light"}, nearest_cover={"kind": "hard", "distance": 6})
    got = outcome("fire", facts, dice, choose)
    assert (got["fell_back"], got["cover"]) == (fell_back, "hard" if fell_back else "light")


def test_in_light_cover_there_is_no_falling_back_toward_light_cover() -> None:
    facts, dice = shot(3, 1, (1, 1), target={"cover": "light"}, nearest_cover={"kind": "light", "distance": 2})
    assert not play("fire", facts, dice, ["fall_back=go"]).played.made


def test_in_hard_cover_there_is_no_falling_back() -> None:
    facts, dice = shot(3, 1, (1, 1), target={"cover": "hard"}, nearest_cover={"kind": "hard", "distance": 2})
    assert not outcome("fire", facts, dice, ["morale=fail", "fall_back=go"])["fell_back"]


def test_a_unit_that_makes_it_to_cover_withstands_the_damage_there() -> None:
    near = {"kind": "hard", "distance": 6}
    facts, dice = shot(3, 1, (5, 1, 1, 1, 5, 1), nearest_cover=near)
    reached = outcome("fire", facts, dice, ["morale=fail"])
    assert (reached["cover"], reached["tier"], reached["wounds"], reached["pinned"]) == ("hard", 2, 1, 1)
    facts, dice = shot(3, 1, (1, 1, 1, 1), nearest_cover=near)
    short = outcome("fire", facts, dice, ["morale=fail"])
    assert (short["cover"], short["tier"], short["wounds"], short["pinned"]) == ("open", 0, 2, 0)


def test_each_damage_becomes_a_wound_or_a_pinned_marker() -> None:
    for cover in ("light", "hard"):
        got = outcome("fire", *shot(6, 1, (5, 1, 2, 6, 3), target={"cover": cover}))
        assert got["wounds"] + got["pinned"] == got["damage"] == 5


def test_wound_markers_are_possible_kills_until_the_unit_activates() -> None:
    effects = play("fire", *shot(3, 1, (5, 1, 1, 1))).effects
    assert [(one.unit, one.effect, one.change) for one in effects] == [("target", "wounds", 2)]


def test_pinned_markers_show_how_far_the_unit_is_suppressed() -> None:
    effects = play("fire", *shot(3, 1, (1, 1), target={"cover": "hard"})).effects
    assert [(one.unit, one.effect, one.change) for one in effects] == [("target", "pinned", 2)]


@for_each(("cover", "by"), [("light", "defender"), ("hard", "attacker")])
def test_one_die_per_damage_and_who_rolls_it_matters(cover: str, by: str) -> None:
    step = play("fire", *shot(4, 1, (5, 6, 1), target={"cover": cover})).played.steps[-1]
    assert (step.throw.key, step.throw.by, len(step.faces)) == (f"{by}_conversion", by, 3)
    assert ENGLISH(step.throw.label) == f"{by} conversion"


def test_in_the_open_all_damage_is_wounds() -> None:
    got = outcome("fire", *shot(4, 1, (5, 1, 1, 1)))
    assert (got["tier"], got["wounds"], got["pinned"]) == (0, 3, 0)


def test_in_light_cover_the_defender_shifts_wounds_to_pinned() -> None:
    got = outcome("fire", *shot(4, 1, (5, 6, 1), target={"cover": "light"}))
    assert (got["tier"], got["wounds"], got["pinned"]) == (1, 1, 2)


def test_in_hard_cover_the_attacker_shifts_pinned_to_wounds() -> None:
    got = outcome("fire", *shot(4, 1, (5, 6, 1), target={"cover": "hard"}))
    assert (got["tier"], got["wounds"], got["pinned"]) == (2, 2, 1)


def test_beyond_hard_cover_all_damage_is_pinned_without_a_roll() -> None:
    got = outcome("fire", *shot(4, 1, target={"cover": "hard", "in_position": True}))
    assert (got["tier"], got["wounds"], got["pinned"]) == (3, 0, 3)


@for_each("state", ["in_position", "hidden"])
def test_a_unit_in_position_or_hidden_counts_one_tier_better(state: str) -> None:
    got = outcome("fire", *shot(4, 1, (5, 6, 1), target={"cover": "light", state: True}))
    assert got["tier"] == 2


def test_blast_and_exceptional_weapons_take_one_tier_off() -> None:
    got = outcome("fire", *shot(4, 1, (5, 6, 1), target={"cover": "hard"}, lowers_tier=True))
    assert (got["tier"], got["wounds"], got["pinned"]) == (1, 1, 2)


def test_markers_stay_until_the_targets_own_turn_and_then_become_kills_or_not() -> None:
    got = outcome("activate", {"unit": {"models": 6, "wounds": 4, "pinned": 2}}, (5, 2, 6, 1))
    assert got == {"kills": 2, "wounds_cleared": 4}
    assert [
        one.effect for one in play("activate", {"unit": {"models": 6, "wounds": 1, "pinned": 2}}, (1,)).effects
    ] == ["wounds"]


def test_a_shooter_round_the_wall_makes_hard_cover_light_but_the_four_dice_stay() -> None:
    played = play("fire", *shot(4, 1, (5, 6, 1), target={"cover": "hard"}, flanked=True)).played
    assert len(played.steps[1].faces) == 11
    assert (played.outcome.cover, played.outcome.tier) == ("light", 1)
