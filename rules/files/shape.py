"""The tables of a system file and their fields; `compiled.py` checks how the tables fit together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from rules.files.action_shape import (
    ActionRow,
    Code,
    Formula,
    ImpossibleRow,
    Key,
    Said,
    Section,
    TableRow,
    TableRows,
    Words,
    listed,
)
from rules.files.field_shape import FieldRow, RecordRow
from rules.kernel.action import Clearing
from rules.kernel.rows import Row
from rules.kernel.text import Listed, Text

MOST_NUMBER = 200
"""The largest number, up or down, in a table of numbers, so that every roll remains possible."""
Limits = tuple[int, int]
"""The least and the most of a number."""


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
    of_actions: Section | None = None


class InitiativeRow(Row):
    """The roll for the initiative: the highest total wins, ties are rolled again."""

    dice: int = Field(default=1, ge=1, le=10)
    section: Section = "Initiative"


_Option = Key | Annotated[int, Field(strict=True, ge=0, le=1000)]
_MOST_OPTIONS = 10


class RulingRow(Row):
    """A question that the rules leave open; the first option is the default.

    `options` may be a table with a sentence for each option. A `house` ruling is on a point that the rules do not have.
    `renamed` are earlier words of options, which earlier games still have.
    """

    options: (
        Annotated[tuple[_Option, ...], Field(min_length=2, max_length=_MOST_OPTIONS)]
        | Annotated[dict[Code, Said], Field(min_length=2, max_length=_MOST_OPTIONS)]
    )
    about: Said
    house: bool = False
    renamed: dict[Code, Code] = Field(default_factory=dict[str, str], max_length=_MOST_OPTIONS)

    @model_validator(mode="after")
    def _has_one_kind(self) -> RulingRow:
        if len({type(one) for one in self.choices}) > 1:
            raise ValueError(Text("the options are all words, or all numbers"))
        for old, new in self.renamed.items():
            if old in self.options or new not in self.options:
                raise ValueError(Text('renamed: give an earlier word and an option, not "{old}"', old=old))
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
    """A state of a unit; its fields are those of `State` in `rules/kernel/action.py`."""

    set_by: Words
    effect: Annotated[str, Field(min_length=1, max_length=80)]
    until: Annotated[tuple[Clearing, ...], BeforeValidator(listed)] | None = None
    by_hand: bool = False
    holds: Literal["flag", "count", "units"] = "flag"
    marker: bool = False
    harm: bool = False
    spent: bool = False
    figures: bool = False
    goes_with: str = ""
    ends: Said | None = None
    alone: Words | None = None


class AskedRow(Row):
    """A fact of an action that only players know: a flag with its label, one of several codes, or a number.

    `numbers` are offered, others may be typed; with `inches` they are lengths. A situation is offered only `when` it
    can apply: each of the conditions that are known holds; there, `n` is its number. An `idle` choice is no fact; for
    conditions it is the empty word until it is made. `names` are those of codes within a sentence. An answer `sets`
    facts of a record, such as "target.cover", to numbers and words. While a number is `needed` and no such number is
    given, its `question` asks for it.
    """

    option: Literal["situation", "cover", "terrain"] = "situation"
    label: Words | None = None
    codes: dict[Key, Words] = Field(default_factory=dict[str, str], max_length=12)
    numbers: tuple[Annotated[int, Field(ge=0, le=1000)], ...] = Field(default=(), max_length=12)
    inches: bool = False
    idle: bool = False
    names: dict[Key, Words] = Field(default_factory=dict[str, str], max_length=12)
    sets: dict[str, Formula] = Field(default_factory=dict[str, int | str], max_length=6)
    needed: str = ""
    question: Said | None = None
    when: Annotated[tuple[str, ...], BeforeValidator(listed, json_schema_input_type=str | tuple[str, ...])] = ()

    @model_validator(mode="after")
    def _is_one_kind(self) -> AskedRow:
        if bool(self.label) == bool(self.codes):
            raise ValueError(Text("give a label, or codes to choose from"))
        if self.names.keys() - self.codes.keys():
            raise ValueError(Text("names are those of its codes: {codes}", codes=Listed(self.codes)))
        if self.numbers and not (self.label and "{n}" in self.label and self.option == "situation"):
            raise ValueError(Text("numbers are situations: let {braces} be in the label", braces="{n}"))
        if bool(self.needed) != bool(self.question) or (self.needed and not self.numbers):
            raise ValueError(Text("needed and question go together, beside numbers"))
        if self.when and self.option != "situation":
            raise ValueError(Text("when goes only with situations: a form always asks for {it}", it=self.option))
        return self

    @property
    def nothing(self) -> Decimal | int | bool | str:
        """Its value without an answer."""
        if self.codes:
            return "" if self.idle else next(iter(self.codes))
        return (Decimal(0) if self.inches else 0) if self.numbers else False


class DecidedRow(Row):
    """A player's choice whether a modifier counts."""

    by: Literal["attacker", "defender"]
    question: Said
    yes: Words
    no: Words


