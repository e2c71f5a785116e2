"""One game that cannot be read harms nobody else, and rulings of another version harm nobody at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.game.people import Place
from bot.services import Services
from rules.errors import BadFacts
from rules.events import RulingSet
from tests.bot.playing import PLACE, call, faces, fire, started
from tests.cogs.table import Loaded, services_on

OTHER = Place("1", "21")


async def test_a_game_that_cannot_be_read_keeps_no_other_from_being_served(
    services: Services, dice: Loaded, tmp_path: Path
) -> None:
    await started(services)
    await services.lifecycle.demo(call(where=OTHER), "opreb")
    await services.record.close()
    with sqlite3.connect(tmp_path / "desk.sqlite") as file:
        assert file.execute("UPDATE game SET system = 'gone' WHERE channel_id = ?", (PLACE.channel,)).rowcount == 1
    again = await services_on(tmp_path / "desk.sqlite", dice, "run2")
    try:
        await again.games.load()
        assert again.games.glance(OTHER.channel) is not None
        with pytest.raises(BadFacts):
            await again.games.at(PLACE)
    finally:
        await again.record.close()


async def test_a_ruling_of_another_version_is_by_its_default(services: Services, dice: Loaded) -> None:
    await started(services)
    live = await services.games.at(PLACE)
    live.game = live.game.with_events(
        [
            RulingSet(name="gone", value="yes"),
            RulingSet(name="allocation", value="no such option"),
            RulingSet(name="same_area_cover", value="none"),
        ]
    )
    kept = live.board.book.rulings.model_dump()
    assert (kept["allocation"], kept["same_area_cover"]) == ("suppress_first", "none")
    dice.next(5, 5, 1, 1)
    assert faces(await fire(services, distance=20))[:2] == [5, 5]
