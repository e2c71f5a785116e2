"""A unit divided into two and joined again, in every system: models, wounds, weapons, states, strength."""

from __future__ import annotations

from typing import Any

import pytest

from data import system_of
from rules.command.division import MOST_IN_UNIT, MOST_KINDS, can_be_split, join_units, joinable_units, split_unit
from rules.command.force import muster_units, spec
from rules.command.system import Board
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.unit import Figure, Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.text import Term, Text, UnitRef
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

UNITS = {
    "fubar": "planet_defence_squad",
    "openfire_d12": "line_squad",
    "openfire_ww2": "rifle_squad",
    "opreb": "line_rifles",
}
"""A unit of several models for each system that has one."""


def board(system: str, kind: str = "", **changes: Any) -> Board:
    """Return a board with one unit, "u1"."""
    rules = system_of(system)
    kind = kind or UNITS.get(system, "") or next(iter(rules.units))
    (unit,) = muster_units(rules, Game(), "Red", [spec(rules, {"type": kind})])
    unit = unit.model_copy(update={"states": {}, **changes})
    return Board.of(Game().with_events([UnitPlaced(unit=unit)]), rules)


def halves(board: Board, models: int, weapons: tuple[Weapon, ...] | None = ()) -> tuple[Unit, Unit]:
    rest, part = split_unit(board, board.unit("u1"), models, weapons)
    return rest, part.model_copy(update={"id": "u2"})


def joined_unit(board: Board, rest: Unit, part: Unit) -> Unit:
    after = board.after([UnitSplit(unit=rest, part=part)])
    return join_units(after, after.unit("u1"), after.unit("u2"))


def refusal(board: Board, models: int = 1) -> str:
    with pytest.raises(RuleError) as refused:
        split_unit(board, board.unit("u1"), models, ())
    return ENGLISH(refused.value.text)


@for_each("system", UNITS)
def test_nothing_is_lost_when_a_unit_is_split_and_joined_again(system: str) -> None:
    """T4."""
    here = board(system)
    whole = here.unit("u1")
    rest, part = halves(here, whole.models - 1, (whole.weapons[0].model_copy(update={"count": 1}),))
    assert rest.models + part.models == whole.models
    assert sorted(rest.hp + part.hp) == sorted(whole.hp)
    again = joined_unit(here, rest, part)
    for name in ("models", "starting", "full", "hp", "states", "profile", "points", "medic", "origins"):
        assert getattr(again, name) == getattr(whole, name), name
    assert {one.name: one.count for one in again.weapons} == {one.name: one.count for one in whole.weapons}


@for_each(
    ("system", "states", "both"),
    [
        ("fubar", {"activated": 1, "tried": 1, "action": "walk"}, {"activated": 1, "tried": 1, "action": "walk"}),
        ("openfire_d12", {"suppression": 2, "activated": 1}, {"suppression": 2, "activated": 1}),
        ("openfire_ww2", {"pinned": 1, "acted": 1}, {"pinned": 1, "acted": 1}),
        ("opreb", {"pinned": 1, "activated": 1}, {"pinned": 1, "activated": 1}),
    ],
)
def test_both_halves_inherit_harm_and_actions(system: str, states: dict[str, Any], both: dict[str, Any]) -> None:
    rest, part = halves(board(system, states=states), 2)
    assert (rest.states, part.states) == (both, both)


def test_counted_figures_are_divided_with_the_unit() -> None:
    rest, part = halves(board("fubar", models=8, starting=8, states={"suppressed": 8}), 3)
    assert (rest.states, part.states) == ({"suppressed": 5}, {"suppressed": 3})
    rest, part = halves(board("opreb", models=6, starting=6, states={"wounds": 1, "disorganised": 1}), 2)
    assert (rest.states, part.states) == ({"wounds": 1, "disorganised": 1}, {})
    rest, part = halves(board("bayonet", models=4, starting=4, states={"downed": 2, "fired": 1}), 2)
    assert (rest.states, part.states) == ({"downed": 1, "fired": 1},) * 2


