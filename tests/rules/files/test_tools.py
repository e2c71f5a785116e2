"""The command line for authors of system files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from data.files import bases, new_system
from data.pages import render_page
from data.python_systems import PYTHON_SYSTEMS
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.wording import ENGLISH
from tests.rules.battle_forge.cases import unit
from tests.rules.files.test_own_words import OWN
from tests.rules.files.test_read_system import FILE, TEXT
from tests.rules.ran import Run, run

__all__ = ["run"]

OPREB = FILE.with_name("opreb.toml")


def test_a_file_is_checked(run: Run, tmp_path: Path) -> None:
    assert "Battle Forge (battle_forge) is fine" in run("check", str(FILE), "--games", "0").out
    file = tmp_path / "club.toml"
    file.write_text(TEXT.replace("die = 10", "die = 1"), encoding="utf-8")
    assert run("check", str(file)).faults == [
        "club.toml, line 10: system.die: give a whole number from 2 to 100, not 1"
    ]
    assert run("check", str(tmp_path / "none.toml")).faults == [
        f"cannot read {tmp_path / 'none.toml'} (No such file or directory)"
    ]


def test_a_file_of_the_project_is_checked_with_its_part_in_python(run: Run, tmp_path: Path) -> None:
    """Open Rebellion's had as many faults as are shown, since what its Python sets seemed to be set by nothing."""
    said = run("check", str(OPREB), "--games", "1").out
    assert "Open Rebellion (opreb) is fine" in said
    assert "  held: every action can be taken" in said
    file, text = tmp_path / "opreb.toml", OPREB.read_text(encoding="utf-8")
    file.write_text(text.replace("\nbang = 5", "\nbang = 9"), encoding="utf-8")
    assert run("check", str(file)).faults == ["opreb.toml, line 41: tables.bang: give a whole number from 2 to 6"]


def test_a_copy_of_a_file_with_a_part_in_python_is_refused_with_the_way_to_house_rules(
    run: Run, tmp_path: Path
) -> None:
    file, text = tmp_path / "mine.toml", OPREB.read_text(encoding="utf-8")
    file.write_text(text.replace('key = "opreb"', 'key = "mine"').replace("bang = 5", "bang = 4"), encoding="utf-8")
    assert run("check", str(file)).faults == [
        'mine.toml, line 20: this is a copy of opreb, and a part of opreb is in Python: begin with base = "opreb", '
        "and keep below it only [system] and what you change"
    ]


def test_a_file_is_played_and_weighed_by_its_name(run: Run) -> None:
    facts = {"unit": unit(shock=2)}
    assert "shock_removed 1" in run("odds", str(FILE), "activate", facts=facts).out
    assert (
        run("odds", str(FILE), "activate", facts=facts).out == run("odds", "battle_forge", "activate", facts=facts).out
    )
    assert (
        "courage (unit, physical, 6 or less needed): 3 9 → 1"
        in run("resolve", str(FILE), "activate", "--dice", "3,9", facts=facts).out
    )


def test_facts_name_units_by_their_type(run: Run) -> None:
    """The storm troop has carbines, up to 18″, and sabres, which do not shoot."""
    named = {"attacker": "storm_troop", "target": {"type": "militia", "shock": 2}, "distance": 10}
    numbers = {
        "attacker": {"mov": 7, "acc": 5, "strength": 6, "sav": 5, "init": 6, "co": 7, "models": 6},
        "target": {"mov": 6, "acc": 3, "strength": 3, "sav": 3, "init": 4, "co": 4, "models": 10, "shock": 2},
        "weapons": [{"weapon": "carbine", "count": 6}],
        "distance": 10,
    }
    assert run("odds", str(FILE), "fire", facts=named).out == run("odds", str(FILE), "fire", facts=numbers).out
    few = {**named, "attacker": {"type": "storm_troop", "models": 2}}
    assert "+4 dice: 2 carbines" in run("resolve", str(FILE), "fire", "--seed", "aa", facts=few).out
    assert run("odds", str(FILE), "fire", facts={**named, "target": "militias"}).faults == [
        'target: there is no "militias"; did you mean "militia"?'
    ]
    assert run("odds", str(FILE), "fire", facts={**named, "distance": 20}).faults == ["No weapon reaches the target."]


