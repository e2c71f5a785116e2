"""data/SYSTEMS.md: every step of its example plays, and so does the file of `rules new`."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from data.files import bases, new_system, system_files
from rules.command.force import spec
from rules.files.derived import merged
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.action import Action
from rules.kernel.facts import Facts, validate
from rules.kernel.resolve import odds, ruleset_of
from tests.rules.table import Sitting

PAPER = (Path(__file__).parents[2] / "data" / "SYSTEMS.md").read_text(encoding="utf-8")
*STEPS, VARIANT, OF_PYTHON = re.findall(r"```toml\n(.*?)```", PAPER, re.DOTALL)


def built(step: int) -> FileSystem:
    """The example after so many steps, each laid over those before."""
    said: dict[str, Any] = {}
    for text in STEPS[:step]:
        said = merged(said, tomllib.loads(text))
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
        elif name == "sides":
            found[name] = [{}, {}]
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


@pytest.mark.parametrize("step", range(1, 7))
def test_each_step_plays(step: int) -> None:
    play(built(step))


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
