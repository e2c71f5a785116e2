"""Taking an entry back: which one, what stands on it, and what is as it was before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.dice.sources import bots
from bot.errors import Refusal
from bot.game.consent import concerned, same_command
from bot.game.people import Call
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised
from bot.resolution.dependencies import no_later_one_stands_on, standing, to_undo
from bot.resolution.result import CommandResult, table_sync
from bot.store.tables import State
from rules.commands import Board, Request
from rules.entry import Entry
from rules.events import DiceReturned, Laid, OwnDiceKept
from rules.game import Game, play_back
from rules.system import State as UnitState
from rules.text import capital, counted, listed, say, spoken
from rules.unit import Unit


def taken_back(
    live: ActiveGame, call: Call, attempt: Attempt, entries: Sequence[Entry], at: float
) -> tuple[CommandResult, State | None]:
    """The undo as an entry, and what becomes of the game with it; raises Refusal, or QuestionRaised for consent."""
    seated(live.game, call.who)
    entry = to_undo(entries, attempt.request.count)
    later = [one.number for one in standing(entries) if one.number > entry.number]
    _may_be_taken_back(live, entry, bool(later))
    no_later_one_stands_on(entries, entry, live.system)
    bare = _bare(live, call, entry, at)
    queues, kept = given_back(live.game, entry)
    without = play_back([*entries, bare])
    events = (*changed_queues(without, queues), *kept)
    undo = bare.model_copy(
        update={"events": events, "notes": (*_notes(live, entry, later, queues, kept, without), *attempt.notes)}
    )
    after = live.board._replace(game=without.with_events(events))
    groups = [one for one in concerned(live.game, call.who, entry, not later) if one not in attempt.agreed]
    if groups:
        asked = replace(attempt, request=replace(attempt.request, count=entry.number))
        what = say("undo entry {number}: {title}", number=entry.number, title=entry.title or entry.command)
        raise QuestionRaised("consent", asked_about(what, groups, live.board, after, undo.notes), None, asked)
    return CommandResult(live.info.id, undo, live.board, after, undo.title), _state(live, entry, without)


def asked_about(what: str, groups: Sequence[str], before: Board, after: Board, notes: Sequence[str]) -> dict[str, Any]:
    """A question for consent: what somebody wants, and what would be done on the table."""
    changes = [
        {**change._asdict(), "unit": change.unit.model_dump(mode="json")} for change in table_sync(before, after)
    ]
    return {"question": what, "groups": list(groups), "changes": changes, "notes": list(notes)}


def _may_be_taken_back(live: ActiveGame, entry: Entry, later: bool) -> None:
    if live.info.state == "ended" and (later or entry.command != "game end"):
        raise Refusal(say("This game has ended; `/game reopen` goes on with it."))
    if entry.command == "game pause" and later:
        raise Refusal(say("Others have come after that pause; `/game pause` pauses the game, or goes on with it."))


def _state(live: ActiveGame, entry: Entry, without: Game) -> State | None:
    """A game whose end is taken back goes on, and a pause begins or ends."""
    if entry.command == "game end" and live.info.state == "ended":
        return "running"
    if entry.command == "game pause":
        return "running" if live.info.state == "paused" else "paused"
    return None


def _bare(live: ActiveGame, call: Call, entry: Entry, at: float) -> Entry:
    return Entry.model_construct(
        number=live.game.number + 1,
        command="undo",
        by=call.who.id,
        at=at,
        side=entry.side,
        version=live.system.about.version,
        rulings=dict(live.game.rulings),
        undoes=entry.number,
        title=say("Undone: {title} (entry {number})", title=entry.title or entry.command, number=entry.number),
        source=call.source,
    )


Queues = Mapping[int, tuple[tuple[int, ...], tuple[str, ...]]]
"""For every size of die the faces that come out first, and the commands they were thrown for."""


def given_back(game: Game, entry: Entry) -> tuple[Queues, tuple[OwnDiceKept, ...]]:
    """The queues with the bot's dice of an entry at their heads, in the order they were thrown; the players' own."""
    if not entry.plays:
        return _queues(game), ()
    command = same_command(Request.of(entry.request))
    thrown = [throw for play in entry.plays for throw in play.throws]
    faces: dict[int, list[int]] = {}
    for throw in thrown:
        faces.setdefault(throw.sides, []).extend(bots(throw))
    lying = tuple(map(_own, (laid for laid in lies(entry).values() if laid.source != "bot")))
    return put_first(game, faces, command), (OwnDiceKept(command=command, throws=lying),) if lying else ()


def _own(laid: Laid) -> Laid:
    """The part of a throw that the player's own dice showed."""
    last = len(bots(laid))
    return (
        laid.model_copy(update={"faces": laid.faces[: len(laid.faces) - last], "source": "physical"}) if last else laid
    )


