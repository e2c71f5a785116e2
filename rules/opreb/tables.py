"""The board of Open Rebellion as its rules in Python read it."""

from __future__ import annotations

from typing import Any

from rules.command import system

Board = system.Board[Any, Any]
