"""The actions of a system file: their rolls, steps and sentences as rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, model_validator

from rules.command.movement import MOST as MOST_BANDS
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
By = Literal["attacker", "defender", "unit", "enemy"]
"""Who rolls or decides; in an action of a single unit, `enemy` is its opponent."""


class PhraseRow(Row):
    """A part of a sentence, under a condition if there is one; `with` are values in it."""

    when: str = ""
    say: Said
    values: dict[Key, Formula] = Field(default_factory=dict[str, int | str], alias="with", max_length=6)


Shown = dict[Key, Formula | tuple[PhraseRow, ...]]
"""Values of a sentence by their names in it: each an expression, or phrases of which all that apply are listed."""


def listed(said: Any) -> Any:
    """Return a single word as a list."""
    return (said,) if isinstance(said, str) else said


def _name_section(said: Any) -> object:
    """Fill in a missing section of an action from its title."""
    if not isinstance(said, dict):
        return cast("object", said)
    row = cast("dict[str, Any]", said)
    return {"section": str(row.get("title", ""))[:80], **row}


class DiceRow(Row):
    """Dice that are rolled against a number, or added up with one.

    `why` and `dice_why` are the reasons in the ledger for that number and for the number of dice; `why_section` is the
    section of the first, if it is not that of the roll.
    """

    name: Words | None = None
    why: Words | None = None
    why_section: Section | None = None
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
    "result": ("be",),
    "choose": ("by", "question"),
    "further": (),
    "shift": ("inches",),
}
"""The kinds of steps, and the fields that each needs."""


class OptionRow(Row):
    """An option of a choice; `short` is its label on a button that shows its numbers beside it."""

    key: Key
    say: Said
    short: Words | None = None


class SayRow(Row):
    """A sentence, under a condition if there is one; `with` are values in it.

    Of sentences in a list the first that applies is said; with `go_on` the next one that applies follows. A `quiet`
    sentence is left out for players who see the markers and dice.
    """

    when: str = ""
    say: Said
    values: Shown = Field(default_factory=dict[str, Any], alias="with", max_length=6)
    go_on: bool = False
    quiet: bool = False


class NoteRow(SayRow):
    """A sentence below a result; a `button` asks for the situations whose codes begin with one of `asks`."""

    asks: tuple[Words, ...] = Field(default=(), max_length=6)
    button: Words | None = None

    @model_validator(mode="after")
    def _has_a_button(self) -> NoteRow:
        if bool(self.asks) != bool(self.button):
            raise ValueError(Text("asks and button go together"))
        return self


class StepRow(DiceRow):
    """A step after the dice of all weapons: a roll, a loss of models, a marker, a number, a choice, inches, or a shift.

    `result` is a number or word of the outcome, which odds show unless it is `hidden`; a `let` is only for later steps.
    Both may place `marks`. Dice with `needs` pass or fail; with `count` their successes are the result. An `inner`
    result is no part of the outcome. A `shift` moves a unit by its inches in the first of its ways that applies.
    """

    when: str = ""
    roll: Key | None = None
    by: By | None = None
    dice: Formula | None = None
    table: Key | None = None
    sum: bool = False
    needs: Formula | None = None
    count: bool = False
    inner: bool = False
    lose: Literal["target", "unit", "attacker"] | None = None
    models: Formula | None = None
    mark: str | None = None
    let: Key | None = None
    result: Key | None = None
    flag: bool = False
    marks: dict[str, Formula] = Field(default_factory=dict[str, int | str])
    be: Formula | None = None
    choose: Key | None = None
    question: Said | None = None
    yes: Words | None = None
    no: Words | None = None
    options: tuple[OptionRow, ...] = Field(default=(), max_length=6)
    values: dict[Key, Formula] = Field(default_factory=dict[str, int | str], alias="with", max_length=4)
    shift: Literal["target", "unit", "attacker"] | None = None
    inches: Formula | None = None
    ways: tuple[SayRow, ...] = Field(default=(), max_length=6)
    hidden: bool = False
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
            more = ("yes", "no") if kind == "choose" and not self.options else ()
            for name in (*names, *more) if getattr(self, kind) is not None else ():
                if getattr(self, name) is None:
                    raise ValueError(Text("give {name} beside {kind}", name=name, kind=kind))
        if self.roll and self.table is None and (self.check is None) == (self.add is None):
            raise ValueError(Text("give check (against a number), add (added up) or table (looked up)"))
        if self.sum and (self.roll is None or (self.check is None and self.table is None)):
            raise ValueError(Text("sum goes only with check or table: give one of them"))
        if self.needs is not None and (self.check is None or self.dice is None or self.sum):
            raise ValueError(Text("needs is for several dice that each go against a number: give check and dice"))
        if self.options and (self.choose is None or self.yes or self.no):
            raise ValueError(Text("options are for a choice, instead of yes and no"))
        if len(self.options) == 1 or len({one.key for one in self.options}) < len(self.options):
            raise ValueError(Text("give two options or more, each with its own key"))
        if self.inner and (self.lose or self.mark or self.table or self.is_test or self.passed_marks or self.passed):
            raise ValueError(Text("inner is for dice that are only counted or added up for later steps"))
        if self.count and self.needs is None:
            raise ValueError(Text("give needs beside count: the number of successes that pass"))
        if (self.flag or self.marks) and self.be is None:
            raise ValueError(Text("flag and marks go only with let or result"))
        return self

    @property
    def named(self) -> str | None:
        """The name of a number that the step gives to later ones and to the outcome."""
        return self.let or self.result

    @property
    def is_test(self) -> bool:
        """True if one die, the sum of several, or a number of successes passes or fails."""
        whole = self.dice is None or self.sum or (self.needs is not None and not self.count)
        return self.roll is not None and self.check is not None and whole


class TableRow(Row):
    """A row of a table that dice are looked up in: its upper limit, its text and its marks."""

    upto: int | None = Field(default=None, ge=-1000, le=1000)
    say: Said | None = None
    marks: dict[str, Formula] = Field(default_factory=dict[str, int | str])


TableRows = Annotated[dict[Key, TableRow], Field(min_length=2, max_length=12)]
"""A table: its rows by name, the lowest first."""


class WeaponsRow(Row):
    """The weapons of an attack, their crews and reach, and the distances at which the attack changes.

    Those with the most `worth` for their crew are used first, those without any are not ready; `none` is the sentence
    for an attacker without ready ones. The attack changes at its `bands`, or at `every` so many inches.
    """

    which: str = ""
    pool: bool = False
    crew: Formula | None = None
    reach: Formula | None = None
    worth: Formula | None = None
    every: Formula | None = None
    bands: tuple[Formula, ...] = Field(default=(), max_length=MOST_BANDS)
    section: Section = ""
    none: Said | None = None


class CitedRow(Row):
    """A ruling that a result names while a condition holds."""

    ruling: Key
    when: str


class AimRow(Row):
    """The number of the outcome that the one who rolls wants, under a condition; `ties` is the next one."""

    when: str = ""
    aim: Key
    ties: Key | None = None


class ImpossibleRow(Row):
    """A condition under which something is wrong, and the sentence for it."""

    when: str
    say: Said


class RefusedRow(ImpossibleRow):
    """An act that the rules forbid, and the sentence for it; with `odds` its odds are refused for such facts too."""

    section: Section | None = None
    odds: bool = False


def _one_sentence(said: object) -> object:
    """Return a sentence without a list as the only one of a list."""
    if isinstance(said, str):
        return ({"say": said},)
    return (cast("object", said),) if isinstance(said, dict) else said


Sentences = Annotated[
    tuple[SayRow, ...],
    BeforeValidator(_one_sentence, json_schema_input_type=Said | SayRow | tuple[SayRow, ...]),
    Field(max_length=20),
]
"""Sentences, of which the first that applies counts."""


class ActionRow(Row):
    """A command of a unit: its refusals, its rolls, and the steps after them.

    The result shows the first sentence in `told` that applies. While `quiet` holds, it is left out for players
    who see the markers and dice. `knows` limits the facts to these numbers and states of the unit; a state that the
    facts leave out is 0, unless it must be `given`; `bare` facts have them without `unit`. `facts` names a record with
    all of them instead. Every result names the rulings that it `cites`. Values `before` the first die are known to all
    its numbers. Exact odds go up to as many dice as `exact` says. In a campaign its tests are passed while `passes`
    holds of the outcome, else by their successes.

    The action also changes states of its unit by `marks`. `menu` is its line in the list of what a unit may do, with
    the number of its `dice`. A move may have `ways`: the facts name one as `action`, and each is offered by its
    `choice`; a way with the key of another action is that action. `reminds` of an `activate` are notes about a unit
    that acts without it, and `owes` are its markers that are settled at the end of the battle instead. In an
    `initiative` each side nominates a unit for its roll, and equal sides roll `again`.
    """

    _names_its_section = model_validator(mode="before")(_name_section)

    title: Words
    section: Section = ""
    command: Literal["fire", "assault", "move", "morale", "initiative", "activate", "act"] = "act"
    free: bool = False
    rule: str = Field(default="", max_length=1500)
    topic: Key | None = None
    weapons: WeaponsRow | None = None
    once: Key | None = None
    marks: dict[Key, Formula] = Field(default_factory=dict[str, int | str], max_length=10)
    ways: tuple[Key, ...] = Field(default=(), max_length=12)
    again: str = ""
    asks: Annotated[tuple[Key, ...], BeforeValidator(listed)] = Field(default=(), max_length=20)
    refused: tuple[RefusedRow, ...] = Field(default=(), max_length=10)
    warned: tuple[RefusedRow, ...] = Field(default=(), max_length=10)
    roll: tuple[RollRow, ...] = Field(default=(), max_length=4)
    then: tuple[StepRow, ...] = Field(default=(), max_length=24)
    inches: tuple[tuple[Words, Formula], ...] = Field(default=(), max_length=8)
    contact: bool = False
    aim: Key | Literal[False] | tuple[AimRow, ...] | None = None
    told: Sentences = ()
    menu: Sentences = ()
    choice: Sentences = ()
    reminds: Sentences = ()
    owes: Sentences = ()
    quiet: bool | str | None = None
    notes: tuple[NoteRow, ...] = Field(default=(), max_length=10)
    headline: Words | None = None
    doing: Words | None = None
    knows: tuple[Key, ...] = Field(default=(), max_length=30)
    given: tuple[Key, ...] = Field(default=(), max_length=30)
    bare: bool = False
    facts: Key | None = None
    cites: tuple[Key | CitedRow, ...] = Field(default=(), max_length=10)
    before: dict[Key, Formula] = Field(default_factory=dict[str, int | str], max_length=20)
    exact: int | None = Field(default=None, ge=1, le=1000)
    passes: str = ""

    @property
    def aimed(self) -> tuple[str, ...]:
        """The numbers of its outcome that it names as its aim."""
        if isinstance(self.aim, tuple):
            return tuple(name for one in self.aim for name in (one.aim, one.ties) if name)
        return (self.aim,) if self.aim else ()

    @property
    def is_attack(self) -> bool:
        return self.command in ("fire", "assault")

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the units in its facts."""
        return ("attacker", "target") if self.is_attack else ("unit",)
