"""The shape of the project: places of files, permitted imports, and documents that match the code."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import discord
from grimp import build_graph

from bot.client import Adjutant
from bot.services import Services
from bot.settings import names
from data import SYSTEMS
from tests.rows import for_each

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "rules", "data", "tests")
PAPERS = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}
TOOLS = {
    "pyproject.toml",
    "requirements.lock",
    "requirements-local.lock",
    "requirements-dev.lock",
    "Makefile",
    "Dockerfile",
}
TOOLS |= {"compose.yaml", "compose.cluster.yaml"}
README, COMMANDS, OPERATING = (
    (ROOT / paper).read_text(encoding="utf-8") for paper in ("README.md", "cogs/COMMANDS.md", "bot/OPERATING.md")
)
LONGEST, LONGEST_TEST, LONGEST_README = 380, 450, 130
MOST_IMPORTED = 40

SPEAKS_DISCORD = {
    "bot/command_line/startup.py",
    "bot/client.py",
    "bot/gateway.py",
    "bot/simulation/script.py",
    "bot/simulation/runner.py",
}
SECRETS = {
    "bot/services/__init__.py": "the number of the run",
    "bot/simulation/addresses.py": "the address of the page",
    "bot/resolution/questions.py": "ids of questions, which are seen by other players",
    "cogs/interactions/respond.py": "references of faults",
}
FRESH_DICE = {"bot/dice/provable.py"}
SEEDED = {"bot/simulation/duel.py", "bot/simulation/duel_matches.py", "bot/simulation/duel_players.py"}
"""What is the same for the same seed, and throws no die of a game: duels on the abstract table."""


@cache
def sources(*folders: str) -> tuple[Path, ...]:
    found = [sorted((ROOT / folder).rglob("*.py")) for folder in folders]
    return tuple(file for files in found for file in files if "__pycache__" not in file.parts)


def path_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


IMPORT = re.compile(r"^[ \t]*(?:from ([\w.]+) )?import (\([^)]*\)|.+)", re.MULTILINE)
CLASS = re.compile(r"^[ \t]*class (\w+)[(:]", re.MULTILINE)


@cache
def imports_of(file: Path) -> dict[str, list[str]]:
    """Return the first word of every import of a file, with the names that it imports from there."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for module, given in IMPORT.findall(text_of(file)):
        for name in re.sub("#.*", "", given).strip("()\n ,").split(","):
            found[(module or name.strip()).split(".")[0]].append(name.split()[-1])
    return found


class Code(NamedTuple):
    """The private names in a file of code, found in one pass."""

    private: set[str]
    """Names with an underscore before them that it gives to anything."""
    taken: list[tuple[int, str]]
    """Names that it takes from other objects or from modules of ours, or replaces by their name, with the line."""


@cache
def code_of(file: Path) -> Code:
    found = Code(set(), [])
    for node in ast.walk(ast.parse(text_of(file))):
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in FOLDERS[:-1]:
                found.taken.extend((node.lineno, alias.name) for alias in node.names)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.private.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.private.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store(), value=ast.Name(id="self" | "cls")):
                found.private.add(name)
            case ast.Attribute(attr=name, value=of) if name[0] == "_" and not _is_itself(of):
                found.taken.append((node.lineno, name))
            case ast.Constant(value=str(text)) if re.fullmatch("_[A-Z_]+", text):
                found.taken.append((node.lineno, text))
            case ast.Call(func=ast.Attribute(attr="setattr"), args=[*_, ast.Constant(value=str(text)), _]):
                found.taken.append((node.lineno, text.rpartition(".")[2]))
            case _:
                pass
    return found


