"""Mines: one roll per man, certain for a vehicle, and without effect on a minesweeper."""

from __future__ import annotations

from tests.rows import for_each
from tests.rules.openfire_ww2.table import effects, outcome, play


@for_each("kind", ["infantry", "gun"])
def test_a_roll_a_man(kind: str) -> None:
    done = play("minefield", {"kind": kind, "models": 4, "trn": 5}, (3, 4, 6, 1))
    assert done.played.outcome == (2, False, 0)
    assert (effects(done), done.rulings_used) == ({("unit", "models"): -2}, ("mine_wpn",))


def test_the_wpn_of_a_mine_is_a_ruling() -> None:
    facts = {"kind": "infantry", "models": 2, "trn": 1}
    assert outcome("minefield", facts, mine_wpn=8)["killed"] == 2
    assert outcome("minefield", facts | {"trn": 10}, mine_wpn=4)["killed"] == 0


@for_each("kind", ["light_vehicle", "tank", "heavy_tank"])
def test_a_vehicle_is_hit_and_immobilised(kind: str) -> None:
    done = play("minefield", {"kind": kind, "models": 1, "trn": 5})
    assert done.played.outcome == (0, True, 1)
    assert (effects(done)[("unit", "immobilised")], done.rulings_used) == (1, ("mine_hp",))
    assert outcome("minefield", {"kind": kind, "models": 1, "trn": 5}, mine_hp=3)["hp_lost"] == 3


@for_each("kind", ["infantry", "tank"])
def test_minesweepers_ignore_mines(kind: str) -> None:
    done = play("minefield", {"kind": kind, "models": 3, "trn": 5, "minesweeper": True})
    assert (done.played.outcome, done.effects) == ((0, False, 0), ())


def test_no_unit_walks_in() -> None:
    assert outcome("minefield", {"kind": "infantry", "models": 0, "trn": 5}) == {
        "killed": 0,
        "immobilised": False,
        "hp_lost": 0,
    }
