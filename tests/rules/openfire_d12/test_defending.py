"""The Defence test: piercing under both rulings, armour, cover, evading."""

from __future__ import annotations

from typing import Any

from tests.rows import for_each
from tests.rules.openfire_d12.table import armed, attack, needs, play, unit

EVADE = ("evade=yes",)


def _defence(*groups: dict[str, Any], choose: tuple[str, ...] = (), rulings: Any = None, **more: Any) -> int:
    return needs("fire", attack(*groups, **more), "defence_tests", choose, **(rulings or {}))


@for_each(("piercing", "needed"), [("harder", 12), ("literal", 1)])
def test_piercing_stays_within_the_die(piercing: str, needed: int) -> None:
    assert _defence(armed(prc=9), rulings={"piercing": piercing}) == needed


def test_an_attribute_of_one_is_met_by_every_die_however_piercing() -> None:
    assert _defence(armed(prc=5), target=unit() | {"def": 1}) == 1


@for_each(("armour", "needed"), [(0, 9), (1, 8), (2, 7), (5, 7)])
@for_each(("piercing", "sign"), [("harder", 1), ("literal", -1)])
def test_heavy_armour_takes_its_number_off_piercing_never_below_none(
    armour: int, needed: int, piercing: str, sign: int
) -> None:
    found = _defence(armed(prc=2), target=unit(heavy_armour=armour), rulings={"piercing": piercing})
    assert found == 7 + sign * (needed - 7)


@for_each(("armour", "dmg", "damage"), [(1, 3, 2), (2, 3, 1), (9, 3, 1), (1, 1, 1), (1, 0, 0), (0, 0, 0)])
def test_heavy_armour_takes_its_number_off_damage_never_below_one(armour: int, dmg: int, damage: int) -> None:
    found = play("fire", attack(armed(dmg=dmg), target=unit(heavy_armour=armour)), (12, 1))
    assert found.played.outcome.damage == damage


@for_each(("covered", "most", "any_", "all_"), [(0, 7, 7, 7), (1, 7, 4, 7), (2, 7, 4, 7), (3, 4, 4, 7), (4, 4, 4, 4)])
def test_mixed_cover_follows_the_ruling(covered: int, most: int, any_: int, all_: int) -> None:
    for ruling, needed in {"most": most, "any": any_, "all": all_}.items():
        assert _defence(cover="heavy", covered=covered, rulings={"mixed_cover": ruling}) == needed


def test_all_of_it_adds_up() -> None:
    assert _defence(armed(prc=2), distance=7, cover="heavy", target=unit() | {"def": 8}, choose=EVADE) == 5


def test_rulings_are_leaned_on_once_they_decided_about_a_test() -> None:
    pierced = attack(armed(prc=1), cover="light", covered=1)
    assert play("fire", pierced, (12, 12)).rulings_used == ("piercing", "mixed_cover")
    assert play("fire", pierced, (1,)).rulings_used == ()
    assert play("fire", attack(armed(prc=1), target=unit(heavy_armour=1)), (12, 12)).rulings_used == ()
    assert play("fire", attack(cover="light", covered=4), (12, 12)).rulings_used == ()
    assert play("fire", attack(covered=1), (12, 12)).rulings_used == ()
