"""The consent that an amendment needs, and the words about its changes."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from bot.dice.bot_dice import format_faces
from bot.dice.own_dice import own_faces
from bot.dice.returned import Lot
from bot.dice.table_dice import unneeded_dice_note
from bot.game.people import Call
from bot.game.permissions import groups_for_undo, other_sides, require_seated
from bot.game.registry import ActiveGame
from bot.resolution import dependencies
from bot.resolution.amend_command import ADDED, OPTIONS
from bot.resolution.execution import command_of
from bot.resolution.pending_command import Amend, PendingCommand
from bot.resolution.undo import require_groups_agreed
from bot.store.rows import unit_links
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.request import Request, code_text
from rules.kernel.text import Joined, Listed, Term, Text, inches_text


def require_amendment_agreed(
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


def require_effect_agreed(
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
            values = cast("tuple[Any, ...]", now) if isinstance(now, tuple) else (now,)
            added = [one for one in values if name not in ADDED or one not in before] if now else []
            fresh = [_value_text(one, lengths) for one in added]
            gone = [_value_text(one, lengths) for one in before if one not in now] if name in ADDED else []
            changes += [Text("{option} {values}", option=Term(name), values=Joined(fresh, " / "))] if fresh else []
            changes += [] if now or name in ADDED else [Text("without {option}", option=Term(name))]
            changes += [Text("without {values}", values=Joined(gone, " / "))] if gone else []
    return Listed(changes) or Text("nothing new")


def _value_text(value: Any, lengths: Container[str]) -> Text:
    """Return the text of an option's value: a distance, a code, or a count."""
    return inches_text(value) if isinstance(value, Decimal) else code_text(str(value), lengths)


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


def amendment_notes(
    live: ActiveGame, attempt: PendingCommand, entries: Sequence[Entry], old: Entry, over: Mapping[Lot, list[int]]
) -> list[Text]:
    """Return notes on the changed values, on dice left `over`, and on later entries."""
    assert isinstance(attempt.command, Amend)
    changed = _changed_values(live, attempt.request, old, attempt.command.own)
    again = Text("Entry {number} worked out again with the same dice: {changed}.", number=old.number, changed=changed)
    if attempt.command.own is not None:
        again = Text("Entry {number} worked out again: {changed}.", number=old.number, changed=changed)
    unneeded = [unneeded_dice_note(lot, faces) for lot, faces in over.items()]
    return [again, *unneeded, *_later_entry_notes(entries, old, attempt.request)]
