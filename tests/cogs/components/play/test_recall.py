"""The initial values of a form: the last target, its distance and its cover, from earlier commands."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from cogs.components.play.recall import facts_from
from rules.command.system import Board
from rules.game.events import LossesTaken, UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from tests.rules.fubar.table import SYSTEM


def squad(id: str, side: str) -> UnitPlaced:
    rifles = (Weapon(name="infantry_rifle", count=8),)
    return UnitPlaced(
        unit=Unit(id=id, name=id, side=side, models=8, starting=8, weapons=rifles, profile={"level": "seasoned"})
    )


def board() -> Board:
    """Return two squads of Red against three of Blue."""
    squads = (squad("r1", "Red"), squad("r2", "Red"), *(squad(f"b{nth}", "Blue") for nth in (1, 2, 3)))
    return Board(Game().with_events(squads), SYSTEM, ruleset_of(SYSTEM, {}))


def shot(unit: str, target: str, distance: float = 0, cover: str = "", **more: Any) -> Request:
    far = (Decimal(str(distance)),) if distance else ()
    return Request("fire", (unit,), (target,), distance=far, cover=(cover,) if cover else (), **more)


def recalled_values(*past: Request, base: Request | None = None) -> Request:
    """Return the initial values of the form after these shots, newest first."""
    return facts_from(board(), base or Request("fire", ("r1",)), list(past)).request


def test_the_last_target_comes_with_its_distance_and_its_cover() -> None:
    found = recalled_values(shot("r1", "b2", 12, "soft"), shot("r1", "b1", 30, "hard"))
    assert (found.target, found.distance, found.cover) == (("b2",), (Decimal(12),), ("soft",))


def test_the_newest_distance_counts() -> None:
    assert recalled_values(shot("r1", "b1", 9), shot("r1", "b1", 20)).distance == (Decimal(9),)


def test_it_is_as_far_one_way_as_the_other() -> None:
    found = recalled_values(shot("b1", "r1", 17, "hard"), base=Request("fire", ("r1",), ("b1",)))
    assert (found.distance, found.cover) == ((Decimal(17),), ())


def test_the_distance_of_others_says_nothing_but_the_cover_of_the_target_does() -> None:
    found = recalled_values(shot("r2", "b1", 6, "soft"), base=Request("fire", ("r1",), ("b1",)))
    assert (found.distance, found.cover) == ((), ("soft",))
    assert recalled_values(shot("r1", "b2", 6), base=Request("fire", ("r1",), ("b1",))).distance == ()


def test_ones_own_last_target_comes_before_that_of_others() -> None:
    assert recalled_values(shot("r2", "b3", 6), shot("r1", "b2", 12)).target == ("b2",)
    assert recalled_values(shot("r2", "b3", 6)).target == ("b3",)
    assert recalled_values().target == ()


def test_no_fallen_figure_and_no_friend_is_recalled() -> None:
    gone = board().after([LossesTaken(unit="b2", models=8)])
    found = facts_from(gone, Request("fire", ("r1",)), [shot("r1", "b2", 12), shot("b1", "r2", 9), shot("b1", "r1", 8)])
    assert (found.request.target, found.request.distance) == ((), ())
    assert found.likely == ("b1", "b3")
