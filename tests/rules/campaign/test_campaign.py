"""A campaign, its battles and its units as values, and their properties."""

from __future__ import annotations

from typing import Any

from rules.campaign.arbitrator_events import UnitStatusSet
from rules.campaign.battle_events import BattleEnded
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.people_events import MemberLeft, PlayerJoined
from rules.campaign.report import Report, ReportNeed, Result
from rules.campaign.report_events import ReportSigned, open_report
from rules.campaign.roster import dilute, enlist_unit
from rules.campaign.roster_events import RosterRenamed
from rules.campaign.standings import points
from rules.campaign.tables import Terms, terms_of
from rules.campaign.territories import Territory
from rules.campaign.visibility import knows_cards
from rules.game.unit import Figure, UnitSpec
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    campaign_in_battle,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)

HILL = Territory(name="Hill", holder="North")


def test_before_it_begins_nothing_happens_in_a_campaign() -> None:
    event = RosterRenamed(roster="ra", name="Reds")
    expect_refusal("This server has no campaign yet. Start one", lambda: event.check(Campaign(), ANN))


def test_a_side_has_the_colour_of_the_first_roster_that_plays_it() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re", side="red"))
    rosters = record.campaign.rosters
    assert record.campaign.colours == {"red": rosters["ra"].colour, "blue": rosters["rb"].colour}
    assert len({one.colour for one in rosters.values()}) == 3


def test_a_territory_is_held_then_by_its_holder_when_the_battle_was_first_signed() -> None:
    battle = Battle(id="b", game="g", holders={"hill": "South"})
    assert battle.territory_when_signed("hill", HILL) == HILL.model_copy(update={"holder": "South"})
    assert battle.territory_when_signed("ford", HILL) == HILL


def test_only_a_report_that_waits_for_signatures_becomes_another_version() -> None:
    record = campaign_in_battle()
    ended = record.campaign.battles["b"]
    assert ended.with_new_version() == ended
    report_battle(record)
    again = record.campaign.battles["b"].with_new_version()
    assert again.report is not None
    assert (again.report.version, again.last_version) == (2, 2)
    sign(record)
    counts = record.campaign.battles["b"]
    assert counts.with_new_version() == counts


def test_a_battle_that_is_fought_on_has_no_report_to_sign() -> None:
    record = campaign_in_battle()
    expect_refusal("There is no report of that battle yet", lambda: open_report(record.campaign, "b"))
    reported_once = record.campaign.battles["b"].with_changes(report=Report(result=Result()))
    fought_again = record.campaign.with_battle(reported_once)
    expect_refusal("There is no report of that battle yet", lambda: open_report(fought_again, "b"))
    report_battle(record)
    record.add(ANN, BattleEnded(battle="b", over=False))
    signature = ReportSigned(battle="b", roster="rb", player=BOB, version=1)
    expect_refusal("There is no report of that battle yet", lambda: record.add(BOB, signature))


def test_a_battle_is_worth_nothing_before_its_report_is_signed() -> None:
    record = campaign_in_battle()
    assert points(record.campaign, record.campaign.battles["b"], "ra") == 0


def test_a_roster_without_a_leader_has_no_secrets_from_itself_but_from_all_others() -> None:
    record = new_campaign()
    record.add(BOB, MemberLeft(player=BOB))
    assert not knows_cards(record.campaign, "rb", None)


# A report and the dice it has


@for_each(
    ("outcome", "settles", "read"), [(None, False, False), ({}, False, True), ({}, True, False), (None, True, False)]
)
def test_dice_of_those_out_of_action_have_been_read(outcome: dict[str, int] | None, settles: bool, read: bool) -> None:
    needs = (ReportNeed(key="n", unit="a1", action="x", outcome=outcome, settles=settles),)
    assert Report(result=Result(), needs=needs).read is read


# The value of a unit, and its entry into a game


