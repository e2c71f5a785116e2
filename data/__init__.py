"""What the rules are about: tables, weapons, forces and credits, opened and checked here, once.

`SYSTEMS` is the one visible list of rule systems. `ACTION_SETS` are those and what else has actions: `CAMPAIGN`.
"""

from __future__ import annotations

from data.systems import ACTION_SETS, CAMPAIGN, SYSTEMS, action_set_of, system_of

__all__ = ["ACTION_SETS", "CAMPAIGN", "SYSTEMS", "action_set_of", "system_of"]
