"""Amendments: replaying an entry with facts that were forgotten, and with the faces already rolled."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from bot.dice.bot_dice import BotDice, format_faces
from bot.dice.own_dice import corrected_rolls, drop_kept_own_dice, own_faces
from bot.dice.returned import Lot, earlier_places, unneeded_faces
from bot.dice.table_dice import unneeded_dice_note
from bot.errors import AppError, Refusal
from bot.game.people import Call
from bot.game.permissions import groups_for_undo, other_sides, require_seated, same_command
from bot.game.questions import AnsweredRoll
from bot.game.registry import ActiveGame
from bot.resolution import dependencies
from bot.resolution.amend_command import ADDED, OPTIONS, find_entry_to_amend
from bot.resolution.answers import titled_question
from bot.resolution.checks import must_be_confirmed
from bot.resolution.execution import command_of, play_out
from bot.resolution.pending_command import Amend, PendingCommand, QuestionRaised
from bot.resolution.result import CommandResult, next_entry
from bot.resolution.undo import require_groups_agreed
from bot.resolution.undo_notes import put_back_notes, units_moved_by, unmarked_notes
from bot.store.rows import unit_links
from rules.command.effects import settle_board
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.game.entry import Entry, initial_game, play_back, play_entries
from rules.kernel.dice import Roll
from rules.kernel.errors import RulesError
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request, code_text
from rules.kernel.table import Faces
from rules.kernel.text import Joined, Listed, Term, Text, inches_text


def resolve_amendment(
    live: ActiveGame, call: Call, attempt: PendingCommand, entries: Sequence[Entry], dice: BotDice, at: float
) -> CommandResult:
    """Return the amendment as an entry, which undoes the old one and contains the new play.

    Raises the errors of the command itself, Refusal if later entries depend on the old one, and QuestionRaised for
    consent, for a new die, or for a decision that was not needed before.
    """
    assert isinstance(attempt.command, Amend)
    old = find_entry_to_amend(entries, attempt.command.entry)
    dependencies.require_independent(entries, old)
    board = _board_before(live, entries, old)
    command = command_of(live.system, attempt.request).plan(board, attempt.request)
    must_be_confirmed(live, attempt, command.warnings)
    dependencies.require_no_conflict(entries, old, board.game, old)
    _require_agreement(live, call, attempt, entries, old)
    try:
        done = play_out(board, command, attempt, dice, again=corrected_rolls(old, attempt.command.own, command.plays))
    except QuestionRaised as raised:
        raise QuestionRaised(titled_question(board, command, raised), raised.attempt, raised.reached) from None
    results = [one.played for one in done.resolutions]
    plays = done.plays(command, attempt.request.side)
    before = [None if was is None else old.plays[was] for was in earlier_places(plays, old.plays)]
    plays = tuple(_with_known_dice(was, nth, plays[nth], done.thrown) for nth, was in enumerate(before))
    plays = tuple(_with_known_moves(was, play) for play, was in zip(plays, before, strict=True))
    more = settle_board(done.board, command.after(done.board, results))
    bare = _entry_without_dice(live, call, attempt, old, command, at)
    bare = bare.model_copy(update={"plays": plays, "events": (*done.events, *more)})
    dependencies.require_no_conflict(entries, old, board.game, bare)
    bare = dependencies.keep_turn(entries, old, board.game, live.game, bare)
    over = unneeded_faces(live.game, old, plays)
    entry = _with_dice(live, entries, bare, over, dice)
    dependencies.require_settled_board(entries, old, live.board, entry)
    after = live.board._replace(game=play_entries(entries, entry).with_shared_units(live.game))
    own = command.notes(after, results)
    since = units_moved_by(dependencies.later_entries(entries, old))
    back = put_back_notes(units_moved_by([old]) - units_moved_by([bare]), since, after.game)
    notes = (
        *_notes(live, attempt, old, over),
        *_later_entry_notes(entries, old, attempt.request),
        *done.notes,
        *dice.notes(),
        *own,
        *back,
        *unmarked_notes(live.board, after),
    )
    _require_consent(live, call, attempt.with_changes(thrown=done.thrown), old, after, notes, any(over.values()))
    because, weighed = attempt.reasons
    fresh = (*attempt.fresh, *dice.new_rolls)
    entry = entry.model_copy(update={"notes": notes, "fresh": fresh, "because": because, "weighed": weighed})
    return CommandResult(live.info.id, entry, live.board, after)


def foresee_plays(live: ActiveGame, attempt: PendingCommand, entries: Sequence[Entry]) -> tuple[Play, ...]:
    """Return the plays of an amendment with the recorded faces.

    They are empty if it needs more dice, or asks a question first. Raises Refusal like `resolve_amendment`.
    """
    assert isinstance(attempt.command, Amend)
    old = find_entry_to_amend(entries, attempt.command.entry)
    dependencies.require_independent(entries, old)
    board = _board_before(live, entries, old)
    try:
        command = command_of(live.system, attempt.request).plan(board, attempt.request)
        lying = corrected_rolls(old, attempt.command.own, command.plays)
        done = play_out(board, command, attempt, BotDice(_refuse_more_dice), again=lying)
    except (QuestionRaised, AppError, RulesError):
        return ()
    return done.plays(command, attempt.request.side)


def _refuse_more_dice(roll: Roll[Any], count: int, whose: str = "") -> Faces:
    raise Refusal(Text("More dice are needed."))


def _board_before(live: ActiveGame, entries: Sequence[Entry], old: Entry) -> Board:
    """Return the board before the old entry, without entries undone since, but with the current dice modes.

    An amendment has the place of the entry that was amended first. The board is settled: what the undone entries did
    may have ended a state that nothing else has ended.
    """
    first, undone = dependencies.original_of(entries, old).number, live.game.undone
    game = play_back([one for one in entries if one.number < first and one.number not in undone], initial_game(entries))
    game.dice = dict(live.game.dice)
    board = live.board_with(game)
    return board.after(settle_board(board, ()))


def _require_agreement(
    live: ActiveGame, call: Call, attempt: PendingCommand, entries: Sequence[Entry], old: Entry
) -> None:
    """Raise QuestionRaised for players who still have to agree.

    Corrected own faces need the agreement of all other sides, as they could turn a failed test into a passed one.
    """
    assert isinstance(attempt.command, Amend)
    last, mistyped = dependencies.active_entries(entries)[-1].number == old.number, attempt.command.own is not None
    asked = (*groups_for_undo(live.game, call.who, old, last), *(other_sides(live.game, call.who) if mistyped else ()))
    notes = [] if mistyped else [Text("The dice stay; the result is worked out again.")]
    notes += _later_entry_notes(entries, old, attempt.request)
    require_groups_agreed(attempt, asked, _proposal(live, attempt, old), live.board, live.board, notes, plain=False)


def _require_consent(
    live: ActiveGame, call: Call, attempt: PendingCommand, old: Entry, after: Board, notes: Sequence[Text], over: bool
) -> None:
    """Raise QuestionRaised for sides that an amendment harms, or for all others if it helps its own side.

    The same applies if dice are left `over` that would be used next. The question shows the changes on the table,
    computed with the dice already rolled.
    """
    mine = {require_seated(live.game, call.who).side, old.side} - {None}
    others = other_sides(live.game, call.who, old.side)
    worse = dependencies.disturbed_sides(live.board, after)
    if not (over or mine & dependencies.harmed_sides(after, live.board)):
        others = tuple(one for one in others if one.removeprefix("side:") in worse)
    require_groups_agreed(attempt, others, _proposal(live, attempt, old), live.board, after, notes, plain=True)


def _proposal(live: ActiveGame, attempt: PendingCommand, old: Entry) -> Text:
    assert isinstance(attempt.command, Amend)
    changed = _changed_values(live, attempt.request, old, attempt.command.own)
    if attempt.command.back:
        return Text("undo “{title}”: {changed}", title=old.shown_title, changed=changed)
    return Text("amend entry {number} ({title}): {changed}", number=old.number, title=old.shown_title, changed=changed)


def _changed_values(live: ActiveGame, request: Request, old: Entry, own: Sequence[int] | None = None) -> Text:
    """Return the values that the amendment adds or replaces."""
    then, lengths = Request.of(old.request), command_of(live.system, request).lengths
    changes: list[Text] = []
    if own is not None:
        changes.append(
            Text("real dice {after}, not {before}", before=format_faces(own_faces(old)), after=format_faces(own))
        )
    for name in OPTIONS:
        now, before = getattr(request, name), getattr(then, name)
        if now != before:
            fresh = [_value_text(one, lengths) for one in _new_values(name, now, before)] if now else []
            gone = [_value_text(one, lengths) for one in before if one not in now] if name in ADDED else []
            changes += [Text("{option} {values}", option=Term(name), values=Joined(fresh, " / "))] if fresh else []
            changes += [] if now or name in ADDED else [Text("without {option}", option=Term(name))]
            changes += [Text("without {values}", values=Joined(gone, " / "))] if gone else []
    return Listed(changes) or Text("nothing new")


def _value_text(value: Any, lengths: Container[str]) -> Text:
    """Return the text of an option's value: a distance, a code, or a count."""
    return inches_text(value) if isinstance(value, Decimal) else code_text(str(value), lengths)


