"""The report that a record proposes, in every system: the changes of each unit, and the dice needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data import CAMPAIGN, system_of
from data.files import honours
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded
from rules.campaign.battle_record import BattleRecord, UnitRecord, battle_record
from rules.campaign.campaign import BattleSide
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, PlayerJoined
from rules.campaign.proposals import (
    action_of_need,
    apply_needs,
    figures,
    open_needs,
    proposal,
    proposed_result,
    restore_dice,
    revise,
)
from rules.campaign.report import Report, ReportEdit, ReportNeed, Result
from rules.campaign.report_events import AftermathRolled, ReportEdited, ReportMade
from rules.campaign.roster import enlist_unit
from rules.campaign.roster_events import UnitEnlisted
from rules.campaign.territories import Territory
from rules.campaign.unit_changes import apply_outcome
from rules.command.verdict import Verdict
from rules.game.entry import Entry
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit, UnitSpec
from rules.kernel.facts import validate
from rules.kernel.resolve import resolve, ruleset_of
from rules.kernel.serialise import outcome_of
from rules.kernel.table import Given
from rules.kernel.text import NOTHING
from tests.bot.fought import SYSTEMS, entries_of
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, QUIET, Record, after_game, campaign_in_battle, expect_refusal, sign

NOBODY = Verdict(None, NOTHING, False)
_TOLD: dict[int, tuple[tuple[Entry, ...], BattleRecord]] = {}
"""The record of a battle, read once; its entries stay in memory, so that their id remains theirs."""


async def campaign_after_battle(system: str) -> tuple[Record, tuple[Entry, ...]]:
    """Return a campaign whose first battle was the battle of a system: Ann led Red, Bob Blue."""
    entries, record = await entries_of(system), Record()
    record.add(ANN, CampaignBegun(id="c", name="War", system=system, arbitrator=ANN, player="Ann"))
    for player, roster, side in ((ANN, "ra", "Red"), (BOB, "rb", "Blue")):
        record.add(player, PlayerJoined(player=player, name=roster, roster=roster, side=side))
    sides = (BattleSide(roster="ra", side="Red"), BattleSide(roster="rb", side="Blue"))
    record.add(ANN, BattleBegun(battle="b", game="g", sides=sides))
    for unit in {e.unit.id: e.unit for entry in entries for e in entry.events if isinstance(e, UnitPlaced)}.values():
        spec = UnitSpec(name=unit.name, models=unit.starting, weapons=unit.weapons, profile=unit.profile)
        by, roster = (ANN, "ra") if unit.side == "Red" else (BOB, "rb")
        record.add(by, UnitEnlisted(unit=enlist_unit(f"c-{unit.id}", roster, spec), system=system))
        record.add(by, UnitFielded(battle="b", unit=f"c-{unit.id}", game_unit=unit.id))
    record.add(ANN, BattleEnded(battle="b"))
    return record, entries


def after(record: Record, entries: tuple[Entry, ...], verdict: Verdict = NOBODY) -> AfterGame:
    campaign, system = record.campaign, system_of(record.campaign.system)
    _, told = _TOLD.get(id(entries)) or _TOLD.setdefault(id(entries), (entries, battle_record(entries, system)))
    return AfterGame(campaign, campaign.battles["b"], told, system, CAMPAIGN, honours(), verdict, entries)


def outcome_with_face(need: ReportNeed, system: str, face: int) -> tuple[dict[str, Any], int]:
    """Return the outcome if all dice of a report show one face, and their number."""
    of = CAMPAIGN if need.of == "campaign" else system_of(system)
    action, dice = of.actions[need.action], Given((face,) * 100)
    return outcome_of(resolve(of, action, validate(action.facts, need.facts), ruleset_of(of), dice)), dice.at


def roll_all(record: Record, entries: tuple[Entry, ...], face: int, whole: bool = False) -> None:
    """All dice of a report; with `whole` all of their faces are in the record."""
    while (report := the_report(record)).open:
        need, now = report.open[0], after(record, entries)
        outcome, dice = outcome_with_face(need, record.campaign.system, face)
        by = record.campaign.rosters[record.campaign.units[need.unit].roster].player or ANN
        change, faces = apply_outcome(now, report, need, outcome), (face,) * (dice if whole else 1)
        record.add(by, AftermathRolled(battle="b", need=need.key, outcome=outcome, change=change, faces=faces))


def the_report(record: Record) -> Report:
    report = record.campaign.battles["b"].report
    assert report is not None
    return report


def by_name(record: Record) -> dict[str, Any]:
    return {unit.name: unit for unit in record.campaign.units.values()}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("face", [1, 3, 6])
async def test_from_battle_to_roster_in_every_system(system: str, face: int) -> None:
    record, entries = await campaign_after_battle(system)
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    before = record.campaign.units
    roll_all(record, entries, face)
    assert record.campaign.units == before
    sign(record)
    assert record.campaign.battles["b"].stage == "settled"
    for unit in record.campaign.units.values():
        assert 0 <= unit.models <= unit.full
        assert (unit.models + unit.recovering == 0) == (unit.status == "lost" and unit.models == 0)
        assert unit.experience <= 4
    assert all(change.lines or not change.taken for change in the_report(record).changes)


async def test_figures_come_back_recover_or_are_lost() -> None:
    record, entries = await campaign_after_battle("fubar")
    report = proposal(after(record, entries))
    assert report.result == Result(winner="ra", margin="minor", why="named")
    needs = {need.unit: need for need in report.needs}
    militia = next(unit for unit in record.campaign.units.values() if unit.name == "Militia")
    assert needs[militia.id].facts == {"lost": 6, "held_field": False, "medic": False}
    outcome = {"back": 2, "recovering": 1, "lost": 3}
    change = apply_outcome(after(record, entries), report, needs[militia.id], outcome)
    assert (change.models, change.recovering) == (-4, 1)


async def test_experience_is_earned_and_every_line_has_its_entries() -> None:
    record, entries = await campaign_after_battle("fubar")
    report = proposal(after(record, entries))
    marines = next(unit for unit in record.campaign.units.values() if unit.name == "Marines")
    change = report.change(marines.id)
    assert change.experience == 3  # fought, caused losses, won
    assert {line.key: line.entries for line in change.lines if line.key in ("given", "passed")} == {
        "given": (27, 31),
        "passed": (7, 25),
    }


async def test_first_blood_is_found_with_its_entry() -> None:
    record, entries = await campaign_after_battle("fubar")
    report = proposal(after(record, entries))
    section = next(unit for unit in record.campaign.units.values() if unit.name == "Regular section")
    assert [(one.key, one.entries) for one in report.change(section.id).honours] == [("first_blood", (14,))]
    [line] = [line for line in report.change(section.id).lines if line.key == "honour"]
    told = battle_record(entries, system_of("fubar"))
    assert (line.values["turn"], line.values["turn_called"]) == (told.turns[14], "turn")
    others = [change for change in report.changes if change.unit != section.id]
    assert not any(honour.key == "first_blood" for change in others for honour in change.honours)


async def test_bayonet_goes_by_its_own_fates() -> None:
    record, entries = await campaign_after_battle("bayonet")
    report = proposal(after(record, entries))
    units = by_name(record)
    severe, minor = report.change(units["Irregular 3"].id), report.change(units["GI 3"].id)
    assert [(one.key, one.modifier, one.battles) for one in severe.injuries] == [("severe", -3, 3)]
    assert severe.status == "captured"  # Red has won and holds the field
    assert [(one.key, one.modifier) for one in minor.injuries] == [("minor", -1)]
    assert (minor.status, minor.models) == (None, 0)
    unheld = proposal(after(record, entries), Result()).change(units["Irregular 3"].id)
    assert [line.key for line in unheld.lines if "captured" in line.key] == ["not_captured"]
    assert unheld.status is None


async def test_unrolled_fates_are_rolled_by_the_systems_own_action() -> None:
    record, entries = await campaign_after_battle("bayonet")
    earlier = tuple(entry for entry in entries if entry.number < 27)
    report = proposal(after(record, earlier), Result(winner="ra", margin="minor"))
    assert {(need.of, need.action, need.facts["downed"]) for need in report.needs} == {("bayonet", "afterwards", 1)}
    units = by_name(record)
    assert {need.unit for need in report.needs} == {units[name].id for name in ("GI 3", "Irregular 3")}
    record.add(ANN, ReportMade(battle="b", game="g", report=report))
    roll_all(record, earlier, 1)
    left = the_report(record)
    assert all("wiped_out" in {line.key for line in left.change(need.unit).lines} for need in report.needs)
    sign(record)
    assert {by_name(record)[name].status for name in ("GI 3", "Irregular 3")} == {"lost"}


async def test_a_living_medic_helps_the_fallen_of_its_side() -> None:
    record, entries = await campaign_after_battle("fubar")
    now = after(record, entries)
    medic = next(unit for unit in now.record.game.units.values() if unit.name == "HMG team")
    now.record.game.units[medic.id] = medic.model_copy(update={"medic": True})
    helped = {need.facts["medic"] for need in proposal(now).needs if need.action == "recovery"}
    assert helped == {True}  # Blue's: Red has no losses
    now.record.game.units[medic.id] = medic.model_copy(update={"medic": True, "models": 0})
    assert {need.facts["medic"] for need in proposal(now).needs if need.action == "recovery"} == {False}


async def test_a_vehicle_is_salvaged() -> None:
    record, entries = await campaign_after_battle("fubar")
    report = proposal(after(record, entries))
    record.add(ANN, ReportMade(battle="b", game="g", report=report))
    units = by_name(record)
    facts = {need.unit: need.facts for need in report.needs if need.action == "salvage"}
    assert facts == {
        units["IFV"].id: {"state": "disabled", "held_field": True},
        units["Technical"].id: {"state": "disabled", "held_field": False},
    }
    roll_all(record, entries, 2)
    sign(record)
    ifv, technical = by_name(record)["IFV"], by_name(record)["Technical"]
    assert (ifv.status, technical.status, technical.misses) == ("fit", "recovering", 1)


async def test_the_winning_rule_decides_about_a_major_victory() -> None:
    record, entries = await campaign_after_battle("fubar")
    won = Verdict("Red", NOTHING, True)
    assert proposal(after(record, entries, won)).result.margin == "major"
    assert proposal(after(record, entries, Verdict("Blue", NOTHING, True))).result.margin == "minor"


async def test_another_result_moves_experience_and_figures() -> None:
    record, entries = await campaign_after_battle("fubar")
    report = proposal(after(record, entries))
    assert report.figures == {"ra": 3, "rb": 5}
    record.add(ANN, ReportMade(battle="b", game="g", report=report))
    found = revise(after(record, entries), report, Result(winner="rb", margin="major"))
    assert found.figures == {"ra": 5, "rb": 3}
    assert {change.experience - report.change(change.unit).experience for change in found.changes} <= {-1, 1}
    record.add(BOB, ReportEdited(battle="b", **found._asdict()))
    assert the_report(record).figures == found.figures
    assert the_report(record).result.winner == "rb"


async def test_a_new_report_is_no_second_chance() -> None:
    record, entries = await campaign_after_battle("fubar")
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    roll_all(record, entries, 1)
    again = proposal(after(record, entries))
    assert again.open == ()
    assert again.changes == the_report(record).changes
    fewer = tuple(entry for entry in entries if entry.number < 27)
    made = proposal(after(record, fewer))
    assert made.open  # other numbers: rolled again, with the faces on the table
    record.add(ANN, ReportMade(battle="b", game="g", report=made))
    assert {need.key for need in made.open} <= set(record.campaign.returned)


# Who held the field


async def test_the_field_follows_the_winner_while_no_dice_are_rolled() -> None:
    record, entries = await campaign_after_battle("fubar")
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    assert the_report(record).held_field == "Red"
    found = revise(after(record, entries), the_report(record), Result(winner="rb", margin="minor"))
    record.add(BOB, ReportEdited(battle="b", **found._asdict()))
    assert the_report(record).held_field == "Blue"
    assert {need.facts["held_field"] for need in the_report(record).needs if _of(record, need) == "rb"} == {True}
    found = revise(after(record, entries), the_report(record), None, "Red")
    record.add(BOB, ReportEdited(battle="b", changes=found.changes, needs=found.needs, held_field="Red"))
    assert the_report(record).edits[-1].held == ("Blue", "Red")
    found = revise(after(record, entries), the_report(record), Result())
    assert found.held_field == "Red", "what somebody has said stays"


def _of(record: Record, need: ReportNeed) -> str:
    return record.campaign.units[need.unit].roster


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("face", [1, 3, 6])
async def test_dice_that_were_rolled_are_read_again_by_another_holder(system: str, face: int) -> None:
    """The result is the same as if the holder had been set before the roll, and nothing is rolled again."""
    record, entries = await campaign_after_battle(system)
    entries = tuple(entry for entry in entries if system != "bayonet" or entry.number < 27)
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    roll_all(record, entries, face, whole=True)
    other, _ = await campaign_after_battle(system)
    first = revise(after(other, entries), proposal(after(other, entries)), None, "Blue")
    report = proposal(after(other, entries), held_field=first.held_field)
    other.add(ANN, ReportMade(battle="b", game="g", report=report))
    roll_all(other, entries, face, whole=True)
    for roster in ("Blue", "Red", "", "Blue"):
        if roster != the_report(record).held_field:
            found = revise(after(record, entries), the_report(record), None, roster)
            event = ReportEdited(battle="b", changes=found.changes, needs=found.needs, held_field=roster)
            record.add(BOB, event)
    assert the_report(record).open == ()
    assert the_report(record).changes == the_report(other).changes


async def test_edits_by_hand_stay_when_dice_are_read_again() -> None:
    record, entries = await campaign_after_battle("fubar")
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    roll_all(record, entries, 2, whole=True)
    militia = by_name(record)["Militia"].id
    old = the_report(record).change(militia)
    record.add(BOB, ReportEdited(battle="b", changes=(old.model_copy(update={"models": -1}),)))
    found = revise(after(record, entries), the_report(record), None, "Blue")
    record.add(BOB, ReportEdited(battle="b", changes=found.changes, needs=found.needs, held_field="Blue"))
    now = the_report(record).change(militia)
    assert (now.models, now.recovering, old.recovering) == (-1, 6, 0)


async def test_dice_are_read_and_never_changed() -> None:
    record, entries = await campaign_after_battle("fubar")
    record.add(ANN, ReportMade(battle="b", game="g", report=proposal(after(record, entries))))
    roll_all(record, entries, 2, whole=True)
    needs = the_report(record).needs
    better = (needs[0].model_copy(update={"faces": (6,) * len(needs[0].faces)}), *needs[1:])
    expect_refusal(
        "stay as they are", lambda: record.add(BOB, ReportEdited(battle="b", held_field="Blue", needs=better))
    )
    expect_refusal("a side in the battle", lambda: record.add(BOB, ReportEdited(battle="b", held_field="Green")))


# Small ones, without a battle that was played


def lies(markers: int = 2, **more: Any) -> AfterGame:
    """Battle b of Open Rebellion has ended with wound markers on a1, and two on a unit without a roster."""
    record = campaign_in_battle()
    for name, value in more.pop("rulings", {}).items():
        record.add(ANN, CampaignRulingSet(name=name, value=value))
    units = {
        id: Unit(id=id, name=id, side="Red", models=8, starting=8, states={"wounds": n} if n else {})
        for id, n in (("u-a1", markers), ("u-none", 2))
    }
    game = Game(number=40, units=units, rulings={"wound_kill": more.pop("wound_kill", "bang")})
    return after_game(record, "b", UnitRecord(**{**QUIET, **more}), "opreb", game)


def test_own_dice_are_still_own_when_they_are_read_again() -> None:
    was = ReportNeed(key="n", unit="a1", action="recovery", facts={"lost": 2}, outcome={"back": 0}, own=(4, 2))
    found = restore_dice(lies(0), was.model_copy(update={"outcome": None, "own": ()}), was)
    assert (found.faces, found.own, found.outcome) == ((), (4, 2), {"back": 0})


def test_dice_go_by_the_rulings_of_the_campaign_or_of_the_game() -> None:
    now = lies(rulings={"points_draw": 4})
    [need] = open_needs(now)
    assert action_of_need(now, need).rulings == {"wound_kill": "bang"}
    assert action_of_need(now, need.model_copy(update={"of": "campaign"})).rulings == {"points_draw": 4}


def test_dice_are_read_again_only_if_they_are_as_many_as_it_takes() -> None:
    now = lies(0)
    facts = {"lost": 2, "held_field": False, "medic": False}
    need = ReportNeed(key="n", unit="a1", action="recovery", facts={**facts, "held_field": True})
    for faces, read_again in (((4, 2), True), ((4,), False), ((4, 2, 6), False)):
        was = ReportNeed(key="n", unit="a1", action="recovery", facts=facts, outcome={"back": 0}, faces=faces)
        found = restore_dice(now, need, was)
        assert found.outcome == ({"back": 1, "recovering": 1, "lost": 0} if read_again else None)
        own = restore_dice(now, need, was.model_copy(update={"faces": (), "own": faces}))
        assert (own.outcome, own.own) == (found.outcome, faces if read_again else ())
    assert restore_dice(now, need.model_copy(update={"facts": {**facts, "lost": 3}}), was).outcome is None


@for_each(
    ("winner", "expected"),
    [
        ("ra", {"ra": 3 + 1 + 2, "rb": 3 + 2 + 99}),
        (None, {"ra": 3 + 1, "rb": 3 + 100}),
        ("rb", {"ra": 6, "rb": 103}),
    ],
)
def test_territories_are_worth_figures_as_they_are_held_once_the_battle_counts(
    winner: str | None, expected: dict[str, int]
) -> None:
    """Red holds the ford and Blue the rest, worth 101 together; they fight for the hill, and 100 is the maximum."""
    now = lies(0)
    blue = {"hill": 2, "wood": 20, "farm": 20, "mill": 20, "mine": 20, "lake": 19}
    lands = {key: Territory(name=key, holder="blue", reinforcements=worth) for key, worth in blue.items()}
    lands["ford"] = Territory(name="ford", holder="red", reinforcements=1)
    now = replace(
        now, campaign=now.campaign.with_changes(territories=lands), battle=now.battle.with_changes(territory="hill")
    )
    result = Result(winner=winner, margin="minor" if winner else "draw")
    assert figures(now, Report(result=result)) == expected


def test_a_report_names_its_sources() -> None:
    """The last entry of the game, the experience limit of a battle, and the source of each roster's figures."""
    row = CAMPAIGN.tables.experience.model_copy(update={"most": 3})
    now = lies(0, rulings={"reinforcements": 5})
    tables = CAMPAIGN.tables.model_copy(update={"experience": row})
    report = proposal(replace(now, actions=replace(CAMPAIGN, tables=tables)), Result(winner="ra", margin="minor"))
    assert (report.upto, report.most) == (now.record.game.last_effect, 3)
    assert report.figures_from == {
        "ra": {"base": 5, "lost_battle": False, "territories": 0},
        "rb": {"base": 5, "lost_battle": True, "territories": 0},
    }


