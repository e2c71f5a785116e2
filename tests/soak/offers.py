"""Comparison of the offers to a unit with what is accepted; and the absence of dead ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from rules.bayonet.turn import SHOOTING, TURNS
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.files.ruleset import FileRuleset
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.soak.faults import ALL, FILES, of_steps
from tests.soak.invariants import ALTERNATE
from tests.soak.plays import Moment
from tests.soak.trying import Makes, acting, best, charging, either, firing, foes, moving, verdict

EVERY = 8
"""Interval of the check in steps."""
ORDERS = ("concentrate_fire", "fall_back", "hold_the_line", "rally_on_me", "supporting_fire")


def _scattering(board: Board, unit: Unit) -> Iterable[Request]:
    """Return the fire of artillery, if there is a target."""
    return acting("scatter")(board, unit) if foes(board, unit) else ()


KINDS: dict[str, dict[str, tuple[str, Makes]]] = {
    "fubar": {
        "walk": (r"walk|drive (?!\S+ through moderate)|move", moving("walk")),
        "run": (r"run|drive", moving("run")),
        "duck_and_weave": (r"duck", moving("duck_and_weave")),
        "gone_to_ground": (r"gone to ground", moving("gone_to_ground")),
        "aimed_fire": (r"aimed fire|stand", firing("aimed_fire")),
        "assault": (r"assault|ram|.*fight|close combat", either(charging(), moving("assault"), acting("ram"))),
    },
    "opreb": {
        "move": (r"move", moving("standard")),
        "tac_move": (r"tac-move", acting("tac_move")),
        "fire": (r"fire", firing()),
        "position": (r"get into position", acting("position")),
        "rally": (r"rally", acting("rally")),
    },
    "openfire_d12": {
        "recover": (r"recover", acting("recover")),
        "advance": (r"advance", moving("advance")),
        "rush": (r"rush", moving("rush")),
        "assault": (r"assault", charging()),
        "attack": (r"attack", firing()),
        "interact": (r"interact", acting("interact")),
    },
    "openfire_ww2": {
        "move": (r"move|fall back", moving()),
        "fire": (r"fire", either(firing(), _scattering)),
        "hit_the_dirt": (r"hit the dirt", acting("hit_the_dirt")),
        "set_up_position": (r"set up position", acting("set_up_position")),
        "sprint": (r"sprint", acting("sprint")),
        "overdrive": (r"overdrive", acting("overdrive")),
        "hull_down": (r"hull down", acting("hull_down")),
        "order": (r"give an order", acting(*ORDERS)),
    },
    "bayonet": {
        "move": (r"move|flee", moving()),
        "shoot": (r"shoot", firing()),
    },
}


def _split_sentence(said: str) -> list[str]:
    """Split a combined sentence of offers."""
    return re.split(r", (?=[a-z])| or (?=[a-z])", said)


def _kinds_of(system: FileRuleset) -> dict[str, tuple[str, Makes]]:
    """Return the actions of a file that cost an action, by the words of their titles."""
    rows = {key: one.spec.row for key, one in system.orders.items() if not one.spec.row.free}
    moves = sum(row.command == "move" for row in rows.values())
    found: dict[str, tuple[str, Makes]] = {}
    for key, row in rows.items():
        ways = {"move": moving(key if moves > 1 else None), "fire": firing(), "assault": charging(), "act": acting(key)}
        title = re.escape(_split_sentence(row.title.casefold())[0])
        found[key] = rf"{title}( \d+″)?$", ways[row.command]
    return found


KINDS |= {key: _kinds_of(system) for key, system in FILES.items()}


def _going(board: Board, unit: Unit) -> bool:
    """True if the unit may use its offers now: it is to go, and no other unit is acting."""
    game, key = board.game, board.system.key
    if not unit.alive or game.over or game.holder is None:
        return False
    if key == "fubar":
        return bool(game.order) and unit.has("activated") and not unit.has("aboard")
    if key in ("opreb", "openfire_d12", *ALTERNATE):
        others = any(one.count("actions_left") for one in game.units.values() if one.id != unit.id)
        active = unit.count("actions_left") > 0
        return active or (key == "openfire_d12" and not others and game.holder == unit.side)
    return game.holder == unit.side


def _shoots_now(board: Board, unit: Unit, kind: str) -> bool:
    """True for a move in its own bound, or a shot after the moves of an enemy's bound, at its figures (Bayonet)."""
    if board.system.key != "bayonet":
        return True
    own, phase = TURNS.current_side(board) == unit.side, board.game.phase
    if kind != "shoot":
        return own and phase is None
    its = [foe for foe in foes(board, unit) if foe.side == TURNS.current_side(board)]
    return not own and phase == SHOOTING and any(map(_may_be_shot_at, its))


def _may_be_shot_at(foe: Unit) -> bool:
    """True if a figure has not been shot at in this bound and has the factor that resists a shot."""
    return not foe.has("targeted") and foe.profile.get("physical_cf") is not None


def _offers_in_english(board: Board, unit: Unit) -> list[str]:
    """Return the offers in English, with combined sentences split."""
    said = [ENGLISH(text).casefold() for text in board.system.may(board, unit)]
    return [part for text in said for part in _split_sentence(text)]


