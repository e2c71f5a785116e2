"""Undoing: freely, with the consent of the others, or not at all; and the dice that were seen."""

from __future__ import annotations

import asyncio

from sqlalchemy import update

from bot.store.migrations.versions.r0003_state_and_questions import command, consent
from bot.store.tables import PENDING
from cogs.rendering import phone
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told
from tests.cogs.undoing import ask_consent, fire_shot, questions, sound, too_late, undo_entry


@beginning
async def shot(demo: Table) -> None:
    """Ann has fired at Bob's Militia."""
    await fire_shot(demo)


async def test_another_players_entry_is_undone_once_they_agree(demo: Table) -> None:
    """The question shows the effects, and each click counts once; what was undone is not undone again."""
    before = (await demo.live()).game.units
    await fire_shot(demo)
    told = await ask_consent(demo, demo.bob, "/undo")
    assert told.title == "Ann: do you agree?"
    assert "Bob wants to undo the shot at Militia." in told.text
    assert "📌 Militia: 2 models back, 1 suppressed off." in told.text
    assert "Red rolls these dice next: d6 5 5 6 1 1 1 1 1 1." in told.text
    assert "Without an answer it lapses <t:" in told.text
    assert told.text.startswith(f"<@{demo.ann.id}>")
    done = await demo.click(demo.ann, told, "Agree")
    assert done.title.startswith("Undone: Regular section → Militia")
    assert "Ann agreed." in done.text
    assert (await demo.entry()).by == str(demo.bob.id)
    assert (await demo.live()).game.units == before
    await sound(demo)
    await too_late(demo, demo.ann, told)
    assert "Give the command again" in await demo.refused(demo.ann, "/undo", entry=await demo.last())


async def test_the_question_fits_on_a_phone(demo: Table) -> None:
    """It drops the words that its buttons repeat, then the side."""
    await demo.done(demo.ann, "/activate", unit="Regular section", action="aimed_fire", dice="6")
    await fire_shot(demo)
    told = await ask_consent(demo, demo.bob, "/undo")
    lines = told.text.split("\n")[1:]
    assert "Red rolls these dice next" in told.text
    assert "Without an answer it lapses" in lines[-1]
    assert "Nothing changes until you agree." not in told.text
    high = phone.headed_height(told.title, lines, phone.MENTION) + phone.buttons_height(told.buttons, 5)
    assert high - phone.FOOT * (not told.footer) <= phone.MOST


async def test_only_those_concerned_may_agree_and_not_after_it_is_undone(demo: Table) -> None:
    """The umpire may for either side, and undoes alone, until they leave."""
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await fire_shot(demo)
    told = await demo.click(demo.cyd, await ask_consent(demo, demo.bob, "/undo"), "Agree")
    assert "Cyd agreed." in told.text
    await fire_shot(demo)
    question = await ask_consent(demo, demo.bob, "/undo")
    assert (await demo.done(demo.cyd, "/undo")).title.startswith("Undone"), "an umpire without a side needs nobody"
    await too_late(demo, demo.ann, question)
    assert "No open questions" in (await demo.say(demo.bob, "/waiting")).text
    await fire_shot(demo)
    question = await ask_consent(demo, demo.bob, "/undo")
    await demo.done(demo.cyd, "/game leave")
    for label in ("Agree", "No"):
        assert "This is your own request" in (await demo.click(demo.bob, question, label)).whole
        assert "This question is for Ann" in (await demo.click(demo.cyd, question, label)).whole
    assert (await demo.click(demo.ann, question, "Agree")).title.startswith("Undone")


async def test_two_clicks_at_once_have_one_effect(shot: Table) -> None:
    number = await shot.last()
    await ask_consent(shot, shot.bob, "/undo")
    id = (await questions(shot))[0].id
    calls = [shot.call(shot.ann, source=f"click {nth}") for nth in range(2)]
    clicks = [shot.services.corrections.agree(call, id, 0) for call in calls]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["CommandResult", "Refusal"]
    assert [one.undoes for one in await shot.entries()].count(number) == 1
    await sound(shot)


async def test_the_question_outlives_a_restart(shot: Table) -> None:
    question = await ask_consent(shot, shot.bob, "/undo")
    await shot.restart()
    assert "Waiting for Ann: undo the shot" in (await shot.say(shot.bob, "/waiting")).text
    assert (await shot.click(shot.bob, question, "Agree")).refused
    assert (await shot.click(shot.ann, question, "Agree")).title.startswith("Undone")
    await sound(shot)


async def test_who_asks_twice_or_wants_the_same_has_one_question_further_down(shot: Table) -> None:
    first = await ask_consent(shot, shot.bob, "/undo")
    second = await ask_consent(shot, shot.bob, "/undo")
    assert not shot.has(first, "Agree")
    assert len(await shot.services.questions.open_questions(shot.call(shot.ann))) == 1
    again = await ask_consent(shot, shot.ann, "/undo")
    assert again.title == second.title == "Ann: do you agree?"
    assert (await shot.click(shot.ann, again, "Agree")).title.startswith("Undone")
    await too_late(shot, shot.ann, second)


async def test_the_question_is_about_the_entry_it_was_asked_about(shot: Table) -> None:
    """Entries in between do not change which one is undone, and stay."""
    number = await shot.last()
    question = await ask_consent(shot, shot.bob, "/undo")
    await shot.done(shot.ann, "/activate", unit="Marines", dice="6")
    await shot.done(shot.bob, "/activate", unit="HMG team", dice="6")
    told = await shot.click(shot.ann, question, "Agree")
    assert told.title.startswith("Undone: Regular section → Militia")
    assert (await shot.entry()).undoes == number
    assert (await shot.unit("Militia")).models == 8
    assert (await shot.states("HMG team"))["activated"] == 1
    await sound(shot)


