"""Notes on an undo or an amendment: figures to put back, and changes that no marker shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from rules.command.system import Board
from rules.command.turns import by_side
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.action import State as UnitState
from rules.kernel.text import Listed, Note, Plural, Sentence, Term, Text, UnitRef, counted, table_note


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
        if not (state.marker or state.goes_with or is_for_rules_only(state))
    ]
    both = [(before.game.units[id], new) for id, new in after.game.units.items() if id in before.game.units]
    unseen = [_unseen_changes(states, after, old, new) for old, new in both]
    if before.game.turn != after.game.turn:
        # States that ended with a turn do not return, and give no unit another go.
        unseen = [[one for one in each if one.kind != "free"] for each in unseen]
    if sum(map(len, unseen)) > MOST_TOLD:
        alike: dict[tuple[str, tuple[str, ...]], list[_UnseenChange]] = {}
        for one in chain.from_iterable(unseen):
            alike.setdefault((one.kind, one.states), []).append(one)
        notes += [those[0].text([one.unit for one in those]) for those in alike.values()]
    else:
        notes += [one.text((one.unit,)) for each in unseen for one in each]
    if (before.game.turn, before.game.phase) != (after.game.turn, after.game.phase):
        notes.append(Sentence(Text("{turn} {number} again", turn=Term(after.system.turn), number=after.game.turn)))
    for side, points in before.game.scores.items():
        now = after.game.scores.get(side, 0)
        if now != points:
            notes.append(Text("{side}: {points} again.", side=side, points=counted(now, "point", "points")))
    return notes


def is_for_rules_only(state: UnitState) -> bool:
    """True if only the rules use the state's words, which readers do not know."""
    return state.quiet and state.holds == "words"


class _UnseenChange(NamedTuple):
    """A change of a unit without a marker.

    Its states are "gone" or restored ("back"), or a "count" changed, or the unit is "free" to act again.
    """

    unit: Unit
    kind: Literal["free", "gone", "back", "count"]
    states: tuple[str, ...] = ()
    worded: tuple[Text, ...] = ()
    """The states with the units that they point at."""

    def text(self, units: Sequence[Unit]) -> Text:
        """Return one sentence about the same change of several units."""
        whose = units[0].ref if len(units) == 1 else by_side(units)
        states = self.worded if len(units) == 1 else tuple(map(Term, self.states))
        if self.kind == "free":
            return Text("{unit} may act again.", unit=whose)
        if self.kind == "gone":
            return Text("{unit}: no longer {states}.", unit=whose, states=Listed(states, "or"))
        if self.kind == "back":
            return Text("{unit}: {states} again.", unit=whose, states=Listed(states))
        [name, *_] = self.states
        if len(units) > 1:
            return Text("{unit}: {states} as it was.", unit=whose, states=Term(name))
        number = units[0].count(name)
        if name == _ACTIONS:
            return Plural("{unit} has {n} action left again.", "{unit} has {n} actions left again.", number, unit=whose)
        return Text("{unit}: {state} {number} again.", unit=whose, state=Term(name), number=number)


MOST_TOLD = 3
"""Maximum changes listed unit by unit; if there are more, units with the same change are combined."""


def _unseen_changes(states: Sequence[UnitState], board: Board, old: Unit, new: Unit) -> list[_UnseenChange]:
    """Return the invisible changes of one unit: restored or removed states, and counts.

    States that only record its past actions become "may act again".
    """
    changed = [state for state in states if state.holds != "count" and old.has(state.name) != new.has(state.name)]
    used = [state for state in changed if state.spent or state.quiet or state.name in board.system.turn_states]
    flags = [state.name for state in changed if state not in used]
    free = any(not new.has(state.name) for state in used)
    gone, back = (tuple(name for name in flags if new.has(name) == there) for there in (False, True))
    numbers = [state.name for state in states if state.holds == "count"]
    counts = [name for name in numbers if old.count(name) != new.count(name) != 0]
    return [
        *([_UnseenChange(new, "free")] if free and _ACTIONS not in counts else []),
        *([_UnseenChange(new, "gone", gone, _worded_states(board, old, gone))] if gone else []),
        *([_UnseenChange(new, "back", back, _worded_states(board, new, back))] if back else []),
        *(_UnseenChange(new, "count", (name,)) for name in counts),
    ]


def _worded_states(board: Board, unit: Unit, names: Sequence[str]) -> tuple[Text, ...]:
    """Return the names of a unit's states, with the units that they point at: "in assault range of Raiders"."""
    points = {name: [UnitRef(id) for id in unit.words(name) if id in board.game.units] for name in names}
    return tuple(board.system.states[name].name_with(units) for name, units in points.items())


_ACTIONS = "actions_left"
