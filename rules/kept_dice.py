"""Throws whose dice stay as they lie, for when their command is given again."""

from __future__ import annotations

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from rules.table import Source


class Laid(BaseModel):
    """A throw that lies on the table already; `nth` counts the actions of its command from 0.

    `added` are the last faces, which the bot threw for a player.
    """

    model_config = ConfigDict(frozen=True)

    nth: int
    key: str = Field(validation_alias=AliasChoices("key", "label"))
    sides: int
    faces: tuple[int, ...]
    source: Source
    added: int = 0

    @property
    def own(self) -> tuple[int, ...]:
        """The faces that a player's own dice showed."""
        return () if self.source == "bot" else self.faces[: len(self.faces) - self.added]
