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

BUILD = Info("adjutant_build", "The version of the bot.")
INTERACTIONS = Counter(
    "adjutant_interactions",
    "Commands, clicks and forms by outcome: answered, refused (by the rules or the bot), unavailable (because of the "
    "database) or fault (an error in the bot).",
    ["command", "outcome"],
)
ACKNOWLEDGED = Histogram(
    "adjutant_interaction_acknowledgement_seconds",
    "Time from an interaction's arrival until Discord has accepted the first answer, which may only announce work.",
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
    "Time from a request for suggestions until they have been sent.",
    ["command"],
    buckets=_OF_DISCORD,
)
UNDELIVERED = Counter("adjutant_undelivered_answers", "Answers that Discord did not accept in two attempts.")
REFUSED_BODIES = Counter(
    "adjutant_refused_bodies",
    "Messages, controls and forms withheld because Discord would have rejected them.",
)
STORE_WAIT = Histogram(
    "adjutant_store_wait_seconds",
    "Time that a transaction waits before it can write to the database.",
    buckets=_OF_STORE,
)
STORE_WRITE = Histogram(
    "adjutant_store_write_seconds", "Duration of a writing transaction, including its commit.", buckets=_OF_STORE
)
STORE_READ = Histogram("adjutant_store_read_seconds", "Duration of a reading transaction.", buckets=_OF_STORE)
LOG_LINES = Counter("adjutant_log_lines", "Log lines of this level.", ["level"])

REGISTERED = Gauge("adjutant_commands_registered", "Whether Discord has accepted the commands of this version: 1 or 0.")
STORE_UP = Gauge("adjutant_store_up", "Whether the database answers: 1 or 0.")
STORE_SIZE = Gauge("adjutant_store_size_bytes", "Size of the database.")
GAMES = Gauge("adjutant_games", "Games in the record, by state.", ["state"])
GAMES_IN_MEMORY = Gauge("adjutant_games_in_memory", "Games in memory.")
OPEN_QUESTIONS = Gauge("adjutant_open_questions", "Questions that wait for dice, a decision or a confirmation.")
QUEUE = Gauge("adjutant_queue_length", "Games with outdated messages: live boards, or logs in channels.", ["queue"])
SERVERS = Gauge("adjutant_servers", "Servers that this process serves.")
SHARD_CONNECTED = Gauge("adjutant_shard_connected", "Whether a shard is connected to Discord: 1 or 0.", ["shard"])
SHARD_LATENCY = Gauge("adjutant_shard_latency_seconds", "Round-trip time of the last heartbeat.", ["shard"])


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
        """Record that the whole answer has been sent, or that sending it has failed."""
        ANSWERED.labels(command).observe(time.perf_counter() - self._begun)
        INTERACTIONS.labels(command, self.outcome).inc()


class CountedLines(logging.Handler):
    """A handler that counts log lines."""

    def emit(self, record: logging.LogRecord) -> None:
        LOG_LINES.labels(record.levelname.lower()).inc()
