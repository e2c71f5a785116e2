"""A recruit in the place of a single figure that was lost, and when there is none."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from rules.campaign.arbitrator_events import FiguresGranted, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, UnitFielded
from rules.campaign.fold import without_entry
from rules.campaign.people_events import CampaignEnded, CampaignRulingSet
from rules.campaign.reinforcements import Replaced, is_replaceable, make_recruit
from rules.campaign.report_events import ReportEdited, ReportReopened
from rules.campaign.roster_events import UnitEnlisted
from tests.rules.campaign.played import (
    ANN,
    BOB,
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

COMES = Replaced(unit="a3", recruit="a9", name="Squad new")


def bereft() -> Record:
    """Ann has lost a squad, and two of those who are alone; she may place two figures."""
    record = new_campaign()
    for id in ("a3", "a4"):
        record.add(ANN, UnitEnlisted(unit=squad(id, "ra", 1, experience=5), system="fubar"))
    record.add(ANN, FiguresGranted(roster="ra", figures=2))
    for id in ("a1", "a3", "a4"):
        record.add(ANN, UnitStatusSet(unit=id, status="lost"))
    return record


def test_a_recruit_has_none_of_the_experience_of_the_lost_one() -> None:
    record = bereft()
    record.add(ANN, COMES)
    recruit = record.campaign.units["a9"]
    assert (recruit.name, recruit.type, recruit.models, recruit.experience) == ("Squad new", "squad", 1, 0)
    assert record.campaign.rosters["ra"].figures == 1
    lost = record.campaign.units["a3"]
    assert lost.is_gone
    assert (lost.history[-1].key, lost.history[-1].values) == ("replaced", {"by": "Squad new"})
    assert (recruit.history[-1].key, recruit.history[-1].values) == ("replaces", {"lost": "Squad a3"})


def test_a_recruit_is_unhurt() -> None:
    assert make_recruit("a9", "New", squad("a3", "ra", 1, hp=(2,))).hp == ()


def test_one_comes_for_each_that_is_lost_and_only_for_single_figures() -> None:
    record = bereft()
    no_place = "is not a lost single figure"
    expect_refusal(no_place, lambda: record.add(ANN, Replaced(unit="a1", recruit="a9", name="New")))
    record.add(ANN, UnitEnlisted(unit=squad("a5", "ra", 1), system="fubar"))
    lost = squad("a6", "ra", 1, status="lost")
    assert [is_replaceable(one) for one in (lost, lost.with_changes(dismissed=True))] == [True, False]
    for fit in ("a2", "a5"):
        expect_refusal(no_place, lambda fit=fit: record.add(ANN, Replaced(unit=fit, recruit="a9", name="New")))
    record.add(ANN, COMES)
    expect_refusal(no_place, lambda: record.add(ANN, Replaced(unit="a3", recruit="a10", name="Newer")))


def test_a_replacement_needs_the_owner_a_free_name_and_figures() -> None:
    record = bereft()
    expect_refusal("is not your", lambda: record.add(BOB, COMES))
    expect_refusal(
        "This roster already has a unit named Squad a2. Choose another name",
        lambda: record.add(ANN, Replaced(unit="a3", recruit="a9", name="Squad a2")),
    )
    expect_refusal(
        "is already in this campaign", lambda: record.add(ANN, Replaced(unit="a3", recruit="a2", name="New"))
    )
    record.add(ANN, FiguresGranted(roster="ra", figures=-2))
    expect_refusal("no figures left to place", lambda: record.add(ANN, COMES))


def test_no_roster_grows_past_its_cap_by_recruits() -> None:
    record = bereft()
    record.add(ANN, CampaignRulingSet(name="unit_cap", value=1))
    expect_refusal(
        "A roster of this campaign can have at most 1 units. Dismiss one first", lambda: record.add(ANN, COMES)
    )


def test_the_figure_is_back_when_it_is_undone() -> None:
    record = bereft()
    entry = record.add(ANN, COMES)
    before = without_entry(record.entries, entry.number, ANN)
    assert "a9" not in before.units
    assert (before.rosters["ra"].figures, before.units["a3"].replaced) == (2, False)


def test_a_file_cannot_bring_one_without_a_name() -> None:
    with pytest.raises(ValidationError):
        Replaced(unit="a3", recruit="a9", name="")


def test_a_figure_is_not_replaced_in_a_battle_since_its_loss_by_a_correction() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra", 1), system="fubar"))
    fight(record, units=("a3", "b1"))
    report_battle(record, change("a3"))
    sign(record)
    record.add(ANN, BattleBegun(battle="x", game="game-x", sides=SIDES))
    record.add(ANN, UnitFielded(battle="x", unit="a3", game_unit="u"))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(BOB, ReportEdited(battle="b", changes=(change("a3", models=-1),)))
    sign(record)
    record.add(ANN, FiguresGranted(roster="ra", figures=1))
    assert record.campaign.units["a3"].status == "lost"
    expect_refusal("is in a battle: end it and sign its report first", lambda: record.add(ANN, COMES))
    record.add(ANN, BattleCalledOff(battle="x"))
    record.add(ANN, COMES)


def test_the_last_figure_that_may_be_placed_is_gone_with_the_recruit_and_none_comes_when_it_is_over() -> None:
    record = bereft()
    record.add(ANN, FiguresGranted(roster="ra", figures=-1))
    over = CampaignEnded().apply(record.campaign, ANN)
    expect_refusal("This campaign is over", lambda: COMES.check(over, ANN))
    record.add(ANN, COMES)
    assert record.campaign.rosters["ra"].figures == 0
