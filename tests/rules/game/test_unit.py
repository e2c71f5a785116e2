"""Units: their names without invisible characters, what is left of them, and their states."""

from __future__ import annotations

import pytest

from rules.command.force import Titled
from rules.game.unit import Weapon, living_hp, remove_weapons, vehicle_faults
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.game.test_game import squad


def reference_name(name: str) -> str:
    return validate(Titled, {"name": name}).name


@for_each(
    ("typed", "name"),
    [
        ("Marines\u200b", "Marines"),
        ("\u202eMarines", "Marines"),
        ("Ma\u2028rines", "Marines"),
        ("Ｍarines", "Marines"),
        ("  3. Zug ", "3. Zug"),
        ("Größe ½", "Größe 1\u20442"),
        ("第二小隊", "第二小隊"),
    ],
)
def test_two_names_that_look_alike_are_alike(typed: str, name: str) -> None:
    assert reference_name(typed) == name


@for_each("typed", ["", " ", "\u200b", "\u2800", "***", "a\nb", "a\u0085b", "🙂"])
def test_a_name_has_something_to_read_on_one_line(typed: str) -> None:
    with pytest.raises(BadFacts):
        reference_name(typed)


@for_each("letter", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u17b4", "\ufe0f", "\U000e0100"])
def test_a_letter_that_shows_nothing_is_no_part_of_a_name(letter: str) -> None:
    assert reference_name(f"Mar{letter}ines") == "Marines"
    with pytest.raises(BadFacts):
        reference_name(letter * 3)


def test_a_name_tells_the_side_unless_the_unit_is_hidden() -> None:
    told = {name: squad(name=name, side="Blue") for name in ("Scouts (Blue)", "Scouts (Blue) 2", "Scouts", "Blue")}
    assert [name for name, unit in told.items() if unit.tells_side] == ["Scouts (Blue)", "Scouts (Blue) 2"]
    assert not told["Scouts (Blue)"].model_copy(update={"states": {"hidden": 1}}).tells_side
    assert [ENGLISH(told[name].with_side) for name in ("Scouts (Blue)", "Scouts")] == ["u1", "u1 (Blue)"]


@for_each(
    ("models", "hp", "alive", "strength"),
    [(2, (), True, 2), (0, (), False, 0), (2, (0, 1), True, 1), (2, (0, 0), False, 0), (0, (1,), False, 0)],
)
def test_a_unit_lives_with_models_and_hit_points(models: int, hp: tuple[int, ...], alive: bool, strength: int) -> None:
    unit = squad(models=models, hp=hp)
    assert (unit.alive, unit.strength) == (alive, strength)


def test_states_are_read_as_numbers_words_or_nothing() -> None:
    unit = squad(states={"hit": 2, "near": "u2,u3", "none": ""})
    assert [unit.count(name) for name in ("hit", "near", "x")] == [2, 0, 0]
    assert [unit.word(name) for name in ("hit", "near", "none", "x")] == [None, "u2,u3", None, None]
    assert [unit.words(name) for name in ("hit", "near", "none")] == [(), ("u2", "u3"), ()]
    assert [unit.has(name) for name in ("hit", "none", "x")] == [True, False, False]


def test_weapons_are_lost_by_kind_and_those_left_keep_their_mounts() -> None:
    arms = (Weapon(name="lmg", count=2, mounted=True), Weapon(name="lmg"), Weapon(name="rifle", count=3))
    assert remove_weapons(arms, {"lmg": 1, "rifle": 3}) == (Weapon(name="lmg", mounted=True), Weapon(name="lmg"))
    assert remove_weapons(arms, {"lmg": 9, "bow": 1}) == (Weapon(name="rifle", count=3),)
    assert remove_weapons(arms, {}) == arms
    assert [living_hp(hp) for hp in ((0, 2, 1), (0, 0), ())] == [[2, 1], (0, 0), ()]


def test_a_vehicle_is_a_unit_of_its_own() -> None:
    assert vehicle_faults(squad(models=1)) == []
    assert [ENGLISH(fault) for fault in vehicle_faults(squad(models=2))] == [
        "models: every vehicle is a unit of its own, with 1 model and not 2"
    ]
