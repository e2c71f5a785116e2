"""Shots side by side: equal to the odds of each shot alone, in every system, and within the time of one question."""

from __future__ import annotations

from time import thread_time
from typing import Any

import pytest

from bot.errors import Refusal
from bot.services import Services, comparison_in_time
from bot.services.comparison import Comparison, Policy, enemies_of, shots
from bot.services.comparison_in_time import ComparisonWork
from bot.services.odds_in_time import DROPPED, IN_ALL
from data import SYSTEMS
from rules.aim import main_outcome
from rules.odds import Dist, Odds
from rules.request import Request
from rules.resolve import book_of
from rules.system import Board
from tests.bot.playing import PLACE, id_of, started

every_system = pytest.mark.parametrize("key", [system.key for system in SYSTEMS])


async def board_of(services: Services, key: str) -> Board:
    await started(services, key)
    return (await services.games.at(PLACE)).board


def work(board: Board, units: tuple[str, ...], **more: Any) -> ComparisonWork:
    command, request = board.system.commands["fire"], Request(command="fire", unit=units, **more)
    targets = enemies_of(board, units)
    return ComparisonWork(lambda: shots(board, command, request, targets), ())


def compared(board: Board, units: tuple[str, ...]) -> Comparison:
    return work(board, units).answers()


def own(board: Board) -> tuple[str, ...]:
    side = board.game.sides[0]
    return tuple(unit.id for unit in board.game.units.values() if unit.side == side)


@every_system
async def test_every_row_is_the_odds_of_that_shot_alone(
    services: Services, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison_in_time, "EXACT", 60.0)  # a busy machine is no fault of theirs
    board = await board_of(services, key)
    units = own(board)
    found = shots(board, board.system.commands["fire"], Request(command="fire", unit=units), enemies_of(board, units))
    rows = {(row.attacker, row.target): row for row in compared(board, units).rows}
    assert rows.keys() == {(pair.attacker, pair.target) for pair in found.pairs}
    for pair in found.pairs[:12]:
        row, aim = rows[pair.attacker, pair.target], pair.action.aim(pair.plan)
        assert aim
        assert not row.games
        for policy in (None, *row.policies):
            choices = {policy.decision: [policy.value]} if policy else None
            alone = main_outcome(aim, odds_of(pair, choices))
            assert row.under(policy) == alone


def odds_of(pair: Any, choices: Any) -> Dist:
    return Odds(choices).of(pair.action.rule, pair.plan)


@every_system
async def test_the_best_stand_first(services: Services, key: str) -> None:
    board = await board_of(services, key)
    rows = compared(board, own(board)).rows
    assert len(rows) > 1
    assert [row.worth for row in rows] == sorted((row.worth for row in rows), reverse=True)


@pytest.mark.parametrize(
    ("key", "policies"),
    [
        ("openfire_d12", {Policy("evade", "no"), Policy("evade", "yes")}),
        ("opreb", {Policy("morale", "test"), Policy("morale", "fail")}),
        ("fubar", set[Policy]()),
        ("bayonet", set[Policy]()),
        ("openfire_ww2", set[Policy]()),
    ],
)
async def test_policies_are_what_the_other_side_decides(services: Services, key: str, policies: set[Policy]) -> None:
    board = await board_of(services, key)
    assert set(compared(board, own(board)).policies) == policies


async def test_a_ruling_that_asks_how_hits_are_taken_makes_policies_of_it(services: Services) -> None:
    board = await board_of(services, "fubar")
    asked = board._replace(book=book_of(board.system, {"allocation": "ask"}))
    found = compared(asked, (await id_of(services, "Marines"),))
    assert found.policies == (Policy("allocation", "suppress_first"), Policy("allocation", "casualties_first"))
    row = next(one for one in found.rows if one.policies)
    assert row.under(found.policies[0]).mean < row.under(found.policies[1]).mean


async def test_enemies_are_the_living_of_other_sides(services: Services) -> None:
    board = await board_of(services, "fubar")
    dead = await id_of(services, "Militia")
    board.game.units[dead] = board.unit(dead).model_copy(update={"models": 0})
    found = enemies_of(board, (await id_of(services, "Marines"),))
    assert found
    assert dead not in found
    assert {board.unit(id).side for id in found} == {"Blue"}


async def test_hundreds_side_by_side_keep_to_the_time_of_one_question(services: Services) -> None:
    board = await board_of(services, "openfire_d12")
    for id in board.game.units:
        board.game.units[id] = board.unit(id).model_copy(update={"models": 100, "hp": (3,) * 100, "starting": 100})
    begun = thread_time()
    found = compared(board, own(board))
    assert thread_time() - begun < IN_ALL + 0.6
    assert found.rows


async def test_a_dropped_question_ends(services: Services) -> None:
    board = await board_of(services, "openfire_d12")
    dropped = work(board, own(board))
    dropped.dropped = True
    for id in board.game.units:
        board.game.units[id] = board.unit(id).model_copy(update={"models": 100, "hp": (3,) * 100, "starting": 100})
    with pytest.raises(Refusal) as refused:
        dropped.answers()
    assert refused.value.text == DROPPED
