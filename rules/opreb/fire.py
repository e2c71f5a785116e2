"""Small arms fire: bangs against bangs, the defender's answer, then wounds and pinned markers (Small arms fire)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING
from operator import attrgetter
from typing import Literal, NamedTuple, cast

from pydantic import Field, model_validator

from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.dice import Line, Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, Value, counted
from rules.opreb import pools
from rules.opreb.facts import Attacker, NearestCover, Shooters, Support, Target, must_have_models, without_default
from rules.opreb.fall_back import CONVERSION, GO, MORALE, Position, cover_now, position
from rules.opreb.morale import morale_test
from rules.opreb.movement import inches_of, tac_move_test
from rules.opreb.pools import Pool, bangs, held, pins_leaned, pool
from rules.opreb.tables import BEST_TIER, Book, Cover, Tables

# What is known before the first die: the facts of a shot, and the plan they make.


class Fire(Facts):
    """The facts of a small arms fire."""

    attacker: Attacker = Field(title=N_("Attacker"))
    shooters: tuple[Shooters, ...] = Field(max_length=20, title=N_("Models firing"))
    support: tuple[Support, ...] = Field(max_length=20, title=N_("Support weapons"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    target: Target = Field(title=N_("Target"))
    lowers_tier: Flag = Field(
        default=False, title=N_("Blast or exceptional weapon"), description=N_("Takes a tier off.")
    )
    flanked: Flag = Field(
        default=False, title=N_("Flanked"), description=N_("Clear sight round the wall to more than half the models.")
    )
    nearest_cover: NearestCover | None = Field(default=None, title=N_("Nearest cover to fall back to"))
    short_of_it: Literal["open", "light"] = Field(
        default="open",
        title=N_("Short of it"),
        description=N_("Its cover when it does not get there. Left out: the cover it had."),
        json_schema_extra=without_default,
    )
    sight: Literal["clear", "blocked"] = Field(default="clear", title=N_("Line of sight"))

    @model_validator(mode="before")
    @classmethod
    def _short_in_the_cover_it_had(cls, given: object) -> object:
        """A flanked unit behind a wall had light cover."""
        if not isinstance(given, dict) or "short_of_it" in given:
            return given  # pyright: ignore[reportUnknownVariableType] — whatever it is, the fields judge it
        facts = cast("dict[str, object]", given)
        target: object = facts.get("target")
        cover: object = cast("dict[str, object]", target).get("cover") if isinstance(target, dict) else None
        return facts | {"short_of_it": "open" if cover == "open" else "light"}


class FireOutcome(NamedTuple):
    """Damage, the defender's answer to it, and the markers; cover and tier are those after any fall back."""

    damage: int
    fell_back: bool
    fall_back_inches: int
    cover: Cover
    tier: int
    wounds: int
    pinned: int


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """Small arms fire in numbers.

    `answers` says how the defender may answer damage, `near` how many whole inches reach the nearest cover.
    """

    attack: Pool
    defence: Pool
    answers: Literal["morale", "choice", "nothing"]
    morale: Pool
    need: int
    tac_move: Pool
    tables: Tables
    defender_converts: Throw[int]
    attacker_converts: Throw[int]
    stays: Position
    nearest: NearestCover | None
    near: int
    reaches: Position
    falls_short: Position
    in_position: bool
    hidden: bool
    lowered: bool
    held: bool
    leaned: tuple[str, ...]

    def stands(self, inches: int) -> Position:
        """Where the unit is after falling back that far; 0 if it stayed."""
        if not inches:
            return self.stays
        return self.reaches if self.nearest and inches >= self.near else self.falls_short


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the rules forbid the shot."""
    _may_fire(facts)
    target, nearest = facts.target, facts.nearest_cover
    cover = cover_now(target, facts.flanked)
    band, chosen = pools.band_of(facts.attacker, facts.shooters, book)
    worse = int(facts.lowers_tier)
    return FirePlan(
        attack=pools.attack(facts.attacker, facts.shooters, facts.support, book),
        defence=pools.defence(target, facts.distance, band, book),
        answers=_answers(cover, nearest),
        morale=morale_test(target, book, "defender"),
        need=book.rulings.morale_bangs,
        tac_move=tac_move_test(target, book, "defender"),
        tables=book.tables,
        defender_converts=_conversion(
            "defender", Text("defender conversion"), Text("a bang makes a wound a pinned marker"), book
        ),
        attacker_converts=_conversion(
            "attacker", Text("attacker conversion"), Text("a bang makes a pinned marker a wound"), book
        ),
        stays=position(cover, book, better=target.in_position + target.hidden, worse=worse),
        nearest=nearest,
        near=int(nearest.distance.to_integral_value(ROUND_CEILING)) if nearest else 0,
        reaches=position(nearest.kind if nearest else facts.short_of_it, book, worse=worse),
        falls_short=position(facts.short_of_it, book, worse=worse),
        in_position=target.in_position,
        hidden=target.hidden,
        lowered=facts.lowers_tier,
        held=held(target.pinned, book),
        leaned=_leaned(facts, book, chosen),
    )


def _conversion(by: str, label: Text, does: Text, book: Book) -> Throw[int]:
    """A die for each damage; `does` says what a bang changes (Damage conversion)."""
    throw = pool(f"{by}_conversion", label, by, (), book, CONVERSION).throw
    return throw._replace(ledger=(Line(does, book.tables.bang, CONVERSION),))


def _may_fire(facts: Fire) -> None:
    must_have_models(facts.target.models, "target")
    if facts.sight == "blocked":
        raise RuleError(Text("The line of sight is blocked: only a squad in sight can be a target."), pools.ACTION)


def _answers(cover: Cover, nearest: NearestCover | None) -> Literal["morale", "choice", "nothing"]:
    if cover == "open":
        return "morale"
    return "choice" if cover == "light" and nearest and nearest.kind == "hard" else "nothing"


def _leaned(facts: Fire, book: Book, chosen: bool) -> tuple[str, ...]:
    crews = any(group.crew for group in facts.support)
    return (
        *(("mixed_bands",) if chosen else ()),
        *(("support_crew",) if crews else ()),
        *pins_leaned((facts.attacker, facts.target), book),
    )


def fire(table: Table, plan: FirePlan) -> Then[FireOutcome]:
    """Dice: attacker pool, defender pool, morale check, tac-move, conversion."""
    damage = table.together(_left_over, then(bangs, plan.attack), then(bangs, plan.defence))
    return then(_damaged, plan, damage)


def _left_over(attacker: int, defender: int) -> int:
    return max(0, attacker - defender)


def _damaged(table: Table, plan: FirePlan, damage: int) -> FireOutcome | Then[FireOutcome]:
    """The defender's answer to damage (Fall back)."""
    if not damage:
        return FireOutcome(0, False, 0, plan.stays.cover, plan.stays.tier, 0, 0)
    if plan.answers == "nothing" or plan.held:
        return then(_applied, plan, damage, 0)
    if plan.answers == "choice":
        return then(_runs, plan, damage) if table.decide(GO, plan.near) else then(_applied, plan, damage, 0)
    tests = table.decide(MORALE, plan.morale.dice, plan.need)
    return then(_tested, plan, damage) if tests else then(_runs, plan, damage)


