"""A report signed again: the result is the same as if the first one had said so, and its history is consistent."""

from __future__ import annotations

from rules.campaign.arbitrator_events import FiguresGranted, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded
from rules.campaign.people_events import CampaignRulingSet
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.report_events import ReportEdited, ReportMade, ReportReopened
from rules.campaign.roster import CampaignUnit, Injury
from rules.campaign.roster_events import Reinforced
from rules.campaign.territories import Territory
from tests.rows import for_each
from tests.rules.campaign.played import ANN, SIDES, Record, change, fight, new_campaign, report_battle, sign
from tests.rules.campaign.test_territories import mapped


def unit(record: Record, id: str) -> CampaignUnit:
    return record.campaign.units[id]


def fight_battle(record: Record, battle: str, *changes: UnitChange, units: tuple[str, ...] = ("a1", "b1")) -> None:
    fight(record, battle, units)
    report_battle(record, *changes, battle=battle, result=Result())
    sign(record, battle)


def correct_report(record: Record, battle: str, *changes: UnitChange) -> None:
    record.add(ANN, ReportReopened(battle=battle))
    record.add(ANN, ReportEdited(battle=battle, changes=changes))
    sign(record, battle)


def strength(record: Record, id: str) -> tuple[int, int, str]:
    one = unit(record, id)
    return one.models, one.recovering, one.status


# Those who recovered since


def test_a_correction_takes_back_those_who_have_recovered_since() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=2))
    fight_battle(record, "c", units=("a2", "b2"))
    assert strength(record, "a1") == (7, 0, "fit")
    correct_report(record, "b", change("a1", models=-3))
    assert strength(record, "a1") == (5, 0, "fit")
    correct_report(record, "b", change("a1", models=-3, recovering=3))
    assert strength(record, "a1") == (8, 0, "fit"), "and brings those who would be back by now"


def test_a_correction_reaches_those_who_recover_still() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=2))
    correct_report(record, "b", change("a1", models=-3, recovering=1))
    assert strength(record, "a1") == (5, 1, "fit")
    fight_battle(record, "c", units=("a2", "b2"))
    assert strength(record, "a1") == (6, 0, "fit")


def test_no_figure_is_left_when_all_who_recovered_are_undone() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-8, recovering=2))
    assert strength(record, "a1") == (0, 2, "recovering")
    fight_battle(record, "c", units=("a2", "b2"))
    assert strength(record, "a1") == (2, 0, "fit")
    correct_report(record, "b", change("a1", models=-8))
    assert strength(record, "a1") == (0, 0, "lost")


def test_those_of_another_battle_stay_where_they_are() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-2, recovering=2))
    fight_battle(record, "c", change("a1", models=-3, recovering=3))
    assert strength(record, "a1") == (5, 3, "fit")
    correct_report(record, "b", change("a1", models=-2))
    assert strength(record, "a1") == (3, 3, "fit")


# The next battle


def test_a_battle_that_had_begun_already_is_not_the_next_one() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="early", game="game-early", sides=SIDES))
    record.add(ANN, UnitFielded(battle="early", unit="a2", game_unit="u-a2"))
    hurt = Injury(key="minor", modifier=-1, battles=1)
    fight_battle(
        record, "b", change("a1", models=-8, recovering=2), change("b1", models=-2, recovering=1, injuries=(hurt,))
    )
    record.add(ANN, BattleEnded(battle="early"))
    record.add(ANN, ReportMade(battle="early", game="game-early", report=Report(result=Result())))
    sign(record, "early")
    assert strength(record, "a1") == (0, 2, "recovering")
    assert strength(record, "b1") == (6, 1, "fit")
    assert unit(record, "b1").injuries != ()
    fight_battle(record, "next", units=("a2", "b2"))
    assert strength(record, "a1") == (2, 0, "fit")
    assert strength(record, "b1") == (7, 0, "fit")
    assert unit(record, "b1").injuries == ()


def test_a_record_of_before_is_counted_as_it_was() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="early", game="game-early", sides=SIDES))
    fight_battle(record, "b", change("a1", models=-3, recovering=2))
    record.add(ANN, BattleEnded(battle="early"))
    record.add(ANN, ReportMade(battle="early", game="game-early", report=Report(result=Result())))
    sign(record, "early", format=1)
    assert strength(record, "a1") == (7, 0, "fit")


# Levels, and the story


def test_a_correction_shows_the_levels_at_the_time_of_its_battle() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", experience=3))
    fight_battle(record, "c", change("a1", experience=3))
    assert (unit(record, "a1").level, unit(record, "a1").since) == (1, {1: 2})
    correct_report(record, "b", change("a1", experience=4))
    assert (unit(record, "a1").experience, unit(record, "a1").since) == (7, {1: 1}), "it had that level since then"
    deed = unit(record, "a1").history[-1]
    assert (deed.key, deed.values["level_was"], deed.values["level"]) == ("amended", 0, 1)
    correct_report(record, "b", change("a1", experience=1))
    assert (unit(record, "a1").experience, unit(record, "a1").since) == (4, {1: 2})


def test_the_old_number_stays_in_a_history_and_the_correction_follows() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=2, experience=3))
    fight_battle(record, "c", units=("a2", "b2"))
    correct_report(record, "b", change("a1", models=-3, experience=1))
    told = [(one.key, one.values.get("experience"), one.values.get("models")) for one in unit(record, "a1").history]
    assert told[1:] == [("fought", 3, -3), ("amended", -2, -2)]
    battle = record.campaign.battles["b"]
    assert battle.first is not None
    assert battle.first.change("a1").experience == 3
    correct_report(record, "b", change("a1", models=-3))
    assert record.campaign.battles["b"].first == battle.first


