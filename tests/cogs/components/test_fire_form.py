"""The fire form: the likeliest target, distances in bands, and own dice."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.services.play.target_odds import TargetWork
from rules.command.legality import targets as enemies
from rules.command.movement import Band, bands_of_width, up_to
from rules.command.system import Board
from rules.kernel.request import Request
from tests.bot.clocks import STILL
from tests.cogs.components.play.samples import changed, sample
from tests.cogs.components.play.test_control_row import board
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of


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


async def test_the_cover_that_is_filled_in_is_that_of_the_target_that_is_chosen(demo: Table) -> None:
    """A form cannot change while it is open, so it shows no cover of another target.

    Nothing was said of one target, hard cover of another, soft cover of the last one.
    """
    demo.dice.next(*[1] * 100)
    shot = {"attacker": "Marines", "distance": "10", "dice": "roll"}
    await demo.done(demo.ann, "/fire", **shot, target="Planet defence squad", cover="hard")
    await demo.anyway(demo.ann, "/fire", **shot, target="HMG team", cover="soft")
    for target, cover in (("HMG team", ["soft"]), ("Planet defence squad", ["hard"]), ("Militia", [])):
        told = await form(demo, demo.ann, "Marines")
        [filled] = [one["label"] for one in field(told, "cover")["options"] if one.get("default")]
        assert filled == "As in the last shot at this target"
        told = await demo.fill(demo.ann, told, target=[(await demo.unit(target)).id], distance=["24in"])
        await demo.click(demo.ann, told, "Anyway")
        assert (await demo.entry()).request.get("cover", []) == cover, target


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

    Without them the dice are asked for next. Who leaves the dice to the bot has no such field.
    """
    activated = await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    told = await demo.pick(demo.ann, activated, "Fire: Militia", "Regular section at")
    assert "dice" not in [one["custom_id"] for one in fields_of(told)]
    await demo.done(demo.ann, "/game dice", mode="physical", side="Red")
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


# Bands of distance


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


@pytest.mark.parametrize("system", ["fubar", "opreb", "openfire_ww2", "openfire_d12"])
def test_within_a_band_every_shot_is_the_same(system: str) -> None:
    """The representative distance of a band gives the same result as one just before its other end.

    One weapon of each kind fires, from every fourth band of many.
    """
    live = sample(system)
    for unit in {str(one.weapons): one for one in live.game.units.values()}.values():
        weapons = tuple(one.model_copy(update={"count": 1}) for one in unit.weapons)
        board = changed(live, unit.model_copy(update={"weapons": weapons})).board
        foes = [one.id for one in enemies(board, unit)]
        ids = [foes[0], foes[-1]]  # the last of FUBAR is a vehicle
        bands = board.system.bands(board, board.game.units[unit.id])
        for band in bands if len(bands) < 6 else bands[::4]:
            inside = (band.low + band.high * 3) / 4
            assert band.contains(inside)
            assert band.contains(band.inches)
            assert _shots(board, unit.id, ids, band.inches) == _shots(board, unit.id, ids, inside), (unit.name, band)


def _shots(board: Board, unit: str, ids: list[str], inches: Decimal) -> Any:
    """Return the odds of a shot at each target, or None, without a time limit."""
    command, shot = board.system.commands["fire"], Request("fire", unit=(unit,), distance=(inches,))
    found = TargetWork(board, command, shot, ids, clock=STILL).answers()
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


async def test_who_is_shot_at_round_a_wall_may_fall_back_to_another_wall(table: Table) -> None:
    """Round its wall, hard cover counts as light: the bot asked for hard cover near it, by a form without fields."""
    await table.done(table.ann, "/game demo", system="opreb")
    table.dice.next(*[5] * 6, *[1] * 18)
    shot = {"attacker": "Marine assault team", "target": "Colonial militia section", "distance": "5", "cover": "hard"}
    told = await table.done(table.ann, "/fire", **shot, situation="flanked")
    assert "Is there hard cover near Colonial militia section?" in told.text
    asked = await table.click(table.ann, told, "Cover …")
    assert offered_codes(asked, "situation") == [
        *(f"nearest_hard={n}" for n in (3, 6, 7, 8)),
        "nothing_near",
        "short_open",
    ]


async def test_a_support_weapon_out_of_position_is_none_that_fires_and_mixed_bands_are_measured(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    told = await form(table, table.ann, "Line rifle squad")
    assert "firers" not in [one["custom_id"] for one in fields_of(told)]
    await table.done(table.ann, "/marker set", unit="Line rifle squad", marker="in_position", count=1)
    assert "1 saw" in offered_codes(await form(table, table.ann, "Line rifle squad"), "firers")
    await table.done(table.ann, "/unit edit", unit="Line rifle squad", field="weapons", value="3 assault_rifle, 2 smg")
    assert "options" not in field(await form(table, table.ann, "Line rifle squad"), "distance")


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


async def test_the_unit_that_is_fought_is_chosen_already(table: Table) -> None:
    """Both are still in the fight: whichever strikes next strikes the other."""
    await table.done(table.ann, "/game demo", system="fubar")
    table.dice.next(*[1] * 60)
    dice = " ".join(["1"] * 15)
    told = await table.say(table.ann, "/assault", attacker="Marines", target="Planet defence squad", dice=dice)
    for label in ("Anyway", "Hold fire"):
        told = await table.click(table.ann, told, label) if table.has(told, label) else told
    assert (await table.entry()).command == "assault", told.whole
    assert await chosen_targets(table, "Marines") == ["Planet defence squad"]
    assert await chosen_targets(table, "Planet defence squad") == ["Marines"]


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
