"""Units by the names that players type, as far as they know them."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import (
    Call,
    Person,
    Place,
    has_players,
    is_neutral,
    may_command,
    names_of,
    number_of_card,
    side_played_by,
    sides_of,
    speaks_for,
    umpires,
    unit_named,
    units_named,
)
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.wording import Wording

NAMES = ("Marines", "Marines 2", "Militia", "Smith, Jones", "u3")


@pytest.fixture
def game() -> Game:
    units = [Unit(id=f"u{at}", name=name, side="Red", models=5, starting=5) for at, name in enumerate(NAMES, 1)]
    return Game(units={unit.id: unit for unit in units})


class Knowing(Wording):
    """A reader who knows the units with these names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def unit(self, id: str) -> str:
        return self.names[id]


@pytest.mark.parametrize(
    ("typed", "id"),
    [("Marines", "u1"), ("marines 2", "u2"), (" MIL ", "u3"), ("u2", "u2"), ("u3", "u3"), ("smith", "u4")],
)
def test_a_unit_by_id_name_or_beginning(game: Game, typed: str, id: str) -> None:
    assert unit_named(game, typed).id == id


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("m", "Which one: Marines, Marines 2 or Militia?"),
        ("Marinse", "There is no unit called 'Marinse'. Did you mean Marines?"),
        ("zzz", "There is no unit called 'zzz'. Units: Marines, Marines 2, Militia, Smith, Jones and u3."),
        ("", "There is no unit called ''. Units: Marines, Marines 2, Militia, Smith, Jones and u3."),
        (
            "z" * 100,
            f"There is no unit called '{'z' * 60}'. Units: Marines, Marines 2, Militia, Smith, Jones and u3.",
        ),
    ],
)
def test_a_unit_that_is_not_there(game: Game, typed: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        unit_named(game, typed)
    assert Knowing(dict(names_of(game)))(refused.value.text) == said


def test_a_long_name_that_is_not_there_is_cut(game: Game) -> None:
    with pytest.raises(Refusal) as refused:
        unit_named(game, "z" * 70, {"u1": "z" * 65})
    assert str(refused.value) == f"There is no unit called '{'z' * 60}'. Did you mean {'z' * 65}?"
    with pytest.raises(Refusal) as refused:
        unit_named(Game(units={"u1": game.units["u1"]}), "z" * 70)
    assert Knowing(dict(names_of(game)))(refused.value.text) == (
        f"There is no unit called '{'z' * 60}'. Units: {game.units['u1'].name}."
    )


def test_before_there_are_units() -> None:
    with pytest.raises(Refusal, match="/force load"):
        unit_named(Game(), "Marines")


@pytest.mark.parametrize(
    ("typed", "ids"),
    [("Militia, Marines", ["u3", "u1"]), ("Smith, Jones", ["u4"]), ("u1,u2,", ["u1", "u2"]), (",", [])],
)
def test_several_units_after_commas(game: Game, typed: str, ids: list[str]) -> None:
    assert [unit.id for unit in units_named(game, typed)] == ids


# Units that lie there as cards

CARDS = {"u1": "Marines", "u2": "card 2", "u3": "card 3"}
"""What somebody knows them by to whom all but the Marines are cards."""


@pytest.mark.parametrize(("typed", "id"), [("card 2", "u2"), ("CARD 3", "u3"), ("mar", "u1")])
def test_a_unit_by_its_name_for_any_reader(game: Game, typed: str, id: str) -> None:
    assert unit_named(game, typed, CARDS).id == id
    assert [unit.id for unit in units_named(game, f"{typed}, Marines", CARDS)] == [id, "u1"]


@pytest.mark.parametrize("typed", ["Militia", "mil", "Marines 2", "militiA"])
def test_an_unknown_name_names_nothing(game: Game, typed: str) -> None:
    """The name finds nothing, and the refusal does not show that it was right."""
    for named in (unit_named, units_named):
        with pytest.raises(Refusal) as refused:
            named(game, typed, CARDS)
        said = Knowing(CARDS)(refused.value.text)
        assert said.startswith(f"There is no unit called '{typed}'. ")
        assert "Militia" not in said.partition("'. ")[2]
        assert "Marines 2" not in said.partition("'. ")[2]


def test_which_of_several_cards_is_asked_by_their_numbers(game: Game) -> None:
    with pytest.raises(Refusal) as refused:
        unit_named(game, "card", CARDS)
    assert Knowing(CARDS)(refused.value.text) == "Which one: card 2 or card 3?"


def test_an_id_that_is_the_name_of_another_unit_says_neither(game: Game) -> None:
    """A unit of the side is called u1: it is not shot at in place of the Marines."""
    names = {**names_of(game), "u3": "U1"}
    for find in (unit_named, units_named):
        with pytest.raises(Refusal) as refused:
            find(game, "u1", names)
        assert Knowing(dict(names_of(game)))(refused.value.text) == (
            "'u1' is the name of one unit and the number of another. Write Marines by its name; write u3 for the "
            "unit called u1, or rename it."
        )
    assert unit_named(game, "u1").id == "u1"
    assert unit_named(game, "u5", {**names_of(game), "u5": "U5"}).id == "u5", "it has its number for a name"


@pytest.mark.parametrize(("source", "entropy"), [("7", "7"), ("7", None), ("late:7:1", "7+1")])
def test_a_part_of_a_call_has_a_source_and_dice_of_its_own(source: str, entropy: str | None) -> None:
    """A follow-up of a command was rolled with the same dice."""
    whole = Call(Person("1", "Ann"), Place("1", "20"), source, entropy)
    parts = [whole.part(".on"), whole.part("!1", Person("2", "Bob")), whole.part(".on").part("!1")]
    assert len({one.chance for one in (whole, *parts)}) == len({one.source for one in (whole, *parts)}) == 4
    assert [one.who.name for one in parts] == ["Ann", "Bob", "Ann"]


def test_whose_a_person_is() -> None:
    """Ann judges, Bob plays and judges, Cyd plays, Dan has left Red, Eve judges and has played Blue."""
    players = [
        Player(id="ann", name="Ann", umpire=True),
        Player(id="bob", name="Bob", side="Red", umpire=True),
        Player(id="cyd", name="Cyd", side="Blue"),
        Player(id="dan", name="Dan"),
        Player(id="eve", name="Eve", umpire=True),
    ]
    unit = Unit(id="u1", name="Marines", side="Blue", models=5, starting=5)
    left = {"cyd": ("Red", "Blue"), "dan": ("Red",), "eve": ("Blue",)}
    game = Game(players={one.id: one for one in players}, left_sides=left, lent={"u1": "dan"})
    ids = [*game.players, "fay"]
    assert umpires(game) == ["ann", "bob", "eve"]
    assert [sides_of(game, id) for id in ids] == [(), ("Red",), ("Blue", "Red"), ("Red",), ("Blue",), ()]
    assert [side_played_by(game, id) for id in ids] == [None, "Red", "Blue", None, None, None]
    assert [is_neutral(game, id) for id in ids] == [True, False, False, False, False, False]
    assert [has_players(game, "Blue"), has_players(game, "Blue", "cyd"), has_players(game, "Green")] == [
        True,
        False,
        False,
    ]
    speaking = {side: [id for id in ids if speaks_for(game, id, side)] for side in ("Red", "Blue", "Green", None)}
    assert speaking == {
        "Red": ["ann", "bob"],
        "Blue": ["ann", "cyd"],
        "Green": ["ann", "bob", "eve"],
        None: ["ann", "bob", "eve"],
    }
    assert [id for id in ids if may_command(game, id, unit)] == ["ann", "cyd", "dan"]
    assert [number_of_card(id) for id in ("u1", "u12", "u")] == ["1", "12", "0"]
