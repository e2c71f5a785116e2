"""The readers who may know which campaign units are cards in a running battle."""

from __future__ import annotations

import pytest

from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import CampaignBegun, PlayerJoined
from rules.campaign.roster_events import RosterRenamed, UnitEnlisted, UnitRenamed, UnitRested
from rules.campaign.visibility import UNKNOWN, check_as_seen, knows_cards, may_be_card, visible_campaign, without_cards
from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, EVE, SIDES, Record, squad

CAT, DAN = "4", "5"
"""Cat plays on Ann's side, Dan arbitrates and leads no roster."""


def table() -> Record:
    """Red has squads a1 to a4, of which all but a1 hide; a1 and a2 fight Blue, a4 rests."""
    record = Record()
    record.add(DAN, CampaignBegun(id="c", name="War", system="opreb", arbitrator=DAN, player="Dan"))
    for player, name, roster, side in (
        (ANN, "Ann", "ra", "red"),
        (BOB, "Bob", "rb", "blue"),
        (CAT, "Cat", "rc", "red"),
    ):
        record.add(player, PlayerJoined(player=player, name=name, roster=roster, side=side))
    for id in ("a1", "a2", "a3", "a4"):
        record.add(ANN, UnitEnlisted(unit=squad(id, "ra", states={} if id == "a1" else {"hidden": 1}), system="opreb"))
    record.add(BOB, UnitEnlisted(unit=squad("b1", "rb"), system="opreb"))
    record.add(ANN, UnitRested(unit="a4"))
    record.add(ANN, BattleBegun(battle="b", game="g", sides=SIDES))
    for by, unit in ((ANN, "a1"), (ANN, "a2"), (BOB, "b1")):
        record.add(by, UnitFielded(battle="b", unit=unit, game_unit=f"u-{unit}"))
    return record


def red(campaign: Campaign, reader: str | None) -> dict[str, str]:
    """Red's units in the battle as a reader may see them, by the unit of the game."""
    side = visible_campaign(campaign, reader).battles["b"].side_of("ra")
    assert side is not None
    return dict(side.units)


@for_each(("reader", "knows"), [(ANN, True), (CAT, True), (DAN, True), (BOB, False), (EVE, False), (None, False)])
def test_their_side_knows_them_and_an_arbitrator_without_a_roster(reader: str | None, knows: bool) -> None:
    assert knows_cards(table().campaign, "ra", reader) is knows


def test_an_arbitrator_who_fights_knows_their_own_side_only() -> None:
    record = table()
    record.add(DAN, PlayerJoined(player=DAN, name="Dan", roster="rd", side="blue"))
    assert not knows_cards(record.campaign, "ra", DAN)
    assert knows_cards(record.campaign, "rb", DAN)


def test_for_the_others_all_that_hide_and_could_fight_may_be_the_card() -> None:
    campaign = table().campaign
    assert red(campaign, ANN) == {"a1": "u-a1", "a2": "u-a2"}
    assert red(campaign, BOB) == {"a1": "u-a1", "a2": UNKNOWN, "a3": UNKNOWN}
    assert red(campaign, None) == red(campaign, BOB)


def test_a_side_without_cards_is_seen_as_it_is() -> None:
    record = table()
    record.add(ANN, UnitWithdrawn(battle="b", unit="a2"))
    assert visible_campaign(record.campaign, BOB) is record.campaign
    assert red(record.campaign, BOB) == {"a1": "u-a1"}


def test_a_card_of_another_battle_may_be_one_here() -> None:
    """Only a player who knows the card knows that it fights elsewhere."""
    record = table()
    record.add(ANN, BattleBegun(battle="c", game="h", sides=SIDES))
    record.add(ANN, UnitFielded(battle="c", unit="a3", game_unit="u-a3"))
    assert red(record.campaign, BOB) == {"a1": "u-a1", "a2": UNKNOWN, "a3": UNKNOWN}
    assert visible_campaign(record.campaign, BOB).battles["c"].sides[0].units == {"a2": UNKNOWN, "a3": UNKNOWN}


