"""`/morale` and `/act recover`: suppression tokens come off, and perhaps one more action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import checked
from rules.kernel.request import Ask, Choice, MissingFacts, Request
from rules.kernel.text import Text
from rules.openfire_d12.commands.actions import acted, bent, go_note, second_test
from rules.openfire_d12.commands.board_facts import close_to, on_table, unit_facts
from rules.openfire_d12.recover import Recover, must_be_suppressed
from rules.openfire_d12.tables import Board

_NONE = Choice("no_enemy_within_12", Text("No enemy within 12″: +2"), length=True)
_NEAREST = (
    Choice("enemy_within_6", Text("An enemy within 6″"), length=True),
    Choice("enemy_within_12", Text("An enemy within 12″, none within 6″: +1"), length=True),
    _NONE,
)


def order(board: Board, request: Request) -> ResolvedCommand:
    """Recover by a Command test. The situation says who is near; an enemy in assault range is within 6″ and 12″ as
    well.

    Raises MissingFacts where nobody has said how near the nearest enemy is: it changes the number.
    """
    unit = on_table(board.unit(request.unit[0]), Text("recover"))
    near = _nearest(board, unit, request)
    within_6 = near or request.said("enemy_within_6")
    facts = checked(
        Recover,
        {
            "unit": unit_facts(unit),
            "in_assault_range": near,
            "enemy_within_6": within_6,
            "enemy_within_12": within_6 or request.said("enemy_within_12"),
            "friend_within_6": request.said("friend_within_6"),
        },
    )
    return ResolvedCommand(
        (Planned("recover", facts, {"unit": unit.id}),),
        after=partial(_after, unit),
        notes=lambda after, _: go_note(after),
        warnings=bent(board, unit, "recover"),
        rethrows=second_test(board, unit, "recover"),
        title=Text("{unit}: recover", unit=unit.ref),
    )


def _nearest(board: Board, unit: Unit, request: Request) -> bool:
    """Whether it is in an assault range; raises MissingFacts where nobody has said how near an enemy is."""
    near = bool(close_to(board, unit)) or request.said("in_assault_range")
    for within in ("in_assault_range", "enemy_within_6", "enemy_within_12"):
        request.one_of((within, _NONE.code))
    if unit.count("suppression") and not near and not any(request.said(choice.code) for choice in _NEAREST):
        raise MissingFacts([Ask("situation", Text("How near is the nearest enemy?"), _NEAREST)])
    return near


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for the distance of the nearest enemy."""
    unit = on_table(board.unit(request.unit[0]), Text("recover"))
    must_be_suppressed(unit_facts(unit))
    warnings = bent(board, unit, "recover")
    if not warnings:
        _nearest(board, unit, request)
    return warnings


def _after(before: Unit, board: Board, played: Sequence[Played]) -> list[Event]:
    return acted(board, before, "recover", int(played[0].outcome.extra_action))


SITUATIONS = (
    *_NEAREST,
    Choice("friend_within_6", Text("A friend within 6″: +2"), length=True),
    Choice("in_assault_range", Text("In an enemy's assault range: +2")),
)
MORALE = Command(key="morale", title=Text("Recover"), order=order, before=before, situations=SITUATIONS)
RECOVER = Command(key="recover", title=Text("Recover"), order=order, before=before, situations=SITUATIONS)
