"""Changes of one unit by a battle, before and after the aftermath's dice: losses, deeds, honours, experience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.campaign.battle_record import BattleRecord, Shown, UnitRecord
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.report import Report, ReportLine, ReportNeed, UnitChange
from rules.campaign.roster import CampaignUnit, Honour, Injury
from rules.campaign.tables import Deed, HonourRow
from rules.command.system import System, Verdict
from rules.game.entry import Entry
from rules.game.unit import Value
from rules.kernel.action import ActionSet
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.plays import Fields
from rules.kernel.resolve import action_of, resolve, stored_ruleset
from rules.kernel.serialise import outcome_of
from rules.kernel.table import Given
from rules.kernel.text import Text

# The sources of a report: the campaign, the battle, its game's record, and the rules of both.


@dataclass(frozen=True)
class AfterGame:
    """A battle of a campaign whose game is over, with the `entries` of the game.

    `verdict` is the system's verdict.
    """

    campaign: Campaign
    battle: Battle
    record: BattleRecord
    system: System
    actions: ActionSet
    honours: Mapping[str, HonourRow]
    verdict: Verdict
    entries: tuple[Entry, ...] = ()

    def units(self) -> tuple[tuple[BattleSide, CampaignUnit, UnitRecord | None], ...]:
        """Return each unit of the battle in its state before, with its record."""
        return tuple(
            (side, self.unit(id), self.record.units.get(there))
            for side in self.battle.sides
            for id, there in side.units.items()
        )

    def unit(self, id: str) -> CampaignUnit:
        """Return a unit of the battle with the roster for which it fought, even if it has changed since."""
        unit = self.campaign.unit(id)
        fought = next((side.roster for side in self.battle.sides if id in side.units), unit.roster)
        return unit.with_changes(roster=fought)

    def earlier_change(self, unit: CampaignUnit) -> UnitChange:
        """Return the change by an earlier signed report, before which the unit's numbers count."""
        return self.battle.settled.change(unit.id) if self.battle.settled else UnitChange(unit=unit.id)

    def outcome(self, action: str, **facts: object) -> Fields:
        """Return the outcome of an action of the aftermath that needs no dice."""
        found = action_of(self.actions, action)
        book = stored_ruleset(self.actions, self.campaign.rulings)
        return outcome_of(resolve(self.actions, found, validate(found.facts, facts), book, Given(())))

    def line(self, key: str, record: UnitRecord, *shown: str, **values: int | str) -> ReportLine:
        """Return a line with the entries that prove it, and the turn of the first of them."""
        entries = record.entries_showing(*shown)
        turn = {"turn": self.record.turns[entries[0]]} if entries and entries[0] in self.record.turns else {}
        return ReportLine(key=key, entries=entries, values={**values, **turn})

    def has_won(self, report: Report, roster: str) -> bool:
        """True if the roster was on the winning side."""
        winner = report.result.winner
        return winner is not None and self.campaign.roster(winner).side == self.campaign.roster(roster).side


def side_name(battle: Battle, roster: str) -> str:
    """Return the side of the game that a roster played; raise RuleError for one that did not fight."""
    side = battle.side_of(roster)
    if side is None:
        raise RuleError(Text("That roster was not in this battle."))
    return side.side


# Changes by dice of the aftermath: figures back, recovering or lost, vehicles repaired, injuries.


def apply_outcome(after: AfterGame, report: Report, need: ReportNeed, outcome: Fields) -> UnitChange:
    """Return the change of a unit after its dice came up with that outcome."""
    change, unit = report.change(need.unit), after.unit(need.unit)
    if need.of != "campaign":
        found = apply_fates(after, report, unit, outcome, change)
    else:
        found = _apply_salvage(change, outcome) if "fate" in outcome else _apply_recovery(change, outcome)
    return note_if_gone(after, unit, found)


def note_if_gone(after: AfterGame, unit: CampaignUnit, change: UnitChange) -> UnitChange:
    """Return the change, with a line for it if no figure of the unit is left."""
    old = after.earlier_change(unit)
    left = unit.models + unit.recovering - old.models - old.recovering + change.models + change.recovering
    if left > 0 or change.status:
        return change
    return change.model_copy(update={"lines": (*change.lines, ReportLine(key="wiped_out"))})


def _apply_recovery(change: UnitChange, outcome: Fields) -> UnitChange:
    """Return the change with recovering figures absent until after the next battle."""
    found = {name: int(outcome[name]) for name in ("back", "recovering", "lost")}
    line = ReportLine(key="recovery", values=dict(found))
    gone = -(found["recovering"] + found["lost"])
    return change.model_copy(update={"models": gone, "recovering": found["recovering"], "lines": (*change.lines, line)})


def _apply_salvage(change: UnitChange, outcome: Fields) -> UnitChange:
    fate = str(outcome["fate"])
    line = ReportLine(key="salvage", values={"fate": fate})
    status, misses = {"repaired": (None, 0), "misses_one": ("recovering", 1)}.get(fate, ("lost", 0))
    return change.model_copy(update={"status": status, "misses": misses, "lines": (*change.lines, line)})


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


