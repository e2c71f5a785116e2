"""Undoing an entry: the choice of the entry, the entries that depend on it, and the events that revert it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from bot.dice.bot_dice import next_dice_lines, own_roll_text
from bot.dice.returned import ReturnedDice, bot_faces, places_of_bot_faces, recorded_roller
from bot.dice.table_dice import keep_own_dice
from bot.errors import Refusal
from bot.game.people import Call, umpires
from bot.game.permissions import (
    groups_for_reopening,
    groups_for_reseating,
    groups_for_undo,
    other_sides,
    require_seated,
    same_command,
)
from bot.game.questions import ConsentQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.dependencies import (
    NEVER,
    active_entries,
    changed_sides,
    find_entry_to_undo,
    harmed_sides,
    original_of,
    require_independent,
    require_nothing_played_since,
    require_states_kept,
    turn_of,
    turn_without,
)
from bot.resolution.pending_command import PendingCommand, QuestionRaised, Undo
from bot.resolution.result import CommandResult, objects_sync, table_sync
from bot.store.forgetting import is_alias
from bot.store.tables import State
from rules.command.effects import settle_board
from rules.command.rank import tests_of
from rules.command.system import Board
from rules.command.turns import by_side
from rules.game.dice_events import OwnDiceKept
from rules.game.entry import NOTE, Entry, play_entries
from rules.game.events import StateOver
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.action import State as UnitState
from rules.kernel.request import Request
from rules.kernel.text import Joined, Listed, Note, Plural, Sentence, Term, Text, UnitRef, counted, table_note

Lasting = Mapping[str, Text]
"""Commands whose entries are never undone alone, as another record depends on them, with the alternative."""


def resolve_undo(
    live: ActiveGame, call: Call, attempt: PendingCommand, entries: Sequence[Entry], at: float, lasting: Lasting
) -> tuple[CommandResult, State | None]:
    """Return the undo as an entry, and the new state of the game; raise Refusal, or QuestionRaised for consent."""
    assert isinstance(attempt.command, Undo)
    entry = find_entry_to_undo(entries, attempt.command.entry)
    if entry.command == NOTE:
        return CommandResult(live.info.id, _undo_note(live, call, entry, at), live.board, live.board), None
    later = [one for one in active_entries(entries) if one.number > entry.number]
    _require_undoable(live, entry, bool(later), lasting)
    require_independent(entries, entry)
    require_nothing_played_since(entries, entry)
    bare = _undo_entry(live, call, entry, at)
    returned, kept = _returned_dice(live.game, entry, original_of(entries, entry).number)
    dice = next_dice_lines(returned.unsettled_faces) if entry.command == "game end" else ()
    without = play_entries(entries, bare).with_shared_units(live.game)
    _require_no_forgotten_seat(live.game, without, entry)
    over = _restored_states(live.board, entries, entry, without)
    turn = turn_without(entries, entry, without)
    changes = (*turn, *over, *(returned.with_agreement_on_all() if dice else returned).changes(without), *kept)
    events = tuple(settle_board(live.board._replace(game=without), changes))
    require_states_kept(entries, entry, events[len(changes) :])
    after = live.board._replace(game=without.with_events(events))
    notes = (*_notes(live, entry, later, kept, after.game), *dice, *attempt.notes)
    undo = bare.model_copy(update={"events": events, "notes": notes})
    seats = (
        *groups_for_undo(live.game, call.who, entry, not later),
        *groups_for_reseating(live.game, without, call.who),
        *(other_sides(live.game, call.who) if attempt.command.laid_open else ()),
        *(_reopening_groups(live, call, returned) if entry.command == "game end" else ()),
    )
    asked = (*seats, *affected_seats(live, call, entry, after))
    groups = [one for one in dict.fromkeys(asked) if one not in attempt.agreed]
    if groups:
        wish = _undo_proposal(entry)
        plain = not seats and not _has_harmed_caller(live, call, entry, after)
        question = consent_question(wish, groups, live.board, after, undo.notes, plain)
        command = attempt.command.model_copy(update={"entry": entry.number})
        raise QuestionRaised(question, attempt.with_changes(command=command))
    first = attempt.command.says_first and not attempt.agreed and attempt.shown_at != live.game.number
    if first and _count_changes(live.board, after) > 1:
        command = attempt.command.model_copy(update={"entry": entry.number})
        raise QuestionRaised(
            _preview_question(live, attempt, entry, after, undo.notes), attempt.with_changes(command=command)
        )
    return CommandResult(live.info.id, undo, live.board, after), _new_state(live, entry, without)


def _reopening_groups(live: ActiveGame, call: Call, returned: ReturnedDice) -> tuple[str, ...]:
    """Return the groups that must agree to reopen a finished game: see `groups_for_reopening`.

    If dice rolled for a question wait and would be used next, all other groups must agree, too.
    """
    others = other_sides(live.game, call.who) if returned.unsettled_faces else ()
    return (*others, *groups_for_reopening(live.game, call.who))


def _count_changes(before: Board, after: Board) -> int:
    """Return the number of things that an undo changes on the table: units, objects, and the turn."""
    moved = (before.game.turn, before.game.phase) != (after.game.turn, after.game.phase)
    return len(table_sync(before, after)) + sum(map(len, objects_sync(before, after))) + moved


def _preview_question(
    live: ActiveGame, attempt: PendingCommand, entry: Entry, after: Board, notes: Sequence[Text]
) -> WarningQuestion:
    """Return the question that shows a caller the changes of their undo."""
    return WarningQuestion(
        warnings=(),
        act=Text("Undo"),
        at=live.game.number,
        moved=attempt.shown_at is not None,
        about=Sentence(_undo_proposal(entry)),
        changes=tuple(table_sync(live.board, after)),
        notes=tuple(notes),
    )


def _undo_note(live: ActiveGame, call: Call, entry: Entry, at: float) -> Entry:
    """Return the undo of a story note, by its author or an umpire; raise Refusal for other callers."""
    if entry.undoes is not None:
        raise Refusal(NEVER["undo"])
    if entry.by != call.who.id and call.who.id not in umpires(live.game):
        raise Refusal(Text("Only its author or the umpire can undo it."))
    title = Text("Undone: a note (entry {number})", number=entry.number)
    return _undo_entry(live, call, entry, at).model_copy(update={"command": NOTE, "title": title})


def _restored_states(now: Board, entries: Sequence[Entry], taken: Entry, without: Game) -> list[StateOver]:
    """Return the events that restore the states of the entry's turn that ended with that turn."""
    turn = turn_of(entries, taken)
    if turn >= without.turn:
        return []
    ends = [one for one in now.system.states.values() if "turn_end" in one.cleared_by and not _is_for_rules_only(one)]
    # A state that can also be removed by hand ends as its page describes, not with every turn.
    ended = [one.name for one in ends if "manual" not in one.cleared_by]
    return [
        StateOver(unit=id, state=name, in_turn=turn)
        for id, unit in without.units.items()
        for name in ended
        if id in now.game.units and unit.has(name) and not now.game.units[id].has(name)
    ]


