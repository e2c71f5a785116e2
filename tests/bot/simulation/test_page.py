"""The page as a phone shows it: a real browser on the real table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.simulation import table_server
from tests.bot.simulation.chromium import FORM, FOUND, READY, Screen, browser, screen
from tests.bot.simulation.visiting import Table, free_port, table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
BAR = "[...document.querySelectorAll('#bar > *')].map((one) => one.innerText.trim())"
PANEL, LOG = "document.querySelector('#panel').innerText", "document.querySelector('#messages').textContent"
LINE = "document.querySelector('#composer textarea')"
NOTICE = "(document.querySelector('#notice').hidden ? '' : document.querySelector('#notice').innerText)"


class Seat(NamedTuple):
    """Bob's phone, and the table that it is at."""

    table: Table
    page: Screen


@pytest.fixture
async def bob(tmp_path: Path) -> AsyncGenerator[Seat]:
    async with table(tmp_path) as here, screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page:
        yield Seat(here, page)


async def choose(page: Screen, menu: str, option: str) -> None:
    """Open the last menu in view whose own line begins so, and tap one of its lines."""
    opener = "[...document.querySelectorAll('button.menu')].findLast((one) => one.checkVisibility()"
    busy = "document.querySelector('[aria-busy=true]')"
    await page.until(f"(one => one && !{busy} && (one.click(), true))({opener} && one.innerText.startsWith({menu!r})))")
    line = "[...[...document.querySelectorAll('dialog')].at(-1).querySelectorAll('.option')]"
    await page.until(f"(one => one && (one.click(), true))({line}.find((one) => one.innerText.startsWith({option!r})))")


async def put_away(page: Screen) -> None:
    await page.until(FORM)
    await page.tap("Cancel")
    await page.until(f"!({FORM})")


async def test_a_phone_is_one_panel_with_the_buttons_of_now_at_an_address_that_stays_and_a_board_of_units_to_tap(
    bob: Seat,
) -> None:
    """Neither the secret nor the player in the address changes, also after a reload."""
    page, where = bob.page, "location.pathname + location.hash"
    own = f"/{bob.table.browser('Bob').key}"
    assert await page.js(where) == own
    assert await page.js("document.title") == "Next: Initiative · Bob"
    assert "Bob plays Blue" in await page.js(PANEL)
    assert await page.js(BAR) == ["Initiative", "Undo", "Activate …"]
    assert not await page.js(f"{LINE}.checkVisibility()")
    assert not await page.js("document.querySelector('#messages').checkVisibility()")
    assert await page.js("parseFloat(getComputedStyle(document.querySelector('.last')).fontSize)") == 18
    assert await page.js("Math.min(...[...document.querySelectorAll('#bar > *')].map((one) => one.offsetHeight))") >= 48
    assert await page.js("document.documentElement.scrollWidth <= innerWidth")
    await page.send("Page.reload")
    await page.until(f"{READY} && document.title.endsWith('Bob')")
    assert await page.js(where) == own
    # Issue 45: two targets without a gap, of which one changes the language of the table.
    box = "document.querySelectorAll('#board {}')[{}].getBoundingClientRect()"
    await page.show("board")
    gap = f"{box.format('.languages button', 0)}.top - {box.format('.unit', 7)}.bottom"
    assert await page.js("document.querySelectorAll('#board .unit').length") == 8
    assert await page.js(gap) >= 16
    # Issue 45: identical units were one button, "Section 1–3", and a long name was cut: there is no such unit.
    long = "Königlich-Preußisches Garde-Grenadier-Regiment Nr. 4 Augusta"
    await bob.table.slash("Ann", "unit add", name="Section", profile="regular_section", side="Blue", count=3)
    await bob.table.slash("Ann", "unit add", name=long, profile="regular_section", side="Blue")
    names = "[...document.querySelectorAll('#board .unit b')].map((one) => one.textContent)"
    await page.until(f"{names}.length === 12")
    added = [name for name in await page.js(names) if name.startswith(("Section", long))]
    assert len(added) == 4
    for name in added:
        await page.show("board")
        await page.js(f"[...document.querySelectorAll('#board .unit')][{names}.indexOf({name!r})].click()")
        await page.until(f"document.querySelector('.answer h3')?.innerText === {name!r}")


