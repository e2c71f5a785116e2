"""The declarations of each system, word for word, so that a file shows each change of a name, option or default.

With ADJUTANT_TEST_WRITE=1 the files are written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.systems import ACTION_SETS
from rules.kernel.action import ActionSet
from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from tests.rules.declared import declared
from tests.rules.test_every_system import cases

HERE = Path(__file__).parent


@pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)
def test_a_system_and_the_campaign_declare_the_same_as_before(system: ActionSet) -> None:
    kept, now = HERE / system.key / "declared.txt", "\n".join([*declared(system), *goals(system)]) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        kept.write_text(now, encoding="utf-8")
    assert now.splitlines() == kept.read_text(encoding="utf-8").splitlines()


def goals(system: ActionSet) -> Iterator[str]:
    """Yield the number that counts most in each action, as its examples have it: its names, whole and degrees."""
    for key, some in cases(system).items():
        action, book = system.actions[key], ruleset_of(system)
        aims = [action.aim(action.plan(validate(action.facts, facts), book)) for facts in some]
        told = [(aim.what, aim.code, aim.whole, *map(ENGLISH, aim.steps)) for aim in aims if aim]
        yield from (f"actions.{key}.goal: {'; '.join(map(str, one))}" for one in dict.fromkeys(told))
