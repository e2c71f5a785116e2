"""Opens the files of a system's folder."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from rules.system import About


def tables(key: str, *names: str) -> dict[str, Any]:
    """`tables.toml` of a system, with each further file under its own name; raises FileNotFoundError."""
    found = opened(key, "tables")
    return found | {name: opened(key, name) for name in names}


def opened(key: str, name: str) -> dict[str, Any]:
    return tomllib.loads((files("data") / key / f"{name}.toml").read_text(encoding="utf-8"))


def about(key: str) -> About:
    """Who wrote the system, and on what terms."""
    return About.model_validate(opened(key, "about"))
