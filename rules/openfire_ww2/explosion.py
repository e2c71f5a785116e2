"""A blast on its own: an explosive hit, and only then the question who stood within 1 inch (Explosions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from operator import add
from typing import NamedTuple

from pydantic import Field

from rules.command.choices import weapon_groups
from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, checked
from rules.kernel.plays import Effect, Shift
from rules.kernel.request import Request
from rules.kernel.table import Table, then
from rules.kernel.text import N_, Joined, Listed, Term, Text, counted
from rules.openfire_ww2.blast import (
    Burst,
    Bystander,
    Nearby,
    bystander,
    bystander_role,
    caught,
    other_effects,
    other_leaning,
    other_told,
)
from rules.openfire_ww2.commands.board_facts import nearby, weapon_facts
from rules.openfire_ww2.commands.fire import each_once, gone_nearby
from rules.openfire_ww2.commands.turn_state import freed, steadied
from rules.openfire_ww2.facts import EXPLOSIONS, Target, Weapon, bystanders_must_stand
from rules.openfire_ww2.tables import Board, Book, results_of, too_many
from rules.openfire_ww2.terror import driven_back


class Blast(Facts):
    """The facts of an explosion whose target has been dealt with: who else is within 1 inch of it."""

    weapon: Weapon = Field(title=N_("Weapon"))
    hits: Count = Field(title=N_("Hits"), description=N_("How often it hit its target."))
    bystanders: tuple[Target, ...] = Field(min_length=1, max_length=20, title=N_("Units within the blast"))


class BlastOutcome(NamedTuple):
    """What became of each unit, in the order of the facts."""

    others: tuple[Nearby, ...]


@dataclass(frozen=True, eq=False, slots=True)
class BlastPlan:
    """An explosion in numbers."""

    bystanders: tuple[Bystander, ...]
    hits: int
    grenade: bool
    leaned: tuple[str, ...]


def plan(facts: Blast, book: Book) -> BlastPlan:
    """Raises RuleError for a unit of which nothing is left."""
    bystanders_must_stand(facts.bystanders)
    units = tuple(
        bystander(unit, number, [Burst(facts.weapon)], book.tables, book.rulings)
        for number, unit in enumerate(facts.bystanders, 1)
    )
    grenade = facts.weapon.grenade and facts.hits > 0
    return BlastPlan(units, facts.hits, grenade, ("grenade_kill",) if grenade else ())


def blast(table: Table, plan: BlastPlan) -> BlastOutcome:
    return BlastOutcome(table.together(add, *(then(caught, one, plan.hits) for one in plan.bystanders)))


def effects(plan: BlastPlan, played: Played) -> Sequence[Effect]:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return [effect for one, outcome in pairs for effect in other_effects(one, outcome, played)]


def moves(plan: BlastPlan, played: Played) -> Sequence[Shift]:
    """Squads that the blast drives back."""
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return [shift for one, outcome in pairs for shift in driven_back(one.role, outcome.terror, one.inches)]


def tell(plan: BlastPlan, played: Played) -> Text:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return Joined([other_told(one, outcome, played) for one, outcome in pairs])


def leaning(plan: BlastPlan, played: Played) -> Sequence[str]:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return [name for one, outcome in pairs for name in other_leaning(one, outcome, plan.hits, played)]


def too_big(plan: BlastPlan) -> Text | None:
    """Each unit multiplies the outcomes."""
    return too_many(prod(results_of(plan.hits, one.size) for one in plan.bystanders))


ACTION = Action(
    key="blast",
    title=Text("Units within a blast"),
    topic="explosions",
    facts=Blast,
    outcome=BlastOutcome,
    plan=plan,
    rule=blast,
    tell=tell,
    moves=moves,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
)


# `/act blast`.


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
