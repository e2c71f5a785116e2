"""`/move`: Advance and Rush, ground, and leaving an enemy."""

from __future__ import annotations

import pytest

from rules.game.entry import Entry
from rules.game.events import UnitRemoved
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.serialise import play_of
from tests.rows import for_each
from tests.rules.openfire_d12.table import SYSTEM, board, carry_out, forbidden, hurt, marked, plan_command, warnings_of

MANY = board(("Red", "line_squad"), ("Red", "heavy_trooper"), ("Blue", "raiders"))
STAYS = "stays_in_assault_range"
CLOSE = marked(marked(MANY, "u1", in_assault_range_of="u3"), "u3", in_assault_range_of="u1")


def test_an_advance_unless_a_rush_is_named() -> None:
    assert carry_out(MANY, "move", unit="u1").plays[0].played.outcome.inches == 6
    rush = carry_out(MANY, "move", unit="u1", action="rush")
    assert (rush.plays[0].played.outcome.inches, rush.title) == (4, "Line squad: Rush")
    assert rush.board.unit("u1").words("actions_done") == ("rush",)
    assert rush.board.unit("u1").has("moved")


def test_ground_and_climbs_are_described() -> None:
    climb = ("levels_up=1", "levels_down=2")
    assert (
        carry_out(MANY, "move", unit="u1", terrain=("slow", "climb"), extra=climb).plays[0].played.outcome.inches == 2
    )


def test_dangerous_ground_is_rolled_for_at_once() -> None:
    came_to = carry_out(MANY, "move", (12, 1, 1, 1, 1, 1), unit="u1", terrain="dangerous")
    assert [one.action.key for one in came_to.plays] == ["movement", "dangerous"]
    assert came_to.board.unit("u1").hp == (1, 2, 2, 2, 2)


def test_a_unit_may_die_on_dangerous_ground() -> None:
    came_to = carry_out(hurt(CLOSE, "u1", 1), "move", (12, 1), unit="u1", terrain="dangerous", extra=STAYS)
    assert not came_to.board.unit("u1").alive
    assert not came_to.board.unit("u3").has("in_assault_range_of")


def test_within_an_assault_range_it_moves_freely() -> None:
    came_to = carry_out(CLOSE, "move", unit="u1", extra=STAYS)
    assert not came_to.plays[0].played.made
    assert came_to.board.unit("u1").words("in_assault_range_of") == ("u3",)
    assert came_to.notes[0] == "It stays within 1″ of Raiders."


def test_leaving_asks_the_enemy_for_its_free_attack_first() -> None:
    left = carry_out(CLOSE, "move", (), ["free_attack=yes"], unit="u1", extra="leaves_assault_range")
    assert left.order.plays[0].roles == {"unit": "u1", "defender": "u3"}
    assert left.notes[0] == "Before the models move: free attack by Raiders."
    assert not left.board.unit("u1").has("in_assault_range_of")
    assert not left.board.unit("u3").has("in_assault_range_of")
    assert len(carry_out(CLOSE, "move", unit="u1", extra="leaves_assault_range").notes) == 1


def test_after_the_free_attack_the_dangerous_ground_is_still_to_be_rolled_for() -> None:
    left = carry_out(
        CLOSE, "move", (), ["free_attack=yes"], unit="u1", extra="leaves_assault_range", terrain="dangerous"
    )
    assert left.board.unit("u1").has("ground_due")
    assert left.notes[1] == "Then roll for the dangerous ground."


@for_each(("mover", "enemy", "states"), [("u3", "u1", {}), ("u1", "u3", {"suppression": 2})])
def test_who_can_make_no_free_attack_is_not_asked(mover: str, enemy: str, states: dict[str, int]) -> None:
    close = marked(CLOSE, enemy, **states)
    left = carry_out(close, "move", (), ["free_attack=yes"], unit=mover, extra="leaves_assault_range")
    assert not left.plays[0].played.made
    name = close.unit(enemy).name
    assert left.notes[0] == f"{name} makes no free attack: it has 2 suppression tokens or no weapon of range 1″."
    assert not left.board.unit(mover).has("in_assault_range_of")


def test_dangerous_ground_waits_for_a_free_attack() -> None:
    left = plan_command(CLOSE, "move", unit="u1", extra="leaves_assault_range", terrain="dangerous")
    assert [planned.action for planned in left.plays] == ["movement"]


def test_no_rush_from_an_assault_range_and_none_by_the_suppressed() -> None:
    forbidden(CLOSE, "move", "may not rush", unit="u1", action="rush")
    with pytest.raises(RuleError, match="suppression token"):
        carry_out(marked(MANY, "u1", suppression=1), "move", unit="u1", action="rush")


@for_each(("extra", "word"), [("ends_rough", "rough ground"), ("ends_climbing", "ends on a climb")])
def test_ending_where_no_side_may_end_is_warned(extra: str, word: str) -> None:
    assert word in warnings_of(MANY, "move", unit="u1", extra=extra)[0]


def test_those_inside_do_not_move_themselves() -> None:
    forbidden(marked(MANY, "u1", aboard="u2"), "move", "/act leave", unit="u1")


def test_a_free_attack_is_not_offered_once_its_target_is_gone() -> None:
    """Buttons stay under the message of the move, and of the free attack before."""
    moved = carry_out(CLOSE, "move", choose=("free_attack=yes",), unit="u1", extra="leaves_assault_range")
    plays = (play_of(moved.plays[0], {"unit": "u1", "defender": "u3"}),)
    entry = Entry(number=1, command="move", by="", at=0.0, plays=plays)
    struck = Request("fire", ("u3",), ("u1",), situation=("free",)).to_stored()
    struck_before = entry.model_copy(update={"command": "fire", "request": struck})
    for on, attackers in ((moved.board, ["u3"]), (moved.board.after([UnitRemoved(unit="u1")]), [])):
        assert [one.unit for one in SYSTEM.reactions(on, entry)] == attackers
        assert [one.unit for one in SYSTEM.further_reactions(on, struck_before)] == attackers
    assert not SYSTEM.reactions(moved.board, entry.model_copy(update={"plays": ()}))
