"""Benchmarks of shown odds: pictures, and the cost of percentiles in a result."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

from cogs.rendering.charts.odds import comparison_chart, odds_chart
from cogs.rendering.text import Reader
from data import SYSTEMS, system_of
from data.texts import language
from rules.command.rank import MOST_DICE, rank_at_once
from rules.command.system import System
from rules.kernel.action import MainOutcome
from rules.kernel.dice import Roll, spread_faces
from rules.kernel.facts import validate
from rules.kernel.plays import Play
from rules.kernel.resolve import resolve, ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.table import Faces
from tests.bench.table import Row, Work, row
from tests.rules.fubar.table import shot, unit
from tests.rules.hundreds import HUNDREDS
from tests.rules.test_every_system import cases

WORDS = Reader(language("en"))
TWENTY = MainOutcome("casualties", (), 8, {n: comb(20, n) * 2 ** (20 - n) for n in range(21)}, 3**20)
NAMES = [(f"Infantry section {n}", "→ Planet defence squad") for n in range(10)]


def recorded_shot(system: System, facts: Any) -> Play:
    """Return a recorded shot."""
    action, dice = system.actions["fire"], Random(1)

    def roller(throw: Roll[Any], count: int) -> Faces:
        return Faces(tuple(dice.randint(1, throw.sides) for _ in range(count)), "bot")

    return play_of(resolve(system, action, validate(action.facts, facts), ruleset_of(system), roller), {})


def rank(system: System, facts: Any, told: bool = True) -> Work:
    """Return the work for a percentile, without caches."""
    play, book = recorded_shot(system, facts), ruleset_of(system)

    def work() -> object:
        spread_faces.cache_clear()
        return rank_at_once(system, book, play)

    assert (work() is not None) == told, play
    return work


row(Row("Picture of the odds", lambda: odds_chart(WORDS, TWENTY), limit=30))
row(
    Row(
        "Picture of ten shots under two policies",
        lambda: comparison_chart(WORDS, NAMES, ("evade no", "evade yes"), [[TWENTY, TWENTY]] * 10),
        limit=30,
    )
)
for _system in SYSTEMS:
    row(Row(f"Chance of this or better: {_system.key}", rank(_system, cases(_system)["fire"][0]), limit=1, repeat=20))
_fubar = system_of("fubar")
_many = shot((MOST_DICE, "pistol"), attacker=unit(figures=MOST_DICE), target=unit("green", 8), distance=4)
row(Row(f"Chance of this or better: {MOST_DICE} dice", rank(_fubar, _many), limit=1, repeat=20))
row(
    Row(
        "Chance of this or better: hundreds, left to Why?",
        rank(_fubar, HUNDREDS["fubar"]["fire"][0], told=False),
        limit=1,
        repeat=20,
    )
)
