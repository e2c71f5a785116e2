"""The data of the rules: tables, weapons, forces and credits, loaded and validated once.

`SYSTEMS` lists the rule systems. `ACTION_SETS` also includes `CAMPAIGN`, which has actions but is not a rule system.
"""

from __future__ import annotations

from data.systems import ACTION_SETS, CAMPAIGN, SYSTEMS, action_set_of, system_of

__all__ = ["ACTION_SETS", "CAMPAIGN", "SYSTEMS", "action_set_of", "system_of"]
