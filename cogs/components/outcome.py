"""The common end of every command that changes a game: what stands is shown."""

from __future__ import annotations

from bot.game.people import Call
from bot.resolution.result import CommandResult
from cogs.components.entry_buttons import Interaction, ReactButton, under
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import call_of
from cogs.rendering.result import result

MOST_REACTIONS = 15


def calling(interaction: Interaction) -> Call:
    return call_of(interaction, services_of(interaction).run)


def shown(interaction: Interaction, answer: CommandResult) -> Reply:
    """What stands, with its buttons: those of the entry, then one for every enemy that may react."""
    reactions = answer.after.system.reactions(answer.after, answer.entry)[:MOST_REACTIONS]
    react = [ReactButton(answer.game_id, answer.entry.number, one.unit, one.label) for one in reactions]
    return result(answer, interaction.user.display_name, (*under(answer), *react))
