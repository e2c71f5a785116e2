"""The past of games, without reading whole games: their last entries, and the game before an entry.

Nothing here is stored: it is computed from the entries, updated at every use, and restarted from an earlier mark if an
undo reaches further back. All work runs in the threads of the store, and a long game is read in several passes, so that
no thread, and no other game, is blocked for longer than one of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, func, or_, select

from bot.store import rows
from bot.store.tables import ENTRY, ENTRY_UNIT
from rules.game.entry import Entry, Past, play_back
from rules.game.events import StateCounted, StateSet
from rules.game.game import Game
from rules.kernel.dice import Cause

STEP = 25
"""Entries between two marks, which are stored games; of older marks, only every tenth is kept."""
GAMES = 32
"""Maximum games remembered; those used last are."""
LATEST, SPARSE = 8, 10
PORTION = 100
GO = 500
"""Entries read before other work gets its turn."""

_OF_GAME = ENTRY.c.game_id == bindparam("game")
_BODIES = (
    select(ENTRY.c.number, ENTRY.c.body)
    .where(_OF_GAME, ENTRY.c.number > bindparam("after"), ENTRY.c.number <= bindparam("last"))
    .order_by(ENTRY.c.number)
)
_LAST = select(func.max(ENTRY.c.number)).where(_OF_GAME)
_UNDOS = select(ENTRY.c.undoes, ENTRY.c.number).where(
    _OF_GAME, ENTRY.c.number > bindparam("after"), ENTRY.c.undoes.is_not(None)
)


class MoreToRead(Exception):
    """Raised if there is more to read than fits in one pass, so that the caller has to repeat the call."""


@dataclass
class _Remembered:
    """The remembered past of one game up to its entry `number`."""

    lock: Lock = field(default_factory=Lock)
    number: int = 0
    marks: list[tuple[int, Game]] = field(default_factory=lambda: [(0, Game())])
    last: list[Entry] = field(default_factory=list[Entry])
    """The entries since the last mark."""
    undone: dict[int, int] = field(default_factory=dict[int, int])
    """The numbers of undone entries, each with the number of the undoing entry."""
    setters: dict[Cause, list[tuple[int, str]]] = field(
        default_factory=lambda: defaultdict[Cause, list[tuple[int, str]]](list)
    )
    """The entries that added a state to a unit, with their commands."""

    @property
    def at(self) -> int:
        """The number of the last entry in memory, or of the last mark if none follows it."""
        return self.last[-1].number if self.last else self.marks[-1][0]


class Pasts:
    """The recently read games. Every method raises MoreToRead as long as more must be read first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._games: OrderedDict[str, _Remembered] = OrderedDict()

    def forget(self) -> None:
        """Drop all remembered games, because their entries have changed."""
        with self._lock:
            self._games.clear()

    def enough(self, read: Connection, game_id: str, enough: Callable[[Sequence[Entry]], bool]) -> Past:
        """Return as few of the last entries as make `enough` True, or all of them."""
        known = self._of(game_id)
        with known.lock:
            _bring_up(read, game_id, known)
            entries, marks = [*known.last], [*known.marks]
            at, base = marks.pop()
            while marks and not enough(entries):
                until, (at, base) = at, marks.pop()
                entries = [*_read(read, game_id, at, until), *entries]
            return Past.from_base(base, entries)

    def before(self, read: Connection, game_id: str, number: int) -> Game:
        """Return the game before an entry, without the effect of later undos."""
        known = self._of(game_id)
        with known.lock:
            _bring_up(read, game_id, known)
            stood = min((gone for gone, by in known.undone.items() if by >= number), default=number)
            at, base = known.marks[bisect_left(known.marks, min(stood, number), key=_place) - 1]
            entries = known.last if at == known.marks[-1][0] else _read(read, game_id, at, number)
            return play_back([entry for entry in entries if entry.number < number], base.copy())

    def setting_entry(
        self, read: Connection, game_id: str, cause: Cause, number: int, never: Container[str]
    ) -> int | None:
        """Return the last active entry before `number` that gave a unit a state, except by commands in `never`."""
        known = self._of(game_id)
        with known.lock:
            _bring_up(read, game_id, known)
            found = known.setters.get(cause, [])
            stand = (one for one, by in reversed(found) if one < number and one not in known.undone and by not in never)
            return next(stand, None)

    def _of(self, game_id: str) -> _Remembered:
        with self._lock:
            found = self._games.setdefault(game_id, _Remembered())
            self._games.move_to_end(game_id)
            while len(self._games) > GAMES:
                self._games.popitem(last=False)
            return found


