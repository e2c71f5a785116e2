"""Standings with their ties explained, and the ladder."""

from __future__ import annotations

from rules.campaign.arbitrator_events import PointsAwarded, UnitStatusSet
from rules.campaign.battle_events import BattleCalledOff
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, PlayerJoined
from rules.campaign.report import Margin, Result
from rules.campaign.report_events import ReportEdited, ReportReopened
from rules.campaign.roster_events import UnitDismissed, UnitRested
from rules.campaign.standings import Rung, ladder, standings
from tests.rules.campaign.played import ANN, BOB, EVE, Record, change, fight, new_campaign, report_battle, sign


def fight_and_sign(record: Record, battle: str, winner: str | None, margin: Margin, **losses: int) -> None:
    fight(record, battle)
    changes = [change(unit, taken=n) for unit, n in losses.items()]
    report_battle(record, *changes, battle=battle, result=Result(winner=winner, margin=margin))
    sign(record, battle)


def test_points_for_each_result() -> None:
    record = new_campaign()
    fight_and_sign(record, "b", "ra", "major", b1=3)
    fight_and_sign(record, "c", "rb", "minor", a1=1)
    fight_and_sign(record, "d", None, "draw")
    first, second = standings(record.campaign)
    assert (first.roster, first.points, first.battles, first.won, first.drawn, first.lost) == ("ra", 4, 3, 1, 1, 1)
    assert (second.roster, second.points, first.difference, second.difference) == ("rb", 3, 2, -2)
    assert (first.place, second.place, second.by) == (1, 2, None)


def test_points_go_by_the_rulings_and_the_arbitrator_adds_some() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="points_minor", value=5))
    record.add(ANN, PointsAwarded(roster="rb", points=7, why="best painted"))
    fight_and_sign(record, "b", "ra", "minor")
    assert [(row.roster, row.points) for row in standings(record.campaign)] == [("rb", 7), ("ra", 5)]


def test_the_standings_name_the_criterion_that_settles_a_tie() -> None:
    record = new_campaign()
    assert [(row.place, row.by) for row in standings(record.campaign)] == [(1, None), (1, "shared")]
    fight_and_sign(record, "b", None, "draw", a1=2)
    assert [(row.roster, row.by) for row in standings(record.campaign)] == [("rb", None), ("ra", "difference")]
    fight_and_sign(record, "c", None, "draw", b1=2)
    fight(record, "d")
    report_battle(record, change("b1", models=-1), battle="d", result=Result())
    sign(record, "d")
    assert [(row.roster, row.by) for row in standings(record.campaign)] == [("ra", None), ("rb", "strength")]


def test_the_strength_of_a_roster_is_those_who_are_left_to_it() -> None:
    """Captured, lost and dismissed figures do not count; recovering and resting ones do."""
    record = new_campaign()
    fight(record)
    away = (change("b1", models=-3, recovering=2), change("a1", status="captured"))
    report_battle(record, *away, result=Result())
    sign(record)
    assert strengths(record) == {"ra": 8, "rb": 13}
    record.add(ANN, UnitStatusSet(unit="a1", status="fit"))
    assert strengths(record) == {"ra": 16, "rb": 13}
    record.add(ANN, UnitStatusSet(unit="a1", status="lost"))
    record.add(BOB, UnitDismissed(unit="b2"))
    assert strengths(record) == {"ra": 8, "rb": 5}
    record.add(ANN, UnitRested(unit="a2"))
    assert strengths(record) == {"ra": 8, "rb": 5}


def strengths(record: Record) -> dict[str, int]:
    return {row.roster: row.strength for row in standings(record.campaign)}


def test_a_battle_called_off_counts_in_no_row_and_moves_no_ladder() -> None:
    record = new_campaign(shape="ladder", steps=5)
    fight(record)
    report_battle(record, change("b1", taken=4), result=Result(winner="ra", margin="major"))
    record.add(ANN, BattleCalledOff(battle="b"))
    assert [(row.points, row.battles, row.won, row.difference) for row in standings(record.campaign)] == [
        (0, 0, 0, 0),
        (0, 0, 0, 0),
    ]
    assert ladder(record.campaign).rungs == ()


