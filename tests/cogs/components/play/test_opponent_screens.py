"""The screens of the bot's seat: their controls are those of its table, in that order."""

from __future__ import annotations

import pytest

from bot.services.play.seat_table import SEAT, Seat, Tap
from tests.cogs.components.going import newest
from tests.cogs.components.play.test_line_of_sight_form import shot_at_by_commandos
from tests.cogs.components.play.test_opponent_sides import fires
from tests.cogs.components.solo import asked, past_three
from tests.cogs.components.test_opponent import ids
from tests.cogs.shown import fields
from tests.cogs.table import Table, Told

__all__ = ["asked", "past_three"]

TAPS = {
    "oppgo": Tap.PLAY_ON,
    **dict.fromkeys(("oppsame", "oppallsame", "opptell", "oppnone"), Tap.SEEN),
    "oppblind": Tap.UNSEEN,
    "oppseers": Tap.SEERS,
    **dict.fromkeys(("oppfar", "oppsees"), Tap.CORRECT),
    "oppdone": Tap.MOVED,
    "oppnot": Tap.COULD_NOT,
    "oppwhy": Tap.WHY,
    "oppside": Tap.STRUCK,
    "react": Tap.REACTION,
    "undo": Tap.UNDO,
    "why": Tap.UNDO,
}
"""Which control of the table each custom id is."""


async def test_a_screen_has_the_controls_of_its_row_in_their_order(asked: Table) -> None:
    told = newest(asked)
    _check_row(told, Seat.SIGHT)
    asked.dice.next(6)
    _check_row(await asked.click(asked.ann, told, "It sees no enemy"), Seat.MOVE)


async def test_so_has_that_of_several_who_may_react(past_three: Table) -> None:
    _check_row(await past_three.click(past_three.ann, newest(past_three), "Adjutant plays on"), Seat.GLANCE)


@pytest.mark.parametrize("state", [Seat.SIDE, Seat.HELD])
async def test_so_has_that_of_a_shot_at_a_vehicle_or_of_a_reaction(table: Table, state: Seat) -> None:
    _check_row(await (fires(table, "fubar") if state is Seat.SIDE else shot_at_by_commandos(table)), state)


def _check_row(told: Told, state: Seat) -> None:
    words = [word for id in ids(told) for word in id.split(":") if word in TAPS]
    taps = list(dict.fromkeys(TAPS[word] for word in words))
    assert len(words) == len(ids(told)), "it has a control of no row"
    assert taps == [tap for tap in SEAT[state].taps if tap in taps]
    assert set(taps) >= set(SEAT[state].taps) - {Tap.UNSEEN, Tap.SEERS}


async def test_a_distance_is_offered_once_where_an_assault_reaches_no_further_than_a_move(table: Table) -> None:
    """A form for zombies had "up to 4″" twice, and Discord refused it."""
    await table.done(table.ann, "/game demo", system="zombie_wargame")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    told = await table.done(table.ann, "/initiative", dice="2 5")
    told = await table.click(table.ann, told, "Adjutant plays on")
    form = await table.click(table.ann, told, "Correct it …")
    assert form.form
    offered = [[one["value"] for one in field.get("options", ())] for field in fields(form.form["components"])]
    assert offered
    assert all(len(values) == len(set(values)) for values in offered)
