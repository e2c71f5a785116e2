"""The messages of the bot, word for word with their controls: see `tests/cogs/screens.py`."""

from __future__ import annotations

from tests.cogs.screens import screens_beside

test_the_bot_sends_what_it_sent_before = screens_beside(__file__)
