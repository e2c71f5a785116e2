"""A form with a fault offers "Correct it" with the typed input; it names the owner of the dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.table import Table, Told

SHOT = {"attacker": "Marines", "target": "HMG team", "distance": "20", "firers": "4 assault_rifle"}


async def _form(demo: Table) -> Told:
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    demo.dice.next(4, 4, 1, 1)
    return await demo.click(demo.bob, await demo.say(demo.ann, "/fire", **SHOT), "Enter dice")


def _values(told: Told) -> dict[str, Any]:
    """Return the values of the fields of a form when it opens."""
    assert told.form
    fields = [part["component"] for part in told.form["components"]]
    return {field["custom_id"]: field.get("value") for field in fields}


async def test_a_form_says_whose_dice_and_what_for(demo: Table) -> None:
    form = await _form(demo)
    assert form.form
    assert form.form["title"].startswith("Bob: HMG team, ")


@pytest.mark.parametrize("typed", ["7 7", "4 4 4"])
async def test_dice_with_a_fault_are_corrected(demo: Table, typed: str) -> None:
    form = await _form(demo)
    before = await demo.last()
    wrong = await demo.fill(demo.bob, form, throw0=typed)
    assert wrong.refused
    assert wrong.buttons == ("Correct it",)
    assert await demo.last() == before
    again = await demo.click(demo.bob, wrong, "Correct it")
    assert _values(again)["throw0"] == typed
    done = await demo.fill(demo.bob, again, throw0="6 6")
    assert done.title == "Marines → HMG team"
    assert wrong.messages[0].id not in demo.env.backend.messages[demo.channel.id]


async def test_a_second_fault_takes_the_place_of_the_first(demo: Table) -> None:
    wrong = await demo.fill(demo.bob, await _form(demo), throw0="7 7")
    await demo.fill(demo.bob, await demo.click(demo.bob, wrong, "Correct it"), throw0="8 8")
    assert "8" in "\n".join(embed.title or "" for one in wrong.messages for embed in one.embeds)
    assert _values(await demo.click(demo.bob, wrong, "Correct it"))["throw0"] == "8 8"


async def test_facts_with_a_fault_are_corrected(demo: Table) -> None:
    form = await demo.say(demo.ann, "/fire", attacker="Regular section", target="Militia")
    wrong = await demo.fill(demo.ann, form, distance="999")
    assert wrong.refused
    assert wrong.buttons == ("Correct it",)
    again = await demo.click(demo.ann, wrong, "Correct it")
    assert _values(again)["distance:0"] == "999"
    assert (await demo.fill(demo.ann, again, distance="20")).title == "Regular section → Militia"


async def test_the_button_outlives_a_restart(demo: Table) -> None:
    wrong = await demo.fill(demo.bob, await _form(demo), throw0="7 7")
    await demo.restart()
    again = await demo.click(demo.bob, wrong, "Correct it")
    assert (await demo.fill(demo.bob, again, throw0="6 6")).title == "Marines → HMG team"


async def test_a_finished_question_is_not_corrected(demo: Table) -> None:
    """The form was open while the bot rolled."""
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    demo.dice.next(4, 4, 1, 1)
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    form = await demo.click(demo.bob, asked, "Enter dice")
    await demo.click(demo.bob, asked, "Bot rolls")
    before = await demo.last()
    late = await demo.fill(demo.bob, form, throw0="7 7")
    assert late.refused
    assert late.buttons == ()
    assert await demo.last() == before