@for_each(("side", "winner"), [("Red", "ra"), ("Blue", "rb"), ("Green", None)])
def test_the_side_that_the_players_named_has_won(side: str, winner: str | None) -> None:
    now = lies(0)
    game = Game(number=40, over=True, winner=side)
    assert proposed_result(replace(now, record=now.record._replace(game=game))).winner == winner


@for_each(("over", "margin"), [(True, "major"), (False, "minor")])
def test_if_the_players_named_no_side_the_leader_of_the_scenario_has_won(over: bool, margin: str) -> None:
    found = proposed_result(replace(lies(0), verdict=Verdict("Blue", NOTHING, over)))
    assert (found.winner, found.margin, found.why) == ("rb", margin, "ahead")


def test_dice_that_settle_nothing_leave_the_record_as_it_is() -> None:
    now = lies(0)
    need = ReportNeed(key="n", unit="a1", action="recovery", facts={"lost": 2}, outcome={"back": 0})
    assert apply_needs(now, [need]) is now


def test_a_report_made_again_keeps_the_stated_holder_of_the_field() -> None:
    now = lies(0, left=5)
    assert proposal(now, Result(winner="ra", margin="minor")).held_field == "Red"
    assert proposal(now, Result(winner="ra", margin="minor"), "Blue").held_field == "Blue"
    assert proposal(now, Result(winner="ra", margin="minor"), "").held_field == ""
    assert revise(now, proposal(now, Result(winner="ra", margin="minor"), "Blue")).held_field == "Blue"


