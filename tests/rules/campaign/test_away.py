"""Units that are away, lost, captured or hurt after a report, the effect of a correction, and their history."""

from __future__ import annotations

from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded
from rules.campaign.report import ReportLine, Result
from rules.campaign.report_events import ReportEdited, ReportReopened
from rules.campaign.roster import Absence, Honour, Injury, Status
from rules.campaign.roster_events import Reinforced, UnitEnlisted
from rules.campaign.settlement import absences_after, apply_change
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    SIDES,
    change,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)
from tests.rules.campaign.test_settlement import corrected, lose_battle, next_battle, strength, unit

# The memory of a unit


def test_a_history_names_battle_and_entries_and_a_correction_the_differences() -> None:
    record = new_campaign()
    lines = (ReportLine(key="given", entries=(7, 3), values={"n": 1}), ReportLine(key="routed", entries=(3, 9)))
    lose_battle(record, "b", change("a1", models=-2, recovering=1, experience=3, lines=lines))
    fought = unit(record, "a1").history[-1]
    assert (fought.key, fought.battle, fought.entries) == ("fought", "b", (3, 7, 9))
    assert fought.values == {"experience": 3, "models": -2, "recovering": 1}
    corrected(record, "b", change("a1", models=-1, recovering=1, experience=4, lines=lines[:1]))
    amended = unit(record, "a1").history[-1]
    assert (amended.key, amended.battle, amended.entries) == ("amended", "b", (3, 7))
    assert amended.values == {"experience": 1, "models": 1, "recovering": 0, "level_was": 0, "level": 1}
    assert (fought.number, amended.number) == (record.campaign.number - 4, record.campaign.number)


# Present and absent units, and later reports


def test_the_first_signed_report_is_kept_through_all_corrections() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-2))
    assert record.campaign.battles["b"].first is None
    for models in (-3, -4):
        corrected(record, "b", change("a1", models=models))
        first = record.campaign.battles["b"].first
        assert first is not None
        assert first.change("a1").models == -2


def test_a_unit_set_to_recover_during_a_battle_is_fit_only_after_the_next_one() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="x", game="game-x", sides=SIDES))
    record.add(ANN, UnitStatusSet(unit="a1", status="recovering"))
    record.add(ANN, BattleEnded(battle="x"))
    report_battle(record, battle="x", result=Result())
    sign(record, "x")
    assert unit(record, "a1").status == "recovering"
    next_battle(record, "c", "a2", "b2")
    assert unit(record, "a1").status == "fit"


def test_a_new_report_reverts_losses_that_it_does_not_list() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-3))
    record.add(ANN, ReportReopened(battle="b"))
    report_battle(record, battle="b")
    sign(record)
    assert strength(record) == (8, 0, "fit")


def test_a_unit_away_for_two_battles_misses_those_begun_since() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="x", game="game-x", sides=SIDES))
    lose_battle(record, "b", change("a1", status="recovering", misses=2))
    assert (unit(record, "a1").status, unit(record, "a1").misses) == ("recovering", 2)
    record.add(ANN, BattleEnded(battle="x"))
    report_battle(record, battle="x", result=Result())
    sign(record, "x")
    assert unit(record, "a1").misses == 2, "that battle had begun before"
    next_battle(record, "c", "a2", "b2")
    assert (unit(record, "a1").status, unit(record, "a1").misses) == ("recovering", 1)
    next_battle(record, "d", "a2", "b2")
    assert (unit(record, "a1").status, unit(record, "a1").misses) == ("fit", 0)


def test_a_unit_that_is_back_is_not_away_any_more() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-3, recovering=2))
    assert [(one.battle, one.figures) for one in unit(record, "a1").absences] == [("b", 2)]
    next_battle(record, "c", "a2", "b2")
    assert unit(record, "a1").absences == ()


def test_hit_points_losses_and_status_of_one_report_all_count() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-2, experience=3, hp=(4, 2), status="captured"))
    a1 = unit(record, "a1")
    assert (a1.models, a1.experience, a1.hp, a1.status) == (6, 3, (4, 2), "captured")


def test_a_unit_that_is_captured_whole_is_not_lost() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8, status="captured"))
    assert strength(record) == (0, 0, "captured")


def test_no_correction_restores_a_unit_that_the_arbitrator_set_to_lost() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-6, recovering=2))
    record.add(ANN, UnitStatusSet(unit="a1", status="lost"))
    corrected(record, "b", change("a1", models=-5, recovering=2))
    assert strength(record) == (3, 2, "lost")


def test_a_lost_unit_whose_name_was_given_again_stays_lost() -> None:
    record = new_campaign()
    record.add(ANN, UnitStatusSet(unit="a1", status="lost"))
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra").model_copy(update={"name": "squad A1"}), system="fubar"))
    record.add(ANN, UnitStatusSet(unit="a1", status="lost", misses=1))
    expect_refusal("already has a unit named", lambda: record.add(ANN, UnitStatusSet(unit="a1", status="fit")))
    assert (unit(record, "a1").status, unit(record, "a1").misses) == ("lost", 1)


