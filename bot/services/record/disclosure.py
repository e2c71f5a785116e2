"""Whether a game may be shown to somebody as it is, with all that was hidden in it.

While it goes on, to an umpire from whom nothing is hidden. After the end to everybody who was at it: but not to those
who have ended it by themselves, since they could reopen it and play on with what they have seen. What all sides agreed
to, an end with a winner, opens it to all.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.people import sides_of
from bot.game.registry import ActiveGame
from bot.game.visibility import is_card, knows
from bot.store.pasts import Wanted
from bot.store.record import Record
from rules.game.events import GameEnded
from rules.game.unit import Unit


def hides(live: ActiveGame, who: str) -> bool:
    """Whether anything at the table, or that has been there, is hidden from somebody."""
    return any(_hidden_from(live, who))


def _hidden_from(live: ActiveGame, who: str) -> Iterator[Unit]:
    units = (*live.game.units.values(), *live.game.departed.values())
    return (unit for unit in units if not knows(live.board, who, unit))


async def is_open(record: Record, live: ActiveGame, who: str) -> bool:
    """Whether the end of a game has opened it to somebody."""
    game = live.game
    if not game.over or live.info.state != "ended":
        return False
    if game.winner is not None:
        return True
    ended = await record.last_entries(live.info.id, 1, Wanted(kind="game end"), game.undone)
    by = ended[0].by if ended and any(isinstance(one, GameEnded) for one in ended[0].events) else None
    return by is not None and _against(live, who, by)


async def laid_open(record: Record, live: ActiveGame) -> bool:
    """Whether the end of a game has shown anybody what lay hidden: by itself, or by the report of the battle it is."""
    board, units = live.board, (*live.game.units.values(), *live.game.departed.values())
    if live.info.state != "ended" or not any(is_card(board, unit) for unit in units):
        return False
    if await record.battle_of(live.info.id) is not None:
        return True
    return any([hides(live, one) and await is_open(record, live, one) for one in live.game.players])


def _against(live: ActiveGame, who: str, by: str) -> bool:
    """Whether somebody sits at another side than whoever ended the game, and all that it opens to them was that
    side's: else it could have been ended for them, by a friend at a third side.
    """
    mine, theirs = sides_of(live.game, who), sides_of(live.game, by)
    if who == by or not mine or set(mine) & set(theirs):
        return False
    return not theirs or all(unit.side in theirs for unit in _hidden_from(live, who))


async def may_have_all(record: Record, live: ActiveGame, who: str) -> bool:
    """Whether somebody may have the complete file."""
    player = live.game.players.get(who)
    if live.info.state == "ended":
        return not hides(live, who) or await is_open(record, live, who)
    return player is not None and player.umpire and not hides(live, who)
