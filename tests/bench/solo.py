"""Benchmarks of an order of the bot as a player: its work, and the blocking of the event loop meanwhile.

The work runs in a thread, so the event loop waits only for thread switches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal
from random import Random
from time import perf_counter, process_time
from unittest.mock import patch

from bot.services.play import opponent_orders as services
from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES, Battlefield
from data import SYSTEMS
from data.files import opponent_of
from rules.command.system import Board, System
from rules.game.events import TurnAdvanced
from rules.opponent.choice import ChosenOrder
from rules.opponent.decide import Opponent
from rules.opponent.forecast import foresee
from rules.opponent.options import phase_to_name
from rules.opponent.sight import Sight
from rules.opponent.weighing import usual_cover
from rules.opponent.worth import Appraiser
from tests.bench.table import Result, Told, row
from tests.cogs.table import LIVE_SECONDS

WORK, HELD = 300.0, 20.0
"""Limits in milliseconds: the work for an order, and the blocking of the event loop."""


def in_live_time(opponent: Opponent, board: Board, sight: Sight) -> ChosenOrder | None:
    """Return the order found within the time limit of a running bot, which tests of the table do not use."""
    with patch.object(services, "SECONDS", LIVE_SECONDS):
        return services.order_in_time(opponent, board, sight, [])


def first_order(system: System) -> Callable[[], ChosenOrder | None]:
    """Return the work for the first order of a game in full view, by an opponent without memory."""
    table = opponent_of(system.key)
    board = sample_game(system, dict.fromkeys(SIDES, system.about.demo[0]))
    board = board.after([TurnAdvanced(turn=1, order=SIDES, holder=SIDES[0])])
    phase = phase_to_name(board, SIDES[0])
    came = foresee(board, phase.request, Random(1).random) if phase else None
    board = came.ways[0].board if came else board
    known = Battlefield.of(board).sight(board, usual_cover(board, table))
    sight = Sight(inches={two: min(far, Decimal(14)) for two, far in known.inches.items()}, around=known.around)

    def order() -> ChosenOrder | None:
        fresh = Opponent(SIDES[0], "balanced", table, Appraiser(table, Random(1).random))
        return in_live_time(fresh, board, sight)

    return order


async def _longest_wait(work: Callable[[], object]) -> float:
    """Return the longest wait of a watcher on the event loop, in milliseconds."""
    longest, task = 0.0, asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        start = perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, 1000 * (perf_counter() - start) - 1)
    await task
    return longest


def measure_work(work: Callable[[], object]) -> Callable[[str], Result]:
    """Measure processor time, which does not depend on the load of the machine."""

    def least(name: str) -> Result:
        spent = list[float]()
        for _ in range(3):
            start = process_time()
            work()
            spent.append(1000 * (process_time() - start))
        return Result(name, min(spent), WORK)

    return least


def measure_hold(work: Callable[[], object]) -> Callable[[str], Result]:
    return lambda name: Result(name, min(asyncio.run(_longest_wait(work)) for _ in range(3)), HELD)


for each in SYSTEMS:
    row(Told(f"solo: work on an order of a bot in {each.key}", measure_work(first_order(each))))
    row(Told(f"solo: the loop held meanwhile in {each.key}", measure_hold(first_order(each))))
