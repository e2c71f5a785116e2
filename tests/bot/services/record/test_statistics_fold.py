"""The statistics of the battles, counted by hand from their transcripts, and the laws that hold for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.resolution.result import OpenQuestion
from bot.services import Services
from bot.services.record.statistics import (
    Statistics,
    UnitStatistics,
)
from bot.services.record.statistics_fold import StatisticsFold
from bot.services.record.turning_points import LEAST
from data import system_of
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry, play_back
from rules.game.events import LossesTaken, UnitPlaced
from rules.game.table_events import SidesNamed
from rules.kernel.dice import Need
from rules.kernel.plays import RecordedRoll
from tests.bot.fought import SYSTEMS, entries_of
from tests.bot.playing import ANN, BOB, call, fire, id_of, start_demo
from tests.bot.services.record.added_up import statistics_of

Counts = dict[str, tuple[int, int, int, int, int, int, int]]

# Start and end, losses given and taken, shots and hits, tests. Units that did and suffered nothing are not listed.
BY_HAND: dict[str, Counts] = {
    "fubar": {
        "Regular section": (8, 8, 3, 0, 13, 5, 1),
        "Marines": (5, 5, 5, 0, 10, 5, 2),
        "Commandos": (5, 5, 0, 0, 0, 0, 2),
        "IFV": (1, 1, 0, 0, 7, 4, 1),
        "Militia": (8, 2, 0, 6, 17, 3, 2),
        "Planet defence squad": (10, 8, 0, 2, 3, 2, 1),
        "HMG team": (2, 2, 0, 0, 4, 2, 2),
        "Technical": (1, 1, 0, 0, 0, 0, 1),
    },
    "opreb": {
        "Line rifle squad": (6, 6, 2, 0, 14, 5, 2),  # the two that fall at entry 25 had its wound markers
        "Scout sharpshooters": (4, 4, 0, 0, 5, 4, 0),
        "Colonial militia section": (8, 6, 0, 2, 8, 4, 1),
        "Heavy weapons squad": (6, 6, 0, 0, 22, 14, 0),
    },
    "bayonet": {
        "GI": (1, 1, 0, 0, 3, 3, 0),
        "GI 2": (1, 1, 0, 0, 1, 1, 0),
        "GI 3": (1, 0, 0, 1, 0, 0, 0),
        "Heavy": (1, 1, 0, 0, 1, 0, 0),
        "Sniper": (1, 1, 0, 0, 1, 0, 0),
        "Light mortar": (1, 1, 1, 0, 1, 2, 0),  # one die for both under it
        "Engineer": (1, 1, 0, 0, 1, 0, 0),
        "Irregular 3": (1, 0, 0, 1, 0, 0, 0),
        "Gunner": (1, 1, 1, 0, 2, 1, 0),
    },
    "openfire_d12": {
        "Line squad": (10, 10, 2, 0, 10, 6, 0),
        "Second squad": (10, 0, 0, 10, 0, 0, 0),
        "Veteran squad": (12, 9, 0, 3, 6, 1, 1),
        "Heavy trooper": (6, 6, 6, 0, 3, 3, 0),
        "Raiders": (12, 12, 6, 0, 24, 11, 0),
        "Howling band": (12, 4, 4, 8, 4, 4, 1),
        "Scout pair": (4, 4, 2, 0, 2, 1, 0),
    },
    "openfire_ww2": {
        "Rifle squad": (9, 9, 3, 0, 7, 4, 1),
        "Veteran rifle team": (3, 3, 1, 0, 1, 1, 0),
        "Engineers": (4, 3, 2, 1, 6, 3, 2),
        "Mortar team": (3, 3, 1, 0, 0, 0, 0),
        "Medium tank": (3, 2, 1, 1, 1, 1, 0),
        "Conscript team": (5, 2, 0, 3, 0, 0, 3),
        "Conscript team 2": (5, 4, 1, 1, 5, 2, 2),
        "Rifle team (Blue)": (3, 1, 0, 2, 2, 1, 2),
        "MG team": (3, 2, 0, 1, 0, 0, 2),
        "Heavy tank": (4, 3, 1, 1, 1, 1, 0),
    },
}
BY_TURN = {
    "fubar": {"Red": [19, 19, 19, 19], "Blue": [21, 18, 15, 13]},
    "opreb": {"Red": [14, 14, 14], "Blue": [22, 20, 20]},
    "bayonet": {"Red": [8, 8, 7, 7, 7, 7], "Blue": [9, 8, 8, 8, 8, 8]},
    "openfire_d12": {"Red": [38, 29, 25], "Blue": [38, 30, 30]},
    "openfire_ww2": {"Red": [29, 27, 27, 27, 27], "Blue": [28, 23, 20, 20, 20]},
}
every_battle = pytest.mark.parametrize("system", SYSTEMS)


_COUNTED: dict[str, Statistics] = {}


async def count_battle(system: str) -> Statistics:
    if system not in _COUNTED:
        _COUNTED[system] = statistics_of(await entries_of(system), system_of(system))
    return _COUNTED[system]


def numbers(unit: UnitStatistics) -> tuple[int, int, int, int, int, int, int]:
    return unit.start, unit.end, unit.losses_inflicted, unit.losses, unit.shots, unit.hits, unit.tests


@every_battle
async def test_every_unit_as_counted_by_hand(system: str) -> None:
    found = {unit.name: numbers(unit) for unit in (await count_battle(system)).units}
    did = {name: counts for name, counts in found.items() if any(counts[2:])}
    assert did == BY_HAND[system]
    assert all(start == end for start, end, *rest in found.values() if not any(rest))


@every_battle
async def test_the_strength_of_each_side_by_turn(system: str) -> None:
    found = await count_battle(system)
    assert [one.turn for one in found.strength] == list(range(len(found.strength)))
    series = {side: [one.strengths[side] for one in found.strength] for side in found.sides}
    assert series == BY_TURN[system]


@every_battle
async def test_losses_given_are_losses_taken(system: str) -> None:
    found = await count_battle(system)
    assert sum(unit.losses_inflicted for unit in found.units) + found.unattributed == sum(
        unit.losses for unit in found.units
    )
    assert all(unit.start - unit.losses == unit.end for unit in found.units)


async def test_losses_by_the_ground_are_not_credited() -> None:
    assert (await count_battle("openfire_d12")).unattributed == 1


@every_battle
async def test_undone_entries_are_left_out(system: str) -> None:
    entries = await entries_of(system)
    gone = {entry.undoes for entry in entries if entry.undoes is not None}
    assert gone
    kept = [entry.model_copy(update={"undoes": None}) for entry in entries if entry.number not in gone]
    without = statistics_of(kept, system_of(system))
    assert replace(without, undone=len(gone)) == await count_battle(system)


@every_battle
async def test_statistics_leave_out_hidden_units(system: str) -> None:
    found = await count_battle(system)
    loser = max(found.units, key=lambda unit: unit.losses)
    without = statistics_of(await entries_of(system), system_of(system), {loser.unit})
    assert loser.unit not in {unit.unit for unit in without.units}
    assert without.hidden == 1
    given = sum(unit.losses_inflicted for unit in without.units)
    assert given + without.unattributed == sum(unit.losses for unit in without.units)
    before = {one.turn: one.strengths[loser.side] for one in found.strength}
    assert without.strength[0].strengths[loser.side] == before[0] - loser.start
    assert without.strength[-1].strengths[loser.side] == before[len(before) - 1] - loser.end


# Turning points


async def points(system: str) -> dict[int, tuple[str, Fraction]]:
    return {one.entry: (one.side, one.swing) for one in (await count_battle(system)).turning_points}


async def test_killing_wounds_are_compared_with_the_expected_number() -> None:
    """Four wound markers at 5+ kill 4/3 on average; they killed two of 22. Markers that killed none are not listed."""
    assert await points("opreb") == {25: ("Red", (2 - Fraction(4, 3)) / 22)}


@pytest.mark.parametrize(
    ("system", "entry", "lost", "expected", "whole"),
    [
        ("openfire_d12", 18, 6, 3 * Fraction(7, 12) * Fraction(1, 2) * 2, 38),  # 3 dice at 6+, saved at 7+, DMG 2
        ("openfire_d12", 38, 4, 4 * Fraction(1, 2) * Fraction(1, 2), 38),  # 4 dice at 7+, saved at 7+
        ("openfire_ww2", 12, 1, Fraction(1, 2) * Fraction(1, 2), 28),  # a hit at 4+, a kill at 4+
        ("openfire_ww2", 23, 1, Fraction(1, 2) * Fraction(2, 3), 29),  # a hit at 4+, a kill at 3+
    ],
)
async def test_the_expected_losses_of_a_shot_match_a_calculation_by_hand(
    system: str, entry: int, lost: int, expected: Fraction, whole: int
) -> None:
    [point] = [one for one in (await count_battle(system)).turning_points if one.entry == entry]
    assert sum(point.lost.values()) == lost
    assert sum(point.expected.values()) == expected
    assert point.swing == (lost - expected) / whole


async def test_an_attack_die_against_a_defence_die() -> None:
    """The Gunner's 6 and 3: one of 36 rolls downs the Lieutenant (6 against 1); against GI 3 the chance was a sixth."""
    found = {one.entry: one for one in (await count_battle("bayonet")).turning_points}
    assert found[22].lost == {"Red": 1}
    assert found[22].swing == (1 - found[22].expected["Red"]) / 8


