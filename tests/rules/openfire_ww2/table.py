"""Open Fire WW2 for its tests: profiles, shots, one play, and every possible play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from data.folders import load_about, load_file, tables
from rules import openfire_ww2
from rules.command.contract import needed_text
from rules.command.effects import changes, settle_board
from rules.command.force import muster_units, spec
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.game.events import ObjectPlaced, UnitPlaced
from rules.game.game import Game
from rules.game.tabletop import TableObject
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, resolve, ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.table import Faces, Given
from rules.kernel.text import Role, Text
from rules.kernel.wording import ENGLISH, Wording
from tests.rules.table import Sitting

_TABLES = tables("openfire_ww2", "weapons", "topics", "states", "summary")
SYSTEM = openfire_ww2.system(load_about("openfire_ww2"), _TABLES, load_file("openfire_ww2", "units"))
Fields = dict[str, Any]


def squad(**more: Any) -> Fields:
    """Return a trained team of six: TRN 5, ARM 4, MOR 8."""
    plain = {"kind": "infantry", "trn": 5, "arm": 4, "rank": "trained", "mor": 8, "men": 6, "starting": 6}
    return plain | more


def tank(**more: Any) -> Fields:
    """Return a tank with three hit points and three weapons: TRN 5, ARM 7."""
    return {"kind": "tank", "trn": 5, "arm": 7, "rank": "trained", "hp": 3, "weapons": 3} | more


def weapon(**more: Any) -> Fields:
    """Return a weapon that harms all targets: range 24, one die, PEN 4."""
    return {"rng": 24, "rof": 1, "pen": 4, "mobility": "mobile", "domain": "vehicle_weapon"} | more


def rifle(**more: Any) -> Fields:
    return weapon(domain="infantry_weapon", **more)


def shell(**more: Any) -> Fields:
    """Return an explosive round of a gun, PEN 8."""
    return weapon(pen=8, explosive=True) | more


def shot(target: Fields | None = None, *weapons: Fields, **more: Any) -> Fields:
    """Return the facts of a shot at 10 inches by a trained shooter of WPN 5, one team per weapon."""
    groups = [{"weapon": one, "teams": 1} for one in weapons or (weapon(),)]
    facts = {"shooter": {"wpn": 5, "rank": "trained"}, "weapons": groups, "distance": 10, "target": target or squad()}
    return facts | more


def fighter(unit: Fields | None = None, **more: Any) -> Fields:
    """Return a side of an assault: WPN 5, one team with one weapon of PEN 4."""
    return (unit or squad()) | {"wpn": 5, "weapon": weapon(), "teams": 1} | more


def play(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with these dice, all of which must be used."""
    return Sitting(SYSTEM, rulings, tuple(choose)).play(action, facts, dice)


