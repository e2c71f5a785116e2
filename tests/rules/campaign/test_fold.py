"""A campaign is the fold of its entries: nothing changes unsigned, and everything comes back from JSON."""

from __future__ import annotations

import pytest

from rules.campaign.campaign import Campaign
from rules.campaign.fold import FORMAT, BadCampaignEntry, CampaignEntry, play_back, verified
from rules.campaign.people_events import CampaignEnded, PlayerLeft
from rules.campaign.report_events import ReportDecided, ReportEdited, ReportReopened
from rules.campaign.roster_events import UnitRenamed
from rules.campaign.standings import standings
from tests.rules.campaign.long_war import long_war
from tests.rules.campaign.played import ANN, BOB, begun, change, fight, reported, sign


def test_nothing_changes_before_the_last_signature() -> None:
    record = begun()
    fight(record)
    before = record.campaign.units
    reported(record, change("a1", models=-2, experience=3), change("b1", models=-8), figures={"rb": 5})
    assert record.campaign.units == before
    sign(record)
    a1, b1 = record.campaign.units["a1"], record.campaign.units["b1"]
    assert (a1.models, a1.experience, a1.level, a1.status) == (6, 3, 0, "fit")
    assert (b1.models, b1.status) == (0, "lost")
    assert record.campaign.rosters["rb"].figures == 5
    assert [deed.key for deed in a1.history] == ["enlisted", "fought"]


def test_a_record_comes_back_from_json() -> None:
    record = begun()
    fight(record)
    reported(record, change("a1", models=-2, experience=3))
    sign(record)
    kept = [entry.model_dump_json() for entry in record.entries]
    again = [CampaignEntry.model_validate_json(one) for one in kept]
    assert play_back(again) == verified(again) == record.campaign
    assert Campaign.model_validate_json(record.campaign.model_dump_json()) == record.campaign


def test_a_record_that_was_tampered_with_is_refused() -> None:
    record = begun()
    renamed = record.add(BOB, UnitRenamed(unit="b1", name="Old guard"))
    forged = [*record.entries[:-1], renamed.model_copy(update={"by": "3"})]
    with pytest.raises(BadCampaignEntry, match="entry 8 cannot follow those before it: The roster Bob is not yours"):
        verified(forged)
    with pytest.raises(BadCampaignEntry, match="entry 3 cannot"):
        verified([*record.entries[:1], *record.entries[2:]])


def test_an_entry_that_cannot_follow_is_named() -> None:
    record = begun()
    record.add(ANN, UnitRenamed(unit="a1", name="First"))
    with pytest.raises(BadCampaignEntry, match="entry 8 "):
        play_back([record.entries[0], record.entries[-1]])


def test_a_long_war_is_played_back_entry_by_entry() -> None:
    record = long_war()
    folded = play_back(record.entries)
    assert folded == record.campaign
    assert folded.number == len(record.entries)
    assert standings(folded)[0].points == 60


def test_a_record_of_before_is_taken_in_as_it_was() -> None:
    """What was allowed then, and is not now: too much experience, an arbitrator who fought, an end too early."""
    record = begun()
    fight(record)
    reported(record, change("a1", models=-3, recovering=2))
    record.add(BOB, ReportEdited(battle="b", changes=(change("b1", experience=9),)), format=1)
    sign(record)
    fight(record, "c", ("a2", "b2"))
    reported(record, battle="c")
    record.add(BOB, PlayerLeft(player=BOB))
    record.add(ANN, ReportDecided(battle="c", version=1), format=1)
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, CampaignEnded(), format=1)
    assert verified(record.entries) == record.campaign
    today = [one.model_copy(update={"format": FORMAT}) for one in record.entries]
    with pytest.raises(BadCampaignEntry, match="only the arbitrator"):
        verified(today)
