"""What dice of the aftermath change for a unit: figures back, recovering or lost, vehicles repaired, injuries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.campaign.after_game import AfterGame, side_name
from rules.campaign.report import Need, Report, ReportLine, UnitChange
from rules.campaign.roster import CampaignUnit, Injury


def with_outcome(after: AfterGame, report: Report, need: Need, outcome: Mapping[str, Any]) -> UnitChange:
    """The change of a unit once the dice it needed have come to that outcome."""
    change, unit = report.change(need.unit), after.unit(need.unit)
    if need.of != "campaign":
        found = by_fates(after, report, unit, _numbers(outcome), change)
    else:
        found = _salvaged(change, outcome) if "fate" in outcome else _recovered(change, outcome)
    return counted_out(after, unit, found)


def counted_out(after: AfterGame, unit: CampaignUnit, change: UnitChange) -> UnitChange:
    """With a line that says so where nobody of the unit is left."""
    old = after.before(unit)
    left = unit.models + unit.recovering - old.models - old.recovering + change.models + change.recovering
    if left > 0 or change.status:
        return change
    return change.model_copy(update={"lines": (*change.lines, ReportLine(key="wiped_out"))})


def _numbers(outcome: Mapping[str, Any]) -> dict[str, int]:
    return {name: n for name, n in outcome.items() if isinstance(n, int) and not isinstance(n, bool)}


def _recovered(change: UnitChange, outcome: Mapping[str, Any]) -> UnitChange:
    """Figures that recover are not there now, and come back after the next battle."""
    found = {name: int(outcome[name]) for name in ("back", "recovering", "lost")}
    line = ReportLine(key="recovery", values=dict(found))
    gone = -(found["recovering"] + found["lost"])
    return change.model_copy(update={"models": gone, "recovering": found["recovering"], "lines": (*change.lines, line)})


def _salvaged(change: UnitChange, outcome: Mapping[str, Any]) -> UnitChange:
    fate = str(outcome["fate"])
    line = ReportLine(key="salvage", values={"fate": fate})
    status, misses = {"repaired": (None, 0), "misses_one": ("recovering", 1)}.get(fate, ("lost", 0))
    return change.model_copy(update={"status": status, "misses": misses, "lines": (*change.lines, line)})


def by_fates(
    after: AfterGame, report: Report, unit: CampaignUnit, fates: Mapping[str, int], change: UnitChange
) -> UnitChange:
    """What the fates of the system itself come to: the dead are lost, the hurt fight worse or are taken."""
    own = after.system.after_battle.own_fates
    if own is None:
        return change
    found = {name: n for name, n in fates.items() if n and name in own.fates}
    held = report.held_field
    enemy_holds = bool(held) and held != side_name(after.battle, unit.roster)
    could_be_taken = any(own.fates[name].taken for name in found)
    dead = sum(n for name, n in found.items() if not own.fates[name].lives)
    taken = sum(n for name, n in found.items() if own.fates[name].taken) if enemy_holds else 0
    hurt = [Injury(key=name, modifier=own.fates[name].injury, battles=-own.fates[name].injury) for name in found]
    lines = [ReportLine(key="fates", values=dict(found))] if found else []
    if taken:
        lines.append(ReportLine(key="captured", values={"n": taken}))
    elif could_be_taken and not held:
        lines.append(ReportLine(key="not_captured"))
    there = unit.models - after.before(unit).models + change.models - dead
    whole = taken > 0 and taken >= there
    return change.model_copy(
        update={
            "models": change.models - dead - (0 if whole else taken),
            "status": "captured" if whole else change.status,
            "injuries": (*change.injuries, *(one for one in hurt if one.modifier)),
            "lines": (*change.lines, *lines),
        }
    )
