"""The report proposed from a battle's record: its result, each unit's changes, and the dice still needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from rules.campaign.after_game import AfterGame, side_name
from rules.campaign.battle_record import battle_record
from rules.campaign.report import Report, ReportLine, ReportNeed, Result, UnitChange
from rules.campaign.territories import territories_of
from rules.campaign.unit_changes import apply_outcome, propose
from rules.command.effects import changes
from rules.command.system import Board
from rules.game.after_battle import Unsettled
from rules.game.entry import Entry
from rules.game.events import Event
from rules.kernel.action import ActionSet
from rules.kernel.errors import BadDice
from rules.kernel.facts import validate
from rules.kernel.plays import Play
from rules.kernel.resolve import Resolution, action_of, resolve, stored_ruleset
from rules.kernel.serialise import outcome_of, play_of
from rules.kernel.table import DiceNeeded, Given, Roller

# The dice of a report: open matters on the table are rolled first, and known faces are read again.

_FIELD = "held_field"
"""The fact that may be corrected after the dice were rolled."""


class AftermathAction(NamedTuple):
    """A roll in terms of the rules: the action, its facts, and its rulings."""

    of: ActionSet
    action: str
    facts: Mapping[str, object]
    rulings: Mapping[str, object]


def action_of_need(after: AfterGame, need: ReportNeed) -> AftermathAction:
    """Return an action of the aftermath with the campaign's rulings, or one of the system with the game's rulings."""
    ours = need.of == after.actions.key
    of: ActionSet = after.actions if ours else after.system
    return AftermathAction(of, need.action, need.facts, after.campaign.rulings if ours else after.record.game.rulings)


def resolve_need(after: AfterGame, need: ReportNeed, roller: Roller) -> Resolution:
    """Resolve a need; raise BadDice for impossible faces, DiceNeeded for none."""
    one = action_of_need(after, need)
    action = action_of(one.of, one.action)
    return resolve(one.of, action, validate(action.facts, one.facts), stored_ruleset(one.of, one.rulings), roller)


def restore_dice(after: AfterGame, need: ReportNeed, was: ReportNeed | None) -> ReportNeed:
    """Return a need with its earlier dice and its current facts; without dice that were rolled for something else.

    Faces are only read again if just the holder of the field has changed.
    """
    if was is None or was.outcome is None:
        return need
    rolled = need.model_copy(update={"faces": was.faces, "own": was.own})
    if was.facts == need.facts:
        return rolled.model_copy(update={"outcome": was.outcome})
    if {**was.facts, _FIELD: None} == {**need.facts, _FIELD: None}:
        with suppress(BadDice, DiceNeeded):
            roller = Given(was.faces or was.own)
            outcome = outcome_of(resolve_need(after, need, roller))
            roller.finish()
            return rolled.model_copy(update={"outcome": outcome})
    return need


# Open matters on the table


def open_needs(after: AfterGame) -> tuple[ReportNeed, ...]:
    """Return the open matters that the campaign settles by rolls; those without dice get their outcome at once."""
    if after.campaign.terms.open_wounds != "settle":
        return ()
    found: list[ReportNeed] = []
    for one in after.system.open_matters(_board(after)):
        if unit := after.battle.unit_of(after.record.origin(one.unit)):
            need = need_of(after, unit, one)
            with suppress(DiceNeeded):
                need = need.model_copy(update={"outcome": outcome_of(resolve_need(after, need, Given(())))})
            found.append(need)
    return tuple(found)


def removed_markers(after: AfterGame) -> dict[str, int]:
    """Return the number of markers on each unit, if the campaign removes them without a roll."""
    if after.campaign.terms.open_wounds == "settle":
        return {}
    found: dict[str, int] = {}
    for one in after.system.open_matters(_board(after)):
        if unit := after.battle.unit_of(after.record.origin(one.unit)):
            found[unit] = found.get(unit, 0) + one.markers
    return found


def need_of(after: AfterGame, unit: str, one: Unsettled) -> ReportNeed:
    mine = after.unit(unit).roster
    enemy = next((side.roster for side in after.battle.sides if side.roster != mine), mine)
    part = one.unit if one.unit in after.record.origins else ""
    return ReportNeed(
        key=f"{after.battle.id}:{unit}:{one.action}{part and f':{part}'}",
        unit=unit,
        action=one.action,
        facts=dict(one.facts),
        of=after.system.key,
        settles=True,
        roster=enemy if one.by_enemy else "",
        called=one.called,
        part=part,
    )


def apply_needs(after: AfterGame, needs: Iterable[ReportNeed]) -> AfterGame:
    """Apply the outcome of these dice to the units, as if the game had ended with it."""
    settling = [_settlement_entry(after, need) for need in needs if need.settles and need.outcome is not None]
    if not settling:
        return after
    return replace(after, record=battle_record((*after.entries, *settling), after.system))


def _settlement_entry(after: AfterGame, need: ReportNeed) -> Entry:
    """Return the dice as an entry in the place of the last one of the game."""
    one = resolve_need(after, need, Given(need.faces or need.own))
    side = next(one for one in after.battle.sides if need.unit in one.units)
    roles = {"unit": need.part or side.units[need.unit]}
    events = tuple[Event, ...](changes(_board(after), one.effects, roles))
    plays: tuple[Play, ...] = (play_of(one, roles),)
    return Entry(number=after.record.game.number, command=need.action, by="", at=0.0, plays=plays, events=events)


def _board(after: AfterGame) -> Board:
    game, system = after.record.game, after.system
    return Board.of(game, system)


# The proposal.


def proposal(after: AfterGame, result: Result | None = None, held_field: str | None = None) -> Report:
    """Return the report of a finished battle; `result` and `held_field` replace the proposed ones.

    Open matters on the table are rolled first. Dice of an older unsigned report are reused for the same needs; faces
    of the bot rolled for something else are used first (`Campaign.returned`).
    """
    lying = tuple(restore_dice(after, need, _previous_need(after, need)) for need in open_needs(after))
    after = apply_needs(after, lying)
    result = result or proposed_result(after)
    held = field_holder(after, result) if held_field is None else held_field
    most = after.actions.tables.experience.most
    report = Report(result=result, held_field=held, most=most, upto=after.record.game.last_effect)
    found = [propose(after, report, unit, record) for _, unit, record in after.units()]
    later = () if any(need.outcome is None for need in lying) else tuple(one.need for one in found if one.need)
    report = report.model_copy(
        update={
            "changes": tuple(one.change for one in found),
            "needs": (*lying, *(restore_dice(after, need, _previous_need(after, need)) for need in later)),
            "figures": figures(after, report),
            "figures_from": {roster: _reinforcement_facts(after, report, roster) for roster in after.battle.rosters},
        }
    )
    for unit, count in removed_markers(after).items():
        change, line = report.change(unit), ReportLine(key="taken_off", values={"n": count})
        report = report.put(change.model_copy(update={"lines": (*change.lines, line)}))
    for need in report.needs:
        if need.outcome is not None and not need.settles:
            report = report.put(apply_outcome(after, report, need, need.outcome))
    return report


def _previous_need(after: AfterGame, need: ReportNeed) -> ReportNeed | None:
    """Return the dice rolled for the report before."""
    needs = after.battle.report.needs if after.battle.report else ()
    return next((one for one in needs if one.key == need.key), None)


def proposed_result(after: AfterGame) -> Result:
    """Return the result: the winner named by the players, else the leader by the system.

    It is major if the system's victory rule applies.
    """
    named, verdict = after.record.winner, after.verdict
    side = named or verdict.leader
    winner = next((one.roster for one in after.battle.sides if one.side == side), None)
    if winner is None:
        return Result(why="nobody")
    major = verdict.over and verdict.leader == side
    return Result(winner=winner, margin="major" if major else "minor", why="named" if named else "ahead")


def field_holder(after: AfterGame, result: Result) -> str:
    """Return the side that held the field: the winner; empty after a draw."""
    return side_name(after.battle, result.winner) if result.winner else ""


def figures(after: AfterGame, report: Report) -> dict[str, int]:
    """Return the number of figures that each roster may place before its next battle."""
    found = {roster: _reinforcement_facts(after, report, roster) for roster in after.battle.rosters}
    return {roster: int(after.outcome("reinforcements", **facts)["figures"]) for roster, facts in found.items()}


def _reinforcement_facts(after: AfterGame, report: Report, roster: str) -> dict[str, object]:
    """Return the facts of `reinforcements` for a roster."""
    return {
        "base": after.campaign.terms.reinforcements,
        "lost_battle": report.result.winner is not None and not after.has_won(report, roster),
        "territories": _territory_worth(after, report, roster),
    }


def _territory_worth(after: AfterGame, report: Report, roster: str) -> int:
    """Return the worth of the territories that its side holds once the battle counts.

    In a battle that was signed before, the holders at the first signature count.
    """
    side = after.campaign.roster(roster).side
    lands = {key: after.battle.territory_when_signed(key, land) for key, land in after.campaign.territories.items()}
    held = dict(territories_of(lands, side))
    land = lands.get(after.battle.territory)
    if land and report.result.winner:
        held.pop(after.battle.territory, None)
        if after.has_won(report, roster):
            held[after.battle.territory] = land
    return min(100, sum(one.reinforcements for one in held.values()))


class Revised(NamedTuple):
    """A report revised for another result or holder of the field, for `ReportEdited`."""

    result: Result
    held_field: str
    changes: tuple[UnitChange, ...]
    needs: tuple[ReportNeed, ...]
    figures: dict[str, int]


def revise(after: AfterGame, report: Report, result: Result | None = None, held: str | None = None) -> Revised:
    """Return the report with another result or holder of the field.

    Experience and figures follow the result; the dice are read by the holder. Until dice are rolled, the field
    follows the winner, unless a player has named its holder.
    """
    now = result or report.result
    follows = result is not None and not report.read and not any(edit.held for edit in report.edits)
    field = held if held is not None else field_holder(after, now) if follows else report.held_field
    old, new = proposal(after, report.result, report.held_field), proposal(after, now, field)
    changes: list[UnitChange] = []
    for one in new.changes:  # with the players' edits, and the difference in experience
        change, before = report.change(one.unit), old.change(one.unit)
        edited = {name: value for name, value in change if value != getattr(before, name)}
        edited["experience"] = change.experience + one.experience - before.experience
        revised = one.model_copy(update=edited)
        if revised != change:
            changes.append(revised)
    return Revised(now, field, tuple(changes), new.needs, new.figures if result else report.figures)
