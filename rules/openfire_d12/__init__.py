"""Open Fire core rules v0.0.1: open source wargames rules for any setting, with d12."""

from __future__ import annotations

from collections.abc import Mapping

from rules.command.order import commands_of
from rules.command.system import System
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, units_of
from rules.kernel.action import About
from rules.kernel.facts import validate
from rules.kit.rule import actions_of
from rules.kit.words import file_words
from rules.openfire_d12 import attribute_test, dangerous, initiative, movement, recover, transport, turn
from rules.openfire_d12.actions import options_now
from rules.openfire_d12.assault import AssaultUnit, D12Assault
from rules.openfire_d12.facts import D12Profile, is_vehicle, levels, muster_unit, recount_unit
from rules.openfire_d12.fire import D12Fire
from rules.openfire_d12.interact import Interact, InteractWith
from rules.openfire_d12.leaving import further_reactions, reactions
from rules.openfire_d12.roll_kinds import ROLLS
from rules.openfire_d12.roll_off import RollOff, RollOffBetweenSides
from rules.openfire_d12.shots import FireAtTargets, LetGo
from rules.openfire_d12.tables import D12Rulings, D12Tables
from rules.openfire_d12.weapons import bands

_ACTIONS = actions_of(
    *(
        D12Fire,
        D12Assault,
        recover.Recover,
        attribute_test.AttributeTest,
        dangerous.Dangerous,
        initiative.D12Initiative,
        RollOff,
        movement.D12Movement,
        Interact,
    ),
)
_COMMANDS = commands_of(
    *(
        initiative.D12RollForInitiative,
        initiative.D12ActivateUnit,
        movement.D12MoveUnit,
        FireAtTargets,
        AssaultUnit,
        recover.D12CheckMorale,
        turn.NextRound,
        turn.D12EndOfGo,
    ),
)
_ACTS = commands_of(
    *(
        recover.RecoverUnit,
        attribute_test.TakeTest,
        RollOffBetweenSides,
        dangerous.CrossDangerousGround,
        InteractWith,
        transport.PlaceScout,
        transport.GetIn,
        transport.GetOut,
        LetGo,
    ),
)


class OpenFireD12(System[D12Tables, D12Rulings, D12Profile]):
    """The core rules as a rule system."""

    muster = staticmethod(muster_unit)
    recount = staticmethod(recount_unit)
    may = staticmethod(options_now)
    bands = staticmethod(bands)
    reactions = staticmethod(reactions)
    further_reactions = staticmethod(further_reactions)
    settle = staticmethod(turn.settle)
    victory = staticmethod(turn.victory)

    def fires_one(self, unit: Unit) -> bool:
        """True for single models, including vehicles: every model attacks with one weapon (Attack)."""
        return unit.models == 1


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenFireD12:
    """Build the core rules with their tables and ready-made units; raise BadFacts for faulty data."""
    words, rest = file_words(tables)
    found, ready = validate(D12Tables, rest), units_of(units)
    return OpenFireD12(
        key="openfire_d12",
        about=about,
        tables=found,
        rulings=D12Rulings,
        profile=D12Profile,
        actions=_ACTIONS,
        commands=_COMMANDS,
        acts=_ACTS,
        throws=ROLLS,
        units=ready,
        turn="round",
        die=12,
        weapons=tuple(found.weapons),
        after_battle=AfterBattle(is_vehicle=is_vehicle, absent=("scout_waiting",)),
        levels=levels(ready),
        **words._asdict(),
    )
