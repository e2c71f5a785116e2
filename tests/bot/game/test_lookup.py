"""Units by the names that people type; who may command what."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.lookup import unit_named, units_named
from bot.game.permissions import may_command, may_umpire, seated, side_of
from rules.events import Player
from rules.game import Game
from rules.unit import Unit
from tests.bot.playing import ANN, BOB, CYD

NAMES = ("Marines", "Marines 2", "Militia", "Smith, Jones", "u3")


@pytest.fixture
def game() -> Game:
    units = [Unit(id=f"u{at}", name=name, side="Red", models=5, starting=5) for at, name in enumerate(NAMES, 1)]
    players = [
        Player(id=ANN.id, name="Ann", umpire=True),
        Player(id=BOB.id, name="Bob", side="Red"),
    ]
    return Game(units={unit.id: unit for unit in units}, players={player.id: player for player in players})


@pytest.mark.parametrize(
    ("typed", "id"),
    [("Marines", "u1"), ("marines 2", "u2"), (" MIL ", "u3"), ("u2", "u2"), ("u3", "u3"), ("smith", "u4")],
)
def test_a_unit_by_id_name_or_beginning(game: Game, typed: str, id: str) -> None:
    assert unit_named(game, typed).id == id


@pytest.mark.parametrize(
    ("typed", "said"),
    [("m", "Which one"), ("Marinse", "Did you mean Marines"), ("zzz", "There is Marines"), ("", "no unit called")],
)
def test_a_unit_that_is_not_there(game: Game, typed: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        unit_named(game, typed)


def test_before_there_are_units() -> None:
    with pytest.raises(Refusal, match="/force load"):
        unit_named(Game(), "Marines")


@pytest.mark.parametrize(
    ("typed", "ids"),
    [("Militia, Marines", ["u3", "u1"]), ("Smith, Jones", ["u4"]), ("u1,u2,", ["u1", "u2"]), (",", [])],
)
def test_several_units_after_commas(game: Game, typed: str, ids: list[str]) -> None:
    assert [unit.id for unit in units_named(game, typed)] == ids


def test_who_commands(game: Game) -> None:
    may_command(game, ANN, "Red")
    may_command(game, BOB, "Red")
    for who, side in ((BOB, "Blue"), (CYD, "Red")):
        with pytest.raises(Refusal):
            may_command(game, who, side)


def test_who_judges(game: Game) -> None:
    may_umpire(game, ANN, "judge")
    with pytest.raises(Refusal, match="Only the umpire may judge: ask Ann"):
        may_umpire(game, BOB, "judge")


def test_whose_side(game: Game) -> None:
    assert side_of(game, BOB, None) == "Red"
    assert side_of(game, BOB, " red ") == "Red"
    assert side_of(game, ANN, "Blue") == "Blue"
    with pytest.raises(Refusal, match="For which side"):
        side_of(game, ANN, None)
    with pytest.raises(Refusal, match="only the umpire acts for"):
        side_of(game, BOB, "Blue")


def test_a_stranger_is_told_how_to_sit_down(game: Game) -> None:
    with pytest.raises(Refusal, match="/game join side:Red"):
        seated(game, CYD)
