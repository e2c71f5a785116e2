"""Invariants that are known to be broken, by system, with the letter of the finding. Strike one out once it is mended.

Each has a letter of its own:

- S10 FUBAR: a vehicle is offered the assault, which for it is the ram, and drives by any action, which is not offered;
      an assault is offered where enemies may react to its charge first, which is warned of.
- S11 WW2: a unit that has to fall back again is not offered the move.
"""

from __future__ import annotations

KNOWN: dict[tuple[str, str], str] = {
    ("what_is_offered_is_accepted", "fubar"): "S10",
    ("what_is_accepted_was_offered", "fubar"): "S10",
    ("what_is_accepted_was_offered", "openfire_ww2"): "S11",
}
