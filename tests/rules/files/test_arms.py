"""Weapons of an attack in a file: the best for their crew first, those that are ready, and bands of one width."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rules.command.effects import mark
from rules.command.system import Board
from rules.files.trial import begin
from rules.game.unit import Weapon
from rules.kernel.errors import RuleError
from rules.kernel.request import bare_request, changed
from tests.rows import for_each
from tests.rules.files.test_lists import VOLLEY, the_rules

WORTH = "weapon.shots if range == 'usual' or weapon.shots == most(carried.shots, carried.count) else 0"
ARMS = f'crew = "weapon.shots", worth = "({WORTH}) * (not attacker.shaken)", every = "weapon.reach // 2"'
TEXT = VOLLEY.replace(
    'weapons = { reach = "weapon.reach" }',
    f'weapons = {{ reach = "weapon.reach", {ARMS}, section = "Arms", none = "{{attacker}} is too shaken." }}',
)


def table(models: int = 6, **weapons: int) -> Board:
    board, *_ = begin(the_rules(TEXT))
    carried = tuple(Weapon(name=name, count=count) for name, count in (weapons or {"musket": 5, "cannon": 1}).items())
    board.game.units["u1"] = board.unit("u1").model_copy(update={"weapons": carried, "models": models})
    return board


def order(board: Board, firers: str = "", distance: int = 12) -> Any:
    enemy = next(one for one in board.game.units.values() if one.side != board.unit("u1").side)
    request = changed(bare_request("fire"), unit=("u1",), target=(enemy.id,), distance=(Decimal(distance),))
    return board.system.commands["fire"](board, changed(request, firers=(firers,) if firers else ()))


def test_the_weapons_worth_most_for_their_crew_fire_first() -> None:
    assert TEXT != VOLLEY
    assert order(table()).chosen_weapons() == {"musket": 5}, "the cannon of three is worth nothing by the ruling"
    assert order(table(8)).chosen_weapons() == {"musket": 5, "cannon": 1}
    assert order(table(3, cannon=2, musket=1)).chosen_weapons() == {"cannon": 1}
    assert order(table(6), distance=30).chosen_weapons() == {"cannon": 1}, "muskets do not reach"


def test_weapons_that_are_worth_nothing_are_not_ready() -> None:
    board = table()
    assert [one.name for one in board.system.ready_to_fire(board, board.unit("u1"))] == ["musket"]
    assert order(board).judge() == ()
    shaken = board.after(mark(board.unit("u1"), shaken=1))
    assert board.system.ready_to_fire(shaken, shaken.unit("u1")) == []
    with pytest.raises(RuleError, match="u1 is too shaken"):
        order(shaken).judge()
    with pytest.raises(RuleError, match="u1 is too shaken"):
        order(table(2, cannon=1)).judge()


@for_each(
    ("firers", "said"),
    [("6 musket", "u1 has 5 muskets, not 6"), ("5 musket, cannon", "u1 has 6 models; these weapons need 8")],
)
def test_weapons_that_are_missing_or_that_no_model_serves_are_refused_by_their_section(firers: str, said: str) -> None:
    with pytest.raises(RuleError, match=said) as caught:
        order(table(), firers).chosen_weapons()
    assert caught.value.rule == "Arms"


def test_bands_of_one_width_go_to_the_end_of_the_table() -> None:
    def ends(board: Board) -> list[int]:
        return [int(one.high) for one in board.system.bands(board, board.unit("u1"))]

    assert ends(table(musket=5)) == [12, 24, 36, 48, 60, 72]
    assert ends(table(cannon=1)) == [24, 48, 72]
    assert ends(table()) == [], "they depend on the weapons that fire"
