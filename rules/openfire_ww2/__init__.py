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
from rules.openfire_ww2.forces import Profile
from rules.openfire_ww2.states import STATES
from rules.openfire_ww2.tables import Rulings, Tables
from rules.openfire_ww2.topics import TOPICS
from rules.system import About, System, units_of

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
_ABSENT = {
    "initiative": "Open Fire has no throw for who goes first: agree on it, then `/turn phase`. Its Initiative test "
    "belongs to orders and manoeuvres: `/act`.",
    "activate": "Open Fire has no activation: in your phase every unit may act. `/move`, `/fire`, `/assault`, `/act`.",
}
_REFUSED = (
    "A target hidden by terrain or smoke; nothing in range that can harm it",
    "A heavy weapon after moving, by ruling; a gun in tow; a unit that is buttoned up or has fired a barrage",
    "An order over 12″ from the officer; a second grenade in a turn",
)
_WARNED = ("Fighting in the movement phase, moving in the combat phase (Sprint excepted)", "A second action in a turn")


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
        commands={},
        acts={},
        states=STATES,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(checked.weapons),
        refused=_REFUSED,
        warned=_WARNED,
    )
