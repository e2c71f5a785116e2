"""A unit in the record: its profile, the figures left, and its markers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, TypeVar
from unicodedata import category, normalize

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from rules.kernel.facts import validate
from rules.kernel.text import Text, UnitRef
from rules.kernel.text_json import KeptText

Value = int | str
MOST_POINTS = 1000
"""Highest cost of a unit."""


def _visible_form(name: object) -> object:
    """Normalise the letters of a name and remove invisible ones, so that names that look alike are equal."""
    if not isinstance(name, str) or name.isascii():
        return name
    letters = (one for one in normalize("NFKC", name) if category(one) not in _UNSEEN)
    return "".join(one for one in letters if not any(first <= ord(one) <= last for first, last in _IGNORABLE))


_UNSEEN = ("Cf", "Zl", "Zp")
_IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Letters for which fonts draw nothing: Unicode's Default_Ignorable_Code_Point, which Python lacks."""
_SEEN = r"^[^\x00-\x1f\x7f-\x9f]*[\p{L}\p{N}][^\x00-\x1f\x7f-\x9f]*$"
Name = Annotated[
    str,
    BeforeValidator(_visible_form),
    StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=_SEEN),
]
"""A typed name: 1 to 60 characters on one line, with a letter or a digit, and without invisible ones."""


_WRITTEN = r"^[^\x00-\x1f\x7f-\x9f]*$"
LONGEST_FIGURE_NOTE = 200
FigureNote = Annotated[
    str,
    BeforeValidator(_visible_form),
    StringConstraints(strip_whitespace=True, max_length=LONGEST_FIGURE_NOTE, pattern=_WRITTEN),
]
MOST_FIGURES = 10
"""Most named figures of a unit."""


