"""Checks of the record, and games that cannot be read: closed by their players and those who manage the channel."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.record.check import CheckResult, check
from tests.bot import campaigning as camp
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


async def test_a_campaign_without_a_stored_state_is_rebuilt_once(services: Services) -> None:
    await camp.campaign(services)
    sql = "DELETE FROM campaign_state"
    await services.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    [info] = await services.record.campaigns.all()
    assert await check(services.record) == CheckResult(0, (), 1, (info,))
    assert await check(services.record) == CheckResult(0, (), 1)


def _cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:20_000])


async def test_a_damaged_file_is_logged_with_its_fault(
    services: Services, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await start_demo(services)
    with caplog.at_level(logging.ERROR):
        await services.health.look()
        assert (services.health.faults, caplog.messages) == ((), [])
        await services.record.close()
        _cut_short(tmp_path / "desk.sqlite")
        await services.health.look()
    assert services.health.faults
    assert caplog.messages == [
        "the database is damaged: stop the bot, keep a copy of the file, and restore a backup"
        f" ({'; '.join(services.health.faults)})"
    ]
