"""An author's system file at the local table: read again when it is saved, faults on the page."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.services.record.reader_process import Job, answer
from bot.simulation.local_server import open_table, serve_pages
from data import system_registry
from data.files import new_system, system_files
from rules.files.ruleset import FileRuleset
from tests.bot.simulation.chromium import FOUND, screen
from tests.bot.simulation.visiting import Table, Visitor, settings

TEXT = new_system("my_game")
SECOND = TEXT.replace('name = "My game"', 'name = "My game"\nversion = "2"')
FAULTY = TEXT.replace("[check]", "[chek]")
OTHER = TEXT.replace("my_game", "other").replace("My game", "Other game")
BAR = "[...document.querySelectorAll('#bar > *')].map((one) => one.innerText.trim())"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    system_registry.forget_all()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "my_game.toml"
    made.write_text(TEXT, encoding="utf-8")
    return made


def save(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def remove(file: Path) -> None:
    file.unlink()


@asynccontextmanager
async def table(folder: Path, system: Path | str) -> AsyncGenerator[Table]:
    config = settings(folder).model_copy(update={"local_system": str(system)})
    async with open_table(config, demo=False) as place, serve_pages(place, config) as server, ClientSession() as web:
        yield Table(place, server, web, f"http://127.0.0.1:{config.local_port}")


async def wait_for_reader() -> None:
    """Start the process that reads files: the first file waits for it, longer than a page does."""
    asked = {"name": "my_game.toml", "below": []}
    assert await answer(Job("read_system_file", asked, TEXT.encode()), 60) == {"key": "my_game"}


async def drop(page: Visitor, name: str, text: str) -> None:
    """Upload a file and add it, as the page does with one that is dropped on it."""
    _, answer = await page.ask("POST", f"/{page.key}/upload?name={name}", data=text.encode())
    await page.act("system", upload=json.loads(answer)["upload"])


async def version_played(here: Table) -> str:
    info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
    assert info is not None
    system = (await here.place.services.games.unfinished_game(info)).system
    return system.about.version


async def test_a_file_that_is_saved_is_played_by_the_next_game(tmp_path: Path, file: Path) -> None:
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        assert ann.view["file"]["lines"][0].startswith("my_game.toml: My game, version 1 (")
        await ann.act("begin", what="demo")
        assert not ann.view["file"]["newer"]
        save(file, SECOND)
        await ann.until(lambda: ann.view["file"]["newer"])
        assert ann.view["file"]["lines"][0].startswith("my_game.toml: My game, version 2 (")
        assert ann.view["file"]["lines"][1:] == ["This game uses another version."]
        assert await version_played(here) == "1"
        await ann.act("again")
        assert not ann.told
        assert not ann.view["file"]["newer"]
        assert await version_played(here) == "2"
        save(file, OTHER)
        await ann.until(lambda: ann.view["file"]["newer"])
        assert ann.view["file"]["lines"][1:] == ["This game uses another system."]


@pytest.mark.parametrize(("version", "said"), [("1.2", "version 1.2"), ("core rules", "core rules")])
async def test_an_edition_in_words_is_not_called_a_version(file: Path, tmp_path: Path, version: str, said: str) -> None:
    """The page said "Battle Forge, version core rules"."""
    save(file, TEXT.replace('name = "My game"', f'name = "My game"\nversion = "{version}"'))
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        assert ann.view["file"]["lines"][0].startswith(f"my_game.toml: My game, {said} (")


async def test_faults_are_on_the_page_with_their_lines_while_the_version_before_is_played(
    tmp_path: Path, file: Path
) -> None:
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        await ann.act("begin", what="demo")
        save(file, FAULTY)
        await ann.until(lambda: ann.view["file"]["faults"])
        line = TEXT[: TEXT.index("[check]")].count("\n") + 1
        assert (
            f'my_game.toml, line {line}: chek: there is no "chek"; did you mean "check"?' in ann.view["file"]["faults"]
        )
        assert ann.view["file"]["lines"][1:] == [
            "Fix these faults and save the file. Until then you play this version."
        ]
        await ann.say("/initiative")
        assert "Initiative" in ann.talk
        remove(file)
        await ann.until(lambda: "cannot read my_game.toml" in ann.view["file"]["faults"][0])
        save(file, TEXT)
        await ann.until(lambda: not ann.view["file"]["faults"])


async def test_the_terminal_prints_the_faults_of_each_save_once(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = TEXT[: TEXT.index("[check]")].count("\n") + 1
    fault = f'my_game.toml, line {line}: chek: there is no "chek"; did you mean "check"?\n'
    save(file, FAULTY)
    async with table(tmp_path, file) as here:
        assert capsys.readouterr().out.count(fault) == 1
        ann = await here.at("Ann")
        save(file, TEXT.replace("die = 6", "die = 1"))
        await ann.until(lambda: "system.die" in ann.view["file"]["faults"][0])
        assert (
            capsys.readouterr().out == "my_game.toml, line 10: system.die: give a whole number from 2 to 100, not 1\n"
        )
        save(file, TEXT.replace("My game", "FUBAR"))
        await ann.until(lambda: "called FUBAR" in ann.view["file"]["faults"][0])
        taken = "There is already a rule system called FUBAR. Give yours another name."
        assert (ann.view["file"]["faults"], capsys.readouterr().out) == ([taken], f"{taken}\n")
        save(file, TEXT)
        await ann.until(lambda: not ann.view["file"]["faults"])
        assert capsys.readouterr().out == "my_game.toml has no faults.\n"


async def test_a_table_opens_with_a_faulty_file_and_plays_it_once_it_is_mended(tmp_path: Path, file: Path) -> None:
    save(file, FAULTY)
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        assert ann.view["file"]["lines"] == ["my_game.toml cannot be played yet."]
        await ann.act("begin", what="demo")
        assert ann.told == "The file has faults: fix them first."
        save(file, TEXT)
        await ann.until(lambda: not ann.view["file"]["faults"])
        await ann.act("begin", what="demo")
        assert await version_played(here) == "1"


async def test_a_version_of_a_file_of_ours_may_have_its_name(tmp_path: Path, file: Path) -> None:
    save(file, system_files()["battle_forge"].content.decode().replace("actions = 2", "actions = 3"))
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        assert not ann.view["file"]["faults"]
        await ann.act("begin", what="demo")
        info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
        assert info is not None
        system = (await here.place.services.games.unfinished_game(info)).system
        assert isinstance(system, FileRuleset)
        assert system.turns.actions == 3


async def test_a_file_that_is_dropped_is_added_and_played_by_the_first_page(tmp_path: Path) -> None:
    async with table(tmp_path, "fubar") as here:
        ann = await here.at("Ann")
        assert ann.view["file"] is None
        await wait_for_reader()
        await drop(ann, "bad.toml", FAULTY)
        assert 'there is no \\"chek\\"; did you mean \\"check\\"?' in ann.talk
        await drop(ann, "other.toml", OTHER)
        assert "Other game can be played here" in ann.talk
        await ann.act("begin", what="demo")
        assert ann.view["title"].startswith("Other game")
        await drop(ann, "bad.toml", FAULTY)
        await ann.say("/system remove system:other")
        await ann.act("again")
        assert (ann.told, "There is no game in this channel" in ann.talk) == ("", True), "the demo of no system began"


async def test_a_game_by_a_file_announces_its_end(tmp_path: Path, file: Path) -> None:
    """The table announces the last turn, broken sides, and the winner."""
    save(file, f'{TEXT}\n[victory]\nturns = 2\nbroken = 50\ntext = "Whoever holds the bridge wins."\n')
    async with table(tmp_path, file) as here:
        ann = await here.at("Ann")
        await ann.act("begin", what="demo")
        await ann.say("/initiative dice:6 1")
        for unit in ("Regulars", "Regulars 2"):
            await ann.say(f"/unit edit unit:{unit} field:models value:0")
        await ann.say("/turn next")
        await ann.click("Next turn anyway")
        await ann.until(lambda: "This is the last turn (Victory)." in ann.talk)
        assert "Red is broken, with 16 of 16 figures lost (Victory)." in ann.talk
        await ann.say("/rules topic topic:victory")
        assert "Whoever holds the bridge wins." in ann.talk
        await ann.say("/turn next")
        await ann.click("Next turn anyway")
        await ann.until(lambda: "The game is over after turn 2 (Victory): /game end." in ann.talk.replace("`", ""))


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
async def test_the_page_of_an_author(tmp_path: Path, file: Path) -> None:
    """Version, faults and the button for a game by the new file are above the panel; a file may be dropped."""
    await wait_for_reader()
    async with (
        table(tmp_path, file) as here,
        screen(tmp_path, f"{here.base}/{here.browser('Ann').key}") as page,
    ):
        assert await page.js(BAR) == [
            "Play the demo",
            "Start our own game",
            "Play against the bot",
            "Add a rule system …",
        ]
        await page.tap("Play the demo")
        await page.until("document.title.startsWith('Next: Initiative')")
        news = "document.querySelector('#file').innerText"
        assert "version 1" in await page.js(news)
        save(file, FAULTY)
        await page.until(f"{news}.includes('did you mean \"check\"?')")
        save(file, SECOND)
        await page.until(f"{news}.includes('version 2') && !{news}.includes('check')")
        await page.tap("Start again with the new file")
        await page.until(f"{news}.includes('version 2') && !{news}.includes('another version')")
        for width in (390, 1280):
            await page.resize(width, 844)
            assert await page.js("document.documentElement.scrollWidth <= innerWidth")
        dropped = f"new File([{json.dumps(OTHER)}], 'other.toml')"
        await page.js(
            f"(() => {{ const data = new DataTransfer(); data.items.add({dropped});"
            " dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true })); })()"
        )
        await page.until("document.querySelector('#messages').textContent.includes('Other game can be played here')")
