"""Whether a field takes what it should and nothing beyond."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError


def takes_only(
    model: type[BaseModel], others: Mapping[str, Any], name: str, good: Iterable[Any], bad: Iterable[Any]
) -> None:
    """The field keeps each good value as it is, and is itself to blame for each bad one."""
    for value in good:
        assert getattr(model.model_validate({**others, name: value}), name) == value
    for value in bad:
        with pytest.raises(ValidationError) as fault:
            model.model_validate({**others, name: value})
        assert [error["loc"][0] for error in fault.value.errors()] == [name]
