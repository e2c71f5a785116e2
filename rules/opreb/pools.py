"""The two pools of a small arms fire: who brings how many dice, and why (Small arms fire)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from rules.action import Book
from rules.dice import Cause, Line
from rules.errors import RuleError
from rules.opreb.bangs import Pool, pool, skill_lines
from rules.opreb.facts import Attacker, Shooters, Support, Target
from rules.opreb.tables import Rulings, Tables
from rules.text import Term, Text, counted, several

ACTION = "Small arms fire › Action"
ATTACKER = "Small arms fire › Attacker dice pool"
DEFENDER = "Small arms fire › Defender dice pool"


def attack(attacker: Attacker, shooters: Sequence[Shooters], support: Sequence[Support], book: Book) -> Pool:
    """The attacker's pool; raises RuleError when nobody can fire."""
    crews = support if crews_fire(book) else ()
    firing = [Line(_models(group), group.count * group.rof, ATTACKER, "dice") for group in shooters if group.count]
    firing += [Line(_crew(group), group.crew * group.rof, ATTACKER, "dice") for group in crews if group.crew]
    weapons = [_support(group, attacker.in_position) for group in support if group.count]
    if not firing and not (weapons and attacker.in_position):
        raise RuleError(Text("Nobody has a line of sight to the target, and no support weapon is in position."), ACTION)
    lines = (*firing, *weapons, *skill_lines(attacker, book))
    return pool("attacker_pool", Text("attacker pool"), "attacker", lines, book, ATTACKER)


def crews_fire(book: Book) -> bool:
    """Whether crews of support weapons count as riflemen, by ruling."""
    rulings: Rulings = book.rulings
    return rulings.support_crew == "rof"


def _models(group: Shooters) -> Text:
    return Text("{models} × ROF {rof}", models=counted(group.count, "model", "models"), rof=group.rof)


def _crew(group: Support) -> Text:
    return Text(
        "{models} of the {weapon} crew × ROF {rof}",
        models=counted(group.crew, "model", "models"),
        weapon=Term(group.weapon),
        rof=group.rof,
    )


def _support(group: Support, in_position: bool) -> Line:
    weapons = several(group.count, group.weapon)
    if not in_position:
        return Line(Text("{weapons} not in position", weapons=weapons), 0, ATTACKER, "dice")
    why = Text("{weapons} × {dice}, in position", weapons=weapons, dice=group.dice)
    return Line(why, group.count * group.dice, ATTACKER, "dice", Cause("in_position"))


def defence(target: Target, distance: Decimal, band: int, book: Book) -> Pool:
    """The defender's pool; cover helps whatever kind it is and from wherever it is shot at."""
    tables: Tables = book.tables
    lines = (_range(distance, band), *skill_lines(target, book))
    if target.cover != "open":
        lines += (Line(Text("in cover"), tables.cover_dice, DEFENDER, "dice"),)
    return pool("defender_pool", Text("defender pool"), "defender", lines, book, DEFENDER)


def _range(distance: Decimal, band: int) -> Line:
    """One die per full band; the edge of a band counts as full."""
    bands = int(distance // band)
    full = counted(bands, "full band", "full bands")
    why = Text("{full_bands} of {band}″ in {distance}″", full_bands=full, band=band, distance=distance)
    return Line(why, bands, DEFENDER, "dice")


def band_of(attacker: Attacker, shooters: Sequence[Shooters], book: Book) -> tuple[int, bool]:
    """The range band that counts, and whether a ruling had to choose it among several."""
    models: dict[int, int] = {}
    for group in shooters:
        if group.count:
            band = group.band or attacker.band
            models[band] = models.get(band, 0) + group.count
    if len(models) < 2:
        return next(iter(models), attacker.band), False
    return _chosen(models, book), True


def _chosen(models: dict[int, int], book: Book) -> int:
    """Equally many models: the longer band."""
    rulings: Rulings = book.rulings
    if rulings.mixed_bands == "most_models":
        return max(models, key=lambda band: (models[band], band))
    return max(models) if rulings.mixed_bands == "longest" else min(models)
