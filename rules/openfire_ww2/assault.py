"""Assault: the defender may shoot first, the attacker strikes, the survivors strike back, then Terror (Melee)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played, up_to
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Offer, Table, Then, either, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, Value, counted
from rules.openfire_ww2.blast import fate
from rules.openfire_ww2.contact import NOT_STRUCK, Blow, Side, Stroke, shots, struck, useless
from rules.openfire_ww2.contact import side as in_contact
from rules.openfire_ww2.facts import GRENADES, MELEE, WEAPON_TYPES, AnyFighter, Fighter, must_stand
from rules.openfire_ww2.hulls import Damage, damage_text
from rules.openfire_ww2.movement import faces_of, got_of
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.tables import Book
from rules.openfire_ww2.terror import Nerves, driven_back, nerve_brief, nerve_effects, nerve_text, shaken_again, terror

# An assault before the first die: its facts, who may strike, and what that comes to in numbers (Melee).


class Assault(Facts):
    """The facts of an assault."""

    attacker: Fighter = Field(title=N_("Attacker"))
    defender: Fighter = Field(title=N_("Defender"))
    defender_shoots: Flag = Field(default=True, title=N_("The defender may shoot before contact"))
    sight: Literal["clear", "hidden", "smoke"] = Field(default="clear", title=N_("Line of sight"))


class AssaultOutcome(NamedTuple):
    """Losses of each side, men or hit points; whether it came to contact; and the last Terror of each."""

    attacker_casualties: int
    defender_casualties: int
    charge: Literal["contact", "stopped"]
    attacker_terror: Nerves
    defender_terror: Nerves


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """An assault in numbers."""

    attacker: Side
    defender: Side
    shot: Stroke | None
    stops: bool
    leaned: tuple[str, ...] = ()


def _offers(*_: int) -> tuple[Offer, ...]:
    return Offer("yes", Text("shoot first")), Offer("no", Text("hold fire"))


STAND_AND_SHOOT = Decision[bool](
    name="stand_and_shoot",
    by="defender",
    question=Text("Shoot before contact?"),
    options=("yes", "no"),
    default="yes",
    read=either(),
    rule=MELEE,
    offers=_offers,
)
ATTACKER, DEFENDER = Role("attacker", article=True), Role("defender", article=True)


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for an assault that nobody sees, that nobody is left for, or that can harm nobody."""
    must_see(facts.sight)
    must_stand(facts.attacker.body, ATTACKER)
    must_stand(facts.defender.body, DEFENDER)
    _one_grenade(facts.attacker)
    _one_grenade(facts.defender)
    attacker = in_contact(facts.attacker, facts.defender, "attacker", book)
    if not attacker.blows.blows:
        raise _powerless(facts)
    return AssaultPlan(
        attacker,
        in_contact(facts.defender, facts.attacker, "defender", book),
        shots(facts.defender, facts.attacker, book) if facts.defender_shoots else None,
        book.rulings.charge_stopped == "pinned_stops",
    )


def _one_grenade(fighter: AnyFighter) -> None:
    if sum(group.teams for group in fighter.groups if group.weapon.grenade) > 1:
        raise RuleError(Text("A squad throws one grenade a turn."), GRENADES)


def _powerless(facts: Assault) -> RuleError:
    """The defender may be without a weapon; the attacker has to strike with something."""
    armed = [group.weapon for group in facts.attacker.groups if group.teams * group.weapon.rof]
    reasons = [useless(weapon, facts.defender.body) for weapon in armed]
    if not reasons:
        return RuleError(Sentence(Text("{unit} has no weapon left to fight with.", unit=ATTACKER)), MELEE)
    why = Joined(dict.fromkeys(reason for reason in reasons if reason), "; ")
    refusal = Text("{unit} cannot harm its target: {harmless}.", unit=ATTACKER, harmless=why)
    return RuleError(Sentence(refusal), WEAPON_TYPES)


