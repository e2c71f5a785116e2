"""Open Fire, 20 mm WW2: squads, guns and tanks on one grid of d6 rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.order import commands_of
from rules.command.system import System
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About
from rules.kernel.facts import validate
from rules.kit.rule import actions_of
from rules.kit.words import file_words
from rules.openfire_ww2 import (
    board_facts,
    button_vehicle,
    facts,
    manoeuvres,
    minefield,
    morale,
    movement,
    objectives,
    officers,
    scatter,
    shelling,
    towing,
    turn,
)
from rules.openfire_ww2.artillery import Artillery
from rules.openfire_ww2.assault import WW2Assault
from rules.openfire_ww2.blast import WW2Blast
from rules.openfire_ww2.burst import BurstAmong
from rules.openfire_ww2.charge import Charge
from rules.openfire_ww2.fire import WW2Fire
from rules.openfire_ww2.initiative import InitiativeTest
from rules.openfire_ww2.land_shells import LandShells
from rules.openfire_ww2.roll_kinds import ROLLS
from rules.openfire_ww2.shots import WW2Shoot
from rules.openfire_ww2.tables import Board, WW2Rulings, WW2Tables
from rules.openfire_ww2.weapons_used import bands

_RULES = (
    *(WW2Fire, WW2Blast, morale.WW2Morale, InitiativeTest, scatter.Scatter, Artillery, scatter.Smoke),
    *(WW2Assault, minefield.Minefield, button_vehicle.Button, objectives.Objectives, movement.WW2Movement),
)
_ORDERS = (
    *(movement.WW2MoveUnit, WW2Shoot, Charge, morale.RollForTerror),
    *(turn.GoToPhase, turn.EndTurn, turn.WW2NextTurn),
)
_ACTS = (
    *(manoeuvres.HitTheDirt, manoeuvres.SetUpPosition, manoeuvres.Sprint, manoeuvres.Barrage),
    *(manoeuvres.Overdrive, manoeuvres.HullDown, button_vehicle.ButtonVehicle),
    *(officers.ConcentrateFire, officers.SupportingFire, officers.FallBack, officers.HoldTheLine, officers.RallyOnMe),
    *(shelling.FireShells, shelling.FireSmoke, LandShells, BurstAmong),
    *(minefield.EnterMinefield, objectives.CountObjectives, towing.Tow, towing.Unhitch),
)


class OpenFireWW2(System[WW2Tables, WW2Rulings, facts.WW2Profile]):
    """Open Fire as a rule system."""

    clearing = frozenset(("turn_start", "turn_end", "move", "test_passed", "manual"))
    unit_faults = staticmethod(facts.unit_faults)
    may = staticmethod(turn.may_do)
    bands = staticmethod(bands)
    holding_notes = staticmethod(objectives.holding)
    settle = staticmethod(turn.settle)
    victory = staticmethod(objectives.victory)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        """Return the weapons for `/fire`: no artillery, which scatters, and no second grenade."""
        kinds = board.tables.weapons
        return [one for one in board_facts.weapons_at_hand(kinds, unit) if kinds[one.name].mobility != "artillery"]

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return board_facts.weapons_at_hand(self.tables.weapons, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenFireWW2:
    """Build Open Fire with its tables and ready-made units; raise BadFacts for incomplete data."""
    words, rest = file_words(tables)
    found = validate(WW2Tables, rest)
    return OpenFireWW2(
        key="openfire_ww2",
        about=about,
        tables=found,
        rulings=WW2Rulings,
        profile=facts.WW2Profile,
        actions=actions_of(*_RULES),
        commands=commands_of(*_ORDERS),
        acts=commands_of(*_ACTS),
        throws=ROLLS,
        units=units_of(units),
        weapons=tuple(found.weapons),
        after_battle=AfterBattle(is_vehicle=board_facts.is_vehicle, routs=("retreating",)),
        phases=turn.PHASES,
        levels=facts.LEVELS,
        leads=("officer",),
        **words._asdict(),
    )
