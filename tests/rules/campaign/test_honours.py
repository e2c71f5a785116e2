"""Honours come from the record, each with the entries that show it, at most one of a kind a unit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.battle_events import BattleCalledOff
from rules.campaign.battle_record import UnitRecord
from rules.campaign.report import ReportLine, UnitChange
from rules.campaign.roster import Honour
from rules.campaign.tables import HonourRow, honours_of
from rules.campaign.won_honours import honours_won
from rules.game.unit import Value
from rules.kernel.errors import BadFacts
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    QUIET,
    Record,
    after_game,
    campaign_in_battle,
    change,
    fight,
    new_campaign,
    report_battle,
    sign,
)


def honours_of_a1(record: Record, battle: str = "b", **told: Any) -> dict[str, tuple[int, ...]]:
    """Return the honours of a1 in that battle, if its game records this of it."""
    one = UnitRecord(**{**QUIET, **told})
    found = honours_won(after_game(record, battle, one), record.campaign.units["a1"], one)
    return {honour.key: honour.entries for honour in found}


@for_each(
    ("key", "entries", "told"),
    [
        ("first_blood", (3,), {"shows": {"first": (3,)}}),
        ("stood_alone", (9,), {"shows": {"alone": (4, 9)}}),
        ("tank_killer", (5,), {"vehicles_destroyed": 1, "shows": {"vehicles": (5,)}}),
        ("unit_breaker", (5, 7), {"destroyed": ("x", "y"), "shows": {"destroyed": (5, 7)}}),
        ("held_the_line", (6, 40), {"objectives": ("Hill",), "shows": {"held_under_fire": (6,), "objective": (40,)}}),
        ("last_one_standing", (6, 8), {"left": 1, "shows": {"taken": (6, 8)}}),
        ("charmed", (2, 4, 6), {"shows": {"fired_on": (2, 4, 6)}}),
    ],
)
def test_each_is_found_with_its_entries(key: str, entries: tuple[int, ...], told: dict[str, Any]) -> None:
    assert honours_of_a1(campaign_in_battle(), **told) == {key: entries}


@for_each(
    "told",
    [
        {},
        {"survived": False, "shows": {"alone": (4,)}},
        {"left": 1, "routed": True, "shows": {"taken": (6,)}},
        {"routed": True, "shows": {"alone": (4,)}},
        {"destroyed": ("x",), "shows": {"destroyed": (5,)}},
        {"objectives": ("Hill",), "shows": {"objective": (40,)}},
        {"objectives": ("Hill",), "shows": {"fired_on": (6,), "objective": (40,)}},
        {"left": 1, "start": 1, "shows": {"taken": (6,)}},
        {"taken": 1, "shows": {"fired_on": (2, 4, 6), "taken": (4,)}},
        {"passed": 2, "shows": {"passed": (3,)}},
    ],
)
def test_almost_is_not_enough(told: dict[str, Any]) -> None:
    assert honours_of_a1(campaign_in_battle(), **told) == {}


def test_none_is_won_twice() -> None:
    record = campaign_in_battle()
    report_battle(record, change("a1", honours=(Honour(key="first_blood", battle="b", entries=(3,)),)))
    sign(record)
    fight(record, "c", ("a1", "b2"))
    assert honours_of_a1(record, "c", shows={"first": (3,)}) == {}
    assert honours_of_a1(record, "b", shows={"first": (4,)}) == {"first_blood": (4,)}, "the same battle read again"


def steady(failed: int = 0) -> UnitChange:
    """Return a battle in which a1 passed tests, and failed so many."""
    passed, broke = ReportLine(key="passed", values={"n": 2}), ReportLine(key="failed", values={"n": failed})
    return change("a1", lines=(passed, broke) if failed else (passed,))


@for_each(("failed", "expected"), [(0, {"never_broke": (12,)}), (1, {})])
def test_never_broke_over_three_battles(failed: int, expected: dict[str, tuple[int, ...]]) -> None:
    record, held = campaign_in_battle(), {"passed": 1, "shows": {"passed": (12,)}}
    report_battle(record, steady())
    sign(record)
    fight(record, "c")
    assert honours_of_a1(record, "c", **held) == {}, "two battles are not enough"
    report_battle(record, steady(failed), battle="c")
    sign(record, "c")
    fight(record, "d")
    assert honours_of_a1(record, "d", **held) == expected
    assert honours_of_a1(record, "d", **{**held, "failed": 1}) == {}


def test_the_old_guard_survives_five_battles() -> None:
    record = new_campaign()
    for battle in "bcde":
        fight(record, battle)
        report_battle(record, change("a1"), battle=battle)
        sign(record, battle)
    fight(record, "f")
    assert honours_of_a1(record, "f") == {"old_guard": (40,)}


def test_no_guard_is_old_by_battles_from_which_it_stayed_away() -> None:
    record = new_campaign()
    for battle in "bcde":
        fight(record, battle)
        away = battle == "d"
        report_battle(record, change("a1", lines=(ReportLine(key="stayed_away"),) if away else ()), battle=battle)
        sign(record, battle)
    fight(record, "f")
    assert honours_of_a1(record, "f") == {}
    report_battle(record, change("a1"), battle="f")
    sign(record, "f")
    fight(record, "g")
    assert honours_of_a1(record, "g") == {"old_guard": (40,)}


def test_no_battle_that_others_fought_makes_a_guard_old() -> None:
    record = new_campaign()
    for battle in "bcde":
        unit = "a2" if battle == "d" else "a1"
        fight(record, battle, (unit, "b1"))
        report_battle(record, change(unit), battle=battle)
        sign(record, battle)
    fight(record, "f")
    assert honours_of_a1(record, "f") == {}


def test_no_battle_called_off_makes_a_guard_old() -> None:
    record = new_campaign()
    for battle in "bcde":
        fight(record, battle)
        report_battle(record, change("a1"), battle=battle)
        if battle == "d":
            record.add(ANN, BattleCalledOff(battle=battle))
        else:
            sign(record, battle)
    fight(record, "f")
    assert honours_of_a1(record, "f") == {}


def test_the_list_in_data_is_checked() -> None:
    with pytest.raises(BadFacts, match=r"honours\.x\.deed"):
        honours_of({"x": {"deed": "luck", "name": "Lucky"}})
    with pytest.raises(BadFacts, match=r"honours\.x\.least"):
        honours_of({"x": {"deed": "alone", "name": "Alone", "least": 0}})
    with pytest.raises(BadFacts, match=r"honours\.x\.most"):
        honours_of({"x": {"deed": "alone", "name": "Alone", "most": 2}})


@for_each(("length", "taken"), [(0, False), (1, True), (40, True), (41, False)])
def test_a_list_of_honours_has_a_length(length: int, taken: bool) -> None:
    listed = {f"h{nth}": {"deed": "alone", "name": f"Alone {nth}"} for nth in range(length)}
    if taken:
        assert len(honours_of(listed)) == length
    else:
        with pytest.raises(BadFacts, match=r"^honours: "):
            honours_of(listed)


# Over several battles


def steady_through(battles: str, row: HonourRow, **told: Any) -> tuple[Honour, ...]:
    """Return the honours of a1 by that row in the battle after these; in the first of them it failed a test."""
    record = new_campaign()
    for battle in battles:
        fight(record, battle)
        report_battle(record, steady(failed=battle == battles[0]), battle=battle)
        sign(record, battle)
    fight(record, "z")
    one = UnitRecord(**{**QUIET, "passed": 1, "shows": {"passed": (12,)}, **told})
    here = replace(after_game(record, "z", one), honours={"calm": row})
    return honours_won(here, record.campaign.units["a1"], one)


@for_each(
    ("battles", "in_a_row", "wins"),
    [
        ("", 1, True),
        ("b", 1, True),
        ("b", 2, False),
        ("bc", 2, True),
        ("bc", 3, False),
        ("bcd", 3, True),
        ("bcde", 3, True),
    ],
)
def test_only_the_last_battles_in_a_row_count(battles: str, in_a_row: int, wins: bool) -> None:
    row = HonourRow(deed="no_test_failed", name="Calm", battles=in_a_row)
    calm = Honour(key="calm", battle="z", entries=(12,))
    assert steady_through(battles, row) == ((calm,) if wins else ())
    assert steady_through(battles, row, survived=False) == ()


@for_each(("passed", "wins"), [(1, False), (2, True)])
def test_as_many_tests_are_passed_as_the_list_asks(passed: int, wins: bool) -> None:
    row = HonourRow(deed="no_test_failed", name="Calm", least=2)
    assert bool(steady_through("b", row, passed=passed)) is wins


def test_no_figure_is_charmed_that_did_not_live() -> None:
    under_fire = {"fired_on": (2, 4, 6)}
    assert honours_of_a1(campaign_in_battle(), shows=under_fire) == {"charmed": (2, 4, 6)}
    assert honours_of_a1(campaign_in_battle(), shows=under_fire, survived=False) == {}


@for_each("values", [{}, {"n": "many"}])
def test_a_line_without_a_number_shows_nothing(values: dict[str, Value]) -> None:
    """A campaign file may contain anything there."""
    record = campaign_in_battle()
    for battle, here in (("b", "c"), ("c", "d")):
        report_battle(record, change("a1", lines=(ReportLine(key="passed", values=values),)), battle=battle)
        sign(record, battle)
        fight(record, here)
    assert honours_of_a1(record, "d", passed=1, shows={"passed": (12,)}) == {}


def test_later_battles_make_no_old_guard_in_an_earlier_one() -> None:
    record = new_campaign()
    for battle in "bcdef":
        fight(record, battle)
        report_battle(record, change("a1"), battle=battle)
        sign(record, battle)
    assert honours_of_a1(record, "f") == {"old_guard": (40,)}
    assert honours_of_a1(record, "e") == honours_of_a1(record, "b") == {}
