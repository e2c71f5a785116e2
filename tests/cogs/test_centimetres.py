"""A table that measures in centimetres: every number typed and shown, in every system."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from typing import Any

import pytest

from cogs.rendering.text import Reader
from data import systems
from data.texts import language
from rules.command.system import Board, System
from rules.game.game import Game
from rules.kernel.text import Text
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told
from tests.sixth import SIXTH
from tests.turns import three_systems

FORCES = {
    "opreb": ("expedition", "colonists"),
    "openfire_ww2": ("spearhead", "rearguard"),
    "openfire_d12": ("frontier", "reavers"),
    "bayonet": ("patrol", "band"),
    "fubar": ("raiders", "garrison"),
    "battle_forge": ("vanguard", "levy"),
    "openwar": ("host", "raid"),
    "zombie_wargame": ("reapers", "horde"),
}


async def metric(table: Table, system: str) -> Table:
    """Begin a game of that system in centimetres, with forces for Red and Blue; Ann is its umpire."""
    await table.done(table.ann, "/game new", system=system, units="cm")
    for side, force in zip(("Red", "Blue"), FORCES[system], strict=True):
        await table.done(table.ann, "/force load", force=force, side=side)
    return table


def metrical(told: Told) -> str:
    """Return all texts of an answer; assert that none mentions inches."""
    found = "\n".join([told.title, told.text, told.footer, *told.buttons, str(told.form or ""), _menus(told)])
    assert "″" not in found, found
    assert not re.search(r"\binch", found, re.IGNORECASE), found
    return found


def _menus(told: Told) -> str:
    return "\n".join(str(message.components) for message in told.messages)


SHOT: dict[str, Any] = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "37.5"}
FIVE_BANGS, NONE = "5 5 5 5 6 1 1 1 1 1 1 1 1 1", "1 1 1 1"


@beginning
async def opreb(table: Table) -> None:
    """Ann plays Red, whose squad is active; Bob plays Blue, and Cyd is the umpire."""
    await metric(table, "opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game umpire", player=table.cyd)
    await table.done(table.cyd, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await table.done(table.ann, "/activate", unit="Line rifle squad")


async def test_a_sixth_system_has_it_without_a_line_of_code(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number before the sign ″ is a length, and so is any number typed as a distance."""
    fire = type("FireAt", (SIXTH.commands["fire"],), {"needs": ("unit", "target", "distance")})
    sixth = replace(SIXTH, commands={"fire": fire})
    object.__setattr__(sixth, "may", lambda board, unit: [Text("shoot to {range}″", range=12)])
    monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, sixth))
    await table.done(table.ann, "/game new", system="sixth", units="cm")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} band", profile="band", side=side)
    assert "shoot to 30 cm" in metrical(await table.say(table.ann, "/unit show", unit="Red band"))
    metrical(await table.done(table.ann, "/fire", attacker="Red band", target="Blue band", distance="37.5"))
    assert (await table.entry()).request["distance"] == ["15"]


# Typed lengths


async def test_situations_take_centimetres(opreb: Table) -> None:
    """`situation:nearest_hard=15` is hard cover 15 cm off."""
    dice = f"{FIVE_BANGS} / {NONE} {NONE}"
    asked = await opreb.say(opreb.ann, "/fire", **SHOT, cover="light", situation="nearest_hard=15", dice=dice)
    assert "37.5 cm, light cover, nearest hard 15 cm" in metrical(asked)
    dice = await opreb.click(opreb.bob, asked, "Fall back 15 cm")
    metrical(dice)
    assert "15 cm" in metrical(await opreb.click(opreb.ann, dice, "Bot rolls"))
    facts, request = (await opreb.entry()).plays[0].facts, (await opreb.entry()).request
    assert (facts["distance"], facts["nearest_cover"]) == (15, {"kind": "hard", "distance": 6})
    assert request["situation"] == ["nearest_hard=6"]
    for command in ("/why", "/game status", "/log show"):
        metrical(await opreb.say(opreb.ann, command))


async def test_lengths_need_not_be_whole_inches_and_are_at_most_two_and_a_half_thousand(opreb: Table) -> None:
    """16 cm are 6.4 inches."""
    said = await opreb.refused(opreb.ann, "/fire", **SHOT | {"distance": "3000"}, cover="open")
    assert "Distance: at most 2500, not 3000" in said
    told = await opreb.done(opreb.cyd, "/place add", kind="smoke", label="A", radius=15)
    assert "radius 15 cm" in metrical(told)
    assert (await opreb.live()).game.things["A"].radius == 6
    shot = SHOT | {"distance": "20.5", "cover": "light", "situation": "nearest_hard=16"}
    assert "On average" in metrical(await opreb.say(opreb.ann, "/odds", **shot))
    asked = await opreb.say(opreb.ann, "/fire", **shot, dice=f"{FIVE_BANGS} / {NONE} {NONE}")
    assert "20.5 cm, light cover, nearest hard 16 cm" in metrical(asked)
    await opreb.click(opreb.bob, asked, "Stay")
    assert (await opreb.entry()).plays[0].facts["nearest_cover"]["distance"] == 6.4


async def test_suggestions_are_typed_in_centimetres(opreb: Table) -> None:
    found = await opreb.type(opreb.ann, "/fire", "situation", "nearest_hard")
    assert ("Nearest cover to fall back to: hard, 15 cm away", "nearest_hard=15") in found
    assert ("Nearest cover to fall back to: hard, 17.5 cm away", "nearest_hard=17.5") in found
    amending = await opreb.type(opreb.ann, "/amend", "situation", "nearest_light")
    assert ("Nearest cover to fall back to: light, 7.5 cm away", "nearest_light=7.5") in amending


