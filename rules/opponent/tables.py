"""What an opponent goes by: its stances, and what states, cover and objectives are worth in a system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.facts import checked
from rules.kernel.text import N_

Stance = Literal["careful", "balanced", "reckless", "hold"]
STANCES: tuple[Stance, ...] = get_args(Stance)
STANCE_NAMES: Mapping[Stance, str] = {
    "careful": N_("careful"),
    "balanced": N_("balanced"),
    "reckless": N_("reckless"),
    "hold": N_("hold"),
}


class StanceRow(BaseModel):
    """How much a stance makes of what it may do next, what may be done to it, ground to gain and objectives."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attack: float = Field(ge=0, le=5)
    danger: float = Field(ge=0, le=5)
    closing: float = Field(ge=0, le=20)
    objective: float = Field(ge=0, le=5)


_STANCES: dict[Stance, StanceRow] = {
    "careful": StanceRow(attack=0.8, danger=1.6, closing=0.5, objective=0.8),
    "balanced": StanceRow(attack=1, danger=1, closing=1, objective=1),
    "reckless": StanceRow(attack=1.3, danger=0.2, closing=10, objective=1),
    "hold": StanceRow(attack=0.8, danger=1.2, closing=0, objective=1.5),
}


class OpponentTable(BaseModel):
    """What counts besides losses, in shares of a side's strength; every number has a default for a system that says
    nothing of it.

    `soon` is what the shots of the goes to come are worth beside one of now: more than 1 where a unit shoots from where
    it stands for turns; `states` what a state makes of the strength of a unit, for each of it; `points` what one of it
    counts in models, as a wound that may become a loss does; `harm` is that of any other state that harms; `reacts` are
    states in which a unit answers what enemies do, each with the attacks that it may expect of that as long as all of
    them have still to go. `focus` says how enemies choose among those that they see: 0 each of them alike, 2 one that
    is hit twice as hard four times as often. `closing` is the worth of an inch nearer to the nearest enemy of a unit
    that reaches none, `objective` of one that stands at an objective, `turns` how many turns most games last: in the
    last two of them an objective counts `held`, and in a fight before that nothing; what comes after them counts
    nothing either. `reach` are the inches of the longest move, where that is what a table tells of objectives by.
    `fights` is the phase in which units fight hand to hand, where that comes after the moves and the shots at them;
    `finds` says that whoever goes toward an enemy that it does not see may count on finding it, also while others of
    its side are in sight of enemies; `move` are inches of a move that nobody tells beforehand, `contact` those within
    which an act brings a unit into contact; `assault` are those within which a unit is there once it has moved, and
    `charge` those over which its next go takes it there, where the rules of an assault say nothing of the way. `cover`
    is the code of what stands on most tables, `alone` that of the situation in which a unit is activated that sees no
    enemy; `skip` are commands and acts that it leaves alone.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    soon: float = Field(default=0.5, ge=0, le=4)
    focus: float = Field(default=2, ge=0, le=4)
    states: dict[str, float] = Field(default_factory=dict[str, float])
    reacts: dict[str, float] = Field(default_factory=dict[str, float])
    points: dict[str, float] = Field(default_factory=dict[str, float])
    harm: float = Field(default=-0.15, ge=-1, le=0)
    closing: float = Field(default=0.03, ge=0, le=1)
    objective: float = Field(default=0.02, ge=0, le=1)
    held: float = Field(default=0.1, ge=0, le=1)
    turns: int | None = Field(default=None, ge=1, le=99)
    reach: int | None = Field(default=None, ge=1, le=48)
    fights: str = ""
    finds: bool = True
    move: int = Field(default=4, ge=1, le=24)
    contact: int = Field(default=6, ge=1, le=36)
    assault: int | None = Field(default=None, ge=1, le=36)
    charge: int | None = Field(default=None, ge=1, le=36)
    cover: str = ""
    alone: str = ""
    skip: tuple[str, ...] = ()
    stances: dict[Stance, StanceRow] = Field(default_factory=lambda: dict(_STANCES))

    def stance(self, name: Stance) -> StanceRow:
        return self.stances.get(name, _STANCES[name])


GENERIC = OpponentTable()


def opponent_table(given: Mapping[str, object]) -> OpponentTable:
    """The table out of a file; raises BadFacts."""
    return checked(OpponentTable, given)
