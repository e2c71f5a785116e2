"""The command line of the rules: every promise of its contract, mostly in this process."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from data import ACTION_SETS
from tests import programs
from tests.programs import Program
from tests.rows import for_each
from tests.rules.fubar.cases import CASES
from tests.rules.fubar.table import shot, unit
from tests.rules.ran import FIRE, SIXES, Run, process

# As a process.


def test_resolve_as_a_process() -> None:
    ran = process("resolve", "fubar", "fire", "--facts", "-", "--dice", SIXES, "--json", facts=json.dumps(FIRE))
    assert ran.json["outcome"] == {"hits": 4, "saved": 0, "suppressed": 2, "casualties": 2, "lost_hits": 0}


def test_faults_as_a_process() -> None:
    ran = process("resolve", "fubar", "fire", "--facts", "-", "--dice", "6,6", facts=json.dumps(FIRE))
    assert ran.faults == ["to hit: 4 d6 needed, 2 given"]


def test_facts_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(json.dumps({"action": "walk"}), encoding="utf-8")
    assert run("resolve", "fubar", "movement", "--facts", str(file), "--json").json["outcome"]["inches"] == 6


def test_inches_are_printed_on_any_terminal() -> None:
    command, only_ascii = ("rules", "resolve", "fubar", "movement", "--facts", "-"), {"PYTHONIOENCODING": "ascii"}
    done = programs.run(*command, env={**os.environ, **only_ascii}, given='{"action": "walk"}')
    assert (done.returncode, done.stdout) == (0, "Up to 6″.\n")


def _head(count: int, *arguments: str) -> tuple[int, str, str]:
    """Read so many letters of what the command prints about a shot, and hang up; return its end and its errors too."""
    (given, shot), (told, out), (errors, err) = os.pipe(), os.pipe(), os.pipe()
    os.write(shot, json.dumps(FIRE).encode())
    os.close(shot)
    going = Program("rules", *arguments, env=os.environ, streams=(given, out, err))
    for end in (given, out, err):
        os.close(end)
    found = os.read(told, count).decode()
    os.close(told)
    with os.fdopen(errors) as said:
        return going.wait(60), found, said.read()


def test_a_reader_may_hang_up() -> None:
    assert _head(0, "list", "--json") == (0, "", "")


def test_faces_off_the_table_that_are_no_text() -> None:
    given = b"\xff\xfe\x00".decode(errors="surrogateescape")
    assert len(process("resolve", "fubar", "movement", "--facts", "-", facts=given).faults) == 1


@for_each("arguments", [["list", "--json"], ["odds", "fubar", "fire", "--facts", "-"]])
def test_only_the_head_is_wanted(arguments: list[str]) -> None:
    code, told, errors = _head(3, *arguments)
    assert (code, len(told), errors) == (0, 3, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["python -m rules", "list", "resolve", "odds", "--help"]),
        (["list", "--help"], ["python -m rules list", "--json"]),
        (
            ["resolve", "--help"],
            ["system", "action", "--facts", "--dice", "--seed", "--choose", "--ruling", "--json"],
        ),
        (["odds", "fubar", "fire", "--help"], ["system", "action", "--facts", "--choose", "--ruling", "--json"]),
    ],
)
def test_help(run: Run, arguments: list[str], words: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert [word for word in words if word not in ran.out] == []


def test_odds_know_nothing_of_dice(run: Run) -> None:
    assert "--dice" not in run("odds", "--help").out


# list


def test_list_has_every_system_action_decision_and_ruling(run: Run) -> None:
    found = {system["key"]: system for system in run("list", "--json").json["systems"]}
    assert list(found) == [system.key for system in ACTION_SETS]
    for system in ACTION_SETS:
        assert found[system.key]["name"] == system.name
        assert [action["key"] for action in found[system.key]["actions"]] == list(system.actions)


def test_list_for_people(run: Run) -> None:
    ran = run("list")
    assert (ran.code, ran.err) == (0, "")
    assert all(f"{system.key}: {system.name}" in ran.out for system in ACTION_SETS)
    assert "ruling allocation = suppress_first" in ran.out


# resolve


def test_resolve_prints_dice_effects_and_text(run: Run) -> None:
    found = run("resolve", "fubar", "fire", "--dice", SIXES, "--json", facts=FIRE).json
    assert list(found) == ["system", "action", "outcome", "throws", "decisions", "effects", "rulings", "text"]
    assert found["throws"][0]["faces"] == [6, 6, 6, 6]
    assert found["throws"][0]["source"] == "physical"
    assert found["text"] == "4 hits: 2 suppressed, 2 casualties."


def test_resolve_for_people(run: Run) -> None:
    ran = run("resolve", "fubar", "fire", "--dice", SIXES, facts=FIRE)
    assert ran.code == 0
    assert ran.out.startswith("4 hits: 2 suppressed, 2 casualties.\n")
    assert "to hit (attacker, physical, 5+ needed): 6 6 6 6 → 4" in ran.out
    assert "+5 needed: seasoned [Units › Training]" in ran.out


def test_without_dice_or_seed_the_bot_rolls(run: Run) -> None:
    throws = run("resolve", "fubar", "fire", "--json", facts=FIRE).json["throws"]
    assert {throw["source"] for throw in throws} == {"bot"}


def test_a_seed_gives_the_same_dice_every_time(run: Run) -> None:
    def faces(seed: str) -> list[int]:
        facts = shot((8, "lmg"))
        return run("resolve", "fubar", "fire", "--seed", seed, "--json", facts=facts).json["throws"][0]["faces"]

    assert faces("c0ffee") == faces("C0FFEE")
    assert len({tuple(faces(seed)) for seed in ("1", "2", "3", "ff")}) == 4


def test_no_dice_where_none_are_needed(run: Run) -> None:
    assert run("resolve", "fubar", "movement", "--dice", "", "--json", facts={"action": "run"}).json["throws"] == []


@for_each("choice", ["suppress=9", "allocation=suppress=9", "suppress=2"])
def test_impossible_choices_are_clamped(run: Run, choice: str) -> None:
    found = run("resolve", "fubar", "fire", "--dice", SIXES, "--choose", choice, "--json", facts=FIRE).json
    assert found["outcome"]["suppressed"] == 2


def test_a_choice_that_does_not_arise_is_ignored(run: Run) -> None:
    found = run("resolve", "fubar", "fire", "--dice", "1,1,1,1", "--choose", "suppress=1", "--json", facts=FIRE).json
    assert found["decisions"] == []


def test_rulings_are_set_and_named(run: Run) -> None:
    ruling = ("--ruling", "allocation=casualties_first")
    found = run("resolve", "fubar", "fire", "--dice", SIXES, *ruling, "--json", facts=FIRE).json
    assert (found["outcome"]["casualties"], found["rulings"]) == (4, ["allocation"])


@for_each("written", ["12.0", "1.2e1", "12"])
def test_distances_are_exact_decimals(run: Run, written: str) -> None:
    facts = json.dumps(shot((1, "assault_rifle"), distance=-1)).replace('"distance": -1', f'"distance": {written}')
    assert len(run("resolve", "fubar", "fire", "--seed", "1", "--json", facts=facts).json["throws"][0]["faces"]) == 2


def test_a_hair_beyond_the_range_is_beyond_it(run: Run) -> None:
    facts = json.dumps(shot(distance=-1)).replace("-1", "24.0000000000000000000000000001")
    assert "No weapon reaches" in run("resolve", "fubar", "fire", "--seed", "1", facts=facts).faults[0]


# odds


def test_odds_prints_outcomes_and_means(run: Run) -> None:
    found = run("odds", "fubar", "fire", "--json", facts=shot((2, "infantry_rifle"))).json
    assert list(found) == ["system", "action", "outcomes", "mean"]
    assert [row["p"] for row in found["outcomes"]] == ["4/9", "4/9", "1/9"]
    assert [row["outcome"]["hits"] for row in found["outcomes"]] == [0, 1, 2]
    assert found["mean"] == {"hits": "2/3", "saved": "0", "suppressed": "2/3", "casualties": "0", "lost_hits": "0"}


@pytest.mark.parametrize("action", CASES)
def test_odds_add_up_and_come_in_order(run: Run, action: str) -> None:
    for facts in CASES[action]:
        rows = run("odds", "fubar", action, "--json", facts=facts).json["outcomes"]
        chances = [Fraction(row["p"]) for row in rows]
        assert sum(chances) == 1
        order = [(-p, json.dumps(row["outcome"])) for p, row in zip(chances, rows, strict=True)]
        assert order == sorted(order)
        assert len({json.dumps(row["outcome"]) for row in rows}) == len(rows)
        assert all(row["p"] == str(p) for p, row in zip(chances, rows, strict=True))


def test_detail_is_no_part_of_odds(run: Run) -> None:
    facts = {"action": "walk"}
    assert "why" in run("resolve", "fubar", "movement", "--json", facts=facts).json["outcome"]
    assert run("odds", "fubar", "movement", "--json", facts=facts).json["outcomes"] == [
        {"outcome": {"inches": 6}, "p": "1"}
    ]


def test_odds_for_people(run: Run) -> None:
    ran = run("odds", "fubar", "activate", facts={"unit": unit()})
    assert ran.code == 0
    assert ran.out.splitlines()[0].lstrip().startswith("50.000%")


def test_odds_take_choices_and_rulings(run: Run) -> None:
    chosen = run("odds", "fubar", "fire", "--choose", "suppress=0", "--json", facts=FIRE).json
    ruled = run("odds", "fubar", "fire", "--ruling", "allocation=casualties_first", "--json", facts=FIRE).json
    assert chosen["outcomes"] == ruled["outcomes"]
    assert chosen["mean"]["casualties"] == "4/3"


def test_odds_refuse_too_many_dice(run: Run) -> None:
    assert "up to 6 sides" in run("odds", "fubar", "initiative", facts={"sides": [{}] * 7}).faults[0]