def lies(entry: Entry) -> dict[tuple[int, str], Laid]:
    """The throws of an entry as they lie on the table."""
    return {
        (nth, throw.label): Laid(nth=nth, label=throw.label, sides=throw.sides, faces=throw.faces, source=throw.source)
        for nth, play in enumerate(entry.plays)
        for throw in play.throws
    }


def _queues(game: Game) -> Queues:
    return {sides: (faces, game.seen.get(sides, ())) for sides, faces in game.queues.items()}


def put_first(game: Game, faces: Mapping[int, Sequence[int]], command: str) -> Queues:
    """The queues of a game with these faces before them."""
    queues = dict(_queues(game))
    for sides, first in faces.items():
        old, of = queues.get(sides, ((), ()))
        queues[sides] = (*first, *old), (*[command] * len(first), *of)
    return queues


def changed_queues(game: Game, queues: Queues) -> tuple[DiceReturned, ...]:
    """What makes the queues of a game these."""
    all_sizes = dict.fromkeys((*queues, *game.queues))
    wanted = {sides: queues.get(sides, ((), ())) for sides in all_sizes}
    there = _queues(game)
    return tuple(
        DiceReturned(sides=sides, faces=faces, of=of)
        for sides, (faces, of) in wanted.items()
        if (faces, of) != there.get(sides, ((), ()))
    )


def _notes(
    live: ActiveGame, entry: Entry, later: list[int], queues: Queues, kept: Iterable[OwnDiceKept], without: Game
) -> tuple[str, ...]:
    """What the table cannot see: states without a marker, the turn, dice, and what stays."""
    said = [*unmarked(live.board, live.board._replace(game=without))]
    if entry.undoes is not None:
        said.append(say("That takes back entry {undoes} as well, which it had amended.", undoes=entry.undoes))
    for sides, (faces, _) in queues.items() if entry.plays else ():
        if faces and any(bots(throw) and throw.sides == sides for play in entry.plays for throw in play.throws):
            said.append(
                say(
                    "The bot's d{sides} come out again first, in this order: {faces}.",
                    sides=sides,
                    faces=" ".join(map(str, faces)),
                )
            )
    for one in kept:
        faces = " / ".join(" ".join(map(str, laid.faces)) for laid in one.throws)
        said.append(say("The players' own dice are kept for the same command: {faces}.", faces=faces))
    if later:
        said.append(
            say("{entries} as it is." if len(later) == 1 else "{entries} as they are.", entries=_entries(later))
        )
    return tuple(said)


def _entries(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return say("Entry {numbers} stays", numbers=numbers[0])
    return say("Entries {number} stay", number=listed([str(number) for number in numbers]))


def unmarked(before: Board, after: Board) -> list[str]:
    """Changes that no marker shows: who has acted, the turn, the score."""
    said: list[str] = []
    states = [state for state in after.system.states.values() if not state.marker]
    for id, new in after.game.units.items():
        if id in before.game.units:
            said += _unmarked(states, before.game.units[id], new)
    if (before.game.turn, before.game.phase) != (after.game.turn, after.game.phase):
        said.append(say("{turn} {number} again.", turn=capital(say(after.system.turn)), number=after.game.turn))
    for side, points in before.game.scores.items():
        if after.game.scores.get(side, 0) != points:
            said.append(
                say("{side}: {points} again.", side=side, points=counted(after.game.scores.get(side, 0), "point"))
            )
    return said


def _unmarked(states: Sequence[UnitState], old: Unit, new: Unit) -> list[str]:
    """States of one unit that are there again or are not any more; what is counted, by its number."""
    flags = [state.name for state in states if state.holds != "count" and old.has(state.name) != new.has(state.name)]
    gone, back = ([spoken(name) for name in flags if new.has(name) == there] for there in (False, True))
    numbers = [state.name for state in states if state.holds == "count"]
    counts = [name for name in numbers if old.count(name) != new.count(name)]
    return [
        *([say("{unit}: no longer {states}.", unit=new.name, states=listed(gone, "or"))] if gone else []),
        *([say("{unit}: {states} again.", unit=new.name, states=listed(back))] if back else []),
        *(
            say("{unit}: {state} {number} again.", unit=new.name, state=spoken(name), number=new.count(name))
            for name in counts
        ),
    ]
