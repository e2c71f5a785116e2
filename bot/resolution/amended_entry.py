"""The entry of an amendment: its plays with what is known of them, and its effect on the waiting dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.dice.bot_dice import BotDice
from bot.dice.own_dice import drop_kept_own_dice
from bot.dice.returned import Lot, earlier_places
from bot.game.people import Call
from bot.game.permissions import same_command
from bot.game.questions import AnsweredRoll
from bot.game.registry import ActiveGame
from bot.resolution import dependencies
from bot.resolution.pending_command import Amend, PendingCommand
from bot.resolution.result import next_entry
from rules.command.planned import CommandPlan
from rules.game.entry import Entry, play_entries
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.text import Joined, Text


def mark_known(plays: Sequence[Play], old: Entry, drawn: Sequence[AnsweredRoll]) -> tuple[Play, ...]:
    """Return the plays of an amendment, marking the bot's dice and the moves that the old entry already had."""
    found: list[Play] = []
    for nth, (play, place) in enumerate(zip(plays, earlier_places(plays, old.plays), strict=True)):
        before = None if place is None else old.plays[place]
        laid = {(roll.key, roll.sides): len(roll.bot_faces) for roll in before.throws} if before else {}
        queued = {one.key: one.queued for one in drawn if one.nth == nth}
        rolls = [*play.throws]
        for at, roll in enumerate(rolls):
            if (roll.key, roll.sides) in laid:
                known = min(len(roll.bot_faces), laid[roll.key, roll.sides]) + queued.get(roll.key, 0)
                rolls[at] = roll.model_copy(update={"queued": known})
        done = before.moves if before else ()
        moves = [
            one._replace(way=Joined((one.way, Text("as before")), ", ")) if one in done else one for one in play.moves
        ]
        found.append(play.model_copy(update={"throws": tuple(rolls), "moves": tuple(moves)}))
    return tuple(found)


def entry_without_dice(
    live: ActiveGame, call: Call, attempt: PendingCommand, old: Entry, command: CommandPlan, at: float
) -> Entry:
    """Return the entry of an amendment, still without its plays and their events."""
    assert isinstance(attempt.command, Amend)
    title = Text("Amended: {title} (entry {number})", title=command.title, number=old.number)
    if attempt.command.back:
        title = Text("As before: {title} (instead of entry {number})", title=command.title, number=old.number)
    return next_entry(
        live.board,
        call,
        at,
        old.command,
        side=old.side,
        request=attempt.request.to_stored(),
        rulings=dict(old.rulings),
        warnings=command.warnings,
        title=title,
        undoes=old.number,
    )


def with_dice(
    live: ActiveGame, entries: Sequence[Entry], bare: Entry, over: Mapping[Lot, list[int]], dice: BotDice
) -> Entry:
    """Return the entry with its effect on waiting dice: unused ones go first, drawn ones are removed."""
    command = same_command(Request.of(bare.request))
    folded = play_entries(entries, bare)
    number = dependencies.original_of(entries, next(one for one in entries if one.number == bare.undoes)).number
    returned = dice.remaining().put(over, command, number, "next")
    events = (*bare.events, *dice.changes(folded, returned), *drop_kept_own_dice(folded, command))
    return bare.model_copy(update={"events": events})