def test_battles_without_cards_are_among_those_that_are_seen() -> None:
    record = table()
    record.add(ANN, BattleBegun(battle="c", game="h", sides=SIDES))
    assert visible_campaign(record.campaign, BOB).battles["c"] == record.campaign.battles["c"]


def test_the_end_of_a_game_tells_nothing_of_its_cards() -> None:
    record = table()
    record.add(ANN, BattleEnded(battle="b"))
    assert red(record.campaign, BOB) == {"a1": "u-a1", "a2": UNKNOWN, "a3": UNKNOWN}


@for_each(("unit", "may_be"), [("a1", False), ("a2", True), ("a3", True), ("a4", False), ("b1", False)])
def test_a_unit_may_be_a_card_only_to_its_opponents(unit: str, may_be: bool) -> None:
    campaign = table().campaign
    assert may_be_card(campaign, unit, BOB) is may_be
    assert not may_be_card(campaign, unit, ANN)


@for_each("unit", ["a2", "a3"])
def test_an_arbitrator_on_the_other_side_is_refused_alike_whichever_is_the_card(unit: str) -> None:
    record = table()
    record.add(DAN, PlayerJoined(player=DAN, name="Dan", roster="rd", side="blue"))
    with pytest.raises(RuleError, match="is in a battle"):
        check_as_seen(record.campaign, [UnitRested(unit=unit)], DAN)


def test_an_event_that_reveals_no_card_is_not_refused() -> None:
    record = table()
    record.add(DAN, PlayerJoined(player=DAN, name="Dan", roster="rd", side="blue"))
    check_as_seen(record.campaign, [UnitRenamed(unit="a4", name="Guard")], DAN)
    check_as_seen(record.campaign, [UnitWithdrawn(battle="x", unit="a2")], DAN)
    check_as_seen(record.campaign, [UnitFielded(battle="x", unit="a2", game_unit="u-a2")], DAN)
    check_as_seen(record.campaign, [UnitRested(unit="a3")], ANN)


def test_entries_leave_out_which_cards_came() -> None:
    record = table()
    record.add(ANN, UnitWithdrawn(battle="b", unit="a2"))
    record.add(ANN, UnitFielded(battle="b", unit="a3", game_unit="u-a3"))

    def fielded(reader: str | None) -> list[str]:
        seen = without_cards(record.campaign, record.entries, reader)
        assert len(seen) == len(record.entries)
        return [
            event.unit for entry in seen for event in entry.events if isinstance(event, UnitFielded | UnitWithdrawn)
        ]

    told = without_cards(record.campaign, record.entries, BOB)
    assert all(one is entry for one, entry in zip(told, record.entries, strict=True) if one.events)
    assert fielded(ANN) == ["a1", "a2", "b1", "a2", "a3"]
    assert fielded(BOB) == fielded(None) == ["a1", "b1"]


def test_entries_of_battles_that_are_over_are_whole() -> None:
    record = table()
    assert without_cards(record.campaign.with_changes(battles={}), record.entries, BOB) == record.entries
    counting = record.campaign.with_battle(record.campaign.battles["b"].with_changes(stage="settled"))
    assert without_cards(counting, record.entries, BOB) == record.entries
    assert visible_campaign(counting, BOB) is counting


def test_a_unit_whose_enlisting_was_undone_since_is_no_card() -> None:
    record = table()
    gone = {id: unit for id, unit in record.campaign.units.items() if id != "a3"}
    entry = record.entries[-1].model_copy(update={"events": (UnitFielded(battle="b", unit="a3", game_unit="u-a3"),)})
    assert without_cards(record.campaign.with_changes(units=gone), [entry], BOB) == [entry]


def test_without_cards_nothing_is_refused_as_hidden() -> None:
    """Without cards on a table there is nothing hidden from any player."""
    record = table()
    record.add(ANN, UnitWithdrawn(battle="b", unit="a2"))
    check_as_seen(record.campaign, [UnitRested(unit="a1")], BOB)
    check_as_seen(table().campaign, [RosterRenamed(roster="ra", name="Red army")], BOB)
