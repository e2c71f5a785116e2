"""`python -m rules`: the rules on the command line.

Its data and its dice are imported by name, so that the rules depend on neither.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from rules.command import list_contract
from rules.command.army_list import read_list
from rules.command.contract import (
    system_json,
)
from rules.command.system import Board, System
from rules.files import trial
from rules.files.advice import unread_translations
from rules.files.ruleset import FileRuleset
from rules.files.schema import schema
from rules.files.sheet import sheet
from rules.game.game import Game
from rules.kernel.errors import BadFacts, RulesError
from rules.kernel.text import Listed, Text, Typed
from rules.kernel.wording import ENGLISH, Wording
from rules.terminal import lines
from rules.terminal.typed import Box, TypedAction, content_of, system_in_file, system_named, to_json

TRIAL_SEED = bytes(32)
"""The seed of the dice of trial games: the same file has the same games."""
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FactsFile = Annotated[
    str | None, typer.Option("--facts", metavar="FILE", help="A JSON object; - reads it from standard input.")
]
Choose = Annotated[
    list[str] | None, typer.Option("--choose", metavar="NAME=VALUE", help="A decision; may be given again.")
]
Rulings = Annotated[
    list[str] | None, typer.Option("--ruling", metavar="NAME=VALUE", help="A ruling; may be given again.")
]
Dice = Annotated[
    str | None, typer.Option("--dice", metavar="5,2,6", help="Faces, in the order in which they are asked for.")
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="HEX", help="The same dice every time.")]


def app(box: Box) -> typer.Typer:
    """Build the program for these sources."""
    found = typer.Typer(add_completion=False, help="Resolve and weigh the actions of the rule systems.")

    @found.command("list")
    def listing(system: Annotated[str, typer.Argument(metavar="[SYSTEM|FILE]")] = "", as_json: AsJson = False) -> None:
        """List systems, actions, facts, decisions and rulings; of one system, or of all."""
        systems = [system_named(box, system)] if system else box.systems
        if as_json:
            return _print([to_json({"systems": [system_json(one) for one in systems]})])
        return _print(line for one in systems for line in lines.system_lines(one))

    @found.command("resolve")
    def resolving(
        system: str,
        action: str,
        facts: FactsFile = None,
        dice: Dice = None,
        seed: Seed = None,
        choose: Choose = None,
        ruling: Rulings = None,
        as_json: AsJson = False,
    ) -> None:
        """Play an action once."""
        _print(TypedAction(box, system, action, facts, choose or (), ruling or ()).play_lines(dice, seed, as_json))

    @found.command("odds")
    def weighing(
        system: str,
        action: str,
        facts: FactsFile = None,
        choose: Choose = None,
        ruling: Rulings = None,
        as_json: AsJson = False,
    ) -> None:
        """Show every outcome with its exact chance."""
        _print(TypedAction(box, system, action, facts, choose or (), ruling or ()).odds_lines(as_json))

    @found.command("read-list")
    def reading(
        system: str, file: Annotated[str, typer.Argument(metavar="[FILE|-]")] = "-", as_json: AsJson = False
    ) -> None:
        """Read a list of units as players post them; - reads it from standard input."""
        found = system_named(box, system)
        if not isinstance(found, System):
            raise BadFacts([Text("{system} has no units.", system=found.name)])
        rules = cast("System[Any, Any, Any]", found)
        content = content_of(file)
        text = box.list_in(content, "list" if file == "-" else Path(file).name)
        listed = read_list(rules, box.vocabulary(rules.key), text)
        _print(
            [to_json(list_contract.list_json(rules, listed))] if as_json else list_contract.list_lines(rules, listed)
        )

    _add_author_commands(found, box)
    return found


def _add_author_commands(found: typer.Typer, box: Box) -> None:
    """Add the commands for authors of system files: check, new, sheet and schema."""

    @found.command("check")
    def checking(
        file: Annotated[str, typer.Argument(metavar="FILE")],
        games: Annotated[int, typer.Option(min=0, help="Trial games that are played; 0 for none.")] = trial.GAMES,
    ) -> None:
        """Check a system file: show every fault with its line, or its contents and the results of trial games.

        House rules of a system in Python have no trial games.
        """
        system = system_in_file(box, file)
        _print((*lines.file_lines(system), *unread_translations(system, box.wording)))
        # Rules in Python are tested where they are written.
        tried = games if isinstance(system, FileRuleset) else 0
        found = trial.SelfPlay(system, box.new_pick(), box.seeded_dice(TRIAL_SEED)).play(tried) if tried else ()
        _print(lines.trial_lines(found)) if found else None
        if any(one.faults for one in found):
            raise typer.Exit(1)

    @found.command("new")
    def beginning(
        key: Annotated[str, typer.Argument(metavar="[FOLDER/]KEY")],
        base: Annotated[str, typer.Option(metavar="SYSTEM", help="House rules on top of that system.")] = "",
    ) -> None:
        """Write KEY.toml, in this folder or in FOLDER: a system file of your own that plays as it is."""
        file = Path(key if key.endswith(".toml") else f"{key}.toml")
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,29}", file.stem) or file.stem in {one.key for one in box.systems}:
            raise BadFacts([Text("{key}: choose a key of small letters that no system has", key=file.stem[:40])])
        _write(file, box.new_system(file.stem, base))

    @found.command("sheet")
    def printing(
        file: Annotated[str, typer.Argument(metavar="SYSTEM|FILE")],
        html: bool = False,
        language: Annotated[str, typer.Option(metavar="CODE", help="Its language, such as de.")] = "en",
    ) -> None:
        """Print a quick reference of a system, as Markdown, or as a page with --html."""
        found = system_named(box, file)
        if not isinstance(found, System):
            raise BadFacts([Text("{system} has no units.", system=found.name)])
        system = cast("System[Any, Any, Any]", found)
        text = sheet(system, box.wording(language, system))
        _print([box.page(system.name, text, language) if html else text])

    @found.command("schema")
    def describing() -> None:
        """Print the JSON Schema of a system file, for editors."""
        _print([json.dumps(schema(), indent=2, ensure_ascii=False)])


def main(arguments: list[str]) -> int:
    """Print the result and return 0, or one line per fault on standard error and return 2."""
    try:
        return _program()(arguments, prog_name="python -m rules", standalone_mode=False) or 0
    except typer.TyperException as error:
        return _refused([Typed(error.format_message())])
    except BadFacts as error:
        return _refused(error.faults)
    except RulesError as error:
        return _refused([error.text])


def _write(file: Path, text: str) -> None:
    """Write a new file; raise BadFacts if it exists."""
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise BadFacts([Text("cannot write {name} ({error})", name=str(file), error=str(error.strerror))]) from None
    _print([str(file)])


def _print(lines: Iterable[str]) -> None:
    """Print the lines; a closed pipe (`| head`) is not an error."""
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(faults: Iterable[Text]) -> int:
    for fault in faults:
        line = " ".join(ENGLISH(fault).split())
        print(line.encode("utf-8", "backslashreplace").decode(), file=sys.stderr)
    return 2


def _wording(code: str, system: System) -> Wording:
    """Return the words of a language, with those that the file of a system has in it; raise BadFacts."""
    texts, reader = import_module("data.texts"), import_module("cogs.rendering.text").Reader
    known = (texts.ENGLISH, *texts.languages())
    if code not in known:
        raise BadFacts([Text("--language: choose {known}, not {code}", known=Listed(known, "or"), code=code[:20])])
    return reader(texts.language(code), Board.of(Game(), system), markdown=False)


@cache
def _program() -> Callable[..., int]:
    """Build the program for our data and dice."""
    data, rng = import_module("data"), import_module("bot.dice.provable")
    words, files = import_module("data.systems").vocabulary, import_module("data.list_files").text_of_list
    opened, page = import_module("data.files"), import_module("data.pages").render_page
    new, bases, random = opened.new_system, opened.bases, import_module("random").Random
    dice = rng.seeded_dice, rng.system_dice
    ours = words, files, new, page, _wording, bases
    box = Box(data.ACTION_SETS, data.action_set_of, *dice, *ours, lambda: random(1).randrange)
    return typer.main.get_command(app(box)).main


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
