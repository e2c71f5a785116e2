"""A club's variant of a system whose rules are in Python: its manager adds it, its players play by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.services.record.game_import import import_game, parse_game
from data import system_of, system_registry
from data.files import opponent_of
from data.systems import vocabulary
from rules.command.army_list import read_list
from tests.cogs.table import Loaded, Table, services_on
from tests.cogs.undoing import undo_entry

CLUB = """
base = "opreb"
[system]
key = "club"
name = "Club Rebellion"
[tables]
cover_dice = 6
moves = { standard = 6 }
[rulings]
morale_bangs = 2
[weapons.laser_rifle]
rof = 3
band = 12
[units.line_rifles]
weapons = [{ name = "laser_rifle", count = 5 }, { name = "saw" }]
"""
SQUAD, MILITIA = "Line rifle squad", "Colonial militia section"


@pytest.fixture(autouse=True)
def managed(table: Table) -> Iterator[None]:
    """Dot, who manages the server, sits in Ann's place; what is added is removed from memory at the end."""
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    table.ann = table.guild.add_member(table.env.create_user("dot", global_name="Dot"), roles=[steward])
    yield
    system_registry.forget_all()


async def add(table: Table, text: str = CLUB) -> Any:
    return await table.say(table.ann, "/system add", file=("club.toml", text.encode()))


async def begin(table: Table) -> None:
    assert (await add(table)).title == "Club Rebellion can be played here"
    await table.done(table.ann, "/game demo", system="Club Rebellion")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def test_a_club_plays_by_its_own_weapon_number_and_ruling(table: Table) -> None:
    await begin(table)
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    active = await table.done(table.ann, "/activate", unit=SQUAD)
    assert "move 6″" in active.text
    assert "Move 6″" in active.buttons
    shot = {"attacker": SQUAD, "target": MILITIA, "distance": "15", "cover": "light", "situation": "nothing_near"}
    # Five laser rifles of 3 dice and 4 skill dice; 1 full band, 3 skill dice and the 6 of cover; 19 against 10 dice.
    hits, saves = " ".join("5" * 2 + "1" * 17), " ".join("1" * 10)
    told = await table.done(table.ann, "/fire", **shot, dice=f"{hits} / {saves} / 1 1")
    assert "2 damage: 2 bangs against 0." in told.text
    assert (await table.states(MILITIA))["wounds"] == 2
    assert "Fired: 5 laser rifles." in (await table.done(table.bob, "/why")).whole
    await undo_entry(table)
    assert "wounds" not in await table.states(MILITIA)
    checked = await table.done(table.ann, "/morale", unit=SQUAD, dice="5 1 1 1")
    assert "Morale breaks: 1 bang, 2 needed." in checked.text


DUG_IN = """
base = "{base}"
[system]
key = "club"
name = "Club rules"
[states.dug_in]
set_by = "hand"
until = "move"
marker = true
effect = "as the club says"
"""


@pytest.mark.parametrize(
    ("base", "unit", "action"), [("fubar", "Marines", {"action": "walk"}), ("openfire_ww2", "Rifle squad", {})]
)
async def test_a_marker_of_a_club_ends_with_a_move(table: Table, base: str, unit: str, action: dict[str, str]) -> None:
    await add(table, DUG_IN.format(base=base))
    await table.done(table.ann, "/game demo", system="Club rules")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/marker set", unit=unit, marker="dug in", count=1)
    assert "dug_in" in await table.states(unit)
    move = table.anyway if base == "fubar" else table.done  # not activated
    assert f"{unit}: remove the dug in marker." in (await move(table.ann, "/move", unit=unit, **action)).text
    assert "dug_in" not in await table.states(unit)


