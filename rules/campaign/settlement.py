"""The effects of a signed report on a campaign: healing of units that missed the battle, then every change.

If the battle was settled before, only the differences are applied.
"""

from __future__ import annotations

from itertools import takewhile

from rules.campaign.campaign import Battle, Campaign
from rules.campaign.levels import level_at
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.roster import Absence, CampaignUnit, Deed, Injury
from rules.campaign.roster_events import set_level
from rules.game.unit import Value

NO_RESULT = Report(result=Result())


def settle_report(campaign: Campaign, id: str, decided: bool) -> Campaign:
    """Return the campaign with the report of a battle applied; raise RuleError for an unknown battle."""
    battle = campaign.battle(id)
    report, before = battle.report or NO_RESULT, battle.settled or NO_RESULT
    if battle.settled is None:
        held = {key: land.holder for key, land in campaign.territories.items()}
        battle = battle.with_changes(holders=held, points=campaign.terms.points, first_settled_at=campaign.number)
        found = (unit for roster in battle.rosters for unit in campaign.units_of_roster(roster))
        units = [unit for unit in found if battle.has(unit.id) or campaign.battle_of_unit(unit.id) is None]
        campaign = campaign.with_unit(*(_heal_unit(campaign, unit, battle) for unit in units))
    campaign = _apply_changes(campaign, battle, report, before)
    campaign = _apply_figures(campaign, battle, report, before)
    campaign = _award_territory(campaign, battle, report.result)
    first = battle.first or battle.settled
    counts = battle.with_changes(
        stage="settled", settled=report, first=first, decided=decided, settled_at=campaign.number
    )
    return campaign.with_battle(counts)


# Healing of units that missed a battle


def _heal_unit(campaign: Campaign, unit: CampaignUnit, battle: Battle) -> CampaignUnit:
    """Return the unit after a battle of its roster; effects that began after that battle's start remain."""
    fought = battle.has(unit.id)
    begun = battle.number if campaign.format > 1 else campaign.number
    stay = tuple(one for one in unit.absences if one.since > begun)
    left = min(unit.recovering, sum(one.figures for one in stay))
    misses = unit.misses if unit.away_since > begun else max(0, unit.misses - 1)
    fit = unit.status == "recovering" and not misses and unit.away_since <= begun
    wears_off = not fought or campaign.terms.injury_heals == "any"
    injuries = list[Injury]()
    for one in unit.injuries:
        if not wears_off or one.battles is None or one.since > begun:
            injuries.append(one)
        elif one.battles > 1:
            injuries.append(one.model_copy(update={"battles": one.battles - 1}))
    healed = unit.with_changes(
        models=min(unit.full, unit.models + unit.recovering - left),
        recovering=left,
        absences=stay,
        healed_by=max(unit.healed_by, begun),
        recruits=0 if fought else unit.recruits,
        experience=unit.worth if fought else unit.experience,
        misses=misses,
        status="fit" if fit else unit.status,
        injuries=tuple(injuries),
    )
    return set_level(campaign, healed)


# Changes of the report


def _apply_changes(campaign: Campaign, battle: Battle, report: Report, before: Report) -> Campaign:
    spoken_of = dict.fromkeys(one.unit for one in (*before.changes, *report.changes))
    units: list[CampaignUnit] = []
    for id in spoken_of:
        old, new = before.change(id), report.change(id)
        if old != new or battle.settled is None:
            was = campaign.unit(id)
            unit = set_level(campaign, apply_change(campaign, was, new, old, battle))
            told = _record_experience(campaign, battle, unit, unit.experience - was.experience)
            units.append(told.with_deed(_make_deed(campaign, battle, new, was, told)))
    return campaign.with_unit(*units)


def _record_experience(campaign: Campaign, battle: Battle, unit: CampaignUnit, more: int) -> CampaignUnit:
    """Return the unit with its experience after each battle, and the battle that brought each of its levels.

    Lost levels are dropped. A correction applies from its battle on.
    """
    learned = dict(unit.learned)
    if battle.id in learned:
        ids = list(learned)
        learned |= {id: max(0, learned[id] + more) for id in ids[ids.index(battle.id) :]}
    else:
        learned[battle.id] = unit.experience
    nth = {id: n for n, id in enumerate(campaign.battles, 1)}
    since = {
        level: nth[_find_experience_battle(learned, campaign.levels[level - 1])] for level in range(1, unit.level + 1)
    }
    return unit.with_changes(learned=learned, since=since)


def _find_experience_battle(learned: dict[str, int], needed: int) -> str:
    """Return the battle since which a unit has had enough experience without a break, else the last one."""
    enough = list(takewhile(lambda id: learned[id] >= needed, reversed(learned)))
    return enough[-1] if enough else next(reversed(learned))


