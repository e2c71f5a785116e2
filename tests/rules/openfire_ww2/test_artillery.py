"""Shells that have landed: the units under each, round by round, then Terror."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.dice import Need
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.land_shells import LandShells
from rules.openfire_ww2.scatter import ScatterOutcome
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    board,
    chances,
    effects,
    faulty,
    marked,
    outcome,
    play,
    rifle,
    shell,
    squad,
    summed,
    tank,
    text_of_play,
    throws,
)

MORTAR = rifle(pen=5, mobility="artillery", explosive=True)
HOWITZER = shell(mobility="artillery")


def unit_facts(name: str, unit: dict[str, object]) -> dict[str, object]:
    return unit | {"name": name}


def test_a_kill_die_a_unit_round_by_round_then_terror_in_the_order_of_first_mention() -> None:
    a, b, c = unit_facts("a", squad()), unit_facts("b", squad()), unit_facts("c", squad())
    facts = {"weapon": HOWITZER, "targets": [[b, a], [a, c, b], [c]]}
    assert throws(play("artillery", facts, (2, 1, 2, 1, 2, 2, 1, 1, 2, 2, 3, 3))) == [
        ("to_kill 1 1", "to kill b, round 1"),
        ("to_kill 2 1", "to kill a, round 1"),
        ("to_kill 2 2", "to kill a, round 2"),
        ("to_kill 3 2", "to kill c, round 2"),
        ("to_kill 1 2", "to kill b, round 2"),
        ("to_kill 3 3", "to kill c, round 3"),
        ("terror 1", "Terror of b"),
        ("terror 2", "Terror of a"),
        ("terror 3", "Terror of c"),
    ]


def test_terror_once_a_squad_however_many_rounds() -> None:
    team = unit_facts("team", squad(men=5, starting=5))
    done = play("artillery", {"weapon": HOWITZER, "targets": [[team]] * 3}, (1, 5, 2, 3, 3))
    assert done.played.outcome.others == (("team", 2, 3, 0, False, "passed"),)
    assert effects(done) == {("team", "models"): -2}


def test_a_squad_that_is_gone_or_unhurt_does_not_test() -> None:
    one = unit_facts("one", squad(men=1))
    assert outcome("artillery", {"weapon": HOWITZER, "targets": [[one], [one]]}, (2, 2))["others"][0]["kills"] == 1
    assert outcome("artillery", {"weapon": HOWITZER, "targets": [[squad()]]}, (1,))["others"][0]["terror"] == "none"


def test_vehicles_are_struck_on_the_top() -> None:
    done = play("artillery", {"weapon": HOWITZER, "targets": [[tank()]]}, (6,))
    assert done.played.steps[0].throw.needed == Need(3)
    assert done.played.outcome.others == (("unit 1", 1, 0, 1, True, "none"),)
    assert effects(done) == {("unit 1", "hp"): "2", ("unit 1", "engine_damaged"): 1}


def test_infantry_shells_harm_no_tank_and_light_vehicles_less() -> None:
    car = tank(kind="light_vehicle", arm=2)
    found = outcome("artillery", {"weapon": MORTAR, "targets": [[tank(), car]]}, (3,))
    assert [other["kills"] for other in found["others"]] == [0, 1]


def test_sure_kills_take_no_die_but_vehicles_look_for_a_6() -> None:
    facts = {"weapon": shell(pen=10), "targets": [[squad(arm=3), tank(arm=5)]]}
    found = outcome("artillery", facts, (6, 3, 3))
    assert [(other["kills"], other["engine_damaged"]) for other in found["others"]] == [(1, False), (1, True)]


def test_units_without_names_are_units_of_their_own() -> None:
    found = outcome("artillery", {"weapon": HOWITZER, "targets": [[squad()], [squad()]]}, (1, 1))
    assert [other["name"] for other in found["others"]] == ["unit 1", "unit 2"]


def test_shells_without_a_target() -> None:
    done = play("artillery", {"weapon": HOWITZER, "targets": [[], []]})
    assert (done.played.outcome.others, ENGLISH(done.text)) == ((), "The shells hit nobody.")


def test_one_name_is_one_unit() -> None:
    team = unit_facts("team", squad())
    faulty("artillery", {"weapon": HOWITZER, "targets": [[team, team]]}, "targets")
    faulty("artillery", {"weapon": HOWITZER, "targets": [[team], [unit_facts("team", tank())]]}, "targets")
    faulty("artillery", {"weapon": HOWITZER, "targets": []}, "targets")


def test_shells_pin_by_ruling() -> None:
    done = play("artillery", {"weapon": HOWITZER, "targets": [[squad()]]}, (1,), heavy_fire_pins="always")
    assert (done.played.outcome.others[0].terror, done.rulings_used) == ("pinned", ("heavy_fire_pins",))
    off = play("artillery", {"weapon": HOWITZER, "targets": [[squad()]]}, (1,))
    assert (off.played.outcome.others[0].terror, off.rulings_used) == ("none", ("heavy_fire_pins",))


def test_units_know_nothing_of_each_other() -> None:
    both = chances("artillery", {"weapon": HOWITZER, "targets": [[unit_facts("a", squad()), unit_facts("b", squad())]]})
    alone = summed(chances("artillery", {"weapon": HOWITZER, "targets": [[unit_facts("a", squad())]]}), "others")
    for others, p in summed(both, "others").items():
        assert p == alone[(others[0],)] * alone[(others[1]._replace(name="a"),)]


def test_a_weapon_that_harms_no_tank_costs_it_no_hit_points_under_any_ruling() -> None:
    done = play("artillery", {"weapon": MORTAR, "targets": [[unit_facts("Tiger", tank())]]}, (), vehicle_hp="hit")
    assert done.played.outcome.others[0].hp_lost == 0
    assert (ENGLISH(done.text), done.rulings_used) == ("Tiger: no damage; an infantry weapon harms no tank.", ())


# Rounds that scatter, shells and smoke; and the number of objectives.


def test_a_scatter_die_and_inches_round_by_round() -> None:
    done = play("scatter", {"rounds": 3}, (1, 4, 8, 6, 3, 1))
    assert done.detail["rounds"] == [
        {"direction": 1, "inches": 4},
        {"direction": 8, "inches": 6},
        {"direction": 3, "inches": 1},
    ]
    assert [step.throw.sides for step in done.played.steps] == [8, 6] * 3
    assert throws(play("scatter", {"rounds": 2}, (1, 4, 8, 6))) == [
        ("scatter_die 1", "scatter die, round 1"),
        ("inches 1", "distance, round 1"),
        ("scatter_die 2", "scatter die, round 2"),
        ("inches 2", "distance, round 2"),
    ]
    alone = play("scatter", {"rounds": 1}, (1, 4))
    assert throws(alone) == [("scatter_die 1", "scatter die"), ("inches 1", "distance")]
    assert ENGLISH(alone.text).startswith(
        "The shell lands 4″ straight on from the point of aim, as the gun sees it. It"
    )
    assert ENGLISH(done.text).startswith("The shells land 4″ straight on, 6″ forward left and 1″ right from the point")


def test_twelve_directions_or_an_arrow_that_players_read() -> None:
    assert outcome("scatter", {"rounds": 1}, (12, 2), scatter_directions=12)["rounds"] == [
        {"direction": 12, "inches": 2}
    ]
    assert "2″ at 12 o'clock" in text_of_play("scatter", {"rounds": 1}, (1, 2), scatter_directions=12)
    assert "2″ at 3 o'clock" in text_of_play("scatter", {"rounds": 1}, (4, 2), scatter_directions=12)
    arrow = play("scatter", {"rounds": 2}, (2, 5), scatter_directions="arrow")
    assert [one["inches"] for one in arrow.detail["rounds"]] == [2, 5]
    assert [one["direction"] for one in arrow.detail["rounds"]] == [None, None]
    assert arrow.rulings_used == ("scatter_directions",)


def test_where_shells_land_is_detail_and_no_part_of_the_odds() -> None:
    assert chances("scatter", {"rounds": 3}) == {ScatterOutcome(): Fraction(1)}


def test_smoke_scatters_alike_and_has_a_size_by_ruling() -> None:
    done = play("smoke", {"rounds": 1}, (1, 3), smoke_radius=3, smoke_turns=2)
    assert (
        ENGLISH(done.text) == "Smoke, radius 3″ for 2 turns, 3″ straight on from the point of aim, as the gun sees it."
    )
    assert done.rulings_used == ("scatter_directions", "smoke_radius", "smoke_turns")


@for_each("rounds", [0, 4, "1", None])
def test_one_to_three_rounds(rounds: object) -> None:
    faulty("scatter", {"rounds": rounds}, "rounds")


def test_objectives_are_a_d6() -> None:
    assert outcome("objectives", {}, (4,)) == {"count": 4}
    assert {one.count: p for one, p in chances("objectives", {}).items()} == {n: Fraction(1, 6) for n in range(1, 7)}
    assert ruleset_of(SYSTEM).tables is SYSTEM.tables


@for_each(
    ("kind", "states", "models", "shells"),
    [
        ("mortar_team", {}, 3, 1),
        ("mortar_team", {"manoeuvre": "barrage"}, 3, 3),
        ("mortar_team", {"manoeuvre": "supporting_fire"}, 3, 3),
        ("mortar_team", {}, 0, 0),
        ("company_hq", {"manoeuvre": "supporting_fire"}, 2, 3),
        ("company_hq", {}, 2, 0),
    ],
)
def test_a_unit_may_be_under_as_many_shells_as_were_fired(
    kind: str, states: dict[str, int | str], models: int, shells: int
) -> None:
    on = marked(board(("Red", kind)), "u1", models=models, **states)
    assert LandShells(on, Request("act", ("u1",), action="artillery")).often() == shells
