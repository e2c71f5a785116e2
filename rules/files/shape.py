"""The tables of a system file and their fields; `compiled.py` checks how the tables fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, model_validator

from rules.command.movement import MOST as MOST_BANDS
from rules.kernel.action import Clearing
from rules.kernel.roll_kinds import Kind as Purpose
from rules.kernel.rows import Row
from rules.kernel.text import Listed, Text

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,29}$")]
Code = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,29}$")]
"""A key that no expression reads: it may begin with a digit."""
Words = Annotated[str, Field(min_length=1, max_length=60)]
"""A name or a title."""
Said = Annotated[str, Field(min_length=1, max_length=300)]
"""A sentence."""
Section = Annotated[str, Field(max_length=80)]
Formula = int | Annotated[str, Field(min_length=1)]
"""A number, or an expression that gives one."""
By = Literal["attacker", "defender", "unit"]


def _listed(said: object) -> object:
    """Return a single word as a list."""
    return (said,) if isinstance(said, str) else said


def _name_section(said: Any) -> object:
    """Fill in a missing section of an action from its title."""
    row = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    title = row.get("title")
    return {"section": title[:80], **row} if isinstance(title, str) else cast("object", said)


class CreditRow(Row):
    """The key, name, authors and terms of a system."""

    key: Key
    name: Words
    version: Words = "1"
    credit: Said = "Rules of our own"
    licence: Said = "Not stated."


class SystemRow(CreditRow):
    """The credits of a system, and the die and the word for a turn that its rules use throughout."""

    die: int = Field(ge=2, le=100)
    turn: Literal["turn", "round"] = "turn"


class CheckRow(Row):
    """The way to roll a die against a number of a profile."""

    roll: Literal["under", "over"]
    always: int | None = Field(default=None, ge=1, le=100)
    never: int | None = Field(default=None, ge=1, le=100)
    section: Section = "Dice"


class GoRow(Row):
    """The order of play: which side activates the next unit, and how many actions a unit has."""

    order: Literal["alternate", "sides", "keeps"] = "alternate"
    actions: int = Field(default=2, ge=1, le=9)
    section: Section = "Order of play"


class InitiativeRow(Row):
    """The roll for the initiative: the highest total wins, ties are rolled again."""

    dice: int = Field(default=1, ge=1, le=10)
    section: Section = "Initiative"


class FieldRow(Row):
    """A number or word of a profile or of a weapon."""

    name: Words
    kind: Literal["score", "count", "inches", "flag", "word"] = "score"
    least: int = Field(default=0, ge=-100, le=1000)
    most: int | None = Field(default=None, ge=0, le=1000)
    words: tuple[Key, ...] = Field(default=(), max_length=25)
    default: int | bool | str | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> FieldRow:
        if self.kind == "word" and not self.words:
            raise ValueError(Text("give the words to choose from: {example}", example='words = ["light", "heavy"]'))
        fits, value = {"flag": type(self.default) is bool, "word": self.default in self.words}, str(self.default)
        if self.default is not None and not fits.get(self.kind, type(self.default) is int):
            raise ValueError(Text('"{value}" is no {kind}: give another default', value=value, kind=self.kind))
        return self


_Option = Key | Annotated[int, Field(strict=True, ge=0, le=1000)]
_MOST_OPTIONS = 10


class RulingRow(Row):
    """A question that the rules leave open; the first option is the default.

    `options` may be a table with a sentence for each option. A `house` ruling is on a point that the rules do not have.
    """

    options: (
        Annotated[tuple[_Option, ...], Field(min_length=2, max_length=_MOST_OPTIONS)]
        | Annotated[dict[Code, Said], Field(min_length=2, max_length=_MOST_OPTIONS)]
    )
    about: Said
    house: bool = False

    @model_validator(mode="after")
    def _has_one_kind(self) -> RulingRow:
        if len({type(one) for one in self.choices}) > 1:
            raise ValueError(Text("the options are all words, or all numbers"))
        return self

    @property
    def choices(self) -> tuple[int | str, ...]:
        """The options; digits are numbers."""
        return tuple(int(one) if isinstance(one, str) and one.isdecimal() else one for one in self.options)

    @property
    def says(self) -> Mapping[str, str]:
        """The sentences of the options, if they have any."""
        return self.options if isinstance(self.options, dict) else {}


class StateRow(Row):
    """A state of a unit."""

    set_by: Words
    effect: Words
    until: Annotated[tuple[Clearing, ...], BeforeValidator(_listed)] | None = None
    by_hand: bool = False
    holds: Literal["flag", "count", "units"] = "flag"
    marker: bool = False
    harm: bool = False
    spent: bool = False


class AskedRow(Row):
    """A fact of an action that only players know: a flag with its label, one of several codes, or a number.

    `numbers` are offered, others may be typed; with `inches` they are lengths. A situation is offered only `when` it
    can apply; there, `n` is its number.
    """

    option: Literal["situation", "cover", "terrain"] = "situation"
    label: Words | None = None
    codes: dict[Key, Words] = Field(default_factory=dict[str, str], max_length=12)
    numbers: tuple[Annotated[int, Field(ge=0, le=1000)], ...] = Field(default=(), max_length=12)
    inches: bool = False
    when: str = ""

    @model_validator(mode="after")
    def _is_one_kind(self) -> AskedRow:
        if bool(self.label) == bool(self.codes):
            raise ValueError(Text("give a label, or codes to choose from"))
        if self.numbers and not (self.label and "{n}" in self.label and self.option == "situation"):
            raise ValueError(Text("numbers are situations: let {braces} be in the label", braces="{n}"))
        if self.when and self.option != "situation":
            raise ValueError(Text("when goes only with situations: a form always asks for {it}", it=self.option))
        return self


class DecidedRow(Row):
    """A player's choice whether a modifier counts."""

    by: Literal["attacker", "defender"]
    question: Said
    yes: Words
    no: Words


