"""One turn of each system by controls only: its taps, fields, messages and lines, beside the same turn typed.

make test ARGS="tests/taps -s" prints the table
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.components.play.next_controls import MOST_SHOWN
from cogs.rendering import phone
from rules.command.legality import Legality, best_legality
from rules.command.next_steps import free_units
from rules.game.entry import Entry
from rules.kernel.request import Request
from tests.bot.simulation.chromium import FOUND
from tests.cogs.languages import german_server
from tests.cogs.table import Table
from tests.taps.heights import current_messages, heights
from tests.taps.thumb import Thumb, cost_of_typing, fields_of

INCHES = "10"
OF_THE_TURN = ("initiative", "turn phase", "turn end", "turn next")


@pytest.fixture(scope="module")
def counted() -> Iterator[list[str]]:
    """Collect the counts, and print them at the end."""
    heads = ("controls", "led", "on board", "taps", "fields", "messages", "lines", "taps typed", "fields typed")
    rows = [
        " " * 14 + "".join(f"{one:>{wide}}" for one, wide in zip(heads, (9, 8, 10, 6, 8, 10, 7, 12, 14), strict=True))
    ]
    yield rows
    print("\n" + "\n".join(rows))


async def _activations(thumb: Thumb, goes: Sequence[str], passes: bool = False) -> None:
    """Activate one unit after another and take its actions: F for a shot, M for a move."""
    table = thumb.table
    await thumb.tap(table.ann, "Initiative", await thumb.board())
    await thumb.decided()
    for go in goes:
        # Of a unit that may still act the menu is about it, with the others further down.
        called = next((name for name in ("Next: Activate", "Next: ") if thumb.units(name)), "")
        told, called = (thumb.last, called) if called and not thumb.last.private else (await thumb.board(), "Activate")
        who, unit = await thumb.holder(), thumb.units(called, told)[0]
        table.dice.next(*([6] if passes else []))
        await thumb.choose(who, called, unit, told)
        await thumb.decided()
        for action in go:
            await (_shoots(thumb, who) if action == "F" else _moves(thumb, who, unit))
            await thumb.decided()
    await _end_turn(thumb)


async def _end_turn(thumb: Thumb) -> None:
    """End the turn, if no unit is left that the rules would warn of."""
    board = await thumb.board()
    live = await thumb.table.live()
    if best_legality(live.board, Request("turn next", side=live.game.holder)) is Legality.OK:
        await thumb.tap(thumb.table.ann, "Next", board, begins=True)


async def _shoots(thumb: Thumb, who: Any) -> None:
    """At the first target that is offered."""
    form = await thumb.tap(who, thumb.fires())
    await thumb.fills(who, form, INCHES)


async def _moves(thumb: Thumb, who: Any, unit: str) -> None:
    """Move by the first step of the unit; a hidden unit has none, and is moved from the board."""
    moves = [one for one in thumb.steps() if not one.endswith("…")]
    further = thumb.further(unit)
    if moves:
        await thumb.tap(who, moves[0])
    elif further:
        await thumb.choose(who, "", further[0])
    else:
        await _moves_on_the_board(thumb, who, unit)


async def _moves_on_the_board(thumb: Thumb, who: Any, unit: str) -> None:
    """By its first step there, else out of the menu of those that move."""
    board = await thumb.board()
    if step := next((one for one in thumb.steps(board) if "move" in one), ""):
        await thumb.tap(who, step, board)
        return
    told, called = await thumb.ordered(who, "move", unit)
    lines, id = thumb.units(called, told), thumb.ids[unit]
    await thumb.choose(who, called, next(one for one in lines if thumb.ids[one].split("/")[0] == id), told)


async def _fubar(thumb: Thumb, units: int = 8) -> None:
    """8 units, 4 shots, a move."""
    await _activations(thumb, ["F", "M", "", "F", "F", "F", "", ""][:units], passes=True)


async def _open_rebellion(thumb: Thumb, units: int = 6) -> None:
    """6 units with two actions each: 4 shots, 8 moves."""
    await _activations(thumb, ["FM", "MM", "FM", "FM", "MM", "FM"][:units])


async def _d12(thumb: Thumb, units: int = 4) -> None:
    """The scouts that wait are placed; then 4 units with two actions each, an attack and an Advance."""
    table = thumb.table
    placed = await thumb.tap(table.bob, "Place scouts", await thumb.board())
    assert placed.form is None, "the scout pair is the only unit that it can be"
    await thumb.tap(table.ann, "Initiative", await thumb.board())
    await thumb.decided()
    for _ in range(units):
        told, who = await thumb.board(), await thumb.holder()
        unit = thumb.units("Attack", told)[0]
        form = await thumb.choose(who, "Attack", unit, told)
        await thumb.fills(who, form, INCHES)
        await thumb.decided()
        await _moves(thumb, who, unit)
    await _end_turn(thumb)


async def _bayonet(thumb: Thumb, units: int = 9) -> None:
    """Play a bound of each side, with 9 and 8 figures: all figures move, then 3 enemies shoot; no fight begins."""
    table = thumb.table
    await thumb.tap(table.ann, "Initiative", await thumb.board())
    await thumb.decided()
    for _ in range(2):
        side = (await table.live()).game.holder or ""
        other = "Red" if side == "Blue" else "Blue"
        await _several(thumb, "Move", side, units)
        await thumb.tap(thumb.units_of_side(side), "Moves are done", await thumb.board())
        await _several(thumb, "Fire", other, min(3, units))
        await thumb.tap(thumb.units_of_side(other), f"{other}: shots are done", await thumb.board())
        await thumb.tap(thumb.units_of_side(side), f"End of {side}'s bound", await thumb.board())


async def _several(thumb: Thumb, command: str, side: str, times: int) -> None:
    """The same command for so many units of a side, one after the other, out of the menu of the newest result."""
    units = [unit.name for unit in (await thumb.table.live()).game.units_of_side(side) if unit.alive]
    who = thumb.units_of_side(side)
    for _ in range(times):
        told, called = thumb.last, f"Next: {command}"
        free = free_units((await thumb.table.live()).board, command.lower(), side, 1)
        if not any(unit.side == side for unit in free):
            break  # no unit is left, as all players see on the table
        if thumb.last.private or not set(units) & set(thumb.units(called)):
            told, called = await thumb.ordered(who, command.lower(), "")
        name = next((one for one in thumb.units(called, told) if one in units), None)
        if name is None:
            break
        units.remove(name)
        came = await thumb.choose(who, called, name, told)
        if came.form:
            await thumb.fills(who, came, INCHES)
        await thumb.decided()


async def _ww2(thumb: Thumb, units: int = 2) -> None:
    """A turn of each side: 2 moves, 2 shots."""
    for side in ("Red", "Blue"):
        who = thumb.units_of_side(side)
        await thumb.tap(who, "Movement phase", await thumb.board())
        await _several(thumb, "Move", side, units)
        await thumb.tap(who, "Combat phase", await thumb.board())
        await _several(thumb, "Fire", side, units)
        await thumb.tap(who, "End your turn", await thumb.board())


class Turn(NamedTuple):
    """The commands of a turn, the most taps that it may cost, and the number of uses of each command."""

    plays: Callable[..., Awaitable[None]]
    most: int
    commands: Mapping[str, int]
    astray: int = 0
    """Of the taps under a result, those that may pass over its first control, where a unit that could fire lets its go
    be. Over all systems nine of ten are right.
    """
    astray_on_board: int = 0
    """Of those under the board: where a phase or bound ends before everybody has gone, or a unit moves that could fire.
    """


TURNS = {
    "fubar": Turn(_fubar, 35, {"activate": 8, "fire": 4, "move": 1}, astray=3),
    "opreb": Turn(_open_rebellion, 46, {"activate": 6, "fire": 4, "move": 8}, astray=1, astray_on_board=1),
    "openfire_ww2": Turn(_ww2, 34, {"move": 4, "fire": 4}, astray_on_board=4),
    "openfire_d12": Turn(_d12, 30, {"act": 1, "fire": 4, "move": 4}),
    # The end of a side's shots is listed after the figures that may still shoot.
    "bayonet": Turn(_bayonet, 57, {"move": 16, "fire": 6}, astray_on_board=2),
}


async def _seat_players(table: Table, system: str) -> Thumb:
    """Seat two players at a demo, both with short results."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game board")
    return Thumb(table)