def _new_values(name: str, now: Any, before: Any) -> Sequence[Any]:
    """Return the new values of an option; all values if they replace the old ones."""
    values = cast("tuple[Any, ...]", now) if isinstance(now, tuple) else (now,)
    return [one for one in values if one not in before] if name in ADDED else values


def _with_known_dice(before: Play | None, nth: int, play: Play, more: Sequence[AnsweredRoll]) -> Play:
    """Return a play of an amendment, with the number of the bot's dice in each roll that are not new."""
    laid = {(roll.key, roll.sides): len(roll.bot_faces) for roll in before.throws} if before else {}
    drawn = {one.key: one.queued for one in more if one.nth == nth}

    def seen(roll: RecordedRoll) -> RecordedRoll:
        there = laid.get((roll.key, roll.sides))
        if there is None:
            return roll
        return roll.model_copy(update={"queued": min(len(roll.bot_faces), there) + drawn.get(roll.key, 0)})

    return play.model_copy(update={"throws": tuple(map(seen, play.throws))})


def _with_known_moves(before: Play | None, play: Play) -> Play:
    """Return a play of an amendment, marking moves that the old entry already made."""
    done = before.moves if before else ()
    again = [one._replace(way=Joined((one.way, Text("as before")), ", ")) if one in done else one for one in play.moves]
    return play.model_copy(update={"moves": tuple(again)}) if done else play


