"""A turn order of sides that take a turn each, in phases, with the names that any system may give them."""

from __future__ import annotations

from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.kit.sides import SideTurns
from tests.rules.bayonet.table import board

TURNS = SideTurns(phases=("answer", "melee"), answering="answer", section="Turns", kept_by="turn_of")
THREE = board(("Red", "gi"), ("Blue", "gi"), ("Green", "gi"))


def _turn_of(side: str, phase: str | None = None) -> Board:
    order = ("Red", "Blue", "Green")
    return THREE.after([TurnAdvanced(turn=1, order=order, holder=side, phase=phase)])


def _at(on: Board) -> tuple[str | None, str | None, str | None]:
    """Return the turn, the side that has it, and the phase."""
    return TURNS.current_side(on), on.game.holder, on.game.phase


def test_while_others_answer_the_turn_stays_with_its_side() -> None:
    on = _turn_of("Blue")
    assert (TURNS.is_first(on), TURNS.reacting_sides(on)) == (True, ("Green", "Red"))
    on = on.after(TURNS.start_reactions(on, ["Green", "Red"]))
    assert _at(on) == ("Blue", "Green", "answer")
    assert (TURNS.has_go(on, "Green"), TURNS.has_go(on, "Blue")) == (True, False)
    on = on.after(TURNS.pass_to_reactions(on, ["Red"]))
    assert (_at(on), TURNS.reacting_sides(on)) == (("Blue", "Red", "answer"), ("Red",))
    on = on.after(TURNS.pass_to_reactions(on, []))
    assert (_at(on), TURNS.is_last(on), TURNS.reacting_sides(on)) == (("Blue", "Blue", "melee"), True, ())


def test_without_an_answering_side_the_last_phase_follows() -> None:
    on = _turn_of("Blue")
    assert _at(on.after(TURNS.start_reactions(on, []))) == ("Blue", "Blue", "melee")
    assert _at(THREE.after(TURNS.start_reactions(THREE, ["Green"]))) == (None, None, "melee")


def test_sides_answer_the_one_whose_turn_it_is_and_anything_before_a_turn() -> None:
    on = _turn_of("Blue")
    assert not TURNS.may_react(on, "Green", "Blue")
    on = on.after(TURNS.start_reactions(on, ["Green"]))
    assert TURNS.may_react(on, "Green", "Blue")
    assert not TURNS.may_react(on, "Green", "Red")
    assert not TURNS.may_react(on, "Blue", "Blue")
    assert TURNS.may_react(THREE, "Green", "Blue")
    assert not TURNS.may_react(THREE, "Green", "Green")


def test_a_turn_passes_to_the_next_side() -> None:
    on = _turn_of("Green", "melee")
    after = on.after(TURNS.end_turn_events(on))
    assert (after.game.turn, _at(after)) == (2, ("Red", "Red", None))
    nobodys = THREE.after(TURNS.end_turn_events(THREE))
    assert (nobodys.game.turn, nobodys.game.holder) == (2, None)
    unordered = THREE.after([TurnAdvanced(turn=1, holder="Green")])
    assert unordered.after(TURNS.end_turn_events(unordered)).game.holder == "Red"


def test_a_game_of_before_is_ended_by_any_side() -> None:
    on = _turn_of("Blue", "answer")
    assert TURNS.is_older_game(on)
    assert all(TURNS.has_go(on, side) for side in ("Red", "Blue", "Green"))
