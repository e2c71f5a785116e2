"""What a signed report does to a campaign: units heal that missed the battle, then every change is made.

A battle that was settled before changes only by what is different now.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.campaign.battle import Battle
from rules.campaign.campaign import Campaign
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.roster import CampaignUnit, Deed, Honour, Injury, Status
from rules.campaign.roster_events import leveled

NO_RESULT = Report(result=Result())


def settled(campaign: Campaign, id: str, decided: bool) -> Campaign:
    """The campaign in which the report of a battle counts; raises RuleError for a battle without one."""
    battle = campaign.battle(id)
    report, before = battle.report or NO_RESULT, battle.settled or NO_RESULT
    if battle.settled is None:
        campaign = _healed(campaign, battle)
    campaign = _changed(campaign, battle, report, before)
    campaign = _with_figures(campaign, battle, report, before)
    campaign = _with_territory(campaign, battle, report.result)
    counts = battle.after(
        stage="settled",
        settled=report,
        decided=decided,
        settled_at=campaign.number,
        points=battle.points or campaign.terms.points,
    )
    return campaign.with_battle(counts)


# Those who had to miss a battle


def _healed(campaign: Campaign, battle: Battle) -> Campaign:
    """All units of the rosters that fought, one battle later; those that still fight another one miss nothing."""
    found = (unit for roster in battle.rosters for unit in campaign.of_roster(roster))
    units = [unit for unit in found if battle.has(unit.id) or campaign.fights(unit.id) is None]
    rested = [_later(campaign, unit, battle.has(unit.id)) for unit in units]
    return campaign.with_unit(*rested)


def _later(campaign: Campaign, unit: CampaignUnit, fought: bool) -> CampaignUnit:
    misses = max(0, unit.misses - 1)
    heals = not fought or campaign.terms.injury_heals == "any"
    healed = unit.after(
        models=min(unit.full, unit.models + unit.recovering),
        recovering=0,
        recruits=0 if fought else unit.recruits,
        experience=unit.worth if fought else unit.experience,
        misses=misses,
        status="fit" if unit.status == "recovering" and not misses else unit.status,
        injuries=tuple(_easing(unit.injuries)) if heals else unit.injuries,
    )
    return leveled(campaign, healed)


def _easing(injuries: Iterable[Injury]) -> Iterable[Injury]:
    for injury in injuries:
        if injury.battles is None:
            yield injury
        elif injury.battles > 1:
            yield injury.model_copy(update={"battles": injury.battles - 1})


# What the report says


def _changed(campaign: Campaign, battle: Battle, report: Report, before: Report) -> Campaign:
    spoken_of = dict.fromkeys(one.unit for one in (*before.changes, *report.changes))
    units: list[CampaignUnit] = []
    for id in spoken_of:
        old, new = before.change(id), report.change(id)
        if old != new or battle.settled is None:
            unit = leveled(campaign, with_change(campaign.unit(id), new, old, battle.id))
            units.append(_since(campaign, battle, unit).remembering(_deed(campaign, battle, new, old)))
    return campaign.with_unit(*units)


def _since(campaign: Campaign, battle: Battle, unit: CampaignUnit) -> CampaignUnit:
    """With the battle that brought each of its levels; those that it has lost are forgotten."""
    nth = list(campaign.battles).index(battle.id) + 1
    return unit.after(since={level: unit.since.get(level, nth) for level in range(1, unit.level + 1)})


def _deed(campaign: Campaign, battle: Battle, new: UnitChange, old: UnitChange) -> Deed:
    """What the battle was for a unit; of a corrected report what is different now."""
    entries = sorted({number for line in new.lines for number in line.entries})
    key = "fought" if battle.settled is None else "amended"
    values = {name: getattr(new, name) - getattr(old, name) for name in ("experience", "models", "recovering")}
    return Deed(key=key, number=campaign.number, battle=battle.id, entries=tuple(entries), values=dict(values))


def with_change(unit: CampaignUnit, new: UnitChange, old: UnitChange, battle: str = "") -> CampaignUnit:
    """The unit with a change in place of an older one, which was nothing the first time."""
    models = min(unit.full, max(0, unit.models + new.models - old.models))
    recovering = min(unit.full - models, max(0, unit.recovering + new.recovering - old.recovering))
    update: dict[str, Any] = {
        "models": models,
        "recovering": recovering,
        "experience": max(0, unit.experience + new.experience - old.experience),
        "honours": _honours(unit, new, old),
        "injuries": _injuries(unit, new, old, battle),
    }
    if new.hp is not None:
        update["hp"] = new.hp
    if (new.status, new.misses) != (old.status, old.misses):
        update |= {"status": new.status or "fit", "misses": new.misses}
    status: Status = update.get("status", unit.status)
    if status == "fit" and models + recovering == 0:
        update["status"] = "lost"
    elif status == "fit" and models == 0:
        update |= {"status": "recovering", "misses": 1}
    elif status == "lost" and new.status != "lost" and old.models != new.models:
        update["status"] = "fit" if models else "recovering"
    return unit.after(**update)


def _injuries(unit: CampaignUnit, new: UnitChange, old: UnitChange, battle: str) -> tuple[Injury, ...]:
    """Those of this battle anew if they are others now; what has healed of them meanwhile begins anew."""
    if new.injuries == old.injuries:
        return unit.injuries
    others = (one for one in unit.injuries if one.battle != battle)
    return (*others, *(one.model_copy(update={"battle": battle}) for one in new.injuries))


def _honours(unit: CampaignUnit, new: UnitChange, old: UnitChange) -> tuple[Honour, ...]:
    kept = [one for one in unit.honours if one not in old.honours]
    known = {one.key for one in kept}
    return (*kept, *(one for one in new.honours if one.key not in known))


def _with_figures(campaign: Campaign, battle: Battle, report: Report, before: Report) -> Campaign:
    rosters, battles = dict(campaign.rosters), dict(campaign.battles)
    for id in battle.rosters:
        left = rosters[id].figures + report.figures.get(id, 0) - before.figures.get(id, 0)
        rosters[id] = rosters[id].model_copy(update={"figures": max(0, left)})
        if left < 0:
            battles |= {one.id: _fewer_unplaced(one, id, -left) for one in battles.values() if one.open}
    return campaign.after(rosters=rosters, battles=battles)


def _fewer_unplaced(battle: Battle, roster: str, fewer: int) -> Battle:
    """A battle that is still fought does not give back what a corrected report has taken."""
    unplaced = battle.unplaced.get(roster, 0)
    return battle.after(unplaced={**battle.unplaced, roster: max(0, unplaced - fewer)}) if unplaced else battle


def _with_territory(campaign: Campaign, battle: Battle, result: Result) -> Campaign:
    """The territory goes to the side that won, and stays with whoever held it after a draw."""
    land = campaign.territories.get(battle.territory)
    if land is None or (battle.settled is not None and battle.settled.result.winner == result.winner):
        return campaign
    holder = campaign.roster(result.winner).side if result.winner else battle.held_by
    taken = land.model_copy(update={"holder": holder})
    return campaign.after(territories={**campaign.territories, battle.territory: taken})