def _bring_up(read: Connection, game_id: str, known: _Remembered) -> None:
    """Read the entries since the last call; forget the game if that fails midway. Raises MoreToRead."""
    last = read.execute(_LAST, {"game": game_id}).scalar() or 0
    if last == known.number:
        return
    try:
        _catch_up(read, game_id, known, last)
    except BaseException:
        known.number, known.marks, known.last = 0, [(0, Game())], []
        known.undone.clear()
        known.setters.clear()
        raise
    if known.at < last:
        raise MoreToRead


def _catch_up(read: Connection, game_id: str, known: _Remembered, last: int) -> None:
    """Read the next entries of a game, as many as fit in one pass."""
    undos = {row.undoes: row.number for row in read.execute(_UNDOS, {"game": game_id, "after": known.number})}
    fresh = [gone for gone, by in undos.items() if known.undone.get(gone) != by]
    known.undone |= undos
    if fresh and min(fresh) <= known.marks[-1][0]:
        # If an entry before the last mark was undone, only the marks before that entry are valid.
        del known.marks[bisect_left(known.marks, min(fresh), key=_place) :]
        known.last = []
    until = min(last, known.at + GO)
    while known.at < until:
        _go_on(read, game_id, known, min(until, known.at + PORTION), last)


def _go_on(read: Connection, game_id: str, known: _Remembered, until: int, last: int) -> None:
    """Read the entries after the known ones, and set marks; `last` is the game's last number."""
    # Entries before a mark are never returned, so their events suffice.
    made = rows.events_only if until <= last - 2 * STEP else rows.entry
    for entry in _read(read, game_id, known.at, until, made):
        known.last.append(entry)
        if entry.number > known.number:
            for event in entry.events:
                if isinstance(event, StateSet | StateCounted):
                    gives = event.change > 0 if isinstance(event, StateCounted) else event.value is not None
                    if gives:
                        known.setters[Cause(event.state, event.unit)].append((entry.number, entry.command))
            known.number = entry.number
    _mark(known)


def _mark(known: _Remembered) -> None:
    """Set marks so that `STEP` to twice as many entries follow the last one, and thin out old marks."""
    while len(known.last) >= 2 * STEP:
        passed, base = known.last[:STEP], known.marks[-1][1]
        known.marks.append((passed[-1].number, play_back(passed, base.copy(), known.undone)))
        del known.last[:STEP]
        if len(known.marks) > LATEST and known.marks[-LATEST][0] % (STEP * SPARSE):
            del known.marks[-LATEST]


def _read(read: Connection, game_id: str, after: int, last: int, made: rows.Made = rows.entry) -> list[Entry]:
    found = read.execute(_BODIES, {"game": game_id, "after": after, "last": last})
    return rows.entries(found.all(), after, made)


def _place(mark: tuple[int, Game]) -> int:
    return mark[0]


# Searches for entries.


@dataclass(frozen=True)
class Wanted:
    """A search for entries; an empty field sets no condition.

    `kind` is a command or its action, `by` a person, `dice` limits it to entries with an action played, and `unit` is
    the id of a unit that took part or was affected.
    """

    kind: str = ""
    unit: str = ""
    by: str = ""
    dice: bool = False

    def of_game(self, game_id: str) -> ColumnElement[bool]:
        """Return the condition for matching rows of a game."""
        kind, unit = rows.clean(self.kind), ENTRY_UNIT.c.unit_id == rows.clean(self.unit)
        concerned = exists().where(unit, ENTRY_UNIT.c.game_id == game_id, ENTRY_UNIT.c.number == ENTRY.c.number)
        return and_(
            ENTRY.c.game_id == game_id,
            *([or_(ENTRY.c.command == kind, ENTRY.c.action == kind)] if self.kind else []),
            *([ENTRY.c.by_user == rows.clean(self.by)] if self.by else []),
            *([ENTRY.c.played] if self.dice else []),
            *([concerned] if self.unit else []),
        )
