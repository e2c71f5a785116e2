"""Fire split between targets: what can be divided, in which ways, and the resulting request."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from rules.command.split_fire import (
    Share,
    can_split,
    divide_shot,
    every_share,
    first_shares,
    has_one_target,
    weapons_of,
)
from rules.game.unit import Weapon
from rules.kernel.request import Request
from tests.rows import for_each
from tests.rules.evenings import board_of
from tests.rules.openfire_d12 import table as openfire_d12

TWO = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"), ("Blue", "raiders"))


def shot(*targets: str, firers: tuple[str, ...] = ()) -> Request:
    return Request("fire", ("u1",), targets, (Decimal(6),), cover=("none",), firers=firers)


def kinds(**counts: int) -> list[Weapon]:
    return [Weapon(name=name, count=count) for name, count in counts.items()]


@for_each(
    ("weapons", "targets", "shares"),
    [
        (kinds(rifle=8, lmg=1), 2, {"rifle": (8, 0), "lmg": (0, 1)}),
        (kinds(rifle=8, lmg=1, rpg=2), 2, {"rifle": (8, 0), "lmg": (0, 1), "rpg": (2, 0)}),
        (kinds(rifle=8, lmg=1), 3, {"rifle": (8, 0, 0), "lmg": (0, 1, 0)}),
        (kinds(rifle=8), 3, {"rifle": (3, 3, 2)}),
        (kinds(rifle=8), 1, {"rifle": (8,)}),
        (kinds(rifle=2), 3, {"rifle": (1, 1, 0)}),
        (kinds(rifle=8), 0, {"rifle": ()}),
    ],
)
def test_each_kind_begins_at_a_target_of_its_own_and_a_single_kind_is_shared_out_evenly(
    weapons: list[Weapon], targets: int, shares: dict[str, Share]
) -> None:
    assert first_shares(weapons, targets) == shares


def test_every_way_to_share_has_all_at_one_target_first_and_none_last() -> None:
    assert every_share(2, 2, most=10) == [(2, 0), (0, 2), (1, 1), (0, 0)]
    assert every_share(1, 3, most=10) == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)]


def test_more_ways_than_a_menu_holds_are_none() -> None:
    """Three ways to share two weapons, and to hold fire: four entries."""
    assert every_share(2, 2, most=3) is None
    assert len(every_share(2, 2, most=4) or ()) == 4


def test_a_target_without_firers_is_left_out_with_its_distance_and_cover() -> None:
    asked = Request(
        "fire",
        unit=("u1",),
        target=("u2", "u3", "u4"),
        distance=(Decimal(6), Decimal(12), Decimal(18)),
        cover=("none", "soft", "hard"),
    )
    found = divide_shot(asked, {"rifle": (3, 0, 5), "lmg": (0, 0, 1)})
    assert found.target == ("u2", "u4")
    assert found.firers == ("3 rifle", "5 rifle, 1 lmg")
    assert (found.distance, found.cover) == ((6, 18), ("none", "hard"))


def test_one_distance_for_all_targets_stays_one_and_shorter_lists_stay_short() -> None:
    one = divide_shot(shot("u2", "u3"), {"rifle": (0, 2)})
    assert (one.target, one.distance, one.cover) == (("u3",), (6,), ("none",))
    two = Request("fire", unit=("u1",), target=("u2", "u3", "u4"), distance=(Decimal(6), Decimal(12)))
    assert divide_shot(two, {"rifle": (1, 0, 1)}).distance == (6,)


def test_the_weapons_that_there_are_most_of_come_first() -> None:
    board = board_of("fubar")
    assert [(one.name, one.count) for one in weapons_of(board, shot("u5"))] == [
        ("assault_rifle", 6),
        ("lmg", 1),
        ("grenade_launcher", 1),
    ]


# Whether a shot has to be shared out at all.


def test_a_shot_at_two_targets_is_split_if_it_is_refused_whole_and_has_no_weapon_for_each() -> None:
    assert can_split(TWO, shot("u2", "u3"))


@for_each(
    "request_",
    [
        shot("u2"),
        shot("u2", "u3", firers=("1 rifle", "1 rifle")),
        Request("fire", unit=("u1", "u2"), target=("u2", "u3"), distance=(Decimal(6),), cover=("none",)),
        Request("assault", unit=("u1",), target=("u2", "u3"), distance=(Decimal(6),)),
        Request("no_command", unit=("u1",), target=("u2", "u3")),
    ],
)
def test_only_a_shot_of_one_unit_at_several_targets_is_split(request_: Request) -> None:
    assert not can_split(TWO, request_)


def test_a_shot_that_no_sharing_makes_good_is_not_shared_out() -> None:
    far = Request("fire", unit=("u1",), target=("u2", "u3"), distance=(Decimal(400),), cover=("none",))
    assert not can_split(TWO, far)


def test_fewer_weapons_than_targets_are_not_shared_out() -> None:
    lone = openfire_d12.hurt(TWO, "u1", 1)
    assert not can_split(lone, shot("u2", "u3"))


def test_a_unit_has_one_target_where_a_second_enemy_may_not_be_shot_at_in_the_same_shot() -> None:
    assert has_one_target(TWO, TWO.unit("u1"), Decimal(6))
    squads = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"))
    assert not has_one_target(squads, squads.unit("u1"), Decimal(6)), "there is but one enemy"
    assert not has_one_target(TWO, TWO.unit("u1"), Decimal(400)), "no weapon reaches as far"


def test_a_second_target_that_may_be_shot_at_at_once_and_a_shot_that_stands_whole_need_no_sharing() -> None:
    board = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"), ("Blue", "raiders"), ("Blue", "raiders"))
    third = [replace(shot("u2", one), firers=("4 service_rifle", "1 service_rifle")) for one in ("u3", "u4")]
    assert [can_split(board, one) for one in third] == [False, False]
    assert has_one_target(board, board.unit("u1"), Decimal(6))
    bayonet = board_of("bayonet")
    assert not has_one_target(bayonet, bayonet.unit("u5"), Decimal(6)), "its weapon fires at several"
    assert not can_split(bayonet, Request("fire", ("u5",), ("u9", "u10"), (Decimal(6),), cover=("none",)))