class ModifierRow(Row):
    """A modifier of a number for the rolling unit, or of its number of dice, with its reason.

    By default its section is that of the roll. With `each` it counts once for each entry of a list of the facts. `with`
    are values in its reason. A modifier that adds nothing is left out unless it is `shown`.
    """

    on: Annotated[tuple[Key, ...], BeforeValidator(listed)] = Field(min_length=1, max_length=10)
    value: Formula
    why: Words
    section: Section = ""
    when: str = ""
    dice: bool = False
    cause: str = ""
    spends: str = ""
    decided: DecidedRow | None = None
    each: Key | None = None
    shown: bool = False
    values: dict[Key, Formula] = Field(default_factory=dict[str, int | str], alias="with", max_length=6)


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


class SetupRow(Row):
    """A step before the first turn, with a command for it if there is one."""

    key: Key
    text: Said
    command: Annotated[str, Field(max_length=60)] = ""
    waits: Annotated[str, Field(max_length=60)] = ""


def _check_pair(said: str) -> str:
    """Return the word for one and the word for more; raise ValueError for anything else."""
    if not re.fullmatch(r"[^|{}]+\|[^|{}]+", said):
        raise ValueError(Text("write the word for one and the word for more: {example}", example='"wound|wounds"'))
    return said


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
    """A whole system file.

    `limits` are those of the numbers under `tables`, which are then all that there are. A weapon for which a condition
    of `impossible` holds is a fault.
    """

    system: SystemRow
    check: CheckRow
    go: GoRow = GoRow()
    initiative: InitiativeRow = InitiativeRow()
    tables: dict[Key, Any] = Field(default_factory=dict[str, Any], max_length=100)
    limits: dict[Key, Limits | dict[Key, Limits]] = Field(default_factory=dict[str, Any], max_length=100)
    counted: dict[Key, Annotated[Words, AfterValidator(_check_pair)]] = Field(
        default_factory=dict[str, str], max_length=30
    )
    profile: dict[Key, FieldRow] = Field(min_length=1, max_length=20)
    weapon: dict[Key, FieldRow] = Field(default_factory=dict[str, FieldRow], max_length=20)
    weapons: dict[Key, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]], max_length=200)
    units: dict[Key, dict[str, Any]] = Field(min_length=1, max_length=200)
    forces: dict[Key, ForceRow] = Field(min_length=1, max_length=20)
    rulings: dict[Key, RulingRow] = Field(default_factory=dict[str, RulingRow], max_length=20)
    states: dict[Key, StateRow] = Field(default_factory=dict[str, StateRow], max_length=30)
    asked: dict[Key, AskedRow] = Field(default_factory=dict[str, AskedRow], max_length=20)
    record: dict[Key, RecordRow] = Field(default_factory=dict[str, RecordRow], max_length=20)
    modifier: dict[Key, ModifierRow] = Field(default_factory=dict[str, ModifierRow], max_length=100)
    phrases: dict[Key, dict[Key, Said]] = Field(default_factory=dict[str, dict[str, str]], max_length=20)
    table: dict[Key, TableRows] = Field(default_factory=dict[str, dict[str, TableRow]], max_length=20)
    action: dict[Key, ActionRow] = Field(min_length=1, max_length=20)
    topics: dict[Key, TopicRow] = Field(default_factory=dict[str, TopicRow], max_length=30)
    victory: VictoryRow | None = None
    setup: tuple[SetupRow, ...] = Field(default=(), max_length=20)
    impossible: tuple[ImpossibleRow, ...] = Field(default=(), max_length=10)
    refused: tuple[Said, ...] = Field(default=(), max_length=20)
    warned: tuple[Said, ...] = Field(default=(), max_length=20)


class Override(CommonRows):
    """The tables of a variant whose base has its rules in Python."""

    base: Key
    remove: Annotated[tuple[Words, ...], BeforeValidator(listed)] = Field(default=(), max_length=200)
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
