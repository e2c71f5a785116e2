"""A connection to PostgreSQL that is closed if the server stops responding.

A frozen server accepts data and never answers. Its own timeouts are frozen too, and TCP still gets acknowledgements, so
only the client can give up.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from psycopg import Connection, OperationalError

from bot.store.timeouts import ANSWER


class BoundedConnection(Connection[Any]):
    """A connection that is closed after `limit` seconds without data; None waits forever."""

    limit: float | None = ANSWER

    def wait(self, gen: Any, *given: Any, **more: Any) -> Any:
        """Wait as psycopg does; raise OperationalError at the limit."""
        return super().wait(gen if self.limit is None else self._wait_until_silent(gen, self.limit), *given, **more)

    def _wait_until_silent(self, gen: Any, limit: float) -> Generator[Any, Any, Any]:
        """Pass on psycopg's waits, which wake several times a second even without data."""
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