def _require_no_forgotten_seat(now: Game, without: Game, entry: Entry) -> None:
    """Raise Refusal if the undo would seat a forgotten person again."""
    if any(is_alias(id) and id not in now.players for id in without.players):
        raise Refusal(
            Text("Entry {number} stays: the player who left with it has deleted their data.", number=entry.number)
        )


def affected_seats(live: ActiveGame, call: Call, entry: Entry, after: Board) -> list[str]:
    """Return the groups of the sides affected by an undo; all others if it reverts the caller's losses.

    A side is affected if the undo changes its units, or if it rolled dice in the entry. Own dice could show any faces
    the next time, so they count as a loss. The bot's dice are next in line afterwards, for any command; all others
    agree to that here, once. Before the first roll, no player is asked.
    """
    others = other_sides(live.game, call.who)
    if not (live.game.plays or any(live.game.queues.values())):
        return []
    throwing = {recorded_roller(live.game, entry, play, roll) for play in entry.plays for roll in play.throws}
    sides = changed_sides(live.board, after) | throwing
    if _has_harmed_caller(live, call, entry, after) or bot_faces(live.game, entry):
        return list(others)
    return [one for one in others if one.removeprefix("side:") in sides]


def _has_harmed_caller(live: ActiveGame, call: Call, entry: Entry, after: Board) -> bool:
    """True if the entry harmed the caller's units, one of them failed a test, or own dice of the caller were used.

    Then the caller could profit from an undo, as the result could differ.
    """
    mine = {require_seated(live.game, call.who).side, entry.side} - {None}
    game = live.game
    tested = (game.units.get(id) or game.departed.get(id) for id, passed in tests_of(entry, live.system) if not passed)
    if any(unit is not None and unit.side in mine for unit in tested):
        return True
    rolls = [(recorded_roller(live.game, entry, play, roll), roll) for play in entry.plays for roll in play.throws]
    own = any(side in mine and len(roll.bot_faces) < len(roll.faces) for side, roll in rolls)
    return own or bool(mine & harmed_sides(after, live.board))


