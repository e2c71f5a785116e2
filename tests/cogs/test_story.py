"""The story of a game in its players' words: added by command and by tap, shown everywhere, and removed."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from bot.services.play.story_notes import LONGEST_NOTE
from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told, same_as_record

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}
WORDS = "Nobody wanted that bridge more than Corporal Hicks."
HOSTILE = "**@everyone** <@1> [free](https://evil.example) `/undo` ~~x~~\n# big\u202e <script>alert(1)</script> | ||"


async def _menu(table: Table, who: Any, message: Any, name: str = "Add to the story") -> Told:
    return Told.of(await who.context_menu(table.channel, name, message))


async def _file(table: Table, format: str, who: Any = None, **options: Any) -> str:
    told = await table.done(who or table.ann, "/export", format=format, **options)
    [file] = told.messages[-1].attachments
    return (await file.read()).decode()


async def test_the_log_and_every_file_contain_notes_on_an_entry_a_turn_and_the_moment(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    number = await demo.last()
    told = await demo.done(demo.bob, "/note", text=WORDS, entry=number)
    assert (told.title, told.private) == (f"A note on entry {number}", False)
    assert f"“{WORDS}”" in told.text
    await demo.done(demo.ann, "/note", text="Then it was quiet.")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.bob, "/note", text="The fog lifts.", turn=1)
    assert "no turn 9; the last one is 2" in await demo.refused(demo.ann, "/note", text="x", turn=9)
    assert "no entry 99" in await demo.refused(demo.ann, "/note", text="x", entry=99)
    assert "an entry or a turn, not both" in await demo.refused(demo.ann, "/note", text="x", entry=1, turn=1)
    assert f"“{WORDS}”" in (await demo.done(demo.cyd, "/log show")).text
    assert WORDS in (await demo.done(demo.ann, "/log show", unit="Militia")).text, "units of the shot"
    assert "fire" not in (await demo.done(demo.ann, "/log show", kind="note")).text
    html, markdown = await _file(demo, "html"), await _file(demo, "markdown")
    for text in (html, markdown):
        assert text.count(WORDS) == 1
        assert f"“{WORDS}” — Bob" in text
    assert WORDS in html[html.index(f'id="e{number}"') :].partition("<article")[0], "it stands with its shot"
    lines = markdown.splitlines()
    at = lines.index("## Turn 1")
    assert lines[at + 2] == "  > “The fog lifts.” — Bob"
    assert next(one for one in lines[at:] if "quiet" in one) == "  > “Then it was quiet.” — Ann"
    entry = json.loads(await _file(demo, "json"))["entries"][number]
    assert (entry["command"], entry["reason"], entry["events"][0]["entry"]) == ("note", WORDS, number)
    assert (await demo.say(demo.bob, "/why", entry=number + 1)).text.count(WORDS) == 1
    await same_as_record(demo.services, await demo.live())


async def test_by_the_menu_of_a_message_and_by_a_button(demo: Table) -> None:
    shot = await demo.done(demo.ann, "/fire", **SHOT)
    number = await demo.last()
    form = await _menu(demo, demo.bob, shot.messages[0])
    assert form.form
    assert form.form["title"] == "Add to the story"
    told = await demo.fill(demo.bob, form, text=WORDS)
    assert told.title == f"A note on entry {number}"
    again = await demo.fill(demo.ann, await _menu(demo, demo.ann, told.messages[0]), text="Aye.")
    assert again.title == f"A note on entry {number}", "words on words are about the same"
    why = await demo.say(demo.ann, "/why", entry=number)
    assert (await demo.click(demo.ann, why, "Add to the story")).form
    onlooker = await _menu(demo, demo.cyd, shot.messages[0])
    assert (onlooker.refused, onlooker.form) == (True, None), "nobody fills in a form in vain"
    assert (await demo.fill(demo.ann, await demo.say(demo.ann, "/note"), text="Mist.")).title == "A note"
    await demo.restart()
    late = await demo.fill(demo.bob, await _menu(demo, demo.bob, shot.messages[0]), text="Later.")
    assert late.title == f"A note on entry {number}"


async def test_a_players_words_in_the_channel_become_theirs(demo: Table) -> None:
    talk = await demo.bob.send(demo.channel, "They shall not pass!")
    form = await _menu(demo, demo.bob, talk)
    told = await demo.fill(demo.bob, form)
    assert "“They shall not pass!”" in told.text
    other = await _menu(demo, demo.ann, talk)
    assert other.refused
    assert "not a result" in other.whole
    cyd = await _menu(demo, demo.cyd, await demo.cyd.send(demo.channel, "Hm."))
    assert cyd.refused
    assert "Join a side first" in cyd.whole


async def test_it_is_taken_back_by_who_wrote_it_or_the_umpire(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    told = await demo.done(demo.bob, "/note", text=WORDS)
    mine = await demo.done(demo.ann, "/note", text="Mine.")
    assert "Only its author" in (await demo.click(demo.bob, mine, "Undo")).whole
    gone = await demo.click(demo.bob, told, "Undo")
    assert gone.title.startswith("Undone: a note")
    number = await demo.last()
    assert "cannot be undone" in await demo.refused(demo.bob, "/undo", entry=number)
    for text in (
        (await demo.say(demo.ann, "/log show")).text,
        *[await _file(demo, one) for one in ("html", "markdown")],
    ):
        assert WORDS not in text
        assert "Mine." in text
    other = await demo.done(demo.bob, "/note", text="Rude.")
    assert (await demo.click(demo.ann, other, "Undo")).title.startswith("Undone: a note")
    await same_as_record(demo.services, await demo.live())


async def test_it_is_in_no_ones_way(demo: Table) -> None:
    """`/undo` reverts earlier commands, buttons keep working, and after the undo of the shot its player is not asked
    any more.
    """
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    shot = await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    number = await demo.last()
    await demo.done(demo.bob, "/note", text=WORDS, entry=number)
    assert "moved on" not in (await demo.click(demo.ann, shot, "Walk 6″")).title
    assert await demo.last() == number + 2
    assert f"(entry {number + 2})" in (await demo.done(demo.cyd, "/undo")).title
    told = await demo.done(demo.cyd, "/undo")
    assert f"(entry {number})" in told.title
    assert "stays as it is" not in told.text
    assert WORDS in (await demo.say(demo.ann, "/log show")).text
    assert "There is nothing" not in (await demo.say(demo.ann, "/undo")).text
    await same_as_record(demo.services, await demo.live())


async def test_after_the_end_and_never_in_the_numbers(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.ann, "/game end")
    before = (await demo.say(demo.ann, "/stats")).text
    told = await demo.done(demo.bob, "/note", text=WORDS)
    assert WORDS in told.text
    assert (await demo.say(demo.ann, "/stats")).text == before
    assert WORDS in await _file(demo, "html")
    back = await demo.click(demo.bob, told, "Undo")
    assert back.title.startswith("Undone: a note")
    assert (await demo.done(demo.ann, "/game reopen")).title.endswith("goes on")


async def test_nothing_of_it_is_left_in_texts_without_names(demo: Table) -> None:
    await demo.done(demo.bob, "/note", text=WORDS)
    await demo.done(demo.ann, "/note", text="Mine stays.")
    for format in ("html", "markdown", "json"):
        text = await _file(demo, format, anonymous=True)
        assert WORDS not in text
        assert "Mine stays." not in text
    mine = await demo.say(demo.bob, "/privacy export")
    assert WORDS in (await mine.messages[-1].attachments[0].read()).decode()
    asked = await demo.say(demo.bob, "/privacy delete")
    assert "story notes" in asked.text
    await demo.click(demo.bob, asked, asked.buttons[0])
    shown = (await demo.say(demo.ann, "/log show")).text
    assert WORDS not in shown
    assert "Mine stays." in shown
    assert WORDS not in await _file(demo, "json")
    await same_as_record(demo.services, await demo.live())


async def test_notes_of_1_to_500_characters_have_no_effect(demo: Table) -> None:
    said = demo.services.story_notes.note
    for text in ("", " \n ", "x" * 4000):
        with pytest.raises(Exception, match="1 to 500"):
            await said(demo.call(demo.bob), text)
    many = [said(demo.call(demo.bob, source=f"n{nth}"), f"Line {nth}") for nth in range(5)]
    await asyncio.gather(*many)
    assert sum(one.command == "note" for one in await demo.entries()) == 5
    texts = (HOSTILE, "x" * LONGEST_NOTE, "\u200b|| <#1> <t:0:R> :smile:")
    told = [await demo.done(demo.bob, "/note", text=text) for text in texts]
    log = await demo.done(demo.ann, "/log show")
    for said in (*(one.text for one in told), log.text):
        assert "@everyone" not in said
        assert not re.search(r"(?<!\\)<[@#]|(?<!\\)<t:0", said)
        assert not re.search(r"(?<!\\)\[", said)
        assert "\n# big" not in said
    html = await _file(demo, "html")
    assert "<script>" not in html
    assert "\u202e" not in html
    assert not re.search(r"(?<!\\)\[free", await _file(demo, "markdown"))


@pytest.mark.usefixtures("enlisted")
async def test_a_campaign_reads_it_and_needs_no_new_signature(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.fire(table, "Able", "Xavier")
    number = await table.last()
    await table.done(table.bob, "/note", text=WORDS, entry=number)
    await warring.end_game(table)
    [before] = (await warring.current_campaign(table)).battles.values()
    await table.done(table.ann, "/note", text="And home.")
    await table.services.campaign_watch.wait_until_settled()
    [after] = (await warring.current_campaign(table)).battles.values()
    assert after == before, "nothing is reported anew"
    assert not await table.services.campaign_reports.is_outdated(await warring.current_campaign(table), after)
    for unit in ("Able", "Xavier"):
        page = await table.say(table.ann, "/campaign unit", unit=unit)
        assert f"Battle 1 (\\#{number}): “{WORDS}” — Bob" in page.text
    assert WORDS not in (await table.say(table.ann, "/campaign unit", unit="Baker")).text
    for anonymous in (False, True):
        told = await table.done(table.ann, "/campaign export", format="html", anonymous=anonymous)
        book = (await told.messages[-1].attachments[0].read()).decode()
        assert (WORDS in book, "And home." in book) == (not anonymous, not anonymous)


async def test_correct_from_the_menu_of_a_message_needs_no_number_and_keeps_a_note(demo: Table) -> None:
    shot = await demo.done(demo.ann, "/fire", **SHOT, dice="roll")
    number = await demo.last()
    await demo.done(demo.ann, "/note", text=WORDS, entry=number)
    form = await _menu(demo, demo.ann, shot.messages[0], "Correct …")
    asked = await demo.fill(demo.ann, form, cover=["hard"])
    assert asked.title == "Amend the shot?"
    done = await demo.click(demo.ann, asked, "Amend")
    if done.buttons[:1] == ("Agree",):
        done = await demo.click(demo.bob, done, "Agree")
    assert (await demo.entry()).undoes == number
    html = await _file(demo, "html")
    assert WORDS in html[html.index(f'id="e{await demo.last()}"') :].partition("<article")[0]
    assert html.count(WORDS) == 1
    again = await _menu(demo, demo.ann, shot.messages[0], "Correct …")
    assert "is already undone" in again.whole


async def test_mistyped_real_dice_are_put_right_in_the_form_of_correct(demo: Table) -> None:
    """The form has the faces as they were typed; the other side agrees to others, which may cost it figures."""
    typed, meant = "1 1 1 1 1 1 1 1 1 1 1", "6 6 1 1 1 1 1 1 1 1 1"
    shot = await demo.done(demo.ann, "/fire", **SHOT, dice=typed)
    number, left = await demo.last(), (await demo.unit("Militia")).models
    form = await _menu(demo, demo.ann, shot.messages[0], "Correct …")
    assert form.form
    fields = {row["component"]["custom_id"]: row["component"] for row in form.form["components"]}
    assert fields["owndice"]["value"] == typed
    wrong = await demo.fill(demo.ann, form, owndice="6 6")
    assert f"Entry {number} has these real dice: {typed}" in wrong.whole
    assert await demo.last() == number
    form = await _menu(demo, demo.ann, shot.messages[0], "Correct …")
    asked = await demo.fill(demo.ann, form, owndice=meant)
    assert f"real dice {meant}, not {typed}" in asked.whole
    assert (await demo.click(demo.ann, asked, "Agree")).refused
    assert await demo.last() == number
    await demo.restart()
    await demo.click(demo.bob, asked, "Agree")
    entry = await demo.entry()
    assert entry.undoes == number
    assert entry.plays[0].throws[0].faces == tuple(map(int, meant.split()))
    assert entry.plays[0].throws[0].source != "bot"
    assert (await demo.unit("Militia")).models < left


async def test_correct_is_refused_without_dice_and_outside_results(demo: Table) -> None:
    test = await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    form = await _menu(demo, demo.ann, test.messages[0], "Correct …")
    assert form.form or "nothing to amend" in form.whole
    moved = await demo.anyway(demo.ann, "/move", unit="IFV", action="walk")
    assert "no dice" in (await _menu(demo, demo.ann, moved.messages[0], "Correct …")).whole
    talk = await demo.ann.send(demo.channel, "Oh.")
    assert "not a result" in (await _menu(demo, demo.ann, talk, "Correct …")).whole
    assert (await _menu(demo, demo.bob, test.messages[0], "Correct …")).refused


# The story of a campaign itself


@beginning
async def joined(table: Table) -> None:
    """A campaign that Ann and Bob have joined."""
    await warring.join_campaign(table)


async def _campaign_file(table: Table, format: str, **options: Any) -> str:
    told = await table.done(table.ann, "/campaign export", format=format, **options)
    [file] = told.messages[-1].attachments
    return (await file.read()).decode()


async def test_the_story_of_a_campaign_is_written_in_a_channel_without_a_battle(joined: Table) -> None:
    told = await joined.done(joined.bob, "/note", text=f"{WORDS} {HOSTILE}"[:500])
    assert told.title == "A note"
    assert WORDS in told.text
    assert "@everyone" not in told.text
    log = await joined.done(joined.cyd, "/campaign log")
    assert WORDS in log.text
    assert "Only members add to the story" in await joined.refused(joined.cyd, "/note", text="Mine!")
    form = await joined.click(joined.ann, log, "Add to the story")
    assert form.form
    assert form.form["title"] == "The story of Long war"
    await joined.restart()
    mine = await joined.fill(joined.ann, form, words="Mine stays.")
    assert "“Mine stays.”" in mine.text
    book = await _campaign_file(joined, "html")
    assert f"“{WORDS}" in book
    assert "“Mine stays.” — Ann" in book
    assert "<script>" not in book
    for format in ("html", "json"):
        named = await _campaign_file(joined, format, anonymous=True)
        assert WORDS not in named
        assert "Mine stays." not in named
    assert WORDS in await _campaign_file(joined, "json")


async def test_words_of_a_campaign_are_taken_back_and_forgotten(joined: Table) -> None:
    rude = await joined.done(joined.bob, "/note", text="Rude.")
    mine = await joined.done(joined.ann, "/note", text="Mine stays.")
    assert "Only the author of entry" in (await joined.click(joined.bob, mine, "Undo")).whole
    await joined.click(joined.ann, rude, "Undo")
    assert [one.text for one in (await warring.current_campaign(joined)).story] == ["Mine stays."]
    await joined.done(joined.bob, "/note", text=WORDS)
    export = await joined.say(joined.bob, "/privacy export")
    assert WORDS in (await export.messages[-1].attachments[0].read()).decode()
    asked = await joined.say(joined.bob, "/privacy delete")
    await joined.click(joined.bob, asked, asked.buttons[0])
    await joined.restart()
    assert [one.text for one in (await warring.current_campaign(joined)).story] == ["Mine stays."]
    assert WORDS not in await _campaign_file(joined, "json")


async def test_a_game_of_the_channel_comes_first_and_a_campaign_when_it_is_named(joined: Table) -> None:
    await joined.done(joined.ann, "/game demo")
    await joined.done(joined.ann, "/note", text="Of the game.")
    assert (await joined.entry()).reason == "Of the game."
    await joined.done(joined.ann, "/note", text="Of the war.", campaign="Long war")
    assert [one.text for one in (await warring.current_campaign(joined)).story] == ["Of the war."]
    assert "1 to 500" in await joined.refused(joined.ann, "/note", text="  ", campaign="Long war")
    form = await joined.say(joined.ann, "/note", campaign="Long war")
    assert form.form
