"""`/act gas`: gas on the table attacks figures that enter it."""

from __future__ import annotations

from typing import cast

import pytest

from rules.bayonet.facts import BayonetFireFacts
from rules.command.system import Board
from rules.game.events import ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Note
from rules.kernel.wording import ENGLISH
from tests.rules.bayonet.table import board, carry_out, plan_command, text_on_board

MEN = board(("Blue", "gi"), ("Red", "irregular"), ("Red", "truck"))


def _gassed_board(*keywords: str, label: str = "cloud", on: Board = MEN) -> Board:
    return on.after([ObjectPlaced(thing=TableObject(kind="gas", label=label, radius=2, turns=3, keywords=keywords))])


def test_gas_attacks_the_abc_factor_with_its_keyword() -> None:
    came_to = carry_out(_gassed_board("cf=4"), "gas", (6, 1), target="u1")
    [play] = came_to.plays
    assert ENGLISH(play.text) == "Target: 10 against 3, downed."
    assert came_to.told == ("GI: 10 against 3, downed.",)
    facts = cast(BayonetFireFacts, play.facts)
    assert (facts.kind, facts.shooter.range_cf) == ("abc", 4)


def test_a_move_offers_the_attack_of_gas_on_the_table() -> None:
    """A figure moved into gas by a tap was not attacked."""
    on = _gassed_board("cf=4", label="other", on=_gassed_board("cf=4"))
    assert carry_out(on, "move", unit="u1").notes == (
        "If it enters gas cloud, the gas attacks GI.",
        "If it enters gas other, the gas attacks GI.",
    )
    [cloud, _] = plan_command(on, "move", unit="u1").notes(on, [])
    assert isinstance(cloud, Note)
    assert cloud.request == Request("act", target=("u1",), action="gas", weapon="cloud")
    assert carry_out(on, "move", unit="u1", terrain=("gas",)).notes == carry_out(on, "move", unit="u1").notes
    assert carry_out(_gassed_board(), "move", unit="u1", terrain=("gas",)).notes == (
        "It enters gas: the gas attacks GI.",
    )
    assert carry_out(on, "move", unit="u3").notes == ()


def test_a_count_replaces_the_keyword() -> None:
    facts = cast(BayonetFireFacts, plan_command(_gassed_board("cf=4"), "gas", target="u1", count=1).plays[0].facts)
    assert facts.shooter.range_cf == 1


def test_one_die_for_all_who_enter() -> None:
    after = carry_out(_gassed_board("cf=4"), "gas", (6, 1, 6), target=("u1", "u2"))
    assert [after.board.unit(id).alive for id in ("u1", "u2")] == [False, True]
    assert after.title == "Gas cloud → GI and Irregular"
    assert after.told == ("GI: 10 against 3, downed. Irregular: 10 against 8, suppressed.",)


def test_of_several_clouds_one_is_named() -> None:
    two = _gassed_board("cf=5", label="other", on=_gassed_board("cf=4"))
    facts = cast(BayonetFireFacts, plan_command(two, "gas", target="u1", weapon="Other").plays[0].facts)
    assert facts.shooter.range_cf == 5
    with pytest.raises(BadFacts, match="Combat Factor"):
        plan_command(two, "gas", target="u1")
    with pytest.raises(RuleError, match="There is no gas called third"):
        plan_command(two, "gas", target="u1", weapon="third")


def test_a_factor_must_come_from_somewhere() -> None:
    with pytest.raises(BadFacts, match="count is missing"):
        plan_command(_gassed_board(), "gas", target="u1")
    assert text_on_board(MEN, plan_command(MEN, "gas", target="u1", count=3).title) == "Gas → GI"


def test_a_figure_without_an_abc_factor_is_not_gassed() -> None:
    with pytest.raises(RuleError, match="no ABC Combat Factor"):
        carry_out(_gassed_board("cf=4"), "gas", target="u3")
