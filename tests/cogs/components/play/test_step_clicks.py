"""The entries that carry out a requested step, so that it is not taken twice."""

from __future__ import annotations

from typing import Any

from cogs.components.play.step_clicks import is_fulfilled_by
from rules.game.entry import Entry
from rules.kernel.request import Request
from tests.rows import for_each

STEP = Request("act", ("u1",), ("u2",), action="ram", situation=("front",))


@for_each(
    ("command", "request_", "fulfils"),
    [
        ("act", {"unit": ["u1"], "target": ["u2"], "action": "ram", "situation": ["front"]}, True),
        ("act", {"unit": ["u1"], "target": ["u2", "u3"], "action": "ram", "situation": ["slow", "front"]}, True),
        ("fire", {"unit": ["u1"], "target": ["u2"], "action": "ram", "situation": ["front"]}, False),
        ("act", {"unit": ["u2"], "target": ["u2"], "action": "ram", "situation": ["front"]}, False),
        ("act", {"unit": ["u1"], "target": ["u2"], "action": "board", "situation": ["front"]}, False),
        ("act", {"unit": ["u1"], "target": ["u3"], "action": "ram", "situation": ["front"]}, False),
        ("act", {"unit": ["u1"], "target": ["u2"], "action": "ram"}, False),
        ("act", {}, False),
    ],
)
def test_a_step_is_taken_by_an_entry_of_its_command_and_units_with_its_targets_and_facts(
    command: str, request_: dict[str, Any], fulfils: bool
) -> None:
    given = {"command": command, **request_} if request_ else {}
    assert is_fulfilled_by(STEP, Entry.model_construct(command=command, request=given)) == fulfils


def test_a_step_without_an_action_is_taken_with_any() -> None:
    moved = Entry.model_construct(command="move", request={"command": "move", "unit": ["u1"], "action": "walk"})
    assert is_fulfilled_by(Request("move", ("u1",)), moved)