def too_big(plan: AssaultPlan) -> Text | None:
    """Exact odds are worked out for up to 60 dice a side."""
    dice = max(sum(one.blows.dice(one.men(0))) for one in (plan.attacker, plan.defender))
    dice = max(dice, sum(plan.shot.dice(plan.defender.men(0))) if plan.shot else 0)
    return up_to(60, dice, N_("Exact odds go up to {most} dice a side; there are {n} here."))


# What an assault came to: what it changes, how it is told, which rulings and which bursts had a part in it.


def effects(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    return [
        *_side_effects(plan, 0, outcome.attacker_casualties, outcome.attacker_terror, played),
        *_side_effects(plan, 1, outcome.defender_casualties, outcome.defender_terror, played),
    ]


def _side_effects(plan: AssaultPlan, place: int, lost: int, result: Nerves, played: Played) -> list[Effect]:
    side = _sides(plan)[place]
    if side.hull:
        return side.hull.effects(side.who, _damage(plan, place, lost, played))
    assert side.nerve
    fallen = [Effect(side.who, "models", -lost)] if lost else []
    return [*fallen, *nerve_effects(side.who, result, side.nerve.pinned, side.rallying)]


def _sides(plan: AssaultPlan) -> tuple[Side, Side]:
    return plan.attacker, plan.defender


def moves(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Shift]:
    """Sides that fall back after the blows, or whose charge is driven back."""
    results = (played.outcome.attacker_terror, played.outcome.defender_terror)
    pairs = zip(_sides(plan), results, strict=True)
    return [shift for side, result in pairs for shift in driven_back(side.who, result, side.inches)]


def _damage(plan: AssaultPlan, place: int, lost: int, played: Played) -> Damage:
    """What became of a vehicle, of all that struck at it."""
    side = _sides(plan)[place]
    assert side.hull
    damage = side.hull.damage(0, 0, _sixes(plan, place, played))
    return damage._replace(hp_lost=lost, knocked_out=lost == side.size)


def _sixes(plan: AssaultPlan, place: int, played: Played) -> int:
    throws = (blow.to_kill.sixes for stroke in _blows_at(plan, place) for blow in stroke.blows)
    return faces_of(played, throws).count(6)


def _blows_at(plan: AssaultPlan, place: int) -> list[Stroke]:
    """What struck at the attacker (0) or at the defender (1)."""
    return [plan.attacker.blows] if place else [*([plan.shot] if plan.shot else []), plan.defender.blows]


def tell(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Text:
    outcome = played.outcome
    return Joined(
        (
            Sentence(_fallen(plan, outcome)),
            _became(plan, 0, outcome.attacker_casualties, outcome.attacker_terror, played),
            _became(plan, 1, outcome.defender_casualties, outcome.defender_terror, played),
        )
    )


def brief(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Text | None:
    """What is lost is seen on the table; who is shaken, and that there were no losses, are not."""
    outcome = played.outcome
    if not (outcome.attacker_casualties or outcome.defender_casualties):
        return None
    stopped = Text("The charge is stopped.") if outcome.charge == "stopped" else NOTHING
    results = (outcome.attacker_terror, outcome.defender_terror)
    pairs = zip(_sides(plan), results, strict=True)
    told = [_nerves(side, nerve_brief(result)) for side, result in pairs if not side.hull and result != "passed"]
    return Joined((stopped, *told))


def _fallen(plan: AssaultPlan, outcome: AssaultOutcome) -> Text:
    said: dict[str, Value] = {"attacker": ATTACKER, "defender": DEFENDER}
    said["losses"] = _losses(plan.attacker, outcome.attacker_casualties)
    if outcome.charge == "stopped":
        return Text("{attacker} loses {losses} to the shots of {defender}. The charge is stopped.", **said)
    if not (outcome.attacker_casualties or outcome.defender_casualties):
        return Text("No losses")
    said["defender_losses"] = _losses(plan.defender, outcome.defender_casualties)
    return Text("{attacker} loses {losses}, {defender} loses {defender_losses}.", **said)


def _losses(side: Side, lost: int) -> Text:
    return counted(lost, "HP", "HP") if side.vehicle else counted(lost, "man", "men")


def _became(plan: AssaultPlan, place: int, lost: int, result: Nerves, played: Played) -> Text:
    """What more became of a side: its nerve, or what a vehicle has lost beside hit points."""
    side = _sides(plan)[place]
    if side.hull:
        damage = _damage(plan, place, lost, played)
        return fate(Role(side.who), damage_text(damage, side.hull.hp)) if any(damage[1:]) else NOTHING
    return _nerves(side, nerve_text(result, side.inches))


def _nerves(side: Side, nerves: Text) -> Text:
    return Sentence(Text("{unit}: {nerves}.", unit=Role(side.who), nerves=nerves)) if nerves else NOTHING


def leaning(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[str]:
    """The rulings that decided something after the first die."""
    outcome = played.outcome
    found: list[str] = []
    if _shaken_by_shots(plan, played):
        found.append("charge_stopped")
    if _unharmed_by_heavy(plan, played):
        found.append("heavy_fire_pins")
    if outcome.charge == "contact" and any(map(_dice_by_ruling, _sides(plan))):
        found.append("melee_rof")
    if any(hit.blow.weapon.grenade for hit in _hits(plan, played)):
        found.append("grenade_kill")
    for place in (0, 1):
        found += _hull_rulings(plan, place, played)
    return list(dict.fromkeys(found))


def _shaken_by_shots(plan: AssaultPlan, played: Played) -> bool:
    """Whether the charger's nerve gave way before contact, and somebody was left to go in."""
    tests = [step for step in played.steps if plan.attacker.nerve and step.throw.key == plan.attacker.nerve.called.key]
    failed = any(step.got > total(step.throw.ledger) for step in tests)
    return failed or (played.outcome.charge == "stopped" and played.outcome.attacker_terror == "pinned")


def _unharmed_by_heavy(plan: AssaultPlan, played: Played) -> bool:
    """Whether heavy weapons hit the charger, and nothing killed any of it."""
    shot = plan.shot
    if not shot or not plan.attacker.nerve:
        return False
    hits = [hit for hit in _hits(plan, played) if hit.stroke is shot]
    kills = any(got_of(played, hit.blow.to_kill.throw, int(hit.blow.to_kill.sure)) for hit in hits)
    return any(hit.blow.heavy for hit in hits) and not kills


def _dice_by_ruling(side: Side) -> bool:
    """Whether one die a man is not the dice that its weapons give it."""
    blows, men = side.blows, side.men(0)
    return not side.vehicle and bool(blows.blows) and blows.by_teams(men) != blows.by_men(men)


def _hull_rulings(plan: AssaultPlan, place: int, played: Played) -> list[str]:
    hull, at = _sides(plan)[place].hull, _blows_at(plan, place)
    if not hull:
        return []
    hits = [hit for hit in _hits(plan, played) if hit.stroke in at]
    kills = sum(got_of(played, hit.blow.to_kill.sixes)[0] for hit in hits if hit.blow.to_kill.sixes)
    return hull.leaning(sum(hit.hits for hit in hits), kills, _sixes(plan, place, played))


class Hit(NamedTuple):
    """A kind of weapon that hit, and how often; `who` is the side that used it."""

    who: str
    stroke: Stroke
    blow: Blow
    hits: int


def _hits(plan: AssaultPlan, played: Played) -> list[Hit]:
    return [hit for hit in _all_hits(plan, played) if hit.hits]


def _all_hits(plan: AssaultPlan, played: Played) -> Iterator[Hit]:
    """Shots, blows, and blows back, in the order in which they fell."""
    fired = any(made.value == "yes" for made in played.made)
    contact = played.outcome.charge == "contact"
    struck = played.outcome.defender_casualties < plan.defender.size
    strokes = (
        (plan.shot, plan.defender, bool(plan.shot) and fired),
        (plan.attacker.blows, plan.attacker, contact),
        (plan.defender.blows, plan.defender, contact and struck),
    )
    for stroke, side, made in strokes:
        if stroke and made:
            for at, blow in enumerate(stroke.blows):
                yield Hit(side.who, stroke, blow, _hits_of(stroke, side, at, played))


def _hits_of(stroke: Stroke, side: Side, at: int, played: Played) -> int:
    """The hits of a weapon that hits without a throw (A in the grid): as many as were thrown to kill, or else all its
    dice.
    """
    blow = stroke.blows[at]
    if blow.to_hit.throw or not blow.to_hit.possible:
        return got_of(played, blow.to_hit.throw)
    to_kill = blow.to_kill.throw or blow.to_kill.sixes
    return len(faces_of(played, [to_kill])) if to_kill else stroke.dice(side.men(0))[at]


def bursts(plan: AssaultPlan, played: Played) -> list[Hit]:
    """Weapons that explode and hit: whoever else stood near is hit as often (Explosions; Grenades)."""
    return [hit for hit in _hits(plan, played) if hit.blow.weapon.bursts]


def destroyed(plan: AssaultPlan, played: Played) -> tuple[int, int]:
    """How many weapons a vehicle of the attacker and one of the defender have lost."""
    lost = [
        side.hull.damage(0, 0, _sixes(plan, place, played)).weapons_destroyed if side.hull else 0
        for place, side in enumerate(_sides(plan))
    ]
    return lost[0], lost[1]


# The rule.


def assault(table: Table, plan: AssaultPlan) -> Then[AssaultOutcome]:
    """The defender's shots come first, if it may shoot and does."""
    if not plan.shot or not table.decide(STAND_AND_SHOOT):
        return then(_contact, plan, 0, 0, "none")
    done = table.play(struck, plan.shot, plan.defender.men(0), 0)
    return then(_charge, plan, done.lost, done.gone, done.heavy)


def _charge(
    table: Table, plan: AssaultPlan, lost: int, gone: int, heavy: bool
) -> AssaultOutcome | Then[AssaultOutcome]:
    """A charger that is pinned or driven back is stopped, by ruling; one with nobody left surely is."""
    nerve = plan.attacker.nerve
    result: Nerves = table.play(terror, nerve, lost, heavy) if nerve else "none"
    shaken = plan.stops and result in ("pinned", "falls_back")
    if shaken or lost == plan.attacker.size:
        return AssaultOutcome(lost, 0, "stopped", result, "none")
    return then(_contact, plan, lost, gone, result)


def _contact(table: Table, plan: AssaultPlan, lost: int, gone: int, nerves: Nerves) -> Then[AssaultOutcome]:
    """The attacker strikes with what it has left: the shots may have cost it men or weapons."""
    down = table.play(struck, plan.attacker.blows, plan.attacker.men(lost), gone)
    return then(_struck_back, plan, lost, nerves, down.lost, down.gone)


def _struck_back(
    table: Table, plan: AssaultPlan, lost: int, nerves: Nerves, down: int, gone: int
) -> Then[AssaultOutcome]:
    """The defender strikes back with what the first blow left it."""
    left = plan.defender.men(down)
    back = table.play(struck, plan.defender.blows, left, gone) if left else NOT_STRUCK
    return then(_over, plan, lost, nerves, down, min(back.lost, plan.attacker.size - lost))


def _over(table: Table, plan: AssaultPlan, lost: int, nerves: Nerves, down: int, back: int) -> AssaultOutcome:
    """Terror of those who lost men in contact and have some left; the last test of a side is what stands."""
    attacker, defender = plan.attacker.nerve, plan.defender.nerve
    again: Nerves = "none"
    if attacker and back:
        pinned = nerves == "pinned" or (attacker.pinned and nerves != "passed")
        again = table.play(shaken_again, attacker, lost, back, pinned)
    other: Nerves = table.play(terror, defender, down) if defender and down else "none"
    return AssaultOutcome(lost + back, down, "contact", nerves if again == "none" else again, other)


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="melee",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    leaning=leaning,
    decisions=(STAND_AND_SHOOT,),
    too_big=too_big,
    fight=(
        (Text("it loses more"), lambda outcome: outcome.defender_casualties > outcome.attacker_casualties),
        (Text("you do"), lambda outcome: outcome.attacker_casualties > outcome.defender_casualties),
    ),
)
