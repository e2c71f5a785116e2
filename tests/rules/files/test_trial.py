"""Trial games of a file find errors that no single line shows; our own files pass all of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from bot.dice.provable import seeded_dice
from data.files import new_system, system_files
from rules.command.effects import mark
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.files.trial import SelfPlay, TrialCheck, begin, long_labels
from rules.kernel.dice import Roll
from rules.kernel.errors import BadFacts
from rules.kernel.table import Faces, Roller
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_faults import TEXTS
from tests.rules.ran import Run, run

__all__ = ["run"]
TEXT = new_system("my_game")
GUARDS = '{ type = "guards" }, '
ALONE = """
[action.pray]
title = "Pray"
rule = "Only a unit of nobody prays."
refused = [{ when = "unit.models > 0", say = "{unit} is too busy." }]
"""


def checks(system: FileSystem, games: int = 1, roller: Roller | None = None) -> dict[str, TrialCheck]:
    found = SelfPlay(system, Random(1).randrange, roller or seeded_dice(bytes(32))).play(games)
    return {one.says: one for one in found}


def faults(text: str, says: str) -> list[str]:
    return [*checks(read_system(text.encode(), "my_game.toml"))[says].faults]


@pytest.mark.parametrize("key", system_files())
def test_a_file_of_ours_holds_in_all_trial_games(key: str) -> None:
    found = checks(system_files()[key])
    assert {says: one.faults for says, one in found.items() if one.faults} == {}
    assert all(one.looked_at for one in found.values())


def test_an_action_that_no_unit_can_take_is_found() -> None:
    assert faults(TEXT + ALONE, "every action can be taken") == ["pray: no unit could take it"]


def test_a_command_that_menus_offer_and_the_rules_refuse_is_named_with_the_reason() -> None:
    """It was named by its stored fields, without the reason."""
    text = TEXT.replace('dice = "models * weapon.shots"', 'dice = "models * 1000"')
    first, *_ = faults(text, "menus offer what may be done, and nothing else")
    command, _, reason = first.partition(" is ")
    assert command == "game 1, command 1, /initiative: /fire Regulars Raiders"
    assert reason == "allowed after a warning in menus, and refused when tried: Roll at most 500 dice at once."


def test_a_title_that_fits_on_no_button_in_another_language_is_found() -> None:
    long = "Schießen" * 11
    text = f'{TEXT}\n[texts.de]\n"Shoot" = "{long}"\n'
    assert faults(text, "texts fit on the buttons of Discord") == [f"texts.de: {long!r} has 88 letters, 80 at most"]


@for_each(("letters", "fits"), [(80, True), (81, False)])
def test_a_title_has_as_many_letters_as_a_button(letters: int, fits: bool) -> None:
    text = f'{TEXT}\n[texts.de]\n"Shoot" = "{"S" * letters}"\n"Regulars" = "{"R" * 200}"\n'
    found = [*long_labels(read_system(text.encode(), "my_game.toml"))]
    assert found == ([] if fits else [f"texts.de: {'S' * 81!r} has 81 letters, 80 at most"])


def test_a_state_that_is_set_again_and_again_and_never_ends_is_found() -> None:
    """It ends by a move, and the file has no moves."""
    tired = '[states]\ntired = { until = "move", set_by = "waiting", effect = "none" }\n'
    text = TEXTS["tiny"].replace('rule = "Nothing happens."', 'rule = "It tires."\nmarks = { tired = 1 }') + tired
    text = text.replace('units = [{ type = "guards" }]', f"units = [{GUARDS * 6}]")
    text = text.replace('models = "hits"', "models = 0")
    says = "every state that is set ends"
    first, *more = checks(read_system(text.encode(), "tiny.toml"))[says].faults
    assert re.fullmatch(r"tired: set \d+ times, and never ended", first), more
    assert checks(read_system(text.replace('"move"', '"turn_end"').encode(), "tiny.toml"))[says].faults == []


def test_an_error_of_the_rules_is_a_fault_with_its_place() -> None:
    def broken(throw: Roll, count: int) -> Faces:
        raise ZeroDivisionError(throw.key)

    found = checks(read_system(TEXT.encode(), "my_game.toml"), games=1, roller=broken)
    first = found["1 games of 60 commands go on without a fault"].faults[0]
    assert first == "game 1, command 1, /initiative: ZeroDivisionError: initiative 1"


def test_a_translation_fills_no_more_than_its_text() -> None:
    text = f'{TEXT}\n[texts.de]\n"Shoot" = "{{schuetze}} schießt"\n'
    with pytest.raises(BadFacts) as bad:
        read_system(text.encode(), "my_game.toml")
    line = text[: text.index('"Shoot" =')].count("\n") + 1
    assert [ENGLISH(one) for one in bad.value.faults] == [
        f'my_game.toml, line {line}: texts.de.Shoot: "schuetze" has no value here'
    ]


def test_an_attack_is_offered_where_an_enemy_may_be_its_target() -> None:
    """No unit may shoot at an enemy that fights hand to hand."""
    system = system_files()["battle_forge"]
    board, _ = begin(system)
    shooter = next(one for one in board.game.units_of_side("Red") if one.name == "Line squad")
    board = board.after(mark(shooter, activated=1, actions_left=2))
    assert "Shoot" in map(ENGLISH, system.may(board, board.unit(shooter.id)))
    enemies = board.game.units_of_side("Blue")
    board = board.after(event for one in enemies for event in mark(one, in_contact="u9"))
    assert "Shoot" not in map(ENGLISH, system.may(board, board.unit(shooter.id)))


def test_the_command_line_plays_trial_games_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my_game.toml"
    file.write_text(TEXT, encoding="utf-8")
    good = run("check", str(file), "--games", "1")
    assert good.code == 0
    assert "  held: 1 games of 60 commands go on without a fault (60 looked at)" in good.out.splitlines()
    file.write_text(TEXT + ALONE, encoding="utf-8")
    bad = run("check", str(file), "--games", "1")
    assert bad.code == 1
    assert "    pray: no unit could take it" in bad.out.splitlines()
