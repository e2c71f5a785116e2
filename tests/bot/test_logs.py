"""Logs: one JSON object a line, in which the token never appears."""

from __future__ import annotations

import json
import logging
import sys

from bot.logs import JsonFormatter

TOKEN = "MTIz.secret.token"


def _line(message: str, *args: object, **extra: object) -> str:
    try:
        raise RuntimeError(f"refused: {TOKEN}")
    except RuntimeError:
        record = logging.LogRecord("bot", logging.ERROR, "file", 1, message, args, sys.exc_info())
    vars(record).update(extra)
    return JsonFormatter([TOKEN]).format(record)


def test_a_line_is_one_json_object() -> None:
    found = json.loads(_line("two\nlines %s", "and “quotes”", game="a1", faces=(1, 2)))
    assert found["what"] == "two\nlines and “quotes”"
    assert (found["level"], found["from"], found["game"], found["faces"]) == ("ERROR", "bot", "a1", [1, 2])
    assert "\n" not in _line("two\nlines")


def test_the_token_is_blotted_out_wherever_it_turns_up() -> None:
    line = _line(f"said {TOKEN}", header={"Authorization": f"Bot {TOKEN}"})
    assert TOKEN not in line
    assert line.count("***") >= 3


def test_a_value_that_json_cannot_hold_is_logged_as_text() -> None:
    assert "object at" in json.loads(_line("x", thing=object()))["thing"]


def test_no_token_blots_nothing() -> None:
    record = logging.LogRecord("bot", logging.INFO, "file", 1, "plain", (), None)
    assert json.loads(JsonFormatter([""]).format(record))["what"] == "plain"


def _traceback(raised: Exception) -> str:
    try:
        try:
            raise raised
        except Exception as first:
            raise RuntimeError("while a unit was looked for") from first
    except RuntimeError:
        record = logging.LogRecord("bot", logging.ERROR, "file", 1, "x", (), sys.exc_info())
    return json.loads(JsonFormatter([]).format(record))["traceback"]


def test_no_traceback_contains_typed_text() -> None:
    for raised in (KeyError("our secret plan"), ValueError("our secret plan"), UnicodeError("our secret plan")):
        found = _traceback(raised)
        assert "secret" not in found.replace("raise", "")
        assert type(raised).__name__ in found
        assert "RuntimeError: while a unit was looked for" in found
        assert "test_logs.py" in found


def test_only_the_first_line_of_a_database_error_is_logged() -> None:
    """The second line of PostgreSQL names the values of the row."""
    found = _traceback(OSError("no such row\nDETAIL: Key (name)=(our secret plan)"))
    assert "no such row" in found
    assert "secret" not in found


def _line_of(name: str, raised: BaseException | None) -> dict[str, str]:
    info = (type(raised), raised, None) if raised else (None, None, None)
    return json.loads(JsonFormatter([]).format(logging.LogRecord(name, logging.ERROR, "file", 1, "x", (), info)))


def test_a_broken_connection_of_the_library_is_one_line_without_a_traceback() -> None:
    broken = OSError("connection lost\nsecond line")
    assert _line_of("discord.client", broken)["why"] == "OSError: connection lost"
    assert "why" not in _line_of("bot.client", broken)
    assert "why" not in _line_of("discordant", broken)
    assert _line_of("discord.client", RuntimeError("broken"))["traceback"] == "RuntimeError: broken"
    assert _line_of("discord.client", None)["traceback"] == ""


def test_an_error_that_hides_its_cause_is_logged_alone() -> None:
    def chain(hide: bool) -> BaseException:
        try:
            try:
                raise OSError("first")
            except OSError:
                if hide:
                    raise RuntimeError("second") from None
                raise RuntimeError("second")  # noqa: B904
        except RuntimeError as error:
            return error

    assert "OSError: first" in _line_of("bot", chain(hide=False))["traceback"]
    assert "first" not in _line_of("bot", chain(hide=True))["traceback"].replace('"first"', "")
