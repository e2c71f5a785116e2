"""What has happened: the log, and why a result was what it was."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.dependencies import standing
from bot.resolution.referee import Referee
from rules.dice import Cause
from rules.entry import Entry
from rules.events import StateCounted, StateSet
from rules.game import play_back
from rules.resolve import kept_book
from rules.system import Board
from rules.text import Text

LOG_MOST = 50
_LASTING = ("game new", "game reopen", "game pause", "game move")
"""Commands that have an effect of their own: what they did is not in their events."""


class History:
    """The record of the running game, to be read."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def of_game(self, call: Call, game: str, number: int) -> Entry:
        """An entry of the game that is played in the channel; raises Refusal for another game's."""
        live = await self._games.at(call.where)
        found = await self._record.entry(live.info.id, number) if live.info.id == game else None
        if found is None:
            raise Refusal(Text("That belongs to an earlier game."))
        return found

    async def board_before(self, call: Call, number: int) -> Board:
        """The board as it was before an entry."""
        live = await self._games.at(call.where)
        entries = await self._record.entries(live.info.id)
        amended = entries[number - 1].undoes
        while amended is not None:  # an amendment was played on the board before the entry that it amends
            number, amended = amended, entries[amended - 1].undoes
        game = play_back([entry for entry in entries if entry.number < number])
        return Board(game, live.system, kept_book(live.system, game.rulings))

    async def causes(self, call: Call, entry: Entry) -> dict[Cause, int]:
        """Which entry set each state that the ledgers of an entry speak of, among those that still stand."""
        named = {line.cause for play in entry.plays for throw in play.throws for line in throw.ledger}
        if named <= {None}:
            return {}
        live = await self._games.at(call.where)
        before = [one for one in standing(await self._record.entries(live.info.id)) if one.number < entry.number]
        return {cause: one.number for one in before for cause in named if cause and sets(one, cause)}

    async def log(self, call: Call, last: int = 10, kind: str = "", unit: str = "", by: str = "") -> list[Entry]:
        """The last entries, newest last, of one kind, about one unit or by one person where asked."""
        live = await self._games.at(call.where)
        entries = await self._record.entries(live.info.id)
        wanted = [entry for entry in entries if _fits(entry, kind, unit, by)]
        return wanted[-min(last, LOG_MOST) :]

    async def entry(self, call: Call, number: int | None = None) -> tuple[ActiveGame, Entry]:
        """One entry in full: the numbered one, or the last one with dice; raises Refusal."""
        live = await self._games.at(call.where)
        if number is not None:
            found = await self._record.entry(live.info.id, number)
            if found is None:
                raise Refusal(
                    Text(
                        "There is no entry {number}; the last one is {last}.",
                        number=number,
                        last=live.game.number,
                    )
                )
            return live, found
        for entry in reversed(await self._record.entries(live.info.id)):
            if entry.plays and entry.number not in live.game.undone:
                return live, entry
        raise Refusal(Text("Nothing has been thrown in this game yet."))


def sets(entry: Entry, cause: Cause) -> bool:
    """Whether an entry gave a unit a state, or more of it."""
    for event in entry.events:
        if isinstance(event, StateSet) and event.value is not None and (event.state, event.unit) == cause:
            return True
        if isinstance(event, StateCounted) and event.change > 0 and (event.state, event.unit) == cause:
            return True
    return False


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
