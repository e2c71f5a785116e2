"""Chances at each target of a shot: those that the distribution of the shot has, for as long as there is time."""

from __future__ import annotations

from fractions import Fraction

from bot.services import Services
from bot.services.play.comparison import enemies_of, shots
from bot.services.play.odds_work import Clock
from bot.services.play.target_odds import TargetWork
from rules.command.system import Board
from rules.kernel.action import main_outcome
from rules.kernel.odds import Odds
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.clocks import STILL, Ticking
from tests.bot.playing import PLACE, id_of, start_demo


def work(board: Board, unit: str, clock: Clock = STILL) -> TargetWork:
    command, request = board.system.commands["fire"], Request("fire", unit=(unit,))
    return TargetWork(board, command, request, enemies_of(board, (unit,)), clock)


async def test_of_several_degrees_of_harm_any_and_the_worst_possible_one_are_named(services: Services) -> None:
    """A Chief is downed or not; the Gunner may be downed in two ways, and an Irregular in three."""
    await start_demo(services, "bayonet")
    board, named = (await services.games.require_game(PLACE)).board, set[tuple[int, ...]]()
    for unit in (await id_of(services, "Lieutenant"), await id_of(services, "Engineer")):
        found = work(board, unit).answers()
        every = shots(board, board.system.commands["fire"], Request("fire", unit=(unit,)), enemies_of(board, (unit,)))
        assert found.keys() == {pair.target for pair in every.pairs}
        for pair in every.pairs:
            aim = pair.action.aim(pair.plan)
            assert aim
            main = main_outcome(aim, Odds().of(pair.action.rule, pair.plan))
            possible = tuple(n for n in (1, 2, 3) if main.chance(n))
            worst = [(ENGLISH(main.steps[possible[-1]]), main.chance(possible[-1]))]
            some = [("some effect", sum((main.chance(n) for n in possible), Fraction(0)))]
            effects = [(ENGLISH(name), chance) for name, chance in found[pair.target].effects]
            assert effects == (worst if len(possible) == 1 else [*some, *worst])
            named.add(possible)
    assert named == {(1,), (1, 2), (1, 2, 3)}


async def test_targets_without_time_for_them_are_left_out(services: Services) -> None:
    await start_demo(services)
    board, unit = (await services.games.require_game(PLACE)).board, await id_of(services, "Marines")
    every = work(board, unit).answers()
    found = work(board, unit, Ticking(1.0)).answers()
    assert [board.unit(id).name for id in every] == ["Militia", "Planet defence squad", "HMG team", "Technical"]
    assert found == {target: every[target] for target in [*every][:3]}
