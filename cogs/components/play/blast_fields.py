"""Fields of the form of an area shot: the distance to the point of aim, and the targets in each ring around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from bot.game.registry import ActiveGame
from cogs.components.controls import MenuOption, parse_decimal
from cogs.components.forms import Label, menu_field, text_field
from cogs.interactions import limits
from cogs.interactions.options import distances_as_typed, parse_lengths
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.command.order import Blast
from rules.kernel.request import Request
from rules.kernel.text import Heading, Text

POINT = "distance:point"
_RING = "target:"


def blast_fields(
    words: Reader, live: ActiveGame, blast: Blast, request: Request, options: Sequence[MenuOption]
) -> Iterator[Label]:
    """Yield the field for the distance to the point of aim, if it matters, and a menu of targets per ring."""
    if blast.has_range:
        typed, hint = distances_as_typed(blast.away, live.board.ruler), Heading(distance_examples(live.board.ruler))
        yield text_field(words, POINT, Text("Distance to the point of aim"), 10, typed, hint)
    inner = Decimal(0)
    for nth, outer in enumerate(blast.rings):
        title = Text("Up to {far}″ from the point of aim", far=outer)
        if nth:
            title = Text("{near}″ to {far}″ from it", near=inner, far=outer)
        hint = None if blast.spares_friends or nth else Text("Friends are attacked too: they come last in the menu.")
        there = [id for id, off in blast.targets.items() if off <= outer and (off > inner or not nth)]
        yield menu_field(words, f"{_RING}{outer}", title, options, there, limits.CHOICES, needed=False, hint=hint)
        inner = outer


def parse_blast(live: ActiveGame, sent: Mapping[str, list[str]]) -> tuple[tuple[str, ...], tuple[Decimal, ...]] | None:
    """Return the targets of an area shot and its distances; None for the form of another command.

    A unit chosen in several rings is in the innermost. Raises BadFacts for an invalid length, Refusal for a ring that
    no form has.
    """
    rings = {field.removeprefix(_RING): ids for field, ids in sent.items() if field.startswith(_RING)}
    if not rings:
        return None
    away = dict[str, Decimal]()
    for ring, ids in rings.items():
        for id in ids:
            away.setdefault(id, parse_decimal(ring, 100))
    return tuple(away), (*parse_lengths(" ".join(sent.get(POINT, ())), live.board.ruler), *away.values())
