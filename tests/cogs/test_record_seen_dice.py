"""Dice that were seen give no choice; and undoing from the menu of a message."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told
from tests.cogs.undoing import NINE, OTHER, SHOT, ask_consent, fire_shot, questions, sound, undo_entry

# Dice that were seen


@beginning
async def missed(demo: Table) -> None:
    """Ann's shot at the Militia was nine misses, and is undone: they wait for Red."""
    demo.dice.next(*[1] * 9)
    await demo.done(demo.ann, "/fire", **SHOT)
    await undo_entry(demo)


@beginning
async def undone(demo: Table) -> None:
    """Ann's shot at the Militia is undone."""
    await fire_shot(demo)
    await undo_entry(demo)


async def test_undone_dice_never_fall_to_the_other_side(missed: Table) -> None:
    """Nine misses are undone: they wait for Red, and Blue rolls dice of its own without Red's consent."""
    missed.dice.next(6)
    told = await missed.done(missed.bob, "/activate", unit="Militia")
    assert "activation, 5+ (bot): **6**" in told.text
    assert "used" not in told.text
    assert (await missed.live()).game.queues[6] == (1,) * 9
    await missed.restart()
    told = await missed.done(missed.ann, "/fire", **SHOT)
    assert "Undone dice used again: 1 1 1 1 1 1 1 1 1." in told.text
    await sound(missed)


async def test_own_dice_instead_of_undone_ones_need_the_other_side(missed: Table) -> None:
    question = await ask_consent(missed, missed.ann, "/fire", **SHOT, dice="6 6 6 6 6 6 6 6 6")
    assert question.title == "Bob: do you agree?"
    wish = "Ann wants to roll real dice, though undone dice (1 1 1 1 1 1 1 1 1) come first"
    assert f"{wish}: Regular section → Militia" in question.text
    assert (await missed.click(missed.ann, question, "Agree")).refused
    await missed.restart()
    told = await missed.click(missed.bob, question, "Agree")
    assert "(own dice): **6** **6**" in told.text
    assert (await missed.live()).game.queues[6] == (1,) * 9
    await sound(missed)


async def test_another_hand_after_an_undo_needs_the_other_side(missed: Table) -> None:
    await missed.done(missed.ann, "/game dice", mode="physical")
    question = await ask_consent(missed, missed.ann, "/fire", **OTHER)
    assert "roll 9d6" in (await missed.click(missed.bob, question, "Agree")).title


async def test_after_a_no_to_real_dice_the_dice_that_wait_come_first_without_another_question(missed: Table) -> None:
    """Neither the preference nor typed faces nor the option `dice:ask` avoids this, or asks a second time."""
    question = await ask_consent(missed, missed.ann, "/fire", **SHOT, dice="ask")
    assert "If “No”, these dice come before real ones." in question.text
    await missed.click(missed.bob, question, "No")
    await missed.restart()
    why = await missed.refused(missed.ann, "/fire", **SHOT, dice="6 6 6 6 6 6 6 6 6")
    assert "Roll with the bot's dice. 1 1 1 1 1 1 1 1 1 come first, as real dice were not agreed to." in why
    await missed.done(missed.ann, "/game dice", mode="physical")
    told = await missed.done(missed.ann, "/fire", **OTHER)
    assert "Red uses the undone 1 1 1 1 1 1 1 1 1." in told.text
    assert len(missed.dice.thrown) == 9
    await sound(missed)


async def test_loose_dice_show_nothing_of_those_that_wait(undone: Table) -> None:
    undone.dice.next(2, 3)
    assert "2 3" in (await undone.done(undone.ann, "/roll", dice="2d6")).text
    assert (await undone.live()).game.queues[6] == NINE


async def test_own_dice_are_not_kept_for_another_command(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/fire", **SHOT, dice=" ".join(map(str, NINE)))
    await undo_entry(demo)
    assert (await demo.say(demo.ann, "/fire", **OTHER)).buttons == ("Enter dice", "Bot rolls", "Cancel")


async def test_every_other_side_has_a_voice(demo: Table) -> None:
    """Three sides: one yes is not enough, and each is asked in turn; the asker's own side is not."""
    await demo.done(demo.cyd, "/game join", side="Green")
    await demo.done(demo.ann, "/game umpire", player=demo.bob)
    await fire_shot(demo)
    question = await ask_consent(demo, demo.ann, "/undo")
    first, second = (demo.bob, demo.cyd) if question.title.startswith("Bob") else (demo.cyd, demo.bob)
    then = await demo.click(first, question, "Agree")
    assert then.title.endswith("do you agree?")
    assert (await demo.click(first, then, "Agree")).refused
    told = await demo.click(second, then, "Agree")
    assert "Cyd agreed." in told.text
    assert "Bob agreed." in told.text
    await sound(demo)


async def test_dice_rolled_on_the_way_to_a_no_are_not_lost(undone: Table) -> None:
    await ask_consent(undone, undone.ann, "/fire", **OTHER, dice="6 6 6 6 6 6 6 6 6")
    (row,) = [one for one in await questions(undone) if one.settled is None]
    thrown = {"key": "scatter", "label": "scatter", "sides": 12, "faces": [11, 7], "source": "bot", "queued": 0}
    await undone.services.record.questions.answer(row.id, 0, {**row.answers, "thrown": [thrown]})
    undone.services.games.forget(str(undone.channel.id))  # the answer was written by another process
    await undone.services.corrections.refuse(undone.call(undone.bob), row.id, 1)
    live = await undone.live()
    assert live.game.queues == {6: NINE, 12: (11, 7)}
    assert "cannot be undone" in await undone.refused(undone.ann, "/undo", entry=await undone.last())
    await sound(undone)


# From the menu of a message


async def test_undo_this(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    question = Told.of(await demo.ann.context_menu(demo.channel, "Undo this", told.messages[0]))
    found = await demo.click(demo.bob, question, "Agree")
    assert found.title.startswith("Undone: Regular section → Militia")
    again = Told.of(await demo.ann.context_menu(demo.channel, "Undo this", told.messages[0]))
    assert again.refused
    assert "already undone" in again.whole


async def test_the_menus_work_on_results_alone_also_after_a_restart_and_by_others(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    await demo.restart()
    why = Told.of(await demo.cyd.context_menu(demo.channel, "Why?", told.messages[0]))
    assert why.private
    assert "seasoned" in why.text
    undo = Told.of(await demo.bob.context_menu(demo.channel, "Undo this", told.messages[0]))
    assert undo.title == "Ann: do you agree?"
    assert Told.of(await demo.cyd.context_menu(demo.channel, "Undo this", told.messages[0])).refused
    status = await demo.done(demo.ann, "/game status")
    talk = await demo.bob.send(demo.channel, "Nice shot.")
    for message in (*status.messages, talk):
        for menu in ("Undo this", "Why?"):
            told = Told.of(await demo.ann.context_menu(demo.channel, menu, message))
            assert told.refused
            assert "not a result" in told.whole


async def test_counted_successes_are_kept_as_a_count(demo: Table) -> None:
    """Two phones, 16: six successes became made-up faces."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    question = await demo.say(demo.ann, "/fire", **SHOT)
    form = await demo.click(demo.ann, question, "Enter dice")
    await demo.fill(demo.ann, form, throw0="0 hits")
    told = await undo_entry(demo)
    assert "Own dice kept for the same command: no successes, as counted." in told.text
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert "Your own dice from before the undo are used again: no successes, as counted." in told.text
