"""Permissions in a game: players act for their side, the umpire for all, strangers for none."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.game.permissions import (
    people_asked,
    require_answerer,
    require_commander,
    require_seated,
    require_umpire,
    side_of,
)
from bot.game.questions import ConsentQuestion, DiceQuestion, RequestedRoll, WarningQuestion
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.text import Text
from tests.bot.playing import ANN, BOB, CYD

DAN = Person("600", "Dan")


@pytest.fixture
def game() -> Game:
    """Ann is the umpire and plays no side, Bob plays Red; Cyd is a stranger."""
    unit = Unit(id="u1", name="Marines", side="Red", models=5, starting=5)
    players = [Player(id=ANN.id, name="Ann", umpire=True), Player(id=BOB.id, name="Bob", side="Red")]
    return Game(units={"u1": unit}, players={player.id: player for player in players})


def dice(**more: object) -> DiceQuestion:
    throw = RequestedRoll(key="hit", label=Text("to hit"), count=1, sides=6)
    return DiceQuestion.model_validate({"throw": throw, "side": "Red", "unit": "u1", **more})


def test_who_commands(game: Game) -> None:
    require_commander(game, ANN, "Red")
    require_commander(game, BOB, "Red")
    for who, side in ((BOB, "Blue"), (CYD, "Red")):
        with pytest.raises(Refusal):
            require_commander(game, who, side)


def test_who_judges(game: Game) -> None:
    require_umpire(game, ANN, Text("judge"))
    with pytest.raises(Refusal, match="Only the umpire may judge: ask Ann"):
        require_umpire(game, BOB, Text("judge"))


def test_whose_side(game: Game) -> None:
    assert side_of(game, BOB, None) == "Red"
    assert side_of(game, BOB, " red ") == "Red"
    assert side_of(game, ANN, "Blue") == "Blue"
    with pytest.raises(Refusal, match="Which side"):
        side_of(game, ANN, None)
    with pytest.raises(Refusal, match="only the umpire acts for"):
        side_of(game, BOB, "Blue")


def test_a_stranger_learns_how_to_take_a_seat(game: Game) -> None:
    with pytest.raises(Refusal, match="/game join side:Red"):
        require_seated(game, CYD)


def test_who_was_given_a_unit_commands_it_and_no_other(game: Game) -> None:
    game.lent["u1"] = CYD.id
    require_commander(game, CYD, "Red", "u1")
    with pytest.raises(Refusal):
        require_commander(game, CYD, "Red", "u2")
    with pytest.raises(Refusal, match="not in this game"):
        require_commander(game, CYD, "Red")


def test_a_question_is_for_its_side_and_the_player_who_was_given_the_unit(game: Game) -> None:
    assert people_asked(game, dice(), ANN.id) == (BOB.id,)
    game.lent["u1"] = CYD.id
    assert people_asked(game, dice(), ANN.id) == (BOB.id, CYD.id)
    for who in (BOB, CYD, ANN):
        require_answerer(game, who, dice(), BOB.id)
    with pytest.raises(Refusal, match="This question is for Bob"):
        require_answerer(game, DAN, dice(), BOB.id)


def test_one_that_was_handed_on_is_for_the_umpire(game: Game) -> None:
    assert people_asked(game, dice(umpire=True), BOB.id) == (ANN.id,)
    with pytest.raises(Refusal, match="This question is for Ann"):
        require_answerer(game, BOB, dice(umpire=True), BOB.id)
    with pytest.raises(Refusal, match="This question is for Ann"):
        require_answerer(game, BOB, dice(umpire=True, side="Blue", unit=None), BOB.id)


def test_a_side_without_players_is_answered_for(game: Game) -> None:
    blue = dice(side="Blue", unit=None)
    assert people_asked(game, blue, BOB.id) == (ANN.id,)
    assert people_asked(game, blue, ANN.id) == (ANN.id,)
    assert people_asked(Game(), blue, BOB.id) == (BOB.id,), "there is no umpire either"
    for who in (ANN, BOB):
        require_answerer(game, who, blue, BOB.id)
    with pytest.raises(Refusal):
        require_answerer(game, CYD, blue, BOB.id)


def test_consent_is_for_the_others(game: Game) -> None:
    wish = ConsentQuestion(groups=("side:Red",), wish=Text("undo"))
    assert people_asked(game, wish, ANN.id) == (BOB.id,)
    assert people_asked(game, wish, BOB.id) == (ANN.id,)


def test_a_word_after_a_warning_is_for_the_caller(game: Game) -> None:
    warning = WarningQuestion(warnings=(Text("too far"),))
    assert people_asked(game, warning, ANN.id) == (ANN.id,)
    require_answerer(game, BOB, warning, BOB.id)
    with pytest.raises(Refusal):
        require_answerer(game, CYD, warning, BOB.id)