def test_each_half_has_its_own_starting_strength_and_its_share_of_the_losses() -> None:
    rest, part = halves(board("fubar", models=6, starting=8, full=10), 2)
    assert [(one.models, one.starting, one.full) for one in (rest, part)] == [(4, 5, 6), (2, 3, 4)]


def test_the_leader_stays_and_wounds_are_divided() -> None:
    """In d12 the leader is the last model of the list."""
    rest, part = halves(board("openfire_d12", models=3, starting=5, hp=(0, 0, 1, 2, 3)), 1)
    assert (rest.hp, part.hp) == ((0, 2, 3), (0, 1))
    rest, part = halves(board("fubar"), 4)
    assert (rest.profile["leader_level"], part.profile.get("leader_level")) == ("seasoned", None)


def test_weapons_go_by_their_share_or_as_named() -> None:
    whole = board("fubar")
    rest, part = halves(whole, 5, None)
    assert [(one.name, one.count) for one in part.weapons] == [("infantry_rifle", 4)]
    assert [(one.name, one.count) for one in rest.weapons] == [("infantry_rifle", 4), ("lmg", 1), ("rpg", 1)]
    rest, part = halves(whole, 2, (Weapon(name="lmg"), Weapon(name="rpg")))
    assert [one.name for one in rest.weapons] == ["infantry_rifle"]
    rest, part = halves(whole, 2, (Weapon(name="infantry_rifle", count=3),))
    assert [{arm.name: arm.count for arm in one.weapons} for one in (rest, part)] == [
        {"infantry_rifle": 5, "lmg": 1, "rpg": 1},
        {"infantry_rifle": 3},
    ]
    with pytest.raises(RuleError, match="has 1 LMG, not 2"):
        halves(whole, 2, (Weapon(name="lmg"), Weapon(name="lmg")))
    with pytest.raises(RuleError, match="Which weapons go with them"):
        halves(board("openfire_ww2"), 3, None)


@for_each(
    ("here", "models", "said"),
    [
        (board("fubar"), 10, "u1 has 10 models: leave it at least one."),
        (board("fubar"), 11, "u1 has 10 models: leave it at least one."),
        (board("fubar", models=1), 1, "u1 has only one model and cannot be split."),
        (board("bayonet"), 1, "u1 has only one model and cannot be split."),
        (board("fubar", models=0), 1, "u1 is out of action."),
        (
            board("fubar", profile={"kind": "vehicle"}),
            1,
            "u1 is a vehicle: only units of models can be split or joined.",
        ),
        (board("fubar", states={"engaged_with": "u9"}), 2, "u1 is in close combat: finish the fight first."),
        (board("opreb", states={"hidden": 1}), 2, "u1 is hidden: reveal it first."),
        (board("opreb", states={"actions_left": 1}), 2, "u1 has 1 action left: finish its activation first."),
    ],
)
def test_a_unit_that_cannot_be_split_says_why(here: Board, models: int, said: str) -> None:
    assert refusal(here, models) == said
    assert can_be_split(here, here.unit("u1")) is (models > 9)


def together(system: str, first: dict[str, Any], second: dict[str, Any]) -> Board:
    """Return a board with the halves of a unit, each changed."""
    here = board(system)
    rest, part = halves(here, 2)
    units = rest.model_copy(update=first), part.model_copy(update=second)
    return here.after([UnitSplit(unit=units[0], part=units[1])])


def test_the_worse_state_holds_for_joined_units() -> None:
    """Harm and past actions of either unit count; advantages remain only if both have them."""
    here = together(
        "fubar",
        {"states": {"suppressed": 1, "on_guard": 1}},
        {"states": {"suppressed": 2, "activated": 1, "action": "run", "effects_this_turn": "a,b"}},
    )
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {
        "suppressed": 3,
        "activated": 1,
        "action": "run",
        "effects_this_turn": "a,b",
    }
    here = together("openfire_ww2", {"states": {"hit_the_dirt": 1}}, {"states": {"hit_the_dirt": 1, "pinned": 1}})
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {"hit_the_dirt": 1, "pinned": 1}


