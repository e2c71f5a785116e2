"""Manual changes as commands of a service, each made from its plan, once all required players have agreed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial, wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, cast, get_type_hints

from pydantic import BaseModel, create_model

from bot.game.people import Call, Person
from bot.game.permissions import other_sides
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import ProposedChange, Waiting
from bot.resolution.pending_command import Change
from bot.resolution.questions import OpenQuestion
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from rules.game.game import Game
from rules.kernel.facts import validate

Outcome: TypeAlias = CommandResult | OpenQuestion


P = ParamSpec("P")


class _Changes(Protocol):
    async def change_manually(self, call: Call, change: Change) -> Outcome: ...


class _ManualService(Protocol):
    """A service that makes manual changes, at once or after all required players have agreed."""

    @property
    def corrections(self) -> _Changes: ...


S = TypeVar("S", bound=_ManualService)


_PLANS: dict[Callable[..., Any], tuple[str, Callable[..., ProposedChange]]] = {}
"""The kind and the plan of each command of `by_agreement`."""


def by_agreement(
    kind: str,
) -> Callable[
    [Callable[Concatenate[S, ActiveGame, Call, Waiting, P], ProposedChange]],
    Callable[Concatenate[S, Call, P], Awaitable[Outcome]],
]:
    """Turn a plan into a command, like `changes_game`.

    A change that waits for agreement is stored by its `kind` with the arguments of the plan.
    """

    def decorate(
        plan: Callable[Concatenate[S, ActiveGame, Call, Waiting, P], ProposedChange],
    ) -> Callable[Concatenate[S, Call, P], Awaitable[Outcome]]:
        @wraps(plan)
        async def changed(self: S, call: Call, *args: P.args, **options: P.kwargs) -> Outcome:
            given = {**dict(zip(_arguments(plan).model_fields, args, strict=False)), **options}
            change = Change.of(kind, **dict(validate(_arguments(plan), given)))
            return await self.corrections.change_manually(call, change)

        _PLANS[changed] = kind, plan
        return changed

    return decorate


@cache
def _arguments(plan: Callable[..., ProposedChange]) -> type[BaseModel]:
    """Return the model of a plan's arguments after the service, the game, the call and the questions."""
    hints, given = get_type_hints(plan), list(signature(plan).parameters.values())[4:]
    fields = {one.name: (hints[one.name], ... if one.default is one.empty else one.default) for one in given}
    return cast("type[BaseModel]", create_model(plan.__name__, **fields))  # pyright: ignore[reportCallIssue, reportArgumentType]


def register_plans(referee: Referee, service: object) -> None:
    """Let the referee plan the changes of a service's commands."""

    def planned(
        plan: Callable[..., ProposedChange], live: ActiveGame, call: Call, change: Change, waiting: Waiting
    ) -> ProposedChange:
        given = _arguments(plan).model_validate(change.model_extra)
        return plan(service, live, call, waiting, **dict(given))

    for one in vars(type(service)).values():
        if callable(one) and one in _PLANS:
            kind, plan = _PLANS[one]
            referee.planners[kind] = partial(planned, plan)


def other_sides_once_begun(game: Game, who: Person, waiting: Waiting = ()) -> tuple[str, ...]:
    """Return the other sides after the first roll, including rolls of waiting commands; none before it."""
    begun = not game.seats_are_free or any(one.pending_command().thrown for one in waiting)
    return other_sides(game, who) if begun else ()
