"""`/unit split` and `/unit join`: two units of one, and one of two."""

from __future__ import annotations

from typing import Any

from rules.game.unit import Unit
from tests.cogs.languages import german_server
from tests.cogs.table import Table


async def units(table: Table, *names: str) -> list[Unit]:
    return [await table.unit(name) for name in names]


async def test_models_are_split_off_as_a_unit_of_their_own_whose_loss_depends_on_it(demo: Table) -> None:
    """The instruction for the table comes first."""
    told = await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    assert told.title == "Militia is split: Militia 2 has 3 models, 3 infantry rifles"
    assert told.text.startswith("📌 Set 3 models of Militia apart as Militia 2.")
    assert "remove 3 models" not in told.text
    rest, part = await units(demo, "Militia", "Militia 2")
    assert [(one.models, one.starting, one.weapons[0].count) for one in (rest, part)] == [(5, 5, 5), (3, 3, 3)]
    number = await demo.last()
    await demo.done(demo.bob, "/marker set", unit="Militia 2", marker="suppressed", count=1)
    assert "depends on it" in await demo.refused(demo.bob, "/undo", entry=number)


async def test_a_suppressed_unit_that_has_acted_gives_two_suppressed_halves_that_have(demo: Table) -> None:
    for marker, count in (("suppressed", 8), ("activated", 1)):
        await demo.done(demo.bob, "/marker set", unit="Militia", marker=marker, count=count)
    told = await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    assert "📌 Place 3 suppressed markers and an activated marker by Militia 2." in told.text.replace("*", "")
    rest, part = await units(demo, "Militia", "Militia 2")
    assert (rest.states, part.states) == ({"suppressed": 5, **SPENT}, {"suppressed": 3, **SPENT})


SPENT = {"activated": 1, "tried": 1}


async def test_two_units_of_a_kind_are_joined_and_the_worse_holds(demo: Table) -> None:
    await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    await demo.done(demo.bob, "/marker set", unit="Militia 2", marker="suppressed", count=2)
    await demo.done(demo.bob, "/marker set", unit="Militia 2", marker="activated", count=1)
    told = await demo.done(demo.bob, "/unit join", unit="Militia", other="Militia 2")
    assert told.title == "Militia 2 joins Militia: 8 models, 8 infantry rifles"
    assert told.text.startswith("📌 Put the models of Militia 2 with Militia, and remove 2 suppressed markers")
    assert "Militia has acted this turn." in told.text
    whole = await demo.unit("Militia")
    assert (whole.models, whole.starting, whole.states) == (8, 8, {"suppressed": 2, **SPENT})
    assert "Militia 2" not in [one.name for one in (await demo.live()).game.units.values()]


async def test_a_split_is_undone_in_one_step_and_so_is_a_union(demo: Table) -> None:
    before = (await demo.live()).game.units
    await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    apart = (await demo.live()).game.units
    await demo.done(demo.bob, "/unit join", unit="Militia", other="Militia 2")
    told = await demo.done(demo.bob, "/undo")
    assert "📌 Set 3 models of Militia apart as Militia 2." in told.text
    assert (await demo.live()).game.units == apart
    told = await demo.done(demo.bob, "/undo")
    assert "📌 Put the models of Militia 2 with Militia." in told.text
    assert (await demo.live()).game.units == before


async def test_a_split_or_a_union_that_cannot_be_is_refused_and_to_other_sides_any(demo: Table) -> None:
    assert "not in this game yet" in await demo.refused(demo.cyd, "/unit split", unit="Militia", models=2)
    assert "Only Red can do that" in await demo.refused(demo.bob, "/unit split", unit="Marines", models=2)
    assert "different sides" in await demo.refused(demo.ann, "/unit join", unit="Marines", other="Militia")
    told = await demo.refused(demo.ann, "/unit join", unit="Marines", other="Regular section")
    assert "are of different kinds" in told
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"unit": "Militia", "models": 8}, "leave it at least one"),
        ({"unit": "Technical", "models": 1}, "is a vehicle"),
        ({"unit": "Militia", "models": 2, "weapons": "1 rpg"}, "has no rpg"),
        ({"unit": "Militia", "models": 2, "weapons": "1 laser"}, "laser"),
    )
    for given, said in refused:
        assert said in (await demo.refused(demo.bob, "/unit split", **given)).casefold()


async def test_a_unit_that_waits_for_an_answer_is_not_split(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", cover="none", dice="ask")
    told = await demo.refused(demo.bob, "/unit split", unit="Militia", models=2)
    assert "is part of a question" in told


async def test_a_half_is_an_ordinary_unit_after_a_restart(demo: Table) -> None:
    await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    await demo.restart()
    told = await demo.done(demo.bob, "/activate", unit="Militia 2", action="walk", dice="6")
    assert "Militia 2" in told.title


async def test_the_halves_are_named_in_german_too(table: Table) -> None:
    verein = german_server(table)
    await table.done(table.ann, "/game demo", where=verein, system="fubar")
    await table.done(table.ann, "/game join", where=verein, side="Red")
    told = await table.done(table.ann, "/unit split", where=verein, unit="Marines", models=2)
    assert told.text.startswith("📌 Stelle 2 Modelle von Marines als Marines 2 abseits auf.")


async def test_the_enemy_agrees_to_a_split_once_dice_were_rolled(demo: Table) -> None:
    """Two units act twice where one acted once; the request describes the new one (two phones, 13 and 14)."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    before = await demo.last()
    asked = await demo.say(demo.bob, "/unit split", unit="Militia", models=3)
    assert "do you agree?" in asked.title
    assert "Bob wants to split Militia; the new unit: 3 models, 3 infantry rifles." in asked.text
    assert "Two units can act where one did: the other side has to agree." in asked.text
    assert await demo.last() == before
    await demo.click(demo.ann, asked, "Agree")
    assert await demo.last() == before + 1


async def test_a_unit_with_losses_says_of_how_many_models_the_weapons_are(demo: Table) -> None:
    """Two phones, 6: six models had ten weapons."""
    await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="2")
    told = await demo.done(demo.bob, "/unit join", unit="Militia", other="Militia 2")
    assert told.title == "Militia 2 joins Militia: 5 of 8 models, 8 infantry rifles"
