"""The same evening is recorded identically twice, and a difference is named by the changed sentence."""

from __future__ import annotations

import json
from pathlib import Path

from rules.kernel.request import Request
from tests.digests.__main__ import first_difference, replaced
from tests.digests.evenings import Step, as_options, evening


def step(words: str, entry: str = "{}") -> Step:
    body = {"data": {"embeds": [{"title": "Fire", "description": words}]}}
    return Step("ann /fire", [f"POST /interactions/1/2/callback\n{json.dumps(body)}"], [entry])


async def test_an_evening_is_the_same_twice(tmp_path: Path) -> None:
    for name in ("once", "again"):
        (tmp_path / name).mkdir()
    once = await evening(tmp_path / "once", "opreb", 3, steps=6)
    assert first_difference(once, await evening(tmp_path / "again", "opreb", 3, steps=6)) == ""
    assert sum(len(one.entries) for one in once) > 3
    assert all(one.sent for one in once)


async def test_an_evening_is_over_when_a_click_ends_its_game(tmp_path: Path) -> None:
    steps = await evening(tmp_path, "fubar", 18)
    assert '"command":"game end"' in steps[-1].entries[-1]


def test_the_sentence_that_changed_is_named() -> None:
    before, after = step("2 hits\n1 lost"), step("2 hits\n1 model lost")
    assert list(replaced(before, after)) == [("1 lost", "1 model lost")]
    assert first_difference([before], [after]) == "step 1, sent: ann /fire"


def test_another_entry_under_the_same_words_is_a_difference() -> None:
    assert first_difference([step("2 hits")], [step("2 hits", '{"number": 2}')]) == "step 1, entries: ann /fire"


def test_an_evening_that_ends_earlier_is_a_difference() -> None:
    assert first_difference([step("2 hits")] * 2, [step("2 hits")]) == "2 steps, now 1"


def test_a_request_that_discord_would_not_send_is_none() -> None:
    assert as_options(Request("fire", unit=("u1",))) is None
    assert as_options(Request("fire", unit=("u1",), target=("u2", "u3"))) == {"attacker": "u1", "target": "u2, u3"}
