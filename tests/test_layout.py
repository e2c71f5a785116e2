"""The shape of the project: what lies where, who may import what, and that the papers keep up with the code."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord
import pytest

from bot.client import Adjutant
from bot.services import Services
from bot.settings import names
from data import SYSTEMS

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "rules", "data", "tests")
PAPERS = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}
TOOLS = {"pyproject.toml", "requirements.lock", "requirements-dev.lock", "Makefile", "Dockerfile", "compose.yaml"}
README = (ROOT / "README.md").read_text(encoding="utf-8")
LONGEST = 450

SPEAKS_DISCORD = {
    "bot/command_line/startup.py",
    "bot/client.py",
    "bot/simulation/transcript.py",
    "bot/simulation/runner.py",
}
SECRETS = {
    "bot/services/__init__.py": "the number of the run",
    "bot/simulation/addresses.py": "the address of the page",
    "bot/resolution/questions.py": "ids of questions, which are seen by other players",
    "cogs/interactions/faults.py": "references of faults",
}
FRESH_DICE = {"bot/dice/provable.py"}


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(file for file in (ROOT / folder).rglob("*.py") if "__pycache__" not in file.parts)


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def imported(file: Path) -> set[str]:
    """The first word of every import in a file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_the_top_of_the_project_stays_as_it_is() -> None:
    made = re.compile(r"\..*|build|dist|.*\.egg-info|.*\.sqlite.*|__pycache__")
    there = {file.name for file in ROOT.iterdir() if not made.fullmatch(file.name)}
    assert there == {*FOLDERS, *PAPERS, *TOOLS}


def test_no_file_is_two_things() -> None:
    long = {named(file): file.read_text(encoding="utf-8").count("\n") for file in sources(*FOLDERS)}
    assert {name: lines for name, lines in long.items() if lines > LONGEST} == {}


def test_every_file_says_what_it_is_for() -> None:
    silent = [
        named(file)
        for file in sources(*FOLDERS)
        if (text := file.read_text(encoding="utf-8")).strip() and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []


def test_nothing_is_called_utils() -> None:
    vague = re.compile(r"utils?|helpers?|managers?|misc|common")
    assert [named(file) for file in sources(*FOLDERS) if vague.fullmatch(file.stem)] == []


def test_only_the_edge_speaks_discord() -> None:
    speaks = {named(file) for file in sources("bot", "rules", "data") if "discord" in imported(file)}
    assert speaks <= SPEAKS_DISCORD


def test_chance_comes_from_one_place() -> None:
    code = list(sources("bot", "cogs", "rules", "data"))
    assert {named(file) for file in code if imported(file) & {"random", "numpy"}} <= FRESH_DICE
    assert {named(file) for file in code if "secrets" in imported(file)} <= SECRETS.keys()
    throws = {named(file) for file in code if "urandom" in file.read_text(encoding="utf-8")}
    assert throws == FRESH_DICE


def test_no_rule_system_is_a_special_case() -> None:
    keys = "|".join(folder.name for folder in (ROOT / "data").iterdir() if (folder / "about.toml").is_file())
    special = re.compile(rf"""\bsystem(\.key|_key)?\s*[=!]=\s*["']|[=!]= ["']({keys})["']|case ["']({keys})["']""")
    found = [
        f"{named(file)}:{number}: {line.strip()}"
        for file in [*sources("bot", "cogs"), *(ROOT / "rules").glob("*.py")]
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if special.search(line) and named(file) != "bot/settings.py"
    ]
    assert found == []


def test_every_setting_is_explained() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert [name for name in names() if f"# {name}=" not in example] == []
    assert [name for name in names() if f"`{name}`" not in README] == []


async def test_every_command_is_in_the_readme(services: Services) -> None:
    bot = Adjutant(services)
    await bot.load_cogs()
    commands = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, discord.app_commands.Command)}
    told = set(re.findall(r"`/([a-z]+(?: [a-z]+){0,2})`", README))
    assert sorted(commands - told) == []
    assert sorted(told - commands) == []


def test_every_system_is_in_the_readme() -> None:
    assert [system.name for system in SYSTEMS if system.name not in README] == []


@pytest.mark.parametrize("folder", ["rules", "data", "cogs", "tests"])
def test_each_folder_has_its_recipe(folder: str) -> None:
    assert "## Add a" in (ROOT / folder / "README.md").read_text(encoding="utf-8")


def test_every_path_in_the_papers_exists() -> None:
    papers = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / folder / "README.md" for folder in FOLDERS[1:])]
    for paper in papers:
        for path in re.findall(r"`((?:bot|cogs|rules|data|tests)/[\w/.]+)`", paper.read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{named(paper)} names {path}"


def test_all_data_is_packed() -> None:
    packed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["data"])
    files = [file for file in (ROOT / "data").rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    kinds = {file.suffix for file in files} - {".py", ".md"}
    assert {f"**/*{kind}" for kind in kinds} <= packed


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_locks_fit_the_project_and_each_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["project"]["dependencies"]
    further = [*project["dependency-groups"]["dev"], *project["project"]["optional-dependencies"]["local"]]
    serving, working = pins("requirements.lock"), pins("requirements-dev.lock")
    plain = [re.split(r"[\[<>=!~ ]", one, maxsplit=1)[0].replace(".", "-").lower() for one in [*wanted, *further]]
    assert [name for name in plain[: len(wanted)] if name not in serving] == []
    assert [name for name in plain if name not in working] == []
    assert {name: pin for name, pin in serving.items() if working.get(name) != pin} == {}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_has_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert text.count("\n    --hash=sha256:") >= len(pins(lock)) > 20
