"""An entry undone leaves no trace, if all that followed could have happened without it; dice come again as they lay."""

from __future__ import annotations

import pytest

from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Campaign
from rules.campaign.fold import BadCampaignEntry, play_back, verified, without_entry
from rules.campaign.report import Need
from rules.campaign.report_events import AftermathThrown
from rules.campaign.roster_events import UnitEnlisted, UnitRenamed
from rules.errors import RuleError
from tests.rules.campaign.played import ANN, BOB, SIDES, Record, begun, change, fight, reported, sign, squad


def undo(record: Record, number: int, by: str) -> Campaign:
    """The campaign once an entry is undone; the record has a line more."""
    without = without_entry(record.entries, number, by)
    entry = record.entries[-1].model_copy(
        update={"number": record.campaign.number + 1, "by": by, "events": (), "undoes": number}
    )
    record.entries.append(entry)
    record.campaign = play_back(record.entries)
    assert record.campaign.units == without.units
    assert record.campaign.battles == without.battles
    return record.campaign


def test_a_new_name_taken_back() -> None:
    record = begun()
    before = record.campaign.units
    entry = record.add(BOB, UnitRenamed(unit="b1", name="Old guard"))
    record.add(ANN, UnitRenamed(unit="a1", name="Others"))
    after = undo(record, entry.number, BOB)
    assert after.units["b1"] == before["b1"]
    assert after.units["a1"].name == "Others"
    assert (after.number, after.undone) == (entry.number + 2, (entry.number,))


def test_what_others_build_on_stays() -> None:
    record = begun()
    entry = record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    record.add(BOB, UnitRenamed(unit="b3", name="Third"))
    with pytest.raises(RuleError, match="Entry 9 builds on it"):
        without_entry(record.entries, entry.number, BOB)


def test_only_by_whoever_did_it_or_the_arbitrator() -> None:
    record = begun()
    mine = record.add(ANN, UnitRenamed(unit="a1", name="Mine"))
    with pytest.raises(RuleError, match="or the arbitrator"):
        without_entry(record.entries, mine.number, BOB)
    bobs = record.add(BOB, UnitRenamed(unit="b1", name="His"))
    undo(record, bobs.number, ANN)
    with pytest.raises(RuleError, match="undone already"):
        without_entry(record.entries, bobs.number, ANN)


def test_signatures_are_not_undone() -> None:
    record = begun()
    fight(record)
    reported(record)
    sign(record)
    with pytest.raises(RuleError, match="is not undone"):
        without_entry(record.entries, record.campaign.number, ANN)
    with pytest.raises(RuleError, match="no entry 99"):
        without_entry(record.entries, 99, ANN)


def test_a_record_in_which_a_signature_is_undone_is_no_record_of_ours() -> None:
    record = begun()
    fight(record)
    reported(record)
    sign(record)
    last = record.entries[-1]
    forged = last.model_copy(update={"number": last.number + 1, "events": (), "undoes": last.number})
    with pytest.raises(BadCampaignEntry, match="is not undone"):
        verified([*record.entries, forged])


def thrown(record: Record) -> int:
    fight(record)
    reported(record, change("a1", models=-2), needs=(Need(key="n", unit="a1", action="recovery"),))
    outcome = {"back": 1, "recovering": 0, "lost": 1}
    event = AftermathThrown(battle="b", need="n", outcome=outcome, change=change("a1", models=-1), faces=(6, 1))
    return record.add(ANN, event).number


def test_dice_undone_before_the_signatures_come_again() -> None:
    record = begun()
    after = undo(record, thrown(record), ANN)
    battle = after.battles["b"]
    assert battle.report is not None
    assert [need.key for need in battle.report.open] == ["n"]
    assert after.returned == {"n": (6, 1)}


def test_dice_are_not_undone_once_it_is_signed() -> None:
    record = begun()
    number = thrown(record)
    sign(record)
    with pytest.raises(RuleError, match="builds on it"):
        without_entry(record.entries, number, ANN)


def test_a_game_that_goes_on_is_no_second_chance_for_dice() -> None:
    record = begun()
    thrown(record)
    record.add(ANN, BattleEnded(battle="b", over=False))
    assert record.campaign.returned == {"n": (6, 1)}


def test_a_unit_is_not_taken_out_of_a_battle_by_an_undo() -> None:
    record = begun()
    record.add(ANN, BattleBegun(battle="b", game="g", sides=SIDES))
    entry = record.add(BOB, UnitFielded(battle="b", unit="b1", game_unit="u"))
    with pytest.raises(RuleError, match="is not undone"):
        without_entry(record.entries, entry.number, BOB)
    gone = record.add(BOB, UnitWithdrawn(battle="b", unit="b1"))
    with pytest.raises(RuleError, match="is not undone"):
        without_entry(record.entries, gone.number, BOB)
