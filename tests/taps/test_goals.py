"""Goals in taps: the orders of a unit under the unit, its cheapest go, boarding, assaults and orders of officers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from data import system_of
from rules.command.next_steps import Legality, best_legality
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.cogs.table import Table, Told
from tests.taps.thumb import Thumb, fields_of

INCHES = "4"
ACTIVATED = ("fubar", "opreb", "battle_forge")
"""Systems in which units are activated one after the other."""


async def seated(table: Table, system: str) -> Thumb:
    """Two players at a demo with its board, who read short results."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game board")
    return Thumb(table)


async def begun(table: Table, system: str) -> Thumb:
    """The same with the initiative rolled, if the system has one."""
    thumb = await seated(table, system)
    if "initiative" in system_of(system).commands:
        table.dice.next(6, 1)
        await thumb.tap(table.ann, "Initiative", await thumb.board())
        await thumb.decided()
        thumb.cost.taps = 0
    return thumb


async def activated(thumb: Thumb, name: str = "") -> Any:
    """Activate a unit, or the first that may be, and return its player."""
    who, board = await thumb.holder(), await thumb.board()
    unit = name or thumb.units("Activate", board)[0]
    thumb.table.dice.next(*([6] * 4))
    await thumb.choose(who, "Activate", unit, board)
    await thumb.decided()
    return who


def legal(board: Board, unit: Unit) -> Iterator[str]:
    """Yield the titles of all the orders of a unit that no rule restricts."""
    for key, act in board.system.acts.items():
        order = Request("act", (unit.id,), action=key, side=unit.side)
        is_order = "unit" in act.needs and not (act.befalls or act.anybody)
        if is_order and best_legality(board, order) <= Legality.ASKS:
            yield ENGLISH(act.title)
    for key in ("fire", "assault"):
        command = board.system.commands.get(key)
        if command and best_legality(board, Request(key, (unit.id,), side=unit.side)) is Legality.FREE:
            yield ENGLISH(command.title)


def shown(thumb: Thumb, told: Told) -> list[str]:
    """The labels of all buttons and of all lines of menus under a message."""
    lines = [one["label"] for options in thumb.menus(told).values() for one in options]
    return [*thumb.labels(told), *lines]


@pytest.mark.parametrize("system", ACTIVATED)
async def test_every_order_of_an_activated_unit_is_a_button_or_a_line_of_one_menu(table: Table, system: str) -> None:
    """T3: two of seven were, and none with a target on its own side."""
    thumb = await begun(table, system)
    for _ in range(1 if system == "fubar" else 3):
        who, first = await thumb.holder(), thumb.units("Activate", await thumb.board())[0]
        await activated(thumb, first)
        board = (await table.live()).board
        unit = next(one for one in board.game.units.values() if one.name == re.sub(r" \(.*", "", first))
        labels = shown(thumb, thumb.last)
        for title in legal(board, unit):
            assert [one for one in labels if title in one], (unit.name, title, labels)
        if system != "fubar":
            await table.anyway(who, "/turn end")


async def test_a_unit_that_boards_takes_four_taps(table: Table) -> None:
    thumb = await begun(table, "fubar")
    who = await activated(thumb, "Marines")
    before = thumb.cost.taps
    line = next(one for one in shown(thumb, thumb.last) if "Board" in one)
    form = await (thumb.tap(who, line) if line in thumb.labels(thumb.last) else thumb.choose(who, "", line))
    if form.form:
        await thumb.fills(who, form, INCHES)
    assert (await table.entry()).request["action"] == "board"
    assert thumb.cost.taps - before <= 4


@pytest.mark.parametrize("system", ["fubar", "openfire_d12"])
async def test_an_assault_takes_six_taps_with_its_activation(table: Table, system: str) -> None:
    thumb = await begun(table, system)
    who = await thumb.holder()
    if system == "fubar":
        await activated(thumb)
    told, called = thumb.last, "Assault"
    line = next((one for one in shown(thumb, told) if one.endswith("Assault …")), "")
    if line in thumb.labels(told):
        form = await thumb.tap(who, line)
    elif line:
        form = await thumb.choose(who, "", line)
    else:
        told, called = await thumb.ordered(who, "assault", "")
        form = await thumb.choose(who, called, thumb.units(called, told)[0], told)
    assert form.form, form.whole
    await thumb.fills(who, form, INCHES)
    assert (await table.entry()).command in ("assault", "activate")
    assert thumb.cost.taps <= 7, thumb.cost


async def test_concentrated_fire_is_ordered_in_six_taps(table: Table) -> None:
    thumb = await seated(table, "openfire_ww2")
    await table.done(table.ann, "/turn phase", phase="combat")
    more = await thumb.tap(table.ann, "More …", await thumb.board())
    form = await thumb.choose(table.ann, "More", "Concentrate Fire", more)
    print([one["custom_id"] for one in fields_of(form)])
    await thumb.fills(table.ann, form, INCHES)
    print(thumb.cost)
    assert (await table.entry()).request["action"] == "concentrate_fire"
    assert thumb.cost.taps <= 6, thumb.cost


async def test_odds_are_a_line_of_the_units_menu(table: Table) -> None:
    """T3: they open the form of the shot, and its answer has the button that fires."""
    thumb = await begun(table, "fubar")
    who = await activated(thumb)
    line = next(one for one in shown(thumb, thumb.last) if one.endswith("Odds …"))
    form = await thumb.choose(who, "", line)
    told = await thumb.fills(who, form, INCHES)
    assert told.private
    number = (await table.live()).game.number
    await thumb.tap(who, "Fire with these settings", told)
    assert (await table.live()).game.number == number + 1
