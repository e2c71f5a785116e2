"""Fire at figures: hits, armour saves, and the owner's mix of suppressed figures and casualties (Firing)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.fubar.facts import UnitFacts, must_have_figures
from rules.fubar.shooting import FIRING, Firing, Shot, firing
from rules.fubar.tables import COVERS, Book, Cover, Rulings, Tables, VehicleArmour
from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.dice import Line, Need, Successes, Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Flag
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Sentence, Term, Text, counted


class Fire(Shot):
    """The facts of fire at a unit of figures."""

    target: UnitFacts = Field(title=N_("Target"))
    target_action: Literal["duck_and_weave", "gone_to_ground"] | None = Field(default=None, title=N_("Target's action"))
    target_at_edge: Flag = Field(
        default=True, title=N_("Target at the edge"), description=N_("Some of it within 2″ of its cover's edge.")
    )
    same_area: Flag = Field(default=False, title=N_("Same area of cover"), description=N_("Both units are in it."))
    behind_vehicle: VehicleArmour | None = Field(
        default=None, title=N_("Behind a vehicle"), description=N_("Its armour, when the target is right behind one.")
    )


class FireOutcome(NamedTuple):
    """Hits, those saved, figures newly suppressed, figures lost, and hits that found nobody."""

    hits: int
    saved: int
    suppressed: int
    casualties: int
    lost_hits: int


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """Fire in numbers: the throws, and who is there to be hit."""

    firing: Firing
    behind: Throw[int] | None
    armour: Throw[int] | None
    allocation: Decision[int]
    figures: int
    standing: int
    room: int
    leaned: tuple[str, ...]


def allocation_of(rulings: Rulings) -> Decision[int]:
    """The decision as the ruling has it; the usual one needs no copy."""
    asked = rulings.allocation == "ask"
    default = ALLOCATION.default if asked else rulings.allocation
    if (default, asked) == (ALLOCATION.default, ALLOCATION.asked):
        return ALLOCATION
    return replace(ALLOCATION, default=default, asked=asked)


def _allocation(text: str) -> int:
    """How many to suppress at most: all there is room for, none, or a number."""
    if text in _WISHES:
        return _WISHES[text]
    name, _, number = text.partition("=")
    if name != "suppress" or not number.isdecimal():
        raise ValueError(text)
    return int(number)


_WISHES = {"suppress_first": 100, "casualties_first": 0}


def _allocation_offers(unsaved: int, room: int, figures: int) -> tuple[Offer, ...]:
    """Every number of figures that may be suppressed instead of lost."""
    most = min(unsaved, room)
    return tuple(
        Offer(
            f"suppress={n}",
            Text(
                "{n} suppressed, {casualties}",
                n=n,
                casualties=counted(min(unsaved - n, figures - n), "casualty", "casualties"),
            ),
        )
        for n in range(most, -1, -1)
    )


ALLOCATION = Decision[int](
    name="allocation",
    by="defender",
    question=Text("How are the unsaved hits taken?"),
    options=("suppress_first", "casualties_first", "suppress=N"),
    default="suppress_first",
    read=_allocation,
    rule="Firing › Suppression",
    offers=_allocation_offers,
    asked=False,
)


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the shot is not allowed."""
    tables = book.tables
    rulings = book.rulings
    target = facts.target
    must_have_figures(target, "target")
    _reachable_in_cover(facts)
    cover, why = effective_cover(facts, rulings.same_area_cover)
    limit = tables.levels[target.level].suppress
    shot = firing(facts, tables, cover, why)
    return FirePlan(
        firing=shot,
        behind=_behind(facts, tables),
        armour=None if _saved_by_the_vehicle_alone(facts, rulings) else armour_saves(target.armour, tables, "defender"),
        allocation=allocation_of(rulings),
        figures=target.figures,
        standing=target.standing,
        room=max(0, min(limit - target.suppressed, target.standing)),
        leaned=_leaned(facts, shot),
    )


def _leaned(facts: Fire, shot: Firing) -> tuple[str, ...]:
    """The rulings that decided something before the first die."""
    cover = ("same_area_cover",) if shot.dice and _ruled_on_cover(facts) else ()
    return (*cover, "behind_vehicle_saves") if facts.behind_vehicle and facts.target.armour != "none" else cover


def _saved_by_the_vehicle_alone(facts: Fire, rulings: Rulings) -> bool:
    """Whether the armour of those behind a vehicle saves nothing, by ruling (Vehicles)."""
    return bool(facts.behind_vehicle) and rulings.behind_vehicle_saves == "vehicle"


def _reachable_in_cover(facts: Fire) -> None:
    if facts.same_area and facts.distance > 6:
        raise RuleError(Text("Inside the same area of cover the target must be within 6″."), FIRING)
    if facts.cover != "none" and not facts.same_area and not facts.target_at_edge:
        raise RuleError(Text("No figure of the target is within 2″ of the edge of its cover."), FIRING)


ARMOUR_SAVES = Text("armour saves")


def effective_cover(facts: Fire, inside: Literal["modifier", "none"]) -> tuple[Cover, Text]:
    """The cover that counts and why: the best of where the target stands and what it does (Activation; Cover).

    `inside` is the ruling on cover between units in the same area of it.
    """
    cover: Cover = "none" if facts.same_area and inside == "none" else facts.cover
    if facts.target_action == "duck_and_weave" and cover == "none":
        return "soft", Text("Duck and Weave, as soft cover")
    if facts.target_action == "gone_to_ground" and cover != "none":
        better = COVERS[min(3, COVERS.index(cover) + 1)]
        return better, Text("{better} cover ({cover}, Gone to Ground)", better=Term(better), cover=Term(cover))
    return cover, Text("{cover} cover", cover=Term(cover))


