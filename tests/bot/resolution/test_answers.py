"""Rolls that are certain to follow a requested one are asked for in the same form."""

from __future__ import annotations

import pytest

from bot.game.people import Person
from bot.game.questions import DiceQuestion
from bot.resolution.answers import apply_answer
from bot.resolution.pending_command import PendingCommand, Resolve
from bot.resolution.questions import OpenQuestion, find_issuer
from bot.services import Services
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, request, start_demo


@pytest.mark.parametrize(("teams", "ahead"), [(2, 1), (26, 24)])
async def test_a_form_asks_for_the_rolls_of_all_pinned_teams_and_for_twenty_five_at_most(
    services: Services, teams: int, ahead: int
) -> None:
    await services.lifecycle.new(call(), "openfire_ww2", "Pinned")
    await services.seats.join(call(), "Red")
    await services.seats.join(call(BOB), "Blue")
    await services.roster.add(call(), "Squad", "rifle_squad", "Red")
    await services.roster.add(call(BOB), "Team", "conscript_team", "Blue", count=teams)
    await services.preferences.dice(call(BOB), "physical", "Blue")
    await services.referee.order(call(), Request("turn phase", action="movement", side="Red"), anyway=True)
    for unit in (await services.games.require_game(PLACE)).game.units_of_side("Blue"):
        await services.unit_corrections.mark(call(BOB), unit.id, "pinned", 1)
    asked = await services.questions.begin(call(), Request("turn end"))
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, DiceQuestion)
    assert [(one.count, one.sides, one.nth) for one in asked.question.throws] == [(2, 6, n) for n in range(ahead + 1)]


async def test_who_rolls_for_another_side_is_named_and_a_roll_may_be_of_no_side(services: Services) -> None:
    await start_demo(services)
    asked = await services.questions.begin(call(), await request(services, "activate", "Marines"), "ask")
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, DiceQuestion)
    for side, who, own, notes in (
        ("Red", BOB, ("Red", "bot"), ["activation: Bob rolled for Red."]),
        ("Red", ANN, ("Red", "bot"), []),
        ("Red", CYD, ("Red", "bot"), []),
        (None, BOB, None, []),
    ):
        one = asked._replace(question=asked.question.model_copy(update={"side": side}))
        attempt = apply_answer(one, who)
        assert (attempt.own, attempt.otherwise, list(map(ENGLISH, attempt.notes))) == (own, "bot", notes)


def test_a_command_of_no_side_goes_on_for_the_umpire_once_its_issuer_has_left() -> None:
    wanted = PendingCommand(command=Resolve(request=Request("initiative")))
    players = [Player(id="1", name="Eve"), Player(id="2", name="Dan", umpire=True)]
    assert find_issuer(Game(players={one.id: one for one in players}), wanted, ANN.id, BOB) == Person("2", "Dan")
    assert find_issuer(Game(players={"1": players[0]}), wanted, ANN.id, BOB) == BOB
