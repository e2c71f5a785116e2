"""Invariants known to be violated, by system, with the letter of the finding, until they are fixed."""

from __future__ import annotations

KNOWN: dict[tuple[str, str], str] = {}
