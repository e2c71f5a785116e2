"""Invariants that are known to be broken, by system, with the letter of the finding, until they are mended."""

from __future__ import annotations

KNOWN: dict[tuple[str, str], str] = {}
