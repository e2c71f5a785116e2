"""The system as a value: its data, topics, states and the parts that it lacks."""

from __future__ import annotations

from pathlib import Path

from data.files import sample_forces
from rules.command.force import specs
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import CASES
from tests.rules.opreb.playing import the_system


def test_every_action_has_a_topic_and_cases() -> None:
    system = the_system()
    assert {action.topic for action in system.actions.values()} <= set(system.topics)
    assert set(CASES) == set(system.actions)


def test_every_ruling_is_explained_by_a_topic() -> None:
    system = the_system()
    named = {name for topic in system.topics.values() for name in topic.rulings}
    assert named == set(system.rulings.model_fields)


def test_an_initiative_action_is_no_test_that_a_unit_can_fail() -> None:
    """A rally always takes a marker off (Initiative Action), so a campaign keeps no count of it as of morale checks."""
    throws = the_system().throws
    assert (throws.named("rally").tests, throws.named("morale_check").tests) == (False, True)


def test_support_weapons_have_the_same_dice_in_data_and_facts() -> None:
    tables = the_system().tables
    usual = tables.compiled.document.record["support"].facts["dice"].usual["weapon"]
    assert {name: row.dice for name, row in tables.weapons.items() if row.dice} == usual


@for_each("command", ["assault", "turn phase", "smoke", "overwatch", "support_fire", "communications"])
def test_a_command_that_the_pages_do_not_cover_is_explained(command: str) -> None:
    assert "Open Rebellion" in ENGLISH(the_system().absent[command])


def test_assault_names_fire_instead() -> None:
    assert "/fire" in ENGLISH(the_system().absent["assault"])


def test_sample_forces_are_whole_and_show_every_ready_made_unit() -> None:
    system = the_system()
    forces = sample_forces("opreb")
    assert set(system.about.demo) == set(forces)
    assert {spec.name for force in forces.values() for spec in specs(system, force)} == {
        unit.name for unit in system.units.values()
    }


@for_each(
    ("key", "models", "skill", "weapons"),
    [
        ("colonial_militia", 8, 3, {"rifle": 8}),
        ("line_rifles", 6, 4, {"assault_rifle": 5, "saw": 1}),
        ("marine_assault_team", 4, 5, {"smg": 4}),
        ("heavy_weapons", 6, 4, {"long_rifle": 4, "hmg": 1}),
        ("scout_sharpshooters", 4, 5, {"long_rifle": 4}),
    ],
)
def test_ready_made_units_are_those_of_the_page(key: str, models: int, skill: int, weapons: dict[str, int]) -> None:
    unit = the_system().units[key]
    assert (unit.models, unit.profile["skill"]) == (models, skill)
    assert {weapon.name: weapon.count for weapon in unit.weapons} == weapons


def test_the_readme_lists_every_paragraphs_test() -> None:
    here = Path(__file__).parent
    readme = (here / "README.md").read_text(encoding="utf-8")
    page = (here / "test_page.py").read_text(encoding="utf-8")
    named = [line.split("(")[0].removeprefix("def ") for line in page.splitlines() if line.startswith("def test_")]
    assert [name for name in named if name not in readme] == []
