"""Duels: they end in every system without a warning, and the share of wins has bounds.

The orders of the first turns are in `duels/`; with ADJUTANT_TEST_WRITE=1 they are written again: read the diff.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from bot.program import app
from bot.services.record.statistics import win_share
from bot.simulation.duel import MOST_ORDERS, TURNS, Duel, Stalled
from bot.simulation.duel_matches import player_by_name, sample_game
from bot.simulation.duel_players import DuelPlayer, RandomPlayer
from bot.simulation.field import COVER, SIDES
from data import SYSTEMS
from data.files import opponent_of
from rules.command.legality import Legality, legality_of
from rules.command.planned import Reaction
from rules.command.system import Board, System
from rules.game.events import TurnAdvanced
from rules.game.tabletop import Scenario
from rules.kernel.request import Request
from rules.opponent.options import Option, forfeit_request
from rules.opponent.sight import CLOSER, Sight
from rules.opponent.worth import Appraiser
from tests.bot.runner import runner
from tests.rules.opponent.test_forecast import aiming

GAMES = int(os.environ.get("ADJUTANT_DUELS", "1"))
"""Duels of each system; all of them end. Where there are more than one, they are played in full."""
FEW, MANY = 2, 6
"""Units of a side up to which all play, and every second one, where only one duel is played; of more, every third."""
STAND_INS = ("random", "greedy")
PAIRS = [
    pytest.param(system, against, id=f"{system.key}-{against}")
    for nth, system in enumerate(SYSTEMS)
    for against in (STAND_INS if GAMES > 1 else STAND_INS[nth % 2 :][:1])
]
"""Each system against each stand-in; where only one duel of a system is played, against them in turn."""


@pytest.mark.parametrize(("system", "against"), PAIRS)
def test_a_duel_ends_and_the_rules_never_warn_of_an_order(system: System, against: str) -> None:
    """`Duel` raises Stalled if no action is left, or if it never ends. An activation is forfeited only if it could not
    end otherwise.
    """
    known = Appraiser(opponent_of(system.key), Random(0).random)
    for seed in range(GAMES):
        warned, given = list[str](), list[str]()

        def listen(
            board: Board, option: Option, warned: list[str] = warned, given: list[str] = given, seed: int = seed
        ) -> None:
            ordered = json.dumps(option.request.to_stored(), ensure_ascii=False)
            given.append(f"{board.game.holder}: {ordered} {option.move or ''}".rstrip())
            last = option.request == forfeit_request(board, board.game.holder)
            if legality_of(board, option.request) >= Legality.WARNED and not last:
                warned.append(f"seed {seed}, turn {board.game.turn}: {option}")

        players: dict[str, DuelPlayer] = {
            side: player_by_name(
                "opponent" if side == SIDES[seed % 2] else against, side, "balanced", known, Random(seed)
            )
            for side in SIDES
        }
        board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
        if GAMES == 1:
            _thin_out(board)
        turns = 1 if GAMES == 1 else TURNS
        scored = Duel(board, players, known.table, Random(seed), turns=turns, listen=listen).play()
        assert warned == []
        if GAMES == 1:
            given.append(f"after {scored.orders} orders: {scored.lead:.6f}, {scored.left}")
            _compare(Path(__file__).parent / "duels" / f"{system.key}.txt", "\n".join(given) + "\n")


def _thin_out(board: Board) -> None:
    for side in SIDES:
        units = board.game.units_of_side(side)
        play = units[:: 1 + (len(units) > FEW) + (len(units) > MANY)]
        for unit in (one for one in units if one not in play):
            del board.game.units[unit.id]


def _compare(file: Path, said: str) -> None:
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def test_a_duel_continues_where_the_last_action_cannot_be_used() -> None:
    """The table ends an activation that a stand-in cannot use: enemies placed as cards are no target."""
    system = next(one for one in SYSTEMS if one.key == "opreb")
    known = Appraiser(opponent_of("opreb"), Random(0).random)
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    board = board.after([TurnAdvanced(turn=TURNS, order=SIDES, holder=SIDES[0])])
    for unit in board.game.units.values():
        mine = {"actions_left": 1, "in_position": 1} if unit is board.game.units_of_side(SIDES[0])[0] else {"hidden": 1}
        board.game.units[unit.id] = unit.model_copy(update={"states": {"activated": 1, **mine}})
    players: dict[str, DuelPlayer] = {
        side: player_by_name("random", side, "balanced", known, Random(1)) for side in SIDES
    }
    duel = Duel(board, players, known.table, Random(1))
    duel.ground.spots[board.game.units_of_side(SIDES[0])[0].id] = COVER[1]
    assert duel.play().turns == TURNS + 1


def test_the_same_seed_is_the_same_duel() -> None:
    """This holds order by order, and also if the opponent has computed the odds of its attacks before."""
    system = next(one for one in SYSTEMS if one.key == "fubar")
    known = Appraiser(opponent_of("fubar"), Random(0).random)
    once, again, other = (_orders(system, known, seed) for seed in (3, 3, 4))
    assert once == again != other


class _Enough(Exception):
    """The duel is no longer looked at."""


def _orders(system: System, known: Appraiser, seed: int, most: int = 3) -> list[Option]:
    """Return the first orders of the first turn against a side that plays at random."""
    given, chance = list[Option](), Random(seed)

    def listen(board: Board, option: Option) -> None:
        given.append(option)
        if len(given) == most:
            raise _Enough

    players: dict[str, DuelPlayer] = {
        side: player_by_name(who, side, "balanced", known, chance)
        for side, who in zip(SIDES, ("opponent", "random"), strict=True)
    }
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    _thin_out(board)
    with pytest.raises(_Enough):
        Duel(board, players, known.table, chance, turns=1, listen=listen).play()
    return given


@dataclass
class Listening(RandomPlayer):
    """A simulated player that records every reaction offered to it, with its knowledge of the table."""

    heard: list[tuple[Sight, Reaction]] = field(default_factory=list[tuple[Sight, Reaction]])
    wavered: bool = False
    """True if it once took a reaction and let the same one pass, asked again."""

    def choose_reaction(self, board: Board, sight: Sight, found: Sequence[Reaction]) -> Option | None:
        self.heard += [(sight, one) for one in found]
        asked = [found[:1]] * 9
        self.wavered |= len({RandomPlayer.choose_reaction(self, board, sight, one) is None for one in asked}) == 2
        return super().choose_reaction(board, sight, found)


@pytest.mark.parametrize("key", ["bayonet", "fubar"])
def test_no_unit_reacts_to_an_enemy_out_of_sight(key: str) -> None:
    """In duels of Bayonet all 28 reactions were at targets that the unit did not see."""
    system = next(one for one in SYSTEMS if one.key == key)
    table, chance = opponent_of(key), Random(1)
    players: dict[str, Listening] = {side: Listening(side, table, chance) for side in SIDES}
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    for unit in board.game.units.values() if key == "fubar" else ():
        board.game.units[unit.id] = unit.model_copy(update={"states": {"on_guard": 1}})
    Duel(board, players, table, chance, turns=2).play()
    heard = [one for player in players.values() for one in player.heard]
    assert all(sight.sees(one.unit, id) for sight, one in heard for id in one.request.target)
    assert bool(heard) == (key == "fubar"), "a figure of Bayonet that sees its target simply shoots"
    assert any(player.wavered for player in players.values()) == bool(heard)


# The end of a duel, and duels without one.


@dataclass
class Giving(RandomPlayer):
    """A player who gives these orders, and no other."""

    orders: list[Option] = field(default_factory=list[Option])

    def next_order(self, board: Board, sight: Sight) -> Option | None:
        return self.orders.pop(0) if self.orders else None


def _duel_of(board: Board, *orders: Option) -> tuple[Duel, list[Option]]:
    """Return a duel in which Red gives these orders, and the list of all orders given."""
    table, given = opponent_of("fubar"), list[Option]()
    players: dict[str, DuelPlayer] = {
        side: Giving(side, table, Random(1), orders=list(orders) if side == "Red" else []) for side in SIDES
    }
    return Duel(board, players, table, Random(1), listen=lambda _, option: given.append(option)), given


def _units_without_commands(scenario: Scenario | None) -> Board:
    board = aiming("fubar")
    board.game.scenario, board.game.turn = scenario, 3
    return Board.of(board.game, replace(board.system, commands={}))


def test_a_duel_is_over_when_a_side_is_gone() -> None:
    board = aiming("fubar")
    duel, given = _duel_of(board, Option(Request("turn end", side="Red")))
    units = {unit.id: unit.model_copy(update={"models": 0}) for unit in board.game.units_of_side("Blue")}
    board.game.units.update(units)
    assert (duel.play().left, given) == ({"Red": 1.0, "Blue": 0.0}, [])


def test_a_duel_without_a_possible_action_is_over_only_if_the_game_is() -> None:
    for scenario in (Scenario(turns=2, wins="players"), Scenario(turns=4, wins="players"), None):
        duel, given = _duel_of(_units_without_commands(scenario))
        if scenario is not None and scenario.turns == 2:
            assert duel.play().turns == 3
        else:
            with pytest.raises(Stalled, match=r"^fubar: no action is possible in turn 3$"):
                duel.play()
        assert given == []


def test_a_duel_is_given_up_after_its_last_possible_order() -> None:
    duel, given = _duel_of(aiming("fubar"), Option(Request("turn end", side="Red")))
    duel.orders = MOST_ORDERS - 1
    with pytest.raises(Stalled, match=r"^fubar: "):
        duel.play()
    assert len(given) == 1


def test_an_order_that_the_rules_refuse_is_a_fault_of_the_player() -> None:
    duel, given = _duel_of(aiming("fubar"), wrong := Option(Request("fire", unit=("u1",), side="Red")))
    with pytest.raises(Stalled, match=r"^fubar: .* is refused$"):
        duel.play()
    assert given == [wrong]


def test_an_assault_ends_an_inch_from_its_target() -> None:
    board = aiming("fubar")
    option = Option(Request("assault", unit=("u1",), target=("u5",), side="Red"))
    duel, _ = _duel_of(board, option)
    duel.orders = MOST_ORDERS - 1
    with pytest.raises(Stalled):
        duel.play()
    assert duel.ground.distance_between("u1", "u5") == pytest.approx(1)


def test_the_bounds_are_those_of_wilson() -> None:
    """By Brown, Cai and DasGupta (2001): the interval for 15 of 20 is 0.531 to 0.888."""
    tally = win_share([1.0] * 15 + [0.0] * 5)
    assert (round(tally.low, 3), round(tally.high, 3)) == (0.531, 0.888)
    with pytest.raises(ValueError, match="no games"):
        win_share([])


def test_a_duel_is_played_on_the_command_line() -> None:
    told = runner.invoke(app, ["duel", "zombie_wargame", "--games", "1", "--against", "random", "--first", "4"])
    assert told.exit_code == 0
    assert told.output.startswith("zombie_wargame: balanced against random, 1 duels: ")
    refused = runner.invoke(app, ["duel", "chess"])
    assert refused.exit_code != 0
    assert "chess" in refused.output


def test_a_reckless_side_advances() -> None:
    """It did not move for three turns. What each stance orders is in `tests/rules/opponent/orders.txt`."""
    system, chance = next(one for one in SYSTEMS if one.key == "fubar"), Random(0)
    known, (red, blue) = Appraiser(opponent_of("fubar"), Random(0).random), SIDES
    players = {
        red: player_by_name("opponent", red, "reckless", known, chance),
        blue: player_by_name("greedy", blue, "balanced", known, chance),
    }

    def listen(board: Board, option: Option) -> None:
        if option.move is not None and option.move.intent in CLOSER and board.unit(option.unit).side == red:
            raise _Enough

    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    with pytest.raises(_Enough):
        Duel(board, players, known.table, chance, turns=2, listen=listen).play()