def _compared(board: Board) -> Iterator[tuple[Unit, str, bool, str, str]]:
    for unit in board.game.units.values():
        bayonet = board.system.key == "bayonet" and unit.alive and board.game.holder is not None
        if not (bayonet or _going(board, unit)):
            continue
        offers = _offers_in_english(board, unit)
        for kind, (words, makes) in KINDS[board.system.key].items():
            if _shoots_now(board, unit, kind):
                said = any(re.match(words, offer) for offer in offers)
                tries = list(makes(board, unit))
                found = best(board, tries)
                # Without a possible target the offer is not at fault.
                if tries:
                    yield unit, kind, said, found.how, found.why


def _is_checked(moment: Moment) -> bool:
    return moment.entry is not None and moment.step % EVERY == 0


_CHECKED: list[tuple[Moment, list[tuple[Unit, str, bool, str, str]]]] = []
"""The last moment that was compared: two invariants look at each."""


def _checked(moment: Moment) -> list[tuple[Unit, str, bool, str, str]]:
    """Return what is offered and what became of it, at some moments."""
    if not _is_checked(moment):
        return []
    if not _CHECKED or _CHECKED[0][0] is not moment:
        _CHECKED[:] = [(moment, list(_compared(moment.after)))]
    return _CHECKED[0][1]


@of_steps("Over a turn: what a unit may do is what is accepted without a warning")
def what_is_offered_is_accepted(moment: Moment) -> Iterator[str]:
    for unit, kind, said, how, why in _checked(moment):
        if said and how in ("warned", "refused"):
            yield f"{unit.name} is offered {kind}, which is {how}: {why}"


@of_steps("Over a turn: what is accepted without a warning is what a unit may do")
def what_is_accepted_was_offered(moment: Moment) -> Iterator[str]:
    for unit, kind, said, how, _ in _checked(moment):
        if not said and how == "accepted":
            yield f"{unit.name} is not offered {kind}, which is accepted: {dict(unit.states)}"


@of_steps("Over a turn: whoever must act can")
def the_turn_can_be_ended(moment: Moment) -> Iterator[str]:
    """Check that a new turn is never refused, and that the side to go can act, hand over, or wait.

    It waits for a unit of another side whose actions were interrupted.
    """
    board, holder = moment.after, moment.after.game.holder
    if moment.entry is None or board.game.over or not board.game.units:
        return
    ends = verdict(board, Request("turn next", side=holder))
    if ends.how == "refused":
        yield f"`/turn next` is refused: {ends.why}"
    handed = verdict(board, Request("turn end", side=holder)).how if holder else ""
    if holder and handed == "refused" and not _somebody(board, holder) and not _free_of_others(board, holder):
        yield f"{holder} can neither act nor end its turn"


def _somebody(board: Board, side: str) -> bool:
    return any(_free(board, unit) for unit in board.game.units_of_side(side) if unit.alive)


def _free_of_others(board: Board, holder: str) -> bool:
    units = [one for one in board.game.units.values() if one.side != holder and one.alive]
    return any(one.count("actions_left") and _free(board, one) for one in units)


def _free(board: Board, unit: Unit) -> bool:
    tries = (_moves(board), firing(inches=(5,)), charging(), acting(*_acts(board)))
    first = verdict(board, Request("activate", unit=(unit.id,))).how == "accepted"
    return first or any(best(board, made(board, unit)).how in ("accepted", "asked") for made in tries)


def _moves(board: Board) -> Makes:
    """Return a maker of a unit's moves: the usual one, and each that a system's file names."""
    rows = board.system.orders if isinstance(board.system, FileRuleset) else {}
    named = [key for key, order in rows.items() if order.spec.row.command == "move"]
    return either(moving(), *map(moving, named))


def _acts(board: Board) -> list[str]:
    """Return the actions of units under `/act`."""
    return [key for key, act in board.system.acts.items() if "unit" in act.needs]


@of_steps("Over a turn: every state can be left again")
def nobody_is_stuck(moment: Moment) -> Iterator[str]:
    """Check that a unit of the side to go that has not acted can act, or waits for an enemy.

    Commands with a warning count.
    """
    board = moment.after
    for unit in board.game.units_of_side(board.game.holder or "") if _is_checked(moment) else ():
        if unit.alive and not has_acted(board, unit) and _stuck(board, unit) and not _is_struck_first(board, unit):
            yield f"{unit.name} can do nothing at all: {dict(unit.states)}"


def _stuck(board: Board, unit: Unit) -> bool:
    tries = (_moves(board), firing(inches=(1, 10)), charging(), acting(*_acts(board)))
    first = verdict(board, Request("activate", unit=(unit.id,))).how
    return first == "refused" and all(best(board, made(board, unit)).how == "refused" for made in tries)


def _is_struck_first(board: Board, unit: Unit) -> bool:
    """True if an enemy can make its free attack at the unit, which precedes its actions (d12, Advance)."""
    free = [
        Request("fire", (foe.id,), (unit.id,), (Decimal(1),), situation=("free",))
        for foe in foes(board, unit)
        if unit.id in foe.words("free_attack_at")
    ]
    return best(board, free).how != "refused"


assert set(KINDS) == set(ALL)
