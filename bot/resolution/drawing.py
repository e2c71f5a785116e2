"""Which dice a command may draw on: those that wait for its side, and that no other open question has drawn."""

from __future__ import annotations

from bot.dice.bot_dice import BotDice
from bot.dice.returned import NOBODY
from bot.game.consent import same_command
from bot.game.opponents import opponents
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, Undo, thrown_elsewhere
from bot.store.record import Record
from rules.game import Game
from rules.request import Request


async def drawing(record: Record, live: ActiveGame, call: Call, attempt: Attempt, dice: BotDice) -> BotDice:
    """The dice that the command may draw on now; those that it has thrown already stay."""
    if isinstance(attempt.command, Undo):
        return dice
    side = side_of(live.game, attempt.request)
    others = opponents(live.game, call.who, side)
    groups = tuple(one for one in others if one not in attempt.agreed)
    elsewhere = []
    if any(live.game.queues.values()):
        me = attempt.pending[0] if attempt.pending else None
        rows = await record.open_pending(live.info.id)
        elsewhere = [throw for row in rows if row.id != me for throw in thrown_elsewhere(row.answers)]
    return dice.again(live.game, same_command(attempt.request), side, groups, others, elsewhere)


def side_of(game: Game, request: Request) -> str:
    """The side that a command is for: its unit's, or the one it was given for."""
    unit = game.units.get(request.unit[0]) if request.unit else None
    return unit.side if unit else request.side or NOBODY
