"""The process that reads untrusted files: it is started once, kept ready, and forked for each file.

A file made to block a parser or to fill the memory affects only the child that reads it, which has limits of processor
time and memory; the next file gets another child. Where processes cannot be forked, each file gets a new process. No
file is read inside the bot.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

MEMORY = 512 << 20
"""Bytes of address space for a child, including its interpreter and libraries."""
MOST_ANSWERED = 4 << 20
"""Maximum bytes of an answer."""
BUSY = 10.0
"""Seconds of real time allowed for each second of processor time, because a reader has to wait on a busy machine."""
WARM = 60.0
"""Seconds that a reader may take to get ready; on a busy machine, importing its libraries takes ten."""
_JOBS = "bot.services.record.reading"
_ROOT = str(Path(__file__).parents[3])
_FORKS = hasattr(os, "fork") and hasattr(socket, "send_fds")
_LENGTH = struct.Struct("!I")


class Job(NamedTuple):
    """A file for a reader: the name of the reading function, its argument, and the content."""

    reads: str
    asked: Any
    content: bytes


async def answer(job: Job, seconds: float) -> Any:
    """Return a reader's answer, parsed from JSON; None if it exceeded `seconds` of processor time, or its memory.

    The time begins when the reader is ready; the limit of real time is `BUSY` times as long.
    """
    found = await _ready_reader() or await _ready_reader()  # the parent process may just have been killed
    if found is None:
        return None
    reader, writer, stop = found
    try:
        async with asyncio.timeout(seconds * BUSY):
            head = json.dumps([job.reads, job.asked, seconds]).encode()
            writer.writelines((_LENGTH.pack(len(head)), head, _LENGTH.pack(len(job.content)), job.content))
            await writer.drain()
            (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
            if length > MOST_ANSWERED:
                raise TimeoutError
            return json.loads(await reader.readexactly(length))
    except TimeoutError:
        stop()
        return None
    except (EOFError, OSError):  # the reader has ended: another process may have its id by now
        return None
    finally:
        writer.close()


def warm_up() -> None:
    """Start the parent process, if it is not running."""
    if _FORKS:
        _SERVER.call()


def server_id() -> int | None:
    """Return the id of the parent process; None before its start, and after its end."""
    return _SERVER.id


# In the bot


class _Server:
    """The process that is forked for each file. There is one per program, even if it runs several bots."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._lock = threading.Lock()
        self.id: int | None = None

    def call(self, *ends: int) -> None:
        """Pass one end of a connection to a new child; restart a server that has died."""
        with self._lock:
            for again in (True, False):
                control = self._control or self._start()
                try:
                    if ends:
                        socket.send_fds(control, [b"1"], ends)
                    return
                except OSError:
                    self.stop()
                    if not again:
                        raise

    def _start(self) -> socket.socket:
        control, theirs = socket.socketpair()
        with theirs:
            program = (
                f"import sys; sys.path.insert(0, {_ROOT!r}); from {__name__} import serve; serve({theirs.fileno()})"
            )
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", program],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        def wait() -> None:
            process.wait()
            if self.id == process.pid:
                self.id = None

        # It ends by itself when the bot ends for any reason, because that closes the other end.
        threading.Thread(target=wait, daemon=True).start()
        self._control, self.id = control, process.pid
        return control

    def stop(self) -> None:
        if self._control is not None:
            self._control.close()
        self._control = None


_SERVER = _Server()
atexit.register(_SERVER.stop)

_Connected = tuple[asyncio.StreamReader, asyncio.StreamWriter, Callable[[], None]]


async def _ready_reader() -> _Connected | None:
    """Return a reader that is ready, and the call that stops it; None if it ended before that."""
    reader, writer, stop = await (_fork_reader() if _FORKS else _start_reader())
    try:
        async with asyncio.timeout(WARM):
            (child,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        return reader, writer, lambda: stop(child)
    except (TimeoutError, EOFError, OSError):
        writer.close()
        return None


_Stoppable = tuple[asyncio.StreamReader, asyncio.StreamWriter, Callable[[int], None]]


async def _fork_reader() -> _Stoppable:
    ours, theirs = socket.socketpair()
    with theirs:
        await asyncio.to_thread(_SERVER.call, theirs.fileno())
    reader, writer = await asyncio.open_connection(sock=ours)

    return reader, writer, _kill


async def _start_reader() -> _Stoppable:
    """Start a separate process for one file."""
    program = f"import sys; sys.path.insert(0, {_ROOT!r}); from {__name__} import read_once; read_once()"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", "-c", program),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin
    assert process.stdout
    return process.stdout, process.stdin, _kill


def _kill(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, getattr(signal, "SIGKILL", signal.SIGTERM))


# In the forked process and its children


def serve(control: int) -> None:
    """Fork a child for each connection that the bot passes, until the bot ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module(_JOBS).warm_up()
    with socket.socket(fileno=control) as bot:
        while True:
            called, ends, *_ = socket.recv_fds(bot, 1, 1)
            if not called:
                return
            if os.fork() == 0:
                bot.close()
                _read_one(ends)
            for end in ends:
                os.close(end)


def _read_one(ends: Sequence[int]) -> None:
    """Read the one file of this process, and exit."""
    code = 1
    try:
        with socket.socket(fileno=ends[0]) as connection, connection.makefile("rwb") as stream:
            _answer(stream)
        code = 0
    finally:
        os._exit(code)


def read_once() -> None:
    """Read one file from standard input."""
    stream = _StreamPair(sys.stdin.buffer, sys.stdout.buffer)
    _answer(stream)


class _StreamPair:
    """Two streams combined."""

    def __init__(self, ins: Any, out: Any) -> None:
        self.read, self.write, self.flush = ins.read, out.write, out.flush


def _answer(stream: Any) -> None:
    """Report that the child is ready, read its file, and send the answer; send nothing if out of memory."""
    stream.write(_LENGTH.pack(os.getpid()))
    stream.flush()
    reads, asked, seconds = json.loads(_read_part(stream))
    content = _read_part(stream)
    job = getattr(import_module(_JOBS), reads)
    _limit(seconds)
    try:
        found = json.dumps(job(content, asked)).encode()
    except (MemoryError, RecursionError):
        return
    stream.write(_LENGTH.pack(len(found)) + found)
    stream.flush()


def _read_part(stream: Any) -> bytes:
    (length,) = _LENGTH.unpack(stream.read(_LENGTH.size))
    return stream.read(length)


def _limit(seconds: float) -> None:
    """Limit the memory and the further processor time of this process; at the end of its time, a signal ends it."""
    with contextlib.suppress(
        ImportError, ValueError, OSError
    ):  # this system has no such limit: the limit of real time remains
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
