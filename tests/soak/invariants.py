"""Invariants of all games, each with the section of the page that it comes from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules.command.system import Board
from rules.files.specs import CONTACT
from rules.game.entry import Entry
from rules.game.unit import Unit
from rules.kernel.dice import total
from rules.kernel.odds import Odds
from rules.kernel.plays import Play
from rules.kernel.request import group_of
from rules.kernel.text import Text, UnitRef, Value
from rules.kit.alternate import Alternate
from tests.soak.faults import BY_HAND, FILES, of_boards, of_steps
from tests.soak.plays import Moment

FIGHTS = {"fubar": "engaged_with", "openfire_d12": "in_assault_range_of", "bayonet": "in_hand_to_hand"}
GONE = {"fubar": "tried", "opreb": "activated", "openfire_d12": "activated"}
FIGHTS |= {key: CONTACT for key, one in FILES.items() if CONTACT in one.states}
ALTERNATE = tuple(key for key, one in FILES.items() if isinstance(one.turns, Alternate))
GONE |= dict.fromkeys(ALTERNATE, "activated")
"""The state of a unit that has acted, in systems where units act one by one."""


# Losses


@of_steps("README, Effects: models lost, hit points lost; nothing else changes state")
def nobody_comes_back(moment: Moment) -> Iterator[str]:
    """Check that models and hit points never grow or become negative, except manually or by an undo.

    After a battle the downed of Bayonet may turn out to be unhurt.
    """
    entry = moment.entry
    forward = entry is not None and entry.undoes is None and entry.command not in BY_HAND
    unhurt = entry is not None and entry.request.get("action") == "afterwards"
    for id, unit in moment.after.game.units.items():
        if unit.models < 0 or any(hp < 0 for hp in unit.hp):
            yield f"{name_of(unit)} is below 0"
        old = moment.before.game.units.get(id)
        most = max(old.models, unit.starting * unhurt) if old else 0
        if forward and old and (unit.models > most or sum(unit.hp) > sum(old.hp)):
            yield f"{name_of(unit)} has grown from {old.models} {old.hp} to {unit.models} {unit.hp}"


@of_steps("Splitting and joining: no model, hit point or weapon is lost or won")
def a_division_loses_nothing(moment: Moment) -> Iterator[str]:
    entry = moment.entry
    if entry is None or entry.command not in ("unit split", "unit join"):
        return
    was, now = (Counter(_possessions(board)) for board in (moment.before, moment.after))
    if was != now:
        yield f"{entry.command} changes what the sides have: {now - was} more, {was - now} less"


def _possessions(board: Board) -> Iterator[str]:
    """Yield everything that the sides have on the table, one by one."""
    for unit in board.game.units.values():
        yield from [f"{unit.side} model"] * unit.models
        yield from [f"{unit.side} starting"] * unit.starting
        yield from [f"{unit.side} point"] * unit.points
        yield from (f"{unit.side} hp {hp}" for hp in unit.hp if hp)
        for weapon in unit.weapons:
            yield from [f"{unit.side} {weapon.name}"] * weapon.count


@of_steps("README, Refused: never recorded; States: the fallen do not act")
def the_fallen_do_nothing(moment: Moment) -> Iterator[str]:
    """Check that a destroyed unit suffers no further losses and gives no commands.

    Exceptions: a blast, or artillery that has fired, names the gun even if it was destroyed after the hits. Commands
    that need no unit belong to the table, even if they name one.
    """
    entry = moment.entry
    if entry is None or entry.undoes is not None or entry.command in BY_HAND:
        return
    dead = {id for id, unit in moment.before.game.units.items() if not unit.alive}
    acting = entry.request.get("unit", ())
    if group_of(entry.command) != "morale" and _of_a_unit(moment.before, entry):
        fallen = (moment.before.unit(id) for id in acting if id in dead)
        yield from (f"{name_of(unit)} gives commands" for unit in fallen if not _lands_shells(unit, entry))
    for id in dead & set(moment.after.game.units):
        if moment.after.unit(id).hp != moment.before.unit(id).hp:
            yield f"{name_of(moment.after.unit(id))} is hit"


def _lands_shells(unit: Unit, entry: Entry) -> bool:
    """True if the entry is about shells that the unit fired before it fell."""
    action = entry.request.get("action")
    return action == "blast" or (action == "artillery" and unit.has("fired"))


def _of_a_unit(board: Board, entry: Entry) -> bool:
    """True if it is a command of the rules that needs a unit."""
    commands, key = board.system.commands, entry.command
    if key == "act":
        commands, key = board.system.acts, entry.request.get("action", "")
    return key in commands and "unit" in commands[key].needs


@of_boards("FUBAR, Fixed: never more suppressed than figures standing", "fubar", despite=BY_HAND)
def no_more_suppressed_than_figures(board: Board) -> Iterator[str]:
    for unit in board.game.units.values():
        if unit.count("suppressed") > unit.models:
            yield f"{name_of(unit)} has more suppressed than figures"


@of_boards("d12, Facts: a unit has 0 to 2 suppression tokens", "openfire_d12", despite=BY_HAND)
def two_tokens_at_most(board: Board) -> Iterator[str]:
    for unit in board.game.units.values():
        if unit.count("suppression") > 2:
            yield f"{name_of(unit)} has {unit.count('suppression')} tokens"


@of_steps("Apply damage: wound markers stay until their unit activates, and become kills or not then", "opreb")
def no_wound_vanishes_unsettled(moment: Moment) -> Iterator[str]:
    """Check that each removed marker was settled by its unit's activation, or fell with the unit."""
    entry = moment.entry
    if entry is None or entry.undoes is not None or entry.command in BY_HAND:
        return
    plays = [play for play in entry.plays if play.action == "activate"]
    settled = {play.roles["unit"]: play.outcome["wounds_cleared"] for play in plays}
    for id, unit in moment.after.game.units.items():
        old = moment.before.game.units.get(id)
        gone = old.count("wounds") - unit.count("wounds") if old and unit.alive else 0
        if gone > settled.get(id, 0):
            yield f"{name_of(unit)} has lost {gone} wound markers, and {settled.get(id, 0)} were settled"


