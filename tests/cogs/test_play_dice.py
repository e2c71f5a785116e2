"""Sources of dice: the bot's, faces read off a table, and input that is not a roll."""

from __future__ import annotations

import pytest

from bot.settings import Detail
from tests.cogs.languages import speaks
from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
NINE = "5 2 6 4 5 1 3 5 1"


async def test_the_bots_dice_are_labelled_in_message_and_record(demo: Table) -> None:
    demo.dice.next(5, 2, 6, 4, 5, 1, 3, 5, 1)
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert "🎲 to hit, 4+ (bot): **5** 2" in told.text
    assert (await demo.entry()).plays[0].throws[0].source == "bot"
    assert "[5 2 6 4 5 1 3 5 1] bot" in (await demo.done(demo.ann, "/log show")).text
    assert "(bot, d6)" in (await demo.say(demo.ann, "/why")).text


async def test_faces_as_people_write_them(demo: Table) -> None:
    for faces in ("526451351", "5,2,6,4,5,1,3,5,1", "5 2 6 4 5 / 1 3 5 1", " 526 451 351 / "):
        told = await demo.say(demo.ann, "/fire", **SHOT, dice=faces)
        if told.warned:
            await demo.click(demo.ann, told, "Anyway")
        throw = (await demo.entry()).plays[0].throws[0]
        assert (throw.source, throw.faces) == ("physical", (5, 2, 6, 4, 5, 1, 3, 5, 1))
        await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="8")
    assert not demo.dice.thrown


WRONG: list[tuple[str, str]] = [
    ("5 2 6", "To hit: 9 d6 needed, 3 given."),
    (NINE + " 1", "1 face too many after to hit"),
    ("5 2 7 4 5 1 3 5 1", "7 is not a face"),
    ("5 2 0 4 5 1 3 5 1", "0 is not a face"),
    ("five", "is not a face"),
    ("-1", "is not a face"),
    ("/", "is not a face"),
    ("1" * 200, "191 faces too many after to hit"),
    (" ".join(["6"] * 500), "491 faces too many after to hit"),
    ("１ ２", "is not a face"),
]


async def test_dice_where_none_are_needed(demo: Table) -> None:
    assert "No such" not in (await demo.done(demo.ann, "/activate", unit="Marines", dice="6")).text
    board = {"action": "board", "unit": "Marines", "target": "IFV", "dice": "6"}
    assert "1 face too many: no dice are needed" in await demo.refused(demo.ann, "/act", **board)


# Own dice and the bot's are distinguished, and so are a count and faces


async def test_own_dice_are_called_so_in_a_short_answer(demo: Table) -> None:
    demo.services.details.usual = "short"
    told = await demo.done(demo.ann, "/fire", **SHOT, dice="5 2 6 4 1 1 1 1 1")
    assert "to hit 3 of 9 (own dice)" in told.text
    told = await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")
    assert "to hit" in told.text
    assert "yours" not in told.text


@pytest.mark.parametrize("detail", ["short", "full"])
async def test_a_count_shows_no_unseen_face(demo: Table, detail: Detail) -> None:
    demo.services.details.usual = detail
    told = await demo.done(demo.ann, "/fire", **SHOT, dice="4 hits")
    assert "4 hits of 9" in told.text or "to hit 4 of 9" in told.text
    assert "counted" in told.text
    throw = (await demo.entry()).plays[0].throws[0]
    assert (throw.source, throw.successes, len(throw.faces)) == ("counted", 4, 9)
    invented = " ".join(map(str, throw.faces))
    why = await demo.click(demo.bob, told, "Why?")
    log = await demo.done(demo.ann, "/log show")
    for shown in (told, why, log):
        assert "4 hits of 9" in shown.text or "to hit 4 of 9" in shown.text
        assert invented not in shown.text.replace("*", "")


async def test_counts_and_faces_stand_side_by_side_as_in_a_form(demo: Table) -> None:
    shot = {"attacker": "Militia", "target": "Regular section", "distance": "10", "firers": "8 infantry_rifle"}
    await demo.done(demo.bob, "/fire", **shot, dice="3 hits / 6 1 1")
    thrown = [(throw.source, throw.faces) for throw in (await demo.entry()).plays[0].throws]
    assert thrown[0][0] == "counted"
    assert thrown[1] == ("physical", (6, 1, 1))


async def test_wrong_faces_are_refused_unrecorded_and_one_that_no_die_has_is_named_before_dice_are_counted(
    demo: Table,
) -> None:
    for faces, said in WRONG:
        assert said in await demo.refused(demo.ann, "/fire", **SHOT, dice=faces)
        assert not demo.dice.thrown
    wrong = {
        "7 7": "7 is not a face of a d6 (1 to 6)",
        "5 2 6 4 5 1 3 5 12": "12 is not a face of a d6 (1 to 6)",
        "10 2 6 4 5 1 3 5 1": "10 is not a face of a d6 (1 to 6)",
        "529": "9 is not a face of a d6 (1 to 6)",
        "10 hits": "10 of 9 dice cannot succeed",
        "4 misses": "is not a face",
    }
    for faces, said in wrong.items():
        assert said in await demo.refused(demo.ann, "/fire", **SHOT, dice=faces), faces
    await demo.done(demo.ann, "/game dice", mode="physical", side="Red")
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    for faces, said in wrong.items():
        form = await demo.click(demo.ann, asked, "Enter dice")
        assert said in (await demo.fill(demo.ann, form, throw0=faces)).whole, faces


async def test_faces_are_required_where_successes_are_not_enough(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    said = await demo.refused(demo.ann, "/initiative", dice="4 hits")
    assert "give the faces, not only the number of successes" in said


async def test_failed_dice_are_not_counted_as_hits_in_german_either(demo: Table) -> None:
    speaks(demo, demo.ann, "de")
    await demo.refused(demo.ann, "/fire", **SHOT, dice="4 Nieten")
    assert "4 hits of 9" in (await demo.done(demo.ann, "/fire", **SHOT, dice="4 Treffer")).text
