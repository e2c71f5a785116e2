"""*Correct it* on a refused form opens the faulty fields, and keeps the other input."""

from __future__ import annotations

from decimal import Decimal

from cogs.components.play.order_clicks import CorrectCommand
from rules.command.at_fault import options_at_fault
from rules.kernel.request import Request
from tests.cogs.components.going import newest, section
from tests.cogs.components.play.test_control_row import board
from tests.cogs.components.test_fire_form import field, form
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

__all__ = ["section"]


def names(told: Told) -> list[str]:
    """Return the options of the fields of a form."""
    assert told.form, told
    return [one["custom_id"].partition(":")[0] for one in fields_of(told)]


async def test_only_the_unreadable_field_is_asked_again_with_the_typed_text(table: Table) -> None:
    """The typed text was lost."""
    await table.done(table.ann, "/game demo", system="bayonet")
    told = await form(table, table.ann, "GI")
    wrong = await table.fill(table.ann, told, distance="far", cover=["none"])
    again = await table.click(table.ann, wrong, "Correct it")
    assert names(again) == ["distance"]
    assert fields_of(again)[0]["value"] == "far"


async def test_dice_that_cannot_be_are_asked_alone(section: Table) -> None:
    """The other input had to be typed again, and dice that were rolled already were gone where something else was."""
    shown = newest(section)
    await section.done(section.ann, "/game dice", mode="physical", side="Red")
    told = await section.pick(section.ann, shown, "Fire: Militia")
    wrong = await section.fill(
        section.ann, told, distance=["12in"], cover=["soft"], firers=["6 assault_rifle"], dice="9 9"
    )
    again = await section.click(section.ann, wrong, "Correct it")
    assert names(again) == ["dice"]
    assert fields_of(again)[0]["value"] == "9 9"
    told = await section.pick(section.ann, shown, "Fire: Militia")
    wrong = await section.fill(section.ann, told, distance=["32in"], firers=["6 assault_rifle"], dice="4 4 4 4 4 4")
    again = await section.click(section.ann, wrong, "Correct it")
    assert names(again) == ["distance", "firers", "dice"]
    assert field(again, "dice")["value"] == "4 4 4 4 4 4"


async def test_too_many_who_fire_are_corrected_with_the_distance_of_the_new_ones(ww2: Table) -> None:
    """An order's officer was asked again, and of those named too many one alone could be chosen."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    told = await ww2.pick(ww2.ann, await ww2.click(ww2.ann, await board(ww2), "More …"), "Concentrate Fire")
    rifles, tank = [(await ww2.unit(name)).id for name in ("Rifle squad", "Heavy tank")]
    wrong = await ww2.fill(ww2.ann, told, allies=[rifles], target=[tank], distance="6")
    assert "no weapon that harms Heavy tank" in wrong.whole
    again = await ww2.click(ww2.ann, wrong, "Correct it")
    assert names(again) == ["allies", "target", "distance"]
    foe = (await ww2.unit("MG team")).id
    ww2.dice.next(1, 1)
    done = await ww2.fill(ww2.ann, again, target=[foe])
    assert "Concentrate Fire at MG team" in done.title


async def test_a_typed_order_at_several_units_has_a_form_for_several(ww2: Table) -> None:
    """The form for the missing part accepted one unit only, so that the order was impossible."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    told = await ww2.say(ww2.ann, "/act", action="concentrate_fire", unit="Company HQ")
    engineers, foe = [(await ww2.unit(name)).id for name in ("Engineers", "MG team")]
    assert field(told, "target:0")["max_values"] > 1
    told = await ww2.fill(ww2.ann, told, target=[engineers, foe])
    told = await ww2.click(ww2.ann, told, "Fill in")
    ww2.dice.next(1, 1)
    done = await ww2.fill(ww2.ann, told, distance="6")
    assert "Concentrate Fire at MG team" in done.title


async def test_the_button_to_correct_names_the_wrong_field_after_a_restart(section: Table) -> None:
    """The typed text is forgotten then; its valid parts are kept in the button."""
    told = await section.pick(section.ann, newest(section), "Fire: Militia")
    wrong = await section.fill(section.ann, told, distance=["32in"], cover=["hard"], firers=["6 assault_rifle"])
    await section.restart()
    again = await section.click(section.ann, wrong, "Correct it")
    assert names(again) == ["distance", "firers"]
    told = await section.fill(section.ann, again, distance=["12in"], firers=["6 assault_rifle"])
    assert told.title == "Regular section → Militia"
    kept = (await section.entry()).request
    assert (kept["cover"], kept["firers"], kept["distance"]) == (["hard"], ["6 assault_rifle"], ["12"])


async def test_the_option_at_fault_is_the_one_that_mends_it(demo: Table) -> None:
    """Buttons of an earlier version do not name it, and open all fields."""
    for request, wrong in (
        (Request("fire", ("u1",), ("u5",), distance=(Decimal(500),)), ("distance",)),
        (Request("fire", ("u1",), ("u2",), distance=(Decimal(5),)), ("target",)),
        (Request("fire", ("u1",), ("u5",), distance=(Decimal(5),), situation=("blocked",)), ("situation",)),
        (Request("fire", ("u1",), ("u5",)), ("distance",)),
        (Request("fire", ("u1",), ("u5",), distance=(Decimal(5),)), ()),
    ):
        assert options_at_fault((await demo.live()).board, request) == wrong
    request = Request("fire", ("u1",), ("u5",), distance=(Decimal(12),), cover=("soft",))
    click = CorrectCommand.read(CorrectCommand("g", 4, request).id.split(":")[2:])
    assert (click.request, click.wrong) == (request, ())


async def test_a_refusal_of_a_turn_that_is_over_leads_to_the_buttons_of_now(section: Table) -> None:
    """It opened the form of the other side's turn."""
    told = await section.pick(section.ann, newest(section), "Fire: Militia")
    wrong = await section.fill(section.ann, told, distance=["32in"], cover=["hard"], firers=["6 assault_rifle"])
    await section.done(section.bob, "/score", side="Blue", points=1, why="bridge")
    assert names(await section.click(section.ann, wrong, "Correct it")) == ["distance", "firers"]
    await section.restart()  # so that it is not closed
    await section.done(section.ann, "/turn end")
    late = await section.click(section.ann, wrong, "Correct it")
    assert (late.title, late.form) == ("The game has moved on", None)
    assert not section.has(late, "Correct it")


async def test_another_figure_may_shoot_instead_of_one_that_may_not(table: Table) -> None:
    """In Bayonet the button failed."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/marker set", unit="GI", marker="suppressed", count=1)
    live = await table.live()
    shooter, target = [(await table.unit(name)).id for name in ("GI", "Irregular")]
    shot = Request("fire", (shooter,), (target,), distance=(Decimal(9),))
    assert options_at_fault(live.board, shot) == ("unit",)
    told = await forged(table, table.ann, CorrectCommand(*live.at, shot, ("unit",)).id)
    assert names(told) == ["unit"]
