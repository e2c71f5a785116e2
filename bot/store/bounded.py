"""A connection to PostgreSQL that is given up where the server shows no sign of life.

A server that is frozen takes what is sent and never answers. Its own timeouts stand still with it, and those of TCP see
a machine that is well: only the one who waits can give up.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from psycopg import Connection, OperationalError

from bot.store.waits import ANSWER


class Bounded(Connection[Any]):
    """A connection that is closed where nothing comes for `limit` seconds; None waits without end."""

    limit: float | None = ANSWER

    def wait(self, gen: Any, *given: Any, **more: Any) -> Any:
        """Wait as psycopg does; raises OperationalError at the limit."""
        return super().wait(gen if self.limit is None else self._until_silent(gen, self.limit), *given, **more)

    def _until_silent(self, gen: Any, limit: float) -> Generator[Any, Any, Any]:
        """Pass on what psycopg waits for; it is woken several times a second, also where nothing has come."""
        try:
            asked, end = next(gen), time.monotonic() + limit
            while True:
                ready = yield asked
                if ready:
                    end = time.monotonic() + limit
                elif time.monotonic() > end:
                    self.close()
                    raise OperationalError(f"the server has not answered for {limit:g} s")
                asked = gen.send(ready)
        except StopIteration as done:
            return done.value
