"""The fire form: whom a shot is likely to hit, how far in bands, and one's own dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.components.test_control_row import board
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of


def targets(told: Told) -> list[tuple[str, str]]:
    """The targets of a form, each with what is said of it."""
    (menu,) = [one for one in fields_of(told) if one["custom_id"] == "target"]
    return [(one["label"], one.get("description") or "") for one in menu["options"]]


def field(told: Told, id: str) -> dict[str, Any]:
    return next(one for one in fields_of(told) if one["custom_id"] == id)


async def form(table: Table, who: Any, unit: str) -> Told:
    """The fire form of a unit, from the board."""
    title = (await table.live()).system.commands["fire"].title.msgid
    told = await table.pick(who, await board(table), unit, title)
    assert told.form
    return told


async def test_targets_show_their_state_and_what_a_shot_would_do(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="Militia", marker="suppressed", count=3)
    told = await form(demo, demo.ann, "Marines")
    said = dict(targets(told))
    assert said["Militia"].startswith("Blue · 8/8 · suppressed 3 · ")
    assert "% casualties" in said["Militia"]
    assert said["Technical"].startswith("Blue · ")
    assert "% " in said["Technical"]


async def test_the_same_chances_as_the_odds(demo: Table) -> None:
    """Of a target chosen in the form as of one asked about."""
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="weapons", value="4 infantry_rifle")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", cover="none")
    told = await form(demo, demo.ann, "Marines")
    odds = await demo.say(demo.ann, "/odds", attacker="Marines", target="HMG team", distance="10", cover="none")
    first = dict(targets(told))["HMG team"].split(" · ")[-1].split(",")[0]
    assert first.split(" %")[0] in odds.text


async def test_the_last_target_first_then_the_best_to_shoot_at(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="10")
    names = [name for name, _ in targets(await form(demo, demo.ann, "Marines"))]
    assert names[0] == "HMG team"
    assert set(names) == {"HMG team", "Militia", "Planet defence squad", "Technical"}


async def test_a_hidden_target_is_a_card_without_chances(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    told = await form(table, table.bob, "Heavy weapons squad")
    assert dict(targets(told))["card 3"] == "Red"


@pytest.mark.parametrize("system", ["fubar", "opreb", "openfire_ww2", "openfire_d12", "bayonet"])
async def test_every_system_says_chances(table: Table, system: str) -> None:
    await table.done(table.ann, "/game demo", system=system)
    unit = next(iter((await table.live()).game.units.values()))
    said = targets(await form(table, table.ann, unit.name))
    assert any("% " in about for _, about in said)
    assert all(len(about) <= 100 for _, about in said)
