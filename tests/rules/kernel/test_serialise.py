"""Resolutions and odds as JSON, in the field names of the contract."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from data import ACTION_SETS, system_of
from rules.command.contract import needed_text, odds_json, resolution_json, system_json
from rules.kernel.action import Action, ActionSet
from rules.kernel.dice import Cause, Line, Need, Roll, Successes, Total, Trait
from rules.kernel.odds import Dist
from rules.kernel.plays import Play
from rules.kernel.serialise import ledger_in_play, means, outcome_of, play_of, roll_record, rows, to_plain, typed_value
from rules.kernel.table import Given, Live, Table
from rules.kernel.text import Joined, Secret, Text
from rules.kernel.text_json import from_json
from rules.kernel.wording import ENGLISH, INCHES, Ruler
from tests.rows import for_each
from tests.rules.fubar.table import play, shot, unit

SKILL = Line(Text("skill"), 4, "Firing")
HIT = Roll("to_hit", Text("to hit"), "attacker", 6, Successes(4), Need(4), (SKILL,), "Firing")


class Result(NamedTuple):
    lost: int
    place: int
    fled: bool
    name: str | None


def twice(table: Table, dice: int) -> int:
    table.roll(HIT._replace(key="aim"), 1)
    hits = table.roll(HIT, dice)
    again = HIT._replace(key="misses", label=Text("misses again"), again="to_hit", part="leader")
    return hits + table.roll(again, dice - hits)


def test_a_reroll_keeps_the_old_faces_beside_the_new() -> None:
    live = Live(Given([6, 1, 5, 3, 6, 2]))
    assert live.play(twice, 3) == 2
    _, old, new = (roll_record(step, live.steps[:at]) for at, step in enumerate(live.steps))
    assert (old.faces, old.rerolled, old.part) == ((1, 5, 3), (), "")
    assert (new.faces, new.rerolled, new.result, new.part) == ((6, 2), (1, 5, 3), 1, "leader")


def test_named_tuples_become_objects_all_the_way_down() -> None:
    nested = {"rows": (Result(1, 0, True, None), Result(2, 1, False, "x"))}
    assert to_plain(nested) == {
        "rows": [
            {"lost": 1, "place": 0, "fled": True, "name": None},
            {"lost": 2, "place": 1, "fled": False, "name": "x"},
        ]
    }
    assert to_plain([Fraction(1, 2)]) == [Fraction(1, 2)]


FIRED = play("fire", shot((3, "infantry_rifle"), target=unit(armour="light")), [5, 6, 1, 6, 2])


def test_resolve_prints_decisions_and_effects() -> None:
    printed = json.loads(json.dumps(resolution_json(FIRED)))
    assert list(printed) == ["system", "action", "outcome", "throws", "decisions", "effects", "rulings", "text"]
    assert (printed["system"], printed["action"]) == ("fubar", "fire")
    assert printed["outcome"] == {"hits": 2, "saved": 1, "suppressed": 1, "casualties": 0, "lost_hits": 0}
    assert printed["decisions"] == [{"name": "allocation", "by": "defender", "value": "suppress_first"}]
    assert printed["effects"] == [{"unit": "target", "effect": "suppressed", "change": 1}]


def test_a_roll_as_printed() -> None:
    [hits, saves] = resolution_json(FIRED)["throws"]
    assert list(hits) == ["label", "by", "sides", "faces", "source", "needed", "ledger", "result"]
    assert all(list(line) == ["why", "value", "rule", "of"] and line["why"] for line in hits["ledger"])
    assert [(line["value"], line["rule"], line["of"]) for line in hits["ledger"]] == [
        (5, "Units › Training", "needed"),
        (3, "Weapons", "dice"),
    ]
    assert (saves["by"], saves["sides"], saves["faces"], saves["needed"], saves["result"]) == (
        "defender",
        6,
        [6, 2],
        "6+",
        1,
    )


@for_each(
    ("needed", "printed"), [(None, None), (Need(4), "4+"), (Need(12), "12+"), (Need(7, at_most=True), "7 or less")]
)
def test_the_needed_number_of_a_roll_is_printed(needed: Need | None, printed: str | None) -> None:
    assert needed_text(needed) == printed


def test_a_detail_is_printed_in_words() -> None:
    [line] = resolution_json(play("movement", {"action": "walk"}))["outcome"]["why"]
    assert line == {"why": "Walk", "value": 6, "rule": "Activation"}


def test_the_record_keeps_facts_roles_and_topic() -> None:
    kept = play_of(FIRED, {"attacker": "u1", "target": "u2"})
    assert (kept.action, kept.topic, kept.roles["target"]) == ("fire", "firing", "u2")
    assert kept.facts["distance"] == 10
    assert Play.model_validate(json.loads(json.dumps(kept.model_dump(mode="json")))) == kept


def test_the_record_keeps_a_roll_by_its_key_with_its_texts() -> None:
    [hits, saves] = play_of(FIRED, {}).throws
    assert [(throw.key, ENGLISH(throw.label), throw.needed) for throw in (hits, saves)] == [
        ("to_hit", "to hit", Need(5)),
        ("armour_saves", "armour saves", Need(6)),
    ]
    assert [ENGLISH(line.why) for line in saves.ledger] == ["light armour"]


def test_the_record_keeps_whose_dice_they_were() -> None:
    kept = play_of(FIRED, {}, whose=lambda roll: {"attacker": "Red", "defender": "Blue"}[roll.by])
    assert [(throw.by, throw.side) for throw in kept.throws] == [("attacker", "Red"), ("defender", "Blue")]


def test_the_record_speaks_of_the_units_that_took_the_parts() -> None:
    fought = play("close_combat", {"attacker": unit("elite", 1), "defender": unit("elite", 1)}, [6, 1])
    kept = play_of(fought, {"attacker": "u1", "defender": "u2"})
    assert [ENGLISH(throw.label) for throw in kept.throws] == ["strikes of u1", "strikes of u2"]
    assert (ENGLISH(fought.text), ENGLISH(kept.text)) == (
        "Losses: the attacker no figures, the defender 1 figure.",
        "Losses: u1 no figures, u2 1 figure.",
    )


def test_the_record_keeps_details_as_texts() -> None:
    [line] = outcome_of(play("movement", {"action": "walk"}))["why"]
    assert from_json(line["why"]) == Text("Walk")


def _action(**more: Any) -> Action:
    whatever: Any = None
    return Action("x", Text("X"), "x", whatever, Result, whatever, whatever, whatever, **more)


DIST = Dist(
    {
        Result(2, 0, True, None): 1,
        Result(0, 1, False, "b"): 2,
        Result(0, 1, False, "a"): 2,
        Result(1, 1, False, "a"): 4,
    },
    9,
)


def test_rows_by_chance_then_by_their_json() -> None:
    assert [(outcome["lost"], outcome["name"], p) for outcome, p in rows(DIST)] == [
        (1, "a", Fraction(4, 9)),
        (0, "a", Fraction(2, 9)),
        (0, "b", Fraction(2, 9)),
        (2, None, Fraction(1, 9)),
    ]


def test_means_of_numbers_only() -> None:
    assert means(_action(), DIST) == {"lost": Fraction(2, 3), "place": Fraction(8, 9)}
    assert means(_action(indices=("place",)), DIST) == {"lost": Fraction(2, 3)}


def test_fractions_are_printed_in_lowest_terms() -> None:
    printed = odds_json(
        system_of("fubar"), _action(), Dist({Result(3, 0, True, None): 6, Result(1, 0, True, None): 2}, 8)
    )
    assert [row["p"] for row in printed["outcomes"]] == ["3/4", "1/4"]
    assert printed["mean"] == {"lost": "5/2", "place": "0"}


@pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)
def test_list_prints_decisions_and_rulings_with_their_options(system: ActionSet) -> None:
    printed = json.loads(json.dumps(system_json(system)))
    assert list(printed) == ["key", "name", "actions", "rulings"]
    for action in printed["actions"]:
        assert list(action) == ["key", "facts", "decisions", "outcome"]
        assert action["facts"]["type"] == "object"
        assert all(decision["default"] and decision["options"] for decision in action["decisions"])
    for ruling in printed["rulings"]:
        assert ruling["default"] in ruling["options"]
        assert ruling["about"]


@for_each("system", ACTION_SETS)
def test_every_fact_has_a_title(system: ActionSet) -> None:
    for action in system.actions.values():
        for name, field in action.facts.model_fields.items():
            assert field.title, f"{action.key}: {name}"


STORIES = {"u1": {"skill": Text("skilled since the first battle")}, "u2": {"trn": Text("TRN 6 by experience")}}
ROLES = {"attacker": "u1", "target": "u2"}


def lines(*ledger: Line, by: str = "attacker") -> list[tuple[str, int]]:
    told = ledger_in_play(HIT._replace(by=by, ledger=ledger), ROLES, STORIES)
    assert all(line.traits == () for line in told)
    return [(ENGLISH(line.why), line.value) for line in told]


def test_a_line_names_the_origin_of_its_traits() -> None:
    of_both = Line(Text("grid"), 4, "Shooting", traits=(Trait("skill"), Trait("trn", "target")))
    assert lines(of_both) == [("grid (skilled since the first battle, TRN 6 by experience)", 4)]
    assert lines(of_both, by="defender") == [("grid (TRN 6 by experience)", 4)]


def test_a_line_that_adds_nothing_is_listed_only_for_its_story() -> None:
    nothing = Line(Text("ordinary"), 0, "Shooting", traits=(Trait("skill"),))
    assert lines(nothing) == [("ordinary (skilled since the first battle)", 0)]
    assert lines(nothing, by="defender") == []
    assert lines(Line(Text("not in position"), 0, "Shooting")) == [("not in position", 0)]


def test_the_story_of_a_unit_is_for_those_who_may_know_it() -> None:
    line = Line(Text("TRN"), 4, "Shooting", traits=(Trait("trn", "target"),))
    [told] = ledger_in_play(HIT._replace(ledger=(line,)), ROLES, STORIES)
    assert told.why == Text(
        "{why} ({stories})", why=Text("TRN"), stories=Joined([Secret(STORIES["u2"]["trn"], "u2")], ", ")
    )


def test_a_line_of_a_ledger_names_the_unit_whose_state_it_comes_from() -> None:
    """It is the rolling unit if none is named; a role without a unit is left out."""
    ledger = (
        Line(Text("suppressed"), 1, "Rule", cause=Cause("suppressed", "")),
        Line(Text("it moved"), 1, "Rule", cause=Cause("moved", "target")),
        Line(Text("nobody"), 1, "Rule", cause=Cause("moved", "passenger")),
        Line(Text("plain"), 4, "Rule"),
    )
    throw = Roll("to_hit", Text("to hit"), "attacker", 6, Total(), None, ledger)
    found = ledger_in_play(throw, {"attacker": "u1", "target": "u2"}, {})
    assert [one.cause for one in found] == [Cause("suppressed", "u1"), Cause("moved", "u2"), None, None]


def test_a_cause_is_the_state_of_a_unit_that_takes_part_or_none() -> None:
    """The unit is the one named, else the one that rolls."""
    roles = {"attacker": "u1", "target": "u2"}
    causes = [Cause("hidden"), Cause("hidden", "target"), Cause("hidden", "nobody"), None]
    roll = HIT._replace(ledger=tuple(SKILL._replace(cause=cause) for cause in causes))
    assert [line.cause for line in ledger_in_play(roll, roles, {})] == [
        Cause("hidden", "u1"),
        Cause("hidden", "u2"),
        None,
        None,
    ]


def test_an_option_of_a_ruling_is_typed_in_centimetres_if_it_is_a_length() -> None:
    system = system_of("openfire_ww2")
    assert [typed_value(system, "smoke_radius", 2, ruler) for ruler in (INCHES, Ruler("cm"))] == ["2", "5"]
    assert typed_value(system, "smoke_radius", "two", Ruler("cm")) == "two"
