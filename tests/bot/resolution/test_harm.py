"""The people whom a correction affects, and the side that it harms."""

from __future__ import annotations

from typing import Any

from bot.resolution.dependencies import changed_sides, disturbed_sides, harmed_sides
from data import system_of
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.resolve import stored_ruleset
from tests.rows import for_each

RED = Unit(id="u1", name="Marines", side="Red", models=5, starting=5)
BLUE = Unit(
    id="u2", name="Carrier", side="Blue", models=1, starting=1, hp=(3,), states={"suppressed": 1, "on_guard": 1}
)


def board(*units: Unit) -> Board:
    system = system_of("fubar")
    return Board(Game(units={unit.id: unit for unit in units}), system, stored_ruleset(system, {}))


@for_each(
    ("change", "worse", "other"),
    [
        ({}, False, False),
        ({"models": 0}, True, True),
        ({"hp": (2,)}, True, True),
        ({"hp": (4,)}, False, False),
        ({"states": {"suppressed": 2, "on_guard": 1}}, True, True),
        ({"states": {"suppressed": 1, "on_guard": 1, "weapons_lost": "gun"}}, True, True),
        ({"states": {"on_guard": 1}}, False, False),
        ({"states": {"suppressed": 1}}, False, True),
        ({"states": {"suppressed": 1, "on_guard": 1, "fired": 1}}, False, False),
        ({"name": "Tank"}, False, False),
    ],
)
def test_losses_and_markers_harm_a_side(change: dict[str, Any], worse: bool, other: bool) -> None:
    """Losses and harmful markers count, and any other marker too, because its use is unknown."""
    before, after = board(RED, BLUE), board(RED, BLUE.model_copy(update=change))
    assert changed_sides(before, after) == ({"Blue"} if change else set())
    assert harmed_sides(before, after) == ({"Blue"} if worse else set())
    assert disturbed_sides(before, after) == ({"Blue"} if other else set())


def test_a_unit_that_is_gone_is_a_loss_and_one_that_comes_is_none() -> None:
    assert (changed_sides(board(RED, BLUE), board(RED)), harmed_sides(board(RED, BLUE), board(RED))) == (
        {"Blue"},
        {"Blue"},
    )
    assert (changed_sides(board(RED), board(RED, BLUE)), harmed_sides(board(RED), board(RED, BLUE))) == (
        {"Blue"},
        set(),
    )


@for_each("key", ["fubar", "opreb", "openfire_ww2", "openfire_d12", "bayonet"])
def test_every_system_has_harmful_states(key: str) -> None:
    assert any(state.harm for state in system_of(key).states.values())
