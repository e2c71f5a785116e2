"""Errors that the rules raise for a player.

RulesError
├── RuleError        the rules forbid it; names the rule
├── BadFacts         impossible facts, rulings or choices; one sentence per fault
│   └── MissingFacts facts that only the players know; asked for in a form (rules/kernel/facts.py)
├── BadDice          these faces cannot answer this roll
├── BadEntry         an entry of the record that cannot follow those before it
└── Needed           not a fault: the next question of the play
    ├── DiceNeeded          (rules/kernel/table.py)
    └── DecisionNeeded
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.text import NOTHING, Joined, Text, Typed, name_units
from rules.kernel.wording import ENGLISH


class RulesError(Exception):
    """The root of all errors that the rules raise on purpose; `text` is the message."""

    def __init__(self, text: Text = NOTHING) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """Return the sentence in English, for logs."""
        return ENGLISH(self.text)


class RuleError(RulesError):
    """Raised if the rules forbid a request: a sentence, and the rule section."""

    def __init__(self, text: Text, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule

    def with_units(self, units: Mapping[str, str]) -> RuleError:
        """Return this error with the units in place of their parts."""
        return RuleError(name_units(self.text, units), self.rule)


class BadFacts(RulesError):
    """Raised for impossible facts, rulings or choices: one sentence per fault, each naming its field."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(Joined(faults, "\n"))
        self.faults = tuple(faults)


class BadDice(RulesError):
    """Raised for faces that cannot answer their roll."""


class BadEntry(RulesError):
    """Raised for an entry that cannot follow those before it; gives its number and its unit."""

    def __init__(self, number: int, unit: str) -> None:
        super().__init__(
            Text("entry {number} names a unit that does not exist ({unit})", number=number, unit=Typed(unit))
        )


class Needed(RulesError):
    """Raised for an unanswered question; the play starts again with one more answer."""
