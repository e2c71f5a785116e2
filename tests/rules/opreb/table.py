"""A table for tests of the commands: two forces, and commands carried out as the referee does."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from data.files import sample_forces
from rules.command.effects import changes
from rules.command.force import muster_units, specs
from rules.command.system import Board
from rules.game.events import StateSet, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import RulingSet
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, resolve, ruleset_of
from rules.kernel.table import Given
from rules.kernel.text import name_units
from rules.kernel.wording import Wording
from tests.rules.opreb.playing import the_system

MILITIA, SECOND_MILITIA, HEAVY, RIFLES, MARINES, SCOUTS = "u1", "u2", "u3", "u4", "u5", "u6"


class Named(Wording):
    """Plain English, with the units by name."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def unit(self, id: str) -> str:
        return self.board.unit(id).name


class Done(NamedTuple):
    """The effects of a command; `told` are the texts of its plays, with unit names."""

    board: Board
    title: str
    plays: tuple[Resolution, ...]
    told: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    def unit(self, id: str) -> Unit:
        return self.board.unit(id)

    @property
    def said(self) -> str:
        return " ".join((*self.told, *self.notes))


def table(**rulings: Any) -> Board:
    """Return colonists (u1 to u3) against the expedition (u4 to u6)."""
    system, game = the_system(), Game()
    for side, force in (("Blue", "colonists"), ("Red", "expedition")):
        units = muster_units(system, game, side, specs(system, sample_forces("opreb")[force]), None)
        game = game.with_events(UnitPlaced(unit=unit) for unit in units)
    game = game.with_events(RulingSet(name=name, value=value) for name, value in rulings.items())
    return Board(game, system, ruleset_of(system, game.rulings))


def with_states(board: Board, id: str, **states: int | None) -> Board:
    return board.after(StateSet(unit=id, state=name, value=value) for name, value in states.items())


def give(board: Board, command: str, unit: str | Sequence[str] = (), dice: Sequence[int] = (), **options: Any) -> Done:
    """Carry out a command with these faces, all of which must be used."""
    choices: dict[str, list[str]] = options.pop("choices", {})
    typed = {name: _as_tuple(name, value) for name, value in {"unit": unit, **options}.items()}
    request = Request(command, **typed)
    acts = board.system.acts if command == "act" else board.system.commands
    order = acts[request.action or "" if command == "act" else command].plan(board, request)
    given, plays = Given(dice), list[Resolution]()
    for planned in order.plays:
        action = board.system.actions[planned.action]
        plays.append(resolve(board.system, action, planned.facts, board.book, given, choices))
        board = board.after(changes(board, plays[-1].effects, planned.roles))
    given.finish()
    played = [play.played for play in plays]
    board = board.after(order.after(board, played))
    told = [name_units(play.text, planned.roles) for play, planned in zip(plays, order.plays, strict=True)]
    words, notes = Named(board), order.notes(board, played)
    return Done(
        board, words(order.title), tuple(plays), *(tuple(map(words, of)) for of in (told, notes, order.warnings))
    )


def _as_tuple(name: str, value: Any) -> Any:
    if name in ("action", "side", "modifier", "count"):
        return value
    values = value if isinstance(value, tuple | list) else (value,)
    return tuple(Decimal(str(one)) for one in values) if name == "distance" else tuple(values)
