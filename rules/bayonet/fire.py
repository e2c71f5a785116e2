"""Fire: an attack die against a target's, for one target, parts of a burst, or all in an area (Shooting).

What a lower score suffers (suppressed, fleeing, downed) is graded in `rules/bayonet/tables.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add, attrgetter
from typing import NamedTuple

from rules.bayonet.facts import Fire
from rules.bayonet.shooting import BYSTANDER, INTO_COMBAT, TARGET, FirePlan, Shot, numbered, plan
from rules.bayonet.tables import RESULTS, Result, graded, results_leaned
from rules.kernel.action import Action, Aim, Played
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, then
from rules.kernel.text import N_, Joined, Role, Sentence, Text, counted


class FireOutcome(NamedTuple):
    """How many targets came to each result, stray shots included; `strays` is how many shots strayed."""

    none: int
    suppressed: int
    flee: int
    downed: int
    strays: int


class Row(NamedTuple):
    """The result of one comparison; scores are None for a target that the effect did not reach."""

    score: int | None
    target_score: int | None
    result: Result
    stray: bool


# A tally is one whole number, a byte for each count of the outcome: tallies are added as numbers.
_TALLY = tuple(256**at for at in range(len(RESULTS)))
_STRAYED = 256 ** len(RESULTS)


def _bystander(text: str) -> int | None:
    """The place of a bystander, or None for "none"."""
    if text == "none":
        return None
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


def _bystanders(target: int, targets: int, number: int) -> tuple[Offer, ...]:
    there = (Offer(str(at), Role(f"{BYSTANDER} {at + 1}")) for at in range(number))
    return (*there, Offer("none", Text("nobody is near")))


def _strayed_off(target: int, targets: int, number: int) -> str:
    """The part of the figure that the shot was at."""
    return numbered(TARGET, target, targets)


STRAY = Decision[int | None](
    name="stray",
    by="defender",
    question=Text("The shot strays. Who else is attacked?"),
    options=("none", "N"),
    default="0",
    read=_bystander,
    rule=INTO_COMBAT,
    offers=_bystanders,
    part=_strayed_off,
)


def fire(table: Table, plan: FirePlan) -> FireOutcome:
    """Every comparison first, then the stray shots, shot by shot."""
    tally = table.play(_blast if plan.blast else _burst, plan)
    return FireOutcome(*tally.to_bytes(len(FireOutcome._fields), "little"))


def _burst(table: Table, plan: FirePlan) -> int:
    return table.together(add, *(then(_compared, plan, at) for at in range(len(plan.shots))))


def _blast(table: Table, plan: FirePlan) -> Then[int]:
    assert plan.blast
    return then(_struck, plan, table.roll(plan.blast.throw))


def _struck(table: Table, plan: FirePlan, die: int) -> int | Then[int]:
    every = range(len(plan.shots))
    if not plan.strays_once:
        return table.together(add, *(then(_compared, plan, at, die) for at in every))
    tally, first = table.together(_first_astray, *(then(_scored, plan, at, die) for at in every))
    return tally if first is None else then(_strayed, plan, first, tally)


_Scored = tuple[int, int | None]
"""A tally, and the place of the first target that the shot strays off, None where there is none."""


def _first_astray(one: _Scored, other: _Scored) -> _Scored:
    return one[0] + other[0], other[1] if one[1] is None else one[1]


def _compared(table: Table, plan: FirePlan, at: int, die: int | None = None) -> int | Then[int]:
    """Throw at one target; `die` is the attack die where one serves for all."""
    tally, astray = _scored(table, plan, at, die)
    return tally if astray is None else then(_strayed, plan, at, tally)


def _scored(table: Table, plan: FirePlan, at: int, die: int | None) -> _Scored:
    """Throw at one target; returns also whether the shot strays off it."""
    shot = plan.shots[at]
    if shot.target is None:
        return _TALLY[0], None
    score = (table.roll(shot.attack.throw) if die is None else die) + shot.attack.bonus + shot.more
    against = table.roll(shot.target.throw) + shot.target.bonus
    return _TALLY[graded(score, against, plan.double)], at if _strays(plan, score, against) else None


def _strays(plan: FirePlan, score: int, against: int) -> bool:
    """A shot into combat that comes to half of its target's score or less (Into combat)."""
    return plan.into_combat and 2 * score <= against


def _strayed(table: Table, plan: FirePlan, at: int, tally: int) -> int:
    """One more attack at most, never a chain; the player of the figure that it strayed off chooses, and may throw."""
    tally += _STRAYED
    off, others = plan.shots[at].unit, len(plan.strays)
    shot = _chosen(plan, table.decide(STRAY, at, len(plan.shots), others)) if others else None
    if shot is None:
        return tally
    assert shot.target
    attack = shot.attack.throw if plan.strays_by == "shooter" else shot.attack.throw._replace(part=off)
    score = table.roll(attack) + shot.attack.bonus
    against = table.roll(shot.target.throw) + shot.target.bonus
    return tally + _TALLY[graded(score, against, plan.double)]


def _chosen(plan: FirePlan, place: int | None) -> Shot | None:
    """A place beyond the last bystander is the last one."""
    return None if place is None else plan.strays[min(place, len(plan.strays) - 1)]


