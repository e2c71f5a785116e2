"""Bayonet laid out for its tests: one play, every play, and a board with two small sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from data.files import about, opened, tables
from rules import bayonet
from rules.commands import Board, Request, ResolvedCommand, changes
from rules.events import UnitPlaced
from rules.force import mustered, spec
from rules.game import Game
from rules.resolve import Resolution, book_of, resolve
from rules.table import Given
from tests.rules.table import Sitting

SYSTEM = bayonet.system(about("bayonet"), tables("bayonet"), opened("bayonet", "units"))
FIGURE: dict[str, Any] = {"range_cf": 3, "physical_cf": 3}
NOTHING: Mapping[str, list[str]] = {}


def figure(**more: Any) -> dict[str, Any]:
    """A plain figure, 3 and 3, with what is told of it."""
    return FIGURE | more


def shot(**more: Any) -> dict[str, Any]:
    """The facts of a plain figure's shot at another, with what is told of it."""
    return {"shooter": FIGURE, "targets": [{"figure": FIGURE}]} | more


def play(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """One play with these dice, all of them used."""
    return Sitting(SYSTEM, rulings, tuple(choose)).play(action, facts, dice)


def outcome(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return Sitting(SYSTEM, rulings, tuple(choose)).outcome(action, facts, dice)


def chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    """The exact chance of every outcome."""
    return Sitting(SYSTEM, rulings, tuple(choose)).chances(action, facts)


def every_play(action: str, facts: Mapping[str, Any], choose: Sequence[str] = ()) -> dict[Any, Fraction]:
    """The same chances by playing every throw there can be, one by one."""
    found: dict[Any, Fraction] = {}
    for resolution, chance in Sitting(SYSTEM, {}, tuple(choose)).every_play(action, facts, 100_000):
        end = resolution.played.outcome
        found[end] = found.get(end, Fraction(0)) + chance
    return found


def board(*units: tuple[str, str], **rulings: Any) -> Board:
    """A board with ready-made figures, each with its side; their ids are u1, u2 … in that order."""
    game = Game()
    for side, kind in units:
        [unit] = mustered(SYSTEM, game, side, [spec(SYSTEM, {"type": kind})], None)
        game.apply(UnitPlaced(unit=unit))
    return Board(game, SYSTEM, book_of(SYSTEM, rulings))


def marked(on: Board, id: str, **states: int | str) -> Board:
    """The board with states set by hand."""
    unit = on.unit(id)
    game = on.game.copy()
    game.units[id] = unit.model_copy(update={"states": unit.states | states})
    return on._replace(game=game)


def ordered(on: Board, command: str, **given: Any) -> ResolvedCommand:
    """The order that a command comes to; a single unit or target may be given by its id alone."""
    for name in ("unit", "target"):
        if isinstance(given.get(name), str):
            given[name] = (given[name],)
    commands = SYSTEM.commands if command in SYSTEM.commands else SYSTEM.acts
    return commands[command].ordered(on, Request(command, **given))


class Done(NamedTuple):
    """What a command came to: the board it left, what was said, and the plays."""

    board: Board
    order: ResolvedCommand
    notes: tuple[str, ...]
    plays: tuple[Resolution, ...]


def done(
    on: Board, command: str, dice: Sequence[int] = (), choose: Mapping[str, list[str]] = NOTHING, **given: Any
) -> Done:
    """A command carried out with these dice, all of them used."""
    order = ordered(on, command, **given)
    faces, plays, after = Given(dice), [], on
    for planned in order.plays:
        plays.append(resolve(SYSTEM, SYSTEM.actions[planned.action], planned.facts, on.book, faces, choose))
        after = after.after(changes(after, plays[-1].effects, planned.roles))
    faces.finish()
    outcomes = [play.played for play in plays]
    after = after.after(order.after(after, outcomes))
    return Done(after, order, tuple(order.notes(after, outcomes)), tuple(plays))
