"""An undone entry leaves no trace, if all later ones were possible without it; its dice are reused in order."""

from __future__ import annotations

import pytest

from rules.campaign.arbitrator_events import FiguresGranted
from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.fold import BadCampaignEntry, play_back, verify_entries, without_entry
from rules.campaign.people_events import ArbitratorNamed, CampaignEnded, PlayerJoined, RosterHandedOver
from rules.campaign.report import ReportNeed
from rules.campaign.report_events import AftermathRolled, ReportDecided, ReportEdited, ReportSigned
from rules.campaign.roster_events import LevelChosen, Reinforced, UnitEnlisted, UnitRenamed
from rules.kernel.errors import RuleError
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


def undo(record: Record, number: int, by: str) -> Campaign:
    """The campaign once an entry is undone; the record has a line more."""
    without = without_entry(record.entries, number, by)
    entry = record.entries[-1].model_copy(
        update={"number": record.campaign.number + 1, "by": by, "events": (), "undoes": number}
    )
    record.entries.append(entry)
    record.campaign = play_back(record.entries)
    assert record.campaign.units == without.units
    assert unread(record.campaign) == unread(without)
    return record.campaign


def unread(campaign: Campaign) -> list[Battle]:
    """Return the battles without the versions of their reports."""
    return [one.with_changes(last_version=0).with_new_version() for one in campaign.battles.values()]


def test_a_new_name_taken_back() -> None:
    record = new_campaign()
    before = record.campaign.units
    entry = record.add(BOB, UnitRenamed(unit="b1", name="Old guard"))
    record.add(ANN, UnitRenamed(unit="a1", name="Others"))
    after = undo(record, entry.number, BOB)
    assert after.units["b1"] == before["b1"]
    assert after.units["a1"].name == "Others"
    assert (after.number, after.undone) == (entry.number + 2, (entry.number,))


def test_an_entry_that_others_depend_on_cannot_be_undone() -> None:
    record = new_campaign()
    entry = record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    record.add(BOB, UnitRenamed(unit="b3", name="Third"))
    with pytest.raises(RuleError, match="Entry 9 depends on it: undo entry 9 first"):
        without_entry(record.entries, entry.number, BOB)


def test_only_by_its_issuer_or_the_arbitrator() -> None:
    record = new_campaign()
    mine = record.add(ANN, UnitRenamed(unit="a1", name="Mine"))
    with pytest.raises(RuleError, match="or the arbitrator"):
        without_entry(record.entries, mine.number, BOB)
    bobs = record.add(BOB, UnitRenamed(unit="b1", name="His"))
    undo(record, bobs.number, ANN)
    with pytest.raises(RuleError, match="is already undone"):
        without_entry(record.entries, bobs.number, ANN)


def test_signatures_are_not_undone() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    sign(record)
    with pytest.raises(RuleError, match="cannot be undone"):
        without_entry(record.entries, record.campaign.number, ANN)
    with pytest.raises(RuleError, match="no entry 99"):
        without_entry(record.entries, 99, ANN)


def test_a_record_in_which_a_signature_is_undone_is_no_record_of_ours() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    sign(record)
    last = record.entries[-1]
    forged = last.model_copy(update={"number": last.number + 1, "events": (), "undoes": last.number})
    with pytest.raises(BadCampaignEntry, match="cannot be undone"):
        verify_entries([*record.entries, forged])


def roll_all(record: Record) -> int:
    fight(record)
    report_battle(record, change("a1", models=-2), needs=(ReportNeed(key="n", unit="a1", action="recovery"),))
    outcome = {"back": 1, "recovering": 0, "lost": 1}
    event = AftermathRolled(battle="b", need="n", outcome=outcome, change=change("a1", models=-1), faces=(6, 1))
    return record.add(ANN, event).number


def test_dice_undone_before_the_signatures_come_again() -> None:
    record = new_campaign()
    after = undo(record, roll_all(record), ANN)
    battle = after.battles["b"]
    assert battle.report is not None
    assert [need.key for need in battle.report.open] == ["n"]
    assert after.returned == {"n": (6, 1)}


def test_dice_are_not_undone_once_it_is_signed() -> None:
    record = new_campaign()
    number = roll_all(record)
    sign(record)
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, number, ANN)


def test_a_game_that_goes_on_is_no_second_chance_for_dice() -> None:
    record = new_campaign()
    roll_all(record)
    record.add(ANN, BattleEnded(battle="b", over=False))
    assert record.campaign.returned == {"n": (6, 1)}


