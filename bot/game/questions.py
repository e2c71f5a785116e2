"""Questions of waiting commands, as values: dice, decisions, consent, objections, facts, warnings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules.kernel.dice import Line, Need
from rules.kernel.facts import Ask
from rules.kernel.table import Source
from rules.kernel.text import NOTHING, Text
from rules.kernel.text_json import KeptText


class _Model(BaseModel):
    """The base of the parts of questions."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class AnsweredRoll(_Model):
    """An answered roll, as stored with a waiting command.

    `result` is the result against the number needed; None if there is no such number. `nth` is the index of its action
    in the command, and `side` the side of the roll; None until it has been used.
    """

    key: str
    label: KeptText
    sides: int
    faces: tuple[int, ...]
    source: Source
    queued: int = 0
    added: int = 0
    needed: Need | None = None
    result: int | None = None
    nth: int | None = None
    side: str | None = None


class RequestedRoll(_Model):
    """A requested roll; `counts` is True if the number of successes suffices, `nth` is its action's index."""

    key: str
    label: KeptText
    count: int
    sides: int
    needed: Need | None = None
    ledger: tuple[Line, ...] = ()
    counts: bool = False
    nth: int | None = None


class OfferedOption(_Model):
    """An option of a decision: the recorded value, a long and a short label, and the average result, if known."""

    value: str
    label: KeptText
    short: KeptText = NOTHING
    prospects: KeptText = NOTHING

    @property
    def short_text(self) -> Text:
        return self.short or self.label


class Marker(BaseModel, frozen=True):
    """A marker, by the name of its state.

    `number` is 0 if it is not counted; `of` is its target, and `alone` its name without the target, if known; `ends` is
    the instruction for its end, unless it is simply removed.
    """

    state: str
    number: int = 0
    of: KeptText = NOTHING
    ends: KeptText = NOTHING
    alone: KeptText = NOTHING


class TableChange(_Model):
    """The changes on the table for one unit: its models, its markers, and its new hit points.

    `gone` is True if the whole unit is removed. `apart` is the unit from which its models are set apart, `into` the
    unit that they become part of.
    """

    unit: str
    models: int = 0
    place: tuple[Marker, ...] = ()
    remove: tuple[Marker, ...] = ()
    hp: tuple[int, ...] | None = None
    gone: bool = False
    apart: str = ""
    into: str = ""


class _SideQuestion(_Model):
    """A question to a side about a command: `about` is the command, `so_far` are the rolls already made.

    `unit` is the unit that rolls or decides; a question passed to the `umpire` is for umpires only.
    """

    side: str | None = None
    unit: str | None = None
    umpire: bool = False
    about: KeptText = NOTHING
    so_far: tuple[AnsweredRoll, ...] = ()


class DiceQuestion(_SideQuestion):
    """A roll, and the rolls of the same side that are certain to follow."""

    kind: Literal["dice"] = "dice"
    throw: RequestedRoll
    ahead: tuple[RequestedRoll, ...] = ()

    @property
    def throws(self) -> tuple[RequestedRoll, ...]:
        return (self.throw, *self.ahead)


class DecisionQuestion(_SideQuestion):
    """A choice that the rules give to a side."""

    kind: Literal["decision"] = "decision"
    name: str
    question: KeptText
    offers: tuple[OfferedOption, ...]
    default: str
    rule: str = ""


ACTIONS_LEFT = "actions_left"
"""The decision of a side whether it is done, when another side's command would end its actions."""
DONE, NOT_YET = "done", "not_yet"


class DiceConsent(_Model):
    """The waiting dice of a consent question, of one side and size.

    They are used for another command ("seen"), or own dice are rolled before them ("own").
    """

    why: Literal["seen", "own"]
    side: str
    sides: int


class ConsentQuestion(_SideQuestion):
    """A question for the consent of other sides (see `bot.game.permissions`): each of `groups` must agree.

    `warnings` are the bent rules that they agree to, if the question is about a repeated action. `unharmed` are the
    groups that lose nothing by it, if no other side gains. `asker` is the name of a proposer who is not at the table.
    `silence` is the answer assumed at its deadline, at least a day later. `dice` are the waiting dice that it is about;
    a "No" settles the matter.
    """

    kind: Literal["consent"] = "consent"
    groups: tuple[str, ...]
    wish: KeptText
    changes: tuple[TableChange, ...] = ()
    notes: tuple[KeptText, ...] = ()
    warnings: tuple[KeptText, ...] = ()
    unharmed: tuple[str, ...] = ()
    asker: str = ""
    silence: Literal["no", "yes"] = "no"
    dice: DiceConsent | None = None


class ObjectionQuestion(_SideQuestion):
    """Rules that a command bends because of changes since it was issued: the issuer decides whether it continues.

    `others` are the sides that have to agree afterwards, `act` labels the action, and `at` is the entry after which it
    was asked: once the game has changed, the answer is void.
    """

    kind: Literal["objection"] = "objection"
    warnings: tuple[KeptText, ...]
    others: tuple[str, ...] = ()
    act: KeptText = NOTHING
    at: int = 0


class FactsQuestion(_Model):
    """Facts that only the issuer knows."""

    kind: Literal["facts"] = "facts"
    asks: tuple[Ask, ...]


class WarningQuestion(_Model):
    """Rules that would be bent by continuing; `others`, `act` and `at` as in an `ObjectionQuestion`.

    `moved` is True if the game has changed since the question was last asked; then there may be no warnings left.
    `about` is the question, if it is more than whether to continue; then `changes` are the changes on the table, and
    `notes` describe changes that the table does not show.
    """

    kind: Literal["anyway"] = "anyway"
    warnings: tuple[KeptText, ...]
    others: tuple[str, ...] = ()
    act: KeptText = NOTHING
    at: int = 0
    moved: bool = False
    about: KeptText = NOTHING
    changes: tuple[TableChange, ...] = ()
    notes: tuple[KeptText, ...] = ()


SideQuestion: TypeAlias = DiceQuestion | DecisionQuestion | ConsentQuestion | ObjectionQuestion
"""Questions to a side, each with its own message."""
Question: TypeAlias = SideQuestion | FactsQuestion | WarningQuestion
Kind = Literal["dice", "decision", "consent", "objection", "facts", "anyway"]
ASKED_OF_SIDES: tuple[Kind, ...] = ("dice", "decision", "consent", "objection")
PRIVATE: tuple[Kind, ...] = ("facts", "anyway")
"""Kinds of questions to the issuer alone; only the newest counts."""
QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="kind")])


DAY = 24 * 60
"""Minutes in a day: enough time for any player to answer."""


def minutes_for(question: Question, timeout: tuple[int, str]) -> int | None:
    """Return the minutes that a question waits for an answer; None for no limit. `timeout` is the game's setting.

    Unanswered consent would lock the game: it waits a day, or longer if the table has agreed on more.
    """
    minutes, policy = timeout
    if isinstance(question, ConsentQuestion):
        return max(DAY, minutes)
    return minutes if policy != "wait" and isinstance(question, DiceQuestion | DecisionQuestion) else None
