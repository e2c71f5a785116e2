"""Which dice a command may draw on: those that wait for its side, and that no other open question has drawn."""

from __future__ import annotations

from bot.dice.bot_dice import BotDice
from bot.dice.returned import NOBODY
from bot.game.consent import acting_side, other_sides, same_command
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Amend, Attempt, Resolve, thrown_elsewhere
from bot.store.record import Record


async def drawing(record: Record, live: ActiveGame, call: Call, attempt: Attempt, dice: BotDice) -> BotDice:
    """The dice that the command may draw on now; those that it has thrown already stay."""
    if not isinstance(attempt.command, Resolve | Amend):
        return dice
    side = acting_side(live.game, attempt.request)
    others = other_sides(live.game, call.who, side)
    groups = tuple(one for one in others if one not in attempt.agreed)
    elsewhere = []
    if any(live.game.queues.values()):
        me = attempt.pending[0] if attempt.pending else None
        rows = await record.open_pending(live.info.id)
        elsewhere = [throw for row in rows if row.id != me for throw in thrown_elsewhere(row.answers)]
    return dice.again(live.game, same_command(attempt.request), side or NOBODY, groups, others, elsewhere)
