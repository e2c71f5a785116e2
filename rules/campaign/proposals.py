"""The report as the record proposes it: the result, and for every unit what changes and why; players may edit it."""

from __future__ import annotations

from typing import Any

from rules.campaign.after_game import AfterGame, side_name
from rules.campaign.fates import with_outcome
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.territories import held_by
from rules.campaign.unit_changes import Proposed, proposed


def proposal(after: AfterGame, result: Result | None = None, held_field: str | None = None) -> Report:
    """The report of a battle whose game is over; `result` and the side that held the field where players say another.

    What was thrown for an older report that is not signed yet stands where the same is asked again; faces of the bot
    that are for something else by now come out first (`Campaign.returned`).
    """
    result = result or proposed_result(after)
    held = field_holder(after, result) if held_field is None else held_field
    report = Report(result=result, held_field=held, upto=after.record.game.number)
    found = [proposed(after, report, unit, record) for _, unit, record in after.units()]
    report = report.model_copy(
        update={
            "changes": tuple(one.change for one in found),
            "needs": tuple(one.need for one in found if one.need),
            "figures": figures(after, report),
            "figures_from": {roster: _reinforced_by(after, report, roster) for roster in after.battle.rosters},
        }
    )
    return _with_dice_thrown(after, report)


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


def _with_dice_thrown(after: AfterGame, report: Report) -> Report:
    """With what was thrown for the report before it, as far as the same is asked: a new report is no second chance."""
    old = {need.key: need for need in (after.battle.report.needs if after.battle.report else ())}
    for need in report.needs:
        was = old.get(need.key)
        if was and was.outcome is not None and was.facts == need.facts:
            thrown = need.model_copy(update={"outcome": was.outcome, "faces": was.faces})
            report = report.put(with_outcome(after, report, need, was.outcome))
            needs = tuple(thrown if one.key == need.key else one for one in report.needs)
            report = report.model_copy(update={"needs": needs})
    return report


def with_result(after: AfterGame, report: Report, result: Result) -> tuple[tuple[UnitChange, ...], dict[str, int]]:
    """What another result changes in a report beside itself: experience for the victory, and figures to place.

    For `ReportEdited`: who held the field, and the dice thrown for that, stay as they are.
    """
    again = report.model_copy(update={"result": result})
    fresh = {
        unit.id: (proposed(after, report, unit, record), proposed(after, again, unit, record))
        for _, unit, record in after.units()
    }
    changes = (_moved(report.change(id), old, new) for id, (old, new) in fresh.items())
    return tuple(change for change in changes if change != report.change(change.unit)), figures(after, again)


def _moved(change: UnitChange, old: Proposed, new: Proposed) -> UnitChange:
    """A change, edited or not, with as much more experience as the other result brings."""
    learned = {line.key: line for line in new.change.lines if line.key in ("experience", "level_up")}
    others = tuple(line for line in change.lines if line.key not in ("experience", "level_up"))
    more = new.change.experience - old.change.experience
    if not more:
        return change
    return change.model_copy(update={"experience": change.experience + more, "lines": (*others, *learned.values())})