class ModifierRow(Row):
    """A modifier of a number for the rolling unit, or of its number of dice, with its reason.

    By default its section is that of the roll.
    """

    on: Annotated[tuple[Key, ...], BeforeValidator(_listed)] = Field(min_length=1, max_length=10)
    value: Formula
    why: Words
    section: Section = ""
    when: str = ""
    dice: bool = False
    cause: str = ""
    spends: str = ""
    decided: DecidedRow | None = None


class DiceRow(Row):
    """Dice that are rolled against a number, or added up with one.

    `why` and `dice_why` are the reasons in the ledger for that number and for the number of dice.
    """

    name: Words | None = None
    why: Words | None = None
    dice_why: Words | None = None
    check: Formula | None = None
    add: Formula | None = None
    least: int = Field(default=0, ge=0, le=100)
    section: Section | None = None
    purpose: Purpose | None = Field(default=None, alias="for")
    # `as` is a keyword of Python.
    counts: Key | None = Field(default=None, alias="as")
    against: Key | None = None


class RollRow(DiceRow):
    """Dice of each weapon."""

    roll: Key
    by: By
    dice: Formula = 1
    keep: Literal["passed", "failed"] = "passed"

    @model_validator(mode="after")
    def _has_one_number(self) -> RollRow:
        if (self.check is None) == (self.add is None):
            raise ValueError(Text("give one of check (against a number) and add (added up)"))
        return self


_STEPS: Mapping[str, tuple[str, ...]] = {
    "roll": ("by",),
    "lose": ("models",),
    "mark": ("add",),
    "let": ("be",),
    "choose": ("by", "question", "yes", "no"),
    "further": (),
}
"""The kinds of steps, and the fields that each needs."""


