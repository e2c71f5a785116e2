"""The table screen in a real browser, between two phones: public contents, in large letters, and nothing private."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.simulation.addresses import SHARED, TABLE
from bot.simulation.script import read_message
from tests.bot.simulation.chromium import FORM, FOUND, READY, Chromium, Screen, browser
from tests.bot.simulation.visiting import Table, free_port, table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
DOM = "document.documentElement.outerHTML"
SEEN = "document.body.innerText"
HIDDEN = "Zebulon Ghosts"


class Evening(NamedTuple):
    """A table with its screen, and a phone for each of two players."""

    here: Table
    screen: Screen
    ann: Screen
    bob: Screen


def _lines(here: Table, wanted: Callable[[Any], bool]) -> set[str]:
    """Return the lines of those messages of the channel, with buttons and menus."""
    stored = here.place.env.backend.messages[here.place.channel.id]
    kept = {id for id, one in stored.items() if wanted(one)}
    found = set[str]()
    for who in (None, *here.place.people.values()):
        for one in here.place.channel.history(viewer=who):
            if one.id in kept:
                said = read_message(one, None)
                found |= {*said.lines, said.footer, *said.controls}
    return {line.strip().replace("**", "") for line in found if len(line.strip()) > 12}


async def _nothing_private(now: Evening) -> int:
    """Holds that what only one of them reads is not in the page of the screen; how many such lines there are."""
    private = _lines(now.here, lambda one: one.is_ephemeral) - _lines(now.here, lambda one: not one.is_ephemeral)
    page = await now.screen.js(f"{DOM} + {SEEN}")
    assert not [line for line in private if line in page]
    assert not [name for name in (HIDDEN, "gauss") if name.casefold() in page.casefold()]
    assert not [door.name for door in now.here.doors if door.secret in page]
    return len(private)


async def _ambush(here: Table) -> None:
    """Begin a game in which a unit of Red is a card with a unique name."""
    await here.slash("Ann", "game end", note="over")
    await here.click("Ann", "End the game")
    await here.slash("Ann", "game demo", system="opreb")
    info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
    assert info is not None
    units = (await here.place.services.games.unfinished_game(info)).game.units.values()
    hidden = next(unit.id for unit in units if unit.has("hidden"))
    for field, value in (("name", HIDDEN), ("weapons", "7 gauss_rifle"), ("models", "7")):
        await here.slash("Ann", "unit edit", unit=hidden, field=field, value=value)
    await here.slash("Ann", "game join", side="Red")
    await here.slash("Bob", "game join", side="Blue")


async def _shows(now: Evening, text: str) -> None:
    await now.screen.until(f"{SEEN}.includes({text!r})")
    await _nothing_private(now)


async def _first_turn(now: Evening) -> None:
    """Private answers, a question to one player, a refusal, a form, odds, and a shot."""
    await now.ann.say(f"/unit show unit:{HIDDEN}", "7 gauss rifles")
    await _shows(now, "card 3\u00a0· hidden")
    await now.bob.say("/game dice mode:physical", "Blue rolls real dice")
    await now.ann.say("/initiative dice:6 6 6 6 6", "Bob, roll 4d6")
    await _shows(now, "Bob, roll 4d6")
    assert await now.screen.js("document.querySelector('#asked small:last-child b')?.innerText") == "6"
    await now.bob.tap("Enter dice")
    await now.bob.until(FORM)
    for _ in range(4):
        await now.bob.js("document.querySelector('dialog .face').click()")
    await now.bob.tap("Submit")
    await _shows(now, "Red's turn")
    assert await now.screen.js("document.querySelectorAll('.die').length") == 5 + 4
    await now.bob.say("/fire attacker:Line rifle squad target:Heavy weapons squad distance:15", "Only Red")
    await now.ann.say(f"/odds attacker:{HIDDEN} target:Heavy weapons squad distance:10 cover:open", "On average")
    await now.ann.say("/activate unit:Line rifle squad", "Fire …")
    shot = "/fire attacker:Line rifle squad target:Heavy weapons squad"
    await now.ann.type(shot)
    await now.ann.press("Enter")
    await now.ann.until(FORM)
    await _nothing_private(now)
    await now.ann.tap("Cancel")
    await now.ann.until(f"!({FORM})")
    await now.ann.say(f"{shot} distance:15 cover:hard", "defender pool")
    await _shows(now, "Bob, roll 9d6")
    assert await _nothing_private(now) > 10


@pytest.fixture
async def chromium(tmp_path: Path) -> AsyncGenerator[Chromium]:
    async with browser(tmp_path) as found:
        yield found


async def test_two_phones_play_and_nothing_private_is_ever_on_the_table_screen(
    chromium: Chromium, tmp_path: Path
) -> None:
    """The first turn of a game; then the screen is opened again, and then the bot."""
    port, at = free_port(), dict[str, str]()
    async with table(tmp_path, "0.0.0.0", port) as here:
        await _ambush(here)
        at |= {door.name: f"{here.base}/{door.secret}" for door in here.doors}
        screen = await chromium.window(at[TABLE], 1280, 800)
        codes = "[...document.querySelectorAll('#codes b')].map((one) => one.innerText).join()"
        await screen.until(f"{codes} === 'Ann,Bob'")
        ann = await chromium.window(at["Ann"])
        await screen.until(f"{codes} === 'Bob'")
        now = Evening(here, screen, ann, await chromium.window(at["Bob"]))
        await screen.until(f"{codes} === ''")
        await _first_turn(now)
        shown = await screen.js(SEEN)
        await screen.send("Page.reload")
        await screen.until(f"{READY} && {SEEN} === {shown!r}")
        await _nothing_private(now)
    await screen.until("!document.getElementById('lost').hidden")
    async with table(tmp_path, "0.0.0.0", port) as again:
        await screen.until(f"document.getElementById('lost').hidden && {codes} === '' && {SEEN} === {shown!r}")
        await ann.until(READY)
        await ann.say("/waiting", "Waiting for Bob")
        await _nothing_private(now._replace(here=again))


async def test_nothing_can_be_done_on_the_table_screen_and_all_on_the_one_that_plays_both_in_large_letters(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with table(tmp_path) as here:
        screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", 1920, 1080)
        await screen.until(f"{SEEN}.includes('Commandos')")
        tapped = "[...document.querySelectorAll('a, button, input, textarea, select, [tabindex], [role=button]')]"
        assert await screen.js(f"{tapped}.map((one) => one.id).join()") == "full"
        letters = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
        assert await screen.js(letters.format("#go h1")) >= 100
        assert await screen.js(letters.format(".unit")) >= 24
        assert await screen.js("document.documentElement.scrollHeight <= innerHeight")
        ann, sly = await here.at("Ann"), here.browser(TABLE)
        assert await sly.open() == 101
        assert "messages" not in sly.hello
        sly.tab = ann.tab
        with pytest.raises(ConnectionResetError):
            await sly.say("/initiative dice:5 2")
        assert (await sly.ask("POST", f"/{sly.key}/upload?name=x", data=b"x"))[0] == 403
        await ann.look()
        assert "goes first" not in ann.talk
        # The screen that plays both is read from further than a phone.
        await screen.open(f"{here.base}/{here.browser(SHARED).key}", 1280, 800)
        assert await screen.js(LETTERS.format(".last")) >= 22
        assert await screen.js(LETTERS.format("#turn h1")) >= 26
        assert await screen.js(
            "['#talk', '#now', '#board', '#composer'].every((one) => document.querySelector(one).checkVisibility())"
        )


TALL = "['now', 'board'].filter((id) => ((one) => one.scrollHeight > one.clientHeight)(document.getElementById(id)))"
"""What runs over the lower edge of the screen."""
LETTERS = "Math.round(parseFloat(getComputedStyle(document.querySelector('{}')).fontSize))"


async def _begin_demo(here: Table, system: str, sections: int = 0) -> None:
    """A demo, with so many more units on each side of which every second one is suppressed."""
    await here.slash("Ann", "game end", note="over")
    await here.click("Ann", "End the game")
    await here.slash("Ann", "game demo", system=system)
    await here.slash("Ann", "game join", side="Red")
    await here.slash("Bob", "game join", side="Blue")
    for nth in range(2 * sections):
        side, name = ("Red", "Blue")[nth % 2], f"{'ABCDEFGHIJKLMN'[nth]} Section"
        await here.slash("Ann", "unit add", name=name, profile="regular_section", side=side)
        if nth % 4 < 2:
            await here.slash("Ann", "marker set", unit=name, marker="suppressed", count=2)


BOARDS = [("fubar", 0, 34), ("openfire_ww2", 0, 26), ("bayonet", 0, 30), ("fubar", 7, 22)]
"""A system, further units of each side, and the least size of the letters of a unit."""


async def test_a_whole_board_is_read_from_two_metres_on_a_laptop(chromium: Chromium, tmp_path: Path) -> None:
    """Boards of eight, seventeen (the demos) and twenty-two units; before the first result nothing is shown twice."""
    async with table(tmp_path, "0.0.0.0") as here:
        screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", 1280, 800)
        before = "nothing"
        for system, sections, unit in BOARDS:
            await _begin_demo(here, system, sections)
            names = [one.name for one in (await _game(here)).units.values()]
            await screen.until(f"{SEEN}.includes({names[-1]!r}) && !{SEEN}.includes({before!r})")
            before = names[-1]
            await screen.js("document.fonts.ready.then(() => true)")
            if not sections:
                assert await screen.js(f"{SEEN}.split({names[-1]!r}).length") == 2, (
                    f"the board of {system} that is posted is not said too"
                )
            assert await screen.js(TALL) == [], (system, sections)
            assert await screen.js(LETTERS.format("#go h1")) >= 48, (system, sections)
            assert await screen.js(LETTERS.format(".unit")) >= unit, (system, sections)
            assert await screen.js("document.querySelectorAll('#codes svg').length") == 2, (system, sections)


async def _game(here: Table) -> Any:
    info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
    assert info is not None
    return (await here.place.services.games.unfinished_game(info)).game


async def test_the_board_fills_the_screen_until_a_result_is_beside_it_whose_long_words_are_smaller_and_not_broken(
    chromium: Chromium, tmp_path: Path
) -> None:
    """The half of the last result is not left empty before the first roll."""
    rects = (
        "((text) => { const word = document.createRange(); word.setStart(text, 5); word.setEnd(text, 19);"
        " return word.getClientRects().length; })(document.querySelector('#last h2').firstChild)"
    )
    async with table(tmp_path) as here:
        screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", 1280, 800)
        await screen.until(f"{SEEN}.includes('Commandos')")
        wide = "document.getElementById('board').clientWidth / innerWidth"
        assert await screen.js(wide) > 0.95
        letters = await screen.js(LETTERS.format(".unit"))
        assert await screen.js(TALL) == []
        await here.slash("Ann", "initiative", dice="1 6")
        await screen.until(f"{wide} < 0.65")
        assert await screen.js("document.getElementById('now').clientWidth") > 400
        assert await screen.js(LETTERS.format(".unit")) <= letters
        await screen.js("document.getElementById('last').innerHTML = '<h2>Red: Bewegungsphase</h2>'")
        await screen.js("dispatchEvent(new Event('resize'))")
        assert await screen.js(rects) == 1
        assert await screen.js("((one) => one.scrollWidth <= one.clientWidth)(document.getElementById('now'))")


SHOTS: list[tuple[str, str, dict[str, str], str]] = [
    (
        "battle_forge",
        "Storm troop",
        {"target": "Militia", "distance": "12", "cover": "none", "dice": f"{'1 ' * 6}{'10 ' * 6}/{' 10' * 6} / 9"},
        "Militia breaks: move it 6″ away from its nearest enemy",
    ),
    (
        "openwar",
        "Archers",
        {"target": "Skirmishers", "distance": "10", "cover": "open", "dice": "6 6 6 6 6 6 / 6 6 6 6 6 6"},
        "Skirmishers is wiped out",
    ),
    ("zombie_wargame", "Rifleman", {"target": "Shambler", "distance": "30", "dice": "6 3 / 6"}, "Shambler"),
]
"""A system file, the unit that shoots, its shot, and what the result says."""


async def test_games_by_files_are_followed_on_the_table_screen(chromium: Chromium, tmp_path: Path) -> None:
    """Their units, the active one, its shot with dice, the result of a test, and the instructions for the models."""
    async with table(tmp_path) as here:
        screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", 1280, 800)
        for system, unit, shot, told in SHOTS:
            await _begin_demo(here, system)
            await screen.until(f"{[unit, shot['target']]!r}.every((one) => {SEEN}.includes(one))")
            await here.slash("Ann", "initiative", dice="6 1")
            await here.slash("Ann", "activate", unit=unit)
            await screen.until(f"{SEEN}.includes({unit + ': activation'!r})")
            await here.slash("Ann", "fire", attacker=unit, **shot)
            await screen.until(f"{SEEN}.includes({unit + ' → ' + shot['target']!r}) && {SEEN}.includes({told!r})")
            rolled = len(shot["dice"].replace("/", "").split())
            assert await screen.js("document.querySelectorAll('.die').length") == rolled, system
            assert await screen.js(TALL) == [], system


async def test_a_table_with_nothing_on_it_says_where_the_game_is_begun(chromium: Chromium, tmp_path: Path) -> None:
    """A newcomer looked at an empty screen; once units are on the table, it shows them instead."""
    said = f'{SEEN}.includes("Start the game on a player\'s phone or computer")'
    async with table(tmp_path, demo=False) as here:
        screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", 1280, 800)
        await screen.until(said)
        await here.slash("Ann", "game new", system="fubar")
        await screen.until(f"{SEEN}.includes('New game') && {said}")
        assert await screen.js(TALL) == []
        await here.slash("Ann", "force load", force="raiders", side="Red")
        await screen.until(f"!{said}")
