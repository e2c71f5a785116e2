"""Bayonet laid out for its tests: one play, every play, and a board with two small sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from data.files import about, opened, tables
from rules import bayonet
from rules.board import Board, Order, Request
from rules.errors import DiceNeeded
from rules.facts import checked
from rules.forces import mustered, spec
from rules.game import Game
from rules.report import outcome_of, plain
from rules.resolve import Resolution, book_of, checked_choices, odds, resolve
from rules.table import Given

SYSTEM = bayonet.system(about("bayonet"), tables("bayonet"), opened("bayonet", "units"))
FIGURE: dict[str, Any] = {"range_cf": 3, "physical_cf": 3}


def figure(**more: Any) -> dict[str, Any]:
    """A plain figure, 3 and 3, with what is told of it."""
    return FIGURE | more


def shot(**more: Any) -> dict[str, Any]:
    """The facts of a plain figure's shot at another, with what is told of it."""
    return {"shooter": FIGURE, "targets": [{"figure": FIGURE}]} | more


def play(
    action: str,
    facts: Mapping[str, Any],
    dice: Sequence[int] = (),
    choose: Sequence[str] = (),
    rulings: Mapping[str, Any] | None = None,
) -> Resolution:
    """One play with these dice, all of them used."""
    found = SYSTEM.actions[action]
    given = Given(dice)
    book = book_of(SYSTEM, rulings)
    resolution = resolve(SYSTEM, found, checked(found.facts, facts), book, given, checked_choices(found, choose))
    given.finish()
    return resolution


def outcome(action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), **more: Any) -> dict[str, Any]:
    return plain(outcome_of(play(action, facts, dice, **more)))


def chances(
    action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), rulings: Mapping[str, Any] | None = None
) -> dict[Any, Fraction]:
    """The exact chance of every outcome."""
    found = SYSTEM.actions[action]
    book = book_of(SYSTEM, rulings)
    return odds(found, checked(found.facts, facts), book, checked_choices(found, choose)).fractions()


def every_play(action: str, facts: Mapping[str, Any], choose: Sequence[str] = ()) -> dict[Any, Fraction]:
    """The same chances by playing every throw there can be, one by one."""
    found: dict[Any, Fraction] = {}
    for end, chance in _ends(action, facts, choose, (), Fraction(1)):
        found[end] = found.get(end, Fraction(0)) + chance
    return found


def _ends(
    action: str, facts: Mapping[str, Any], choose: Sequence[str], faces: tuple[int, ...], chance: Fraction
) -> Iterable[tuple[Any, Fraction]]:
    try:
        yield play(action, facts, faces, choose).played.outcome, chance
    except DiceNeeded as needed:
        assert needed.count == 1
        for face in range(1, needed.throw.sides + 1):
            yield from _ends(action, facts, choose, (*faces, face), chance / needed.throw.sides)


def board(*units: tuple[str, str], **rulings: Any) -> Board:
    """A board with ready-made figures, each with its side; their ids are u1, u2 … in that order."""
    game = Game()
    for side, kind in units:
        [unit] = mustered(SYSTEM, game, side, [spec(SYSTEM, {"type": kind})], None)
        game.units[unit.id] = unit
        game.last_unit += 1
    return Board(game, SYSTEM, book_of(SYSTEM, rulings))


def marked(on: Board, id: str, **states: int | str) -> Board:
    """The board with states set by hand."""
    unit = on.unit(id)
    game = on.game.copy()
    game.units[id] = unit.model_copy(update={"states": unit.states | states})
    return on._replace(game=game)


def ordered(on: Board, command: str, **given: Any) -> Order:
    """The order that a command comes to; a single unit or target may be given by its id alone."""
    for name in ("unit", "target"):
        if isinstance(given.get(name), str):
            given[name] = (given[name],)
    commands = SYSTEM.commands if command in SYSTEM.commands else SYSTEM.acts
    return commands[command].ordered(on, Request(command, **given))
