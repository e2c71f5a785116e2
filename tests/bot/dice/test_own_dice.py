"""Players' own dice of an undone entry: they wait until the same command uses them."""

from __future__ import annotations

import pytest

from bot.dice.own_dice import drop_kept_own_dice, keep_own_dice, reused_own_dice
from rules.game.game import Game
from rules.kernel.plays import Laid, RecordedRoll
from tests.bot.dice.rolls import entry, play, recorded_roll


def test_own_dice_lie_there_until_the_same_command_uses_them() -> None:
    old = entry(play(recorded_roll("hit", 6, (1, 2), "physical"), recorded_roll("save", 6, (3,))))
    game = Game().with_events(keep_own_dice(old, "fire"))
    assert drop_kept_own_dice(game, "assault") == ()
    laid = Laid(nth=0, key="hit", sides=6, faces=(1, 2), source="physical")
    assert game.kept == {"fire": (laid,)}
    assert game.with_events(drop_kept_own_dice(game, "fire")).kept == {}


def test_of_a_mixed_roll_the_players_own_are_kept() -> None:
    (kept,) = keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2, 5, 6), "physical", 2))), "fire")
    assert [(laid.faces, laid.own_faces) for laid in kept.throws] == [((1, 2), (1, 2))]


def test_where_there_are_no_own_dice_nothing_is_kept() -> None:
    assert keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2)))), "fire") == ()


@pytest.mark.parametrize(
    ("now", "again"),
    [
        (recorded_roll("hit", 6, (1, 2), "physical"), [(1, 2)]),
        (recorded_roll("hit", 6, (1,), "physical"), [(1,)]),
        (recorded_roll("hit", 6, (2, 1), "physical"), []),
        (recorded_roll("hit", 6, (1, 2), "bot"), []),
        (recorded_roll("save", 6, (1, 2), "physical"), []),
    ],
)
def test_own_dice_that_counted_again(now: RecordedRoll, again: list[tuple[int, ...]]) -> None:
    game = Game().with_events(keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2), "physical"))), "fire"))
    assert [roll.faces for roll in reused_own_dice(game, "fire", [play(now)])] == again
    assert reused_own_dice(game, "assault", [play(now)]) == []
    assert reused_own_dice(game, "fire", []) == []
