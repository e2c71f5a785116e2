"""The distance of a move: factors first, rounded down, then inches added."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import total
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_ww2.table import faulty, outcome, play


def inches(kind: str, *terrain: str, extra: tuple[str, ...] = ()) -> int:
    return outcome("movement", {"kind": kind, "terrain": list(terrain), "extra": list(extra)})["inches"]


@for_each(("kind", "far"), [("infantry", 5), ("gun", 5), ("light_vehicle", 12), ("tank", 10), ("heavy_tank", 8)])
def test_moves_by_kind(kind: str, far: int) -> None:
    assert inches(kind) == far


@for_each(
    ("kind", "terrain", "far"),
    [
        ("infantry", ["road"], 7),
        ("tank", ["path"], 15),
        ("infantry", ["trench"], 7),
        ("tank", ["trench"], 10),
        ("infantry", ["river"], 2),
        ("heavy_tank", ["ruins"], 4),
        ("light_vehicle", ["forest"], 6),
        ("infantry", ["swamp"], 2),
        ("infantry", ["forest", "swamp"], 2),
        ("infantry", ["road", "path"], 7),
        ("infantry", ["road", "forest"], 3),
    ],
)
def test_terrain(kind: str, terrain: list[str], far: int) -> None:
    assert inches(kind, *terrain) == far


@for_each(
    ("kind", "extra", "far"),
    [
        ("infantry", ["charge"], 7),
        ("infantry", ["sprint"], 7),
        ("tank", ["overdrive"], 13),
        ("infantry", ["hit_the_dirt"], 2),
        ("tank", ["engine_damaged"], 5),
        ("tank", ["engine_damaged", "overdrive"], 8),
        ("gun", ["towed"], 10),
        ("infantry", ["towed"], 5),
        ("light_vehicle", ["towed"], 12),
        ("light_vehicle", ["tows"], 10),
        ("heavy_tank", ["tows"], 8),
        ("infantry", ["charge", "charge"], 7),
    ],
)
def test_other_modifiers_change_the_move(kind: str, extra: list[str], far: int) -> None:
    assert inches(kind, extra=tuple(extra)) == far


def test_factors_come_before_added_inches_and_are_rounded_together() -> None:
    assert inches("infantry", "road", extra=("charge",)) == 9
    assert inches("infantry", "river", extra=("sprint",)) == 4
    assert inches("infantry", "road", "river", extra=("hit_the_dirt",)) == 1


@for_each("state", ["pinned", "set_up_position", "hull_down", "immobilised", "buttoned", "barraged"])
def test_states_that_forbid_a_move(state: str) -> None:
    done = play("movement", {"kind": "tank", "terrain": ["road"], "extra": ["overdrive", state]})
    assert done.played.outcome.inches == 0
    assert ENGLISH(done.text) == f"No move: {state.replace('_', ' ')}."


@for_each(("state", "far"), [("set_up_position", 5), ("hull_down", 5), ("pinned", 0)])
def test_a_position_may_be_left_and_nothing_else(state: str, far: int) -> None:
    assert inches("infantry", extra=(state, "leave_position")) == far
    assert inches("infantry", extra=(state,)) == 0


@for_each("extra", [[], ["hit_the_dirt"], ["charge"], ["engine_damaged", "overdrive"], ["pinned"]])
@for_each("terrain", [[], ["road"], ["swamp"], ["road", "swamp"]])
def test_the_reasons_add_up(terrain: list[str], extra: list[str]) -> None:
    done = play("movement", {"kind": "infantry", "terrain": terrain, "extra": extra})
    plan: Any = done.plan
    assert total(plan.why, "inches") == done.played.outcome.inches
    assert [line["value"] for line in done.detail["why"]] == [line.value for line in plan.why]


def test_faults() -> None:
    faulty("movement", {"kind": "infantry", "terrain": ["hill"]}, "terrain")
    faulty("movement", {"kind": "infantry", "extra": ["fly"]}, "extra")
    faulty("movement", {"kind": "horse"}, "kind")
