"""Enlisting: permission and time; a cancelled battle counts as none."""

from __future__ import annotations

from rules.campaign.arbitrator_events import FiguresGranted
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded
from rules.campaign.campaign import CampaignEvent
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.people_events import CampaignRulingSet, PlayerJoined
from rules.campaign.roster import enlist_unit
from rules.campaign.roster_events import (
    LevelChosen,
    Reinforced,
    RosterRenamed,
    UnitDismissed,
    UnitEnlisted,
    UnitRenamed,
    UnitRested,
    UnitTransferred,
)
from rules.game.unit import UnitSpec, Value, Weapon
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    SIDES,
    Record,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    squad,
)

FIGURES = "^Squad b3: give 1 to 100 figures, and at most its full strength.$"


def arbitrated_campaign() -> Record:
    """Return a campaign in which only the arbitrator enlists units, also for members who have fought."""
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="new_units", value="arbitrator"))
    return record


def enlist(record: Record, id: str) -> None:
    record.add(BOB, UnitEnlisted(unit=squad(id, "rb"), system="fubar"))


def test_a_battle_called_off_was_not_fought() -> None:
    record = arbitrated_campaign()
    fight(record)
    report_battle(record)
    expect_refusal("has already fought", lambda: enlist(record, "b3"))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re"))
    record.add(EVE, UnitEnlisted(unit=squad("e1", "re"), system="fubar"))
    record.add(ANN, BattleCalledOff(battle="b"))
    enlist(record, "b3")
    assert "b3" in record.campaign.units


def test_a_battle_counts_as_fought_from_its_beginning_to_its_report() -> None:
    record = arbitrated_campaign()
    record.add(ANN, BattleBegun(battle="b", game="game-b", sides=SIDES))
    expect_refusal("has already fought", lambda: enlist(record, "b3"))
    record.add(ANN, BattleEnded(battle="b"))
    expect_refusal("has already fought", lambda: enlist(record, "b3"))


def test_after_one_battle_called_off_the_others_still_count() -> None:
    record = arbitrated_campaign()
    fight(record)
    fight(record, "c", ("a2", "b2"))
    record.add(ANN, BattleCalledOff(battle="c"))
    expect_refusal("has already fought", lambda: enlist(record, "b3"))


# Conditions for joining, leaving, resting and learning


@for_each(
    ("unit", "why"),
    [
        ({"models": 0, "full": 8}, None),
        ({"models": 100, "full": 100}, None),
        ({"models": 1, "full": 101}, FIGURES),
        ({"models": -1, "full": 8}, FIGURES),
        ({"recovering": -1}, FIGURES),
        ({"recruits": -1}, FIGURES),
        ({"experience": MOST_EXPERIENCE}, None),
        ({"experience": MOST_EXPERIENCE + 1}, "at most"),
    ],
)
def test_a_unit_that_the_arbitrator_brings_has_numbers_that_can_be(unit: dict[str, int], why: str | None) -> None:
    record = new_campaign()
    event = UnitEnlisted(unit=squad("b3", "rb").with_changes(**unit), system="fubar")
    if why is None:
        record.add(ANN, event)
        assert "b3" in record.campaign.units
    else:
        expect_refusal(why, lambda: record.add(ANN, event))


def test_a_unit_may_cost_all_the_points_that_are_left() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="points_cap", value=20))
    record.add(BOB, UnitEnlisted(unit=squad("b3", "rb", points=20), system="fubar"))
    expect_refusal(
        "has 0 of 20 left", lambda: record.add(BOB, UnitEnlisted(unit=squad("b4", "rb", points=1), system="fubar"))
    )


def test_whose_unit_it_is_says_whether_it_rests() -> None:
    record = new_campaign()
    record.add(BOB, UnitRested(unit="b1"))
    expect_refusal("Squad b1 is already resting", lambda: record.add(BOB, UnitRested(unit="b1")))
    expect_refusal("Squad b2 is not resting", lambda: record.add(BOB, UnitRested(unit="b2", on=False)))


def test_a_roster_is_renamed_by_those_who_lead_it() -> None:
    record = new_campaign()
    expect_refusal("is not your", lambda: record.add(BOB, RosterRenamed(roster="ra", name="Reds")))
    record.add(BOB, RosterRenamed(roster="rb", name="Blues"))
    assert record.campaign.rosters["rb"].name == "Blues"
    record.add(BOB, RosterRenamed(roster="rb", name="BLUES"))
    expect_refusal("already a roster named Blues", lambda: record.add(ANN, RosterRenamed(roster="ra", name="Blues")))


