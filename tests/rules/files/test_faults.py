"""Broken files, each with its error message and line; never anything but a sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from data.files import new_system
from rules.files.system import read_system
from tests.rows import for_each
from tests.rules.files.test_read_system import TEXT, faults

HERE = Path(__file__).parent
BROKEN: list[dict[str, Any]] = tomllib.loads((HERE / "broken.toml").read_text(encoding="utf-8"))["broken"]
FILES = ("tiny", "odd", "shapes", "bangs", "volley", "salvo", "pairs")
TEXTS = {"battle_forge": TEXT, **{of: (HERE / f"{of}.toml").read_text(encoding="utf-8") for of in FILES}}


@pytest.mark.filterwarnings("ignore:Field name")
@for_each("one", BROKEN)
def test_each_broken_file_has_one_sentence_with_its_line(one: dict[str, Any]) -> None:
    """`lines_on` is how far below the place of the change the fault is seen."""
    text = TEXTS[one.get("of", "battle_forge")]
    assert one["take"] in text
    line = text[: text.index(one["take"])].count("\n") + 1 + one["lines_on"]
    first, *_ = faults(text.replace(one["take"], one["put"], 1))
    assert first == f"club.toml, line {line}: {one['said']}"


TABLE = "[table.a]\nlow = { upto = %s }\nmiddle = { upto = %s }\nhigh = { }\n"
CODES = ", ".join(f'{{}}{n} = "Code {n}"' for n in range(12))


@for_each(
    ("step", "table"),
    [
        ('roll = "b", table = "a"', TABLE % (1, 5)),
        ('roll = "b", table = "a", add = 0', TABLE % (1, 5)),
        ('roll = "b", table = "a", add = 1', TABLE % (0, 6)),
        ('roll = "b", table = "a", add = "skill"', TABLE % (0, 6)),
        ('roll = "b", table = "a", sum = true', TABLE % (0, 6)),
        ('roll = "b", check = 0, sum = true, dice = 2', ""),
        ('roll = "b", check = 7, sum = true, dice = 2', ""),
        ('roll = "b", check = 1, dice = 500', ""),
        ('roll = "b", check = 6, dice = 1', ""),
    ],
)
def test_dice_that_can_be_rolled_and_rows_that_can_be_reached_are_no_faults(step: str, table: str) -> None:
    action = f'[action.march]\ntitle = "March"\nrule = "On."\nthen = [{{ {step}, by = "unit" }}]\n'
    read_system(f"{TEXTS['tiny']}{table}{action}".encode(), "club.toml")


def test_a_number_that_is_only_added_up_may_exceed_the_die_and_a_move_may_have_itself_among_its_ways() -> None:
    then = 'then = [{ roll = "b", check = "luck", sum = true, by = "unit" }]\n'
    summed = f'[action.march]\ntitle = "March"\nrule = "On."\n{then}'
    ways = (
        '[action.run]\ncommand = "move"\ntitle = "Run"\nrule = "On."\nways = ["run", "march"]\ninches = [["Run", 6]]\n'
    )
    text = TEXTS["tiny"].replace("[profile]", '[profile]\nluck = { name = "Luck", default = 12 }')
    read_system(f"{text}{summed}{ways}".encode(), "club.toml")
    unit = text.replace("profile = { skill = 4 }", "profile = { skill = 4, luck = 9 }")
    read_system(f"{unit}{summed}".encode(), "club.toml")
    counted = summed.replace(", sum = true", "")
    read_system(f"{text}{counted}".encode(), "club.toml")
    assert len(faults(f"{unit}{counted}")) == 1


def test_an_option_has_as_many_choices_as_a_list_of_discord() -> None:
    asked = "".join(f'{one} = {{ option = "terrain", codes = {{ {CODES.replace("{}", one)} }} }}\n' for one in "cd")
    action = 'command = "move"\ntitle = "March"\nrule = "On."\ninches = [["March", 6]]\nasks = ["c", "d", "e"]\n'
    text = f'[asked]\n{asked}e = {{ option = "terrain", label = "E" }}\n[action.march]\n{action}'
    read_system(f"{TEXTS['tiny']}{text}".encode(), "club.toml")


@for_each(("letters", "is_fine"), [(60, True), (61, False)])
def test_a_plural_has_as_many_letters_as_a_name(letters: int, is_fine: bool) -> None:
    text = TEXTS["tiny"].replace("models = 6", f'models = 6\nplural = "{"s" * letters}"')
    if is_fine:
        assert read_system(text.encode(), "club.toml").plurals == {"guards": "s" * letters}
    else:
        assert len(faults(text)) == 1


@for_each(
    ("take", "put", "said"),
    [
        ("[weapon]", "[wepon]", 'wepon: there is no "wepon"; did you mean "weapon"?'),
        (
            'when = "models_lost < target.models and (',
            'when = "models_lost < target.model and (',
            'action.fire.then.when: target has no "model"; did you mean "models"?',
        ),
    ],
)
def test_a_fault_does_not_report_its_consequences_too(take: str, put: str, said: str) -> None:
    told = TEXT.replace(take, put, 1).replace(
        '{ mark = "target.shock"', '{ mark = "target.shock", when = "nerve == \'failed\'"'
    )
    nerve = re.search(r'    \{ mark = "target.shock".*\n', told)
    assert nerve
    moved = told.replace(nerve[0], "", 1).replace("evade = 1 } },\n", "evade = 1 } },\n" + nerve[0], 1)
    assert [fault.partition(": ")[2] for fault in faults(moved)] == [said]


def test_a_wrong_field_within_a_row_that_is_wrong_itself_is_a_fault_too() -> None:
    wrong = '[action.pause]\ntitle = 3\nrule = "On."\nthen = [{ let = "b", be = 1, foo = 1 }]\n[action.duel]'
    title, inner = faults(TEXTS["tiny"].replace("[action.duel]", wrong))
    assert title == "club.toml, line 15: action.pause.title: give a text, not 3"
    assert inner.startswith('club.toml, line 17: action.pause.then.foo: there is no "foo"')


def test_an_action_without_a_title_has_one_fault() -> None:
    """Its section, which is the title unless it has one, was missing as well."""
    (fault,) = faults(new_system("my_game").replace('title = "Rally"\n', "", 1))
    assert fault.endswith("action.rally.title: missing: add title, a text in quotes")


def test_ten_faults_are_reported_at_once() -> None:
    chosen = [BROKEN[at] for at in (20, 22, 25, 33, 43, 46, 58, 62, 64, 67)]
    text = TEXT
    for one in chosen:
        text = text.replace(one["take"], one["put"], 1)
    found = faults(text)
    assert [one["said"] for one in chosen[1:] if not any(fault.endswith(one["said"]) for fault in found)] == []


@for_each(("n", "told"), [(60, 60), (61, 61), (300, 61)])
def test_only_the_first_of_very_many_faults_are_reported(n: int, told: int) -> None:
    many = "\n".join(f"oops{at} = 1" for at in range(n))
    found = faults(f"{TEXTS['tiny']}[go]\n{many}\n")
    assert len(found) == told
    assert (found[-1] == "club.toml: there are more faults; fix these first") == (n > 60)
