"""After every result "what now?" has a button: short games of random taps in three systems."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.taps.test_goals import INCHES, SYSTEMS, in_one_language, seat_and_roll

LEADING = {"do", "choose", "ask", "react", "reacts", "late", "upnext", "oppgo", "end", "face", "answer", "confirm"}
"""Kinds of controls that lead on; Undo, Why? and the like do not."""
ASIDE = ("+", "?", "%", "page")
"""First letters of lines that give no order: all controls, odds, splitting fire, another page."""
STEPS = 10


def controls(told: Any) -> list[dict[str, Any]]:
    """Return the controls under an answer."""
    return [one for message in told.messages for row in message.components for one in row["components"]]


def kinds(told: Any) -> set[str]:
    return {str(one.get("custom_id", "")).split(":")[1] for one in controls(told)}


def orders(told: Any) -> list[tuple[str, str]]:
    """Return what can be ordered under an answer: the names of menus with their lines, and buttons without a menu."""
    found = [("", one["label"]) for one in controls(told) if ":do:" in one["custom_id"] or ":ask:" in one["custom_id"]]
    for one in controls(told):
        lines = [line for line in one.get("options", ()) if not line["value"].startswith(ASIDE)]
        found += [(one.get("placeholder") or "", line["label"]) for line in lines if ":choose:" in one["custom_id"]]
    return found


@pytest.mark.parametrize(("system", "language"), in_one_language(SYSTEMS[::2]))
async def test_every_result_has_a_button_for_the_next_step(table: Any, system: str, language: str) -> None:
    thumb, random = await seat_and_roll(table, system, language), Random(f"{system} {language}")
    thumb.strict = False
    for nth in range(STEPS):
        before = await table.last()
        told = thumb.last if orders(thumb.last) else await thumb.board()
        menu, label = random.choice(orders(told))
        who = await thumb.holder()
        came = await (thumb.choose(who, menu, label, told) if menu else thumb.tap(who, label, told))
        if came.form:
            came = await thumb.fills(who, came, INCHES)
        await thumb.decided()
        live = await table.live()
        if await table.last() > before and not live.game.over:
            entry = await table.entry()
            shown = thumb.last
            if not shown.messages:  # edited for one player
                shown = table.now(table.env.backend.get_message(table.channel.id, shown.clicked))
            assert kinds(shown) & LEADING, (nth, label, entry.command, entry.request, shown.whole, shown.buttons)
