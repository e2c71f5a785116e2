"""`/act blast`: who stood within 1 inch of an explosion, asked after its hits are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.choices import weapon_groups
from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Term, Text, counted
from rules.openfire_ww2.blast import bystander_role
from rules.openfire_ww2.commands.board_facts import nearby, weapon_facts
from rules.openfire_ww2.commands.fire import each_once
from rules.openfire_ww2.commands.shot_notes import gone_nearby
from rules.openfire_ww2.commands.turn_state import freed, steadied
from rules.openfire_ww2.explosion import Blast
from rules.openfire_ww2.fighters import EXPLOSIONS
from rules.openfire_ww2.tables import Board


def order(board: Board, request: Request) -> ResolvedCommand:
    """`unit` fired, `target` lists those within the blast, `count` is how often it hit (once without it).

    Its hits are known by now: whoever fired may have fallen since, in an assault by the very next throws.
    """
    attacker, near = board.unit(request.unit[0]), _near(board, request)
    weapon = _weapon(board, attacker, request.weapon or "")
    hits = 1 if request.count is None else request.count
    others = [nearby(unit) for unit in near]
    facts = checked(Blast, {"weapon": weapon_facts(board, attacker, weapon), "hits": hits, "bystanders": others})
    roles = {"attacker": attacker.id} | {bystander_role(n): unit.id for n, unit in enumerate(near, 1)}
    return ResolvedCommand(
        (Planned("blast", facts, roles),),
        after=partial(_after, roles),
        notes=partial(_notes, board, roles),
        title=_title(hits, weapon, near),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit with nothing that explodes, and for whoever cannot be hit."""
    _near(board, request)
    _weapon(board, board.unit(request.unit[0]), request.weapon or "")
    return ()


def _near(board: Board, request: Request) -> list[Unit]:
    each_once(board, request.target)
    return [able(board.unit(id), Text("be hit")) for id in request.target]


def _title(hits: int, weapon: str, near: Sequence[Unit]) -> Text:
    units = Listed([unit.ref for unit in near])
    return Text("{hits} of {weapon} near {units}", hits=counted(hits, "hit", "hits"), weapon=Term(weapon), units=units)


def _weapon(board: Board, unit: Unit, text: str) -> str:
    """The explosive weapon named, or the only one there is."""
    rows = board.tables.weapons
    carried = [weapon.name for weapon in unit.weapons if rows[weapon.name].explosive]
    if not carried:
        raise RuleError(Text("{unit} has nothing that explodes.", unit=unit.ref), EXPLOSIONS)
    if text.strip():
        return weapon_groups(text, carried)[0][1]
    if len(carried) > 1:
        weapons = Listed([Term(name) for name in carried], "or")
        raise RuleError(Text("Which of them burst: {weapons}?", weapons=weapons), EXPLOSIONS)
    return carried[0]


def _results(roles: dict[str, str], played: Sequence[Played]) -> list[tuple[str, str]]:
    others = played[0].outcome.others
    return [(roles[bystander_role(n)], other.terror) for n, other in enumerate(others, 1)]


def _after(roles: dict[str, str], board: Board, played: Sequence[Played]) -> list[Event]:
    return steadied(board, _results(roles, played))


def _notes(before: Board, roles: dict[str, str], board: Board, played: Sequence[Played]) -> Sequence[Text]:
    near = [id for part, id in roles.items() if part != "attacker"]
    return [*gone_nearby(before, board, near), *freed(board, _results(roles, played))]


COMMAND = Command(
    key="blast",
    title=Text("Units within a blast"),
    order=order,
    before=before,
    needs=("unit", "target"),
    several=("target",),
    anybody=True,
)
