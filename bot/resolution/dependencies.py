"""Active entries, the dependencies between entries, and the sides affected by a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.errors import Refusal
from rules.command.system import Board
from rules.game.entry import NOTE, Entry, dependency_text, initial_game, play_back, play_entries
from rules.game.events import Event, LossesTaken, StateSet, TurnAdvanced
from rules.game.game import ALL, Game
from rules.game.unit import Unit
from rules.kernel.request import group_of
from rules.kernel.text import Listed, Plural, Text

MOST_NAMED = 6
"""Maximum entries that are named."""
NEVER = {
    "undo": Text("An undo cannot be undone. Give the command again: it gets the same dice."),
    "game new": Text("The start of a game cannot be undone; `/game end` ends the game."),
    "game reopen": Text("End the game again with `/game end`."),
    "dice back": Text("The next roll uses the returned dice; that cannot be undone."),
    "seal new": Text("A seal stays until it is opened: `/seal open`."),
    "seal open": Text("What was read cannot be hidden again."),
    "order": Text("The die of an order stays: say that the order could not be carried out."),
    "game move": Text("Move the game back with `/game move`."),
}
"""Commands that cannot be undone, with the reason."""


# Which entry is undone.


def active_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the active entries that can be undone, except story notes, which are undone only by number."""
    entries = list(entries)
    undone = {entry.undoes for entry in entries}
    return [entry for entry in entries if entry.number not in undone and entry.command not in (*NEVER, NOTE)]


def undo_horizon(number: int | None, dice: bool = False) -> Callable[[Sequence[Entry]], bool]:
    """Return a predicate: True if the given last entries contain the one to undo.

    That is entry `number`, or the last active one; with `dice`, the last active one with dice.
    """

    def enough(entries: Sequence[Entry]) -> bool:
        there = number is None or number < 1 or (bool(entries) and entries[0].number <= number)
        if number is not None and not dice:
            return there
        return there and any(not dice or one.rolls_dice for one in active_entries(entries))

    return enough


def find_entry_to_undo(entries: Sequence[Entry], number: int | None) -> Entry:
    """Return the last active entry, or the one with that number; raise Refusal if it cannot be undone."""
    found = active_entries(entries)
    if number is None:
        if not found:
            raise Refusal(Text("There is nothing to undo."))
        return found[-1]
    named = next((entry for entry in entries if entry.number == number), None)
    if named is None:
        raise Refusal(
            Text(
                "There is no entry {number} to undo; the last one is {last}.",
                number=number,
                last=entries[-1].number,
            )
        )
    if number in {entry.undoes for entry in entries}:
        raise Refusal(Text("Entry {number} is already undone.", number=number))
    if named.command in NEVER:
        raise Refusal(NEVER[named.command])
    return named


# What depends on an entry, which then stays.


def require_independent(entries: Sequence[Entry], taken: Entry) -> None:
    """Raise Refusal if a later entry depends on this one; the dependency is found by replaying with and without it."""
    undone = {entry.undoes for entry in entries}
    was, without = initial_game(entries), initial_game(entries)
    for entry in entries:
        if entry.number in undone:
            continue
        if entry.number <= taken.number:
            entry.apply(was)
        if entry.number < taken.number:
            entry.apply(without)
        if entry.number > taken.number and not _apply_to_both(entry, without, was):
            raise _dependency_refusal(entry)


def _apply_to_both(entry: Entry, game: Game, was: Game) -> bool:
    """Apply an entry to both games; return False if the first does not allow it."""
    if any(id not in game.units for play in entry.plays for id in play.roles.values()):
        return False
    for event in entry.events:
        if not event.applies_to(game, was):
            return False
        was.apply(event)
        game.apply(event)
    return True


def require_nothing_played_since(entries: Sequence[Entry], taken: Entry) -> None:
    """Raise Refusal for a change of turn, or an end of a side's activations, that rules commands have followed.

    They belong to the new turn, and a turn is not undone in part.
    """
    later = [one.number for one in active_entries(entries) if one.number > taken.number and one.request]
    if not later or not _moves_the_turn(entries, taken):
        return
    several = len(later) > MOST_NAMED
    raise Refusal(
        Plural(
            "Entry {numbers} is later than this change of turn: undo it first with `/undo`.",
            "Entries {numbers} are later than this change of turn: undo them first with `/undo`, the last one first.",
            len(later),
            numbers=Text("{first} to {last}", first=later[0], last=later[-1]) if several else Listed(later),
        )
    )


