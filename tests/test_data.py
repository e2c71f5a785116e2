"""A fault in a data file is one sentence with the file and the place, in every program that reads it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.programs import run

ROOT = Path(__file__).parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data of FUBAR, to break."""
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "data" / "fubar"


def _environment(data: Path) -> dict[str, str]:
    """Return an environment with that data before ours."""
    kept = {name: value for name, value in os.environ.items() if name == "PYTHONPYCACHEPREFIX"}
    return {**kept, "PYTHONPATH": f"{data.parent.parent}:{ROOT}"}


def _python(data: Path, *words: str) -> CompletedProcess[str]:
    return run(*words, env=_environment(data), cwd=data.parent.parent, fresh=True)


def _faults_of(data: Path) -> list[str]:
    """Return the faults that the rules print for that data."""
    return _faults_in(run("rules", "list", env=_environment(data)))


def _faults_in(done: CompletedProcess[str]) -> list[str]:
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr.splitlines()


def _change(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


FAULTS = (
    ("pistol]\nrange = 8", "pistol]\nrnage = 8"),
    ("shotgun]\nrange = 8", 'shotgun]\nrange = "far"'),
)


@pytest.mark.parametrize(
    ("file", "changes", "said"),
    [
        (
            "weapons",
            FAULTS,
            [
                "weapons.toml: pistol.range: missing",
                "weapons.toml: pistol.rnage: no such field",
                'weapons.toml: combat_shotgun.range: give a whole number, not "far"',
            ],
        ),
        (
            "weapons",
            [("[pistol]", "[pistol")],
            ["weapons.toml: Expected ']' at the end of a table declaration (at line 3, column 8)"],
        ),
        (
            "weapons",
            [("[pistol]", "[pistol]\nplural = 7")],
            ["weapons.toml: pistol.plural: write a text of at most 60 letters"],
        ),
        ("about", [("licence", "license")], ["about.toml: licence: missing"]),
    ],
    ids=["values", "syntax", "plural", "licence"],
)
def test_a_fault_is_a_sentence_with_its_place(
    data: Path, file: str, changes: Sequence[tuple[str, str]], said: list[str]
) -> None:
    _change(data / f"{file}.toml", *changes)
    assert _faults_of(data) == [f"data/fubar/{line}" for line in said]


def test_the_bot_says_the_same(data: Path) -> None:
    (data / "units.toml").unlink()
    assert _faults_in(_python(data, "bot", "check")) == ["data/fubar/units.toml: No such file or directory"]


def test_a_ready_made_unit_has_weapons_that_there_are(data: Path) -> None:
    units = data / "units.toml"
    units.write_text(units.read_text(encoding="utf-8").replace('"infantry_rifle"', '"bow"'), encoding="utf-8")
    (said, *_) = _faults_of(data)
    assert "there is no bow; choose pistol" in said
    assert said.startswith("data/fubar/units.toml: ")


def test_a_sample_force_has_units_that_there_are(data: Path) -> None:
    force = next((data / "forces").glob("*.toml"))
    force.write_text(force.read_text(encoding="utf-8").replace('type = "', 'type = "x', 1), encoding="utf-8")
    (said,) = _faults_of(data)
    assert said.startswith(f"data/fubar/forces/{force.name}: unit 1 (x")


def test_a_new_weapon_and_the_plurals_of_a_weapon_and_a_unit_need_no_code(data: Path) -> None:
    _change(
        data / "weapons.toml", ("[pistol]", '[laser_gun]\nrange = 24\npoints = 2\n\n[pistol]\nplural = "pistolets"')
    )
    _change(data / "units.toml", ("[militia]", '[militia]\nplural = "militiafolk"'))
    code = (
        "from data import system_of; from data.systems import vocabulary; from data.texts import language;"
        "from cogs.rendering.text import Reader; from rules.command.system import Board;"
        "from rules.game.game import Game;"
        "from rules.kernel.text import several_of; fubar = system_of('fubar'); words = vocabulary('fubar').meanings;"
        "board = Board.of(Game(), fubar);"
        "print(Reader(language('en'), board)(several_of(8, 'pistol')));"
        "print(words(['pistolets'])[0].key, words(['militiafolk'])[0].key, 'laser_gun' in fubar.weapons)"
    )
    done = _python(data, "-c", code)
    assert (done.stdout.strip(), done.stderr) == ("8 pistolets\npistol militia True", "")
