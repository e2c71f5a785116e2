"""Fixtures for the tests of the rules."""

from __future__ import annotations

from tests.rules.ran import run

__all__ = ["run"]
