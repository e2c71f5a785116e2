"""The states of a unit, each once."""

from __future__ import annotations

from importlib import import_module

import pytest

from data import SYSTEMS
from rules.command.system import System
from rules.kernel.action import State, by_name
from rules.kernel.text import Text

MOVED = State("moved", Text("movement"), ("turn_end",), Text("has moved"))


def test_no_state_is_listed_twice() -> None:
    assert by_name((MOVED, MOVED._replace(name="fired"))).keys() == {"moved", "fired"}
    with pytest.raises(ValueError, match="moved"):
        by_name((MOVED, MOVED._replace(quiet=True)))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_system_lists_each_of_its_states_once(system: System) -> None:
    listed = import_module(f"rules.{system.key}.states").LISTED
    assert by_name(listed) == system.states