def text_of_play(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> str:
    """Return the English text of a play."""
    return ENGLISH(play(action, facts, dice, choose, **rulings).text)


def throws(one: Resolution) -> list[tuple[str, str]]:
    """Return the key of each roll of a play, with its English label."""
    return [(step.throw.key, ENGLISH(step.throw.label)) for step in one.played.steps]


def outcome(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Fields:
    return Sitting(SYSTEM, rulings, tuple(choose)).outcome(action, facts, dice)


def chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    """Return the exact chance of every outcome."""
    return Sitting(SYSTEM, rulings, tuple(choose)).chances(action, facts)


def summed(found: Mapping[Any, Fraction], *fields: str) -> dict[Any, Fraction]:
    """Return the chances of some fields of an outcome, summed over the others."""
    sums: dict[Any, Fraction] = {}
    for one, chance in found.items():
        key = tuple(getattr(one, field) for field in fields)
        key = key[0] if len(key) == 1 else key
        sums[key] = sums.get(key, Fraction(0)) + chance
    return sums


def needed(action: str, facts: Mapping[str, Any], face: int = 6, **rulings: Any) -> dict[str, tuple[str | None, int]]:
    """Return score needed and number of dice of each roll, by key, if every die shows `face`."""
    of = SYSTEM.actions[action]
    one = resolve(
        SYSTEM, of, validate(of.facts, facts), ruleset_of(SYSTEM, rulings), lambda _, n: Faces((face,) * n, "bot")
    )
    return {step.throw.key: (needed_text(step.throw.needed), len(step.faces)) for step in one.played.steps}


def first_needed(action: str, facts: Mapping[str, Any], **rulings: Any) -> str | None:
    """Return the score that the first roll needs."""
    return next(iter(needed(action, facts, **rulings).values()))[0]


def expect_refusal(action: str, facts: Mapping[str, Any], word: str, **rulings: Any) -> None:
    """Expect a refusal by the rules before any die, with that word and this section."""
    with pytest.raises(RuleError, match=word) as caught:
        play(action, facts, **rulings)
    assert caught.value.rule


def faulty(action: str, facts: Mapping[str, Any], field: str) -> None:
    """Expect invalid facts, with the name of the field."""
    with pytest.raises(BadFacts) as caught:
        play(action, facts)
    assert any(field in ENGLISH(fault) for fault in caught.value.faults)


def effects(one: Resolution) -> dict[tuple[str, str], int | str]:
    """Return the effects of a play by unit and state."""
    return {(effect.unit, effect.effect): effect.to or effect.change for effect in one.effects}


def board(*units: tuple[str, str], **rulings: Any) -> Board:
    """Return a board with ready-made units by side, with ids u1, u2 … in order."""
    game = Game()
    for side, kind in units:
        [unit] = muster_units(SYSTEM, game, side, [spec(SYSTEM, {"type": kind})], None)
        game.apply(UnitPlaced(unit=unit))
    return Board(game, SYSTEM, ruleset_of(SYSTEM, rulings))


def marked(on: Board, id: str, **states: int | str) -> Board:
    """Return the board with states set manually; `models` is the number of men left."""
    unit = on.unit(id)
    models = int(states.pop("models", unit.models))
    game = on.game.copy()
    game.units[id] = unit.model_copy(update={"states": unit.states | states, "models": models})
    return on._replace(game=game)


def board_with_objectives(on: Board, **holders: str | None) -> Board:
    """Return the board with objectives and their holders."""
    return on.after(
        ObjectPlaced(thing=TableObject(kind="objective", label=label, holder=holder))
        for label, holder in holders.items()
    )


def plan_command(on: Board, command: str, **given: Any) -> CommandPlan:
    """Return the plan of a command; single units may be given by id alone, a distance as a number."""
    for name in ("unit", "target", "situation", "terrain", "extra", "cover", "firers"):
        if isinstance(given.get(name), str):
            given[name] = (given[name],)
    if isinstance(given.get("distance"), int):
        given["distance"] = (Decimal(given["distance"]),)
    if command in SYSTEM.commands:
        return SYSTEM.commands[command].plan(on, Request(command, **given))
    return SYSTEM.acts[command].plan(on, Request("act", action=command, **given))


class Named(Wording):
    """English with unit names, which rejects roles without a unit."""

    def __init__(self, on: Board) -> None:
        self.units = on.game.units

    def unit(self, id: str) -> str:
        return self.units[id].name

    def role(self, role: Role) -> str:
        raise AssertionError(f"no unit is {role}")


def warnings_of(on: Board, command: str, **given: Any) -> tuple[str, ...]:
    """Return the warnings of a command in English."""
    return tuple(map(Named(on), plan_command(on, command, **given).warnings))


def may(on: Board, id: str) -> tuple[str, ...]:
    """Return the remaining actions of a unit in English."""
    return tuple(map(Named(on), SYSTEM.may(on, on.unit(id))))


def victory(on: Board) -> tuple[str | None, str, bool]:
    """Return the leader, the reason in English, and whether the game is over."""
    leader, reason, over = SYSTEM.victory(on)
    return leader, Named(on)(reason), over


class Done(NamedTuple):
    """The effects of a command: the board after it, its plays, and its texts and rolls in English."""

    board: Board
    order: CommandPlan
    plays: tuple[Resolution, ...]
    title: str
    texts: tuple[str, ...]
    throws: tuple[str, ...]
    notes: tuple[str, ...]


def carry_out(on: Board, command: str, dice: Sequence[int] = (), **given: Any) -> Done:
    """Carry out a command with these dice, all of which must be used."""
    order = plan_command(on, command, **given)
    faces, plays, after = Given(dice), [], on
    for planned in order.plays:
        plays.append(resolve(SYSTEM, SYSTEM.actions[planned.action], planned.facts, on.book, faces, {}))
        after = after.after(changes(after, plays[-1].effects, planned.roles))
    faces.finish()
    outcomes = [one.played for one in plays]
    after = after.after(settle_board(after, order.after(after, outcomes)))
    named, entries = Named(after), [play_of(one, plan.roles) for one, plan in zip(plays, order.plays, strict=True)]
    said: list[list[Text]] = [
        [entry.text for entry in entries],
        [throw.label for entry in entries for throw in entry.throws],
        list(order.notes(after, outcomes)),
    ]
    return Done(after, order, tuple(plays), named(order.title), *(tuple(map(named, texts)) for texts in said))


def states(on: Board, id: str) -> dict[str, Any]:
    return on.unit(id).states


def inches(kind: str, *terrain: str, extra: tuple[str, ...] = ()) -> int:
    return outcome("movement", {"kind": kind, "terrain": list(terrain), "extra": list(extra)})["inches"]


PAGE_FIELD = board(
    ("Red", "company_hq"),  # u1
    ("Red", "rifle_squad"),  # u2
    ("Red", "medium_tank"),  # u3
    ("Red", "mortar_team"),  # u4
    ("Blue", "rifle_team"),  # u5
    ("Blue", "heavy_tank"),  # u6
)
"""The board for the tests of the page."""
