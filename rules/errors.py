"""What can go wrong between a player and the rules.

RulesError
├── RuleError        the rules forbid it; says which rule
├── BadFacts         facts, rulings or choices that cannot be; one sentence per fault
│   └── MissingFacts what only the players know; asked for in a form
├── BadDice          these faces cannot answer this throw
└── Needed           not a fault: the next question of the play
    ├── DiceNeeded
    └── DecisionNeeded
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.text import say

if TYPE_CHECKING:
    from rules.dice import Throw
    from rules.table import Decision, Frame


class RulesError(Exception):
    """The root of everything the rules core raises on purpose."""


class RuleError(RulesError):
    """The rules forbid what was asked: a sentence, and the section that says so."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


class BadFacts(RulesError):
    """Facts, rulings or choices that cannot be: one sentence per fault, each naming its field."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class Ask(NamedTuple):
    """A fact that only a player knows: the option it belongs to, the question, its choices (code, label), if any."""

    option: str
    question: str
    choices: tuple[tuple[str, str], ...] = ()


class MissingFacts(BadFacts):
    """Facts that the command needs and nobody has given; they can be asked for in a form."""

    def __init__(self, asks: Sequence[Ask]) -> None:
        super().__init__(
            [
                say(
                    "{option} is missing: {question}{choose}",
                    option=ask.option,
                    question=ask.question,
                    choose=_choose(ask),
                )
                for ask in asks
            ]
        )
        self.asks = tuple(asks)


def _choose(ask: Ask) -> str:
    """The codes to choose from, where there are any."""
    return f" ({', '.join(code for code, _ in ask.choices)})" if ask.choices else ""


class BadDice(RulesError):
    """Faces that cannot answer the throw they were given for."""


class Needed(RulesError):
    """A question that nobody has answered yet; the play is begun again with one more answer."""


class DiceNeeded(Needed):
    """The rules ask for `count` dice of `throw`, and no faces are left to answer with."""

    def __init__(self, throw: Throw[Any], count: int, label: str) -> None:
        super().__init__(say("{label}: {count} d{sides} needed", label=label, count=count, sides=throw.sides))
        self.throw, self.count, self.label = throw, count, label


class DecisionNeeded(Needed):
    """The rules give `decision` to a player who has not answered; `situation` holds its numbers.

    `frame` is how far the play has come, for the odds of each option; None inside a rule within a rule.
    """

    def __init__(self, decision: Decision[Any], situation: tuple[int, ...], frame: Frame | None = None) -> None:
        super().__init__(say("{decision}: a decision of the {by}", decision=decision.name, by=decision.by))
        self.decision, self.situation, self.frame = decision, situation, frame
