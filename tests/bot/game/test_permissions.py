"""Permissions in a game: players act for their side, the umpire for all, strangers for none."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import Person, groups_for_seating
from bot.game.permissions import (
    groups_for_reopening,
    groups_for_reseating,
    groups_for_undo,
    judges,
    people,
    people_asked,
    people_of,
    require_answerer,
    require_commander,
    require_corrector,
    require_seated,
    require_table_voice,
    require_umpire,
    side_of,
    spell_side,
    voices,
    voters,
)
from bot.game.questions import (
    ConsentQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    RequestedRoll,
    WarningQuestion,
)
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.plays import Play
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD
from tests.rows import for_each

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


# Tables of people: "Ann Red*" is an umpire who plays Red

IDS = {"Ann": "300", "Bob": "400", "Cyd": "500", "Dan": "600"}


def table(*seats: str, **more: object) -> Game:
    """Return a game after its first roll, with these people, and a unit of each of their sides."""
    found = [seat.partition(" ")[::2] for seat in seats]
    players = [
        Player(id=IDS[name], name=name, side=seat.rstrip("*") or None, umpire=seat.endswith("*"))
        for name, seat in found
    ]
    sides = {player.side: None for player in players if player.side}
    units = [Unit(id=f"u{at}", name=side, side=side, models=5, starting=5) for at, side in enumerate(sides, 1)]
    everyone = {player.id: player for player in players}
    return Game(**{"begun": True, "players": everyone, "units": {one.id: one for one in units}} | more)  # type: ignore[arg-type]


def said(words: object, *args: object) -> str:
    """Return the refusal of a call, in English; "" if it is allowed."""
    try:
        assert callable(words)
        words(*args)
    except Refusal as refused:
        return ENGLISH(refused.text)
    return ""


TWO = ("Ann Red", "Bob Blue")


@for_each(
    ("seats", "side", "others", "groups"),
    [
        (TWO, "Red", False, ()),
        (TWO, "Red", True, ("side:Blue",)),
        (TWO, "Blue", False, ("side:Blue",)),
        (TWO, "Blue", True, ("side:Blue",)),
        (TWO, "Green", False, ()),
        (TWO, "Green", True, ("side:Blue",)),
        (("Ann *", "Bob Blue", "Cyd Red"), "Red", True, ()),
        (("Ann Red", "Bob Blue", "Cyd Green"), "Red", True, ("side:Blue", "side:Green")),
    ],
)
def test_whose_word_a_change_by_hand_needs(
    seats: tuple[str, ...], side: str, others: bool, groups: tuple[str, ...]
) -> None:
    assert voters(table(*seats), ANN, side, others) == groups
    assert voters(table(*seats, begun=False), ANN, side, others) == (), "before the first roll none"


@for_each(
    ("seats", "by", "side", "last", "groups"),
    [
        (TWO, "Ann", "Red", True, ()),
        (TWO, "Ann", "Red", False, ("side:Blue",)),
        (TWO, "Bob", "Blue", True, ("side:Blue",)),
        (TWO, "", "Red", True, ("side:Blue",)),
        (TWO, "", None, True, ()),
        (TWO, "Dan", "Red", True, ()),
        (TWO, "Dan", "Blue", True, ("side:Blue",)),
        (TWO, "Dan", "Green", True, ()),
        (("Ann Red", "Bob Blue", "Cyd Red"), "Cyd", "Red", True, ("who:500",)),
        (("Ann Red", "Bob Blue", "Cyd Green"), "Bob", "Blue", True, ("side:Blue",)),
        (("Ann Red", "Bob Blue", "Cyd "), "Cyd", None, True, ("who:500",)),
        (("Bob Blue", "Cyd Red"), "Cyd", "Red", True, ("side:Red",)),
        (("Ann Red*", "Bob Blue"), "Ann", "Red", True, ()),
        (("Ann *", "Bob Blue"), "Bob", "Blue", False, ()),
    ],
)
def test_whose_word_an_undo_needs(
    seats: tuple[str, ...], by: str, side: str | None, last: bool, groups: tuple[str, ...]
) -> None:
    entry = Entry(number=5, command="note", by=IDS.get(by, ""), at=0.0, side=side)
    assert groups_for_undo(table(*seats), ANN, entry, last) == groups


def test_dice_of_a_side_that_the_player_does_not_play_need_all_sides_to_undo() -> None:
    entry = Entry(number=5, command="fire", by=ANN.id, at=0.0, side="Green", plays=(Play(action="fire", facts={}),))
    assert groups_for_undo(table(*TWO), ANN, entry, True) == ("side:Blue",)
    assert groups_for_undo(table("Bob Blue", "Cyd Red"), ANN, entry, True) == ("side:Blue", "side:Red")
    assert groups_for_undo(table(*TWO), ANN, entry.model_copy(update={"side": None}), True) == ()


@for_each(
    ("seats", "agreed", "winner", "groups"),
    [
        (TWO, ("who:300", "side:Red", "side:Blue", "who:400"), None, ("side:Blue", "who:400")),
        (TWO, ("side:Blue", "side:Green", "who:600"), None, ("side:Blue",)),
        (("Bob Blue",), ("side:Red", "side:Blue"), "Blue", ("side:Blue",)),
        (TWO, (), "Red", ("side:Blue",)),
        (TWO, (), None, ()),
    ],
)
def test_whose_word_it_needs_to_reopen_a_game(
    seats: tuple[str, ...], agreed: tuple[str, ...], winner: str | None, groups: tuple[str, ...]
) -> None:
    assert groups_for_reopening(table(*seats, end_agreed=agreed, winner=winner), ANN) == groups


THREE = ("Ann Red", "Bob Blue", "Cyd Green")


@for_each(
    ("game", "id", "side", "by", "groups"),
    [
        (table(*TWO), "Cyd", "Blue", "Cyd", ("side:Blue",)),
        (table(*TWO), "Cyd", "Blue", "Ann", ("side:Blue",)),
        (table(*TWO), "Cyd", "Blue", "Dan", ("side:Blue",)),
        (table(*TWO), "Cyd", "Red", "Ann", ()),
        (table(*TWO), "Bob", "Red", "Ann", ("who:400",)),
        (table(*TWO), "Bob", "Red", "Bob", ("side:Red",)),
        (table(*TWO), "Bob", "Blue", "Ann", ()),
        (table(*THREE, begun=False), "Cyd", "Blue", "Ann", ()),
        (table(*THREE), "Cyd", "Yellow", "Cyd", ("side:Red", "side:Blue")),
        (table(*THREE), "Cyd", "Blue", "Ann", ("side:Blue", "who:500")),
        (table(*THREE, left_sides={IDS["Cyd"]: ("Red",)}), "Cyd", "Blue", "Cyd", ("side:Red", "side:Blue")),
        (table(*THREE, judged={IDS["Cyd"]: True}), "Cyd", "Blue", "Cyd", ("side:Red", "side:Blue")),
        (table(*TWO, "Cyd *"), "Cyd", "Blue", "Cyd", ("side:Red", "side:Blue")),
        (table(*TWO, "Cyd *"), "Dan", "Blue", "Cyd", ()),
    ],
)
def test_whose_word_a_seat_needs(game: Game, id: str, side: str, by: str, groups: tuple[str, ...]) -> None:
    """Its side's players, the sides whose secrets the person knows, all for a new side, and the person if moved."""
    assert groups_for_seating(game, IDS[id], side, IDS[by]) == groups


