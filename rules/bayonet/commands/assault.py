"""`/assault`: into combat hand to hand, or on with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.bayonet.assault import HAND_TO_HAND, Assault
from rules.bayonet.commands.board_facts import attackable, figure, profile
from rules.bayonet.commands.shots import AIDING, out_of_combat, parted
from rules.bayonet.movement import RESULTS
from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.system import Played
from rules.text import listed, say, unsaid
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """The first unit attacks, further ones aid it."""
    attacker, *aiding = (able(board.unit(id), say("fight")) for id in dict.fromkeys(request.unit))
    defender = attackable(able(board.unit(request.target[0]), say("be assaulted")), "physical")
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
        title=_title(attacker, aiding, defender),
    )


def _title(attacker: Unit, aiding: Sequence[Unit], defender: Unit) -> str:
    return say(
        "{attacker} with {friends} assaults {defender}" if aiding else "{attacker} assaults {defender}",
        attacker=attacker.name,
        friends=listed([unit.name for unit in aiding]),
        defender=defender.name,
    )


def _one_side(attacker: Unit, aiding: Sequence[Unit]) -> None:
    for unit in aiding:
        if unit.side != attacker.side:
            raise RuleError(
                say("{unit} is not on {attacker}'s side and cannot aid it.", unit=unit.name, attacker=attacker.name),
                HAND_TO_HAND,
            )


def _warnings(board: Board, request: Request, attacker: Unit) -> tuple[str, ...]:
    """Where it may go is the only thing that the page says against an assault."""
    own = profile(attacker).move
    slowed = attacker.has("suppressed") and not attacker.has("in_hand_to_hand")
    most = board.book.tables.suppressed_move if slowed else own
    if attacker.has("fleeing"):
        return (say("{attacker} flees: it moves away ({section}).", attacker=attacker.name, section=RESULTS),)
    if not request.distance or most is None or request.distance[0] <= most:
        return ()
    far = say(
        "{attacker} moves {inches}″; the enemy is {distance}″ away.",
        attacker=attacker.name,
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


def _notes(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[str]:
    outcome = played[0].outcome
    if outcome.loser is None:
        return [say("They fight on: `/assault` again, or `/move` out of it.")]
    loser = board.unit(attacker if outcome.loser == "attacker" else defender)
    return [say(_SUFFERS[outcome.result], unit=loser.name, inches=board.book.tables.suppressed_move)]


_SUFFERS = {
    "recoil": unsaid("{unit} moves back {inches}″."),
    "flee": unsaid("{unit} flees: it moves away."),
    "downed": unsaid("{unit} is downed and out of play."),
}

COMMAND = Command(
    key="assault",
    title="Assault",
    order=order,
    needs=("unit", "target"),
    several=("unit",),
    situations=AIDING,
)