def test_a_territory_stays_with_the_winner_of_a_later_battle_for_it() -> None:
    lands = {
        "hill": Territory(name="Hill", neighbours=("ford",)),
        "ford": Territory(name="Ford", neighbours=("hill",), holder="red"),
    }
    record = new_campaign(shape="map", territories=lands)
    for battle, attacker, winner in (("b", "ra", "ra"), ("c", "rb", "rb")):
        fight(record, battle, attacker=attacker, territory="hill")
        report_battle(record, battle=battle, result=Result(winner=winner, margin="minor"))
        sign(record, battle)
    assert record.campaign.territories["hill"].holder == "blue"
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result()))
    sign(record, "b")
    assert record.campaign.territories["hill"].holder == "blue"


def test_a_territory_goes_by_its_own_battles() -> None:
    lands = {
        "hill": Territory(name="Hill", neighbours=("ford", "mill")),
        "ford": Territory(name="Ford", neighbours=("hill",), holder="red"),
        "mill": Territory(name="Mill", neighbours=("hill",)),
    }
    record = new_campaign(shape="map", territories=lands)
    for battle, territory in (("b", "hill"), ("c", "mill")):
        fight(record, battle, attacker="ra", territory=territory)
        report_battle(record, battle=battle, result=Result(winner="ra", margin="minor"))
        sign(record, battle)
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner="rb", margin="minor")))
    sign(record, "b")
    assert {key: one.holder for key, one in record.campaign.territories.items()} == {
        "hill": "blue",
        "ford": "red",
        "mill": "red",
    }


# Values that a correction keeps


def test_the_first_report_is_kept_once_another_one_has_been_signed() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3))
    first = record.campaign.battles["b"].settled
    assert record.campaign.battles["b"].first is None
    for models in (-2, -1):
        correct_report(record, "b", change("a1", models=models))
        found = record.campaign.battles["b"].first
        assert found is not None
        assert first is not None
        assert found.changes == first.changes


def test_experience_that_is_taken_back_whole_leaves_none() -> None:
    record = new_campaign(levels=(1, 4))
    fight_battle(record, "b", change("a1", experience=3))
    assert (unit(record, "a1").learned, unit(record, "a1").level) == ({"b": 3}, 1)
    correct_report(record, "b", change("a1"))
    assert (unit(record, "a1").experience, unit(record, "a1").learned, unit(record, "a1").level) == (0, {"b": 0}, 0)
    deed = unit(record, "a1").history[-1]
    assert deed.values == {"experience": -3, "models": 0, "recovering": 0, "level_was": 1, "level": 0}


def test_a_correction_that_speaks_of_a_unit_for_the_first_time_tells_the_level_it_brings() -> None:
    record = new_campaign(levels=(1, 4))
    fight_battle(record, "b")
    correct_report(record, "b", change("a1", experience=1))
    deed = unit(record, "a1").history[-1]
    assert deed.values == {"experience": 1, "models": 0, "recovering": 0, "level_was": 0, "level": 1}
    correct_report(record, "b", change("a1", experience=2, models=-1))
    assert unit(record, "a1").history[-1].values == {"experience": 1, "models": -1, "recovering": 0}


def test_those_who_are_back_by_now_are_absent_no_more() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=2))
    fight_battle(record, "c", units=("a2", "b2"))
    correct_report(record, "b", change("a1", models=-3, recovering=3))
    assert unit(record, "a1").absences == ()


def test_entries_of_format_1_let_those_who_are_back_recover_again() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=1))
    fight_battle(record, "c", units=("a2", "b2"))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", changes=(change("a1", models=-3, recovering=3),)))
    sign(record, format=1)
    assert strength(record, "a1") == (6, 2, "fit")


def test_no_more_recover_than_the_unit_has_places_for() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-3, recovering=2))
    record.add(ANN, FiguresGranted(roster="ra", figures=1))
    record.add(ANN, Reinforced(unit="a1", figures=1))
    correct_report(record, "b", change("a1", models=-1, recovering=1))
    assert strength(record, "a1") == (8, 0, "fit")


def test_a_unit_that_stays_away_longer_by_the_arbitrators_word_does_so_after_a_correction() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-8, recovering=2))
    record.add(ANN, UnitStatusSet(unit="a1", status="recovering", misses=3))
    correct_report(record, "b", change("a1", models=-8, recovering=3))
    assert (*strength(record, "a1"), unit(record, "a1").misses) == (0, 3, "recovering", 3)


def test_a_captured_unit_of_which_only_the_hurt_are_left_is_captured() -> None:
    record = new_campaign()
    fight_battle(record, "b", change("a1", models=-8, recovering=2, status="captured"))
    assert (*strength(record, "a1"), unit(record, "a1").misses) == (0, 2, "captured", 0)


@for_each(("format", "holder"), [(1, ""), (2, "South")])
def test_a_territory_belongs_to_its_latest_winner(format: int, holder: str) -> None:
    record = mapped()
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    for battle, winner in (("b", "ra"), ("c", "rb")):
        fight(record, battle, territory="hill", attacker="ra" if battle == "b" else "rb")
        report_battle(record, battle=battle, result=Result(winner=winner, margin="minor"))
        sign(record, battle)
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result()))
    sign(record, format=format)
    assert record.campaign.territories["hill"].holder == holder
