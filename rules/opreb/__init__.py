"""Open Rebellion: 15 mm science fiction, pages on small arms fire and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.opreb import activation, fire, initiative, morale, movement, rally, tac_move
from rules.opreb.commands.actions import may_do
from rules.opreb.commands.activate import COMMAND as ACTIVATE
from rules.opreb.commands.activate import INITIATIVE
from rules.opreb.commands.fire import COMMAND as FIRE
from rules.opreb.commands.move import COMMAND as MOVE
from rules.opreb.commands.move import POSITION, TAC_MOVE
from rules.opreb.commands.nerve import MORALE, RALLY
from rules.opreb.commands.turn import END, NEXT
from rules.opreb.profile import Profile
from rules.opreb.states import STATES
from rules.opreb.tables import Rulings, Tables
from rules.opreb.topics import TOPICS
from rules.system import About, SetupStep, System, units_of
from rules.text import unsaid

_ACTIONS = (
    fire.ACTION,
    morale.ACTION,
    tac_move.ACTION,
    initiative.ACTION,
    activation.ACTION,
    rally.ACTION,
    movement.ACTION,
)
_SETUP = (
    SetupStep("forces", "Bring both forces to the table.", "/force load"),
    SetupStep("rulings", "Settle what the pages leave open.", "/rulings show"),
    SetupStep("terrain", "Lay out the terrain and agree which of it is light and which hard cover."),
    SetupStep("deploy", "Set up the units, the hidden ones as cards.", "/marker set"),
    SetupStep("position", "Mark the units that begin in position.", "/marker set"),
    SetupStep("initiative", "Nominate a unit for each side and throw for the first turn.", "/initiative"),
)
_ABSENT = {
    "assault": unsaid("Open Rebellion's pages have no close combat. Come close and shoot: `/fire`."),
    "turn phase": unsaid("Open Rebellion has no phases: the sides activate a unit in turn, `/activate`."),
    "smoke": unsaid(
        "Open Rebellion's pages name smoke grenades but say nothing of how they work. Agree on it at the table."
    ),
    "overwatch": unsaid(
        "Open Rebellion's pages name overwatch but say nothing of how it works. Agree on it at the table."
    ),
    "support_fire": unsaid(
        "Open Rebellion's pages name support fire but say nothing of how it works. Agree on it at the table."
    ),
    "communications": unsaid(
        "Open Rebellion's pages name communications but say nothing of how they work. Agree on it at the table."
    ),
    "commander": unsaid(
        "Open Rebellion's pages name a platoon commander's extra action but say nothing of how it works. "
        "Agree on it at the table."
    ),
}
_REFUSED = (
    unsaid("Nobody with line of sight and no support weapon in position; blocked sight"),
    unsaid("Fire at one's own side, or at more than one squad; a unit with no models left"),
    unsaid("A move while pinned, under the ruling that forbids it"),
)
_WARNED = (
    unsaid("A third action"),
    unsaid("An action of a unit that has not been activated, once the initiative was thrown"),
    unsaid("A second activation in a turn, or one out of turn"),
)


def system(about: About, tables: Mapping[str, Any], units: Mapping[str, Any]) -> System:
    """Open Rebellion with its tables and ready-made units; raises pydantic's ValidationError for broken data."""
    checked = Tables.model_validate(tables)
    return System(
        key="opreb",
        about=about,
        tables=checked,
        rulings=Rulings,
        profile=Profile,
        actions={action.key: action for action in _ACTIONS},
        commands={command.key: command for command in (INITIATIVE, ACTIVATE, MOVE, FIRE, MORALE, NEXT, END)},
        acts={command.key: command for command in (TAC_MOVE, POSITION, RALLY)},
        states=STATES,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(checked.weapons),
        may=may_do,
        setup=_SETUP,
        refused=_REFUSED,
        warned=_WARNED,
    )
