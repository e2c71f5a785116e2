"""How far a unit's leader may move, and whether an enemy it leaves attacks first (Moving Units; Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import Field

from rules.command.movement import MovementOutcome, MovementPlan, because, inches, movement_action
from rules.command.movement import movement as movement_rule
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, Need, Successes, Throw, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, Flag
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Made, Offer, Table, Then, either, then
from rules.kernel.text import N_, NOTHING, Joined, Text, counted
from rules.openfire_d12.attributes import ATTRIBUTES, DIE, base, dice_against
from rules.openfire_d12.damage import CASUALTY_ORDER, Victims, damage_effects, victims, wounded
from rules.openfire_d12.facts import UnitFacts, must_live
from rules.openfire_d12.tables import Book, ClimbRow, MoveAction, MovesRow, Terrain

ADVANCE = "Actions › Advance"
CLIMBABLE = "Terrain › Climbable"
RUSH = "Actions › Rush"
SECTIONS: dict[MoveAction, str] = {"advance": ADVANCE, "rush": RUSH, "assault": "Actions › Assault"}
ACTIONS: dict[MoveAction, Text] = {"advance": Text("Advance"), "rush": Text("Rush"), "assault": Text("Assault")}
_ADVICE: dict[Terrain, Text] = {
    "rough": Text("It may not end on rough ground."),
    "climb": Text("It must end on clear ground, or climb on with a second move."),
    "dangerous": Text("Dangerous ground: a die each."),
}


class Way(Facts):
    """What a move goes over."""

    terrain: tuple[Terrain, ...] = Field(default=(), max_length=4, title=N_("Terrain crossed"))
    levels_up: Count = Field(default=0, title=N_("Levels climbed up"))
    levels_down: Count = Field(default=0, title=N_("Levels climbed down"))


class Movement(Way):
    """The facts of a move."""

    unit: UnitFacts = Field(title=N_("Unit"))
    action: MoveAction = Field(title=N_("Action"))
    leaves_assault_range: Flag = Field(
        default=False, title=N_("Leaves an enemy's assault range"), description=N_("1″ from the enemy's bases.")
    )


@dataclass(frozen=True, eq=False, slots=True)
class Move(MovementPlan):
    """A move in inches; `leaves` says that an enemy left behind may attack first."""

    leaves: bool = False


def _free_attack_offers() -> tuple[Offer, ...]:
    return Offer("no", Text("let it go")), Offer("yes", Text("a free attack before it moves"))


FREE_ATTACK = Decision[bool](
    name="free_attack",
    by="defender",
    question=Text("It leaves your assault range: a free attack first?"),
    options=("no", "yes"),
    default="no",
    read=either(),
    rule=ADVANCE,
    offers=_free_attack_offers,
)


def plan(facts: Movement, book: Book) -> Move:
    """Raises RuleError for an action that the unit's suppression, kind or enemies forbid."""
    must_live(facts.unit, "unit")
    may_move(facts.unit, facts.action)
    if facts.action == "rush" and facts.leaves_assault_range:
        raise RuleError(Text("A unit in an enemy's assault range may not rush."), RUSH)
    why = inches_of(facts.unit, facts.action, facts, book)
    leaned = leaning(facts.unit, facts, book)
    return Move(why, advice(facts.unit, facts), leaned, leaves=facts.leaves_assault_range)


def may_move(unit: UnitFacts, action: MoveAction) -> None:
    """Raises RuleError when the unit may not take that action (Actions)."""
    if action == "rush" and unit.vehicle:
        raise RuleError(Text("A vehicle may not rush."), "Vehicles")
    most = 1 if action == "advance" else 0
    if unit.suppression > most:
        tokens = counted(unit.suppression, "suppression token", "suppression tokens")
        why = Text("A unit with {tokens} may not take the {action} action.", tokens=tokens, action=ACTIONS[action])
        raise RuleError(why, SECTIONS[action])


def inches_of(unit: UnitFacts, action: MoveAction, way: Way, book: Book) -> tuple[Line, ...]:
    """The ledger of a move; terrain does not affect a unit that flies (Special Rules › Flying)."""
    row: MovesRow = book.tables.moves
    added: dict[MoveAction, int] = {"advance": row.advance, "rush": row.rush, "assault": row.assault}
    changes = [
        inches(ACTIONS[action], added[action], SECTIONS[action]),
        inches(Text("suppressed"), row.suppressed if unit.suppression else 0, ADVANCE),
    ]
    if not unit.flying:
        changes += _ground(way, book)
    lines = [inches(Text("MOV"), unit.mov, ATTRIBUTES), *(line for line in changes if line.value)]
    short = total(lines, "inches")
    if short < 0:
        lines.append(inches(Text("a move is never below 0″"), -short, "Moving Units"))
    return tuple(lines)


