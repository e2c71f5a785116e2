"""A program that is forked is one that was started: own arguments, folder, environment, streams and end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests import programs


def test_a_program_has_its_own_words_folder_environment_and_streams(tmp_path: Path) -> None:
    env = {**programs.without_settings(), "ADJUTANT_DATABASE": "own.sqlite"}
    done = programs.run("bot", "games", cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"ADJUTANT_DATABASE: no database at {tmp_path / 'own.sqlite'}\n"
    done = programs.run("rules", "resolve", "fubar", "movement", "--facts", "-", given='{"action": "walk"}')
    assert (done.returncode, done.stdout, done.stderr) == (0, "Up to 6″.\n", "")
    assert "Usage: python -m bot" in programs.run("bot", "games", "--help").stdout


def test_a_program_that_does_not_end_is_killed_and_the_next_one_runs() -> None:
    read, write = os.pipe()
    waiting = programs.Program("rules", "read-list", "fubar", "-", env=os.environ, streams=(read, write, write))
    with pytest.raises(TimeoutError):
        waiting.wait(0.5)
    waiting.kill()
    assert waiting.wait(60) == -signal.SIGKILL
    assert programs.run("bot", "--version").returncode == 0
