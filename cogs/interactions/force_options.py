"""Suggestions of forces, and of the words of army lists."""

from __future__ import annotations

from bot.services.play.saved_forces import YOURS
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction, in_time
from cogs.interactions.suggestions import Found, Picked, suggest_found, suggest_from, suggest_from_game
from data import SYSTEMS
from data.files import sample_forces
from rules.kernel.text import Text, Value


def sample_options(system: str) -> list[tuple[Value, str]]:
    """Return the sample forces of a rule system as suggestions."""
    return [(one.name, key) for key, one in sample_forces(system).items()]


async def own_force_options(ctx: Context, system: str) -> list[tuple[Value, str]]:
    """Return the caller's saved forces of a system as suggestions."""
    mine = await in_time(ctx.services.saved_forces.forces_of(ctx.caller.id, system)) or ()
    return [(Text("{force} · yours", force=one.name), f"{YOURS}{one.name}") for one in mine]


@suggest_found
async def own_forces(ctx: Context) -> Found | None:
    """Suggest the caller's saved forces of the game's system."""
    live = await ctx.game_for_suggestions()
    return await own_force_options(ctx, live.system.key) if live else None


_samples = suggest_from_game(lambda ctx, live: sample_options(live.system.key))
known_list_words = suggest_from(
    lambda ctx: in_time(ctx.services.army_lists.taught_words(ctx.call.where.guild or "", SYSTEMS)),
    lambda ctx, found: [(Text("{word} ({system})", word=one.words, system=one.system.name), one.mark) for one in found],
)
"""Words of lists that the caller's server knows."""


async def forces(interaction: Interaction, current: str) -> Picked:
    """Suggest the caller's own forces, then the samples."""
    return limits.first_choices([*await own_forces(interaction, current), *await _samples(interaction, current)])
