"""The base of rows of table files."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Row(BaseModel):
    """A row of a table file: it has no unknown values and never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
