"""Tests of the range of a field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError


def takes_only(
    model: type[BaseModel], others: Mapping[str, Any], name: str, good: Iterable[Any], bad: Iterable[Any]
) -> None:
    """Assert that the field keeps each valid value unchanged, and rejects each invalid one by name."""
    for value in good:
        assert getattr(model.model_validate({**others, name: value}), name) == value
    for value in bad:
        with pytest.raises(ValidationError) as fault:
            model.model_validate({**others, name: value})
        assert [error["loc"][0] for error in fault.value.errors()] == [name]
