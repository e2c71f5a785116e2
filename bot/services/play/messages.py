"""The bot's memory of messages: deferred notices, forms with faults, and results and questions in the channel."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.store.record import Record
from rules.game.entry import Entry
from rules.kernel.text import Text

LATEST = 4096
"""Number of interactions remembered as begun; Discord delivers duplicates within seconds, if at all."""
MOST_OWED = 5
"""Maximum lines kept for one person."""
MOST_PEOPLE = 1000

_changes: ContextVar[set[str] | None] = ContextVar("changes", default=None)


class SideTurn(NamedTuple):
    """A side's turn in a game."""

    game: str
    turn: int
    phase: str | None
    holder: str | None

    @classmethod
    def of(cls, live: ActiveGame) -> SideTurn:
        return cls(live.info.id, live.game.turn, live.game.phase, live.game.holder)


class EphemeralHint(NamedTuple):
    """A private message that is useless once the next one of its kind follows, and the call that removes it.

    It was shown in the turn `when`. If it `passes`, it is useless once that turn is over, else once the game is.
    """

    message: int
    put_away: Callable[[], Awaitable[object]]
    kind: str
    when: SideTurn | None = None
    passes: bool = False

    def is_over(self, now: SideTurn | None) -> bool:
        if self.when is None or self.when == now:
            return False
        return self.passes or now is None or now.game != self.when.game


class Interactions:
    """The interactions of this run, and notices deferred for people. They are kept in memory only."""

    def __init__(self) -> None:
        self._begun: OrderedDict[int, None] = OrderedDict()
        self._owed: OrderedDict[str, deque[Text]] = OrderedDict()
        self._hints: OrderedDict[tuple[str, str], list[EphemeralHint]] = OrderedDict()
        self._speaking: list[tuple[set[str], asyncio.Event]] = []
        self.closed = False
        """True while the bot shuts down: further commands would be recorded and never answered."""

    def begin(self, interaction: int) -> bool:
        """Record that an interaction is being answered; return False for a duplicate, and while the bot shuts down."""
        if self.closed or interaction in self._begun:
            return False
        self._begun[interaction] = None
        if len(self._begun) > LATEST:
            self._begun.popitem(last=False)
        return True

    @staticmethod
    def watch(changes: set[str]) -> None:
        """Collect the games that change from here on, within this task, in `changes`."""
        _changes.set(changes)

    @staticmethod
    def on_game_changed(game: str) -> None:
        """Report that a game has a new entry, or another waiting question (see `Referee.notify_listeners`)."""
        changes = _changes.get()
        if changes is not None:
            changes.add(game)

    @contextmanager
    def mark_answering(self, changes: set[str]) -> Generator[None]:
        """Mark an answer about changes to these games as pending; see `wait_for_answers`."""
        one = (changes, asyncio.Event())
        self._speaking.append(one)
        try:
            yield
        finally:
            self._speaking.remove(one)
            one[1].set()

    async def wait_for_answers(self, game: str) -> None:
        """Wait until all pending answers about a game are sent, so that later messages appear below them."""
        for changes, done in list(self._speaking):
            if game in changes:
                await done.wait()

    async def wait_for_all_answers(self) -> None:
        """Wait until all pending answers are sent."""
        while self._speaking:
            await self._speaking[0][1].wait()

    def defer_notice(self, person: str, text: Text) -> None:
        """Defer a notice that could not be sent now to the person's next answer."""
        self._owed.setdefault(person, deque(maxlen=MOST_OWED)).append(text)
        if len(self._owed) > MOST_PEOPLE:
            self._owed.popitem(last=False)

    def flush_notices(self, person: str) -> list[Text]:
        """Return a person's deferred notices and forget them."""
        return list(self._owed.pop(person, ()))

    def hints(self, person: str, channel: str) -> Sequence[EphemeralHint]:
        """Return the private helpers that a person has open in a channel."""
        return self._hints.get((person, channel), ())

    def keep_hints(self, person: str, channel: str, kept: Sequence[EphemeralHint]) -> None:
        """Remember these private helpers of a person in a channel, and no others."""
        self._hints.pop((person, channel), None)
        if kept:
            self._hints[person, channel] = list(kept)
        if len(self._hints) > MOST_PEOPLE:
            self._hints.popitem(last=False)

    def take_outdated_hints(self, channel: str, now: SideTurn | None) -> list[EphemeralHint]:
        """Return and forget the private helpers in a channel whose turn or game is over; `now` is its present turn."""
        gone: list[EphemeralHint] = []
        for person, where in [key for key in self._hints if key[1] == channel]:
            before = self._hints[person, where]
            over = [one for one in before if one.is_over(now)]
            if over:
                self.keep_hints(person, where, [one for one in before if one not in over])
            gone += over
        return gone


