"""Faults of the connection to Discord: which are permanent, what the operator reads, and how long a retry waits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.gateway import FINAL, LONGEST, Pauses, describe_fault, permanent_fault


def closed(code: int | None) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (discord.LoginFailure(), 4004),
        (discord.PrivilegedIntentsRequired(None), 4014),
        *((closed(code), code) for code in FINAL),
        (closed(4000), None),
        (closed(None), None),
        (OSError(4004), None),
    ],
)
def test_a_permanent_fault_has_a_sentence_for_the_operator(error: BaseException, code: int | None) -> None:
    assert permanent_fault(error) == (FINAL[code] if code else None)


async def test_a_permanent_fault_is_not_tried_again() -> None:
    with pytest.raises(discord.LoginFailure):
        await Pauses().wait(discord.LoginFailure())


def test_a_fault_is_described_in_one_short_line() -> None:
    assert describe_fault(OSError("lost\n  again")) == "lost again"
    assert describe_fault(OSError("x" * 201)) == "x" * 200
    assert describe_fault(TimeoutError()) == "TimeoutError"


def test_pauses_double_up_to_the_longest_and_begin_anew_after_a_calm_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    pauses = Pauses()
    assert [pauses.delay() for _ in range(8)] == [1, 2, 4, 8, 16, 32, LONGEST, LONGEST]
    now[0] += LONGEST + 300
    assert pauses.delay() == LONGEST
    now[0] += LONGEST + 301
    assert [pauses.delay() for _ in range(2)] == [1, 2]
