"""`/fire`: facts from the board, refusals, warnings, and effects."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import pytest

from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.facts import D12FireFacts
from tests.rows import for_each
from tests.rules.openfire_d12.table import board, carry_out, forbidden, hurt, marked, plan_command, warnings_of

MANY = board(
    ("Red", "line_squad"),
    ("Red", "scout_pair"),
    ("Red", "heavy_trooper"),
    ("Blue", "raiders"),
    ("Blue", "veteran_squad"),
    ("Blue", "heavy_trooper"),
)
CLOSE = marked(marked(MANY, "u1", in_assault_range_of="u4"), "u4", in_assault_range_of="u1")


def _facts(on: Board, at: int = 0, **given: Any) -> D12FireFacts:
    return cast(D12FireFacts, plan_command(on, "fire", **given).plays[at].facts)


def _arms(facts: D12FireFacts) -> list[tuple[str, int]]:
    return [(group.weapon.name, group.models) for group in facts.weapons]


def test_profiles_hit_points_and_tokens_come_off_the_board() -> None:
    on = hurt(marked(MANY, "u1", suppression=1), "u5", 0, 1, 3, 3)
    facts = _facts(on, unit="u1", target="u5", distance=10)
    assert (facts.attacker.skl, facts.attacker.suppression, facts.attacker.hp) == (7, 1, (2, 2, 2, 2, 2))
    assert (facts.target.defence, facts.target.hp, facts.target.max_hp) == (6, (0, 1, 3, 3), 3)
    assert plan_command(on, "fire", unit="u1", target="u5", distance=10).plays[0].roles == {
        "attacker": "u1",
        "target": "u5",
    }


def test_special_rules_come_off_the_board() -> None:
    assert _facts(MANY, unit="u4", target="u2", distance=1).target.stealth == 2
    assert _facts(MANY, unit="u1", target="u6", distance=10).target.heavy_armour == 1


def test_losses_are_written_back_by_model() -> None:
    came_to = carry_out(MANY, "fire", (12,) * 3 + (1,) * 7 + (1,) * 3, unit="u1", target="u5", distance=6)
    target = came_to.board.unit("u5")
    assert (target.hp, target.models, target.alive) == ((0, 3, 3, 3), 3, True)
    assert came_to.texts[0] == "3 hits, 3 failed Defence tests. 3 × DMG 1 = 3 damage, 1 model lost."


def test_damage_goes_on_where_it_stopped() -> None:
    once = carry_out(MANY, "fire", (12,) + (1,) * 9 + (1,), unit="u1", target="u5", distance=6).board
    assert once.unit("u5").hp == (2, 3, 3, 3)
    twice = carry_out(once, "fire", (12, 12) + (1,) * 8 + (1, 1), unit="u1", target="u5", distance=6).board
    assert twice.unit("u5").hp == (0, 3, 3, 3)


def test_evading_leaves_a_token() -> None:
    came_to = carry_out(MANY, "fire", (1,) * 10, ["evade=yes"], unit="u1", target="u5", distance=7)
    assert came_to.board.unit("u5").count("suppression") == 1
    assert came_to.texts == ("No hits. Veteran squad evaded: place a suppression token.",)


def test_every_living_model_attacks_with_its_best_weapon() -> None:
    assert _arms(_facts(MANY, unit="u4", target="u1", distance=9)) == [("pistol", 6)]
    assert _arms(_facts(MANY, unit="u4", target="u1", distance=1)) == [("blade", 6)]
    assert _arms(_facts(hurt(MANY, "u4", 0, 0, 1, 2, 0, 2), unit="u4", target="u1", distance=1)) == [("blade", 3)]


def test_weapons_may_be_named() -> None:
    facts = _facts(MANY, unit="u4", target="u1", distance=1, firers="2 pistols, 3 blades")
    assert _arms(facts) == [("pistol", 2), ("blade", 3)]
    assert _arms(_facts(hurt(MANY, "u4", 0, 0, 1, 2, 0, 2), unit="u4", target="u1", distance=1, firers="pistol")) == [
        ("pistol", 3)
    ]


def test_no_more_weapons_than_models_and_none_that_is_not_there() -> None:
    forbidden(MANY, "fire", "6 pistols? left", unit="u4", target="u1", distance=1, firers="7 pistol")
    spent: dict[str, Any] = {"target": ("u4", "u5"), "distance": 5, "firers": ("5 service rifle", "service rifle")}
    forbidden(MANY, "fire", "no service rifles left", unit="u1", **spent)
    forbidden(MANY, "fire", "2 models left", unit="u4", target="u1", distance=1, firers="4 pistol, 4 blade")
    with pytest.raises(BadFacts, match="not a weapon here"):
        plan_command(MANY, "fire", unit="u4", target="u1", distance=1, firers="autocannon")


def test_an_attack_out_of_reach_is_refused_with_the_ranges_of_the_weapons() -> None:
    forbidden(MANY, "fire", r"for 11″ \(blade 1″ and pistol 10″\)", unit="u4", target="u1", distance=11)
    forbidden(MANY, "fire", "no weapon for 5″", unit="u3", target="u4", distance=5)


def test_a_volley_names_all_its_targets_first_and_no_model_fires_twice() -> None:
    order = plan_command(
        MANY, "fire", unit="u1", target=("u4", "u5"), distance=5, firers=("2 service rifles", "service rifle")
    )
    assert [_arms(cast(D12FireFacts, planned.facts)) for planned in order.plays] == [
        [("service_rifle", 2)],
        [("service_rifle", 3)],
    ]
    forbidden(MANY, "fire", "already attack another target", unit="u1", target=("u4", "u5"), distance=5)


def test_a_volley_is_one_action() -> None:
    dice = (1,) * 4 + (1,) * 6
    given: dict[str, Any] = {"target": ("u4", "u5"), "distance": 5, "firers": ("2 service rifle", "service rifle")}
    came_to = carry_out(MANY, "fire", dice, unit="u1", **given)
    assert came_to.board.unit("u1").count("actions_left") == 1
    assert came_to.title == "Line squad → Raiders and Veteran squad"


def test_distance_and_cover_may_be_given_target_by_target() -> None:
    given: dict[str, Any] = {"distance": (Decimal(5), Decimal(9)), "cover": ("none", "heavy")}
    given |= {"firers": ("2 service rifle", "service rifle"), "target": ("u4", "u5"), "unit": "u1"}
    assert [_facts(MANY, at, **given).cover for at in (0, 1)] == ["none", "heavy"]
    assert [_facts(MANY, at, **given).distance for at in (0, 1)] == [5, 9]
    with pytest.raises(BadFacts, match="Target 3"):
        plan_command(MANY, "fire", **{**given, "target": ("u4", "u5", "u6"), "firers": "1 service rifle"})


def test_sight_and_cover_are_described() -> None:
    facts = _facts(MANY, unit="u1", target="u5", distance=5, situation=("obscured", "covered=2"), cover="light")
    assert (facts.los, facts.cover, facts.covered) == ("obscured", "light", 2)
    facts = _facts(MANY, unit="u1", target="u5", distance=5, situation=("seen_clear=3", "seen_blocked=1"))
    assert facts.sight == "clear"


def test_blocked_sight_is_refused_once_it_is_played() -> None:
    with pytest.raises(RuleError, match="choose another target"):
        carry_out(MANY, "fire", unit="u1", target="u5", distance=5, situation="blocked")


def test_near_an_enemy_only_it_is_attacked_with_weapons_of_range_one() -> None:
    forbidden(CLOSE, "fire", "may attack nobody else", unit="u4", target="u2", distance=5)
    facts = _facts(CLOSE, unit="u4", target="u1")
    assert (_arms(facts), facts.distance, facts.in_assault_range) == ([("blade", 6)], 1, True)
    forbidden(CLOSE, "fire", "only weapons of range 1", unit="u1", target="u4")


def test_an_enemy_in_assault_range_can_be_named_and_is_recorded() -> None:
    came_to = carry_out(MANY, "fire", (1,) * 12, unit="u4", target="u1", situation="in_assault_range")
    assert came_to.board.unit("u1").words("in_assault_range_of") == ("u4",)
    assert came_to.board.unit("u4").words("in_assault_range_of") == ("u1",)


@for_each(("distance", "near"), [("0.5", True), (1, True), ("1.1", False)])
def test_a_target_that_weapons_of_range_one_reach_is_in_assault_range(distance: object, near: bool) -> None:
    firers = "blade" if near else "pistol"
    facts = _facts(MANY, unit="u4", target="u1", distance=distance, firers=firers)
    assert facts.in_assault_range == near


def test_without_a_distance_it_is_asked_for() -> None:
    with pytest.raises(BadFacts, match="distance is missing"):
        plan_command(MANY, "fire", unit="u1", target="u4")


def test_the_dead_are_in_no_assault_range() -> None:
    dying = hurt(CLOSE, "u1", 0, 0, 0, 0, 1)
    came_to = carry_out(dying, "fire", (12,) + (1,) * 11 + (1,), unit="u4", target="u1")
    assert not came_to.board.unit("u4").has("in_assault_range_of")


def test_the_free_attack_of_impact_comes_once_after_an_assault_and_costs_nothing() -> None:
    assert "has made no Assault" in warnings_of(CLOSE, "fire", unit="u4", target="u1", situation="impact")[0]
    assaulted = marked(CLOSE, "u4", activated=1, actions_done="assault", actions_left=1)
    free = carry_out(assaulted, "fire", (1,) * 12, unit="u4", target="u1", situation="impact")
    assert not free.warnings
    assert free.board.unit("u4").count("actions_left") == 1
    assert (
        "has made its free attack, or another unit has been activated since its Assault"
        in warnings_of(free.board, "fire", unit="u4", target="u1", situation="impact")[0]
    )
    assert not warnings_of(free.board, "fire", unit="u4", target="u1")


def test_the_free_attack_of_impact_ends_when_another_unit_is_activated() -> None:
    """It could be made at any time of the round, after any number of activations (Special Rules › Impact)."""
    assaulted = marked(CLOSE, "u4", activated=1, actions_done="assault")
    late = carry_out(assaulted, "activate", unit="u2").board
    assert "another unit has been activated" in warnings_of(late, "fire", unit="u4", target="u1", situation="impact")[0]
    told = [[ENGLISH(text) for text in on.system.may(on, on.unit("u4"))] for on in (assaulted, late)]
    assert told == [["free attack by Impact"], []]


def test_only_weapons_with_impact_make_its_free_attack() -> None:
    forbidden(CLOSE, "fire", "no Impact", unit="u4", target="u1", situation="impact", firers="pistol")
    forbidden(CLOSE, "fire", "with Impact", unit="u1", target="u4", situation="impact")


def test_a_free_attack_at_a_unit_that_leaves_costs_nothing() -> None:
    left = marked(MANY, "u4", free_attack_at="u1")
    came_to = carry_out(left, "fire", (1,) * 12, unit="u4", target="u1", situation="free")
    assert cast(D12FireFacts, came_to.plays[0].facts).free
    assert came_to.board.unit("u4").states == {}
    assert not came_to.warnings
    forbidden(came_to.board, "fire", "has no free attack at", unit="u4", target="u1", situation="free")


def test_a_form_has_the_free_attack_of_who_has_one_and_no_shot_that_is_not_seen() -> None:
    def offered(on: Board) -> set[str]:
        shot = Request("fire", ("u4",), ("u1",))
        return {one.code for one in on.system.commands["fire"].situations_of(on, shot)}

    assert not {"free", "blocked", "seen_clear=7"} & offered(MANY)
    assert "free" in offered(marked(MANY, "u4", free_attack_at="u1"))


def test_a_unit_in_no_assault_range_leaves_none() -> None:
    def offered(on: Board) -> set[str]:
        charge = Request("assault", ("u4",), ("u1",))
        return {one.code for one in on.system.commands["assault"].situations_of(on, charge) if "assault" in one.code}

    assert not offered(MANY)
    stays = {"leaves_assault_range", "leaves_assault_range=0", "leaves_assault_range=1", "stays_in_assault_range"}
    assert offered(CLOSE) == stays


def test_two_tokens_bar_any_attack() -> None:
    with pytest.raises(RuleError, match="2 suppression tokens"):
        carry_out(marked(MANY, "u1", suppression=2), "fire", unit="u1", target="u4", distance=5)


def test_friends_the_dead_and_those_inside_are_no_targets() -> None:
    forbidden(MANY, "fire", "same side", unit="u1", target="u2", distance=5)
    forbidden(hurt(MANY, "u6", 0), "fire", "out of action", unit="u1", target="u6", distance=5)
    inside = marked(MANY, "u4", aboard="u6")
    forbidden(inside, "fire", "inside another unit", unit="u1", target="u4", distance=5)
    forbidden(inside, "fire", "inside another unit", unit="u4", target="u1", distance=5)


def test_the_notes_of_a_shot_name_the_weapons_that_attacked() -> None:
    assert (
        carry_out(MANY, "fire", (1,) * 10, unit="u1", target="u4", distance=5).notes[0]
        == "Attacked with: 5 service rifles."
    )


def test_an_attack_that_cannot_be_made_is_refused_before_the_distance_is_asked() -> None:
    """Issue 42: the objection that hides an attack from the menus is also the first one of the order."""
    with pytest.raises(RuleError, match="same side"):
        plan_command(board(("Red", "line_squad"), ("Red", "raiders")), "fire", unit="u1", target="u2")
    tired = marked(board(("Red", "line_squad"), ("Blue", "raiders")), "u1", suppression=2)
    with pytest.raises(RuleError, match="2 suppression tokens"):
        plan_command(tired, "fire", unit="u1", target="u2")
