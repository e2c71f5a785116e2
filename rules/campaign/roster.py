"""Rosters and their units as values: experience, injuries, absences, honours and deeds."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from rules.game.unit import Figure, UnitSpec, Value, Weapon

LEVELS = (4, 10, 18)
"""Default experience thresholds of the levels."""

Status = Literal["fit", "recovering", "captured", "lost"]


class Injury(BaseModel, frozen=True):
    """An injury that has not healed: a modifier for `battles` more battles, or for good (None)."""

    key: str
    modifier: int
    battles: int | None = None
    battle: str = ""
    """The battle in which it was suffered."""
    since: int = 0
    """The entry that settled that battle: battles begun before do not count towards healing."""


class Absence(BaseModel, frozen=True):
    """Figures of a unit that are recovering from a battle since its report was signed, at that entry."""

    battle: str
    figures: int
    since: int


class Honour(BaseModel, frozen=True):
    """An honour and its origin: the battle and the entries of its game that prove it."""

    key: str
    battle: str = ""
    entries: tuple[int, ...] = ()


class Deed(BaseModel, frozen=True):
    """A line of a unit's history as references: its kind, the entry of the campaign, the entries of a battle's game."""

    key: str
    number: int
    battle: str = ""
    entries: tuple[int, ...] = ()
    values: dict[str, Value] = Field(default_factory=dict[str, Value])


class CampaignUnit(BaseModel, frozen=True):
    """A unit of a roster. `models` are present, out of `full`; its other fields are as in a force file.

    `recovering` figures miss the next battle and return by themselves. `misses` is the number of battles that the
    whole unit still misses. `recruits` joined since its last battle, and dilute its experience when that is next
    counted.
    """

    id: str
    roster: str
    name: str
    type: str = ""
    models: int
    full: int
    status: Status = "fit"
    misses: int = 0
    away_since: int = 0
    """The entry since which it misses battles; those begun before do not count."""
    recovering: int = 0
    absences: tuple[Absence, ...] = ()
    """The battles in which the recovering figures were lost."""
    healed_by: int = 0
    """The entry that began the latest battle which healed effects of earlier ones."""
    recruits: int = 0
    experience: int = 0
    level: int = 0
    learned: dict[str, int] = Field(default_factory=dict[str, int])
    """The unit's experience after each of its battles, in the order of their signatures."""
    since: dict[int, int] = Field(default_factory=dict[int, int])
    """The battle of the campaign, counted from 1, that brought each of its levels."""
    choices: dict[int, str] = Field(default_factory=dict[int, str])
    """The trait that its player chose for a level, if there was a choice."""
    honours: tuple[Honour, ...] = ()
    injuries: tuple[Injury, ...] = ()
    history: tuple[Deed, ...] = ()
    resting: bool = False
    dismissed: bool = False
    replaced: bool = False
    """True if it is lost and a recruit has replaced it."""
    hp: tuple[int, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    profile: dict[str, object] = Field(default_factory=dict[str, object])
    states: dict[str, Value] = Field(default_factory=dict[str, Value])
    medic: bool = False
    points: int = 0
    """Cost of the unit, if the campaign counts points."""
    figures: tuple[Figure, ...] = ()
    """Its named figures, with those that fell."""

    @property
    def is_gone(self) -> bool:
        """True if it has left the roster for good."""
        return self.dismissed or self.status == "lost"

    @property
    def enters_hidden(self) -> bool:
        """True if it enters a battle hidden, as a card."""
        return bool(self.states.get("hidden"))

    @property
    def worth(self) -> int:
        """Experience of the unit diluted by its recruits, as it would count in a battle now."""
        return dilute(self.experience, self.models + self.recovering, self.recruits)

    @property
    def spec(self) -> UnitSpec:
        """The unit as it enters a game now, without the effects of level and injuries, which the system adds."""
        return UnitSpec(
            name=self.name,
            models=max(1, self.models),
            hp=self.hp[: max(1, self.models)],
            weapons=self.weapons,
            profile=self.profile,
            states=self.states,
            medic=self.medic,
            points=self.points,
            figures=tuple(one for one in self.figures if not one.fell),
        )

    def has_won(self, key: str) -> bool:
        return any(honour.key == key for honour in self.honours)

    def with_changes(self, **changes: object) -> CampaignUnit:
        return self.model_copy(update=changes)

    def with_deed(self, deed: Deed) -> CampaignUnit:
        return self.with_changes(history=(*self.history, deed))


class Roster(BaseModel, frozen=True):
    """The units of one player; `player` is None without one. `side` is its side in the campaign.

    `figures` may be placed in its units before its next battle.
    """

    id: str
    name: str
    player: str | None = None
    side: str = ""
    colour: str = ""
    """The colour of its side in every battle (`rules.game.tabletop`)."""
    figures: int = 0
    awarded: int = 0
    """Points given by the arbitrator in addition to battle points; they may be negative."""


def dilute(before: int, models: int, recruits: int) -> int:
    """Return the experience after recruits joined: the share of the veterans, rounded down."""
    return before * max(0, models - recruits) // models if models > 0 else before


def enlist_unit(id: str, roster: str, spec: UnitSpec, type: str = "") -> CampaignUnit:
    """Return a unit of a force as it joins a roster."""
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
        figures=spec.figures,
    )
