"""Timeouts of the database."""

from __future__ import annotations

WAIT = 5
"""Seconds to wait for another program's lock, and for a server to accept a connection."""
STATEMENT = 20
"""Seconds after which a server cancels a statement that is not expected to take long."""
ANSWER = STATEMENT + 5
"""Seconds without any response after which a server counts as gone."""
TCP = {
    "connect_timeout": WAIT,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * ANSWER,
}
"""Options of libpq for the timeouts of a silent host, unless set in the address."""
