"""A command, its answers so far, and the question that stops it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.parsing import Word
from bot.errors import AppError
from bot.game.questions import AnsweredRoll, Question
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.entry import FreshRoll
from rules.kernel.request import Request
from rules.kernel.table import DecisionNeeded
from rules.kernel.text_json import KeptText

Hands = Literal["bot", "physical"]
"""The source of dice: the bot, or a player's own."""


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, defer_build=True)


class Resolve(_Command):
    """A command of the channel's system."""

    kind: Literal["resolve"] = "resolve"
    request: Request


class Undo(_Command):
    """An undo of an entry; without a number, of the last active one."""

    kind: Literal["undo"] = "undo"
    entry: int | None = None
    laid_open: bool = False
    """True if it reopens a game whose end revealed hidden units."""
    says_first: bool = False
    """True if the changes are shown to the caller first when there are several."""


class Amend(_Command):
    """An amendment: a replay of an entry with this request and the same faces.

    `back` marks a return to the earlier version; `own` are corrected faces of players' own dice, in order.
    """

    kind: Literal["amend"] = "amend"
    entry: int
    request: Request
    back: bool = False
    own: tuple[int, ...] | None = None


class Change(_Command, extra="allow"):
    """A manual change, which may need the agreement of others: its kind, and the arguments of the plan of that kind."""

    kind: str

    @classmethod
    def of(cls, kind: str, **given: Any) -> Change:
        return cls.model_validate({"kind": kind, **given})


class ManualChange(_Command):
    """A manual change, which no rule resolves; `name` is that of the requester, who need not be at the table."""

    kind: Literal["hand"] = "hand"
    name: str
    change: Change


Command: TypeAlias = Resolve | Undo | Amend | ManualChange


class Reasons(NamedTuple):
    """The reasons of an automated player for an order or decision, and its alternatives."""

    because: tuple[KeptText, ...] = ()
    weighed: tuple[KeptText, ...] = ()

    def merge(self, more: Reasons) -> Reasons:
        return Reasons((*self.because, *more.because), (*self.weighed, *more.weighed))


NO_REASONS = Reasons()


class Checkpoint(NamedTuple):
    """The point at which a command waits for a decision: the board, the action, and earlier decisions."""

    board: Board
    plan: Planned
    needed: DecisionNeeded
    choices: Mapping[str, Sequence[str]]


class PendingCommand(BaseModel, frozen=True):
    """A command, to be played from the start.

    Answers: `thrown` are the rolls answered so far, in order; `choices` the decisions made, by name; `typed` the faces
    given with the command; `own` a side and the dice that it uses for this command only; `otherwise` the dice used
    where nothing was agreed.

    Confirmations: with `anyway`, any rule may be bent; otherwise `confirmed` are the warnings shown and accepted, and
    `allowed` the warnings that another side has agreed to, by its group; `agreed` are the groups that have agreed so
    far (see `bot.game.permissions`).

    History: `notes` are lines for the result, such as rolls made for another player; `fresh` are the bot's rolls so
    far, `entropy` the input to the last of them, `thrown_at` the number of the next entry when the first was rolled;
    `pending` is the question that this answers, with its step; `shown_at` the entry after which its warnings were
    shown, if it answers any; `as_of` the entry after which its control was shown, which is valid only until the next
    entry; `accepted` marks a command that waited for a side: permission is not checked again. `asks` asks for missing
    facts instead of refusing. `reasons` are an automated player's.
    """

    command: Annotated[Command, Field(discriminator="kind")]
    thrown: tuple[AnsweredRoll, ...] = ()
    choices: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    typed: tuple[Word, ...] | None = None
    otherwise: Hands = "bot"
    own: tuple[str, Hands] | None = None
    anyway: bool = False
    confirmed: tuple[KeptText, ...] = ()
    allowed: dict[str, tuple[KeptText, ...]] = Field(default_factory=dict[str, tuple[KeptText, ...]])
    notes: tuple[KeptText, ...] = ()
    agreed: tuple[str, ...] = ()
    fresh: tuple[FreshRoll, ...] = ()
    entropy: str | None = None
    thrown_at: int = 0
    reasons: Reasons = NO_REASONS
    asks: bool = Field(default=False, exclude=True)
    pending: tuple[str, int] | None = Field(default=None, exclude=True)
    shown_at: int | None = Field(default=None, exclude=True)
    as_of: int | None = Field(default=None, exclude=True)
    accepted: bool = Field(default=False, exclude=True)

    @property
    def request(self) -> Request:
        """The request to the rules; raises an error for an undo or a manual change, which have none."""
        assert isinstance(self.command, Resolve | Amend)
        return self.command.request

    def with_changes(self, **changed: Any) -> PendingCommand:
        """Return this command with changed fields."""
        return self.model_copy(update=changed)

    def with_choice(self, name: str, value: str) -> PendingCommand:
        """Return this command with one more decision."""
        return self.with_changes(choices={**self.choices, name: (*self.choices.get(name, ()), value)})

    def with_new_rolls(self, fresh: Sequence[FreshRoll], entropy: str) -> PendingCommand:
        """Return this command with rolls that the bot has just made for it."""
        return self.with_changes(fresh=(*self.fresh, *fresh), entropy=entropy) if fresh else self

    def as_stored(self) -> PendingCommand:
        """Return this command as it is read from its stored form, to ask for what is missing."""
        return self.with_changes(asks=True, pending=None, shown_at=None, as_of=None, accepted=False)

    def to_stored(self) -> dict[str, Any]:
        """Return the form in which a waiting command is stored."""
        return self.model_dump(mode="json")

    @classmethod
    def from_stored(cls, kept: Mapping[str, Any], **more: Any) -> PendingCommand:
        """Return a command from its stored form."""
        return cls.model_validate({**kept, **more})


def stored_rolls(kept: Mapping[str, Any]) -> list[AnsweredRoll]:
    """Return the rolls of a waiting command, from its stored form."""
    return [AnsweredRoll.model_validate(roll) for roll in kept.get("thrown", ())]


class QuestionRaised(AppError):
    """Raised if a command needs an answer, which is not a fault; it continues with `attempt` after the answer."""

    def __init__(self, question: Question, attempt: PendingCommand, reached: Checkpoint | None = None) -> None:
        super().__init__()
        self.question, self.attempt, self.reached = question, attempt, reached
