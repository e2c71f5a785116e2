"""The options to correct in a refused command."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rules.command.at_fault import options_at_fault
from rules.kernel.request import Request
from tests.rows import for_each
from tests.rules.evenings import board_of

FUBAR = board_of("fubar")
SHOT = {"unit": ("u1",), "target": ("u5",), "distance": (Decimal(6),), "cover": ("none",)}


@for_each(
    ("command", "changes", "options"),
    [
        ("fire", {}, ()),
        ("fire", {"target": ("u9",)}, ()),
        ("fire", {"unit": ("u9",)}, ()),
        ("dance", {}, ()),
        ("act", {"action": "dance"}, ()),
        ("fire", {"distance": ()}, ("distance",)),
        ("fire", {"unit": (), "target": ()}, ("unit", "target")),
        ("fire", {"unit": ()}, ("unit",)),
        ("fire", {"distance": (Decimal(400),)}, ("distance",)),
        ("fire", {"distance": (Decimal(32),), "firers": ("6 assault_rifle",)}, ("distance", "firers")),
        ("fire", {"target": ("u2",)}, ("target",)),
        ("fire", {"firers": ("9 axe",)}, ("firers",)),
        ("fire", {"cover": ("roof",)}, ("cover",)),
        ("fire", {"situation": ("strange",)}, ("situation",)),
        ("activate", {"target": (), "cover": (), "action": "dance"}, ("action",)),
        ("act", {"action": "withdraw", "target": (), "cover": ()}, ()),
    ],
)
def test_the_options_whose_change_lifts_the_refusal_are_at_fault(
    command: str, changes: dict[str, Any], options: tuple[str, ...]
) -> None:
    assert options_at_fault(FUBAR, Request(command, **{"side": "Red", **SHOT, **changes})) == options
