"""FUBAR, 4th edition: one-page modern and SF small unit wargames rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.system import System
from rules.fubar.activation import Activate, ActivateUnit, may_do, numbers
from rules.fubar.board_facts import armed, is_vehicle
from rules.fubar.close_combat import Assault, CloseCombat
from rules.fubar.facts import LEVELS, Profile, unfit
from rules.fubar.fire import Fire
from rules.fubar.initiative import Initiative, RollForInitiative
from rules.fubar.movement import Movement, MoveUnit
from rules.fubar.reactions import reactions
from rules.fubar.shots import Shoot, ready_to_fire
from rules.fubar.states import STATES
from rules.fubar.tables import Board, Rulings, Tables
from rules.fubar.topics import THROWS, TOPICS
from rules.fubar.turn import NextTurn, PassInitiative, aftermath
from rules.fubar.vehicle import FireAtVehicle
from rules.fubar.vehicles import BoardVehicle, LeaveVehicle, Ram, RamInfantry
from rules.fubar.weapons_used import bands
from rules.fubar.withdraw import BreakOff, Withdraw
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About, SetupStep
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.kit.order import commands_of
from rules.kit.rule import actions_of

_ABSENT = {
    "morale": Text("FUBAR has no morale test. Its test of nerve is the activation throw: `/activate`."),
    "turn phase": Text("FUBAR has no phases: units activate by initiative, `/activate`."),
}
_REFUSED = (
    Text("Suppressed or dead figures firing; blocked sight; no weapon in range"),
    Text("Support weapons on a walk; fire after Run, Duck and Weave or Gone to Ground"),
    Text("A reaction without On Guard, or twice a turn; a mortar without a spotter"),
    Text("Figures striking in two fights of a turn"),
    Text("A moving vehicle's second weapon; fire over 6″ in one area of cover; a target away from its cover's edge"),
)
_SETUP = (
    SetupStep("forces", Text("Bring both forces to the table."), "/force load"),
    SetupStep("terrain", Text("Lay out the terrain and agree which cover each piece gives.")),
    SetupStep("scenario", Text("Agree deployment points, objectives and scenario modifiers."), "/place add"),
    SetupStep("deploy", Text("Set up the figures at their deployment points.")),
    SetupStep("initiative", Text("Throw for the initiative of the first turn."), "/initiative"),
)
_WARNED = (
    Text("A second try to activate in a turn"),
    Text("A second action in an activation: a move after a shot, a second move, an assault after either"),
    Text("A shot or a move of a unit On Guard that is no reaction; an act of a unit not activated"),
    Text("A second round of a fight in a turn, a second try to break off, a turn that ends before a fight is fought"),
    Text("Fire from inside a vehicle, where the ruling is against it"),
    Text("Fire into close combat, and breaking off in a turn whose round was fought, by ruling"),
    Text("More figures out of touch than figures"),
    Text("A ram without an activation or beside another action; a charge that enemies may still react to"),
)


class Fubar(System[Tables, Rulings, Profile]):
    """What FUBAR says of a game."""

    unfit = staticmethod(unfit)
    may = staticmethod(may_do)
    numbers = staticmethod(numbers)
    bands = staticmethod(bands)
    reactions = staticmethod(reactions)
    aftermath = staticmethod(aftermath)

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words("engaged_with")

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return armed(unit)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        return ready_to_fire(board, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> Fubar:
    """FUBAR with its tables and ready-made units; raises BadFacts for data that is not whole."""
    found = checked(Tables, tables)
    return Fubar(
        key="fubar",
        about=about,
        tables=found,
        rulings=Rulings,
        profile=Profile,
        actions=actions_of(Fire, FireAtVehicle, Activate, CloseCombat, Withdraw, Ram, Initiative, Movement),
        commands=commands_of(RollForInitiative, ActivateUnit, MoveUnit, Shoot, Assault, NextTurn, PassInitiative),
        acts=commands_of(BreakOff, RamInfantry, BoardVehicle, LeaveVehicle),
        states=STATES,
        throws=THROWS,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(found.weapons),
        centimetres=found.centimetres,
        setup=_SETUP,
        after_battle=AfterBattle(is_vehicle=is_vehicle),
        levels=LEVELS,
        refused=_REFUSED,
        warned=_WARNED,
        anyway=Text("The Cardinal Rule lets you: where a rule makes no sense here, leave it out or change it."),
    )
