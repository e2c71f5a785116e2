"""Split fire: weapons that can be divided among targets, the possible ways, and their requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar

from rules.command.legality import Legality, legality_of, targets
from rules.command.system import Board
from rules.game.unit import Unit, Weapon
from rules.kernel.request import Request

T = TypeVar("T")
Share = tuple[int, ...]
"""Numbers of weapons of a kind that fire at each target."""


def can_split(board: Board, request: Request) -> bool:
    """True if a shot at several targets must be divided first: it is refused now, but legal once divided."""
    command = board.system.commands.get(request.command)
    if command is None or "target" not in command.several or request.firers or len(request.unit) != 1:
        return False
    weapons, many = weapons_of(board, request), len(request.target)
    if many < 2 or sum(one.count for one in weapons) < many or not _is_refused(board, request):
        return False
    each = [one.name for one in weapons for _ in range(one.count)][:many]  # a single weapon at each target
    one_each = {name: tuple(int(at == name) for at in each) for name in dict.fromkeys(each)}
    tries = (first_shares(weapons, many), one_each)
    return not all(_is_refused(board, divide_shot(request, shares)) for shares in tries)


def has_one_target(board: Board, unit: Unit, distance: Decimal) -> bool:
    """True if a unit that may fire at an enemy at that distance may not add a second target."""
    foes = tuple(foe.id for foe in targets(board, unit)[:2])
    shot = Request(
        "fire",
        (unit.id,),
        foes[:1],
        distance=(distance,),
        cover=tuple(one.code for one in board.system.commands["fire"].covers[:1]),
    )
    return len(foes) > 1 and not _is_refused(board, shot) and _is_refused(board, replace(shot, target=foes))


def _is_refused(board: Board, request: Request) -> bool:
    return legality_of(board, request) is Legality.ILLEGAL


def weapons_of(board: Board, request: Request) -> list[Weapon]:
    """Return the weapons of the firing unit, the most numerous first."""
    return sorted(board.system.ready_to_fire(board, board.unit(request.unit[0])), key=lambda one: -one.count)


def first_shares(weapons: Sequence[Weapon], targets: int) -> dict[str, Share]:
    """Return the initial division in the form: each kind of weapon at its own target as far as possible.

    A single kind is divided as evenly as possible.
    """
    if len(weapons) == 1:
        each, more = divmod(weapons[0].count, max(targets, 1))
        return {weapons[0].name: tuple(each + (at < more) for at in range(targets))}
    return {
        one.name: tuple(one.count if at == nth % targets else 0 for at in range(targets))
        for nth, one in enumerate(weapons)
    }


def every_share(count: int, targets: int, most: int) -> list[Share] | None:
    """Return every way to divide the weapons, all of them at one target first; None for more than `most` ways.

    One of the ways is to hold fire altogether.
    """
    found: list[Share] = []
    for share in _possible_shares(count, targets):
        found.append(share)
        if len(found) >= most:
            return None
    return [*sorted(found, key=lambda share: sum(map(bool, share))), (0,) * targets]


def _possible_shares(count: int, targets: int) -> Iterator[Share]:
    if targets == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for others in _possible_shares(count - first, targets - 1):
            yield (first, *others)


def divide_shot(request: Request, shares: Mapping[str, Share]) -> Request:
    """Return the shot with its weapons divided; targets without any are left out."""
    each = [
        ", ".join(f"{share[at]} {name}" for name, share in shares.items() if share[at])
        for at in range(len(request.target))
    ]
    kept = [at for at, fires in enumerate(each) if fires]
    return replace(
        request,
        target=tuple(request.target[at] for at in kept),
        firers=tuple(each[at] for at in kept),
        distance=_keep_values(request.distance, kept),
        cover=_keep_values(request.cover, kept),
    )


def _keep_values(values: tuple[T, ...], kept: Sequence[int]) -> tuple[T, ...]:
    """Return the values of those targets; a single value for all is unchanged."""
    return values if len(values) <= 1 else tuple(values[at] for at in kept if at < len(values))