@of_steps("Campaigns: wounds that lie at the end of a game are settled before the report; told at /game end", "opreb")
def wounds_that_lie_at_the_end_are_listed(moment: Moment) -> Iterator[str]:
    """Check that unsettled wounds are listed at the end, if the ruling settles them at all."""
    if moment.entry is None or moment.entry.command != "game end" or moment.after.book.rulings.wound_kill == "none":
        return
    board = moment.after
    listed, told = {one.unit for one in board.system.open_matters(board)}, set(_named_in(moment.entry.notes))
    for id, unit in board.game.units.items():
        if unit.alive and unit.count("wounds") and not (id in listed and id in told):
            yield f"{name_of(unit)} has {unit.count('wounds')} wound markers at the end, and nobody is told"


def _named_in(texts: Iterable[Value]) -> Iterator[str]:
    """Yield the units in texts."""
    for text in texts:
        if isinstance(text, UnitRef):
            yield text.unit
        elif isinstance(text, Text):
            parts = [list(one.values()) if isinstance(one, dict) else one for one in text.parts()]
            flat = [one for part in parts for one in (part if isinstance(part, list | tuple) else [part])]
            yield from _named_in(flat)


# States


@of_boards("Over a turn: losses take their markers with them", despite=("marker set",))
def the_fallen_are_bare(board: Board) -> Iterator[str]:
    """Check that destroyed units have no markers of activation or fights; permanent states may remain."""
    fight = FIGHTS.get(board.system.key)
    for unit in board.game.units.values():
        for name in () if unit.alive else unit.states:
            state = board.system.states.get(name)
            if state and (name == fight or (state.marker and set(state.cleared_by) - {"manual"})):
                yield f"{name_of(unit)} has fallen and is still {name}"


