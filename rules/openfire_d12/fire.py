"""Attack: skill tests, a Defence test a hit, then the damage of the whole attack at once (Actions › Attack)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, attrgetter
from typing import NamedTuple

from rules.kernel.action import Action, Aim, HitPoints, Played
from rules.kernel.dice import Throw
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, either, then
from rules.kernel.text import NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_d12.damage import CASUALTY_ORDER, EVADING, Victims, damage_effects, wounded
from rules.openfire_d12.facts import Fire
from rules.openfire_d12.shooting import Attack, FirePlan, plan

# A tally is one whole number, so that groups are merged by adding: hits, failed tests, damage.
_BITS = 20
_MASK = (1 << _BITS) - 1
_MOST = 200
_MOST_MIXED = 60


class FireOutcome(NamedTuple):
    """Hits, failed Defence tests, damage before any excess, models lost; the target's hit points and tokens after."""

    hits: int
    failed: int
    damage: int
    models_lost: int
    hp: tuple[int, ...]
    suppression: int


def _evade_offers(tokens: int) -> tuple[Offer, ...]:
    return (
        Offer("no", Text("take it")),
        Offer(
            "yes",
            Text(
                "evade: +2 Defence, then {tokens}",
                tokens=counted(tokens + 1, "suppression token", "suppression tokens"),
            ),
            Text("evade"),
        ),
    )


EVADE = Decision[bool](
    name="evade",
    by="defender",
    question=Text("Shall {target} evade?", target=Role("target", article=True)),
    options=("no", "yes"),
    default="no",
    read=either(),
    rule=EVADING,
    offers=_evade_offers,
)


def fire(table: Table, plan: FirePlan) -> Then[FireOutcome]:
    """Skill tests group by group, then Defence tests in the same order; evading costs a token whatever the dice."""
    evading = plan.may_evade and table.decide(EVADE, plan.suppression)
    tokens = plan.suppression + 1 if evading else plan.suppression
    groups = tuple(then(_skill, attack, attack.evading if evading else attack.defence) for attack in plan.attacks)
    return then(_added_up, plan.victims, tokens, groups)


def _added_up(table: Table, victims: Victims, tokens: int, groups: tuple[Then[int], ...]) -> FireOutcome:
    tally: int = table.together(add, *groups)
    damage = tally >> 2 * _BITS
    models_lost, hp = wounded(table, victims, damage)
    return FireOutcome(tally & _MASK, tally >> _BITS & _MASK, damage, models_lost, hp, tokens)


def _skill(table: Table, attack: Attack, defence: Throw[int]) -> Then[int]:
    return then(_defence, attack, defence, table.roll(attack.skill, attack.dice))


def _defence(table: Table, attack: Attack, defence: Throw[int], hits: int) -> int:
    failed = hits - table.roll(defence, hits)
    return hits + (failed << _BITS) + (failed * attack.damage << 2 * _BITS)


def effects(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    tokens = outcome.suppression - plan.suppression
    token = [Effect("target", "suppression", tokens)] if tokens else []
    return [*damage_effects("target", plan.victims.hp, outcome.hp, outcome.models_lost), *token]


def defended(plan: FirePlan, played: Played) -> list[tuple[Attack, int]]:
    """Each group whose hits were tested against, with the tests that failed."""
    attacks = {attack.defence.key: attack for attack in plan.attacks}
    tests = [step for step in played.steps if step.throw.key in attacks]
    return [(attacks[step.throw.key], len(step.faces) - step.got) for step in tests]


def tell(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    """Hits, what came through them, who fell, and the token that evading cost."""
    outcome = played.outcome
    harm = _harm(plan, played) if outcome.damage else NOTHING
    evaded = outcome.suppression > plan.suppression
    return Joined((_through(outcome), harm, _EVADED if evaded else NOTHING))


def brief(plan: FirePlan, played: Played) -> Text | None:
    """The result in few words; empty where figures and tokens say it."""
    return NOTHING if played.outcome.damage else Text("No damage.")


_EVADED = Sentence(Text("{target} evaded and takes a suppression token.", target=Role("target", article=True)))


def _through(outcome: FireOutcome) -> Text:
    if not outcome.hits:
        return Text("No hits.")
    tests = counted(outcome.failed, "failed Defence test", "failed Defence tests")
    return Text("{hits}, {tests}.", hits=counted(outcome.hits, "hit", "hits"), tests=tests)


def _harm(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    """The damage as a sum of what each group did, and who fell."""
    outcome = played.outcome
    sums = [
        Text("{failed} × DMG {damage}", failed=failed, damage=attack.damage)
        for attack, failed in defended(plan, played)
        if failed
    ]
    return Text(
        "{sum} = {damage} damage, {models} lost.",
        sum=Joined(sums, " + "),
        damage=outcome.damage,
        models=counted(outcome.models_lost, "model", "models"),
    )


def leaning(plan: FirePlan, played: Played) -> Sequence[str]:
    """Rulings about Defence tests count once such a test was thrown."""
    groups = [attack for attack, _ in defended(plan, played)]
    pierced = ("piercing",) if any(attack.piercing for attack in groups) else ()
    return (*pierced, "mixed_cover") if plan.mixed and groups else pierced


def too_big(plan: FirePlan) -> Text | None:
    """Exact odds are worked out up to 200 dice of one weapon, or 60 of several."""
    dice = sum(attack.dice for attack in plan.attacks)
    one = len(plan.attacks) == 1
    if dice <= (_MOST if one else _MOST_MIXED):
        return None
    return Text(
        "Exact odds go up to {one} dice of one weapon or {several} of several; this attack has {dice}.",
        one=_MOST,
        several=_MOST_MIXED,
        dice=dice,
    )


def aim(plan: FirePlan) -> Aim:
    """Models lost, of as many the damage; damage to a single model."""
    living = [hp for hp in plan.victims.hp if hp]
    if len(living) == 1:
        return Aim("damage", attrgetter("damage"), whole=living[0])
    return Aim("models_lost", attrgetter("models_lost"), attrgetter("damage"), len(living))


def at_stake(plan: FirePlan) -> HitPoints[FireOutcome]:
    """The hit points of the target, for a player who may evade."""
    before = plan.victims.hp

    def lost(outcome: FireOutcome) -> int:
        return sum(before) - sum(outcome.hp)

    return HitPoints(sum(before), lost, sum(map(bool, before)) == 1)


ACTION = Action(
    key="fire",
    title=Text("Attack"),
    topic="attack",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    brief=brief,
    effects=effects,
    leaning=leaning,
    decisions=(EVADE, CASUALTY_ORDER),
    too_big=too_big,
    aim=aim,
    at_stake=at_stake,
)
