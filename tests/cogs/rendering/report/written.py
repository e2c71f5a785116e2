"""Reports of the tests' battles, and of games with hostile names."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bot.game.people import Person
from bot.services import Services
from bot.store import Record, StoredGame
from cogs.rendering.report import report
from data.texts import language
from tests.bot.fought import open_battle, services_over
from tests.bot.playing import PLACE, call, fire

HOSTILE = (
    "=cmd()", "+1", "-1", "@everyone", "<script>alert(1)</script>", "a|b", "`x`", "**bold**", "\u05d0\u05d1\u05d2 abc",
    "[free](https://evil.example)", "</title><img src=x onerror=alert(1)>", "# Title", "&lt;b&gt;", "{{ 7*7 }}",
    '"quoted", x',
)  # fmt: skip
_MADE: dict[tuple[str, str, str], bytes] = {}


async def of_battle(system: str, kind: str, locale: str = "en") -> bytes:
    """Return the report of a system's battle, for a reader who sees everything: made once in a process."""
    if (system, kind, locale) not in _MADE:
        with tempfile.TemporaryDirectory() as folder:
            record, info = await open_battle(system, Path(folder) / "fought.sqlite")
            _MADE[system, kind, locale] = await _make_report(record, info, kind, locale)
            await record.close()
    return _MADE[system, kind, locale]


async def of_game(services: Services, kind: str, reader: str | None = None, open_: bool = True) -> bytes:
    """Return the report of the test's game."""
    info = await services.record.games.in_channel(PLACE.channel) or await services.record.games.last_in_channel(
        PLACE.channel
    )
    assert info
    return await services.exports.report(info, report(kind, language("en"), reader, open_))


async def _make_report(record: Record, info: StoredGame, kind: str, locale: str) -> bytes:
    return await services_over(record).exports.report(info, report(kind, language(locale), None, open_=True))


async def play_with_names(services: Services, *names: str) -> None:
    """Play a game whose units, side, player, title and reason have these names."""
    await services.lifecycle.new(call(), "fubar", names[0])
    await services.seats.join(call(), names[-1])
    await services.seats.join(call(Person("600", names[0])), names[-1])
    for nth, name in enumerate(names):
        await services.roster.add(call(), name, "marines", "Blue" if nth == 1 else names[-1])
    live = await services.games.require_game(PLACE)
    one, other = list(live.game.units.values())[:2]
    await fire(services, one.name, other.name)
    await services.table_objects.score(call(), live.game.sides[0], 2, names[1])
    await services.endings.end(call(), None, " ".join(names))
