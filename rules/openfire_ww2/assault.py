"""Assault: the defender may shoot first, the attacker strikes, who is left strikes back, then Terror (Melee)."""

from __future__ import annotations

from rules.action import Action
from rules.openfire_ww2.assault_plan import STAND_AND_SHOOT, Assault, AssaultOutcome, AssaultPlan, plan, too_big
from rules.openfire_ww2.assault_result import effects, leaning, tell
from rules.openfire_ww2.strokes import NOT_STRUCK, struck
from rules.openfire_ww2.terror import Nerves, shaken_again, terror
from rules.table import Table, Then, then
from rules.text import Text


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
    effects=effects,
    leaning=leaning,
    decisions=(STAND_AND_SHOOT,),
    too_big=too_big,
)
