"""Strangers' lists, forms and files neither block the event loop nor fill the bot's memory."""

from __future__ import annotations

import gc
import json
import resource
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.cogs.heartbeat import LONGEST, heartbeat, is_to_be_tried
from tests.cogs.table import Table, Told

GROWN = 30 << 20
"""Bytes that the bot may grow by while it answers."""
FORMS = {
    "weapons below a unit": "Marines\n" + "1 rifle\n" * 498,
    "commas": "marines, " * 444,
    "brackets": "(" * 2000 + ")" * 2000,
    "quotes": '"' * 4000,
    "calibres": "8.8 cm " * 571,
    "lines": "x\n" * 2000,
}
FILES = {
    "list.txt": b"Marines\n" + b"1 rifle\n" * 7_990,
    "long.txt": b"a " * 31_990,
    "list.csv": b"unit,count\n" + b"x,1\n" * 15_900,
    "wide.json": json.dumps({"units": [{"name": "x", "size": 1}] * 2_000}).encode(),
    "deep.json": b'{"units":' + b'[{"units":' * 5_000,
    "bomb.toml": b"a" + b".a" * 31_000 + b" = 1",
}


def _memory() -> int:
    """Bytes of memory that this process has."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def _require_light(give: Callable[[], Awaitable[Told]], what: str, refused: bool = False) -> None:
    """Raises AssertionError for what holds the loop or fills memory, or is not refused though it is to be."""
    tries = list[tuple[float, str]]()
    while is_to_be_tried([longest for longest, _ in tries]):
        before = _memory()
        with heartbeat() as beat:
            told = await give()
        assert told.title != "Sorry", what
        assert told.refused or not refused, what
        assert _memory() - before < GROWN, what
        tries.append((beat.longest, beat.where))
    assert min(tries)[0] <= LONGEST, (what, min(tries))


async def test_a_pasted_list_blocks_no_other_request(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    for name, content in FORMS.items():

        async def give(content: str = content) -> Told:
            form = await table.say(table.ann, "/force write")
            return await table.fill(table.ann, form, list=content[:4000], name="Horde")

        await _require_light(give, name)


IMPORTS = {
    "wide.json": b'{"entries":[' + b"{}," * 20_000 + b"{}]}",
    "deep.json": b'{"entries":' * 5_000,
    "numbers.json": b'{"format":' + b"9" * 60_000 + b"}",
    "words.json": json.dumps({"campaign": {"name": "x" * 60_000}}).encode(),
}


async def test_a_strangers_campaign_blocks_no_other_request(table: Table) -> None:
    for file in IMPORTS.items():
        await _require_light(
            lambda file=file: table.say(table.ann, "/campaign import", file=file), file[0], refused=True
        )


async def test_an_attached_list_blocks_no_other_request(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    for name, content in FILES.items():
        file = (name, content[:64_000])
        await _require_light(lambda file=file: table.say(table.ann, "/force load", side="Red", file=file), name)
