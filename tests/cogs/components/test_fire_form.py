"""The fire form: the likeliest target, distances in bands, and own dice."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.services.play.target_odds import TargetWork
from rules.command.legality import targets as enemies
from rules.command.movement import Band, bands_of_width, up_to
from rules.kernel.request import Request
from tests.bot.clocks import STILL
from tests.cogs.components.play.test_control_row import board
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

SYSTEMS = ["fubar", "opreb", "openfire_ww2", "openfire_d12", "bayonet"]


def targets(told: Told) -> list[tuple[str, str]]:
    """Return the targets of a form, each with its description."""
    (menu,) = [one for one in fields_of(told) if one["custom_id"] == "target"]
    return [(one["label"], one.get("description") or "") for one in menu["options"]]


def field(told: Told, id: str) -> dict[str, Any]:
    return next(one for one in fields_of(told) if one["custom_id"] == id)


async def form(table: Table, who: Any, unit: str) -> Told:
    """Return the fire form of a unit, from the board."""
    title = (await table.live()).system.commands["fire"].title.msgid
    told = await table.pick(who, await board(table), unit, title)
    assert told.form
    return told


async def test_targets_show_their_state_and_the_same_chances_as_the_odds(demo: Table) -> None:
    """This holds for a target chosen in the form, and for one that was asked about.

    The last target is the first, then comes the best one to shoot at.
    """
    await demo.done(demo.ann, "/marker set", unit="Militia", marker="suppressed", count=3)
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="weapons", value="4 infantry_rifle")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    demo.dice.next(*[1] * 40)
    await demo.done(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="10", cover="none", dice="roll")
    told = await form(demo, demo.ann, "Marines")
    names, said = [name for name, _ in targets(told)], dict(targets(told))
    assert names[0] == "HMG team"
    assert set(names) == {"HMG team", "Militia", "Planet defence squad", "Technical"}
    assert said["Militia"].startswith("Blue · 8/8 · suppressed 3 · ")
    assert "% at least 1 casualty" in said["Militia"]
    assert said["Technical"].startswith("Blue · ")
    assert "% " in said["Technical"]
    odds = await demo.say(demo.ann, "/odds", attacker="Marines", target="HMG team", distance="10", cover="none")
    first = said["HMG team"].split(" · ")[-1].split(",")[0]
    assert first.split("\u00a0%")[0] in odds.text


@pytest.mark.parametrize(
    ("system", "units"),
    [
        ("openfire_ww2", {"MG team": False}),
        ("bayonet", {"GI": False, "Gunner": True}),
        ("fubar", {"Technical": False}),
        ("openfire_d12", {"Heavy trooper": False}),
        ("opreb", {}),
    ],
)
async def test_every_system_says_chances_and_who_fires_at_one_target_chooses_another_in_its_place(
    table: Table, system: str, units: dict[str, bool]
) -> None:
    """The first is preselected: a second one beside it would be refused, since one weapon fires at one target."""
    await table.done(table.ann, "/game demo", system=system)
    first = next(iter((await table.live()).game.units.values())).name
    for unit in {first: False, **units}:
        told = await form(table, table.ann, unit)
        said = targets(told)
        assert any("% " in about for _, about in said)
        assert all(len(about) <= 100 for _, about in said)
        if unit in units:
            assert (field(told, "target").get("max_values", 1) > 1) is units[unit]
        if unit == "MG team":
            (only,) = field(told, "distance")["options"]
            assert (only["label"], only.get("default")) == ("Up to 30″", True), "the only band that there is"


async def test_a_hidden_target_is_a_card_without_chances(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    told = await form(table, table.bob, "Heavy weapons squad")
    assert dict(targets(told))["card 3"] == "Red"


@pytest.mark.parametrize(
    ("target", "cover"),
    [("HMG team", ["soft"]), ("Militia", []), ("Planet defence squad", ["hard"])],
    ids=["the same", "of whom nothing was said", "of whom something else was said"],
)
async def test_the_cover_that_is_filled_in_is_that_of_the_target_that_is_chosen(
    demo: Table, target: str, cover: list[str]
) -> None:
    """A form cannot change while it is open, so it shows no cover of another target."""
    demo.dice.next(*[1] * 40)
    shot = {"attacker": "Marines", "distance": "10", "dice": "roll"}
    await demo.done(demo.ann, "/fire", **shot, target="Planet defence squad", cover="hard")
    await demo.anyway(demo.ann, "/fire", **shot, target="HMG team", cover="soft")
    told = await form(demo, demo.ann, "Marines")
    [filled] = [one["label"] for one in field(told, "cover")["options"] if one.get("default")]
    assert filled == "As in the last shot at this target"
    told = await demo.fill(demo.ann, told, target=[(await demo.unit(target)).id], distance=["24in"])
    await demo.click(demo.ann, told, "Anyway")
    assert (await demo.entry()).request.get("cover", []) == cover


async def test_a_cover_that_is_needed_is_asked_for_where_another_target_is_chosen(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    shot = {"attacker": "Marine assault team", "target": "Colonial militia section", "distance": "5", "cover": "light"}
    table.dice.next(*[1] * 40)
    await table.done(table.ann, "/fire", **shot, dice="roll")
    told = await form(table, table.ann, "Marine assault team")
    other = next(one["value"] for one in field(told, "target")["options"] if one["label"] != "Colonial militia section")
    told = await table.fill(table.ann, told, target=[other])
    assert "what cover does the target have?" in told.text
    assert (await table.entry()).request["cover"] == ["light"]


# One's own dice


async def test_own_dice_have_a_field_where_there_is_room(demo: Table) -> None:
    """A target that is known leaves room for it. At 24″ six rifles have a die each, the LMG three.

    Without them the dice are asked for next.
    """
    await demo.done(demo.ann, "/game dice", mode="physical", side="Red")
    activated = await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    told = await demo.pick(demo.ann, activated, "Fire: Militia", "Regular section at")
    assert [one["custom_id"] for one in fields_of(told)][-1] == "dice"
    assert not field(told, "dice")["required"]
    asked = await demo.fill(demo.ann, told, distance=["24in"])
    assert asked.title.startswith("Ann, roll 9d6")
    await demo.click(demo.ann, asked, "Cancel")
    told = await demo.pick(demo.ann, activated, "Fire: Militia", "Regular section at")
    shot = await demo.fill(demo.ann, told, distance=["24in"], dice="1 1 1 1 1 1 1 1 1")
    assert shot.title == "Regular section → Militia"
    assert (await demo.entry()).plays[0].throws[0].source == "physical"


async def test_a_player_who_leaves_the_dice_to_the_bot_has_no_such_field(demo: Table) -> None:
    activated = await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    told = await demo.pick(demo.ann, activated, "Fire: Militia", "Regular section at")
    assert "dice" not in [one["custom_id"] for one in fields_of(told)]


# Bands of distance


async def test_where_only_bands_count_one_is_chosen_and_chosen_again_next_time(demo: Table) -> None:
    """Assault rifles 24″ and two dice up to 12″, an LMG 32″, a grenade launcher 16″; an area of cover 6″.

    A band is a distance in it.
    """
    menu = field(await form(demo, demo.ann, "Regular section"), "distance")
    labels = [one["label"] for one in menu["options"]]
    assert labels[0] == "Up to 6″"
    assert "Over 16″, up to 24″" in labels
    assert labels[-1] == "Over 24″, up to 32″"
    assert menu["required"]
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await form(demo, demo.ann, "Marines")
    value = field(told, "distance")["options"][1]["value"]
    await demo.fill(demo.ann, told, target=["u5"], distance=[value])
    assert (await demo.entry()).request["distance"] == [value.removesuffix("in")]
    again = field(await form(demo, demo.ann, "Marines"), "distance")
    assert [one["label"] for one in again["options"] if one.get("default")] == ["As last time: Militia 12″"]


async def test_a_table_that_measures_in_centimetres_reads_them(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar", units="cm")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} section", profile="regular_section", side=side)
    told = await form(table, table.ann, "Red section")
    assert [one["label"] for one in field(told, "distance")["options"]][:2] == [
        "Up to 15 cm",
        "Over 15 cm, up to 30 cm",
    ]
    await table.fill(table.ann, told, distance=["12in"])
    assert (await table.entry()).request["distance"] == ["12"]


@pytest.mark.parametrize("system", SYSTEMS)
async def test_within_a_band_every_shot_is_the_same(table: Table, system: str) -> None:
    """The representative distance of a band gives the same result as one just before its other end."""
    await table.done(table.ann, "/game demo", system=system)
    live = await table.live()
    for unit in live.game.units.values():
        for band in live.system.bands(live.board, unit):
            inside = (band.low + band.high * 3) / 4
            assert band.contains(inside)
            assert band.contains(band.inches)
            foes = [one.id for one in enemies(live.board, unit)]
            ids = [foes[0], foes[-1]]  # the last of FUBAR is a vehicle
            assert _shots(live, unit.id, ids, band.inches) == _shots(live, unit.id, ids, inside), (unit.name, band)


def _shots(live: Any, unit: str, ids: list[str], inches: Decimal) -> Any:
    """Return the odds of a shot at each target, or None, without a time limit."""
    command, shot = live.system.commands["fire"], Request("fire", unit=(unit,), distance=(inches,))
    found = TargetWork(live.board, command, shot, ids, clock=STILL).answers()
    return {id: one._replace(distance=None) for id, one in found.items()}


def test_the_ends_of_bands() -> None:
    near, far = up_to((24, 8, 8))
    assert (near.low, near.high, near.inches) == (0, 8, 8)
    assert near.contains(Decimal(0))
    assert near.contains(Decimal(8))
    assert not far.contains(Decimal(8))
    first, second, *others = bands_of_width(8, 72)
    assert first.contains(Decimal(0))
    assert not first.contains(Decimal(8))
    assert second == Band(Decimal(8), Decimal(16), Decimal(8))
    assert len(others) == 7
    assert bands_of_width(1, 72) == ()


# Options that can apply


def offered_codes(told: Told, id: str) -> list[str]:
    return [one["value"] for one in field(told, id)["options"]]


async def _ask_about_cover(table: Table) -> Told:
    """Return the form for the cover of a militia section (skill 3) that has chosen to fall back."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    table.dice.next(*[5] * 6, *[1] * 14)
    shot = {"attacker": "Marine assault team", "target": "Colonial militia section", "distance": "5", "cover": "open"}
    asked = await table.say(table.ann, "/fire", **shot)
    table.dice.next(5)
    told = await table.click(table.bob, asked, "Fall back")
    return await table.click(table.ann, told, "Cover …")


