"""FUBAR through the bot: who may react, to every kind of enemy movement (FUBAR › Activation, On Guard)."""

from __future__ import annotations

from typing import Any

from tests.cogs.components.play.test_control_row import menus
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

MILITIA = "May react, if they see it: Militia"


async def on_guard(demo: Table, *units: str) -> None:
    """Put a unit On Guard, as its player."""
    for unit in units:
        who = demo.ann if (await demo.unit(unit)).side == "Red" else demo.bob
        await demo.done(who, "/marker set", unit=unit, marker="on_guard", count=1)


async def activate_unit(demo: Table, unit: str, action: str | None = None) -> None:
    await demo.done(demo.ann, "/activate", unit=unit, dice="6", **({"action": action} if action else {}))


def offered_reactions(told: Told) -> list[str]:
    """Return the reactions under an answer: a button for the only one, else a menu."""
    lines = [label for called, found in menus(told).items() if called.endswith(": react …") for label in found]
    return [label for label in (*told.buttons, *lines) if label.endswith(": reaction")]


async def test_a_charge_is_offered_to_third_units_after_all(demo: Table) -> None:
    """With "Anyway", the units outside the fight may still fire."""
    await on_guard(demo, "Militia", "Planet defence squad")
    await activate_unit(demo, "Marines", "assault")
    told = await demo.anyway(demo.ann, "/assault", attacker="Marines", target="HMG team", dice="1 1 1 1 1 / 1 1")
    assert offered_reactions(told) == ["Militia: reaction", "Planet defence squad: reaction"]


async def test_breaking_off_and_following_are_movement(demo: Table) -> None:
    """The Marines break off before the Militia; units that follow them move before the Commandos."""
    await activate_unit(demo, "Marines", "assault")
    await demo.done(demo.ann, "/assault", attacker="Marines", target="HMG team", dice="1 1 1 1 1 / 1 1")
    await demo.anyway(demo.ann, "/turn next")
    await on_guard(demo, "Militia", "Commandos")
    told = await demo.say(demo.ann, "/act", action="withdraw", unit="Marines", dice="6 / 6 / 6 / 1")
    told = await demo.click(demo.bob, told, "Try to follow; 6″ or more catches them")
    assert offered_reactions(told) == ["Militia: reaction", "Commandos: reaction"]
    assert "Militia (Blue) and Commandos (Red)" in told.text


async def test_a_ram_with_an_abbreviated_situation_and_boarding_are_movement(demo: Table) -> None:
    await on_guard(demo, "Militia")
    await activate_unit(demo, "IFV", "assault")
    await demo.done(demo.ann, "/move", unit="IFV")
    await demo.done(demo.ann, "/act", action="ram", unit="IFV", target="HMG team", situation="in=1", dice="6")
    told = await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    assert offered_reactions(told) == ["Militia: reaction"]


async def test_a_reaction_finds_the_units_that_board_and_no_others_inside(demo: Table) -> None:
    await on_guard(demo, "Militia")
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    shot = {"attacker": "Militia", "target": "Marines", "distance": "10"}
    assert "inside a vehicle" in await demo.refused(demo.bob, "/fire", **shot)
    await demo.done(demo.bob, "/fire", **shot, situation="reaction", dice="6 1 1 1 1 1 1 1 / 1")
    await demo.anyway(demo.ann, "/turn next")
    assert "inside a vehicle" in await demo.refused(demo.bob, "/fire", **shot, situation="reaction")


async def test_the_withdrawal_of_a_failed_activation_is_movement(demo: Table) -> None:
    await on_guard(demo, "Militia")
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="2")
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    assert "It withdraws 6″" in told.text
    assert MILITIA in told.text
    assert offered_reactions(told) == ["Militia: reaction"]


