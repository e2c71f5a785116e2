"""Questions that a command waits for, as values: dice, decisions, consent, objections, facts, warnings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules.kernel.dice import Line, Need
from rules.kernel.facts import Ask
from rules.kernel.table import Source
from rules.kernel.text import NOTHING, Text
from rules.kernel.text_json import KeptText


class _Model(BaseModel):
    """What a question is made of."""

    model_config = ConfigDict(frozen=True)


class Thrown(_Model):
    """A throw that has been answered, as a waiting command keeps it.

    `result` is what the dice came to against the number needed; None where there is no such number. `nth` is the
    action of the command that it belongs to, counted from 0, and `side` whose throw it is; None until it has counted.
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


class ThrowAsked(_Model):
    """A throw that somebody is asked for; `counts` says that the number of successes is enough to know, `nth` to which
    action of the command it belongs.
    """

    key: str
    label: KeptText
    count: int
    sides: int
    needed: Need | None = None
    ledger: tuple[Line, ...] = ()
    counts: bool = False
    nth: int | None = None


class OfferAsked(_Model):
    """An option of a decision: what is recorded, what it means, at length and in short, and what it comes to on
    average, if known.
    """

    value: str
    label: KeptText
    short: KeptText = NOTHING
    prospects: KeptText = NOTHING

    @property
    def briefly(self) -> Text:
        return self.short or self.label


class Marker(BaseModel, frozen=True):
    """A marker by the name of its state; how many, 0 where they are not counted; `of` what it points at, and its name
    `alone` where that is known; `ends` is what is done when its state is over, where that is not to take it off.
    """

    state: str
    number: int = 0
    of: KeptText = NOTHING
    ends: KeptText = NOTHING
    alone: KeptText = NOTHING


class TableChange(_Model):
    """What is to be done on the table with one unit: its models, its markers, and what its hit points stand at now.

    `gone` says that the whole of it comes off.
    """

    unit: str
    models: int = 0
    place: tuple[Marker, ...] = ()
    remove: tuple[Marker, ...] = ()
    hp: tuple[int, ...] | None = None
    gone: bool = False


class _Asked(_Model):
    """A question to a side about a command: `about` is what the command is, `so_far` what was thrown on the way.

    `unit` is whose throw or choice it is; one that was handed to the `umpire` is for umpires only.
    """

    side: str | None = None
    unit: str | None = None
    umpire: bool = False
    about: KeptText = NOTHING
    so_far: tuple[Thrown, ...] = ()


class DiceQuestion(_Asked):
    """A throw, and those of the same side that are sure to follow it."""

    kind: Literal["dice"] = "dice"
    throw: ThrowAsked
    ahead: tuple[ThrowAsked, ...] = ()

    @property
    def throws(self) -> tuple[ThrowAsked, ...]:
        return (self.throw, *self.ahead)


class DecisionQuestion(_Asked):
    """A choice that the rules give to a side."""

    kind: Literal["decision"] = "decision"
    name: str
    question: KeptText
    offers: tuple[OfferAsked, ...]
    default: str
    rule: str = ""


ACTIONS_LEFT = "actions_left"
"""The decision by which a side says whether it is done, where a command of another side would end its actions."""
DONE, NOT_YET = "done", "not_yet"


class DiceConsent(_Model):
    """The waiting dice that a question for consent is about, of one side and size: whether they are used for another
    command ("seen"), or whether own dice are rolled before them ("own").
    """

    why: Literal["seen", "own"]
    side: str
    sides: int


class ConsentQuestion(_Asked):
    """Whether the others agree to what somebody wants (see `bot.game.permissions`): each of `groups` has a voice.

    `warnings` are the rules that they agree to have bent, where it is about a command that does something again.
    `unharmed` are the groups that lose nothing by it, where nobody else gains anything or gets another chance. `asker`
    is what somebody is called who is not at the table. `silence` is what becomes of it at its deadline, a day at least
    after it was asked: it is agreed to ("yes"), or it is not done. `dice` are the waiting dice that it is about; a "No"
    settles them.
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


class ObjectionQuestion(_Asked):
    """Rules that a command bends only since it was given: whoever gave it says whether it goes on.

    `others` are the sides that have to agree to it afterwards, `act` what is done anyway, and `at` the entry after
    which it was asked: in another state of the game the answer counts for nothing.
    """

    kind: Literal["objection"] = "objection"
    warnings: tuple[KeptText, ...]
    others: tuple[str, ...] = ()
    act: KeptText = NOTHING
    at: int = 0


class FactsQuestion(_Model):
    """Facts that only whoever gave the command can tell."""

    kind: Literal["facts"] = "facts"
    asks: tuple[Ask, ...]


class WarningQuestion(_Model):
    """Rules that are bent by going on; `others`, `act` and `at` as in an objection.

    `moved` says that the game has gone on since it was asked before; there may be nothing left to object to then.
    `about` is what is asked where that is more than whether to go on; `changes` is then to be done on the table, and
    `notes` tell what nobody sees there.
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

    @property
    def takes_back(self) -> bool:
        """Whether it is asked before several things come back."""
        return bool(self.changes)


SideQuestion: TypeAlias = DiceQuestion | DecisionQuestion | ConsentQuestion | ObjectionQuestion
"""What a side is asked, and waits for with a message of its own."""
Question: TypeAlias = SideQuestion | FactsQuestion | WarningQuestion
Kind = Literal["dice", "decision", "consent", "objection", "facts", "anyway"]
ASKED_OF_SIDES: tuple[Kind, ...] = ("dice", "decision", "consent", "objection")
PRIVATE: tuple[Kind, ...] = ("facts", "anyway")
"""What only whoever gave the command is asked; of several such the newest counts."""
QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="kind")])


DAY = 24 * 60
"""Minutes that leave anybody time to answer."""


def minutes_for(question: Question, timeout: tuple[int, str]) -> int | None:
    """How many minutes a question waits in a game with that timeout; None for one that waits on. Consent that nobody
    gives or refuses would lock the game: it waits a day, or longer where the table has agreed on more.
    """
    minutes, policy = timeout
    if isinstance(question, ConsentQuestion):
        return max(DAY, minutes)
    return minutes if policy != "wait" and isinstance(question, DiceQuestion | DecisionQuestion) else None
