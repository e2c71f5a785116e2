"""A unit in a menu: with its side, its strength and its states."""

from __future__ import annotations

from fractions import Fraction

from bot.services.play.target_odds import TargetChance
from cogs.components.controls import MenuOption
from cogs.components.play.unit_menu import add_odds, foe_options, unit_option
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.text import Term, Text
from tests.rows import for_each
from tests.rules.opponent.test_decide import system_of, to_go, with_unit

WORDS = Reader(language("en"))


def test_a_unit_shows_how_many_are_left_where_it_has_several() -> None:
    board = to_go(system_of("fubar"))
    section = next(one for one in board.game.units.values() if one.starting > 1)
    single = next(one for one in board.game.units.values() if one.starting == 1)
    assert f"{section.models}/{section.starting}" in unit_option(WORDS, board, section).about
    assert "1/1" not in unit_option(WORDS, board, single).about


def test_a_short_menu_leaves_out_the_activation_of_a_unit() -> None:
    board = to_go(system_of("fubar"))
    section = next(one for one in board.game.units.values() if one.starting > 1)
    gone = section.model_copy(update={"states": {**section.states, "tried": 1, "activated": 1, "suppressed": 2}})
    board = with_unit(board, gone)
    strength = f"Red · {section.models}/{section.starting}"
    assert unit_option(WORDS, board, gone).about == f"{strength} · activated · suppressed 2"
    assert unit_option(WORDS, board, gone, lean=True).about == f"{strength} · suppressed 2"


def test_a_vehicle_may_fire_at_any_enemy_or_at_several_and_drive_into_infantry_alone() -> None:
    """Messages of earlier versions have this menu."""
    board = to_go(system_of("fubar"))
    vehicle = next(one for one in board.game.units_of_side("Red") if one.name == "IFV")
    active = with_unit(board, vehicle.model_copy(update={"states": {"tried": 1, "activated": 1}}))
    options = foe_options(WORDS, active, active.game.units[vehicle.id])
    assert [(one.label, one.value) for one in options] == [
        ("Fire: Militia", "fire/u5"),
        ("Fire: Planet defence squad", "fire/u6"),
        ("Fire: HMG team", "fire/u7"),
        ("Fire: Technical", "fire/u8"),
        ("Split fire …", "fire/"),
        ("Drive into infantry: Militia", "act:ram/u5"),
        ("Drive into infantry: Planet defence squad", "act:ram/u6"),
        ("Drive into infantry: HMG team", "act:ram/u7"),
    ]
    assert foe_options(WORDS, board, vehicle) == []


HIT, LOST, DOWN = Text("suppressed"), Term("casualties", 1, plural=True), Text("downed")


@for_each(
    ("about", "effects", "shown"),
    [
        ("8/8", ((HIT, "7/8"), (LOST, "1/3"), (DOWN, "1/9")), "8/8 · 88 % suppressed, 33 % at least 1 casualty"),
        ("8/8", (), "8/8 · no effect"),
        ("", ((DOWN, "1/2"),), "50 % downed"),
        ("x" * 100, ((Text("y" * 60), "1/2"),), f"{'x' * 31}… · 50 % {'y' * 60}"),
        ("x", ((Text("y" * 91), "1/2"),), f"x · 50 % {'y' * 91}"),
        ("x", ((Text("y" * 92), "1/2"),), f"50 % {'y' * 92}"),
    ],
)
def test_a_target_shows_the_chances_of_two_effects_as_far_as_there_is_room(
    about: str, effects: tuple[tuple[Text, str], ...], shown: str
) -> None:
    chance = TargetChance(Fraction(1), tuple((effect, Fraction(p)) for effect, p in effects))
    assert add_odds(WORDS, MenuOption("Militia", "u5", about), chance).about.replace("\u00a0", " ") == shown