@for_each(
    ("system", "first", "second", "said"),
    [
        ("fubar", {}, {"side": "Blue"}, "u1 and u2 are on different sides."),
        (
            "fubar",
            {},
            {"profile": {"level": "elite"}},
            "u1 and u2 are of different kinds: only units with equal values can be joined.",
        ),
        ("fubar", {}, {"states": {"engaged_with": "u9"}}, "u2 is in close combat: finish the fight first."),
        ("fubar", {}, {"states": {"aboard": "u9"}}, "u1 and u2 are not in the same place."),
        ("fubar", {"models": 60}, {"models": 60}, "u1 and u2 are too many for one unit."),
    ],
)
def test_units_that_cannot_be_joined_say_why(
    system: str, first: dict[str, Any], second: dict[str, Any], said: str
) -> None:
    here = together(system, first, second)
    with pytest.raises(RuleError) as refused:
        join_units(here, here.unit("u1"), here.unit("u2"))
    assert ENGLISH(refused.value.text) == said


def test_a_unit_cannot_join_itself() -> None:
    with pytest.raises(RuleError, match="two different units"):
        join_units(board("fubar"), board("fubar").unit("u1"), board("fubar").unit("u1"))


def test_the_delegate_of_a_unit_commands_both_halves_and_a_joined_unit_has_left() -> None:
    here = board("fubar")
    here.game.lent["u1"] = "7"
    rest, part = halves(here, 2)
    after = here.after([UnitSplit(unit=rest, part=part)]).game
    assert (after.lent, after.last_unit) == ({"u1": "7", "u2": "7"}, 2)
    again = after.with_events([UnitsJoined(unit=here.unit("u1"), other="u2")])
    assert (list(again.units), again.departed["u2"].joined, again.lent) == (["u1"], "u1", {"u1": "7"})


def test_a_unit_of_two_models_can_be_split_and_an_unarmed_one_has_no_weapons_to_share() -> None:
    rest, part = halves(board("fubar", models=2, starting=2, weapons=()), 1, None)
    assert [(one.models, one.weapons, one.medic, one.part_of) for one in (rest, part)] == [
        (1, (), False, ""),
        (1, (), False, "u1"),
    ]


def test_the_last_figures_go_with_the_new_unit_and_the_medic_and_mounted_weapons_stay() -> None:
    people = tuple(Figure(name=name, fell=int(name == "Cy")) for name in ("Ann", "Ben", "Cy", "Dan"))
    arms = (Weapon(name="lmg", count=3, mounted=True), Weapon(name="infantry_rifle", count=4))
    whole = board("fubar", models=4, starting=5, figures=people, medic=True, weapons=arms, points=90)
    rest, part = halves(whole, 2, None)
    assert [[figure.name for figure in one.figures] for one in (rest, part)] == [["Ann", "Ben", "Cy"], ["Dan"]]
    assert [[(arm.name, arm.count) for arm in one.weapons] for one in (rest, part)] == [
        [("lmg", 3), ("infantry_rifle", 2)],
        [("infantry_rifle", 2)],
    ]
    assert [(one.medic, one.points, one.starting) for one in (rest, part)] == [(True, 54, 3), (False, 36, 2)]
    again = joined_unit(whole, rest, part)
    assert ([one.name for one in again.figures], again.medic) == (["Ann", "Ben", "Cy", "Dan"], True)


def test_only_weapons_of_the_unit_can_be_named() -> None:
    with pytest.raises(RuleError) as refused:
        halves(board("fubar"), 2, (Weapon(name="flamer"),))
    assert refused.value.text == Text("{unit} has no {weapon}.", unit=UnitRef("u1"), weapon=Term("flamer"))


