"""Shots side by side: equal to the odds of each shot alone, in every system, and within the time of one question."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.play.comparison import (
    Comparison,
    ComparisonWork,
    Pair,
    Policy,
    RefusedShot,
    Shots,
    enemies_of,
    refusal_reasons,
    shots,
)
from bot.services.play.odds_work import DROPPED, Clock
from rules.command.system import Board
from rules.kernel.action import Action, Aim, main_outcome
from rules.kernel.facts import Facts
from rules.kernel.odds import Dist, Odds
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.table import Decision, Table
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.clocks import STILL, Ticking
from tests.bot.playing import PLACE, id_of, start_demo
from tests.turns import each_kind


async def board_of(services: Services, key: str) -> Board:
    await start_demo(services, key)
    return (await services.games.require_game(PLACE)).board


def work(board: Board, units: tuple[str, ...], clock: Clock = STILL) -> ComparisonWork:
    """Let small shots be exact on a busy machine too: the clock stops."""
    command, request = board.system.commands["fire"], Request(command="fire", unit=units)
    targets = enemies_of(board, units)
    return ComparisonWork(lambda: shots(board, command, request, targets), (), clock)


def compare_shots(board: Board, units: tuple[str, ...], clock: Clock = STILL) -> Comparison:
    return work(board, units, clock).answers()


def own(board: Board) -> tuple[str, ...]:
    side = board.game.sides[0]
    return tuple(unit.id for unit in board.game.units.values() if unit.side == side)


POLICIES = {
    "openfire_d12": {Policy("evade", "no"), Policy("evade", "yes")},
    "opreb": {Policy("morale", "test"), Policy("morale", "fail")},
}


@each_kind
async def test_every_row_is_the_odds_of_that_shot_alone_with_the_others_decisions_and_the_best_stand_first(
    services: Services, system: str
) -> None:
    board = await board_of(services, system)
    units = own(board)
    found = shots(board, board.system.commands["fire"], Request(command="fire", unit=units), enemies_of(board, units))
    compared = compare_shots(board, units)
    assert set(compared.policies) == POLICIES.get(system, set[Policy]())
    assert len(compared.rows) > 1
    assert [row.worth for row in compared.rows] == sorted((row.worth for row in compared.rows), reverse=True)
    rows = {(row.attacker, row.target): row for row in compared.rows}
    assert rows.keys() == {(pair.attacker, pair.target) for pair in found.pairs}
    for pair in found.pairs[:12]:
        row, aim = rows[pair.attacker, pair.target], pair.action.aim(pair.plan)
        assert aim
        assert not row.games
        for policy in (None, *row.policies):
            choices = {policy.decision: [policy.value]} if policy else None
            alone = main_outcome(aim, odds_of(pair, choices))
            assert row.outcome_under(policy) == alone


def odds_of(pair: Any, choices: Any) -> Dist:
    return Odds(choices).of(pair.action.rule, pair.plan)


async def test_a_ruling_that_asks_how_hits_are_taken_makes_policies_of_it(services: Services) -> None:
    board = await board_of(services, "fubar")
    asked = board._replace(book=ruleset_of(board.system, {"allocation": "ask"}))
    found = compare_shots(asked, (await id_of(services, "Marines"),))
    assert found.policies == (Policy("allocation", "suppress_first"), Policy("allocation", "casualties_first"))
    row = next(one for one in found.rows if one.policies)
    assert row.outcome_under(found.policies[0]).mean < row.outcome_under(found.policies[1]).mean


async def test_enemies_are_the_living_of_other_sides(services: Services) -> None:
    board = await board_of(services, "fubar")
    dead = await id_of(services, "Militia")
    board.game.units[dead] = board.unit(dead).model_copy(update={"models": 0})
    found = enemies_of(board, (await id_of(services, "Marines"),))
    assert found
    assert dead not in found
    assert {board.unit(id).side for id in found} == {"Blue"}


def test_at_most_five_reasons_are_given_why_nothing_can_be_shot_at() -> None:
    refused = [RefusedShot("u1", "u2", Text("Reason {n}.", n=n)) for n in (1, 1, 2, 3, 4, 5, 6)]
    told = [ENGLISH(refusal_reasons(Shots([], refused[:n], None, False))) for n in (0, 6, 7)]
    five = "There is nothing to shoot at. Reason 1. Reason 2. Reason 3. Reason 4. Reason 5."
    assert told == ["There is nothing to shoot at. ", five, five]


def hundreds(board: Board) -> Board:
    """Return the same units, a hundred models each, with sixty of each weapon."""
    for id, unit in board.game.units.items():
        weapons = tuple(one.model_copy(update={"count": 60}) for one in unit.weapons)
        many = {"models": 100, "hp": (3,) * 100, "starting": 100, "weapons": weapons}
        board.game.units[id] = unit.model_copy(update=many)
    return board


async def test_hundreds_side_by_side_keep_to_the_time_of_one_question(services: Services) -> None:
    board, clock = hundreds(await board_of(services, "openfire_d12")), Ticking(0.01)
    played = [row for row in compare_shots(board, own(board), clock).rows if row.games]
    assert played
    # Beyond it there is one game for each column of a row, between two looks at the clock.
    columns = sum(1 + len(row.policies) for row in played)
    assert 0.55 < clock.now <= 0.7 + clock.seconds * (2 * columns + 3)


async def test_where_the_time_is_up_at_once_each_shot_is_played_once(services: Services) -> None:
    board = hundreds(await board_of(services, "openfire_d12"))
    assert {row.games for row in compare_shots(board, own(board), Ticking(1.0)).rows} == {1}


async def test_a_dropped_question_ends(services: Services) -> None:
    board = hundreds(await board_of(services, "openfire_d12"))
    dropped = work(board, own(board))
    dropped.dropped = True
    with pytest.raises(Refusal) as refused:
        dropped.answers()
    assert refused.value.text == DROPPED


class Hits(NamedTuple):
    hits: int


def decision(by: str, *options: str, default: str) -> Decision[str]:
    return Decision(f"{by} {default}", by, Text("Which?"), options, default, str)


def test_a_decision_of_the_enemy_has_a_column_for_each_of_its_first_four_fixed_options() -> None:
    """One with the attacker has none, and neither has one whose only fixed option is not its default."""
    made = (
        decision("defender", *"cabde", default="a"),
        decision("defender", "none", "N", default="0"),
        decision("unit", "yes", "no", default="yes"),
    )

    def rule(table: Table, plan: Any) -> Hits:
        chosen = [table.decide(one) for one in made]
        return Hits(1 + "abcde".index(chosen[0]))

    plan: Any = None
    action = Action(
        *("x", Text("X"), "x", Facts, Hits),
        plan=lambda given, book: plan,
        rule=rule,
        describe=lambda plan, played: Text("X"),
        aim=lambda plan: Aim("hits", itemgetter(0)),
    )
    shot = Pair("u1", "u2", action, plan, ())
    [row] = ComparisonWork(lambda: Shots([shot], [], None, False), (), STILL).answers().rows
    means = [(policy.decision, policy.value, one.mean) for policy, one in row.policies.items()]
    assert means == [("defender a", value, 1 + "abcd".index(value)) for value in "acbd"]