def _is_itself(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def test_the_top_of_the_project_stays_as_it_is() -> None:
    made = re.compile(r"\..*|build|dist|.*\.egg-info|.*\.sqlite.*|__pycache__")
    there = {file.name for file in ROOT.iterdir() if not made.fullmatch(file.name)}
    assert there == {*FOLDERS, *PAPERS, *TOOLS}


def test_no_file_is_two_things() -> None:
    long = {path_of(file): text_of(file).count("\n") for file in sources(*FOLDERS)}
    most = {name: LONGEST_TEST if name.startswith("tests/") else LONGEST for name in long}
    assert {name: lines for name, lines in long.items() if lines > most[name]} == {}


def test_no_file_needs_the_whole_house() -> None:
    """A file with more names does more than one thing, or should import their module."""
    files = sources("bot", "cogs", "rules", "data")
    needed = {path_of(file): len(set().union(*imports_of(file).values())) for file in files}
    assert {name: names for name, names in needed.items() if names > MOST_IMPORTED} == {}


def test_the_name_of_a_class_means_one_thing() -> None:
    named = Counter(name for file in sources("bot", "cogs", "rules", "data") for name in CLASS.findall(text_of(file)))
    assert [name for name, times in named.items() if times > 1] == []


def test_every_file_has_a_docstring() -> None:
    begun = re.compile(r'(#.*\n)*(r?"""|\Z)')
    assert [path_of(file) for file in sources(*FOLDERS) if not begun.match(text_of(file).lstrip())] == []


def test_nothing_is_called_utils() -> None:
    vague = re.compile(r"utils?|helpers?|managers?|misc|common")
    assert [path_of(file) for file in sources(*FOLDERS) if vague.fullmatch(file.stem)] == []


def test_only_the_edge_speaks_discord() -> None:
    speaks = {path_of(file) for file in sources("bot", "rules", "data") if "discord" in imports_of(file)}
    assert speaks <= SPEAKS_DISCORD


def test_chance_comes_from_one_place() -> None:
    code = sources("bot", "cogs", "rules", "data")
    assert {path_of(file) for file in code if imports_of(file).keys() & {"random", "numpy"}} <= FRESH_DICE | SEEDED
    assert {path_of(file) for file in code if "secrets" in imports_of(file)} <= SECRETS.keys()
    throws = {path_of(file) for file in code if "urandom" in text_of(file)}
    assert throws == FRESH_DICE


OF_LIBRARIES = {"_run": "asyncio", "_message": "the simulator", "_fields": "tuples"}
"""Private names of others that are names of ours as well."""
PRIVATE = [re.compile(f"{before}(_[^\\W_]\\w*)") for before in (r"(?<![\w.])", r"self\.", r"cls\.")]
REACHED = [
    re.compile(r"\.(?<!\bself\.)(?<!\bcls\.)(_[^\W_]\w*)"),
    re.compile(r"import .*\b(_[^\W_]\w*)"),
    re.compile(r"\n +(_[^\W_]\w*)(?: as \w+)?,(?=\n)"),
    re.compile(r"[\"'](?:[\w.]*\.)?(_[^\W_]\w*)[\"']"),
]
"""Places where a file may take a private name from another module: an attribute, an import, a string.

Each begins with a letter or sign of its own, so that `re` skips to it: as one pattern they take ten times as long.
"""


def names_in(file: Path, patterns: list[re.Pattern[str]]) -> set[str]:
    return {name for pattern in patterns for name in pattern.findall(text_of(file))}


def test_tests_reach_for_no_private_name_of_ours() -> None:
    """A test uses public names, or a fixture, so that an inner part may change without its tests.

    Only files with a name that is perhaps private in another one are parsed.
    """
    reached = {file: names_in(file, REACHED) for file in sources("tests")}
    sought = set().union(*reached.values()) - OF_LIBRARIES.keys()

    def given(*folders: str) -> set[str]:
        files = [file for file in sources(*folders) if sought & names_in(file, PRIVATE)]
        return sought & set().union(*(code_of(file).private for file in files))

    ours = given(*FOLDERS[:-1]) - given("tests")
    found = [(path_of(file), *one) for file in reached if reached[file] & ours for one in code_of(file).taken]
    assert [one for one in found if one[-1] in ours] == []


SIZES_AND_SYSTEMS = {"d6", "d12", "ww2"}


def test_tests_are_named_for_what_they_hold_and_not_for_a_place_in_a_list() -> None:
    """The letter and number of an old fault are in the docstring. Tests of a page of rules have the numbers of its
    paragraphs, by the README beside them.
    """
    code = re.compile(r"^ *(?:async )?def (test_(?:([a-z]{1,3}\d+)|\d+)_\w+)", re.MULTILINE)
    found = [
        (path_of(file), name)
        for file in sources("tests")
        if not file.name.startswith("test_page")
        for name, coded in code.findall(text_of(file))
        if coded not in SIZES_AND_SYSTEMS
    ]
    assert found == []


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = build_graph("bot", "cogs", "rules", "data", exclude_type_checking_imports=True)
    TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()


def test_no_rule_system_is_a_special_case() -> None:
    keys = "|".join(folder.name for folder in (ROOT / "data").iterdir() if (folder / "about.toml").is_file())
    special = re.compile(rf"""\bsystem(\.key|_key)?\s*[=!]=\s*["']|[=!]= ["']({keys})["']|case ["']({keys})["']""")
    found = [
        f"{path_of(file)}:{number}: {line.strip()}"
        for file in [*sources("bot", "cogs"), *(ROOT / "rules").glob("*.py")]
        for number, line in enumerate(text_of(file).splitlines(), 1)
        if special.search(line) and path_of(file) != "bot/settings.py"
    ]
    assert found == []


def test_every_setting_is_explained() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert [name for name in names() if f"# {name}=" not in example] == []
    assert [name for name in names() if f"| `{name}` |" not in OPERATING] == []


async def test_every_command_is_in_the_list(services: Services) -> None:
    bot = Adjutant(services)
    await bot.load_cogs()
    commands = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, discord.app_commands.Command)}
    told = set(re.findall(r"`/([a-z]+(?: [a-z]+){0,2})`", COMMANDS))
    assert sorted(commands - told) == [], "to be listed in cogs/COMMANDS.md"
    assert sorted(told - commands) == [], "in cogs/COMMANDS.md, but no command"


