"""The application: wiring, the record, and carrying out commands."""

VERSION = "0.1.0"
"""The version, as in pyproject.toml."""
