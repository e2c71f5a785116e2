"""Structured logs: one JSON object per line, without tokens or the input of players."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Iterable
from typing import Any

from bot.metrics import CountedLines

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


_SAFE_MESSAGES = {
    "AssertionError",
    "AttributeError",
    "HTTPException",
    "ImportError",
    "NameError",
    "OSError",
    "RuntimeError",
    "SQLAlchemyError",
    "StoreError",
    "TypeError",
}
"""Exceptions whose first line quotes no input, unlike KeyError or ValueError."""


_CONNECTION_ERRORS = {
    "OSError",
    "ClientError",
    "ConnectionClosed",
    "GatewayNotFound",
    "HTTPException",
    "ReconnectWebSocket",
}
"""Errors of the connection to Discord: temporary, and explained without a traceback."""


class JsonFormatter(logging.Formatter):
    """A formatter that writes each record as JSON; `secrets` are masked wherever they occur."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info and (why := _broken_connection_line(record.name, record.exc_info[1])):
            line["why"] = why
        elif record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def formatException(self, ei: Any) -> str:  # noqa: N802 — the library's name
        """Return the kind and place of an error; its message only if it cannot contain input."""
        return "\n".join(_error_lines(ei[1])) if isinstance(ei[1], BaseException) else ""


def _broken_connection_line(logger: str, error: BaseException | None) -> str:
    """Return one line for the errors that the library logs for each broken connection; "" for others."""
    if error is None or not logger.startswith("discord."):
        return ""
    if not _CONNECTION_ERRORS.intersection(one.__name__ for one in type(error).__mro__):
        return ""
    return f"{type(error).__name__}: {error}".partition("\n")[0]


def _error_lines(error: BaseException) -> list[str]:
    """Return the lines of an exception and its causes, the first cause first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = _error_lines(before) if before is not None else []
    lines += [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    silent = not _SAFE_MESSAGES.intersection(one.__name__ for one in type(error).__mro__)
    return [*lines, name if silent else f"{name}: {str(error).partition(chr(10))[0]}"]


def start(level: str, secrets: Iterable[str]) -> None:
    """Write all logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler, CountedLines()], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
