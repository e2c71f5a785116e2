"""Where exact odds stop: outcomes that list many units multiply by each of them."""

from __future__ import annotations

from rules.text import Text

MOST = 200_000


def results_of(hits: int, size: int) -> int:
    """How many ways so many hits can end for one unit: men lost, and a nerve that holds or not."""
    return 2 * min(hits, size) + 1


def too_many(outcomes: int) -> Text | None:
    """The refusal, or None where the odds can be worked out."""
    if outcomes <= MOST:
        return None
    return Text(
        "Exact odds go up to {most:,} outcomes; there are up to {outcomes:,} here.", most=MOST, outcomes=outcomes
    )
