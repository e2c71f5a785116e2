"""Opportunity fire as an answer to a move: permission, timing, and the facts asked for."""

from __future__ import annotations

from rules.bayonet.movement import reactions
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.facts import MissingFacts
from rules.kernel.plays import Play
from rules.kernel.wording import ENGLISH
from tests.rules.bayonet.table import board, carry_out, expect_refusal, marked, plan_command, text_on_board

SIDES = board(("Blue", "gi"), ("Red", "irregular"), ("Red", "light_mortar"), ("Red", "truck"), ("Red", "sniper"))
MOVE = Entry(number=1, command="move", by="1", at=0, plays=(Play(action="movement", facts={}, roles={"unit": "u1"}),))


def _may(on: Board) -> list[str]:
    return [one.unit for one in reactions(on, MOVE)]


def test_enemies_with_a_shot_may_react_but_not_with_weapons_aimed_at_a_point() -> None:
    after = carry_out(SIDES, "move", unit="u1").board
    assert _may(after) == ["u2", "u5"]
    assert text_on_board(after, reactions(after, MOVE)[0].label) == "Irregular: opportunity fire"
    assert _may(marked(after, "u5", fired=1)) == ["u2"]


def test_the_answer_ends_with_the_bound_and_with_its_target() -> None:
    after = carry_out(SIDES, "move", unit="u1").board
    assert _may(carry_out(after, "turn next").board) == []
    assert _may(carry_out(after, "fire", (6, 1), unit="u5", target="u1").board) == []
    assert reactions(after, MOVE.model_copy(update={"command": "fire"})) == []
    assert reactions(after._replace(game=Game()), MOVE) == []


def test_where_the_target_set_out_from_is_asked() -> None:
    request = reactions(carry_out(SIDES, "move", unit="u1").board, MOVE)[0].request
    given = {"unit": request.unit, "target": request.target, "action": request.action}
    with expect_refusal(SIDES, "where did GI set out from", MissingFacts) as asked:
        plan_command(SIDES, "fire", **given)
    assert [(choice.code, ENGLISH(choice.label)) for choice in asked.value.asks[0].choices] == [
        ("opportunity_known", "a known position, or in sight: −1"),
        ("opportunity_unknown", "anywhere else: −2"),
    ]
    assert plan_command(SIDES, "fire", **given, situation=("opportunity_unknown",)).plays