async def test_a_shot_with_the_expected_result_is_no_turning_point() -> None:
    """At entry 31 the Marines' fight took two of the Militia, close to the expected number; at 14 it was 3 instead of
    1.4. At 19 there were no losses.
    """
    assert set(await points("fubar")) == {14, 27}


@every_battle
async def test_a_shot_with_a_hidden_unit_is_no_turning_point(system: str) -> None:
    for point in (await count_battle(system)).turning_points:
        [entry] = [one for one in await entries_of(system) if one.number == point.entry]
        for id in {id for play in entry.plays for id in play.roles.values()}:
            without = statistics_of(await entries_of(system), system_of(system), {id})
            assert point.entry not in {one.entry for one in without.turning_points}


@every_battle
async def test_three_at_the_most_in_the_order_of_the_game(system: str) -> None:
    found = (await count_battle(system)).turning_points
    assert 0 < len(found) <= 3
    assert [one.entry for one in found] == sorted(one.entry for one in found)
    assert all(one.swing >= LEAST for one in found)


@pytest.mark.parametrize("other", [{"facts": {}}, {"action": "gone"}])
async def test_a_play_of_other_rules_was_expected_to_end_as_it_did(other: dict[str, object]) -> None:
    """An action or facts unknown to this version have no expectation."""
    entries = [_of_another_version(entry, other) for entry in await entries_of("fubar")]
    found = {one.entry: one.swing for one in statistics_of(entries, system_of("fubar")).turning_points}
    assert found == {}


