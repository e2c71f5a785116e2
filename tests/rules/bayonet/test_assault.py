"""Hand to hand: both scores, the loser, and the effects on it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import pytest

from rules.bayonet.assault import AssaultFacts, AssaultOutcome, HandResult
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import (
    board,
    carry_out,
    expect_refusal,
    figure,
    keys,
    labels,
    marked,
    outcome,
    plan_command,
    play,
    text_on_board,
    warnings_of,
)


def _fight(**more: Any) -> dict[str, Any]:
    return {"attacker": figure(), "defender": figure()} | more


@for_each(
    ("dice", "result", "loser"),
    [
        ((3, 3), "none", None),
        ((4, 3), "recoil", "defender"),
        ((3, 4), "recoil", "attacker"),
        ((5, 1), "flee", "defender"),
        ((1, 5), "flee", "attacker"),
        ((6, 1), "downed", "defender"),
        ((1, 6), "downed", "attacker"),
    ],
)
def test_the_lower_score_loses(dice: tuple[int, int], result: str, loser: str | None) -> None:
    expected = {"score": dice[0] + 3, "target_score": dice[1] + 3, "result": result, "loser": loser}
    assert outcome("assault", _fight(), dice) == expected


def test_modifiers_count_on_both_sides_and_aid_on_the_attackers() -> None:
    facts = _fight(
        attacker=figure(quality="superior", officer=True, armour=1),
        defender=figure(quality="inferior", armour=2),
        aiding=2,
    )
    came_to = outcome("assault", facts, (1, 1))
    assert (came_to["score"], came_to["target_score"]) == (1 + 3 + 1 + 1 + 1 + 2, 1 + 3 - 1 + 2)


def test_masks_and_range_factors_do_not_count() -> None:
    facts = _fight(attacker=figure(range_cf=None, mask=3), defender=figure(range_cf=9))
    assert outcome("assault", facts, (2, 2))["loser"] is None


def test_double_has_neither_flight_nor_a_half() -> None:
    assert outcome("assault", _fight(), (5, 1), results="double")["result"] == "downed"


def test_attacker_rolls_first() -> None:
    resolution = play("assault", _fight(), (1, 2))
    assert labels(resolution) == keys(resolution) == ["attacker", "defender"]


@for_each("who", ["attacker", "defender"])
def test_a_figure_without_a_physical_factor_cannot_fight(who: str) -> None:
    with pytest.raises(RuleError, match=f"The {who} has no Physical Combat Factor"):
        play("assault", _fight(**{who: figure(physical_cf=None)}))


def test_effects_fall_on_the_loser_and_a_tie_keeps_both_hand_to_hand() -> None:
    assert play("assault", _fight(), (3, 3)).effects == (
        Effect("attacker", "in_hand_to_hand", 1),
        Effect("defender", "in_hand_to_hand", 1),
    )
    assert play("assault", _fight(), (4, 3)).effects == ()
    assert play("assault", _fight(), (1, 5)).effects == (Effect("attacker", "fleeing", 1),)
    assert play("assault", _fight(), (6, 1)).effects == (
        Effect("defender", "downed", 1),
        Effect("defender", "models", -1),
    )


def test_leans_on_results_and_aid() -> None:
    assert play("assault", _fight(), (3, 3)).rulings_used == ()
    assert play("assault", _fight(aiding=5), (4, 3)).rulings_used == ("aid_each", "aid_max", "results")


def test_words_describe_the_move_of_the_loser() -> None:
    assert ENGLISH(play("assault", _fight(), (3, 4)).text) == "6 against 7: the attacker recoils 2″."
    assert ENGLISH(play("assault", _fight(), (3, 3)).text) == "6 against 6: they stay hand to hand."


# `/assault`: states before and after, aid, and how far the attacker may come.

FIGHT = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "engineer"))


def test_a_tie_leaves_both_hand_to_hand() -> None:
    after = carry_out(FIGHT, "assault", (3, 3), unit="u1", target="u3")
    assert [after.board.unit(id).has("in_hand_to_hand") for id in ("u1", "u2", "u3")] == [True, False, True]
    assert after.notes == ("They fight on, or one moves out of combat.",)


def test_a_result_parts_them() -> None:
    fighting = carry_out(FIGHT, "assault", (3, 3), unit="u1", target="u3").board
    after = carry_out(fighting, "assault", (4, 3), unit="u1", target="u3")
    assert not after.board.unit("u1").has("in_hand_to_hand")
    assert not after.board.unit("u3").has("in_hand_to_hand")
    assert (after.told, after.notes) == (("7 against 6: Engineer recoils 2″.",), ())


def test_the_attacker_may_lose() -> None:
    after = carry_out(FIGHT, "assault", (1, 5), unit="u1", target="u3")
    assert after.board.unit("u1").has("fleeing")
    assert after.notes == ("GI is fleeing: move it away from the enemy.",)
    downed = carry_out(FIGHT, "assault", (1, 6), unit="u1", target="u3")
    assert not downed.board.unit("u1").alive
    assert downed.notes == ()


def test_who_has_no_physical_factor_does_not_fight() -> None:
    crew = board(("Blue", "gi"), ("Red", "light_mortar"))
    for unit, target in (("u1", "u2"), ("u2", "u1")):
        with expect_refusal(crew, "Light mortar has no Physical Combat Factor", RuleError):
            plan_command(crew, "assault", unit=unit, target=target)


def test_friends_aid() -> None:
    order = plan_command(FIGHT, "assault", unit=("u1", "u2"), target="u3", situation=("aiding=1",))
    assert cast(AssaultFacts, order.plays[0].facts).aiding == 2
    assert text_on_board(FIGHT, order.title) == "Assault: GI with GI 2 → Engineer"


def test_the_text_speaks_of_the_units_that_fight() -> None:
    alone = carry_out(FIGHT, "assault", (4, 3), unit="u1", target="u3")
    assert (alone.title, alone.told) == ("Assault: GI → Engineer", ("7 against 6: Engineer recoils 2″.",))
    assert alone.throws == ("GI", "Engineer")


def test_refused_between_friends_and_with_an_enemys_aid() -> None:
    with pytest.raises(RuleError, match="same side"):
        plan_command(FIGHT, "assault", unit="u1", target="u2")
    with expect_refusal(FIGHT, "GI cannot aid Engineer: they are on different sides.", RuleError):
        plan_command(FIGHT, "assault", unit=("u3", "u1"), target="u2")


def test_warned_of_an_enemy_too_far_away() -> None:
    near, far = (Decimal(6),), (Decimal(7),)
    assert warnings_of(FIGHT, "assault", unit="u1", target="u3", distance=near) == ()
    assert "moves 6″" in warnings_of(FIGHT, "assault", unit="u1", target="u3", distance=far)[0]
    slowed = marked(FIGHT, "u1", suppressed=1)
    assert "at most 2″" in warnings_of(slowed, "assault", unit="u1", target="u3", distance=near)[0]


def test_warned_of_a_fleeing_attacker() -> None:
    assert "move it away" in warnings_of(marked(FIGHT, "u1", fleeing=1), "assault", unit="u1", target="u3")[0]


@for_each(("result", "won", "lost"), [("recoil", 4, 2), ("flee", 5, 1), ("downed", 6, 0)])
def test_the_worse_the_enemy_fares_the_higher_is_the_degree(result: HandResult, won: int, lost: int) -> None:
    """A fight without a loser is in the middle; the chances of each degree are added up from there."""
    better, worse = AssaultOutcome(5, 3, result, "defender"), AssaultOutcome(3, 5, result, "attacker")
    assert (better.degree, better.is_won(), better.is_lost()) == (won, True, False)
    assert (worse.degree, worse.is_won(), worse.is_lost()) == (lost, False, True)
    assert AssaultOutcome(4, 4, "none", None).degree == 3
