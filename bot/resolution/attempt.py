"""A command, the answers it has so far, and the question at which it stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.parsing import Word
from bot.errors import AppError
from bot.game.questions import Question, Thrown
from rules.command.system import Board, Planned
from rules.game.entry import FreshThrow
from rules.game.events import StoryTold
from rules.game.tabletop import AtEnd
from rules.kernel.request import Request
from rules.kernel.table import DecisionNeeded
from rules.kernel.text_json import KeptText

Hands = Literal["bot", "physical"]
"""Whose dice: the bot's, or a player's own."""


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True)


class Resolve(_Command):
    """A command of the channel's system."""

    kind: Literal["resolve"] = "resolve"
    request: Request


class Undo(_Command):
    """Take an entry back; without a number the last one that stands."""

    kind: Literal["undo"] = "undo"
    entry: int | None = None
    laid_open: bool = False
    """Whether the game that goes on by it was ended, and what lay hidden shown."""
    says_first: bool = False
    """Whether whoever gives it hears first what comes back, where several things do."""


class Amend(_Command):
    """Play an entry again with this request and the same faces; `back` says that this is what it was before, `own` are
    the faces of players' own dice in it, in order, where they had been mistyped.
    """

    kind: Literal["amend"] = "amend"
    entry: int
    request: Request
    back: bool = False
    own: tuple[int, ...] | None = None


class Gone(BaseModel, frozen=True):
    """Players by their ids who have left the server, or were silent for long, and by what right somebody is put in
    their place.
    """

    players: dict[str, Literal["left", "silent"]]
    office: Literal["server", "campaign"]


class Seat(_Command):
    """Somebody sits down at a side; where all who played it are `gone`, in their place."""

    kind: Literal["seat"] = "seat"
    player: str
    name: str
    side: str
    gone: Gone | None = None


class EndGame(_Command):
    """The game ends; a winner is a side or "draw". `late` is the side whose time is up where the bot asks for it."""

    kind: Literal["finish"] = "finish"
    winner: str | None = None
    note: str = ""
    late: str | None = None


class Resume(_Command):
    """A game that has ended goes on; `laid_open` where its end has shown what lay hidden."""

    kind: Literal["resume"] = "resume"
    laid_open: bool = False


class MakeUmpire(_Command):
    """Somebody becomes the umpire; where all umpires are `gone`, in their place."""

    kind: Literal["whistle"] = "whistle"
    player: str
    name: str
    gone: Gone | None = None


class Ruling(_Command):
    """A ruling is set."""

    kind: Literal["ruling"] = "ruling"
    name: str
    value: str


class SetTimeout(_Command):
    """How long questions wait, and what happens then."""

    kind: Literal["patience"] = "patience"
    minutes: int
    policy: Literal["wait", "default", "umpire"]


class Timing(_Command):
    """The clocks of the sides are set, or the one of a `side` put right; without seconds they are taken away."""

    kind: Literal["clock"] = "clock"
    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    side: str | None = None


class Consent(_Command):
    """Whether the other side confirms what bends a rule from now on."""

    kind: Literal["consent"] = "consent"
    on: bool


class Mark(_Command):
    """A marker is set to what lies on the table; the unit by its id or name."""

    kind: Literal["mark"] = "mark"
    unit: str
    marker: str
    count: int
    reason: str = ""


class Edit(_Command):
    """A field of a unit is put right; the unit by its id or name."""

    kind: Literal["edit"] = "edit"
    unit: str
    field: str
    value: str
    reason: str = ""


class Removal(_Command):
    """A unit is taken out of the record; the unit by its id or name."""

    kind: Literal["removal"] = "removal"
    unit: str


class Remark(_Command):
    """Words for the story; `about` says of what."""

    kind: Literal["note"] = "note"
    text: str
    about: StoryTold


Change: TypeAlias = (
    Seat | EndGame | Resume | MakeUmpire | Ruling | SetTimeout | Timing | Consent | Mark | Edit | Removal | Remark
)
"""What a table arranges by hand, and what others may have to agree to."""


