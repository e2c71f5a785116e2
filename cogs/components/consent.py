"""Asks the others whether an entry may be taken back, or dice that were seen be used: "Agree" and "No".

The buttons carry the id of the question, so that they outlive a restart; who may press is asked of the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Self

import discord
from discord.ext import commands

from bot.resolution.questions import OpenQuestion
from bot.resolution.result import Change, Marker
from cogs.components.outcome import Interaction, calling
from cogs.components.question_view import ID, come_to, worded
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.rendering.question import called
from cogs.rendering.result import safe, sync_lines, whose
from rules.text import listed, say, sentence, unsaid
from rules.unit import Unit

_LABELS = {"agree": unsaid("Agree"), "refuse": unsaid("No")}


class ConsentButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"adj1:(?P<what>agree|refuse):{ID}$"):
    """Yes or no, for those whom it concerns and for the umpire."""

    def __init__(self, what: str, id: str, step: int) -> None:
        self.about = (what, id, step)
        style = discord.ButtonStyle.success if what == "agree" else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=say(_LABELS[what]), custom_id=f"adj1:{what}:{id}:{step}", style=style))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["what"], match["id"], int(match["step"]))

    async def callback(self, interaction: Interaction) -> None:
        what, id, step = self.about
        work = _agreed if what == "agree" else _refused
        await reply(interaction, work(interaction, id, step), retire=True)


@worded("consent")
def consent_asked(waits: OpenQuestion) -> Reply:
    """Who wants what, what would be done on the table, and who has to agree."""
    row, game = waits.row, waits.live.game
    names = [game.players[id].name for id in waits.people if id in game.players]
    lines = [f"**{_wish(waits)}**"]
    lines += sync_lines([_change(one) for one in row.question.get("changes", ())])
    lines += [safe(note) for note in row.question.get("notes", ())]
    thrown = row.question.get("so_far", ())
    lines += [f"{one['label']} ({whose(one['source'])}): {' '.join(map(str, one['faces']))}" for one in thrown]
    lines.append(say("Nothing is done until you agree."))
    buttons = tuple(ConsentButton(what, row.id, row.step) for what in _LABELS)
    title = say("{names}: do you agree?", names=safe(listed(names, "or") or say("Somebody")))
    return Reply(title, "\n".join(lines), buttons=buttons, ping=called(waits))


def _wish(waits: OpenQuestion) -> str:
    asker = waits.live.game.players.get(waits.row.asked_by)
    name = asker.name if asker else say("Somebody")
    return safe(sentence(say("{name} wants to {question}", name=name, question=waits.row.question["question"])))


def _change(kept: dict[str, Any]) -> Change:
    hp = tuple(kept["hp"]) if kept.get("hp") is not None else None
    more = {
        "unit": Unit.model_validate(kept["unit"]),
        "place": _markers(kept["place"]),
        "remove": _markers(kept["remove"]),
    }
    return Change(**{**kept, **more, "hp": hp})


def _markers(kept: Iterable[str | Sequence[Any]]) -> tuple[Marker, ...]:
    """As they were kept; questions from before markers had parts kept them as words."""
    return tuple(Marker(one) if isinstance(one, str) else Marker(*one) for one in kept)


async def _agreed(interaction: Interaction, id: str, step: int) -> Reply:
    return come_to(interaction, await services_of(interaction).corrections.agree(calling(interaction), id, step))


async def _refused(interaction: Interaction, id: str, step: int) -> Reply:
    waits = await services_of(interaction).corrections.refuse(calling(interaction), id, step)
    name = safe(interaction.user.display_name)
    return Reply(
        say("{name} does not agree", name=name),
        say("{wish} That is not done: everything stays as it is.", wish=_wish(waits)),
    )


async def setup(bot: commands.Bot) -> None:
    bot.add_dynamic_items(ConsentButton)