@pytest.mark.parametrize(
    ("base", "until", "unit", "command"),
    [
        ("opreb", "activation", SQUAD, "/activate"),
        ("bayonet", "turn_end", "Lieutenant", "/turn next"),
        ("bayonet", "turn_start", "Lieutenant", "/turn next"),
    ],
)
async def test_a_marker_of_a_club_ends_by_an_activation_or_a_bound(
    table: Table, base: str, until: str, unit: str, command: str
) -> None:
    await add(table, DUG_IN.format(base=base).replace('"move"', f'"{until}"'))
    await table.done(table.ann, "/game demo", system="Club rules")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/marker set", unit=unit, marker="dug in", count=1)
    assert "dug_in" in await table.states(unit)
    await table.done(table.ann, command, **({"unit": unit} if command == "/activate" else {}))
    assert "dug_in" not in await table.states(unit)


@pytest.mark.parametrize("base", ["bayonet", "openfire_ww2"])
async def test_a_marker_that_nothing_would_end_is_refused(table: Table, base: str) -> None:
    """Bayonet's sides act as a whole, and Open Fire has no activations either."""
    told = await add(table, DUG_IN.format(base=base).replace('"move"', '"activation"'))
    assert told.refused
    assert 'nothing ends a state by "activation" here: choose manual, move, ' in told.title


async def test_a_marker_of_a_club_ends_where_its_unit_boards_a_vehicle(table: Table) -> None:
    await add(table, DUG_IN.format(base="fubar"))
    await table.done(table.ann, "/game demo", system="Club rules")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/marker set", unit="Marines", marker="dug in", count=1)
    told = await table.say(table.ann, "/act", action="board", unit="Marines", target="IFV")
    told = await table.click(table.ann, told, "Anyway") if "Anyway" in told.buttons else told
    assert "Marines: remove the dug in marker." in told.text, told
    assert "dug_in" not in await table.states("Marines")


async def test_rulings_and_odds_are_those_of_the_variant(table: Table) -> None:
    await begin(table)
    shown = await table.done(table.ann, "/rulings show")
    assert "**morale bangs** = 2 (or 1, 3)" in shown.whole
    odds = await table.done(table.ann, "/odds", attacker=SQUAD, target=MILITIA, distance="15", cover="light")
    # Bangs of 19 dice above those of 10, each 1 in 3.
    assert "On average: 3.14 damage" in odds.text


async def test_a_variant_has_the_aliases_and_the_opponent_of_its_base(table: Table) -> None:
    await begin(table)
    key = (await table.live()).system.key
    assert opponent_of(key) == opponent_of("opreb")
    text = "Marines\n5 riflemen with Gewehr\n"
    listed = [read_list(system_of(one), vocabulary(one), text) for one in (key, "opreb")]
    assert listed[0].units == listed[1].units != ()


async def test_an_export_of_a_variant_opens_elsewhere(table: Table, tmp_path: Path) -> None:
    await begin(table)
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    exported = await table.services.exports.game_file((await table.live()).info)
    assert json.loads(exported)["rules"] == CLUB
    system_registry.forget_all()
    elsewhere = await services_on(tmp_path / "elsewhere.sqlite", Loaded(), "elsewhere")
    put = await import_game(elsewhere.record, parse_game(exported))
    system_registry.forget_all()
    live = await elsewhere.games.read_game(put.battle)
    assert (live.system.name, live.system.tables.numbers["cover_dice"], live.board.rulings.morale_bangs) == (
        "Club Rebellion",
        6,
        2,
    )
    await elsewhere.record.close()


async def test_a_game_of_a_variant_goes_on_after_a_restart(table: Table) -> None:
    await begin(table)
    await table.restart()
    system_registry.forget_all()
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    assert (await table.live()).system.tables.numbers["cover_dice"] == 6


async def test_faults_of_a_variant_are_reported_with_their_lines(table: Table) -> None:
    told = await add(table, CLUB.replace("cover_dice", "cover_dise"))
    assert told.refused
    assert told.title.replace("\\", "").startswith(
        'Club.toml, line 7: tables.cover_dise: there is no "cover_dise"; did'
    )