class StepRow(DiceRow):
    """A step after the dice of all weapons: a roll, a loss of models, a marker, a number, a choice, or inches."""

    when: str = ""
    roll: Key | None = None
    by: By | None = None
    dice: Formula | None = None
    table: Key | None = None
    sum: bool = False
    needs: Formula | None = None
    lose: Literal["target", "unit", "attacker"] | None = None
    models: Formula | None = None
    mark: str | None = None
    let: Key | None = None
    be: Formula | None = None
    choose: Key | None = None
    question: Said | None = None
    yes: Words | None = None
    no: Words | None = None
    further: Formula | None = None
    passed: Said | None = None
    failed: Said | None = None
    passed_marks: dict[str, Formula] = Field(default_factory=dict[str, int | str])
    failed_marks: dict[str, Formula] = Field(default_factory=dict[str, int | str])
    passed_inches: Formula | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> StepRow:
        if sum(getattr(self, kind) is not None for kind in _STEPS) != 1:
            raise ValueError(Text("a step does one thing: give one of {kinds}", kinds=Listed(_STEPS)))
        for kind, names in _STEPS.items():
            for name in names if getattr(self, kind) is not None else ():
                if getattr(self, name) is None:
                    raise ValueError(Text("give {name} beside {kind}", name=name, kind=kind))
        if self.roll and self.table is None and (self.check is None) == (self.add is None):
            raise ValueError(Text("give check (against a number), add (added up) or table (looked up)"))
        if self.sum and (self.roll is None or (self.check is None and self.table is None)):
            raise ValueError(Text("sum goes only with check or table: give one of them"))
        if self.needs is not None and (self.check is None or self.dice is None or self.sum):
            raise ValueError(Text("needs is for several dice that each go against a number: give check and dice"))
        return self

    @property
    def is_test(self) -> bool:
        """True if one die, the sum of several, or a number of successes passes or fails."""
        whole = self.dice is None or self.sum or self.needs is not None
        return self.roll is not None and self.check is not None and whole


class TableRow(Row):
    """A row of a table that dice are looked up in: its upper limit, its text and its marks."""

    upto: int | None = Field(default=None, ge=-1000, le=1000)
    say: Said | None = None
    marks: dict[str, Formula] = Field(default_factory=dict[str, int | str])


TableRows = Annotated[dict[Key, TableRow], Field(min_length=2, max_length=12)]
"""A table: its rows by name, the lowest first."""


class WeaponsRow(Row):
    """The weapons of an attack, their crews and reach, and the distances at which the attack changes."""

    which: str = ""
    pool: bool = False
    crew: Formula | None = None
    reach: Formula | None = None
    bands: tuple[Formula, ...] = Field(default=(), max_length=MOST_BANDS)


class RefusedRow(Row):
    """An act that the rules forbid, and the sentence for it."""

    when: str
    say: Said


class NoteRow(Row):
    """A sentence below a result, under a condition if there is one."""

    when: str = ""
    say: Said


class ActionRow(Row):
    """A command of a unit: its refusals, its rolls, and the steps after them."""

    _names_its_section = model_validator(mode="before")(_name_section)

    title: Words
    section: Section
    command: Literal["fire", "assault", "move", "morale", "activate", "act"] = "act"
    free: bool = False
    rule: str = Field(default="", max_length=1500)
    topic: Key | None = None
    weapons: WeaponsRow | None = None
    once: Key | None = None
    asks: Annotated[tuple[Key, ...], BeforeValidator(_listed)] = Field(default=(), max_length=20)
    refused: tuple[RefusedRow, ...] = Field(default=(), max_length=10)
    warned: tuple[RefusedRow, ...] = Field(default=(), max_length=10)
    roll: tuple[RollRow, ...] = Field(default=(), max_length=4)
    then: tuple[StepRow, ...] = Field(default=(), max_length=24)
    inches: tuple[tuple[Words, Formula], ...] = Field(default=(), max_length=8)
    contact: bool = False
    aim: Key | None = None
    told: Said | None = None
    notes: tuple[NoteRow, ...] = Field(default=(), max_length=10)

    @property
    def is_attack(self) -> bool:
        return self.command in ("fire", "assault")


class TopicRow(Row):
    title: Words
    section: Section
    text: str = Field(min_length=1, max_length=1500)
    rulings: tuple[str, ...] = ()


