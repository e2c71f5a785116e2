"""Cards to print: by command and by a tap, for a game, a force and a campaign's roster."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from bot.game.people import Person
from cogs.components.setup.cards import own_units
from cogs.rendering.report.cards import Card, Sheet, Size, cards_file, reference_cards, unit_cards
from cogs.rendering.report.reader import ReportReader
from data import SYSTEMS, system_of
from data.files import sample_forces
from data.texts import language
from rules.command.force import muster_units, specs
from rules.command.system import Board
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.tabletop import Player
from tests.bot.simulation import chromium
from tests.cogs.components.play.samples import sample
from tests.cogs.table import Table, Told
from tests.rows import for_each

SMALLEST: tuple[str, Size] = ("de", 9)
OTHERS: tuple[tuple[str, Size], ...] = (("en", 9), ("en", 6), ("de", 6))
"""Each of one system, whose cards have more room than the smallest."""
OVERFLOWS = "[...document.querySelectorAll('article')].filter(one => one.scrollHeight > one.clientHeight + 1).length"
COVERED = (
    "[...document.querySelectorAll('img')].filter(one => one.getBoundingClientRect().bottom > "
    "one.closest('header').getBoundingClientRect().bottom).length"
)
"""Codes that lie on more than the head of their card."""


async def page(told: Told) -> str:
    """Return the page of an answer, without its looks."""
    (file,) = told.messages[-1].attachments
    assert file.filename.endswith("-cards.html")
    return re.sub(r"(?s)<style>.*?</style>", "", (await file.read()).decode())


def headings(page: str) -> list[str]:
    return [html.unescape(one) for one in re.findall("<h2>(.*?)</h2>", page)]


def card(page: str, name: str) -> str:
    """Return the text of a unit's card, without its code."""
    (found,) = [one for one in page.split("<article>") if f"<h2>{name}</h2>" in one]
    return re.sub(r"<img[^>]*>", "", found)


async def test_a_unit_is_printed_with_its_losses_and_markers(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="3")
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=2)
    told = await demo.done(demo.ann, "/force cards")
    assert told.private
    found = await page(told)
    assert {"Marines", "Commandos", "FUBAR in short"} <= set(headings(found))
    assert "Militia" not in headings(found)
    marines = card(found, "Marines")
    assert marines.count("×") == 2 + 2, "two of five figures, two markers"
    assert "assault rifles</b> Range 24″, Fire points 1" in marines
    assert "activates on" in marines
    tapped = await demo.click(demo.ann, await demo.done(demo.ann, "/unit list"), "Cards to print")
    assert tapped.private
    assert "Marines" in headings(await page(tapped))


async def test_a_code_leads_to_the_board_and_else_to_the_channel(demo: Table) -> None:
    link = re.compile(r'alt="(https://discord.com/channels/[^"]*)"')
    where = (await demo.live()).info
    channel = f"https://discord.com/channels/{where.guild_id}/{where.channel_id}"
    assert set(link.findall(await page(await demo.done(demo.ann, "/force cards")))) == {channel}
    board = await demo.done(demo.ann, "/game board")
    found = set(link.findall(await page(await demo.done(demo.ann, "/force cards"))))
    assert found == {f"{channel}/{board.messages[-1].id}"}
    demo.services.address = "http://192.0.2.7:8899/abc"
    assert 'alt="http://192.0.2.7:8899/abc"' in await page(await demo.done(demo.ann, "/force cards"))


async def test_a_force_is_printed_whole_with_no_code(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=2)
    told = await demo.done(demo.cyd, "/force cards", force="raiders", paper="Letter", a_sheet=6)
    (file,) = told.messages[-1].attachments
    assert "size: Letter" in (await file.read()).decode()
    found = await page(told)
    assert 'class="sheet s6"' in found
    assert "<img" not in found
    assert "×" not in found


async def test_cards_of_all_that_an_umpire_without_a_side_may_see(demo: Table) -> None:
    """A name does nothing in the page."""
    await demo.refused(demo.cyd, "/force cards")
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="name", value="<b onload=x()>**@everyone**")
    found = await page(await demo.done(demo.cyd, "/force cards"))
    assert {"<b onload=x()>**@everyone**", "Militia"} <= set(headings(found))
    assert "<b onload" not in found


@pytest.mark.usefixtures("enlisted")
async def test_a_roster_with_its_honours_by_command_and_by_a_tap(table: Table) -> None:
    told = await table.done(table.ann, "/campaign roster", format="cards")
    assert "Able" in headings(await page(told))
    tapped = await table.click(table.ann, await table.done(table.ann, "/campaign roster"), "Cards to print")
    assert await page(tapped) == await page(told)
    assert "of 5" in card(await page(told), "Able")


def cards_of(system: str, code: str, size: Size) -> tuple[ReportReader, list[Card]]:
    """Return every unit of the largest sample force, and the rules in short."""
    rules, game = system_of(system), Game()
    force = max(sample_forces(system).values(), key=lambda one: len(one.units))
    for unit in muster_units(rules, game, "Red", specs(rules, force)):
        game.apply(UnitPlaced(unit=unit))
    board, sheet = Board.of(game, rules), Sheet(size, link="https://discord.com/channels/1/2/3")
    words = ReportReader(language(code), board, None, open_=True)
    made = [*unit_cards(words, board, game.units.values(), sheet, {}), *reference_cards(words, board, sheet)]
    return words, made


