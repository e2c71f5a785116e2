"""`/assault`: into combat hand to hand, or on with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.bayonet.assault import HAND_TO_HAND, Assault
from rules.bayonet.commands.board_facts import attackable, figure, profile
from rules.bayonet.commands.shots import AIDING, out_of_combat, parted
from rules.bayonet.movement import RESULTS
from rules.commands import able, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.request import Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import N_, Listed, Text
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """The first unit attacks, further ones aid it."""
    attacker, *aiding = (able(board.unit(id), Text("fight")) for id in dict.fromkeys(request.unit))
    defender = attackable(able(board.unit(request.target[0]), Text("be assaulted")), "physical")
    attackable(attacker, "physical")
    enemies(attacker, defender)
    _one_side(attacker, aiding)
    facts = checked(
        Assault,
        {
            "attacker": figure(attacker),
            "defender": figure(defender),
            "aiding": len(aiding) + request.number("aiding"),
        },
    )
    return ResolvedCommand(
        (Planned("assault", facts, {"attacker": attacker.id, "defender": defender.id}),),
        after=partial(_after, attacker.id, defender.id),
        notes=partial(_notes, attacker.id, defender.id),
        warnings=_warnings(board, request, attacker),
        title=_title(attacker.ref, Listed([unit.ref for unit in aiding]), defender.ref),
    )


def _title(attacker: Text, friends: Listed, defender: Text) -> Text:
    if not friends:
        return Text("{attacker} assaults {defender}", attacker=attacker, defender=defender)
    return Text("{attacker} with {friends} assaults {defender}", attacker=attacker, friends=friends, defender=defender)


def _one_side(attacker: Unit, aiding: Sequence[Unit]) -> None:
    for unit in aiding:
        if unit.side != attacker.side:
            raise RuleError(
                Text(
                    "{unit} cannot aid {attacker}: they are on different sides.", unit=unit.ref, attacker=attacker.ref
                ),
                HAND_TO_HAND,
            )


def _warnings(board: Board, request: Request, attacker: Unit) -> tuple[Text, ...]:
    """Where it may go is the only thing that the page says against an assault."""
    own = profile(attacker).move
    slowed = attacker.has("suppressed") and not attacker.has("in_hand_to_hand")
    most = board.book.tables.suppressed_move if slowed else own
    if attacker.has("fleeing"):
        return (Text("{attacker} flees: it moves away ({section}).", attacker=attacker.ref, section=RESULTS),)
    if not request.distance or most is None or request.distance[0] <= most:
        return ()
    far = Text(
        "{attacker} moves {inches}″; the enemy is {distance}″ away.",
        attacker=attacker.ref,
        inches=most,
        distance=request.distance[0],
    )
    return (far,)


def _after(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """A result parts the two; a tie, which the effects have marked, keeps them hand to hand."""
    acted = mark(board.unit(attacker), acted=1)
    if played[0].outcome.loser is None:
        return acted
    return [*parted(board, [event for id in (attacker, defender) for event in out_of_combat(board.unit(id))]), *acted]


def _notes(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Text]:
    outcome = played[0].outcome
    if outcome.loser is None:
        return [Text("They fight on: `/assault` again, or `/move` out of it.")]
    loser = board.unit(attacker if outcome.loser == "attacker" else defender)
    return [Text(_SUFFERS[outcome.result], unit=loser.ref, inches=board.book.tables.suppressed_move)]


_SUFFERS = {
    "recoil": N_("{unit} moves back {inches}″."),
    "flee": N_("{unit} flees: it moves away."),
    "downed": N_("{unit} is downed and out of play."),
}

COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    needs=("unit", "target"),
    several=("unit",),
    situations=AIDING,
)