def _partners(board: Board, unit: Unit) -> list[Unit | None]:
    """Return the opponents of a unit; in systems without names, all enemies in a fight."""
    state = FIGHTS[board.system.key]
    if not unit.has(state):
        return []
    if board.system.states[state].holds in ("unit", "words"):
        return [board.game.units.get(id) for id in unit.words(state)]
    others = [one for one in board.game.units.values() if one.side != unit.side and one.has(state) and one.alive]
    return list(others) or [None]


@of_boards("States: engaged with living enemies only", *FIGHTS, despite=("marker set",))
def nobody_fights_the_dead(board: Board) -> Iterator[str]:
    for unit in board.game.units.values():
        for other in _partners(board, unit):
            if other is None:
                yield f"{name_of(unit)} fights nobody that is there"
            elif not other.alive:
                yield f"{name_of(unit)} fights {name_of(other)}, who has fallen"


@of_boards("States: a fight has two sides, and ends for both", *FIGHTS, despite=("marker set", "unit edit"))
def fights_are_mutual(board: Board) -> Iterator[str]:
    for unit in board.game.units.values():
        for other in _partners(board, unit):
            if other is not None and unit not in _partners(board, other):
                yield f"{name_of(unit)} fights {name_of(other)}, who does not fight it"
            if other is not None and other.side == unit.side:
                yield f"{name_of(unit)} fights its own side: {name_of(other)}"


@of_boards("States: what is inside goes with its vehicle")
def nobody_is_aboard_a_wreck(board: Board) -> Iterator[str]:
    for unit in board.game.units.values():
        for state in ("aboard", "towed_by"):
            inside = unit.word(state)
            carrier = board.game.units.get(inside) if inside else None
            if inside and state == "aboard" and (carrier is None or not carrier.alive):
                yield f"{name_of(unit)} is aboard {inside}, which is gone"


@of_steps("Initiative: a side with nobody to go is passed over", despite=(*BY_HAND, "undo"))
def the_holder_has_somebody_to_go(moment: Moment) -> Iterator[str]:
    """Check that the side to go has a unit that can; some systems also end the turn of a destroyed side."""
    game, done = moment.after.game, GONE.get(moment.after.system.key)
    if moment.entry is None or game.holder is None or (not game.order and done):
        return
    if done is None and (game.turn, game.holder) == (moment.before.game.turn, moment.before.game.holder):
        return
    living = [unit for unit in game.units_of_side(game.holder) if unit.alive]
    going = [unit for unit in living if done is None or not unit.has(done) or unit.count("actions_left")]
    if not going and any(unit.alive for unit in game.units.values()):
        yield f"turn {game.turn}: {game.holder} is to go and has nobody"


@of_boards("Initiative: the turn ends when nobody waits", *GONE, despite=(*BY_HAND, "undo"))
def nobody_waits_when_the_turn_is_over(board: Board) -> Iterator[str]:
    game = board.game
    if not game.order or game.holder is not None:
        return
    waiting = [name_of(unit) for unit in game.units.values() if unit.alive and not unit.has(GONE[board.system.key])]
    if waiting:
        yield f"turn {game.turn}: nobody is to go, but {', '.join(waiting)} waits"


@of_boards(
    "Initiative; Alternate Activations: one unit at a time",
    *("opreb", "openfire_d12", *ALTERNATE),
    despite=(*BY_HAND, "undo"),
)
def one_unit_is_active(board: Board) -> Iterator[str]:
    """Check that only an activated unit has actions left, and only one."""
    active = [unit for unit in board.game.units.values() if unit.count("actions_left") and unit.alive]
    if len(active) > 1:
        yield f"turn {board.game.turn}: {', '.join(map(name_of, active))} are active"
    yield from (f"{name_of(unit)} has actions but was not activated" for unit in active if not unit.has("activated"))


# Precedence


def _commanded(moment: Moment) -> tuple[str, ...]:
    """Return the units of the entry's command, unless it is an undo, a manual change or of the turn."""
    entry = moment.entry
    if entry is None or entry.undoes is not None or entry.command in BY_HAND or group_of(entry.command) == "turn":
        return ()
    return tuple(entry.request.get("unit", ()))


