"""The people at the table."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Player(BaseModel):
    """A person at the table. `side` is None for an umpire who plays none; `dice` is "bot" or "physical"."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    side: str | None = None
    umpire: bool = False
    dice: Literal["bot", "physical"] = "bot"