def _undo_proposal(entry: Entry) -> Text:
    """Return the proposal to undo an entry; for a shot, with its targets."""
    targets = entry.request.get("target") or ()
    if entry.command == "fire" and targets:
        return Text("undo the shot at {targets}", targets=Listed([UnitRef(id) for id in targets]))
    return Text("undo “{title}”", title=entry.shown_title)


def consent_question(
    wish: Text, groups: Sequence[str], before: Board, after: Board, notes: Sequence[Text], plain: bool
) -> ConsentQuestion:
    """Return a consent question: the proposal, and the changes on the table.

    `plain` is True if these changes are the whole effect, and no other action can follow in its place.
    """
    changes = tuple(table_sync(before, after))
    unharmed = tuple(one for one in groups if plain and _is_unharmed(one, before, after))
    return ConsentQuestion(wish=wish, groups=tuple(groups), changes=changes, notes=tuple(notes), unharmed=unharmed)


def _is_unharmed(group: str, before: Board, after: Board) -> bool:
    side = group.removeprefix("side:")
    return side not in harmed_sides(before, after) and harmed_sides(after, before) <= {side}


def _require_undoable(live: ActiveGame, entry: Entry, later: bool, lasting: Lasting) -> None:
    if live.info.state == "ended" and (later or entry.command != "game end"):
        raise Refusal(Text("This game is over. Resume it with `/game reopen`."))
    if entry.command in lasting:
        raise Refusal(lasting[entry.command])
    if entry.command == "game pause" and later:
        raise Refusal(Text("The game has moved on since. Use `/game pause` again."))


def _new_state(live: ActiveGame, entry: Entry, without: Game) -> State | None:
    """Return the new state of the game: reopened if its end is undone; a pause begins or ends."""
    if entry.command == "game end" and live.info.state == "ended":
        return "running"
    if entry.command == "game pause":
        return "running" if live.info.state == "paused" else "paused"
    return None


def _undo_entry(live: ActiveGame, call: Call, entry: Entry, at: float) -> Entry:
    return Entry.model_construct(
        number=live.game.number + 1,
        command="undo",
        by=call.who.id,
        at=at,
        side=entry.side,
        version=live.system.about.version,
        rulings=dict(live.game.rulings),
        undoes=entry.number,
        title=Text("Undone: {title} (entry {number})", title=entry.shown_title, number=entry.number),
        source=call.source,
    )


def _returned_dice(game: Game, entry: Entry, first: int) -> tuple[ReturnedDice, tuple[OwnDiceKept, ...]]:
    """Return the waiting dice including the entry's, in the order drawn, and the players' own dice.

    `first` is the number of the original entry, if this one is an amendment.
    """
    returned = ReturnedDice.in_game(game)
    if not entry.plays:
        return returned, ()
    command = same_command(Request.of(entry.request))
    drawn = places_of_bot_faces(game, entry, first)
    return returned.put(bot_faces(game, entry), command, drawn, "next"), keep_own_dice(entry, command)


def _notes(
    live: ActiveGame,
    entry: Entry,
    later: Sequence[Entry],
    kept: Iterable[OwnDiceKept],
    after: Game,
) -> tuple[Text, ...]:
    """Return instructions for moved figures, and notes on invisible changes and on later entries that stay."""
    notes = [
        *put_back_notes(units_moved_by([entry]), units_moved_by(later), after),
        *unmarked_notes(live.board, live.board._replace(game=after)),
    ]
    if entry.undoes is not None:
        notes.append(Text("This also undoes entry {undoes}, which amended it.", undoes=entry.undoes))
    notes += next_dice_lines(bot_faces(live.game, entry))
    for one in kept:
        rolls = [(laid, roll) for laid in one.throws for roll in entry.plays[laid.nth].throws if roll.key == laid.key]
        faces = Joined([own_roll_text(roll, laid.faces) for laid, roll in rolls], " / ")
        notes.append(Text("Own dice kept for the same command: {faces}.", faces=faces))
    if later:
        numbers = Listed([one.number for one in later])
        notes.append(
            Plural(
                "Entry {numbers} stays as it is.", "Entries {numbers} stay as they are.", len(later), numbers=numbers
            )
        )
    return tuple(notes)


def units_moved_by(entries: Iterable[Entry]) -> set[str]:
    """Return the units whose figures these entries move."""
    return {shift.unit for entry in entries for play in entry.plays for shift in play.moves}


def put_back_notes(moved: Collection[str], since: Collection[str], game: Game) -> Iterator[Note]:
    """Yield instructions for figures whose moves no longer count; figures with later moves need an agreement."""
    there = [unit for unit in game.units.values() if unit.id in moved and unit.alive]
    back, on = ([unit.ref for unit in there if (unit.id in since) == again] for again in (False, True))
    if back:
        yield table_note(Text("Put {units} back where the move began.", units=Listed(back)))
    if on:
        yield table_note(Text("Agree where to place {units}: later moves stay.", units=Listed(on)))


