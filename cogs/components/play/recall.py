"""Facts of earlier commands: a unit's last target, and the last distance and cover of each target."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from bot.services.play.target_odds import TargetChance
from bot.store.pasts import Wanted
from cogs.components.fact_fields import AS_BEFORE
from cogs.interactions.context import Context
from rules.command.legality import targets
from rules.command.next_steps import sort_targets
from rules.command.system import Board
from rules.game.game import Game
from rules.kernel.request import Request

_LOOK_BACK = 12
"""Number of recent commands of a kind searched for values to prefill a form with."""
T = TypeVar("T")


class FormPrefill(NamedTuple):
    """The initial values of a form: the request so far, the likely targets, and the odds of a shot at each."""

    request: Request
    likely: tuple[str, ...] = ()
    several: bool = False
    """True if its weapons are shared among several targets."""
    chances: Mapping[str, TargetChance] = MappingProxyType({})
    recalled: bool = False
    """True if the cover is that of the last shot at the first target."""
    far: Mapping[str, Decimal] = MappingProxyType({})
    """The last distance of each target, in inches."""
    dice: str = ""
    """Faces that were typed with the command."""
    joinable: bool = True
    """True if further units may join the command."""


async def earlier_facts(ctx: Context, live: ActiveGame, base: Request) -> FormPrefill:
    """Return the facts of earlier commands of this kind: the last target, its distance and its cover."""
    return await asyncio.to_thread(facts_from, live.board, base, await _past_requests(ctx, live, base))


async def _past_requests(ctx: Context, live: ActiveGame, base: Request) -> list[Request]:
    """Return the latest commands of a kind, newest first."""
    kind = (base.action or "") if base.command == "act" else base.command
    entries = await ctx.services.record.entries.last(live.info.id, _LOOK_BACK, Wanted(kind=kind), live.game.undone)
    return [Request.of(entry.request) for entry in reversed(entries) if entry.request]


async def fill_in_unchanged(ctx: Context, live: ActiveGame, request: Request, far: bool) -> Request:
    """Fill in the last cover of each target, and with `far` the last distances, if they were left as before.

    If the cover of another target is known, an unknown cover counts as none. An unknown distance is asked for.
    """
    cover = request.cover == (AS_BEFORE,)
    if not (cover or far):
        return request
    past = await _past_requests(ctx, live, request)
    if far:
        request = replace(
            request, distance=_values_if_all_known(_last_distance(past, request.unit, id) for id in request.target)
        )
    if not cover:
        return request
    covers = [_last_cover(past, (one,)) for one in request.target]
    unknown = ("none",) if any(covers) and "cover" not in command_of(live.system, request).needs else ()
    return replace(request, cover=_values_if_all_known(one or unknown for one in covers))


def _values_if_all_known(values_of_targets: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    """Return the values of all targets, or none if any is unknown."""
    values = list(values_of_targets)
    return tuple(chain(*values)) if all(values) else ()


def _last_cover(past: Sequence[Request], target: tuple[str, ...]) -> tuple[str, ...]:
    """Return the last known cover of a target."""
    return next((one.cover for one in past if one.target == target and one.cover), ())


def _last_distance(past: Sequence[Request], unit: tuple[str, ...], target: str) -> tuple[Decimal, ...]:
    """Return the last known distance between two units."""
    return next((one.distance[:1] for one in past if one.distance and _is_between(one, unit, (target,))), ())


def facts_from(board: Board, base: Request, past: list[Request]) -> FormPrefill:
    """Return the facts of earlier commands, read newest first; targets with a warning come last."""
    game, mine = board.game, [one for one in past if one.unit == base.unit]
    unit, friendly = game.units.get(base.unit[0]) if base.unit else None, command_of(board.system, base).friendly
    living = [] if friendly else [id for one in (*mine, *past) for id in one.target if _is_enemy(game, base, id)]
    if base.command == "assault" and base.unit:
        # Enemies in contact with the unit, or that have assaulted it, are the likely targets.
        struck = [id for one in past if base.unit[0] in one.target for id in one.unit]
        fought = [id for id in (*board.system.fights(board.unit(base.unit[0])), *struck) if _is_enemy(game, base, id)]
        living = [*fought, *living]
    others = [one.id for one in targets(board, unit, friendly)] if unit and not base.target else []
    likely = tuple(sort_targets(board, base, dict.fromkeys((*living, *others))) if others else dict.fromkeys(living))
    # Without an earlier one, the form itself proposes the best target.
    target = base.target or tuple(id for id in likely[:1] if id in living)
    distance = next((one.distance for one in past if _is_between(one, base.unit, target)), ())
    cover = _last_cover(past, target)
    far = {id: known[0] for id in likely if (known := _last_distance(past, base.unit, id))}
    return FormPrefill(replace(base, target=target, distance=distance, cover=cover), likely, recalled=True, far=far)


def _is_between(past: Request, unit: tuple[str, ...], target: tuple[str, ...]) -> bool:
    """True if a command was between the two units, in either direction, since the distance is the same."""
    return (past.unit, past.target) in ((unit, target), (target, unit))


def _is_enemy(game: Game, base: Request, id: str) -> bool:
    unit, own = game.units.get(id), game.units.get(base.unit[0]) if base.unit else None
    return unit is not None and unit.alive and (own is None or own.side != unit.side)