def _ground(way: Way, book: Book) -> tuple[Line, ...]:
    tables = book.tables
    return (
        inches(Text("slow ground"), tables.moves.slow if "slow" in way.terrain else 0, "Terrain › Slow"),
        inches(
            Text("{levels} up", levels=counted(way.levels_up, "level", "levels")),
            -(way.levels_up // tables.climb.up),
            CLIMBABLE,
        ),
        inches(
            Text("{levels} down", levels=counted(way.levels_down, "level", "levels")),
            -_down(way, tables.climb, book.rulings.climb_down == "one_free"),
            CLIMBABLE,
        ),
    )


def _down(way: Way, climb: ClimbRow, one_free: bool) -> int:
    """An inch for every two levels; what a single one left over costs is a ruling."""
    pairs, left = divmod(way.levels_down, climb.down)
    return pairs if one_free or not left else pairs + 1


def leaning(unit: UnitFacts, way: Way, book: Book) -> tuple[str, ...]:
    """The ruling about a single level down, where there is one."""
    return ("climb_down",) if way.levels_down % book.tables.climb.down and not unit.flying else ()


def advice(unit: UnitFacts, way: Way) -> Text:
    """What the ground on the way asks for at its end; nothing of a unit that flies."""
    if unit.flying:
        return NOTHING
    return Joined(said for terrain, said in _ADVICE.items() if terrain in way.terrain)


def movement(table: Table, plan: Move) -> MovementOutcome:
    """An enemy whose assault range is left decides on its free attack before the unit is moved."""
    if plan.leaves:
        table.decide(FREE_ATTACK)
    return movement_rule(table, plan)


def free_attack(made: Iterable[Made]) -> bool:
    """Whether the enemy takes its free attack."""
    return any(one.name == FREE_ATTACK.name and FREE_ATTACK.read(one.value) for one in made)


def tell(plan: Move, played: Played) -> Text:
    first = Text("First the enemy's free attack.") if free_attack(played.made) else NOTHING
    far = Text("Up to {inches}″{reasons}.", inches=played.outcome.inches, reasons=because(plan.why))
    return Joined((first, far, plan.advice))


def moves(plan: Move, played: Played[MovementOutcome]) -> Sequence[Shift]:
    """Without what the inches are made of."""
    return (Shift("unit", played.outcome.inches, most=True),) if played.outcome.inches else ()


ACTION = replace(movement_action(Movement, plan, rule=movement, tell=tell, decisions=(FREE_ATTACK,)), moves=moves)


# Dangerous ground: a die for every model, and a Defence test for every natural 12 (Terrain › Dangerous).

DANGEROUS = "Terrain › Dangerous"
ORDER = replace(CASUALTY_ORDER, by="unit")


class Dangerous(Facts):
    """The facts of a unit whose leader crosses dangerous ground."""

    unit: UnitFacts = Field(title=N_("Unit"))


class DangerousOutcome(NamedTuple):
    """Natural twelves, Defence tests failed, damage before any excess, models lost, hit points after."""

    hits: int
    failed: int
    damage: int
    models_lost: int
    hp: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class DangerousPlan:
    """Dangerous ground in numbers: the dice of the models, and what a hit asks for (DMG 1, PRC 0)."""

    ground: Throw[int]
    dice: int
    defence: Throw[int]
    victims: Victims
    leaned: tuple[str, ...] = ()


def plan_dangerous(facts: Dangerous, book: Book) -> DangerousPlan:
    """A unit that flies throws no dice; raises RuleError for one with no model left."""
    unit = facts.unit
    must_live(unit, "unit")
    twelve = Line(Text("natural face"), DIE, DANGEROUS)
    pool = Line(Text("one for each model"), unit.models, DANGEROUS, "dice")
    return DangerousPlan(
        ground=Throw(
            "dangerous_ground",
            Text("dangerous ground"),
            "unit",
            DIE,
            Successes(DIE),
            Need(DIE),
            (twelve, pool),
            DANGEROUS,
        ),
        dice=0 if unit.flying else unit.models,
        defence=dice_against(
            "defence_tests", Text("Defence tests"), "unit", unit.defence, (base(unit, "def"),), DANGEROUS
        ),
        victims=victims(unit, "unit"),
    )


def dangerous(table: Table, plan: DangerousPlan) -> Then[DangerousOutcome]:
    return then(_defended, plan, table.roll(plan.ground, plan.dice))


def _defended(table: Table, plan: DangerousPlan, hits: int) -> DangerousOutcome:
    failed = hits - table.roll(plan.defence, hits)
    return DangerousOutcome(hits, failed, failed, *wounded(table, plan.victims, failed))


def effects_of_danger(plan: DangerousPlan, played: Played) -> Sequence[Effect]:
    return damage_effects("unit", plan.victims.hp, played.outcome.hp, played.outcome.models_lost)


def tell_dangerous(plan: DangerousPlan, played: Played[DangerousOutcome]) -> Text:
    outcome = played.outcome
    if not plan.dice:
        return Text("It flies: dangerous ground does not affect it.")
    if not outcome.hits:
        return Text("No hits.")
    hits = counted(outcome.hits, "hit", "hits")
    if not outcome.damage:
        return Text("{hits}: all held.", hits=hits)
    models = counted(outcome.models_lost, "model", "models")
    return Text("{hits}: {damage} damage, {models} lost.", hits=hits, damage=outcome.damage, models=models)


CROSSING = Action(
    key="dangerous",
    title=Text("Dangerous ground"),
    topic="terrain",
    facts=Dangerous,
    outcome=DangerousOutcome,
    plan=plan_dangerous,
    rule=dangerous,
    tell=tell_dangerous,
    effects=effects_of_danger,
    decisions=(ORDER,),
)
