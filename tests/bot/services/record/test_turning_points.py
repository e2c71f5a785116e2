"""Turning points of the FUBAR battle with a change that its own entries do not have; see `test_statistics_fold.py`."""

from __future__ import annotations

from dataclasses import replace

from bot.services.record.statistics_fold import StatisticsFold
from bot.services.record.turning_points import Moment, turning_points
from data import system_of
from rules.game.entry import Entry
from rules.game.events import LossesTaken, UnitPlaced
from rules.game.table_events import SidesNamed
from rules.kernel.text import NOTHING
from tests.bot.fought import entries_of
from tests.bot.services.record.added_up import statistics_of

FUBAR = system_of("fubar")


async def test_a_play_without_words_has_no_result_in_a_turning_point() -> None:
    entries = [
        one.model_copy(update={"plays": tuple(play.model_copy(update={"text": NOTHING}) for play in one.plays)})
        for one in await entries_of("fubar")
    ]
    found = statistics_of(entries, FUBAR).turning_points
    assert [(one.entry, one.results) for one in found] == [(14, ()), (27, ())]


async def test_a_side_that_has_brought_nothing_has_no_lead() -> None:
    events = (event for entry in await entries_of("fubar") for event in entry.events)
    unit = next(event.unit for event in events if isinstance(event, UnitPlaced))
    units = [{"id": "u1", "side": "Red", "models": 8}, {"id": "u2", "side": "Blue", "models": 0}]
    placed = [UnitPlaced(unit=unit.model_copy(update=one)) for one in units]
    begun = Entry(number=1, command="force load", by="1", at=0, events=(SidesNamed(sides=("Red", "Blue")), *placed))
    loss = Entry(number=2, command="by hand", by="1", at=0, events=(LossesTaken(unit="u1", models=5),))
    found = statistics_of([begun, loss], FUBAR)
    assert (found.turning_points, [(one.start, one.losses) for one in found.units]) == ((), [(8, 5), (0, 0)])


async def shot_and_targets() -> tuple[Moment, set[str]]:
    fold = StatisticsFold(FUBAR, set(), frozenset())
    for entry in await entries_of("fubar"):
        fold.add(entry)
    [moment] = [one for one in fold.moments if one.entry.number == 14]
    return moment, {play.roles["target"] for play in moment.entry.plays if "target" in play.roles}


async def test_the_expected_losses_of_a_hidden_unit_are_left_out() -> None:
    """A unit beside the target, such as under a template, has no role in the play."""
    moment, targets = await shot_and_targets()
    [seen] = turning_points(FUBAR, [moment])
    [hidden] = turning_points(FUBAR, [moment], targets)
    assert (sum(seen.expected.values()) > 0, sum(hidden.expected.values())) == (True, 0)


async def test_a_target_that_has_left_has_no_expected_losses() -> None:
    moment, targets = await shot_and_targets()
    left = {id: unit for id, unit in moment.before.units.items() if id not in targets}
    [found] = turning_points(FUBAR, [moment._replace(before=replace(moment.before, units=left))])
    assert (found.expected, sum(found.lost.values()) > 0) == ({}, True)
