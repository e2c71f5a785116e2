"""Pools with reasons, choices and named numbers in a file: its odds equal those of Open Rebellion in Python."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from data import system_of
from rules.command.contract import parse_ruling
from rules.command.effects import initial_rulings
from rules.command.force import muster_units, specs
from rules.command.system import Board
from rules.files.system import read_system
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.table_events import SidesNamed
from rules.kernel.errors import RuleError
from rules.kernel.request import bare_request, changed
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import Sitting

TEXT = (Path(__file__).parent / "bangs.toml").read_text(encoding="utf-8")
SYSTEM = read_system(TEXT.encode(), "bangs.toml")
TABLE = Sitting(SYSTEM)
PYTHON = system_of("opreb")


def in_python(action: str, facts: Mapping[str, Any], fields: tuple[str, ...], *choose: str, **rulings: Any) -> Any:
    return _by(Sitting(PYTHON, rulings, choose).chances(action, facts), fields)


def in_file(action: str, facts: Mapping[str, Any], fields: tuple[str, ...], *choose: str, **rulings: Any) -> Any:
    return _by(Sitting(SYSTEM, rulings, choose).chances(action, facts), fields)


def _by(chances: Mapping[Any, Fraction], fields: tuple[str, ...]) -> dict[tuple[Any, ...], Fraction]:
    """Return the chances of some fields of the outcome together; a test is True if it is passed."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for outcome, p in chances.items():
        values = (getattr(outcome, name) for name in fields)
        key = tuple(value == "passed" if isinstance(value, str) else value for value in values)
        found[key] = found.get(key, Fraction(0)) + p
    return found


# A shot: each case as the facts of the Python rules and as those of the file.

SMALL = {"rifle": (1, 8), "assault_rifle": (2, 8), "smg": (3, 4), "long_rifle": (1, 12)}
SUPPORT = {"saw": 2, "hmg": 3}


class Shot:
    """A shot with the state of both units, their weapons and the ground."""

    def __init__(self, weapons: Mapping[str, int], distance: float, cover: str = "open", **more: Any) -> None:
        self.weapons, self.distance, self.cover, self.more = weapons, distance, cover, more

    @property
    def python(self) -> dict[str, Any]:
        band = next((SMALL[name][1] for name in self.weapons if name in SMALL), 8)
        small = [{"count": n, "rof": SMALL[name][0]} for name, n in self.weapons.items() if name in SMALL]
        support = [{"weapon": name, "count": n} for name, n in self.weapons.items() if name in SUPPORT]
        kind, distance = self.more.get("near", (None, None))
        attacker = {"skill": 4, "pinned": self.more.get("own_pinned", 0), "in_position": self.more.get("ready", False)}
        target = {name: self.more.get(name, default) for name, default in (("skill", 3), ("pinned", 0))}
        target |= {name: self.more.get(name, False) for name in ("in_position", "hidden")}
        found = {
            "attacker": attacker | {"band": band},
            "shooters": small,
            "support": support,
            "distance": self.distance,
            "target": target | {"models": 6, "cover": self.cover},
            "nearest_cover": {"kind": kind, "distance": distance} if kind else None,
            **{name: self.more.get(name, False) for name in ("flanked", "lowers_tier")},
        }
        return found | ({"short_of_it": "open"} if self.more.get("short_open") else {})

    @property
    def file(self) -> dict[str, Any]:
        ready = self.more.get("ready", False)
        kind, distance = self.more.get("near", (None, 0))
        fired = {name: n for name, n in self.weapons.items() if name in SMALL or ready}
        own = {"skill": 4, "pinned": self.more.get("own_pinned", 0), "in_position": ready, "models": 9}
        target = {name: self.more.get(name, default) for name, default in (("skill", 3), ("pinned", 0))}
        target |= {name: self.more.get(name, False) for name in ("in_position", "hidden")}
        return {
            "attacker": own,
            "target": target | {"models": 6},
            "weapons": [{"weapon": name, "count": n} for name, n in fired.items()],
            "distance": self.distance,
            "cover": self.cover,
            **({f"near_{kind}": distance} if kind else {}),
            **{name: self.more.get(name, False) for name in ("flanked", "lowers_tier", "short_open")},
        }


