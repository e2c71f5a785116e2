"""`/morale` and `/act recover`: the same order."""

from __future__ import annotations

from typing import cast

import pytest

from rules.kernel.errors import RuleError
from rules.openfire_d12.recover import Recover
from tests.rules.openfire_d12.table import Named, board, done, marked, ordered

TWO = marked(board(("Red", "veteran_squad"), ("Blue", "raiders")), "u1", suppression=2)


@pytest.mark.parametrize("command", ["morale", "recover"])
def test_tokens_come_off_the_board(command: str) -> None:
    came_to = done(TWO, command, (5,), unit="u1", situation="no_enemy_within_12")
    assert came_to.board.unit("u1").count("suppression") == 1
    assert came_to.title == "Veteran squad: recover"


def test_who_is_near_is_told_by_the_situation() -> None:
    facts = cast(
        Recover, ordered(TWO, "recover", unit="u1", situation=("enemy_within_12", "friend_within_6")).plays[0].facts
    )
    assert (facts.in_assault_range, facts.enemy_within_6, facts.enemy_within_12) == (False, False, True)
    assert facts.friend_within_6


@pytest.mark.parametrize("situation", [("in_assault_range",), ()])
def test_an_enemy_in_assault_range_is_within_six_and_twelve_inches(situation: tuple[str, ...]) -> None:
    near = TWO if situation else marked(TWO, "u1", in_assault_range_of="u2")
    facts = cast(Recover, ordered(near, "recover", unit="u1", situation=situation).plays[0].facts)
    assert (facts.in_assault_range, facts.enemy_within_6, facts.enemy_within_12) == (True, True, True)


def test_within_six_is_within_twelve() -> None:
    facts = cast(Recover, ordered(TWO, "recover", unit="u1", situation="enemy_within_6").plays[0].facts)
    assert (facts.enemy_within_6, facts.enemy_within_12) == (True, True)


def test_fearless_units_throw_again() -> None:
    assert len(done(TWO, "recover", (1, 12), unit="u1", situation="no_enemy_within_12").plays[0].played.steps) == 2


def test_without_tokens_it_is_refused() -> None:
    with pytest.raises(RuleError, match=r"^The unit has no suppression token to recover from\.$") as caught:
        done(TWO, "recover", unit="u2")
    [planned] = ordered(TWO, "recover", unit="u2").plays
    refusal = caught.value.in_play(planned.roles).text
    assert Named(TWO)(refusal) == "Raiders has no suppression token to recover from."