def test_a_ladder_begins_in_the_middle_and_its_end_wins() -> None:
    record = new_campaign(shape="ladder", steps=5)
    assert (ladder(record.campaign).step, ladder(record.campaign).sides) == (3, ("red", "blue"))
    fight_and_sign(record, "b", "rb", "minor")
    fight_and_sign(record, "c", None, "draw")
    assert (ladder(record.campaign).step, ladder(record.campaign).winner) == (2, None)
    fight_and_sign(record, "d", "ra", "major")
    fight_and_sign(record, "e", "ra", "major")
    now = ladder(record.campaign)
    assert now.rungs == (Rung("b", 2, -1), Rung("c", 2, 0), Rung("d", 4, 2), Rung("e", 5, 1))
    assert now.winner == "red"
    fight_and_sign(record, "f", "rb", "major")
    assert ladder(record.campaign).step == 5, "nothing moves it once it is won"


def test_of_as_many_points_fewer_battles_come_first() -> None:
    record = new_campaign()
    record.add(ANN, PlayerJoined(player=EVE, name="Eve", roster="re"))
    record.add(ANN, PointsAwarded(roster="re", points=3))
    fight_and_sign(record, "b", "ra", "major", a1=9)
    rows = standings(record.campaign)
    assert [(row.roster, row.points, row.by) for row in rows[:2]] == [("re", 3, None), ("ra", 3, "battles")]
    record.add(ANN, CampaignRulingSet(name="ties", value="more_battles"))
    rows = standings(record.campaign)
    assert [(row.roster, row.points, row.by) for row in rows[:2]] == [("ra", 3, None), ("re", 3, "battles")]


def test_a_change_of_points_counts_from_then_on() -> None:
    record = new_campaign()
    fight_and_sign(record, "b", "ra", "major")
    record.add(ANN, CampaignRulingSet(name="points_major", value=9))
    assert standings(record.campaign)[0].points == 3
    fight_and_sign(record, "c", "rb", "major")
    assert [(row.roster, row.points) for row in standings(record.campaign)] == [("rb", 9), ("ra", 3)]
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner="ra", margin="minor")))
    sign(record, "b")
    assert standings(record.campaign)[1].points == 2, "a correction is worth what the battle was worth"
    record.add(ANN, CampaignRulingSet(name="points_from", value="all"))
    record.add(ANN, CampaignRulingSet(name="points_minor", value=5))
    assert [(row.roster, row.points) for row in standings(record.campaign)] == [("rb", 9), ("ra", 5)]


def test_a_campaign_begun_before_keeps_its_standings() -> None:
    record = Record()
    begins = CampaignBegun(id="c", name="Long war", system="fubar", arbitrator=ANN, player="Ann")
    record.add(ANN, begins, format=1)
    assert (record.campaign.terms.ties, record.campaign.terms.points_from) == ("more_battles", "all")
    assert record.campaign.terms.open_wounds == "vanish"
    record.add(ANN, CampaignRulingSet(name="ties", value="fewer_battles"))
    assert (record.campaign.terms.ties, record.campaign.terms.points_from) == ("fewer_battles", "all")


def test_those_who_are_as_good_behind_the_first_have_the_same_place() -> None:
    record = new_campaign()
    fight_and_sign(record, "b", "ra", "minor")
    for nth in ("4", "5"):
        record.add(nth, PlayerJoined(player=nth, name=f"P{nth}", roster=f"r{nth}"))
    assert [(row.roster, row.place, row.by) for row in standings(record.campaign)] == [
        ("ra", 1, None),
        ("r4", 2, None),
        ("r5", 2, "shared"),
        ("rb", 4, "battles"),
    ]


def test_a_ladder_is_left_at_neither_end() -> None:
    """A player who would go further than the end stays there (Ladder)."""
    for winner, end in (("rb", 1), ("ra", 3)):
        record = new_campaign(shape="ladder", steps=3)
        fight_and_sign(record, "b", winner, "major")
        now = ladder(record.campaign)
        assert (now.step, [(rung.step, rung.moved) for rung in now.rungs]) == (end, [(end, end - 2)])
