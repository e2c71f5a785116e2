"""Steps of a random player: a command of the rules, a correction, a manual change."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bot.game.registry import ActiveGame
from bot.services import Services
from rules.game.tabletop import TableObject
from rules.kernel.serialise import rulings_json
from tests.soak import orders
from tests.soak.plays import ANN, BOB, Came, Kind, Player
from tests.soak.undoing import undo_across_a_turn


def player(services: Services, system: str, seed: int) -> Player:
    """Return a player who takes any kind of step."""
    return Player(services, system, seed, KINDS)


async def command(player: Player, live: ActiveGame) -> Came:
    """Give a command of the rules."""
    chance = player.chance
    request = orders.request(live.board, chance)
    player.said = f"{request.to_stored()}"
    side = live.game.units[request.unit[0]].side if request.unit else request.side
    dice = chance.choices(("", "roll", "ask"), (8, 1, 1))[0]
    return await player.services.questions.begin(player.caller(live, side), request, dice)


async def undo(player: Player, live: ActiveGame) -> Came:
    """Undo the last entry, or an older one."""
    number = None if player.chance.random() < 0.8 else player.chance.randint(4, max(4, live.game.number))
    player.said = f"undo {number or ''}"
    return await player.services.corrections.undo(player.call(player.chance.choice((ANN, BOB))), number)


async def amend(player: Player, live: ActiveGame) -> Came:
    """Amend the last roll with a forgotten fact."""
    chance = player.chance
    fire = live.system.commands["fire"]
    given: dict[str, Any] = {"distance": (Decimal(chance.choice(orders.INCHES)),)}
    if fire.covers and chance.random() < 0.5:
        given = {"cover": (chance.choice(fire.covers).code,)}
    elif fire.situations and chance.random() < 0.5:
        given = {"situation": (orders.code(chance, chance.choice(fire.situations)),)}
    player.said = f"amend {given}"
    return await player.services.corrections.amend(player.call(), None, given)


async def mark(player: Player, live: ActiveGame) -> Came:
    """Set a marker manually."""
    chance = player.chance
    unit = chance.choice(list(live.game.units.values()))
    states = [state for state in live.system.states.values() if state.holds in ("flag", "count")]
    state = chance.choice([one for one in states if one.marker] or states)
    number = chance.randint(0, 1 if state.holds == "flag" else 2)
    player.said = f"marker set {unit.name} {state.name} {number}"
    return await player.services.unit_corrections.mark(player.call(), unit.id, state.name, number)


async def edit(player: Player, live: ActiveGame) -> Came:
    """Correct the models or hit points of a unit manually."""
    chance = player.chance
    unit = chance.choice(list(live.game.units.values()))
    if unit.hp and chance.random() < 0.6:
        name, value = "hp", " ".join(str(chance.randint(0, max(1, hp))) for hp in unit.hp)
    else:
        name, value = "models", str(chance.randint(0, unit.starting))
    player.said = f"unit edit {unit.name} {name} {value}"
    return await player.services.unit_corrections.edit(player.call(), unit.id, name, value)


async def people_come_and_go(player: Player, live: ActiveGame) -> Came:
    """Add or remove a unit."""
    chance = player.chance
    if chance.random() < 0.3:
        unit = chance.choice(list(live.game.units.values()))
        player.said = f"unit remove {unit.name}"
        return await player.services.unit_corrections.remove(player.call(), unit.id)
    kind, side = chance.choice(list(live.system.units)), chance.choice(live.game.sides)
    player.said = f"unit add {kind} {side}"
    return await player.services.roster.add(player.call(), kind.replace("_", " "), kind, side)


async def split_or_join(player: Player, live: ActiveGame) -> Came:
    """Split a unit in two, or join two of a side."""
    chance, divisions = player.chance, player.services.divisions
    unit, other = (chance.choice(list(live.game.units.values())) for _ in range(2))
    if chance.random() < 0.5:
        player.said = f"unit join {unit.name} {other.name}"
        return await divisions.join(player.call(), unit.id, other.id)
    models = chance.randint(1, max(1, unit.models - 1))
    player.said = f"unit split {unit.name} {models}"
    return await divisions.split(player.call(), unit.id, models, chance.choice(("", "none")))


async def ruling(player: Player, live: ActiveGame) -> Came:
    """Change one of the rulings."""
    ruling = player.chance.choice(rulings_json(live.system))
    value = player.chance.choice(ruling["options"] or [ruling["default"]])
    player.said = f"rulings set {ruling['name']} {value}"
    return await player.services.preferences.rule(player.call(), ruling["name"], str(value))


async def thing(player: Player, live: ActiveGame) -> Came:
    """Place, hold or remove an object, or score points."""
    chance, objects = player.chance, player.services.table_objects
    label, side = f"Thing {chance.randint(1, 3)}", chance.choice(live.game.sides)
    player.said = f"object {label} {side}"
    match chance.randint(0, 3):
        case 0:
            kind = chance.choice(("objective", "smoke", "minefield"))
            return await objects.place(
                player.call(), TableObject(kind=kind, label=label, turns=chance.choice((None, 2)))
            )
        case 1:
            return await objects.hold(player.call(), label, side)
        case 2:
            return await objects.take_off(player.call(), label)
        case _:
            return await objects.score(player.call(), side, chance.randint(-1, 2), "")


async def open_question(player: Player, live: ActiveGame) -> Came:
    """Answer a question that was left open."""
    asked = await player.services.questions.open_questions(player.call())
    return await player.answer(live, player.chance.choice(asked)) if asked else None


KINDS: tuple[tuple[Kind, int], ...] = (
    (command, 80),
    (undo, 5),
    (undo_across_a_turn, 3),
    (amend, 2),
    (mark, 4),
    (edit, 2),
    (people_come_and_go, 1),
    (split_or_join, 1),
    (ruling, 1),
    (thing, 2),
    (open_question, 3),
)
