"""Purposes of the rolls of Bayonet: one die against another, so the result decides about a hit."""

from __future__ import annotations

from rules.kernel.plays import Play
from rules.kernel.roll_kinds import INITIATIVE, SAVES, TO_HIT, RollKind, RollKinds


def _hits(play: Play) -> int | None:
    """Return the number of targets with any effect; in hand to hand, 1 if the attacker won."""
    if play.action == "assault":
        return int(play.outcome.get("loser") == "defender")
    if play.action != "fire":
        return None
    aimed = [one for one in play.outcome.get("results", ()) if not one.get("stray")]
    return sum(one.get("result") != "none" for one in aimed)


ROLLS = RollKinds(
    {
        "initiative*": INITIATIVE,
        "attack": TO_HIT,
        "attack [0-9]*": TO_HIT,
        "attacker": TO_HIT,
        "stray_attack*": RollKind("other"),
        "target*": SAVES,
        "bystander*": SAVES,
        "defender": SAVES,
        "fates*": RollKind("other"),
    },
    _hits,
)
