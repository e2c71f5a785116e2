"""The page as a phone shows it: a real browser on the real table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bot.simulation.chromium import FORM, FOUND, READY, Screen, browser, screen
from tests.bot.simulation.visiting import Table, free_port, table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
TOOLS = "['.preview-toolbar', '#messages-sidebar', '#inspector-panel']"
COMPOSER = "#channel-composer"


class Seat(NamedTuple):
    """Bob's phone, and the table that it is at."""

    table: Table
    page: Screen


@pytest.fixture
async def bob(tmp_path: Path) -> AsyncGenerator[Seat]:
    async with table(tmp_path) as here:
        key = here.browser("Bob").key
        async with screen(tmp_path, f"{here.base}/{key}") as page:
            yield Seat(here, page)


async def test_a_phone_shows_the_game_and_no_tools(bob: Seat) -> None:
    page = bob.page
    assert await page.js("document.title") == "Adjutant · Bob"
    assert await page.js(f"{TOOLS}.every((one) => !document.querySelector(one).checkVisibility())")
    assert await page.text(".table-people") == "Bob"
    timeline = "document.querySelector('#channel-timeline').getBoundingClientRect()"
    # Of 844 px, what is not the conversation: the channel's line, and the line to type in.
    assert await page.js(f"innerHeight - {timeline}.height") <= 120
    assert await page.js("document.documentElement.scrollWidth <= innerWidth")
    assert "Bob plays Blue" in await page.text("#channel-message-list")


async def test_the_secret_stays_where_it_is_and_so_does_the_player(bob: Seat) -> None:
    where = await bob.page.js("location.pathname + location.hash")
    assert where == f"/{bob.table.browser('Bob').key}"
    await bob.page.send("Page.reload")
    await bob.page.until("window.simcordPreview?.ready && document.querySelector('.table-people')?.innerText === 'Bob'")
    assert await bob.page.js("location.pathname + location.hash") == where


async def test_a_pasted_line_is_a_command(bob: Seat) -> None:
    await bob.page.type("/roll 3d6")
    await bob.page.press("Enter")
    await bob.page.until("document.querySelector('#channel-message-list').innerText.includes('3d6')")
    await bob.page.until(f"document.querySelector('{COMPOSER} textarea')?.value === ''")


# A menu whose form was cancelled, or whose choice was refused, is used again.


async def _choose(page: Screen, menu: str, option: str, until: str = "") -> None:
    """One line of the last menu whose own line begins so, and `until` what that leads to is there."""
    last = f"[...document.querySelectorAll('.select-trigger')].findLast((one) => one.innerText.startsWith({menu!r}))"
    line = f"[...document.querySelectorAll('.is-open [role=option]')].find((o) => o.innerText.startsWith({option!r}))"
    # A tap on a menu, or on its line, that is just being drawn anew does nothing: it is made again a while later.
    later = "((seconds) => { window.wait = Date.now() + seconds * 1000; return false; })"
    tap = f"({line} ? ({line}.click(), {later}(5), !{until!r}) : {last} && ({last}.click(), {later}(1)))"
    await page.until(f"{until or 'false'} || (Date.now() > (window.wait ?? 0) && {tap})")
    await page.js("window.wait = 0")


async def _put_away(page: Screen) -> None:
    cancel = "[...document.querySelectorAll('.modal-dialog button')].find((one) => one.innerText === 'Cancel')"
    await page.js(f"{cancel}.click()")
    await page.until(f"!({FORM})")


async def test_thumb_d1_a_cancelled_form_opens_from_the_same_line_again(bob: Seat) -> None:
    page = bob.page
    await page.say("/activate unit:Militia dice:6", "Militia")
    for _ in range(2):
        await page.tap("Fire …")
        await page.until(FORM)
        await _put_away(page)
    for _ in range(2):
        await _choose(page, "Next", "All controls")
    for _ in range(2):  # the private controls
        await _choose(page, "Fire", "Militia", FORM)
        await _put_away(page)
    await page.say("/game board", "Militia")
    for _ in range(2):
        await _choose(page, "Fire", "Militia", FORM)
        await _put_away(page)


