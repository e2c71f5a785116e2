"""How long a database is waited for."""

from __future__ import annotations

WAIT = 5
"""Seconds for a lock of another program, and for a server to take a connection."""
STATEMENT = 20
"""Seconds after which a server gives up a statement that is not known to take long."""
ANSWER = STATEMENT + 5
"""Seconds without a sign of life after which a server counts as gone."""
TCP = {
    "connect_timeout": WAIT,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * ANSWER,
}
"""Options of libpq, where the address gives no others: when a host that sends nothing any more is given up."""
