"""Whole battles in an invented language: any remaining English bypasses the catalogue.

Three systems are played; of the others, everything that is recorded is read.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.simulation.runner import play_script
from bot.simulation.script import script
from cogs.rendering import phone
from cogs.rendering.explanation import explanation
from cogs.rendering.log import log_line
from cogs.rendering.text import Reader
from data import SYSTEMS
from data.texts import ENGLISH, FOLDER, Language, language
from tests.bot.fought import open_battle, services_over
from tests.texts.strange import ASKED, STRANGE, english
from tests.turns import three

BATTLES = {
    file.stem: file.read_text(encoding="utf-8") for file in (Path(__file__).parent.parent / "battles").glob("*.txt")
}
PLAYED = [one.key for one in three("strange")]
PICTURE = re.compile(r"^\([a-z]+\.png: ")
"""The name of a file before what it shows."""
CUT = re.compile(r"([A-Za-z]+)…")
"""The beginning of a name that was too long."""
CHOICES = {
    *("captured", "draw", "fit", "ladder", "league", "map", "roster"),
    *("A4", "Letter", "cards", "page"),
    *("cm", "csv", "default", "html", "json", "markdown", "on", "short", "toml", "wait"),
}
"""Values of options, which are the same in all languages."""


def _forms(text: Any) -> list[str]:
    """Return a text, or its singular and plural."""
    return list(text) if isinstance(text, tuple | list) else [text]


def _without_cut_names(said: str, typed: set[str]) -> str:
    """Return a text without the beginnings of typed words."""
    return CUT.sub(lambda cut: "" if any(word.startswith(cut[1]) for word in typed) else cut[0], said)


@cache
def _to_translate() -> set[str]:
    """Return every text that translators receive; test_texts.py holds that a file has those of the code."""
    return {form for message in read_po(BytesIO((FOLDER / "de.po").read_bytes())) for form in _forms(message.id)}


def _unknown() -> list[str]:
    """Return the texts that were looked up and that translators have not received."""
    return [text for text in ASKED.asked - _to_translate() - CHOICES if any(map(str.isalpha, text))]


def _as_registered(locale: str) -> Language:
    """Return the language of every player at the table; the commands are registered in it for few others."""
    return STRANGE if locale.startswith("en") else language(ENGLISH)


@pytest.mark.parametrize("name", PLAYED)
async def test_every_word_of_a_battle_comes_out_of_the_catalogue_and_is_in_its_file(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its letters are twice as wide as ours. In a bound with more room, the next figure comes before the reactions.
    monkeypatch.setattr("cogs.rendering.phone.MOST", (1 if name == "bayonet" else 3) * phone.MOST)
    lines = [line.replace("card 3", "ｃａｒｄ 3").replace("(Blue)", "(Ｂｌｕｅ)") for line, _ in script(BATTLES[name])]
    left: set[str] = set()
    typed: set[str] = set()
    async for line, answers in play_script("\n".join(lines), texts=_as_registered):
        typed |= set(re.findall("[A-Za-z]+", line))
        for said in (words for message in answers for words in (*message.lines, message.footer, *message.controls)):
            if english(PICTURE.sub("(", _without_cut_names(said, typed))) - typed:
                left.add(said)
    assert not left, "\n".join(sorted(left))
    assert not _unknown()


@pytest.mark.parametrize("system", [one.key for one in SYSTEMS if one.key not in PLAYED])
async def test_every_word_of_a_recorded_battle_comes_out_of_the_catalogue(system: str, tmp_path: Path) -> None:
    """The line of each entry in the log, and the explanation of its rolls."""
    record, info = await open_battle(system, tmp_path / "fought.sqlite")
    live = await services_over(record).games.read_game(info)
    words = Reader(STRANGE, live.board)
    typed = {word for line, _ in script(BATTLES[system]) for word in re.findall("[A-Za-z]+", line)}
    entries = await record.entries.all(info.id)
    await record.close()
    for entry in entries:
        told = explanation(words, live, entry, {}, (None,) * len(entry.plays))
        for said in (log_line(words, live, entry), told.title, *told.text.splitlines(), told.footer):
            assert not english(said) - typed, said
    assert not _unknown()