def test_a_unit_is_not_taken_out_of_a_battle_by_an_undo() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="b", game="g", sides=SIDES))
    entry = record.add(BOB, UnitFielded(battle="b", unit="b1", game_unit="u"))
    with pytest.raises(RuleError, match="cannot be undone"):
        without_entry(record.entries, entry.number, BOB)
    gone = record.add(BOB, UnitWithdrawn(battle="b", unit="b1"))
    with pytest.raises(RuleError, match="cannot be undone"):
        without_entry(record.entries, gone.number, BOB)


def test_undoing_an_edit_brings_no_version_back_that_a_player_has_read() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    fair = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-3),)))
    read = version(record)
    record.campaign = campaign_without(record, fair.number, BOB)
    record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-8),)))
    assert version(record) > read
    with pytest.raises(RuleError, match="has changed since you read it"):
        record.add(ANN, ReportSigned(battle="b", roster="ra", player=ANN, version=read))


def version(record: Record) -> int:
    report = record.campaign.battles["b"].report
    assert report is not None
    return report.version


def campaign_without(record: Record, number: int, by: str) -> Campaign:
    """Return the campaign with an entry undone, without the versions of reports."""
    without_entry(record.entries, number, by)
    last = record.entries[-1]
    more = {"number": record.campaign.number + 1, "by": by, "events": (), "undoes": number}
    record.entries.append(last.model_copy(update=more))
    return play_back(record.entries)


def test_an_undo_takes_no_line_from_under_a_signature() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    first = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-3),)))
    record.add(ANN, ReportEdited(battle="b", changes=(change("b1", models=-2),)))
    other = record.add(ANN, UnitRenamed(unit="a2", name="Others"))
    record.campaign = campaign_without(record, other.number, ANN)
    record.add(ANN, ReportSigned(battle="b", roster="ra", player=ANN, version=version(record)))
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, first.number, BOB)
    verify_entries(record.entries)


def test_a_change_that_a_signed_report_does_not_mention_can_be_undone() -> None:
    record = new_campaign()
    other = record.add(ANN, UnitRenamed(unit="a2", name="Others"))
    fight(record)
    report_battle(record, change("a1", models=-4))
    sign(record)
    assert undo(record, other.number, ANN).units["a2"].name == "Squad a2"


def test_a_signature_after_an_undone_edit_depends_on_the_later_edit() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    gone = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-3),)))
    record.campaign = campaign_without(record, gone.number, BOB)
    kept = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-2),)))
    record.add(ANN, ReportSigned(battle="b", roster="ra", player=ANN, version=version(record)))
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, kept.number, BOB)
    assert verify_entries(record.entries) == record.campaign


def test_a_choice_cannot_be_undone_after_the_unit_has_fought_with_it() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "rb", experience=4), system="fubar"))
    entry = record.add(BOB, LevelChosen(unit="v", level=1, trait="wpn", options=("wpn", "trn")))
    fight(record, units=("a1", "v"))
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, entry.number, BOB)


def test_recruits_stay_once_they_have_fought() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "rb", 4, full=8, experience=4), system="fubar"))
    record.add(ANN, FiguresGranted(roster="rb", figures=4))
    entry = record.add(BOB, Reinforced(unit="v", figures=4))
    record.add(BOB, UnitRenamed(unit="v", name="Veterans"))
    fight(record, units=("a1", "v"))
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, entry.number, BOB)


def test_a_former_arbitrator_undoes_no_decision() -> None:
    record = new_campaign()
    entry = record.add(ANN, FiguresGranted(roster="rb", figures=4))
    handed = record.add(ANN, ArbitratorNamed(player=BOB))
    for number, said in ((entry.number, "or the arbitrator"), (handed.number, "cannot be undone")):
        with pytest.raises(RuleError, match=said):
            without_entry(record.entries, number, ANN)


def test_a_player_who_handed_a_roster_over_undoes_nothing_in_it() -> None:
    record = new_campaign()
    entry = record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    handed = record.add(BOB, RosterHandedOver(roster="rb", player=EVE))
    for number, said in ((entry.number, "or the arbitrator"), (handed.number, "cannot be undone")):
        with pytest.raises(RuleError, match=said):
            without_entry(record.entries, number, BOB)


def test_nothing_is_undone_once_the_campaign_is_over() -> None:
    record = new_campaign()
    entry = record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    record.add(ANN, CampaignEnded())
    with pytest.raises(RuleError, match="This campaign is over"):
        without_entry(record.entries, entry.number, BOB)


