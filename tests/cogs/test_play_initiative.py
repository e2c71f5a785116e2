"""`/initiative` with scenario modifiers: one number per side, asked for if its side is unknown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told


@beginning
async def three(table: Table) -> None:
    """A game of three sides, Blue, Green and Red, whose umpire plays none."""
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/force load", side="Green", force="Armour")
    for who, side in ((table.bob, "Blue"), (table.cyd, "Green")):
        await table.done(who, "/game join", side=side)


def _fields(told: Told) -> list[tuple[str, Any]]:
    """Return the fields of a form with their values."""
    assert told.form
    return [(row["label"], row["component"].get("value")) for row in told.form["components"]]


def _ledgers(told: Told) -> list[str]:
    return [line for line in told.lines if "scenario modifier" in line]


async def test_an_umpire_without_a_side_is_asked_for_whom_and_numbers_that_cannot_be_are_refused(three: Table) -> None:
    for modifiers, says in (("1/2", "3 numbers"), ("1/2/3/4", "3 numbers"), ("1/two/3", "two"), ("1/2/11", "10")):
        assert says in await three.refused(three.ann, "/initiative", modifiers=modifiers)
    before = await three.last()
    asked = await three.say(three.ann, "/initiative", modifier=2, dice="3 3 3")
    assert await three.last() == before
    assert _fields(asked) == [("Modifier of Red", "0"), ("Modifier of Blue", "0"), ("Modifier of Green", "0")]
    told = await three.fill(three.ann, asked, **{"modifiers:1": "-1", "modifiers:0": "+2"})
    assert "Red goes first, then Green, then Blue." in told.text
    assert len(_ledgers(told)) == 2


async def test_a_player_means_their_own_side(three: Table) -> None:
    told = await three.done(three.bob, "/initiative", modifier=2, dice="1 2 3")
    assert "Blue goes first, then Green, then Red." in told.text


async def test_an_umpire_who_names_a_unit_means_its_side(three: Table) -> None:
    told = await three.done(three.ann, "/initiative", modifier=3, unit="Militia", dice="3 2 4")
    assert "Blue goes first, then Green, then Red." in told.text


async def test_any_player_may_give_a_number_for_each_side(three: Table) -> None:
    told = await three.done(three.bob, "/initiative", modifiers="-2 / 1 / 0", dice="4 3 3")
    assert "Blue goes first, then Green, then Red." in told.text


async def test_the_form_goes_to_the_player_who_asks_for_it(three: Table) -> None:
    suggested = await three.type(three.bob, "/initiative", "modifiers")
    assert suggested == [("A number for each side…", "…"), ("Red 0, Blue 0, Green 0", "0 / 0 / 0")]
    asked = await three.say(three.bob, "/initiative", modifiers="…")
    told = await three.fill(three.bob, asked, **{"modifiers:2": "10"})
    assert "Green goes first" in told.text


async def test_a_form_asks_for_any_number_of_sides(three: Table) -> None:
    """A form has five fields: of seven sides some share one."""
    for side in ("Grey", "White", "Black", "Gold"):
        await three.done(three.ann, "/unit add", name=side, profile="tank", side=side)
    asked = await three.say(three.ann, "/initiative", modifier=1)
    shown = _fields(asked)
    assert shown == [
        ("Modifiers of Red / Blue", "0 / 0"),
        ("Modifiers of Green / Grey", "0 / 0"),
        ("Modifiers of White / Black", "0 / 0"),
        ("Modifier of Gold", "0"),
    ]
    told = await three.fill(three.ann, asked, **{"modifiers:3": "10", "modifiers:1": "-10/0"})
    assert "Gold goes first" in told.text
    assert "then Green." in told.text


@pytest.mark.parametrize("system", ["bayonet", "openfire_d12"])
async def test_where_the_page_has_no_modifiers_they_are_refused(table: Table, system: str) -> None:
    """The page of opreb has none either; its initiative needs a unit of each side."""
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    assert "modifier" in await table.refused(table.ann, "/initiative", modifier=2)
    assert "modifier" in await table.refused(table.ann, "/initiative", modifiers="1/0")
    assert "modifier" in await table.refused(table.ann, "/initiative", modifiers="…")


TIED = {
    "fubar": "4 / 4",
    "opreb": "5 5 1 1 1 / 5 5 1 1",
}


@pytest.mark.parametrize("system", TIED)
async def test_thumb_a_question_after_a_tie_says_so(table: Table, system: str) -> None:
    """The question goes to each tied side; before a tie none is mentioned."""
    await table.done(table.ann, "/game demo", system=system)
    for who, side in ((table.ann, "Red"), (table.bob, "Blue")):
        await table.done(who, "/game join", side=side)
        await table.done(who, "/game dice", mode="physical")
    asked = await table.say(table.ann, "/initiative")
    assert "tie" not in asked.text
    await table.click(table.ann, asked, "Cancel")
    asked = await table.say(table.ann, "/initiative", dice=TIED[system])
    assert "A tie: roll again." in asked.text
    assert "A tie: roll again." in (await table.click(table.ann, asked, "Bot rolls")).text
