"""A single figure fires one weapon at one target: its form and the rules say so in every system."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from tests.cogs.components.test_fire_form import field, form
from tests.cogs.table import Table

FIGURES = {
    "fubar": ("Marines", "1 assault_rifle, 1 infantry_rifle", "assault_rifle"),
    "opreb": ("Line rifle squad", "1 rifle, 1 smg", "smg"),
    "openfire_ww2": ("Rifle squad", "1 bolt_action_rifle, 1 smg", "smg"),
}
"""By system: a unit, what its last figure carries, and the best of it at five inches."""


@pytest.mark.parametrize("system", FIGURES)
async def test_the_last_figure_of_a_unit_fires_one_weapon_at_one_target(table: Table, system: str) -> None:
    """The form says "the best it has", and takes one target; the command fires exactly that."""
    name, weapons, best = FIGURES[system]
    await table.done(table.ann, "/game demo", system=system)
    for changed, value in (("models", "1"), ("weapons", weapons)):
        await table.done(table.ann, "/unit edit", unit=name, field=changed, value=value)
    told = await form(table, table.ann, name)
    assert (field(told, "target")["max_values"], field(told, "firers")["max_values"]) == (1, 1)
    board = (await table.live()).board
    foes = [one.id for one in board.game.units_of_side("Blue") if one.models > 1][:2]
    shot = Request("fire", ((await table.unit(name)).id,), tuple(foes[:1]), (Decimal(5),))
    if system == "opreb":
        shot = replace(shot, cover=("open",), situation=("nothing_near",))
    fire = board.system.commands["fire"]
    chosen, named = (fire.plan(board, one).plays for one in (shot, replace(shot, firers=(best,))))
    assert [one.facts for one in chosen] == [one.facts for one in named]
    with pytest.raises(RuleError):
        fire.plan(board, replace(shot, target=tuple(foes)))
