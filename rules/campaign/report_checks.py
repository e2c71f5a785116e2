"""Impossible contents of a report: an absent unit, negative figures, a winner who did not fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign.campaign import Battle, Campaign
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.report import Report, ReportNeed, Result, UnitChange
from rules.kernel.errors import RuleError
from rules.kernel.text import Text

MOST_MISSED = 10


def check_report(campaign: Campaign, battle: Battle, report: Report) -> None:
    """Raise RuleError for the first impossible part."""
    check_result(battle, report.result)
    if len({one.unit for one in report.changes}) < len(report.changes):
        raise RuleError(Text("A unit is in the report twice: list it once."))
    for change in report.changes:
        check_change(campaign, battle, change)
    for need in report.needs:
        _check_fought(campaign, battle, need.unit)
    check_figures(battle, report.figures)


def check_figures(battle: Battle, figures: Mapping[str, int]) -> None:
    if set(figures) - set(battle.rosters) or any(n < 0 for n in figures.values()):
        raise RuleError(Text("Give 0 figures or more, and only to rosters in the battle."))


def check_result(battle: Battle, result: Result) -> None:
    if result.winner is not None and result.winner not in battle.rosters:
        raise RuleError(Text("Only a roster in the battle can win it."))
    if (result.winner is None) != (result.margin == "draw"):
        raise RuleError(Text("A victory needs a winner; a draw has none."))


def check_needs(battle: Battle, report: Report, held: str | None, needs: Sequence[ReportNeed] | None) -> None:
    """Raise RuleError unless the side that held the field fought and the dice rolled are the same."""
    if held and held not in [side.side for side in battle.sides]:
        raise RuleError(Text("Only a side in the battle can hold the field."))
    if needs is not None and [_need_key(one) for one in needs] != [_need_key(one) for one in report.needs]:
        raise RuleError(Text("Rolled dice stay as they are. Make the report again."))


def _need_key(need: ReportNeed) -> tuple[object, ...]:
    return need.key, need.outcome is None, need.faces, need.own


def check_change(campaign: Campaign, battle: Battle, change: UnitChange) -> None:
    """Raise RuleError for an impossible change; in a settled battle, the earlier change is deducted first."""
    _check_fought(campaign, battle, change.unit)
    unit, old = campaign.unit(change.unit), battle.settled.change(change.unit) if battle.settled else None
    models, experience = unit.models + unit.recovering, unit.worth
    if old:
        models, experience = models - old.models - old.recovering, experience - old.experience
    if change.models > 0 and not old and change.models > unit.full - unit.models:
        raise RuleError(Text("{unit} can have at most {full} figures.", unit=unit.name, full=unit.full))
    if models + change.models < 0 or change.recovering < 0:
        raise RuleError(Text("{unit} has {n} figures and cannot lose more.", unit=unit.name, n=max(0, models)))
    if experience + change.experience < 0:
        text = Text("{unit} has {n} experience; it cannot fall below 0.", unit=unit.name, n=max(0, experience))
        raise RuleError(text)
    if change.experience > 0 and experience + change.experience > MOST_EXPERIENCE:
        raise RuleError(Text("{unit}: give at most {most} experience.", unit=unit.name, most=MOST_EXPERIENCE))
    if change.misses < 0 or change.given < 0 or change.taken < 0:
        raise RuleError(Text("{unit}: give 0 or more losses and missed battles.", unit=unit.name))
    if change.misses > MOST_MISSED:
        raise RuleError(Text("{unit}: give at most {most} missed battles.", unit=unit.name, most=MOST_MISSED))


def is_past_limits(report: Report, change: UnitChange) -> bool:
    """True if an edit gives a unit more than a battle can: experience, or figures that it had not lost."""
    old = report.change(change.unit)
    learned = change.experience > max(report.most, old.experience)
    more, before = (max(one.models, one.models + one.recovering) for one in (change, old))
    return learned or more > max(0, before)


def _check_fought(campaign: Campaign, battle: Battle, id: str) -> None:
    if not battle.has(id):
        raise RuleError(Text("{unit} was not in that battle.", unit=campaign.unit(id).name))
