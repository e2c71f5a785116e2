"""Commands that resume automatically, such as the strikes of a charge after the last reaction to it."""

from __future__ import annotations

from contextlib import suppress

from bot.errors import Refusal
from bot.game.people import OPPONENT, Call, Person
from bot.game.registry import ActiveGame
from bot.resolution.questions import Questions
from bot.resolution.result import CommandResult, OpenQuestion
from rules.command.legality import Legality, legality_of
from rules.kernel.errors import RulesError


async def resume_command(
    questions: Questions, call: Call, live: ActiveGame, found: CommandResult
) -> CommandResult | OpenQuestion | None:
    """Carry out the command that a result has interrupted, for a player of its side.

    Return None if there is none, if the bot plays that side and continues by its own button, or if facts or a
    confirmation of the side's player are needed first.
    """
    request = live.system.resumed(live.board, found.entry)
    if request is None or found.again or legality_of(live.board, request) is not Legality.OK:
        return None
    people = [one for one in live.game.players.values() if one.side == request.side]
    people += [one for one in live.game.players.values() if one.umpire]
    if not people or people[0].id == OPPONENT.id:
        return None
    issuer = call.part(".on", Person(people[0].id, people[0].name))._replace(as_of=found.entry.number)
    with suppress(Refusal, RulesError):
        return await questions.begin(issuer, request, live=live)
    return None
