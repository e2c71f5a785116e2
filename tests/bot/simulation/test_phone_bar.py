"""The bar of a phone: the buttons of its own player, menus at one tap, and what a form still lacks."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.simulation.chromium import FORM, FOUND, screen
from tests.bot.simulation.test_page import BAR, PANEL, Seat, choose
from tests.bot.simulation.visiting import table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")


@pytest.fixture
async def bob(tmp_path: Path) -> AsyncGenerator[Seat]:
    async with table(tmp_path) as here, screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page:
        yield Seat(here, page)


async def test_a_phone_offers_no_button_of_the_other_player(bob: Seat) -> None:
    """Two phones, 9: the other player's orders, dice, questions and menus of units ended in refusals."""
    here, page = bob
    await here.slash("Ann", "initiative", dice="6 1")
    await page.until(f"{BAR}.includes('Waiting for Ann')")
    assert await page.js(BAR) == ["Waiting for Ann", "Undo", "Why?"]
    await here.slash("Ann", "activate", unit="Marines", dice="6")
    await page.until(f"{PANEL}.includes('Marines: activated') && {BAR}.includes('Waiting for Ann')")
    assert await page.js(BAR) == ["Waiting for Ann", "Undo", "Why?"]
    await here.slash("Bob", "game dice", mode="bot")
    await here.slash("Ann", "game dice", mode="physical")
    await here.slash("Ann", "fire", attacker="Marines", target="Militia", distance="10")
    await page.until(f"{PANEL}.includes('Wait: Ann, roll')")
    assert await page.js(BAR) == []


async def test_a_player_who_is_asked_must_confirm_or_may_react_in_the_turn_of_the_other_is_not_asked_to_wait(
    bob: Seat,
) -> None:
    here, page, waits = bob.table, bob.page, "document.querySelector('#bar').classList.contains('waits')"
    await here.slash("Ann", "initiative", dice="6 1")
    await page.until(f"{BAR}.includes('Waiting for Ann')")
    # Issue 45: in the turn of the other side, the buttons of a question looked like those of a player who waits.
    await here.slash("Bob", "marker set", unit="Militia", marker="on_guard", count=1)
    await here.slash("Ann", "undo")
    await page.until(f"{BAR}.includes('Agree')")
    assert not await page.js(waits)
    await page.tap("No")
    await page.until(f"{BAR}.includes('Waiting for Ann')")
    # An evening of Battle Forge: "Waiting for Ann" was above "End the game", Bob's own to press.
    await page.say("/game end", "Please confirm")
    assert await page.js(BAR) == ["End the game", "Cancel"]
    await page.tap("Cancel")
    await page.until(f"{BAR}.includes('Waiting for Ann')")
    # Two phones: "Waiting for Ann" was above the menu of Bob's reactions.
    for unit in ("Militia", "Technical"):
        await here.slash("Bob", "marker set", unit=unit, marker="on_guard", count=1)
    await here.slash("Ann", "activate", unit="Marines", action="run", dice="6")
    await here.slash("Ann", "move", unit="Marines")
    await page.until(f"{PANEL}.includes('May react') && {BAR}.some((one) => one.includes('react'))")
    assert "Waiting for Ann" not in await page.js(BAR)
    assert not await page.js(waits)
    # Two phones: "Agree" was as pale as "No", since it was the other side's turn.
    await here.slash("Ann", "game consent", mode="on")
    await here.slash("Ann", "marker set", unit="Militia", marker="suppressed", count=1)
    await page.until(f"{BAR}.includes('Agree')")
    assert not await page.js(waits)


