"""Fields of forms: a number field for each count, as far as the form has room."""

from __future__ import annotations

from cogs.components.fact_fields import count_fields
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.cogs.components.play.samples import sample
from tests.rows import for_each

COUNTED = [Choice(f"{stem}={n}", Text(f"{n}")) for stem in ("attackers", "defenders") for n in (1, 2)]
OTHER = Choice("else", Text("Something else"))


@for_each(
    ("others", "room", "fields"),
    [
        ([OTHER], 1, []),
        ([OTHER], 2, ["many:attackers"]),
        ([OTHER], 3, ["many:attackers", "many:defenders"]),
        ([], 0, []),
        ([], 1, []),
        ([], 2, ["many:attackers", "many:defenders"]),
    ],
)
def test_a_count_has_a_field_if_one_is_left_for_what_else_may_be_chosen(
    others: list[Choice], room: int, fields: list[str]
) -> None:
    command = sample("fubar").system.commands["assault"]
    found, left = count_fields(command, Request("assault", ("u1",)), [*COUNTED, *others], room)
    assert [one.key for one in found] == fields
    assert left == [*(one for one in COUNTED if f"many:{one.code[:-2]}" not in fields), *others]