@of_steps("README, Decision: a command waits for it; whose command waits gives no other one before it is there")
def open_questions_come_first(moment: Moment) -> Iterator[str]:
    for id in moment.waiting.intersection(_commanded(moment)):
        yield f"{name_of(moment.before.unit(id))} goes on while its question is open"


@of_steps("d12, Third reading: a free attack said yes to is thrown before anything else of the mover", "openfire_d12")
def free_attacks_come_first(moment: Moment) -> Iterator[str]:
    """Check that a unit does nothing before a free attack at it, except the attack itself or forgoing it."""
    request = moment.entry.request if moment.entry else {}
    if "free" in request.get("situation", ()) or request.get("action") in ("let_go", "roll_off"):
        return  # a roll-off belongs to the sides, regardless of the unit it names
    if request.get("command") == "initiative":
        return  # so does the initiative
    for id in _commanded(moment):
        for enemy in moment.before.game.units.values():
            if id in enemy.words("free_attack_at") and _strikes(moment.before, enemy):
                yield f"{name_of(moment.before.unit(id))} goes on before the free attack of {name_of(enemy)}"


def _strikes(board: Board, unit: Unit) -> bool:
    """True if it can attack a unit within 1″: a weapon of range 1, fewer than two tokens, on the table."""
    near = any(board.system.tables.weapons[one.name].rng <= 1 for one in unit.weapons)
    return near and unit.alive and unit.count("suppression") < 2 and not unit.has("aboard")


# The record


@of_steps("README, Refused or warned: what is refused or asked is never recorded")
def a_refusal_or_question_changes_nothing(moment: Moment) -> Iterator[str]:
    """Check that the game changes only by entries, except dice returned by a replaced question."""
    old, new = moment.before.game, moment.after.game
    if new.number > old.number:
        old = replace(old, number=new.number, queues=new.queues, seen=new.seen, whose=new.whose)
        old = replace(old, drawn=new.drawn, line=new.line)
    if moment.entry is None and new != old:
        yield "the game has changed without an entry"


# Fights


@of_steps("FUBAR, Over a turn: dice of a unit in several fights are shared over all of them", "fubar")
def no_figure_strikes_in_two_fights(moment: Moment) -> Iterator[str]:
    """Check that a unit in several fights divides its figures among them.

    A charge is answered by all figures that are in no other fight, and by some of those that fight on elsewhere. A
    fight repeated despite a warning has all of them.
    """
    told: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    now = moment.entry.plays if moment.entry else ()
    for id, enemy, play, part in _rounds(moment):
        dice = sum(
            len(throw.faces) for throw in play.throws if throw.key in (f"{part}_strikes", f"{part}_late_strikes")
        )
        if play.facts[f"{part}_fighting"] is not None:
            told[id].append((dice, play.facts[part]["figures"]))
        elif play in now and (others := _shared_with(moment, id, enemy)):
            yield f"{id} fights {' and '.join(others)} too and strikes at {enemy} with all its {dice} dice"
    for id, shares in told.items():
        if sum(dice for dice, _ in shares) > shares[0][1]:
            yield f"{id} has {shares[0][1]} figures and struck with {' and '.join(str(dice) for dice, _ in shares)}"


@of_steps("Volley: all targets are named before the first die, no figure fires twice", "fubar", "openfire_d12")
def no_figure_attacks_twice_in_a_volley(moment: Moment) -> Iterator[str]:
    """Check that figures and models are divided among all targets, also in an assault range."""
    plays = [play for play in rolls_of(moment) if play.action in ("fire", "fire_at_vehicle")]
    if not plays:
        return
    weapons, attacker = moment.before.system.tables.weapons, plays[0].facts["attacker"]
    if moment.before.system.key == "openfire_d12":
        there, used = sum(hp > 0 for hp in attacker["hp"]), _count(plays, "weapons", lambda one: one["models"])
    else:
        there = attacker["figures"] - attacker["suppressed"]
        used = _count(plays, "shooters", lambda one: not one["mounted"] and one["count"] * weapons[one["weapon"]].crew)
    if used > there:
        yield f"{plays[0].roles.get('attacker')} has {there} to attack with and attacked with {used}"