async def test_thumb_d1_a_force_that_was_refused_is_chosen_again(bob: Seat) -> None:
    page, asked = bob.page, "document.querySelector('#channel-message-list').innerText.split('units already').length"
    await page.say("/game end note:over", "Please confirm")
    await page.js("[...document.querySelectorAll('button')].findLast((one) => one.innerText.startsWith('End')).click()")
    await page.until("document.body.innerText.includes('The game is over')")
    await page.say("/game new system:fubar", "choose a force, and who plays it")
    await page.js("[...document.querySelectorAll('button')].findLast((one) => one.innerText === 'I play Red').click()")
    await page.until("document.body.innerText.includes('Red: Bob')")
    for times in (1, 2, 3):
        await _choose(page, *(("Bot for", "Red: Raiders") if times > 1 else ("Force of Red", "Raiders")))
        await page.until(f"{asked} === {times}" if times > 1 else "document.body.innerText.includes('Red: 4 units')")


async def _tapped_twice(page: Screen, button: str) -> None:
    """A form opens by the same button again after it was cancelled."""
    for _ in range(2):
        await page.tap(button)
        await page.until(FORM)
        await _put_away(page)


async def _ordered_twice(page: Screen) -> None:
    """The units for a command stand behind its button; a form opens from the same line again after it was cancelled."""
    await page.tap("Fire …")
    for _ in range(2):
        await _choose(page, "Fire", "Militia", FORM)
        await _put_away(page)


async def _heard(page: Screen, menu: str, option: str) -> None:
    """What opens no form is asked of the table once more when the same line is chosen again."""
    await page.js(
        """window.chosen = 0; window.counts ??= window.fetch = ((ask) => (...sent) => {
            window.chosen += String(sent[1]?.body).includes('"kind":"select"');
            return ask(...sent); })(window.fetch); 0"""
    )
    for times in (1, 2):
        await _choose(page, menu, option, f"window.chosen >= {times}")


async def test_thumb_d1_every_kind_of_menu_is_used_twice_also_after_a_reload_and_a_restart(tmp_path: Path) -> None:
    """Under a unit, the rules and the status; those of results, the board, controls and forces are tried above."""
    port, all = free_port(), "document.querySelector('#channel-message-list').innerText"
    async with browser(tmp_path) as chromium:
        async with table(tmp_path, port=port) as here:
            page = await chromium.window(f"{here.base}/{here.browser('Bob').key}")
            await page.say("/activate unit:Militia dice:6", "Walk 6")
            await page.say("/unit show unit:Militia", "Only you can see this")
            await _tapped_twice(page, "Fire …")
            await page.say("/help", "A rule …")
            await _heard(page, "A rule", "Suppression")
            await page.say("/game status", "Has had its go")
            await page.send("Page.reload")
            await page.until(f"{READY} && {all}.includes('Has had its go')")
            await _ordered_twice(page)
        async with table(tmp_path, port=port):
            # It opens itself anew, and has the status with its menus.
            await page.until(f"{READY} && !{all}.includes('Bob used') && {all}.includes('Has had its go')")
            await _ordered_twice(page)


async def test_thumb_what_is_chosen_in_a_form_stands_and_is_no_draft(bob: Seat) -> None:
    page, form = bob.page, "document.querySelector('.modal-dialog')"
    await page.say("/activate unit:Militia dice:6", "Walk 6")
    await page.tap("Fire …")
    await page.until(FORM)
    assert "Choose" not in await page.js(f"{form}.innerText")
    lines = f"[...{form}.querySelectorAll('.is-open [role=option]:not([aria-selected=true])')]"
    await page.js(f"{form}.querySelector('[data-maximum]:not([data-maximum=\"1\"]) .select-trigger').click()")
    await page.until(f"{lines}.length > 2")
    for _ in range(2):
        await page.js(f"{lines}[0].click()")
    assert await page.js(f"{form}.querySelector('.is-open .select-draft-actions').innerText") == "OK"
    assert "SimCord" not in await page.js(f"{form}.innerText")
    # The list is left by a tap beside it, as in Discord.
    await page.js(f"{form}.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true }}))")
    await page.until(f"!{form}.querySelector('.is-open') && {form}.querySelectorAll('.select-chip').length >= 2")