async def test_the_form_for_the_nearest_cover_has_that_alone_and_names_the_shot(table: Table) -> None:
    """ "Marine assault team → Colonial militia section: Small arms fire" is too long; no word is cut."""
    form = await _ask_about_cover(table)
    assert form.form
    assert form.form["title"] == "Small arms fire: Colonial militia section"
    light, hard = ([f"nearest_{kind}={n}" for n in (3, 6, 7, 8)] for kind in ("light", "hard"))
    assert offered_codes(form, "situation") == [*light, *hard, "nothing_near", "short_light"]
    assert field(form, "situation")["required"], "sent empty it would ask the other side to agree to nothing"


async def test_a_shot_of_open_rebellion_has_no_line_that_cannot_apply(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    told = await form(table, table.ann, "Marine assault team")
    assert field(told, "distance")["options"][0]["label"] == "Under 4″"
    found = offered_codes(told, "situation")
    assert not [one for one in found if one.startswith(("in_", "short_", "blocked"))]
    assert {"flanked", "nearest_light=8", "nothing_near"} <= set(found)
    assert "nearest_light=9" not in found, "three skill dice carry it 8″ at most"


async def test_a_support_weapon_out_of_position_is_none_that_fires_and_mixed_bands_are_measured(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    told = await form(table, table.ann, "Line rifle squad")
    assert "firers" not in [one["custom_id"] for one in fields_of(told)]
    await table.done(table.ann, "/marker set", unit="Line rifle squad", marker="in_position", count=1)
    assert "1 saw" in offered_codes(await form(table, table.ann, "Line rifle squad"), "firers")
    await table.done(table.ann, "/unit edit", unit="Line rifle squad", field="weapons", value="3 assault_rifle, 2 smg")
    assert "options" not in field(await form(table, table.ann, "Line rifle squad"), "distance")


async def test_thumb_a_unit_that_walked_fires_as_walking_by_default(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="walk", dice="6")
    told = await form(demo, demo.ann, "Marines")
    assert "walk" not in offered_codes(told, "situation")
    labels = [one["label"] for one in (told.form or {})["components"]]
    assert "Cover (empty: none)" in labels, "an optional field explains its empty value"
    assert "walk" in offered_codes(await form(demo, demo.ann, "Regular section"), "situation"), "it may do so still"


async def test_thumb_a_reaction_is_asked_for_a_band_and_not_whether_it_is_one(demo: Table) -> None:
    demo.services.details.usual = "short"
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="on_guard", count=1)
    await demo.done(demo.ann, "/activate", unit="Marines", action="walk", dice="6")
    told = await demo.click(demo.bob, await demo.done(demo.ann, "/move", unit="Marines"), "Militia: reaction")
    assert [one["label"] for one in field(told, "distance:0")["options"]] == ["Up to 6″", "Over 6″, up to 24″"]
    assert "reaction" not in offered_codes(told, "situation")
    demo.dice.next(*[1] * 40)
    await demo.fill(demo.bob, told, **{"distance:0": ["24in"]})
    assert (await demo.entry()).request["distance"] == ["24"]


@pytest.fixture
async def armour(demo: Table) -> Table:
    await demo.done(demo.ann, "/unit add", name="Tank", profile="tank", side="Red")
    await demo.done(demo.ann, "/activate", unit="Tank", dice="6")
    return demo


async def test_which_side_is_hit_is_asked_in_the_form(armour: Table) -> None:
    """It comes first where one's own dice leave no room for a field of its own."""
    assert not {"walk", "mounted"} & set(offered_codes(await form(armour, armour.ann, "Tank"), "situation")), (
        "a tank does not walk, and is no bunker"
    )
    for unit in ("Militia", "Planet defence squad", "HMG team"):
        await armour.done(armour.bob, "/unit remove", unit=unit)
    await armour.done(armour.ann, "/game dice", mode="physical", side="Red")
    owned = await form(armour, armour.ann, "Tank")
    assert offered_codes(owned, "situation")[:3] == ["front", "side", "rear"]
    labels = [one for one in (owned.form or {})["components"] if one["component"]["custom_id"] == "situation"]
    assert labels[0]["label"] == "Which side of Technical is hit?", "two phones, 23"
    assert labels[0]["description"] == "Tick other effects too, if there are any."
    await armour.done(armour.ann, "/game dice", mode="bot", side="Red")
    told = await form(armour, armour.ann, "Tank")
    assert (told.form or {})["title"] == "Tank → Technical: Fire"
    assert offered_codes(told, "situation:0") == ["front", "side", "rear"]
    assert "front" not in offered_codes(told, "situation")
    shot = await armour.fill(armour.ann, told, distance=["48in"], **{"situation:0": ["rear"]})
    assert shot.title == "Tank → Technical"
    assert "rear" in (await armour.entry()).request["situation"]


async def test_a_missing_side_of_a_vehicle_is_chosen_by_one_of_three_buttons(armour: Table) -> None:
    """It was a form of its own, in which the side had to be chosen and sent."""
    told = await armour.say(armour.ann, "/fire", attacker="Tank", target="Technical", distance="20")
    assert told.form is None
    assert told.buttons == ("Its front", "Its side", "Its rear", "Fill in")
    number = (await armour.live()).game.number
    told = await armour.click(armour.ann, told, "Its rear")
    assert "rear" in (await armour.entry()).request["situation"], told.whole
    assert (await armour.live()).game.number == number + 1


async def test_no_more_figures_charge_than_there_are(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="3")
    told = await demo.pick(demo.ann, await board(demo), "Marines", "Assault")
    told = await demo.fill(demo.ann, told, **{"many:attackers": "4"})
    assert told.refused, told


# The form of an assault


async def fight(table: Table, system: str, unit: str) -> Told:
    await table.done(table.ann, "/game demo", system=system)
    return await assault(table, unit)


async def assault(table: Table, unit: str) -> Told:
    title = (await table.live()).system.commands["assault"].title.msgid
    told = await table.pick(table.ann, await board(table), unit, title)
    assert told.form
    return told


@pytest.mark.parametrize(
    ("system", "unit", "foe", "said"),
    [
        ("openfire_ww2", "Rifle squad", "AT gun", "Blue · 4/4 · 71\u00a0% it loses more, 15\u00a0% you do"),
        ("bayonet", "GI", "Chief", "Blue · 17\u00a0% won, 72\u00a0% lost"),
    ],
)
async def test_targets_of_an_assault_show_how_the_fight_may_end(
    table: Table, system: str, unit: str, foe: str, said: str
) -> None:
    assert dict(targets(await fight(table, system, unit)))[foe] == said


async def chosen_targets(table: Table, unit: str) -> list[str]:
    """Return the targets that the form of an assault has chosen already."""
    return [one["label"] for one in field(await assault(table, unit), "target")["options"] if one.get("default")]


@pytest.mark.parametrize(
    ("system", "thrown", "pair"),
    [
        ("bayonet", "3 4", ("Irregular 2", "GI")),
        ("fubar", " ".join(["1"] * 15), ("Marines", "Planet defence squad")),
        ("openfire_ww2", "roll", ("Rifle squad", "AT gun")),
    ],
)
async def test_the_unit_that_is_fought_is_chosen_already(
    table: Table, system: str, thrown: str, pair: tuple[str, str]
) -> None:
    """Both are still in the fight: whichever strikes next strikes the other."""
    await table.done(table.ann, "/game demo", system=system)
    table.dice.next(*[1] * 60)
    more = {"distance": "3"} if system == "openfire_ww2" else {}
    told = await table.say(table.ann, "/assault", attacker=pair[0], target=pair[1], dice=thrown, **more)
    for label in ("Anyway", "Hold fire"):
        told = await table.click(table.ann, told, label) if table.has(told, label) else told
    assert (await table.entry()).command == "assault", told.whole
    assert await chosen_targets(table, pair[0]) == [pair[1]]
    assert await chosen_targets(table, pair[1]) == [pair[0]]


async def test_everything_that_can_shoot_is_in_the_fire_menu_and_its_form(moved: Table) -> None:
    """The light mortar was in no menu, and a grenade could only be typed."""
    told = await moved.pick(moved.ann, await board(moved), "Light mortar", "Fire")
    assert told.form
    told = await form(moved, moved.ann, "GI")
    assert [one["value"] for one in field(told, "firers")["options"]] == ["1 grenade"]
    target = (await moved.unit("Irregular")).id
    await moved.fill(moved.ann, told, target=[target], firers=["1 grenade"], distance="5/0")
    entry = await moved.entry()
    assert (entry.command, entry.request["firers"]) == ("fire", ["1 grenade"])
    told = await form(moved, moved.ann, "Sniper")
    assert not [one for one in fields_of(told) if one["custom_id"] == "firers"]