MARKS: dict[str, Any] = {"in_position": True, "hidden": True}
SHOTS = [
    Shot({"rifle": 5}, 7.9),
    Shot({"assault_rifle": 5, "saw": 1}, 16),
    Shot({"assault_rifle": 5, "saw": 1}, 19, ready=True),
    Shot({"long_rifle": 4, "hmg": 1}, 24, "hard", ready=True),
    Shot({"smg": 4}, 11.5, "hard", in_position=True),
    Shot({"smg": 4}, 3, "hard", in_position=True, lowers_tier=True),
    Shot({"smg": 4}, 4, "hard", hidden=True, in_position=True),
    Shot({"rifle": 6}, 9, "light"),
    Shot({"rifle": 6}, 9, "light", near=("hard", 6)),
    Shot({"rifle": 6}, 9, "light", near=("hard", 8), skill=5, **MARKS),
    Shot({"rifle": 6}, 9, "light", near=("light", 3)),
    Shot({"rifle": 6}, 9, near=("light", 6.5)),
    Shot({"rifle": 6}, 9, near=("hard", 9), skill=5, pinned=1),
    Shot({"rifle": 6}, 9, near=("hard", 6), lowers_tier=True, **MARKS),
    Shot({"rifle": 6}, 9, "hard", flanked=True),
    Shot({"rifle": 6}, 9, "hard", flanked=True, near=("hard", 6), short_open=True),
    Shot({"rifle": 6}, 9, pinned=2, own_pinned=1),
    Shot({"rifle": 6}, 9, "light", pinned=7, own_pinned=9, near=("hard", 3)),
]
ANSWERS = {("yes", "yes"): ("test", "go"), ("yes", "no"): ("test", "stay"), ("no", "yes"): ("fail", "go")}
SEEN = {"damage": "damage", "fell_back": "runs", "fall_back_inches": "gone", "tier": "tier"}
SEEN |= {"wounds": "wounded", "pinned": "held"}


@for_each(
    ("shot", "effect"),
    [
        (shot, effect)
        for shot in SHOTS
        for effect in ("none", "minus_skill_die", "no_move")
        if effect != "no_move" or {"pinned", "own_pinned"} & shot.more.keys()
    ],
)
def test_a_shot_of_two_pools_has_the_odds_of_the_same_shot_in_python(shot: Shot, effect: str) -> None:
    for (stays, goes), (morale, fall_back) in ANSWERS.items():
        theirs = in_python(
            "fire", shot.python, tuple(SEEN), f"morale={morale}", f"fall_back={fall_back}", pin_effect=effect
        )
        ours = in_file("fire", shot.file, tuple(SEEN.values()), f"stays={stays}", f"goes={goes}", pin_effect=effect)
        assert _without_tier_of_no_damage(ours) == _without_tier_of_no_damage(theirs)


def _without_tier_of_no_damage(found: Mapping[tuple[Any, ...], Fraction]) -> dict[tuple[Any, ...], Fraction]:
    return {(one if one[0] else (0,)): p for one, p in found.items()}


@for_each(("skill", "pinned"), list(product((3, 4, 5), (0, 2, 6))))
@for_each("effect", ["none", "minus_skill_die"])
def test_tests_by_the_number_of_their_successes_have_the_same_odds(skill: int, pinned: int, effect: str) -> None:
    theirs, ours = {"unit": {"skill": skill, "pinned": pinned}}, {"unit": {"skill": skill, "pinned": pinned}}
    ours["unit"]["models"] = 6
    for needed in (1, 2, 3):
        passed = in_python("morale", theirs, ("passed",), morale_bangs=needed, pin_effect=effect)
        assert in_file("morale", ours, ("nerve",), morale_bangs=needed, pin_effect=effect) == passed
    inches = in_python("tac_move", theirs, ("bangs", "inches"), pin_effect=effect)
    assert in_file("tac_move", ours, ("bangs", "inches"), pin_effect=effect) == inches


@for_each("ruling", ["bangs_plus_one", "all", "none"])
@for_each("pinned", [0, 1, 5])
def test_a_number_between_dice_has_the_same_odds(pinned: int, ruling: str) -> None:
    facts = {"unit": {"skill": 4, "pinned": pinned}}
    theirs = in_python("rally", facts, ("pinned_removed",), pin_removal=ruling)
    ours = in_file("rally", {"unit": {**facts["unit"], "models": 6}}, ("removed",), pin_removal=ruling)
    assert {-n: p for (n,), p in ours.items()} == {n: p for (n,), p in theirs.items()}


@for_each("ruling", ["bang", "wound", "none"])
@for_each(("models", "wounds"), [(6, 0), (6, 3), (2, 4)])
def test_wound_markers_that_are_settled_have_the_same_odds(models: int, wounds: int, ruling: str) -> None:
    facts = {"unit": {"models": models, "wounds": wounds, "pinned": 0}}
    theirs = in_python("activate", facts, ("kills",), wound_kill=ruling)
    assert in_file("activate", {"unit": {**facts["unit"], "skill": 3}}, ("kills",), wound_kill=ruling) == theirs


# The reasons for a number of dice.


def lines(action: str, facts: Mapping[str, Any], dice: list[int], at: int = 0, **rulings: Any) -> list[tuple[str, int]]:
    step = Sitting(SYSTEM, rulings).play(action, facts, dice).played.steps[at]
    return [(ENGLISH(line.why), line.value) for line in step.throw.ledger if line.of == "dice"]