def rows(plan: FirePlan, played: Played) -> tuple[tuple[str, Row], ...]:
    """Each comparison with the part that its target took, stray shots last."""
    faces = iter([step.got for step in played.steps])
    die: int | None = next(faces) if plan.blast else None
    first = [(shot.unit, _row(plan, shot, faces, die)) for shot in plan.shots]
    chosen = [_chosen(plan, STRAY.read(made.value)) for made in played.made]
    return (*first, *((shot.unit, _row(plan, shot, faces, None, True)) for shot in chosen if shot))


def _row(plan: FirePlan, shot: Shot, faces: Iterator[int], die: int | None, stray: bool = False) -> Row:
    if shot.target is None:
        return Row(None, None, "none", stray)
    score = (next(faces) if die is None else die) + shot.attack.bonus + shot.more
    against = next(faces) + shot.target.bonus
    return Row(score, against, RESULTS[graded(score, against, plan.double)], stray)


def effects(plan: FirePlan, played: Played) -> Sequence[Effect]:
    """What the shot changes; of one at a figure that can hit nobody else its counts tell that, without the dice."""
    if len(plan.shots) == 1 and not plan.strays:
        return effects_of(plan.shots[0].unit, RESULTS[_degree(played.outcome)])
    return [effect for unit, row in rows(plan, played) for effect in effects_of(unit, row.result)]


STATE_OF = {"suppressed": "suppressed", "flee": "fleeing"}
"""The state that a result leaves a figure in."""


def effects_of(unit: str, result: str) -> tuple[Effect, ...]:
    """What a result changes on the table; a downed figure is out of play."""
    if result == "downed":
        return Effect(unit, "downed", 1), Effect(unit, "models", -1)
    state = STATE_OF.get(result)
    return (Effect(unit, state, 1),) if state else ()


def detail(plan: FirePlan, played: Played) -> Mapping[str, object]:
    return {"results": tuple(row for _, row in rows(plan, played))}


def leaning(plan: FirePlan, played: Played) -> Sequence[str]:
    """Results are graded by ruling; who throws for a stray shot is worth naming where it is not the page's way, and
    how often it strays where it could have done so more than once.
    """
    found = rows(plan, played)
    graded_by = next((results_leaned(row.result) for _, row in found if row.result != "none"), ())
    strayed = [unit for unit, row in found if row.stray]
    shooter = ("stray_dice",) if strayed and plan.strays_by == "shooter" else ()
    hit = [leaned for shot in plan.strays if shot.unit in strayed for leaned in shot.leaned]
    return (*graded_by, *shooter, *_how_often(plan, found), *(one for one in hit if one not in plan.leaned))


def _how_often(plan: FirePlan, found: Sequence[tuple[str, Row]]) -> tuple[str, ...]:
    """The ruling on area shots, where one could have strayed off several targets."""
    off = [row for _, row in found if not row.stray and row.score is not None and row.target_score is not None]
    several = sum(_strays(plan, row.score or 0, row.target_score or 0) for row in off) > 1
    return ("area_stray",) if plan.blast and several else ()


_HIT: dict[Result, str] = {
    "none": N_("{unit}: {score} against {other}, no effect."),
    "suppressed": N_("{unit}: {score} against {other}, suppressed."),
    "flee": N_("{unit}: {score} against {other}, it flees."),
    "downed": N_("{unit}: {score} against {other}, downed."),
}
_STRAY_HIT: dict[Result, str] = {
    "none": N_("stray shot at {unit}: {score} against {other}, no effect."),
    "suppressed": N_("stray shot at {unit}: {score} against {other}, suppressed."),
    "flee": N_("stray shot at {unit}: {score} against {other}, it flees."),
    "downed": N_("stray shot at {unit}: {score} against {other}, downed."),
}


def tell(plan: FirePlan, played: Played) -> Text:
    """Each comparison in a sentence, then what strayed."""
    found = rows(plan, played)
    told = [Sentence(_told(Role(unit), row)) for unit, row in found]
    lost = played.outcome.strays - sum(row.stray for _, row in found)
    if not lost:
        return Joined(told)
    return Joined((*told, Text("{shots} strayed and hit nobody else.", shots=counted(lost, "shot", "shots"))))


def brief(plan: FirePlan, played: Played) -> Text | None:
    """The result in few words: who gets away; markers, and what is asked of whoever flees, say the rest."""
    found = [_told(Role(unit), row) for unit, row in rows(plan, played) if row.result == "none"]
    return Joined([*map(Sentence, found)])


def _told(unit: Text, row: Row) -> Text:
    if row.score is None or row.target_score is None:
        return Text("{unit}: beyond the effect.", unit=unit)
    told = _STRAY_HIT if row.stray else _HIT
    return Text(told[row.result], unit=unit, score=row.score, other=row.target_score)


_DEGREES = (Text("no effect"), Text("suppressed"), Text("it flees"), Text("downed"))


def aim(plan: FirePlan) -> Aim | None:
    """What becomes of the target; of several, how many are downed. None where a stray shot may hit others."""
    if plan.strays:
        return None
    if len(plan.shots) == 1:
        return Aim(N_("result"), _degree, whole=len(_DEGREES) - 1, steps=_DEGREES)
    return Aim("downed", attrgetter("downed"), attrgetter("flee", "suppressed"), len(plan.shots))


def _degree(outcome: FireOutcome) -> int:
    """The place in `_DEGREES`."""
    return next(at for at in (3, 2, 1, 0) if outcome[at] or not at)


ACTION = Action(
    key="fire",
    title=Text("Fire"),
    topic="shooting",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    brief=brief,
    effects=effects,
    detail=detail,
    leaning=leaning,
    decisions=(STRAY,),
    details=("results",),
    aim=aim,
)
