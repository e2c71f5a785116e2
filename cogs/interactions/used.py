"""Suggestions for what a unit acts on or with: the objects on the table, and its own weapons."""

from __future__ import annotations

from cogs.interactions import limits
from cogs.interactions.autocomplete import Interaction, Picked, glance, offered, things
from cogs.rendering.visibility import knows
from rules.text import spoken


async def used(interaction: Interaction, current: str) -> Picked:
    """Objects first; of a unit that is hidden from the caller, no weapons."""
    live = glance(interaction)
    unit = live.game.units.get(getattr(interaction.namespace, "unit", None) or "") if live else None
    known = live and unit and knows(live.board, str(interaction.user.id), unit)
    own = [(spoken(weapon.name), weapon.name) for weapon in unit.weapons] if unit and known else []
    return limits.choices([*await things(interaction, current), *offered(own, current)])
