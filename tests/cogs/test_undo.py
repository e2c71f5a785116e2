"""Taking back: freely, with the consent of the others, or not at all; and what becomes of dice that were seen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from bot.errors import Refusal
from bot.store import rows
from bot.store.tables import PENDING, Pending
from tests.cogs.table import Table, Told, same_as_record

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
OTHER = {"attacker": "Regular section", "target": "HMG team", "distance": "20"}
NINE = (5, 5, 6, 1, 1, 1, 1, 1, 1)


async def sound(table: Table) -> None:
    await same_as_record(table.desk, await table.live())


async def shot(demo: Table) -> int:
    """Ann's shot at Bob's Militia: two die, one is suppressed."""
    demo.dice.next(*NINE)
    await demo.done(demo.ann, "/fire", **SHOT)
    return await demo.last()


async def asked(demo: Table, who: Any, command: str, /, **options: Any) -> Told:
    """A command that waits for the consent of others: a question for all to see, and nothing recorded."""
    before = await demo.last()
    told = await demo.say(who, command, **options)
    assert "do you agree?" in told.title, told
    assert told.buttons == ("Agree", "No")
    assert not told.private
    assert await demo.last() == before
    return told


async def too_late(demo: Table, who: Any, question: Told) -> None:
    """A second click that was on its way when the buttons went: it is answered, and has no effect."""
    before = await demo.last()
    assert not demo.has(question, "Agree")
    assert not demo.has(question, "No")
    ids = [row.id for row in await questions(demo)]
    for id in ids:
        for work in (demo.desk.mending.agree, demo.desk.mending.refuse):
            with pytest.raises(Refusal, match="already"):
                await work(demo.call(who), id, 0)
    assert ids
    assert await demo.last() == before


async def questions(demo: Table) -> list[Pending]:
    """Every question that was ever asked in the game."""
    game = (await demo.live()).info.id
    async with demo.desk.record._database.reading() as read:
        return [rows.pending(row) for row in await read.execute(select(PENDING).where(PENDING.c.game_id == game))]


async def test_the_question_says_what_would_be_done(demo: Table) -> None:
    number = await shot(demo)
    told = await asked(demo, demo.bob, "/undo")
    assert told.title == "Ann: do you agree?"
    assert f"Bob wants to undo entry {number}: Regular section fires at Militia." in told.text
    assert "📌 Militia: put back 2 models and remove 1 suppressed." in told.text
    assert "The bot's d6 come out again first, in this order: 5 5 6 1 1 1 1 1 1." in told.text
    assert told.text.startswith(f"<@{demo.ann.id}>")


async def test_what_somebody_else_gave_is_undone_once_they_agree(demo: Table) -> None:
    before = (await demo.live()).game.units
    await shot(demo)
    told = await demo.click(demo.ann, await asked(demo, demo.bob, "/undo"), "Agree")
    assert told.title.startswith("Undone: Regular section fires at Militia")
    assert "Ann agreed." in told.text
    assert (await demo.entry()).by == str(demo.bob.id)
    assert (await demo.live()).game.units == before
    await sound(demo)


async def test_only_those_concerned_may_agree(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    await demo.done(demo.cyd, "/game leave")
    for label in ("Agree", "No"):
        assert "You asked for it" in (await demo.click(demo.bob, question, label)).text
        assert "This is for Ann to answer" in (await demo.click(demo.cyd, question, label)).text
    assert (await demo.click(demo.ann, question, "Agree")).title.startswith("Undone")


async def test_the_umpire_may_agree_for_the_other_side(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await shot(demo)
    told = await demo.click(demo.cyd, await asked(demo, demo.bob, "/undo"), "Agree")
    assert "Cyd agreed." in told.text


async def test_an_umpire_who_plays_no_side_needs_nobody(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await shot(demo)
    assert (await demo.done(demo.cyd, "/undo")).title.startswith("Undone")


async def test_an_umpire_who_plays_a_side_asks_like_everybody(demo: Table) -> None:
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    question = await asked(demo, demo.ann, "/undo")
    assert question.title == "Bob: do you agree?"
    assert (await demo.click(demo.ann, question, "Agree")).refused
    assert (await demo.click(demo.bob, question, "Agree")).title.startswith("Undone")


async def test_alone_at_the_table_nobody_need_agree(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    first = await shot(table)
    await table.done(table.ann, "/activate", unit="Marines", dice="6")
    assert (await table.done(table.ann, "/undo", entry=first)).title.startswith("Undone")
    assert (await table.done(table.ann, "/undo")).title.startswith("Undone")


async def test_no_leaves_everything_as_it_is(demo: Table) -> None:
    await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    before = await demo.last()
    told = await demo.click(demo.ann, question, "No")
    assert told.title == "Ann does not agree"
    assert not told.private
    assert await demo.last() == before
    await too_late(demo, demo.ann, question)
    assert "Nothing is waiting" in (await demo.say(demo.ann, "/waiting")).text


async def test_each_click_counts_once(demo: Table) -> None:
    await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    await demo.click(demo.ann, question, "Agree")
    await too_late(demo, demo.ann, question)


async def test_two_clicks_at_once_have_one_effect(demo: Table) -> None:
    number = await shot(demo)
    await asked(demo, demo.bob, "/undo")
    id = (await questions(demo))[0].id
    calls = [demo.call(demo.ann, source=f"click {nth}") for nth in range(2)]
    clicks = [demo.desk.mending.agree(call, id, 0) for call in calls]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Answer", "Refusal"]
    assert [one.undoes for one in await demo.entries()].count(number) == 1
    await sound(demo)


async def test_the_question_outlives_a_restart(demo: Table) -> None:
    await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    await demo.restart()
    assert "Waiting for Ann: undo entry" in (await demo.say(demo.bob, "/waiting")).text
    assert (await demo.click(demo.bob, question, "Agree")).refused
    assert (await demo.click(demo.ann, question, "Agree")).title.startswith("Undone")
    await sound(demo)


async def test_a_late_yes_to_what_was_undone_meanwhile(demo: Table) -> None:
    await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    await demo.done(demo.ann, "/undo")
    assert (await demo.click(demo.ann, question, "Agree")).refused
    assert "Nothing is waiting" in (await demo.say(demo.bob, "/waiting")).text


async def test_of_two_questions_about_one_entry_the_newer_counts(demo: Table) -> None:
    await shot(demo)
    first = await asked(demo, demo.bob, "/undo")
    second = await asked(demo, demo.bob, "/undo")
    assert (await demo.click(demo.ann, first, "Agree")).refused
    assert (await demo.click(demo.ann, second, "Agree")).title.startswith("Undone")


async def test_the_question_is_about_the_entry_it_was_asked_about(demo: Table) -> None:
    """What comes in between does not change what is taken back, but it may need further voices."""
    number = await shot(demo)
    question = await asked(demo, demo.bob, "/undo")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await demo.click(demo.ann, question, "Agree")
    assert told.title.startswith("Undone: Regular section fires at Militia")
    assert (await demo.entry()).undoes == number


async def test_an_earlier_entry_is_undone_with_consent_and_the_later_ones_stay(demo: Table) -> None:
    number = await shot(demo)
    await demo.done(demo.bob, "/activate", unit="HMG team", dice="6")
    question = await asked(demo, demo.ann, "/undo", entry=number)
    assert f"Entry {number + 1} stays as it is." in question.text
    await demo.click(demo.bob, question, "Agree")
    assert (await demo.unit("Militia")).models == 8
    assert (await demo.states("HMG team"))["activated"] == 1
    await sound(demo)


@pytest.mark.parametrize("field", ["models", "name"])
async def test_what_a_later_entry_stands_on_is_not_undone(demo: Table, field: str) -> None:
    number = await shot(demo)
    await demo.done(demo.bob, "/unit edit", unit="Militia", field=field, value="5")
    assert f"Entry {number + 1} stands on it" in await demo.refused(demo.ann, "/undo", entry=number)


async def test_a_unit_that_has_acted_since_was_there(demo: Table) -> None:
    await demo.done(demo.ann, "/unit add", name="Guests", profile="militia", side="Red")
    number = await demo.last()
    await demo.done(demo.ann, "/activate", unit="Guests", dice="6")
    assert f"undo entry {number + 1} first" in await demo.refused(demo.ann, "/undo", entry=number)
    await demo.done(demo.ann, "/undo")
    assert "take it off the table" in (await demo.done(demo.ann, "/undo", entry=number)).text
    await sound(demo)


async def test_an_undo_is_not_undone(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    assert "give the command again" in await demo.refused(demo.ann, "/undo", entry=await demo.last())


async def test_the_end_of_a_game_is_undone(demo: Table) -> None:
    await demo.done(demo.ann, "/game end")
    assert (await demo.done(demo.ann, "/undo")).title.startswith("Undone: The game is over")
    assert (await demo.live()).info.state == "running"
    assert not (await demo.live()).game.over
    await demo.done(demo.ann, "/activate", unit="Marines")
    await sound(demo)


async def test_the_end_of_a_game_that_somebody_else_gave(demo: Table) -> None:
    await demo.done(demo.ann, "/game end")
    question = await asked_without_game(demo)
    assert (await demo.click(demo.ann, question, "Agree")).title.startswith("Undone: The game is over")
    await sound(demo)


async def asked_without_game(demo: Table) -> Told:
    told = await demo.say(demo.bob, "/undo")
    assert told.buttons == ("Agree", "No"), told
    return told


async def test_nothing_else_of_a_game_that_is_over_is_undone(demo: Table) -> None:
    number = await shot(demo)
    await demo.done(demo.ann, "/game end")
    assert "has ended" in (await demo.say(demo.ann, "/undo", entry=number)).text


async def test_a_pause_is_undone(demo: Table) -> None:
    await demo.done(demo.ann, "/game pause")
    await demo.done(demo.ann, "/undo")
    assert (await demo.live()).info.state == "running"
    await sound(demo)


async def test_sitting_down_is_undone(demo: Table) -> None:
    await demo.done(demo.cyd, "/game join", side="Blue")
    await demo.done(demo.cyd, "/undo")
    assert str(demo.cyd.id) not in (await demo.live()).game.players
    await sound(demo)


# Dice that were seen


async def test_the_same_command_gets_its_dice_again(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    told = await demo.done(demo.ann, "/fire", **SHOT, cover="soft")
    assert "The undone dice came out again: 5 5 6 1 1 1 1 1 1." in told.text
    assert len(demo.dice.thrown) == 9


async def test_another_target_for_dice_already_seen_needs_the_other_side(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    question = await asked(demo, demo.ann, "/fire", **OTHER)
    assert question.title == "Bob: do you agree?"
    assert "Ann wants to use dice already seen (5 5 6 1 1 1 1 1 1) for another command" in question.text
    assert "Regular section fires at HMG team" in question.text
    assert len(demo.dice.thrown) == 9
    assert (await demo.click(demo.ann, question, "Agree")).refused
    assert (await demo.click(demo.cyd, question, "Agree")).refused
    await demo.restart()
    told = await demo.click(demo.bob, question, "Agree")
    assert told.title == "Regular section fires at HMG team"
    assert "Bob agreed." in told.text
    assert "Dice already seen were used: 5 5 6 1 1 1 1 1 1." in told.text
    assert (await demo.entry()).by == str(demo.ann.id)
    await too_late(demo, demo.bob, question)
    await sound(demo)


async def test_no_to_dice_already_seen_leaves_them_where_they_are(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    question = await asked(demo, demo.ann, "/fire", **OTHER)
    await demo.click(demo.bob, question, "No")
    assert (await demo.live()).game.queues[6] == NINE
    assert "came out again" in (await demo.done(demo.ann, "/fire", **SHOT)).text


async def test_the_other_side_too_asks_before_it_uses_dice_already_seen(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    question = await asked(demo, demo.bob, "/activate", unit="Militia")
    assert "(5)" in question.text
    told = await demo.click(demo.ann, question, "Agree")
    assert "Dice already seen were used: 5." in told.text
    assert (await demo.live()).game.queues[6] == NINE[1:]


async def test_physical_dice_need_nobody(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    await demo.done(demo.ann, "/fire", **OTHER, dice="1 1 1 1 1 1 1 1 1")
    assert (await demo.live()).game.queues[6] == NINE


async def test_own_dice_of_the_same_command_count_again(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    question = await demo.say(demo.ann, "/fire", **SHOT)
    form = await demo.click(demo.ann, question, "Enter dice")
    assert (await demo.fill(demo.ann, form, throw0=" ".join(map(str, NINE)))).title.startswith("Regular")
    told = await demo.done(demo.ann, "/undo")
    assert "The players' own dice are kept for the same command: 5 5 6 1 1 1 1 1 1." in told.text
    await demo.restart()
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert "The players' own dice from before the undo were used again: 5 5 6 1 1 1 1 1 1." in told.text
    assert (await demo.live()).game.kept == {}
    await sound(demo)


async def test_own_dice_are_not_kept_for_another_command(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/fire", **SHOT, dice=" ".join(map(str, NINE)))
    await demo.done(demo.ann, "/undo")
    assert (await demo.say(demo.ann, "/fire", **OTHER)).buttons == ("Enter dice", "Bot throws")


async def test_every_other_side_has_a_voice(demo: Table) -> None:
    """Three sides: one yes is not enough, and each is asked in turn; the asker's own side is not."""
    await demo.done(demo.cyd, "/game join", side="Green")
    await demo.done(demo.ann, "/game umpire", player=demo.bob)
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    question = await asked(demo, demo.ann, "/fire", **OTHER)
    then = await demo.click(demo.cyd, question, "Agree")
    assert then.title == "Bob: do you agree?"
    assert (await demo.click(demo.cyd, then, "Agree")).refused
    told = await demo.click(demo.bob, then, "Agree")
    assert "Cyd agreed." in told.text
    assert "Bob agreed." in told.text
    await sound(demo)


