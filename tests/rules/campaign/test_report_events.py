"""Invalid reports, and the parts of the previous report that a new one keeps."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.campaign import Battle, Campaign
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.people_events import ArbitratorNamed, MemberLeft, PlayerJoined, RosterHandedOver
from rules.campaign.report import Report, ReportNeed, Result, UnitChange
from rules.campaign.report_checks import check_change, check_needs, check_report, is_past_limits
from rules.campaign.report_events import (
    AftermathRolled,
    ReportDecided,
    ReportEdited,
    ReportMade,
    ReportReopened,
    ReportSigned,
)
from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    Record,
    change,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
)

MINOR = Result(winner="ra", margin="minor")


def finished_battle(**unit: Any) -> tuple[Campaign, Battle]:
    """Return a finished battle of a1, with its changes."""
    record = new_campaign()
    fight(record)
    found = record.campaign
    changed = {**found.units, "a1": found.units["a1"].with_changes(**unit)}
    return found.with_changes(units=changed), found.battles["b"]


def fault(campaign: Campaign, battle: Battle, **said: int) -> str | None:
    """Return the refusal of this report about a1, or None."""
    try:
        check_change(campaign, battle, change("a1", **said))
    except RuleError as error:
        return str(error)
    return None


@for_each(
    ("unit", "said", "why"),
    [
        ({}, {"models": 0}, None),
        ({}, {"models": 1}, "can have at most 8 figures"),
        ({"models": 6}, {"models": 2}, None),
        ({"models": 6}, {"models": 3}, "can have at most 8 figures"),
        ({"models": 9}, {"models": 0}, None),
        ({}, {"models": -8}, None),
        ({}, {"models": -9}, "has 8 figures and cannot lose more"),
        ({"models": 6, "recovering": 2}, {"models": -8}, None),
        ({"models": 6, "recovering": 2}, {"models": -9}, "has 8 figures"),
        ({}, {"recovering": -1}, "has 8 figures"),
        ({"experience": 2}, {"experience": -2}, None),
        ({"experience": 2}, {"experience": -3}, "has 2 experience; it cannot fall below 0"),
        ({}, {"experience": MOST_EXPERIENCE}, None),
        ({}, {"experience": MOST_EXPERIENCE + 1}, "at most"),
        ({"experience": MOST_EXPERIENCE}, {"experience": 1}, "at most"),
        ({"experience": MOST_EXPERIENCE + 1}, {"experience": 0}, None),
        ({}, {"misses": -1}, "give 0 or more"),
        ({}, {"given": -1}, "give 0 or more"),
        ({}, {"taken": -1}, "give 0 or more"),
        ({}, {"misses": 10}, None),
        ({}, {"misses": 11}, ": give at most 10 missed battles"),
    ],
)
def test_a_change_stays_within_the_limits_of_a_unit(
    unit: dict[str, int], said: dict[str, int], why: str | None
) -> None:
    found = fault(*finished_battle(**unit), **said)
    assert found is None if why is None else why in (found or "")


def test_a_new_report_is_checked_without_the_effects_of_the_old_one() -> None:
    """A report that was signed and reopened is compared with the unit before it."""
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-3, recovering=2, experience=4))
    sign(record)
    record.add(ANN, ReportReopened(battle="b"))
    found, battle = record.campaign, record.campaign.battles["b"]
    assert (found.units["a1"].models, found.units["a1"].recovering) == (5, 2)
    assert fault(found, battle, models=-8) is None
    assert "has 8 figures" in (fault(found, battle, models=-9) or "")
    assert fault(found, battle, models=4) is None, "the limit of the squad is no matter of the correction"
    assert fault(found, battle, experience=0) is None
    assert "has 0 experience" in (fault(found, battle, experience=-1) or "")


@for_each(
    ("more", "why"),
    [
        ({"needs": (ReportNeed(key="n", unit="a2", action="recovery"),)}, "Squad a2 was not in that battle"),
        ({"needs": (ReportNeed(key="n", unit="a1", action="recovery"),)}, None),
        ({"figures": {"rc": 1}}, "Give 0 figures or more"),
        ({"figures": {"ra": -1}}, "Give 0 figures or more"),
        ({"figures": {"ra": 0, "rb": 2}}, None),
    ],
)
def test_a_report_needs_dice_and_gives_figures_for_those_who_fought_only(more: dict[str, Any], why: str | None) -> None:
    found, battle = finished_battle()
    report = Report(result=MINOR, changes=(change("a1"),), **more)
    if why is None:
        check_report(found, battle, report)
        return
    with pytest.raises(RuleError, match=why):
        check_report(found, battle, report)


ROLLED = ReportNeed(key="n", unit="a1", action="recovery", outcome={"back": 1}, faces=(6,), own=(2,))


@for_each("held", [None, "", "Red", "Blue"])
def test_a_side_that_fought_or_none_held_the_field(held: str | None) -> None:
    _, battle = finished_battle()
    check_needs(battle, Report(result=MINOR), held, None)
    with pytest.raises(RuleError, match="Only a side in the battle can hold the field"):
        check_needs(battle, Report(result=MINOR), "Green", None)


@for_each("other", [{"key": "m"}, {"outcome": None}, {"faces": (5,)}, {"own": ()}])
def test_dice_are_read_again_but_never_rolled_by_an_edit(other: dict[str, Any]) -> None:
    _, battle = finished_battle()
    report = Report(result=MINOR, needs=(ROLLED,))
    check_needs(battle, report, None, (ROLLED.model_copy(update={"outcome": {"lost": 1}, "facts": {"lost": 3}}),))
    for needs in ((ROLLED.model_copy(update=other),), (), (ROLLED, ROLLED)):
        with pytest.raises(RuleError, match="stay as they are"):
            check_needs(battle, report, None, needs)


@for_each(
    ("said", "past"),
    [
        ({}, False),
        ({"experience": 3}, False),
        ({"experience": 4}, True),
        ({"models": -1}, False),
        ({"models": -3, "recovering": 3}, False),
        ({"models": -3, "recovering": 4}, True),
        ({"models": 1}, True),
    ],
)
def test_an_edit_gives_no_more_than_a_battle_can(said: dict[str, int], past: bool) -> None:
    report = Report(result=MINOR, most=3, changes=(change("a1", models=-4, recovering=1),))
    assert is_past_limits(report, change("a1", **said)) is past


def test_an_edit_may_keep_gains_that_the_report_has_given_already() -> None:
    report = Report(result=MINOR, most=3, changes=(change("a1", models=2, experience=5),))
    for said, past in (({"experience": 5}, False), ({"experience": 6}, True), ({"models": 2}, False)):
        assert is_past_limits(report, change("a1", **said)) is past
    assert is_past_limits(report, change("a1", models=3))


# Values that a new report keeps


def with_dice(record: Record, **of: str) -> None:
    """A report with dice for these units, by the keys of the dice."""
    needs = tuple(ReportNeed(key=key, unit=unit, action="recovery") for key, unit in of.items())
    report_battle(record, *(UnitChange(unit=unit, models=-1) for unit in of.values()), needs=needs)


def roll_need(record: Record, by: str, need: str, unit: str, **faces: Any) -> None:
    event = {"battle": "b", "need": need, "outcome": {"back": 1}, "change": change(unit, models=-1), **faces}
    record.add(by, AftermathRolled.model_validate(event))


def test_the_faces_of_a_report_that_is_made_again_wait_for_the_same_dice() -> None:
    """Repeating the report never repeats a roll."""
    record = new_campaign()
    fight(record)
    with_dice(record, n="a1", m="b1")
    roll_need(record, ANN, "n", "a1", faces=(6, 1))
    with_dice(record, n="a1", m="b1")
    assert record.campaign.returned == {"n": (6, 1)}
    roll_need(record, BOB, "m", "b1", faces=(3,))
    with_dice(record, n="a1", m="b1")
    assert record.campaign.returned == {"n": (6, 1), "m": (3,)}
    roll_need(record, ANN, "n", "a1", faces=(6, 1))
    assert record.campaign.returned == {"m": (3,)}, "what was drawn waits no more, and the others still do"


def test_own_dice_that_waited_are_used_for_their_purpose() -> None:
    record = new_campaign()
    fight(record)
    with_dice(record, n="a1", m="b1")
    record.campaign = record.campaign.with_changes(kept={"n": (2,), "m": (3,)})
    roll_need(record, ANN, "n", "a1", own=(2,))
    found = record.campaign.battles["b"].report
    assert found is not None
    assert [need.own for need in found.needs] == [(2,), ()]
    assert record.campaign.kept == {"m": (3,)}


def test_dice_that_a_new_report_has_already_do_not_come_again() -> None:
    record = new_campaign()
    fight(record)
    with_dice(record, n="a1")
    roll_need(record, ANN, "n", "a1", faces=(6, 1))
    report = record.campaign.battles["b"].report
    assert report is not None
    record.add(BOB, ReportMade(battle="b", game="game-b", report=report))
    assert record.campaign.returned == {}


def test_the_leader_of_a_roster_at_the_first_report_is_remembered_at_the_next() -> None:
    """They still sign after leaving: leaving a roster is no way out of its report."""
    record = new_campaign()
    fight(record)
    report_battle(record)
    record.add(BOB, MemberLeft(player=BOB))
    record.add(ANN, ReportMade(battle="b", game="game-b", report=Report(result=MINOR)))
    battle = record.campaign.battles["b"]
    assert battle.led_by == battle.signers == {"ra": ANN, "rb": BOB}


def test_the_leader_of_a_roster_signs_again_when_the_report_is_opened_though_they_have_left() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    sign(record)
    record.add(BOB, MemberLeft(player=BOB))
    record.add(ANN, ReportReopened(battle="b"))
    assert record.campaign.battles["b"].signers == {"ra": ANN, "rb": BOB}


def test_dice_cannot_come_to_more_than_a_unit_has() -> None:
    record = new_campaign()
    fight(record)
    with_dice(record, n="a1")
    event = AftermathRolled(battle="b", need="n", outcome={"lost": 9}, change=change("a1", models=-9), faces=(1,))
    expect_refusal("has 8 figures and cannot lose more", lambda: record.add(ANN, event))


# Edits


def to_edit(**more: Any) -> Record:
    """Return a report of a battle between a1 and b1, which Ann has won."""
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-1), change("b1", models=-2), **more)
    return record


WOUNDS = ReportNeed(key="w", unit="b1", action="activate", settles=True)


@for_each(
    ("said", "why"),
    [
        ({"changes": (change("a1", models=-9),)}, "cannot lose more"),
        ({"result": Result(winner="rc", margin="minor")}, "Only a roster in the battle can win it"),
        ({"figures": {"rc": 1}}, "Give 0 figures or more"),
        ({"held_field": "Green"}, "Only a side in the battle can hold the field"),
        ({"needs": ()}, "stay as they are"),
        ({"changes": (change("a1", models=-2),)}, "Roll for wounds first"),
    ],
)
def test_an_edit_says_nothing_that_cannot_be(said: dict[str, Any], why: str) -> None:
    record = to_edit(needs=(WOUNDS,))
    expect_refusal(why, lambda: record.add(BOB, ReportEdited(battle="b", **said)))


@for_each("said", [{"result": Result(margin="draw")}, {"held_field": "Red"}])
def test_the_winner_and_the_holder_of_the_field_are_entered_before_wounds_are_rolled(said: dict[str, Any]) -> None:
    record = to_edit(needs=(WOUNDS,))
    record.add(BOB, ReportEdited(battle="b", **said))
    found = record.campaign.battles["b"].report
    assert found is not None
    assert (found.result, found.held_field) == (said.get("result", MINOR), said.get("held_field", ""))


def test_every_edit_shows_the_earlier_text() -> None:
    record = to_edit(figures={"ra": 2})
    draw = Result(margin="draw")
    for said in (
        {"changes": (change("a1", models=-3), change("b1", models=-2)), "why": "miscounted"},
        {"result": draw, "held_field": "Red", "figures": {"ra": 3}},
        {"held_field": "Blue"},
        {"figures": {"ra": 1}},
    ):
        record.add(BOB, ReportEdited.model_validate({"battle": "b", **said}))
    found = record.campaign.battles["b"].report
    assert found is not None
    units, result, held, figures = found.edits
    assert (units.was, units.now) == (change("a1", models=-1), change("a1", models=-3))
    assert (units.by, units.why, units.number) == (BOB, "miscounted", record.campaign.number - 3)
    assert result.result == (MINOR, draw)
    assert held.held == ("Red", "Blue")
    assert figures.figures == ({"ra": 3}, {"ra": 1})
    assert (found.result, found.held_field, found.figures) == (draw, "Blue", {"ra": 1})


@for_each(
    "said",
    [
        {"changes": (change("a1", models=-1), change("b1", models=-2))},
        {"result": MINOR},
        {"held_field": ""},
        {"figures": {"ra": 2}},
    ],
)
def test_an_edit_that_says_the_same_is_none(said: dict[str, Any]) -> None:
    record = to_edit(figures={"ra": 2})
    expect_refusal("The report already says that", lambda: record.add(BOB, ReportEdited(battle="b", **said)))


def test_an_edit_that_changes_one_thing_of_several_is_one() -> None:
    for said in (
        {"changes": (change("a1", models=-1),), "figures": {"ra": 9}},
        {"changes": (change("a1", models=-2), change("b1", models=-2)), "figures": {"ra": 2}},
        {"result": MINOR, "held_field": "Red"},
    ):
        record = to_edit(figures={"ra": 2})
        record.add(BOB, ReportEdited.model_validate({"battle": "b", **said}))


def test_dice_are_kept_as_an_edit_reads_them() -> None:
    """The holder of the field decides the meaning of dice that were rolled (Recovery)."""
    record = to_edit(needs=(ROLLED,))
    read = ROLLED.model_copy(update={"outcome": {"lost": 1}})
    record.add(BOB, ReportEdited(battle="b", held_field="Red", needs=(read,)))
    found = record.campaign.battles["b"].report
    assert found is not None
    assert found.needs == (read,)


# Who signs


def signature(roster: str, player: str, version: int = 1) -> ReportSigned:
    return ReportSigned(battle="b", roster=roster, player=player, version=version)


def test_a_report_is_signed_once_by_each_who_fought() -> None:
    record = to_edit()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re"))
    expect_refusal("was not in this battle", lambda: record.add(EVE, signature("re", EVE)))
    record.add(BOB, signature("rb", BOB))
    expect_refusal("You have already signed this report", lambda: record.add(BOB, signature("rb", BOB)))


def test_the_leader_of_a_roster_when_its_battle_was_reported_signs_for_it() -> None:
    """Entries of format 1 were signed by the leaders of the rosters at the time."""
    record = to_edit()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(BOB, RosterHandedOver(roster="rb", player=EVE))
    expect_refusal("signs for it", lambda: record.add(EVE, signature("rb", EVE)))
    expect_refusal("signs for it", lambda: record.add(BOB, signature("rb", BOB), format=1))
    before = record.campaign
    record.add(EVE, signature("rb", EVE), format=1)
    record.campaign = before
    record.add(BOB, signature("rb", BOB))
    assert record.campaign.battles["b"].signed == {"rb": BOB}


def test_a_decision_needs_the_current_report_with_all_dice_rolled() -> None:
    record = to_edit(needs=(ReportNeed(key="n", unit="a1", action="recovery"),))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, ArbitratorNamed(player=EVE))
    expect_refusal("Roll the dice for this report first", lambda: record.add(EVE, ReportDecided(battle="b", version=1)))
    roll_need(record, ANN, "n", "a1", faces=(6,))
    expect_refusal("has changed since you read it", lambda: record.add(EVE, ReportDecided(battle="b", version=1)))
    record.add(EVE, ReportDecided(battle="b", version=2))
    assert record.campaign.battles["b"].decided


def test_a_report_signed_by_all_was_not_decided_by_the_arbitrator() -> None:
    record = to_edit()
    sign(record)
    assert not record.campaign.battles["b"].decided


def test_an_arbitrator_who_received_a_roster_after_the_battle_reads_why_signing_is_refused() -> None:
    """The refusal said that they had fought the battle."""
    record = to_edit()
    record.add(ANN, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, ArbitratorNamed(player=EVE))
    record.add(BOB, RosterHandedOver(roster="rb", player=EVE))
    said = "You now lead Bob, which was in this battle: the others must sign, or another arbitrator decides"
    decided = ReportDecided(battle="b", version=1)
    expect_refusal(said, lambda: record.add(EVE, decided))
    expect_refusal("You played in this battle", lambda: record.add(EVE, decided, format=1))


def test_an_arbitrator_decided_no_battle_of_their_own_in_entries_of_before_either() -> None:
    """Except for a roster that has no other leader any more."""
    record = to_edit()
    own = ReportDecided(battle="b", version=1)
    expect_refusal("You played in this battle", lambda: record.add(ANN, own, format=1))
    record.add(BOB, MemberLeft(player=BOB))
    expect_refusal("You played in this battle", lambda: record.add(ANN, own))
    record.add(ANN, own, format=1)
