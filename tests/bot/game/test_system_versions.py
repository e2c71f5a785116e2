"""Stored files of rule systems: a game is read with the version that it began with."""

from __future__ import annotations

from bot.services import Services
from data.files import new_system, system_files
from data.system_registry import load
from rules.files.system import digest_on


async def test_a_stored_file_is_read_as_a_system_with_any_key(services: Services) -> None:
    system = load([new_system("mine", "").encode()], "mine~1")
    await services.games.versions.keep(system)
    found = await services.games.versions.read(system.digest, "mine~2")
    assert found is not None
    assert (found.key, found.digest, found.files) == ("mine~2", system.digest, system.files)


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