def _of_another_version(entry: Entry, other: dict[str, object]) -> Entry:
    return entry.model_copy(update={"plays": tuple(one.model_copy(update=other) for one in entry.plays)})


@pytest.mark.parametrize(("models", "swings"), [(100, {2: Fraction(1, 100)}), (101, {})])
async def test_a_hundredth_of_the_lead_is_the_least_turning_point(models: int, swings: dict[int, Fraction]) -> None:
    """Both sides begin with as many models, and Red loses one."""
    placed = _two_units(await entries_of("fubar"), models)
    found = statistics_of([placed, _loss(2, "u1", 1)], system_of("fubar")).turning_points
    assert {one.entry: one.swing for one in found} == swings
    assert [(one.side, one.lost, one.expected, one.results) for one in found] == [
        ("Blue", {"Red": 1}, {}, ()) for _ in swings
    ]


async def test_a_side_whose_units_are_all_hidden_has_no_lead_and_no_line() -> None:
    placed = _two_units(await entries_of("fubar"), 10)
    found = statistics_of([placed, _loss(2, "u1", 5), _loss(3, "u2", 1)], system_of("fubar"), {"u2"})
    assert (found.sides, found.turning_points, found.unattributed, found.hidden) == (("Red",), (), 5, 1)
    assert [(one.unit, one.start, one.end) for one in found.units] == [("u1", 10, 5)]


def _two_units(entries: Sequence[Entry], models: int) -> Entry:
    """Return the entry that places a unit of Red and one of Blue, with so many models each."""
    unit = next(one.unit for entry in entries for one in entry.events if isinstance(one, UnitPlaced))
    sides = {"u1": "Red", "u2": "Blue"}
    changed = [{"id": id, "side": side, "models": models, "starting": models} for id, side in sides.items()]
    placed = tuple(UnitPlaced(unit=unit.model_copy(update=one)) for one in changed)
    return Entry(number=1, command="force load", by="1", at=0, events=(SidesNamed(sides=("Red", "Blue")), *placed))


def _loss(number: int, unit: str, models: int) -> Entry:
    return Entry(number=number, command="by hand", by="1", at=0, events=(LossesTaken(unit=unit, models=models),))


# Changes by hand


async def test_a_unit_that_is_put_right_has_begun_with_that(services: Services) -> None:
    await start_demo(services)
    await services.unit_corrections.edit(call(), "Militia", "models", "10")
    found = (await services.numbers.of_channel(call())).found
    [militia] = [unit for unit in found.units if unit.name == "Militia"]
    assert (militia.start, militia.end, militia.losses) == (10, 10, 0)