async def test_a_turn_is_played_by_taps_alone(bob: Seat) -> None:
    here, page = bob
    await here.slash("Ann", "game dice", mode="physical")
    await page.until(f"{PANEL}.includes('real dice')")
    await page.tap("Initiative")
    await page.until(f"{PANEL}.startsWith('Wait: Ann, roll')")
    blue = "[...document.querySelectorAll('#bar .primary')].map((one) => getComputedStyle(one).backgroundColor)"
    plain = "getComputedStyle(document.querySelector('#bar')).backgroundColor"
    assert await page.js(f"{blue}.every((one) => one === {plain})"), "a player who waits has no blue button"
    await here.slash("Bob", "initiative", dice="1 6")
    await here.slash("Bob", "activate", unit="Militia", dice="6")
    await page.until(f"{PANEL}.includes('Militia: activated')")
    await page.tap("Fire …")
    await page.until(FORM)
    assert await page.js("document.querySelector('dialog h2').innerText") == "Militia: Fire"
    far = "[...document.querySelectorAll('dialog .option')].find((one) => one.innerText.startsWith('Over 6'))"
    await page.js(f"{far}.click()")
    await page.tap("Submit")
    await page.until(f"!({FORM}) && {PANEL}.includes('Militia → Regular section')")


async def test_a_turn_is_played_by_keys_alone(tmp_path: Path) -> None:
    """Tab, Enter and the arrows: a menu, a form, the dice pad; the focus is visible."""
    async with (
        table(tmp_path) as here,
        screen(tmp_path, f"{here.base}/{here.browser('Bob').key}", 1024, 600) as page,
    ):
        await here.slash("Ann", "initiative", dice="1 6")
        await here.slash("Bob", "game dice", mode="physical")
        await page.until(f"{PANEL}.includes('real dice')")
        await press_at(page, "Next: Activate")
        await page.until("Boolean(document.querySelector('dialog[open]'))")
        await press_at(page, "Militia")
        await enter_dice(page, "Bob, roll 1d6")
        await page.until(f"{PANEL}.includes('Militia: activated')")
        await press_at(page, "Fire …")
        await page.until(FORM)
        await page.tab_to("Over 6")
        chosen = "document.activeElement.innerText"
        first = await page.js(chosen)
        await page.press("ArrowUp")
        assert await page.js(chosen) != first
        await page.press("ArrowDown")
        assert await page.js(chosen) == first
        await page.press("Enter")
        await press_at(page, "Submit")
        await enter_dice(page, "Bob, roll")
        await page.until(f"{PANEL}.includes('Militia → Regular section')")


async def press_at(page: Screen, name: str) -> None:
    await page.until("!document.querySelector('[aria-busy=true]')")
    await page.tab_to(name)
    await page.press("Enter")


async def enter_dice(page: Screen, asked: str) -> None:
    await page.until(f"{PANEL}.includes({asked!r})")
    await press_at(page, "Enter dice")
    await page.until(FORM)
    counted = await page.js("document.querySelectorAll('.pad .stepper').length")
    assert counted == (0 if asked.endswith("1d6") else 1)
    await page.tab_to("6")
    while not await page.js("document.querySelector('.pad').classList.contains('full')"):
        await page.press("Enter")
    await press_at(page, "Submit")
    await page.until(f"!({FORM})")


# A phone that sleeps, two tabs, a restart.


