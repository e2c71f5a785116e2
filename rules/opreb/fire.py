"""Small arms fire: bangs against bangs, the defender's answer, then wounds and pinned markers (Small arms fire)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.opreb.bangs import bangs
from rules.opreb.position import GO, MORALE
from rules.opreb.shot import Fire, FireOutcome, FirePlan, plan
from rules.opreb.tac_move import inches_of
from rules.system import Action, Effect, Played
from rules.table import Table, Then, then
from rules.text import counted, say, unsaid


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


def effects(plan: FirePlan, played: Played) -> Sequence[Effect]:
    """Markers, and what falling back ends."""
    outcome: FireOutcome = played.outcome
    changes = (
        Effect("target", "wounds", outcome.wounds),
        Effect("target", "pinned", outcome.pinned),
        Effect("target", "in_position", -int(outcome.fell_back and plan.in_position)),
        Effect("target", "hidden", -int(outcome.fell_back and plan.hidden)),
    )
    return [change for change in changes if change.change]


def leaning(plan: FirePlan, played: Played) -> Sequence[str]:
    found = ("morale_bangs",) if _got(plan.morale.throw.label, played) is not None else ()
    stuck = plan.held and plan.answers != "nothing" and played.outcome.damage
    return (*found, "pin_effect") if stuck else found


def _got(label: str, played: Played) -> int | None:
    return next((step.got for step in played.steps if step.throw.label == label), None)


def tell(plan: FirePlan, played: Played) -> str:
    outcome: FireOutcome = played.outcome
    mine, theirs = _got(plan.attack.throw.label, played) or 0, _got(plan.defence.throw.label, played) or 0
    bangs = counted(mine, "bang")
    if not outcome.damage:
        return say("No damage: {bangs} against {theirs}.", bangs=bangs, theirs=theirs)
    damage = say("{damage} damage: {bangs} against {theirs}.", damage=outcome.damage, bangs=bangs, theirs=theirs)
    return " ".join(filter(None, (damage, _answer(plan, played), _markers(plan, outcome))))


def _markers(plan: FirePlan, outcome: FireOutcome) -> str:
    return say(
        "The target at tier {tier} ({why}): {wounds}, {pinned}.",
        tier=outcome.tier,
        why=_tier(plan, outcome),
        wounds=counted(outcome.wounds, "wound"),
        pinned=counted(outcome.pinned, "pinned", "pinned"),
    )


def _tier(plan: FirePlan, outcome: FireOutcome) -> str:
    """Why the tier is what it is, to be added up (Damage conversion)."""
    there = not outcome.fell_back
    base = plan.tables.tiers[outcome.cover]
    shifts = [say("in position +1")] if there and plan.in_position else []
    shifts += [say("hidden +1")] if there and plan.hidden else []
    shifts += [say("blast or exceptional weapon −1")] if plan.lowered else []
    shifted = base + there * (plan.in_position + plan.hidden) - plan.lowered
    shifts += [say("never beyond 0 and 3")] if shifted != outcome.tier else []
    cover = say(_COVERS[outcome.cover])
    return ", ".join([f"{cover} {base}", *shifts]) if shifts else cover


def _answer(plan: FirePlan, played: Played) -> str:
    """How the target answered, with direction and inches of a fall back."""
    outcome: FireOutcome = played.outcome
    tested = _got(plan.morale.throw.label, played)
    if plan.held and plan.answers == "morale":
        return say("It is pinned and cannot fall back.")
    if not outcome.fell_back:
        return say("Morale holds ({bangs}).", bangs=counted(tested, "bang")) if tested is not None else ""
    why = say("It chooses to fall back." if tested is None else "Morale breaks: it falls back.")
    return f"{why} {_ran(plan, outcome)}"


_COVERS = {"open": unsaid("in the open"), "light": unsaid("light cover"), "hard": unsaid("hard cover")}
_INSIDE = {"open": unsaid("in the open"), "light": unsaid("in light cover"), "hard": unsaid("in hard cover")}


def _ran(plan: FirePlan, outcome: FireOutcome) -> str:
    """Where the models go, and where that ends."""
    inches, near, here = outcome.fall_back_inches, plan.nearest, say(_INSIDE[outcome.cover])
    if not near:
        return say(
            "Move it {inches}″ away from the enemy, first of all from the shooter; it ends {in_cover}.",
            inches=inches,
            in_cover=here,
        )
    return say(
        "Move it {inches}″ away from the enemy, first of all from the shooter; it reaches {cover} {distance}″ off."
        if inches >= near.distance
        else "Move it {inches}″ toward {cover} {distance}″ off, away from the enemy, first of all from the shooter; "
        "it ends short of it, {in_cover}.",
        inches=inches,
        cover=say(_COVERS[near.kind]),
        distance=near.distance,
        in_cover=here,
    )


def too_big(plan: FirePlan) -> str | None:
    """Exact odds are worked out up to 200 dice a side."""
    dice = max(plan.attack.dice, plan.defence.dice)
    return say("Exact odds go up to 200 dice a side; here are {dice}.", dice=dice) if dice > 200 else None


ACTION = Action(
    key="fire",
    title="Small arms fire",
    topic="fire",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    effects=effects,
    leaning=leaning,
    decisions=(MORALE, GO),
    too_big=too_big,
    asides=("fall_back_inches", "cover", "tier"),
)
