"""Gaps between the paragraphs of the page: the plan of a shot, the rulings used, and its text."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import all_show, outcome, play

HIT = (5, 5, 1, 1)
"""Two bangs of the four dice that the case throws."""
MISSED = (1, 1, 1)
COVERED = (1,) * 7
FAILED, GO = ["morale=fail"], ["fall_back=go"]


def text_of(facts: dict[str, Any], dice: tuple[int, ...], choose: list[str] | None = None, **rulings: Any) -> str:
    return ENGLISH(play("fire", facts, dice, choose or (), **rulings).text)


def briefly(facts: dict[str, Any], dice: tuple[int, ...], choose: list[str]) -> str | None:
    """Return the text of a short result without markers and dice; None if it equals the long one."""
    said = play("fire", facts, dice, choose).short_text
    return None if said is None else ENGLISH(said)


@for_each("faulty", [5, None, [target()], "squad"])
def test_a_target_that_is_no_unit_is_a_fault_like_any_other(faulty: object) -> None:
    with pytest.raises(BadFacts, match="target"):
        play("fire", fire(target=faulty))


def test_without_damage_nothing_becomes_of_it() -> None:
    """Damage 0: no marker, no fall back (Damage)."""
    nothing = {"damage": 0, "fell_back": False, "fall_back_inches": 0, "wounds": 0, "pinned": 0}
    stands = {"cover": "light", "tier": 2}
    facts = fire(target=target(cover="light", in_position=True))
    assert outcome("fire", facts, (1, 1, 1, 1, *COVERED)) == nothing | stands


@for_each(
    ("near", "short", "cover", "tier"),
    [
        ({"kind": "hard", "distance": 6}, "open", "hard", 1),
        ({"kind": "light", "distance": 6}, "open", "light", 0),
        ({"kind": "hard", "distance": 9}, "light", "light", 0),
        (None, "light", "light", 0),
    ],
)
def test_a_blast_takes_its_tier_off_where_the_target_has_fallen_back_to(
    near: dict[str, Any] | None, short: str, cover: str, tier: int
) -> None:
    """−1 tier, once, from the cover after the fall back (Damage conversion)."""
    facts = fire(lowers_tier=True, nearest_cover=near, short_of_it=short)
    got = outcome("fire", facts, (*HIT, *MISSED, 5, 1, 1, *((1, 1) if tier else ())), FAILED)
    assert (got["cover"], got["tier"]) == (cover, tier)


@for_each(
    ("cover", "does"),
    [("light", "a bang turns a wound into a pinned marker"), ("hard", "a bang turns a pinned marker into a wound")],
)
def test_the_ledger_of_a_conversion_explains_a_bang(cover: str, does: str) -> None:
    step = play("fire", fire(target=target(cover=cover)), (*HIT, *COVERED, 1, 1)).played.steps[-1]
    assert [(ENGLISH(line.why), line.value) for line in step.throw.ledger] == [(does, 5)]


@for_each(("cover", "dice"), [("hard", (*HIT, *COVERED, 1, 1)), ("open", (1, 1, 1, 1, *MISSED))])
def test_where_no_unit_would_fall_back_the_ruling_on_pinned_units_decides_nothing(
    cover: str, dice: tuple[int, ...]
) -> None:
    """A held unit depends on the ruling `pin_effect` only where it could have fallen back (Fall back)."""
    facts = fire(target=target(cover=cover, pinned=1))
    assert "pin_effect" not in play("fire", facts, dice, pin_effect="no_move").rulings_used


# Messages.


@for_each(
    ("dice", "said"),
    [
        ((1, 1, 1, 1, *MISSED), "No damage: no bangs against 0."),
        ((5, 5, 1, 1, 5, 5, 5), "No damage: 2 bangs against 3."),
        ((5, 5, 5, 1, 6, 1, 1, 5, 1, 1), "2 damage: 3 bangs against 1. Morale holds (1 bang)."),
        ((5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), "1 damage: 1 bang against 0. Morale breaks: it falls back."),
    ],
)
def test_the_text_counts_the_bangs_of_both_sides(dice: tuple[int, ...], said: str) -> None:
    assert text_of(fire(), dice).startswith(said)


@for_each(
    ("shifts", "lowered", "dice", "said"),
    [
        ({"cover": "light"}, False, (5, 1), "at tier 1 (light cover): 1 wound, 1 pinned."),
        ({"cover": "light"}, True, (), "at tier 0 (light cover 1, blast or exceptional weapon −1): 2 wounds."),
        (
            {"cover": "light", "in_position": True},
            False,
            (1, 1),
            "at tier 2 (light cover 1, in position +1): 2 pinned.",
        ),
        ({"cover": "light", "hidden": True}, False, (1, 1), "at tier 2 (light cover 1, hidden +1): 2 pinned."),
        (
            {"cover": "hard", "hidden": True, "in_position": True},
            False,
            (),
            "at tier 3 (hard cover 2, in position +1, hidden +1, never below 0 or above 3): 2 pinned.",
        ),
    ],
)
def test_the_text_adds_the_tier_up(shifts: dict[str, Any], lowered: bool, dice: tuple[int, ...], said: str) -> None:
    assert text_of(fire(target=target(**shifts), lowers_tier=lowered), (*HIT, *COVERED, *dice)).endswith(said)


def test_the_tier_of_a_unit_that_fell_back_counts_no_position_that_it_left() -> None:
    facts = fire(target=target(in_position=True, hidden=True), lowers_tier=True)
    said = "at tier 0 (in the open 0, blast or exceptional weapon −1, never below 0 or above 3): 2 wounds."
    assert text_of(facts, (*HIT, *MISSED, 1, 1, 1), FAILED).endswith(said)


@for_each(
    ("facts", "dice", "choose", "said"),
    [
        (fire(), (1, 1, 1, 1, *MISSED), [], None),
        (fire(), (*HIT, *MISSED, 5, 1, 1), [], "Morale holds (1 bang)."),
        (fire(target=target(cover="hard")), (*HIT, *COVERED, 1, 1), [], ""),
        (fire(), (*HIT, *MISSED, 5, 1, 1), FAILED, ""),
        (
            fire(nearest_cover={"kind": "light", "distance": 6}),
            (*HIT, *MISSED, 5, 1, 1, 1, 1),
            FAILED,
            "",
        ),
        (
            fire(nearest_cover={"kind": "light", "distance": 6.5}),
            (*HIT, *MISSED, 5, 1, 1),
            FAILED,
            "",
        ),
    ],
)
def test_a_short_result_says_how_the_target_answered(
    facts: dict[str, Any], dice: tuple[int, ...], choose: list[str], said: str | None
) -> None:
    assert briefly(facts, dice, choose) == said


def test_a_pinned_unit_that_had_a_choice_is_not_reported_as_tested() -> None:
    """The text says that it cannot fall back only if it would have tested for that."""
    facts = fire(target=target(cover="light", pinned=1), nearest_cover={"kind": "hard", "distance": 3})
    said = text_of(facts, (*HIT, *COVERED, 1, 1), pin_effect="no_move")
    assert "cannot fall back" not in said


# Its main number.


@for_each(
    ("facts", "rulings", "what"),
    [
        (fire(), {}, "wounds"),
        (fire(target=target(cover="hard")), {}, "wounds"),
        (fire(target=target(cover="hard", in_position=True)), {}, "pinned"),
        (fire(target=target(cover="hard", in_position=True), lowers_tier=True), {}, "wounds"),
        (fire(target=target(cover="light", in_position=True, hidden=True)), {}, "pinned"),
        (
            fire(
                target=target(cover="light", in_position=True, hidden=True),
                nearest_cover={"kind": "hard", "distance": 3},
            ),
            {},
            "wounds",
        ),
        (
            fire(
                target=target(cover="light", in_position=True, hidden=True, pinned=1),
                nearest_cover={"kind": "hard", "distance": 3},
            ),
            {"pin_effect": "no_move"},
            "pinned",
        ),
    ],
)
def test_wounds_count_most_unless_the_target_stays_where_there_are_none(
    facts: dict[str, Any], rulings: dict[str, Any], what: str
) -> None:
    """In cover better than hard a shot only causes pinned markers, unless a unit falls back (Damage conversion)."""
    resolution = all_show("fire", facts, 1, **rulings)
    aim = resolution.action.aim(resolution.plan)
    assert aim is not None
    assert aim.what == what
    one = resolution.action.outcome(7, False, 0, "open", 0, 4, 3)
    assert aim.key(one) == ((4, 7) if what == "wounds" else (3, ()))
