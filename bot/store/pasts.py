"""Looking back at games without reading all of them: their last entries, and the game as it was before one.

Nothing here is ever written: it is worked out from the entries, brought up to the last of them at every use, and begun
anew where an undo reaches behind it. Everything runs in the threads of the store, and a long game is brought up in
several goes, so that no thread, and no game, is kept from others for longer than one of them takes.
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
"""There is a mark every so many entries; of the older ones every tenth is left."""
GAMES = 32
"""How many games are remembered, those used last."""
LATEST, SPARSE = 8, 10
PORTION = 100
GO = 500
"""How many entries are read before others have their turn."""

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


class Behind(Exception):
    """There is more to be read than in one go: whoever looks back asks again."""


@dataclass
class _Remembered:
    """What is remembered of one game up to its entry `number`."""

    lock: Lock = field(default_factory=Lock)
    number: int = 0
    marks: list[tuple[int, Game]] = field(default_factory=lambda: [(0, Game())])
    last: list[Entry] = field(default_factory=list[Entry])
    """The entries since the last mark."""
    undone: dict[int, int] = field(default_factory=dict[int, int])
    """What has been undone, and by which entry."""
    setters: dict[Cause, list[tuple[int, str]]] = field(
        default_factory=lambda: defaultdict[Cause, list[tuple[int, str]]](list)
    )
    """The entries that gave a unit a state or more of it, with their commands."""

    @property
    def at(self) -> int:
        """The number of the last entry that is played on from the last mark, or stands in it."""
        return self.last[-1].number if self.last else self.marks[-1][0]


class Pasts:
    """The games that somebody has looked back at. Every look raises Behind as long as more is to be read first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._games: OrderedDict[str, _Remembered] = OrderedDict()

    def forget(self) -> None:
        """Read everything anew: somebody has changed what was written."""
        with self._lock:
            self._games.clear()

    def enough(self, read: Connection, game_id: str, enough: Callable[[Sequence[Entry]], bool]) -> Past:
        """As few of the last entries as are `enough`, or all of them."""
        known = self._of(game_id)
        with known.lock:
            _bring_up(read, game_id, known)
            entries, marks = [*known.last], [*known.marks]
            at, base = marks.pop()
            while marks and not enough(entries):
                until, (at, base) = at, marks.pop()
                entries = [*_read(read, game_id, at, until), *entries]
            return Past.since(base, entries)

    def before(self, read: Connection, game_id: str, number: int) -> Game:
        """The game as it was before an entry, when nothing that came later had been undone."""
        known = self._of(game_id)
        with known.lock:
            _bring_up(read, game_id, known)
            stood = min((gone for gone, by in known.undone.items() if by >= number), default=number)
            at, base = known.marks[bisect_left(known.marks, min(stood, number), key=_place) - 1]
            entries = _since(read, game_id, known, at) if at >= known.marks[-1][0] else _read(read, game_id, at, number)
            return play_back([entry for entry in entries if entry.number < number], base.copy())

    def set_by(self, read: Connection, game_id: str, cause: Cause, number: int, never: Container[str]) -> int | None:
        """The last entry before `number` that gave a unit a state and stands, of other commands than `never`."""
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
    """Read what was written since; what is half read is forgotten. Raises Behind."""
    last = read.execute(_LAST, {"game": game_id}).scalar() or 0
    if last == known.number and known.at == last:
        return
    try:
        _catch_up(read, game_id, known, last)
    except BaseException:
        known.number, known.marks, known.last = 0, [(0, Game())], []
        known.undone.clear()
        known.setters.clear()
        raise
    if known.at < last:
        raise Behind


def _catch_up(read: Connection, game_id: str, known: _Remembered, last: int) -> None:
    """Read the next entries of a game, as many as one go takes."""
    undos = {row.undoes: row.number for row in read.execute(_UNDOS, {"game": game_id, "after": known.number})}
    fresh = [gone for gone, by in undos.items() if known.undone.get(gone) != by]
    known.undone |= undos
    if fresh and min(fresh) <= known.marks[-1][0]:
        # An entry before the last mark is no more: only the marks before it hold.
        del known.marks[bisect_left(known.marks, min(fresh), key=_place) :]
        known.last = []
    until = min(last, known.at + GO)
    while known.at < until:
        _go_on(read, game_id, known, min(until, known.at + PORTION), last)


def _go_on(read: Connection, game_id: str, known: _Remembered, until: int, last: int) -> None:
    """Read what comes after the entries that there are, and set marks; `last` is that of the game."""
    # What is left behind a mark is never handed out: of it the events are enough.
    made = rows.events_only if until <= last - 2 * STEP else rows.entry
    for entry in _read(read, game_id, known.at, until, made):
        known.last.append(entry)
        if entry.number > known.number:
            _note(known, entry)
            known.number = entry.number
    _mark(known)


def _mark(known: _Remembered) -> None:
    """Set marks so that between one and two steps are left behind the last, and thin out the old ones."""
    while len(known.last) >= 2 * STEP:
        passed, base = known.last[:STEP], known.marks[-1][1]
        known.marks.append((passed[-1].number, play_back(passed, base.copy(), known.undone)))
        del known.last[:STEP]
        if len(known.marks) > LATEST and known.marks[-LATEST][0] % (STEP * SPARSE):
            del known.marks[-LATEST]


def _note(known: _Remembered, entry: Entry) -> None:
    for event in entry.events:
        if isinstance(event, StateSet | StateCounted) and _gives(event):
            known.setters[Cause(event.state, event.unit)].append((entry.number, entry.command))


def _gives(event: StateSet | StateCounted) -> bool:
    return event.change > 0 if isinstance(event, StateCounted) else event.value is not None


def _since(read: Connection, game_id: str, known: _Remembered, at: int) -> list[Entry]:
    if at == known.marks[-1][0]:
        return known.last
    return [*_read(read, game_id, at, known.marks[-1][0]), *known.last]


def _read(read: Connection, game_id: str, after: int, last: int, made: rows.Made = rows.entry) -> list[Entry]:
    found = read.execute(_BODIES, {"game": game_id, "after": after, "last": last})
    return rows.entries(found.all(), after, made)


def _place(mark: tuple[int, Game]) -> int:
    return mark[0]


# Entries that somebody looks for.


@dataclass(frozen=True)
class Wanted:
    """A search for entries; what is empty is no condition.

    `kind` is a command or the action it was given for, `by` a person, `dice` whether an action was played, and `unit`
    the id of one that took part, or that something happened to.
    """

    kind: str = ""
    unit: str = ""
    by: str = ""
    dice: bool = False

    def of_game(self, game_id: str) -> ColumnElement[bool]:
        """What is so of the rows that are wanted of a game."""
        kind, unit = rows.clean(self.kind), ENTRY_UNIT.c.unit_id == rows.clean(self.unit)
        concerned = exists().where(unit, ENTRY_UNIT.c.game_id == game_id, ENTRY_UNIT.c.number == ENTRY.c.number)
        return and_(
            ENTRY.c.game_id == game_id,
            *([or_(ENTRY.c.command == kind, ENTRY.c.action == kind)] if self.kind else []),
            *([ENTRY.c.by_user == rows.clean(self.by)] if self.by else []),
            *([ENTRY.c.played] if self.dice else []),
            *([concerned] if self.unit else []),
        )
