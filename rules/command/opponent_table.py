"""Tables of an opponent: its stances, and the worth of states, cover and objectives in a system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel, Field

from rules.kernel.facts import validate
from rules.kernel.text import N_

Stance = Literal["careful", "balanced", "reckless", "hold"]
STANCES: tuple[Stance, ...] = get_args(Stance)
STANCE_NAMES: Mapping[Stance, str] = {
    "careful": N_("careful"),
    "balanced": N_("balanced"),
    "reckless": N_("reckless"),
    "hold": N_("hold"),
}


class StanceRow(BaseModel, frozen=True, extra="forbid"):
    """The weights of a stance for its next attacks, the danger to it, ground to gain, and objectives."""

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


class OpponentTable(BaseModel, frozen=True, extra="forbid"):
    """The worth of things besides losses, in shares of a side's strength; all have defaults.

    - `soon`: worth of shots in later activations relative to one now; above 1 if a unit shoots from one position for
      turns.
    - `states`: change of a unit's strength by each state; `points`: worth of one of it in models, such as a wound
      that may become a loss; `harm`: change by any other harmful state.
    - `reacts`: states in which a unit reacts to enemies, each with the number of attacks it may expect while all
      enemies are still to act.
    - `focus`: choice of targets by enemies: 0 is even, 2 picks a target that is hit twice as hard four times as
      often.
    - `closing`: worth of an inch nearer to the nearest enemy for a unit that reaches none; `objective`: worth of a
      unit at an objective.
    - `turns`: usual number of turns. In the last two, an objective counts `held`; in a fight before that, nothing.
      What happens after them counts nothing.
    - `reach`: inches of the longest move, if objectives are reported by it.
    - `fights`: phase of close combat, if it comes after moves and shots.
    - `finds`: True if a unit moving towards an unseen enemy may count on finding it, even while others of its side
      see enemies.
    - `move`: inches of a move that is unknown beforehand; `contact`: inches within which an act leads into contact.
    - `assault`: inches within which a unit is in contact after moving; `charge`: inches that its next activation
      covers; both if the rules of an assault give no distance.
    - `cover`: code of the usual cover; `alone`: code of the situation in which a unit without enemies in sight is
      activated; `skip`: commands and acts that it does not use.
    """

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
    """Return the table from the content of a file; raise BadFacts."""
    return validate(OpponentTable, given)
