"""Tables of Open Fire's core rules: modifiers and inches, read from data, and the rulings of a game."""

from __future__ import annotations

from typing import Generic, Literal

from pydantic import Field

from rules.command import order, system
from rules.kernel import action
from rules.kernel.action import Given, Outcome
from rules.kernel.rows import Row
from rules.kernel.text import N_
from rules.kit import rule
from rules.kit.rulings import house_ruling, ruling
from rules.kit.table_numbers import Bonus, Steps
from rules.openfire_d12.facts import WeaponKind

Attribute = Literal["skl", "def", "cmd"]
MoveAction = Literal["advance", "rush", "assault"]
Terrain = Literal["slow", "climb", "rough", "dangerous"]


class SkillRow(Row):
    """Modifiers of a Battle Skill test (Attack › Battle Skill Test)."""

    suppressed: Bonus
    obscured: Bonus
    longshot: Bonus


class DefenceRow(Row):
    """Modifiers of a Defence test (Attack › Make Defence Rolls)."""

    light: Bonus
    heavy: Bonus
    evading: Bonus


class EvadeRow(Row):
    """Inches beyond which an attack may be evaded (Evading an Attack)."""

    beyond: int = Field(ge=0, le=1000)


class RecoverRow(Row):
    """Modifiers of the Command test (Actions › Recover)."""

    in_assault_range: Bonus
    none_within_6: Bonus
    none_within_12: Bonus
    friend_within_6: Bonus


class MovesRow(Row):
    """Inches that an action, suppression and slow ground add to MOV (Actions; Terrain)."""

    advance: Steps
    rush: Steps
    assault: Steps
    suppressed: Steps
    slow: Steps


class ClimbRow(Row):
    """Levels that an inch of the move climbs (Terrain › Climbable)."""

    up: int = Field(ge=1, le=100)
    down: int = Field(ge=1, le=100)


class D12Tables(Row):
    """All numbers of the rules."""

    skill: SkillRow
    defence: DefenceRow
    evade: EvadeRow
    recover: RecoverRow
    moves: MovesRow
    climb: ClimbRow
    weapons: dict[str, WeaponKind]


class D12Rulings(Row):
    """Questions that the rules leave open, as settings of a game."""

    piercing: Literal["harder", "literal"] = ruling(
        "harder",
        N_("PRC lowers the Defence die, or, as the rules text says and to the defender's gain, the attribute."),
    )
    rounds: int = Field(default=5, ge=1, le=20, description=N_("Rounds of the game if the mission does not say."))
    mixed_cover: Literal["most", "any", "all"] = house_ruling(
        "most", N_("How many of a unit's models need cover for the unit to have it.")
    )
    climb_down: Literal["one_free", "as_up"] = house_ruling(
        "one_free", N_("A single level down, beside those counted in pairs: free, or 1″ like a level up.")
    )


# The book, the board, the rules and the orders of this system, with the types of its tables and rulings.
Book = action.Ruleset[D12Tables, D12Rulings]
Board = system.Board[D12Tables, D12Rulings]
Order = order.Order[D12Tables, D12Rulings]


class D12Rule(rule.Rule[Given, Outcome, D12Tables, D12Rulings], Generic[Given, Outcome]):
    """A rule of Open Fire d12."""
