"""Files of strangers, forces and maps, read in a process of its own: one made to keep a parser busy delays nobody."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

from bot.errors import Refusal
from data.campaign_files import map_in
from data.forces import force_of
from rules.campaign.territories import TerritoryMap
from rules.errors import BadFacts
from rules.force import Force
from rules.text import Text

LARGEST = 64_000
"""Bytes of a file: some thousand units, where a force may have a hundred."""
PATIENCE = 1.0
"""Seconds that reading may take once the process stands ready."""
_READER = """
import json, sys, tomllib
print(flush=True)
text, is_json = json.load(sys.stdin)
try:
    found = json.dumps([json.loads(text) if is_json else tomllib.loads(text), None], default=str)
except (ValueError, RecursionError) as error:
    found = json.dumps([None, str(error)])
print(found)
"""


async def force_from_file(content: bytes, name: str) -> Force:
    """A force out of TOML, or of JSON by its name's ending.

    Raises Refusal for a file that is too large, no text, or takes too long; BadFacts with one sentence per fault.
    """
    not_too_large(len(content), name)
    return force_of(await _parsed(_text(content, name), name), name)


def not_too_large(size: int, name: str) -> None:
    """Raises Refusal for a file of so many bytes."""
    if size > LARGEST:
        most = LARGEST // 1000
        raise Refusal(Text("The file {file} is too large for a force: {most} kB at most.", file=name, most=most))


async def map_from_file(content: bytes, name: str) -> TerritoryMap:
    """The map of a campaign out of TOML, or of JSON by its name's ending; raises what a force raises."""
    if len(content) > LARGEST:
        raise Refusal(
            Text("The file {file} is too large for a map: {most} kB at most.", file=name, most=LARGEST // 1000)
        )
    return map_in(await _parsed(_text(content, name), name), name)


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(Text("The file {file} is not text in UTF-8.", file=name)) from None


async def _parsed(text: str, name: str) -> Any:
    process = await asyncio.create_subprocess_exec(sys.executable, "-I", "-c", _READER, stdin=PIPE, stdout=PIPE)
    try:
        return await _read(process, text, name)
    except TimeoutError:
        raise Refusal(
            Text("The file {file} takes too long to read: a force is a plain list of units.", file=name)
        ) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _read(process: Process, text: str, name: str) -> Any:
    """Raises TimeoutError, BadFacts for what is neither TOML nor JSON."""
    assert process.stdout
    await process.stdout.readline()
    async with asyncio.timeout(PATIENCE):
        answer, _ = await process.communicate(json.dumps([text, name.lower().endswith(".json")]).encode())
    try:
        found, wrong = json.loads(answer)
    except (ValueError, RecursionError) as error:
        found, wrong = None, str(error)
    if wrong is not None:
        raise BadFacts([Text("The file {name} cannot be read ({error})", name=name, error=wrong)])
    return found
