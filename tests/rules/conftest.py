"""What the tests of the rules may ask for by name."""

from __future__ import annotations

from tests.rules.ran import run

__all__ = ["run"]
