"""Next steps of the turn and of the setup, and whose turn it is in words."""

from __future__ import annotations

from dataclasses import replace

from rules.command.legality import Legality
from rules.command.next_steps import Step
from rules.command.system import Board
from rules.command.turn_steps import is_setup_act, setup_steps, step_due, turn_steps, waiting_units, whose_turn
from rules.game.events import Event, LossesTaken, StateSet, TurnAdvanced, UnitRemoved
from rules.kernel.action import SetupStep
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.evenings import board_of
from tests.rules.openfire_d12 import table as openfire_d12

FUBAR = board_of("fubar")
ALONE = FUBAR.after([UnitRemoved(unit=one.id) for one in FUBAR.game.units_of_side("Blue")])
ORDER = ("Red", "Blue")


def turn(holder: str | None, phase: str | None = None, number: int = 1) -> Event:
    return TurnAdvanced(turn=number, order=ORDER, holder=holder, phase=phase)


def begun(board: Board) -> Board:
    game = board.game.copy()
    game.begun = True
    return board._replace(game=game)


@for_each(
    ("board", "side", "said"),
    [
        (FUBAR, None, "Next: Initiative."),
        (FUBAR, "Blue", "Blue's turn."),
        (FUBAR.after([turn("Red")]), None, "Red's turn."),
        (FUBAR.after([turn("Red")]), "Blue", "Blue's turn."),
        (FUBAR.after([turn(None)]), None, "The turn is over."),
        (ALONE, None, "Next: the other side's force."),
        (board_of("openfire_ww2").after([]), None, "Next: Movement phase."),
    ],
)
def test_the_side_with_the_turn_or_the_first_step_is_named(board: Board, side: str | None, said: str) -> None:
    found = whose_turn(board, side)
    assert found is not None
    assert ENGLISH(found) == said
    assert whose_turn(begun(ALONE)) is None


def shown(steps: list[Step]) -> list[tuple[str, str, str]]:
    return [(ENGLISH(one.label), one.request.command, one.legality.name) for one in steps]


def test_the_steps_of_a_turn_are_those_that_are_legal_and_its_end_may_be_warned_of() -> None:
    """The next turn comes first once every unit has acted."""
    assert shown(turn_steps(FUBAR, "Red")) == [("Initiative", "initiative", "OK"), ("Next turn", "turn next", "WARNED")]
    assert shown(turn_steps(ALONE, "Red")) == [("Next turn", "turn next", "WARNED")]
    going = FUBAR.after([turn("Red")])
    assert shown(turn_steps(going, "Red")) == [
        ("Pass the initiative", "turn end", "OK"),
        ("Next turn", "turn next", "WARNED"),
    ]
    assert shown(turn_steps(going, "Blue")) == [("Next turn", "turn next", "WARNED")]
    assert shown(turn_steps(FUBAR.after([turn(None)]), None))[0][1] == "turn next"
    due = step_due(FUBAR)
    assert due is not None
    assert (due.request.command, due.legality) == ("initiative", Legality.OK)
    assert [step_due(one) for one in (going, FUBAR.after([turn(None)]), begun(ALONE))] == [None] * 3


@for_each(("system", "command"), [("bayonet", "turn end"), ("fubar", "turn next")])
def test_with_no_unit_left_the_end_is_the_first_step_and_not_due(system: str, command: str) -> None:
    board = board_of(system)
    nobody = board.after([UnitRemoved(unit=id) for id in board.game.units])
    assert turn_steps(nobody, None)[0].request.command == command
    assert step_due(nobody) is None


def test_the_end_of_a_go_with_actions_left_is_offered_with_its_warning() -> None:
    board = board_of("opreb").after([turn("Red")])
    assert "turn end" not in [one for _, one, legality in shown(turn_steps(board, "Red")) if legality == "WARNED"]
    acting = board.after([StateSet(unit="u1", state=state, value=1) for state in ("activated", "actions_left")])
    assert ("End your turn", "turn end", "WARNED") in shown(turn_steps(acting, "Red"))


def test_the_phase_that_it_is_and_a_second_command_for_the_same_are_no_steps() -> None:
    board = board_of("openfire_ww2")
    codes = [one.code for one in board.system.commands["turn phase"].actions]
    for phase in (None, *codes):
        found = [one.request.action for one in turn_steps(board.after([turn("Red", phase)]), "Red")]
        assert phase is None or phase not in found
        assert all(one.request.side == "Red" for one in turn_steps(board.after([turn("Red", phase)]), "Red"))


def test_units_that_wait_before_the_first_turn_are_a_step_until_none_is_left() -> None:
    board = openfire_d12.board(("Red", "line_squad"), ("Blue", "raiders"), ("Red", "line_squad"))
    assert setup_steps(board) == []
    waiting = board.after([StateSet(unit=one, state="scout_waiting", value=1) for one in ("u1", "u2")])
    [step] = setup_steps(waiting)
    act = step.request.action
    assert (ENGLISH(step.label), step.legality, step.request.unit) == (
        ENGLISH(board.system.acts[act or ""].title),
        Legality.OK,
        (),
    )
    assert waiting_units(waiting, act) == ["u1", "u2"]
    assert waiting_units(waiting.after([LossesTaken(unit="u1", models=99)]), act) == ["u2"]
    assert (waiting_units(waiting, "fire"), waiting_units(waiting, None)) == ([], [])
    assert (is_setup_act(board, act), is_setup_act(board, "fire"), is_setup_act(board, None)) == (True, False, False)
    assert step_due(waiting) == step
    assert setup_steps(waiting.after([turn(None, number=2)])) == []
    odd = replace(
        board.system, setup=(SetupStep("odd", Text("odd"), "/act none", "scout_waiting"), *board.system.setup)
    )
    assert setup_steps(waiting._replace(system=odd)) == [step], "a system file may name an act that it does not have"
