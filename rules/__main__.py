"""`python -m rules`: the rules on the command line.

Its data and its dice are imported by name, so that the rules depend on neither.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer

from rules.command.army_list import read_list
from rules.command.contract import (
    needed_text,
    odds_json,
    parse_faces,
    parse_facts,
    parse_rulings,
    parse_seed,
    resolution_json,
    result_text,
    system_json,
)
from rules.command.list_contract import list_json, list_lines
from rules.command.list_words import Vocabulary
from rules.command.system import Board, System
from rules.files.advice import unread_translations
from rules.files.file_system import FileSystem
from rules.files.named_facts import complete_units
from rules.files.ruleset import FileRuleset
from rules.files.schema import schema
from rules.files.sheet import sheet
from rules.files.system import read_system
from rules.files.trial import GAMES, SelfPlay, TrialCheck
from rules.game.game import Game
from rules.kernel.action import Action, ActionSet, Ruleset
from rules.kernel.errors import BadFacts, RulesError
from rules.kernel.facts import Facts, validate
from rules.kernel.odds import Dist
from rules.kernel.plays import RecordedRoll
from rules.kernel.resolve import Choices, Resolution, action_of, odds, parse_choices, resolve, ruleset_of
from rules.kernel.serialise import means, play_of, rows, rulings_json
from rules.kernel.table import Given, Roller
from rules.kernel.text import Listed, Term, Text, Typed
from rules.kernel.wording import ENGLISH, Wording

# Resolutions, odds and systems as lines of text for a terminal.


def resolution_lines(resolution: Resolution) -> Iterator[str]:
    """Yield the outcome in a sentence, then each roll with its ledger, decisions, effects and rulings."""
    play = play_of(resolution, {})
    yield ENGLISH(result_text(resolution))
    for roll in play.throws:
        yield from roll_lines(roll)
    for made in play.decisions:
        yield f"  {made.name} ({made.by}): {ENGLISH(made.label or Term(made.value))}"
    for effect in play.effects:
        yield f"  {effect.unit}: {effect.effect} {effect.to or format(effect.change, '+d')}"
    for name in play.leaned:
        yield f"  ruling {name}"


def roll_lines(roll: RecordedRoll) -> Iterator[str]:
    """Yield the lines of a roll: its purpose, the faces, and the ledger of the number needed."""
    needed = f", {needed_text(roll.needed)} needed" if roll.needed else ""
    faces = " ".join(map(str, roll.faces))
    again = f" (before: {' '.join(map(str, roll.rerolled))})" if roll.rerolled else ""
    result = "" if roll.result is None else f" → {roll.result}"
    yield f"  {ENGLISH(roll.label)} ({roll.by}, {roll.source}{needed}): {faces}{again}{result}"
    for line in roll.ledger:
        yield f"    {line.value:+d} {line.of}: {ENGLISH(line.why)} [{line.rule}]"


def odds_lines(action: Action, dist: Dist) -> Iterator[str]:
    """Yield each outcome with its chance in percent, likeliest first, then the means."""
    for outcome, p in rows(dist):
        shown = ", ".join(f"{name} {value}" for name, value in outcome.items())
        yield f"{float(p):8.3%}  {shown}"
    for name, value in means(action, dist).items():
        yield f"mean {name}: {float(value):.4g}"


def file_lines(system: FileSystem) -> Iterator[str]:
    """Yield the contents of a valid system file."""
    yield f"{system.name} ({system.key}) is fine. sha256 {system.digest}"
    yield f"  actions: {', '.join(system.actions)}"
    yield from _lines_without_dice(system)
    yield f"  units: {', '.join(system.units)}"
    yield f"  weapons: {', '.join(system.weapons)}"
    yield f"  forces: {', '.join(system.forces)}"


def _lines_without_dice(system: FileSystem) -> Iterator[str]:
    """Yield the actions of a file that only change states: there is nothing to resolve or to weigh."""
    others = [key for key in system.orders if key not in system.actions] if isinstance(system, FileRuleset) else ()
    if others:
        yield f"  without dice: {', '.join(others)}"


def trial_lines(found: Sequence[TrialCheck]) -> Iterator[str]:
    """Yield each property that was checked in trial games, and the first faults of those that do not hold."""
    for one in found:
        yield f"  {'not held' if one.faults else 'held'}: {one.says} ({one.looked_at} looked at)"
        yield from (f"    {fault}" for fault in one.faults[:MOST_SHOWN])
        if len(one.faults) > MOST_SHOWN:
            yield f"    … and {len(one.faults) - MOST_SHOWN} more"


def system_lines(system: ActionSet) -> Iterator[str]:
    """Yield the lines of a system with its actions and rulings."""
    yield f"{system.key}: {system.name}"
    for action in system.actions.values():
        decisions = "".join(f" [{decision.name}: {' | '.join(decision.options)}]" for decision in action.decisions)
        yield f"  {action.key} ({', '.join(action.facts.model_fields)}){decisions}"
    if isinstance(system, FileSystem):
        yield from _lines_without_dice(system)
    for ruling in rulings_json(system):
        options = " | ".join(map(str, ruling["options"]))
        yield f"  ruling {ruling['name']} = {ruling['default']} ({options}): {ruling['about']}"


MOST_SHOWN = 5
"""Faults of one property that are printed."""
TRIAL_SEED = bytes(32)
"""The seed of the dice of trial games: the same file has the same games."""

# The commands, and their options.

T = TypeVar("T")

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


@dataclass(frozen=True)
class Box:
    """The sources of the command line: the systems and further actions, and the dice."""

    systems: Sequence[ActionSet]
    system_of: Callable[[str], ActionSet]
    seeded_dice: Callable[[bytes], Roller]
    system_dice: Callable[[], Roller]
    vocabulary: Callable[[str], Vocabulary]
    list_in: Callable[[bytes, str], str]
    new_system: Callable[[str, str], str]
    page: Callable[[str, str, str], str]
    wording: Callable[[str, System], Wording]
    bases: Mapping[str, FileSystem]
    pick: Callable[[int], int]


@dataclass
class TypedAction:
    """An action to resolve or to weigh, as it was typed; its parts are checked in order."""

    box: Box
    system: str
    action: str
    facts: str | None
    choose: Sequence[str]
    ruling: Sequence[str]

    def play_lines(self, dice: str | None, seed: str | None, as_json: bool) -> Iterable[str]:
        """Return the lines of one play.

        Raise RulesError for wrong options, wrong facts, a refusal by the rules or wrong dice, in that order.
        """
        faults: list[Text] = []
        system, action, choices, book, text = self._checked(faults)
        roller = _try(faults, lambda: self._dice(dice, seed))
        facts = self._facts(faults, system, action, book, text)
        assert roller
        assert book
        found = resolve(system, action, facts, book, roller, choices)
        if isinstance(roller, Given):
            roller.finish()
        return [_json(resolution_json(found))] if as_json else resolution_lines(found)

    def odds_lines(self, as_json: bool) -> Iterable[str]:
        """Return the lines of every outcome with its chance; raise RulesError as `play_lines` does."""
        faults: list[Text] = []
        system, action, choices, book, text = self._checked(faults)
        facts = self._facts(faults, system, action, book, text)
        assert book
        dist = odds(action, facts, book, choices)
        return [_json(odds_json(system, action, dist))] if as_json else odds_lines(action, dist)

    def _checked(self, faults: list[Text]) -> tuple[ActionSet, Action, Choices | None, Ruleset | None, str | None]:
        system = system_named(self.box, self.system)
        action = action_of(system, self.action)
        choices = _try(faults, lambda: parse_choices(action, self.choose))
        rulings = _try(faults, lambda: parse_rulings(system, self.ruling))
        text = _try(faults, lambda: _read(self.facts))
        return system, action, choices, None if rulings is None else ruleset_of(system, rulings), text

    @staticmethod
    def _facts(faults: list[Text], system: ActionSet, action: Action, book: Ruleset | None, text: str | None) -> Facts:
        if faults or text is None or book is None:
            raise BadFacts(faults)
        facts = parse_facts(text)
        if isinstance(system, FileRuleset):
            return validate(action.facts, complete_units(system, action, facts, book.rulings))
        return validate(action.facts, facts)

    def _dice(self, dice: str | None, seed: str | None) -> Roller:
        if dice is not None and seed is not None:
            raise BadFacts([Text("--dice and --seed cannot be given together")])
        if dice is not None:
            return Given(parse_faces(dice))
        return self.box.seeded_dice(parse_seed(seed)) if seed is not None else self.box.system_dice()


def system_named(box: Box, name: str) -> ActionSet:
    """Return the system of that key, or in the file of that name; raise BadFacts."""
    return _in_file(box, name) if name.endswith(".toml") else box.system_of(name)


def _in_file(box: Box, name: str) -> FileSystem:
    return read_system(_content(name), Path(name).name, box.bases, with_python=True)


def app(box: Box) -> typer.Typer:
    """Build the program for these sources."""
    found = typer.Typer(add_completion=False, help="Resolve and weigh the actions of the rule systems.")

    @found.command("list")
    def listing(system: Annotated[str, typer.Argument(metavar="[SYSTEM|FILE]")] = "", as_json: AsJson = False) -> None:
        """List systems, actions, facts, decisions and rulings; of one system, or of all."""
        systems = [system_named(box, system)] if system else box.systems
        if as_json:
            return _print([_json({"systems": [system_json(one) for one in systems]})])
        return _print(line for one in systems for line in system_lines(one))

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
        content = _content(file)
        text = box.list_in(content, "list" if file == "-" else Path(file).name)
        listed = read_list(rules, box.vocabulary(rules.key), text)
        _print([_json(list_json(rules, listed))] if as_json else list_lines(rules, listed))

    _add_author_commands(found, box)
    return found


def _add_author_commands(found: typer.Typer, box: Box) -> None:
    """Add the commands for authors of system files: check, new, sheet and schema."""

    @found.command("check")
    def checking(
        file: Annotated[str, typer.Argument(metavar="FILE")],
        games: Annotated[int, typer.Option(min=0, help="Trial games that are played; 0 for none.")] = GAMES,
    ) -> None:
        """Check a system file: show every fault with its line, or its contents and the results of trial games.

        House rules of a system in Python have no trial games.
        """
        system = _in_file(box, file)
        _print((*file_lines(system), *unread_translations(system, box.wording)))
        # Rules in Python are tested where they are written.
        tried = games if isinstance(system, FileRuleset) else 0
        found = SelfPlay(system, box.pick, box.seeded_dice(TRIAL_SEED)).play(tried) if tried else ()
        _print(trial_lines(found)) if found else None
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


def run(box: Box, arguments: Sequence[str]) -> int:
    """Print the result and return 0, or one line per fault on standard error and return 2."""
    command = typer.main.get_command(app(box))
    try:
        return command.main(list(arguments), prog_name="python -m rules", standalone_mode=False) or 0
    except typer.TyperException as error:
        return _refused([Typed(error.format_message())])
    except BadFacts as error:
        return _refused(error.faults)
    except RulesError as error:
        return _refused([error.text])


def _try(faults: list[Text], part: Callable[[], T]) -> T | None:
    try:
        return part()
    except BadFacts as error:
        faults += error.faults
        return None


def _read(name: str | None) -> str:
    if name is None:
        return "{}"
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadFacts([Text("--facts: cannot read {name} ({error})", name=name, error=str(error))]) from None


def _content(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise BadFacts([Text("cannot read {name} ({error})", name=name, error=str(error.strerror))]) from None


def _write(file: Path, text: str) -> None:
    """Write a new file; raise BadFacts if it exists."""
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise BadFacts([Text("cannot write {name} ({error})", name=str(file), error=str(error.strerror))]) from None
    _print([str(file)])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


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


def main(arguments: list[str]) -> int:
    """Print the result and return 0, or one line per fault on standard error and return 2."""
    data, rng = import_module("data"), import_module("bot.dice.provable")
    words, files = import_module("data.systems").vocabulary, import_module("data.list_files").text_of_list
    opened, page = import_module("data.files"), import_module("data.pages").render_page
    new, bases = opened.new_system, opened.bases()
    pick = import_module("random").Random(1).randrange
    dice = rng.seeded_dice, rng.system_dice
    box = Box(data.ACTION_SETS, data.action_set_of, *dice, words, files, new, page, _wording, bases, pick)
    return run(box, arguments)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
