"""The side of a vehicle that the bot strikes: which answers fit its order."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.errors import Refusal
from bot.game.questions import DecisionQuestion, OfferedOption
from bot.services.play.opponent_orders import decision_reasons, side_question, with_struck_side, without_sides
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import Decided
from tests.rules.openfire_ww2.table import board

FIELD = board(("Red", "medium_tank"), ("Blue", "heavy_tank"), ("Blue", "rifle_team"), ("Blue", "mg_team"))
AT_A_TANK = Request("fire", ("u1",), ("u2", "u3"), (Decimal(20),), situation=("blast",))
AT_A_SQUAD = replace(AT_A_TANK, target=("u3", "u4"))


def test_the_side_that_players_see_completes_an_order_at_a_vehicle() -> None:
    asked = side_question(FIELD, AT_A_TANK)
    assert asked is not None
    assert [one.code for one in asked.choices] == ["front", "side", "rear", "top"]
    told = with_struck_side(FIELD, AT_A_TANK, "rear")
    assert told == replace(AT_A_TANK, situation=("blast", "rear"))
    assert without_sides(FIELD, told) == AT_A_TANK


@pytest.mark.parametrize(
    ("order", "side"), [(AT_A_TANK, "turret"), (AT_A_SQUAD, "front"), (Request("nothing"), "front")]
)
def test_a_side_is_no_answer_to_an_order_that_does_not_ask_for_it(order: Request, side: str) -> None:
    with pytest.raises(Refusal, match="That order is over"):
        with_struck_side(FIELD, order, side)
    assert without_sides(FIELD, order) == order


def test_only_the_side_of_a_vehicle_is_asked_of_players() -> None:
    """The bot knows the distances itself."""
    assert side_question(FIELD, replace(AT_A_SQUAD, distance=())) is None
    asked = side_question(FIELD, replace(AT_A_TANK, distance=()))
    assert asked is None or asked.option == "situation"


@pytest.mark.parametrize(("side", "who"), [("Blue", "Blue"), (None, "Adjutant")])
def test_a_decision_is_explained_in_the_name_of_its_side(side: str | None, who: str) -> None:
    offers = (OfferedOption(value="yes", label=Text("Evade")), OfferedOption(value="no", label=Text("Stay")))
    question = DecisionQuestion(name="evade", question=Text("Evade?"), default="no", side=side, offers=offers)
    told = decision_reasons(question, Decided("yes"))
    assert [ENGLISH(one) for one in told.because] == [f"{who} decides: Evade, without a comparison."]