def _tested(table: Table, plan: FirePlan, damage: int) -> Then[FireOutcome]:
    holds = bangs(table, plan.morale) >= plan.need
    return then(_applied, plan, damage, 0) if holds else then(_runs, plan, damage)


def _runs(table: Table, plan: FirePlan, damage: int) -> Then[FireOutcome]:
    return then(_applied, plan, damage, inches_of(bangs(table, plan.tac_move), plan.tables))


def _applied(table: Table, plan: FirePlan, damage: int, inches: int) -> FireOutcome:
    """Each damage becomes a wounded or a pinned marker, by the tier (Damage conversion)."""
    cover, tier = plan.stands(inches)
    if tier == 1:
        wounds = damage - table.roll(plan.defender_converts, damage)
    elif tier == 2:
        wounds = table.roll(plan.attacker_converts, damage)
    else:
        wounds = 0 if tier else damage
    return FireOutcome(damage, inches > 0, inches, cover, tier, wounds, damage - wounds)


def effects(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Effect]:
    """Markers, and what falling back ends."""
    outcome = played.outcome
    changes = (
        Effect("target", "wounds", outcome.wounds),
        Effect("target", "pinned", outcome.pinned),
        Effect("target", "in_position", -int(outcome.fell_back and plan.in_position)),
        Effect("target", "hidden", -int(outcome.fell_back and plan.hidden)),
    )
    return [change for change in changes if change.change]


def leaning(plan: FirePlan, played: Played) -> Sequence[str]:
    """A unit that is held does not test its morale."""
    if plan.held:
        return ("pin_effect",) if plan.answers != "nothing" and played.outcome.damage else ()
    return ("morale_bangs",) if _got(plan.morale, played) is not None else ()


def _got(pool: Pool, played: Played) -> int | None:
    """The bangs of a pool; None where it was not thrown."""
    return next((step.got for step in played.steps if step.throw.key == pool.throw.key), None)


