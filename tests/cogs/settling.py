"""Fast waiting until the bot has finished its work, and fast copying of what it sends.

The simulator polls every task and timer of the bot until no work is left. Here the new waits of tasks since the last
poll are awaited first, and so are threads. The simulator then polls only once, and only tasks with a new wait.
"""

from __future__ import annotations

import asyncio
import copy
import pickle
import types
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from discord.ext import tasks
from discord.ext.tasks import Loop
from simcord import _dpy_internals, _runtime, _settlement, components, env, gateway, results
from simcord.env import Env
from simcord.http import router

LOOK_EVERY = 0.02
"""Seconds until the simulator polls: a new wait may depend on the simulator itself."""
LONGEST = 5.0
"""Seconds after which the simulator polls all the same, and counts until it gives up."""
_looked = Env._settle_internal
_Waits = WeakKeyDictionary[asyncio.Task[Any], asyncio.Future[Any]]
_resting: WeakKeyDictionary[Env, _Waits] = WeakKeyDictionary()
"""The wait of every task when the bot was idle: for the clock, or for a player."""
_IDLE = "idle_at"
"""The attribute of an `Env` with the time when the bot was idle, and its timers, all of later times."""


async def settle(self: Env, **given: Any) -> None:
    """Replace the simulator's own method, which is called at the end."""
    loop = asyncio.get_running_loop()
    by = loop.time() + LONGEST
    await asyncio.sleep(0)
    while self in _resting and (busy := _busy(self)):
        done, _ = await asyncio.wait(busy, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
        if not done and not self._work.executors and not (loop.time() < by and _is_read_or_written(self)):
            break
        # Tasks that waited for it resume in the next iteration of the loop.
        await asyncio.sleep(0)
    if _is_idle(self):
        await asyncio.sleep(0)
        if _is_idle(self):
            return
    # By default the simulator polls every 50 ms, which would make a round trip many times as long.
    await _looked(self, **{"idle": 0.005, **given})
    _resting[self] = WeakKeyDictionary({task: waits for task in self._work.tasks if (waits := _waits(task))})
    vars(self)[_IDLE] = self._virtual_time, set(self._work.callbacks)


def _is_idle(env: Env) -> bool:
    """True if the bot waits for exactly what it waited for when it was idle last, at the same time."""
    now, timers = vars(env).get(_IDLE, (None, set[Any]()))
    if now != env._virtual_time or env._real_advance_task or env._advance_task or env._work.executors:
        return False
    resting = _resting[env]
    if not all(task.done() or ((waits := _waits(task)) and waits is resting.get(task)) for task in env._work.tasks):
        return False
    return all(one in timers or (one.handle is not None and one.handle.cancelled()) for one in env._work.callbacks)


async def sleep_through(env: Env, seconds: float) -> None:
    """Let time pass at once, as on a machine that was asleep: each task of the bot then does what is due.

    `advance_time` stops at each tick of each task, hundreds an hour.
    """
    env._move_clock(env._virtual_time + seconds)
    await env.settle()


_next_time = Loop._get_next_sleep_time


def _next_time_ahead(self: Loop[Any], *given: Any) -> Any:
    """Replace the library's own method, by which a loop of a second runs 3600 times after an hour of sleep."""
    found = _next_time(self, *given)
    clock: Any = vars(tasks)["datetime"]  # the simulator sets it
    return max(found, clock.datetime.now(found.tzinfo)) if self._last_iteration else found


async def wait_quietly(env: Env, seconds: float) -> None:
    """Let six seconds pass tick by tick and the rest at once: time in which nothing is repeated."""
    await env.advance_time(min(seconds, 6))
    await sleep_through(env, max(seconds - 6, 0))


def _busy(env: Env) -> list[asyncio.Future[Any]]:
    resting = _resting.get(env, WeakKeyDictionary())
    new = [waits for task in env._work.tasks if (waits := _waits(task)) and waits is not resting.get(task)]
    return [*new, *env._work.executors]


def _is_read_or_written(env: Env) -> bool:
    """True if a task waits for the record or a reader of files: the simulator knows neither, and polls meanwhile."""
    resting = _resting.get(env, WeakKeyDictionary())
    waiting = [(task, waits) for task in env._work.tasks if (waits := _waits(task)) and waits is not resting.get(task)]
    if any(_reads_stream(task) for task, _ in waiting):
        return True
    futures = [one for task, waits in waiting for one in (waits, *_dpy_internals.composed_tasks(task, waits))]
    ended = [end for one in futures for end, _ in one._callbacks or ()]
    return any(getattr(end, "__qualname__", "").startswith("_chain_future.") for end in ended)


def _reads_stream(task: asyncio.Task[Any]) -> bool:
    """True if a task reads what another process writes."""
    work: Any = task.get_coro()
    while inner := getattr(work, "cr_await", None):
        if inner.__class__ is not types.CoroutineType:
            break
        work = inner
    return getattr(work, "__qualname__", "").startswith("StreamReader.")


def _waits(task: asyncio.Task[Any]) -> asyncio.Future[Any] | None:
    """Return the future a task waits for; None if it is done or resumes by itself."""
    return None if task.done() else getattr(task, "_fut_waiter", None)


_parked: WeakKeyDictionary[asyncio.Task[Any], asyncio.Future[Any]] = WeakKeyDictionary()
"""Waits of tasks that only Discord or the simulated clock can end."""


def _as_before(task: asyncio.Task[Any]) -> bool:
    """True if a task's wait has not changed since the last poll and is not over."""
    waits = _parked.get(task)
    return waits is not None and waits is _waits(task) and not waits.done()


def _is_parked(self: _settlement._SettlementState, task: asyncio.Task[Any], deadline: float) -> bool:
    """Replace the simulator's own function, which searches all timers for each task."""
    if _as_before(task):
        return True
    reason, waits = _settlement._park_reason(self, task, deadline), _waits(task)
    if waits is not None and reason is not None and reason.startswith("discord"):
        _parked[task] = waits
    return reason is not None


def _virtualize(self: _settlement._SettlementState, pending: list[asyncio.Task[Any]]) -> None:
    """Replace the simulator's own function; tasks with an unchanged wait have no real timer any more."""
    _settlement._virtualize_recognized_waits(self, [task for task in pending if not _as_before(task)])


_is_listening = _dpy_internals.is_wait_for_listener


def _listens(client: Any, task: asyncio.Task[Any]) -> bool:
    """Replace the simulator's own function, which reads every task's stack even if the bot waits for no event."""
    return bool(_dpy_internals.listener_futures(client)) and _is_listening(client, task)


_track = _runtime._track_callback


def _track_callback(work: Any, original: Any, callback: Any, args: Any, **given: Any) -> asyncio.Handle:
    """Replace the simulator's own function: a task that is to resume counts as work already, as a task."""
    if given["when"] is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(callback, *args, context=given["context"])
    return _track(work, original, callback, args, **given)


def _monotonic() -> float:
    """Replace the simulator's own function, which imports a module in each call."""
    simulated = _runtime._selected_env(driver=False)
    return _dpy_internals._REAL_MONOTONIC() if simulated is None else simulated._virtual_time


def copy_json(said: Any, known: Any = None) -> Any:
    """Return a deep copy like `copy.deepcopy`, but much faster for JSON."""
    try:
        return pickle.loads(pickle.dumps(said, pickle.HIGHEST_PROTOCOL))
    except (TypeError, AttributeError, pickle.PicklingError):  # it contains something else, such as a file
        return copy.deepcopy(said, known)


def settle_soon() -> None:
    """Use this waiting and copying in every simulated Discord of this process."""
    for module in (components, results):
        module.deepcopy = copy_json  # pyright: ignore[reportAttributeAccessIssue]
    for module in (gateway, router):
        module.copy = SimpleNamespace(deepcopy=copy_json)  # pyright: ignore[reportAttributeAccessIssue]
    Env._settle_internal = settle
    Loop._get_next_sleep_time = _next_time_ahead  # pyright: ignore[reportAttributeAccessIssue]
    # Each object is unique: comparing by value would compare it with all earlier ones.
    _runtime._CallbackRecord.__eq__ = object.__eq__  # pyright: ignore[reportAttributeAccessIssue]
    _runtime._CallbackRecord.__hash__ = object.__hash__  # pyright: ignore[reportAttributeAccessIssue]
    _runtime._track_callback = _track_callback
    _dpy_internals._clock_monotonic = _monotonic
    _dpy_internals.is_wait_for_listener = _listens
    env._is_parked = _is_parked  # pyright: ignore[reportPrivateImportUsage]
    env._virtualize_recognized_waits = _virtualize  # pyright: ignore[reportPrivateImportUsage]