def test_the_readme_is_read_in_one_sitting() -> None:
    assert README.count("\n") <= LONGEST_README


def papers() -> list[Path]:
    """Everything of the project that is written to be read by people."""
    top = [ROOT / name for name in sorted(PAPERS) if name.endswith(".md")]
    return [*top, *sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md"))]


def links_of(paper: Path) -> Iterator[tuple[Path, str]]:
    """Yield the targets of a document's links: the file, and the heading in it, if any."""
    for target in re.findall(r"\]\(([^)\s]+)\)", paper.read_text(encoding="utf-8")):
        path, _, heading = target.partition("#")
        if "://" not in target:
            yield (paper.parent / path).resolve() if path else paper, heading


def headings(paper: Path) -> set[str]:
    """Return the headings as links name them."""
    titles = re.findall(r"^#+ (.+)$", paper.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@for_each("paper", papers())
def test_every_link_leads_somewhere(paper: Path) -> None:
    links = list(links_of(paper))
    assert [path_of(file) for file, _ in links if not file.exists()] == []
    assert [f"{path_of(file)}#{heading}" for file, heading in links if heading and heading not in headings(file)] == []


@for_each("paper", papers())
def test_commands_of_make_run_in_the_environment_of_the_project(paper: Path) -> None:
    """The machine's Python has none of its packages; a container has; released versions are unchanged."""
    typed = re.findall(
        r"^.*(?<![/\w.])python -m (?:bot|rules|tests|data)\b.*$", paper.read_text(encoding="utf-8"), re.M
    )
    assert paper.name == "CHANGELOG.md" or [one for one in typed if "docker compose" not in one] == []


def test_every_handbook_is_found_from_the_readme() -> None:
    found, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        paper = ahead.pop()
        found.add(paper)
        ahead += [file for file, _ in links_of(paper) if file.suffix == ".md" and file not in found]
    assert [path_of(paper) for paper in papers() if paper not in found and "tests/rules" not in path_of(paper)] == []


def test_every_system_is_in_the_readme() -> None:
    assert [system.name for system in SYSTEMS if system.name not in README] == []


@for_each("folder", ["rules", "data", "bot", "cogs", "tests"])
def test_each_folder_has_its_recipe(folder: str) -> None:
    assert "## Add a" in (ROOT / folder / "README.md").read_text(encoding="utf-8")


@cache
def tree() -> tuple[str, ...]:
    """Return every file of the project, from the top."""
    hidden = [ROOT / ".github", ROOT / ".ci"]
    inside = (file for folder in [*hidden, *(ROOT / name for name in FOLDERS)] for file in folder.rglob("*"))
    files = [*ROOT.glob("*"), ROOT / ".env.example", *inside]
    return tuple(path_of(file) for file in files if file.is_file() and "__pycache__" not in file.parts)


@cache
def places() -> set[str]:
    """Return every file of the project and every folder that has one."""
    return {*tree(), *(folder.as_posix() for file in tree() for folder in Path(file).parents)}


def stands(path: str, below: str, end_is_enough: bool) -> bool:
    """True if the file or folder exists; `<key>` and `*` match anything, and the end of a file's name may be enough."""
    if below + path.rstrip("/") in places():
        return True
    wanted = re.sub(r"<\w+>|\*", "[^/]*", path.rstrip("/").replace(".", r"\."))
    before = "(?:.*/)?" if end_is_enough else ""
    such = re.compile(f"{re.escape(below)}{before}{wanted}(?:/.*)?")
    return any(map(such.fullmatch, tree()))


PATHS = re.compile(r"(?<![\w/.:<>-])(?:bot|cogs|rules|data|tests)/[\w/.<>*-]*[\w/>*]")
FILES = re.compile(r"`([\w/.<>*-]+(?:/|\.(?:py|toml|txt|md|po|json|jinja|cfg|yaml|lock|sql|example)))`")
MAP = re.compile(r"(?<!\S)(?:[\w/]+/|\w+\.py)(?!\S)")


@for_each("paper", papers())
def test_every_path_in_the_papers_exists(paper: Path) -> None:
    """These are links from the root, and words in backticks or in a map: below the folder of the document, or from the
    root.
    """
    text, here = paper.read_text(encoding="utf-8"), paper.parent.relative_to(ROOT).as_posix()
    below = "" if here == "." else f"{here}/"
    assert [path for path in PATHS.findall(text) if not stands(path, "", False)] == []
    drawn = [path for line in text.splitlines() if line.startswith("    ") for path in MAP.findall(line)]
    short = [*FILES.findall(text), *drawn]
    lost = [path for path in short if not stands(path, below, True) and not stands(path, "", False)]
    # A kind of file that every system has is called by its name alone; a module is not.
    assert [path for path in lost if "/" in path or path.endswith(".py") or not stands(path, "data/", True)] == []


def test_every_name_in_the_recipes_is_in_the_code() -> None:
    """These are names of code in backticks: with an underscore, a capital, or brackets."""
    files = [*sources(*FOLDERS), *(ROOT / name for name in (*TOOLS, ".env.example"))]
    code = [text_of(file) for file in files]
    recipes = [ROOT / name for name in ("CONTRIBUTING.md", *(f"{folder}/README.md" for folder in FOLDERS))]
    spans = [
        span for one in recipes for span in re.findall(r"`@?([A-Za-z][\w.]*)(\([^`]*\))?`", FILES.sub("", text_of(one)))
    ]
    names = {name for name, called in spans if called or re.search(r"[A-Z_]", name)}
    words = {word for name in names for word in name.split(".")}
    assert [one for one in words if not any(one in text and re.search(rf"\b{one}\b", text) for text in code)] == []


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
    playing = pins("requirements-local.lock")
    assert {name: pin for name, pin in playing.items() if working.get(name) != pin} == {}
    assert {name: pin for name, pin in serving.items() if working.get(name) != pin} == {}


@for_each("lock", ["requirements.lock", "requirements-local.lock", "requirements-dev.lock"])
def test_a_lock_has_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert text.count("\n    --hash=sha256:") >= len(pins(lock)) > 20