def test_a_pool_has_a_reason_for_all_of_its_dice() -> None:
    """A kind of weapon is a reason, and so is a modifier with `dice = true`."""
    shot = Shot({"assault_rifle": 5, "saw": 1}, 17, "light", ready=True)
    dice = [1] * 16 + [1] * 9
    assert lines("fire", shot.file, dice) == [("5 assault rifles", 10), ("1 SAW", 2), ("4 skill dice", 4)]
    assert lines("fire", shot.file, dice, 1) == [("3 skill dice", 3), ("2 full bands", 2), ("in cover", 4)]


def test_a_pool_never_has_fewer_dice_than_its_least() -> None:
    few = TEXT.replace(
        'by = "unit", dice = 0, as = "bangs", for = "morale"', 'by = "unit", dice = 0, least = 5, as = "bangs"'
    )
    [step] = Sitting(read_system(few.encode(), "few.toml")).play("rally", RALLY, [1] * 5).played.steps
    assert [(ENGLISH(one.why), one.value) for one in step.throw.ledger if one.of == "dice"] == [
        ("4 skill dice", 4),
        ("never fewer than 5", 1),
    ]


RALLY = {"unit": {"skill": 4, "pinned": 1, "models": 6}}


@for_each(("ruling", "said"), [(1, "morale check"), (3, "morale check, 3 to pass")])
def test_the_ledger_of_a_test_says_how_many_successes_pass(ruling: int, said: str) -> None:
    [step] = Sitting(SYSTEM, {"morale_bangs": ruling}).play("morale", RALLY, [1] * 4).played.steps
    assert ENGLISH(step.throw.ledger[0].why) == said


def test_a_pool_of_more_dice_than_odds_can_take_is_refused() -> None:
    with pytest.raises(RuleError, match="at most 500 dice"):
        TABLE.chances("fire", Shot({"smg": 100, "assault_rifle": 100}, 4).file)


# The weapons of a pool.


def shot(models: int = 6, **options: Any) -> Any:
    """Return the facts of a shot by a heavy weapons squad in position: four long rifles, and an HMG with two crew."""
    game = Game()
    for event in (*initial_rulings(SYSTEM), SidesNamed(sides=("Red", "Blue"))):
        game.apply(event)
    for side, force in (("Red", "other"), ("Blue", "one")):
        for unit in muster_units(SYSTEM, game, side, specs(SYSTEM, SYSTEM.forces[force]), None):
            game.apply(UnitPlaced(unit=unit))
    heavy, *_, foe = game.units.values()
    game.units[heavy.id] = heavy.model_copy(update={"models": models, "states": {"in_position": 1}})
    request = changed(bare_request("fire"), unit=(heavy.id,), target=(foe.id,), distance=(Decimal(20),), **options)
    return SYSTEM.commands["fire"](Board.of(game, SYSTEM), request).make_plan().plays[0].facts


def fire_pools(models: int, *firers: str) -> list[tuple[str, int]]:
    return [(one.weapon, one.count) for one in shot(models, firers=firers).weapons]


@for_each(("models", "there"), [(6, ["long_rifle", "hmg"]), (5, ["long_rifle"]), (2, ["long_rifle"])])
def test_a_weapon_takes_as_many_models_as_its_crew(models: int, there: list[str]) -> None:
    assert [name for name, _ in fire_pools(models)] == there


def test_weapons_that_are_named_take_no_more_models_than_there_are() -> None:
    assert fire_pools(5, "3 long rifle, hmg") == [("long_rifle", 3), ("hmg", 1)]
    with pytest.raises(RuleError, match="has 5 models"):
        fire_pools(5, "4 long rifle, hmg")


# Numbers that only players see, and numbers to settle first.


def test_a_situation_may_have_a_number() -> None:
    codes = [one.code for one in SYSTEM.commands["fire"].situations if one.length]
    assert codes == [f"{name}={n}" for name in ("near_light", "near_hard") for n in (3, 6, 7, 8, 9, 10)]
    assert (shot(situation=("near_hard=6.5",)).near_hard, shot().near_hard) == (Decimal("6.5"), 0)
    counted = TEXT.replace("10], inches = true }\nnear_hard", "10] }\nnear_hard")
    facts = read_system(counted.encode(), "bangs.toml").actions["fire"].facts.model_fields
    assert (facts["near_light"].annotation, facts["near_hard"].annotation) == (int, Decimal)


def test_a_ruling_may_be_a_number() -> None:
    """It is typed as one, and a variant names it as one."""
    assert parse_ruling(SYSTEM, "morale_bangs", "2") == {"morale_bangs": 2}
    club = b'base = "bangs"\n[system]\nkey = "club"\nname = "Club"\n[rulings]\nmorale_bangs = 3\n'
    assert read_system(club, "club.toml", {"bangs": SYSTEM}).rulings().morale_bangs == 3