def honours_won(after: AfterGame, unit: CampaignUnit, record: UnitRecord) -> tuple[Honour, ...]:
    """Return the honours of the list that a unit won in this battle, without those that it had before."""
    if not after.record.acted:
        return ()
    had = {one.key for one in unit.honours if one.battle != after.battle.id}
    found = ((key, _FINDERS[row.deed](after, unit, record, row)) for key, row in after.honours.items())
    return tuple(
        Honour(key=key, battle=after.battle.id, entries=shown)
        for key, shown in found
        if shown is not None and key not in had
    )


Finder = Callable[[AfterGame, CampaignUnit, UnitRecord, HonourRow], Shown | None]
"""Returns the entries that prove a deed; None if there was none."""


def _first_loss(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.shows.get("first")


def _alone_at_the_end(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.shows["alone"][-1:] if stood and "alone" in record.shows else None


def _vehicles(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.entries_showing("vehicles") if record.vehicles_destroyed >= row.least else None


def _destroyed_units(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.entries_showing("destroyed") if len(record.destroyed) >= row.least else None


def _objective_under_fire(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """Return attacks on a unit while it held an objective that it still holds at the end."""
    held = record.objectives and len(record.entries_showing("held_under_fire")) >= row.least
    return record.entries_showing("held_under_fire", "objective") if held else None


def _last_figure(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.entries_showing("taken") if stood and record.left == 1 < record.start else None


def _under_fire_unhurt(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    shots = record.entries_showing("fired_on")
    return shots if record.survived and not record.taken and len(shots) >= row.least else None


def _no_test_failed(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """Return the passed tests, if it passed at least one and failed none in each of its last battles."""
    before = (
        list(earlier_changes(after.campaign, after.battle.id, unit.id))[-(row.battles - 1) :] if row.battles > 1 else []
    )
    steady = all(_count_lines(one, "passed") and not _count_lines(one, "failed") for one in before)
    enough = len(before) == row.battles - 1 and record.passed >= row.least and not record.failed
    return record.entries_showing("passed") if steady and enough and record.survived else None


def _survived_battles(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    battles = 1 + sum(1 for _ in earlier_changes(after.campaign, after.battle.id, unit.id))
    return (after.record.game.number,) if record.survived and battles >= row.battles else None


def earlier_changes(campaign: Campaign, battle: str, unit: str) -> Iterator[UnitChange]:
    """Yield the changes of a unit in the signed reports of its earlier battles, in order."""
    for one in campaign.settled_battles():
        if one.id == battle:
            return
        if one.settled and one.has(unit) and not _is_absent(found := one.settled.change(unit)):
            yield found


def _is_absent(change: UnitChange) -> bool:
    """True if the record of the game does not show it at the table."""
    return any(line.key == _STAYED_AWAY for line in change.lines)


def _count_lines(change: UnitChange, key: str) -> int:
    found = (line.values.get("n", 0) for line in change.lines if line.key == key)
    return sum(n for n in found if isinstance(n, int))


_FINDERS: Mapping[Deed, Finder] = {
    "first_loss": _first_loss,
    "alone": _alone_at_the_end,
    "vehicles": _vehicles,
    "destroyed": _destroyed_units,
    "objective_under_fire": _objective_under_fire,
    "last_figure": _last_figure,
    "under_fire_unhurt": _under_fire_unhurt,
    "no_test_failed": _no_test_failed,
    "survived": _survived_battles,
}


_STAYED_AWAY = "stayed_away"
"""The line of a unit that was never at the table."""


class Proposed(NamedTuple):
    """A report's proposal for a unit, and the dice needed for it, if any."""

    change: UnitChange
    need: ReportNeed | None = None


def propose(after: AfterGame, report: Report, unit: CampaignUnit, record: UnitRecord | None) -> Proposed:
    """Propose the changes of a unit; none if it was never at the table."""
    if record is None:
        return Proposed(UnitChange(unit=unit.id, lines=(ReportLine(key=_STAYED_AWAY),)))
    honours = honours_won(after, unit, record)
    learned, gained = _experience_lines(after, report, unit, record)
    won = tuple(_honour_line(after, one) for one in honours)
    change = UnitChange(
        unit=unit.id,
        experience=gained,
        honours=honours,
        given=record.given,
        taken=record.taken,
        lines=(*_deed_lines(after, record), *_figure_lines(unit, record), *learned, *won),
        figures=record.figures,
    )
    return _apply_losses(after, report, unit, record, change)


def _honour_line(after: AfterGame, one: Honour) -> ReportLine:
    """Return the line of an honour with its entries, and the turn of the last if it was won at one moment."""
    values: dict[str, Value] = {"honour": one.key}
    last = one.entries[-1:]
    if after.honours[one.key].is_immediate and last and last[0] in after.record.turns:
        values |= {"turn": after.record.turns[last[0]], "turn_called": after.system.turn}
    return ReportLine(key="honour", entries=one.entries, values=values)


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


def _figure_lines(unit: CampaignUnit, record: UnitRecord) -> Iterator[ReportLine]:
    """Yield the fates of the named figures that went into this battle or were named in it."""
    fate = "figure_stands" if record.survived else "figure_down"
    for figure in record.figures:
        yield ReportLine(key="figure_fell" if figure.fell else fate, values={"figure": figure.name})


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
    facts = {"lost": lost, "held_field": held, "medic": _has_medic(after, record)}
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


def _has_medic(after: AfterGame, record: UnitRecord) -> bool:
    """True if a living medic was on its side."""
    units = after.record.game.units
    return any(unit.alive and unit.medic for unit in units.values() if unit.side == record.side)
