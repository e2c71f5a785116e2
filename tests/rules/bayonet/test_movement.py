"""The distance of a move: the figure's own move, 2 inches when suppressed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import board, carry_out, marked, outcome, play, warnings_of


@for_each(
    ("facts", "inches"),
    [
        ({"move": 6}, 6),
        ({"move": 6, "suppressed": True}, 2),
        ({"move": 1, "suppressed": True}, 1),
        ({"move": 6, "fleeing": True}, 6),
        ({"move": 6, "fleeing": True, "suppressed": True}, 6),
        ({"move": 0}, 0),
    ],
)
def test_inches_and_a_ledger_that_adds_up(facts: dict[str, Any], inches: int) -> None:
    came_to = outcome("movement", facts)
    assert came_to["inches"] == inches
    assert sum(line["value"] for line in came_to["why"]) == inches


def test_the_page_gives_no_distances() -> None:
    with pytest.raises(RuleError, match="no distances"):
        play("movement", {})


def test_words_say_where_to() -> None:
    assert ENGLISH(play("movement", {"move": 6, "suppressed": True}).text) == (
        "Up to 2″. It is suppressed: move it into cover."
    )
    assert "away from the enemy" in ENGLISH(play("movement", {"move": 6, "fleeing": True}).text)


# `/move`: inches by state, states that a move ends, and reactions.

SIDES = board(("Blue", "gi"), ("Red", "irregular"), ("Red", "light_mortar"), ("Red", "truck"))


@for_each(("states", "inches"), [({}, 6), ({"suppressed": 1}, 2), ({"fleeing": 1}, 6)])
def test_inches_follow_the_states(states: dict[str, int], inches: int) -> None:
    [play] = carry_out(marked(SIDES, "u1", **states), "move", unit="u1").plays
    assert play.played.outcome.inches == inches


def test_a_move_leaves_combat() -> None:
    after = carry_out(marked(SIDES, "u1", in_hand_to_hand=1, overlapping=1, suppressed=1), "move", unit="u1")
    assert set(after.board.unit("u1").states) == {"suppressed", "moved", "acted"}
    assert after.title == "GI: move out of combat"


def test_who_is_left_alone_fights_no_longer() -> None:
    fighting = marked(marked(SIDES, "u1", in_hand_to_hand=1), "u2", in_hand_to_hand=1)
    assert not carry_out(fighting, "move", unit="u1").board.unit("u2").has("in_hand_to_hand")


def test_a_second_move_is_warned() -> None:
    moved = carry_out(SIDES, "move", unit="u1").board
    assert warnings_of(moved, "move", unit="u1") == ("GI has already moved in this bound (Movement).",)


def test_entering_gas_offers_its_attack() -> None:
    assert carry_out(SIDES, "move", unit="u1", terrain=("gas",)).notes[0] == "It enters gas: the gas attacks GI."


def test_a_figure_without_a_move_stays() -> None:
    with pytest.raises(RuleError, match="a move of its own"):
        carry_out(SIDES, "move", unit="u3")


def test_warned_of_a_move_in_the_enemys_bound() -> None:
    reds = carry_out(SIDES, "initiative", (1, 6)).board
    assert warnings_of(reds, "move", unit="u1") == ("It is Red's bound, not Blue's (Bounds).",)
