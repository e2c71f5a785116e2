"""What can go wrong between a player and the rules.

RulesError
├── RuleError        the rules forbid it; says which rule
├── BadFacts         facts, rulings or choices that cannot be; one sentence per fault
├── BadDice          these faces cannot answer this throw
└── Needed           not a fault: the next question of the play
    ├── DiceNeeded
    └── DecisionNeeded
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.dice import Throw
    from rules.table import Decision


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


class BadDice(RulesError):
    """Faces that cannot answer the throw they were given for."""


class Needed(RulesError):
    """A question that nobody has answered yet; the play is begun again with one more answer."""


class DiceNeeded(Needed):
    """The rules ask for `count` dice of `throw`, and no faces are left to answer with."""

    def __init__(self, throw: Throw[Any], count: int, label: str) -> None:
        super().__init__(f"{label}: {count} d{throw.sides} needed")
        self.throw, self.count, self.label = throw, count, label


class DecisionNeeded(Needed):
    """The rules give `decision` to a player who has not answered; `situation` holds its numbers."""

    def __init__(self, decision: Decision[Any], situation: tuple[int, ...]) -> None:
        super().__init__(f"{decision.name}: a decision of the {decision.by}")
        self.decision, self.situation = decision, situation