def tell(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    outcome = played.outcome
    theirs = _got(plan.defence, played) or 0
    bangs = counted(_got(plan.attack, played) or 0, "bang", "bangs")
    if not outcome.damage:
        return Text("No damage: {bangs} against {theirs}.", bangs=bangs, theirs=theirs)
    damage = Text("{damage} damage: {bangs} against {theirs}.", damage=outcome.damage, bangs=bangs, theirs=theirs)
    return Joined((damage, _answer(plan, played), _markers(plan, outcome)))


def brief(plan: FirePlan, played: Played[FireOutcome]) -> Text | None:
    """How the target answered: the markers and the dice say the rest."""
    outcome = played.outcome
    if not outcome.damage:
        return None
    return NOTHING if outcome.fell_back else _answer(plan, played)


def moves(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Shift]:
    """A target that falls back, and which way (Fall back)."""
    outcome, near = played.outcome, plan.nearest
    if not outcome.fell_back:
        return ()
    if near is None:
        way = Text("away from the shooter")
    elif outcome.fall_back_inches >= near.distance:
        way = Text("away from the shooter, into {cover}", cover=Text(_COVERS[near.kind]))
    else:
        way = Text("toward {cover}, away from the shooter", cover=Text(_COVERS[near.kind]))
    return (Shift("target", outcome.fall_back_inches, way),)


def _markers(plan: FirePlan, outcome: FireOutcome) -> Text:
    found = Text(
        "{unit} at tier {tier} ({why}): {markers}.",
        unit=Role("target", article=True),
        tier=outcome.tier,
        why=_tier(plan, outcome),
        markers=Joined(_taken(outcome), ", ") or Text("no effect"),
    )
    return Sentence(found)


def _taken(outcome: FireOutcome) -> list[Text]:
    """The markers that it takes; those that it does not take are not told."""
    wounds = [counted(outcome.wounds, "wound", "wounds")] if outcome.wounds else []
    return [*wounds, *([counted(outcome.pinned, "pinned", "pinned")] if outcome.pinned else [])]


def _tier(plan: FirePlan, outcome: FireOutcome) -> Text:
    """Why the tier is what it is, to be added up (Damage conversion)."""
    there = not outcome.fell_back
    base = plan.tables.tiers[outcome.cover]
    shifts = [Text("in position +1")] if there and plan.in_position else []
    shifts += [Text("hidden +1")] if there and plan.hidden else []
    shifts += [Text("blast or exceptional weapon −1")] if plan.lowered else []
    shifted = base + there * (plan.in_position + plan.hidden) - plan.lowered
    shifts += [Text("never beyond 0 and 3")] if shifted != outcome.tier else []
    cover = Text(_COVERS[outcome.cover])
    return Joined((Text("{cover} {tier}", cover=cover, tier=base), *shifts), ", ") if shifts else cover


def _answer(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    """How the target answered, with direction and inches of a fall back."""
    outcome = played.outcome
    tested = _got(plan.morale, played)
    if plan.held and plan.answers == "morale":
        return Text("It is pinned and cannot fall back.")
    if not outcome.fell_back:
        return NOTHING if tested is None else Text("Morale holds ({bangs}).", bangs=counted(tested, "bang", "bangs"))
    why = Text("It chooses to fall back.") if tested is None else Text("Morale breaks: it falls back.")
    return Joined((why, _ran(plan, outcome)))


_COVERS = {"open": N_("in the open"), "light": N_("light cover"), "hard": N_("hard cover")}
_INSIDE = {"open": N_("in the open"), "light": N_("in light cover"), "hard": N_("in hard cover")}


def _ran(plan: FirePlan, outcome: FireOutcome) -> Text:
    """How far the target has fallen back, and the cover in which that ends."""
    inches, near = outcome.fall_back_inches, plan.nearest
    values: dict[str, Value] = {"inches": inches, "in_cover": Text(_INSIDE[outcome.cover])}
    if not near:
        return Text("It goes {inches}″ and ends {in_cover}.", **values)
    values |= {"cover": Text(_COVERS[near.kind]), "distance": near.distance}
    if inches >= near.distance:
        return Text("It goes {inches}″ and reaches {cover} {distance}″ off.", **values)
    return Text("It goes {inches}″ and ends short of {cover} {distance}″ off, {in_cover}.", **values)


def too_big(plan: FirePlan) -> Text | None:
    """Exact odds are worked out up to 200 dice a side."""
    dice = max(plan.attack.dice, plan.defence.dice)
    return up_to(200, dice, N_("Exact odds go up to {most} dice a side; there are {n} here."))


def aim(plan: FirePlan) -> Aim:
    """Wounds; of as many, damage in all. Behind so much cover that there are none, pinned markers."""
    stays = plan.answers == "nothing" or plan.held
    if stays and plan.stays.tier == BEST_TIER:
        return Aim("pinned", attrgetter("pinned"))
    return Aim("wounds", attrgetter("wounds"), attrgetter("damage"))


ACTION = Action(
    key="fire",
    title=Text("Small arms fire"),
    topic="fire",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    leaning=leaning,
    decisions=(MORALE, GO),
    too_big=too_big,
    asides=("fall_back_inches", "cover", "tier"),
    aim=aim,
)
