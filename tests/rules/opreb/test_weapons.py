"""The default firers, with their dice and bands (Small arms fire › Attacker dice pool)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from rules.command.movement import Band
from rules.command.system import Board
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.request import Request, changed
from tests.rows import for_each
from tests.rules.opreb.table import HEAVY, MILITIA, RIFLES, SCOUTS, table, with_states


def board_with_weapons(board: Board, models: int = 6, **weapons: int) -> Board:
    """Return the rifle squad with other weapons."""
    carried = tuple(Weapon(name=name, count=count) for name, count in weapons.items())
    board.game.units[RIFLES] = board.unit(RIFLES).model_copy(update={"weapons": carried, "models": models})
    return board


def in_position(board: Board) -> Board:
    return with_states(board, RIFLES, in_position=1)


def fires(board: Board, text: str = "") -> dict[str, int]:
    request = Request("fire", unit=(RIFLES,), firers=(text,) if text else ())
    order: Any = board.system.commands["fire"](board, request)
    return order.chosen_weapons()


def facts(board: Board, text: str = "") -> Any:
    """Return the facts of a shot by the rifle squad."""
    shot = Request("fire", unit=(RIFLES,), target=(MILITIA,), distance=(Decimal(7),), cover=("open",))
    [planned] = board.system.commands["fire"].plan(board, changed(shot, firers=(text,) if text else ())).plays
    return planned.facts


def test_a_group_without_a_count_is_all_of_it_and_counts_add_up() -> None:
    board = board_with_weapons(table(), assault_rifle=4, saw=1)
    assert fires(board, "assault rifle") == {"assault_rifle": 4}
    assert fires(board, "2 assault rifle, 1 assault rifle, saw") == {"assault_rifle": 3, "saw": 1}
    with pytest.raises(RuleError, match="has 4 assault rifles, not 5"):
        fires(board, "3 assault rifle, 2 assault rifle")
    with pytest.raises(RuleError, match="has 1 SAW, not 2"):
        fires(board, "2 saw")


def test_few_models_serve_the_weapons_that_give_most_dice_a_model() -> None:
    """A crew of two shares the dice of its gun; out of position a gun gives none."""
    few = board_with_weapons(table(), models=2, rifle=2, assault_rifle=2, hmg=1)
    assert fires(few) == {"assault_rifle": 2}
    hmg = board_with_weapons(table(), models=2, rifle=2, hmg=1)
    assert fires(hmg) == {"rifle": 2}
    assert fires(in_position(hmg)) == {"hmg": 1}
    assert fires(in_position(few)) == {"assault_rifle": 2}


def test_a_crew_that_is_armed_by_ruling_counts_with_the_rate_of_fire_of_the_squad() -> None:
    few = board_with_weapons(table(support_crew="rof"), models=1, saw=1, assault_rifle=3)
    assert fires(few) == {"saw": 1}, "as many dice as a rifle, and it is carried first"
    assert fires(board_with_weapons(table(), models=1, saw=1, rifle=3)) == {"rifle": 1}
    both = board_with_weapons(table(support_crew="rof"), models=1, battle_rifle=1, rifle=3, saw=1)
    assert fires(both) == {"battle_rifle": 1}, "1 die for the crew, as the rifles of most have"
    assert fires(in_position(both)) == {"battle_rifle": 1}, "1 and 2 dice are no more than 3"
    rifles = board_with_weapons(table(support_crew="rof"), models=1, rifle=3, saw=1)
    assert fires(in_position(rifles)) == {"saw": 1}


def test_support_weapons_bring_their_dice_and_a_crew_with_the_usual_rate_of_fire() -> None:
    board = board_with_weapons(table(), assault_rifle=2, rifle=1, hmg=2, saw=1)
    found = [one.model_dump() for one in facts(board, "2 hmg, saw, rifle").support]
    assert found == [
        {"weapon": "hmg", "count": 2, "dice": 3, "crew": 4, "rof": 2},
        {"weapon": "saw", "count": 1, "dice": 2, "crew": 1, "rof": 2},
    ]
    alone = board_with_weapons(in_position(table()), hmg=1)
    assert [one.rof for one in facts(alone).support] == [1]
    as_many = board_with_weapons(table(), rifle=2, smg=2, saw=1)
    assert [one.rof for one in facts(as_many).support] == [3], "of several, the highest"


def test_a_band_is_named_where_it_is_not_the_squads() -> None:
    found = [one.model_dump() for one in facts(board_with_weapons(table(), smg=1, rifle=2)).shooters]
    assert found == [{"count": 1, "rof": 3, "band": 4}, {"count": 2, "rof": 1, "band": None}]


@for_each(
    ("chosen", "carried", "band"),
    [
        ("2 smg, 3 rifle", {"smg": 2, "rifle": 3}, 8),
        ("3 smg, 2 rifle", {"smg": 3, "rifle": 3}, 4),
        ("2 smg, 2 rifle", {"smg": 3, "rifle": 2}, 8),
        ("2 smg, 1 shotgun, 2 long rifle", {"smg": 2, "shotgun": 1, "long_rifle": 2}, 4),
        ("hmg", {"long_rifle": 4, "smg": 1, "hmg": 1}, 12),
        ("hmg", {"hmg": 1}, 8),
    ],
)
def test_the_band_of_most_of_those_who_fire_is_the_squads(chosen: str, carried: dict[str, int], band: int) -> None:
    assert facts(board_with_weapons(in_position(table()), **carried), chosen).attacker.band == band


def test_support_weapons_are_ready_in_position_or_where_their_crews_are_riflemen() -> None:
    def ready(board: Board, unit: str = HEAVY) -> list[str]:
        return [weapon.name for weapon in board.system.ready_to_fire(board, board.unit(unit))]

    assert ready(table()) == ["long_rifle"]
    assert ready(with_states(table(), HEAVY, in_position=1)) == ["long_rifle", "hmg"]
    assert ready(table(support_crew="rof")) == ["long_rifle", "hmg"]
    assert ready(table(), MILITIA) == ["rifle"]


def bands(board: Board, unit: Unit) -> Sequence[Band]:
    return board.system.bands(board, unit)


def test_ranges_are_offered_for_a_squad_whose_small_arms_all_share_them() -> None:
    rifles = bands(table(), table().unit(MILITIA))
    assert [(one.low, one.high) for one in rifles][:2] == [(Decimal(0), Decimal(8)), (Decimal(8), Decimal(16))]
    assert rifles[-1].high == Decimal(72)
    assert bands(table(), table().unit(SCOUTS))[0].high == Decimal(12)
    assert bands(table(), table().unit(HEAVY))[0].high == Decimal(12), "the HMG has no band of its own"
    mixed = board_with_weapons(table(), rifle=1, smg=1)
    assert bands(mixed, mixed.unit(RIFLES)) == ()
    guns = board_with_weapons(table(), hmg=1)
    assert bands(guns, guns.unit(RIFLES)) == ()


def test_the_last_band_of_a_squad_ends_with_the_length_of_a_large_table() -> None:
    board = board_with_weapons(table(), assault_rifle=4)
    found = bands(board, board.unit(RIFLES))
    assert (found[0].low, found[-1].high) == (0, 72)
