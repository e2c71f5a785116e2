"""data/SYSTEMS.md: every step of its example plays, and so does the file of `rules new`."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any, get_args

import tomli_w

from bot.dice.provable import seeded_dice
from data.files import bases, new_system, system_files
from rules.command.force import spec
from rules.files.derived import merge_tables
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.files.trial import SelfPlay
from rules.kernel.action import Action
from rules.kernel.facts import Facts, validate
from rules.kernel.resolve import odds, ruleset_of
from tests.rows import for_each
from tests.rules.table import Sitting

PAPER = (Path(__file__).parents[2] / "data" / "SYSTEMS.md").read_text(encoding="utf-8")
*STEPS, VARIANT, OF_PYTHON = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)


def build_step(step: int) -> FileSystem:
    """Return the example after a number of steps, merged in order."""
    said: dict[str, Any] = {}
    for text in STEPS[:step]:
        said = merge_tables(said, tomllib.loads(text))
    return read_system(tomli_w.dumps(said).encode(), f"step{step}.toml")


def smallest(action: Action, system: FileSystem) -> dict[str, Any]:
    """Facts of an action with the first two kinds of units."""
    kinds = [spec(system, {"type": kind}) for kind in system.units]
    found: dict[str, Any] = {}
    for name, field in action.facts.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Facts):
            one = kinds[0 if name != "target" else -1]
            found[name] = {**one.profile, "models": one.models}
        elif name == "weapons":
            found[name] = [{"weapon": one.name, "count": one.count} for one in kinds[0].weapons]
        elif name == "distance":
            found[name] = 10
        elif name == "action":
            found[name] = get_args(field.annotation)[0]
        elif name == "sides":
            (side,) = [one for one in get_args(field.annotation) if one is not ...]
            found[name] = [{name: kinds[0].profile[name] for name in side.model_fields if name != "name"}] * 2
    return found


def play(system: FileSystem) -> None:
    """Every action of a system is played, and its odds add up."""
    for key, action in system.actions.items():
        facts = smallest(action, system)
        chances = odds(action, validate(action.facts, facts), ruleset_of(system)).fractions()
        assert sum(chances.values()) == 1
        plays = [resolution.played.outcome for resolution, _ in Sitting(system).every_play(key, facts, 20)]
        assert plays
        assert set(plays) <= chances.keys()


def test_there_are_six_steps() -> None:
    assert len(STEPS) == 6


@for_each("step", range(1, 7))
def test_each_step_plays(step: int) -> None:
    play(build_step(step))


@for_each("step", range(1, 7))
def test_each_step_holds_in_trial_games(step: int) -> None:
    """In step 1 a unit can only shoot: a game in which one side is gone is over, and not a fault.

    By these picks a unit can take every action in one game.
    """
    found = SelfPlay(build_step(step), Random(2).randrange, seeded_dice(bytes(32))).play(games=1)
    assert {one.says: one.faults for one in found if one.faults} == {}


def test_a_harder_shot_does_not_change_the_nerve_of_its_target() -> None:
    system = build_step(4)
    facts = smallest(system.actions["fire"], system) | {"distance": 14, "weapons": [{"weapon": "musket", "count": 6}]}
    chances = {outcome.nerve: Fraction(0) for outcome in Sitting(system).chances("fire", facts)}
    for outcome, p in Sitting(system).chances("fire", facts).items():
        chances[outcome.nerve] += p
    skill = facts["target"]["skill"]
    assert chances["passed"] / (chances["passed"] + chances["failed"]) == Fraction(7 - skill, 6)


def test_a_total_against_a_number_is_a_shot() -> None:
    """Two dice and Skill 4 reach 10 by a 6 or more, with two wounds by an 8 or more; the third wound kills."""
    (block,) = re.findall(r"step 2:\n\n((?:    .*\n|\n)+)", PAPER)
    said = merge_tables(tomllib.loads(STEPS[0]), tomllib.loads(STEPS[1]))
    del said["action"]
    system = read_system(tomli_w.dumps(merge_tables(said, tomllib.loads(dedent(block)))).encode(), "blades.toml")
    play(system)

    def chances(hurt: int, already: int) -> dict[Any, Fraction]:
        facts = smallest(system.actions["fire"], system)
        facts |= {
            "attacker": {"skill": 4, "models": 1, "wounds": hurt},
            "target": {"skill": 3, "models": 1, "wounds": already},
        }
        return {tuple(one): p for one, p in Sitting(system).chances("fire", facts).items()}

    assert chances(0, 0) == {("passed", 0): Fraction(26, 36), ("failed", 0): Fraction(10, 36)}
    assert chances(2, 2) == {("passed", 1): Fraction(15, 36), ("failed", 0): Fraction(21, 36)}


def test_markers_ways_and_nominated_units_are_added_to_the_example() -> None:
    """Beside the last step: a marker that a move ends, a move with dice, and a test for the initiative."""
    section = PAPER.partition("## Markers, ways")[2].partition("\n## ")[0]
    block = "\n".join(line for line in section.splitlines() if line.startswith("    "))
    said: dict[str, Any] = {}
    for text in (*STEPS, dedent(block)):
        said = merge_tables(said, tomllib.loads(text))
    system = read_system(tomli_w.dumps(said).encode(), "more.toml")
    play(system)
    found = SelfPlay(system, Random(2).randrange, seeded_dice(bytes(32))).play(games=1)
    assert {one.says: one.faults for one in found if one.faults} == {}
    assert [one.code for one in system.commands["move"].actions] == ["walk", "dash", "break_off"]


def test_the_house_rules_play() -> None:
    play(read_system(VARIANT.encode(), "club.toml", system_files()))


def test_the_house_rules_of_a_system_in_python_play() -> None:
    club = read_system(OF_PYTHON.encode(), "club.toml", bases())
    examples = json.loads((Path(__file__).parents[1] / "rules/opreb/examples.json").read_text(encoding="utf-8"))
    (shot,) = (one for one in examples if one["name"] == "hard cover in position")
    dice = [*shot["dice"][:-1], 5, shot["dice"][-1]]
    assert Sitting(club).outcome("fire", shot["facts"], dice)["damage"] == shot["outcome"]["damage"] - 1


def test_a_new_file_plays_at_once() -> None:
    play(read_system(new_system("my_game").encode(), "my_game.toml"))