def test_a_decision_holds_for_the_report_that_was_decided() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re", side="green"))
    record.add(ANN, ArbitratorNamed(player=EVE))
    other = record.add(ANN, UnitRenamed(unit="a2", name="Others"))
    fight(record)
    report_battle(record, change("a1", models=-4))
    edit = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-3),)))
    record.add(EVE, ReportDecided(battle="b", version=version(record)))
    with pytest.raises(RuleError, match="depends on it"):
        without_entry(record.entries, edit.number, BOB)
    assert undo(record, other.number, EVE).units["a2"].name == "Squad a2"


def test_a_decision_is_made_by_the_present_arbitrator_also_where_the_report_is_the_same() -> None:
    decided, other = new_campaign(), new_campaign()
    for record in (decided, other):
        record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re", side="green"))
    decided.add(ANN, ArbitratorNamed(player=EVE))
    for record in (decided, other):
        fight(record)
        report_battle(record, change("a1", models=-4))
    decision = ReportDecided(battle="b", version=version(decided))
    assert decision.applies_to(decided.campaign, decided.campaign, EVE)
    assert not decision.applies_to(other.campaign, decided.campaign, EVE)


def test_a_former_arbitrator_undoes_no_grant_to_their_own_roster() -> None:
    record = new_campaign()
    entry = record.add(ANN, FiguresGranted(roster="ra", figures=4))
    record.add(ANN, ArbitratorNamed(player=BOB))
    with pytest.raises(RuleError, match="or the arbitrator"):
        without_entry(record.entries, entry.number, ANN)
    assert undo(record, entry.number, BOB).rosters["ra"].figures == 0


def hand_to_eve(record: Record) -> None:
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(BOB, RosterHandedOver(roster="rb", player=EVE))


def test_a_name_is_not_undone_by_the_player_who_handed_the_roster_over() -> None:
    record = new_campaign()
    entry = record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    hand_to_eve(record)
    with pytest.raises(RuleError, match="or the arbitrator"):
        without_entry(record.entries, entry.number, BOB)
    assert undo(record, entry.number, ANN).units["b1"].name == "Squad b1"


@for_each(("unit", "roster"), [("b1", ""), ("a1", "rb")])
def test_dice_are_not_undone_by_a_player_who_handed_the_roster_over(unit: str, roster: str) -> None:
    """The unit's own roster rolls, or the one named by the report: the enemy rolls for a kill."""
    record = new_campaign()
    fight(record)
    needs = (ReportNeed(key="n", unit=unit, action="recovery", roster=roster),)
    report_battle(record, change(unit, models=-1), needs=needs)
    event = AftermathRolled(battle="b", need="n", outcome={}, change=change(unit), faces=(6,), roster=roster)
    entry = record.add(BOB, event)
    assert without_entry(record.entries, entry.number, BOB).returned == {"n": (6,)}
    hand_to_eve(record)
    with pytest.raises(RuleError, match="or the arbitrator"):
        without_entry(record.entries, entry.number, BOB)


def test_an_undo_leaves_earlier_undone_entries_undone() -> None:
    record = new_campaign()
    first = record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    second = record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    undo(record, second.number, BOB)
    after = undo(record, first.number, BOB)
    assert "b3" not in after.units
    assert after.units["b1"].name == "Squad b1"


def test_a_name_from_before_a_battle_is_undone_though_its_unit_has_fought() -> None:
    """A unit keeps the name under which its enemies met it."""
    record = new_campaign()
    entry = record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    fight(record)
    assert undo(record, entry.number, BOB).units["b1"].name == "Squad b1"


def test_neither_an_undo_nor_an_entry_that_is_missing_is_undone() -> None:
    record = new_campaign()
    named = record.add(BOB, UnitRenamed(unit="b1", name="Old guard"))
    undo(record, named.number, BOB)
    done = record.entries[-1].number
    for number, words in (
        (named.number, f"Entry {named.number} is already undone, or is an undo"),
        (done, f"Entry {done} is already undone, or is an undo"),
        (done + 1, f"There is no entry {done + 1} in this campaign"),
    ):
        expect_refusal(words, lambda number=number: without_entry(record.entries, number, ANN))


def test_an_event_that_was_impossible_before_is_not_undone_by_an_undo() -> None:
    campaign = new_campaign().campaign
    gone = UnitRenamed(unit="a7", name="New")
    assert gone.applies_to(campaign, campaign, ANN)
    there = UnitRenamed(unit="a1", name="New")
    assert there.applies_to(campaign, campaign, ANN)
    assert not there.applies_to(Campaign(), campaign, ANN)