@for_each("status", ["recovering", "fit"])
def test_a_correction_keeps_the_status_set_by_the_arbitrator(status: Status) -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-2))
    record.add(ANN, UnitStatusSet(unit="a1", status=status, misses=2))
    corrected(record, "b", change("a1", models=-1))
    assert (strength(record), unit(record, "a1").misses) == ((7, 0, status), 2)


def test_absences_and_injuries_of_another_battle_stay_beside_those_of_this_one() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-3, recovering=2, injuries=(Injury(key="severe", modifier=-2),)))
    one, battle = unit(record, "a1"), record.campaign.battles["b"]
    other = Absence(battle="z", figures=1, since=1)
    both = one.with_changes(absences=(other, *one.absences))
    assert [(each.battle, each.figures) for each in absences_after(both, battle, 1)] == [("z", 1), ("b", 3)]
    assert absences_after(both, battle, -2) == (other,)
    hurt = one.with_changes(injuries=(*one.injuries, Injury(key="minor", modifier=-1, battle="z")))
    healed = apply_change(record.campaign, hurt, change("a1"), change("a1", injuries=one.injuries), battle)
    assert [(each.key, each.battle) for each in healed.injuries] == [("minor", "z")]


def test_an_injury_wears_off_battle_by_battle_and_one_for_good_never() -> None:
    record = new_campaign()
    hurt = (Injury(key="severe", modifier=-2, battles=3), Injury(key="crippled", modifier=-1))
    lose_battle(record, "b", change("a1", injuries=hurt))
    left = [[(one.key, one.battles) for one in unit(record, "a1").injuries]]
    for battle in ("c", "d", "e"):
        next_battle(record, battle, "a2", "b2")
        left.append([(one.key, one.battles) for one in unit(record, "a1").injuries])
    always = ("crippled", None)
    assert left == [[("severe", 3), always], [("severe", 2), always], [("severe", 1), always], [always]]


def test_recruits_dilute_a_unit_when_it_has_fought_and_not_before() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-4, experience=8))
    record.add(ANN, FiguresGranted(roster="ra", figures=2))
    record.add(ANN, Reinforced(unit="a1", figures=2))
    full = unit(record, "a1")
    assert (full.recruits, full.experience) == (2, 8)
    next_battle(record, "c", "a2", "b2")
    assert (unit(record, "a1").recruits, unit(record, "a1").experience) == (2, 8)
    next_battle(record, "d", "a1", "b2")
    assert (unit(record, "a1").recruits, unit(record, "a1").experience) == (0, full.worth)
    assert full.worth < 8


def test_figures_go_to_those_whom_the_report_gives_them_and_no_battle_is_forgotten_by_a_correction() -> None:
    record = new_campaign()
    lose_battle(record, "a", change("a1"))
    lose_battle(record, "b", change("a1"))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": 4}))
    sign(record)
    assert {id: one.figures for id, one in record.campaign.rosters.items()} == {"ra": 4, "rb": 0}
    record.add(ANN, BattleBegun(battle="c", game="game-c", sides=SIDES))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": 1}))
    sign(record)
    assert list(record.campaign.battles) == ["a", "b", "c"]
    assert record.campaign.battles["c"].unplaced == {"ra": 1}
    record.add(ANN, BattleCalledOff(battle="c"))
    assert record.campaign.rosters["ra"].figures == 1


def test_a_correction_takes_figures_only_from_those_who_owe_them_and_from_battles_that_go_on() -> None:
    """Both place no figures before c and d; c is over, d is being fought, and then b has given Ann fewer figures."""
    record = new_campaign()
    fight(record)
    report_battle(record, figures={"ra": 4})
    sign(record)
    for battle in ("c", "d"):
        record.add(ANN, FiguresGranted(roster="ra", figures=1), FiguresGranted(roster="rb", figures=2))
        record.add(ANN, BattleBegun(battle=battle, game=f"game-{battle}", sides=SIDES))
        if battle == "c":
            record.add(ANN, BattleEnded(battle="c"))
            report_battle(record, battle="c", result=Result())
            sign(record, "c")
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": 0}))
    sign(record)
    assert record.campaign.battles["c"].unplaced == {"ra": 5, "rb": 2}
    assert record.campaign.battles["d"].unplaced == {"ra": 0, "rb": 2}


def test_a_battle_without_waiting_units_before_it_owes_nothing() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, figures={"ra": 1})
    sign(record)
    record.add(ANN, FiguresGranted(roster="ra", figures=-1))
    record.add(ANN, BattleBegun(battle="c", game="game-c", sides=SIDES))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": 0}))
    sign(record)
    assert record.campaign.battles["c"].unplaced == {}


def test_an_honour_that_a_unit_has_already_is_not_won_twice() -> None:
    record = new_campaign()
    record.add(ANN, HonourAwarded(unit="a1", honour=Honour(key="alone")))
    lose_battle(record, "b", change("a1", honours=(Honour(key="alone", battle="b"), Honour(key="first_blood"))))
    assert unit(record, "a1").honours == (Honour(key="alone"), Honour(key="first_blood"))
