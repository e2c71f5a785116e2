"""Matches of the opponent: duels on the sample forces of a system, for statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bot.simulation.duel import Duel
from bot.simulation.duel_players import DuelPlayer, GreedyPlayer, OpponentPlayer, RandomPlayer
from bot.simulation.field import SIDES
from data.files import opponent_of, sample_forces
from rules.command.effects import initial_rulings
from rules.command.force import muster_units, specs
from rules.command.opponent_table import Stance
from rules.command.system import Board, System
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.table_events import SidesNamed
from rules.game.unit import Unit
from rules.opponent.decide import Opponent
from rules.opponent.worth import Appraiser

EVEN = 1e-9


def sample_game(system: System, forces: Mapping[str, str]) -> Board:
    """Return a game of the sample forces, face to face."""
    game = Game()
    for event in (*initial_rulings(system), SidesNamed(sides=SIDES)):
        game.apply(event)
    waits = {step.waits for step in system.setup if step.waits}
    for side in SIDES:
        found: list[Unit] = muster_units(
            system, game, side, specs(system, sample_forces(system.key)[forces[side]]), None
        )
        for unit in found:
            # Each is as it is after the setup step that it waits for.
            states = {name: value for name, value in unit.states.items() if name not in waits}
            game.apply(UnitPlaced(unit=unit.model_copy(update={"states": states})))
    return Board.of(game, system)


def player_by_name(who: str, side: str, stance: Stance, known: Appraiser, chance: Random) -> DuelPlayer:
    """Return a player by name: "opponent", "random" or "greedy"."""
    if who == "random":
        return RandomPlayer(side, known.table, chance)
    if who == "greedy":
        return GreedyPlayer(side, known.table, known)
    return OpponentPlayer(side, Opponent(side, stance, known.table, known), chance)


def play_match(system: System, known: Appraiser, against: str, seed: int, stance: Stance = "balanced") -> float:
    """Play one duel of the opponent; return 1 for a win, ½ for a draw.

    Both sides have the same force, so that the forces do not decide it; four consecutive seeds play both sides with
    each of the demo's two forces.
    """
    chance = Random(f"{system.key} {against} {seed}")
    mine = SIDES[seed % 2]
    force = system.about.demo[seed // 2 % 2]
    players = {
        side: player_by_name(
            "opponent" if side == mine else against, side, stance if side == mine else "balanced", known, chance
        )
        for side in SIDES
    }
    lead = Duel(sample_game(system, dict.fromkeys(SIDES, force)), players, known.table, chance).play().lead
    return won_by(mine, lead)


def won_by(side: str, lead: float) -> float:
    """Return the result of a side in a duel with that lead of Red: 1 for a win, ½ for a draw."""
    won = lead if side == SIDES[0] else -lead
    return 0.5 if abs(won) < EVEN else float(won > 0)


def duels(system: System, against: str, games: int, stance: Stance = "balanced", first: int = 0) -> Iterator[float]:
    """Yield the results of many duels; the odds of attacks are computed once for all of them."""
    known = Appraiser(opponent_of(system.key), Random(f"{system.key} {first}").random)
    for seed in range(first, first + games):
        yield play_match(system, known, against, seed, stance)
