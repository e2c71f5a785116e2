"""The rule systems of servers in memory."""

from __future__ import annotations

import pytest

from bot.services import Services
from bot.services.record import server_systems
from data.files import new_system


async def test_the_lists_of_the_last_servers_alone_are_kept_in_memory(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server_systems.SERVERS == 5000
    monkeypatch.setattr(server_systems, "SERVERS", 2)
    for guild in ("1", "2"):
        await services.systems.add_trusted(guild, "300", new_system("club").encode(), "club.toml")
    assert [len(services.systems.own_systems(guild)) for guild in ("1", "2")] == [1, 1]
    await services.systems.ensure("3")
    assert [len(services.systems.own_systems(guild)) for guild in ("1", "2")] == [0, 1]
    await services.systems.ensure("1")
    assert [len(services.systems.own_systems(guild)) for guild in ("1", "2")] == [1, 0]
