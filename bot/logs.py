"""Structured logs: one JSON object a line, in which a token never appears."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterable
from typing import Any

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """Each record as JSON; `secrets` are blotted out wherever they turn up."""

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
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return self._blotted(json.dumps(line, ensure_ascii=False, default=str))

    def _blotted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def start(level: str, secrets: Iterable[str]) -> None:
    """Write the logs of everything to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
