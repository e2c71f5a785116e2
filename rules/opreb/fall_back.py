"""Where a target stands, its tier, and the ways in which it may fall back (Fall back; Damage conversion; Terrain)."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.table import Decision, Offer, either
from rules.kernel.text import Text, counted
from rules.opreb.facts import Target
from rules.opreb.tables import BEST_TIER, Book, Cover

FALL_BACK = "Small arms fire › Fall back"
CONVERSION = "Small arms fire › Damage conversion"


class Position(NamedTuple):
    """Where a unit stands when its damage is applied: its cover, and the tier after all shifts."""

    cover: Cover
    tier: int


def position(cover: Cover, book: Book, *, better: int = 0, worse: int) -> Position:
    """Shifts add up, then the tier is kept within 0 and 3."""
    return Position(cover, max(0, min(BEST_TIER, book.tables.tiers[cover] + better - worse)))


def cover_now(target: Target, flanked: bool) -> Cover:
    """The target's cover; a shooter round the wall turns hard into light before anything else."""
    return "light" if flanked and target.cover == "hard" else target.cover


def majority_cover(models: int, light: int, hard: int) -> Cover:
    """The cover of a unit whose models stand in several: what more than half of them have at least."""
    if hard * 2 > models:
        return "hard"
    return "light" if (hard + light) * 2 > models else "open"


def _morale_offers(dice: int, need: int) -> tuple[Offer, ...]:
    test = Text("Stay: {bangs} with {dice}", bangs=counted(need, "bang", "bangs"), dice=counted(dice, "die", "dice"))
    return Offer("test", test, Text("Stay")), Offer("fail", Text("Fall back"))


def _fall_back_offers(inches: int) -> tuple[Offer, ...]:
    return Offer("stay", Text("Stay")), Offer("go", Text("Fall back {inches}″", inches=inches))


MORALE = Decision[bool](
    name="morale",
    by="defender",
    question=Text("Hit in the open: stay or fall back?"),
    options=("test", "fail"),
    default="test",
    read=either("test", "fail"),
    rule=FALL_BACK,
    offers=_morale_offers,
)
GO = Decision[bool](
    name="fall_back",
    by="defender",
    question=Text("Fall back to hard cover?"),
    options=("stay", "go"),
    default="stay",
    read=either("go", "stay"),
    rule=FALL_BACK,
    offers=_fall_back_offers,
)
