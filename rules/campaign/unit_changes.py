"""What changes for one unit by a battle, before any dice of its aftermath: what it did, learned and lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.campaign.after_game import AfterGame, side_name
from rules.campaign.battle_record import UnitRecord
from rules.campaign.experience import MOST_EXPERIENCE
from rules.campaign.fates import by_fates, counted_out
from rules.campaign.honours import honours_won
from rules.campaign.report import Need, Report, ReportLine, UnitChange
from rules.campaign.roster import CampaignUnit, Honour
from rules.unit import Value


class Proposed(NamedTuple):
    """What a report proposes for a unit, and the dice that it needs for that, if any."""

    change: UnitChange
    need: Need | None = None


def proposed(after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord | None) -> Proposed:
    """A unit that never came to the table has not fought, and nothing changes for it."""
    if record is None:
        return Proposed(UnitChange(unit=unit.id, lines=(ReportLine(key="stayed_away"),)))
    honours = honours_won(after, unit, record)
    learned, gained = _experience(after, report, unit, record)
    won = tuple(_honour(after, one) for one in honours)
    change = UnitChange(
        unit=unit.id,
        experience=gained,
        honours=honours,
        given=record.given,
        taken=record.taken,
        lines=(*_deeds(after, record), *learned, *won),
    )
    return _with_losses(after, report, unit, record, change)


def _honour(after: AfterGame, one: Honour) -> ReportLine:
    """An honour with its entries, and with the turn of the last of them where it was won at one moment."""
    values: dict[str, Value] = {"honour": one.key}
    row, last = after.honours.get(one.key), one.entries[-1:]
    if row and row.at_once and last and last[0] in after.record.turns:
        values |= {"turn": after.record.turns[last[0]], "turn_called": after.system.turn}
    return ReportLine(key="honour", entries=one.entries, values=values)


def _deeds(after: AfterGame, record: UnitRecord) -> tuple[ReportLine, ...]:
    """What it did and suffered, each with how much of it; what there was nothing of is left out."""
    counted = {
        "given": record.given,
        "destroyed": len(record.destroyed),
        "taken": record.taken,
        "by_hand": record.by_hand,
        "passed": record.passed,
        "failed": record.failed,
        "objective": len(record.objectives),
        "routed": int(record.routed),
    }
    return tuple(after.line(key, record, key, n=n) for key, n in counted.items() if n)


def _experience(
    after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord
) -> tuple[tuple[ReportLine, ...], int]:
    """What it has learned, as a line, and how much more that is than its experience once recruits have diluted it; of
    a battle that counts already as it was then.
    """
    old = after.before(unit)
    told = {line.key: line for line in old.lines}
    before = max(0, min(MOST_EXPERIENCE, _before(unit, old, told.get("experience"))))
    models = max(1, min(100, unit.models + unit.recovering - old.models - old.recovering))
    outcome = after.outcome(
        "experience",
        caused_losses=record.given > 0,
        destroyed=bool(record.destroyed),
        objective=bool(record.objectives),
        won=after.won(report, unit.roster),
        routed=record.routed,
        before=before,
        models=models,
        recruits=0 if after.battle.settled else min(models, unit.recruits),
    )
    gained = min(outcome["gained"], MOST_EXPERIENCE - before)
    values = {"gained": gained, "after": outcome["after"], "level": outcome["level"]}
    up = after.line("level_up", record, level=outcome["level"])
    diluted = outcome["after"] - outcome["gained"]
    lines = [after.line("diluted", record, before=before, after=diluted)] if diluted != before else []
    lines += [told["diluted"]] if "diluted" in told else []
    lines.append(after.line("experience", record, "given", "destroyed", "objective", **values))
    return (*lines, up) if outcome["level_up"] else tuple(lines), gained


def _before(unit: CampaignUnit, old: UnitChange, line: ReportLine | None) -> int:
    """The experience that a unit had before a battle, as the report of it says if it was signed once."""
    then = [line.values.get(name) for name in ("after", "gained")] if line else []
    match then:
        case [int(now), int(gained)]:
            return now - gained
        case _:
            return unit.experience - old.experience


# What it has lost


def _with_losses(
    after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord, change: UnitChange
) -> Proposed:
    """Figures and vehicles out of action are lost until dice tell another fate."""
    own, there = after.system.after_battle.own_fates, unit.models - after.before(unit).models
    held = report.held_field == side_name(after.battle, unit.roster)
    if record.vehicle:
        return _vehicle(after, unit, record, change, held)
    if own:
        change = by_fates(after, report, unit, record.fates, change)
        stood = sum(n for name, n in record.fates.items() if own.fates[name].stands)
        open_fates = record.lost - sum(record.fates.values()) + stood
        need = _need(after, unit, own.action, {"downed": open_fates}, after.system.key) if open_fates > 0 else None
        return Proposed(change if need else counted_out(after, unit, change), need)
    lost = min(record.lost, there)
    if not lost:
        return Proposed(change)
    facts = {"lost": lost, "held_field": held, "medic": _has_medic(after, record)}
    # Where losses are counted in figures, "took 2 losses" has said it.
    figures = (after.line("casualties", record, "taken", n=lost),) if lost != record.taken else ()
    gone = change.model_copy(update={"models": -lost, "lines": (*change.lines, *figures)})
    return Proposed(gone, _need(after, unit, "recovery", facts))


def _vehicle(after: AfterGame, unit: CampaignUnit, record: UnitRecord, change: UnitChange, held: bool) -> Proposed:
    if record.wreck is None:
        return Proposed(change)
    lines = (*change.lines, after.line("wrecked" if record.wreck == "destroyed" else "disabled", record, "taken"))
    update = {"lines": lines, "status": "lost" if record.wreck == "destroyed" else "recovering", "misses": 0}
    if record.wreck == "disabled":
        update["misses"] = 1
    need = _need(after, unit, "salvage", {"state": record.wreck, "held_field": held})
    return Proposed(change.model_copy(update=update), need)


def _need(after: AfterGame, unit: CampaignUnit, action: str, facts: Mapping[str, object], of: str = "campaign") -> Need:
    return Need(key=f"{after.battle.id}:{unit.id}:{action}", unit=unit.id, action=action, facts=dict(facts), of=of)


def _has_medic(after: AfterGame, record: UnitRecord) -> bool:
    """Whether a living medic was on its side."""
    units = after.record.game.units
    return any(unit.alive and unit.medic for unit in units.values() if unit.side == record.side)
