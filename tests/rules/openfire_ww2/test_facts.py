"""Facts that cannot be are refused with the name of the field."""

from __future__ import annotations

from rules.kernel.dice import Need
from tests.rows import for_each
from tests.rules.openfire_ww2.table import expect_refusal, faulty, fighter, play, shell, shot, squad, tank, weapon


@for_each(
    ("facts", "field"),
    [
        (shot(shooter={"wpn": 0, "rank": "trained"}), "wpn"),
        (shot(shooter={"wpn": 11, "rank": "trained"}), "wpn"),
        (shot(shooter={"wpn": 5, "rank": "elite"}), "rank"),
        (shot(None, weapon(acc=3)), "acc"),
        (shot(None, weapon(pen=11)), "pen"),
        (shot(None, weapon(rof=101)), "rof"),
        (shot(None, weapon(name="rifle")), "name"),
        (shot(squad(men=7)), "men"),
        (shot(squad(mor=0)), "mor"),
        (shot(squad(mor=13)), "mor"),
        (shot(squad(pinned=1)), "pinned"),
        (shot(squad(kind="cavalry")), "target"),
        (shot(tank(mor=8)), "mor"),
        (shot({key: value for key, value in tank().items() if key != "hp"}), "hp"),
        (shot(cover="light"), "cover"),
        (shot(distance=-1), "distance"),
        (shot(distance="near"), "distance"),
        (shot(target_state=["overdrive"]), "target_state"),
        (shot(shooter_state=["hit_the_dirt"]), "shooter_state"),
        (shot(shooter_state=["overdrive"] * 11), "shooter_state"),
        (shot(target_state=["hit_the_dirt"] * 11), "target_state"),
        (shot(weapons=[]), "weapons"),
        (shot(None, *[weapon()] * 21), "weapons"),
        (shot(None, bystanders=[squad()] * 21), "bystanders"),
        (shot(volley=1), "volley"),
    ],
)
def test_faults_name_the_field(facts: dict[str, object], field: str) -> None:
    faulty("fire", facts, field)


def test_morale_is_no_row_of_the_grid_and_goes_to_12() -> None:
    unit = {"mor": 12, "rank": "trained", "men": 6, "starting": 6, "pinned": True}
    assert play("morale", {"unit": unit}, (5, 6)).played.outcome.needed == 11
    assert play("initiative_test", {"unit": {"mor": 12, "rank": "trained"}, "order": "sprint"}, (6, 6)).played.outcome
    assert play("fire", shot(squad(mor=12)), (4, 4, 6, 6)).played.outcome.terror == "passed"
    faulty("morale", {"unit": unit | {"mor": 13}}, "mor")
    faulty("initiative_test", {"unit": {"mor": 13, "rank": "trained"}, "order": "sprint"}, "mor")


def test_a_state_named_twice_counts_once() -> None:
    dice = play("fire", shot(shooter_state=["concentrate_fire"] * 2), (2,)).played.steps
    assert dice[0].throw.needed == Need(3)


@for_each(("unit", "word"), [(squad(men=0), "no men left"), (tank(hp=0), "knocked out")])
def test_no_unit_shoots_at_a_lost_one(unit: dict[str, object], word: str) -> None:
    expect_refusal("fire", shot(unit), word)
    expect_refusal("fire", shot(None, shell(), bystanders=[unit]), word)
    expect_refusal("blast", {"weapon": shell(), "hits": 1, "bystanders": [unit]}, word)
    expect_refusal("artillery", {"weapon": shell(), "targets": [[unit]]}, word)
    expect_refusal("assault", {"attacker": fighter(), "defender": fighter(unit)}, word)
    expect_refusal("assault", {"attacker": fighter(unit), "defender": fighter()}, word)