def unmarked_notes(before: Board, after: Board) -> list[Text]:
    """Return notes on changes without a marker: units that may act again, the turn, and the score."""
    notes: list[Text] = []
    states = [
        state
        for state in after.system.states.values()
        if not (state.marker or state.goes_with or _is_for_rules_only(state))
    ]
    both = [(before.game.units[id], new) for id, new in after.game.units.items() if id in before.game.units]
    unseen = [_unseen_changes(states, after.system.turn_states, old, new) for old, new in both]
    if before.game.turn != after.game.turn:
        # States that ended with a turn do not return, and give no unit another go.
        unseen = [[one for one in each if one.kind != "free"] for each in unseen]
    if sum(map(len, unseen)) > MOST_TOLD:
        notes += _group_sentences(one for each in unseen for one in each)
    else:
        notes += [one.text((one.unit,)) for each in unseen for one in each]
    if (before.game.turn, before.game.phase) != (after.game.turn, after.game.phase):
        notes.append(Sentence(Text("{turn} {number} again", turn=Term(after.system.turn), number=after.game.turn)))
    for side, points in before.game.scores.items():
        now = after.game.scores.get(side, 0)
        if now != points:
            notes.append(Text("{side}: {points} again.", side=side, points=counted(now, "point", "points")))
    return notes


def _is_for_rules_only(state: UnitState) -> bool:
    """True if only the rules use the state's words, which readers do not know."""
    return state.quiet and state.holds == "words"


class _UnseenChange(NamedTuple):
    """A change of a unit without a marker.

    Its states are "gone" or restored ("back"), or a "count" changed, or the unit is "free" to act again.
    """

    unit: Unit
    kind: Literal["free", "gone", "back", "count"]
    states: tuple[str, ...] = ()

    def text(self, units: Sequence[Unit]) -> Text:
        """Return one sentence about the same change of several units."""
        whose = units[0].ref if len(units) == 1 else by_side(units)
        if self.kind == "free":
            return Text("{unit} may act again.", unit=whose)
        if self.kind == "gone":
            return Text("{unit}: no longer {states}.", unit=whose, states=Listed([*map(Term, self.states)], "or"))
        if self.kind == "back":
            return Text("{unit}: {states} again.", unit=whose, states=Listed([*map(Term, self.states)]))
        if len(units) == 1:
            return _count_sentence(units[0], self.states[0])
        return Text("{unit}: {states} as it was.", unit=whose, states=Term(self.states[0]))


MOST_TOLD = 3
"""Maximum changes listed unit by unit; if there are more, units with the same change are combined."""


def _group_sentences(unseen: Iterable[_UnseenChange]) -> Iterator[Text]:
    """Yield a sentence for each group of equal changes."""
    found: dict[tuple[str, tuple[str, ...]], list[_UnseenChange]] = {}
    for one in unseen:
        found.setdefault((one.kind, one.states), []).append(one)
    return (those[0].text([one.unit for one in those]) for those in found.values())


def _unseen_changes(states: Sequence[UnitState], of_a_go: Sequence[str], old: Unit, new: Unit) -> list[_UnseenChange]:
    """Return the invisible changes of one unit: restored or removed states, and counts.

    States that only record its past actions become "may act again".
    """
    changed = [state for state in states if state.holds != "count" and old.has(state.name) != new.has(state.name)]
    used = [state for state in changed if state.spent or state.quiet or state.name in of_a_go]
    flags = [state.name for state in changed if state not in used]
    free = any(not new.has(state.name) for state in used)
    gone, back = (tuple(name for name in flags if new.has(name) == there) for there in (False, True))
    numbers = [state.name for state in states if state.holds == "count"]
    counts = [name for name in numbers if old.count(name) != new.count(name) != 0]
    return [
        *([_UnseenChange(new, "free")] if free and _ACTIONS not in counts else []),
        *([_UnseenChange(new, "gone", gone)] if gone else []),
        *([_UnseenChange(new, "back", back)] if back else []),
        *(_UnseenChange(new, "count", (name,)) for name in counts),
    ]


_ACTIONS = "actions_left"


def _count_sentence(unit: Unit, name: str) -> Text:
    """Return a sentence with a restored count of a unit."""
    number = unit.count(name)
    if name == _ACTIONS:
        return Plural("{unit} has {n} action left again.", "{unit} has {n} actions left again.", number, unit=unit.ref)
    return Text("{unit}: {state} {number} again.", unit=unit.ref, state=Term(name), number=number)
