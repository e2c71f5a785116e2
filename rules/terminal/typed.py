"""Actions and systems as they were typed on the command line: each part is read and checked in its order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rules.command.contract import (
    odds_json,
    parse_faces,
    parse_facts,
    parse_rulings,
    parse_seed,
    resolution_json,
)
from rules.command.list_words import Vocabulary
from rules.command.system import System
from rules.files.file_system import FileSystem
from rules.files.named_facts import complete_units
from rules.files.ruleset import FileRuleset
from rules.files.system import read_system
from rules.kernel.action import Action, ActionSet, Ruleset
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Facts, validate
from rules.kernel.resolve import Choices, action_of, odds, parse_choices, resolve, ruleset_of
from rules.kernel.table import Given, Roller
from rules.kernel.text import Text
from rules.kernel.wording import Wording
from rules.terminal import lines

T = TypeVar("T")


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
    bases: Callable[[], Mapping[str, FileSystem]]
    new_pick: Callable[[], Callable[[int], int]]


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
        return [to_json(resolution_json(found))] if as_json else lines.resolution_lines(found)

    def odds_lines(self, as_json: bool) -> Iterable[str]:
        """Return the lines of every outcome with its chance; raise RulesError as `play_lines` does."""
        faults: list[Text] = []
        system, action, choices, book, text = self._checked(faults)
        facts = self._facts(faults, system, action, book, text)
        assert book
        dist = odds(action, facts, book, choices)
        return [to_json(odds_json(system, action, dist))] if as_json else lines.odds_lines(action, dist)

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
    return system_in_file(box, name) if name.endswith(".toml") else box.system_of(name)


def system_in_file(box: Box, name: str) -> FileSystem:
    return read_system(content_of(name), Path(name).name, box.bases(), with_python=True)


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


def content_of(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise BadFacts([Text("cannot read {name} ({error})", name=name, error=str(error.strerror))]) from None


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
