"""Who may know what a unit is, where it is put into words (see `bot.game.visibility`)."""

from __future__ import annotations

from bot.game.visibility import is_card, knows, number_of_card

__all__ = ["is_card", "knows", "number_of_card"]
