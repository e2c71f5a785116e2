"""The standings of a campaign: points, then battles, losses, strength, with the tie-breakers; and its ladder."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Report
from rules.campaign.territories import territories_of

Settled = Literal["battles", "difference", "strength", "shared"]
"""The tie-breaker that put a roster behind the one before it with equal points; or they share their place."""


class RosterStanding(NamedTuple):
    """A roster in the table. `difference` is losses inflicted minus losses taken, `strength` its figures left.

    `points` come from battles, territories held and the arbitrator. `by` is the tie-breaker against the one before
    it, None if their points differ.
    """

    place: int
    roster: str
    points: int
    battles: int
    won: int
    drawn: int
    lost: int
    difference: int
    strength: int
    territories: int
    by: Settled | None = None


def standings(campaign: Campaign) -> tuple[RosterStanding, ...]:
    """Return all rosters, the best one first; rosters that are equal in everything share a place."""
    fewer = campaign.terms.ties == "fewer_battles"
    rows = sorted(
        (_roster_row(campaign, id) for id in campaign.rosters),
        key=lambda row: (row.points, -row.battles if fewer else row.battles, row.difference, row.strength),
        reverse=True,
    )
    placed: list[RosterStanding] = []
    for at, row in enumerate(rows, 1):
        before = placed[-1] if placed else None
        by = _tie_break(before, row) if before else None
        place = before.place if before and by == "shared" else at
        placed.append(row._replace(place=place, by=by))
    return tuple(placed)


def _tie_break(before: RosterStanding, row: RosterStanding) -> Settled | None:
    if before.points != row.points:
        return None
    if before.battles != row.battles:
        return "battles"
    if before.difference != row.difference:
        return "difference"
    return "strength" if before.strength != row.strength else "shared"


def _roster_row(campaign: Campaign, roster: str) -> RosterStanding:
    fought = [(battle, report) for battle, report in campaign.settled_reports() if roster in battle.rosters]
    results = [report.result for _, report in fought]
    won = sum(one.winner is not None and _is_same_side(campaign, one.winner, roster) for one in results)
    drawn = sum(one.winner is None for one in results)
    land = territories_of(campaign.territories, campaign.rosters[roster].side)
    victory = sum(one.victory for one in land.values())
    return RosterStanding(
        place=0,
        roster=roster,
        points=sum(points(campaign, one, roster) for one, _ in fought) + victory + campaign.rosters[roster].awarded,
        battles=len(fought),
        won=won,
        drawn=drawn,
        lost=len(results) - won - drawn,
        difference=sum(_loss_difference(battle, report, roster) for battle, report in fought),
        strength=sum(unit.models for unit in campaign.units_of_roster(roster) if unit.status != "captured"),
        territories=len(land),
    )


def points(campaign: Campaign, battle: Battle, roster: str) -> int:
    """Return the points of a roster for one of its battles that counts."""
    result = battle.settled.result if battle.settled else None
    if result is None or (result.winner is not None and not _is_same_side(campaign, result.winner, roster)):
        return 0
    then = battle.points if campaign.terms.points_from == "now" else {}
    return (then or campaign.terms.points)[result.margin]


def _is_same_side(campaign: Campaign, one: str, other: str) -> bool:
    """True if both rosters are allies in the campaign, who win together."""
    return campaign.rosters[one].side == campaign.rosters[other].side


def _loss_difference(battle: Battle, report: Report, roster: str) -> int:
    """Return the losses of others minus the roster's own."""
    own = {unit for side in battle.sides if side.roster == roster for unit in side.units}
    return sum(-change.taken if change.unit in own else change.taken for change in report.changes)


# A ladder: two sides at its ends, with a position between them that moves with every victory.


class Rung(NamedTuple):
    """The position on the ladder after a battle, and its move: up is towards the end of the second side."""

    battle: str
    step: int
    moved: int


class Ladder(NamedTuple):
    """The present ladder. Steps count from 1, the end of the first side, to `steps`, the end of the second.

    A side that reaches the other's end wins: `winner` is a side, or None. `rungs` are the battles so far.
    """

    steps: int
    step: int
    sides: tuple[str, ...]
    rungs: tuple[Rung, ...]
    winner: str | None


def ladder(campaign: Campaign) -> Ladder:
    """Play back the ladder of a campaign battle by battle; once it is won, nothing moves it."""
    sides = tuple(dict.fromkeys(roster.side for roster in campaign.rosters.values()))
    step, rungs = middle(campaign.steps), list[Rung]()
    for battle, report in sorted(campaign.settled_reports(), key=lambda one: one[0].number):
        if _ladder_winner(step, campaign.steps, sides):
            continue
        result = report.result
        far = {"major": campaign.terms.steps_major, "minor": campaign.terms.steps_minor, "draw": 0}[result.margin]
        first = result.winner is not None and campaign.roster(result.winner).side == sides[0]
        to = min(campaign.steps, max(1, step + (far if first else -far)))
        rungs.append(Rung(battle.id, to, to - step))
        step = to
    return Ladder(campaign.steps, step, sides, tuple(rungs), _ladder_winner(step, campaign.steps, sides))


def middle(steps: int) -> int:
    """Return the initial position of a ladder."""
    return (steps + 1) // 2


def _ladder_winner(step: int, steps: int, sides: tuple[str, ...]) -> str | None:
    """Return the winner; the first side moves up, to the end of the second."""
    if step >= steps:
        return sides[0]
    return sides[1] if step <= 1 else None
