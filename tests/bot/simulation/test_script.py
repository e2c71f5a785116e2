"""The language of scripted battles, and the command that plays one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rich.text import Text as Styled

from bot.program import app
from bot.simulation.runner import battle, transcript
from bot.simulation.script import (
    ScriptAct,
    ScriptError,
    ScriptFaces,
    ScriptMessage,
    ScriptRemark,
    TypedCommand,
    changed_part,
    plain_lines,
    players,
    script,
    split_command,
    styled_message,
)
from tests.bot.runner import runner
from tests.programs import run

COMMANDS = {"game": [], "game join": ["side", "player"], "fire": ["attacker", "target", "distance", "dice"]}


def test_every_kind_of_line_is_understood() -> None:
    text = "# A raid.\nbot rolls 5 2\nAnn: /game join side:Red\n    Ann plays Red\n\n"
    text += "Bob clicks Not now\nBob fills in 5 | 2"
    assert [step for _, step in script(text)] == [
        ScriptRemark("A raid."),
        ScriptFaces((5, 2)),
        TypedCommand("Ann", "game join side:Red"),
        ScriptAct("Bob", "clicks", "Not now"),
        ScriptAct("Bob", "fills in", "5 | 2"),
    ]
    assert players(script(text)) == ["Ann", "Bob"]


def test_the_demo_of_a_file_is_asked_for_by_its_key() -> None:
    with pytest.raises(ScriptError, match=r"club\.toml: name its key, and its folder as ADJUTANT_SYSTEMS"):
        battle("club.toml")


def test_a_line_that_means_nothing_is_named() -> None:
    with pytest.raises(ScriptError, match="Ann shoots"):
        script("Ann shoots Bob")


def test_a_typed_command_is_parted_at_its_options() -> None:
    assert split_command("game join side:Red Army player:Bob", COMMANDS) == (
        "game join",
        {"side": "Red Army", "player": "Bob"},
    )
    typed = "fire attacker:Unit 3: the best target:Militia, HMG dice:5 2 / 3"
    assert split_command(typed, COMMANDS)[1] == {
        "attacker": "Unit 3: the best",
        "target": "Militia, HMG",
        "dice": "5 2 / 3",
    }


@pytest.mark.parametrize("typed", ["fly", "fire cover:soft", "game joined"])
def test_unknown_commands_and_options_are_refused(typed: str) -> None:
    with pytest.raises(ScriptError):
        split_command(typed, COMMANDS)


def test_a_system_without_a_battle_lists_those_that_have_one() -> None:
    with pytest.raises(ScriptError, match="fubar"):
        battle("chess")


async def test_a_line_that_cannot_be_done_stops_the_battle() -> None:
    with pytest.raises(ScriptError, match="Ann sees nothing named 'Undo'"):
        await transcript("Ann: /roll dice:d6\nAnn clicks Undo")


async def test_faces_that_are_not_rolled_stop_the_battle() -> None:
    with pytest.raises(ScriptError, match="did not use the faces"):
        await transcript("bot throws 1 2 3\nAnn: /roll dice:2d6")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("bot throws 7\nAnn: /roll dice:d6", "the bot did not use the faces [7]"),
        ("bot throws 6 0\nAnn: /roll dice:2d6", "the bot did not use the faces [6, 0]"),
        ("Ann fills in 5", "Ann has no form open"),
        ("Ann: /rol dice:d6", "'Ann: /rol dice:d6': There is no command /rol dice:d6."),
    ],
)
async def test_a_line_that_is_impossible_is_named_with_its_reason(line: str, fault: str) -> None:
    with pytest.raises(ScriptError) as stopped:
        await transcript(line)
    assert str(stopped.value).endswith(fault)


async def test_options_of_every_kind_and_forms_are_filled_in() -> None:
    """The lines of `script.txt` that are not indented are played; with ADJUTANT_TEST_WRITE=1 it is written again."""
    file = Path(__file__).with_name("script.txt")
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
    said = await transcript("\n".join(lines))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


async def test_private_answers_are_distinguished() -> None:
    said = await transcript("Ann: /game status")
    assert "(only Ann sees this)" in said


def test_markdown_is_turned_into_styles() -> None:
    message = ScriptMessage("Ann", ("**5** and ~~**6** at <t:61200:t>~~ of \\*some\\*",), "the end", ("[Undo]",))
    assert "**5**" in "\n".join(plain_lines(message))
    shown = styled_message(message).renderable
    assert str(shown) == "(only Ann sees this)\n5 and 6 at 17:00 of *some*\n— the end\n[Undo]"


def test_an_edited_message_shows_only_its_new_lines() -> None:
    old = ScriptMessage(None, ("Report", "1", "2", "3", "4", "open"), "", ())
    new = old._replace(lines=("Report", "1", "2", "3", "4", "signed"))
    assert changed_part(old, new).lines == ("…", "signed")
    assert changed_part(old, old._replace(lines=("Report", "1", "else"))).lines == ("Report", "1", "else")
    assert changed_part(old, old._replace(lines=("1", "2", "3", "else"))).lines == ("1", "2", "3", "else")
    assert changed_part(old, old._replace(lines=("1", "2", "3", "4", "else"))).lines == ("…", "else")


def test_a_day_is_a_day() -> None:
    assert str(styled_message(ScriptMessage(None, ("<t:61200:d> Ann",), "", ())).renderable) == "1970-01-01 Ann"
    command = styled_message(ScriptMessage(None, ("Say `/undo` \\*now\\*",), "", ())).renderable
    assert isinstance(command, Styled)
    assert (str(command), [str(one.style) for one in command.spans if one.style]) == ("Say /undo *now*", ["cyan"])


def test_the_command_shows_the_whole_battle_and_ends_well() -> None:
    done = run("bot", "demo", "fubar", env={**os.environ, "COLUMNS": "100"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann: /game demo" in done.stdout
    assert "The game is over: Red wins" in done.stdout


def test_a_system_that_is_not_there_is_one_sentence() -> None:
    done = runner.invoke(app, ["demo", "chess"])
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "chess" in done.stderr
