"""Resolved actions for the record: their rolls, decisions and effects."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import AliasChoices, BaseModel, Field

from rules.kernel.dice import Line, Need
from rules.kernel.table import Made, Source
from rules.kernel.text import N_, NOTHING, Joined, Text
from rules.kernel.text_json import KeptText

Fields = dict[str, Any]
"""JSON by field names: facts and outcome of a play, or a command, as any system and version wrote it."""

# Changes by an action, in terms of the parts that units take in it.


class Effect(NamedTuple):
    """A change on the table: `unit` is the unit's part in the facts, `effect` a state, "models" or "hp".

    `change` is added to it. A state that holds a word or several values takes `to` instead.
    """

    unit: str
    effect: str
    change: int = 0
    to: str | None = None

    @property
    def hit_points(self) -> tuple[int, ...]:
        """The hit points left to the models, of an effect on "hp"."""
        return tuple(map(int, filter(None, (self.to or "").split(","))))


class Shift(NamedTuple):
    """An instruction to move figures: `unit` is the unit's part in the facts; in the record, its id.

    `way` follows the distance in the sentence: "away from the nearest enemy". With `most` the figures may stop short.
    """

    unit: str
    inches: int
    way: KeptText = NOTHING
    most: bool = False


def instruction(units: Text, shift: Shift) -> Text:
    """Return the instruction to move the figures of these units, as a sentence."""
    values = {"units": units, "inches": shift.inches, "way": shift.way}
    if shift.most:
        whole = N_("Move {units} up to {inches}″ {way}.") if shift.way else N_("Move {units} up to {inches}″.")
    else:
        whole = N_("Move {units} by {inches}″ {way}.")  # a name may end with a number
    return Text(whole, **values)


def short_instruction(shift: Shift) -> Text:
    """Return distance and direction of a move, to follow the unit's name."""
    far = N_("move up to {inches}″") if shift.most else N_("move it {inches}″")
    return Joined([Text(far, inches=shift.inches), shift.way])


# The play.


class RecordedRoll(BaseModel, frozen=True):
    """A roll in the record.

    `queued` counts the leading faces of the bot that had been seen before; `added` counts the last faces, which the
    bot rolled for a player; `rerolled` are the faces that these replaced. `side` is the side that rolled, "" for
    none; None in old records, which do not name it. `part` is the roller's part, where it was one of several.
    """

    key: str
    label: KeptText
    by: str
    sides: int
    faces: tuple[int, ...]
    source: Source
    needed: Need | None = None
    ledger: tuple[Line, ...] = ()
    result: Any = None
    rule: str = ""
    queued: int = 0
    added: int = 0
    rerolled: tuple[int, ...] = ()
    side: str | None = None
    part: str = ""

    @property
    def bot_faces(self) -> tuple[int, ...]:
        """Faces of the bot's dice: all, none, or the last ones."""
        last = len(self.faces) if self.source == "bot" else self.added
        return self.faces[len(self.faces) - last :]

    @property
    def successes(self) -> int:
        """Number of dice that show the number needed: 1 or 0 for a total, 0 if no number is needed."""
        return self.needed.count(self.faces) if self.needed else 0


class Play(BaseModel, frozen=True):
    """A resolved action. `roles` maps each part in the facts to its unit."""

    action: str
    facts: Fields
    roles: dict[str, str] = Field(default_factory=dict[str, str])
    throws: tuple[RecordedRoll, ...] = ()
    decisions: tuple[Made, ...] = ()
    outcome: Fields = Field(default_factory=Fields)
    effects: tuple[Effect, ...] = ()
    leaned: tuple[str, ...] = ()
    topic: str = ""
    text: KeptText = NOTHING
    brief: KeptText | None = None
    """The text without what figures, markers and dice show already; None if that is the whole text."""
    moves: tuple[Shift, ...] = ()


class Laid(BaseModel, frozen=True):
    """A roll that is on the table already; `nth` counts the actions of its command from 0.

    `added` counts the last faces, which the bot rolled for a player.
    """

    nth: int
    key: str = Field(validation_alias=AliasChoices("key", "label"))
    sides: int
    faces: tuple[int, ...]
    source: Source
    added: int = 0

    @property
    def own_faces(self) -> tuple[int, ...]:
        """Faces of the player's own dice."""
        return () if self.source == "bot" else self.faces[: len(self.faces) - self.added]
