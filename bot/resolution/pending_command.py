"""A command, its answers so far, and the question that stops it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.parsing import Word
from bot.errors import AppError
from bot.game.questions import AnsweredRoll, Question
from rules.command.system import Board, Planned
from rules.game.entry import FreshRoll
from rules.game.events import StoryTold
from rules.game.tabletop import AtEnd, Scenario
from rules.kernel.request import Request
from rules.kernel.table import DecisionNeeded
from rules.kernel.text_json import KeptText

Hands = Literal["bot", "physical"]
"""The source of dice: the bot, or a player's own."""


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True)


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


class AbsentPlayers(BaseModel, frozen=True):
    """Players who have left the server or have long been silent, by id, and the office that may replace them."""

    players: dict[str, Literal["left", "silent"]]
    office: Literal["server", "campaign"]


class Seat(_Command):
    """Seating a person at a side, in place of all its players if these are `gone`."""

    kind: Literal["seat"] = "seat"
    player: str
    name: str
    side: str
    gone: AbsentPlayers | None = None


class EndGame(_Command):
    """Ending the game; the winner is a side or "draw". `late` is the side out of time if the bot ends it."""

    kind: Literal["finish"] = "finish"
    winner: str | None = None
    note: str = ""
    late: str | None = None


class Resume(_Command):
    """Reopening an ended game; `laid_open` is True if its end revealed hidden units."""

    kind: Literal["resume"] = "resume"
    laid_open: bool = False


class MakeUmpire(_Command):
    """Making a person umpire, in place of all umpires if these are `gone`."""

    kind: Literal["whistle"] = "whistle"
    player: str
    name: str
    gone: AbsentPlayers | None = None


class Ruling(_Command):
    """Setting a ruling."""

    kind: Literal["ruling"] = "ruling"
    name: str
    value: str


class SetTimeout(_Command):
    """Setting the minutes that questions wait, and the consequence."""

    kind: Literal["patience"] = "patience"
    minutes: int
    policy: Literal["wait", "default", "umpire"]


class Timing(_Command):
    """Setting all clocks, or correcting the clock of one `side`, in seconds; 0 seconds remove the clocks."""

    kind: Literal["clock"] = "clock"
    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    side: str | None = None


class Consent(_Command):
    """Setting whether the other side must confirm bent rules."""

    kind: Literal["consent"] = "consent"
    on: bool


class Mark(_Command):
    """Setting a marker to its state on the table; the unit is given by id or name."""

    kind: Literal["mark"] = "mark"
    unit: str
    marker: str
    count: int
    reason: str = ""


class Edit(_Command):
    """Correcting a unit's field; the unit is given by id or name."""

    kind: Literal["edit"] = "edit"
    unit: str
    field: str
    value: str
    reason: str = ""


class Removal(_Command):
    """Removing a unit from the record; the unit is given by id or name."""

    kind: Literal["removal"] = "removal"
    unit: str


class Reserving(_Command):
    """The terms of a unit in reserve; the unit by id or name."""

    kind: Literal["reserve"] = "reserve"
    unit: str
    turn: int = 1
    roll: int | None = None


class SetScenario(_Command):
    """The scenario of the game; `objectives` are the labels of those that it places."""

    kind: Literal["scenario"] = "scenario"
    scenario: Scenario
    objectives: tuple[str, ...] = ()


class Split(_Command):
    """The division of a unit, by id or name: the models and weapons of the new unit.

    Without `weapons`, each kind is shared; "none" is none.
    """

    kind: Literal["split"] = "split"
    unit: str
    models: int
    weapons: str = ""


class Join(_Command):
    """The union of two units of a side, by id or name; the first one remains."""

    kind: Literal["join"] = "join"
    unit: str
    other: str


class SetFigure(_Command):
    """A named figure of a unit, by id or name: its note, its fall, the unit it goes `to`, or the end of its name.

    What is None stays as it is.
    """

    kind: Literal["figure"] = "figure"
    unit: str
    name: str
    note: str | None = None
    fallen: bool | None = None
    to: str = ""
    remove: bool = False


class Remark(_Command):
    """A note for the story; `about` is its subject."""

    kind: Literal["note"] = "note"
    text: str
    about: StoryTold


Change: TypeAlias = (
    Seat
    | EndGame
    | Resume
    | MakeUmpire
    | Ruling
    | SetTimeout
    | Timing
    | Consent
    | Mark
    | Edit
    | Removal
    | Reserving
    | SetScenario
    | Split
    | Join
    | SetFigure
    | Remark
)
"""A manual change, which may need the agreement of others."""


class ManualChange(_Command):
    """A manual change, which no rule resolves; `name` is that of the requester, who need not be at the table."""

    kind: Literal["hand"] = "hand"
    name: str
    change: Annotated[Change, Field(discriminator="kind")]


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
