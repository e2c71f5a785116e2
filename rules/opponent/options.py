"""Options of a side: the commands as their systems declare them, with the known distances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from rules.command.legality import Legality, best_legality
from rules.command.next_steps import Step, best_use, steps
from rules.command.next_steps import moves as ways_to_move
from rules.command.opponent_table import OpponentTable
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.game.unit import Unit
from rules.kernel.request import Request, bare_request, changed
from rules.opponent.sight import Intent, Moved, Sight
from rules.opponent.view import View
from rules.opponent.worth import ATTACKS, attack_request

MOST_TARGETS = 8
"""Most targets that a unit considers for one command, the nearest first."""


@dataclass(frozen=True)
class Option:
    """A possible order: a request, and the purpose of its move, if it is one."""

    request: Request
    move: Moved | None = None

    @property
    def unit(self) -> str:
        return next(iter(self.request.unit), "")

    @property
    def target(self) -> str:
        return next(iter(self.request.target), "") or (self.move.toward if self.move else "")

    def into_contact(self, then: Option) -> Option:
        """Return the move as one into contact, if a close combat attack on the same enemy follows."""
        move, attack = self.move, then.request.command in ("assault", "act")
        if move is None or move.intent is not Intent.TOWARD or not attack or move.toward not in then.request.target:
            return self
        return Option(self.request, move._replace(intent=Intent.CONTACT))

    def is_as(self, other: Option) -> bool:
        """True if it is the same order; a move into contact or towards an enemy counts as the same."""
        mine, its = self.move, other.move
        if mine and its and {mine.intent, its.intent} == {Intent.TOWARD, Intent.CONTACT}:
            return self.request == other.request and mine[1:] == its[1:]
        return self == other

    @property
    def identity(self) -> tuple[object, ...]:
        """Its identity without distance and cover."""
        return self.request.command, self.request.action, self.request.unit, self.request.target, self.move

    def is_done(self, unit: Unit | None) -> bool:
        """True if it must not be repeated, given the unit's state afterwards.

        An assault without a result could be repeated for ever, but a second shot at the same target is one more where
        actions are counted.
        """
        shoots_on = self.request.command == "fire" and unit is not None and unit.count("actions_left") > 0
        return bool(self.request.target) and not shoots_on


class KeptOption(BaseModel, frozen=True):
    """An order in storage."""

    request: dict[str, Any]
    move: tuple[Intent, int, str] | None = None

    @classmethod
    def of(cls, option: Option) -> KeptOption:
        return cls(
            request=option.request.to_stored(),
            move=option.move and (option.move.intent, option.move.inches, option.move.toward),
        )

    @property
    def option(self) -> Option:
        return Option(Request.of(self.request), Moved(*self.move) if self.move else None)


# Options of a unit alone: its activation, and acts.


def lone_options(view: View, unit: Unit, table: OpponentTable) -> Iterator[Option]:
    """Yield the activations and acts of a unit without a target that are declared legal."""
    for request in _activations(view, unit, table):
        yield Option(request)
    for step in steps(view.board, unit):
        free = step.request.command != "move" and step.legality is Legality.OK
        if free and step.request.action not in table.skip:
            yield Option(step.request)


def _activations(view: View, unit: Unit, table: OpponentTable) -> Iterator[Request]:
    board = view.board
    command = board.system.commands.get("activate")
    if command is None or "activate" in table.skip:
        return
    alone = table.alone and view.sight.sees_none(unit.id, (foe.id for foe in view.foes))
    base = Request("activate", unit=(unit.id,), side=unit.side, situation=(table.alone,) if alone else ())
    ways = [changed(base, action=one.code) for one in command.actions_of(board, unit)] or [base]
    yield from (way for way in ways if best_legality(board, way) is Legality.OK)


# Moves: each way to move, with each possible purpose.


def moves(view: View, unit: Unit, table: OpponentTable) -> Iterator[Option]:
    """Yield the ways in which a unit may move now, with each possible purpose."""
    ways: list[tuple[Request, int]] = []
    for step in ways_to_move(view.board, unit):
        inches = view.board.system.commands["move"].on(view.board, step.request).inches()
        ways.append((step.request, table.move if inches is None else inches))
    usual = ways[0][1] if ways else 0
    # The fewest inches to places that were reported as within reach.
    needed = {Intent.OBJECTIVE: table.reach or usual, Intent.HIDE: usual}
    for request, inches in ways:
        for move in _intended_moves(view, unit, inches):
            if inches >= needed.get(move.intent, 0):
                yield Option(request, move)


def _intended_moves(view: View, unit: Unit, inches: int) -> Iterator[Moved]:
    near, nearest = view.sight.near(unit.id), _nearest_enemies(view, unit)
    if nearest:
        toward = Intent.TOWARD if view.sight.sees(unit.id, nearest[0].id) else Intent.NEAREST
        both = (Moved(goes, inches, nearest[0].id) for goes in (toward, Intent.BACK))
        yield from (move for move in both if not view.sight.reverses_last(unit.id, move.intent))
    if near.cover and not view.sight.cover.get(unit.id):
        yield Moved(Intent.COVER, inches)
    if near.objective and not near.holds:
        yield Moved(Intent.OBJECTIVE, inches)
    if near.hide and any(view.sight.sees(unit.id, foe.id) for foe in nearest):
        yield Moved(Intent.HIDE, inches)


def _nearest_enemies(view: View, unit: Unit) -> list[Unit]:
    """Return the enemies whose distance is known, the nearest first."""
    far = _known_distances(view, unit)
    return sorted((foe for foe in view.foes if foe.id in far), key=lambda foe: far[foe.id])


def _known_distances(view: View, unit: Unit) -> dict[str, Decimal]:
    told = ((foe.id, view.sight.inches_between(unit.id, foe.id)) for foe in view.foes)
    return {id: inches for id, inches in told if inches is not None}


# Attacks: orders against an enemy in sight.


def attacks(view: View, unit: Unit, table: OpponentTable) -> Iterator[Option]:
    """Yield the possible attacks of a unit on each enemy that it sees."""
    seen = [foe for foe in _nearest_enemies(view, unit) if view.sight.sees(unit.id, foe.id)][:MOST_TARGETS]
    commands, far = view.board.system.commands, _known_distances(view, unit)
    for key in (key for key in ATTACKS if key in commands and key not in table.skip):
        if not seen or best_legality(view.board, Request(key, unit=(unit.id,), side=unit.side)) > Legality.NEEDS_INPUT:
            continue
        near = table.assault if key == "assault" else None
        for foe in seen:
            if near is None or far[foe.id] <= near:
                yield from _open_options(view, attack_request(view.board, key, unit, foe, view.sight))
    for key, act in view.board.system.acts.items():
        is_attack = "target" in act.needs and not (act.friendly or act.anybody or act.involuntary)
        if is_attack and key not in table.skip:
            for foe in (foe for foe in seen if far[foe.id] <= table.contact or not act.at_foes):
                yield from _open_options(
                    view, Request("act", unit=(unit.id,), target=(foe.id,), action=key, side=unit.side)
                )


def _open_options(view: View, request: Request) -> Iterator[Option]:
    if best_legality(view.board, request) <= Legality.NEEDS_INPUT:
        yield Option(request)


# Reactions of a side that the bot plays.


def worthwhile_reactions(board: Board, found: Iterable[Reaction]) -> list[Reaction]:
    """Return reactions of units that may not simply fire now, because an ordinary shot is better."""
    known = [one for one in found if one.unit in board.game.units]
    return [one for one in known if best_use(board, "fire", board.unit(one.unit)) is not Legality.OK]


def reactions_in_sight(sight: Sight, found: Iterable[Reaction]) -> list[Reaction]:
    """Return reactions to enemies that the unit sees: not every system asks for a distance."""
    return [one for one in found if all(sight.sees(one.unit, foe) for foe in one.request.target)]


# Steps of a side as a whole.


def phase_to_name(board: Board, side: str) -> Step | None:
    """Return the phase with which a side must start its turn, if its turn has phases and none is named."""
    if not board.system.phases or board.game.phase is not None or board.game.holder not in (None, side):
        return None
    return next((step for step in _free_steps(board, side) if step.request.command == "turn phase"), None)


def turn_options(board: Board, side: str, table: OpponentTable) -> list[Step]:
    """Return the steps by which a side continues its own turn: its next phase, or the end of its activation."""
    if board.game.holder != side:
        return []
    return [step for step in _free_steps(board, side) if step.request.command in ("turn phase", "turn end")]


def forfeit_request(board: Board, side: str | None) -> Request | None:
    """Return, as a last resort, the end of a side's activation although a unit loses actions by it."""
    request, held = changed(bare_request("turn end"), side=side), side is not None and board.game.holder == side
    return request if held and best_legality(board, request) is Legality.WARNED else None


def _free_steps(board: Board, side: str | None) -> list[Step]:
    return [step for step in turn_steps(board, side) if step.legality is Legality.OK]


def table_steps(board: Board) -> list[Step]:
    """Return the steps of no particular side: the roll for the initiative, the end of a bound, the next turn."""
    found = _free_steps(board, None)
    of_nobody = "turn end" if board.game.holder is None else ""
    return [step for step in found if step.request.command != of_nobody]
