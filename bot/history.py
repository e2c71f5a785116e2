"""What has happened: undo, the log, and why a result was what it was."""

from __future__ import annotations

from collections.abc import Iterable

from bot.access import seated
from bot.answer import Answer
from bot.errors import Refusal
from bot.live import Live
from bot.people import Call
from bot.referee import Referee, replanned
from rules.board import Board
from rules.entry import Entry
from rules.events import Queue
from rules.game import play_back
from rules.resolve import book_of

LOG_MOST = 50
_LASTING = ("game new", "game reopen", "game pause", "game move")
"""Commands that have an effect of their own: what they did is not in their events."""


class History:
    """The record of the running game, read and taken back."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def of_game(self, call: Call, game: str, number: int) -> Entry:
        """An entry of the game that is played in the channel; raises Refusal for another game's."""
        live = await self._games.at(call.where)
        found = await self._record.entry(live.info.id, number) if live.info.id == game else None
        if found is None:
            raise Refusal("That belongs to a game that is not played here now.")
        return found

    async def board_before(self, call: Call, number: int) -> Board:
        """The board as it was before an entry."""
        live = await self._games.at(call.where)
        entries = await self._record.entries(live.info.id)
        game = play_back([entry for entry in entries if entry.number < number])
        return Board(game, live.system, book_of(live.system, game.rulings))

    @replanned
    async def undo(self, call: Call, number: int | None = None) -> Answer:
        """Take back the last standing entry; its bot dice come out first at the next throw of such dice.

        Raises Refusal for an entry that is not the last one standing, or that somebody else gave.
        """
        live = await self._games.at(call.where)
        async with live.lock:
            player = seated(live.game, call.who)
            entries = await self._record.entries(live.info.id)
            entry = _last_standing(entries, number)
            if not player.umpire and entry.by != call.who.id:
                raise Refusal(f"Entry {entry.number} is not yours to take back: ask whoever gave it, or the umpire.")
            return await self._taken_back(live, call, entries, entry)

    async def _taken_back(self, live: Live, call: Call, entries: list[Entry], entry: Entry) -> Answer:
        before = live.board
        rest = play_back([one for one in entries if one.number != entry.number])
        queues = [Queue(sides=sides, faces=faces) for sides, faces in returned(entry, before.game.queues).items()]
        undo = Entry.model_construct(
            number=before.game.number + 1,
            command="undo",
            by=call.who.id,
            at=self._referee.clock(),
            side=entry.side,
            events=tuple(queues),
            version=live.system.about.version,
            rulings=dict(rest.rulings),
            undoes=entry.number,
            title=f"Undone: {entry.title or entry.command} (entry {entry.number})",
            notes=_dice_note(queues),
            source=call.source,
        )
        after = before._replace(game=play_back([*entries, undo]))
        answer = await self._referee.write(live, Answer(live.info.id, undo, before, after, undo.title))
        if not answer.again:
            live.game = after.game
        return answer

    async def log(self, call: Call, last: int = 10, kind: str = "", unit: str = "", by: str = "") -> list[Entry]:
        """The last entries, newest last, of one kind, about one unit or by one person where asked."""
        live = await self._games.at(call.where)
        entries = await self._record.entries(live.info.id)
        wanted = [entry for entry in entries if _fits(entry, kind, unit, by)]
        return wanted[-min(last, LOG_MOST) :]

    async def entry(self, call: Call, number: int | None = None) -> tuple[Live, Entry]:
        """One entry in full: the numbered one, or the last one with dice; raises Refusal."""
        live = await self._games.at(call.where)
        if number is not None:
            found = await self._record.entry(live.info.id, number)
            if found is None:
                raise Refusal(f"There is no entry {number}; the last one is {live.game.number}.")
            return live, found
        for entry in reversed(await self._record.entries(live.info.id)):
            if entry.plays and entry.number not in live.game.undone:
                return live, entry
        raise Refusal("Nothing has been thrown in this game yet.")


def _last_standing(entries: list[Entry], number: int | None) -> Entry:
    undone = {entry.undoes for entry in entries if entry.undoes is not None}
    standing = [entry for entry in entries if entry.number not in undone and entry.undoes is None]
    standing = [entry for entry in standing if entry.command not in _LASTING]
    if number in undone:
        raise Refusal(f"Entry {number} is undone already.")
    if not standing:
        raise Refusal("There is nothing to undo.")
    if number is not None and standing[-1].number != number:
        if number not in [entry.number for entry in standing]:
            raise Refusal(f"There is no entry {number} to undo; the last one is {standing[-1].number}.")
        raise Refusal(f"Later entries stand on it: undo entry {standing[-1].number} first.")
    return standing[-1]


def returned(entry: Entry, queues: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """The queues once the bot's dice of an entry lie at their heads again, in the order they were thrown.

    `queues` are those after the entry: what it drew from them is gone from there, what later undos gave back is not.
    """
    thrown: dict[int, list[int]] = {}
    for throw in (throw for play in entry.plays for throw in play.throws if throw.source == "bot"):
        thrown.setdefault(throw.sides, []).extend(throw.faces)
    return {sides: (*faces, *queues.get(sides, ())) for sides, faces in thrown.items()}


def _dice_note(queues: Iterable[Queue]) -> tuple[str, ...]:
    return tuple(
        f"The bot's d{queue.sides} come out again first, in this order: {' '.join(map(str, queue.faces))}."
        for queue in queues
        if queue.faces
    )


def _fits(entry: Entry, kind: str, unit: str, by: str) -> bool:
    if kind and entry.command != kind and entry.request.get("action") != kind:
        return False
    if by and entry.by != by:
        return False
    return not unit or any(unit in play.roles.values() for play in entry.plays) or _touches(entry, unit)


def _touches(entry: Entry, unit: str) -> bool:
    return any(
        unit in (getattr(event, "unit", None), getattr(getattr(event, "unit", None), "id", None))
        for event in entry.events
    )