class ByHand(_Command):
    """A change that no rule resolves; `name` is that of whoever wants it, who need not be at the table."""

    kind: Literal["hand"] = "hand"
    name: str
    change: Annotated[Change, Field(discriminator="kind")]


Command: TypeAlias = Resolve | Undo | Amend | ByHand


class Reasons(NamedTuple):
    """Why a player that plays itself gives an order or decides so, and what it chose from."""

    because: tuple[KeptText, ...] = ()
    weighed: tuple[KeptText, ...] = ()

    def plus(self, more: Reasons) -> Reasons:
        return Reasons((*self.because, *more.because), (*self.weighed, *more.weighed))


NO_REASONS = Reasons()


class Reached(NamedTuple):
    """Where a command has stopped for a decision: the board of its action, the action, and what was decided so far."""

    board: Board
    plan: Planned
    needed: DecisionNeeded
    choices: Mapping[str, Sequence[str]]


class Attempt(BaseModel):
    """A command, to be played from its top.

    Answers: `thrown` are the throws answered so far, in order; `choices` the decisions made, by name; `typed` the
    faces given with the command; `own` a side and whose dice it throws this once; `otherwise` who throws where
    nothing was agreed. Words: `anyway` bends any rule; else `confirmed` are the warnings that were shown and gone
    on from, and `allowed` those that another side has agreed to, by its group; `agreed` are the groups that have
    agreed so far (see `bot.game.permissions`). The way here: `notes` are lines for the result, such as who threw
    for whom; `fresh` are the bot's throws so far, `entropy` what caused the last of them, `thrown_at` the entry
    that would have followed the first; `pending` is the question that this answers, with the step at which it
    stood; `shown_at` the entry after which its warnings were shown, where it answers some; `as_of` the entry after
    which its control was shown: it counts only as long as nothing follows; `accepted` is said of a command that
    waited for a side: nobody asks again who may give it. `asks` has what is missing asked for instead of refused.
    `reasons` are those of a player that plays itself.
    """

    model_config = ConfigDict(frozen=True)

    command: Annotated[Command, Field(discriminator="kind")]
    thrown: tuple[Thrown, ...] = ()
    choices: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    typed: tuple[Word, ...] | None = None
    otherwise: Hands = "bot"
    own: tuple[str, Hands] | None = None
    anyway: bool = False
    confirmed: tuple[KeptText, ...] = ()
    allowed: dict[str, tuple[KeptText, ...]] = Field(default_factory=dict[str, tuple[KeptText, ...]])
    notes: tuple[KeptText, ...] = ()
    agreed: tuple[str, ...] = ()
    fresh: tuple[FreshThrow, ...] = ()
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
        """What is asked of the rules; an undo and what is done by hand ask nothing of them."""
        assert isinstance(self.command, Resolve | Amend)
        return self.command.request

    def but(self, **changed: Any) -> Attempt:
        """This attempt with other answers."""
        return self.model_copy(update=changed)

    def chosen(self, name: str, value: str) -> Attempt:
        """This attempt with one more decision made."""
        return self.but(choices={**self.choices, name: (*self.choices.get(name, ()), value)})

    def having(self, fresh: Sequence[FreshThrow], entropy: str) -> Attempt:
        """This attempt with throws that the bot has just made for it."""
        return self.but(fresh=(*self.fresh, *fresh), entropy=entropy) if fresh else self

    def kept(self) -> dict[str, Any]:
        """The attempt as a waiting command keeps it."""
        return self.model_dump(mode="json")

    @classmethod
    def of(cls, kept: Mapping[str, Any], **more: Any) -> Attempt:
        """An attempt out of what a waiting command kept."""
        return cls.model_validate({**kept, **more})


def thrown_elsewhere(kept: Mapping[str, Any]) -> list[Thrown]:
    """The throws of a waiting command, out of what it kept."""
    return [Thrown.model_validate(throw) for throw in kept.get("thrown", ())]


class QuestionRaised(AppError):
    """Raised where a play has come to a question, no fault; it goes on with `attempt` when that is answered."""

    def __init__(self, question: Question, attempt: Attempt, reached: Reached | None = None) -> None:
        super().__init__()
        self.question, self.attempt, self.reached = question, attempt, reached
