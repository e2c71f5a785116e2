"""Open Fire core rules v0.0.1: open source wargames rules for any setting, with d12."""

from __future__ import annotations

from collections.abc import Mapping

from rules.command.system import System
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, units_of
from rules.kernel.action import About, SetupStep
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.kit.order import commands_of
from rules.kit.rule import actions_of
from rules.openfire_d12.actions import may_now
from rules.openfire_d12.assault import Assault, AssaultUnit
from rules.openfire_d12.attribute_test import AttributeTest, TakeTest
from rules.openfire_d12.dangerous import CrossDangerousGround, Dangerous
from rules.openfire_d12.facts import Profile, is_vehicle, levels, mustered, recounted
from rules.openfire_d12.fire import Fire, FireAtTargets, LetGo
from rules.openfire_d12.initiative import ActivateUnit, Initiative, RollForInitiative
from rules.openfire_d12.interact import Interact, InteractWith
from rules.openfire_d12.leaving import reactions
from rules.openfire_d12.movement import Movement, MoveUnit
from rules.openfire_d12.recover import CheckMorale, Recover, RecoverUnit
from rules.openfire_d12.roll_off import RollOff, RollOffBetweenSides
from rules.openfire_d12.states import STATES
from rules.openfire_d12.tables import Rulings, Tables
from rules.openfire_d12.topics import THROWS, TOPICS
from rules.openfire_d12.transport import GetIn, GetOut, PlaceScout
from rules.openfire_d12.turn import EndOfGo, NextRound, aftermath, victory
from rules.openfire_d12.weapons import bands

_ACTIONS = actions_of(
    *(Fire, Assault, Recover, AttributeTest, Dangerous, Initiative, RollOff, Movement, Interact),
)
_COMMANDS = commands_of(
    *(RollForInitiative, ActivateUnit, MoveUnit, FireAtTargets, AssaultUnit, CheckMorale, NextRound, EndOfGo),
)
_ACTS = commands_of(
    *(RecoverUnit, TakeTest, RollOffBetweenSides, CrossDangerousGround, InteractWith, PlaceScout, GetIn, GetOut, LetGo),
)
_SETUP = (
    SetupStep("module", Text("Agree on the module and the size of the game."), "/force load"),
    SetupStep("mission", Text("Agree on the mission: areas, objectives, scoring, rounds."), "/rulings set"),
    SetupStep(
        "terrain", Text("Lay out terrain and agree on its keywords; whoever did not may change it."), "/place add"
    ),
    SetupStep("areas", Text("Roll off for the deployment areas; the winner chooses."), "/act roll_off"),
    SetupStep("objectives", Text("Set up objective markers, 1–2″ wide."), "/place add"),
    SetupStep("deploy", Text("Deploy in the order of the roll-off, wholly inside the areas.")),
    SetupStep(
        "scouts", Text("Place waiting scouts in turn, more than 12″ from any enemy."), "/act scout", "scout_waiting"
    ),
    SetupStep("initiative", Text("Throw for the initiative of the first round."), "/initiative"),
)
_ABSENT = {
    "turn phase": Text("The core rules have no phases: sides activate one unit at a time, `/activate`."),
}
_REFUSED = (
    Text("A blocked line of sight; a weapon out of range; more models attacking than there are"),
    Text("An attack, free or not, with 2 suppression tokens"),
    Text("A weapon over range 1″, or another target, with an enemy in assault range"),
    Text("A free attack at an enemy that has not just left the assault range, or a second one"),
    Text("Anything else of a unit at which an enemy has its free attack"),
    Text("A Rush by a vehicle, with a token or from an assault range; an Advance with 2 tokens"),
    Text("An Assault with a token or out of reach; a Recover without a token"),
)
_WARNED = (
    Text("A repeated action (Recover excepted), or one more than the unit has"),
    Text("Leaving an enemy's assault range by an Assault"),
    Text("Passing while there are units to activate; a new round while a unit has actions left"),
    Text("Another unit going on before a free attack has been made"),
    Text("A weapon over range 1″ at a target within 1″"),
    Text("Ending on rough ground, or on a climb"),
)


class OpenFireD12(System[Tables, Rulings, Profile]):
    """What the core rules say of a game."""

    muster = staticmethod(mustered)
    recount = staticmethod(recounted)
    may = staticmethod(may_now)
    bands = staticmethod(bands)
    reactions = staticmethod(reactions)
    aftermath = staticmethod(aftermath)
    victory = staticmethod(victory)

    def fires_one(self, unit: Unit) -> bool:
        """True for vehicles too: every model attacks with one weapon (Attack)."""
        return unit.models == 1


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenFireD12:
    """The core rules with their tables and ready-made units; raises BadFacts for faulty data."""
    found, ready = checked(Tables, tables), units_of(units)
    return OpenFireD12(
        key="openfire_d12",
        about=about,
        tables=found,
        rulings=Rulings,
        profile=Profile,
        actions=_ACTIONS,
        commands=_COMMANDS,
        acts=_ACTS,
        states=STATES,
        throws=THROWS,
        topics=TOPICS,
        units=ready,
        absent=_ABSENT,
        turn="round",
        die=12,
        weapons=tuple(found.weapons),
        setup=_SETUP,
        after_battle=AfterBattle(is_vehicle=is_vehicle, absent=("scout_waiting",)),
        levels=levels(ready),
        refused=_REFUSED,
        warned=_WARNED,
    )
