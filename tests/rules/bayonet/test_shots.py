"""`/fire`: facts from the board, refusals, warnings, and effects."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import pytest

from rules.bayonet.facts import BayonetFireFacts
from rules.bayonet.shot_effects import worsened_notes
from rules.command.system import Board
from rules.kernel.dice import total
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.serialise import play_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import (
    MANY,
    TWO,
    board,
    carry_out,
    expect_refusal,
    marked,
    plan_command,
    text_on_board,
    warnings_of,
)

ON_IT = (Decimal(5), Decimal(0))
ON_BOTH = (*ON_IT, Decimal(0))
"""The point of aim 5 inches away, and all the targets on it."""


def _facts(on: Board, **given: Any) -> BayonetFireFacts:
    return cast(BayonetFireFacts, plan_command(on, "fire", **given).plays[0].facts)


def test_figures_come_off_the_board() -> None:
    facts = _facts(TWO, unit="u1", target="u2")
    assert facts.shooter.range_cf == 3
    assert facts.targets[0].figure.physical_cf == 2
    assert plan_command(TWO, "fire", unit="u1", target="u2").plays[0].roles == {"attacker": "u1", "target": "u2"}


def test_further_units_aid_and_spend_their_shot() -> None:
    came_to = carry_out(MANY, "fire", (4, 2), unit=("u1", "u2"), target="u4")
    assert cast(BayonetFireFacts, came_to.plays[0].facts).aiding == 1
    assert came_to.title == "GI with GI 2 → Irregular"
    assert [came_to.board.unit(id).has("fired") for id in ("u1", "u2", "u3")] == [True, True, False]


@for_each(("friends", "said"), [(("u2",), "GI 2 aids only"), (("u1", "u2"), "GI and GI 2 aid only"), ((), None)])
def test_friends_that_aid_in_a_burst_at_two_do_so_against_the_first_named(
    friends: tuple[str, ...], said: str | None
) -> None:
    burst = carry_out(MANY, "fire", (1, 1, 6, 6), unit=("u3", *friends), target=("u4", "u5"))
    told = f"{said} against Irregular, named first: a figure aids against one enemy (Shooting › Aid)."
    *aid, suffered = burst.notes
    assert aid == ([told] if said else [])
    assert suffered.startswith(("Irregular is fleeing", "Move Irregular into cover"))


def test_aid_may_be_counted_in_the_situation() -> None:
    assert _facts(MANY, unit=("u1", "u2"), target="u4", situation=("aiding=3",)).aiding == 4


@for_each(("dice", "state"), [((4, 3), "suppressed"), ((6, 2), "downed"), ((5, 2), "fleeing"), ((1, 6), None)])
def test_results_become_states(dice: tuple[int, int], state: str | None) -> None:
    target = carry_out(TWO, "fire", dice, unit="u1", target="u2").board.unit("u2")
    assert [name for name in ("suppressed", "fleeing", "downed") if target.has(name)] == ([state] if state else [])
    assert target.alive == (state != "downed")
    assert target.has("targeted")


def test_a_figure_that_flees_already_is_not_sent_into_cover() -> None:
    """It was to move into cover, and away from the enemy."""
    assert carry_out(marked(TWO, "u2", fleeing=1), "fire", (4, 3), unit="u1", target="u2").notes == ()


def test_notes_describe_the_move_of_the_target() -> None:
    assert carry_out(TWO, "fire", (4, 3), unit="u1", target="u2").notes == (
        "Move Irregular into cover, at most 2″; no return fire.",
    )
    assert carry_out(TWO, "fire", (6, 1), unit="u1", target="u2").notes == ()


@for_each(
    ("state", "words"),
    [
        ("suppressed", "Move GI and Irregular into cover, at most 2″; no return fire."),
        ("fleeing", "GI and Irregular are fleeing: move them away from the enemy."),
    ],
)
def test_thumb_several_that_do_the_same_share_a_line(state: str, words: str) -> None:
    after = marked(marked(TWO, "u1", **{state: 1}), "u2", **{state: 1})
    assert [text_on_board(after, line) for line in worsened_notes(TWO, after)] == [words]


@for_each(
    ("cover", "situation", "worth"),
    [("none", (), 0), ("partial", (), 1), ("cover", ("uphill",), 3), ("fortification", ("uphill",), 3)],
)
def test_cover_by_the_pages_names_and_uphill_within_three(cover: str, situation: tuple[str, ...], worth: int) -> None:
    [play] = carry_out(TWO, "fire", (4, 3), unit="u1", target="u2", cover=(cover,), situation=situation).plays
    ledger = play.played.steps[1].throw.ledger
    assert total(ledger, "total") == 2 + worth
    assert any(ENGLISH(line.why) == "uphill" for line in ledger) == bool(situation)


def test_situations_reach_the_facts() -> None:
    facts = _facts(TWO, unit="u1", target="u2", situation=("opportunity_unknown", "behind", "overlap", "psi"))
    assert (facts.opportunity, facts.from_behind, facts.into_combat, facts.kind) == ("unknown", True, "overlap", "psi")


def test_two_situations_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(RuleError, match="at the same time"):
        plan_command(TWO, "fire", unit="u1", target="u2", situation=("overlap", "hand_to_hand"))


def test_an_unknown_situation_or_cover_is_a_fault() -> None:
    with pytest.raises(BadFacts, match="situation"):
        plan_command(TWO, "fire", unit="u1", target="u2", situation=("running",))
    with pytest.raises(BadFacts, match="cover"):
        plan_command(TWO, "fire", unit="u1", target="u2", cover=("soft",))


def test_the_text_speaks_of_the_units_under_fire() -> None:
    assert carry_out(TWO, "fire", (4, 3), unit="u1", target="u2").told == ("Irregular: 7 against 5, suppressed.",)
    fighting = marked(marked(MANY, "u4", in_hand_to_hand=1), "u2", in_hand_to_hand=1)
    [told] = carry_out(fighting, "fire", (1, 6, 6, 1), {"stray": ["0"]}, unit="u1", target="u4").told
    assert told == "Irregular: 2 against 8, no effect. Stray shot at GI 2: 7 against 4, suppressed."


def test_the_record_names_the_units_of_every_roll_and_choice() -> None:
    fighting = marked(marked(MANY, "u4", in_hand_to_hand=1), "u2", in_hand_to_hand=1)
    given: dict[str, Any] = {"unit": "u3", "target": ("u4", "u5")}
    came_to = carry_out(fighting, "fire", (1, 6, 1, 6, 6, 1), {"stray": ["none", "0"]}, **given)
    assert came_to.throws == (
        "attack on Irregular",
        "Irregular",
        "attack on Irregular 2",
        "Irregular 2",
        "stray attack on GI 2",
        "GI 2",
    )
    roles = plan_command(fighting, "fire", **given).plays[0].roles
    [_, chosen] = play_of(came_to.plays[0], roles).decisions
    assert text_on_board(fighting, chosen.label) == "GI 2"


def test_an_automatic_weapon_splits_as_evenly_as_it_goes() -> None:
    assert _facts(MANY, unit="u3", target=("u4", "u5")).split == (3, 2)
    assert _facts(MANY, unit="u3", target=("u4", "u5"), firers=("1,", " , 4")).split == (1, 4)


def test_the_same_figure_may_take_several_parts() -> None:
    facts = _facts(MANY, unit="u3", target="u4", firers=("2", "3"))
    assert facts.split == (2, 3)
    assert len(facts.targets) == 2
    down = carry_out(MANY, "fire", (6, 1, 6, 1), unit="u3", target="u4", firers=("2", "3")).board.unit("u4")
    assert (down.models, down.alive) == (0, False)


def test_one_shot_has_one_target() -> None:
    with pytest.raises(RuleError, match="not automatic"):
        plan_command(MANY, "fire", unit="u1", target=("u4", "u5"))
    with pytest.raises(RuleError, match="not automatic"):
        plan_command(MANY, "fire", unit="u1", target="u4", firers=("2", "1"))


def test_a_factor_is_not_split_between_more_targets_than_points() -> None:
    with pytest.raises(RuleError, match="cannot be split between 6"):
        plan_command(MANY, "fire", unit="u3", target=("u4", "u5", "u6", "u4", "u5", "u6"))


def test_area_fire_asks_for_distances_from_the_point_of_aim() -> None:
    question = "how far is it from Light mortar to the point of aim, and from there to Irregular?"
    with expect_refusal(MANY, question, MissingFacts) as asked:
        plan_command(MANY, "fire", unit="u7", target="u4")
    assert ENGLISH(asked.value.asks[0].hint) == "Aimed at it: 20. Beside it, with how far from it: 20/1.5"
    with expect_refusal(MANY, "to the point of aim", MissingFacts) as asked:
        plan_command(MANY, "fire", unit="u7", target=("u4", "u5"))
    assert ENGLISH(asked.value.asks[0].hint) == "The point of aim first, then each target from it: 20/0/1.5"
    facts = _facts(MANY, unit="u7", target=("u4", "u5"), distance=(Decimal(30), Decimal("0.5"), Decimal("1.5")))
    assert [target.ring_distance for target in facts.targets] == [Decimal("0.5"), Decimal("1.5")]
    assert facts.indirect
    assert facts.area


@for_each("given", [(), ("0",), ("0", "1.5")])
def test_without_the_range_to_the_point_of_aim_it_is_asked(given: tuple[str, ...]) -> None:
    with expect_refusal(MANY, "to the point of aim", MissingFacts):
        plan_command(MANY, "fire", unit="u7", target=("u4", "u5"), distance=tuple(map(Decimal, given)))


def test_one_distance_to_one_target_is_aimed_at_it() -> None:
    """A mortar asked for the distance again though one was given."""
    facts = _facts(MANY, unit="u7", target="u4", distance=(Decimal(30),))
    assert [target.ring_distance for target in facts.targets] == [0]
    assert (
        "the point of aim is 49″ away" in warnings_of(MANY, "fire", unit="u7", target="u4", distance=(Decimal(49),))[0]
    )


def test_one_distance_from_the_point_of_aim_may_be_that_of_many() -> None:
    facts = _facts(MANY, unit="u7", target=("u4", "u5", "u6"), distance=(Decimal(30), Decimal(1)))
    assert [target.ring_distance for target in facts.targets] == [1, 1, 1]
    with expect_refusal(MANY, "to the point of aim", MissingFacts):
        plan_command(
            MANY, "fire", unit="u7", target=("u4", "u5", "u6", "u1"), distance=(Decimal(30), Decimal(1), Decimal(1))
        )


def test_a_weapon_without_a_range_asks_for_none() -> None:
    profile = MANY.unit("u7").profile | {"range": None}
    on = MANY._replace(game=MANY.game.copy())
    on.game.units["u7"] = MANY.unit("u7").model_copy(update={"profile": profile})
    with expect_refusal(on, "how far from the point of aim is Irregular?", MissingFacts):
        plan_command(on, "fire", unit="u7", target="u4")
    for given in (("1.5",), ("90", "1.5")):
        order = plan_command(on, "fire", unit="u7", target="u4", distance=tuple(map(Decimal, given)))
        assert cast(BayonetFireFacts, order.plays[0].facts).targets[0].ring_distance == Decimal("1.5")
        assert not order.warnings


def test_an_area_weapon_reaches_its_point_of_aim() -> None:
    far = {"unit": ("u7", "u1"), "target": "u4", "distance": (Decimal(49), Decimal(0))}
    assert warnings_of(MANY, "fire", **far) == (
        "Light mortar reaches 48″; the point of aim is 49″ away.",
        "GI reaches 24″; the point of aim is 49″ away.",
    )
    assert warnings_of(MANY, "fire", **far | {"unit": "u7", "distance": (Decimal(48), Decimal(9))}) == ()


def test_area_effects_strike_friends_too() -> None:
    came_to = carry_out(MANY, "fire", (6, 1, 1), unit="u7", target=("u4", "u1"), distance=ON_BOTH)
    assert not came_to.board.unit("u4").alive
    assert not came_to.board.unit("u1").alive


def test_a_selective_effect_spares_friends() -> None:
    on = MANY.after([])
    mortar = on.unit("u7")
    selective = mortar.profile | {"area": {"radius": 1, "selective": True}}
    on.game.units["u7"] = mortar.model_copy(update={"profile": selective})
    with pytest.raises(RuleError, match="same side"):
        plan_command(on, "fire", unit="u7", target=("u4", "u1"), distance=ON_BOTH)


def test_a_figure_without_a_physical_factor_is_no_target() -> None:
    with expect_refusal(MANY, "Light mortar has no Physical Combat Factor", RuleError):
        plan_command(MANY, "fire", unit="u4", target="u7")


def test_direct_fire_never_goes_at_friends() -> None:
    with pytest.raises(RuleError, match="same side"):
        plan_command(MANY, "fire", unit="u1", target="u2")


def test_a_carried_grenade_has_its_own_numbers_and_the_throwers_quality() -> None:
    facts = _facts(MANY, unit="u8", target="u4", firers=("1 grenade",), distance=ON_IT)
    assert facts.shooter.range_cf == 4
    assert facts.area
    grenade = plan_command(MANY, "fire", unit=("u8", "u1"), target="u4", firers=("grenade",), distance=ON_IT)
    assert text_on_board(MANY, grenade.title) == "Attack: Engineer (grenade) with GI → Irregular"
    with pytest.raises(RuleError, match="no other weapon"):
        plan_command(MANY, "fire", unit="u3", target="u4", firers=("grenade",))


def test_a_big_gun_reloads() -> None:
    gunner = carry_out(MANY, "fire", (1, 6), unit="u7", target="u4", distance=ON_IT).board
    assert gunner.unit("u7").count("reloading") == 2
    reloading = marked(MANY, "u7", reloading=1)
    assert "reloading for 1 bound" in warnings_of(reloading, "fire", unit="u7", target="u4", distance=ON_IT)[0]


@for_each(("state", "word"), [("suppressed", "seeks cover"), ("fleeing", "moves away")])
def test_suppressed_and_fleeing_figures_do_not_return_fire_nor_aid(state: str, word: str) -> None:
    with pytest.raises(RuleError, match=word):
        plan_command(marked(MANY, "u1", **{state: 1}), "fire", unit="u1", target="u4")
    with pytest.raises(RuleError, match=word):
        plan_command(marked(MANY, "u2", **{state: 1}), "fire", unit=("u1", "u2"), target="u4")


def test_who_cannot_shoot_neither_shoots_nor_aids() -> None:
    with pytest.raises(RuleError, match="cannot shoot"):
        plan_command(MANY, "fire", unit="u9", target="u1")
    with pytest.raises(RuleError, match="cannot aid"):
        plan_command(MANY, "fire", unit=("u4", "u9"), target="u1")
    with expect_refusal(MANY, "Irregular 2 cannot aid GI", RuleError):
        plan_command(MANY, "fire", unit=("u1", "u5"), target="u4")


def test_the_downed_neither_shoot_nor_are_shot_at() -> None:
    down = carry_out(TWO, "fire", (6, 1), unit="u1", target="u2").board
    with pytest.raises(RuleError, match="out of action"):
        plan_command(down, "fire", unit="u1", target="u2")
    with pytest.raises(RuleError, match="out of action"):
        plan_command(down, "fire", unit="u2", target="u1")


def test_warned_of_a_second_shot_in_a_bound() -> None:
    again = carry_out(TWO, "fire", (1, 6), unit="u1", target="u2").board
    assert warnings_of(again, "fire", unit="u1", target="u2") == (
        "GI has already shot in this bound: one shot or burst per bound (Shooting › Rate of fire).",
    )


def test_warned_of_a_second_shot_at_a_target_that_a_friend_has_shot_at() -> None:
    again = marked(carry_out(MANY, "fire", (1, 6), unit="u1", target="u4").board, "u3", acted=1)
    assert warnings_of(again, "fire", unit="u2", target="u4") == (
        "Irregular was already shot at in this bound; GI 2 could have aided then (Shooting › Aid).",
    )
    assert warnings_of(again, "fire", unit="u2", target="u5") == ()


@for_each("situation", ["blocked", "figure_between", "out_of_arc"])
def test_direct_fire_out_of_its_bounds_goes_on_with_a_reason_only(situation: str) -> None:
    [warning] = warnings_of(TWO, "fire", unit="u1", target="u2", situation=(situation,))
    assert warning.endswith("no direct fire (Shooting › Direct fire).")
    assert warnings_of(TWO, "fire", unit="u1", target="u2", situation=(situation, "indirect")) == ()


def test_a_turret_has_every_target_in_its_arc() -> None:
    tank = board(("Blue", "light_tank"), ("Red", "gi"))
    assert warnings_of(tank, "fire", unit="u1", target="u2", situation=("out_of_arc",)) == ()


def test_warned_of_a_target_beyond_the_figures_own_range() -> None:
    assert warnings_of(TWO, "fire", unit="u1", target="u2", distance=(Decimal(24),)) == ()
    assert "reaches 24″" in warnings_of(TWO, "fire", unit="u1", target="u2", distance=(Decimal("24.1"),))[0]


def test_opportunity_fire_needs_the_exposed_half_move() -> None:
    with pytest.raises(RuleError, match="more than half"):
        carry_out(TWO, "fire", unit="u1", target="u2", situation=("opportunity_known", "not_exposed"))


def test_a_target_without_a_value_of_its_own_is_a_fault() -> None:
    with pytest.raises(BadFacts, match="Target 3 has no value"):
        plan_command(MANY, "fire", unit="u3", target=("u4", "u5", "u6"), cover=("none", "partial"))


def test_a_shot_in_the_own_bound_is_warned_of() -> None:
    own = carry_out(TWO, "activate", unit="u1").board
    assert "Blue's own bound" in warnings_of(own, "fire", unit="u1", target="u2")[0]
