"""Options of rulings that had another name in earlier versions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel

from rules.kit.rulings import earlier_code, ruling


class Rulings(BaseModel):
    grenades: Annotated[Literal["roll", "sure"], earlier_code("throw", "roll")] = ruling("sure", "Grenades.")


def test_an_option_of_an_earlier_version_is_read_under_its_new_name() -> None:
    read = [Rulings.model_validate({"grenades": said}).grenades for said in ("throw", "roll", "sure")]
    assert read == ["roll", "roll", "sure"]
