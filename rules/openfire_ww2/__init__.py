"""Open Fire, 20 mm WW2: squads, guns and tanks on one grid of d6 throws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.openfire_ww2 import (
    artillery,
    assault,
    button_vehicle,
    explosion,
    fire,
    initiative_test,
    minefield,
    morale,
    movement,
    objectives,
    scatter,
)
from rules.openfire_ww2.commands import assault as assault_order
from rules.openfire_ww2.commands import blast as blast_order
from rules.openfire_ww2.commands import field, guns, manoeuvres, move, nerve, officers, turn
from rules.openfire_ww2.commands import fire as fire_order
from rules.openfire_ww2.commands.available_actions import may_do
from rules.openfire_ww2.profile import Profile
from rules.openfire_ww2.states import STATES
from rules.openfire_ww2.tables import Rulings, Tables
from rules.openfire_ww2.topics import TOPICS
from rules.openfire_ww2.victory import victory
from rules.system import About, SetupStep, System, units_of
from rules.text import unsaid

_ACTIONS = (
    fire.ACTION,
    explosion.ACTION,
    morale.ACTION,
    initiative_test.ACTION,
    scatter.ACTION,
    artillery.ACTION,
    scatter.SMOKE_ACTION,
    assault.ACTION,
    minefield.ACTION,
    button_vehicle.ACTION,
    objectives.ACTION,
    movement.ACTION,
)
_COMMANDS = (
    move.COMMAND,
    fire_order.COMMAND,
    assault_order.COMMAND,
    nerve.COMMAND,
    turn.PHASE,
    turn.END,
    turn.NEXT,
)
_ACTS = (
    *manoeuvres.COMMANDS,
    *officers.COMMANDS,
    *guns.COMMANDS,
    blast_order.COMMAND,
    *field.COMMANDS,
    move.TOW,
    move.UNHITCH,
)
_SETUP = (
    SetupStep("forces", "Bring both forces to the table.", "/force load"),
    SetupStep("terrain", "Lay out the terrain; agree what is partial and what is full cover, and where mines lie."),
    SetupStep("edges", "Each player takes an edge of the table; the zone reaches 12″ from it."),
    SetupStep("count", "Throw for the number of objectives.", "/act objectives"),
    SetupStep("objectives", "Place the objectives in turn, own zones first, the rest in the middle.", "/place add"),
    SetupStep("deploy", "Set up the units in their zones."),
    SetupStep("first", "Agree who goes first.", "/turn phase"),
)
_ABSENT = {
    "initiative": unsaid(
        "Open Fire has no throw for who goes first: agree on it, then `/turn phase`. Its Initiative test "
        "belongs to orders and manoeuvres: `/act`."
    ),
    "activate": unsaid(
        "Open Fire has no activation: in your phase every unit may act. `/move`, `/fire`, `/assault`, `/act`."
    ),
}
_REFUSED = (
    unsaid("A target hidden by terrain or smoke; nothing in range that can harm it"),
    unsaid("A heavy weapon after moving, by ruling; a gun in tow; a unit that is buttoned up or has fired a barrage"),
    unsaid("An order over 12″ from the officer; a second grenade in a turn"),
)
_WARNED = (
    unsaid("Fighting in the movement phase, moving in the combat phase (Sprint excepted)"),
    unsaid("A second action in a turn"),
)


def system(about: About, tables: Mapping[str, Any], units: Mapping[str, Any]) -> System:
    """Open Fire with its tables and ready-made units; raises pydantic's ValidationError for data that is not whole."""
    checked = Tables.model_validate(tables)
    return System(
        key="openfire_ww2",
        about=about,
        tables=checked,
        rulings=Rulings,
        profile=Profile,
        actions={action.key: action for action in _ACTIONS},
        commands={command.key: command for command in _COMMANDS},
        acts={command.key: command for command in _ACTS},
        states=STATES,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(checked.weapons),
        may=may_do,
        setup=_SETUP,
        victory=victory,
        phases=turn.PHASES,
        refused=_REFUSED,
        warned=_WARNED,
    )