def test_another_result_changes_the_proposals_and_leaves_edits() -> None:
    now = lies(0, left=5)
    report = proposal(now, Result(winner="ra", margin="minor"))
    edited = report.put(report.change("a1").model_copy(update={"models": -1, "experience": 4}))
    blue = Result(winner="rb", margin="minor")
    found = revise(now, edited, blue)
    assert (found.result, found.held_field, found.figures) == (blue, "Blue", {"ra": 5, "rb": 3})
    assert [(one.unit, one.models, one.experience) for one in found.changes] == [("a1", -1, 3)]
    assert [one.facts["held_field"] for one in found.needs] == [False]
    held = revise(now, report, None, "Blue")
    assert (held.result, held.held_field, held.figures, held.changes) == (report.result, "Blue", report.figures, ())
    by_hand = report.model_copy(update={"figures": {"ra": 9, "rb": 0}})
    assert revise(now, by_hand, None, "Blue").figures == {"ra": 9, "rb": 0}
    assert revise(now, report).held_field == "Red"
    said = report.model_copy(update={"edits": (ReportEdit(number=1, by=ANN, held=("", "Red")),)})
    rolled_for = report.model_copy(update={"needs": (report.needs[0].model_copy(update={"outcome": {}}),)})
    assert [revise(now, one, blue).held_field for one in (said, rolled_for)] == ["Red", "Red"]