def test_the_facts_of_a_file_are_listed(run: Run) -> None:
    told = run("list", str(FILE)).out
    assert told.startswith("battle_forge: Battle Forge\n  fire (attacker, target, weapons, distance, cover, obscured) ")
    assert "fubar" not in told


NOMINATED = """
[action.initiative]
command = "initiative"
title = "Initiative"
rule = "Each side names a unit, which rolls a die and adds its Skill."
knows = ["skill"]
then = [{ roll = "initiative", add = "skill", by = "unit", as = "ahead", for = "initiative" }]

[action.rest]
title = "Rest"
rule = "The unit takes heart."
refused = [{ when = "not unit.shaken", say = "{unit} is not shaken." }]
marks = { shaken = 0 }
"""


def test_sides_are_named_by_the_units_that_roll_for_them(run: Run, tmp_path: Path) -> None:
    """An action with `knows` refused units by their type, and sides could be given by numbers only."""
    file = tmp_path / "my_game.toml"
    file.write_text(new_system("my_game") + NOMINATED, encoding="utf-8")
    sides = {"sides": ["regulars", {"type": "raiders", "skill": 6}]}
    rolled = run("resolve", str(file), "initiative", "--dice", "2,1", facts=sides).out
    assert "+4 total: Skill" in rolled
    assert "+6 total: Skill" in rolled
    wrong = run("odds", str(file), "initiative", facts={"sides": ["regulars", "raider"]}).faults
    assert wrong == ['sides.1: there is no "raider"; did you mean "raiders"?']
    plain = run("resolve", "battle_forge", "initiative", "--dice", "2,1", facts={"sides": ["Ann", "Bob"]}).out
    assert "initiative of Ann" in plain


CALM = """
[action.calm]
title = "Calm"
rule = "The unit takes heart."
then = [
    { roll = "heart", check = "skill", by = "unit", as = "heart" },
    { mark = "unit.shaken", add = "-unit.shaken" },
]
"""


def test_a_state_that_a_step_ends_is_no_longer_there_in_the_result(run: Run, tmp_path: Path) -> None:
    """A result said "shaken" of a unit that was calmed."""
    file = tmp_path / "my_game.toml"
    file.write_text(new_system("my_game") + CALM, encoding="utf-8")
    calmed = run("resolve", str(file), "calm", facts={"unit": {"type": "regulars", "shaken": True}})
    assert calmed.out.startswith("The unit: no longer shaken."), calmed


def test_actions_without_dice_are_listed_apart(run: Run, tmp_path: Path) -> None:
    """Check and list left them out, so that an author took them for lost."""
    file = tmp_path / "my_game.toml"
    file.write_text(new_system("my_game") + NOMINATED, encoding="utf-8")
    assert "\n  without dice: rest\n" in run("check", str(file), "--games", "0").out
    assert "\n  without dice: rest\n" in run("list", str(file)).out
    assert "without dice" not in run("list", "battle_forge").out


def test_a_translation_that_players_do_not_read_is_named(run: Run, tmp_path: Path) -> None:
    """The bot's own translation of a text goes first; an author read "Rauch" for their "Nebel", and no reason."""
    file = tmp_path / "my_game.toml"
    text = new_system("my_game").replace('why = "cover"', 'why = "smoke"')
    own = '\n[texts.de]\n"smoke" = "Nebel"\n"Regulars" = "Linie"\n[texts.fr]\n"smoke" = "brume"\n'
    file.write_text(text + own, encoding="utf-8")
    notes = [line for line in run("check", str(file), "--games", "0").out.splitlines() if "  line" in line]
    assert notes == ['  line 112: the bot has "smoke" itself, as "Rauch"; reword it for your own']


