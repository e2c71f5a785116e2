"""Common rules of shooting to kill and at vision slits: permission, weapons and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field, field_validator

from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Inches
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Joined, Role, Sentence, Term, Text, Value, counted
from rules.openfire_ww2 import facts
from rules.openfire_ww2.aiming import Shown, ToHit, ToKill, best_cover, to_hit, to_kill
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import Book, Cover, Facing, WW2Rulings
from rules.openfire_ww2.victims import UNHURT

# Several counts in one whole number, so that the results of groups of weapons are summed by one addition.

_WIDTH = 20
_FULL = (1 << _WIDTH) - 1
HITS, KILLS, SIXES, HEAVY, BLASTS = range(5)
"""Positions: hits, kills, natural 6s, groups of heavy weapons that hit; from BLASTS on the hits of each blast."""


def count(n: int, place: int) -> int:
    """Return a count of `n` at a position; counts are added with +, and remain below a million."""
    return n << _WIDTH * place


def count_at(counts: int, place: int) -> int:
    return counts >> _WIDTH * place & _FULL


def blasts(counts: int) -> int:
    """Return the hits of the blasts alone, the first of them at position 0."""
    return counts >> _WIDTH * BLASTS


# Permitted weapons and targets, and the number of dice.

TARGET = Role("target", article=True)


class WW2Shot(Facts):
    """Facts of every shot."""

    shooter: facts.Shooter = Field(title=N_("Shooter"))
    weapons: tuple[facts.FiringTeams, ...] = Field(min_length=1, max_length=20, title=N_("Weapons firing"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    target: facts.Target
    cover: Cover = Field(
        default="none", title=N_("Target's cover"), description=N_("Up to half hidden: partial; more: full.")
    )
    facing: Facing = Field(default="front", title=N_("Side that is hit"), description=N_("Of a vehicle."))
    moved: Literal["no", "this_turn", "last_turn"] = Field(default="no", title=N_("Shooter moved"))
    sight: Literal["clear", "hidden", "smoke"] = Field(default="clear", title=N_("Line of sight"))
    shooter_state: tuple[facts.ShooterState, ...] = Field(default=(), max_length=10, title=N_("Shooter's states"))
    target_state: tuple[facts.TargetState, ...] = Field(default=(), max_length=10, title=N_("Target's states"))
    bystanders: tuple[facts.Target, ...] = Field(
        default=(), max_length=20, title=N_("Units within the blast"), description=N_("Within 1″ of the target.")
    )

    _once = field_validator("shooter_state", "target_state")(facts.each_once)


@dataclass(frozen=True, eq=False, slots=True)
class Volley:
    """A kind of weapon fired at a target: its dice, the effect of a hit, and the further counts of a hit."""

    shots: int
    to_hit: ToHit
    to_kill: ToKill
    most: int
    heavy: bool = False
    blast: int | None = None


class Silent(NamedTuple):
    """A kind of weapon without shots, and the reason."""

    weapon: Text
    why: Text

    @property
    def sentence(self) -> Text:
        return Sentence(Text("{weapon} does not fire: {why}", weapon=self.weapon, why=self.why))


def roll_volley(table: Table, volley: Volley) -> Then[int]:
    return then(count_struck, volley, volley.to_hit.hits(table, volley.shots))


def count_struck(table: Table, volley: Volley, hits: int) -> int:
    """Return the counts of one kind of weapon; kills are counted up to `most`."""
    kills, sixes = volley.to_kill.kills(table, hits)
    counts = count(hits, HITS) + count(min(kills, volley.most), KILLS) + count(sixes, SIXES)
    if volley.heavy and hits:
        counts += count(1, HEAVY)
    return counts if volley.blast is None else counts + count(hits, BLASTS + volley.blast)


def check_may_shoot(shot: WW2Shot) -> None:
    """Raise RuleError if no shot is possible with any weapon."""
    must_see(shot.sight)
    facts.must_not_be_destroyed(shot.target, TARGET)
    facts.check_bystanders(shot.bystanders)
    if any(group.weapon.mobility == "artillery" for group in shot.weapons):
        raise RuleError(
            Text("Artillery scatters instead of rolling to hit. Use `/act scatter`, then `/act artillery`."),
            facts.ARTILLERY,
        )
    if sum(group.teams for group in shot.weapons if group.weapon.grenade) > 1:
        raise RuleError(Text("A squad throws one grenade per turn."), facts.GRENADES)


def must_see(sight: str | None) -> None:
    """Raise RuleError if terrain or smoke hides the target completely."""
    if sight == "hidden":
        raise RuleError(Text("Terrain hides the target wholly: choose another target."), facts.SIGHT)
    if sight == "smoke":
        raise RuleError(Text("Smoke hides the target and blocks sight."), "Smoke Round")


def firing_groups(
    shot: WW2Shot, rulings: WW2Rulings, fits: Callable[[facts.FiringTeams], Text | None]
) -> tuple[list[tuple[int, facts.FiringTeams]], list[Silent]]:
    """Return the weapons that fire, with their indices, and those that do not; raise RuleError if none fires.

    `fits` returns why a kind of weapon is useless for this sort of shot, or None.
    """
    speak: list[tuple[int, facts.FiringTeams]] = []
    silent: list[Silent] = []
    for place, group in enumerate(shot.weapons):
        if shot.distance > group.weapon.rng:
            far: dict[str, Value] = {"range": group.weapon.rng, "distance": shot.distance, "target": TARGET}
            why = Text("the range is {range}″, {target} is {distance}″ away", **far)
        else:
            why = silent_reason(group.weapon, shot.moved, rulings) or fits(group)
        if why:
            silent.append(Silent(weapon_label(place, group), why))
        elif group.teams * group.weapon.rof:
            speak.append((place, group))
    if not speak:
        near = any(shot.distance <= group.weapon.rng for group in shot.weapons)
        if not silent:
            raise RuleError(Text("No weapon fires: no man is left to fire it, or its ROF is 0."), facts.SHOOTING)
        reasons = Joined(dict.fromkeys(one.why for one in silent), "; ")
        raise RuleError(
            Text("Nothing fires: {reasons}.", reasons=reasons), facts.WEAPON_TYPES if near else facts.SHOOTING
        )
    return speak, silent


def silent_reason(weapon: facts.WeaponType, moved: str, rulings: WW2Rulings) -> Text | None:
    """Return why a weapon is silent after its unit moved, or None; `moved` is no, this_turn or last_turn."""
    if _is_mobile(weapon) and moved == "this_turn" and rulings.mobile_after_move == "next_turn":
        return Text("a mobile weapon that moved this turn fires in the next")
    barred = ("this_turn", "last_turn") if rulings.heavy_after_move == "this_or_last" else ("last_turn",)
    if weapon.mobility == "heavy" and not weapon.mounted and moved in barred:
        return Text("a heavy weapon may not fire after it moved {moved}", moved=Term(moved))
    return None


def _is_mobile(weapon: facts.WeaponType) -> bool:
    """True for a mobile weapon, or a heavy one on a vehicle, which counts as mobile (Weapon types)."""
    return weapon.mobility == "mobile" or (weapon.mobility == "heavy" and weapon.mounted)


def moved_rulings(shot: WW2Shot) -> tuple[str, ...]:
    """Return the rulings that decided which weapons fire after a move in this turn."""
    if shot.moved != "this_turn":
        return ()
    groups = [group for group in shot.weapons if group.teams and shot.distance <= group.weapon.rng]
    heavy = any(group.weapon.mobility == "heavy" and not group.weapon.mounted for group in groups)
    return ("heavy_after_move",) * heavy + ("mobile_after_move",) * any(_is_mobile(group.weapon) for group in groups)


def target_shown(shot: WW2Shot) -> Shown:
    """Return the target as the shooters see it."""
    target = shot.target
    states = facts.each_once((*shot.target_state, *(target.states if isinstance(target, facts.Squad) else ())))
    pinned = isinstance(target, facts.Squad) and target.pinned
    cover, why = best_cover(shot.cover, states, pinned)
    return Shown(target.trn, target.rank, states, cover, why)


def _roll_label(key: str, place: int, groups: Sequence[facts.FiringTeams]) -> Called:
    """Return "to hit", or "to hit, LMG" if several kinds of weapon fire."""
    alone, among = _LABELS[key]
    if len(groups) == 1:
        return Called(key, Text(alone), "attacker")
    return Called(f"{key} {place + 1}", Text(among, weapon=weapon_label(place, groups[place])), "attacker")


_LABELS = {
    "to_hit": (N_("to hit"), N_("to hit, {weapon}")),
    "to_kill": (N_("to kill"), N_("to kill, {weapon}")),
}


def hit_key(place: int, groups: Sequence[facts.FiringTeams]) -> str:
    """Return the key of the roll to hit of one kind of weapon."""
    return _roll_label("to_hit", place, groups).key


def weapon_label(place: int, group: facts.FiringTeams) -> Text:
    """Return the name of a kind of weapon; "weapon 2" for one without a name."""
    return Term(group.name) if group.name else Text("weapon {number}", number=place + 1)


def volley(shot: WW2Shot, book: Book, place: int, group: facts.FiringTeams, blast: int | None = None) -> Volley:
    """Return the dice of a kind of weapon, and the effects of a hit."""
    weapon, target, tables, rulings = group.weapon, shot.target, book.tables, book.rulings
    called, dice = _roll_label("to_hit", place, shot.weapons), group.teams * weapon.rof
    teams = counted(group.teams, "team", "teams")
    line = Line(Text("{teams} × ROF {rof}", teams=teams, rof=weapon.rof), dice, facts.SHOOTING, "dice")
    aimed = to_hit(tables, called, shot.shooter.wpn, shot.shooter_state, weapon.acc, target_shown(shot), line)
    sure = weapon.grenade and rulings.grenade_kill == "sure"
    return Volley(
        shots=dice if aimed.is_possible else 0,
        to_hit=aimed,
        to_kill=to_kill(tables, _roll_label("to_kill", place, shot.weapons), weapon, target, shot.facing, sure),
        most=target.men if isinstance(target, facts.Squad) else UNHURT,
        heavy=is_suppressing(weapon) and rulings.heavy_fire_pins != "off",
        blast=blast,
    )


def is_suppressing(weapon: facts.WeaponType) -> bool:
    """True if its fire counts as heavy; machine guns are the example in the rules (Pinning)."""
    return weapon.mobility in ("heavy", "artillery") or weapon.machine_gun
