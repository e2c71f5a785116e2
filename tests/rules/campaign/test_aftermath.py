"""The aftermath as a set of actions: on the command line like a system, and no system that anybody plays."""

from __future__ import annotations

from typing import Any

import pytest

from data import ACTION_SETS, CAMPAIGN, SYSTEMS, action_set_of, system_of
from rules.campaign.tables import Tables
from rules.kernel.errors import BadFacts
from rules.kernel.facts import checked
from rules.kernel.wording import ENGLISH
from tests.rules.ran import Run, run

__all__ = ["run"]


def test_it_is_no_system_that_is_played() -> None:
    assert CAMPAIGN.key not in [system.key for system in SYSTEMS]
    assert action_set_of("campaign") is CAMPAIGN
    with pytest.raises(BadFacts):
        system_of("campaign")


def test_a_key_that_is_none_is_answered_with_all_of_them() -> None:
    with pytest.raises(BadFacts) as error:
        action_set_of("campagne")
    said = ENGLISH(error.value.faults[0])
    assert all(one.name in said for one in ACTION_SETS), said


def test_it_is_resolved_from_the_command_line(run: Run) -> None:
    ran = run("resolve", "campaign", "recovery", "--dice", "4,2,1,6", "--json", facts={"lost": 4, "held_field": True})
    assert ran.json["outcome"] == {"back": 2, "recovering": 1, "lost": 1}
    assert ran.json["throws"][0]["needed"] == "4+"


def test_and_weighed(run: Run) -> None:
    found = run("odds", "campaign", "salvage", "--json", facts={"state": "destroyed"}).json
    assert [(row["outcome"]["fate"], row["p"]) for row in found["outcomes"]] == [("lost", "2/3"), ("repaired", "1/3")]


def test_and_refused_in_a_sentence(run: Run) -> None:
    facts = dict.fromkeys(("caused_losses", "destroyed", "objective", "won"), True) | {"models": 0}
    assert run("resolve", "campaign", "experience", facts=facts).faults == [
        "Nobody is left in the unit to learn from it: a unit that is wiped out is lost."
    ]
    assert run("resolve", "campaign", "recovery", "--dice", "1", facts={"lost": 2}).faults == [
        "recovery of the figures lost: 2 d6 needed, 1 given"
    ]


def test_its_rulings_have_names_and_defaults(run: Run) -> None:
    [found] = [one for one in run("list", "--json").json["systems"] if one["key"] == "campaign"]
    assert {one["name"]: one["default"] for one in found["rulings"]} == {
        "injury_heals": "any",
        "points_major": 3,
        "points_minor": 2,
        "points_draw": 1,
        "points_from": "now",
        "ties": "fewer_battles",
        "open_wounds": "settle",
    }
    assert all(one["house"] for one in found["rulings"])


@pytest.mark.parametrize("levels", [[4, 4, 18], [10, 4, 18], [0, 4, 10], []])
def test_levels_that_do_not_rise_are_no_table(levels: list[int]) -> None:
    tables: Any = CAMPAIGN.tables.model_dump()
    tables["experience"]["levels"] = levels
    with pytest.raises(BadFacts) as error:
        checked(Tables, tables)
    assert "levels" in ENGLISH(error.value.faults[0])
