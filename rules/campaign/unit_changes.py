"""Changes of one unit by a battle, before and after the aftermath's dice: losses, deeds, honours, experience."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.campaign.after_game import STAYED_AWAY, AfterGame, side_name
from rules.campaign.battle_record import UnitRecord
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.report import Report, ReportLine, ReportNeed, UnitChange
from rules.campaign.roster import CampaignUnit, Injury
from rules.campaign.won_honours import honours_won
from rules.game.unit import Value
from rules.kernel.plays import Fields

# Changes by dice of the aftermath: figures back, recovering or lost, vehicles repaired, injuries.


def apply_outcome(after: AfterGame, report: Report, need: ReportNeed, outcome: Fields) -> UnitChange:
    """Return the change of a unit after its dice came up with that outcome."""
    change, unit = report.change(need.unit), after.unit(need.unit)
    if need.of != "campaign":
        found = apply_fates(after, report, unit, outcome, change)
    elif "fate" in outcome:
        fate = str(outcome["fate"])
        line = ReportLine(key="salvage", values={"fate": fate})
        status, misses = {"repaired": (None, 0), "misses_one": ("recovering", 1)}.get(fate, ("lost", 0))
        found = change.model_copy(update={"status": status, "misses": misses, "lines": (*change.lines, line)})
    else:  # recovering figures are absent until after the next battle
        counts = {name: int(outcome[name]) for name in ("back", "recovering", "lost")}
        gone = {"models": -counts["recovering"] - counts["lost"], "recovering": counts["recovering"]}
        line = ReportLine(key="recovery", values=dict(counts))
        found = change.model_copy(update={**gone, "lines": (*change.lines, line)})
    return note_if_gone(after, unit, found)


def note_if_gone(after: AfterGame, unit: CampaignUnit, change: UnitChange) -> UnitChange:
    """Return the change, with a line for it if no figure of the unit is left."""
    old = after.earlier_change(unit)
    left = unit.models + unit.recovering - old.models - old.recovering + change.models + change.recovering
    if left > 0 or change.status:
        return change
    return change.model_copy(update={"lines": (*change.lines, ReportLine(key="wiped_out"))})


def apply_fates(
    after: AfterGame, report: Report, unit: CampaignUnit, fates: Mapping[str, int], change: UnitChange
) -> UnitChange:
    """Return the change by the system's own fates: the dead are lost, the injured fight worse or are captured."""
    own = after.system.after_battle.own_fates
    if own is None:
        return change
    found = {name: n for name in own.fates if (n := fates.get(name, 0))}
    held = report.held_field
    enemy_holds = bool(held) and held != side_name(after.battle, unit.roster)
    could_be_taken = any(own.fates[name].is_captured for name in found)
    dead = sum(n for name, n in found.items() if not own.fates[name].lives)
    taken = sum(n for name, n in found.items() if own.fates[name].is_captured) if enemy_holds else 0
    hurt = [Injury(key=name, modifier=own.fates[name].injury, battles=-own.fates[name].injury) for name in found]
    lines = [ReportLine(key="fates", values=dict(found))] if found else []
    if taken:
        lines.append(ReportLine(key="captured", values={"n": taken}))
    elif could_be_taken and not held:
        lines.append(ReportLine(key="not_captured"))
    there = unit.models - after.earlier_change(unit).models + change.models - dead
    whole = taken > 0 and taken >= there
    return change.model_copy(
        update={
            "models": change.models - dead - (0 if whole else taken),
            "status": "captured" if whole else change.status,
            "injuries": (*change.injuries, *(one for one in hurt if one.modifier)),
            "lines": (*change.lines, *lines),
        }
    )


# Honours that a unit won in a battle, found in the record: each with the entries that prove it, none twice.


class Proposed(NamedTuple):
    """A report's proposal for a unit, and the dice needed for it, if any."""

    change: UnitChange
    need: ReportNeed | None = None


def propose(after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord | None) -> Proposed:
    """Propose the changes of a unit; none if it was never at the table."""
    if record is None:
        return Proposed(UnitChange(unit=unit.id, lines=(ReportLine(key=STAYED_AWAY),)))
    honours = honours_won(after, unit, record)
    learned, gained = _experience_lines(after, report, unit, record)
    won = list[ReportLine]()
    for one in honours:
        values: dict[str, Value] = {"honour": one.key}
        turn = after.record.turns.get(one.entries[-1]) if one.entries else None
        if after.honours[one.key].is_immediate and turn is not None:  # won at one moment
            values |= {"turn": turn, "turn_called": after.system.turn}
        won.append(ReportLine(key="honour", entries=one.entries, values=values))
    fate = "figure_stands" if record.survived else "figure_down"
    figures = [
        ReportLine(key="figure_fell" if one.fell else fate, values={"figure": one.name}) for one in record.figures
    ]
    change = UnitChange(
        unit=unit.id,
        experience=gained,
        honours=honours,
        given=record.given,
        taken=record.taken,
        lines=(*_deed_lines(after, record), *figures, *learned, *won),
        figures=record.figures,
    )
    return _apply_losses(after, report, unit, record, change)


