"""Common rules of fire at figures and at vehicles: permission, dice and target numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from rules.fubar.facts import Shooters, UnitFacts, expertise, must_have_figures
from rules.fubar.tables import Cover, FubarRule, FubarTables, WeaponRow
from rules.kernel.action import Outcome, up_to
from rules.kernel.dice import Line, Need, Roll, Successes, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches, require_one_of
from rules.kernel.table import Table
from rules.kernel.text import N_, Joined, Listed, Role, Sentence, Term, Text, counted, several_of

FIRING = "Firing"
COVER = "Cover"
WEAPONS = "Weapons"


class FubarShot(Facts):
    """Facts of every shot."""

    attacker: UnitFacts = Field(title=N_("Attacker"))
    shooters: tuple[Shooters, ...] = Field(min_length=1, max_length=20, title=N_("Weapons firing"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    cover: Cover = Field(default="none", title=N_("Target's cover"), description=N_("Half the unit must be in it."))
    action: Literal["walk", "on_guard", "aimed_fire"] = Field(default="on_guard", title=N_("Attacker's action"))
    sight: Literal["clear", "blocked"] = Field(default="clear", title=N_("Line of sight"))
    spotter: Flag = Field(default=True, title=N_("A friend sees the target"), description=N_("For mortars."))
    reaction: Flag = Field(
        default=False, title=N_("Reaction shot"), description=N_("From On Guard, at enemy movement.")
    )


class Firing(NamedTuple):
    """Dice of one shot: those affected by cover, those not, and the weapons out of range."""

    hampered: Roll[int]
    dice: int
    sure: Roll[int]
    sure_dice: int
    silent: tuple[Text, ...]


OfShot = TypeVar("OfShot", bound=FubarShot)


class ShotRule(FubarRule[OfShot, Outcome], Generic[OfShot, Outcome]):
    """A shot at figures or at a vehicle; `plan` sets `firing`. Exact odds go up to `most_dice` dice."""

    most_dice: ClassVar[int]
    firing: Firing

    def roll_hits(self, table: Table) -> int:
        shot = self.firing
        return table.roll(shot.hampered, shot.dice) + table.roll(shot.sure, shot.sure_dice)

    def with_silent(self, text: Text) -> Text:
        """Add the weapons that were out of range to a text."""
        return Joined((text, *map(Sentence, self.firing.silent)))

    def too_big(self) -> Text | None:
        dice = self.firing.dice + self.firing.sure_dice
        return up_to(self.most_dice, dice, N_("Exact odds go up to {most} dice; this shot has {n}."))


def plan_firing(shot: FubarShot, tables: FubarTables, cover: Cover, cover_why: Text) -> Firing:
    """Return the dice and numbers of a shot; raise RuleError if it is forbidden (Firing), BadFacts for no weapon."""
    for at, group in enumerate(shot.shooters):
        require_one_of(f"shooters.{at}.weapon", group.weapon, tables.weapons)
    _check_may_fire(shot, tables)
    hampered, sure, silent = _dice_pools(shot, tables)
    if not hampered and not sure:
        groups = [group for group in shot.shooters if group.count]
        if not groups:
            raise RuleError(Text("No weapon fires: every count is 0."), WEAPONS)
        reach = Listed([reach_of(group.weapon, tables.weapons[group.weapon]) for group in groups])
        short = N_("No weapon reaches {distance}″: {reach}.")
        raise RuleError(Text(short, distance=shot.distance, reach=reach), WEAPONS)
    cover_line = (Line(cover_why, tables.cover[cover], COVER),) if tables.cover[cover] else ()
    to_hit = _make_roll("to_hit", Text("to hit"), shot, tables, cover_line, hampered)
    return Firing(
        to_hit,
        total(hampered, "dice"),
        _make_roll("to_hit_ignoring_cover", Text("to hit, ignoring cover"), shot, tables, (), sure) if sure else to_hit,
        total(sure, "dice"),
        silent,
    )


def _make_roll(
    key: str, label: Text, shot: FubarShot, tables: FubarTables, cover: tuple[Line, ...], pool: tuple[Line, ...]
) -> Roll[int]:
    lines = _needed_lines(shot, tables, cover)
    need = total(lines)
    return Roll(key, label, "attacker", 6, Successes(need), Need(need), lines + pool, FIRING)


def _needed_lines(shot: FubarShot, tables: FubarTables, cover: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the ledger: min(6, expertise + cover), then Aimed Fire; a natural 1 always fails.

    (Cover; Six-sided Dice Conventions)
    """
    level = shot.attacker.level
    lines = (
        expertise(level, tables),
        *cover,
    )
    if total(lines) > 6:
        lines += (Line(Text("at most 6, so"), 6 - total(lines), COVER),)
    if shot.action == "aimed_fire":
        lines += (Line(Text("aimed"), -1, "Activation"),)
    return lines


def _check_may_fire(shot: FubarShot, tables: FubarTables) -> None:
    must_have_figures(shot.attacker, "attacker")
    if shot.reaction and shot.action != "on_guard":
        raise RuleError(Text("Only a unit On Guard may react to enemy movement with fire."), "Activation › On Guard")
    firing = [group for group in shot.shooters if group.count]
    for group in firing:
        _check_weapon(group, tables.weapons[group.weapon], shot)
    served = sum(group.count * tables.weapons[group.weapon].crew for group in firing if not group.mounted)
    if served > shot.attacker.standing:
        raise RuleError(
            Text(
                "{needed} needed to serve these weapons, {attacker} has {standing}; suppressed figures cannot fire.",
                attacker=Role("attacker", article=True),
                needed=counted(served, "standing figure", "standing figures"),
                standing=counted(shot.attacker.standing, "standing figure", "standing figures"),
            ),
            FIRING,
        )


def _check_weapon(group: Shooters, row: WeaponRow, shot: FubarShot) -> None:
    name = Term(group.weapon)
    if shot.action == "walk" and not (row.small or row.on_the_walk or group.mounted):
        raise RuleError(
            Text("The {name} may not fire on a walk: only small arms and thrown grenades.", name=name),
            "Activation › Walk",
        )
    if row.indirect and not shot.spotter:
        raise RuleError(Text("The {name} needs a friendly figure that sees the target.", name=name), WEAPONS)
    if shot.sight == "blocked" and not row.indirect:
        raise RuleError(Text("The line of sight is blocked: the {name} cannot fire.", name=name), FIRING)


def reach_of(weapon: str, row: WeaponRow) -> Text:
    """Return a weapon with its range: "LMG 32″"."""
    return Text("{weapon} {range}″", weapon=Term(weapon), range=row.range)


def fire_points(row: WeaponRow, distance: Decimal) -> int:
    """Return the dice of one such weapon at that many inches; none beyond its range (Weapons)."""
    if distance > row.range:
        return 0
    return row.close.points if row.close and distance <= row.close.range else row.points


def _dice_pools(shot: FubarShot, tables: FubarTables) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Text, ...]]:
    hampered: list[Line] = []
    sure: list[Line] = []
    silent: list[Text] = []
    for group in shot.shooters:
        row = tables.weapons[group.weapon]
        points = fire_points(row, shot.distance)
        name = several_of(group.count, group.weapon)
        if not points:
            silent.append(Text("{name} out of range ({range}″)", name=name, range=row.range))
        elif group.count:
            pool = sure if row.ignores_cover else hampered
            pool.append(
                Line(Text("{name} × {points} FP", name=name, points=points), group.count * points, WEAPONS, "dice")
            )
    return tuple(hampered), tuple(sure), tuple(silent)
