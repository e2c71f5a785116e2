"""An entry played again with what was forgotten, and with the faces that lie on the table already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.dice.sources import Dice, bots
from bot.errors import Refusal, Warned
from bot.game.consent import concerned, same_command
from bot.game.people import Call
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised
from bot.resolution.dependencies import both, no_later_one_stands_on, standing, to_undo
from bot.resolution.execution import command_of, play_out
from bot.resolution.result import CommandResult
from bot.resolution.undo import asked_about, changed_queues, lies, put_first, unmarked
from rules.commands import Board, Request, ResolvedCommand
from rules.entry import Entry, Play
from rules.events import Event, LossesTaken, OwnDiceKept, StateCounted, StateSet, UnitPlaced
from rules.game import Game, play_back
from rules.resolve import book_of
from rules.serialise import play_of
from rules.text import listed, say, spoken

_ADDED = ("situation",)
OPTIONS = ("situation", "cover", "distance", "firers", "count")


def to_amend(entries: Sequence[Entry], number: int | None) -> Entry:
    """The last standing entry with dice; raises Refusal for another one, or when there is none."""
    thrown = [entry for entry in standing(entries) if any(play.throws for play in entry.plays)]
    if number is not None:
        to_undo(entries, number)
        if number not in [entry.number for entry in thrown]:
            raise Refusal(
                say("Entry {number} has no dice: there is nothing to amend. `/undo` takes it back.", number=number)
            )
        if number != thrown[-1].number:
            raise Refusal(
                say(
                    "Entry {number} has dice too and came later: undo or amend that one first.",
                    number=thrown[-1].number,
                )
            )
    if not thrown:
        raise Refusal(say("Nothing has been thrown yet that could be amended."))
    return thrown[-1]


def amendment(entry: Entry, facts: Mapping[str, Any]) -> Attempt:
    """The command of an entry with further facts, its decisions as they were made; raises Refusal without any."""
    given = {name: value for name, value in facts.items() if value not in (None, (), "")}
    if not given:
        raise Refusal(say("What was forgotten? Give {options}.", options=listed(OPTIONS, "or")))
    request = Request.of(entry.request)
    for name in _ADDED:
        if name in given:
            given[name] = tuple(dict.fromkeys((*getattr(request, name), *given[name])))
    choices: dict[str, list[str]] = {}
    for made in (made for play in entry.plays for made in play.decisions):
        choices.setdefault(made["name"], []).append(made["value"])
    by_hand = any(throw.source != "bot" for play in entry.plays for throw in play.throws)
    return Attempt(
        replace(request, **given),
        choices=choices,
        otherwise="physical" if by_hand else "bot",
        anyway=bool(entry.warnings),
        asks=True,
        amends=entry.number,
    )


def amended(
    live: ActiveGame, call: Call, attempt: Attempt, entries: Sequence[Entry], dice: Dice, at: float
) -> CommandResult:
    """The amendment as an entry: it undoes the old one and holds the new play.

    Raises what the command itself would raise, Refusal when later entries stand on the old one, QuestionRaised for
    consent, for a die that did not exist before or for a decision that did not arise.
    """
    seated(live.game, call.who)
    old = to_amend(entries, attempt.amends)
    no_later_one_stands_on(entries, old, live.system)
    board = _board_before(live, entries, old)
    order = _order(live, board, attempt)
    _fits(live, entries, old, board, old)
    _agreed(live, call, attempt, entries, old)
    done = play_out(board, order, attempt, dice, again=lies(old))
    results = [one.played for one in done.resolutions]
    plays = tuple(play_of(one, plan.roles) for one, plan in zip(done.resolutions, order.plays, strict=True))
    more = order.after(done.board, results)
    bare = _bare(live, call, attempt, old, order, at)
    bare = bare.model_copy(update={"plays": plays, "events": (*done.events, *more)})
    _fits(live, entries, old, board, bare)
    over = _left_over(old, plays)
    notes = (*_notes(attempt, old, over), *done.notes, *dice.notes(), *order.notes(done.board.after(more), results))
    entry = _with_dice(live, entries, bare.model_copy(update={"notes": notes}), over, dice)
    after = live.board._replace(game=play_back([*entries, entry]))
    notes = (*entry.notes, *(unmarked(live.board, after)))
    return CommandResult(live.info.id, entry.model_copy(update={"notes": notes}), live.board, after, entry.title)


def _board_before(live: ActiveGame, entries: Sequence[Entry], old: Entry) -> Board:
    """The board as it was before the old entry, without what has been undone since; hands as they are agreed now."""
    undone = live.game.undone
    game = play_back([one for one in entries if one.number < old.number and one.number not in undone])
    game.dice = dict(live.game.dice)
    return Board(game, live.system, book_of(live.system, game.rulings))


def _order(live: ActiveGame, board: Board, attempt: Attempt) -> ResolvedCommand:
    if live.game.over:
        raise Refusal(say("This game has ended; `/game reopen` goes on with it."))
    order = command_of(live, attempt.request).ordered(board, attempt.request)
    if order.warnings and not attempt.anyway:
        raise Warned(order.warnings)
    return order


def _agreed(live: ActiveGame, call: Call, attempt: Attempt, entries: Sequence[Entry], old: Entry) -> None:
    """Raises QuestionRaised for those who must agree and have not."""
    last = standing(entries)[-1].number == old.number
    groups = [one for one in concerned(live.game, call.who, old, last) if one not in attempt.agreed]
    if groups:
        what = say(
            "amend entry {number} ({title}): {changed}",
            number=old.number,
            title=old.title or old.command,
            changed=_changed(attempt.request, old),
        )
        notes = [say("The faces stay; what they come to is worked out again.")]
        raise QuestionRaised("consent", asked_about(what, groups, live.board, live.board, notes), None, attempt)


def _changed(request: Request, old: Entry) -> str:
    """What the amendment adds or replaces, in words."""
    then = Request.of(old.request)
    said: list[str] = []
    for name in OPTIONS:
        now, before = getattr(request, name), getattr(then, name)
        if now != before:
            fresh = [one for one in now if one not in before] if name in _ADDED else now
            values = fresh if isinstance(fresh, list | tuple) else (fresh,)
            said.append(f"{spoken(name)} {' / '.join(spoken(str(one)) for one in values)}")
    return listed(said) or say("nothing new")


def _bare(live: ActiveGame, call: Call, attempt: Attempt, old: Entry, order: ResolvedCommand, at: float) -> Entry:
    return Entry.model_construct(
        number=live.game.number + 1,
        command=old.command,
        by=call.who.id,
        at=at,
        side=old.side,
        request=attempt.request.kept(),
        rulings=dict(old.rulings),
        version=live.system.about.version,
        warnings=order.warnings,
        title=say("Amended: {title} (entry {number})", title=order.title, number=old.number),
        source=call.source,
        undoes=old.number,
    )


def _fits(live: ActiveGame, entries: Sequence[Entry], old: Entry, board: Board, new: Entry) -> None:
    """Raises Refusal when what came after the old entry does not leave room for what the new one changes."""
    later = [one for one in standing(entries) if one.number > old.number]
    touched = {about for event in new.events for about in (_sets(event), _whole(event)) if about}
    for one in later:
        if any(_sets(event) in touched for event in one.events):
            raise Refusal(say("Entry {number} stands on it: undo entry {number} first.", number=one.number))
    gone = new.model_copy(update={"number": live.game.number + 1, "undoes": old.number, "events": (), "plays": ()})
    if later and not both(board.game.copy(), play_back([*entries, gone]), new, live.system):
        raise Refusal(say("Entry {number} stands on it: undo entry {number} first.", number=later[-1].number))


def _sets(event: Event) -> tuple[str, str] | None:
    """What of a unit an event sets; two events that set the same cannot change places."""
    match event:
        case StateCounted() | StateSet():
            return event.unit, event.state
        case LossesTaken(hp=tuple()):
            return event.unit, "hp"
        case UnitPlaced(unit=unit):
            return unit.id, "all"
        case _:
            return None


def _whole(event: Event) -> tuple[str, str] | None:
    return (event.unit, "all") if isinstance(event, StateCounted | StateSet | LossesTaken) else None


def _left_over(old: Entry, plays: Sequence[Play]) -> dict[int, list[int]]:
    """The bot's dice of the old entry that the new play has no use for, in their order."""
    over: dict[int, list[int]] = {}
    for nth, play in enumerate(old.plays):
        new = {throw.label: throw for throw in plays[nth].throws} if nth < len(plays) else {}
        for throw in play.throws:
            now = new.get(throw.label)
            used = len(now.faces) if now is not None and now.sides == throw.sides else 0
            by_hand = len(throw.faces) - len(bots(throw))
            over.setdefault(throw.sides, []).extend(throw.faces[max(used, by_hand) :])
    return {sides: faces for sides, faces in over.items() if faces}


