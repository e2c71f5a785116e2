"""The limits of a campaign: units in a roster, rosters, enlisting, and unique names."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from data import CAMPAIGN
from rules.campaign.arbitrator_events import PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.battle_events import BattleBegun
from rules.campaign.campaign import CampaignEvent
from rules.campaign.fold import AnyCampaignEvent
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, PlayerJoined
from rules.campaign.report_events import ReportDecided, ReportEdited, ReportSigned
from rules.campaign.roster_events import UnitDismissed, UnitEnlisted, UnitTransferred, points_of
from rules.campaign.tables import CampaignTables, ExperienceRow, HonourRow, Terms
from rules.campaign.territories import Territory, TerritoryMap
from rules.game.unit import MOST_POINTS
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, EVE, expect_refusal, fight, new_campaign, squad
from tests.rules.ranges import takes_only


def test_a_roster_is_full_at_its_cap() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="unit_cap", value=2))
    expect_refusal(
        "A roster of this campaign can have at most 2 units. Dismiss one first",
        lambda: record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar")),
    )
    expect_refusal(
        "A roster of this campaign can have at most 2 units. Dismiss one first",
        lambda: record.add(ANN, UnitTransferred(unit="b1", roster="ra")),
    )


def test_a_unit_comes_back_only_where_no_other_has_its_name() -> None:
    record = new_campaign()
    record.add(ANN, UnitStatusSet(unit="b1", status="lost"))
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb").with_changes(name="Squad b1"), system="fubar"))
    expect_refusal(
        "This roster already has a unit named Squad b1. Choose another name",
        lambda: record.add(ANN, UnitStatusSet(unit="b1", status="fit")),
    )


def test_no_player_enlists_a_unit_again_to_heal_it_where_the_ruling_says_so() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="new_units", value="arbitrator"))
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb"), system="fubar"))
    fight(record)
    expect_refusal("has already fought", lambda: record.add(BOB, UnitEnlisted(unit=squad("b4", "rb"), system="fubar")))
    record.add(ANN, UnitEnlisted(unit=squad("b4", "rb"), system="fubar"))


def test_neither_a_roster_nor_a_campaign_grows_without_end() -> None:
    record = new_campaign()
    more = [UnitEnlisted(unit=squad(f"b{nth}", "rb"), system="fubar") for nth in range(3, 101)]
    record.add(BOB, *more)
    expect_refusal(
        "A roster of this campaign can have at most 100 units. Dismiss one first",
        lambda: record.add(BOB, UnitEnlisted(unit=squad("b101", "rb"), system="fubar")),
    )
    for nth in range(3, 51):
        record.add(ANN, PlayerJoined(player=f"p{nth}", name=f"P{nth}", roster=f"r{nth}"))
    expect_refusal(
        "A campaign can have at most 50 rosters. Take one over instead",
        lambda: record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re")),
    )


def test_a_roster_is_limited_in_points_as_well() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="points_cap", value=20))
    priced = squad("b3", "rb", points=12)
    record.add(BOB, UnitEnlisted(unit=priced, system="fubar"))
    dear = squad("b4", "rb", points=9)
    expect_refusal("has 8 of 20 left", lambda: record.add(BOB, UnitEnlisted(unit=dear, system="fubar")))
    free = UnitEnlisted(unit=squad("b5", "rb"), system="fubar")
    expect_refusal("give it `points`", lambda: record.add(BOB, free))
    record.add(ANN, free)
    expect_refusal("Only the arbitrator", lambda: record.add(BOB, UnitPriced(unit="b5", points=1)))
    record.add(ANN, UnitPriced(unit="b5", points=8))
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra", points=1), system="fubar"))
    expect_refusal("has 0 of 20 left", lambda: record.add(ANN, UnitTransferred(unit="a3", roster="rb")))
    record.add(BOB, UnitDismissed(unit="b3"))
    record.add(ANN, UnitTransferred(unit="a3", roster="rb"))


def test_without_a_cap_points_are_only_shown() -> None:
    record = new_campaign()
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb", points=900), system="fubar"))
    record.add(BOB, UnitEnlisted(unit=squad("b4", "rb"), system="fubar"))
    assert points_of(record.campaign, "rb") == 900


# Valid values: the lowest, the highest, and the default

TERMS = {
    "points_major": (0, 10, 3),
    "points_minor": (0, 10, 2),
    "points_draw": (0, 10, 1),
    "steps_major": (1, 9, 2),
    "steps_minor": (1, 9, 1),
    "unit_cap": (0, 100, 0),
    "points_cap": (0, 10_000, 0),
    "reinforcements": (0, 100, 3),
}
CHOICES = {
    "injury_heals": ["any", "missed"],
    "points_from": ["now", "all"],
    "ties": ["fewer_battles", "more_battles"],
    "open_wounds": ["settle", "vanish"],
    "neighbours": ["needed", "anywhere"],
    "recovering_fight": ["no", "yes"],
    "new_units": ["any", "arbitrator"],
}


@for_each("name", TERMS)
def test_a_number_that_a_campaign_agrees_on_has_bounds(name: str) -> None:
    least, most, default = TERMS[name]
    assert getattr(Terms(), name) == default
    for value in (least, most):
        assert getattr(validate(Terms, {name: value}), name) == value
    for value in (least - 1, most + 1, True, str(most), 1.0):
        with pytest.raises(BadFacts, match=name):
            validate(Terms, {name: value})


def test_a_campaign_chooses_among_words() -> None:
    assert set(Terms.model_fields) == {*TERMS, *CHOICES}
    for name, words in CHOICES.items():
        assert getattr(Terms(), name) == words[0]
        assert [getattr(validate(Terms, {name: word}), name) for word in words] == words
        with pytest.raises(BadFacts, match=name):
            validate(Terms, {name: "maybe"})


def lands(count: int) -> dict[str, Territory]:
    return {f"t{nth}": Territory(name=f"T{nth}") for nth in range(count)}


POINTS = dict.fromkeys(("fought", "caused_losses", "destroyed", "objective", "won", "most"), 1)
BEGUN = {"id": "c", "name": "War", "system": "fubar", "arbitrator": ANN, "player": "Ann"}


@for_each(
    ("model", "given", "field", "good", "bad"),
    [
        (UnitStatusSet, {"unit": "a1", "status": "fit"}, "misses", (0, 10), (-1, 11)),
        (UnitPriced, {"unit": "a1"}, "points", (0, MOST_POINTS), (-1, MOST_POINTS + 1)),
        (PointsAwarded, {"roster": "ra"}, "points", (-100, 100), (-101, 101)),
        (PointsAwarded, {"roster": "ra", "points": 1}, "why", ("", "x" * 200), ("x" * 201,)),
        (ReportEdited, {"battle": "b"}, "why", ("", "x" * 500), ("x" * 501,)),
        (ReportSigned, {"battle": "b", "roster": "ra", "player": ANN}, "version", (1,), (0,)),
        (ReportDecided, {"battle": "b"}, "version", (1,), (0,)),
        (CampaignBegun, BEGUN, "id", ("c",), ("",)),
        (CampaignBegun, BEGUN, "name", ("x", "x" * 60), ("", " ", "x" * 61)),
        (HonourRow, {"deed": "alone", "name": "x"}, "least", (1, 100), (0, 101)),
        (HonourRow, {"deed": "alone", "name": "x"}, "battles", (1, 100), (0, 101)),
        (HonourRow, {"deed": "alone"}, "name", ("x", "x" * 60), ("", "x" * 61)),
        (ExperienceRow, POINTS, "levels", ((1,), (4, 10)), ((),)),
        (BattleBegun, {"game": "g", "sides": ()}, "battle", ("b",), ("",)),
        (Territory, {"name": "Ford"}, "victory", (0, 20), (-1, 21)),
        (Territory, {"name": "Ford"}, "reinforcements", (0, 20), (-1, 21)),
        (TerritoryMap, {"name": "War", "territories": lands(2)}, "about", ("", "x" * 500), ("x" * 501,)),
        (TerritoryMap, {"name": "War"}, "territories", (lands(2), lands(40)), (lands(1), lands(41))),
    ],
)
def test_values_in_a_campaign_have_limits(
    model: Any, given: dict[str, Any], field: str, good: tuple[Any, ...], bad: tuple[Any, ...]
) -> None:
    takes_only(model, given, field, good, bad)


@for_each(
    ("row", "field", "least", "most"),
    [
        ("recovery", "back", 2, 6),
        ("recovery", "recovering", 1, 6),
        ("recovery", "held_field", 0, 6),
        ("recovery", "medic", 0, 6),
        ("salvage", "held_field", 0, 6),
        ("reinforcements", "lost_battle", 0, 100),
        *(
            ("experience", field, 0, 10)
            for field in ("fought", "caused_losses", "destroyed", "objective", "won", "most")
        ),
    ],
)
def test_the_numbers_of_the_aftermath_have_bounds(row: str, field: str, least: int, most: int) -> None:
    for value, good in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
        tables: Any = CAMPAIGN.tables.model_dump()
        tables[row][field] = value
        if good:
            assert validate(CampaignTables, tables).model_dump() == tables
        else:
            with pytest.raises(BadFacts, match=field):
                validate(CampaignTables, tables)
    with pytest.raises(BadFacts, match="luck"):
        validate(CampaignTables, {**CAMPAIGN.tables.model_dump(), "luck": 1})


UNDONE_BY = {
    "nobody": "BattleBegun BattleCalledOff BattleEnded UnitFielded UnitWithdrawn ArbitratorNamed CampaignBegun "
    "CampaignEnded RosterHandedOver ReportDecided ReportReopened ReportSigned",
    "arbitrator": "BattleRulingSet CampaignRulingSet FiguresGranted HonourAwarded PointsAwarded UnitPriced "
    "UnitStatusSet UnitTransferred",
    "author": "AftermathRolled CampaignTold LevelChosen MemberLeft PlayerJoined Reinforced Replaced ReportEdited "
    "ReportMade RosterRenamed UnitDismissed UnitEnlisted UnitRenamed UnitRested",
}


def test_each_campaign_event_declares_who_may_undo_it() -> None:
    events: tuple[type[CampaignEvent], ...] = get_args(get_args(AnyCampaignEvent)[0])
    for who, names in UNDONE_BY.items():
        assert sorted(one.__name__ for one in events if one.undone_by == who) == sorted(names.split())
