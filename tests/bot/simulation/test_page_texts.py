"""Texts on the page: the language of the table, and names with markup."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.simulation.chromium import FORM, FOUND, Screen, screen
from tests.bot.simulation.visiting import Table, table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
PANEL, LOG = "document.querySelector('#panel').innerText", "document.querySelector('#messages').textContent"
LINE = "document.querySelector('#composer textarea')"
HOSTILE = "<img src=x onerror=window.hit=1><script>window.hit=1</script>[go](javascript:window.hit=1)**_||`"


@pytest.fixture
async def bob(tmp_path: Path) -> AsyncGenerator[tuple[Table, Screen]]:
    async with table(tmp_path) as here, screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page:
        yield here, page


async def test_thumb_every_page_comes_again_in_the_language_that_another_one_chose_to_the_last_button_of_a_form(
    bob: tuple[Table, Screen],
) -> None:
    """A newcomer's page mixed both languages after the other player had changed that of the table."""
    here, page = bob
    ann = await here.at("Ann")
    await ann.ask("POST", f"/{ann.key.partition('/')[0]}/language", data={"language": "de"})
    await page.until(f"{LINE}?.placeholder.includes('Befehl') && document.body.dataset.ready")
    assert await page.js("document.querySelector('.languages button').textContent") == "English"
    assert await page.js("document.documentElement.lang") == "de"
    await page.say("/activate unit:Militia dice:6", "Feuern …")
    await page.tap("Feuern …")
    await page.until(FORM)
    said = await page.js("document.querySelector('dialog.form').innerText")
    assert "Absenden" in said
    assert "Abbrechen" in said
    assert not [word for word in ("Select", "Submit", "Cancel") if word in said]


async def test_a_name_is_never_markup_and_one_with_markdown_is_shown_as_typed(bob: tuple[Table, Screen]) -> None:
    here, page = bob
    await page.say(HOSTILE, "<img src=x")
    await here.slash("Ann", "note", text=HOSTILE)
    await page.until(f"{LOG}.split('<script>').length > 2")
    assert await page.js("window.hit") is None
    assert await page.js("document.querySelectorAll('main img, main script, main [href^=javascript]').length") == 0
    # In the log, where the bot has escaped it, and where the page shows plain text: the board, a label.
    name = "_Mili*tia_ # 4 __x__"
    await here.slash("Ann", "unit edit", unit="Militia", field="name", value=name)
    await here.slash("Ann", "note", text=f"of {name}")
    await page.until(f"{LOG}.includes({'of ' + name!r})")
    assert "\\" not in await page.js(LOG)
    assert name in await page.js("document.querySelector('#board').textContent")
    await here.slash("Ann", "initiative", dice="1 6")
    await here.slash("Bob", "game dice", mode="physical")
    await here.slash("Ann", "morale", unit=name)
    await page.until(f"{PANEL}.includes({name!r})")
