"""The scenario of a game: its last turn, its goal in the players' words, and what decides it."""

from __future__ import annotations

from typing import Literal

from rules.game.game import Game, GameEvent
from rules.game.tabletop import Scenario


class ScenarioSet(GameEvent):
    """The scenario of the game is set or changed."""

    kind: Literal["scenario"] = "scenario"
    scenario: Scenario

    def apply(self, game: Game) -> None:
        game.scenario = self.scenario
