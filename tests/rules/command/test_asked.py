"""Rows of facts that players enter: the options, and their values."""

from __future__ import annotations

import pytest

from rules.command.asked import SituationRow, counts_of, facts_of, situation_choices
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Facts, Numbered
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.rows import for_each


class Shot(Facts):
    """The facts of a shot."""

    sight: str = "clear"
    exposed: bool = True
    in_path: int = 0
    near: float = 0


ROWS = (
    SituationRow("blocked", Text("Blocked"), "sight", "blocked"),
    SituationRow("obscured", Text("Obscured"), "sight", "obscured"),
    SituationRow("hidden", Text("Hidden"), "exposed", False),
    SituationRow(
        "in_path", lambda n: Text("{n} in its path", n=n), "in_path", numbers=(1, 2), form=(Text("In"), Text("All"))
    ),
    SituationRow("near", lambda n: Text("{n}″ off", n=n), "near", lengths=(3,)),
    SituationRow("loud", Text("Loud"), "noise"),
)


def fire(*situation: str) -> Request:
    return Request("fire", situation=situation)


def test_each_row_is_a_choice_and_one_with_numbers_is_several() -> None:
    codes = [choice.code for choice in situation_choices(ROWS)]
    assert codes == ["blocked", "obscured", "hidden", "in_path=1", "in_path=2", "near=3", "loud"]
    assert situation_choices(ROWS)[5] == Choice("near=3", Text("{n}″ off", n=3), length=True)
    assert counts_of(ROWS) == (Numbered("in_path", Text("In"), Text("All")),)


@for_each(
    ("said", "facts"),
    [
        ((), {}),
        (("obscured",), {"sight": "obscured"}),
        (("hidden", "in_path=7"), {"exposed": False, "in_path": 7}),
        (("in_path=0",), {"in_path": 0}),
        (("near=6.5",), {"near": 6.5}),
        (("loud",), {}),
    ],
)
def test_given_values_become_fields_of_the_facts_and_missing_ones_are_none(
    said: tuple[str, ...], facts: dict[str, object]
) -> None:
    assert facts_of(ROWS, fire(*said), Shot) == facts


def test_two_situations_for_one_field_are_refused() -> None:
    with pytest.raises(RuleError):
        facts_of(ROWS, fire("blocked", "obscured"), Shot)
