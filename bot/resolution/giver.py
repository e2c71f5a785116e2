"""In whose name a command that waits goes on: whoever gave it, or somebody of that side once they have left."""

from __future__ import annotations

from bot.game.consent import acting_side
from bot.game.people import Person
from bot.resolution.attempt import Attempt, ByHand, Resolve
from rules.game.game import Game


def giver(game: Game, attempt: Attempt, asked_by: str, answering: Person) -> Person:
    """Whoever gave the command. Where they have left the game: a player of their side, an umpire, or whoever answers.

    What nobody of the rules' sides gave, an undo or an amendment, goes on for whoever answers; what the table arranges
    by hand for whoever wants it, who need not sit at it.
    """
    if asked_by in game.players:
        return Person(asked_by, game.players[asked_by].name)
    if isinstance(attempt.command, ByHand):
        return Person(asked_by, attempt.command.name)
    if not isinstance(attempt.command, Resolve):
        return answering
    if any(game.lent.get(id) == asked_by for id in attempt.request.unit):
        return Person(asked_by, answering.name)
    side = acting_side(game, attempt.request)
    mine = [one for one in game.players.values() if side is not None and one.side == side]
    umpires = [one for one in game.players.values() if one.umpire]
    return next((Person(one.id, one.name) for one in (*mine, *umpires)), answering)
