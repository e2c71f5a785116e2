"""Split fire: several targets in the fire form, then a row for each kind of weapon, as with a typed `/fire`."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refusal
from cogs.components.play.split_fire import parse_share
from rules.command.split_fire import Share, divide_shot, every_share, first_shares
from rules.game.unit import Weapon
from rules.kernel.request import Request
from tests.cogs.components.going import newest, open_split_form, split
from tests.cogs.components.play.test_control_row import activated, board, menus
from tests.cogs.faulty import raw
from tests.cogs.table import Table, Told
from tests.rows import for_each
from tests.taps.thumb import fields_of

__all__ = ["split"]

TWELVE = "Over 6″, up to 12″, soft cover"


def chosen_options(told: Told) -> dict[str, Any]:
    """Return the chosen option of each menu in a form."""
    return {
        one["custom_id"]: [two["label"] for two in one["options"] if two.get("default")]
        for one in fields_of(told)
        if "options" in one
    }


async def test_a_row_for_each_kind_of_weapon_ends_in_the_same_as_the_command(split: Table) -> None:
    """Two phones, 8: cover was asked once for both targets."""
    form = await split.click(split.ann, newest(split), "Split fire")
    assert form.form
    assert form.form["title"] == "Regular section: split fire"
    rows = {"row0": ["All at Militia"], "row1": ["All at HMG team"], "row2": ["All at Militia"]}
    assert chosen_options(form) == {**rows, "far0": [TWELVE], "far1": [TWELVE]}
    split.dice.next(*[1] * 12)
    told = await split.fill(split.ann, form, row0=["4/2"], row2=["0/0"], far0=["12in|none"], far1=["16in|hard"])
    assert told.title == "Regular section → Militia, HMG team"
    by_controls = await split.entry()
    asked = await split.done(split.ann, "/undo")
    await split.click(split.bob, asked, "Agree")
    await split.done(
        split.ann,
        "/fire",
        attacker="Regular section",
        target="Militia, HMG team",
        distance="12/16",
        cover="none/hard",
        firers="4 assault_rifle / 2 assault_rifle, 1 lmg",
    )
    typed = await split.entry()
    assert [one.facts for one in by_controls.plays] == [one.facts for one in typed.plays]
    assert set(by_controls.request) - {"situation"} == set(typed.request)


async def test_a_target_without_firers_is_left_out_and_that_no_weapon_fires_is_corrected(split: Table) -> None:
    form = await split.click(split.ann, newest(split), "Split fire")
    wrong = await split.fill(split.ann, form, row0=["0/0"], row1=["0/0"], row2=["0/0"])
    assert wrong.refused
    assert wrong.title == "No weapon fires: give at least one to a target"
    form = await split.click(split.ann, wrong, "Correct it")
    await split.fill(split.ann, form, row0=["0/6"], row1=["0/1"], row2=["0/1"], far1=["16in|soft"])
    request = (await split.entry()).request
    assert (request["target"], request["distance"]) == (["u7"], ["16"])


async def test_of_more_than_five_kinds_the_rest_follows_the_main_target(demo: Table) -> None:
    kinds = "2 infantry_rifle, 2 assault_rifle, 1 lmg, 1 grenade_launcher, 1 rpg, 1 sniper_rifle"
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="weapons", value=kinds)
    told = await open_split_form(demo)
    assert "At Militia: 1 sniper rifle" in told.text
    form = await demo.click(demo.ann, told, "Split fire")
    assert len(fields_of(form)) == 5
    await demo.fill(demo.ann, form, row0=["2/0"], row1=["0/2"], row2=["0/0"], row3=["0/0"], row4=["0/0"])
    assert "sniper_rifle" in (await demo.entry()).request["firers"][0]


async def test_where_there_are_too_many_ways_the_numbers_are_typed(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="models", value="40")
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="weapons", value="30 assault_rifle")
    form = await demo.click(demo.ann, await open_split_form(demo), "Split fire")
    row = fields_of(form)[0]
    assert row["value"] == "15/15"
    wrong = await demo.fill(demo.ann, form, row0="many")
    assert "like 4/2" in wrong.whole
    form = await demo.click(demo.ann, wrong, "Correct it")
    await demo.fill(demo.ann, form, row0="20/4")
    assert (await demo.entry()).request["firers"] == ["20 assault_rifle", "4 assault_rifle"]


async def test_a_system_that_shares_a_burst_out_itself_asks_nothing(table: Table) -> None:
    """Bayonet: the factor of an automatic weapon is divided among its targets as evenly as possible."""
    await table.done(table.ann, "/game demo", system="bayonet")
    told = await board(table)
    form = await table.pick(table.ann, told, "Gunner", "Fire")
    sent = await table.fill(table.ann, form, target=["u1", "u2"], distance="12")
    assert sent.title != "Who fires at whom?"


async def test_one_weapon_and_one_target_are_not_split(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="weapons", value="1 assault_rifle")
    told = await activated(demo)
    assert not [one for lines in menus(told).values() for one in lines if "Split fire" in one]


# Pure functions


def test_every_way_to_share_them_out() -> None:
    assert every_share(2, 2, 25) == [(2, 0), (0, 2), (1, 1), (0, 0)]
    assert every_share(24, 2, 25) is None
    assert len(every_share(23, 2, 25) or ()) == 25
    assert every_share(30, 12, 25) is None


@pytest.mark.parametrize("targets", [2, 3, 5])
def test_no_way_uses_more_weapons_than_there_are(targets: int) -> None:
    found = every_share(3, targets, 1000)
    assert found
    assert {sum(share) for share in found} == {0, 3}
    assert len(set(found)) == len(found)


def test_a_single_kind_is_shared_evenly_and_several_by_kind() -> None:
    assert first_shares([Weapon(name="rifle", count=5)], 2) == {"rifle": (3, 2)}
    two = [Weapon(name="rifle", count=5), Weapon(name="lmg")]
    assert first_shares(two, 2) == {"rifle": (5, 0), "lmg": (0, 1)}


def test_values_for_each_target_go_with_it_and_one_for_all_stays() -> None:
    shot = Request("fire", unit=("u1",), target=("u2", "u3"), cover=("soft",))
    assert divide_shot(shot, {"rifle": (0, 2)}).cover == ("soft",)


@for_each(("text", "share"), [("4/2", (4, 2)), (" 4 / 2 ", (4, 2)), ("0/0", (0, 0)), ("999/0", (999, 0))])
def test_numbers_for_each_target_are_read(text: str, share: Share) -> None:
    assert parse_share(text, 2) == share


@for_each("text", ["", "/", "4", "4/", "4/2/1", "-4/2", "+4/2", "4.0/2", "1e3/0", "x/y", "1000/0", "0/" + "9" * 5000])
def test_numbers_that_no_unit_has_are_no_numbers(text: str) -> None:
    with pytest.raises(Refusal, match="like 4/2"):
        parse_share(text, 2)


async def test_more_weapons_than_there_are_do_not_fire(split: Table) -> None:
    """Whatever a client sends in place of a choice of the menu."""
    shown = newest(split)
    form = await split.click(split.ann, shown, "Split fire")
    assert form.form
    before, rows = await split.last(), {"row1": "0/0", "row2": "0/0", "far0": "12in", "far1": "16in"}
    for share in ("7/0", "6/6", "999/999"):
        sent = {"row0": share, **rows}
        fields = [{"type": 18, "component": {"type": 3, "custom_id": id, "values": [one]}} for id, one in sent.items()]
        told = await raw(split, split.ann, 5, {"custom_id": form.form["custom_id"], "components": fields})
        assert told.refused
        assert "assault rifle" in told.whole, told.whole
    assert await split.last() == before
    await split.done(split.bob, "/score", side="Blue", points=1, why="bridge")
    assert (await split.click(split.ann, shown, "Split fire")).title == "The game has moved on"
