"""Tests of many small rows as one case: an empty case of pytest takes as long as dozens of such rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest


def for_each(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with each row, as `pytest.mark.parametrize` does, but as one case that names all the rows that fail.

    The rows share the fixtures of the test.
    """
    keys = (names,) if isinstance(names, str) else names
    table = [dict(zip(keys, (row,) if isinstance(names, str) else row, strict=True)) for row in rows]
    assert table, f"no row for {names}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            faults: list[BaseException] = []
            for row in table:
                try:
                    test(**fixtures, **row)
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as fault:
                    fault.add_note(f"with {', '.join(f'{key}={value!r:.300}' for key, value in row.items())}")
                    faults.append(fault)
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} of {len(table)} rows fail", faults)

        whole = signature(test)
        left = [parameter for name, parameter in whole.parameters.items() if name not in keys]
        run.__signature__ = whole.replace(parameters=left)  # type: ignore[attr-defined]  # pytest reads the fixtures off it
        return run

    return decorate
