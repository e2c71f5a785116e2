"""The bot killed at random, while it plays and while it migrates an older record: nothing acknowledged is lost.

A few rounds here; ADJUTANT_TEST_KILLS=300 for as many.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.programs import run

ROUNDS = os.environ.get("ADJUTANT_TEST_KILLS", "6")


def test_nothing_that_was_acknowledged_is_lost_in_a_kill(tmp_path: Path) -> None:
    done = run("tests.bot.store.killing", str(tmp_path), ROUNDS, timeout=60 + 20 * int(ROUNDS))
    print(done.stdout)
    assert done.returncode == 0, done.stderr