def _ruled_on_cover(facts: Fire) -> bool:
    """Whether the ruling on shared cover changes the cover that counts."""
    if not facts.same_area:
        return False
    return effective_cover(facts, "modifier")[0] != effective_cover(facts, "none")[0]


def armour_saves(
    armour: str, tables: Tables, by: str, key: str = "armour_saves", label: Text = ARMOUR_SAVES
) -> Throw[int] | None:
    """The throw that saves hits on figures in that armour; None where they wear none (Personal Armour)."""
    if armour == "none":
        return None
    need = tables.armour[armour]  # pyright: ignore[reportArgumentType] — every armour but "none" has a row
    ledger = (Line(Text("{armour} armour", armour=Term(armour)), need, "Personal Armour"),)
    return Throw(key, label, by, 6, Successes(need), Need(need), ledger, "Personal Armour")


def vehicle_saves(armour: VehicleArmour, tables: Tables) -> Throw[int]:
    """The throw by which a vehicle saves hits (Vehicles)."""
    need = tables.vehicle_armour[armour]
    what = Text("unarmoured vehicle") if armour == "none" else Text("{armour} vehicle armour", armour=Term(armour))
    ledger = (Line(what, need, "Vehicles"),)
    return Throw("vehicle_saves", Text("vehicle saves"), "defender", 6, Successes(need), Need(need), ledger, "Vehicles")


def _behind(facts: Fire, tables: Tables) -> Throw[int] | None:
    return vehicle_saves(facts.behind_vehicle, tables) if facts.behind_vehicle else None


def fire(table: Table, plan: FirePlan) -> Then[FireOutcome]:
    """Hits first, then the saves of a vehicle in front, then armour."""
    shot = plan.firing
    hits = table.roll(shot.hampered, shot.dice) + table.roll(shot.sure, shot.sure_dice)
    if plan.behind:
        return then(_behind_vehicle, plan, hits)
    return then(_armour, plan, hits, 0)


def _behind_vehicle(table: Table, plan: FirePlan, hits: int) -> Then[FireOutcome]:
    assert plan.behind
    return then(_armour, plan, hits, table.roll(plan.behind, hits))


def _armour(table: Table, plan: FirePlan, hits: int, saved: int) -> FireOutcome:
    if plan.armour:
        saved += table.roll(plan.armour, hits - saved)
    return _taken(table, plan, hits, saved)


def _taken(table: Table, plan: FirePlan, hits: int, saved: int) -> FireOutcome:
    """The figures suppressed and lost: a result each, suppressed within the limit, else a casualty; the rest is lost
    (Firing).
    """
    unsaved = hits - saved
    suppressed = brought_down(table, plan.allocation, unsaved, plan.room, plan.figures)
    left = unsaved - suppressed
    casualties = min(left, plan.figures - suppressed)
    return FireOutcome(hits, saved, suppressed, casualties, left - casualties)


def brought_down(table: Table, allocation: Decision[int], unsaved: int, room: int, figures: int) -> int:
    """How many of `figures` the owner has suppressed and not lost, of so many unsaved hits (Suppression)."""
    most = min(unsaved, room)
    return min(most, table.decide(allocation, unsaved, room, figures)) if most else 0


def effects(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Effect]:
    """Casualties fall on standing figures first; a suppressed figure that falls takes its marker with it."""
    outcome = played.outcome
    down = max(0, outcome.casualties - (plan.standing - outcome.suppressed))
    changes = (
        Effect("target", "suppressed", outcome.suppressed - down),
        Effect("target", "models", -outcome.casualties),
    )
    return [change for change in changes if change.change]


def tell(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    outcome = played.outcome
    return Joined((_result(outcome, plan.figures), *map(Sentence, plan.firing.silent)))


def brief(plan: FirePlan, played: Played) -> Text | None:
    """What is seen on the target is not said again."""
    hurt = played.outcome.suppressed or played.outcome.casualties
    return Joined([*map(Sentence, plan.firing.silent)]) if hurt else None


def _result(outcome: FireOutcome, figures: int) -> Text:
    """What hits came to on so many figures."""
    if not outcome.hits:
        return Text("No hits.")
    hits = counted(outcome.hits, "hit", "hits")
    saved = Text(", {saved} saved", saved=outcome.saved) if outcome.saved else NOTHING
    wiped = Text("wiped out") if outcome.casualties == figures else NOTHING
    harm = [Text("{n} suppressed", n=outcome.suppressed)] if outcome.suppressed else []
    harm += [counted(outcome.casualties, "casualty", "casualties")] if outcome.casualties else []
    came = Joined((*harm, wiped), ", ") or Text("no effect")
    if not outcome.lost_hits:
        return Text("{hits}{saved}: {came}.", hits=hits, saved=saved, came=came)
    lost = counted(outcome.lost_hits, "hit", "hits")
    return Text("{hits}{saved}: {came} ({lost} wasted).", hits=hits, saved=saved, came=came, lost=lost)


def leaning(plan: FirePlan, played: Played) -> Sequence[str]:
    return ("allocation",) if played.made else ()


def too_big(plan: FirePlan) -> Text | None:
    """Exact odds are worked out up to 300 dice."""
    return up_to(
        300, plan.firing.dice + plan.firing.sure_dice, N_("Exact odds go up to {most} dice; this shot has {n}.")
    )


def aim(plan: FirePlan) -> Aim:
    """Casualties; of as many, those suppressed."""
    return Aim("casualties", attrgetter("casualties"), attrgetter("suppressed"), plan.figures)


ACTION = Action(
    key="fire",
    title=Text("Fire"),
    topic="firing",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    brief=brief,
    effects=effects,
    leaning=leaning,
    decisions=(ALLOCATION,),
    too_big=too_big,
    aim=aim,
)
