"""The first page of a table without any game yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.simulation.local_server import open_table, serve_pages
from tests.bot.simulation.visiting import Table, settings


@pytest.mark.parametrize(
    ("what", "said"),
    [("demo", "Bob plays Blue"), ("own", "choose a force"), ("bot", "Blue: Adjutant (balanced); choose a force")],
)
async def test_a_new_table_is_begun_by_one_tap(tmp_path: Path, what: str, said: str) -> None:
    config = settings(tmp_path).model_copy(update={"local_system": "opreb"})
    async with open_table(config, demo=False) as place, serve_pages(place, config) as server, ClientSession() as web:
        here = Table(place, server, web, f"http://127.0.0.1:{config.local_port}")
        ann = await here.at("Ann")
        assert not ann.messages
        assert "game" not in ann.view
        await ann.act("begin", what=what)
        assert said in ann.talk
        assert "Open Rebellion" in ann.talk


async def test_play_against_the_bot_seats_the_bot(tmp_path: Path) -> None:
    """The bot plays the other side from the start, and is named on the card of the setup."""
    config = settings(tmp_path).model_copy(update={"local_system": "bayonet"})
    async with open_table(config, demo=False) as place, serve_pages(place, config) as server, ClientSession() as web:
        here = Table(place, server, web, f"http://127.0.0.1:{config.local_port}")
        ann = await here.at("Ann")
        await ann.act("begin", what="bot")
        await ann.choose("Force of Red …", "")
        await ann.choose("Force of Blue …", "")
        assert "units, Ann" in ann.talk
        assert "units, Adjutant (balanced)" in ann.talk
        assert "no player yet" not in ann.talk
