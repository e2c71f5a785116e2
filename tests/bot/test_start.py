"""Starting: each obstacle is one sentence and exit code 1; obstacles of a database, in another process."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import typer

from bot.command_line.startup import catch_stop_signals, fast_loop, run_to_end
from bot.errors import AppError
from bot.gateway import FINAL
from bot.program import app
from bot.settings import names
from bot.store import StoreError
from tests.bot.runner import runner
from tests.programs import run, without_settings

ROOT = Path(__file__).parents[2]


def _run(folder: Path, *command: str, **settings: str) -> CompletedProcess[str]:
    return run("bot", *command, cwd=folder, env={**without_settings(), **settings})


def _refusal_of(done: CompletedProcess[str]) -> str:
    """Return the only sentence printed."""
    return _one_sentence(done.returncode, done.stdout, done.stderr)


def _one_sentence(code: int, out: str, err: str) -> str:
    assert code == 1, err
    assert not out
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1, err
    return err


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A function that returns the error of a command in this process, with these settings and an empty folder.

    Tests after it log as before.
    """
    root, named = logging.getLogger(), [logging.getLogger(name) for name in ("alembic", "discord")]
    handlers, levels = root.handlers[:], [one.level for one in (root, *named)]

    def refused(command: str, **settings: str) -> str:
        for name in [name for name in os.environ if name.upper().startswith(("ADJUTANT", "DISCORD"))]:
            monkeypatch.delenv(name)
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        done = runner.invoke(app, [command])
        assert isinstance(done.exception, SystemExit), done.exception
        return _one_sentence(done.exit_code, done.stdout, done.stderr)

    yield refused
    root.handlers[:] = handlers
    for one, level in zip((root, *named), levels, strict=True):
        one.setLevel(level)


def test_a_database_of_a_newer_adjutant(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with sqlite3.connect(file) as lite:
        lite.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        lite.execute("INSERT INTO alembic_version VALUES ('9999')")
    said = _refusal_of(_run(tmp_path, "run", DISCORD_TOKEN="a.b.c", ADJUTANT_DATABASE=str(file)))
    assert "newer than this Adjutant" in said
    assert "a.b.c" not in said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"ADJUTANT_DATABASE": ":memory:"}, "name a file"),
        ({"ADJUTANT_DATABSE": "a.sqlite"}, "did you mean ADJUTANT_DATABASE"),
        ({"ADJUTANT_LOG_LEVEL": "LOUD"}, "ADJUTANT_LOG_LEVEL"),
        ({"DISCORD_TOKEN": "a b"}, "DISCORD_TOKEN"),
    ],
)
def test_a_setting_that_cannot_be(here: Callable[..., str], settings: dict[str, str], said: str) -> None:
    assert said in here("run", **settings)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    file.write_text("not a database, but long enough to be read as the head of one\n" * 20)
    assert "cannot be used" in _refusal_of(_run(tmp_path, "run", DISCORD_TOKEN="a.b.c", ADJUTANT_DATABASE=str(file)))


def test_syncing_without_a_token(here: Callable[..., str], tmp_path: Path) -> None:
    assert "DISCORD_TOKEN is not set" in here("sync", ADJUTANT_DATABASE=str(tmp_path / "a.sqlite"))


def test_the_service_files_of_the_handbook_start_existing_programs() -> None:
    paper = (ROOT / "bot/OPERATING.md").read_text(encoding="utf-8")
    given = [line.split() for line in re.findall(r"ExecStart=\S+ -m bot (.+)", paper)]
    commands = {one.name or str(getattr(one.callback, "__name__", "")) for one in app.registered_commands}
    assert [words[0] for words in given] == ["run", "backup"]
    assert {words[0] for words in given} <= commands
    assert set(re.findall(r"^ +Environment=(\w+)=", paper, re.MULTILINE)) <= set(names())
    for file in ("compose.yaml", "compose.cluster.yaml"):
        assert "max-size: 10m" in (ROOT / file).read_text(encoding="utf-8")


class _Closed(discord.ConnectionClosed):
    def __init__(self, code: int) -> None:
        socket: Any = SimpleNamespace(close_code=code)
        super().__init__(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (AppError("No game."), "No game."),
        (StoreError("No database."), "No database."),
        (discord.LoginFailure(), FINAL[4004]),
        (_Closed(4011), FINAL[4011]),
        (_Closed(4000), "Discord cannot be reached: Shard ID 0 WebSocket closed with 4000"),
        (discord.GatewayNotFound(), "Discord cannot be reached: The gateway to connect to discord was not found."),
        (aiohttp.ClientError("lost\n again"), "Discord cannot be reached: lost again"),
        (asyncio.CancelledError(), "Stopped before all work in progress was finished."),
        (KeyboardInterrupt(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_bot_that_cannot_go_on_ends_with_one_sentence(
    capsys: pytest.CaptureFixture[str], error: BaseException, said: str | None
) -> None:
    async def work() -> None:
        raise error

    with pytest.raises(typer.Exit) if said else nullcontext() as ended:
        run_to_end(work())
    assert ended is None or ended.value.exit_code == 1
    assert capsys.readouterr() == ("", f"{said}\n" if said else "")


async def test_a_second_signal_ends_what_waits_for_the_first() -> None:
    before = signal.getsignal(signal.SIGTERM)

    async def work() -> bool:
        with catch_stop_signals() as asked:
            os.kill(os.getpid(), signal.SIGTERM)
            await asked.wait()
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(60)
        return True

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(work())
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(
    ("command", "package", "said"),
    [
        (
            "run",
            "local_server",
            "The local table needs simcord: install adjutant[local], or set DISCORD_TOKEN to serve Discord.",
        ),
        ("demo", "runner", "The demo needs simcord: install adjutant[local]."),
    ],
)
def test_a_command_without_its_packages_ends_with_a_sentence(
    here: Callable[..., str], monkeypatch: pytest.MonkeyPatch, command: str, package: str, said: str
) -> None:
    import_module(f"bot.simulation.{package}")
    monkeypatch.delattr(f"bot.simulation.{package}")
    for name in [one for one in sys.modules if one.startswith(("bot.simulation.", "simcord."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert here(command) == f"{said}\n"


def test_without_the_fast_event_loop_discord_is_served_by_python_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert fast_loop() is None


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop has no version for Windows")
def test_discord_is_served_by_the_fast_event_loop() -> None:
    found: list[str] = []

    async def look() -> None:
        found.append(type(asyncio.get_running_loop()).__module__)

    run_to_end(look(), fast_loop())
    run_to_end(look())
    assert found == ["uvloop", "asyncio.unix_events"]
