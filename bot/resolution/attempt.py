"""A command with the answers there are so far, and the question at which it stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.dice.sources import Thrown
from bot.errors import AppError
from rules.commands import Request
from rules.text import say


@dataclass(frozen=True)
class Attempt:
    """A command, to be played from its top.

    `thrown` holds the throws answered so far, in order; `choices` the decisions made, by name; `typed` faces that
    were given with the command. `otherwise` says who throws where nothing was agreed: "bot" or "physical". `asks`
    wants what is missing asked for instead of refused; `pending` is the question that this answers.
    """

    request: Request
    thrown: Sequence[Thrown] = ()
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    typed: list[int] | None = None
    otherwise: str = "bot"
    anyway: bool = False
    asks: bool = False
    pending: str | None = None
    own: Sequence[str] | None = None
    """The caller's side, and whose dice it throws this once."""
    notes: Sequence[str] = ()
    """Lines for the result, such as who threw for whom."""
    agreed: Sequence[str] = ()
    """Those who have agreed to it so far (see bot.consent)."""
    amends: int | None = None
    """The entry that is played again with this request and the same faces."""

    def kept(self) -> dict[str, Any]:
        """The answers as a waiting command keeps them."""
        return {
            "thrown": list(self.thrown),
            "choices": {name: list(values) for name, values in self.choices.items()},
            "typed": self.typed,
            "otherwise": self.otherwise,
            "anyway": self.anyway,
            "own": list(self.own) if self.own else None,
            "notes": list(self.notes),
            "agreed": list(self.agreed),
            "amends": self.amends,
        }

    @classmethod
    def of(cls, command: Mapping[str, Any], answers: Mapping[str, Any], **more: Any) -> Attempt:
        """An attempt out of what a waiting command kept."""
        return cls(Request.of(command), **answers, **more)


class QuestionRaised(AppError):
    """Not a fault: the play has come to a question of `side`, and goes on when that is answered."""

    def __init__(self, kind: str, question: Mapping[str, Any], side: str | None, attempt: Attempt) -> None:
        super().__init__(say("a {kind} of {side}", kind=kind, side=side))
        self.kind, self.question, self.side, self.attempt = kind, question, side, attempt
