"""`/unit` and `/marker`: single units, and corrections of the record."""

from __future__ import annotations

import re

import pytest

from bot.errors import Refusal
from bot.game.people import names_of, unit_named
from bot.resolution.manual_changes import NewEntry
from rules.game.events import StateSet, UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Text
from tests.cogs.languages import speaks
from tests.cogs.table import Table
from tests.turns import each_kind


async def _new(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")


async def test_fields_are_put_right(demo: Table) -> None:
    id = (await demo.unit("Marines")).id
    for field, value, name, wanted in (
        ("models", "3", "models", 3),
        ("figures", "4", "models", 4),
        ("side", "Green", "side", "Green"),
        ("starting", "9", "starting", 9),
        ("name", "Jacks", "name", "Jacks"),
    ):
        told = await demo.done(demo.ann, "/unit edit", unit=id, field=field, value=value, reason="miscounted")
        assert getattr((await demo.live()).game.units[id], name) == wanted
        assert "Reason: miscounted" in told.text
    await demo.done(demo.ann, "/unit edit", unit=id, field="weapons", value="3 assault rifles, 2 lmg")
    await demo.done(demo.ann, "/unit edit", unit=id, field="level", value="elite")
    jacks = await demo.unit("Jacks")
    assert [(weapon.name, weapon.count) for weapon in jacks.weapons] == [("assault_rifle", 3), ("lmg", 2)]
    assert jacks.profile["level"] == "elite"


IMPOSSIBLE: list[tuple[str, str]] = [
    ("models", "101"),
    ("models", "-1"),
    ("models", "9" * 5000),
    ("models", "²"),
    ("starting", "0"),
    ("level", "god"),
    ("level", "--5"),
    ("crew", "--5"),
    ("crew", "9" * 5000),
    ("hp", "a b"),
    ("weapons", "999 lmg"),
    ("weapons", "0 lmg"),
    ("weapons", "laser"),
    ("weapons", "3 assault rifles,,"),
    ("weapons", ", ".join(["1 lmg"] * 30)),
    ("name", ""),
    ("name", "x" * 61),
    ("name", "a\nb"),
    ("shoes", "1"),
    ("kind", "vehicle"),
]


async def test_a_value_or_marker_that_cannot_be_is_refused_and_weapons_are_named_as_players_call_them(
    demo: Table,
) -> None:
    for field, value in IMPOSSIBLE:
        said = await demo.refused(demo.ann, "/unit edit", unit="Marines", field=field, value=value or " ")
        assert field != "weapons" or ("_" not in said and "firers" not in said)
    for marker, count in (("asleep", 1), ("suppressed", 6), ("on_guard", 2), ("action", 1)):
        await demo.refused(demo.ann, "/marker set", unit="Marines", marker=marker, count=count)


async def test_only_the_side_and_the_umpire_put_a_unit_right_or_remove_it(demo: Table) -> None:
    for command, options in (
        ("/unit edit", {"field": "models", "value": "1"}),
        ("/marker set", {"marker": "stunned", "count": 1}),
        ("/unit remove", {}),
    ):
        assert "Only Red can do that" in await demo.refused(demo.bob, command, unit="Marines", **options)
    await demo.done(demo.ann, "/unit remove", unit="Marines")
    said = await demo.refused(demo.ann, "/unit show", unit="Marines")
    assert "There is no unit called 'Marines'" in said


async def test_a_game_holds_a_hundred_units_and_lists_them_all(table: Table) -> None:
    await _new(table)
    for side in ("Red", "Blue"):
        for _ in range(2):
            await table.done(table.ann, "/unit add", name="W" * 50, profile="militia", side=side, count=20)
    await table.done(table.ann, "/unit add", name="*" * 49 + "x", profile="militia", side="Red", count=20)
    said = await table.refused(table.ann, "/unit add", name="More", profile="militia", side="Red")
    assert "100 units" in said
    told = await table.done(table.ann, "/unit list")
    assert len(told.messages) > 1
    assert told.text.count("8/8") == 100
    status = (await table.done(table.ann, "/game status")).text
    assert sorted(re.findall("[0-9]+–[0-9]+", status)) == ["1–20", "1–40", "1–40"], "those alike are told as one"


async def test_a_vehicle_is_one_model_however_it_comes_and_acts_with_many_from_an_earlier_version(table: Table) -> None:
    await _new(table)
    one = "every vehicle is a unit of its own, with 1 model and not 24"
    assert one in await table.refused(table.ann, "/unit add", name="Fox", profile="ifv", side="Red", models=24)
    file = ("a.toml", b'name = "x"\nsystem = "fubar"\nunits = [{ type = "ifv", models = 24 }]')
    assert one in await table.refused(table.ann, "/force load", side="Red", file=file)
    await table.done(table.ann, "/unit add", name="Fox", profile="ifv", side="Red")
    assert one in await table.refused(table.ann, "/unit edit", unit="Fox", field="models", value="24")
    live = await table.live()
    fox = (await table.unit("Fox")).model_copy(update={"models": 24, "starting": 24})
    async with live.lock:
        await table.services.referee.note(
            live, table.call(table.ann), NewEntry("old", [UnitPlaced(unit=fox)], Text("x"))
        )
    await table.done(table.ann, "/activate", unit="Fox")


async def test_a_vehicle_full_of_small_units_can_be_shot_at(table: Table) -> None:
    """A list of more than twenty units was refused. These wear no armour: rolls of saves would make the odds slow."""
    await _new(table)
    await table.done(table.ann, "/unit add", name="Bus", profile="ifv", side="Red")
    await table.done(table.ann, "/unit edit", unit="Bus", field="carries", value="100")
    for _ in range(2):
        await table.done(table.ann, "/unit add", name="Man", profile="militia", side="Red", models=1, count=12)
    await table.done(table.ann, "/unit add", name="Guns", profile="tank", side="Blue")
    bus, live = await table.unit("Bus"), await table.live()
    aboard = [
        StateSet(unit=one.id, state="aboard", value=bus.id) for one in live.game.units_of_side("Red") if one != bus
    ]
    async with live.lock:
        await table.services.referee.note(live, table.call(table.ann), NewEntry("board", aboard, Text("x")))
    await table.done(table.ann, "/odds", attacker="Guns", target="Bus", distance="10", situation="front")


async def _fire_and_wait(table: Table) -> None:
    """Ann's shot at the HMG team, whose saves Bob has still to roll."""
    await table.done(table.bob, "/game dice", mode="physical", side="Blue")
    table.dice.next(4, 4, 1, 1)
    asked = await table.say(
        table.ann, "/fire", attacker="Marines", target="HMG team", distance="20", firers="4 assault_rifle"
    )
    assert asked.title.startswith("Bob, roll 2d6"), asked


async def test_a_unit_with_an_open_question_is_not_edited(demo: Table) -> None:
    await _fire_and_wait(demo)
    edit = {"field": "weapons", "value": "9 assault_rifle"}
    said = await demo.refused(demo.ann, "/unit edit", unit="Marines", **edit)
    assert "is part of a question to Bob" in said
    assert "saves" in said
    assert "is part of a question" in await demo.refused(
        demo.bob, "/marker set", unit="HMG team", marker="suppressed", count=1
    )
    await demo.done(demo.ann, "/unit edit", unit="Commandos", field="models", value="3")


async def test_the_players_of_a_side_agree_to_a_correction_by_an_umpire_who_plays(demo: Table) -> None:
    """An umpire who plays no side corrects alone."""
    await demo.done(demo.ann, "/unit edit", unit="Militia", field="models", value="7")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")
    for command, options in (
        ("/marker set", {"marker": "suppressed", "count": 1}),
        ("/unit remove", {}),
        ("/unit edit", {"field": "models", "value": "2"}),
    ):
        before = await demo.last()
        asked = await demo.say(demo.ann, command, unit="Militia", **options)
        assert asked.title == "Bob: do you agree?", asked
        assert "Militia" in asked.text
        assert await demo.last() == before
        if command == "/unit remove":
            await demo.click(demo.bob, asked, "No")
            assert await demo.last() == before
    assert (await demo.click(demo.bob, asked, "Agree")).title == "Militia: now 2 models"
    assert (await demo.unit("Militia")).models == 2
    asked = await demo.say(demo.ann, "/game umpire", player=demo.cyd)
    await demo.click(demo.bob, asked, "Agree")
    await demo.done(demo.cyd, "/unit edit", unit="Militia", field="models", value="3")


# The actions of a unit, with its numbers, as buttons


NUMBERS = {
    "fubar": ("Commandos", "(Range 16″, Fire points 3, Small arm)"),
    "opreb": ("Marine assault team", "(Rate of fire 3, Range band 4″)"),
    "openfire_d12": ("Line squad", "(RNG 24″, ATT 2, DMG 1, PRC 1)"),
    "openfire_ww2": ("Rifle squad", "RNG 24″"),
}


@each_kind
async def test_a_unit_card_has_the_actions_of_its_unit_and_its_weapons_numbers(table: Table, system: str) -> None:
    await table.done(table.ann, "/game demo", system=system)
    first = next(iter((await table.live()).game.units.values())).name
    unit, numbers = NUMBERS.get(system, (first, ""))
    card = await table.done(table.ann, "/unit show", unit=unit)
    assert "Options: " in card.text
    assert numbers in card.text
    assert card.private


async def test_a_row_within_a_weapon_is_titled_like_the_row_itself(demo: Table) -> None:
    """Issue 45: "nahe mehr (range 12″, Punkte 2)" on a German card, the names of fields in the code."""
    assert "More up close (Range 12″, Fire points" in (await demo.done(demo.ann, "/unit show", unit="Marines")).text
    speaks(demo, demo.ann, "de")
    german = (await demo.done(demo.ann, "/unit show", unit="Marines")).text
    assert "nahe mehr (Reichweite 12″, Feuerpunkte" in german


async def test_how_far_a_unit_moves_is_once_on_its_card_in_any_sides_turn(table: Table) -> None:
    """Open Rebellion lists it among the possible actions while it is one."""
    await table.done(table.ann, "/game demo", system="opreb")
    for ready in (True, False):
        card = (await table.done(table.ann, "/unit show", unit="Marine assault team")).text
        assert card.count("tac-move 5″ + 1″ per bang of 5 dice") == 1
        assert ("Options: " in card) is ready
        await (table.done(table.ann, "/initiative", dice="1 1 1 1 1 / 5 5 5 5") if ready else table.live())


async def test_two_hidden_units_of_one_name_are_distinguished_by_their_side(table: Table) -> None:
    """This also holds if the player who adds them may not know them and reads of cards only."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.bob, "/game join", side="Blue")
    for _ in range(2):
        given = {"profile": "colonial_militia", "name": "Lurkers", "side": "Blue", "hidden": True}
        await table.done(table.ann, "/unit add", **given)
    names = [unit.name for unit in (await table.live()).game.units_of_side("Blue") if unit.has("hidden")]
    assert names == ["Lurkers", "Lurkers 2"]


async def test_weapons_are_edited_by_any_of_their_names_and_shown_by_name(demo: Table) -> None:
    """An id of a weapon is no word for players."""
    for value in ("3 assault_rifle, 1 lmg", "3 Assault Rifles, 1 LMG", "3 Sturmgewehre, LMG"):
        told = await demo.done(demo.ann, "/unit edit", unit="Marines", field="weapons", value=value)
        assert "weapons is 3 assault rifles, 1 LMG" in f"{told.title} {told.text}"
        weapons = [(one.name, one.count) for one in (await demo.unit("Marines")).weapons]
        assert weapons == [("assault_rifle", 3), ("lmg", 1)]
        await demo.done(demo.ann, "/undo")


async def test_a_new_unit_is_not_called_like_the_id_of_another(demo: Table) -> None:
    """The name "u5" is an id of the bot."""
    marines = await demo.unit("Marines")
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="name", value="u2")
    assert (await demo.live()).game.units[marines.id].name == "u2 2"
    await demo.done(demo.ann, "/unit add", name="U1", profile="militia", side="Red")
    assert "U1 2" in {one.name for one in (await demo.live()).game.units.values()}


def test_a_name_that_is_the_id_of_another_unit_is_asked_about() -> None:
    """A game of an earlier version may have such a name."""
    named = {"u1": "u2", "u2": "Militia"}
    game = Game(units={one: Unit(id=one, name=name, side="Red", models=5, starting=5) for one, name in named.items()})
    with pytest.raises(Refusal) as refused:
        unit_named(game, "u2", names_of(game))
    assert "number of another" in refused.value.text.msgid
    assert unit_named(game, "u1", names_of(game)).id == "u1"
    assert unit_named(game, "Militia", names_of(game)).id == "u2"