class Figure(BaseModel):
    """A named figure in a unit, such as its leader; `fell` is the turn in which it fell, or 0."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    note: FigureNote = ""
    fell: int = Field(default=0, ge=0, strict=True)


class Weapon(BaseModel, frozen=True, extra="forbid"):
    """Weapons of one kind in a unit; `count` is their number."""

    name: str
    count: int = Field(default=1, ge=1, le=100, strict=True)
    mounted: bool = False


class UnitSpec(BaseModel, frozen=True, extra="forbid"):
    """A unit in a force file; `profile` holds the system's permanent facts, `states` its initial states.

    A living `medic` helps the fallen of its side after a battle of a campaign. `points` are the cost of the unit, if
    a table counts it.
    """

    name: Name
    models: int = Field(default=1, ge=1, le=100, strict=True)
    hp: tuple[Annotated[int, Field(ge=0, le=100, strict=True)], ...] = Field(default=(), max_length=100)
    weapons: tuple[Weapon, ...] = Field(default=(), max_length=20)
    profile: dict[str, object] = Field(default_factory=dict[str, object])
    states: dict[str, Value] = Field(default_factory=dict[str, Value])
    medic: bool = Field(default=False, strict=True)
    points: int = Field(default=0, ge=0, le=MOST_POINTS, strict=True)
    figures: tuple[Figure, ...] = Field(default=(), max_length=MOST_FIGURES)


def living_hp(hp: Sequence[int]) -> Sequence[int]:
    """Return the hit points of the models left; all of them if no model is left."""
    return [one for one in hp if one > 0] or hp


class Unit(BaseModel, frozen=True):
    """One unit of a game. `models` are alive; `hp` holds hit points per model or hull, if any.

    `starting` is the number of models at the start of this battle; `full` the full strength, 0 if it arrived at full
    strength. `part_of` is the unit from which it was split off, `joined` the unit that it has become part of.
    """

    # No field, so that it is not copied, compared or written: see `cache_per_unit`.
    __slots__ = ("worked_out",)

    id: str
    name: str
    side: str
    profile: dict[str, object] = Field(default_factory=dict[str, object])
    models: int
    starting: int
    full: int = 0
    hp: tuple[int, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    states: dict[str, Value] = Field(default_factory=dict[str, Value])
    medic: bool = False
    points: int = 0
    part_of: str = ""
    joined: str = ""
    figures: tuple[Figure, ...] = ()
    origins: dict[str, KeptText] = Field(default_factory=dict[str, Text])
    """Origins of traits of its profile, by trait, if they have any."""

    @property
    def tells_side(self) -> bool:
        """True if its name contains its side, because another side has the same name; never for a hidden unit."""
        return f" ({self.side})" in self.name and not self.has("hidden")

    @property
    def with_side(self) -> Text:
        """The unit with its side, which is named only once."""
        return self.ref if self.tells_side else Text("{unit} ({side})", unit=self.ref, side=self.side)

    @property
    def ref(self) -> UnitRef:
        """Reference to the unit for texts."""
        return UnitRef(self.id)

    @property
    def standing_figures(self) -> tuple[Figure, ...]:
        """The named figures that have not fallen."""
        return tuple(one for one in self.figures if not one.fell)

    def figure(self, name: str) -> Figure | None:
        """Return the named figure, in any case of letters, or None."""
        return next((one for one in self.figures if one.name.casefold() == name.casefold()), None)

    def count(self, state: str) -> int:
        """Return the number of a counted state; 0 if it is not set."""
        value = self.states.get(state, 0)
        return value if isinstance(value, int) else 0

    def has(self, state: str) -> bool:
        return bool(self.states.get(state))

    def word(self, state: str) -> str | None:
        """Return the word of a state, or None."""
        value = self.states.get(state)
        return value if isinstance(value, str) and value else None

    def words(self, state: str) -> tuple[str, ...]:
        """Return the values of a state, which are stored as one comma-separated word."""
        value = self.word(state)
        return tuple(value.split(",")) if value else ()

    @property
    def alive(self) -> bool:
        """True if it can still fight: models are left, and its hull is not wrecked."""
        return self.models > 0 and not (self.hp and sum(self.hp) <= 0)

    @property
    def strength(self) -> int:
        """Points that the unit can still lose: hit points if it has any, else models."""
        if not self.alive:
            return 0
        return sum(self.hp) if self.hp else self.models


class Reserve(BaseModel, frozen=True):
    """A unit that waits beside the table: it arrives from `turn` on, each turn on a roll of `roll` or more, if any.

    `rolled` is the last turn in which its roll failed.
    """

    unit: Unit
    turn: int = 1
    roll: int | None = None
    rolled: int = 0

    def is_due(self, turn: int) -> bool:
        """True if it arrives, or may roll to arrive, in that turn."""
        return self.turn <= turn and (self.roll is None or self.rolled < turn)


def remove_weapons(weapons: Iterable[Weapon], gone: Mapping[str, int]) -> tuple[Weapon, ...]:
    """Return the weapons without those that are `gone`, by kind."""
    left, still = list[Weapon](), dict(gone)
    for weapon in weapons:
        lost = min(weapon.count, still.get(weapon.name, 0))
        still[weapon.name] = still.get(weapon.name, 0) - lost
        if weapon.count > lost:
            left.append(weapon.model_copy(update={"count": weapon.count - lost}) if lost else weapon)
    return tuple(left)


def vehicle_faults(vehicle: Unit) -> list[Text]:
    """Return the fault of a vehicle with several models, if every vehicle is a separate unit."""
    wrong = Text("models: every vehicle is a unit of its own, with 1 model and not {models}", models=vehicle.models)
    return [wrong] if vehicle.models > 1 else []


# Values that depend on a unit alone, computed once per unit value, because plans need them repeatedly.

Found = TypeVar("Found")
M = TypeVar("M", bound=BaseModel)


def cache_per_unit(work: Callable[[Unit], Found]) -> Callable[[Unit], Found]:
    """Cache the results of `work`, a pure function of a unit; callers must not change them."""

    @wraps(work)
    def found(unit: Unit) -> Found:
        known = _worked_out(unit)
        if found not in known:
            known[found] = work(unit)
        return known[found]

    return found


def keep_with(unit: Unit, book: object, key: Hashable, work: Callable[[], Found]) -> Found:
    """Return the result of `work`, kept with a unit: it must follow from the unit, the book of its game and the key.

    A unit keeps the results of its last book only. The keys of a unit must be few.
    """
    known = _worked_out(unit)
    if (kept := known.get(key)) is None or kept[0] is not book:
        known[key] = kept = book, work()
    return kept[1]


def _worked_out(unit: Unit) -> dict[object, Any]:
    """Return the results that are kept with a unit."""
    known: dict[object, Any] | None = getattr(unit, "worked_out", None)
    if known is None:
        known = {}
        object.__setattr__(unit, "worked_out", known)  # no field: the unit is unchanged
    return known


def profile_reader(model: type[M]) -> Callable[[Unit], M]:
    """Return a function that gives a unit's profile as its system's model, with defaults for missing fields.

    It was validated when the unit entered the table and is not checked again: a profile of an older version still
    plays.
    """
    defaults = {name: field.default for name, field in model.model_fields.items()}

    @cache_per_unit
    def profile(unit: Unit) -> M:
        return model.model_construct(None, **{**defaults, **unit.profile})

    return profile


class _Units(BaseModel):
    units: dict[str, UnitSpec]


def units_of(given: Mapping[str, object]) -> dict[str, UnitSpec]:
    """Return ready-made units by key; raise BadFacts."""
    return validate(_Units, {"units": given}).units
