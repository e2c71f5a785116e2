"""Visibility and cover of the target."""

from __future__ import annotations

from tests.rows import for_each
from tests.rules.openfire_d12.table import attack, expect_refusal, faulty, needs, unit


@for_each(
    ("seen", "needed"),
    [
        ({"clear": 3, "obscured": 1}, 7),
        ({"clear": 1, "obscured": 3}, 10),
        ({"clear": 2, "obscured": 1, "blocked": 1}, 7),
        ({"clear": 2, "blocked": 2}, 10),
        ({"obscured": 2, "blocked": 2}, 10),
        ({"clear": 1, "obscured": 1, "blocked": 1}, 10),
        ({"clear": 1}, 7),
    ],
)
def test_cover_of_most_models_counts_and_without_a_majority_they_are_obscured(
    seen: dict[str, int], needed: int
) -> None:
    assert needs("fire", attack(seen=seen), "skill_tests") == needed


def test_most_models_blocked_is_blocked() -> None:
    expect_refusal("fire", attack(seen={"clear": 1, "blocked": 2}), "blocked")


@for_each("seen", [{}, {"clear": 5}, {"clear": 3, "blocked": 3}])
def test_counts_are_of_the_targets_models(seen: dict[str, int]) -> None:
    faulty("fire", attack(seen=seen), "seen")


def test_counts_stand_instead_of_one_line_of_sight() -> None:
    faulty("fire", attack(seen={"clear": 4}, los="obscured"), "seen")


def test_no_more_models_have_cover_than_there_are() -> None:
    faulty("fire", attack(cover="light", covered=3, target=unit(hp=[2, 0, 2])), "covered")


@for_each("field", ["los", "cover", "free", "distance", "weapons"])
def test_facts_of_the_wrong_kind_name_their_field(field: str) -> None:
    faulty("fire", attack(**{field: "nowhere"}), field)
