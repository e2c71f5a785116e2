"""Every command of `python -m bot` with its options, good and bad, in scripts (`tests/console.py`).

The record of a script holds a game of each system, one of which is over and another paused, a campaign and forces.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

import pytest

from bot import heartbeat
from bot.game.people import Person, Place
from bot.program import app
from bot.services.campaign import campaign_file
from bot.services.record import game_import
from data import SYSTEMS
from tests.bot import campaigning, playing
from tests.bot.playing import BOB, call, fire
from tests.bot.runner import runner
from tests.cogs.made_once import create_database
from tests.cogs.table import Loaded, services_on
from tests.console import NOW, Console, Done
from tests.proving import seeds

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=[one.stem for one in SCRIPTS])
def test_each_command_prints_the_same(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    ids = (UUID(f"{number:x}" * 16) for number in count(0xA1))
    for drawing in (game_import, campaign_file):
        monkeypatch.setattr(drawing, "uuid4", lambda: next(ids))
    create_database(tmp_path / "games.sqlite", _record())
    monkeypatch.setenv("ADJUTANT_DATABASE", "games.sqlite")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    Console(tmp_path, {"bot": run_bot, "beat": _beat}, monkeypatch).check(script)


def run_bot(words: Sequence[str], given: bytes) -> Done:
    done = runner.invoke(app, words, input=given, prog_name="python -m bot")
    assert done.exception is None or isinstance(done.exception, SystemExit), words
    return Done(done.exit_code, done.stdout_bytes, done.stderr_bytes)


def _beat(words: Sequence[str], given: bytes) -> Done:
    """Leave a sign of life of a bot that was in touch so many seconds ago, or end it."""
    file = Path("games.sqlite.beat").absolute()
    if words:
        heartbeat.beat(file, NOW - float(words[0]), " ".join(words[1:]))
    else:
        heartbeat.record_stop(file)
    return Done(0, b"", b"")


@cache
def _record() -> bytes:
    with TemporaryDirectory(prefix="adjutant-") as folder:
        file = Path(folder) / "games.sqlite"
        asyncio.run(_play(file))
        return file.read_bytes()


async def _play(file: Path) -> None:
    dice, ids = Loaded(), count(1)
    services = await services_on(file, dice, "run1", seeds())
    begin = services.record.games.begin
    services.record.games.begin = lambda *args, **more: begin(*args, **{**more, "id": f"{next(ids):x}" * 32})
    for channel, system in enumerate(sorted(SYSTEMS, key=lambda one: one.key != "fubar"), 20):
        where = Place("1", str(channel))
        await services.lifecycle.demo(call(where=where), system.key)
        await services.seats.join(call(where=where), "Red")
        await services.seats.join(call(BOB, where=where), "Blue")
    await fire(services)
    await services.endings.end(call())
    await services.preferences.pause(call(where=Place("1", "21")))
    await services.saved_forces.save(call(where=Place("1", "22")), "Mine")
    await campaigning.enlist_units(services)
    dee, where = Person("600", "Dee"), Place("1", "27")
    await services.seats.join(call(dee, where=where), "Blue")
    await services.seats.leave(call(dee, where=where))
    await services.record.close()
