"""Benchmark of one shot, from checked facts to an explained result, compared with ten dice of d20."""

from __future__ import annotations

import d20

from bot.dice.provable import system_dice
from data import system_of
from rules.kernel.facts import validate
from rules.kernel.resolve import resolve, ruleset_of
from rules.kernel.serialise import play_of
from tests.bench.table import Row, row
from tests.rules.fubar.table import shot, unit

SYSTEM = system_of("fubar")
BOOK = ruleset_of(SYSTEM)
FIRE = SYSTEM.actions["fire"]
SHOT = validate(FIRE.facts, shot((14, "infantry_rifle"), attacker=unit("seasoned", 14), target=unit(armour="medium")))
DICE = system_dice()


def explain() -> object:
    """Resolve a shot of fourteen dice with the bot's dice, explained as in the record."""
    return play_of(resolve(SYSTEM, FIRE, SHOT, BOOK, DICE), {})


def ten_dice() -> object:
    return d20.roll("10d6")


row(Row("FUBAR fire, 14 dice, resolved and explained", explain, 0.1, ten_dice, times=10, repeat=500))
