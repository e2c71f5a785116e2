"""The common end of every command that changes a game: what stands is shown."""

from __future__ import annotations

from bot.answer import Answer
from bot.people import Call
from cogs.buttons import Interaction, under
from cogs.pick import desk_of
from cogs.render import result
from cogs.reply import call_of
from cogs.said import Said


def calling(interaction: Interaction) -> Call:
    return call_of(interaction, desk_of(interaction).run)


def shown(interaction: Interaction, answer: Answer) -> Said:
    return result(answer, interaction.user.display_name, under(answer))