def _count(plays: Iterable[Play], groups: str, figures: Callable[[Any], int]) -> int:
    return sum(figures(one) for play in plays for one in play.facts[groups])


def _opponents(board: Board, id: str) -> list[str]:
    units = board.game.units
    return [one for one in units[id].words("engaged_with") if one in units and units[one].alive] if id in units else []


def _shared_with(moment: Moment, id: str, enemy: str) -> list[str]:
    """Return the other enemies among which a unit divides its dice: all if it fights on, else new ones.

    An amended entry may have been the charge that began the fight.
    """
    fights = _opponents(moment.before, id)
    others = [one for one in fights if one != enemy]
    if enemy in fights and moment.entry and moment.entry.undoes is None:
        return others
    return [one for one in others if one not in moment.before.game.units[id].words("fought")]


def _rounds(moment: Moment) -> Iterator[tuple[str, str, Play, str]]:
    """Yield the first round of each fight of this turn, for both units: unit, enemy and role."""
    seen: set[frozenset[str]] = set()
    for play in (play for entry in moment.turn for play in entry.plays if play.action == "close_combat"):
        one, other = play.roles["attacker"], play.roles["defender"]
        if frozenset((one, other)) not in seen:
            yield one, other, play, "attacker"
            yield other, one, play, "defender"
        seen.add(frozenset((one, other)))


# Dice


def rolls_of(moment: Moment) -> Iterable[Play]:
    return moment.entry.plays if moment.entry else ()


@of_steps("README, Ledger: a player must be able to check the result with a pencil")
def ledgers_add_up(moment: Moment) -> Iterator[str]:
    for play in rolls_of(moment):
        for throw in play.throws:
            of = Counter(line.of for line in throw.ledger)
            if throw.needed and of["needed"] and total(throw.ledger) != throw.needed.face:
                yield f"{play.action} {throw.key}: the ledger does not come to {throw.needed.face}"
            if of["dice"] and total(throw.ledger, "dice") != len(throw.faces):
                yield f"{play.action} {throw.key}: the ledger does not come to {len(throw.faces)} dice"


@of_steps("README: rolling and exact odds are ways of answering the same throws")
def odds_contain_the_outcome(moment: Moment) -> Iterator[str]:
    """Check every fifth step with few dice, because odds take time."""
    if moment.step % 5 or moment.entry is None:
        return
    for play in moment.entry.plays:
        if 0 < sum(len(throw.faces) for throw in play.throws) <= 30:
            yield from _against_odds(moment, play)


def _against_odds(moment: Moment, play: Play) -> Iterator[str]:
    system, entry = moment.before.system, moment.entry
    assert entry is not None
    action = system.actions[play.action]
    book = moment.before.book._replace(rulings=system.rulings.model_validate(entry.rulings))
    plan = action.plan(action.facts.model_validate(play.facts), book)
    choices: dict[str, list[str]] = {}
    for made in play.decisions:
        choices.setdefault(made.name, []).append(made.value)
    dist = Odds(choices).of(action.rule, plan)
    if sum(dist.weights.values()) != dist.total:
        yield f"{play.action}: the odds do not add up to 1"
    names = action.outcome.__annotations__
    happened = {name: play.outcome[name] for name in names if name not in action.details}
    # Odds answer a decision alike in each part of a play, so they lack two stray shots that were answered differently.
    mixed = any(len(set(made)) > 1 for made in choices.values())
    if not mixed and not any(_outcome_in_words(outcome, names) == _plain(happened) for outcome in dist.weights):
        yield f"{play.action}: what happened is not among the odds: {happened}"


def _outcome_in_words(outcome: object, names: Iterable[str]) -> object:
    return _plain({name: getattr(outcome, name) for name in names})


def _plain(value: object) -> object:
    """Convert values to their JSON form, so that recorded and computed ones can be compared."""
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _plain(value._asdict())  # pyright: ignore[reportAttributeAccessIssue]
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def name_of(unit: Unit) -> str:
    return f"{unit.name} ({unit.id})"
