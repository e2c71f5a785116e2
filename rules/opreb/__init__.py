"""Open Rebellion: 15 mm science fiction, its rules of small arms fire and related ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.order import commands_of
from rules.command.system import System
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About
from rules.kernel.facts import validate
from rules.kit.rule import actions_of
from rules.kit.words import file_words
from rules.opreb.facts import AFTER_BATTLE, LEVELS, OprebProfile, unsettled
from rules.opreb.fire import FireAtSquad, OprebFire
from rules.opreb.morale import OprebCheckMorale, OprebMorale, Rally, RallyUnit
from rules.opreb.movement import GetIntoPosition, MakeTacMove, OprebMovement, OprebMoveUnit, TacMove
from rules.opreb.pools import ROLLS
from rules.opreb.tables import Board, OprebRulings, OprebTables
from rules.opreb.turn import (
    TURNS,
    OprebActivate,
    OprebActivateUnit,
    OprebEndOfGo,
    OprebInitiative,
    OprebNextTurn,
    OprebRollForInitiative,
    may_do,
    numbers,
)
from rules.opreb.weapons import bands, ready_to_fire


class OpenRebellion(System[OprebTables, OprebRulings, OprebProfile]):
    """Open Rebellion as a rule system."""

    may = staticmethod(may_do)
    numbers = staticmethod(numbers)
    bands = staticmethod(bands)
    settle = staticmethod(TURNS.settle)
    open_matters = staticmethod(unsettled)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        return ready_to_fire(board, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenRebellion:
    """Build Open Rebellion with its tables, words and ready-made units; raise BadFacts for faulty data."""
    words, rest = file_words(tables)
    found = validate(OprebTables, rest)
    return OpenRebellion(
        key="opreb",
        about=about,
        tables=found,
        rulings=OprebRulings,
        profile=OprebProfile,
        actions=actions_of(OprebFire, OprebMorale, TacMove, OprebInitiative, OprebActivate, Rally, OprebMovement),
        commands=commands_of(
            OprebRollForInitiative,
            OprebActivateUnit,
            OprebMoveUnit,
            FireAtSquad,
            OprebCheckMorale,
            OprebNextTurn,
            OprebEndOfGo,
        ),
        acts=commands_of(MakeTacMove, GetIntoPosition, RallyUnit),
        throws=ROLLS,
        units=units_of(units),
        weapons=tuple(found.weapons),
        levels=LEVELS,
        after_battle=AFTER_BATTLE,
        **words._asdict(),
    )
