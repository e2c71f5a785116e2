"""A battle on a table that measures in centimetres: only the lengths differ."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from typing import Any, cast

import pytest

from bot.services import Services
from bot.simulation import runner
from bot.store.games import Games
from data import system_of
from rules.kernel.wording import SIGN, Ruler

NUMBER = r"\d+(?:\.\d+)?"
_TYPED = re.compile(
    rf"((?:distance|radius):|fills in (?=[0-9.]+(?:/[0-9.]+)+$|[0-9 |]+\.[0-9 |.]+$))([0-9./]+(?: \| [0-9.]+)*)"
    rf"|(nearest_\w+=|_within_)({NUMBER})|()({NUMBER}){SIGN}"
)
_SAID = re.compile(rf"({NUMBER})(–{NUMBER})? cm\b")
_SUM = re.compile(r"(?<= cm )\([^()]* [+−][0-9.]+\)")
"""What a move is made of, behind what it comes to."""
_HOW = {"Inches like 10 or 11.5, or 30cm": "Centimetres like 30 or 28.5"}
"""What a form says of how a distance is written."""


def in_cm(ruler: Ruler, line: str) -> str:
    """Return a line of a script as typed at a table that measures in centimetres."""

    def measured(found: re.Match[str]) -> str:
        before, numbers = next((found[at] or "", found[at + 1]) for at in (1, 3, 5) if found[at + 1])
        said = re.sub(NUMBER, lambda one: str(ruler.said(Decimal(one[0]))), numbers)
        return f"{before}{said}" + (" cm" if found[6] else "")

    return _TYPED.sub(measured, line)


def in_inches(ruler: Ruler, line: str) -> str:
    """Return a line with its centimetres converted to inches."""

    def number(cm: str) -> str:
        return f"{ruler.to_inches(Decimal(cm)).normalize():f}"

    line = _SUM.sub(lambda sum_: re.sub(rf"({NUMBER})(?=[,)])", lambda found: number(found[1]), sum_[0]), line)
    return _SAID.sub(lambda found: number(found[1]) + (f"–{number(found[2][1:])}" if found[2] else "") + SIGN, line)


@pytest.fixture
def in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left out of an answer for want of room: " cm" takes more of it."""
    monkeypatch.setattr(runner, "Services", partial(Services, detail="full"))


async def _answers(script: str) -> list[str]:
    return [line for line in (await runner.transcript(script)).splitlines() if line.startswith("    ")]


@pytest.mark.usefixtures("in_full")
async def test_a_battle_in_centimetres_is_the_same_but_for_every_length(monkeypatch: pytest.MonkeyPatch) -> None:
    system = "fubar"
    one_turn, more = runner.battle(system).split("# A standing vehicle fires")
    assault, _ = more.partition("# Turn 2.")[2].split("Ann: /log show")
    script = f"{one_turn}Ann: /turn next\nAnn clicks Next turn anyway\n#{assault}"
    ruler, begun = system_of(system).ruler("cm"), cast(Any, Games.begin)
    before = await _answers(script)
    monkeypatch.setattr(Games, "begin", lambda self, **given: begun(self, **{**given, "units": "cm"}))
    answers = await _answers("\n".join(in_cm(ruler, line) for line in script.splitlines()))
    assert not [line for line in answers if SIGN in line or re.search(r"\binch", line, re.IGNORECASE)]
    assert [in_inches(ruler, line) for line in answers] == [_hints(line) for line in before]


def _hints(line: str) -> str:
    for inches, cm in _HOW.items():
        line = line.replace(inches, cm)
    return line
