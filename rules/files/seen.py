"""Units on a board as the expressions of their file read them, and the sentences that apply to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from rules.command.system import Board
from rules.files.arms import FileArm, arms_for
from rules.files.expressions import Expression
from rules.files.rolls import FileTables
from rules.files.sentences import SaySpec, with_words
from rules.files.specs import STARTING, ActionSpec
from rules.game.unit import Unit, keep_with
from rules.kernel.text import Text, Value

FileBoard = Board[FileTables, BaseModel]


def unit_facts(board: FileBoard, unit: Unit) -> dict[str, object]:
    """Return a unit as facts for the rules of its file."""
    compiled = board.tables.compiled
    profile = board.system.profile.model_construct(None, **unit.profile)
    found: dict[str, object] = {name: getattr(profile, name) for name in compiled.document.profile}
    for name in compiled.states_read:
        found[name] = unit.count(name) if compiled.holds[name] == "count" else unit.has(name)
    return {**found, "models": unit.models, **({STARTING: unit.starting} if compiled.counts_starting else {})}


def known_facts(board: FileBoard, spec: ActionSpec, unit: Unit) -> dict[str, object]:
    """Return a unit as facts for an action: the numbers and states that the action knows."""
    seen = Seen(board, unit)
    return {name: getattr(seen, name) for name in spec.row.knows} or unit_facts(board, unit)


def scope_of(board: FileBoard, **units: Unit) -> dict[str, Any]:
    """Return the numbers and rulings of a game with units as they are now, for expressions."""
    seen = {role: Seen(board, unit) for role, unit in units.items()}
    return {**board.tables.numbers, **vars(board.rulings), **seen}


def first_sentence(
    tables: FileTables, sentences: Iterable[SaySpec], scope: Mapping[str, Any], **values: Value
) -> Text | None:
    """Return the first of some sentences that applies."""
    words = tables.compiled.document.counted
    return next((one.text(scope, with_words(values, words), words) for one in sentences if one.applies(scope)), None)


def reminder_of(board: Board[Any, Any], unit: Unit) -> Text | None:
    """Return the file's note about a unit that acts without activation, if it has one that applies."""
    spec = board.tables.compiled.action_of("activate")
    scope = scope_of(board, unit=unit)
    return first_sentence(board.tables, spec.reminds, scope, unit=unit.ref) if spec else None


class Seen:
    """A unit on its board, with the names that expressions read as attributes."""

    def __init__(self, board: FileBoard, unit: Unit) -> None:
        self._board, self._unit, self._holds = board, unit, board.tables.compiled.holds

    def __getattr__(self, name: str) -> Any:
        if name in self._holds:
            return self._unit.count(name) if self._holds[name] == "count" else self._unit.has(name)
        if name == "models":
            return self._unit.models
        if name == STARTING and self._board.tables.compiled.counts_starting:
            return self._unit.starting
        if name in self._unit.profile:
            return self._unit.profile[name]
        return self._board.system.profile.model_fields[name].default


def is_known(one: Expression, scope: Mapping[str, Any]) -> bool:
    """True if a scope has all that an expression reads."""
    return one.owners <= scope.keys()


def arms_of(board: FileBoard, unit: Unit, spec: ActionSpec) -> Mapping[str, FileArm]:
    """Return the weapons of a unit that suit an action, as the unit is now."""

    def found() -> Mapping[str, FileArm]:
        return arms_for(spec, board.tables, unit.weapons, scope_of(board, attacker=unit))

    return keep_with(unit, board.book, (arms_of, spec.key), found)
