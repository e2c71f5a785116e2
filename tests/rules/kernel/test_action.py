"""The states of a unit, each once."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from data import SYSTEMS, system_of
from rules.kernel.action import State, by_name
from rules.kernel.text import Text

MOVED = State("moved", Text("movement"), ("turn_end",), Text("has moved"))


def test_no_state_is_listed_twice() -> None:
    assert by_name((MOVED, MOVED._replace(name="fired"))).keys() == {"moved", "fired"}
    with pytest.raises(ValueError, match="moved"):
        by_name((MOVED, MOVED._replace(quiet=True)))


IN_PYTHON = [one.key for one in SYSTEMS if find_spec(f"rules.{one.key}") and find_spec(f"rules.{one.key}.states")]


@pytest.mark.parametrize("key", IN_PYTHON)
def test_every_system_lists_each_of_its_states_once(key: str) -> None:
    """A file of rows names each once, or it cannot be read."""
    assert by_name(import_module(f"rules.{key}.states").LISTED) == system_of(key).states
