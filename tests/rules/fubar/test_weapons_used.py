"""The default firers, and the refusal of a named weapon that cannot fire (Firing; Weapons)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rules.command.legality import Legality, best_legality
from rules.command.system import Board
from rules.fubar.weapons_used import Shooting, bands, can_fire_by, fires_unasked
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import SYSTEM


def armed(weapons: dict[str, int], models: int = 4, **more: Any) -> Unit:
    """Four figures with weapons that they have so many of."""
    carried = tuple(Weapon(name=name, count=count) for name, count in weapons.items())
    profile = {"level": "seasoned"} | more.pop("profile", {})
    given = {"models": models, "starting": models, "weapons": carried, "profile": profile}
    return Unit(id="u1", name="Marines", side="Red", **(given | more))


def shooting_of(unit: Unit, action: str = "aimed_fire", mount: bool = False, **rulings: Any) -> Shooting:
    return Shooting(ruleset_of(SYSTEM, rulings), unit, action, mount)


def fires(of: Shooting, distance: float, text: str = "") -> list[tuple[int, str]]:
    return [(group.count, group.weapon) for group in of.fire(text, Decimal(str(distance)))]


def test_the_best_weapon_is_that_with_the_most_dice_a_hand() -> None:
    """A heavy MG rolls four dice and takes two figures; an LMG rolls three and takes one."""
    both = shooting_of(armed({"heavy_mg": 1, "lmg": 2, "infantry_rifle": 1}, 2, starting=4))
    assert fires(both, 20) == [(2, "lmg")]


def test_a_weapon_gets_a_crew_only_from_the_figures_left() -> None:
    assert fires(shooting_of(armed({"heavy_mg": 1, "lmg": 2})), 20) == [(2, "lmg"), (1, "heavy_mg")]
    assert fires(shooting_of(armed({"heavy_mg": 1, "lmg": 2}, 3, starting=4)), 20) == [(2, "lmg")]


def test_on_a_mount_a_crewed_weapon_takes_one_hand() -> None:
    mounted = shooting_of(armed({"heavy_mg": 1, "lmg": 2}, 2, starting=4), mount=True)
    assert fires(mounted, 20) == [(1, "heavy_mg"), (1, "lmg")]


def test_the_dice_are_those_at_that_distance() -> None:
    """An assault rifle rolls two dice up to 12″, one beyond."""
    one = shooting_of(armed({"assault_rifle": 1, "infantry_rifle": 1}, 1, starting=2))
    assert fires(one, 12) == [(1, "assault_rifle")]
    assert fires(shooting_of(armed({"infantry_rifle": 2, "sniper_rifle": 1}, 2, starting=3)), 24) == [
        (1, "sniper_rifle"),
        (1, "infantry_rifle"),
    ]


def test_suppressed_figures_serve_nothing() -> None:
    assert fires(shooting_of(armed({"infantry_rifle": 4}, states={"suppressed": 3})), 10) == [(1, "infantry_rifle")]
    with pytest.raises(RuleError, match="All 4 figures") as caught:
        fires(shooting_of(armed({"infantry_rifle": 4}, states={"suppressed": 4})), 10)
    assert caught.value.rule == "Firing"


def test_on_a_walk_only_small_arms_and_thrown_grenades_fire() -> None:
    unit = armed({"rpg": 1, "infantry_rifle": 2, "thrown_grenades": 1})
    assert fires(shooting_of(unit, "walk"), 8) == [(1, "thrown_grenades"), (2, "infantry_rifle")]


@for_each(
    ("text", "words"),
    [
        ("3 lmg", "has 2 LMG to fire, not 3"),
        ("2 heavy_mg", "has 1 heavy MG to fire, not 2"),
        ("1 heavy_mg, 2 lmg", "4 standing figures needed to serve these weapons, .* has 3 standing figures"),
    ],
)
def test_a_named_weapon_that_is_absent_is_refused(text: str, words: str) -> None:
    unit = armed({"heavy_mg": 1, "lmg": 2}, 3, starting=4)
    with pytest.raises(RuleError, match=words):
        fires(shooting_of(unit), 20, text)


def test_a_weapon_fires_at_one_target_of_a_volley() -> None:
    of = shooting_of(armed({"lmg": 1, "infantry_rifle": 3}))
    assert fires(of, 20, "1 lmg") == [(1, "lmg")]
    assert fires(of, 20) == [(3, "infantry_rifle")]
    with pytest.raises(RuleError, match="no LMG left to fire"):
        fires(of, 20, "1 lmg")


def test_a_heavy_weapon_without_its_crew_says_whom_it_lacks() -> None:
    with pytest.raises(RuleError, match="on foot needs 2 standing figures, it has 1"):
        fires(shooting_of(armed({"heavy_mg": 1}, 1, starting=2)), 20)


def test_a_vehicle_that_moves_fires_its_best_weapon_alone() -> None:
    tank = armed({"heavy_cannon": 1, "heavy_mg": 1}, 1, profile={"kind": "vehicle", "hull": "heavy", "crew": 3})
    assert fires(shooting_of(tank), 20) == [(1, "heavy_cannon"), (1, "heavy_mg")]
    assert fires(shooting_of(tank, "walk"), 20) == [(1, "heavy_cannon")]
    with pytest.raises(RuleError, match="moves this turn: it fires one weapon only"):
        fires(shooting_of(tank, "walk"), 20, "1 heavy_cannon, 1 heavy_mg")


def test_who_has_fallen_with_which_weapon_is_asked_by_the_ruling() -> None:
    fallen = armed({"lmg": 1, "infantry_rifle": 3}, 2, starting=4)
    assert shooting_of(fallen).is_picked_by_ruling("")
    asks = shooting_of(fallen, best_weapon_survives="no")
    with pytest.raises(MissingFacts) as caught:
        fires(asks, 20)
    [ask] = caught.value.asks
    assert ask.option == "firers"
    assert "2 figures of" in ENGLISH(ask.question)
    assert asks.is_picked_by_ruling("1 lmg")
    whole = armed({"lmg": 1, "infantry_rifle": 3})
    assert fires(shooting_of(whole, best_weapon_survives="no"), 20) == [(1, "lmg"), (3, "infantry_rifle")]
    assert not shooting_of(whole).is_picked_by_ruling("")


def test_a_shot_that_is_warned_of_with_any_firers_is_declared_so() -> None:
    """The weapons of the fallen are asked as well, but no answer removes the warning."""
    fallen = armed({"rpg": 1, "infantry_rifle": 3}, 2, starting=4)
    before_it = Board(Game(), SYSTEM, ruleset_of(SYSTEM, {"best_weapon_survives": "no"}))
    enemy = armed({"infantry_rifle": 4}).model_copy(update={"id": "u2", "side": "Blue"})

    def declared(**states: int) -> Legality:
        firing = fallen.model_copy(update={"states": states})
        game = Game(units={one.id: one for one in (firing, enemy)}, order=("Red", "Blue"))
        return best_legality(before_it._replace(game=game), Request("fire", unit=("u1",), target=("u2",), side="Red"))

    assert declared(tried=1, activated=1) is Legality.NEEDS_INPUT
    assert declared(tried=1) is Legality.WARNED


def test_no_question_for_the_firers_where_all_are_suppressed() -> None:
    """No answer would do: the shot is refused at once."""
    fallen = armed({"lmg": 1, "infantry_rifle": 3}, 2, starting=4, states={"suppressed": 2})
    with pytest.raises(RuleError, match="suppressed"):
        fires(shooting_of(fallen, best_weapon_survives="no"), 20)


def test_the_bands_of_a_unit_are_the_ranges_of_its_weapons() -> None:
    board = Board(Game(), SYSTEM, ruleset_of(SYSTEM))
    assert [int(band.high) for band in bands(board, armed({"assault_rifle": 3, "rpg": 1}))] == [6, 12, 24]
    assert bands(board, armed({})) == ()


def test_a_unit_that_was_asked_about_once_fires_by_its_action_mount_and_rulings_each_time() -> None:
    """One figure serves a heavy machine gun only on the mount of a bunker, and never on a walk."""
    lone, squad = armed({"heavy_mg": 1}, models=1), armed({"heavy_mg": 1, "rpg": 2}, models=3, starting=4)
    yes, no = (Board(Game(), SYSTEM, ruleset_of(SYSTEM, {"best_weapon_survives": ruling})) for ruling in ("yes", "no"))
    asked = [fires_unasked(no, lone, *how) for how in (("aimed_fire", False), ("aimed_fire", True), ("walk", True))]
    assert asked == [False, True, False]
    assert [can_fire_by(no, squad, action) for action in ("aimed_fire", "walk", "aimed_fire")] == [True, False, True]
    assert [fires_unasked(board, squad, "aimed_fire", False) for board in (yes, no, yes)] == [True, False, True]
