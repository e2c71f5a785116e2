"""The largest questions that players can ask: a hundred against a hundred, for every action with dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.bayonet.table import figure
from tests.rules.bayonet.table import shot as bayonet_shot
from tests.rules.fubar.table import at_vehicle, shot, unit
from tests.rules.openfire_d12.table import armed, attack
from tests.rules.openfire_d12.table import unit as core_unit
from tests.rules.openfire_ww2.table import fighter, rifle, shell, squad, tank, weapon
from tests.rules.openfire_ww2.table import shot as ww2_shot
from tests.rules.opreb.cases import fire, target

Facts = dict[str, Any]
HUNDRED: Facts = squad(men=100, starting=100)
CORE = core_unit(100)
DOWN = unit("veteran", 100, suppressed=50)
LINE = unit("seasoned", 100, suppressed=50, armour="medium")


def _at(facts: Facts, weapon: Facts, *more: Facts) -> Facts:
    return facts | {"weapons": [{"weapon": one, "teams": 100} for one in (weapon, *more)]}


def _armed_side(*weapons: Facts) -> Facts:
    """Return a side of an assault with several kinds of weapon."""
    return HUNDRED | {"wpn": 5, "weapons": [{"weapon": one, "teams": 50} for one in weapons]}


_TWO = (weapon(), weapon(pen=6))
_HITS = [[squad(men=100, starting=100) | {"name": name} for name in "abcdefgh"]] * 3
_STRUCK = [{"figure": figure(physical_cf=at % 5), "ring_distance": at * 0.4} for at in range(12)]
_CROWD = [figure(physical_cf=at % 5) | {"cover": at % 4} for at in range(100)]
_INSIDE = [{"figures": 100, "armour": "light"}, {"figures": 100, "armour": "medium"}]

HUNDREDS: Mapping[str, Mapping[str, list[Facts]]] = {
    "fubar": {
        "fire": [
            shot((100, "infantry_rifle"), attacker=unit(figures=100), target=unit(figures=100, armour="medium")),
            shot((100, "lmg"), attacker=unit("veteran", 100), target=unit("elite", 100, armour="light", suppressed=30)),
        ],
        "fire_at_vehicle": [
            at_vehicle((100, "infantry_rifle"), attacker=unit("veteran", 100), facing="front"),
            at_vehicle(
                (100, "rpg"),
                attacker=unit("veteran", 100),
                vehicle={"armour": "none", "units": _INSIDE, "crew": {"figures": 100}},
            ),
        ],
        "activate": [{"unit": unit("green", 100, suppressed=100), "out_of_touch": 2}],
        "close_combat": [
            {"attacker": unit("veteran", 100), "defender": unit(figures=100, armour="light")},
            {"attacker": DOWN, "defender": LINE},
        ],
        "withdraw": [{"unit": unit(figures=100, suppressed=1), "pursuer": unit("elite", 100)}],
        "ram": [{"unit": unit(figures=100, armour="heavy", suppressed=90), "in_path": 100}],
        "initiative": [{"sides": [{"modifier": n % 3} for n in range(6)]}],
    },
    "opreb": {
        "fire": [
            fire(
                attacker={"skill": 5, "band": 8, "in_position": False},
                shooters=[{"count": 100, "rof": 3}],
                target=target(models=100, cover=cover),
                nearest_cover={"kind": "hard", "distance": 7},
            )
            for cover in ("open", "light", "hard")
        ],
        "morale": [{"unit": {"skill": 5, "pinned": 100}}],
        "tac_move": [{"unit": {"skill": 5}}],
        "rally": [{"unit": {"skill": 5, "pinned": 100}}],
        "activate": [{"unit": {"models": 100, "wounds": 100, "pinned": 50}}],
        "initiative": [{"sides": [{"skill": 3 + n % 3} for n in range(8)]}],
    },
    "openfire_ww2": {
        "fire": [
            _at(ww2_shot(HUNDRED), weapon()),
            _at(ww2_shot(HUNDRED), *_TWO),
            _at(ww2_shot(tank(hp=100, weapons=100)), weapon(pen=8), weapon(pen=6)),
            _at(ww2_shot(tank(), facing="side"), weapon(pen=8), weapon(pen=6)),
            ww2_shot(HUNDRED, shell(), bystanders=[HUNDRED] * 10),
        ],
        "blast": [{"weapon": shell(), "hits": 20, "bystanders": [HUNDRED] * 10}],
        "morale": [{"unit": {"mor": 8, "rank": "trained", "men": 30, "starting": 100}}],
        "assault": [
            {"attacker": fighter(HUNDRED, teams=100), "defender": fighter(HUNDRED, teams=100)},
            {"attacker": _armed_side(*_TWO, weapon(pen=7)), "defender": _armed_side(*_TWO, weapon(rof=2, pen=8))},
        ],
        "artillery": [{"weapon": shell(mobility="artillery"), "targets": _HITS}],
        "button_vehicle": [_at(ww2_shot(tank()), rifle())],
        "minefield": [{"kind": "infantry", "models": 100, "trn": 5}],
    },
    "openfire_d12": {
        "fire": [
            attack(armed(100), attacker=CORE, target=CORE, distance=12, cover="light"),
            attack(armed(100, att=3, dmg=2), attacker=CORE, target=CORE),
            attack(armed(50, att=2), armed(50, dmg=2, prc=2), attacker=CORE, target=core_unit(100, max_hp=3)),
            attack(
                armed(30), armed(30, dmg=2), armed(40, dmg=3, prc=1), attacker=CORE, target=core_unit(100, max_hp=6)
            ),
        ],
        "dangerous": [{"unit": core_unit(100, max_hp=3)}],
        "initiative": [{"players": 6}],
        "roll_off": [{"sides": 20, "dice": 100}],
        "test": [{"unit": core_unit(100), "attribute": "skl", "times": 100}],
    },
    "bayonet": {
        "fire": [
            bayonet_shot(
                shooter=figure(range_cf=6),
                area={},
                targets=_STRUCK,
                into_combat="overlap",
                bystanders=_CROWD,
            ),
        ],
        "assault": [{"attacker": figure(), "defender": figure(), "aiding": 100}],
        "afterwards": [{"downed": downed} for downed in (12, 23, 24, 100)],
        "initiative": [{"sides": 7}],
    },
}