async def test_d17_the_report_has_no_preview(bob: Seat) -> None:
    page, files = bob.page, "[...document.querySelectorAll('.message-attachments .attachment-name')]"
    await page.say("/export format:csv", ".csv")
    await page.say("/export format:html", ".html")
    assert await page.js("document.querySelectorAll('.attachment-preview').length") == 1, "of the csv alone"
    assert await page.js(f"{files}.length") == 2


async def test_thumb_d1_the_menus_of_a_campaign_are_used_twice(bob: Seat) -> None:
    page = bob.page
    await page.say("/campaign new name:Long system:fubar", "Standings")
    for _ in range(2):
        await page.tap("Join")
        await page.until(FORM)
        await _put_away(page)
    await page.tap("Join")
    await page.until(FORM)
    await page.tap("Submit")
    await page.until(f"!({FORM})")
    await page.tap("My roster")
    await _heard(page, "Enlist a force", "Raiders")
    await page.until("document.body.innerText.split('enlists 4 units').length === 3")


async def test_d12_a_private_answer_is_put_away_until_another_one(bob: Seat) -> None:
    page, refused = bob.page, "Only Red can do that"
    shot = "/fire attacker:Marines target:Militia distance:10"
    await page.say(shot, refused)
    await page.tap("Dismiss message")
    away = f"!document.querySelector('#channel-message-list').innerText.includes({refused!r})"
    await page.until(away)
    await page.send("Page.reload")
    await page.until(f"{READY} && document.querySelector('.table-people')?.innerText === 'Bob'")
    assert await page.js(away)
    await page.say(shot, refused)


ABOUT = ".command-entry-description, .command-suggestion-label, .command-suggestion-meta"
CUT = f"""[...document.querySelectorAll('{ABOUT}')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""


async def test_d37_what_an_option_is_for_is_read_whole_on_a_phone(bob: Seat) -> None:
    await bob.page.type("/game ")
    await bob.page.until("document.querySelectorAll('.command-entry-description').length > 3")
    assert await bob.page.js(CUT) == []


async def test_on_paper_there_is_the_conversation_alone_whole_in_black_on_white(bob: Seat) -> None:
    page = bob.page
    await page.say("/help", "A rule …")
    await page.send("Emulation.setEmulatedMedia", media="print")
    timeline = "document.querySelector('#channel-timeline')"
    assert await page.js(f"{timeline}.scrollHeight <= {timeline}.clientHeight + 1")
    assert await page.js(f"{timeline}.clientHeight > innerHeight"), "what had been scrolled away too"
    assert not await page.js(f"document.querySelector('{COMPOSER}').checkVisibility()")
    assert not await page.js("[...document.querySelectorAll('button')].some((one) => one.checkVisibility())")
    for one in ("body", ".channel-message .embed-title"):
        style = f"getComputedStyle(document.querySelector('{one}'))"
        assert await page.js(f"[{style}.color, {style}.backgroundColor]") == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]


async def test_thumb_a_form_is_in_the_language_of_the_table_to_its_last_button(tmp_path: Path) -> None:
    """Also what the simulator says of itself where Discord would: what is chosen, sent, put away, or missing."""
    async with (
        table(tmp_path, language="de") as here,
        screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page,
    ):
        assert "Message" not in await page.js(f"document.querySelector('{COMPOSER} textarea').placeholder")
        await page.say("/activate unit:Militia dice:6", "Gehen")
        await page.tap("Feuern …")
        await page.until(FORM)
        form = "document.querySelector('.modal-dialog')"
        said = await page.js(f"{form}.innerText")
        assert "Absenden" in said
        assert "Abbrechen" in said
        assert not [word for word in ("Select", "Submit", "Cancel") if word in said]