def test_an_undo_that_seats_people_elsewhere_asks_as_a_seat_does() -> None:
    before = table(*THREE)
    assert groups_for_reseating(before, table("Ann Red", "Bob Blue", "Cyd Blue"), ANN) == ("side:Blue", "who:500")
    assert groups_for_reseating(before, table("Ann Red", "Bob Green", "Cyd Blue"), ANN) == (
        *("side:Green", "who:400", "side:Blue", "who:500"),
    )
    assert groups_for_reseating(before, table("Ann Red", "Bob Blue", "Cyd "), ANN) == ()
    assert groups_for_reseating(before, table("Ann Red", "Bob *", "Cyd Green"), ANN) == ()
    assert groups_for_reseating(before, before, ANN) == ()


def test_a_question_is_for_its_groups_and_the_umpires_come_last() -> None:
    game = table("Ann Red", "Bob Blue", "Cyd *", "Dan Blue*")
    assert people(game, ("side:Blue",), ANN.id) == (BOB.id, DAN.id, CYD.id)
    assert people(game, ("side:Green",), ANN.id) == (CYD.id, DAN.id)
    assert people(game, ("who:300",), BOB.id) == (ANN.id, CYD.id)
    assert people(game, ("side:Blue", "who:400"), BOB.id) == (DAN.id, CYD.id)