async def test_a_unit_that_leaves_before_the_first_roll_took_no_part(services: Services) -> None:
    """Its side ended with fewer than it had begun with, although no model was lost."""
    await start_demo(services)
    before = (await services.numbers.of_channel(call())).found
    await services.unit_corrections.remove(call(), await id_of(services, "Commandos"))
    found = (await services.numbers.of_channel(call())).found
    assert found.units == tuple(unit for unit in before.units if unit.name != "Commandos")


async def test_a_unit_that_leaves_later_has_lost_nothing_by_it(services: Services) -> None:
    await start_demo(services)
    await fire(services, dice="1 " * 11)
    await services.unit_corrections.remove(call(), await id_of(services, "Commandos"))
    found = (await services.numbers.of_channel(call())).found
    [commandos] = [unit for unit in found.units if unit.name == "Commandos"]
    assert (commandos.start, commandos.end, commandos.losses, commandos.left) == (5, 0, 0, True)


async def test_a_game_without_units_and_without_turns() -> None:
    assert statistics_of([], system_of("fubar")) == Statistics(strength=statistics_of([], system_of("fubar")).strength)
    assert statistics_of([], system_of("fubar")).turning_points == ()


async def test_losses_by_hand_are_not_credited(services: Services) -> None:
    await start_demo(services)
    live = (await services.numbers.of_channel(call())).live
    entries = await services.record.entries.all(live.info.id)
    unit = live.game.units[await id_of(services, "Militia")]
    by_hand = Entry(
        number=len(entries) + 1, command="by hand", by=ANN.id, at=0.0, events=(LossesTaken(unit=unit.id, models=3),)
    )
    found = statistics_of([*entries, by_hand], live.system)
    assert found.unattributed == 3
    assert next(one for one in found.units if one.unit == unit.id).losses == 3


async def test_a_shot_at_friends_is_counted_too(services: Services) -> None:
    """The shooter counts as inflicting the losses, and the lead goes to the other side."""
    await start_demo(services)
    shot = (await fire(services, dice="6 " * 11)).entry
    militia, marines = await id_of(services, "Militia"), await id_of(services, "Marines")
    entries = await services.record.entries.all((await services.games.require_game(call().where)).info.id)
    placed = next(
        event.unit
        for entry in entries
        for event in entry.events
        if isinstance(event, UnitPlaced) and event.unit.id == militia
    )
    traitor = placed.model_copy(update={"side": "Red"})
    turned = entries[-1].model_copy(update={"events": (UnitPlaced(unit=traitor), *shot.events)})
    found = statistics_of([*entries[:-1], turned], system_of("fubar"))
    units = {one.unit: one for one in found.units}
    assert units[militia].losses == units[marines].losses_inflicted > 0
    assert units[militia].side == "Red"


def test_successes_of_a_roll() -> None:
    throw = RecordedRoll.model_validate(
        {"key": "x", "label": {"msgid": "x"}, "by": "unit", "sides": 6, "faces": [1, 4, 6], "source": "bot"}
    )
    assert throw.successes == 0
    assert throw.model_copy(update={"needed": Need(4)}).successes == 2
    assert throw.model_copy(update={"needed": Need(11, at_most=True)}).successes == 1
    assert throw.model_copy(update={"needed": Need(10, at_most=True)}).successes == 0


async def test_models_corrected_after_the_first_roll_count_as_losses(services: Services) -> None:
    await start_demo(services)
    militia = await id_of(services, "Militia")
    await services.unit_corrections.edit(call(BOB), militia, "models", "7")
    await fire(services, dice="1 " * 11)
    await services.unit_corrections.edit(call(BOB), militia, "models", "3")
    found = (await services.numbers.of_channel(call())).found
    one = next(one for one in found.units if one.unit == militia)
    assert (one.start, one.end, one.losses, found.unattributed) == (7, 3, 4, 4)
    await services.unit_corrections.edit(call(BOB), militia, "models", "9")
    found = (await services.numbers.of_channel(call())).found
    one = next(one for one in found.units if one.unit == militia)
    assert (one.start, one.end, one.losses, found.unattributed) == (9, 9, 0, 0)


