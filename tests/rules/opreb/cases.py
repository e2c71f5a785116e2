"""Small facts for every action, for tests that play all possible rolls."""

from __future__ import annotations

from typing import Any


def fire(**changes: Any) -> dict[str, Any]:
    """Return fire of one model at a squad in the open, 4 dice against 3; `changes` replace or add fields."""
    facts: dict[str, Any] = {
        "attacker": {"skill": 3, "band": 8, "in_position": False},
        "shooters": [{"count": 1, "rof": 1}],
        "support": [],
        "distance": 7.9,
        "target": {"skill": 3, "models": 4, "cover": "open", "in_position": False, "hidden": False},
    }
    return facts | changes


def target(**changes: Any) -> dict[str, Any]:
    """Return the target squad, with changes."""
    found: dict[str, Any] = fire()["target"]
    return found | changes


CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        fire(),
        fire(nearest_cover={"kind": "hard", "distance": 6}),
        fire(target=target(cover="light"), nearest_cover={"kind": "hard", "distance": 3}),
        fire(target=target(cover="hard")),
        fire(target=target(cover="hard", in_position=True), lowers_tier=True, flanked=True),
    ],
    "morale": [{"unit": {"skill": 3}}, {"unit": {"skill": 5}}],
    "tac_move": [{"unit": {"skill": 3}}, {"unit": {"skill": 4}}],
    "initiative": [{"sides": [{"skill": 3}, {"skill": 3}]}, {"sides": [{"skill": 3}, {"skill": 4}, {"skill": 3}]}],
    "activate": [
        {"unit": {"models": 2, "wounds": 4, "pinned": 1}},
        {"unit": {"models": 6, "wounds": 0, "pinned": 0}},
    ],
    "rally": [{"unit": {"skill": 3, "pinned": 2}}, {"unit": {"skill": 4, "pinned": 9}}],
    "movement": [{"action": "standard"}, {"action": "tac_move"}],
}
