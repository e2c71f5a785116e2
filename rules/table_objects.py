"""What lies on the table beside units."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class TableObject(BaseModel):
    """An object on the table: an objective, smoke, gas, a minefield, terrain. `turns` left, or None for lasting.

    An objective has a side as its `holder`, and the `unit` of it that does so, where somebody named one.
    """

    model_config = ConfigDict(frozen=True)

    kind: str
    label: str
    radius: float = 0
    turns: int | None = None
    keywords: tuple[str, ...] = ()
    holder: str | None = None
    unit: str | None = None

    @property
    def freed(self) -> TableObject:
        """The same, held by nobody."""
        return self.model_copy(update={"holder": None, "unit": None})
