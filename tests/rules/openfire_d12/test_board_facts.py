"""Units of the record as facts."""

from __future__ import annotations

from rules.openfire_d12.board_facts import hit_points, leave_ranges, may_impact, may_strike, unit_facts
from tests.rows import for_each
from tests.rules.openfire_d12.table import board, hurt, marked

MANY = board(("Red", "veteran_squad"), ("Red", "line_squad"), ("Blue", "raiders"))


@for_each(
    ("hp", "models", "found"),
    [
        ((3, 3, 3, 3), 4, (3, 3, 3, 3)),
        ((0, 1, 3, 3), 3, (0, 1, 3, 3)),
        ((3, 3, 3, 3), 2, (0, 0, 3, 3)),
        ((9, 3), 2, (3, 3)),
        ((), 2, (3, 3)),
        ((0, 0, 3), 3, (0, 0, 3)),
    ],
)
def test_corrections_by_hand_leave_as_many_models_as_both_say(
    hp: tuple[int, ...], models: int, found: tuple[int, ...]
) -> None:
    unit = MANY.unit("u1").model_copy(update={"hp": hp, "models": models})
    assert hit_points(unit) == found


def test_a_unit_with_its_whole_profile() -> None:
    facts = unit_facts(marked(hurt(MANY, "u1", 0, 2, 3, 3), "u1", suppression=3).unit("u1"))
    assert (facts.mov, facts.skl, facts.defence, facts.cmd, facts.max_hp) == (6, 6, 6, 5, 3)
    assert (facts.hp, facts.suppression, facts.fearless) == ((0, 2, 3, 3), 2, True)


def test_parting_takes_a_unit_out_of_every_list() -> None:
    near = marked(MANY, "u3", in_assault_range_of="u1,u2")
    near = marked(near, "u1", "u2", in_assault_range_of="u3")
    after = near.after(leave_ranges(near, near.unit("u1")))
    assert [after.unit(id).words("in_assault_range_of") for id in ("u1", "u2", "u3")] == [(), ("u3",), ("u2",)]


def test_a_free_attack_at_friends_and_units_that_have_left_is_due_no_more() -> None:
    due = marked(MANY, "u1", free_attack_at="u2,u3,u9")
    assert due.after(due.system.settle(due)).unit("u1").words("free_attack_at") == ("u3",)


@for_each(("tokens", "free"), [(0, True), (1, True), (2, False)])
def test_two_tokens_leave_no_free_attack(tokens: int, free: bool) -> None:
    """This holds for the attack by Impact and for the attack at a unit that leaves (Attack; Impact)."""
    near = marked(marked(MANY, "u3", in_assault_range_of="u1"), "u1", in_assault_range_of="u3")
    assaulted = marked(near, "u3", actions_done="assault", suppression=tokens)
    assert may_impact(assaulted, assaulted.unit("u3")) == free
    assert may_strike(assaulted, assaulted.unit("u3")) == free


@for_each(
    ("unit", "states"),
    [
        ("u3", {"actions_done": None}),
        ("u3", {"actions_done": "assault,impact"}),
        ("u3", {"in_assault_range_of": None}),
        ("u1", {}),
    ],
)
def test_impact_is_once_after_an_assault_for_units_with_its_weapon(unit: str, states: dict[str, str | None]) -> None:
    near = marked(marked(MANY, "u3", in_assault_range_of="u1"), "u1", in_assault_range_of="u3")
    board = marked(marked(near, unit, actions_done="assault"), unit, **states)
    assert not may_impact(board, board.unit(unit))