async def test_dice_thrown_on_the_way_to_a_no_are_not_lost(demo: Table) -> None:
    await shot(demo)
    await demo.done(demo.ann, "/undo")
    await asked(demo, demo.ann, "/fire", **OTHER)
    row = (await questions(demo))[0]
    thrown = {"label": "scatter", "sides": 12, "faces": [11, 7], "source": "bot", "queued": 0}
    await demo.desk.record.answer(row.id, 0, {**row.answers, "thrown": [thrown]})
    await demo.desk.mending.refuse(demo.call(demo.bob), row.id, 1)
    live = await demo.live()
    assert live.game.queues == {6: NINE, 12: (11, 7)}
    assert "come out first" in await demo.refused(demo.ann, "/undo", entry=await demo.last())
    await sound(demo)


# From the menu of a message


async def test_undo_this(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    found = Told.of(await demo.ann.context_menu(demo.channel, "Undo this", told.messages[0]))
    assert found.title.startswith("Undone: Regular section fires at Militia")
    again = Told.of(await demo.ann.context_menu(demo.channel, "Undo this", told.messages[0]))
    assert again.refused
    assert "undone already" in again.text


async def test_the_menus_work_after_a_restart_and_by_others(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    await demo.restart()
    why = Told.of(await demo.cyd.context_menu(demo.channel, "Why?", told.messages[0]))
    assert why.private
    assert "seasoned expertise" in why.text
    undo = Told.of(await demo.bob.context_menu(demo.channel, "Undo this", told.messages[0]))
    assert undo.title == "Ann: do you agree?"
    assert Told.of(await demo.cyd.context_menu(demo.channel, "Undo this", told.messages[0])).refused


async def test_the_menus_on_other_messages(demo: Table) -> None:
    status = await demo.done(demo.ann, "/game status")
    talk = await demo.bob.send(demo.channel, "Nice shot.")
    for message in (*status.messages, talk):
        for menu in ("Undo this", "Why?"):
            told = Told.of(await demo.ann.context_menu(demo.channel, menu, message))
            assert told.refused
            assert "no result of mine" in told.text