async def test_a_phone_that_slept_for_an_hour_shows_the_missed_results_and_never_the_buttons_of_the_other_player(
    bob: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is dead but not closed; on waking the page opens another one."""
    here, page = bob
    await page.js(
        "Object.defineProperty(document, 'hidden', { get: () => window.asleep === true, configurable: true })"
    )
    await page.js("window.asleep = true; document.dispatchEvent(new Event('visibilitychange'))")
    for line in [one for one in here.server.lines if one.door.name == "Bob"]:
        await line.close()
    await page.until(f"{NOTICE}.startsWith('No connection')")
    await page.js("const now = Date.now; Date.now = () => now() + 3_600_000; 0")
    await here.slash("Ann", "initiative", dice="1 6")
    await page.js("window.asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
    await page.until(f"{NOTICE} === '' && document.title.startsWith(\"Blue's turn\")")
    assert await page.js("document.querySelectorAll('.missed').length") == 1
    # The buttons of a question appeared for a moment: it was sent before the players of its buttons were known.
    monkeypatch.setattr(table_server, "GLANCE", 0.0005)  # looks for changes as often as a slow machine would
    await here.slash("Bob", "activate", unit="Militia", dice="6")
    await page.until(f"{BAR}.includes('Fire …')")
    await page.js(
        "window.shown = []; new MutationObserver(() => window.shown.push(document.querySelector('#bar').innerText))"
        ".observe(document.querySelector('#bar'), { childList: true, subtree: true }); 0"
    )
    await page.tap("Undo")
    await page.until(f"{PANEL}.includes('do you agree') && !{BAR}.includes('Fire …')")
    assert await page.js("window.shown.filter((one) => one.includes('Agree'))") == []


async def test_two_tabs_of_one_player_show_the_same_and_a_button_is_pressed_once(tmp_path: Path) -> None:
    async with table(tmp_path) as here, browser(tmp_path) as chromium:
        address = f"{here.base}/{here.browser('Bob').key}"
        one, other = await chromium.window(address), await chromium.window(address)
        await here.slash("Ann", "initiative", dice="1 6")
        for page in (one, other):
            await page.until('document.title.startsWith("Blue\'s turn")')
        await here.slash("Bob", "activate", unit="Militia", dice="6")
        for page in (one, other):
            await page.until(f"{PANEL}.includes('Militia: activated')")
        await one.tap("Fire …")
        await one.until(FORM)
        assert not await other.js(FORM), "a form opens where it was asked for"
        await put_away(one)
        await other.tap("Undo")
        for page in (one, other):
            await page.until(f"!{BAR}.includes('Fire …')")
            assert await page.js(BAR) == await one.js(BAR)


async def test_a_restart_keeps_the_input_of_a_form_and_a_menu_that_a_reload_kept_too(tmp_path: Path) -> None:
    port = free_port()
    async with browser(tmp_path) as chromium:
        async with table(tmp_path, port=port) as here:
            page = await chromium.window(f"{here.base}/{here.browser('Bob').key}")
            await page.say("/game status", "Not yet activated")
            await page.send("Page.reload")
            await page.until(f"{READY} && {PANEL}.includes('Not yet activated')")
            await choose(page, "Activate", "Militia")
            await page.until(f"{LOG}.includes('Militia: ')")
            await open_shot(page)
            await page.js("document.querySelector('dialog input').focus()")
            await page.add("11")
        await page.until(f"{NOTICE}.startsWith('No connection')")
        assert await page.js(FORM), "the form stays open"
        async with table(tmp_path, port=port):
            await page.until(f"{NOTICE} === ''")
            await page.tap("Submit")
            await page.until(f"{NOTICE}.includes('open it again')")
            assert not await page.js(FORM)
            await open_shot(page)
            assert await page.js("document.querySelector('dialog input').value") == "11"
            await put_away(page)
            await page.until(f"{PANEL}.includes('Not yet activated')")
            assert "Bob plays Blue" in await page.js(LOG), "what was said before is still there"
            await choose(page, "Activate", "All controls")
            await page.until("Boolean(document.querySelector('.answer'))")


async def open_shot(page: Screen) -> None:
    """The form of a shot, by a command."""
    await page.type("/fire attacker:Militia target:Marines")
    await page.until(
        "document.querySelector('.suggestion') && !document.querySelector('.suggestion[aria-selected=true]')"
    )
    await page.press("Enter")
    await page.until(FORM)


# A menu whose form was cancelled, or whose choice was refused, is used again.


async def test_thumb_d1_a_cancelled_form_opens_from_the_same_line_again_and_keeps_its_input(bob: Seat) -> None:
    page, distance = bob.page, "document.querySelector('dialog input')"
    await open_shot(page)
    await page.js(f"{distance}.focus()")
    await page.add("11")
    await put_away(page)
    await open_shot(page)
    assert await page.js(f"{distance}.value") == "11"
    assert await page.js(f"{distance}.inputMode") == "decimal"
    await put_away(page)
    await page.say("/activate unit:Militia dice:6", "Militia")
    for _ in range(2):
        await page.tap("Fire …")
        await put_away(page)
    await page.say("/game board", "Militia")
    await page.tap("Fire …")
    for _ in range(2):
        await choose(page, "Fire", "Militia")
        await put_away(page)


async def test_thumb_d1_a_force_that_was_refused_is_chosen_again(bob: Seat) -> None:
    page = bob.page
    await page.say("/game end note:over", "Please confirm")
    await page.tap("End the game")
    await page.until(f"{LOG}.includes('The game is over')")
    await page.say("/game new system:fubar", "choose a force")
    await page.tap("I play Red")
    await page.until(f"{PANEL}.includes('Red: Bob')")
    await choose(page, "Force of Red", "Raiders")
    await page.until(f"{PANEL}.includes('Red: 4 units')")
    for _ in range(2):
        await choose(page, "Bot for", "Red: Raiders")
        await page.until(f"{PANEL}.includes('already has units')")
        await page.tap("Close")
        await page.until(f"!{PANEL}.includes('already has units')")


async def test_the_report_has_no_preview_and_paper_shows_the_conversation_alone(bob: Seat) -> None:
    page = bob.page
    await page.say("/export format:html", ".html")
    assert await page.js("document.querySelectorAll('#panel .file').length") == 1
    address = await page.js("document.querySelector('#panel .file').href")
    async with bob.table.web.get(address) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert b"<html" in await answer.read()
    # On paper the conversation is whole, in black on white.
    await page.say("/help", "A rule …")
    await page.send("Emulation.setEmulatedMedia", media="print")
    talk = "document.querySelector('#talk')"
    assert await page.js(f"{talk}.checkVisibility() && {talk}.scrollHeight <= {talk}.clientHeight + 1")
    assert await page.js(f"{talk}.clientHeight > innerHeight"), "what had been scrolled away too"
    assert not await page.js("[...document.querySelectorAll('button, textarea')].some((one) => one.checkVisibility())")
    for one in ("body", ".message .embed h3"):
        style = f"getComputedStyle(document.querySelector('{one}'))"
        assert await page.js(f"[{style}.color, {style}.backgroundColor]") == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]


async def test_a_private_answer_is_put_away_hides_no_button_of_a_later_result_and_no_button_takes_a_second_tap(
    bob: Seat,
) -> None:
    page, refused = bob.page, "Only Red can do that"
    shot = "/fire attacker:Marines target:Militia distance:10"
    await page.say(shot, refused)
    await page.until(f"{PANEL}.includes({refused!r})")
    await page.tap("Close")
    away = f"!{PANEL}.includes({refused!r})"
    await page.until(away)
    await page.send("Page.reload")
    await page.until(f"{READY} && document.title.endsWith('Bob')")
    assert await page.js(away)
    await page.type(shot)
    await page.press("Enter")
    await page.until(f"{PANEL}.includes({refused!r})")
    # Issue 45: with an old answer open, a player whose turn began saw the buttons of the answer alone.
    await page.say("/unit show unit:Militia", "Split, join, reserve …")
    assert "Why?" not in await page.js(BAR)
    await bob.table.slash("Ann", "initiative", dice="1 6")
    await page.until(f"{BAR}.includes('Why?') && {BAR}.includes('Split, join, reserve …')")
    assert await page.js("document.querySelector('.answer').innerText.includes('Militia')")
    # Issue 45: the page changed before the answer came, and the new button did not know of the tap.
    taps = await page.js("""import('/page/controls.js').then(({ controlsOf }) => {
        let taps = 0;
        const act = () => { taps += 1; return new Promise(() => {}); };
        const message = { id: '1', controls: [{ type: 2, custom_id: 'adj1:x', label: 'X', style: 1 }] };
        for (const _ of [1, 2]) controlsOf(message, act, {})[0].click();
        const again = controlsOf(message, act, {})[0];
        return [taps, again.getAttribute('aria-busy'), document.querySelector('#bar').getAttribute('aria-busy')];
    })""")
    assert taps == [1, "true", "true"]
    await page.send("Page.reload")
    await page.until(f"{READY} && !document.querySelector('#bar').hasAttribute('aria-busy')")
    # Random evenings of Bayonet: the menu opened once more while its choice was carried out, for lines that went.
    opened = await page.js("""import('/page/controls.js').then(async ({ controlsOf }) => {
        const options = [{ value: 'a', label: 'A' }];
        const menu = (id) => ({ id: '1', controls: [{ type: 3, custom_id: id, options }] });
        const tap = (id) => controlsOf(menu(id), () => new Promise(() => {}), {})[0].click();
        tap('adj1.4:choose:x');
        document.querySelector('dialog .option').click();
        await Promise.resolve().then();
        tap('adj1.5:choose:x');
        return document.querySelectorAll('dialog[open]').length;
    })""")
    assert opened == 0
