"""An independent assignment of dice to players, from the pages: the player of the unit concerned rolls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from rules.files.ruleset import FileRuleset
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.plays import Play, RecordedRoll
from tests.soak.faults import ALL, FILES, of_steps
from tests.soak.plays import Moment

OPPONENT, BY_NUMBER, OWN_PART, STRAYED = "opponent", "by its number", "its own", "strayed off"
"""Owners of rolls that are no role of the action: the enemy of the participants, the side with that number, the unit
whose role is in the key of the roll, the figure that a shot strayed off.
"""
PAGES: dict[str, Mapping[str, str]] = {
    "fubar": {
        "initiative *": BY_NUMBER,
        "activation_to_break_off": "unit",
        "withdrawal": "unit",
        "activation_to_follow": "pursuer",
        "follow_up": "pursuer",
        "activation*": "unit",
        "attacker_*": "attacker",
        "defender_*": "defender",
        "to_hit*": "attacker",
        "vehicle_damage*": "attacker",
        "*saves*": "target unit vehicle",
    },
    "opreb": {
        "initiative *": BY_NUMBER,
        "wound_markers": OPPONENT,
        "attacker_*": "attacker",
        "defender_*": "target",
        "*": "target unit",
    },
    "openfire_d12": {
        "initiative *": BY_NUMBER,
        "roll_off *": BY_NUMBER,
        "skill_tests*": "attacker",
        "defence_tests*": "target unit",
        "*": "unit",
    },
    "openfire_ww2": {
        "attacker_*": "attacker",
        "defender_*": "defender",
        "shots_*": "defender",
        "to_*": "attacker",
        "inches *": "attacker",
        "scatter_die *": "attacker",
        "terror_bystander *": OWN_PART,
        "terror [0-9]*": OWN_PART,
        "*": "target unit",
    },
    "bayonet": {
        "initiative *": BY_NUMBER,
        "stray_attack *": STRAYED,
        "attacker": "attacker",
        "attack*": "attacker",
        "fates*": "unit",
        "*": OWN_PART,
    },
}
"""Owner of each roll by its key; the first match counts. Of several roles, the one that exists; without participants,
the side of the command.
"""


def _page_of(system: FileRuleset) -> Mapping[str, str]:
    """Return the owners of the rolls of a file, as its rows name them."""
    rows = [row for action in system.orders.values() for row in (*action.spec.row.roll, *action.spec.row.then)]
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row.roll and row.by:
            owners[f"{row.roll}*"].append({"defender": "target"}.get(row.by, row.by))
    return {"initiative *": BY_NUMBER, **{key: " ".join(roles) for key, roles in owners.items()}, "*": "unit"}


PAGES |= {key: _page_of(system) for key, system in FILES.items()}


@of_steps("the throws of each page: by the attacker, the defender, the unit itself or its opponent")
def each_die_is_rolled_by_whom_it_is_for(moment: Moment) -> Iterator[str]:
    entry = moment.entry
    for play in entry.plays if entry else ():
        assert entry is not None
        for throw in play.throws:
            side = _side(moment.before.game, moment.before.system.key, entry, play, throw)
            if throw.side != side:
                thrown = f"thrown by {throw.side or 'nobody'}, by the page by {side or 'nobody'}"
                yield f"{play.action} {throw.key}: {thrown}; {play.roles}"


def _side(game: Game, system: str, entry: Entry, play: Play, throw: RecordedRoll) -> str:
    """Return the side that rolls by the page; "" if it is no side."""
    whose = next(one for pattern, one in PAGES[system].items() if fnmatchcase(throw.key, pattern))
    if whose == BY_NUMBER:
        return game.sides[int(throw.key.split()[1]) - 1]
    if not play.roles:
        return entry.side or ""
    if whose == STRAYED and entry.rulings.get("stray_dice") == "shooter":
        whose = "attacker"
    if whose == OPPONENT or (whose == "attacker" and "attacker" not in play.roles):
        here = {game.units[id].side for id in play.roles.values()}
        others = [side for side in game.sides if side not in here]
        return others[0] if len(others) == 1 else ""
    return game.units[play.roles[_part(play, throw, whose)]].side


def _part(play: Play, throw: RecordedRoll, whose: str) -> str:
    if whose == STRAYED:
        return _strayed_off(play, throw)
    if whose != OWN_PART:
        return next(part for part in whose.split() if part in play.roles)
    words = throw.key.removeprefix("terror_").split()
    if words[0] == "terror":
        return f"target {words[1]}"
    # A figure that is hit a second time has a second number after its role.
    return " ".join(words[: 1 if words[0] in play.roles else 2])


def _strayed_off(play: Play, throw: RecordedRoll) -> str:
    """Return the role of the figure that the shot strayed off; strays are in the order of those figures."""
    aimed = [row for row in play.outcome["results"] if not row["stray"]]
    off = [nth for nth, row in enumerate(aimed, 1) if _strays(row)]
    hit = [nth for nth, made in zip(off, play.decisions, strict=False) if made.value != "none"]
    strays = [one.key for one in play.throws if one.key.startswith("stray_attack")]
    return f"target {hit[strays.index(throw.key)]}" if len(aimed) > 1 else "target"


def _strays(row: Mapping[str, Any]) -> bool:
    return row["score"] is not None and 2 * row["score"] <= row["target_score"]


assert set(PAGES) == set(ALL)