def test_a_unit_may_be_named_in_other_letters() -> None:
    record = new_campaign()
    record.add(BOB, UnitRenamed(unit="b1", name="SQUAD B1"))
    assert record.campaign.units["b1"].name == "SQUAD B1"
    expect_refusal("a unit named Squad b2", lambda: record.add(BOB, UnitRenamed(unit="b1", name="Squad b2")))


def test_a_unit_goes_into_battle_as_it_was_enlisted() -> None:
    weapons = (Weapon(name="rifle", count=2),)
    states: dict[str, Value] = {"hidden": 1}
    spec = UnitSpec(name="Guards", models=2, hp=(3, 2), weapons=weapons, profile={"skill": 4}, states=states, points=9)
    assert enlist_unit("g", "rb", spec).spec == spec


def test_a_unit_is_transferred_only_where_no_other_has_its_name() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra").with_changes(name="Squad b1"), system="fubar"))
    expect_refusal("a unit named Squad b1", lambda: record.add(ANN, UnitTransferred(unit="a3", roster="rb")))


def test_a_level_that_was_reached_is_chosen_once_by_those_who_lead_the_unit() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "rb", experience=4), system="fubar"))
    record.add(ANN, UnitEnlisted(unit=squad("w", "ra", experience=4), system="fubar"))
    chosen = LevelChosen(unit="v", level=1, trait="wpn", options=("wpn", "trn"))
    expect_refusal(
        "is not your", lambda: record.add(BOB, LevelChosen(unit="w", level=1, trait="wpn", options=("wpn",)))
    )
    expect_refusal("has not reached level 0", lambda: record.add(BOB, chosen.model_copy(update={"level": 0})))
    expect_refusal("has not reached level 2", lambda: record.add(BOB, chosen.model_copy(update={"level": 2})))
    record.add(BOB, chosen)
    other = chosen.model_copy(update={"trait": "trn"})
    expect_refusal("Only the arbitrator can change it", lambda: record.add(BOB, other))
    record.add(ANN, other)
    assert record.campaign.units["v"].choices == {1: "trn"}


def test_the_choice_for_one_level_stays_when_the_next_is_made() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "rb", experience=10), system="fubar"))
    for level, trait in ((1, "wpn"), (2, "trn")):
        record.add(BOB, LevelChosen(unit="v", level=level, trait=trait, options=("wpn", "trn")))
    assert record.campaign.units["v"].choices == {1: "wpn", 2: "trn"}


REMEMBERED = [
    (UnitEnlisted(unit=squad("b3", "rb", 5), system="fubar"), "b3", "enlisted", {"models": 5}),
    (UnitRenamed(unit="b1", name="Guards"), "b1", "renamed", {"was": "Squad b1"}),
    (UnitTransferred(unit="b1", roster="ra"), "b1", "transferred", {"was": "rb"}),
    (LevelChosen(unit="b4", level=1, trait="x", options=("x",)), "b4", "level_chosen", {"level": 1, "trait": "x"}),
    (Reinforced(unit="b4", figures=2), "b4", "reinforced", {"figures": 2}),
    (UnitDismissed(unit="b1"), "b1", "dismissed", {}),
]


@for_each(("event", "unit", "key", "values"), REMEMBERED)
def test_the_history_of_a_unit_contains_each_change(
    event: CampaignEvent, unit: str, key: str, values: dict[str, str | int]
) -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("b4", "rb", 4, full=8, experience=4), system="fubar"))
    record.add(ANN, FiguresGranted(roster="rb", figures=8))
    record.add(ANN, event)
    told = record.campaign.units[unit].history[-1]
    assert (told.key, told.number, told.values) == (key, record.campaign.number, values)


def test_a_transferred_unit_is_in_the_other_roster() -> None:
    record = new_campaign()
    record.add(ANN, UnitTransferred(unit="b1", roster="ra"))
    assert record.campaign.units["b1"].roster == "ra"


def test_no_figure_joins_a_captured_unit_or_replaces_a_recovering_one() -> None:
    record = new_campaign()
    record.add(ANN, FiguresGranted(roster="rb", figures=8))
    record.add(ANN, UnitEnlisted(unit=squad("c", "rb", 4, full=8).with_changes(status="captured"), system="fubar"))
    record.add(ANN, UnitEnlisted(unit=squad("r", "rb", 4, full=8).with_changes(recovering=2), system="fubar"))
    expect_refusal("is captured: no figures can join it", lambda: record.add(BOB, Reinforced(unit="c", figures=1)))
    expect_refusal("has room for 2 more figures, not 3", lambda: record.add(BOB, Reinforced(unit="r", figures=3)))
    record.add(BOB, Reinforced(unit="r", figures=2))