def _shares(thumb: Thumb) -> str:
    """Return the share of taps on the first control, under results and under the board."""
    led, board = thumb.led, thumb.led_by_board
    return f"{sum(led):5}/{len(led):2}{sum(board):7}/{len(board):2}"


def most_controls(thumb: Thumb) -> int:
    """Return the largest number of controls under a message."""
    return max(sum(len(row["components"]) for row in one.components) for one in thumb.shown)


HIGH, STATUS, BOARD = 240, 400, 500
"""Pixels of a result or a question, of the state of a game, and of the board, with their controls."""


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
@pytest.mark.parametrize("system", ["fubar", "opreb", "bayonet"])
async def test_a_turn_with_own_dice_fits_on_a_phone(table: Table, tmp_path: Path, system: str) -> None:
    """Results and questions of two units with their controls, measured in a browser."""
    thumb = await _seat_players(table, system)
    await table.done(table.ann, "/game dice", mode="physical")
    await TURNS[system].plays(thumb, units=2)
    _require_low(system, thumb.shown, await heights(table, tmp_path, thumb.shown))


@pytest.mark.parametrize("system", TURNS)
async def test_a_turn_by_controls_only_and_status_and_board_of_eight_units_stand_on_a_phone(
    table: Table, tmp_path: Path, system: str, counted: list[str]
) -> None:
    """The taps of a turn with the bot's dice, and its messages; then the state of a game with as many units as the demo
    has, before the first turn and after it, and the board of eight units: one menu and at most two rows of buttons.
    """
    thumb = await _seat_players(table, system)
    shown = current_messages(await table.done(table.ann, "/game status"))
    first = await table.last()
    await TURNS[system].plays(thumb)
    _require_few_taps(system, thumb, [one for one in await table.entries() if one.number > first], counted)
    said = list(thumb.shown)
    shown += current_messages(await table.done(table.ann, "/game status"))
    for side in ("Red", "Blue"):
        for unit in (await table.live()).game.units_of_side(side)[4:]:
            await table.done(thumb.units_of_side(side), "/unit remove", unit=unit.name)
    shown += current_messages(await thumb.board())
    menus = [sum(one["components"][0]["type"] == 3 for one in message.components) for message in shown]
    rows = [len(message.components) for message in shown]
    assert max(menus) <= 1
    assert max(all - menu for all, menu in zip(rows, menus, strict=True)) <= 2
    if FOUND is None:
        pytest.skip("there is no Chromium here: the heights are not measured")
    measured = await heights(table, tmp_path, [*shown, *said])
    found = measured[: len(shown)]
    print(f"\n{system:14} status {found[0]}, {found[1]} px, board of eight {found[2]} px")
    assert max(found[:2]) <= STATUS
    assert found[2] <= BOARD
    _require_low(system, said, measured[len(shown) :])


