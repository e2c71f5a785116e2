"""Invariants that are known to be broken, by system, with the letter of the finding, until they are mended."""

from __future__ import annotations

KNOWN: dict[tuple[str, str], str] = {
    ("what_is_declared_is_what_is_tried", "openfire_ww2"): (
        "R7: a menu of Concentrate Fire offers a unit that has nothing left to fire with, or nothing that harms"
    ),
    ("what_is_declared_is_what_is_tried", "bayonet"): (
        "R8: a grenade at a target asks two distances, and its menu declares one"
    ),
}
