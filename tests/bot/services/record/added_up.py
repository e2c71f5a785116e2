"""Statistics of whole games, for tests that have all entries; the bot computes them in portions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.services.record.luck import LuckFold, LuckReport
from bot.services.record.statistics import Statistics
from bot.services.record.statistics_fold import StatisticsFold
from rules.command.system import System
from rules.game.entry import Entry


def statistics_of(
    entries: Iterable[Entry], system: System, hidden: Collection[str] = (), turning: bool = True
) -> Statistics:
    """Return the statistics of a game, without the `hidden` units."""
    entries = tuple(entries)
    fold = StatisticsFold(system, _undone_entries(entries), frozenset(hidden))
    for entry in entries:
        fold.add(entry)
    return fold.statistics(turning)


def luck_of(entries: Iterable[Entry], system: System, player: str | None = None, kind: str | None = None) -> LuckReport:
    """Return the luck of each side, or of one player by id; optionally of one kind of roll."""
    entries = tuple(entries)
    fold = LuckFold(system, _undone_entries(entries), player, kind)
    for entry in entries:
        fold.add(entry)
    return fold.report()


def _undone_entries(entries: Iterable[Entry]) -> set[int]:
    return {entry.undoes for entry in entries if entry.undoes is not None}
