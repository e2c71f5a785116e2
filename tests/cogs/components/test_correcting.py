"""A form with a fault offers "Correct it" with the typed input; it names the owner of the dice."""

from __future__ import annotations

from typing import Any

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


async def test_dice_with_a_fault_are_corrected_by_a_button_that_outlives_a_restart(demo: Table) -> None:
    """The form says whose dice and what for; a second fault takes the place of the first."""
    form = await _form(demo)
    assert form.form
    assert form.form["title"].startswith("Bob: HMG team, ")
    before = await demo.last()
    wrong = await demo.fill(demo.bob, form, throw0="7 7")
    assert wrong.refused
    assert wrong.buttons == ("Correct it",)
    assert await demo.last() == before
    again = await demo.click(demo.bob, wrong, "Correct it")
    assert _values(again)["throw0"] == "7 7"
    await demo.fill(demo.bob, again, throw0="4 4 4")
    assert "too many" in "\n".join(embed.title or "" for one in wrong.messages for embed in one.embeds)
    assert _values(await demo.click(demo.bob, wrong, "Correct it"))["throw0"] == "4 4 4"
    await demo.restart()
    again = await demo.click(demo.bob, wrong, "Correct it")
    done = await demo.fill(demo.bob, again, throw0="6 6")
    assert done.title == "Marines → HMG team"
    assert wrong.messages[0].id not in demo.env.backend.messages[demo.channel.id]


async def test_facts_with_a_fault_are_corrected(demo: Table) -> None:
    form = await demo.say(demo.ann, "/fire", attacker="Regular section", target="Militia")
    wrong = await demo.fill(demo.ann, form, distance="999")
    assert wrong.refused
    assert wrong.buttons == ("Correct it",)
    again = await demo.click(demo.ann, wrong, "Correct it")
    assert _values(again)["distance:0"] == "999"
    assert (await demo.fill(demo.ann, again, distance="20")).title == "Regular section → Militia"


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
