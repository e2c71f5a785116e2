"""What players are told after an assault: what was fought with, what was lost, and what burst among neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.action import Played
from rules.openfire_ww2.assault_plan import Assault, AssaultPlan, plan
from rules.openfire_ww2.assault_result import Hit, bursts, destroyed
from rules.openfire_ww2.commands.aftermath import blast, gone
from rules.openfire_ww2.commands.contact_weapons import Arms
from rules.openfire_ww2.commands.objective import leaving
from rules.openfire_ww2.commands.turn_state import freed
from rules.openfire_ww2.commands.weapons_used import Chosen, told
from rules.openfire_ww2.contact import Side
from rules.system import Board
from rules.text import Note, Sentence, Text, at_table, counted
from rules.unit import Unit


class Clash(NamedTuple):
    """Both sides of an assault as they stood before it, and what each fights with."""

    attacker: Unit
    mine: Arms
    defender: Unit
    theirs: Arms


def results(sides: Clash, played: Sequence[Played]) -> list[tuple[str, str]]:
    """Units with what their last Terror test came to."""
    outcome = played[0].outcome
    return [(sides.attacker.id, outcome.attacker_terror), (sides.defender.id, outcome.defender_terror)]


def notes(sides: Clash, facts: Assault, board: Board, played: Sequence[Played]) -> list[Text]:
    units, numbers = (board.unit(sides.attacker.id), board.unit(sides.defender.id)), plan(facts, board.book)
    lines = [_fought(sides, numbers), *sides.mine.silent, *sides.theirs.silent]
    for unit, lost in zip(units, destroyed(numbers, played[0]), strict=True):
        lines += gone(unit, lost)
        lines += [] if unit.alive else [at_table(Text("{unit} is out of action.", unit=unit.ref))]
    lines += [_burst(sides, hit) for hit in bursts(numbers, played[0])]
    return [*lines, *freed(board, results(sides, played)), *leaving(board, units[0])]


def _fought(sides: Clash, numbers: AssaultPlan) -> Text:
    """What each side fought with; weapons that cannot harm the enemy have no part in it."""
    mine, theirs = _useful(sides.mine, numbers.attacker), _useful(sides.theirs, numbers.defender)
    attacker, defender, weapon = sides.attacker.ref, sides.defender.ref, told(mine)
    if not theirs:
        return Text(
            "{attacker} fought with {weapon}, {defender} had nothing to strike with.",
            attacker=attacker,
            weapon=weapon,
            defender=defender,
        )
    return Text(
        "{attacker} fought with {weapon}, {defender} with {other_weapon}.",
        attacker=attacker,
        weapon=weapon,
        defender=defender,
        other_weapon=told(theirs),
    )


def _useful(arms: Arms, side: Side) -> Chosen:
    places = [blow.place for blow in side.blows.blows]
    return {name: count for place, (name, count) in enumerate(arms.chosen.items()) if place in places}


def _burst(sides: Clash, hit: Hit) -> Note:
    """Whoever else stood near is asked for now, as after any shot (Explosions)."""
    by, arms, at = sides.attacker, sides.mine, sides.defender
    if hit.who == "defender":
        by, arms, at = at, sides.theirs, by
    asked = Text(
        "{weapon} of {unit}: {hits}. Is anybody else within 1″ of {target}? `/act blast`, count {count}.",
        weapon=hit.blow.name,
        unit=by.ref,
        hits=counted(hit.hits, "hit", "hits"),
        target=at.ref,
        count=hit.hits,
    )
    return blast(Sentence(asked), by, hit.blow.name, list(arms.chosen)[hit.blow.place], hit.hits)
