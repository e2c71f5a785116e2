"""A rule system as a value: the commands that it offers, and to which unit."""

from __future__ import annotations

from data import system_of
from tests.rules.opponent.test_decide import to_go


def test_a_unit_is_offered_its_own_actions_and_no_unit_in_particular_all() -> None:
    """A vehicle of FUBAR drives: it was offered Walk and Run."""
    board = to_go(system_of("fubar"))
    [activate] = [one for key, one in board.system.commands.items() if key == "activate"]
    vehicle = next(one for one in board.game.units.values() if one.profile.get("kind") == "vehicle")
    section = next(one for one in board.game.units.values() if one.profile.get("kind") != "vehicle")
    every, own = activate.actions_of(board, None), activate.actions_of(board, vehicle)
    assert list(every) == list(activate.actions)
    assert [one.label for one in own] != [one.label for one in activate.actions_of(board, section)]
