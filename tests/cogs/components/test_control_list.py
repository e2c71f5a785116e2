"""The handlers of clicks and forms, word for word in `controls.txt`: buttons in channels keep their ids for years.

With ADJUTANT_TEST_WRITE=1 the file is written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, cast

import cogs
from cogs.components.controls import CLICKED, SUBMITTED, Handler
from rules.kernel.wording import ENGLISH

KEPT = Path(__file__).with_name("controls.txt")
for module in walk_packages(cogs.__path__, "cogs."):  # importing them registers their handlers
    import_module(module.name)


def _lines(table: Mapping[str, Handler], kind: str) -> Iterator[str]:
    ours = {key: one for key, one in table.items() if one.does.__module__.startswith("cogs.")}
    for key, handler in sorted(ours.items()):
        parts = [
            one.name if one.default is MISSING else f"{one.name}={one.default!r}"
            for one in fields(cast(Any, handler.about))
        ]
        marks = [name for name, on in (("private", handler.private), ("retires its message", handler.retires)) if on]
        menu = [f"after field {handler.about.menu_of[1]}"] if handler.about.menu_of else []
        title = [ENGLISH(handler.about.does)] if handler.about.does else []
        yield f"{', '.join([kind, *marks, *menu])} {key} ({', '.join(parts)}) {' '.join(title)}".rstrip()


def test_the_controls_are_those_of_the_list() -> None:
    now = [*_lines(CLICKED, "click"), *_lines(SUBMITTED, "form")]
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    assert now == KEPT.read_text(encoding="utf-8").splitlines()
