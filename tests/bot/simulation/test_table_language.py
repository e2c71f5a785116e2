"""The language of the local table: that of the first browser, until a page chooses another."""

from __future__ import annotations

from pathlib import Path

from bot.simulation.table_language import preferred_code
from tests.bot.simulation.visiting import table
from tests.rows import for_each


@for_each(
    ("accepted", "code"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("fr-FR, en-US;q=0.5, de;q=0.7", "de"),
        ("en-GB,de;q=0.3", "en"),
        ("fr", None),
        ("*", None),
        ("", None),
        ("de;q=much,en;q=0.1", "en"),
        ("fr," * 19 + "de", "de"),
        ("fr," * 20 + "de", None),
    ],
)
def test_a_browser_prefers_the_heaviest_language_that_is_known(accepted: str, code: str | None) -> None:
    assert preferred_code(accepted) == code


async def test_the_table_speaks_the_language_of_the_first_browser(tmp_path: Path) -> None:
    """All answers, public and private, and the text of the page are in it; a later browser changes nothing."""
    async with table(tmp_path, language=None) as here:
        ann = here.browser("Ann")
        ann.headers = {"Accept-Language": "de-DE,de;q=0.9"}
        status, text = await ann.ask("GET", f"/{ann.key}")
        assert status == 200
        assert '<html lang="de">' in text
        assert "Abbrechen" in text
        bob = here.browser("Bob")
        bob.headers = {"Accept-Language": "en-US"}
        assert '<html lang="de">' in (await bob.ask("GET", f"/{bob.key}"))[1]
        await ann.open()
        await ann.say("/game status")
        assert "Runde 1" in ann.talk
        await ann.say("/amend entry:99")
        assert "Eintrag 99 gibt es nicht" in ann.talk


async def test_the_page_changes_the_language_for_this_run_and_the_next(tmp_path: Path) -> None:
    """Its buttons name each language in that language, and the state of the game is shown again."""
    async with table(tmp_path, language=None) as here:
        ann = await here.at("Ann")
        text = (await ann.ask("GET", f"/{ann.key}"))[1]
        assert '<html lang="en">' in text
        assert "Deutsch" in text
        secret = ann.key.partition("/")[0]
        assert '<html lang="en">' in (await ann.ask("GET", f"/{ann.key}?language=de"))[1], "a prefetch changes nothing"
        foreign = here.browser("Ann")
        foreign.headers = {"Origin": "http://elsewhere.example"}
        assert (await foreign.ask("POST", f"/{secret}/language", data={"language": "de"}))[0] == 403
        assert (await ann.ask("POST", f"/{secret}/language", data={"language": "xx"}))[0] == 400
        assert (await ann.ask("POST", f"/{secret}/language", data={"language": "de"}))[0] == 204
        text = (await ann.ask("GET", f"/{ann.key}"))[1]
        assert '<html lang="de">' in text
        assert "English" in text
        await ann.look()
        assert ann.view["words"]["cancel"] == "Abbrechen"
    async with table(tmp_path, language=None) as here:
        ann = here.browser("Ann")
        ann.headers = {"Accept-Language": "en-US"}
        assert '<html lang="de">' in (await ann.ask("GET", f"/{ann.key}"))[1]
