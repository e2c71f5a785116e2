"""The recipe of rules/README.md, tried: a sixth system is played through the bot after a change of the list only."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.game.questions import DiceQuestion
from data import systems
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.text import Text
from tests.cogs.table import Table
from tests.sixth import SIXTH


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, SIXTH))


async def test_a_sixth_system_is_played_with_nothing_changed_but_the_list(table: Table) -> None:
    await table.done(table.ann, "/game new", system="sixth")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} band", profile="band", side=side)
    shot = await table.done(table.ann, "/fire", attacker="Red band", target="Blue band", dice="8 6 5 1 7 2")
    assert shot.title == "Red band shoots at Blue band"
    assert "Blue band: 3 models lost." in shot.text
    assert "remove 3 models" in shot.text
    assert (await table.unit("Blue band")).models == 3
    assert "Sixth has no morale" in await table.refused(table.ann, "/morale", unit="Red band")
    assert "Every model throws a d8" in (await table.say(table.ann, "/why")).text
    chances = await table.say(table.ann, "/odds", attacker="Red band", target="Blue band")
    assert "On average" in chances.text
    await table.done(table.ann, "/undo")
    assert (await table.unit("Blue band")).models == 6
    assert "**range bands** = 1 (or 2, 3)" in (await table.say(table.ann, "/rulings show")).text


async def test_its_questions_speak_of_the_units(table: Table) -> None:
    await table.done(table.ann, "/game new", system="sixth")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} band", profile="band", side=side)
    asked = await table.done(table.ann, "/fire", attacker="Red band", target="Blue band", dice="ask")
    assert asked.title == "Ann, roll 6d8: shots on 6+"
    assert "skill of Red band" in asked.text
    (question,) = await table.services.questions.open_questions(table.call(table.ann))
    assert isinstance(question.question, DiceQuestion)
    unit = await table.unit("Red band")
    assert [line.why for line in question.question.throw.ledger] == [
        Text("skill of {unit}", unit=unit.ref),
        Text("models"),
    ]
    await table.services.questions.answer(
        table.call(table.ann), question.row.id, question.row.step, faces="1 1 1 1 1 8"
    )
    assert (await table.entry()).plays[0].throws[0].ledger == question.question.throw.ledger


def test_its_odds_need_nothing_of_its_own() -> None:
    facts = validate(SIXTH.actions["shoot"].facts, {"attackers": 2, "targets": 5})
    chances = odds(SIXTH.actions["shoot"], facts, ruleset_of(SIXTH)).fractions()
    assert {outcome.lost: p for outcome, p in chances.items()} == {
        0: Fraction(25, 64),
        1: Fraction(30, 64),
        2: Fraction(9, 64),
    }
