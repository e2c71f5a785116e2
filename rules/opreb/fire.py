"""Small arms fire: bangs against bangs, the defender's answer, then wounds and pinned markers (Small arms fire)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, Value, counted
from rules.opreb.movement import GO, MORALE
from rules.opreb.pools import Pool, bangs
from rules.opreb.shot import Fire, FireOutcome, FirePlan, plan
from rules.opreb.tables import BEST_TIER
from rules.opreb.tac_move import inches_of


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
    found = ("morale_bangs",) if _got(plan.morale, played) is not None else ()
    stuck = plan.held and plan.answers != "nothing" and played.outcome.damage
    return (*found, "pin_effect") if stuck else found


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
    if not outcome.fell_back:
        return _answer(plan, played)
    near, inches = plan.nearest, outcome.fall_back_inches
    if near and inches >= near.distance:
        cover = Text(_COVERS[near.kind])
        return Text("It falls back {inches}″ from the enemy, into {cover}.", inches=inches, cover=cover)
    return Text("It falls back {inches}″ from the enemy.", inches=inches)


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
    """Where the models go, and where that ends."""
    inches, near, here = outcome.fall_back_inches, plan.nearest, Text(_INSIDE[outcome.cover])
    if not near:
        return Text(
            "Move it {inches}″ away from the enemy, first of all from the shooter; it ends {in_cover}.",
            inches=inches,
            in_cover=here,
        )
    values: dict[str, Value] = {"inches": inches, "cover": Text(_COVERS[near.kind]), "distance": near.distance}
    if inches >= near.distance:
        return Text(
            "Move it {inches}″ away from the enemy, first of all from the shooter; it reaches {cover} {distance}″ off.",
            **values,
        )
    return Text(
        "Move it {inches}″ toward {cover} {distance}″ off, away from the enemy, first of all from the shooter; "
        "it ends short of it, {in_cover}.",
        in_cover=here,
        **values,
    )


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
    effects=effects,
    leaning=leaning,
    decisions=(MORALE, GO),
    too_big=too_big,
    asides=("fall_back_inches", "cover", "tier"),
    aim=aim,
)
