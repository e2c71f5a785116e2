"""A single possible unit or target of a command need not be named; of several, none is assumed."""

from __future__ import annotations

from data import system_of
from rules.command.force import muster_units, spec
from rules.command.legality import Legality, legality_of
from rules.command.next_steps import fill_only_choice
from rules.command.system import Board
from rules.game.events import LossesTaken, StateSet, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from tests.rows import for_each

SECTION = {"type": "line_rifles"}


def board(red: int, blue: int) -> Board:
    """Return so many squads of each side: u1 and so on."""
    system = system_of("opreb")
    laid = Board(Game(), system, ruleset_of(system, {}))
    for side, count in (("Red", red), ("Blue", blue)):
        for _ in range(count):
            [unit] = muster_units(system, laid.game, side, [spec(system, SECTION)], "1")
            laid = laid.after([UnitPlaced(unit=unit)])
    return laid


def chosen_codes(laid: Board, command: str = "fire", side: str = "Red", **more: object) -> tuple[tuple[str, ...], ...]:
    found = fill_only_choice(laid, Request(command, side=side, **more))  # pyright: ignore[reportArgumentType]
    return found.unit, found.target


def test_the_only_unit_and_its_only_target_are_taken() -> None:
    assert chosen_codes(board(1, 1)) == (("u1",), ("u2",))
    assert chosen_codes(board(1, 1), side="Blue") == (("u2",), ("u1",))


def test_of_several_none_is_taken() -> None:
    assert chosen_codes(board(2, 1)) == ((), ())
    assert chosen_codes(board(1, 2)) == (("u1",), ())
    assert chosen_codes(board(2, 2), unit=("u1",)) == (("u1",), ())


def test_named_units_stay_chosen() -> None:
    assert chosen_codes(board(2, 2), unit=("u2",), target=("u4",)) == (("u2",), ("u4",))


@for_each("there", [0, 1])
def test_a_unit_that_cannot_do_it_is_no_choice(there: int) -> None:
    laid = board(2, 1).after([StateSet(unit="u2", state="in_position", value=there)] if there else [])
    assert chosen_codes(laid, "act", action="position")[0] == (("u1",) if there else ())


def test_a_unit_that_is_only_warned_of_is_a_choice() -> None:
    """Its side may ignore the warning, so the unit is asked for."""
    began = TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")
    going = [StateSet(unit="u1", state=state, value=2) for state in ("activated", "actions_left")]
    laid = board(2, 1).after([began, *going])
    assert [legality_of(laid, Request("act", unit=(one,), action="position", side="Red")) for one in ("u1", "u2")] == [
        Legality.OK,
        Legality.WARNED,
    ]
    assert chosen_codes(laid, "act", action="position")[0] == ()


def test_the_fallen_are_no_choice() -> None:
    assert chosen_codes(board(2, 1).after([LossesTaken(unit="u2", models=99)]))[0] == ("u1",)


def test_a_target_that_hides_counts_like_any_other() -> None:
    """Its legality as a target would reveal its type."""
    laid = board(1, 2)
    assert chosen_codes(laid.after([StateSet(unit="u3", state="hidden", value=1)])) == (("u1",), ())