async def test_the_end_of_a_game_is_undone(demo: Table) -> None:
    """Another player asks who gave it."""
    await demo.done(demo.ann, "/game end")
    question = await ask_without_game(demo)
    assert (await demo.click(demo.ann, question, "Agree")).title.startswith("Undone: The game is over")
    await sound(demo)
    await demo.done(demo.ann, "/game end")
    assert (await demo.done(demo.ann, "/undo")).title.startswith("Undone: The game is over")
    assert (await demo.live()).info.state == "running"
    assert not (await demo.live()).game.over
    await demo.done(demo.ann, "/activate", unit="Marines")
    await sound(demo)


async def ask_without_game(demo: Table) -> Told:
    told = await demo.say(demo.bob, "/undo")
    assert told.buttons == ("Agree", "No"), told
    return told


async def test_a_pause_sitting_down_and_a_unit_that_has_not_acted_since_are_undone(demo: Table) -> None:
    await demo.done(demo.ann, "/game pause")
    await demo.done(demo.ann, "/undo")
    assert (await demo.live()).info.state == "running"
    await sound(demo)
    await demo.done(demo.cyd, "/game join", side="Blue")
    await demo.done(demo.cyd, "/undo")
    assert str(demo.cyd.id) not in (await demo.live()).game.players
    await sound(demo)
    await demo.done(demo.ann, "/unit add", name="Guests", profile="militia", side="Red")
    number = await demo.last()
    await demo.done(demo.ann, "/activate", unit="Guests", dice="6")
    assert f"undo entry {number + 1} first" in await demo.refused(demo.ann, "/undo", entry=number)
    await undo_entry(demo)
    assert "remove it from the table" in (await demo.done(demo.ann, "/undo", entry=number)).text
    await sound(demo)


async def test_a_question_that_an_older_version_kept_is_shown_again(shot: Table) -> None:
    """Its sentences as they were, its markers in words."""
    await ask_consent(shot, shot.bob, "/undo")
    (row,) = await questions(shot)
    change = {"unit": (await shot.unit("Militia")).model_dump(mode="json"), "models": 2, "hp": None, "gone": False}
    change |= {"place": ["2 suppressed", "engaged_with"], "remove": [["on_guard", 0, ""]]}
    old = {"groups": ["side:Red"], "question": "undo entry 6: a shot", "changes": [change], "notes": ["It was so."]}
    values = {"question": consent(old), "command": command({"command": "undo", "count": 6}, {})}
    change = update(PENDING).where(PENDING.c.id == row.id).values(values)
    await shot.services.record.database.write(lambda write: write.execute(change))
    await shot.restart()
    told = await shot.click(shot.ann, await shot.say(shot.ann, "/waiting"), "Show 1")
    assert "📌 Militia: 2 models back, 2 suppressed, engaged with, no longer on guard." in told.text
    assert told.text.startswith(f"<@{shot.ann.id}>\n**Bob wants to undo entry 6: a shot.**")
    assert "It was so." in told.text
    assert (await shot.click(shot.ann, told, "Agree")).title.startswith("Undone: Regular section → Militia")


async def test_the_other_side_agrees_before_a_test_is_undone(demo: Table) -> None:
    """Failed or passed: its die is next in line then, and is named."""
    demo.dice.next(1)
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="roll")
    asked = await demo.click(demo.ann, told, "Undo")
    assert asked.title == "Bob: do you agree?", asked
    demo.dice.next(6)
    passed = await demo.anyway(demo.ann, "/activate", unit="Commandos", dice="roll")
    asked = await demo.click(demo.ann, passed, "Undo")
    assert "Red rolls these dice next: d6 6." in asked.text
    assert (await demo.click(demo.bob, asked, "Agree")).title.startswith("Undone")


# Several restored things are named before an undo


async def _smoky(table: Table) -> int:
    """Ann alone brings three units at once."""
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/unit add", name="Green", profile="militia", side="Red", count=3)
    return await table.last()


async def test_undoing_ones_own_undo_lists_the_returning_entries_first(table: Table) -> None:
    """By a tap too. Keep leaves the game unchanged."""
    added = await _smoky(table)
    asked = await table.click(table.ann, table.now(table.channel.history()[-1]), "Undo")
    assert asked.buttons == ("Undo", "Keep")
    await table.click(table.ann, asked, "Keep")
    assert await table.last() == added
    assert len((await table.live()).game.units_of_side("Red")) > 3
    asked = await table.say(table.ann, "/undo")
    assert asked.private
    assert asked.buttons == ("Undo", "Keep")
    assert "Undo “Red: 3 × Green join”" in asked.text
    assert all(f"Green {n}" in asked.text for n in (1, 2, 3))
    assert await table.last() == added
    done = await table.click(table.ann, asked, "Undo")
    assert done.title.startswith("Undone: ")
    assert (await table.entry()).undoes == added
    assert not asked.messages[-1].components or not table.now(asked.messages[-1]).buttons
    await sound(table)


async def test_returning_questions_are_listed_again_if_the_game_has_moved_on(table: Table) -> None:
    added = await _smoky(table)
    asked = await table.say(table.ann, "/undo")
    await table.done(table.ann, "/score", side="Red", points=1, why="A hill")
    await table.restart()
    await table.click(table.ann, asked, "Undo")
    assert "has moved on since" in (asked.messages[-1].embeds[0].description or "")
    assert (await table.entry()).undoes is None
    await table.click(table.ann, asked, "Undo")
    assert (await table.entry()).undoes == added
