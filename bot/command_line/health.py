"""The health check: whether a bot runs and is connected to Discord.

`python -m bot.command_line.health` gives the same answer as `python -m bot health` but loads far less, because
containers run it often.
"""

from __future__ import annotations

import sys
import time

from bot import heartbeat
from bot.settings import SettingsError, settings


def illness() -> str | None:
    """Return the bot's fault in one sentence; None if it is healthy."""
    try:
        return heartbeat.illness(settings().beat_file(), time.time())
    except SettingsError as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(illness())