def test_a_new_file_is_written_to_a_folder(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.toml"
    assert run("new", str(tmp_path / "ridge")).out == f"{file}\n"
    assert 'key = "ridge"' in file.read_text(encoding="utf-8")
    assert run("new", str(tmp_path / "ridge.toml")).faults == [f"cannot write {file} (File exists)"]


def test_a_new_file_is_written_once_and_is_fine(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "my_game").out == "my_game.toml\n"
    assert "My game (my_game) is fine" in run("check", "my_game.toml", "--games", "0").out
    assert run("new", "my_game").faults == ["cannot write my_game.toml (File exists)"]
    assert run("new", "fubar").faults == ["fubar: choose a key of small letters that no system has"]


def numbers(system: FileSystem) -> str:
    """Everything that a system has in its tables, as text."""
    tables = system.tables
    return str(tables) if isinstance(tables, BaseModel) else str(tables.weapons)


def test_new_house_rules_have_every_number_of_their_base_as_a_comment(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for base in (*PYTHON_SYSTEMS, "battle_forge"):
        assert run("new", f"club_{base}", "--base", base).out == f"club_{base}.toml\n"
        file = tmp_path / f"club_{base}.toml"
        head, mark, rest = file.read_text(encoding="utf-8").partition(f'name = "Club {base.replace("_", " ")}"\n')
        uncommented = head + mark + re.sub("^# ?", "", rest, flags=re.MULTILINE)
        club, whole = (read_system(text.encode(), file.name, bases()) for text in (head + mark + rest, uncommented))
        for system in (club, whole):
            assert system.units == bases()[base].units
            assert system.rulings().model_dump() == bases()[base].rulings().model_dump()
            assert numbers(system) == numbers(bases()[base])
        assert len(whole.source.lines) > 20 + len(club.source.lines)
    assert run("new", "other", "--base", "opre").faults[0].startswith("base: choose opreb")


def test_a_sheet_has_every_action_unit_and_weapon(run: Run) -> None:
    sheet = run("sheet", "battle_forge").out
    for words in (
        "## Charge or fight",
        "| Storm troop | 6 |",
        "| machine gun | 18 | 36 | 4 | 1 |",
        "## To settle first",
        "- to hit: models × Attacks dice against Accuracy",
        "| long range | −1 | Accuracy | distance is more than Short range |",
        "| 7 rifles, 1 machine gun, 8 bayonets |",
    ):
        assert words in sheet
    assert "`" not in sheet
    assert "<td>Storm troop</td>" in run("sheet", "battle_forge", "--html").out
    assert run("sheet", "campaign").faults == ["Campaign has no units."]


@pytest.mark.parametrize("key", PYTHON_SYSTEMS)
def test_a_system_in_python_has_a_sheet_too(run: Run, key: str) -> None:
    sheet = run("sheet", key).out
    for unit_type in bases()[key].units.values():
        assert f"| {unit_type.name} | {unit_type.models} |" in sheet
    assert all(f"## {ENGLISH(topic.title)}" in sheet for topic in bases()[key].topics.values())


def test_house_rules_of_a_system_in_python_are_checked_without_trial_games(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their actions belong to the base: many need more than a trial game has."""
    monkeypatch.chdir(tmp_path)
    run("new", "club", "--base", "bayonet")
    said = run("check", "club.toml").out
    assert "Club (club) is fine" in said
    assert "held:" not in said


def test_house_rules_have_their_numbers_on_the_sheet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    own = '[tables]\ncover_dice = 6\n[weapons.rifle]\nband = 12\n[rulings]\npin_effect = "no_move"\n'
    file.write_text(f'base = "opreb"\n[system]\nkey = "club"\nname = "Club"\n{own}', encoding="utf-8")
    sheet = run("sheet", str(file)).out
    assert sheet.startswith("# Club\n")
    assert "| cover dice | 6 |" in sheet
    assert "| rifle | 1 | 12 | 0 | 1 |" in sheet
    assert "| no move | none, minus skill die |" in sheet


def test_a_sheet_names_an_answer_by_its_label_in_the_language_of_the_reader(run: Run) -> None:
    """It said "near is two", in German with the English name."""
    file = str(FILE.with_name("zombie_wargame.toml"))
    assert "| −1 if 2 zombies within 6″, −2 if 3 zombies within 6″," in run("sheet", file).out
    assert "| −1, wenn 2 Zombies auf 6″, −2, wenn 3 Zombies auf 6″," in run("sheet", file, "--language", "de").out


def test_the_sheet_has_no_credits_that_the_author_has_not_given(run: Run, tmp_path: Path) -> None:
    text = new_system("my_game")
    file = tmp_path / "my_game.toml"
    expected = {
        "": "A check",
        'credit = "Our club"': "Our club.",
        'credit = "Our club"\nversion = "2"': "Our club, version 2.",
        'licence = "CC BY 4.0"': "CC BY 4.0",
    }
    for credits, line in expected.items():
        file.write_text(text.replace('credit = "Rules of our own"', credits), encoding="utf-8")
        assert run("sheet", str(file)).out.splitlines()[2].startswith(line)


def test_a_sheet_is_printed_in_german_with_the_words_of_its_file(run: Run, tmp_path: Path) -> None:
    """Issue 43."""
    german = run("sheet", "battle_forge", "--language", "de").out
    for words in (
        "Eine Probe ist ein W10: Der Wert oder weniger gelingt.",
        "- Treffer: Würfel (Modelle × Angriffe) gegen Genauigkeit",
        "- Nicht, wenn: Einheit",
        "| weite Reichweite | −1 | Genauigkeit | Entfernung ist größer als Kurze Reichweite |",
        "## Vorher zu klären",
        "7 Gewehre, 1 Maschinengewehr, 8 Bajonette",
    ):
        assert words in german
    for english in ("## Units", "against", " dice", "in our own words", "set by"):
        assert english not in german
    file = tmp_path / "club.toml"
    own = '[units.line_squad]\nname = "Guards of the mill"\n[texts.de]\n"Guards of the mill" = "Mühlenwache"\n'
    file.write_text(f'base = "battle_forge"\n[system]\nkey = "club"\nname = "Club"\n{own}', encoding="utf-8")
    assert "| Mühlenwache | 8 |" in run("sheet", str(file), "--language", "de").out
    assert "| Guards of the mill | 8 |" in run("sheet", str(file)).out
    assert '<html lang="de">' in run("sheet", "battle_forge", "--language", "de", "--html").out


@pytest.mark.parametrize("key", PYTHON_SYSTEMS)
def test_a_system_in_python_has_a_german_sheet_too(run: Run, key: str) -> None:
    german = run("sheet", key, "--language", "de").out
    assert {"## Werte", "## Marker und Zustände", "## Vorher zu klären", "## Einheiten"} <= {*german.splitlines()}


def test_a_sheet_in_a_language_without_words_is_refused(run: Run) -> None:
    assert run("sheet", "battle_forge", "--language", "xx").faults == ["--language: choose en or de, not xx"]


def test_a_sheet_has_the_usual_numbers_of_units_and_reasons_without_an_ellipsis(run: Run, tmp_path: Path) -> None:
    """A number with a default was empty for units and written out for weapons; "{n} shock" was "… shock"."""
    file = tmp_path / "my_game.toml"
    grit = 'grit = { name = "Grit", kind = "count", default = 2 }\n\n[weapon]'
    file.write_text(new_system("my_game").replace("[weapon]", grit, 1), encoding="utf-8")
    sheet = run("sheet", str(file)).out
    assert "| Grit | weapons |" in sheet
    assert "| Regulars | 8 | 6 | 4 | 5 | 2 | 8 muskets |" in sheet
    assert "| shock | −shock | Accuracy, Strength, Initiative |" in run("sheet", "battle_forge").out


def test_a_sheet_describes_the_options_and_the_notes_of_a_file(run: Run, tmp_path: Path) -> None:
    """Issue 43."""
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    sheet = run("sheet", str(file)).out
    assert "| shaky: A loss shakes a unit. | steady: Losses shake no unit. |" in sheet
    assert "- the target's shaken and cover is cover: the target ducks." in sheet
    assert "- the attacker reloads." in sheet


def test_tags_in_a_sheet_stay_letters() -> None:
    assert "<script>" not in render_page("<script>", "# <script>alert(1)</script>")


def test_the_schema_knows_every_table(run: Run) -> None:
    found = json.loads(run("schema").out)
    assert {"system", "action", "modifier", "base", "remove", "tables"} <= found["properties"].keys()
    assert "change" in found["$defs"]["ActionRow"]["properties"]
    assert [row for row in (found, *found["$defs"].values()) if "required" in row] == [], "a base may have any field"
