"""Whether a bot runs and is in touch with Discord.

`python -m bot.command_line.health` says the same as `python -m bot health` and loads far less: a container asks often.
"""

from __future__ import annotations

import sys
import time

from bot import heartbeat
from bot.settings import SettingsError, settings


def illness() -> str | None:
    """What is wrong, in one sentence; None for a bot that is well."""
    try:
        return heartbeat.illness(settings().beat_file(), time.time())
    except SettingsError as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(illness())
