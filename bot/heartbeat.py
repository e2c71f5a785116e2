"""A sign of life in a small file: that a bot runs, and when it was last in touch with Discord.

Whoever wants to know reads the file: the health check of a container, and commands that must not be given while a bot
uses the same database.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

EVERY = 15.0
"""Seconds between two beats."""
FRESH = 60.0
"""Seconds after which a bot that has not beaten does not run any more."""
IN_TOUCH = 120.0
"""Seconds that a bot may be without Discord, which tells it to come again now and then, before it is ill."""


@dataclass(frozen=True)
class Beat:
    """The last sign of life; times are seconds since 1970."""

    at: float
    in_touch: float
    wrong: str = ""
    """What keeps it from its work though it runs, as a sentence."""

    def runs(self, now: float) -> bool:
        return now - self.at < FRESH


def beat(file: Path, in_touch: float, wrong: str = "") -> None:
    """Leave a sign of life; raises OSError."""
    part = file.with_name(f"{file.name}.part")
    said = {"at": time.time(), "in_touch": in_touch, "pid": os.getpid(), "wrong": wrong}
    part.write_text(json.dumps(said), encoding="utf-8")
    part.replace(file)


def last(file: Path) -> Beat | None:
    """The last sign of life; None where there is none."""
    try:
        told = cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8")))
        return Beat(float(told["at"]), float(told["in_touch"]), str(told.get("wrong", "")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def stopped(file: Path) -> None:
    """Note that the bot ends in good order, so that nobody waits until its last beat is old."""
    file.unlink(missing_ok=True)


def illness(file: Path, now: float) -> str | None:
    """What is wrong with the bot that beats there, in one sentence; None for a healthy one."""
    found = last(file)
    if found is None:
        return f"no bot runs: there is no {file}"
    if not found.runs(now):
        return f"no sign of life for {now - found.at:.0f} s"
    if now - found.in_touch >= IN_TOUCH:
        return f"out of touch with Discord for {now - found.in_touch:.0f} s"
    return found.wrong or None
