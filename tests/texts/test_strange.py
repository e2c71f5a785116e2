"""Whole battles in a language that no one speaks: whatever still reads as English came by no catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.simulation.runner import played
from bot.simulation.script import script
from data import SYSTEMS
from data.forces import sample_forces
from tests.texts.strange import Strange

BATTLES = {
    file.stem: file.read_text(encoding="utf-8") for file in (Path(__file__).parent.parent / "battles").glob("*.txt")
}
ENGLISH = re.compile(r"[A-Za-z]{2,}")
QUOTED = re.compile(r"`[^`]*`|<[^<>]*>|^(?:Ｒｕｌｅ|Ｒｅａｓｏｎ): .*| \([A-Z][^()]*\)\.?$| edition$")
"""Commands, what people wrote, and what a rule book calls its sections."""


def _names() -> set[str]:
    """What people call their games, sides, units and players; names are not translated."""
    forces = [force for system in SYSTEMS for force in sample_forces(system.key).values()]
    found = {str(unit["name"]) for force in forces for unit in force.units if "name" in unit}
    found |= {unit.name for system in SYSTEMS for unit in system.units.values()} | {force.name for force in forces}
    return found | {system.name for system in SYSTEMS} | {"Red", "Blue", "Ann", "Bob", "Cyd", "FUBAR"}


NAMES = re.compile("|".join(rf"\b{re.escape(name)}s?\b" for name in sorted(_names(), key=len, reverse=True)))


@pytest.mark.parametrize("name", sorted(BATTLES))
async def test_every_word_of_a_battle_comes_out_of_the_catalogue(name: str) -> None:
    lines = [line for line, _ in script(BATTLES[name])]
    english: set[str] = set()
    typed: set[str] = set()
    async for line, answers in played("\n".join(lines), texts=lambda locale: Strange()):
        typed |= set(ENGLISH.findall(line))
        for said in (words for message in answers for words in (*message.lines, message.footer, *message.controls)):
            rest = NAMES.sub("", QUOTED.sub("", said.replace("__", "")))
            if any(word not in typed for word in ENGLISH.findall(rest)):
                english.add(said)
    assert not english, "\n".join(sorted(english))
