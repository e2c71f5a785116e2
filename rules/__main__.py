"""The rules on the command line: `python -m rules list | resolve | odds`, for scripts and for checking.

The one door of the core: it alone may import `data`, open files and throw the bot's dice.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from bot.dice.rng import seeded_dice, system_dice
from data import SYSTEMS, system_of
from rules.cli.arguments import faces_from, facts_from, rulings_from, seed_from
from rules.cli.text import odds_lines, resolution_lines, system_lines
from rules.errors import BadDice, BadFacts, DiceNeeded, RuleError, RulesError
from rules.facts import checked
from rules.resolve import action_of, book_of, checked_choices, odds, resolve
from rules.serialise import odds_json, resolution_json, system_json
from rules.table import Given, Roller

T = TypeVar("T")


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadFacts([message])


def parser() -> ArgumentParser:
    """The options of the three commands."""
    top = _Parser(prog="python -m rules", description="Resolve and weigh the actions of five wargames rule systems.")
    commands = top.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="systems, actions, facts, decisions, rulings")
    listing.add_argument("--json", action="store_true")
    for name, what in (("resolve", "play an action once"), ("odds", "every outcome with its exact chance")):
        one = commands.add_parser(name, help=what)
        one.add_argument("system")
        one.add_argument("action")
        one.add_argument("--facts", metavar="FILE", help="a JSON object; - reads it from standard input")
        one.add_argument("--choose", metavar="NAME=VALUE", action="append", default=[])
        one.add_argument("--ruling", metavar="NAME=VALUE", action="append", default=[])
        one.add_argument("--json", action="store_true")
        if name == "resolve":
            one.add_argument("--dice", metavar="5,2,6")
            one.add_argument("--seed", metavar="HEX")
    return top


def run(given: Namespace) -> Iterable[str]:
    """The lines to print; raises RulesError for whatever is wrong, in the order options, facts, refusal, dice."""
    if given.command == "list":
        if given.json:
            return [_json({"systems": [system_json(system) for system in SYSTEMS]})]
        return [line for system in SYSTEMS for line in system_lines(system)]
    faults: list[str] = []
    system = system_of(given.system)
    action = action_of(system, given.action)
    choices = _try(faults, lambda: checked_choices(action, given.choose))
    rulings = _try(faults, lambda: rulings_from(system, given.ruling))
    roller = _try(faults, lambda: _dice(given))
    text = _try(faults, lambda: _read(given.facts))
    if faults or text is None or rulings is None:
        raise BadFacts(faults)
    facts = checked(action.facts, facts_from(text))
    book = book_of(system, rulings)
    if given.command == "odds":
        dist = odds(action, facts, book, choices)
        return [_json(odds_json(system, action, dist))] if given.json else odds_lines(action, dist)
    assert roller
    resolution = resolve(system, action, facts, book, roller, choices)
    if isinstance(roller, Given):
        roller.finish()
    return [_json(resolution_json(resolution))] if given.json else resolution_lines(resolution)


def _try(faults: list[str], part: Callable[[], T]) -> T | None:
    try:
        return part()
    except BadFacts as error:
        faults += error.faults
        return None


def _dice(given: Namespace) -> Roller | None:
    if given.command == "odds":
        return None
    if given.dice is not None and given.seed is not None:
        raise BadFacts(["--dice and --seed cannot be given together"])
    if given.dice is not None:
        return Given(faces_from(given.dice))
    return seeded_dice(seed_from(given.seed)) if given.seed is not None else system_dice()


def _read(name: str | None) -> str:
    if name is None:
        return "{}"
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadFacts([f"--facts: cannot read {name} ({error})"]) from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str] | None = None) -> int:
    """Print what was asked and return 0, or one line per fault on standard error and return 2."""
    try:
        lines = list(run(parser().parse_args(arguments)))
    except DiceNeeded as needed:
        return _refused([f"{needed.label}: {needed.count} d{needed.throw.sides} needed, 0 given"])
    except BadFacts as error:
        return _refused(error.faults)
    except (RuleError, BadDice, RulesError) as error:
        return _refused([str(error)])
    _print(lines)
    return 0


def _print(lines: Iterable[str]) -> None:
    """Print the lines; a reader that has seen enough and hung up (`| head`) is no fault."""
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(faults: Iterable[str]) -> int:
    for fault in faults:
        print(" ".join(fault.split()), file=sys.stderr)
    return 2


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())