def _moves_the_turn(entries: Sequence[Entry], taken: Entry) -> bool:
    """True if an entry changes the turn, its phase or the order of sides, or is a turn command.

    A repeated roll for initiative decides the order again, even if the order stays the same.
    """
    moves = _turn_events(taken)
    if group_of(taken.command) in ("turn", "initiative") or not moves:
        return bool(moves)
    undone = {entry.undoes for entry in entries if entry.undoes is not None}
    before = play_back([one for one in entries if one.number < taken.number], initial_game(entries), undone)
    return any((one.turn, one.phase, one.order) != (before.turn, before.phase, before.order) for one in moves)


def require_states_kept(entries: Sequence[Entry], taken: Entry, follows: Sequence[Event]) -> None:
    """Raise Refusal if the undo would remove a state that a later entry has set.

    `follows` are the automatic consequences on the board without the entry `taken`.
    """
    gone = {event.sets for event in follows if isinstance(event, StateSet) and event.value is None}
    for one in active_entries(entries):
        sets = {event.sets for event in one.events if isinstance(event, StateSet) and event.value is not None}
        if one.number > taken.number and sets & gone:
            raise _dependency_refusal(one)


def _dependency_refusal(entry: Entry) -> Refusal:
    return Refusal(dependency_text(entry.number))


# The turn without an entry.


def turn_of(entries: Sequence[Entry], taken: Entry) -> int:
    """Return the number of the turn in which an entry was made, considering only active entries."""
    before = [one for one in active_entries(entries) if one.number <= taken.number]
    turns = [event.turn for one in before for event in one.events if isinstance(event, TurnAdvanced)]
    return turns[-1] if turns else initial_game(entries).turn


def turn_without(entries: Sequence[Entry], taken: Entry, without: Game) -> list[TurnAdvanced]:
    """Return the turn state without an undone entry, as the last active entry left it.

    Each amendment counts in the place of the entry that it amended. Turn changes made by later undos do not count: a
    side that had no units may have some again. `without` is the game without the entry.
    """
    gone = {taken.number, *(entry.undoes for entry in entries)}
    stay = [one for one in entries if one.number not in gone and _turn_events(one)]
    stay = [one for one in stay if one.command != "undo" or one.number < taken.number]
    last = max(stay, key=lambda one: original_of(entries, one).number, default=None)
    now = _turn_left_by(entries, last) if last else initial_game(entries)
    return [turn_at(now)] if now and position(now) != position(without) else []


def turn_at(at: Game | TurnAdvanced) -> TurnAdvanced:
    """Return the event that sets the turn state of a game."""
    return TurnAdvanced(turn=at.turn, order=at.order, holder=at.holder, phase=at.phase)


def position(at: Game | TurnAdvanced) -> tuple[object, ...]:
    """Return the turn state for comparison: equal values mean the same side in the same turn."""
    return at.turn, at.order, at.holder, at.phase


def _turn_events(entry: Entry) -> list[TurnAdvanced]:
    return [event for event in entry.events if isinstance(event, TurnAdvanced)]


def _turn_left_by(entries: Sequence[Entry], entry: Entry) -> TurnAdvanced | None:
    """Return the turn state after an entry; None if the entry did not change it.

    An amendment that later entries precede keeps the turn of the entry that it amended, so that one is used.
    """
    amended = _amended_entry(entries, entry)
    if amended and any(_turn_events(one) for one in entries if amended.number < one.number < entry.number):
        return _turn_left_by(entries, amended)
    return next(reversed(_turn_events(entry)), None)


def original_of(entries: Sequence[Entry], entry: Entry) -> Entry:
    """Return the original entry of an amendment, through all amendments."""
    amended = _amended_entry(entries, entry)
    return original_of(entries, amended) if amended else entry


def _amended_entry(entries: Sequence[Entry], entry: Entry) -> Entry | None:
    """Return the entry that this one amends, if any."""
    return next((one for one in entries if one.number == entry.undoes and entry.command != "undo"), None)


# What depends on an amended entry: the amendment takes its place below later ones.


def later_entries(entries: Sequence[Entry], old: Entry) -> list[Entry]:
    """Return the active entries after this one; an amendment has the place of the entry that was amended first."""
    first = original_of(entries, old).number
    return [one for one in active_entries(entries) if one.number > first and one.number != old.number]


