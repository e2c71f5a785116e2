"""The commands of campaigns and their suggestions, word for word: see `tests/cogs/screens.py`."""

from __future__ import annotations

from tests.cogs.screens import screens_beside

test_the_bot_sends_what_it_sent_before = screens_beside(__file__)
