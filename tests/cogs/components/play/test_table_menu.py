"""The table by taps: unit cards, objects, and holders of objectives; only numbers are typed."""

from __future__ import annotations

from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

CARD, OBJECTS = "A unit and its orders …", "Objects …"


async def _menus(demo: Table) -> Told:
    """Behind All controls, More."""
    told = await demo.click(demo.ann, await board(demo), "More …")
    return await demo.click(demo.ann, told, "Table …")


async def test_the_card_of_a_unit_is_a_tap_away_and_shows_what_it_may_do(demo: Table) -> None:
    told = await _menus(demo)
    assert menus(told)[CARD][0] == "Regular section", "one's own come first"
    card = await demo.pick(demo.ann, told, "Commandos", CARD)
    assert card.private
    assert "activates on 2+, hits on 4+, saves on 5+" in card.text
    assert card.text == (await demo.done(demo.ann, "/unit show", unit="Commandos")).text


async def test_the_card_of_an_enemy_offers_no_orders_to_give_it(demo: Table) -> None:
    """Its buttons were offered to all, and the tap was refused: only Blue can do that."""
    foe = "Militia"
    await demo.done(demo.ann, "/initiative", dice="1 6")
    card = await demo.pick(demo.ann, await _menus(demo), foe, CARD)
    assert "Options: " in card.text, "what it may do can be read"
    assert card.buttons == ("Split, join, reserve …",), "a correction, to which Blue must agree"
    assert list(menus(card)) == [CARD], "another card is a tap away"
    own = await demo.done(demo.bob, "/unit show", unit=foe)
    assert "Activate" in own.buttons
    await demo.done(demo.bob, "/game delegate", unit=foe, player=demo.ann)
    lent = await demo.done(demo.ann, "/unit show", unit=foe)
    assert "Activate" in lent.buttons


async def test_an_objective_is_placed_and_held_with_nothing_typed_and_by_none_who_does_not_play(demo: Table) -> None:
    told = await demo.click(demo.cyd, await board(demo), "More …")
    told = await demo.click(demo.cyd, told, "Table …")
    form = await demo.pick(demo.cyd, told, "Place: objective", OBJECTS)
    assert (await demo.fill(demo.cyd, form)).refused
    assert not (await demo.live()).game.things
    form = await demo.pick(demo.ann, await _menus(demo), "Place: objective", OBJECTS)
    assert [one.get("value") for one in fields_of(form)] == ["A"]
    placed = await demo.fill(demo.ann, form)
    assert placed.title == "Objective A is placed"
    held = await demo.pick(demo.ann, await _menus(demo), "A is held by Red", OBJECTS)
    assert held.title == "A is held by Red"
    assert (await demo.live()).game.things["A"].holder == "Red"
    told = await _menus(demo)
    assert menus(told)[OBJECTS][:2] == ["A is held by Blue", "A is free"]
    await demo.pick(demo.ann, told, "A is free", OBJECTS)
    await demo.pick(demo.ann, await _menus(demo), "Objective A is removed", OBJECTS)
    assert not (await demo.live()).game.things


async def test_smoke_has_a_radius_and_turns_and_a_name_of_its_own(demo: Table) -> None:
    """Impossible values are refused."""
    shown = await _menus(demo)
    for field, typed in (("radius", "101"), ("turns", "0"), ("turns", "soon"), ("turns", "²")):
        form = await demo.pick(demo.ann, shown, "Place: smoke", OBJECTS)
        assert (await demo.fill(demo.ann, form, **{field: typed})).refused
    assert not (await demo.live()).game.things
    for name in "AB":
        form = await demo.pick(demo.ann, await _menus(demo), "Place: smoke", OBJECTS)
        await demo.fill(demo.ann, form, radius="3", turns="2")
        thing = (await demo.live()).game.things[name]
        assert (thing.radius, thing.turns) == (3, 2)