async def test_next_opens_its_menu_at_once_which_is_blue_where_it_leads_on_and_a_form_opens_its_only_menu(
    bob: Seat,
) -> None:
    here, page = bob
    await here.slash("Ann", "initiative", dice="1 6")
    await page.tap("Next …")
    # Two phones, 12: it opened an empty card with one menu, which took a second tap.
    await page.until(
        "[...document.querySelectorAll('dialog .option')].some((one) => one.innerText.startsWith('Militia'))"
    )
    # A newcomer's bar had each button twice: in a private answer, and under the last result.
    await page.tap("All controls …")
    await page.until(f"{BAR}.some((one) => one.startsWith('More'))")
    await here.slash("Ann", "marker set", unit="Marines", marker="suppressed", count=1)
    await page.until(f"{PANEL}.includes('Marines')")
    bar = await page.js(BAR)
    assert sorted(bar) == sorted(set(bar))
    await page.tap("Close")
    # Two phones: while the other buttons that lead on were blue, "Next: Activate …" was white.
    await here.slash("Bob", "game status")
    await page.until(f"{BAR}[0] === 'Next: Activate …'")
    colour, page_blue = "backgroundColor", "getComputedStyle(document.documentElement).getPropertyValue('--accent')"
    probe = f"(one => (one.style.background = {page_blue}, document.body.append(one), getComputedStyle(one).{colour}))"
    menu = f"getComputedStyle(document.querySelector('#bar .menu')).{colour}"
    assert await page.js(f"{menu} === {probe}(document.createElement('i'))")
    await choose(page, "Next: Activate", "All controls")
    await page.until(f"{BAR}.includes('Fire …')")
    assert not await page.js(f"{menu} === {probe}(document.createElement('i'))"), "of several menus none leads"
    # Two phones, 24: "How far is the target?: This is required.".
    await here.slash("Bob", "activate", unit="Militia", dice="6")
    await page.until(f"{PANEL}.includes('Militia: activated')")
    await page.tap("Fire …")
    await page.until(FORM)
    await page.tap("Submit")
    fault = "document.querySelector('dialog .fault').innerText"
    await page.until(f"{fault}.startsWith('Still missing: ')")
    assert not (await page.js(fault)).endswith(":")
    await page.tap("Cancel")
    await page.until(f"!({FORM})")
    # Issue 45: the units under a mortar's shells took an empty form, a menu over it, and a tap to close that.
    options = "Array.from({ length: 12 }, (_, at) => ({ value: `u${at}`, label: `Unit ${at}` }))"
    await page.js(
        "import('/page/forms.js').then(({ openForm }) => openForm({ title: 'Shells', components: [{ type: 18,"
        f" label: 'Target', component: {{ type: 3, custom_id: 'target', max_values: 12, options: {options} }} }}] }},"
        " async () => ({}), { people: {} }))"
    )
    assert await page.js("document.querySelectorAll('dialog .option').length") == 12
    assert await page.js("document.querySelector('dialog .menu')") is None


async def test_a_question_is_in_reach_until_it_is_answered_where_faces_and_successes_do_not_replace_each_other(
    bob: Seat,
) -> None:
    here, page = bob
    await here.slash("Ann", "initiative", dice="1 6")
    await here.slash("Bob", "game dice", mode="physical")
    await here.slash("Bob", "activate", unit="Militia")
    await page.tap("6")
    await page.until(f"{PANEL}.includes('Militia: activated')")
    # Two phones, 35: "Bob, roll 1d6" was above the result of that roll.
    before = await page.text(".before")
    assert before
    assert "roll 1d6" not in before
    # Two phones, 15: "+" dropped the faces entered so far, and the count was not cleared.
    await here.slash("Bob", "fire", attacker="Militia", target="Marines", distance="10")
    await page.until(f"{BAR}.includes('Enter dice')")
    await page.tap("Enter dice")
    await page.until(FORM)
    value, back = "document.querySelector('dialog input').value", "document.querySelector('.pad-line button').click()"
    plus, face = "[...document.querySelectorAll('.stepper button')].at(-1)", "document.querySelector('.face')"
    await page.js(f"{face}.click()")
    assert await page.js(f"[{value}, {plus}.disabled]") == ["1", True]
    assert not await page.js(f"{plus}.checkVisibility({{ visibilityProperty: true }})"), "it said that 0 succeed"
    await page.js(back)
    await page.js(f"({plus}.click(), {plus}.click())")
    assert await page.js(f"[{value}, {face}.disabled]") == ["2", True]
    await page.js(back)
    assert await page.js(f"[{value}, {face}.disabled, {plus}.disabled]") == ["", False, False]
    await page.tap("Cancel")
    await page.until(f"!({FORM})")
    # Issue 45: a look at a unit took away the buttons of the question that its player had to answer.
    await page.say("/unit show unit:Militia", "Split, join, reserve …")
    assert {"Enter dice", "Split, join, reserve …"} <= {*await page.js(BAR)}
    # Two phones, 5: below a newer message the question was a bar without a way to it.
    await here.slash("Ann", "roll", dice="2d6")
    await page.until("(one => one && (one.click(), true))(document.querySelector('.asked.mine'))")
    await page.until(f"{BAR}.some((one) => one.startsWith('Show'))")
