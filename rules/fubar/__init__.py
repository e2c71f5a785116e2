"""FUBAR, 4th edition: one-page modern and SF small unit wargames rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.fubar import activation, close_combat, fire, initiative, movement, ram, vehicle, withdraw
from rules.fubar.commands.activate import COMMAND as ACTIVATE
from rules.fubar.commands.activate import INITIATIVE, may_do
from rules.fubar.commands.assault import COMMAND as ASSAULT
from rules.fubar.commands.assault import WITHDRAW
from rules.fubar.commands.fire import COMMAND as FIRE
from rules.fubar.commands.move import COMMAND as MOVE
from rules.fubar.commands.move import reactions
from rules.fubar.commands.turn import END, NEXT
from rules.fubar.commands.vehicles import BOARD, LEAVE, RAM
from rules.fubar.profile import Profile
from rules.fubar.states import STATES
from rules.fubar.tables import Rulings, Tables
from rules.fubar.topics import TOPICS
from rules.system import About, SetupStep, System, units_of

_ACTIONS = (
    fire.ACTION,
    vehicle.ACTION,
    activation.ACTION,
    close_combat.ACTION,
    withdraw.ACTION,
    ram.ACTION,
    initiative.ACTION,
    movement.ACTION,
)
_ABSENT = {
    "morale": "FUBAR has no morale test. Its test of nerve is the activation throw: `/activate`.",
    "turn phase": "FUBAR has no phases: units activate by initiative, `/activate`.",
}
_REFUSED = (
    "Suppressed or dead figures firing; blocked sight; no weapon in range",
    "Support weapons on a walk; fire after Run, Duck and Weave or Gone to Ground",
    "A reaction without On Guard, or twice a turn; a mortar without a spotter",
    "A moving vehicle's second weapon; fire over 6″ in one area of cover; a target away from its cover's edge",
)
_SETUP = (
    SetupStep("forces", "Bring both forces to the table.", "/force load"),
    SetupStep("terrain", "Lay out the terrain and agree which cover each piece gives."),
    SetupStep("scenario", "Agree deployment points, objectives and scenario modifiers.", "/place add"),
    SetupStep("deploy", "Set up the figures at their deployment points."),
    SetupStep("initiative", "Throw for the initiative of the first turn.", "/initiative"),
)
_WARNED = ("A second try to activate in a turn", "More figures out of touch than figures")


def system(about: About, tables: Mapping[str, Any], units: Mapping[str, Any]) -> System:
    """FUBAR with its tables and ready-made units; raises pydantic's ValidationError for data that is not whole."""
    checked = Tables.model_validate(tables)
    return System(
        key="fubar",
        about=about,
        tables=checked,
        rulings=Rulings,
        profile=Profile,
        actions={action.key: action for action in _ACTIONS},
        commands={command.key: command for command in (INITIATIVE, ACTIVATE, MOVE, FIRE, ASSAULT, NEXT, END)},
        acts={command.key: command for command in (WITHDRAW, RAM, BOARD, LEAVE)},
        states=STATES,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(checked.weapons),
        may=may_do,
        setup=_SETUP,
        reactions=reactions,
        refused=_REFUSED,
        warned=_WARNED,
    )
