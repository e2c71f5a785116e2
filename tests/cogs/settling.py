"""Waiting until the bot has done what it was asked to, without looking at all its work every millisecond, nor copying
whatever it says six times part by part.

The simulator looks through every task and every timer of the bot again and again until nothing is left to do. Here
whatever a task waits for that did not wait for it at the last look is awaited first, and so are the threads; what is
left for the simulator is one look, and that only at tasks that wait for something else than at the last one.
"""

from __future__ import annotations

import asyncio
import copy
import pickle
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from simcord import _runtime, _settlement, components, env, gateway, results
from simcord.env import Env
from simcord.http import router

LOOK_EVERY = 0.02
"""Seconds until the simulator looks for itself: what is new may wait for something that only it can bring about."""
_looked = Env._settle_internal
_Waits = WeakKeyDictionary[asyncio.Task[Any], asyncio.Future[Any]]
_resting: WeakKeyDictionary[Env, _Waits] = WeakKeyDictionary()
"""What every task waited for when the bot came to rest: the clock, or somebody."""


async def settled(self: Env, **given: Any) -> None:
    """In place of the simulator's own, which is asked at the end."""
    await asyncio.sleep(0)
    while self in _resting and (busy := _busy(self)):
        done, _ = await asyncio.wait(busy, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            break
        # Who waited for that goes on in the next turn of the loop.
        await asyncio.sleep(0)
    # The simulator looks every 50 ms otherwise, which would make a round trip many times as long.
    await _looked(self, **{"idle": 0.001, **given})
    _resting[self] = WeakKeyDictionary({task: waits for task in self._work.tasks if (waits := _waits(task))})


def _busy(env: Env) -> list[asyncio.Future[Any]]:
    resting = _resting.get(env, WeakKeyDictionary())
    new = [waits for task in env._work.tasks if (waits := _waits(task)) and waits is not resting.get(task)]
    return [*new, *env._work.executors]


def _waits(task: asyncio.Task[Any]) -> asyncio.Future[Any] | None:
    """What a task waits for; None once it is done, and where it goes on by itself in the next turn of the loop."""
    return None if task.done() else getattr(task, "_fut_waiter", None)


_parked: WeakKeyDictionary[asyncio.Task[Any], asyncio.Future[Any]] = WeakKeyDictionary()
"""What a task waits for that only Discord or the simulated clock brings about."""


def _as_before(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for the same as at the last look. Where the clock has come to the end of its wait since, the
    simulator finds the timer among those that are due.
    """
    waits = _parked.get(task)
    return waits is not None and waits is _waits(task) and not waits.done()


def _is_parked(self: _settlement._SettlementState, task: asyncio.Task[Any], deadline: float) -> bool:
    """In place of the simulator's own, which goes through all timers for each task."""
    if _as_before(task):
        return True
    reason, waits = _settlement._park_reason(self, task, deadline), _waits(task)
    if waits is not None and reason is not None and reason.startswith("discord"):
        _parked[task] = waits
    return reason is not None


def _virtualized(self: _settlement._SettlementState, pending: list[asyncio.Task[Any]]) -> None:
    """In place of the simulator's own: what a task waits for as before has no timer of the machine any more."""
    _settlement._virtualize_recognized_waits(self, [task for task in pending if not _as_before(task)])


def copied(said: Any, known: Any = None) -> Any:
    """What `copy.deepcopy` gives, and for the json that goes to and fro in a fraction of the time."""
    try:
        return pickle.loads(pickle.dumps(said, pickle.HIGHEST_PROTOCOL))
    except (TypeError, AttributeError, pickle.PicklingError):  # something else is in it, such as a file
        return copy.deepcopy(said, known)


def settle_soon() -> None:
    """From now on every simulated Discord of this process waits and copies like this."""
    for module in (components, results):
        module.deepcopy = copied  # pyright: ignore[reportAttributeAccessIssue]
    for module in (gateway, router):
        module.copy = SimpleNamespace(deepcopy=copied)  # pyright: ignore[reportAttributeAccessIssue]
    Env._settle_internal = settled
    # Each is there once: looked for by what is in it, one is held against all that came before it.
    _runtime._CallbackRecord.__eq__ = object.__eq__  # pyright: ignore[reportAttributeAccessIssue]
    env._is_parked = _is_parked  # pyright: ignore[reportPrivateImportUsage]
    env._virtualize_recognized_waits = _virtualized  # pyright: ignore[reportPrivateImportUsage]
