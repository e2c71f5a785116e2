"""A child process whose disk fails: `full`, `read_only`, or `broken` by the parent; then a URL.

It prints the error that the record reports.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from pathlib import Path

from bot.store import Record, Unavailable
from tests.bot.store.samples import games, shot, unit

_NOBODY = 65534


async def main(what: str, url: str) -> None:
    file = Path(url.partition(":///")[2])
    record = await Record.open(url)
    battle = await record.games.begin(
        guild_id="1", channel_id="20", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )
    await record.entries.append(battle.id, shot(1), *games(unit()))
    _begin(what, file, record)
    said = await _until_it_fails(record, battle.id)
    if what == "broken":  # permanently
        print(said)
        return
    kept = await record.games.last_number(battle.id)
    _end(what, file, record)
    await record.entries.append(battle.id, shot(kept + 1), *games(unit()))
    entries = await record.entries.all(battle.id)
    whole = entries == [shot(number) for number in range(1, kept + 2)]
    print(said + (", then all of them and one more" if whole else f", then {len(entries)} after {kept}"))
    await record.close()


def _begin(what: str, file: Path, record: Record) -> None:
    if what == "full":
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        room = file.with_name(f"{file.name}-wal").stat().st_size + 50_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    elif what == "read_only":
        if os.geteuid() == 0:
            _drop_root(file.parent)
        file.chmod(0o400)
        _reconnect(record)


def _end(what: str, file: Path, record: Record) -> None:
    if what == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    else:
        for one in file.parent.iterdir():  # SQLite gives the files that it makes beside ours the same rights
            one.chmod(0o600)
        _reconnect(record)


def _drop_root(folder: Path) -> None:
    """Drop root privileges, because root may write everywhere."""
    for one in (folder, *folder.iterdir()):
        os.chown(one, _NOBODY, _NOBODY)
    os.seteuid(_NOBODY)


def _reconnect(record: Record) -> None:
    """Reopen the file, because an open file keeps its old permissions."""
    record.database.engine.dispose()


async def _until_it_fails(record: Record, game_id: str) -> str:
    for number in range(2, 200):
        try:
            await record.entries.append(game_id, shot(number), *games(unit(models=number)))
        except Unavailable as error:
            return f"{error.kind} {error.written}"
    return "nothing"


asyncio.run(main(*sys.argv[1:]))
