"""Open Rebellion over many battles: what a level of experience gives a unit."""

from __future__ import annotations

from rules.command.system import Board
from rules.game.after_battle import AfterBattle, Gives, Unsettled, up_to
from rules.kernel.plays import Play, Throwing
from rules.kernel.text import Plural, counted
from rules.opreb.facts import MOST_SKILL, Profile

LEVELS: Gives = ((up_to(Profile, "skill", MOST_SKILL, lambda n: Plural("{n} skill die", "{n} skill dice", n)),),)
"""One more skill die."""


# How a battle's record says that a test was passed, by whether the unit stood, and the wounds that lie at its end.


def _stood(play: Play, throw: Throwing) -> bool:
    """A check within a shot is passed by whoever does not fall back (Falling Back)."""
    for name, stands in (("fell_back", False), ("passed", True)):
        if isinstance(value := play.outcome.get(name), bool):
            return value is stands
    return throw.successes > 0


AFTER_BATTLE = AfterBattle(passed=_stood)


def unsettled(board: Board) -> list[Unsettled]:
    """Wound markers become kills, or not, when their unit next activates: thrown by the opponent, unless the table
    only reports them (Apply damage).
    """
    if board.book.rulings.wound_kill == "none":
        return []
    wounded = [unit for unit in board.game.units.values() if unit.alive and unit.count("wounds")]
    return [
        Unsettled(
            unit.id,
            "activate",
            {"unit": {"models": unit.models, "wounds": unit.count("wounds"), "pinned": unit.count("pinned")}},
            unit.count("wounds"),
            counted(unit.count("wounds"), "wound marker", "wound markers"),
            by_enemy=True,
        )
        for unit in wounded
    ]
