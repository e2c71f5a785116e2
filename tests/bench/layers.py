"""Processor time of a command by layer, sampled by the processor's clock.

A sample belongs to the innermost layer of ours on the stack, so libraries count for their caller. The menus under a
result, with the planning of their commands, are a separate layer.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType

EVERY = 0.001
"""Processor time between two samples in seconds."""
MENUS = (
    "rules/command/next_steps",
    "rules/command/turn_steps",
    "cogs/components/play/control_row",
    "cogs/components/play/unit_menu",
)
LAYERS = (
    ("Discord library", ("/discord/", "/aiohttp/", "/yarl/", "/multidict/")),
    ("bench", ("tests/bench/",)),
    ("checks", ("cogs/interactions/command_check", "bot/game/permissions", "bot/resolution/checks")),
    ("context and options", ("cogs/interactions/context", "cogs/interactions/options")),
    ("delivery", ("cogs/interactions/",)),
    ("words", ("cogs/rendering/", "rules/kernel/text", "rules/kernel/wording", "data/texts")),
    ("controls", ("cogs/components/",)),
    ("store", ("bot/store/", "/sqlalchemy/")),
    ("dice", ("bot/dice/",)),
    ("rules", ("rules/", "data/")),
    ("carrying out", ("bot/", "cogs/")),
    ("event loop", ("/asyncio/", "/concurrent/", "selectors.py", "threading.py")),
)
"""Layers by parts of file paths; the first match counts."""

_samples: dict[str, Counter[tuple[str, str]]] = {}
_now: list[str] = []


def begin() -> None:
    """Start sampling the code under `sampled`; not available on Windows."""
    signal.signal(signal.SIGPROF, _sample)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)


@contextmanager
def sampled(name: str) -> Generator[None]:
    _now.append(name)
    try:
        yield
    finally:
        _now.pop()


def _sample(_: int, frame: FrameType | None) -> None:
    if _now:
        _samples.setdefault(_now[-1], Counter())[_at_work(frame)] += 1


def _at_work(frame: FrameType | None) -> tuple[str, str]:
    """Return the layer and the function; while the loop waits, those in the thread that works for it."""
    if frame is not None and frame.f_code.co_filename.endswith("selectors.py"):
        main = threading.main_thread().ident
        for thread, other in sys._current_frames().items():
            if thread != main and not other.f_code.co_filename.endswith(("threading.py", "thread.py")):
                return _layer(other)
    return _layer(frame)


def _layer(frame: FrameType | None) -> tuple[str, str]:
    found: tuple[str, str] | None = None
    for one in _outwards(frame):
        path = one.f_code.co_filename
        if any(part in path for part in MENUS):
            return "menus under results", one.f_code.co_name
        layer = next((name for name, parts in LAYERS if any(part in path for part in parts)), None)
        if found is None and layer is not None:
            found = layer, f"{'/'.join(path.split('/')[-2:])} {one.f_code.co_name}"
    return found or ("other", "")


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def show(name: str, most: int = 40) -> None:
    """Print the share of every layer, and the most expensive functions."""
    from rich.console import Console  # not imported while memory is measured
    from rich.table import Table

    samples = _samples.get(name, Counter())
    table, total = Table(name, "", "%", box=None, pad_edge=False), max(sum(samples.values()), 1)
    by_layer = Counter[str]()
    for (layer, _), n in samples.items():
        by_layer[layer] += n
    for layer, n in by_layer.most_common():
        table.add_row(f"[bold]{layer}", "", f"{n / total:.1%}")
    for (layer, function), n in samples.most_common(most):
        table.add_row(layer, function, f"{n / total:.1%}")
    Console(width=120).print(table)
