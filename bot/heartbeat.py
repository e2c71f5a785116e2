"""The heartbeat: a small file that shows that a bot runs, and when it was last connected to Discord.

It is read by the health check of a container, and by commands that must not run while a bot uses the same database.
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
"""Seconds after which a bot without a beat counts as stopped."""
IN_TOUCH = 120.0
"""Seconds that a bot may be disconnected before it counts as unhealthy; Discord regularly asks bots to reconnect."""


@dataclass(frozen=True)
class Beat:
    """The last heartbeat; times are seconds since 1970."""

    at: float
    in_touch: float
    wrong: str = ""
    """Fault of a running bot, as a sentence; empty if it has none."""

    def runs(self, now: float) -> bool:
        return now - self.at < FRESH


def beat(file: Path, in_touch: float, wrong: str = "") -> None:
    """Write a heartbeat; raise OSError."""
    part = file.with_name(f"{file.name}.part")
    said = {"at": time.time(), "in_touch": in_touch, "pid": os.getpid(), "wrong": wrong}
    part.write_text(json.dumps(said), encoding="utf-8")
    part.replace(file)


def last_beat(file: Path) -> Beat | None:
    """Return the last heartbeat; None if there is none."""
    try:
        stored = cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8")))
        return Beat(float(stored["at"]), float(stored["in_touch"]), str(stored.get("wrong", "")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def record_stop(file: Path) -> None:
    """Record a clean exit, so that commands need not wait for the last beat to expire."""
    file.unlink(missing_ok=True)


def illness(file: Path, now: float) -> str | None:
    """Return the fault of the bot with that heartbeat file, in one sentence; None if it is healthy."""
    found = last_beat(file)
    if found is None:
        return f"no bot runs: there is no {file}"
    if not found.runs(now):
        return f"no sign of life for {now - found.at:.0f} s"
    if now - found.in_touch >= IN_TOUCH:
        return f"out of touch with Discord for {now - found.in_touch:.0f} s"
    return found.wrong or None