def _entry_without_dice(
    live: ActiveGame, call: Call, attempt: PendingCommand, old: Entry, command: CommandPlan, at: float
) -> Entry:
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


def _with_dice(
    live: ActiveGame, entries: Sequence[Entry], bare: Entry, over: Mapping[Lot, list[int]], dice: BotDice
) -> Entry:
    """Return the entry with its effect on waiting dice: unused ones go first, drawn ones are removed."""
    command = same_command(Request.of(bare.request))
    folded = play_entries(entries, bare)
    number = dependencies.original_of(entries, next(one for one in entries if one.number == bare.undoes)).number
    returned = dice.remaining().put(over, command, number, "next")
    events = (*bare.events, *dice.changes(folded, returned), *drop_kept_own_dice(folded, command))
    return bare.model_copy(update={"events": events})


MOST_NAMED = 3
"""Maximum later entries that are named; if there are more, only their number is given."""


def _later_entry_notes(entries: Sequence[Entry], old: Entry, request: Request) -> list[Text]:
    """Return a note on later entries about the same units or rulings, which the amendment ignores."""
    units = {*request.unit, *request.target}
    found = [
        one
        for one in dependencies.later_entries(entries, old)
        if any(event.kind == "ruled" for event in one.events) or units & {row["unit_id"] for row in unit_links("", one)}
    ]
    if not found:
        return []
    if len(found) > MOST_NAMED:
        return [Text("It counts as at that time, without {n} later entries.", n=len(found))]
    titles = Listed([one.shown_title for one in found])
    return [Text("It counts as at that time, without what came later: {titles}.", titles=titles)]


def _notes(live: ActiveGame, attempt: PendingCommand, old: Entry, over: Mapping[Lot, list[int]]) -> list[Text]:
    assert isinstance(attempt.command, Amend)
    changed = _changed_values(live, attempt.request, old, attempt.command.own)
    again = Text("Entry {number} worked out again with the same dice: {changed}.", number=old.number, changed=changed)
    if attempt.command.own is not None:
        again = Text("Entry {number} worked out again: {changed}.", number=old.number, changed=changed)
    return [again, *(unneeded_dice_note(lot, faces) for lot, faces in over.items())]
