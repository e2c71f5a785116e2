"""The one list of rule systems. A new one is a folder in `rules/`, a folder here, and a line in `SYSTEMS`."""

from __future__ import annotations

from data.files import about, opened, tables
from rules import bayonet, fubar, openfire_d12, openfire_ww2, opreb
from rules.errors import BadFacts
from rules.system import System
from rules.text import say

SYSTEMS: tuple[System, ...] = (
    opreb.system(about("opreb"), tables("opreb", "weapons"), opened("opreb", "units")),
    openfire_ww2.system(about("openfire_ww2"), tables("openfire_ww2", "weapons"), opened("openfire_ww2", "units")),
    openfire_d12.system(about("openfire_d12"), tables("openfire_d12", "weapons"), opened("openfire_d12", "units")),
    bayonet.system(about("bayonet"), tables("bayonet"), opened("bayonet", "units")),
    fubar.system(about("fubar"), tables("fubar", "weapons"), opened("fubar", "units")),
)


def system_of(key: str) -> System:
    """The system with that key; raises BadFacts with the list of keys for a name that is none."""
    for system in SYSTEMS:
        if system.key == key:
            return system
    raise BadFacts(
        [
            say(
                "{key}: no such rule system; there are {systems}",
                key=key,
                systems=", ".join(system.key for system in SYSTEMS),
            )
        ]
    )
