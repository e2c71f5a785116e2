"""Sixty units with long names: Discord accepts every menu, row, id and form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.command.legality import Legality, best_legality
from rules.command.next_steps import MOST, best_use, free_units, sort_targets, steps
from rules.command.order import Order
from rules.command.turn_steps import turn_steps
from rules.game.unit import Unit
from rules.kernel.request import Request
from tests.cogs.components.play.samples import changed, sample
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of
from tests.turns import three_systems

CHOICES, ROWS, ROW, COMPONENTS, CUSTOM_ID, MODAL_FIELDS = 25, 5, 5, 40, 100, 5
"""Limits of Discord."""
EACH = 30


def check_limits(told: Told) -> Told:
    """Check the controls of an answer against the limits, and return it."""
    for message in told.messages:
        rows = message.components
        assert len(rows) <= ROWS
        assert len(list(_every(rows))) <= COMPONENTS
        for row in rows:
            assert len(row["components"]) <= (1 if row["components"][0]["type"] == 3 else ROW)
        for one in _every(rows):
            assert len(one.get("custom_id", "")) <= CUSTOM_ID
            assert len(one.get("options", ())) <= CHOICES
            assert len({two["value"] for two in one.get("options", ())}) == len(one.get("options", ()))
    fields = fields_of(told)
    assert len(fields) <= MODAL_FIELDS
    assert all(len(one.get("options", ())) <= CHOICES for one in fields)
    assert len((told.form or {}).get("custom_id", "")) <= CUSTOM_ID
    return told


def _every(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in rows:
        yield one
        yield from _every(one.get("components", []))


async def full(table: Table, system: str) -> str:
    """Give each side thirty units of the kind with the most weapons; return the name of a Red one that can shoot."""
    await table.done(table.ann, "/game new", system=system)
    live = await table.live()
    profile = max(live.system.units, key=lambda key: sum(one.count for one in live.system.units[key].weapons))
    for side in ("Red", "Blue"):
        name = f"{side} {'W' * 50}"
        for _ in range(3):
            await table.done(table.ann, "/unit add", name=name, profile=profile, side=side, count=EACH // 3)
    live = await table.live()
    assert len(live.game.units) == 2 * EACH
    red = [unit for unit in live.game.units.values() if unit.side == "Red"]
    return min(red, key=lambda unit: best_use(live.board, "fire", unit)).name


async def test_every_control_of_a_full_table_is_within_discords_limits(table: Table) -> None:
    shooter = await full(table, "openfire_ww2")
    first = check_limits(await board(table))
    title = (await table.live()).system.commands["fire"].title.msgid
    for label in set(first.buttons) & {f"{one} …" for one in (title, "Activate", "Move", "Assault")}:
        check_limits(await table.click(table.ann, first, label))
    told = check_limits(await table.pick(table.ann, first, "All controls …"))
    pages = 0
    while shooter not in _of(told, title):
        told, pages = (
            check_limits(await table.pick(table.ann, told, _of(told, title)[-1], _menu_for(told, title))),
            pages + 1,
        )
        assert pages < 4
    which = check_limits(await table.pick(table.ann, told, shooter, _menu_for(told, title)))
    assert "More units (1 of 2) …" in menus(which)["Which target?"]


def _menu_for(told: Told, title: str) -> str:
    """Return the menu of a command on the board, or its page in a message of its own."""
    return next(name for name in menus(told) if name.startswith((title, "Which unit?")))


def _of(told: Told, title: str) -> list[str]:
    return menus(told)[_menu_for(told, title)]


async def test_of_many_targets_a_split_shot_offers_the_likeliest(table: Table) -> None:
    shooter = await full(table, "fubar")
    await table.done(table.ann, "/initiative", dice="6 1")
    activated = check_limits(await table.done(table.ann, "/activate", unit=shooter, dice="6"))
    form = await _open_split_form(table, activated, shooter)
    (target,) = [one for one in fields_of(form) if one["custom_id"] == "target"]
    assert len(target["options"]) == CHOICES
    ids = [one["value"] for one in target["options"][:3]]
    far = next(one for one in fields_of(form) if one["custom_id"] == "distance")["options"][0]["value"]
    asked = check_limits(await table.fill(table.ann, form, target=ids, distance=[far]))
    assert asked.title == "Who fires at whom?"
    rows = check_limits(await table.click(table.ann, asked, "Split fire"))
    assert rows.form


async def _open_split_form(table: Table, told: Told, shooter: str) -> Told:
    """Return the form for several targets, from its page of the menu."""
    for _ in range(4):
        found = next(labels for name, labels in menus(told).items() if name.startswith("Next: ") or "target" in name)
        if line := next((one for one in found if one.endswith("Split fire …")), ""):
            return check_limits(await table.pick(table.ann, told, line))
        told = check_limits(await table.pick(table.ann, told, found[-1]))
    raise AssertionError("no way to split fire")


@three_systems
def test_units_and_targets_are_listed_without_planning_an_order(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many units there are, legality and the distance of a move are found without planning an order.

    No more units are looked at than are shown, and they are the likeliest.
    """
    live = sample(system)
    armed = [max(live.game.units_of_side(side), key=_count_weapons) for side in ("Red", "Blue")]
    live.game.units.clear()
    for nth in range(2 * EACH):
        live = changed(live, armed[nth % 2].model_copy(update={"id": f"u{nth}", "name": f"Unit {nth}"}))
    board = live.board
    for key in {"activate", "fire", "move", "assault"} & set(board.system.commands):
        every = [unit for unit in board.game.units.values() if best_use(board, key, unit) is Legality.OK]
        whole = free_units(board, key, "Blue", 2 * EACH)
        assert len(whole) == min(MOST, len(every))
        assert [unit.side for unit in whole] == sorted(unit.side for unit in whole)
        assert free_units(board, key, "Blue", 7) == whole[:7]
    red = min(board.game.units_of_side("Red"), key=lambda unit: best_use(board, "fire", unit))
    commands = {"activate", "fire", "assault"} & set(board.system.commands)
    free = {key: len(free_units(board, key, "Red", MOST)) for key in commands}
    some = list(board.game.units.values())[:10]
    could = {unit.id: [step.request for step in steps(board, unit)] for unit in some}
    turn = [step.request for step in turn_steps(board, "Red")]
    monkeypatch.setattr(Order, "make_plan", _never)
    assert {unit.id: [step.request for step in steps(board, unit)] for unit in some} == could
    assert [step.request for step in turn_steps(board, "Red")] == turn
    assert {key: len(free_units(board, key, "Red", MOST)) for key in commands} == free
    assert all(best_use(board, key, red) is not Legality.ILLEGAL for key in commands)
    acts = [key for key, act in board.system.acts.items() if "unit" in act.needs]
    assert all(isinstance(best_legality(board, Request("act", unit=(red.id,), action=key)), Legality) for key in acts)
    foes = [unit.id for unit in board.game.units.values() if unit.side == "Blue"]
    assert sorted(sort_targets(board, Request("fire", unit=(red.id,)), foes)) == sorted(foes)


def _count_weapons(unit: Unit) -> int:
    return sum(one.count for one in unit.weapons)


def _never(*_: object) -> None:
    raise AssertionError("an order is planned for a menu")
