"""Files of strangers, read in processes of their own: forces, maps and campaigns.

One made to keep a parser busy, or to fill the memory, costs its own process and nobody else: each has a limit of time
and one of memory, few of them run at once, and no file is fetched before it is its turn.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.services.campaign.campaign_file import CampaignRead, campaign_read
from data.files import force_of, map_in
from rules.campaign.territories import TerritoryMap
from rules.command.force import Force
from rules.command.list_files import is_army_list, lines_of_json, lines_of_table
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.text_json import read_text

LARGEST = 64_000
"""Bytes of a force or a map: some thousand units, where a force may have a hundred."""
LARGEST_CAMPAIGN = 2_000_000
"""Bytes of a campaign: far more than thirty battles."""
LISTS = (".txt", ".csv", ".tsv", ".md", ".list")
"""What files of lists of units end in."""
AT_ONCE = 3
"""Readers that may run at the same time; whoever comes later waits."""
MEMORY = 512 << 20
"""Bytes of address space for a reader, its interpreter and libraries among them."""
PATIENCE = 1.0
"""Seconds that a force or a map may take once its reader stands ready."""
CAMPAIGN_PATIENCE = 10.0
"""Seconds that a campaign may take."""
_ROOT = str(Path(__file__).parents[3])

_LIMITED = f"""
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
except (ImportError, ValueError, OSError):
    pass  # no such limit on this system: that of time remains
"""
_TABLE = """
import json, tomllib
print(flush=True)
text, is_json = json.load(sys.stdin)
try:
    found = json.dumps([json.loads(text) if is_json else tomllib.loads(text), None], default=str)
except (ValueError, RecursionError, MemoryError) as error:
    found = json.dumps([None, str(error)])
print(found)
"""
_CAMPAIGN = f"""
sys.path.insert(0, {_ROOT!r})
import json
from bot.errors import Refusal
from bot.services.campaign.campaign_file import campaign_read
from rules.kernel.text_json import as_json
print(flush=True)
try:
    campaign_read(sys.stdin.buffer.read())
    found = None
except Refusal as refusal:
    found = as_json(refusal.text)
print(json.dumps(found))
"""


class Upload(NamedTuple):
    """A file that somebody has attached: nothing of it is here before `read` fetches it."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


class FileReader:
    """Reads what strangers attach, a few files at a time."""

    def __init__(self) -> None:
        self._turns, self._one_campaign = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(1)

    async def force(self, file: Upload) -> Force | str:
        """A force out of TOML, or of JSON by the ending of the file's name; of other files the list they hold.

        Raises Refusal for a file that is too large, no text, or takes too long; BadFacts with one sentence per fault.
        """
        most = LARGEST // 1000
        if file.size > LARGEST:
            raise Refusal(
                Text("The file {file} is too large for a force: {most} kB at most.", file=file.name, most=most)
            )
        if file.name.lower().endswith(LISTS):
            async with self._turns:
                return lines_of_table(_text(await file.read(), file.name))
        found = await self._table(file)
        return lines_of_json(found) if is_army_list(found) else force_of(found, file.name)

    async def territories(self, file: Upload) -> TerritoryMap:
        """The map of a campaign; raises what a force raises."""
        most = LARGEST // 1000
        if file.size > LARGEST:
            raise Refusal(Text("The file {file} is too large for a map: {most} kB at most.", file=file.name, most=most))
        return map_in(await self._table(file), file.name)

    async def campaign(self, file: Upload) -> CampaignRead:
        """A whole campaign, every entry of it checked; raises Refusal with one sentence for a file that holds no
        campaign, was changed, cannot have happened, or asks for too much.
        """
        if file.size > LARGEST_CAMPAIGN:
            most = LARGEST_CAMPAIGN // 10**6
            raise Refusal(Text("This file is too large for a campaign: {most} MB at most.", most=most))
        async with self._one_campaign, self._turns:
            content = await file.read()
            answer = await _answered(_CAMPAIGN, content, CAMPAIGN_PATIENCE)
            refused = _last_line(answer)
            if refused is None:
                raise Refusal(
                    Text("This file asks for too much time or memory to be a campaign; take one that the bot exported.")
                )
            if refused != "null":
                raise Refusal(read_text(json.loads(refused)))
            return await asyncio.to_thread(campaign_read, content)

    async def _table(self, file: Upload) -> Any:
        async with self._turns:
            asked = json.dumps([_text(await file.read(), file.name), file.name.lower().endswith(".json")])
            answer = await _answered(_TABLE, asked.encode(), PATIENCE)
        if answer is None:
            raise Refusal(
                Text("The file {file} takes too long to read: a force is a plain list of units.", file=file.name)
            )
        try:
            found, wrong = json.loads(answer)
        except (ValueError, RecursionError) as error:
            found, wrong = None, str(error)
        if wrong is not None:
            raise BadFacts([Text("The file {name} cannot be read ({error})", name=file.name, error=wrong)])
        return found


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(Text("The file {file} is not text in UTF-8.", file=name)) from None


def _last_line(answer: bytes | None) -> str | None:
    """What a reader of campaigns has found; None where it was stopped, or has broken off."""
    lines = (answer or b"").split(b"\n")
    return lines[-2].decode() if len(lines) > 1 else None


async def _answered(program: str, content: bytes, patience: float) -> bytes | None:
    """What a reader says of the content, after its limits are set; None when it has not done so in time."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _LIMITED + program, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        return await _said(process, content, patience)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _said(process: Process, content: bytes, patience: float) -> bytes:
    """Raises TimeoutError; the time runs from when the reader stands ready."""
    assert process.stdout
    await process.stdout.readline()
    async with asyncio.timeout(patience):
        answer, _ = await process.communicate(content)
    return answer
