"""The screens of the bot's seat: their controls are those of its table, in that order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.services.play.seat_table import SEAT, Seat, Tap
from tests.cogs.components.going import newest
from tests.cogs.components.play.test_line_of_sight_form import shot_at_by_commandos
from tests.cogs.components.play.test_opponent_sides import fires
from tests.cogs.components.solo import GUARDS, walk_past
from tests.cogs.components.test_opponent import ids, start_against_bot
from tests.cogs.shown import fields
from tests.cogs.table import Table, Told

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


async def _sight(table: Table) -> Told:
    return await table.click(table.ann, await start_against_bot(table, "fubar"), "Adjutant plays on")


async def _move(table: Table) -> Told:
    table.dice.next(6)
    return await table.click(table.ann, await _sight(table), "It sees no enemy")


async def _glance(table: Table) -> Told:
    await start_against_bot(table, "fubar", "6 1")
    await walk_past(table, *GUARDS)
    return await table.click(table.ann, newest(table), "Adjutant plays on")


SCREENS: dict[Seat, Callable[[Table], Awaitable[Told]]] = {
    Seat.SIGHT: _sight,
    Seat.GLANCE: _glance,
    Seat.MOVE: _move,
    Seat.SIDE: lambda table: fires(table, "fubar"),
    Seat.HELD: shot_at_by_commandos,
}


@pytest.mark.parametrize("state", SCREENS)
async def test_a_screen_has_the_controls_of_its_row_in_their_order(table: Table, state: Seat) -> None:
    told = await SCREENS[state](table)
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