def _require_few_taps(system: str, thumb: Thumb, played: Sequence[Entry], counted: list[str]) -> None:
    """Raise AssertionError if a turn was not played by controls alone, or takes as many taps as by typing."""
    turn, cost = TURNS[system], thumb.cost
    by_hand = cost_of_typing([Request.of(one.request) for one in played])
    counted.append(
        f"{system:14}{most_controls(thumb):9}{_shares(thumb)}{cost.taps:6}{cost.fields:8}{cost.messages:10}{cost.lines:7}{by_hand.taps:12}{by_hand.fields:14}"
    )
    assert most_controls(thumb) <= MOST_SHOWN
    assert not any(field for field in thumb.typed if not field.replace(".", "").isdigit()), "numbers only"
    commands = Counter(one.command for one in played)
    assert commands == {**turn.commands, **{key: commands[key] for key in OF_THE_TURN if commands[key]}}
    assert cost.taps <= turn.most, counted[-1]
    assert thumb.led.count(False) <= turn.astray, counted[-1]
    assert thumb.led_by_board.count(False) <= turn.astray_on_board, counted[-1]
    assert cost.taps < by_hand.taps
    assert cost.fields < by_hand.fields


def _require_low(system: str, said: Sequence[Any], found: Sequence[int]) -> None:
    """Raise AssertionError for a message of a turn that is higher than `HIGH`."""
    print(f"\n{system:14} highest {max(found)} px of {len(found)} messages")
    over = {tall: one.embeds[0].get("description", "")[:200] for tall, one in zip(found, said, strict=True)}
    assert not {tall: text for tall, text in over.items() if tall > HIGH}


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
async def test_an_enemy_who_may_shoot_first_is_asked_on_a_phone(table: Table, tmp_path: Path) -> None:
    """In both languages, with the odds of each option; the line of the typed command is not part of the question."""
    here, verein = (table.ann, table.bob), german_server(table)
    charge = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "5"}
    shown = list[Any]()
    for where, (ann, bob) in ((table.channel, here), (verein, (table.ann, table.bob))):
        await table.done(ann, "/game demo", where=where, system="openfire_ww2")
        await table.done(ann, "/game join", where=where, side="Red")
        await table.done(bob, "/game join", where=where, side="Blue")
        shown += current_messages(await table.done(ann, "/assault", where=where, **charge))
    table.ann, table.bob = here
    found = await heights(table, tmp_path, shown)
    assert max(found) - phone.TYPED <= HIGH, found


async def test_a_mortar_shells_by_the_fire_menu_in_six_taps_and_a_number(table: Table) -> None:
    """It was line 13 of the third menu, named "Shells: where they land"."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    await table.done(table.ann, "/game board")
    thumb = Thumb(table)
    where, menu = await thumb.ordered(table.ann, "fire", "Mortar team")
    form = await thumb.choose(table.ann, menu, "Mortar team: Fire shells", where)
    assert form.form, form.whole
    assert "distance" in [one["custom_id"] for one in fields_of(form)]
    table.dice.next(3, 2)
    await thumb.fills(table.ann, form, "30")
    entry = await table.entry()
    assert (entry.command, entry.request["action"]) == ("act", "scatter")
    assert thumb.cost.taps <= 6
    assert thumb.cost.fields == 1


async def test_a_shot_is_six_taps_and_a_number_an_activation_two_and_a_move_two(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/game board")
    thumb = Thumb(table)
    table.dice.next(6)
    await thumb.choose(table.ann, "Activate", "Regular section", await thumb.board())
    activated = thumb.cost.taps
    assert (activated, thumb.cost.fields) == (2, 0)
    form = await thumb.tap(table.ann, "Fire …")
    shot = await thumb.fills(table.ann, form, "12")
    assert shot.title == "Regular section → Planet defence squad"
    assert thumb.cost.taps - activated <= 6
    assert thumb.cost.fields <= 1
    table.dice.next(6)
    await thumb.choose(table.ann, "Next: Activate", "Marines")
    before = thumb.cost.taps
    moved = await thumb.tap(table.ann, "Run 12″")
    assert moved.title == "Marines: Run"
    assert thumb.cost.taps - before == 1