@for_each(
    ("before", "models", "recruits", "now"),
    [(9, 8, 0, 9), (9, 6, 2, 6), (9, 2, 2, 0), (9, 1, 1, 0), (9, 2, 3, 0), (9, 0, 2, 9), (9, 0, 0, 9), (1, 8, 1, 0)],
)
def test_recruits_dilute_experience(before: int, models: int, recruits: int, now: int) -> None:
    assert dilute(before, models, recruits) == now


def test_those_who_recover_are_worth_as_much_as_those_who_stand() -> None:
    assert squad("v", "ra", 4, full=8, recovering=2, recruits=2, experience=9).worth == 6


@for_each(("models", "hp"), [(0, (3,)), (1, (3,)), (2, (3, 2)), (3, (3, 2, 1))])
def test_a_unit_enters_a_game_with_the_hit_points_of_its_figures(models: int, hp: tuple[int, ...]) -> None:
    spec = squad("v", "ra", models, full=3, hp=(3, 2, 1)).spec
    assert (spec.models, spec.hp) == (len(hp), hp)


# Its terms


def test_rulings_that_this_release_does_not_know_count_for_nothing() -> None:
    assert terms_of({"points_draw": 99, "ties": "never", "weather": 3}) == Terms()
    assert terms_of({"points_draw": 9, "ties": "never"}) == Terms(points_draw=9)


def test_a_unit_fights_in_one_battle_at_a_time() -> None:
    record = new_campaign()
    fight(record)
    assert record.campaign.battle_of_unit("a1") == record.campaign.battles["b"]
    assert record.campaign.battle_of_unit("a2") is None


def test_a_roster_whose_fit_units_are_all_in_battles_is_told_in_which() -> None:
    record = new_campaign()
    assert record.campaign.all_away_text("ra") is None
    fight(record)
    assert record.campaign.all_away_text("ra") is None, "a2 is free"
    record.add(ANN, UnitStatusSet(unit="a2", status="captured"))
    alone = record.campaign.all_away_text("ra")
    assert alone
    assert ENGLISH(alone) == "All fit units of Ann are in battle 1: end it and sign its report first."
    record.add(ANN, UnitStatusSet(unit="a2", status="fit"))
    fight(record, "x", units=("b2",))
    fight(record, "y", units=("a2",))
    both = record.campaign.all_away_text("ra")
    assert both
    assert ENGLISH(both) == "All fit units of Ann are in battles 1 and 3: end them and sign their reports first."
    assert [unit.id for unit in record.campaign.fit("rb")] == []


@for_each(
    ("changes", "why"),
    [
        ({}, None),
        ({"status": "captured"}, "Squad a2 is lost, captured or dismissed. Choose another unit."),
        ({"status": "lost"}, "Squad a2 is lost, captured or dismissed. Choose another unit."),
        ({"dismissed": True}, "Squad a2 is lost, captured or dismissed. Choose another unit."),
        ({"resting": True}, "Squad a2 is resting. Call it back with `/campaign rest`."),
        ({"models": 0}, "Squad a2 has no figures that can fight. Place some first."),
        ({"models": 1}, None),
        ({"status": "recovering"}, "Squad a2 is recovering and misses this battle. Choose another unit."),
    ],
)
def test_a_unit_that_stays_away_is_told_why(changes: dict[str, Any], why: str | None) -> None:
    campaign = new_campaign().campaign
    said = campaign.keeps_away(campaign.units["a2"].with_changes(**changes))
    assert (said and ENGLISH(said)) == why


def test_units_that_have_left_a_roster_are_listed_only_if_asked_for() -> None:
    record = new_campaign()
    record.add(ANN, UnitStatusSet(unit="a2", status="lost"))
    listed = [[unit.id for unit in record.campaign.units_of_roster("ra", gone)] for gone in (False, True)]
    assert listed == [["a1"], ["a1", "a2"]]


def test_named_figures_come_along_unless_they_have_fallen() -> None:
    cid, dot = Figure(name="Cid"), Figure(name="Dot", fell=2)
    unit = enlist_unit("a9", "ra", UnitSpec(name="Guard", models=4, figures=(cid, dot)))
    assert (unit.figures, unit.spec.figures) == ((cid, dot), (cid,))