def test_a_voice_is_of_the_person_or_of_a_neutral_umpire() -> None:
    game = table("Ann Red", "Bob Blue", "Cyd *", "Dan Blue*")
    groups = ("who:300", "side:Blue")
    assert voices(game, ANN, groups, BOB.id) == ("who:300",)
    assert voices(game, DAN, groups, BOB.id) == ("side:Blue",)
    assert voices(game, CYD, groups, BOB.id) == groups
    own = "This is your own request: another player must agree."
    assert said(voices, game, BOB, groups, BOB.id) == own
    assert said(voices, game, ANN, ("side:Blue",), BOB.id) == "This question is for Dan or Cyd."
    assert said(voices, table("Ann Red"), ANN, ("side:Blue",), BOB.id) == "This question is for another player."


def test_what_a_person_reads_who_may_not() -> None:
    game = table("Ann Red", "Bob Blue", "Cyd Green*", "Dan ")
    assert said(require_commander, game, ANN, "Blue") == "Only Blue can do that; you play Red."
    assert said(require_commander, game, DAN, "Blue") == "Only Blue can do that; you play no side."
    assert said(require_commander, game, CYD, "Blue") == (
        "Blue has its own player: ask Bob, or ask them to use `/game delegate`."
    )
    assert said(require_commander, game, CYD, "Yellow") == ""
    assert said(side_of, game, ANN, "Blue") == "You play Red; only the umpire acts for Blue."
    assert said(side_of, game, DAN, "Blue") == "You play no side; only the umpire acts for Blue."
    assert said(side_of, game, DAN, None) == "Which side? Use the option `side`."
    assert said(require_corrector, game, CYD, "Blue") == ""
    assert said(require_corrector, game, ANN, "Red") == ""
    assert said(require_corrector, game, ANN, "Blue") == "Only Blue can do that; you play Red."
    assert said(require_umpire, game, CYD, Text("judge")) == ""
    assert said(require_umpire, table(*TWO), ANN, Text("judge")) == (
        "Only the umpire may judge: ask one (see /game umpire)."
    )
    join = "You are not in this game yet. Join a side first: `/game join side:{}`."
    assert said(require_seated, table(*TWO), CYD) == join.format("Red or Blue")
    assert said(require_seated, table(*TWO), CYD, "Green") == join.format("Green")
    assert said(require_seated, Game(), CYD) == join.format("NAME")


def test_a_player_of_a_side_without_units_has_no_voice_for_the_table() -> None:
    game = table("Ann Red", "Bob Blue")
    joined = {**game.players, CYD.id: Player(id=CYD.id, name="Cyd", side="Green")}
    units, gone = dict(list(game.units.items())[:1]), dict(list(game.units.items())[1:])
    new = table(players=joined, units=units, departed=gone)
    assert said(require_table_voice, new, CYD) == (
        "Your side has no units in this game: ask Red or Blue or the umpire."
    )
    for who in (ANN, BOB):
        assert said(require_table_voice, new, who) == ""
    assert said(require_table_voice, table(players=joined, units=units, begun=False), CYD) == ""
    assert said(require_table_voice, table(players=joined), CYD) == ""
    assert said(require_table_voice, table(players=joined, units=units, left_sides={CYD.id: ("Red",)}), CYD) == ""
    umpire = {CYD.id: Player(id=CYD.id, name="Cyd", side="Green", umpire=True)}
    assert said(require_table_voice, table(players=umpire, units=units), CYD) == ""


