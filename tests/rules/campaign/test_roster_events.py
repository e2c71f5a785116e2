"""Who may enlist units, and when: a battle that was called off is none that was fought."""

from __future__ import annotations

from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded
from rules.campaign.people_events import CampaignRulingSet
from rules.campaign.roster_events import UnitEnlisted
from tests.rules.campaign.played import ANN, BOB, SIDES, Record, begun, fight, refused, reported, squad


def arbitrated() -> Record:
    """A campaign in which only the arbitrator enlists units for whoever has fought."""
    record = begun()
    record.add(ANN, CampaignRulingSet(name="new_units", value="arbitrator"))
    return record


def enlist(record: Record, id: str) -> None:
    record.add(BOB, UnitEnlisted(unit=squad(id, "rb"), system="fubar"))


def test_a_battle_called_off_was_not_fought() -> None:
    record = arbitrated()
    fight(record)
    reported(record)
    refused("has fought already", lambda: enlist(record, "b3"))
    record.add(ANN, BattleCalledOff(battle="b"))
    enlist(record, "b3")
    assert "b3" in record.campaign.units


def test_a_battle_counts_as_fought_from_its_beginning_to_its_report() -> None:
    record = arbitrated()
    record.add(ANN, BattleBegun(battle="b", game="game-b", sides=SIDES))
    refused("has fought already", lambda: enlist(record, "b3"))
    record.add(ANN, BattleEnded(battle="b"))
    refused("has fought already", lambda: enlist(record, "b3"))


def test_after_one_battle_called_off_the_others_still_count() -> None:
    record = arbitrated()
    fight(record)
    fight(record, "c", ("a2", "b2"))
    record.add(ANN, BattleCalledOff(battle="c"))
    refused("has fought already", lambda: enlist(record, "b3"))
