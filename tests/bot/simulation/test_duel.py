"""Duels: they end in every system, nobody is ever warned, and the share that is told has its bounds."""

from __future__ import annotations

import os
from random import Random

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.services.record.statistics import tallied
from bot.simulation.duel import TURNS, Duel, Player, begun, matched, seated
from bot.simulation.field import SIDES
from data import SYSTEMS
from data.files import opponent_of
from rules.command.next_steps import Standing, standing
from rules.command.system import Board, System
from rules.opponent.options import Option
from rules.opponent.worth import Appraiser

GAMES = int(os.environ.get("ADJUTANT_DUELS", "1"))
"""Duels of each system; all of them end. Where there are more than one, they are played in full."""
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


@every_system
@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_duel_ends_and_the_rules_never_warn_of_an_order(system: System, against: str) -> None:
    """`Duel` raises Stalled where nothing is left to do, or a duel goes on for ever."""
    known = Appraiser(opponent_of(system.key), Random(0).random)
    for seed in range(GAMES):
        warned: list[str] = []

        def listen(board: Board, option: Option, warned: list[str] = warned, seed: int = seed) -> None:
            if standing(board, option.request) >= Standing.WARNED:
                warned.append(f"seed {seed}, turn {board.game.turn}: {option}")

        players: dict[str, Player] = {
            side: seated("opponent" if side == SIDES[seed % 2] else against, side, "balanced", known, Random(seed))
            for side in SIDES
        }
        board = begun(system, dict(zip(SIDES, system.about.demo, strict=True)))
        turns = 2 if GAMES == 1 else TURNS
        scored = Duel(board, players, known.table, Random(seed), turns=turns, listen=listen).played()
        assert warned == []
        assert scored.orders > 4


def test_the_same_seed_is_the_same_duel() -> None:
    system = next(one for one in SYSTEMS if one.key == "fubar")
    known = Appraiser(opponent_of("fubar"), Random(0).random)
    assert matched(system, known, "random", 3) == matched(system, known, "random", 3)


def test_the_bounds_are_those_of_wilson() -> None:
    """Of Brown, Cai and DasGupta (2001): 15 of 20 lies between 0.531 and 0.888."""
    tally = tallied([1.0] * 15 + [0.0] * 5)
    assert (round(tally.low, 3), round(tally.high, 3)) == (0.531, 0.888)
    with pytest.raises(ValueError, match="no games"):
        tallied([])


def test_it_is_told_on_the_command_line() -> None:
    told = CliRunner().invoke(app, ["duel", "fubar", "--games", "1", "--against", "random"])
    assert told.exit_code == 0
    assert told.output.startswith("fubar: balanced against random, 1 duels: ")
    refused = CliRunner().invoke(app, ["duel", "chess"])
    assert refused.exit_code != 0
    assert "chess" in refused.output