@for_each(
    ("named", "side"),
    [("red", "Red"), ("  the   old guard ", "The Old Guard"), ("Rot", "Red"), ("Blau", "Blue"), ("Green ", "Green")],
)
def test_a_side_as_its_game_spells_it(named: str, side: str) -> None:
    assert spell_side(table("Ann The Old Guard", "Bob Blue", offered=("Red",)), named) == side
    assert spell_side(table("Ann Rot", "Bob Red"), "rot") == "Rot", "a side has that name"
    assert spell_side(Game(), "Rot") == "Rot"


def test_who_answers_for_a_side() -> None:
    game = table("Ann Red*", "Bob Blue", "Cyd Blue", "Dan *")
    assert people_of(game, "Blue", ANN.id) == (BOB.id, CYD.id)
    assert people_of(game, "Green", BOB.id) == (ANN.id, DAN.id)
    assert people_of(game, "Green", DAN.id) == (DAN.id,)
    assert people_of(game, None, DAN.id) == (ANN.id, DAN.id)
    assert people_of(table(*TWO, "Cyd "), None, BOB.id) == (BOB.id,)
    assert judges(game, "Blue") == (DAN.id,)
    assert judges(game, "Red") == (DAN.id,)
    assert judges(game, "Green") == (ANN.id, DAN.id)
    assert judges(game, None) == (ANN.id, DAN.id)


def test_who_is_asked_a_question() -> None:
    game = table("Ann Red", "Bob Blue", "Cyd *", lent={"u1": BOB.id, "u2": BOB.id})
    red = dice()
    assert people_asked(game, red, ANN.id) == (ANN.id, BOB.id)
    assert people_asked(game, red.model_copy(update={"side": "Blue", "unit": "u2"}), ANN.id) == (BOB.id,)
    assert people_asked(game, red.model_copy(update={"side": "Blue", "unit": None}), ANN.id) == (BOB.id,)
    assert people_asked(table(*TWO), dice(umpire=True), BOB.id) == (ANN.id,), "there is no umpire to pass it to"
    word = ObjectionQuestion(warnings=(), side="Blue")
    assert people_asked(game, word, ANN.id) == (ANN.id,)
    assert people_asked(game, word, DAN.id) == (BOB.id,)
    assert people_asked(game, FactsQuestion(asks=()), DAN.id) == (DAN.id,)
    assert people_asked(table(*TWO), ConsentQuestion(groups=("side:Green",), wish=Text("undo")), ANN.id) == (ANN.id,)


def test_the_issuer_answers_for_a_side_without_players_only() -> None:
    game = table("Ann Red", "Bob Blue", "Cyd *")
    green = dice(side="Green", unit=None)
    assert said(require_answerer, game, ANN, green, ANN.id) == ""
    assert said(require_answerer, game, BOB, green, ANN.id) == "This question is for Cyd."
    assert said(require_answerer, game, ANN, dice(side="Green", unit=None, umpire=True), ANN.id) == (
        "This question is for Cyd."
    )
    assert said(require_answerer, game, ANN, dice(side="Blue", unit=None), ANN.id) == "This question is for Bob."
    assert said(require_answerer, game, CYD, dice(side="Blue", unit=None), ANN.id) == ""
    warning = WarningQuestion(warnings=())
    assert said(require_answerer, game, CYD, warning, ANN.id) == "This question is for Ann."
    assert said(require_answerer, game, CYD, warning, DAN.id) == "This question is for another player."
