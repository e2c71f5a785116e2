"""Rosters and their units as values: experience, injuries, absences, honours and deeds."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.game.unit import UnitSpec, Value, Weapon

LEVELS = (4, 10, 18)
"""The experience that each level takes, where the campaign does not say another."""

Status = Literal["fit", "recovering", "captured", "lost"]


class Injury(BaseModel):
    """What a unit has not got over: a modifier until `battles` more are over, or for good (None)."""

    model_config = ConfigDict(frozen=True)

    key: str
    modifier: int
    battles: int | None = None
    battle: str = ""
    """The battle that it comes from."""
    since: int = 0
    """The entry that settled that one: battles begun before do not wear it off."""


class Absence(BaseModel):
    """Figures of a unit that recover from a battle since its report was signed, at that entry of the campaign."""

    model_config = ConfigDict(frozen=True)

    battle: str
    figures: int
    since: int


class Honour(BaseModel):
    """An honour, and where it was won: the battle and the entries of its game that show it."""

    model_config = ConfigDict(frozen=True)

    key: str
    battle: str = ""
    entries: tuple[int, ...] = ()


class Deed(BaseModel):
    """A line of a unit's history as references: what it was, the entry of the campaign, those of a battle's game."""

    model_config = ConfigDict(frozen=True)

    key: str
    number: int
    battle: str = ""
    entries: tuple[int, ...] = ()
    values: dict[str, Value] = Field(default_factory=dict[str, Value])


class CampaignUnit(BaseModel):
    """A unit of a roster. `models` are present now, out of `full`; what it has is as a force file writes it.

    `recovering` figures miss the next battle and come back by themselves, and `misses` is how many battles all of the
    unit misses yet; `recruits` have come since it last fought, and dilute its experience when that is next counted.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    roster: str
    name: str
    type: str = ""
    models: int
    full: int
    status: Status = "fit"
    misses: int = 0
    away_since: int = 0
    """The entry since which it misses battles: those begun before do not count."""
    recovering: int = 0
    absences: tuple[Absence, ...] = ()
    """The battles in which the recovering figures were lost."""
    healed_by: int = 0
    """The entry that began the latest battle by which it has got over what earlier ones had left."""
    recruits: int = 0
    experience: int = 0
    level: int = 0
    learned: dict[str, int] = Field(default_factory=dict[str, int])
    """The unit's experience after each battle that it fought, in the order in which they were signed."""
    since: dict[int, int] = Field(default_factory=dict[int, int])
    """The battle of the campaign that brought each level it has, counted from 1."""
    choices: dict[int, str] = Field(default_factory=dict[int, str])
    """The trait that its player chose for a level, where there was a choice."""
    honours: tuple[Honour, ...] = ()
    injuries: tuple[Injury, ...] = ()
    history: tuple[Deed, ...] = ()
    resting: bool = False
    dismissed: bool = False
    replaced: bool = False
    """Lost, and a recruit has come in its place."""
    hp: tuple[int, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    profile: dict[str, object] = Field(default_factory=dict[str, object])
    states: dict[str, Value] = Field(default_factory=dict[str, Value])
    medic: bool = False
    points: int = 0
    """What the unit costs, where a roster is counted in points."""

    @property
    def gone(self) -> bool:
        """Whether it has left the roster for good."""
        return self.dismissed or self.status == "lost"

    @property
    def hides(self) -> bool:
        """Whether it enters a battle hidden, as a card."""
        return bool(self.states.get("hidden"))

    @property
    def worth(self) -> int:
        """The experience of the unit with its recruits: what it would count as if it fought now."""
        return diluted(self.experience, self.models + self.recovering, self.recruits)

    @property
    def spec(self) -> UnitSpec:
        """The unit as it enters a game now; what its level and its injuries are worth is the system's to say."""
        return UnitSpec(
            name=self.name,
            models=max(1, self.models),
            hp=self.hp[: max(1, self.models)],
            weapons=self.weapons,
            profile=self.profile,
            states=self.states,
            medic=self.medic,
            points=self.points,
        )

    def won(self, key: str) -> bool:
        return any(honour.key == key for honour in self.honours)

    def after(self, **changes: object) -> CampaignUnit:
        return self.model_copy(update=changes)

    def remembering(self, deed: Deed) -> CampaignUnit:
        return self.after(history=(*self.history, deed))


class Roster(BaseModel):
    """The units of one player; `player` is None while nobody leads it. `side` is whose end of a ladder it is.

    `figures` may be placed in its units before its next battle.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    player: str | None = None
    side: str = ""
    colour: str = ""
    """The colour that its side has in every battle (`rules.game.tabletop`)."""
    figures: int = 0
    awarded: int = 0
    """Points that the arbitrator has given beside those of battles; they may be fewer than none."""


def diluted(before: int, models: int, recruits: int) -> int:
    """Experience once recruits have come into a unit: that of the old hands, rounded down."""
    return before * max(0, models - recruits) // models if models > 0 and recruits else before


def enlisted(id: str, roster: str, spec: UnitSpec, type: str = "") -> CampaignUnit:
    """A unit of a force as it comes into a roster."""
    return CampaignUnit(
        id=id,
        roster=roster,
        name=spec.name,
        type=type,
        models=spec.models,
        full=spec.models,
        hp=spec.hp,
        weapons=spec.weapons,
        profile=spec.profile,
        states=spec.states,
        medic=spec.medic,
        points=spec.points,
    )
