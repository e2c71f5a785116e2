"""A ladder: two sides at its ends, one place between them that moves with every victory."""

from __future__ import annotations

from typing import NamedTuple

from rules.campaign.campaign import Campaign


class Rung(NamedTuple):
    """Where the ladder stood after a battle, and how far that moved it: up is toward the end of the second side."""

    battle: str
    step: int
    moved: int


class Ladder(NamedTuple):
    """The ladder now. Steps count from 1, which is the end of the first side, to `steps`, that of the second.

    Whoever gets to the other's end wins: `winner` is a side, or None while nobody has. `rungs` are the battles so far.
    """

    steps: int
    step: int
    sides: tuple[str, ...]
    rungs: tuple[Rung, ...]
    winner: str | None


def ladder(campaign: Campaign) -> Ladder:
    """The ladder of a campaign, played back battle by battle; nothing moves it once it is won."""
    sides = tuple(dict.fromkeys(roster.side for roster in campaign.rosters.values()))
    step, rungs = middle(campaign.steps), list[Rung]()
    for battle in sorted(campaign.settled_battles(), key=lambda one: one.number):
        if battle.settled is None or _won(step, campaign.steps, sides):
            continue
        result = battle.settled.result
        far = {"major": campaign.terms.steps_major, "minor": campaign.terms.steps_minor, "draw": 0}[result.margin]
        first = result.winner is not None and campaign.roster(result.winner).side == sides[0]
        to = min(campaign.steps, max(1, step + (far if first else -far)))
        rungs.append(Rung(battle.id, to, to - step))
        step = to
    return Ladder(campaign.steps, step, sides, tuple(rungs), _won(step, campaign.steps, sides))


def middle(steps: int) -> int:
    """Where a ladder begins."""
    return (steps + 1) // 2


def _won(step: int, steps: int, sides: tuple[str, ...]) -> str | None:
    """The first side moves up, to the end of the second."""
    if step >= steps and sides:
        return sides[0]
    return sides[1] if step <= 1 and len(sides) > 1 else None
