"""Open questions come first: turn and game do not end before them, and commands that touch them say so."""

from __future__ import annotations

from tests.cogs.rendering.test_table_screen import public_state
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Marines", "target": "HMG team", "distance": "20", "firers": "4 assault_rifle"}


async def _fire_and_wait(demo: Table) -> Told:
    """Ann's shot, whose saves Bob has still to roll."""
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    demo.dice.next(4, 4, 1, 1)
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    assert asked.title.startswith("Bob, roll 2d6: armour saves on 6+"), asked
    return asked


async def test_the_next_turn_objects_to_an_open_question(demo: Table) -> None:
    await _fire_and_wait(demo)
    warned = await demo.warned(demo.ann, "/turn next")
    assert "Waiting for Bob: saves, Marines → HMG team" in warned.text.replace("armour saves", "saves")
    done = await demo.click(demo.ann, warned, "Anyway")
    assert "Waiting for Bob" in done.text, "what was gone on from stands in the result"


async def test_a_question_that_comes_meanwhile_is_shown_before_the_turn_ends(demo: Table) -> None:
    warned = await demo.warned(demo.bob, "/turn next")
    assert "Waiting for" not in warned.text
    demo.dice.next(4, 4, 1, 1)
    asked = await demo.say(demo.ann, "/fire", **SHOT, dice="ask")
    assert asked.title.startswith("Ann, roll 4d6: ")
    before = await demo.last()
    again = await demo.click(demo.bob, warned, "Anyway")
    assert await demo.last() == before, again
    assert (await demo.live()).game.turn == 1


async def test_a_command_that_touches_its_unit_says_so_and_an_answered_question_is_no_objection(demo: Table) -> None:
    """A stranger hears of no question."""
    asked = await _fire_and_wait(demo)
    said = await demo.refused(demo.cyd, "/fire", **SHOT)
    assert "Join a side first" in said
    assert "Bob" not in said
    told = await demo.done(demo.bob, "/activate", unit="HMG team", dice="6")
    assert "HMG team is still part of an open question to Bob." in told.text
    told = await demo.anyway(demo.bob, "/activate", unit="Militia", dice="6")
    assert "open question" not in told.text
    await demo.click(demo.bob, asked, "Bot rolls")
    assert "Waiting for" not in (await demo.warned(demo.ann, "/turn next")).text


async def test_an_old_button_does_not_end_a_game_that_has_moved_on(demo: Table) -> None:
    told = await demo.say(demo.bob, "/game end")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.click(demo.bob, told, "End the game")
    assert (await demo.live()).info.state == "running"
    assert demo.has(told, "End the game"), "shown anew"


async def test_they_are_the_first_line_of_status_and_board_with_a_button(demo: Table) -> None:
    asked = await _fire_and_wait(demo)
    for command in ("/game status", "/game board"):
        told = await demo.done(demo.ann, command)
        assert told.lines[0].startswith("⏳ Waiting for Bob: "), told.text
        assert told.buttons[0] == "Bob: answer"
    assert {"Initiative", "More …", "Undo"} <= set(told.buttons)
    assert "Bob" in (await demo.click(demo.ann, told, "Bob: answer")).whole, "it is not hers"
    mine = await demo.click(demo.bob, told, "Bob: answer")
    assert mine.private
    assert mine.title == asked.title
    done = await demo.click(demo.bob, mine, "Bot rolls")
    assert (done.title, done.private) == ("Marines → HMG team", False)
    assert not demo.has(asked, "Bot rolls"), "answered from elsewhere, it loses its buttons"
    assert not demo.has(mine, "Bot rolls")
    told = await demo.done(demo.ann, "/game status")
    assert not demo.has(told, "Bob: answer")
    assert "⏳" not in told.text


async def test_of_four_questions_two_have_a_button_and_three_stand_on_the_table_screen(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/marker set", unit="Militia", marker="suppressed", count=1)
    await demo.done(demo.ann, "/game scenario", turns=3)
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/undo")
    assert len(await demo.services.questions.open_questions(demo.call(demo.bob))) == 4
    assert (await demo.done(demo.ann, "/game status")).buttons.count("Bob: answer") == 2
    assert len((await public_state(demo))["asked"]) == 3