def require_no_conflict(entries: Sequence[Entry], old: Entry, before: Game, new: Entry) -> None:
    """Raise Refusal if entries after `old` conflict with the changes of `new` in its place.

    `before` is the game before the old entry.
    """
    later = later_entries(entries, old)
    touched = {about for event in new.events if (sets := event.sets) for about in (sets, (sets[0], ALL))}
    touched |= {(event.unit, ALL) for event in new.events if isinstance(event, LossesTaken)}
    for one in later:
        if any(event.sets in touched for event in one.events):
            raise _dependency_refusal(one)
    number = entries[-1].number + 1
    gone = new.model_copy(update={"number": number, "undoes": old.number, "events": (), "plays": ()})
    if later and not _apply_to_both(new, play_entries(entries, gone), before.copy()):
        raise _dependency_refusal(later[-1])


def keep_turn(entries: Sequence[Entry], old: Entry, before: Game, now: Game, new: Entry) -> Entry:
    """Return `new` in the place of `old`, keeping turn changes made by later entries (`now`).

    Raises Refusal if `new` leaves the turn in another state than `old` did, because the later entries were played in
    that one. `before` is the game before the old entry.
    """
    first, gone = original_of(entries, old), {old.number, *(entry.undoes for entry in entries)}
    moved = [one for one in entries if one.number > first.number and one.number not in gone and _turn_events(one)]
    if not moved:
        return new
    named = [one for one in moved if one.command not in NEVER]
    if named and position(_turn_left_by(entries, old) or before) != position((_turn_events(new) or [before])[-1]):
        raise _dependency_refusal(named[0])
    events = [one for one in new.events if not isinstance(one, TurnAdvanced)]
    still = [turn_at(now)] if len(events) < len(new.events) else []
    return new.model_copy(update={"events": (*events, *still)})


def require_settled_board(entries: Sequence[Entry], old: Entry, before: Board, new: Entry) -> None:
    """Raise Refusal if a later entry would leave consequences on the board with `new` in place of `old`.

    For example, a unit that is lost in `new` has acted since, or no side is next although a unit waits. `before` is
    the board with the old entry.
    """

    def rests(board: Board) -> bool:
        game, after = board.game, board.after(board.system.settle(board)).game
        return (after.units, after.holder) == (game.units, game.holder)

    def until(number: int) -> Board:
        return before._replace(
            game=play_back([*(one for one in entries if one.number <= number), new], initial_game(entries))
        )

    later = [one for one in active_entries(entries) if one.number > old.number]
    if not later or rests(until(entries[-1].number)) or not rests(before):
        return
    raise _dependency_refusal(next(one for one in later if not rests(until(one.number))))


# The sides that a correction affects: with changed units, and with units worse off.

Changed = Callable[[Board, Unit, Unit], bool]


def changed_sides(before: Board, after: Board) -> set[str]:
    """Return the sides of units that have changed, or that were added or removed."""
    old, new = before.game.units, after.game.units
    return {unit.side for one in (old, new) for id, unit in one.items() if old.get(id) != new.get(id)}


def harmed_sides(before: Board, after: Board) -> set[str]:
    """Return the sides with a unit that has lost models or hit points, is gone, or has more harmful states."""
    return _sides_with(before, after, _is_harmed)


def disturbed_sides(before: Board, after: Board) -> set[str]:
    """Return the sides that are worse off, or have a unit with other markers than before."""
    states = after.system.states.items()
    markers = [name for name, state in states if state.marker and not state.harm]
    return _sides_with(
        before,
        after,
        lambda board, old, new: (
            _is_harmed(board, old, new) or any(old.states.get(name) != new.states.get(name) for name in markers)
        ),
    )


def _sides_with(before: Board, after: Board, changed: Changed) -> set[str]:
    found: set[str] = set()
    for id, old in before.game.units.items():
        new = after.game.units.get(id)
        if new is None or (new is not old and changed(after, old, new)):
            found.add(old.side)
    return found


def _is_harmed(board: Board, old: Unit, new: Unit) -> bool:
    if new.models < old.models or sum(new.hp) < sum(old.hp):
        return True
    return any(_amount(new, name) > _amount(old, name) for name, state in board.system.states.items() if state.harm)


def _amount(unit: Unit, name: str) -> int:
    """Return the amount of a state: its count, the number of its words, or 1."""
    value = unit.states.get(name, 0)
    return value if isinstance(value, int) else len(unit.words(name))
