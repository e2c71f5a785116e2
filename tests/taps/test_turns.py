"""One turn of three systems by controls only: how many taps, fields, messages and lines, beside the same turn typed.

make test ARGS="tests/taps -s"      prints the table
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import pytest

from rules.request import Request
from tests.cogs.table import Table
from tests.taps.thumb import Thumb, typed

INCHES = "10"


@pytest.fixture(scope="module")
def counted() -> Iterator[list[str]]:
    """What was counted, printed when all of it is."""
    rows = [f"{'':14}{'taps':>6}{'fields':>8}{'messages':>10}{'lines':>7}{'taps typed':>12}{'fields typed':>14}"]
    yield rows
    print("\n" + "\n".join(rows))


async def _activations(thumb: Thumb, shots: int, steps: int, passes: bool = False) -> None:
    """A unit after the other is activated, then shoots as long as there are shots, else takes a step."""
    table = thumb.table
    await thumb.tap(table.ann, "Initiative", await thumb.board())
    while units := thumb.units("Next: Activate"):
        who = await thumb.holder()
        table.dice.next(*([6] if passes else []))
        await thumb.choose(who, "Next: Activate", units[0])
        for _ in range(2):
            at = next((name for name in thumb.menus() if name.endswith(" at …")), "")
            if shots and at:
                form = await thumb.choose(who, at, next(one["label"] for one in thumb.menus()[at]))
                await thumb.fills(who, form, INCHES)
                shots -= 1
            elif steps and thumb.steps():
                await thumb.tap(who, thumb.steps()[0])
                steps -= 1
            await thumb.decided()
    await thumb.tap(table.ann, "Next", await thumb.board(), begins=True)


async def _fubar(thumb: Thumb) -> None:
    """8 units, 4 shots, a move."""
    await _activations(thumb, 4, 1, passes=True)


async def _open_rebellion(thumb: Thumb) -> None:
    """6 units with two actions each: 4 shots, 8 moves."""
    await _activations(thumb, 4, 8)


async def _several(thumb: Thumb, command: str, side: str, times: int) -> None:
    """The same command for so many units of a side, one after the other, out of the menu of the newest result."""
    units = [unit.name for unit in (await thumb.table.live()).game.of_side(side) if unit.alive]
    who = thumb.of_side(side)
    for _ in range(times):
        told, called = thumb.last, f"Next: {command}"
        if not set(units) & set(thumb.units(called)):
            told, called = await thumb.board(), command
        name = next((one for one in thumb.units(called, told) if one in units), None)
        if name is None:
            break
        units.remove(name)
        came = await thumb.choose(who, called, name, told)
        if came.form:
            await thumb.fills(who, came, INCHES)
        await thumb.decided()


async def _ww2(thumb: Thumb) -> None:
    """A turn of each side: 4 moves, 4 shots."""
    for side in ("Red", "Blue"):
        who = thumb.of_side(side)
        await thumb.tap(who, "Movement phase", await thumb.board())
        await _several(thumb, "Move", side, 4)
        await thumb.tap(who, "Combat phase", await thumb.board())
        await _several(thumb, "Fire", side, 4)
        await thumb.tap(who, "End your turn", await thumb.board())


TURNS: dict[str, tuple[Callable[[Thumb], Awaitable[None]], int]] = {
    "fubar": (_fubar, 45),
    "opreb": (_open_rebellion, 55),
    "openfire_ww2": (_ww2, 70),
}
"""How a turn is played, and the taps that it may cost at most."""


@pytest.mark.parametrize("system", TURNS)
async def test_a_turn_by_controls_only(table: Table, system: str, counted: list[str]) -> None:
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game board")
    thumb, first = Thumb(table), await table.last()
    plays, most = TURNS[system]
    await plays(thumb)
    by_hand = typed([Request.of(one.request) for one in await table.entries() if one.number > first])
    cost = thumb.cost
    counted.append(
        f"{system:14}{cost.taps:6}{cost.fields:8}{cost.messages:10}{cost.lines:7}{by_hand.taps:12}{by_hand.fields:14}"
    )
    assert cost.taps <= most, counted[-1]
    assert cost.taps < by_hand.taps
    assert cost.fields < by_hand.fields


async def test_a_shot_is_six_taps_and_a_number_an_activation_two_and_a_move_two(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/game board")
    thumb = Thumb(table)
    table.dice.next(6)
    await thumb.choose(table.ann, "Activate", "Regular section", await thumb.board())
    assert (thumb.cost.taps, thumb.cost.fields) == (2, 0)
    form = await thumb.choose(table.ann, "Regular section at", "Fire: Militia")
    shot = await thumb.fills(table.ann, form, "12")
    assert shot.title == "Regular section → Militia"
    assert (thumb.cost.taps, thumb.cost.fields) == (5, 1)
    table.dice.next(6)
    await thumb.choose(table.ann, "Next: Activate", "Marines")
    before = thumb.cost.taps
    moved = await thumb.tap(table.ann, "Run 12″")
    assert moved.title == "Marines: Run"
    assert thumb.cost.taps - before == 1
