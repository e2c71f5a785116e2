"""The documents followed to the letter: the commands in them exist and do what the text promises.

Every command is read by the program that it is for. Commands that need no Discord, browser or hours are run, in this
process and over a database of their own. Recipes of several steps are followed in a scratch copy.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from bot.program import app
from bot.settings import names
from rules.__main__ import main as rules
from tests.bot.playing import PLACE, call, fire, start_demo
from tests.bot.runner import runner
from tests.cogs.table import Loaded, services_on
from tests.proving import exported, proven, seeds
from tests.test_layout import ROOT, papers, path_of, sources, text_of

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PLACEHOLDERS = {"…": "balanced", "<system>": "fubar", "NUMBER": "300", "GAME": "FUBAR demo"}
"""Words that stand for something to be put in, with something."""


class Typed(NamedTuple):
    """A command as a paper has it: the settings before it, and its words."""

    paper: str
    settings: dict[str, str]
    words: tuple[str, ...]


def code_in(text: str) -> Iterator[str]:
    """Yield the code in a document: spans, indented lines, and fenced blocks."""
    fences = re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S)
    rest = re.sub(r"^```\w*\n.*?^```$", "", text, flags=re.M | re.S)
    yield from (line for fence in fences for line in fence.splitlines())
    yield from re.findall(r"^ {4}(\S.*)$", rest, re.M)
    plain = re.sub(r"^ {4}\S.*$", "", rest, flags=re.M)
    yield from (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", plain))


BEGINS = re.compile(r"(?:ADJUTANT_\w+=\S+ )*(?:make [a-z]|(?:\.venv/bin/|/opt/adjutant/\.venv/bin/)?python -m [a-z])")
AROUND = re.compile(r"^ExecStart=|docker compose (?:exec|run --rm) adjutant ")
"""What starts a command in a unit of systemd or in a container."""


@cache
def typed_commands() -> tuple[Typed, ...]:
    """Return every command of every paper; two spaces separate the columns of a list."""
    found = list[Typed]()
    for paper in papers():
        if paper.name == "CHANGELOG.md":  # released versions stay unchanged
            continue
        for line in code_in(paper.read_text(encoding="utf-8")):
            for part in re.split(r" {2,}", AROUND.sub("", line)):
                if BEGINS.match(part):
                    found.append(_parse(path_of(paper), part))
    return tuple(found)


def _parse(paper: str, line: str) -> Typed:
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(line)]
    settings = dict[str, str]()
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        settings[name] = value
    if "make" not in words[0]:
        words = words[2:]
    return Typed(paper, settings, tuple(words))


@cache
def commands() -> dict[str, Any]:
    """Return the commands of the bot's own command line."""
    group: Any = get_command(app)
    return group.commands


def of_program(name: str) -> list[Typed]:
    return [one for one in typed_commands() if one.words[0] == name]


def test_the_papers_have_commands_of_every_program() -> None:
    """The parser finds them in lists, spans, fences and systemd units."""
    programs = {one.words[0] for one in typed_commands()}
    assert {"make", "bot", "rules", "bot.store.migrations", "tests.bench", "tests.digests"} <= programs
    assert len(typed_commands()) > 60
    backups = [one.words for one in of_program("bot") if one.words[1:2] == ("backup",)]
    assert ("bot", "backup", "--force", "/var/lib/adjutant/backup.sqlite") in backups
    assert ("bot", "backup", "/data/copy.sqlite") in backups


def test_make_knows_all_targets_that_the_papers_name() -> None:
    """Targets and variables; words passed on by ARGS belong to a program."""
    targets = set(re.findall(r"^([a-z]+)(?: [a-z]+)*:", MAKEFILE, re.M)) | set(
        re.findall(r"\w+", MAKEFILE[MAKEFILE.index(".PHONY") : MAKEFILE.index("\n\n", MAKEFILE.index(".PHONY"))])
    )
    variables = set(re.findall(r"\$\((?:or |if )?\$?\(?([A-Z]+)\b", MAKEFILE))
    unknown = list[str]()
    for paper, _, (_, target, *given) in of_program("make"):
        wrong = [word for word in given if "=" in word and word.partition("=")[0] not in variables]
        unknown += [f"{paper}: make {target} {' '.join(wrong)}"] if wrong or target not in targets else []
    assert unknown == []


@pytest.mark.parametrize("program", ["bot", "rules"])
def test_commands_and_options_of_the_papers_are_there(program: str) -> None:
    """Each is read as its program reads it: a command that is not there, or an option that it has not, is refused."""
    for one in {one.words: one for one in of_program(program)}.values():
        asked = [*one.words[1:], "--help"]
        code = runner.invoke(app, asked).exit_code if program == "bot" else rules(asked)
        assert code == 0, f"{one.paper}: {' '.join(one.words)}"
    told = {one.words[1] for one in of_program("bot") if len(one.words) > 1}
    assert {name for name in told if not name.startswith("-")} <= set(commands())


