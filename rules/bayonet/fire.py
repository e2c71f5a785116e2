"""Fire: an attack die against a target's, for one target, parts of a burst, or all in an area (Shooting).

Results for the lower score (suppressed, fleeing, downed) are graded in `rules/bayonet/tables.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, attrgetter
from typing import NamedTuple

from rules.bayonet.facts import BayonetFireFacts
from rules.bayonet.shooting import (
    BYSTANDER,
    INTO_COMBAT,
    TARGET,
    BayonetShot,
    ComparisonDie,
    Numbers,
    must_be_allowed,
    numbered_key,
)
from rules.bayonet.tables import RESULTS, BayonetRule, Result, aid_rulings, grade_index, result_rulings
from rules.kernel.action import Aim, Played
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, then
from rules.kernel.text import N_, Joined, Role, Sentence, Text, counted

STATE_OF = {"suppressed": "suppressed", "flee": "fleeing"}
"""The state of a figure after each result."""
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
_DEGREES = (Text("no effect"), Text("suppressed"), Text("it flees"), Text("downed"))


class BayonetFireOutcome(NamedTuple):
    """Number of targets by result, stray shots included; `strays` is the number of stray shots."""

    none: int
    suppressed: int
    flee: int
    downed: int
    strays: int


def _degree_index(outcome: BayonetFireOutcome) -> int:
    """Return the index in `_DEGREES`."""
    return next(at for at in (3, 2, 1, 0) if outcome[at])


_AT_ONE = Aim[BayonetFireOutcome](N_("result"), _degree_index, whole=len(_DEGREES) - 1, steps=_DEGREES)


class ComparisonRow(NamedTuple):
    """The result of one comparison; scores are None for a target out of the effect."""

    score: int | None
    target_score: int | None
    result: Result
    stray: bool


# A tally is one whole number, a byte for each count of the outcome: tallies are added as numbers.
_TALLY = tuple(256**at for at in range(len(RESULTS)))
_STRAYED = 256 ** len(RESULTS)
_Scored = tuple[int, int | None]
"""A tally, and the index of the first target off which the shot strays, or None."""


# The victim of a stray shot, chosen by the player of the figure off which it strayed.


def _parse_bystander(text: str) -> int | None:
    """Return the index of a bystander, or None for "none"."""
    if text == "none":
        return None
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


def _bystander_offers(target: int, targets: int, number: int) -> tuple[Offer, ...]:
    there = (Offer(str(at), Role(f"{BYSTANDER} {at + 1}")) for at in range(number))
    return (*there, Offer("none", Text("nobody is near")))


def _stray_part(target: int, targets: int, number: int) -> str:
    return numbered_key(TARGET, target, targets)


STRAY = Decision[int | None](
    name="stray",
    by="defender",
    question=Text("The shot strays. Who is attacked instead?"),
    options=("none", "N"),
    default="0",
    read=_parse_bystander,
    rule=INTO_COMBAT,
    offers=_bystander_offers,
    part=_stray_part,
)


class BayonetFire(BayonetRule[BayonetFireFacts, BayonetFireOutcome]):
    """Every comparison first, then the stray shots, shot by shot.

    `blast` is the one attack die of an area effect. `strays` has a shot per bystander. With `strays_once` only one is
    made, however many targets it may stray off.
    """

    key, title, topic, decisions, details = "fire", Text("Fire"), "shooting", (STRAY,), ("results",)

    def plan(self) -> None:
        facts, rulings = self.facts, self.book.rulings
        must_be_allowed(facts)
        numbers = Numbers(facts, self.book)
        self.blast: ComparisonDie | None = None
        if facts.area:
            self.blast, self.shots = numbers.blast()
        else:
            self.shots = numbers.pairs()
        self.into_combat, self.strays = facts.into_combat is not None, numbers.strays() if facts.into_combat else ()
        self.strays_once = rulings.area_stray == "once_a_shot" and facts.area is not None
        self.strays_by, self.double = rulings.stray_dice, rulings.results == "double"
        reached = [rulings_used for shot in self.shots if shot.target for rulings_used in shot.rulings_used]
        self.rulings_used = (*aid_rulings(facts.aiding, rulings), *dict.fromkeys(reached))
        if not self.strays:  # a stray shot may hit others
            self.goal = (
                _AT_ONE
                if len(self.shots) == 1
                else Aim("downed", attrgetter("downed"), attrgetter("flee", "suppressed"), len(self.shots))
            )

    def play(self, table: Table) -> BayonetFireOutcome:
        tally = table.play(self._roll_all)
        return BayonetFireOutcome(*tally.to_bytes(len(BayonetFireOutcome._fields), "little"))

    def _roll_all(self, table: Table) -> Then[int]:
        return then(self._roll_targets, table.roll(self.blast.throw) if self.blast else None)

    def _roll_targets(self, table: Table, die: int | None) -> int | Then[int]:
        every = range(len(self.shots))
        if not self.strays_once:
            return table.together(add, *(then(self._roll_at_target, at, die) for at in every))
        tally, first = table.together(
            lambda one, other: (one[0] + other[0], other[1] if one[1] is None else one[1]),
            *(then(self._score_target, at, die) for at in every),
        )
        return tally if first is None else then(self._roll_stray, first, tally)

    def _roll_at_target(self, table: Table, at: int, die: int | None) -> int | Then[int]:
        """Roll at one target; `die` is the attack die if one serves for all."""
        tally, astray = self._score_target(table, at, die)
        return tally if astray is None else then(self._roll_stray, at, tally)

    def _score_target(self, table: Table, at: int, die: int | None) -> _Scored:
        shot = self.shots[at]
        if shot.target is None:
            return _TALLY[0], None
        score = (table.roll(shot.attack.throw) if die is None else die) + shot.attack.bonus + shot.more
        against = table.roll(shot.target.throw) + shot.target.bonus
        strays = self.into_combat and 2 * score <= against  # half of its target's score or less (Into combat)
        return _TALLY[grade_index(score, against, self.double)], at if strays else None

    def _roll_stray(self, table: Table, at: int, tally: int) -> int:
        """Roll one more attack at most; the player of the figure off which it strayed chooses, and may roll."""
        tally += _STRAYED
        off, others = self.shots[at].unit, len(self.strays)
        shot = self._bystander_shot(table.decide(STRAY, at, len(self.shots), others)) if others else None
        if shot is None:
            return tally
        assert shot.target
        attack = shot.attack.throw if self.strays_by == "shooter" else shot.attack.throw._replace(part=off)
        score = table.roll(attack) + shot.attack.bonus
        against = table.roll(shot.target.throw) + shot.target.bonus
        return tally + _TALLY[grade_index(score, against, self.double)]

    def _bystander_shot(self, place: int | None) -> BayonetShot | None:
        """Return the bystander with that index, or the last one."""
        return None if place is None else self.strays[min(place, len(self.strays) - 1)]

    def rows(self, played: Played[BayonetFireOutcome]) -> tuple[tuple[str, ComparisonRow], ...]:
        """Return each comparison with its target's part, stray shots last."""
        faces = iter([step.got for step in played.steps])
        die: int | None = next(faces) if self.blast else None
        first = [(shot.unit, self._row(shot, faces, die)) for shot in self.shots]
        chosen = [self._bystander_shot(STRAY.read(made.value)) for made in played.made]
        return (*first, *((shot.unit, self._row(shot, faces, None, True)) for shot in chosen if shot))

    def _row(self, shot: BayonetShot, faces: Iterator[int], die: int | None, stray: bool = False) -> ComparisonRow:
        if shot.target is None:
            return ComparisonRow(None, None, "none", stray)
        score = (next(faces) if die is None else die) + shot.attack.bonus + shot.more
        against = next(faces) + shot.target.bonus
        return ComparisonRow(score, against, RESULTS[grade_index(score, against, self.double)], stray)

    def effects(self, played: Played[BayonetFireOutcome]) -> Iterable[Effect]:
        """Return the effects; a shot at one figure that cannot stray needs the outcome only, not the dice."""
        if len(self.shots) == 1 and not self.strays:
            return effects_of(self.shots[0].unit, RESULTS[_degree_index(played.outcome)])
        return [effect for unit, row in self.rows(played) for effect in effects_of(unit, row.result)]

    def detail(self, played: Played[BayonetFireOutcome]) -> Mapping[str, object]:
        return {"results": tuple(row for _, row in self.rows(played))}

    def rulings_used_in(self, played: Played[BayonetFireOutcome]) -> Iterable[str]:
        """Yield the rulings on results, and on stray shots if they differ from the rules or had a choice."""
        found = self.rows(played)
        strayed = [unit for unit, row in found if row.stray]
        yield from next((result_rulings(row.result) for _, row in found if row.result != "none"), ())
        if strayed and self.strays_by == "shooter":
            yield "stray_dice"
        first = [row for _, row in found if not row.stray and row.score is not None]
        if (
            self.blast
            and self.into_combat
            and sum(2 * (row.score or 0) <= (row.target_score or 0) for row in first) > 1
        ):
            yield "area_stray"
        hit = [rulings_used for shot in self.strays if shot.unit in strayed for rulings_used in shot.rulings_used]
        yield from (one for one in hit if one not in self.rulings_used)

    def describe(self, played: Played[BayonetFireOutcome]) -> Text:
        """Return each comparison in a sentence, then the stray shots without a victim."""
        found = self.rows(played)
        told: list[Text] = [Sentence(_describe_row(unit, row)) for unit, row in found]
        if lost := played.outcome.strays - sum(row.stray for _, row in found):
            told.append(Text("{shots} strayed and hit nobody else.", shots=counted(lost, "shot", "shots")))
        return Joined(told)

    def short_text(self, played: Played[BayonetFireOutcome]) -> Text | None:
        """Return the figures that are unharmed; markers and instructions show the rest."""
        return Joined([Sentence(_describe_row(unit, row)) for unit, row in self.rows(played) if row.result == "none"])


def effects_of(unit: str, result: str) -> Sequence[Effect]:
    """Return the changes of a result on the table; a downed figure is out of play."""
    if result == "downed":
        return Effect(unit, "downed", 1), Effect(unit, "models", -1)
    state = STATE_OF.get(result)
    return (Effect(unit, state, 1),) if state else ()


def _describe_row(part: str, row: ComparisonRow) -> Text:
    unit = Role(part)
    if row.score is None or row.target_score is None:
        return Text("{unit}: beyond the effect.", unit=unit)
    told = _STRAY_HIT if row.stray else _HIT
    return Text(told[row.result], unit=unit, score=row.score, other=row.target_score)
