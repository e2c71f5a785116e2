"""The verdict of a game and its end: by the scenario, by the objectives, by the points."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from data import system_of
from rules.command.game_rules import GameRules
from rules.command.system import Board, System
from rules.command.verdict import Verdict
from rules.command.victory import end_notes, judge_victory, scenario_line, scenario_notes
from rules.game.entry import Entry
from rules.game.events import LossesTaken, TurnAdvanced, UnitRemoved
from rules.game.game import Game
from rules.game.reserves import ReserveSet
from rules.game.tabletop import Scenario, TableObject
from rules.game.unit import Unit, Weapon
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


def board(
    scenario: Scenario | None = None, things: dict[str, str | None] | None = None, system: str = "fubar", **game: Any
) -> Board:
    """Return a game of Red and Blue; `things` are its objectives with their holders, and an enemy minefield."""
    units = {
        name: Unit(id=name, name=name, side=side, models=5, starting=5)
        for name, side in (("u1", "Red"), ("u2", "Blue"))
    }
    there = {label: TableObject(kind="objective", label=label, holder=side) for label, side in (things or {}).items()}
    there["M1"] = TableObject(kind="minefield", label="M1", holder="Blue")
    found = Game(units=units, things=there, scenario=scenario, offered=("Red", "Blue"), **game)
    return Board(found, system_of(system), ruleset_of(system_of(system), {}))


LAST = {"turn": 6, "order": ("Red", "Blue"), "holder": None}
"""All units have acted in the sixth turn."""


@for_each(
    ("scenario", "game", "leader", "over", "reason"),
    [
        (None, {"scores": {"Red": 2}}, "Red", False, "Points: Red 2."),
        (Scenario(wins="score"), {"scores": {"Red": 2, "Blue": 3}}, "Blue", False, "Points: Red 2, Blue 3."),
        (Scenario(wins="score"), {"scores": {"Red": 2, "Blue": 2}}, None, False, "Points: Red 2, Blue 2."),
        (Scenario(wins="score", turns=6), {"turn": 6}, None, False, "Points: no side has points."),
        (Scenario(wins="score", turns=6), {"turn": 6, "order": ("Red",), "holder": "Red"}, None, False, ""),
        (Scenario(wins="score", turns=6), LAST, None, True, ""),
        (Scenario(wins="score", turns=7), LAST, None, False, ""),
        (Scenario(wins="score", turns=6), {"turn": 7}, None, True, ""),
        (Scenario(wins="objectives"), {}, None, False, "Objectives: none on the table."),
        (
            Scenario(wins="objectives"),
            {"things": {"Ford": "Red", "Hill": None}},
            "Red",
            False,
            "Objectives: Ford: Red, Hill: free.",
        ),
        (Scenario(wins="objectives"), {"things": {"Ford": "Red", "Hill": "Blue"}}, None, False, ""),
        (Scenario(wins="objectives"), {"things": {"A": "Red", "B": "Blue", "C": "Blue"}}, "Blue", False, ""),
        (
            Scenario(wins="players", goal="hold the ford", turns=6),
            LAST,
            None,
            True,
            "By your scenario (hold the ford) you decide who has won.",
        ),
        (Scenario(wins="players"), {}, None, False, "By your scenario (as agreed) you decide who has won."),
        (Scenario(turns=6), LAST | {"scores": {"Red": 1}}, "Red", True, "Points: Red 1."),
    ],
)
def test_the_scenario_says_who_is_ahead_and_when_the_game_is_over(
    scenario: Scenario | None, game: dict[str, Any], leader: str | None, over: bool, reason: str
) -> None:
    found = judge_victory(board(scenario, **game))
    assert (found.leader, found.over) == (leader, over)
    assert ENGLISH(found.reason).startswith(reason)


def test_a_side_with_all_its_units_in_reserve_is_not_beaten() -> None:
    there = board(Scenario(wins="score"), system="openfire_ww2")
    away = there.after([ReserveSet(unit="u2", turn=2)])
    assert "u2" not in away.game.units
    assert not judge_victory(away).over
    assert judge_victory(away) == judge_victory(there)


@for_each(
    ("scenario", "game", "line"),
    [
        (None, {}, ""),
        (Scenario(), {}, ""),
        (Scenario(turns=6, goal="hold the ford"), {"turn": 4}, "Turn 4 of 6 · hold the ford"),
        (Scenario(goal="hold", wins="score"), {"scores": {"Red": 2}}, "hold: Red 2, Blue 0"),
        (Scenario(wins="score"), {"scores": {"Blue": 1}}, "Points: Red 0, Blue 1."),
        (Scenario(wins="objectives"), {"things": {"Ford": "Red"}}, ""),
    ],
)
def test_the_scenario_is_one_line(scenario: Scenario | None, game: dict[str, Any], line: str) -> None:
    assert ENGLISH(scenario_line(board(scenario, **game))) == line


@for_each(("goal", "line"), [("hold", "hold"), ("", "")])
def test_a_scenario_of_points_has_none_while_no_side_has_come(goal: str, line: str) -> None:
    found = board(Scenario(goal=goal, wins="score"))
    found.game.units.clear()
    assert ENGLISH(scenario_line(found)) == line


@for_each(
    ("scenario", "game", "notes"),
    [
        (None, {}, []),
        (Scenario(goal="hold"), {"over": True}, []),
        (Scenario(goal="hold"), {"turn": 6}, []),
        (Scenario(goal="hold"), {"things": {"Ford": "Red"}}, ["🎯 hold · Ford: Red"]),
        (Scenario(turns=6), {}, ["🎯 The last turn of the scenario is over."]),
        (Scenario(turns=6, wins="score"), {}, ["🎯 The last turn of the scenario is over."]),
        (
            Scenario(turns=6),
            {"system": "openfire_ww2"},
            ["🎯 The last turn of the scenario is over. Objectives: nobody holds any."],
        ),
        (
            Scenario(turns=6),
            {"scores": {"Red": 1}},
            ["🎯 The last turn of the scenario is over. Red wins: Points: Red 1."],
        ),
        (
            Scenario(turns=6, wins="objectives"),
            {},
            ["🎯 The last turn of the scenario is over. Objectives: none on the table."],
        ),
    ],
)
def test_a_new_turn_begins_with_the_scenario_and_the_last_one_ends_with_its_verdict(
    scenario: Scenario | None, game: dict[str, Any], notes: list[str]
) -> None:
    now: dict[str, Any] = {"turn": 7, **game}
    assert [ENGLISH(note) for note in scenario_notes(board(scenario, turn=6), board(scenario, **now))] == notes


@for_each(
    ("scenario", "game", "notes"),
    [
        (None, {"scores": {"Red": 1}}, []),
        (Scenario(goal="hold"), {}, []),
        (Scenario(turns=6), LAST, []),
        (
            Scenario(wins="score"),
            {"scores": {"Red": 1}, "things": {"Ford": None}},
            ["By the scenario Red is ahead. Points: Red 1.", "Objectives: Ford: free."],
        ),
        (Scenario(wins="score"), {"scores": {"Red": 1, "Blue": 1}}, ["Points: Red 1, Blue 1."]),
        (
            Scenario(wins="objectives"),
            {"things": {"Ford": "Red"}},
            ["By the scenario Red is ahead. Objectives: Ford: Red."],
        ),
        (Scenario(wins="players", turns=6), LAST, ["By your scenario (as agreed) you decide who has won."]),
    ],
)
def test_the_end_of_a_game_names_the_side_that_is_ahead(
    scenario: Scenario | None, game: dict[str, Any], notes: list[str]
) -> None:
    assert [ENGLISH(note) for note in end_notes(board(scenario, **game))] == notes


@for_each("scenario", [None, Scenario(), Scenario(wins="score", turns=6), Scenario(wins="objectives")])
def test_the_last_side_with_units_has_won_in_any_scenario(scenario: Scenario | None) -> None:
    here = board(scenario, scores={"Blue": 3}).after([LossesTaken(unit="u2", models=5)])
    found = judge_victory(here)
    assert (found.leader, ENGLISH(found.reason), found.over) == ("Red", "Only Red has units left.", True)
    ended = ["By the scenario Red is ahead. Only Red has units left."]
    assert [ENGLISH(note) for note in end_notes(here)] == (ended if scenario else [])
    next_turn = here.after([TurnAdvanced(turn=2)])
    told = [ENGLISH(note) for note in scenario_notes(here, next_turn)]
    assert told == (
        ["🎯 The last turn of the scenario is over. Red wins: Only Red has units left."] if scenario else []
    )


def test_a_side_alone_at_the_table_has_not_won() -> None:
    here = board()
    alone = here.after([UnitRemoved(unit="u2")])
    assert (judge_victory(alone).leader, judge_victory(alone).over) == (None, False)


def test_a_game_that_the_rules_end_goes_on_only_by_a_scenario_of_its_own() -> None:
    class Broken(System):
        victory = staticmethod(lambda board: Verdict("Red", Text("Blue is broken."), True))

    fubar = system_of("fubar")
    broken = Broken(**{one.name: getattr(fubar, one.name) for one in fields(fubar)})
    for scenario, leader, over in (
        (None, "Red", True),
        (Scenario(turns=6), "Red", True),
        (Scenario(wins="score"), "Blue", False),
        (Scenario(wins="players"), None, False),
    ):
        found = judge_victory(board(scenario, scores={"Blue": 3})._replace(system=broken))
        assert (found.leader, found.over) == (leader, over)


def test_a_system_without_rules_of_its_own_changes_nothing_and_asks_nothing() -> None:
    rules, here = GameRules(), board()
    unit = here.unit("u1").model_copy(update={"weapons": (Weapon(name="lmg"),)})
    assert (rules.muster(unit), rules.recount(unit, "models")) == (unit, unit)
    assert (rules.armed(unit), rules.ready_to_fire(here, unit)) == (unit.weapons, unit.weapons)
    assert [rules.fires_by_itself(unit), rules.has_victory_rule, rules.weapon(object(), "lmg")] == [False, False, None]
    of_unit = (
        rules.may(here, unit),
        rules.numbers(here, unit),
        rules.bands(here, unit),
        rules.holding_notes(here, "Red", unit),
    )
    entry = Entry(number=1, command="x", by="", at=0.0)
    of_entry = rules.reactions(here, entry), rules.further_reactions(here, entry), rules.late_reactions(here)
    assert {
        *of_unit,
        *of_entry,
        rules.unit_faults(unit),
        rules.fights(unit),
        rules.settle(here),
        rules.open_matters(here),
    } == {()}
    assert rules.resumed(here, entry) is None
