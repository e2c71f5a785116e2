"""Effects of commands in all systems: their events, and the consequences of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from data import system_of
from rules.command.effects import changes, settle_board
from rules.command.system import Board, System
from rules.game.events import Event, LossesTaken, StateSet
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.plays import Effect
from rules.kernel.resolve import ruleset_of

FUBAR = system_of("fubar")


def board() -> Board:
    units = {id: Unit(id=id, name=id, side="Red", models=5, starting=5) for id in ("u1", "u2")}
    return Board(Game(units=units), FUBAR, ruleset_of(FUBAR, {}))


def test_two_effects_of_one_play_on_one_state_both_count() -> None:
    effects = [
        Effect("target", "effects_this_turn", 1, to="stunned"),
        Effect("target", "effects_this_turn", 1, to="gun"),
    ]
    before = board()
    after = before.after(changes(before, effects, {"target": "u1"}))
    assert after.unit("u1").words("effects_this_turn") == ("stunned", "gun")


def test_a_part_that_no_unit_took_changes_nothing() -> None:
    assert changes(board(), [Effect("other", "suppressed", 1)], {"target": "u1"}) == []


def test_automatic_effects_see_the_board_after_the_events() -> None:
    def fallen(board: Board) -> Sequence[Event]:
        return [StateSet(unit=unit.id, state="tried", value=1) for unit in board.game.units.values() if not unit.alive]

    class Falling(System):
        settle = staticmethod(fallen)

    system = Falling(**{one.name: getattr(FUBAR, one.name) for one in fields(FUBAR)})
    before = board()._replace(system=system)
    lost = LossesTaken(unit="u2", models=5)
    assert settle_board(before, [lost]) == [lost, StateSet(unit="u2", state="tried", value=1)]
