"""Games that cannot be read are closed by their players, and by those who manage the channel."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.services import Services
from tests.bot.playing import ANN, CYD, PLACE, call, start_demo


async def _damage(services: Services) -> None:
    """Make the game unreadable, as for a bot that has just started."""
    sql = "UPDATE game SET system = 'gone'"
    await services.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    services.games.forget_all()


async def test_a_stranger_closes_an_unreadable_game_only_if_they_manage_the_channel(services: Services) -> None:
    await start_demo(services)
    await _damage(services)
    with pytest.raises(Refusal, match=r"members who manage this channel"):
        await services.unreadable.close(call(CYD), manages=False)
    closed = await services.unreadable.close(call(CYD), manages=True)
    assert closed is not None
    assert await services.record.games.in_channel(PLACE.channel) is None


async def test_a_player_closes_an_unreadable_game(services: Services) -> None:
    await start_demo(services)
    await _damage(services)
    assert await services.unreadable.close(call(ANN), manages=False) is not None