# The input of forms with faults, kept for their correction.

MOST = 1000
"""Maximum number of forms kept; after a restart, every form starts empty."""

Typed = Mapping[str, Sequence[str]]
"""The values of the fields of a form, by field id."""


class Drafts:
    """The input of forms with faults, by person and question; in memory only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Typed] = OrderedDict()

    def keep(self, person: str, question: str, typed: Typed) -> None:
        self._kept[person, question] = typed
        self._kept.move_to_end((person, question))
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, person: str, question: str) -> Typed:
        """Return a person's last input for a form with faults; empty if there is none."""
        return self._kept.get((person, question), {})


# Messages of a game that still need work: results that could not be posted, and messages that show questions.


class ShownQuestion(NamedTuple):
    """A message that shows a question, by the ids of the question, the channel and itself."""

    question: str
    channel: str
    message: str


class QuestionMessages:
    """The messages that show questions, so that all of them lose their buttons once it is answered.

    They are in memory only: after a restart, a late click on an old message is answered by a message.
    """

    def __init__(self) -> None:
        self._shown: dict[str, list[ShownQuestion]] = {}

    def add(self, game: str, shown: ShownQuestion) -> None:
        """Record that a message shows a question of a game."""
        self._shown.setdefault(game, []).append(shown)

    def has_messages(self, game: str) -> bool:
        """True if there are messages with questions of a game that are not known to be closed."""
        return bool(self._shown.get(game))

    def take_over(self, game: str, standing: Mapping[str, str | None]) -> list[ShownQuestion]:
        """Return and forget the messages of questions that are closed, or that a later message shows again.

        `standing` maps each open question to its current message.
        """
        shown = self._shown.pop(game, [])
        kept = [one for one in shown if standing.get(one.question) == one.message]
        if kept:
            self._shown[game] = kept
        return [one for one in shown if one not in kept]


class ShownResult(NamedTuple):
    """A message that shows a result, the controls that it keeps when a newer one follows, and the call that edits it.

    `number` is its entry if dice were rolled, else 0. `crossed` renders it crossed out, once another entry, `by`, has
    replaced it.
    """

    message: str
    kept: Sequence[Any]
    edit: Callable[..., Awaitable[object]]
    number: int = 0
    crossed: Callable[[int], Mapping[str, Any]] = lambda _: {}
    by: int = 0


