"""The words and bands of Open Rebellion as its rules in Python read them."""

from __future__ import annotations

from typing import Any, Literal

from rules.command import system

Cover = Literal["open", "light", "hard"]

Board = system.Board[Any, Any]
