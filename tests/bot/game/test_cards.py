"""Cards: the unit behind a card does not change what the rules plan, offer and warn of for other sides.

This is checked for every system with cards and each of its ready-made units behind the card: whole, worn down to its
last model, and without weapons. Where the card has a marker, or it is not the others' turn, the units take turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import pytest

from bot.game.people import legality_of_cards
from data import SYSTEMS, system_of
from rules.command.force import muster_units, spec
from rules.command.legality import Legality, command_of, plan_request
from rules.command.next_steps import best_use, candidates, fill_only_choice, free_units, sort_targets, steps
from rules.command.system import Board, System
from rules.command.turn_steps import turn_steps
from rules.game.events import StateSet, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request, changed
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

CARD, MATE, FOE = "u1", "u2", "u3"
"""A card of Red, an open unit beside it, and one of Blue."""
SIDES = ("Red", "Blue")
WITH_CARDS = [system for system in SYSTEMS if "hidden" in system.states]
WITHOUT = [system for system in SYSTEMS if "hidden" not in system.states]


def kinds(system: System) -> Iterator[dict[str, Any]]:
    for key in system.units:
        yield {"type": key}
        yield {"type": key, "models": 1, "weapons": []}


def board_with_card(system: System, kind: Mapping[str, Any], states: Mapping[str, int], holder: str | None) -> Board:
    board, last = Board(Game(), system, ruleset_of(system, {})), list(system.units)[-1]
    for side, given in (("Red", dict(kind) | {"states": {"hidden": 1}}), ("Red", {"type": last, "states": {}})):
        board = _with(board, side, given)
    board = _with(board, "Blue", {"type": last, "states": {}})
    order = (holder, *(side for side in SIDES if side != holder)) if holder else ()
    marks = [StateSet(unit=CARD, state=state, value=value) for state, value in states.items()]
    return board.after([TurnAdvanced(turn=1, order=order, holder=holder), *marks])


def _with(board: Board, side: str, given: Mapping[str, Any]) -> Board:
    [unit] = muster_units(board.system, board.game, side, [spec(board.system, given)], None)
    return board.after([UnitPlaced(unit=unit)])


def moments(system: System) -> Iterator[tuple[Mapping[str, int], str | None]]:
    """Yield each possible marker of the card, in each side's turn and before the first one."""
    marks = [name for name, state in system.states.items() if state.holds in ("flag", "count") and name != "hidden"]
    for holder in (None, *SIDES):
        yield {}, holder
        yield from (({name: 1}, holder) for name in marks)
        yield {"activated": 1, "actions_left": 1}, holder


def visible_values(board: Board) -> Iterator[object]:
    """Return all that others than Red can read without giving a command."""
    for side in SIDES:
        yield "turn", [(ENGLISH(one.label), one.legality) for one in turn_steps(board, side)]
        yield from (_plan_order(board, Request(key, side=side)) for key in _of_nobody(board.system))
    keys = list(board.system.commands)
    for id in (MATE, FOE):
        unit = board.unit(id)
        yield id, [ENGLISH(one) for one in board.system.may(board, unit)]
        yield id, [(ENGLISH(one.label), one.legality) for one in steps(board, unit)]
        yield id, [(key, best_use(board, key, unit)) for key in keys]
    yield from _at_the_card(board)
    for request in (*map(Request, keys), *(Request("act", action=key) for key in board.system.acts)):
        yield [fill_only_choice(board, changed(request, side=side)) for side in (None, *SIDES)]
    for key in keys:
        seen = legality_of_cards(board, None, key)
        yield key, [(one.unit.id, one.legality) for one in candidates(board, key, seen=seen)]
        yield key, [[unit.id for unit in free_units(board, key, side, 5, seen)] for side in SIDES]


def _of_nobody(system: System) -> list[str]:
    return [key for key, command in system.commands.items() if not command.needs]


def _at_the_card(board: Board) -> Iterator[object]:
    """Return the commands that Blue can give at the card, and True if the card is offered before the open unit."""
    acts = [Request("act", (FOE,), action=key, side="Blue") for key in board.system.acts]
    for base in (*(Request(key, (FOE,), side="Blue") for key in board.system.commands), *acts):
        command = command_of(board, base)
        if command is not None and "target" in command.needs:
            yield base.command, sort_targets(board, base, (CARD, MATE))
            cover = (command.covers[0].code,) if command.covers else ()
            for inches in (10, 4, 1, 24):
                yield _plan_order(board, changed(_at(base), distance=(Decimal(inches),), cover=cover))


def _at(base: Request) -> Request:
    return Request(base.command, base.unit, (CARD,), action=base.action, side=base.side)


def _plan_order(board: Board, request: Request) -> tuple[object, ...]:
    stands, order = plan_request(board, request)
    if order is None:
        return request, stands
    said: tuple[Text, ...] = (order.title, *order.warnings, *order.repeats)
    return request, stands, [ENGLISH(one) for one in said], [(one.action, one.roles) for one in order.plays]


@pytest.mark.parametrize("system", WITH_CARDS, ids=lambda system: system.key)
def test_the_offered_values_do_not_depend_on_the_unit_behind_a_card(system: System) -> None:
    every = [*kinds(system)]
    for nth, (states, holder) in enumerate(moments(system)):
        found = [every[0], *every[1 + nth % 5 :: 5]] if states or holder != SIDES[1] else every
        first, *others = [list(visible_values(board_with_card(system, kind, states, holder))) for kind in found]
        assert others
        for other in others:
            assert first == other


@for_each(
    ("command", "card", "mate", "holder", "may"),
    [
        ("activate", {}, {}, "Red", True),
        ("activate", {}, {}, "Blue", False),
        ("activate", {}, {"actions_left": 1}, "Red", False),
        ("activate", {"activated": 1}, {}, "Red", False),
        ("activate", {}, {}, None, True),
        ("activate", {"actions_left": 1}, {}, None, False),
        ("move", {}, {}, "Red", False),
        ("move", {"actions_left": 1}, {}, "Red", True),
        ("move", {"actions_left": 1}, {}, "Blue", False),
        ("move", {}, {"actions_left": 1}, None, True),
        ("move", {"activated": 1}, {}, None, False),
        ("move", {"activated": 1, "actions_left": 1}, {}, None, True),
    ],
)
def test_a_card_may_act_as_far_as_all_players_know(
    command: str, card: dict[str, int], mate: dict[str, int], holder: str | None, may: bool
) -> None:
    board = board_with_card(system_of("opreb"), {"type": "colonial_militia"}, card, holder)
    board = board.after(StateSet(unit=MATE, state=state, value=value) for state, value in mate.items())
    assert legality_of_cards(board, None, command) == {CARD: Legality.OK if may else Legality.WARNED}


@pytest.mark.parametrize("system", WITHOUT, ids=lambda system: system.key)
def test_in_the_other_systems_nothing_is_hidden(system: System) -> None:
    """The other systems hide no units, so anything said there about the enemy is public; the systems with cards have a
    test above.
    """
    with pytest.raises(BadFacts, match="states: there is no hidden; choose "):
        spec(system, {"type": next(iter(system.units)), "states": {"hidden": 1}})
