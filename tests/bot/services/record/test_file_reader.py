"""Files of strangers: read in a process of its own, within limits."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from time import perf_counter

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.campaign.campaign_file import parse_campaign
from bot.services.record import reader_process
from bot.services.record.file_reader import FileReader, Upload
from data import system_registry
from data.files import new_system
from data.systems import system_of
from rules.campaign.territories import TerritoryMap
from rules.command.force import Force
from rules.kernel.errors import BadFacts
from tests.bot import campaigning as camp
from tests.bot.playing import call


def make_upload(content: bytes, name: str, size: int | None = None) -> Upload:
    async def fetched() -> bytes:
        return content

    return Upload(name, len(content) if size is None else size, fetched)


async def force_from_file(content: bytes, name: str) -> Force:
    found = await FileReader().force(make_upload(content, name), "ann")
    assert isinstance(found, Force), "a list of units is text"
    return found


async def map_from_file(content: bytes, name: str) -> TerritoryMap:
    return await FileReader().territories(make_upload(content, name), "ann")


FORCE = b'name = "Watch"\nsystem = "fubar"\nunits = [{ type = "militia" }]\n'


async def test_a_file_of_the_largest_size_is_read() -> None:
    padded = FORCE + b"#" * (64_000 - len(FORCE))
    assert (await force_from_file(padded, "watch.toml")).name == "Watch"
    with pytest.raises(Refusal, match="too large for a force: 64 kB at most"):
        await force_from_file(padded + b"#", "watch.toml")


async def test_a_file_made_to_keep_the_parser_busy_is_given_up() -> None:
    """A key of thousands of parts takes the parser the square of their number."""
    with pytest.raises(Refusal, match=r"^The file bomb\.toml takes too long to read"):
        await force_from_file(b"a" + b".a" * 31_000 + b" = 1", "bomb.toml")


SHORT = 0.5
"""Seconds of processor time, half of what a bot gives."""


class Held(reader_process.Job):
    """A job whose reader is stopped as soon as it is ready, and continues after twice its time."""

    @property
    def content(self) -> bytes:  # pyright: ignore[reportIncompatibleVariableOverride]
        server = reader_process.server_id()
        # The last one: the reader of the file before may still be on its way out.
        *_, child = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split()
        os.kill(int(child), signal.SIGSTOP)
        asyncio.get_running_loop().call_later(2 * SHORT, os.kill, int(child), signal.SIGCONT)
        return FORCE


async def test_a_reader_may_wait_for_a_busy_machine() -> None:
    """Its processor time may be several times as long by the clock: a fine file was refused then."""
    found = await reader_process.answer(Held("read_force", "watch.toml", b""), SHORT)
    assert found["force"]["name"] == "Watch"


async def test_a_reader_ends_with_its_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_process, "BUSY", 1000.0)
    began, bomb = perf_counter(), b"a" + b".a" * 300_000 + b" = 1"
    assert await reader_process.answer(reader_process.Job("read_force", "bomb.toml", bomb), 0.2) is None
    assert perf_counter() - began < 60, "the clock has ended it"


@pytest.mark.parametrize("content", [b"[" * 60_000, b'{"name": ' + b"9" * 5_000 + b"}", b'{"name": "x"', b""])
async def test_a_file_that_breaks_a_parser_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(BadFacts, match=r"^The file bad\.json cannot be read"):
        await force_from_file(content, "bad.json")


ISLAND = """
name = "Two shores"
[territories.north]
name = "North"
neighbours = []
[territories.south]
name = "South"
neighbours = []
"""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (ISLAND, "cannot be reached from north"),
        (ISLAND.replace("[]", '["west"]', 1), "there is no west"),
        ("name = 3", "name"),
        ("[", "cannot be read"),
    ],
)
async def test_a_map_that_cannot_be_is_refused_in_a_sentence(content: str, said: str) -> None:
    with pytest.raises(BadFacts, match=said):
        await map_from_file(content.encode(), "map.toml")


async def test_a_map_is_taken_as_toml_or_json() -> None:
    found = await map_from_file(ISLAND.replace("[]", '["south"]', 1).replace("[]", '["north"]').encode(), "map.toml")
    assert await map_from_file(found.model_dump_json().encode(), "MAP.JSON") == found
    padded = ISLAND.replace("[]", '["south"]', 1).replace("[]", '["north"]').encode().ljust(64_000, b"#")
    assert await map_from_file(padded, "map.toml") == found
    with pytest.raises(Refusal) as refused:
        await map_from_file(padded + b"#", "map.toml")
    assert str(refused.value) == "The file map.toml is too large for a map: 64 kB at most."


async def test_no_more_than_a_few_readers_run_at_once() -> None:
    """A file is not even fetched before it is its turn, so that ten of them fill no memory while they wait."""
    here, most, reader = 0, 0, FileReader()

    async def fetched() -> bytes:
        nonlocal here, most
        here += 1
        most = max(most, here)
        await asyncio.sleep(0)
        return FORCE

    async def read(user: str) -> None:
        nonlocal here
        await reader.force(Upload("watch.toml", len(FORCE), fetched), user)
        here -= 1

    await asyncio.gather(*(read(str(user)) for user in range(8)))
    assert most == 3


CAMPAIGN_HEAD = (
    '"format":"adjutant-campaign","version":1,"campaign":{"id":"c","name":"War","system":"fubar","started_by":"1",'
)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a campaign file"),
        (b"[" * 1_900_000, "not a campaign file"),
        (b'{"a":' * 300_000, "not a campaign file"),
        (b"[" + b"[]," * 600_000 + b"[]]", "not a campaign file"),
        (b'{"a":[' + b"[]," * 600_000 + b"[]]}", "has no campaign in it"),
        (
            f'{{{CAMPAIGN_HEAD}"started_at":1,"number":600001}},"entries":[{"[]," * 600_000}[]]}}'.encode(),
            "put together from others",
        ),
        (b'{"format": "adjutant-game"}', "has no campaign in it"),
    ],
    ids=["empty", "deep", "unclosed", "wide", "wide in a table", "many entries", "a game"],
)
async def test_a_hostile_campaign_is_refused_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        await FileReader().campaign(make_upload(content, "war.json"), "ann")


async def test_a_file_that_needs_too_much_memory_or_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.record.file_reader.CAMPAIGN_PATIENCE", 0.0)
    with pytest.raises(Refusal, match="needs too much time or memory"):
        await FileReader().campaign(make_upload(b"{}", "war.json"), "ann")


async def test_a_file_is_not_fetched_if_it_is_larger_than_its_kind_may_be() -> None:
    async def fetched() -> bytes:
        raise AssertionError("fetched")

    with pytest.raises(Refusal) as refused:
        await FileReader().campaign(Upload("war.json", 2_000_001, fetched), "ann")
    assert str(refused.value) == "This file is too large for a campaign: 2 MB at most."
    with pytest.raises(AssertionError, match="fetched"):
        await FileReader().campaign(Upload("war.json", 2_000_000, fetched), "ann")
    with pytest.raises(Refusal) as refused:
        await FileReader().system(Upload("rules.toml", 256_001, fetched), "ann", {})
    assert str(refused.value) == "The file rules.toml is too large for a rule system: 256 kB at most."
    with pytest.raises(AssertionError, match="fetched"):
        await FileReader().system(Upload("rules.toml", 256_000, fetched), "ann", {})
    with pytest.raises(Refusal) as refused:
        await FileReader().force(Upload("roster.JSON", 1_000_001, fetched), "ann")
    assert str(refused.value) == "The file roster.JSON is too large for a force: 1000 kB at most."
    with pytest.raises(AssertionError, match="fetched"):
        await FileReader().force(Upload("roster.JSON", 1_000_000, fetched), "ann")


async def test_a_rule_system_is_read_with_the_files_of_its_base() -> None:
    club = new_system("club").encode()
    assert await FileReader().system(make_upload(club, "club.toml"), "ann", {}) == ("club", (club,))
    variant = b'base = "club"\n[system]\nkey = "clubs"\nname = "Clubs"\n'
    bases = {"club": system_registry.load([club], "club")}
    assert await FileReader().system(make_upload(variant, "clubs.toml"), "ann", bases) == ("clubs", (club, variant))
    with pytest.raises(BadFacts) as refused:
        await FileReader().system(make_upload(variant, "clubs.toml"), "ann", {})
    assert str(refused.value).startswith('clubs.toml, line 1: there is no system "club" to base this on;')


async def test_a_list_is_read_by_a_rule_file_and_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    club = system_registry.load([new_system("club").encode()], "club")
    found = await FileReader().army_list(club, "6x Regulars", {}, "ann")
    assert [(unit["type"], unit["models"]) for unit in found.units] == [("regulars", 6)]
    with pytest.raises(BadFacts) as faulty:
        await FileReader().army_list(club, "PK\x03\x04", {}, "ann")
    assert str(faulty.value) == "The file list was cut off or damaged: save it again."
    monkeypatch.setattr("bot.services.record.file_reader.PATIENCE", 0.0)
    with pytest.raises(Refusal) as refused:
        await FileReader().army_list(club, "6x Regulars", {}, "ann")
    assert str(refused.value) == "This list takes too long to read: write one unit on each line."


async def test_a_campaign_that_was_exported_is_read(services: Services) -> None:
    await camp.campaign(services)
    file = await services.campaign_files.export(call(), camp.CAMPAIGN)
    found = await FileReader().campaign(make_upload(b"\n " + file, "war.json"), "ann")
    assert found == parse_campaign(file)


async def test_an_answer_has_four_megabytes_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    job = reader_process.Job("read_force", "watch.toml", FORCE)
    found = await reader_process.answer(job, 1.0)
    most = len(json.dumps(found))
    assert reader_process.MOST_ANSWERED == 4 << 20
    monkeypatch.setattr(reader_process, "MOST_ANSWERED", most)
    assert await reader_process.answer(job, 1.0) == found
    monkeypatch.setattr(reader_process, "MOST_ANSWERED", most - 1)
    assert await reader_process.answer(job, 1.0) is None


async def test_files_of_all_kinds_are_read_by_one_warm_process() -> None:
    """Six campaigns of two bytes at once, a force and a list start no process, and none waits long."""
    reader = FileReader()
    await force_from_file(FORCE, "watch.toml")
    process = reader_process.server_id()

    async def refused(user: str) -> str:
        with pytest.raises(Refusal) as caught:
            await reader.campaign(make_upload(b"{}", "war.json"), user)
        return str(caught.value)

    began = perf_counter()
    said = await asyncio.gather(*(refused(str(user)) for user in range(6)))
    assert {*said} == {"This file has no campaign in it. Use one that the bot exported."}
    found = await reader.army_list(system_of("fubar"), "Marines x5\nTank", {}, "ann")
    assert [unit["type"] for unit in found.units] == ["marines", "tank"]
    assert perf_counter() - began < 15, "each of them has started a program of its own"
    assert reader_process.server_id() == process


async def test_an_obvious_non_json_file_is_refused_without_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.record.file_reader.CAMPAIGN_PATIENCE", 0.0)
    for content in (b"", b"hi", b"\x89PNG", b"[1]"):
        with pytest.raises(Refusal, match="not a campaign file"):
            await FileReader().campaign(make_upload(content, "war.json"), "ann")


async def test_a_reader_process_that_was_killed_is_started_again() -> None:
    await force_from_file(FORCE, "watch.toml")
    process = reader_process.server_id()
    assert process
    os.kill(process, signal.SIGKILL)
    assert (await force_from_file(FORCE, "watch.toml")).name == "Watch"
    assert reader_process.server_id() not in (None, process)


async def test_a_person_has_one_file_read_at_a_time() -> None:
    reader, began, goes_on = FileReader(), asyncio.Event(), asyncio.Event()

    async def fetched() -> bytes:
        began.set()
        await goes_on.wait()
        return FORCE

    first = asyncio.create_task(reader.force(Upload("watch.toml", len(FORCE), fetched), "ann"))
    await began.wait()
    with pytest.raises(Refusal, match="still being read"):
        await reader.army_list(system_of("fubar"), "Tank", {}, "ann")
    assert (await reader.army_list(system_of("fubar"), "Tank", {}, "bob")).units
    goes_on.set()
    assert isinstance(await first, Force)
    assert (await reader.army_list(system_of("fubar"), "Tank", {}, "ann")).units