def _make_deed(campaign: Campaign, battle: Battle, new: UnitChange, was: CampaignUnit, now: CampaignUnit) -> Deed:
    """Return the history line of the battle for a unit; for a corrected report, with the differences."""
    entries = sorted({number for line in new.lines for number in line.entries})
    names = ("experience", "models", "recovering")
    if battle.settled is None:
        values: dict[str, Value] = {name: getattr(new, name) for name in names}
        return Deed(key="fought", number=campaign.number, battle=battle.id, entries=tuple(entries), values=values)
    values = {name: getattr(now, name) - getattr(was, name) for name in names}
    levels = [level_at(one.learned.get(battle.id, 0), campaign.levels) for one in (was, now)]
    if levels[0] != levels[1]:
        values |= {"level_was": levels[0], "level": levels[1]}
    return Deed(key="amended", number=campaign.number, battle=battle.id, entries=tuple(entries), values=values)


def apply_change(
    campaign: Campaign, unit: CampaignUnit, new: UnitChange, old: UnitChange, battle: Battle
) -> CampaignUnit:
    """Return the unit with a change that replaces an older one, which is empty the first time.

    If figures recovering from the battle are already back, a difference in them changes the figures present.
    """
    more, absences = new.recovering - old.recovering, unit.absences
    back = campaign.format > 1 and unit.healed_by > battle.first_settled_at
    if not back:
        absences = absences_after(unit, battle, more)
    models = min(unit.full, max(0, unit.models + new.models - old.models + (more if back else 0)))
    recovering = min(unit.full - models, max(0, unit.recovering + (0 if back else more)))
    kept = [one for one in unit.honours if one not in old.honours]
    known = {one.key for one in kept}
    named = {one.name.casefold() for one in (*new.figures, *old.figures)}
    injuries = unit.injuries
    if new.injuries != old.injuries:  # this battle's are replaced, and start healing again
        anew = {"battle": battle.id, "since": campaign.number}
        others = (one for one in unit.injuries if one.battle != battle.id)
        injuries = (*others, *(one.model_copy(update=anew) for one in new.injuries))
    update: dict[str, object] = {
        "models": models,
        "recovering": recovering,
        "absences": absences,
        "experience": max(0, unit.experience + new.experience - old.experience),
        "honours": (*kept, *(one for one in new.honours if one.key not in known)),
        "injuries": injuries,
        "figures": (*(one for one in unit.figures if one.name.casefold() not in named), *new.figures),
    }
    if new.hp is not None:
        update["hp"] = new.hp
    if (new.status, new.misses) != (old.status, old.misses):
        update |= {"status": new.status or "fit", "misses": new.misses, "away_since": campaign.number}
    return _set_status(unit.with_changes(**update), unit, new, battle)


def _set_status(unit: CampaignUnit, was: CampaignUnit, new: UnitChange, battle: Battle) -> CampaignUnit:
    """Return the unit with its status by the figures left.

    It is lost if none are left, and misses a battle if none are fit. It is fit again once it has figures, if it
    was away only for lack of them.
    """
    if unit.models + unit.recovering == 0:
        return unit.with_changes(status="lost") if unit.status in ("fit", "recovering") else unit
    gone = unit.status == "lost" and was.models + was.recovering == 0
    back = new.status is None and (gone or (unit.status == "recovering" and was.models == 0 < unit.models))
    if unit.status != "fit" and not back:
        return unit
    if not unit.models:
        return unit.with_changes(status="recovering", misses=1, away_since=battle.first_settled_at)
    return unit.with_changes(status="fit", misses=0) if back else unit


def absences_after(unit: CampaignUnit, battle: Battle, more: int) -> tuple[Absence, ...]:
    """Return a unit's absences with `more` figures of a battle recovering, or fewer."""
    here = sum(one.figures for one in unit.absences if one.battle == battle.id) + more
    others = tuple(one for one in unit.absences if one.battle != battle.id)
    if here <= 0:
        return others
    return (*others, Absence(battle=battle.id, figures=here, since=battle.first_settled_at))


def _apply_figures(campaign: Campaign, battle: Battle, report: Report, before: Report) -> Campaign:
    rosters, battles = dict(campaign.rosters), dict(campaign.battles)
    for id in battle.rosters:
        left = rosters[id].figures + report.figures.get(id, 0) - before.figures.get(id, 0)
        rosters[id] = rosters[id].model_copy(update={"figures": max(0, left)})
        if left < 0:  # a corrected report removed figures that wait to be placed
            for one in [one for one in battles.values() if one.open and one.unplaced.get(id, 0)]:
                battles[one.id] = one.with_changes(unplaced={**one.unplaced, id: max(0, one.unplaced[id] + left)})
    return campaign.with_changes(rosters=rosters, battles=battles)


def _award_territory(campaign: Campaign, battle: Battle, result: Result) -> Campaign:
    """Give the territory to the winning side; after a draw it stays with its holder.

    A correction does not change it if a later battle for it was won.
    """
    land = campaign.territories.get(battle.territory)
    if land is None or (battle.settled is not None and battle.settled.result.winner == result.winner):
        return campaign
    later = (
        report.result.winner
        for one, report in campaign.settled_reports()
        if one.number > battle.number and one.territory == battle.territory
    )
    if campaign.format > 1 and any(later):
        return campaign
    holder = campaign.roster(result.winner).side if result.winner else battle.held_by
    taken = land.model_copy(update={"holder": holder})
    return campaign.with_changes(territories={**campaign.territories, battle.territory: taken})
