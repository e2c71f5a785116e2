"""Our programs in processes of their own, forked from one that has imported them: a start takes 0.05 s, not 1.5.

A `fresh` program is forked from one that has imported libraries alone, and imports our code itself, from the folder
that it runs in or its PYTHONPATH. A program that needs options of Python, or shows what the start of the bot imports,
is started by `subprocess`.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile

ROOT = Path(__file__).parents[1]
LIBRARIES = ("pytest", "hypothesis", "discord", "sqlmodel", "alembic", "simcord", "pydantic", "babel", "typer", "PIL")
_NUMBER = struct.Struct("!i")


def without_settings() -> dict[str, str]:
    """Return the environment without the bot's settings."""
    return {name: value for name, value in os.environ.items() if not name.upper().startswith(("ADJUTANT", "DISCORD"))}


def use_compiled(copy: Path) -> None:
    """Let a copy of our code, whose files keep their times, use what Python has compiled of the original."""
    if sys.pycache_prefix:
        beside = Path(sys.pycache_prefix + str(copy))
        beside.parent.mkdir(parents=True, exist_ok=True)
        if beside.is_symlink():  # of a copy that was at the same place before
            beside.unlink()
        if not beside.exists():
            beside.symlink_to(sys.pycache_prefix + str(ROOT))


class Program:
    """A running program: `python -m` with some words, or `python -c` if the first is `-c`."""

    def __init__(
        self,
        *words: str,
        env: Mapping[str, str],
        streams: tuple[int, int, int],
        cwd: Path = ROOT,
        fresh: bool = False,
    ) -> None:
        """Start it; `streams` are the numbers of its open standard input, output and error."""
        self.returncode: int | None = None
        self._keeper, of_keeper = socket.socketpair()
        asked = json.dumps([words, str(cwd), dict(env)]).encode()
        with of_keeper:
            socket.send_fds(_parent(fresh), [_NUMBER.pack(len(asked))], [*streams, of_keeper.fileno()])
        _parent(fresh).sendall(asked)
        self.pid = _receive(self._keeper)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code, negative for a signal; raise TimeoutError after `timeout` seconds."""
        if self.returncode is None:
            self._keeper.settimeout(timeout)
            self.returncode = _receive(self._keeper)
            self._keeper.close()
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(
    *words: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    given: str = "",
    timeout: float = 60,
    fresh: bool = False,
) -> CompletedProcess[str]:
    """Run `python -m` with these words to its end, as `subprocess.run` does; kill it after `timeout` seconds.

    With a PYTHONPATH, our data are imported again, from there; the bot keeps those that it has read.
    """
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(given.encode(errors="surrogateescape"))
        stdin.seek(0)
        streams = stdin.fileno(), stdout.fileno(), stderr.fileno()
        program = Program(*words, cwd=cwd, env=os.environ if env is None else env, streams=streams, fresh=fresh)
        try:
            code = program.wait(timeout)
        except TimeoutError:
            program.kill()
            raise
        said = [(file.seek(0), file.read().decode())[1] for file in (stdout, stderr)]
    return CompletedProcess(words, code, *said)


@cache
def _parent(fresh: bool) -> socket.socket:
    """Return the connection to the process that forks programs, `fresh` ones or not, which ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.programs", str(theirs.fileno()), *(["fresh"] if fresh else [])]
        process = subprocess.Popen(command, cwd=ROOT, env=without_settings(), pass_fds=[theirs.fileno()])

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _receive(connection: socket.socket) -> int:
    (number,) = _NUMBER.unpack(connection.recv(_NUMBER.size, socket.MSG_WAITALL))
    return int(number)


# In the process that forks, and in the forked ones

_IMPORTED = ("rules.__main__", "bot.program", "bot.simulation.runner", "tests.bot.on_loopback")


def _fork_programs(control: int, fresh: bool) -> list[str]:
    """Fork a program for each request, and return its words in it; exit when no more will come.

    Between both, a keeper waits for the program, and reports its id and its exit code.
    """
    for module in LIBRARIES if fresh else _ours():
        import_module(module)
    # A program ends without looking for garbage among what it, or this process for all of them, has imported.
    gc.freeze()
    atexit.register(gc.freeze)
    with socket.socket(fileno=control) as tests:
        while True:
            head, ends, *_ = socket.recv_fds(tests, _NUMBER.size, 4)
            if not head:
                with suppress(ChildProcessError):
                    while True:  # the time of the programs counts as that of the tests
                        os.wait()
                sys.exit()
            asked = tests.recv(_NUMBER.unpack(head)[0], socket.MSG_WAITALL)
            if os.fork() == 0:
                break
            for end in ends:
                os.close(end)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
    *streams, keeper = ends
    program = os.fork()
    for number, stream in enumerate(streams):
        if program == 0:
            os.dup2(stream, number)
        os.close(stream)
    with socket.socket(fileno=keeper) as connection:
        if program > 0:
            connection.sendall(_NUMBER.pack(program))
            connection.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])))
            os._exit(0)
    # Those of the parent know of its own whether they can seek.
    words, cwd, env = json.loads(asked)
    encoding = env.get("PYTHONIOENCODING")
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", encoding=encoding, closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding, "backslashreplace", closefd=False)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    if fresh:
        sys.path[:] = ["", *(one for one in sys.path if one not in ("", str(ROOT)))]
        sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in env
    if "PYTHONPATH" in env:
        sys.path[:0] = env["PYTHONPATH"].split(os.pathsep)
    if fresh or "PYTHONPATH" in env:
        for name in [one for one in sys.modules if one.partition(".")[0] in ("tests" if fresh else "data",)]:
            del sys.modules[name]
    return words


def _ours() -> list[str]:
    from bot.client import COGS

    return [*_IMPORTED, *(f"cogs.{cog}" for cog in COGS)]


if __name__ == "__main__":
    module, *words = _fork_programs(int(sys.argv[1]), fresh=sys.argv[2:] == ["fresh"])
    if module == "-c":
        sys.argv = [module, *words[1:]]
        exec(compile(words[0], "<string>", "exec"), {"__name__": "__main__"})
        sys.exit()
    sys.argv[1:] = words
    _ = sys.modules.pop(f"{module}.__main__", None) or sys.modules.pop(module, None)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