async def test_those_who_cannot_are_not_offered_it(demo: Table) -> None:
    """All are down, none is left, no weapon, in close combat, or already once this turn."""
    for name in ("Late", "Dead", "Free"):
        await demo.done(demo.bob, "/unit add", name=name, profile="militia", side="Blue")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await on_guard(demo, "Militia", "Planet defence squad", "HMG team", "Late", "Dead", "Free")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=8)
    for name, models in (("HMG team", "1"), ("Dead", "0")):
        await demo.done(demo.bob, "/unit edit", unit=name, field="models", value=models)
    await activate_unit(demo, "Commandos", "assault")
    fight = {"attacker": "Commandos", "target": "Planet defence squad"}
    await demo.anyway(demo.ann, "/assault", **fight, dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1 1 1")
    late = {"attacker": "Late", "target": "Marines", "distance": "10", "situation": "reaction"}
    await demo.anyway(demo.bob, "/fire", **late)
    await activate_unit(demo, "IFV")
    told = await demo.done(demo.ann, "/move", unit="IFV")
    assert offered_reactions(told) == ["Free: reaction"]
    assert "May react, if they see it: Free" in told.text


async def test_those_inside_a_vehicle_are_not_offered_it(demo: Table) -> None:
    await on_guard(demo, "Marines")
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6", action="walk")
    told = await demo.done(demo.bob, "/move", unit="Militia")
    assert offered_reactions(told) == []


async def test_a_reaction_out_of_close_combat_is_warned_of(demo: Table) -> None:
    await activate_unit(demo, "Commandos", "assault")
    await demo.done(demo.ann, "/assault", attacker="Commandos", target="Militia", dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    await on_guard(demo, "Militia")
    told = await demo.warned(
        demo.bob, "/fire", attacker="Militia", target="Marines", distance="10", situation="reaction"
    )
    assert "Militia is in close combat." in told.text


async def test_an_undone_entry_has_no_reaction(demo: Table) -> None:
    await on_guard(demo, "Militia")
    await activate_unit(demo, "Marines", "run")
    told = await demo.done(demo.ann, "/move", unit="Marines")
    assert offered_reactions(told) == ["Militia: reaction"]
    await demo.done(demo.ann, "/undo")
    before = await demo.last()
    came = await demo.click(demo.bob, told, "Militia: reaction")
    assert came.refused
    assert "was undone" in came.whole
    assert await demo.last() == before


async def test_who_may_react_is_never_cut_and_has_its_button(demo: Table) -> None:
    """This holds with any other text: a confirmed warning, and the options of the unit."""
    demo.services.details.usual = "short"
    await on_guard(demo, "Militia")
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="name", value="Militia of the river company")
    await activate_unit(demo, "Marines", "walk")
    told = await demo.anyway(demo.ann, "/move", unit="Marines", action="run")
    assert "May react, if they see it: Militia of the river company" in told.text
    assert offered_reactions(told) == ["Militia of the river company: reaction"]


async def _charge_guards(demo: Table) -> Told:
    """Assault the Militia, who are On Guard, with the Marines."""
    await on_guard(demo, "Militia")
    await activate_unit(demo, "Marines", "assault")
    return await demo.warned(demo.ann, "/assault", attacker="Marines", target="Militia", distance="4")


def near(form: Told) -> Any:
    """Return the value for a distance of a few inches in a form."""
    field = next(one for one in fields_of(form) if one["custom_id"].startswith("distance"))
    return [field["options"][0]["value"]] if field.get("options") else "4"


async def test_the_blows_follow_the_last_reaction_by_themselves(demo: Table) -> None:
    """(Issue 38) A tap on "Strike" was needed; the blows are the charger's entry, and both results have their Undo."""
    told = await demo.click(demo.ann, await _charge_guards(demo), "Charge, then ask Militia")
    number = (await demo.live()).game.number
    form = await demo.click(demo.bob, told, "Militia: reaction")
    demo.dice.next(*[1] * 40)
    shot = await demo.fill(demo.bob, form, distance=near(form))
    assert shot.title == "Militia → Marines"
    assert not [one for one in shot.messages[0].components if "Assault" in str(one)], "what comes next is below"
    reacted, struck = [one for one in await demo.entries() if one.number > number]
    assert (reacted.command, struck.command) == ("fire", "assault")
    assert (reacted.by, struck.by) == (str(demo.bob.id), str(demo.ann.id))
    below = demo.channel.history()[-1]
    assert below.embeds[0].title == "Assault: Marines → Militia"
    assert (await demo.unit("Marines")).words("engaged_with")
    assert not (await demo.unit("Marines")).has("charging_at")


async def test_those_who_may_still_react_are_offered_below_the_first_reaction(demo: Table) -> None:
    """The menu below the move scrolls away; the newest result has the shots that are left."""
    await on_guard(demo, "Militia", "Planet defence squad")
    await activate_unit(demo, "Marines", "walk")
    told = await demo.done(demo.ann, "/move", unit="Marines")
    form = await demo.pick(demo.bob, told, "Militia: reaction", "react")
    demo.dice.next(*[1] * 40)
    told = await demo.fill(demo.bob, form, distance=near(form))
    assert offered_reactions(told) == ["Planet defence squad: reaction"]
    form = await demo.click(demo.bob, told, "Planet defence squad: reaction")
    demo.dice.next(*[1] * 40)
    assert offered_reactions(await demo.fill(demo.bob, form, distance=near(form))) == []


async def test_the_blows_wait_for_every_unit_that_may_still_react(demo: Table) -> None:
    """The second reaction lets them follow; with own dice they are asked for."""
    await demo.done(demo.ann, "/game dice", mode="physical", side="Red")
    await on_guard(demo, "Planet defence squad")
    warned = await _charge_guards(demo)
    told = await demo.click(demo.ann, warned, next(one for one in warned.buttons if one.startswith("Charge, ")))
    number = (await demo.live()).game.number
    for unit in ("Militia", "Planet defence squad"):
        assert await demo.services.questions.of_game(await demo.live()) == []
        form = await demo.pick(demo.bob, told, f"{unit}: reaction", "react")
        demo.dice.next(*[1] * 40)
        await demo.fill(demo.bob, form, distance=near(form))
    assert [one.command for one in await demo.entries() if one.number > number] == ["fire", "fire"]
    (asked,) = await demo.services.questions.of_game(await demo.live())
    assert (asked.row.kind, asked.row.asked_by) == ("dice", str(demo.ann.id))
    assert demo.channel.history()[-1].components, "it is asked for in the channel"


async def test_a_charge_out_of_its_turn_has_no_way_by_the_rules(demo: Table) -> None:
    """Other warnings do not disappear by asking for reactions first."""
    await on_guard(demo, "Militia")
    told = await demo.warned(demo.ann, "/assault", attacker="Marines", target="Militia", distance="4")
    assert "Charge, then ask Militia" not in told.buttons


async def test_a_ram_at_those_on_guard_is_tapped_in_order(demo: Table) -> None:
    await on_guard(demo, "Militia")
    await activate_unit(demo, "IFV")
    told = await demo.warned(demo.ann, "/act", action="ram", unit="IFV", target="HMG team", count=1)
    told = await demo.click(demo.ann, told, "Charge, then ask Militia")
    assert offered_reactions(told) == ["Militia: reaction"]
    assert "Ram HMG team" in told.buttons
