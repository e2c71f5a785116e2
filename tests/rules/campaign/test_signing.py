"""Signing and deciding a report, the arbitrator's corrections, and reports that block the end."""

from __future__ import annotations

from rules.campaign.battle_events import BattleBegun, BattleEnded
from rules.campaign.people_events import ArbitratorNamed, CampaignEnded, MemberLeft, PlayerJoined, RosterHandedOver
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.report_events import ReportDecided, ReportEdited, ReportMade, ReportReopened, ReportSigned
from rules.campaign.roster_events import UnitEnlisted, UnitRested
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    SIDES,
    Record,
    change,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)


def test_an_arbitrator_who_has_not_fought_decides_for_those_who_are_gone() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-2))
    record.add(BOB, MemberLeft(player=BOB))
    expect_refusal("another arbitrator decides", lambda: record.add(ANN, ReportDecided(battle="b", version=1)))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, ArbitratorNamed(player=EVE))
    record.add(EVE, ReportDecided(battle="b", version=1))
    assert record.campaign.battles["b"].decided
    assert record.campaign.units["a1"].models == 6


def test_a_player_who_has_left_a_roster_since_the_report_still_signs() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    record.add(BOB, MemberLeft(player=BOB))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, RosterHandedOver(roster="rb", player=EVE))
    of_eve = ReportSigned(battle="b", roster="rb", player=EVE, version=1)
    expect_refusal("signs for it", lambda: record.add(EVE, of_eve))
    again = Report(result=Result(winner="ra", margin="minor"))  # made again, which changes nothing
    record.add(ANN, ReportMade(battle="b", game="game-b", report=again))
    signs = {"version": 2, "battle": "b"}
    expect_refusal("signs for it", lambda: record.add(EVE, ReportSigned(roster="rb", player=EVE, **signs)))
    record.add(BOB, ReportSigned(roster="rb", player=BOB, **signs))
    record.add(ANN, ReportSigned(roster="ra", player=ANN, **signs))
    assert record.campaign.battles["b"].stage == "settled"
    record.add(EVE, UnitRested(unit="b1"))


def test_an_arbitrator_who_fought_does_not_decide_under_any_leaders() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    fight(record)
    report_battle(record)
    record.add(ANN, RosterHandedOver(roster="ra", player=EVE))
    expect_refusal("another arbitrator decides", lambda: record.add(ANN, ReportDecided(battle="b", version=1)))
    record.add(BOB, MemberLeft(player=BOB))
    expect_refusal("another arbitrator decides", lambda: record.add(ANN, ReportDecided(battle="b", version=1)))
    record.add(ANN, ReportDecided(battle="b", version=1), format=1)
    assert record.campaign.battles["b"].decided, "what was decided before stays so"
    record.add(ANN, ReportReopened(battle="b"))
    expect_refusal("another arbitrator decides", lambda: record.add(ANN, ReportDecided(battle="b", version=2)))


def test_without_a_leader_of_the_other_roster_the_arbitrator_decides() -> None:
    record = new_campaign()
    record.add(BOB, MemberLeft(player=BOB))
    record.add(ANN, BattleBegun(battle="b", game="game-b", sides=SIDES))
    record.add(ANN, BattleEnded(battle="b"))
    record.add(ANN, ReportMade(battle="b", game="game-b", report=Report(result=Result())))
    record.add(ANN, ReportDecided(battle="b", version=1))
    assert record.campaign.battles["b"].decided


def test_a_correction_is_signed_by_those_who_lead_the_rosters_when_it_is_opened() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    sign(record)
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(BOB, RosterHandedOver(roster="rb", player=EVE))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(EVE, ReportSigned(battle="b", roster="rb", player=EVE, version=2))
    record.add(ANN, ReportSigned(battle="b", roster="ra", player=ANN, version=2))
    assert record.campaign.battles["b"].stage == "settled"


def edit(by: str, one: UnitChange, why: str = "") -> Record:
    """Return a report in which a1 lost three and w, five of eight, lost none, with one more edit."""
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("w", "ra", 5, full=8), system="fubar"))
    fight(record, units=("a1", "w", "b1"))
    report_battle(record, change("a1", models=-3, recovering=1), change("w"))
    record.add(by, ReportEdited(battle="b", changes=(one,), why=why))
    return record


@for_each(
    "past",
    [
        change("a1", models=-3, recovering=1, experience=5),
        change("a1", models=-3, recovering=4),
        change("w", models=1),
    ],
)
def test_edits_beyond_a_battle_need_the_arbitrator_and_a_reason(past: UnitChange) -> None:
    expect_refusal("Only the arbitrator", lambda: edit(BOB, past, "please"))
    expect_refusal("/campaign edit unit why", lambda: edit(ANN, past))
    report = edit(ANN, past, "found under the table").campaign.battles["b"].report
    assert report is not None
    assert report.edits[-1].why == "found under the table"


def test_a_unit_below_full_strength_regains_its_losses_and_no_more() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("w", "ra", 5, full=8), system="fubar"))
    fight(record, units=("w", "b1"))
    report_battle(record, change("w", models=-2))
    record.add(BOB, ReportEdited(battle="b", changes=(change("w", experience=4),)))
    expect_refusal(
        "Only the arbitrator", lambda: record.add(BOB, ReportEdited(battle="b", changes=(change("w", models=1),)))
    )


def test_a_campaign_does_not_end_over_a_report_that_was_opened_again() -> None:
    record = new_campaign()
    for battle in ("b", "c"):
        fight(record, battle)
        expect_refusal("Battle .* has no signed report", lambda: record.add(ANN, CampaignEnded()))
        report_battle(record, battle=battle)
        sign(record, battle)
    record.add(ANN, ReportReopened(battle="c"))
    expect_refusal("report of battle 2 was opened again", lambda: record.add(ANN, CampaignEnded()))
    sign(record, "c")
    record.add(ANN, CampaignEnded())
    assert record.campaign.over
