"""What firing at figures and at vehicles have in common: who may fire, with how many dice, at which number."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, NamedTuple

from pydantic import Field

from rules.dice import Line, Successes, Throw, total
from rules.errors import RuleError
from rules.facts import Facts, Flag, Inches
from rules.fubar.facts import Shooters, Unit, must_have_figures
from rules.fubar.tables import Cover, Tables, WeaponRow
from rules.text import counted, listed, say, several, spoken

FIRING = "Firing"
COVER = "Cover"
WEAPONS = "Weapons"


class Shot(Facts):
    """What is known of every shot before the first die."""

    attacker: Unit = Field(title="Attacker")
    shooters: tuple[Shooters, ...] = Field(min_length=1, max_length=20, title="Weapons firing")
    distance: Inches = Field(title="Distance", description="Inches to the target.")
    cover: Cover = Field(default="none", title="Target's cover", description="Half the unit must be in it.")
    action: Literal["walk", "on_guard", "aimed_fire"] = Field(default="on_guard", title="Attacker's action")
    sight: Literal["clear", "blocked"] = Field(default="clear", title="Line of sight")
    spotter: Flag = Field(default=True, title="A friend sees the target", description="For mortars.")
    reaction: Flag = Field(default=False, title="Reaction shot", description="From On Guard, at enemy movement.")


class Firing(NamedTuple):
    """The dice of one shot: those that cover hampers, those that it does not, and the weapons that reached nobody."""

    hampered: Throw[int]
    dice: int
    sure: Throw[int]
    sure_dice: int
    silent: tuple[str, ...]


def firing(shot: Shot, tables: Tables, cover: Cover, cover_why: str) -> Firing:
    """Work out who fires at what number; raises RuleError when the rules forbid the shot (Firing)."""
    _may_fire(shot, tables)
    hampered, sure, silent = _pools(shot, tables)
    if not hampered and not sure:
        raise RuleError(_no_range(shot, tables), WEAPONS)
    cover_line = (Line(cover_why, tables.cover[cover], COVER),) if tables.cover[cover] else ()
    to_hit = _throw(say("to hit"), shot, tables, cover_line, hampered)
    return Firing(
        to_hit,
        total(hampered, "dice"),
        _throw(say("to hit, ignoring cover"), shot, tables, (), sure) if sure else to_hit,
        total(sure, "dice"),
        silent,
    )


def _throw(label: str, shot: Shot, tables: Tables, cover: tuple[Line, ...], pool: tuple[Line, ...]) -> Throw[int]:
    lines = _needed(shot, tables, cover)
    need = total(lines)
    return Throw(label, "attacker", 6, Successes(need), f"{need}+", lines + pool, FIRING)


def _needed(shot: Shot, tables: Tables, cover: tuple[Line, ...]) -> tuple[Line, ...]:
    """min(6, expertise + cover), then Aimed Fire; a natural 1 always fails (Cover; Six-sided Dice Conventions)."""
    level = shot.attacker.level
    lines = (
        Line(say("{level} expertise", level=spoken(level)), tables.levels[level].expertise, "Units › Training"),
        *cover,
    )
    if total(lines) > 6:
        lines += (Line(say("cover never makes it worse than 6+"), 6 - total(lines), COVER),)
    if shot.action == "aimed_fire":
        lines += (Line(say("Aimed Fire"), -1, "Activation"),)
    return lines


def _may_fire(shot: Shot, tables: Tables) -> None:
    must_have_figures(shot.attacker, say("attacker"))
    if shot.reaction and shot.action != "on_guard":
        raise RuleError(say("Only a unit On Guard may react to enemy movement with fire."), "Activation › On Guard")
    firing = [group for group in shot.shooters if group.count]
    for group in firing:
        _weapon_may_fire(group, tables.weapons[group.weapon], shot)
    served = sum(group.count * tables.weapons[group.weapon].crew for group in firing if not group.mounted)
    if served > shot.attacker.standing:
        raise RuleError(
            say(
                "{figures} needed to serve these weapons, the attacker has {figures2}; suppressed figures cannot fire.",
                figures=counted(served, "standing figure"),
                figures2=counted(shot.attacker.standing, "standing figure"),
            ),
            FIRING,
        )


def _weapon_may_fire(group: Shooters, row: WeaponRow, shot: Shot) -> None:
    name = spoken(group.weapon)
    if shot.action == "walk" and not (row.small or row.on_the_walk or group.mounted):
        raise RuleError(
            say("A {name} may not fire on a walk: only small arms and thrown grenades.", name=name), "Activation › Walk"
        )
    if row.indirect and not shot.spotter:
        raise RuleError(say("A {name} needs some friendly figure that sees the target.", name=name), WEAPONS)
    if shot.sight == "blocked" and not row.indirect:
        raise RuleError(say("The line of sight is blocked: a {name} cannot fire.", name=name), FIRING)


def fire_points(row: WeaponRow, distance: Decimal) -> int:
    """Dice of one such weapon at that many inches; none beyond its range (Weapons)."""
    if distance > row.range:
        return 0
    return row.close.points if row.close and distance <= row.close.range else row.points


def _pools(shot: Shot, tables: Tables) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[str, ...]]:
    hampered: list[Line] = []
    sure: list[Line] = []
    silent: list[str] = []
    for group in shot.shooters:
        row = tables.weapons[group.weapon]
        points = fire_points(row, shot.distance)
        name = several(group.count, group.weapon)
        if not points:
            silent.append(say("{name} out of range ({range}″)", name=name, range=row.range))
        elif group.count:
            pool = sure if row.ignores_cover else hampered
            pool.append(
                Line(say("{name} × {points} FP", name=name, points=points), group.count * points, WEAPONS, "dice")
            )
    return tuple(hampered), tuple(sure), tuple(silent)


def _no_range(shot: Shot, tables: Tables) -> str:
    groups = [group for group in shot.shooters if group.count]
    if not groups:
        return say("No weapon fires: every count is 0.")
    reach = listed([f"{spoken(group.weapon)} {tables.weapons[group.weapon].range}″" for group in groups])
    return say("Nothing reaches {distance}″: {reach}.", distance=shot.distance, reach=reach)
