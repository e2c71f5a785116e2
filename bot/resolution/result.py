"""The result of a command: an entry with the board before and after it, or an open question."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

from bot.game.people import Call
from bot.game.permissions import people_asked
from bot.game.questions import QUESTION, Marker, Question, TableChange
from bot.game.registry import ActiveGame
from bot.game.waiting import KeptQuestion
from bot.resolution.pending_command import Checkpoint, PendingCommand
from bot.store.tables import Pending
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.text import Term

# An open question, with the command that waits for its answer.


class OpenQuestion(NamedTuple):
    """A command stopped at a question, with the people asked, and the row for its answer."""

    live: ActiveGame
    row: Pending
    question: Question
    reached: Checkpoint | None = None
    """The point at which the command waits for a decision; known only if the command has just reached it."""
    attempt: PendingCommand | None = None
    """The waiting command, if the question is in memory."""

    @classmethod
    def of(cls, live: ActiveGame, row: Pending) -> OpenQuestion:
        return cls(live, row, QUESTION.validate_python(row.question))

    @classmethod
    def keep(
        cls, live: ActiveGame, row: Pending, question: Question, attempt: PendingCommand, reached: Checkpoint | None
    ) -> OpenQuestion:
        """Return a question that was just stored, and keep it with its game for the answer."""
        waits = attempt.as_stored()
        live.waiting.keep(KeptQuestion(row, question, waits))
        return cls(live, row, question, reached, waits)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the people who may answer; the first is addressed."""
        return people_asked(self.live.game, self.question, self.row.asked_by)

    def pending_command(self) -> PendingCommand:
        """Return the waiting command, with its answers so far."""
        if self.attempt is not None:
            return self.attempt
        return PendingCommand.from_stored({**self.row.answers, "command": self.row.command}, asks=True)


# A recorded command, and its changes on the table.


def next_entry(board: Board, call: Call, at: float, command: str, **given: Any) -> Entry:
    """Return the next entry of a game, by the caller, under the board's rulings unless others are `given`."""
    game = board.game
    usual: dict[str, Any] = {
        "rulings": dict(game.rulings),
        "version": board.system.about.version,
        "source": call.source,
    }
    return Entry.model_construct(number=game.number + 1, command=command, by=call.who.id, at=at, **{**usual, **given})


class CommandResult(NamedTuple):
    """A recorded command."""

    game_id: str
    entry: Entry
    before: Board
    after: Board
    again: bool = False
    """True if the same interaction had been carried out before; then nothing was done now."""
    news: bool = False
    """True if the entry has further news for the table, such as a new seed."""
    leads_on: bool = False
    """True if further units of the bot may react to the same entry."""
    head: str = ""
    """Head of the chain with this entry, if it is published: "140:9f2c41d08be7a653"."""


draft_listener: ContextVar[Callable[[CommandResult], object]] = ContextVar("draft_listener", default=lambda _: None)
"""The listener of this task that shows a result while it is being written; the result is valid only once its command
has returned it. The listener raises nothing.
"""


def table_sync(before: Board, after: Board) -> list[TableChange]:
    """Return the models and markers to remove or place on each unit, so that the table matches the record."""
    old, new = before.game.units, after.game.units
    apart, into = _moved_models(before.game, after.game), _moved_models(after.game, before.game)
    moved = [TableChange(unit=id, models=new[id].models, apart=other) for id, other in apart.items()]
    for id, other in into.items():
        moved.append(TableChange(unit=id, into=other, remove=_surplus({}, _markers(before, old[id]))))
    changes = [_unit_change(after, old.get(id), unit) for id, unit in new.items() if old.get(id) is not unit]
    for change in moved:
        n, other = (change.models, change.apart) if change.apart else (-old[change.unit].models, change.into)
        changes = [one.model_copy(update={"models": one.models + n}) if one.unit == other else one for one in changes]
    changes += [TableChange(unit=id, gone=True) for id in old if id not in new and id not in into]
    return [*moved, *(change for change in changes if change != TableChange(unit=change.unit))]


def _moved_models(before: Game, after: Game) -> dict[str, str]:
    """Return the new units whose models come from another one, split off or joined no longer, with that unit."""
    found: dict[str, str] = {}
    for id, unit in after.units.items():
        gone = before.departed.get(id)
        other = (gone.joined if gone else "") or unit.part_of
        if id in before.units or other not in before.units or other not in after.units:
            continue
        if before.units[other].models - after.units[other].models >= unit.models > 0:
            found[id] = other
    return found


def _unit_change(board: Board, old: Unit | None, new: Unit) -> TableChange:
    """Return the changes of a unit; a new unit already has its models, and only markers are placed."""
    had, has = _markers(board, old), _markers(board, new)
    return TableChange(
        unit=new.id,
        models=new.models - old.models if old else 0,
        place=_surplus(had, has),
        remove=_surplus(has, had),
        hp=new.hp if old and old.hp != new.hp else None,
    )


def _markers(board: Board, unit: Unit | None) -> dict[Marker, int]:
    """Return the count of each marker on a unit; 0 for markers without a count."""
    found: dict[Marker, int] = {}
    for state in board.system.states.values():
        if unit is not None and state.marker and unit.has(state.name):
            found |= _markers_of_state(board, unit, state.name)
    return found


def _markers_of_state(board: Board, unit: Unit, name: str) -> dict[Marker, int]:
    match board.system.states[name].holds:
        case "count" if not board.system.states[name].turns:
            return {Marker(state=name): unit.count(name)}
        case "words":
            units, alone = board.game.units, board.system.states[name].alone
            pointed_at = [units[word].ref if word in units else Term(word) for word in unit.words(name)]
            return {Marker(state=name, of=of, alone=alone): 0 for of in pointed_at}
        case "unit":
            other = board.game.units.get(str(unit.states[name]))
            return {Marker(state=name, of=other.ref) if other else Marker(state=name): 0}
        case _:
            return {Marker(state=name, ends=board.system.states[name].ends): 0}


def _surplus(than: dict[Marker, int], those: dict[Marker, int]) -> tuple[Marker, ...]:
    """Return the markers that are more numerous in `those` than in `than`, each with the difference."""
    return tuple(
        marker.model_copy(update={"number": count - than.get(marker, 0)})
        for marker, count in those.items()
        if count > than.get(marker, 0) or marker not in than
    )


def objects_sync(before: Board, after: Board) -> tuple[list[TableObject], list[TableObject]]:
    """Return the objects to place on the table, and the objects to remove."""
    old, new = before.game.things, after.game.things
    placed = [thing for label, thing in new.items() if label not in old]
    return placed, [thing for label, thing in old.items() if label not in new]
