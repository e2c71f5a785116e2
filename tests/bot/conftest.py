"""A clock for tests of bots that wait before they try again."""

from __future__ import annotations

import asyncio

import pytest


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no pause of this process be longer than a twentieth of a second."""
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *result: sleep(min(seconds, 0.05), *result))
