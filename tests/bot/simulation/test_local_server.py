"""The contents of the local table when it is opened again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.settings import SettingsError
from bot.simulation import local_server
from bot.simulation.environment import SimulatedTable
from bot.simulation.local_server import open_table, serve
from data import SYSTEMS
from tests.bot.simulation.visiting import settings, table


async def test_a_campaign_is_there_again_with_its_buttons(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        assert _standings(place) == 0
        for name in ("Short war", "Long war"):
            await place.people["Ann"].slash(place.channel, "campaign new", name=name, system="fubar")
    async with open_table(settings(tmp_path)) as place:
        assert _standings(place) == 1
        history = [one for one in place.channel.history() if one.embeds]
        (shown,) = [one for one in history if one.embeds[0].title == "Standings of Long war"]
        await place.people["Bob"].click(shown, label="My roster")


async def test_a_system_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    config = settings(tmp_path, system="chess").model_copy(update={"log_level": "DEBUG"})
    known = ", ".join(one.key for one in SYSTEMS)
    with pytest.raises(SettingsError, match=f"^ADJUTANT_LOCAL_SYSTEM: there is no 'chess'; there is {known}\\.$"):
        await serve(config)


async def test_the_conversation_is_saved_while_the_table_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was lost with the computer that it ran on."""
    monkeypatch.setattr(local_server, "SAVED", 0.01)
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        await ann.say("see you next week")
        key = f"conversation of the local table {here.place.channel.id}"
        async with asyncio.timeout(20):
            while "see you next week" not in (await here.place.services.record.remember(key) or ""):  # noqa: ASYNC110
                await asyncio.sleep(0.01)


def _standings(place: SimulatedTable) -> int:
    return sum("Standings" in (embed.title or "") for one in place.channel.history() for embed in one.embeds)