@pytest.mark.skipif(chromium.FOUND is None, reason="no Chromium here")
async def test_no_card_runs_over(tmp_path: Path) -> None:
    files: list[Path] = []
    for nth, system in enumerate(SYSTEMS):
        for code, size in (SMALLEST, *OTHERS[nth : nth + 1]):
            words, made = cards_of(system.key, code, size)
            files.append(tmp_path / f"{system.key}-{code}-{size}.html")
            files[-1].write_bytes(cards_file(words, "Cards", made, Sheet(size)))
    async with chromium.browser(tmp_path) as browser:
        page = await browser.window("data:text/html,<div id=go><h1>Ready</h1></div>", 1000, 1400)
        for file in files:
            await page.send("Page.navigate", url=file.as_uri())
            await page.until("document.readyState === 'complete' && document.querySelectorAll('article').length > 3")
            assert await page.js(OVERFLOWS) == 0, file.name
            assert await page.js(COVERED) == 0, file.name


@for_each("system", [one.key for one in SYSTEMS])
def test_the_cards_contain_every_topic(system: str) -> None:
    words, made = cards_of(system, "en", 9)
    told = {line.about for one in made for line in one.lines}
    assert {words(topic.title) for topic in system_of(system).topics.values()} <= told


def test_a_unit_of_more_models_than_there_is_room_for_boxes_says_how_many() -> None:
    words, _ = cards_of("fubar", "en", 9)
    system, game = system_of("fubar"), Game()
    [section, *_] = muster_units(system, game, "Red", specs(system, sample_forces("fubar")["raiders"]))
    crowd = section.model_copy(update={"models": 70, "starting": 80})
    game.apply(UnitPlaced(unit=crowd))
    [card] = unit_cards(words, Board.of(game, system), [crowd], Sheet(9), {})
    assert "Models 70 of 80" in str(card)


@pytest.mark.usefixtures("enlisted")
async def test_the_cards_of_a_roster_are_asked_for_by_its_name_where_one_has_none(table: Table) -> None:
    assert "Whose roster? Use" in await table.refused(table.cyd, "/campaign roster", format="cards")


def _cards_of(key: str, *kinds: str, lost: int = 0) -> dict[str, Card]:
    """Return the cards of units of a system, by their names; `lost` hit points are off the first model."""
    system, game = system_of(key), Game()
    for unit in muster_units(system, game, "Red", [system.units[one] for one in kinds]):
        hp = (unit.hp[0] - lost, *unit.hp[1:]) if unit.hp else ()
        game.apply(UnitPlaced(unit=unit.model_copy(update={"hp": hp})))
    board = Board.of(game, system)
    words = ReportReader(language("en"), board, None).plain
    return {one.title: one for one in unit_cards(words, board, game.units.values(), Sheet(), {})}


def test_a_card_has_the_markers_of_its_kind_of_unit() -> None:
    """Infantry had boxes for hull down, vehicles for Hit the Dirt."""
    found = _cards_of("openfire_ww2", "rifle_team", "medium_tank")
    infantry, tank = ({one.name for one in found[name].markers} for name in ("Rifle team", "Medium tank"))
    assert {"pinned", "hit the dirt"} <= infantry
    assert {"hull down", "knocked out"} <= tank
    assert not infantry & {"hull down", "knocked out", "buttoned"}
    assert not tank & {"pinned", "hit the dirt", "retreating"}


def test_a_card_has_a_box_for_each_hit_point_the_lost_ones_ticked() -> None:
    """There were boxes for those that are left, and none above 24."""
    trooper = _cards_of("openfire_d12", "heavy_trooper", lost=2)["Heavy trooper"]
    assert [(one.name, list(one.ticked)) for one in trooper.models] == [("Hit points", [True] * 2 + [False] * 4)]
    squad = _cards_of("openfire_d12", "line_squad")["Line squad"]
    assert [(one.name, len(one.ticked)) for one in squad.models] == [("Models", 5), ("Hit points", 10)]


@for_each(
    ("key", "kind", "name", "said"),
    [
        ("fubar", "militia", "Militia", "Walk 6″ · Run 12″"),
        ("openfire_ww2", "rifle_team", "Rifle team", "Move 5″"),
        ("openfire_d12", "line_squad", "Line squad", "Advance 6″ · Rush 4″"),
        ("opreb", "colonial_militia", "Colonial militia section", "Move 5″ · Tac-move"),
        ("bayonet", "gi", "GI", "Move 6″"),
    ],
)
def test_a_card_has_the_moves_of_its_unit(key: str, kind: str, name: str, said: str) -> None:
    """Only the cards of Open Fire d12 showed how far a unit moves."""
    lines = {one.about: one.text for one in _cards_of(key, kind)[name].lines}
    assert lines["Moves"].startswith(said), lines


def test_an_umpire_who_has_left_a_side_gets_no_card_of_its_hidden_units() -> None:
    """A neutral umpire does, and a player of that side."""
    live = sample("opreb")
    live.game.players = {**live.game.players, "Cyd": Player(id="Cyd", name="Cyd", umpire=True)}
    hidden = [one.id for one in live.game.units.values() if one.has("hidden")]
    assert set(hidden) & {one.id for one in own_units(live, Person("Ann", "Ann"))}
    assert [one.id for one in own_units(live, Person("Cyd", "Cyd"))] == [*live.game.units]
    live.game.left_sides = {"Cyd": ("Red", "Blue")}
    assert [one.id for one in own_units(live, Person("Cyd", "Cyd"))] == [
        one for one in live.game.units if one not in hidden
    ]
