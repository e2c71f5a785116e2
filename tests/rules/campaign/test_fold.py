"""A campaign is the fold of its entries: nothing changes unsigned, and everything comes back from JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.campaign.campaign import Campaign
from rules.campaign.fold import FORMAT, AnyCampaignEvent, BadCampaignEntry, CampaignEntry, play_back, verify_entries
from rules.campaign.people_events import CampaignEnded, MemberLeft
from rules.campaign.report import ReportNeed
from rules.campaign.report_events import AftermathRolled, ReportDecided, ReportEdited, ReportReopened, ReportSigned
from rules.campaign.roster_events import UnitRenamed
from rules.campaign.standings import standings
from rules.kernel.errors import RuleError
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text
from tests.rules.campaign.long_war import long_war
from tests.rules.campaign.played import ANN, BOB, Record, change, fight, new_campaign, report_battle, sign
from tests.rules.stored import assert_stored_as_before


def test_nothing_changes_before_the_last_signature() -> None:
    record = new_campaign()
    fight(record)
    before = record.campaign.units
    report_battle(record, change("a1", models=-2, experience=3), change("b1", models=-8), figures={"rb": 5})
    assert record.campaign.units == before
    sign(record)
    a1, b1 = record.campaign.units["a1"], record.campaign.units["b1"]
    assert (a1.models, a1.experience, a1.level, a1.status) == (6, 3, 0, "fit")
    assert (b1.models, b1.status) == (0, "lost")
    assert record.campaign.rosters["rb"].figures == 5
    assert [deed.key for deed in a1.history] == ["enlisted", "fought"]


def test_a_record_comes_back_from_json() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-2, experience=3))
    sign(record)
    kept = [entry.model_dump_json() for entry in record.entries]
    again = [CampaignEntry.model_validate_json(one) for one in kept]
    assert play_back(again) == verify_entries(again) == record.campaign
    assert Campaign.model_validate_json(record.campaign.model_dump_json()) == record.campaign


def test_a_record_that_was_tampered_with_is_refused() -> None:
    record = new_campaign()
    renamed = record.add(BOB, UnitRenamed(unit="b1", name="Old guard"))
    forged = [*record.entries[:-1], renamed.model_copy(update={"by": "3"})]
    with pytest.raises(
        BadCampaignEntry,
        match="entry 8 does not fit those before it: Bob is not your roster",
    ):
        verify_entries(forged)
    with pytest.raises(BadCampaignEntry, match="entry 3 does not fit"):
        verify_entries([*record.entries[:1], *record.entries[2:]])


def test_an_entry_that_cannot_follow_is_named() -> None:
    record = new_campaign()
    record.add(ANN, UnitRenamed(unit="a1", name="First"))
    with pytest.raises(BadCampaignEntry, match="entry 8 "):
        play_back([record.entries[0], record.entries[-1]])


def test_the_rolls_of_an_entry_are_those_of_all_its_plays() -> None:
    one, two, three = (
        RecordedRoll(key=key, label=Text("dice"), by="unit", sides=6, faces=(1,), source="bot") for key in "abc"
    )
    plays = [Play(action="recovery", facts={}, throws=throws) for throws in ((one, two), (), (three,))]
    assert new_campaign().add(ANN, UnitRenamed(unit="a1", name="First"), plays=plays).rolls == [one, two, three]


def test_a_long_war_is_played_back_entry_by_entry() -> None:
    record = long_war()
    folded = play_back(record.entries)
    assert folded == record.campaign
    assert folded.number == len(record.entries)
    assert standings(folded)[0].points == 60


def test_a_record_of_before_is_taken_in_as_it_was() -> None:
    """Former versions allowed more: too much experience, an arbitrator who fought, an early end."""
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-3, recovering=2))
    record.add(BOB, ReportEdited(battle="b", changes=(change("b1", experience=9),)), format=1)
    sign(record)
    fight(record, "c", ("a2", "b2"))
    report_battle(record, battle="c")
    record.add(BOB, MemberLeft(player=BOB))
    record.add(ANN, ReportDecided(battle="c", version=1), format=1)
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, CampaignEnded(), format=1)
    assert verify_entries(record.entries) == record.campaign
    today = [one.model_copy(update={"format": FORMAT}) for one in record.entries]
    with pytest.raises(BadCampaignEntry, match="Only the arbitrator"):
        verify_entries(today)


# Versions of a report


def record_without(record: Record, number: int, by: str) -> None:
    """Return the record with an undo of an entry."""
    last = record.entries[-1]
    more = {"number": record.campaign.number + 1, "by": by, "events": (), "undoes": number}
    record.entries.append(last.model_copy(update=more))
    record.campaign = play_back(record.entries)


def version(record: Record) -> int:
    report = record.campaign.battles["b"].report
    assert report is not None
    return report.version


def test_the_version_of_an_edit_that_was_undone_is_never_given_again() -> None:
    """Otherwise a player who has read the edit would sign the report without it."""
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    edit = record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-1),)))
    seen = [1, version(record)]
    record_without(record, edit.number, BOB)
    assert version(record) not in seen
    with pytest.raises(RuleError, match="has changed since you read it"):
        record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=seen[-1]))
    record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=version(record)))
    assert record.campaign.battles["b"].signed == {"rb": BOB}


def test_the_version_of_a_report_that_was_undone_is_never_given_again() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    seen = {version(record)}
    for models in (-3, -2, -1):
        report_battle(record, change("a1", models=models))
        assert version(record) not in seen
        seen.add(version(record))
        record_without(record, record.campaign.number, BOB)
        assert version(record) not in seen
        seen.add(version(record))


def test_dice_that_were_undone_make_a_version_of_their_own() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-2), needs=(ReportNeed(key="n", unit="a1", action="recovery"),))
    outcome = {"back": 1, "recovering": 0, "lost": 1}
    thrown = AftermathRolled(battle="b", need="n", outcome=outcome, change=change("a1", models=-1), faces=(6, 1))
    number, seen = record.add(ANN, thrown).number, {1, version(record)}
    record_without(record, number, ANN)
    assert version(record) not in seen
    seen.add(version(record))
    record.add(ANN, thrown)
    assert version(record) not in seen


# The result of an undo


def throws(record: Record, **faces: tuple[int, ...]) -> list[int]:
    """Roll the dice of a report for a1 and for b1; return the numbers of the entries."""
    fight(record)
    needs = tuple(ReportNeed(key=unit, unit=unit, action="recovery") for unit in ("a1", "b1"))
    report_battle(record, change("a1", models=-1), change("b1", models=-1), needs=needs)
    numbers: list[int] = []
    for by, unit in ((ANN, "a1"), (BOB, "b1")):
        made = {"battle": "b", "need": unit, "outcome": {"back": 1}, "change": change(unit), **faces}
        numbers.append(record.add(by, AftermathRolled.model_validate(made)).number)
    return numbers


def test_all_dice_that_were_undone_wait_to_be_drawn_again() -> None:
    record = new_campaign()
    for number in reversed(throws(record, faces=(6, 1))):
        record_without(record, number, ANN)
    assert record.campaign.returned == {"a1": (6, 1), "b1": (6, 1)}
    assert record.campaign.kept == {}


def test_the_own_dice_of_players_lie_there_when_they_are_undone_and_the_bot_has_none_of_them() -> None:
    record = new_campaign()
    for number in reversed(throws(record, own=(2, 3))):
        record_without(record, number, ANN)
    assert record.campaign.kept == {"a1": (2, 3), "b1": (2, 3)}
    assert record.campaign.returned == {}


def test_every_undo_counts_its_version_and_is_remembered() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-4))
    numbers = [
        record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=models),))).number for models in (-3, -2)
    ]
    for number in reversed(numbers):
        record_without(record, number, BOB)
    assert record.campaign.undone == tuple(reversed(numbers))
    assert version(record) == 5, "the report, two edits, two undos"


def test_an_undo_of_an_entry_not_at_hand_is_accepted_as_a_line() -> None:
    """A reader of later entries only does not have the undone entry."""
    record = new_campaign()
    before, edit = record.campaign, record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    after = record.campaign
    record_without(record, edit.number, BOB)
    again = play_back(record.entries[-1:], onto=after)
    assert (again.number, again.undone) == (edit.number + 1, (edit.number,))
    assert record.campaign.units == before.units


def test_a_forged_line_about_no_battle_that_is_undone_again_makes_nothing_of_itself() -> None:
    record = new_campaign()
    last = record.entries[-1]
    edit = ReportEdited(battle="zz", changes=(change("b1", models=-1),))
    forged = last.model_copy(update={"number": last.number + 1, "by": BOB, "events": (edit,)})
    gone = last.model_copy(update={"number": last.number + 2, "by": BOB, "events": (), "undoes": forged.number})
    assert verify_entries([*record.entries, forged, gone]).battles == {}


def test_a_record_that_misses_an_entry_or_has_one_of_another_campaign_is_refused() -> None:
    record = new_campaign()
    missing = "before it is missing or from another"
    with pytest.raises(BadCampaignEntry, match=f"entry 3 .*{missing}"):
        verify_entries([record.entries[0], *record.entries[2:]])
    strange = record.entries[-1].model_copy(update={"campaign": "d"})
    with pytest.raises(BadCampaignEntry, match=f"entry 7 .*{missing}"):
        verify_entries([*record.entries[:-1], strange])
    with pytest.raises(BadCampaignEntry, match=f"entry 2 .*{missing}"):
        verify_entries([record.entries[0].model_copy(update={"campaign": "d"}), *record.entries[1:]])


def test_a_record_in_which_an_entry_is_undone_twice_is_refused() -> None:
    record = new_campaign()
    edit = record.add(BOB, UnitRenamed(unit="b1", name="Others"))
    record_without(record, edit.number, BOB)
    last = record.entries[-1]
    with pytest.raises(BadCampaignEntry, match="is already undone, or is an undo"):
        verify_entries([*record.entries, last.model_copy(update={"number": last.number + 1})])


def test_events_of_a_campaign_are_stored_under_the_names_of_old_records() -> None:
    """ADJUTANT_TEST_WRITE=1 writes them again: only new names may be in the diff."""
    assert_stored_as_before(AnyCampaignEvent, Path(__file__).parent / "stored.txt")
