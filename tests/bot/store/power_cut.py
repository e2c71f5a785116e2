"""A bot whose disk accesses are traced, and the disk as a power cut would leave it.

`python -m tests.bot.store.power_cut FOLDER` gives recorded commands one after the other over HTTP. The output of
`strace` is parsed by `cuts`: the files as far as they were synced when each answer was sent, without data that was
merely written.
"""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench.long_games import create_games, open_services_of
from tests.bench.wire import wired, wrong

FILE = "bench.sqlite"
CALLS = "pwrite64,ftruncate,unlink,fsync,fdatasync,sendto,sendmsg"
"""System calls that change a file, sync it, or send an answer."""
COMMANDS = 3
_ANSWER = re.compile(rb"/interactions/(\d+)/")
_LINE = re.compile(r"^\d+ +(\w+)\((?:\d+<([^>]*)>)?")
_HELD = re.compile(r"^(\d+) +(.*) <unfinished \.\.\.>$")
_GOES_ON = re.compile(r"^(\d+) +<\.\.\. \w+ resumed>(.*)$")
_BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_NUMBERS = re.compile(r", (\d+)(?:, (\d+))?\) += (\d+)$")


class Cut(NamedTuple):
    """A power cut while the answer to an interaction is sent, with the content of every file by path."""

    interaction: str
    files: dict[str, bytes]


def may_watch(strace: str) -> bool:
    """True if this machine permits tracing; some containers do not."""
    return subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


def cuts(watched: Path) -> Iterator[Cut]:
    """Yield the answers in the order in which they were sent."""
    written, safe = dict[str, bytearray](), dict[str, bytes]()
    for line in _whole(watched):
        found = _LINE.match(line)
        if found is None:
            continue
        call, path = found[1], _data(found[2] or "").decode("utf-8", "replace")
        match call:
            case "sendto" | "sendmsg":
                sent = _ANSWER.search(b"".join(map(_data, _BYTES.findall(line))))
                if sent:
                    yield Cut(sent[1].decode(), dict(safe))
            case "fsync" | "fdatasync" if path in written:
                safe[path] = bytes(written[path])
            case "pwrite64" if FILE in path:
                _write_line(written.setdefault(path, bytearray()), line)
            case "ftruncate" if path in written:
                size = int(line.rpartition(">, ")[2].partition(")")[0])
                del written[path][size:]
            case "unlink":
                for gone in (written, safe):
                    gone.pop(_data(_BYTES.findall(line)[0]).decode(), None)
            case _:
                pass


def _whole(watched: Path) -> Iterator[str]:
    """Yield the calls in the order of their return; calls of several threads are traced in pieces."""
    held: dict[str, str] = {}
    with watched.open(encoding="ascii", errors="replace") as lines:
        for line in map(str.rstrip, lines):
            if (begun := _HELD.match(line)) is not None:
                # A message may arrive at once, and a sync is complete when the call returns.
                if begun[2].startswith("send"):
                    yield f"{begun[1]} {begun[2]}"
                else:
                    held[begun[1]] = begun[2]
            elif (ended := _GOES_ON.match(line)) is not None:
                if ended[1] in held:
                    yield f"{ended[1]} {held.pop(ended[1])}{ended[2]}"
            else:
                yield line


def _data(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _write_line(file: bytearray, line: str) -> None:
    at, written = _NUMBERS.search(line), _BYTES.search(line)
    assert at, line
    assert written, line
    data, offset = _data(written[1])[: int(at[3])], int(at[2])
    file.extend(bytes(max(0, offset + len(data) - len(file))))
    file[offset : offset + len(data)] = data


async def _play(folder: Path) -> None:
    await create_games(folder, 0, [1000])
    services = await open_services_of(folder, "cut")
    async with wired(services) as wire:
        for nth in range(COMMANDS):
            if nth % 2:
                answer = await wire.say("/undo")
            else:
                answer = await wire.say("/fire", attacker="Marines", target="Militia", distance="20")
            assert not wrong(answer), answer
    await services.record.close()


if __name__ == "__main__":
    gc.freeze()  # the modules stay
    asyncio.run(_play(Path(sys.argv[1])))
