"""The orders of an opponent with the worth of each option, compared line by line: see `orders.txt`.

For each system, at 14 inches, at 4 inches against weakened units, and without an enemy in sight; then what follows the
first order: the next one, and the enemy's reaction. With ADJUTANT_TEST_WRITE=1 the file is written again; read the
diff before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import SYSTEMS, system_of
from data.files import opponent_of
from rules.command.legality import Legality, legality_of
from rules.command.system import Board, System
from rules.game.events import TurnAdvanced
from rules.kernel.text_json import as_json
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import ChosenOrder, RankedOption
from rules.opponent.decide import Opponent
from rules.opponent.forecast import foresee
from rules.opponent.options import Option, moves
from rules.opponent.sight import Around, Sight
from rules.opponent.view import View
from rules.opponent.words import choices, order_text, reason
from tests.rules.opponent.test_decide import few_to_go, near, playing, with_unit

FILE = Path(__file__).with_name("orders.txt")
SHOWN = 8
"""Most options shown for an order, the best ones."""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_opponent_gives_the_same_orders_and_values_its_options_as_before(system: System) -> None:
    assert_as_before(system.key, _orders(system))


def test_the_opponent_reckons_with_units_on_guard_and_reacts_with_them_as_before() -> None:
    assert_as_before("reactions", _reactions())


def test_the_opponent_goes_on_with_a_turn_and_ends_it_as_before() -> None:
    assert_as_before("turns", (line for key in ("fubar", "bayonet", "openfire_d12") for line in _turns(system_of(key))))


GOING = (
    {"tried": 1, "activated": 1, "acted": 1, "moved": 1},
    {"tried": 1, "activated": 1, "action": "walk"},
    {"activated": 1, "actions_left": 1},
)
"""States of a unit in the middle of a turn."""


def _turns(system: System) -> Iterator[str]:
    """Yield the orders of Red in each phase and in the middle of an activation, in sight of the enemy and out of it."""
    whole, table = few_to_go(system, most=2), opponent_of(system.key)
    for phase in system.phases or (None,):
        for nth, states in enumerate(GOING):
            board = whole.after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red", phase=phase)])
            first, second = board.game.units_of_side("Red")
            for unit in (first, second) if nth == 0 else (first,):
                board = with_unit(board, unit.model_copy(update={"states": {**unit.states, **states}}))
            for inches in (2, None):
                sight = near(board, inches) if inches else Sight()
                yield f"{system.key}, {phase}, {' '.join(states)}, at {inches} inches:"
                yield from list(_lines(board, playing(table).order(board, sight)))[:5]


def assert_as_before(part: str, lines: Iterator[str]) -> None:
    """Compare lines with a part of the file, or write them into it."""
    kept = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    parts, said = dict(one.split("\n", 1) for one in kept.split("# ")[1:]), "".join(f"{line}\n" for line in lines)
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        parts[part] = said
        FILE.write_text("".join(f"# {key}\n{parts[key]}" for key in sorted(parts)), encoding="utf-8")
    assert said == parts[part]


def _reactions() -> Iterator[str]:
    """Yield the orders of Red in the middle of a walk past FUBAR's units on guard, and the shots at each move."""
    board, table = few_to_go(system_of("fubar"), most=2), opponent_of("fubar")
    walking = {"Red": {"tried": 1, "activated": 1, "action": "walk"}, "Blue": dict.fromkeys(table.reacts, 1)}
    for unit in board.game.units.copy().values():
        board.game.units[unit.id] = unit.model_copy(update={"states": walking[unit.side]})
    for inches in (6, 14):
        sight = near(board, inches)
        yield f"At {inches} inches:"
        yield from _lines(board, playing(table).order(board, sight))
        for unit in board.game.units_of_side("Red"):
            option = next(iter(moves(View(board, sight, "Red"), unit, table)))
            came = foresee(board, option.request, playing(table).chance, most=1)
            assert came is not None
            yield f"The enemy reacts to this: {ENGLISH(order_text(board, option))}"
            after = came.ways[0].board
            yield from _lines(after, playing(table, "Blue").reaction(after, sight, came.answers(came.ways[0])))


def _orders(system: System) -> Iterator[str]:
    board, table = few_to_go(system, most=2), opponent_of(system.key)
    opponent, sight = playing(table), near(board)
    yield "At 14 inches:"
    first = opponent.order(board, sight)
    yield from _lines(board, first)
    assert first is not None
    after, move = _carried_out(board, opponent, first.chosen.option), first.chosen.option.move
    yield "Then, recklessly:"
    moved = sight.after_move(first.chosen.option.unit, move, "") if move else sight
    yield from _lines(after, playing(table, stance="reckless").order(after, moved))
    board = board if first.request.unit else after
    yield "At 4 inches, against weakened units, and careful:"
    weak = _weakened(board)
    yield from _lines(weak, playing(table, stance="careful").order(weak, near(weak, 4)))
    yield "Without an enemy in sight, one unit near an objective:"
    unseen = Sight()
    for unit in board.game.units_of_side("Red"):
        unseen = unseen.with_pairs(unit.id, {foe.id: None for foe in board.game.units_of_side("Blue")})
        unseen = unseen.with_around(unit.id, Around(objective=unit.id == "u1"))
    yield from _lines(board, playing(table, stance="hold").order(board, unseen))


def _carried_out(board: Board, opponent: Opponent, option: Option) -> Board:
    """Return the likeliest board after an option."""
    came = foresee(board, option.request, opponent.chance, most=1)
    return came.ways[0].board if came else board


def _weakened(board: Board) -> Board:
    """Return the board on which each second unit of Blue has lost half its models, and the last one is suppressed."""
    game = board.game.copy()
    marked = next((name for name in ("suppressed", "pinned", "shaken", "wounds") if name in board.system.states), "")
    for nth, unit in enumerate(game.units_of_side("Blue")):
        models = (unit.models + 1) // 2 if nth % 2 else unit.models
        states = {**unit.states, marked: 1} if marked and nth == 0 else unit.states
        game.units[unit.id] = unit.model_copy(update={"models": models, "states": states, "hp": unit.hp[:models]})
    return board._replace(game=game)


def _lines(board: Board, found: ChosenOrder | None) -> Iterator[str]:
    if found is None:
        yield "    nothing"
        return
    assert legality_of(board, found.request) <= Legality.NEEDS_INPUT
    assert all(as_json(text) for text in (reason(board, found), *choices(board, found.weighed)))
    assert not found.hurried
    yield f"    {ENGLISH(order_text(board, found.chosen.option))} {found.request.to_stored()}"
    yield f"    {ENGLISH(reason(board, found))} ({len(found.weighed)} options, {len(found.ties)} ties)"
    yield from (f"    {_option_line(board, one)}" for one in found.weighed[:SHOWN])


def _option_line(board: Board, one: RankedOption) -> str:
    then = " ".join(f"→ {ENGLISH(order_text(board, option))}" for option in one.then)
    parts = " ".join(f"{round(part, 3) + 0:+.3f}" for part in one.gain)
    return f"{parts} {'' if one.exact else '~'} {ENGLISH(order_text(board, one.option))} {then}".rstrip()
