"""Live plays over every face have exactly the odds of the case; over every number of bangs: test_every_system.py."""

from __future__ import annotations

from tests.rows import for_each
from tests.rules.opreb.cases import CASES, fire, target
from tests.rules.opreb.playing import chances, every_face

# Three skill dice less two: pools small enough to play every face.
FEW = {"skill": 3, "pinned": 2}
SMALL = fire(attacker=fire()["attacker"] | FEW, target=target(**FEW))
SMALL |= {"nearest_cover": {"kind": "light", "distance": 6}}


def test_every_face_of_a_fire_agrees_with_the_odds() -> None:
    rulings = {"pin_effect": "minus_skill_die"}
    assert every_face("fire", SMALL, **rulings) == chances("fire", SMALL, **rulings)


@for_each("action", ["morale", "tac_move", "activate", "rally"])
def test_every_face_of_a_test_agrees_with_the_odds(action: str) -> None:
    for facts in CASES[action][:1]:
        assert every_face(action, facts) == chances(action, facts)
