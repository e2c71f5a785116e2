"""Whose dice: the bot's, faces read off a table, and everything that is not a throw."""

from __future__ import annotations

import pytest

from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
NINE = "5 2 6 4 5 1 3 5 1"


async def test_faces_off_the_table_are_labelled_in_message_and_record(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT, dice=NINE)
    assert "🎲 to hit, 4+ (physical): **5** 2 **6** **4** **5** 1 3 **5** 1 → **5**" in told.text
    throw = (await demo.entry()).plays[0].throws[0]
    assert (throw.source, throw.faces) == ("physical", (5, 2, 6, 4, 5, 1, 3, 5, 1))
    assert not demo.dice.thrown


async def test_the_bots_dice_are_labelled_in_message_and_record(demo: Table) -> None:
    demo.dice.next(5, 2, 6, 4, 5, 1, 3, 5, 1)
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert "🎲 to hit, 4+ (bot): **5** 2" in told.text
    assert (await demo.entry()).plays[0].throws[0].source == "bot"
    assert "[5 2 6 4 5 1 3 5 1] bot" in (await demo.done(demo.ann, "/log show")).text
    assert "(bot, d6)" in (await demo.say(demo.ann, "/why")).text


@pytest.mark.parametrize("faces", [NINE, "526451351", "5,2,6,4,5,1,3,5,1", "5 2 6 4 5 / 1 3 5 1", " 526 451 351 / "])
async def test_faces_as_people_write_them(demo: Table, faces: str) -> None:
    await demo.done(demo.ann, "/fire", **SHOT, dice=faces)
    assert (await demo.entry()).plays[0].throws[0].faces == (5, 2, 6, 4, 5, 1, 3, 5, 1)


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("5 2 6", "To hit: 9 d6 needed, 3 given."),
        (NINE + " 1", "1 face left over"),
        ("5 2 7 4 5 1 3 5 1", "7 is not a face"),
        ("5 2 0 4 5 1 3 5 1", "0 is not a face"),
        ("five", "is not a face"),
        ("-1", "is not a face"),
        ("/", "is not a face"),
        ("1" * 200, "left over"),
        (" ".join(["6"] * 500), "left over"),
        ("１ ２", "is not a face"),
    ],
)
async def test_wrong_faces_are_refused_and_nothing_is_recorded(demo: Table, faces: str, said: str) -> None:
    assert said in await demo.refused(demo.ann, "/fire", **SHOT, dice=faces)
    assert not demo.dice.thrown


async def test_roll_lets_the_bot_throw(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT, dice="roll")
    assert "(bot)" in told.text


async def test_dice_where_none_are_needed(demo: Table) -> None:
    assert "No such" not in (await demo.done(demo.ann, "/activate", unit="Marines", dice="6")).text
    assert "left over" in await demo.refused(demo.ann, "/act", action="board", unit="Marines", target="IFV", dice="6")
