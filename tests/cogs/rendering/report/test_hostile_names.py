"""Names are arbitrary text: they have no effect in any file."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal
from pathlib import Path

import pytest

from bot.services import Services
from bot.services.record.game_import import parse_game
from cogs.rendering.report.csv_file import escape_formula, expected_result
from cogs.rendering.report.reader import ReportReader
from data import system_of
from data.texts import language
from rules.kernel.dice import Need
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text
from tests.bot.playing import PLACE, call, fire, start_demo
from tests.cogs.rendering.report.test_every_battle import _Read
from tests.cogs.rendering.report.written import HOSTILE, of_game, play_with_names
from tests.cogs.table import Loaded, services_on
from tests.proving import seeds
from tests.rows import for_each

TURNED = "\u202egnp.exe"


@pytest.fixture
async def hostile(services: Services) -> Services:
    await play_with_names(services, *HOSTILE)
    return services


async def test_no_cell_of_the_table_is_a_formula(hostile: Services) -> None:
    text = (await of_game(hostile, "csv")).decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert {len(row) for row in rows} == {16}
    for row in rows[1:]:
        assert not [cell for cell in row if cell.lstrip()[:1] in ("=", "+", "-", "@")]
    assert rows[1][3] == "Ann"
    assert rows[1][6] == "'=cmd()"


@for_each("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "=cmd|' /C calc'!A0"])
def test_a_cell_that_would_be_a_formula_is_text(cell: str) -> None:
    assert escape_formula(cell) == f"'{cell}"
    assert escape_formula("a=1") == "a=1"
    assert escape_formula(-3) == -3


async def test_no_name_is_markup_on_the_page_which_says_that_no_dice_can_be_proven(hostile: Services) -> None:
    page = (await of_game(hostile, "html")).decode()
    read = _Read(page)
    assert "script" not in read.tags
    assert "img" not in read.tags
    assert page.count("</title>") == read.tags.count("title")
    assert "onerror" not in dict(read.attributes)
    assert "<script>alert(1)</script>" in read.text
    assert "{{ 7*7 }}" in read.text
    assert "&lt;b&gt;" in read.text
    assert "=cmd()" in read.text
    assert "the game is too old" in page


async def test_no_name_is_markdown_in_the_log(hostile: Services) -> None:
    log = (await of_game(hostile, "markdown")).decode()
    assert "@everyone" not in log
    assert not re.search(r"(?<!\\)<", log)
    assert not re.search(r"(?<!\\)\[free", log)
    assert "://" not in log
    assert not re.search(r"(?<!\\)\*\*bold", log)
    assert not re.search(r"(?<!\\)`x", log)
    assert not re.search(r"(?<!\\)a\|b|a(?<!\\)\|b", log)
    assert len(re.findall(r"^# ", log, re.MULTILINE)) == 1


async def test_nothing_turns_a_line_round(services: Services) -> None:
    await play_with_names(services, "\u05d0\u05d1\u05d2", "Marines", f"Red {TURNED}")
    for kind in ("csv", "markdown", "html"):
        said = (await of_game(services, kind)).decode()
        assert not re.search("[\u202a-\u202e]", said)
        for found in re.finditer("\u05d0\u05d1\u05d2", said):
            before = said[: found.start()]
            assert before.count("\u2068") == before.count("\u2069") + 1, "words from the right stand apart"
        assert said.count("\u2068") == said.count("\u2069")


def test_a_line_stays_a_line() -> None:
    words = ReportReader(language("en"))
    assert words.typed("a\n- b\u2028c\x00\x07d") == "a - b cd"
    assert words.writing(markdown=True).typed("a\n# b") == "a # b"


async def test_the_complete_file_has_names_as_they_are_and_does_nothing(hostile: Services) -> None:
    info = await hostile.record.games.last_in_channel(PLACE.channel)
    assert info
    content = await hostile.exports.game_file(info)
    assert content.isascii()
    assert set(HOSTILE) <= {unit.name for unit in parse_game(content).game.units.values()}


# Figures of the table


def _throw(faces: tuple[int, ...], needed: Need | None, key: str = "to_hit") -> RecordedRoll:
    return RecordedRoll(key=key, label=Text("to hit"), by="attacker", sides=6, faces=faces, source="bot", needed=needed)


@for_each(
    ("throw", "mean"),
    [
        (_throw((1, 2, 3), Need(4)), "1.5"),
        (_throw((1, 2), Need(7)), "0"),
        (_throw((1, 2), Need(1)), "2"),
        (_throw((3, 4), Need(7, at_most=True)), "0.5833"),
        (_throw((3, 4), None), "7"),
        (_throw((3, 4), None, "vehicle_damage"), "4.472"),
    ],
)
def test_the_expected_result_is_the_mean_of_all_rolls(throw: RecordedRoll, mean: str) -> None:
    found = expected_result(system_of("fubar"), Play(action="fire", facts={"facing": "side"}), throw)
    assert round(Decimal(float(found)), 3) == round(Decimal(mean), 3)


# Fair dice


async def test_the_page_shows_the_commitment_of_the_bot_and_its_revealed_seed(tmp_path: Path) -> None:
    services = await services_on(tmp_path / "fair.sqlite", Loaded(), "run1", seeds())
    await start_demo(services)
    await fire(services)
    [seed] = await services.record.seeds.of((await services.games.require_game(PLACE)).info.id)
    assert seed.seed
    page = (await of_game(services, "html")).decode()
    assert page.count(f"<code>{seed.commitment}</code>") == page.count(seed.commitment) == 2, "in the story too"
    assert seed.seed.hex() not in page
    await services.endings.end(call())
    await services.fairness.reveal(call())
    assert f"<code>{seed.seed.hex()}</code>" in (await of_game(services, "html")).decode()
    await services.record.close()
