"""The heartbeat file: how long a bot without a beat counts as running, and one out of touch with Discord as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.heartbeat import illness, record_stop


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ('{"at": 1000, "in_touch": 1000}', None),
        ('{"at": 940.5, "in_touch": 880.5}', None),
        ('{"at": 940, "in_touch": 1000}', "no sign of life for 60 s"),
        ('{"at": 1000, "in_touch": 880}', "out of touch with Discord for 120 s"),
        ('{"at": 1000, "in_touch": 1000, "wrong": "No commands."}', "No commands."),
        ('{"at": 1000, "in_touch": 880, "wrong": "No commands."}', "out of touch with Discord for 120 s"),
        ('{"at": 1000}', "no bot runs: there is no {file}"),
        ('{"at": null, "in_touch": 1000}', "no bot runs: there is no {file}"),
        ("half", "no bot runs: there is no {file}"),
        ("[]", "no bot runs: there is no {file}"),
    ],
)
def test_a_bot_is_well_that_beat_within_a_minute_and_was_in_touch_within_two(
    tmp_path: Path, stored: str, said: str | None
) -> None:
    file = tmp_path / "games.sqlite.beat"
    file.write_text(stored)
    assert illness(file, 1000.0) == (said and said.format(file=file))


def test_a_bot_may_be_stopped_before_its_first_beat(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite.beat"
    record_stop(file)
    assert illness(file, 1000.0) == f"no bot runs: there is no {file}"
