"""What a report may not say: of a unit that was not there, fewer than none, a winner who did not fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign.battle import Battle
from rules.campaign.campaign import Campaign
from rules.campaign.experience import MOST_EXPERIENCE
from rules.campaign.report import Need, Report, Result, UnitChange
from rules.errors import RuleError
from rules.text import Text

MOST_MISSED = 10


def whole_report(campaign: Campaign, battle: Battle, report: Report) -> None:
    """Raises RuleError for the first thing in it that cannot be."""
    whole_result(battle, report.result)
    if len({one.unit for one in report.changes}) < len(report.changes):
        raise RuleError(Text("A unit stands in the report twice; make it once."))
    for change in report.changes:
        whole_change(campaign, battle, change)
    for need in report.needs:
        _was_there(campaign, battle, need.unit)
    whole_figures(battle, report.figures)


def whole_figures(battle: Battle, figures: Mapping[str, int]) -> None:
    if set(figures) - set(battle.rosters) or any(n < 0 for n in figures.values()):
        raise RuleError(Text("Figures are 0 or more, and for those who fought the battle."))


def whole_result(battle: Battle, result: Result) -> None:
    if result.winner is not None and result.winner not in battle.rosters:
        raise RuleError(Text("Only somebody who fought the battle can have won it."))
    if (result.winner is None) != (result.margin == "draw"):
        raise RuleError(Text("A victory, major or minor, has a winner, and a draw has none."))


def whole_reading(battle: Battle, report: Report, held: str | None, needs: Sequence[Need] | None) -> None:
    """Who held the field was there, and dice that were thrown are the same ones, however they are read."""
    if held and held not in [side.side for side in battle.sides]:
        raise RuleError(Text("Only a side that fought the battle can have held the field."))
    if needs is not None and [_faces(one) for one in needs] != [_faces(one) for one in report.needs]:
        raise RuleError(Text("Dice that were thrown stay as they are; make the report again."))


def _faces(need: Need) -> tuple[object, ...]:
    return need.key, need.outcome is None, need.faces, need.own


def whole_change(campaign: Campaign, battle: Battle, change: UnitChange) -> None:
    """What the report did before is taken off first, where the battle was settled once."""
    _was_there(campaign, battle, change.unit)
    unit, old = campaign.unit(change.unit), battle.settled.change(change.unit) if battle.settled else None
    models, experience = unit.models + unit.recovering, unit.worth
    if old:
        models, experience = models - old.models - old.recovering, experience - old.experience
    if change.models > 0 and not old and change.models > unit.full - unit.models:
        raise RuleError(Text("{unit} cannot have more than its {full} figures.", unit=unit.name, full=unit.full))
    if models + change.models < 0 or change.recovering < 0:
        raise RuleError(Text("{unit} has {n} figures and cannot lose more.", unit=unit.name, n=max(0, models)))
    if experience + change.experience < 0:
        text = Text("{unit} has {n} experience; it cannot fall below 0.", unit=unit.name, n=max(0, experience))
        raise RuleError(text)
    if change.experience > 0 and experience + change.experience > MOST_EXPERIENCE:
        raise RuleError(Text("{unit}: experience is {most} at most.", unit=unit.name, most=MOST_EXPERIENCE))
    if change.misses < 0 or change.given < 0 or change.taken < 0:
        raise RuleError(Text("{unit}: losses and missed battles are 0 or more.", unit=unit.name))
    if change.misses > MOST_MISSED:
        raise RuleError(Text("{unit}: it misses {most} battles at most.", unit=unit.name, most=MOST_MISSED))


def past_limits(report: Report, change: UnitChange) -> bool:
    """Whether an edit gives a unit more than a battle can: experience, or figures that it had not lost."""
    old = report.change(change.unit)
    learned = change.experience > max(report.most, old.experience)
    more, before = (max(one.models, one.models + one.recovering) for one in (change, old))
    return learned or more > max(0, before)


def _was_there(campaign: Campaign, battle: Battle, id: str) -> None:
    if not battle.has(id):
        raise RuleError(Text("{unit} has not fought that battle.", unit=campaign.unit(id).name))
