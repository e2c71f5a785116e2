"""What the rules are about: tables, weapons, forces and credits, opened and checked here, once.

`SYSTEMS` is the one visible list of rule systems.
"""

from __future__ import annotations

from data.systems import SYSTEMS, system_of

__all__ = ["SYSTEMS", "system_of"]
