"""The default firers, with their dice and bands (Small arms fire › Attacker dice pool)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rules.command.system import Board
from rules.game.unit import Weapon
from rules.kernel.errors import RuleError
from rules.opreb.weapons import Firers, bands, firers, ready_to_fire, shooters, squad_band, support
from tests.rules.opreb.table import HEAVY, MILITIA, RIFLES, SCOUTS, table, with_states


def board_with_weapons(board: Board, models: int = 6, **weapons: int) -> Board:
    """Return the rifle squad with other weapons."""
    carried = tuple(Weapon(name=name, count=count) for name, count in weapons.items())
    board.game.units[RIFLES] = board.unit(RIFLES).model_copy(update={"weapons": carried, "models": models})
    return board


def in_position(board: Board) -> Board:
    return with_states(board, RIFLES, in_position=1)


def fires(board: Board, text: str = "") -> Firers:
    return firers(board, board.unit(RIFLES), text)


def test_a_group_without_a_count_is_all_of_it_and_counts_add_up() -> None:
    board = board_with_weapons(table(), assault_rifle=4, saw=1)
    assert fires(board, "assault rifle") == Firers({"assault_rifle": 4}, {})
    assert fires(board, "2 assault rifle, 1 assault rifle, saw") == Firers({"assault_rifle": 3}, {"saw": 1})
    with pytest.raises(RuleError, match="has 4 assault rifles, not 5"):
        fires(board, "3 assault rifle, 2 assault rifle")
    with pytest.raises(RuleError, match="has 1 SAW, not 2"):
        fires(board, "2 saw")


def test_few_models_serve_the_weapons_that_give_most_dice_a_model() -> None:
    """A crew of two shares the dice of its gun; out of position a gun gives none."""
    few = board_with_weapons(table(), models=2, rifle=2, assault_rifle=2, hmg=1)
    assert fires(few) == Firers({"assault_rifle": 2}, {})
    hmg = board_with_weapons(table(), models=2, rifle=2, hmg=1)
    assert fires(hmg) == Firers({"rifle": 2}, {})
    assert fires(in_position(hmg)) == Firers({}, {"hmg": 1})
    assert fires(in_position(few)) == Firers({"assault_rifle": 2}, {})


def test_a_crew_that_is_armed_by_ruling_counts_with_the_rate_of_fire_of_the_squad() -> None:
    few = board_with_weapons(table(support_crew="rof"), models=1, saw=1, assault_rifle=3)
    assert fires(few) == Firers({}, {"saw": 1}), "as many dice as a rifle, and it is carried first"
    assert fires(board_with_weapons(table(), models=1, saw=1, rifle=3)) == Firers({"rifle": 1}, {})
    both = board_with_weapons(table(support_crew="rof"), models=1, battle_rifle=1, rifle=3, saw=1)
    assert fires(both) == Firers({"battle_rifle": 1}, {}), "1 die for the crew, as the rifles of most have"
    assert fires(in_position(both)) == Firers({"battle_rifle": 1}, {}), "1 and 2 dice are no more than 3"
    rifles = board_with_weapons(table(support_crew="rof"), models=1, rifle=3, saw=1)
    assert fires(in_position(rifles)) == Firers({}, {"saw": 1})


def test_support_weapons_bring_their_dice_and_a_crew_with_the_usual_rate_of_fire() -> None:
    board = board_with_weapons(table(), assault_rifle=2, rifle=1, hmg=2, saw=1)
    found = support(board, board.unit(RIFLES), Firers({}, {"hmg": 2, "saw": 1}))
    assert found == [
        {"weapon": "hmg", "count": 2, "dice": 3, "crew": 4, "rof": 2},
        {"weapon": "saw", "count": 1, "dice": 2, "crew": 1, "rof": 2},
    ]
    alone = board_with_weapons(table(), hmg=1)
    assert [one["rof"] for one in support(alone, alone.unit(RIFLES), Firers({}, {"hmg": 1}))] == [1]


def test_a_band_is_named_where_it_is_not_the_squads() -> None:
    chosen = Firers({"smg": 2, "rifle": 1}, {})
    assert shooters(table(), chosen, 8) == [
        {"count": 2, "rof": 3, "band": 4},
        {"count": 1, "rof": 1, "band": None},
    ]


@pytest.mark.parametrize(
    ("chosen", "carried", "band"),
    [
        ({"smg": 2, "rifle": 3}, {}, 8),
        ({"smg": 3, "rifle": 2}, {}, 4),
        ({"smg": 2, "rifle": 2}, {}, 8),
        ({"smg": 2, "shotgun": 1, "long_rifle": 2}, {}, 4),
        ({}, {"long_rifle": 4, "smg": 1, "hmg": 1}, 12),
        ({}, {"hmg": 1}, 8),
    ],
)
def test_the_band_of_most_of_those_who_fire_is_the_squads(
    chosen: dict[str, int], carried: dict[str, int], band: int
) -> None:
    board = board_with_weapons(table(), **carried)
    assert squad_band(board, board.unit(RIFLES), Firers(chosen, {"hmg": 1})) == band


def test_support_weapons_are_ready_in_position_or_where_their_crews_are_riflemen() -> None:
    def ready(board: Board, unit: str = HEAVY) -> list[str]:
        return [weapon.name for weapon in ready_to_fire(board, board.unit(unit))]

    assert ready(table()) == ["long_rifle"]
    assert ready(with_states(table(), HEAVY, in_position=1)) == ["long_rifle", "hmg"]
    assert ready(table(support_crew="rof")) == ["long_rifle", "hmg"]
    assert ready(table(), MILITIA) == ["rifle"]


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