@for_each("name", ["models", "weapons", "kinds"])
def test_a_joined_unit_has_at_most_a_hundred_models_a_hundred_weapons_of_a_kind_and_twenty_kinds(name: str) -> None:
    def parts(most: int) -> Board:
        """Return two units that have so many together, of which the second has three."""
        sizes = (most - 3, 3)
        names = [str(n) for n in range(most)]
        kinds = [tuple(Weapon(name=name) for name in some) for some in (names[3:], names[:3])]
        changes: list[dict[str, Any]] = {
            "models": [{"models": size} for size in sizes],
            "weapons": [{"weapons": (Weapon(name="lmg", count=size),)} for size in sizes],
            "kinds": [{"weapons": arms} for arms in kinds],
        }[name]
        return together("fubar", *changes)

    most = MOST_KINDS if name == "kinds" else MOST_IN_UNIT
    fits, exceeds = parts(most), parts(most + 1)
    whole = join_units(fits, fits.unit("u1"), fits.unit("u2"))
    assert most in (whole.models, whole.weapons[0].count, len(whole.weapons))
    assert joinable_units(fits, fits.unit("u1")) == [fits.unit("u2")]
    assert joinable_units(exceeds, exceeds.unit("u1")) == []
    with pytest.raises(RuleError, match="are too many for one unit"):
        join_units(exceeds, exceeds.unit("u1"), exceeds.unit("u2"))


@for_each(
    ("first", "second", "whole"),
    [
        ({}, {}, {"full": 0, "leader_level": "seasoned", "medic": False}),
        ({"full": 9, "starting": 5}, {"starting": 4}, {"full": 13, "leader_level": "seasoned", "medic": False}),
        (
            {"starting": 5},
            {"full": 9, "starting": 4, "medic": True},
            {"full": 14, "leader_level": "seasoned", "medic": True},
        ),
        (
            {"profile": {"level": "green"}, "medic": True},
            {"profile": {"level": "green", "leader_level": "elite"}},
            {"full": 0, "leader_level": "elite", "medic": True},
        ),
        (
            {"profile": {"level": "green", "leader_level": None}},
            {"profile": {"level": "green", "leader_level": "elite"}},
            {"full": 0, "leader_level": "elite", "medic": False},
        ),
        (
            {"profile": {"level": "green", "leader_level": "elite"}},
            {"profile": {"level": "green", "leader_level": "veteran"}},
            {"full": 0, "leader_level": "elite", "medic": False},
        ),
    ],
)
def test_a_joined_unit_has_the_strength_of_both_and_the_leader_and_the_medic_of_either(
    first: dict[str, Any], second: dict[str, Any], whole: dict[str, Any]
) -> None:
    here = together("fubar", first, second)
    found = join_units(here, here.unit("u1"), here.unit("u2"))
    assert {"full": found.full, "leader_level": found.profile.get("leader_level"), "medic": found.medic} == whole


def test_states_are_joined_by_their_kind_and_those_of_an_old_record_too() -> None:
    """Figures that reload are added up although a marker shows them; ids of the joined units themselves go."""
    here = together("fubar", {"states": {"strange": 1, "odd": "a", "sort": 0}}, {"states": {"strange": 2, "odd": "b"}})
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {"strange": 2, "odd": "a"}
    own = {"effects_this_turn": "u1,gun"}, {"effects_this_turn": "u2,gun,shell", "fought": "u2,u1", "charging_at": ""}
    here = together("fubar", *({"states": states} for states in own))
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {"effects_this_turn": "gun,shell"}
    reload = board("bayonet", models=4, starting=4, states={"reloading": 1})
    part = reload.unit("u1").model_copy(update={"id": "u2", "states": {"reloading": 2}})
    here = reload.after([UnitPlaced(unit=part)])
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {"reloading": 3}
    part = part.model_copy(update={"states": {}})
    here = reload.after([UnitPlaced(unit=part)])
    assert join_units(here, here.unit("u1"), here.unit("u2")).states == {"reloading": 1}