def test_other_programs_and_their_options_are_there() -> None:
    unknown = list[str]()
    for paper, _, (program, *given) in typed_commands():
        if program in ("make", "bot", "rules"):
            continue
        found = find_spec(program)
        at = Path(str(found.origin)).parent if found else None
        text = "".join(file.read_text(encoding="utf-8") for file in sorted(at.glob("*.py"))) if at else ""
        options = [word for word in given if word.startswith("--") and f'"{word}"' not in text]
        unknown += [f"{paper}: {program} {' '.join(options)}"] if options or not found else []
    assert unknown == []


def test_every_variable_of_the_papers_is_read_somewhere() -> None:
    """Settings of the bot, and those of tests and tools."""
    code = "".join(text_of(file) for file in sources("bot", "tests")) + MAKEFILE
    named_there = {
        name for paper in papers() for name in re.findall(r"ADJUTANT_[A-Z_]+[A-Z]", paper.read_text("utf-8"))
    }
    assert {name for name in named_there if name not in names() and name not in code} == set()


# The commands in the papers are run.


@pytest.fixture
async def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database of one game that is over, and its export; the settings are those of the papers."""
    for name in [name for name in os.environ if name.startswith(("ADJUTANT_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATABASE", "games.sqlite")
    services = await services_on(tmp_path / "games.sqlite", Loaded(), "run1", seeds())
    await start_demo(services)
    await fire(services, distance=20)
    id = (await services.games.require_game(PLACE)).info.id
    (tmp_path / "RUNNING.json").write_text(json.dumps(await exported(services, id, revealed=False)), encoding="utf-8")
    await services.endings.end(call())
    (tmp_path / "EXPORT.json").write_text(json.dumps(await proven(services, id)), encoding="utf-8")
    await services.record.close()
    return tmp_path


NOT_HERE = {"run", "sync", "duel", "health", "demo", "forget"}
"""Commands that serve, need Discord, take long or take everything away; each has tests of its own."""


def test_every_command_in_the_papers_succeeds(there: Path) -> None:
    """In the order of the papers: a backup is there before it is restored."""
    ran = set[str]()
    for one in of_program("bot"):
        words = [_within(there, word) for word in one.words[1:]]
        if not words or words[0] in NOT_HERE or _is_named_only(words):
            continue
        given = {name: _within(there, value) for name, value in one.settings.items()}
        done = runner.invoke(app, words, env=given, input="y\n")
        assert done.exit_code == 0, f"{one.paper}: {' '.join(one.words)}: {done.output}"
        ran.add(words[0])
    assert ran >= {"--version", "--help", "games", "check", "backup", "restore", "verify"}


def _is_named_only(words: list[str]) -> bool:
    """True where a sentence names a command and leaves out what it is given."""
    command = commands().get(words[0])
    return command is not None and len(words) == 1 and any(one.required for one in command.params)


def _within(folder: Path, word: str) -> str:
    """Return a path of a paper, within the folder of the test."""
    return str(folder / word.strip("/").replace("/", "-")) if word.startswith("/") else word


def test_a_game_whose_dice_are_a_secret_yet_ends_with_2(there: Path) -> None:
    """By data/fairness/README.md: not wrong, but unproven before the seed is revealed."""
    done = runner.invoke(app, ["verify", "RUNNING.json"])
    assert (done.exit_code, "its seed is still secret" in done.output) == (2, True), done.output


def test_a_backup_is_tried_as_operating_says(there: Path) -> None:
    """Restored to a place of its own, it is checked there, and the database that plays on is left alone."""
    before = (there / "games.sqlite").read_bytes()
    assert runner.invoke(app, ["backup", "copy.sqlite"]).exit_code == 0
    tried = {"ADJUTANT_DATABASE": str(there / "try.sqlite")}
    assert runner.invoke(app, ["restore", "copy.sqlite"], env=tried).exit_code == 0
    checked = runner.invoke(app, ["check"], env=tried)
    assert (checked.exit_code, checked.output.splitlines()[0]) == (0, "1 games checked, 0 rebuilt")
    assert (there / "games.sqlite").read_bytes() == before


def test_the_example_of_the_rules_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output of `resolve` and `odds` in rules/README.md is the real one, word for word."""
    text = (ROOT / "rules/README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^    \$ echo '(.+)' \| \.venv/bin/python -m rules (.+)\n((?:    .*\n)+)", text, re.M)
    assert {words.split()[0] for _, words, _ in examples} == {"resolve", "odds"}
    for facts, words, said in examples:
        monkeypatch.setattr(sys, "stdin", io.StringIO(facts))
        assert rules(shlex.split(words)) == 0
        assert capsys.readouterr().out.splitlines() == [line.removeprefix("    ") for line in said.splitlines()]
