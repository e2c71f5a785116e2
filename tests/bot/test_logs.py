"""Logs: one JSON object a line, in which the token never appears."""

from __future__ import annotations

import json
import logging
import sys

from bot.logs import Lines

TOKEN = "MTIz.secret.token"


def _line(message: str, *args: object, **extra: object) -> str:
    try:
        raise RuntimeError(f"refused: {TOKEN}")
    except RuntimeError:
        record = logging.LogRecord("bot", logging.ERROR, "file", 1, message, args, sys.exc_info())
    vars(record).update(extra)
    return Lines([TOKEN]).format(record)


def test_a_line_is_one_json_object() -> None:
    found = json.loads(_line("two\nlines %s", "and “quotes”", game="a1", faces=(1, 2)))
    assert found["what"] == "two\nlines and “quotes”"
    assert (found["level"], found["from"], found["game"], found["faces"]) == ("ERROR", "bot", "a1", [1, 2])
    assert "\n" not in _line("two\nlines")


def test_the_token_is_blotted_out_wherever_it_turns_up() -> None:
    line = _line(f"said {TOKEN}", header={"Authorization": f"Bot {TOKEN}"})
    assert TOKEN not in line
    assert line.count("***") >= 3


def test_what_cannot_be_json_is_written_as_text() -> None:
    assert "object at" in json.loads(_line("x", thing=object()))["thing"]


def test_no_token_blots_nothing() -> None:
    record = logging.LogRecord("bot", logging.INFO, "file", 1, "plain", (), None)
    assert json.loads(Lines([""]).format(record))["what"] == "plain"