def _deed_lines(after: AfterGame, record: UnitRecord) -> tuple[ReportLine, ...]:
    """Return the lines of a unit's deeds and losses, without those that did not happen."""
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


def _experience_lines(
    after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord
) -> tuple[tuple[ReportLine, ...], int]:
    """Return the lines of a unit's experience, and the gain over before, after dilution by recruits.

    For a battle that counts already, the values of then are used.
    """
    old = after.earlier_change(unit)
    told = {line.key: line for line in old.lines}
    before = max(0, min(MOST_EXPERIENCE, _experience_before(unit, old, told.get("experience"))))
    models = max(1, unit.models + unit.recovering)
    acted = after.record.acted
    outcome = after.outcome(
        "experience",
        fought=acted,
        caused_losses=record.given > 0,
        destroyed=bool(record.destroyed),
        objective=acted and bool(record.objectives),
        won=acted and after.has_won(report, unit.roster),
        routed=record.routed,
        before=before,
        models=models,
        recruits=0 if after.battle.settled else min(models, unit.recruits),
    )
    gained: int = outcome["gained"]
    values = {"gained": gained, "after": outcome["after"], "level": outcome["level"]}
    up = after.line("level_up", record, level=outcome["level"])
    diluted = outcome["after"] - gained
    lines = [after.line("diluted", record, before=before, after=diluted)] if diluted != before else []
    lines += [told["diluted"]] if "diluted" in told else []
    lines.append(after.line("experience", record, "given", "destroyed", "objective", **values))
    return (*lines, up) if outcome["level_up"] else tuple(lines), gained


def _experience_before(unit: CampaignUnit, old: UnitChange, line: ReportLine | None) -> int:
    """Return a unit's experience before a battle, by the signed report of it if there is one."""
    then = [line.values.get(name) for name in ("after", "gained")] if line else []
    match then:
        case [int(now), int(gained)]:
            return now - gained
        case _:
            return unit.experience - old.experience


# Losses


def _apply_losses(
    after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord, change: UnitChange
) -> Proposed:
    """Return the proposal with figures and vehicles out of action lost, until dice decide otherwise."""
    own, there = after.system.after_battle.own_fates, unit.models - after.earlier_change(unit).models
    held = report.held_field == side_name(after.battle, unit.roster)
    if record.vehicle:
        return _apply_vehicle(after, unit, record, change, held)
    if own:
        change = apply_fates(after, report, unit, record.fates, change)
        stood = sum(n for name, n in record.fates.items() if own.fates[name].stands_up)
        open_fates = record.lost - sum(record.fates.values()) + stood
        need = _make_need(after, unit, own.action, {"downed": open_fates}, after.system.key) if open_fates > 0 else None
        return Proposed(change if need else note_if_gone(after, unit, change), need)
    lost = min(record.lost, there)
    if not lost:
        return Proposed(change)
    medic = any(one.alive and one.medic for one in after.record.game.units_of_side(record.side))
    facts = {"lost": lost, "held_field": held, "medic": medic}
    # If losses are counted in figures, "took 2 losses" says it already.
    figures = (after.line("casualties", record, "taken", n=lost),) if lost != record.taken else ()
    gone = change.model_copy(update={"models": -lost, "lines": (*change.lines, *figures)})
    return Proposed(gone, _make_need(after, unit, "recovery", facts))


def _apply_vehicle(
    after: AfterGame, unit: CampaignUnit, record: UnitRecord, change: UnitChange, held: bool
) -> Proposed:
    if record.wreck is None:
        return Proposed(change)
    lines = (*change.lines, after.line("wrecked" if record.wreck == "destroyed" else "disabled", record, "taken"))
    update = {"status": "lost"} if record.wreck == "destroyed" else {"status": "recovering", "misses": 1}
    need = _make_need(after, unit, "salvage", {"state": record.wreck, "held_field": held})
    return Proposed(change.model_copy(update={**update, "lines": lines}), need)


def _make_need(
    after: AfterGame, unit: CampaignUnit, action: str, facts: Mapping[str, object], of: str = "campaign"
) -> ReportNeed:
    return ReportNeed(
        key=f"{after.battle.id}:{unit.id}:{action}", unit=unit.id, action=action, facts=dict(facts), of=of
    )
