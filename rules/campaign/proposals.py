"""The report as the record proposes it: the result, and for every unit what changes and why; players may edit it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.campaign.after_game import AfterGame, side_name
from rules.campaign.fates import with_outcome
from rules.campaign.needs import read, taken_off, unsettled, with_settled
from rules.campaign.report import Need, Report, ReportLine, Result, UnitChange
from rules.campaign.territories import held_by
from rules.campaign.unit_changes import proposed


def proposal(after: AfterGame, result: Result | None = None, held_field: str | None = None) -> Report:
    """The report of a battle whose game is over; `result` and the side that held the field where players say another.

    What lies on the table is thrown for first. What was thrown for an older report that is not signed yet stands where
    the same is asked again; faces of the bot that are for something else by now come out first (`Campaign.returned`).
    """
    lying = tuple(read(after, need, _thrown(after, need)) for need in unsettled(after))
    after = with_settled(after, lying)
    result = result or proposed_result(after)
    held = field_holder(after, result) if held_field is None else held_field
    most = after.actions.tables.experience.most
    report = Report(result=result, held_field=held, most=most, upto=after.record.game.number)
    found = [proposed(after, report, unit, record) for _, unit, record in after.units()]
    later = () if any(need.outcome is None for need in lying) else tuple(one.need for one in found if one.need)
    report = report.model_copy(
        update={
            "changes": tuple(one.change for one in found),
            "needs": (*lying, *(read(after, need, _thrown(after, need)) for need in later)),
            "figures": figures(after, report),
            "figures_from": {roster: _reinforced_by(after, report, roster) for roster in after.battle.rosters},
        }
    )
    for unit, count in taken_off(after).items():
        change, line = report.change(unit), ReportLine(key="taken_off", values={"n": count})
        report = report.put(change.model_copy(update={"lines": (*change.lines, line)}))
    for need in report.needs:
        if need.outcome is not None and not need.settles:
            report = report.put(with_outcome(after, report, need, need.outcome))
    return report


def _thrown(after: AfterGame, need: Need) -> Need | None:
    """The dice that were thrown for the report before."""
    needs = after.battle.report.needs if after.battle.report else ()
    return next((one for one in needs if one.key == need.key), None)


def proposed_result(after: AfterGame) -> Result:
    """Who has won: whom the players named, else who is ahead by the system; major if its winning rule says so."""
    named, verdict = after.record.winner, after.verdict
    side = named or verdict.leader
    winner = next((one.roster for one in after.battle.sides if one.side == side), None)
    if winner is None:
        return Result(why="nobody")
    major = verdict.over and verdict.leader == side
    return Result(winner=winner, margin="major" if major else "minor", why="named" if named else "ahead")


def field_holder(after: AfterGame, result: Result) -> str:
    """The side that held the field: the winner; nobody after a draw."""
    return side_name(after.battle, result.winner) if result.winner else ""


def figures(after: AfterGame, report: Report) -> dict[str, int]:
    """How many figures each roster may place before its next battle."""
    found = {roster: _reinforced_by(after, report, roster) for roster in after.battle.rosters}
    return {roster: int(after.outcome("reinforcements", **facts)["figures"]) for roster, facts in found.items()}


def _reinforced_by(after: AfterGame, report: Report, roster: str) -> dict[str, Any]:
    """What the figures of a roster depend on: the facts of `reinforcements`."""
    return {
        "base": after.campaign.terms.reinforcements,
        "lost_battle": report.result.winner is not None and not after.won(report, roster),
        "territories": _worth(after, report, roster),
    }


def _worth(after: AfterGame, report: Report, roster: str) -> int:
    """What territories are worth that its side holds once the battle counts, or held when it was first signed."""
    side = after.campaign.roster(roster).side
    lands = {key: after.battle.land_then(key, land) for key, land in after.campaign.territories.items()}
    held = dict(held_by(lands, side))
    land = lands.get(after.battle.territory)
    if land and report.result.winner:
        held.pop(after.battle.territory, None)
        if after.won(report, roster):
            held[after.battle.territory] = land
    return min(100, sum(one.reinforcements for one in held.values()))


class Revised(NamedTuple):
    """What another result, or another holder of the field, makes of a report: for `ReportEdited`."""

    result: Result
    held_field: str
    changes: tuple[UnitChange, ...]
    needs: tuple[Need, ...]
    figures: dict[str, int]


def revised(after: AfterGame, report: Report, result: Result | None = None, held: str | None = None) -> Revised:
    """The report with another result or holder of the field: experience and figures follow the one, the dice are read
    by the other. While none are thrown the field follows the winner, unless somebody has said who held it.
    """
    now = result or report.result
    follows = result is not None and not report.read and not any(edit.held for edit in report.edits)
    field = held if held is not None else field_holder(after, now) if follows else report.held_field
    old, new = proposal(after, report.result, report.held_field), proposal(after, now, field)
    changes = tuple(_moved(report.change(one.unit), old.change(one.unit), one) for one in new.changes)
    changes = tuple(change for change in changes if change != report.change(change.unit))
    return Revised(now, field, changes, new.needs, new.figures if result else report.figures)


def _moved(change: UnitChange, old: UnitChange, new: UnitChange) -> UnitChange:
    """A change as it is proposed now: what somebody has edited stays, but for as much more experience."""
    edited = {name: value for name, value in change if value != getattr(old, name)}
    edited["experience"] = change.experience + new.experience - old.experience
    return new.model_copy(update=edited)