async def test_a_split_is_no_loss_and_no_arrival_and_a_union_adds_up(services: Services) -> None:
    """T4."""
    await start_demo(services)
    militia = await id_of(services, "Militia")
    await fire(services, dice="1 " * 11)
    await services.unit_corrections.edit(call(BOB), militia, "models", "6")
    before = (await services.numbers.of_channel(call())).found
    asked = await services.divisions.split(call(BOB), militia, 1)
    assert isinstance(asked, OpenQuestion)
    await services.corrections.agree(call(ANN), asked.row.id, asked.row.step)
    found = (await services.numbers.of_channel(call())).found
    assert (found.strength, found.unattributed) == (before.strength, 2)
    whole, part = (next(one for one in found.units if one.name == name) for name in ("Militia", "Militia 2"))
    assert (part.start, part.end, part.losses, whole.start - whole.losses) == (1, 1, 0, whole.end)
    await services.divisions.join(call(BOB), militia, part.unit)
    again = (await services.numbers.of_channel(call())).found
    assert again.units == before.units


async def test_a_unit_that_became_part_of_a_hidden_one_keeps_its_own_line() -> None:
    entries = await entries_of("fubar")
    whole, part = play_back(entries).units_of_side("Red")[:2]
    last = {"number": entries[-1].number + 1, "plays": (), "undoes": None}
    joined = entries[-1].model_copy(update={**last, "events": (UnitsJoined(unit=whole, other=part.id),)})
    found = statistics_of([*entries, joined], system_of("fubar"), {whole.id})
    assert {one.unit: one.end for one in found.units if one.unit in (whole.id, part.id)} == {part.id: 0}


async def test_a_hidden_unit_that_is_split_and_a_part_that_hides_are_left_out() -> None:
    """A part that went into hiding was listed with its strength."""
    placed = _two_units(await entries_of("fubar"), 10)
    [whole, _] = [one.unit for one in placed.events if isinstance(one, UnitPlaced)]
    part = whole.model_copy(update={"id": "part", "models": 4})
    split = UnitSplit(unit=whole.model_copy(update={"models": 6}), part=part)
    joined = UnitsJoined(unit=whole, other="part")
    apart = Entry(number=2, command="unit split", by="1", at=0, events=(split,))
    again = Entry(number=3, command="unit join", by="1", at=0, events=(joined,))
    found = statistics_of([placed, apart, again], system_of("fubar"), {"u1"})
    assert [(one.unit, one.start, one.end) for one in found.units] == [("u2", 10, 10)]
    found = statistics_of([placed, apart], system_of("fubar"), {"part"})
    assert [(one.unit, one.start, one.end) for one in found.units] == [("u1", 6, 6), ("u2", 10, 10)]
    found = statistics_of([placed, apart, again], system_of("fubar"), {"part"})
    assert [(one.unit, one.start, one.end) for one in found.units] == [("u1", 6, 10), ("u2", 10, 10)]


async def test_a_part_of_a_unit_that_hides_keeps_a_line_with_its_losses() -> None:
    """The part was left out with the hidden unit, and `/stats` failed when it had a loss."""
    placed = _two_units(await entries_of("fubar"), 10)
    [whole, _] = [one.unit for one in placed.events if isinstance(one, UnitPlaced)]
    part = whole.model_copy(update={"id": "part", "models": 4})
    split = UnitSplit(unit=whole.model_copy(update={"models": 6}), part=part)
    apart = Entry(number=2, command="unit split", by="1", at=0, events=(split,))
    found = statistics_of([placed, apart, _loss(3, "part", 1)], system_of("fubar"), {"u1"})
    lines = [(one.unit, one.start, one.end, one.losses) for one in found.units]
    assert lines == [("part", 4, 3, 1), ("u2", 10, 10, 0)]


async def test_a_long_game_keeps_the_costliest_moments_only() -> None:
    """Each moment has a copy of the game."""
    fold = StatisticsFold(system_of("fubar"), set(), frozenset())
    events = (event for entry in await entries_of("fubar") for event in entry.events)
    unit = next(event.unit for event in events if isinstance(event, UnitPlaced))
    units = [
        unit.model_copy(update={"id": f"u{n}", "side": ("Red", "Blue")[n % 2], "models": 10, "starting": 10})
        for n in range(1, 51)
    ]
    fold.add(Entry(number=1, command="force load", by="1", at=0, events=tuple(UnitPlaced(unit=one) for one in units)))
    kept: list[int] = []
    for number in range(2, 203):
        costs = 3 if number == 100 else 1
        lost = LossesTaken(unit=units[number // 5].id, models=costs)
        fold.add(Entry(number=number, command="fire", by="1", at=0, events=(lost,)))
        kept.append(len(fold.moments))
    assert kept == [*range(1, 201), 26], "the twenty-five costliest, and as many of those with the most dice"
    assert 100 in [one.entry.number for one in fold.moments]
