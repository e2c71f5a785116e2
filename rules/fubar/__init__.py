"""FUBAR, 4th edition: one-page modern and SF small unit wargames rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.order import commands_of
from rules.command.system import System
from rules.fubar import activation, initiative, movement, turn, unit_options, vehicles, withdraw
from rules.fubar.assault import FubarAssault
from rules.fubar.board_facts import armed, is_vehicle
from rules.fubar.close_combat import CloseCombat
from rules.fubar.facts import LEVELS, FubarProfile, unit_faults
from rules.fubar.fire import FubarFire
from rules.fubar.firing_action import ready_to_fire
from rules.fubar.reactions import further_reactions, reactions, resume_charge
from rules.fubar.roll_kinds import ROLLS
from rules.fubar.shots import FubarShoot
from rules.fubar.tables import Board, FubarRulings, FubarTables
from rules.fubar.vehicle import FireAtVehicle
from rules.fubar.weapons_used import bands
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About
from rules.kernel.facts import validate
from rules.kernel.text import Text
from rules.kit.rule import actions_of
from rules.kit.words import file_words


class Fubar(System[FubarTables, FubarRulings, FubarProfile]):
    """FUBAR as a rule system."""

    unit_faults = staticmethod(unit_faults)
    may = staticmethod(unit_options.may_do)
    numbers = staticmethod(unit_options.numbers)
    bands = staticmethod(bands)
    reactions = staticmethod(reactions)
    further_reactions = staticmethod(further_reactions)
    resumed = staticmethod(resume_charge)
    settle = staticmethod(turn.settle)

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words("engaged_with")

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return armed(unit)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        return ready_to_fire(board, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> Fubar:
    """Build FUBAR with its tables and ready-made units; raise BadFacts for incomplete data."""
    words, rest = file_words(tables)
    found = validate(FubarTables, rest)
    return Fubar(
        key="fubar",
        about=about,
        tables=found,
        rulings=FubarRulings,
        profile=FubarProfile,
        actions=actions_of(
            FubarFire,
            FireAtVehicle,
            activation.FubarActivate,
            CloseCombat,
            withdraw.Withdraw,
            vehicles.Ram,
            initiative.FubarInitiative,
            movement.FubarMovement,
        ),
        commands=commands_of(
            initiative.FubarRollForInitiative,
            activation.ActivateUnit,
            movement.MoveUnit,
            FubarShoot,
            FubarAssault,
            turn.FubarNextTurn,
            turn.FubarPassInitiative,
        ),
        acts=commands_of(withdraw.BreakOff, vehicles.RamInfantry, vehicles.BoardVehicle, vehicles.LeaveVehicle),
        throws=ROLLS,
        units=units_of(units),
        weapons=tuple(found.weapons),
        centimetres=found.centimetres,
        after_battle=AfterBattle(is_vehicle=is_vehicle),
        levels=LEVELS,
        leads=("leader_level",),
        **words._asdict(),
        anyway=Text("The Cardinal Rule lets you: where a rule makes no sense here, leave it out or change it."),
    )
