"""Units as text: their states, with the units that these point at."""

from __future__ import annotations

import pytest

from bot.resolution.undo_notes import unmarked_notes
from cogs.rendering.text import Reader
from cogs.rendering.units import is_state_shown, state_text
from data import SYSTEMS, system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.resolve import ruleset_of

LINKING = {"en": {"with", "of", "at", "by", "aboard"}, "de": {"mit", "von", "auf"}}
"""Words between a state and the unit that it points at."""


def _board(system: str, **states: str) -> Board:
    named, rules = ((id, name) for id, name in (("u1", "Sergeant"), ("u2", "Brute"))), system_of(system)
    units = [Unit(id=id, name=name, side=name, models=1, starting=1) for id, name in named]
    units[0] = units[0].model_copy(update={"states": states})
    return Board(Game(units={one.id: one for one in units}), rules, ruleset_of(rules, {}))


@pytest.mark.parametrize("code", LINKING)
@pytest.mark.parametrize("system", [one.key for one in SYSTEMS])
def test_a_state_that_points_at_a_unit_is_linked_with_its_name(system: str, code: str) -> None:
    """The board said "in contact Brute", in German "an Bord Brute"."""
    board = _board(system)
    words = Reader(language(code), board)
    pointing = [one for one in board.system.states.values() if one.holds in ("unit", "words") and not one.quiet]
    for state in pointing:
        if state.name not in ("actions_done", "weapons_lost"):  # these hold words
            before, *after = words(state_text(board, state.name, "u2")).split(" Brute")
            assert after == [""]
            assert before.split()[-1] in LINKING[code], before


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Sergeant: no longer in contact with Brute."), ("de", "Bei Sergeant entfällt: in Kontakt mit Brute.")],
)
def test_an_undo_says_with_whom_a_unit_is_no_longer_in_contact(code: str, said: str) -> None:
    before, after = _board("zombie_wargame", in_contact="u2"), _board("zombie_wargame")
    assert [Reader(language(code), after)(one) for one in unmarked_notes(before, after)] == [said]


@pytest.mark.parametrize(
    ("states", "shown"),
    [
        ({"action": "walk", "activated": "1"}, ["action", "activated"]),
        ({"action": "on_guard", "on_guard": "1", "activated": "1"}, ["activated", "on_guard"]),
        ({"action": "walk"}, []),
        ({"on_guard": "1"}, ["on_guard"]),
        ({"action": "duck_and_weave"}, ["action"]),
        ({"fought": "u2", "gone": "1"}, []),
    ],
)
def test_a_board_shows_each_action_once_and_none_of_last_turn(states: dict[str, str], shown: list[str]) -> None:
    board = _board("fubar", **states)
    unit = board.unit("u1")
    assert sorted(name for name in states if is_state_shown(board, unit, name)) == shown
    fallen = unit.model_copy(update={"models": 0})
    assert not any(is_state_shown(board, fallen, name) for name in states)
