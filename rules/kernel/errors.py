"""What can go wrong between a player and the rules.

RulesError
├── RuleError        the rules forbid it; says which rule
├── BadFacts         facts, rulings or choices that cannot be; one sentence per fault
│   └── MissingFacts what only the players know; asked for in a form (rules/kernel/facts.py)
├── BadDice          these faces cannot answer this throw
├── BadEntry         an entry of the record that cannot follow those before it
└── Needed           not a fault: the next question of the play
    ├── DiceNeeded          (rules/kernel/table.py)
    └── DecisionNeeded
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.text import NOTHING, Joined, Text, Typed, in_play
from rules.kernel.wording import ENGLISH


class RulesError(Exception):
    """The root of everything the rules core raises on purpose; `text` says what is wrong."""

    def __init__(self, text: Text = NOTHING) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """The sentence in English, for logs."""
        return ENGLISH(self.text)


class RuleError(RulesError):
    """The rules forbid what was asked: a sentence, and the section that says so."""

    def __init__(self, text: Text, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule

    def in_play(self, units: Mapping[str, str]) -> RuleError:
        """This error about the units that take those parts."""
        return RuleError(in_play(self.text, units), self.rule)


class BadFacts(RulesError):
    """Facts, rulings or choices that cannot be: one sentence per fault, each naming its field."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(Joined(faults, "\n"))
        self.faults = tuple(faults)


class BadDice(RulesError):
    """Faces that cannot answer the throw they were given for."""


class BadEntry(RulesError):
    """An entry that cannot have happened after those before it: which one, and of what unit it speaks."""

    def __init__(self, number: int, unit: str) -> None:
        super().__init__(
            Text("entry {number} is about a unit that is not there ({unit})", number=number, unit=Typed(unit))
        )


class Needed(RulesError):
    """A question that nobody has answered yet; the play is begun again with one more answer."""
