"""How much a campaign takes: units in a roster, rosters, who enlists when, and one unit of a name."""

from __future__ import annotations

from rules.campaign.people_events import CampaignRulingSet, PlayerJoined, UnitPriced, UnitStatusSet
from rules.campaign.roster_events import UnitDismissed, UnitEnlisted, UnitTransferred, points_of
from tests.rules.campaign.played import ANN, BOB, EVE, begun, fight, refused, squad


def test_a_roster_is_full_at_its_cap() -> None:
    record = begun()
    record.add(ANN, CampaignRulingSet(name="unit_cap", value=2))
    refused("2 units at most", lambda: record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar")))
    refused("2 units at most", lambda: record.add(ANN, UnitTransferred(unit="b1", roster="ra")))


def test_a_unit_comes_back_only_where_no_other_has_its_name() -> None:
    record = begun()
    record.add(ANN, UnitStatusSet(unit="b1", status="lost"))
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb").after(name="Squad b1"), system="fubar"))
    refused("There is a unit named Squad b1", lambda: record.add(ANN, UnitStatusSet(unit="b1", status="fit")))


def test_nobody_enlists_a_unit_again_to_heal_it_where_the_ruling_says_so() -> None:
    record = begun()
    record.add(ANN, CampaignRulingSet(name="new_units", value="arbitrator"))
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    fight(record)
    refused("has fought already", lambda: record.add(BOB, UnitEnlisted(unit=squad("b4", "rb"), system="fubar")))
    record.add(ANN, UnitEnlisted(unit=squad("b4", "rb"), system="fubar"))


def test_neither_a_roster_nor_a_campaign_grows_without_end() -> None:
    record = begun()
    more = [UnitEnlisted(unit=squad(f"b{nth}", "rb"), system="fubar") for nth in range(3, 101)]
    record.add(BOB, *more)
    refused("100 units at most", lambda: record.add(BOB, UnitEnlisted(unit=squad("b101", "rb"), system="fubar")))
    for nth in range(3, 51):
        record.add(ANN, PlayerJoined(player=f"p{nth}", name=f"P{nth}", roster=f"r{nth}"))
    refused("50 rosters at most", lambda: record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re")))


def test_a_roster_is_limited_in_points_as_well() -> None:
    record = begun()
    record.add(ANN, CampaignRulingSet(name="points_cap", value=20))
    priced = squad("b3", "rb", points=12)
    record.add(BOB, UnitEnlisted(unit=priced, system="fubar"))
    dear = squad("b4", "rb", points=9)
    refused("has 8 of 20 left", lambda: record.add(BOB, UnitEnlisted(unit=dear, system="fubar")))
    free = UnitEnlisted(unit=squad("b5", "rb"), system="fubar")
    refused("give it `points`", lambda: record.add(BOB, free))
    record.add(ANN, free)
    refused("Only the arbitrator", lambda: record.add(BOB, UnitPriced(unit="b5", points=1)))
    record.add(ANN, UnitPriced(unit="b5", points=8))
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra", points=1), system="fubar"))
    refused("has 0 of 20 left", lambda: record.add(ANN, UnitTransferred(unit="a3", roster="rb")))
    record.add(BOB, UnitDismissed(unit="b3"))
    record.add(ANN, UnitTransferred(unit="a3", roster="rb"))


def test_without_a_cap_points_are_only_told() -> None:
    record = begun()
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb", points=900), system="fubar"))
    record.add(BOB, UnitEnlisted(unit=squad("b4", "rb"), system="fubar"))
    assert points_of(record.campaign, "rb") == 900