class ResultMessages:
    """The newest result message of each game, and older ones that still have outdated controls.

    Of several results in quick succession, only the last but one loses its controls, as it is still in view, and each
    removal is a request to Discord. Earlier ones keep theirs, as all do after a restart: a late click is answered by a
    message.
    """

    def __init__(self) -> None:
        self._newest: dict[str, ShownResult] = {}
        self._older: dict[str, ShownResult] = {}
        self._last_but_one: dict[str, str] = {}
        """The message in `_older` that showed the newest result of each game before the current one."""
        self._seen: frozenset[str] = frozenset()
        """The messages in `_older` at the previous `take`."""
        self._latest_roll: dict[str, ShownResult] = {}
        self._setups: dict[str, ShownResult] = {}
        self._drawn: Counter[str] = Counter()

    def record_setup(self, game: str, shown: ShownResult) -> None:
        """Record the setup message of a game; its controls become outdated once it is a side's turn."""
        self._setups[game] = shown

    def note_setup_done(self, game: str) -> None:
        """Record that the setup of a game is done."""
        before = self._setups.pop(game, None)
        if before is not None:
            self._older[before.message] = before

    def record_newest(self, game: str, shown: ShownResult, over: bool = False, instead_of: int | None = None) -> None:
        """Record the newest result message of a game; once a game is over, none keeps controls.

        The result of the entry that it replaces (`instead_of`) is crossed out.
        """
        before = self._newest.pop(game, None)
        self._older.pop(shown.message, None)
        if before is not None and before.message != shown.message:
            last = self._last_but_one.pop(game, "")
            if last in self._older and not (over or self._older[last].by):
                # An older result keeps its controls, unless its game is over or it has to be crossed out.
                del self._older[last]
            self._older[before.message] = before._replace(kept=()) if over else before
            if not over:
                self._last_but_one[game] = before.message
        rolled = self._latest_roll.pop(game, None)
        if rolled is not None and rolled.message != shown.message:
            if instead_of == rolled.number:
                self._older[rolled.message] = rolled._replace(by=shown.number)
            elif not shown.number and not over:
                self._latest_roll[game] = rolled
        if not over:
            self._newest[game] = shown
            if shown.number:
                self._latest_roll[game] = shown

    def find_outdated(self, message: str) -> ShownResult | None:
        """Return the result that a message shows, if a newer one exists and its controls are outdated."""
        return self._older.get(message)

    @contextmanager
    def lock_message(self, message: str) -> Generator[None]:
        """Lock a message while it is redrawn, so that its controls are not removed meanwhile."""
        self._drawn[message] += 1
        try:
            yield
        finally:
            self._drawn[message] -= 1

    def take(self) -> list[ShownResult]:
        """Return the results whose controls are to be removed now: those already outdated at the previous call."""
        self._drawn = +self._drawn
        found = [one for id, one in self._older.items() if id in self._seen and not self._drawn[id]]
        for one in found:
            del self._older[one.message]
        self._seen = frozenset(self._older)
        return found


# Results of expired questions that could not be posted because the bot lacked permission.

AGAIN = 300.0
"""Seconds between two attempts; Discord blocks bots that are refused too often."""
_KEY = "unshown"


class UnpostedResults:
    """The numbers of entries that could not be posted, by game; kept in the record across restarts."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lock = asyncio.Lock()
        self.next_try = 0.0

    async def add(self, game: str, number: int, now: float) -> None:
        """Record that an entry could not be posted just now, so that it is tried again later."""
        async with self._lock:
            found = await self._all()
            found[game] = sorted({*found.get(game, ()), number})
            await self._keep(found)
        self.next_try = now + AGAIN

    async def take(self, game: str, number: int) -> None:
        """Forget an entry that has been posted, or that never will be."""
        async with self._lock:
            found = await self._all()
            left = [one for one in found.pop(game, ()) if one != number]
            await self._keep(found | ({game: left} if left else {}))

    async def due_entries(self, now: float) -> list[tuple[str, int]]:
        """Return the games and entry numbers to try now, the oldest of each game first."""
        if now < self.next_try:
            return []
        self.next_try = now + AGAIN
        return [(game, number) for game, numbers in (await self._all()).items() for number in numbers]

    async def of_game(self, live: ActiveGame) -> list[Entry]:
        """Return the unposted entries of one game."""
        found = [
            await self._record.entries.get(live.info.id, number) for number in (await self._all()).get(live.info.id, ())
        ]
        return [entry for entry in found if entry is not None]

    async def result(self, live: ActiveGame, number: int) -> CommandResult:
        """Return the result of an entry, on the board as it was then."""
        before = live.board_with(await self._record.states.before_entry(live.info.id, number))
        entry = await self._record.entries.get(live.info.id, number)
        assert entry is not None, "unposted entries are in the record"
        return CommandResult(live.info.id, entry, before, before.after(entry.events))

    async def _all(self) -> dict[str, list[int]]:
        return json.loads(await self._record.remember(_KEY) or "{}")

    async def _keep(self, found: dict[str, list[int]]) -> None:
        await self._record.remember(_KEY, json.dumps(found))
