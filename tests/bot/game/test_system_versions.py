"""Stored files of rule systems: a game is read with the version that it began with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import Unreadable
from bot.services import Services
from data import system_registry
from data.files import new_system, system_files
from data.system_registry import load
from rules.files.system import digest_on
from rules.kernel.wording import ENGLISH
from tests.bot.playing import PLACE, call
from tests.bot.store.statements import statements
from tests.cogs.table import Loaded, services_on


async def test_a_stored_file_is_read_as_a_system_with_any_key(services: Services) -> None:
    system = load([new_system("mine", "").encode()], "mine~1")
    await services.games.versions.keep(system)
    found = await services.games.versions.read(system.digest, "mine~2")
    assert found is not None
    assert (found.key, found.digest, found.files) == ("mine~2", system.digest, system.files)


@pytest.mark.parametrize("system", ["fubar", "openwar"])
async def test_a_game_under_a_present_system_of_the_bot_reads_no_stored_file(services: Services, system: str) -> None:
    await services.lifecycle.new(call(), system, "Evening")
    info = (await services.games.require_game(PLACE)).info
    system_registry.forget_all()
    with statements(services.record) as made:
        await services.games.versions.ensure(info)
    assert made == []


async def test_a_variant_stored_without_its_base_is_read_with_that_of_the_bot(services: Services) -> None:
    """Older versions did not store bases."""
    base, content = system_files()["battle_forge"], new_system("mine", "battle_forge").encode()
    await services.record.rule_files.keep([content])
    found = await services.games.versions.read(digest_on("", content), "mine~1")
    assert found is not None
    assert (found.key, found.files) == ("mine~1", (*base.files, content))


async def test_a_file_that_is_missing_or_no_longer_understood_is_no_system(services: Services) -> None:
    assert await services.games.versions.read("0" * 64, "mine~1") is None
    await services.record.rule_files.keep([b"[system]\nkey = 7\n"])
    assert await services.games.versions.read(digest_on("", b"[system]\nkey = 7\n"), "mine~1") is None


async def test_a_game_whose_file_is_missing_cannot_be_read_and_says_so(services: Services, tmp_path: Path) -> None:
    await services.systems.add_trusted("1", "300", new_system("club").encode(), "club.toml")
    await services.lifecycle.new(call(), "club", "Evening")
    info = (await services.games.require_game(PLACE)).info
    assert await services.games.versions.files(info) == (new_system("club").encode(),)
    await services.record.close()
    system_registry.forget_all()
    again = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    one, other = await asyncio.gather(again.games.require_game(PLACE), again.games.require_game(PLACE))
    assert one is other, "it came into memory while the file was read"
    again.games.forget_all()
    system_registry.forget_all()
    sql = "DELETE FROM app_state WHERE key LIKE 'rules%'"
    await again.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    with pytest.raises(Unreadable) as fault:
        await again.games.require_game(PLACE)
    assert ENGLISH(fault.value.why) == f"its rule system, {info.system}, is not in this version"
    assert await again.games.versions.files(info) == ()
    await again.record.close()
