"""FUBAR, 4th edition: one-page modern and SF small unit wargames rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.fubar import activation, close_combat, fire, initiative, movement, ram, vehicle, withdraw
from rules.fubar.forces import Profile
from rules.fubar.states import STATES
from rules.fubar.tables import Rulings, Tables
from rules.system import About, System

ACTIONS = {
    action.key: action
    for action in (
        fire.ACTION,
        vehicle.ACTION,
        activation.ACTION,
        close_combat.ACTION,
        withdraw.ACTION,
        ram.ACTION,
        initiative.ACTION,
        movement.ACTION,
    )
}


def system(about: About, tables: Mapping[str, Any]) -> System:
    """FUBAR with its tables; raises pydantic's ValidationError for tables that are not whole."""
    return System(
        key="fubar",
        about=about,
        tables=Tables.model_validate(tables),
        rulings=Rulings,
        profile=Profile,
        actions=ACTIONS,
        commands={},
        acts={},
        states=STATES,
        topics={},
    )
