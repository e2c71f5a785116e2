"""The metrics of a serving bot, for Prometheus: names, labels, and their meaning.

A label is never a server, a channel or a person, but a command, a shard or an outcome, of which there are few. Events
are counted where they happen; the state of memory and record is read on request (`bot/command_line/monitoring.py`).
"""

from __future__ import annotations

import logging
import time
from typing import Literal

from prometheus_client import Counter, Gauge, Histogram, Info

Outcome = Literal["answered", "refused", "unavailable", "fault"]

_OF_DISCORD = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0)
"""Seconds: Discord accepts an answer for three, and the bot acknowledges after one and a half."""
_OF_STORE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

BUILD = Info("adjutant_build", "The version that serves.")
INTERACTIONS = Counter(
    "adjutant_interactions",
    "Commands, clicks and forms that were answered, by what came of them: answered, refused (the rules or the bot said "
    "no), unavailable (the database was in the way) or fault (an error of the bot's own).",
    ["command", "outcome"],
)
ACKNOWLEDGED = Histogram(
    "adjutant_interaction_acknowledgement_seconds",
    "Time from an interaction's arrival until Discord has taken the first answer, be it that the bot is at work.",
    ["command"],
    buckets=_OF_DISCORD,
)
ANSWERED = Histogram(
    "adjutant_interaction_answer_seconds",
    "Time from an interaction's arrival until the whole answer has been sent.",
    ["command"],
    buckets=_OF_DISCORD,
)
SUGGESTED = Histogram(
    "adjutant_suggestion_seconds",
    "Time until suggestions have been sent, while somebody types a command.",
    ["command"],
    buckets=_OF_DISCORD,
)
UNDELIVERED = Counter("adjutant_undelivered_answers", "Answers that Discord has not taken, tried twice.")
REFUSED_BODIES = Counter(
    "adjutant_refused_bodies", "Messages, controls and forms that Discord would have refused: faults of the bot's own."
)
STORE_WAIT = Histogram(
    "adjutant_store_wait_seconds", "Time that work waits for its turn to write to the database.", buckets=_OF_STORE
)
STORE_WRITE = Histogram(
    "adjutant_store_write_seconds", "Time of a transaction that writes, with its commit.", buckets=_OF_STORE
)
STORE_READ = Histogram("adjutant_store_read_seconds", "Time of a transaction that reads.", buckets=_OF_STORE)
LOG_LINES = Counter("adjutant_log_lines", "Lines in the log of this level.", ["level"])

REGISTERED = Gauge("adjutant_commands_registered", "Whether Discord has taken the commands of this version: 1 or 0.")
STORE_UP = Gauge("adjutant_store_up", "Whether the database answers: 1 or 0.")
STORE_SIZE = Gauge("adjutant_store_size_bytes", "Size of the database.")
GAMES = Gauge("adjutant_games", "Games in the record, by state.", ["state"])
GAMES_IN_MEMORY = Gauge("adjutant_games_in_memory", "Games that are held in memory.")
OPEN_QUESTIONS = Gauge("adjutant_open_questions", "Questions that wait for dice, a decision or a word.")
QUEUE = Gauge("adjutant_queue_length", "Games whose messages are behind: live boards, or logs in channels.", ["queue"])
SERVERS = Gauge("adjutant_servers", "Servers that this process serves.")
SHARD_CONNECTED = Gauge("adjutant_shard_connected", "Whether a shard is in touch with Discord: 1 or 0.", ["shard"])
SHARD_LATENCY = Gauge("adjutant_shard_latency_seconds", "Time of the last heartbeat there and back.", ["shard"])


class Measurement:
    """The time and the outcome of one interaction; created when it arrives."""

    def __init__(self) -> None:
        self.outcome: Outcome = "answered"
        self._begun, self._acknowledged = time.perf_counter(), False

    def record_acknowledgement(self, command: str) -> None:
        """Record that Discord has accepted an answer; only the first one counts."""
        if not self._acknowledged:
            self._acknowledged = True
            ACKNOWLEDGED.labels(command).observe(time.perf_counter() - self._begun)

    def record_answer(self, command: str) -> None:
        """Record that the whole answer has been sent, or tried."""
        ANSWERED.labels(command).observe(time.perf_counter() - self._begun)
        INTERACTIONS.labels(command, self.outcome).inc()


class CountedLines(logging.Handler):
    """A handler that counts log lines."""

    def emit(self, record: logging.LogRecord) -> None:
        LOG_LINES.labels(record.levelname.lower()).inc()
