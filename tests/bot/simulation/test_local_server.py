"""The contents of the local table when it is opened again."""

from __future__ import annotations

from pathlib import Path

from bot.simulation.environment import SimulatedTable
from bot.simulation.local_server import open_table
from tests.bot.simulation.visiting import settings


async def test_a_campaign_is_there_again_with_its_buttons(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        assert _standings(place) == 0
        await place.people["Ann"].slash(place.channel, "campaign new", name="Long war", system="fubar")
    async with open_table(settings(tmp_path)) as place:
        assert _standings(place) == 1
        history = [one for one in place.channel.history() if one.embeds]
        (shown,) = [one for one in history if one.embeds[0].title == "Standings of Long war"]
        await place.people["Bob"].click(shown, label="My roster")


def _standings(place: SimulatedTable) -> int:
    return sum("Standings" in (embed.title or "") for one in place.channel.history() for embed in one.embeds)