async def test_a_forgotten_situation_is_added_in_centimetres(opreb: Table) -> None:
    metrical(await opreb.done(opreb.ann, "/fire", **SHOT, cover="hard", situation="nothing_near"))
    asked = await opreb.say(opreb.ann, "/amend", situation="nearest_hard=20", distance="38")
    assert "distance 38 cm" in metrical(asked)
    assert "nearest hard 20 cm" in metrical(asked)


async def test_rulings_are_set_and_shown_in_centimetres(table: Table) -> None:
    await metric(table, "openfire_ww2")
    assert "**smoke radius** = 5 cm (or 2.5 cm, 7.5 cm, 10 cm, 12.5 cm, 15 cm)" in metrical(
        await table.say(table.ann, "/rulings show")
    )
    values = await table.type(table.ann, "/rulings set", "value", "", name="smoke_radius")
    assert ("7.5 cm", "7.5") in values
    told = await table.done(table.ann, "/rulings set", name="smoke_radius", value="7.5")
    assert told.title == "Ruling: smoke radius is 7.5 cm"
    assert (await table.live()).game.rulings["smoke_radius"] == 3
    assert "Smoke radius: there is no '6'; choose 2.5, 5" in await table.refused(
        table.ann, "/rulings set", name="smoke_radius", value="6"
    )


async def test_a_units_own_lengths_are_shown_and_edited_in_centimetres(table: Table) -> None:
    await metric(table, "openfire_d12")
    assert "MOV 15 cm" in metrical(await table.say(table.ann, "/unit show", unit="Line squad"))
    told = await table.done(table.ann, "/unit edit", unit="Line squad", field="mov", value="17.5")
    assert "mov is 17.5 cm" in metrical(told) + told.title
    assert (await table.unit("Line squad")).profile["mov"] == 7
    said = await table.refused(table.ann, "/unit edit", unit="Line squad", field="mov", value="16")
    assert "Mov: give 15 cm or 17.5 cm, not 16" in said
    assert "Mov: at most 250, not 300" in (
        await table.refused(table.ann, "/unit edit", unit="Line squad", field="mov", value="300")
    )


async def test_codes_with_inches_are_typed_and_shown_in_centimetres(table: Table) -> None:
    await metric(table, "openfire_d12")
    found = await table.type(table.ann, "/morale", "situation", "enemy")
    assert ("An enemy within 15 cm", "enemy_within_15") in found
    assert ("No enemy within 30 cm: +2", "no_enemy_within_30") in found
    await table.done(table.ann, "/marker set", unit="Line squad", marker="suppression", count=1)
    told = await table.say(
        table.ann, "/morale", unit="Line squad", situation="enemy_within_30, friend_within_15", dice="12"
    )
    metrical(told)
    told = await table.click(table.ann, told, "Anyway") if table.has(told, "Anyway") else told
    assert (await table.entry()).request["situation"] == ["enemy_within_12", "friend_within_6"]
    wrong = await table.refused(table.ann, "/morale", unit="Line squad", situation="enemy_within_99")
    assert "enemy within 15 cm" in wrong


# Shown lengths


@three_systems
async def test_no_player_reads_of_inches(table: Table, system: str) -> None:
    """Boards, units, rulings, forms and refusals."""
    await metric(table, system)
    live = await table.live()
    for unit in live.game.units.values():
        metrical(await table.say(table.ann, "/unit show", unit=unit.name))
    for command in ("/game status", "/rulings show", "/unit list", "/game setup", "/help", "/odds"):
        options: dict[str, Any] = {"attacker": next(iter(live.game.units.values())).name} if command == "/odds" else {}
        metrical(await table.say(table.ann, command, **options))
    ours, theirs = (live.game.units_of_side(side)[0].name for side in ("Red", "Blue"))
    for far in ("3000", "1000", "far"):
        metrical(await table.say(table.ann, "/fire", attacker=ours, target=theirs, distance=far))
    metrical(await table.say(table.ann, "/fire", attacker=ours, target=theirs))
    metrical(await table.say(table.ann, "/move", unit=ours))


@pytest.mark.parametrize("system", systems.SYSTEMS, ids=lambda system: system.key)
def test_no_topic_speaks_of_inches(system: System) -> None:
    words = Reader(language("en"), Board.of(Game(), system, "cm"))
    said = "\n".join(words(text) for topic in system.topics.values() for text in (topic.title, topic.text))
    assert not re.search(r"″|\binch", said, re.IGNORECASE), said


async def test_exports_are_read_in_centimetres(table: Table) -> None:
    await metric(table, "fubar")
    await table.done(table.ann, "/activate", unit="Marines", action="walk", dice="6")
    await table.done(table.ann, "/move", unit="Marines", action="walk")
    await table.done(table.ann, "/fire", attacker="Marines", target="Militia", distance="27.5", dice="roll")
    for form in ("markdown", "html", "csv"):
        told = await table.say(table.ann, "/export", format=form)
        [file] = [one for message in told.messages for one in message.attachments]
        content = (await file.read()).decode()
        assert "″" not in content, form
        assert not re.search(r"\binch", content, re.IGNORECASE), form
        if form == "csv":
            assert list(csv.DictReader(io.StringIO(content)))
        else:
            assert "15 cm" in content, form
