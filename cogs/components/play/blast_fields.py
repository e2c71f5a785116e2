"""Fields of the form of an area shot: the distance to the point of aim, and the targets in each ring around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from bot.game.registry import ActiveGame
from cogs.components.controls import MenuOption
from cogs.components.fact_fields import parse_decimal
from cogs.components.forms import Field, menu_field, text_field
from cogs.interactions import limits
from cogs.interactions.options import distances_as_typed
from rules.command.choices import distance_examples
from rules.command.planned import Blast
from rules.kernel.request import Request
from rules.kernel.text import Heading, Text

POINT = "distance:point"
_RING = "target:"


def blast_fields(live: ActiveGame, blast: Blast, request: Request, options: Sequence[MenuOption]) -> Iterator[Field]:
    """Yield the field for the distance to the point of aim, if it matters, and a menu of targets per ring."""
    if blast.has_range:
        typed, hint = distances_as_typed(blast.away, live.board.ruler), Heading(distance_examples(live.board.ruler))
        yield text_field(POINT, Text("Distance to the point of aim"), 10, typed, hint)
    inner = Decimal(0)
    for nth, outer in enumerate(blast.rings):
        title = Text("Up to {far}″ from the point of aim", far=outer)
        if nth:
            title = Text("{near}″ to {far}″ from it", near=inner, far=outer)
        hint = None if blast.spares_friends or nth else Text("Friends are attacked too: they come last in the menu.")
        there = [id for id, off in blast.targets.items() if off <= outer and (off > inner or not nth)]
        yield menu_field(f"{_RING}{outer}", title, options, there, limits.CHOICES, needed=False, hint=hint)
        inner = outer


def blast_targets(typed: Mapping[str, Sequence[str]]) -> dict[str, Decimal] | None:
    """Return the targets of an area shot with their distances from the point of aim; None for another form.

    A unit chosen in several rings is in the innermost. Raise Refusal for a ring that no form has.
    """
    rings = {key.removeprefix(_RING): ids for key, ids in typed.items() if key.startswith(_RING)}
    if not rings:
        return None
    away = dict[str, Decimal]()
    for ring, ids in rings.items():
        for id in ids:
            away.setdefault(id, parse_decimal(ring, 100))
    return away
