"""The facts of a shot, and the rings about a point of aim."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rules.bayonet.facts import Area, BayonetFireFacts
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import figure, shot


@for_each(
    ("distance", "radius", "rings"),
    [
        ("0", "1", 0),
        ("0.5", "1", 0),
        ("1", "1", 0),
        ("1.0001", "1", 1),
        ("1.5", "1", 1),
        ("2", "1", 1),
        ("2.5", "1", 2),
        ("1.1", "0.1", 10),
        ("0.3", "0.1", 2),
        ("1.2", "0.4", 2),
        ("1000", "3", 333),
        ("0.30000000000000000001", "0.1", 3),
    ],
)
def test_ring_is_the_multiple_of_the_radius_less_one(distance: str, radius: str, rings: int) -> None:
    assert Area(radius=Decimal(radius)).ring(Decimal(distance)) == rings


def test_ring_of_a_float_is_the_ring_of_the_decimal_it_is_written_as() -> None:
    facts = validate(BayonetFireFacts, shot(area={"radius": 0.1}, targets=[{"figure": figure(), "ring_distance": 1.1}]))
    assert facts.area
    assert facts.area.ring(facts.targets[0].ring_distance or Decimal(0)) == 10


def test_greatest_radius_reaches_just_so_far() -> None:
    area = Area(max_radius=Decimal("2.5"))
    assert area.reaches(Decimal("2.5"))
    assert not area.reaches(Decimal("2.51"))
    assert Area().reaches(Decimal(1000))


@for_each(
    ("more", "fault"),
    [
        ({"area": {"radius": 0}}, "area.radius: "),
        ({"area": {"radius": Decimal("1e-999999999")}}, "area.radius: "),
        ({"area": {"radius": "1"}}, "area.radius: "),
        ({"area": {"max_radius": 1001}}, "area.max_radius: "),
        ({"split": []}, "split: "),
        ({"split": [0, 3]}, "split.0: "),
        ({"split": [1.5, 1.5]}, "split.0: "),
        ({"targets": []}, "targets: "),
        ({"targets": [{"figure": figure()}] * 13}, "targets: "),
        ({"targets": [{"figure": figure(), "cover": 4}]}, "targets.0.cover: "),
        ({"targets": [{"figure": figure(), "ring_distance": -1}]}, "targets.0.ring_distance: "),
        ({"shooter": {"range_cf": 3}}, "shooter.physical_cf: missing"),
        ({"shooter": figure(range_cf=21)}, "shooter.range_cf: "),
        ({"shooter": figure(physical_cf=-6)}, "shooter.physical_cf: "),
        ({"shooter": figure(quality="elite")}, "shooter.quality: "),
        ({"shooter": figure(armour=3)}, "shooter.armour: "),
        ({"shooter": figure(mask=True)}, "shooter.mask: "),
        ({"aiding": -1}, "aiding: "),
        ({"aiding": 101}, "aiding: "),
        ({"kind": "gas"}, "kind: "),
        ({"opportunity": "seen"}, "opportunity: "),
        ({"exposed_move": 1}, "exposed_move: "),
        ({"into_combat": "melee"}, "into_combat: "),
        ({"sight": "dark"}, "sight: "),
        ({"range": 24}, "range: no such field"),
    ],
)
def test_faulty_facts_name_their_field(more: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadFacts) as refused:
        validate(BayonetFireFacts, shot(**more))
    assert any(ENGLISH(line).startswith(fault) for line in refused.value.faults)