def _with_dice(
    live: ActiveGame, entries: Sequence[Entry], bare: Entry, over: Mapping[int, list[int]], dice: Dice
) -> Entry:
    """The entry with what it does to the queues: dice left over lie first, dice drawn are gone."""
    command = same_command(Request.of(bare.request))
    game = live.game.with_events(dice.used_up())
    queues = put_first(game, over, command)
    folded = play_back([*entries, bare])
    events = (*bare.events, *changed_queues(folded, queues), *used_kept(folded, command))
    return bare.model_copy(update={"events": events})


def used_kept(game: Game, command: str) -> tuple[OwnDiceKept, ...]:
    """Players' own dice of this command lie there no longer."""
    return (OwnDiceKept(command=command),) if command in game.kept else ()


def again_by_hand(game: Game, command: str, plays: Sequence[Play]) -> tuple[str, ...]:
    """A line for the players when their own dice of the same command, from before it was undone, counted again."""
    faces = [
        " ".join(map(str, throw.faces))
        for laid in game.kept.get(command, ())
        if laid.nth < len(plays)
        for throw in plays[laid.nth].throws
        if throw.label == laid.label and throw.source == laid.source and throw.faces == laid.faces[: len(throw.faces)]
    ]
    return (
        (say("The players' own dice from before the undo were used again: {faces}.", faces=" / ".join(faces)),)
        if faces
        else ()
    )


def _notes(attempt: Attempt, old: Entry, over: Mapping[int, list[int]]) -> list[str]:
    said = [
        say(
            "Entry {number} played again with the same faces: {changed}.",
            number=old.number,
            changed=_changed(attempt.request, old),
        )
    ]
    for sides, faces in over.items():
        said.append(
            say(
                "No longer needed: d{sides} {faces}; they come out first at the next throw.",
                sides=sides,
                faces=" ".join(map(str, faces)),
            )
        )
    return said
