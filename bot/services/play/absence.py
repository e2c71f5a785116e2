"""Absent players: the right to seat a replacement for them, and the log lines that report it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import BaseModel

from bot.game.people import OPPONENT, Call
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from bot.store.record import Record
from rules.game.game import Game
from rules.kernel.text import Text

SILENT_DAYS = 7
"""Days without an entry after which a player counts as gone."""
_DAY = 86_400.0

HasLeft = Callable[[str], Awaitable[bool]]
"""True if the player with this id has left the server."""


class AbsentPlayers(BaseModel, frozen=True):
    """Players who have left the server or have long been silent, by id, and the office that may replace them."""

    players: dict[str, Literal["left", "silent"]]
    office: Literal["server", "campaign"]


class Steward(NamedTuple):
    """The caller's rights outside the game: `manages` for its server, and a check who has left it."""

    manages: bool
    has_left: HasLeft


class Absences:
    """Finds the absent players whom a caller from outside the game may replace."""

    def __init__(self, record: Record, clock: Callable[[], float]) -> None:
        self._record, self._clock = record, clock

    async def find_absent(
        self, call: Call, live: ActiveGame, players: Sequence[str], steward: Steward
    ) -> AbsentPlayers | None:
        """Return the players as absent; None if one of them is still present.

        The caller has to manage the server or arbitrate the campaign of the game; for any other caller, return None.
        """
        found: dict[str, Literal["left", "silent"]] = {}
        if not steward.manages:
            link = await self._record.campaigns.battle_of(live.info.id)
            opened = await self._record.campaigns.open(link.campaign_id) if link else None
            if opened is None or opened.campaign.arbitrator != call.who.id:
                return None
        for id in players:
            if id == OPPONENT.id:
                return None
            last = await self._record.entries.last(live.info.id, 1, Wanted(by=id))
            if (last[-1].at if last else live.info.started_at) <= self._clock() - SILENT_DAYS * _DAY:
                found[id] = "silent"
            if await steward.has_left(id):
                found[id] = "left"
            if id not in found:
                return None
        return AbsentPlayers(players=found, office="server" if steward.manages else "campaign") if found else None


def replacement_notes(game: Game, call: Call, gone: AbsentPlayers) -> list[Text]:
    """Return the log lines about a replacement: the caller's right to make it, and the players replaced."""
    offices: Mapping[str, Text] = {
        "server": Text("{who} manages this server.", who=call.who.name),
        "campaign": Text("{who} is the arbitrator of this campaign.", who=call.who.name),
    }
    lines = [offices[gone.office]]
    for id, how in gone.players.items():
        name = game.players[id].name
        left = Text("{player} has left the server.", player=name)
        silent = Text("{player} has done nothing for {days} days.", player=name, days=SILENT_DAYS)
        lines.append(left if how == "left" else silent)
    return lines