class VictoryRow(Row):
    """The end of a game: a last turn, the part of its figures with which a side is broken, and what else wins."""

    turns: int | None = Field(default=None, ge=1, le=99)
    broken: int | None = Field(default=None, ge=1, le=100)
    text: str = Field(default="", max_length=1500)
    section: Section = "Victory"

    @model_validator(mode="after")
    def _ends_somehow(self) -> VictoryRow:
        if self.turns is None and self.broken is None and not self.text:
            raise ValueError(Text("give turns, broken or text: when the game is over"))
        return self


class ForceRow(Row):
    name: Words
    about: str = Field(default="", max_length=300)
    units: tuple[dict[str, Any], ...] = Field(min_length=1, max_length=60)


class DemoRow(Row):
    """The first forces of a new table, and suggestions to try."""

    forces: tuple[Key, Key]
    try_: tuple[Said, ...] = Field(default=(), max_length=3, alias="try")
    battle: str = ""
    campaign: str = ""


class CommonRows(Row):
    """The tables that every system file may have."""

    forces: dict[Key, ForceRow] = Field(default_factory=dict[str, ForceRow], max_length=20)
    absent: dict[str, Said] = Field(default_factory=dict[str, str], max_length=10)
    demo: DemoRow | None = None
    opponent: dict[str, Any] = Field(default_factory=dict[str, Any])
    aliases: dict[str, dict[str, list[str]]] = Field(default_factory=dict[str, dict[str, list[str]]])
    texts: dict[str, dict[str, str]] = Field(default_factory=dict[str, dict[str, str]])

    @property
    def shown(self) -> DemoRow:
        """The demo; where the file has none its first two forces, or the only one twice."""
        keys = list(self.forces)
        return self.demo or DemoRow(forces=(keys[0], keys[min(1, len(keys) - 1)]))


class Document(CommonRows):
    """A whole system file."""

    system: SystemRow
    check: CheckRow
    go: GoRow = GoRow()
    initiative: InitiativeRow = InitiativeRow()
    profile: dict[Key, FieldRow] = Field(min_length=1, max_length=20)
    weapon: dict[Key, FieldRow] = Field(default_factory=dict[str, FieldRow], max_length=20)
    weapons: dict[Key, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=200)
    units: dict[Key, dict[str, Any]] = Field(min_length=1, max_length=200)
    forces: dict[Key, ForceRow] = Field(min_length=1, max_length=20)
    rulings: dict[Key, RulingRow] = Field(default_factory=dict[str, RulingRow], max_length=20)
    states: dict[Key, StateRow] = Field(default_factory=dict[str, StateRow], max_length=30)
    asked: dict[Key, AskedRow] = Field(default_factory=dict[str, AskedRow], max_length=20)
    modifier: dict[Key, ModifierRow] = Field(default_factory=dict[str, ModifierRow], max_length=100)
    table: dict[Key, TableRows] = Field(default_factory=dict[str, dict[str, TableRow]], max_length=20)
    action: dict[Key, ActionRow] = Field(min_length=1, max_length=20)
    topics: dict[Key, TopicRow] = Field(default_factory=dict[str, TopicRow], max_length=30)
    victory: VictoryRow | None = None


class Override(CommonRows):
    """The tables of a variant whose base has its rules in Python."""

    base: Key
    remove: tuple[Words, ...] = Field(default=(), max_length=200)
    system: CreditRow
    tables: dict[Key, Any] = Field(default_factory=dict[str, Any], max_length=100)
    weapons: dict[Code, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=200)
    units: dict[Code, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=200)
    rulings: dict[Key, int | str] = Field(default_factory=dict[str, "int | str"], max_length=30)
    states: dict[Key, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=60)
    topics: dict[Key, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=60)
    setup: tuple[dict[str, Any], ...] = Field(default=(), max_length=20)
    refused: tuple[Said, ...] = Field(default=(), max_length=20)
    warned: tuple[Said, ...] = Field(default=(), max_length=20)
